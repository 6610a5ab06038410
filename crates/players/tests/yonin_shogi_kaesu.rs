//! The learned player of Yonin-shogi under all rules, and mates that it does not let happen.

use kaesu_players::{Measure, Playable, Player, PlayerFile, Turn, library};
use rules::line::Exit;
use rules::yonin_shogi::moves::Move;
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, GameLine, Notation, Seat};
use search::Limits;

fn player() -> Box<dyn Player<YoninShogi>> {
    let file = library::load("yonin-shogi-kaesu").expect("it comes along");
    YoninShogi::player(&file).expect("its weights fit")
}

fn evaluations(most: u64) -> Limits {
    Limits {
        evaluations: Some(most),
        ..Limits::default()
    }
}

fn turn<'a>(
    line: &'a GameLine<YoninShogi>,
    limits: &'a Limits,
    progress: &'a mut dyn FnMut(&search::Report<Move>),
) -> Turn<'a, YoninShogi> {
    Turn {
        position: line.position(),
        line,
        seed: 1,
        limits,
        notes: &[],
        progress,
    }
}

#[test]
fn it_plays_under_all_rules_and_when_seats_leave() {
    let limits = evaluations(100);
    for (number, rules) in RuleSet::ALL.into_iter().enumerate() {
        let mut player = player();
        let mut line = GameLine::new(YoninShogi::start(&rules));
        while !line.position().is_finished() && line.position().ply() < 60 {
            let choice = player.choose(&mut turn(&line, &limits, &mut |_| ()));
            let m = choice.expect("it has a move").m;
            line.play(m).expect("its moves are legal");
            if line.position().ply() == 20 {
                line.put_out(Seat::new(number), Exit::Resigned);
            }
        }
    }
}

#[test]
fn every_move_has_an_expected_rank_of_its_own() {
    let line = GameLine::new(YoninShogi::start(&RuleSet::Iemoto));
    let mut player = player();
    let limits = evaluations(2000);
    let all = player
        .consider(&mut turn(&line, &limits, &mut |_| ()), None)
        .expect("it says");
    let measure = player.measure(line.position());
    assert!(matches!(measure, Measure::Rank { .. }));
    assert_eq!(all.values.len(), line.position().legal().len());
    let mut own = Vec::new();
    for (_, values) in &all.values {
        let ranks: Vec<f64> = values.iter().map(|&value| measure.read(value)).collect();
        assert!((ranks.iter().sum::<f64>() - 10.0).abs() < 0.01, "{ranks:?}");
        assert!(ranks.iter().all(|rank| (1.0..=4.0).contains(rank)));
        own.push(values[line.position().turn()]);
    }
    own.sort_unstable();
    own.dedup();
    assert!(own.len() > all.values.len() / 2, "{own:?}");
}

/// Whether the seat to move mates the victim within so many moves by checks that call it to move
/// again, whatever the victim does; slow and plain.
fn mates(position: &YoninShogi, attacker: Seat, victim: Seat, moves: u32) -> bool {
    position.legal().into_iter().any(|m| {
        let after = position.after(m);
        if !after.board().lives(victim) {
            return after.mates(attacker) > position.mates(attacker);
        }
        moves > 1
            && !after.is_finished()
            && after.turn() == victim
            && after.is_in_check(victim)
            && after.legal().into_iter().all(|answer| {
                let answered = after.after(answer);
                !answered.is_finished()
                    && answered.turn() == attacker
                    && mates(&answered, attacker, victim, moves - 1)
            })
    })
}

fn allows_mate(position: &YoninShogi, m: Move, moves: u32) -> bool {
    let after = position.after(m);
    let (attacker, victim) = (after.turn(), position.turn());
    !after.is_finished() && attacker != victim && mates(&after, attacker, victim, moves)
}

#[test]
fn no_mate_in_three_is_allowed_that_could_be_seen() {
    // Random games, because there kings are in danger all the time.
    let limits = evaluations(300);
    let (mut dangers, mut state) = (0, 7);
    for _ in 0..6 {
        let mut line = GameLine::new(YoninShogi::start(&RuleSet::Iemoto));
        let mut player = player();
        while !line.position().is_finished() && line.position().ply() < 160 {
            let moves = line.position().legal();
            let tempting = moves.iter().filter(|_| moves.len() > 1);
            let doomed = tempting
                .filter(|&&m| {
                    line.position().ply().is_multiple_of(3) && allows_mate(line.position(), m, 3)
                })
                .count();
            if doomed > 0 && doomed < moves.len() {
                dangers += 1;
                let choice = player.choose(&mut turn(&line, &limits, &mut |_| ()));
                let m = choice.expect("it has a move").m;
                assert!(
                    !allows_mate(line.position(), m, 3),
                    "{} {m}",
                    line.position().position_text()
                );
            }
            state = rules::hash::mix(state + 1);
            line.play(moves[state as usize % moves.len()])
                .expect("legal");
        }
    }
    assert!(dangers > 20, "{dangers}");
}

#[test]
fn the_file_has_to_fit() {
    let refused = |tables: &str| {
        let text = format!(
            "about = \"x\"\ngames = [\"yonin-shogi\"]\n[limits]\ntime = 1.0\n[search.puct]\n\
             exploration = 0.2\ntemperature = 0.1\n{tables}"
        );
        let file = PlayerFile::parse("x.toml", &text).expect("it can be read");
        let refused = YoninShogi::maker(&file).expect_err("it does not fit");
        refused.to_string()
    };
    let said = refused("");
    assert!(
        said.contains("needs an evaluation; it can be [evaluation.learned], [evaluation.kings]"),
        "{said}"
    );
    let said = refused("[evaluation.learned]\n[book]\nmoves = [\"3i3h\"]\n");
    assert!(said.contains("needs no book"), "{said}");
    let said = refused("habits = [\"p0-self\"]\n[evaluation.learned]\n");
    assert!(
        said.contains("not of yonin-shogi; leave them out"),
        "{said}"
    );
}
