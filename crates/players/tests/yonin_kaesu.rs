//! The learned player of Yonin under all rules.

use kaesu_players::{Measure, Playable, Player, PlayerFile, Turn, library};
use rules::line::Exit;
use rules::yonin::{Direction, Rules, Start, Yonin};
use rules::{Game, GameLine, Notation, Seat, transcript};
use search::Limits;

fn player() -> Box<dyn Player<Yonin>> {
    let file = library::load("yonin-kaesu").expect("it comes along");
    Yonin::player(&file).expect("its weights fit")
}

fn evaluations(most: u64) -> Limits {
    Limits {
        evaluations: Some(most),
        ..Limits::default()
    }
}

/// Asks a player for all moves.
fn considered(line: &GameLine<Yonin>, limits: &Limits) -> Vec<(rules::reversi::Move, Vec<f64>)> {
    let mut player = player();
    let mut turn = Turn {
        position: line.position(),
        line,
        seed: 1,
        limits,
        notes: &[],
        progress: &mut |_| (),
    };
    let all = player.consider(&mut turn, None).expect("it says");
    let measure = player.measure(line.position());
    assert!(matches!(measure, Measure::Rank { .. }));
    let ranks = |values: &[i32]| values.iter().map(|&value| measure.read(value)).collect();
    all.values
        .iter()
        .map(|(m, values)| (*m, ranks(values)))
        .collect()
}

#[test]
fn it_plays_to_the_end_under_all_rules_and_when_seats_leave() {
    let limits = evaluations(60);
    let kinds = [Start::Othello, Start::Own].into_iter().flat_map(|start| {
        let directions = [Direction::Clockwise, Direction::Anticlockwise];
        directions.map(|direction| (start, direction))
    });
    for (number, (start, direction)) in kinds.enumerate() {
        let rules = Rules {
            start,
            direction,
            pairs: number % 2 == 1,
        };
        let mut player = player();
        let mut line = GameLine::new(Yonin::start(&rules));
        let mut ply = 0;
        while !line.position().is_finished() {
            let position = *line.position();
            let choice = player
                .choose(&mut Turn {
                    position: &position,
                    line: &line,
                    seed: 1,
                    limits: &limits,
                    notes: &[],
                    progress: &mut |_| (),
                })
                .expect("it has a move");
            line.play(choice.m).expect("its moves are legal");
            ply += 1;
            if ply == 20 {
                line.put_out(Seat::new(number), Exit::Resigned);
            }
        }
        assert!(ply > 30);
    }
}

#[test]
fn every_move_has_an_expected_rank_of_its_own() {
    let mut line = GameLine::new(Yonin::start(&Rules::default()));
    for text in transcript::split::<Yonin>("d3e3f4c5c6d2d6f6b5g4f5d7") {
        let m = line.position().parse_move(text).expect("a move");
        line.play(m).expect("legal");
    }
    let all = considered(&line, &evaluations(2000));
    assert_eq!(all.len(), line.position().legal().len());
    let mover = line.position().turn().index();
    let mut own: Vec<f64> = all.iter().map(|(_, ranks)| ranks[mover]).collect();
    for (_, ranks) in &all {
        assert!((ranks.iter().sum::<f64>() - 10.0).abs() < 0.01, "{ranks:?}");
        assert!(ranks.iter().all(|rank| (1.0..=4.0).contains(rank)));
    }
    own.sort_by(f64::total_cmp);
    own.dedup();
    assert!(own.len() > all.len() / 2, "{own:?}");
}

#[test]
fn the_file_has_to_fit() {
    let refused = |search: &str, evaluation: &str| {
        let text = format!(
            "about = \"x\"\ngames = [\"yonin\"]\n[limits]\ntime = 1.0\n[search.{search}]\n\
             exploration = 0.2\ntemperature = 0.1\n{evaluation}"
        );
        let file = PlayerFile::parse("x.toml", &text).expect("it can be read");
        Yonin::maker(&file)
            .expect_err("it does not fit")
            .to_string()
    };
    let said = refused("puct", "");
    assert!(
        said.contains("needs an evaluation; it can be [evaluation.learned]"),
        "{said}"
    );
}

#[test]
fn habits_are_those_of_players_that_look_a_few_plies_ahead() {
    let (file, text) = library::text("yonin-kaesu").expect("it comes along");
    for name in ["yonin-strong", "yonin-kaesu", "nobody"] {
        let text = text.replace("p0-right", name);
        let parsed = PlayerFile::parse(&file, &text).expect("it can be read");
        let refused = Yonin::maker(&parsed).expect_err("it is none").to_string();
        assert!(
            refused.contains(name) && refused.contains("\"p0-self\", and \"flat-ucb\""),
            "{refused}"
        );
    }
}
