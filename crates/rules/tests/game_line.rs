//! The line of a game, for every game of the catalogue: what is played comes back from being taken
//! back and from every text, with and without resignations.

mod common;

use common::{chooser, games, proptest_config};
use kaesu_rules::line::{Event, Exit, GameLine, LineError};
use kaesu_rules::reversi::Othello;
use kaesu_rules::transcript::Problem;
use kaesu_rules::{Game, GameName, Notation, Seat, with_game};
use proptest::prelude::*;
use proptest::sample::select;

/// A random game of at most this many plies, in which now and then a seat goes out.
fn played<G: Game>(start: G, seed: u64, plies: usize, patience: usize) -> GameLine<G> {
    let mut choose = chooser(seed);
    let mut line = GameLine::new(start);
    while line.plies().len() < plies && !line.is_finished() {
        if choose(patience) == 0 {
            let seat = Seat::new(choose(line.position().facts().seats));
            line.put_out(seat, [Exit::Resigned, Exit::Time][choose(2)]);
        } else {
            let legal = line.position().legal();
            line.play(legal[choose(legal.len())]).expect("a legal move");
        }
    }
    line
}

/// Plays, takes back to any ply and plays on elsewhere, beside a plain list of positions.
fn undoes<G: Notation>(rules: &G::Rules, seed: u64, plies: usize, patience: usize) {
    let line = played(G::start(rules), seed, plies, patience);
    let mut choose = chooser(seed ^ 1);
    let ply = choose(line.plies().len() + 1);
    let mut back = line.clone();
    back.undo(ply);
    assert_eq!(back.positions(), &line.positions()[..=ply]);
    assert_eq!(back.events(), &line.events()[..ply]);
    assert_eq!(line.since(&back), Some(&line.events()[ply..]));

    let other = played(back.position().clone(), seed ^ 2, plies, patience);
    for event in other.events() {
        match *event {
            Event::Move(m) => back.play(m).expect("a legal move"),
            Event::Out(seat, exit) => assert!(back.put_out(seat, exit)),
        }
    }
    assert_eq!(&back.positions()[ply..], other.positions());
    assert_eq!(back.outcome(), other.outcome());
    back.undo(usize::MAX);
    assert_eq!(&back.positions()[ply..], other.positions());
}

/// Every text of a line is read as that line, position by position.
fn reads<G: Notation>(name: &GameName, rules: &G::Rules, seed: u64, plies: usize) {
    // Somewhere else than the start, if the game goes on there.
    let reached = played(G::start(rules), seed, plies % 5, usize::MAX);
    let start = if reached.is_finished() {
        G::start(rules)
    } else {
        // Text does not hold the positions before.
        G::parse_position(rules, &reached.position().position_text()).expect("a position")
    };
    let line = played(start, seed ^ 1, plies, usize::MAX);
    let text = line.transcript(name);
    let read = GameLine::<G>::parse(name, rules, &text).expect("a text that was written");
    assert_eq!(read.position(), line.position(), "{text}");
    // A node of a tree right below the root is written like the move to it.
    let ambiguous = line.start_line().is_some_and(|start| {
        GameLine::new(G::start(rules))
            .play_transcript(&start)
            .is_ok()
    });
    assert!(read == line || ambiguous, "{text}");
    let from = GameLine::<G>::from_line(rules, line.start_line().as_deref());
    let mut read = from.expect("a start");
    assert_eq!(read.start(), line.start());
    for ply in line.plies() {
        assert_eq!(ply.seat, read.position().turn());
        read.play_text(&ply.text().expect("only moves"))
            .expect("legal");
        assert_eq!(read.position(), ply.after);
    }
    assert_eq!(read, line);
}

/// Written events and transcripts bring a game with resignations and lost time back.
fn keeps_exits<G: Notation>(
    name: &GameName,
    rules: &G::Rules,
    seed: u64,
    plies: usize,
    patience: usize,
) {
    let line = played(G::start(rules), seed, plies, patience);
    let text = line.transcript(name);
    assert_eq!(
        GameLine::<G>::parse(name, rules, &text),
        Ok(line.clone()),
        "{text}"
    );
    let mut read = GameLine::new(G::start(rules));
    for ply in line.plies() {
        match (ply.event, ply.text()) {
            (Event::Move(m), Some(text)) => assert_eq!(read.play_text(&text), Ok(m)),
            (Event::Out(seat, exit), None) => assert!(read.put_out(seat, exit)),
            (event, text) => panic!("{event:?} is written as {text:?}"),
        }
    }
    assert_eq!(read, line);
    let moves = line.plies().filter_map(|ply| ply.text());
    assert_eq!(moves.count(), line.moves().count());
}

proptest! {
    #![proptest_config(proptest_config(600))]

    #[test]
    fn what_is_taken_back_was_never_played(
        game in select(games(|_| true)), seed: u64, plies in 0..200usize, patience in 4..90usize
    ) {
        with_game!(&game, G, rules => undoes::<G>(rules, seed, plies, patience));
    }

    #[test]
    fn every_text_is_read_as_it_was_written(
        game in select(games(|_| true)), seed: u64, plies in 0..200usize
    ) {
        with_game!(&game, G, rules => reads::<G>(&game, rules, seed, plies));
    }

    #[test]
    fn resignations_come_back_from_written_events(
        game in select(games(|_| true)), seed: u64, plies in 0..200usize, patience in 4..90usize
    ) {
        with_game!(&game, G, rules => keeps_exits::<G>(&game, rules, seed, plies, patience));
    }
}

fn othello() -> GameName {
    "othello".parse().expect("a game")
}

#[test]
fn a_refused_text_changes_nothing_and_says_why() {
    let mut line = GameLine::new(Othello::start(&()));
    line.play_transcript("f5 d6").expect("legal");
    let before = line.clone();
    let error = line.play_transcript("c3 d3 a1").expect_err("illegal");
    assert_eq!((error.ply, error.problem), (5, Problem::Illegal));
    let events = [Event::Move("c3"), Event::Move("z9")];
    let error = line.play_events(events).expect_err("unreadable");
    assert!(
        error
            .to_string()
            .starts_with("move 4 \"z9\" cannot be read")
    );
    assert_eq!(line.play_text("a1").expect_err("illegal").ply, 3);
    assert_eq!(line, before);

    assert!(line.put_out(Seat::new(0), Exit::Resigned));
    assert!(line.is_finished());
    assert!(!line.put_out(Seat::new(1), Exit::Time), "it is over");
    let error = line.play_text("c3").expect_err("over");
    assert_eq!(error.problem.to_string(), "the game was over before");
}

#[test]
fn passes_are_filled_in_where_transcripts_leave_them_out() {
    let start = Othello::parse_position(&(), &format!("OXX{}X X", "-".repeat(60)));
    let mut line = GameLine::new(start.expect("black has to pass"));
    assert!(
        line.clone().play_text("d1").is_err(),
        "single moves are strict"
    );
    line.play_transcript("d1").expect("white's only move");
    assert_eq!(line.moves_text(), "--d1");
    assert_eq!(line.plies().len(), 2);
}

#[test]
fn a_header_has_to_agree() {
    let parse = |text: &str| GameLine::<Othello>::parse(&othello(), &(), text);
    let plain = parse("f5d6").expect("a transcript");
    assert_eq!(parse("[othello 1] f5 d6"), Ok(plain));
    let wrong = |text: &str| parse(text).expect_err("refused").to_string();
    assert_eq!(
        wrong("[yonin 1]d3"),
        "the transcript is of yonin, not of reversi-8x8"
    );
    assert_eq!(
        wrong("[othello 2]f5"),
        "the transcript starts with white, but it is the turn of black"
    );
    assert!(matches!(parse("[othello]f5"), Err(LineError::Header(_))));
    assert!(wrong("f5a1").contains("move 2 \"a1\" is not legal"));
    assert!(wrong("f5 1=resigned 2=time").contains("after the end of the game"));
    assert!(wrong("f5 3=time").contains("move 2 \"3=time\" is not legal"));
}

#[test]
fn a_position_line_may_stand_before_the_moves() {
    let own = Othello::start(&()).position_text();
    let other = own.replace("OX---", "XX---");
    let line = GameLine::<Othello>::parse(&othello(), &(), &format!("{other}\n"));
    let line = line.expect("a position");
    assert_eq!(line.start_line(), Some(other.clone()));
    let usual = GameLine::<Othello>::parse(&othello(), &(), &own).expect("a position");
    assert_eq!(usual.start_line(), None);
    let short = &other[..40];
    let error = GameLine::<Othello>::parse(&othello(), &(), short).expect_err("too short");
    assert!(matches!(error, LineError::Position(_)), "{error}");
}
