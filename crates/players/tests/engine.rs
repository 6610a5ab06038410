//! Players that ask the engine of Othello: what they find, what of it comes again, and what is refused.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use kaesu_players::{Measure, Playable, PlayerFile, Playing, Repeatable, library};
use rules::reversi::{Board6x6, Othello, Reversi};
use rules::{Game, Notation};
use search::Limits;

/// Fourteen empty squares; black wins by 18 (FFO #1).
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

fn file(limits: &str, search: &str) -> PlayerFile {
    let text = format!("about = \"test\"\n[limits]\n{limits}\n[search.othello]\n{search}");
    PlayerFile::parse("test.toml", &text).unwrap()
}

fn at(line: &str) -> Playing<Othello> {
    Playing::new(Othello::parse_position(&(), line).unwrap(), 0)
}

#[test]
fn the_levels_come_in_order_and_look_further_and_further() {
    let names = library::names();
    let first = names.iter().position(|&name| name == "kaesu-1").unwrap();
    for level in 1..=20 {
        let name = format!("kaesu-{level}");
        assert_eq!(names[first + level - 1], name);
        let file = library::load(&name).unwrap();
        assert_eq!(file.limits.depth, Some(level as u32));
        assert_eq!(file.repeatable(&Limits::default()), Repeatable::Always);
    }
    assert_eq!(names[first + 20], "kaesu-full");
    let full = library::load("kaesu-full").unwrap();
    assert_eq!(full.repeatable(&Limits::default()), Repeatable::BY_TIME);
    assert_eq!(full.repeatable(&Limits::nodes(1000)), Repeatable::Always);
}

#[test]
fn an_endgame_is_solved_whatever_the_depth() {
    let file = file("depth = 3", "exhaustive = 14");
    let mut player = Othello::player(&file).unwrap();
    let playing = at(FFO_1);
    let none = Limits::default();
    let choice = playing.ask(&mut *player, &none, &mut |_| ()).unwrap();
    assert!(choice.report.exact);
    let discs = player.measure(playing.position());
    let value = choice.report.value(playing.position().turn());
    assert_eq!(discs.read(value), 18.0);
    assert!(matches!(discs, Measure::Discs { .. }));
    // Whoever asks for a depth gets that depth.
    let shallow = playing.ask(&mut *player, &Limits::depth(3), &mut |_| ());
    let shallow = shallow.unwrap().report;
    assert_eq!((shallow.depth, shallow.exact), (3, false));
}

#[test]
fn all_moves_have_values_and_the_best_is_that_of_the_choice() {
    let file = file("depth = 3", "exhaustive = 14");
    let mut player = Othello::player(&file).unwrap();
    let playing = at(FFO_1);
    let none = Limits::default();
    let all = playing.consider(&mut *player, &none).unwrap();
    let legal = playing.position().legal();
    let valued: Vec<_> = all.values.iter().map(|(m, _)| *m).collect();
    assert_eq!(valued, legal.to_vec());
    assert!(all.report.exact);
    let mover = playing.position().turn();
    let best = all.values.iter().map(|(_, values)| values[mover]).max();
    assert_eq!(best, Some(1800));
    for (m, values) in &all.values {
        let mut after = playing.clone();
        after.line.play(*m).unwrap();
        let answer = after.ask(&mut *player, &none, &mut |_| ()).unwrap();
        assert_eq!(answer.report.value(mover), values[mover]);
    }
}

#[test]
fn a_value_says_how_sure_it_is() {
    let playing = Playing::new(Othello::start(&()), 0);
    let report = |search: &str| {
        let file = file("depth = 6", search);
        let mut player = Othello::player(&file).unwrap();
        let none = Limits::default();
        playing
            .ask(&mut *player, &none, &mut |_| ())
            .unwrap()
            .report
    };
    let bold = report("book = false");
    assert_eq!((bold.depth, bold.confidence, bold.exact), (6, 73, false));
    let plain = report("selective = false\nbook = false");
    assert_eq!(
        (plain.depth, plain.confidence, plain.exact),
        (6, 100, false)
    );
}

/// What a player remembers, or which engine it is lent, must not change what it plays.
#[test]
fn a_choice_follows_from_the_turn_alone() {
    let file = file("nodes = 20000", "book = false");
    let [mut fresh, mut used] = [(); 2].map(|()| Othello::player(&file).unwrap());
    let none = Limits::default();
    let ffo = at(FFO_1);
    for _ in 0..3 {
        ffo.ask(&mut *used, &none, &mut |_| ()).unwrap();
    }
    let start = Playing::new(Othello::start(&()), 0);
    let first = start.ask(&mut *fresh, &none, &mut |_| ()).unwrap();
    let second = start.ask(&mut *used, &none, &mut |_| ()).unwrap();
    assert_eq!(first.m, second.m);
    assert_eq!(first.report.nodes, second.report.nodes);
    assert_eq!(first.report.values, second.report.values);
}

/// A position of a haphazard game with one legal move and many empty squares, if there is one.
fn one_move_left(game: usize) -> Option<Playing<Othello>> {
    let mut playing = Playing::new(Othello::start(&()), 0);
    loop {
        let legal = playing.position().legal();
        if playing.position().empties().count_ones() < 30 || legal.is_empty() {
            return None;
        }
        if legal.len() == 1 {
            return Some(playing);
        }
        let m = legal[(game + 7 * playing.ply() + game / 5 * playing.ply()) % legal.len()];
        playing.line.play(m).unwrap();
    }
}

#[test]
fn time_is_kept_and_a_forced_move_comes_at_once() {
    let file = file("time = 60.0", "");
    let mut player = Othello::player(&file).unwrap();
    let start = Playing::new(Othello::start(&()), 0);
    let short = Limits::time(Duration::from_millis(50));
    let choice = start.ask(&mut *player, &short, &mut |_| ()).unwrap();
    assert!(choice.report.stopped && choice.report.time < Duration::from_secs(2));
    let forced = (0..10_000).find_map(one_move_left).unwrap();
    let choice = forced.ask(&mut *player, &Limits::default(), &mut |_| ());
    let report = choice.unwrap().report;
    assert!(!report.stopped && report.depth <= 8, "{report:?}");
}

#[test]
fn wrong_files_and_other_boards_are_refused_in_one_sentence() {
    let refused = |limits: &str, search: &str| {
        let error = Othello::maker(&file(limits, search)).err().unwrap();
        let said = error.to_string();
        assert_eq!(said.lines().count(), 1, "{said}");
        said
    };
    assert!(refused("", "").contains("needs a limit"));
    assert!(
        refused("depth = 9", "exhaustive = 20\nconfident = 10").contains("leave confident out")
    );
    let both = "confident = 10\nselective = false";
    assert!(refused("depth = 9", both).contains("selective search"));
    let text = "about = \"test\"\n[search.othello]\nexhaustive = 61\n";
    let error = PlayerFile::parse("test.toml", text)
        .unwrap_err()
        .to_string();
    assert!(error.contains("from 0 to 60"), "{error}");
    let kaesu = library::load("kaesu-3").unwrap();
    let error = Reversi::<Board6x6>::maker(&kaesu).err().unwrap();
    let said = error.to_string();
    assert!(
        said.contains("plays reversi-8x8, not reversi-6x6"),
        "{said}"
    );
    let anywhere = file("depth = 3", "");
    let error = Reversi::<Board6x6>::maker(&anywhere).err().unwrap();
    let said = error.to_string();
    assert!(
        said.contains("the search othello cannot play reversi-6x6"),
        "{said}"
    );
}
