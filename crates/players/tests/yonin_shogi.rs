//! Our player of Yonin-shogi: what its evaluation promises, and the mates it finds.

#![allow(clippy::unwrap_used)]

mod common;

use common::{named, positions};
use kaesu_players::evaluation::EvaluationSpec;
use kaesu_players::evaluation::kings::Kings;
use kaesu_players::{Playable, PlayerFile, Playing, library};
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, Notation, PerSeat, Symmetric};
use search::{Evaluation, Limits};

const STRONG: &str = "yonin-shogi-strong";

fn kings() -> Kings {
    match library::load(STRONG).unwrap().evaluation {
        Some(EvaluationSpec::Kings(spec)) => Kings::new(&spec),
        other => panic!("{other:?}"),
    }
}

#[test]
fn expectations_add_up_and_turn_with_the_board() {
    let kings = kings();
    for rules in RuleSet::ALL {
        for position in positions::<YoninShogi>(&rules, 600, 23) {
            let values = kings.of(&position);
            assert_eq!(Some(values.iter().sum()), kings.sum());
            assert!(values.iter().all(|&value| value >= kings.floor()));
            for &symmetry in position.symmetries() {
                let turned = kings.of(&position.turned(symmetry));
                let expected = PerSeat::from_fn(4, |seat| {
                    let back = symmetry.inverse();
                    values[position.turned_seat(seat, back)]
                });
                assert_eq!(turned, expected, "{position:?}");
            }
        }
    }
}

#[test]
fn a_result_is_worth_a_point_for_every_seat_beaten() {
    let kings = kings();
    let two_out = "#n8/9/9/9/8eK/9/9/9/#w3sK4 P/-/-/- S WxNx 2000 iemoto 30 1";
    let position = YoninShogi::parse_position(&RuleSet::Iemoto, two_out).unwrap();
    assert_eq!(*kings.of(&position), [30_000, 0, 10_000, 20_000]);
}

#[test]
fn a_mate_is_not_missed() {
    let mut strong = named::<YoninShogi>(STRONG);
    let mut mates = 0;
    for position in positions::<YoninShogi>(&RuleSet::Iemoto, 4000, 29) {
        let seat = position.turn();
        let gains = |after: &YoninShogi| {
            after.mates(seat) > position.mates(seat)
                && (!after.is_finished() || after.standing().ranks[seat] == 1)
        };
        let possible = position
            .legal()
            .into_iter()
            .any(|m| gains(&position.after(m)));
        if possible && mates < 40 {
            mates += 1;
            let playing = Playing::new(position.clone(), 1);
            let choice = playing
                .ask(&mut *strong, &Limits::nodes(40_000), &mut |_| ())
                .unwrap();
            assert!(
                gains(&position.after(choice.m)),
                "{} {position:?}",
                choice.m
            );
        }
    }
    assert!(mates > 10, "{mates}");
}

#[test]
fn wrong_files_are_refused_with_the_line() {
    let text = "about = \"\"\n\n[search.maxn]\npruning = \"sdp\"\ndepth = 3\nordering = true\n\n\
                [book]\nmoves = [\"3i3h\"]\n\n[evaluation.pieces]\nsum = 10000\n\
                ranks = [9000, 700, 300, 0]\nking = 500\nmated-king = 500\npawn = 5\nsilver = 25\n\
                gold = 50\nrook = 100\ntokin = 60\npromoted-silver = 55\ndragon = 150\n";
    let said = |old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        let file = PlayerFile::parse("wrong.toml", &text.replacen(old, new, 1));
        match file.map(|file| YoninShogi::maker(&file).err()) {
            Err(error) | Ok(Some(error)) => error.to_string(),
            Ok(None) => panic!("it can be played: {new}"),
        }
    };
    for (old, new, line, part) in [
        ("\"sdp\"", "\"deep\"", 4, "`cut-array`"),
        ("depth = 3", "depth = 0", 5, "from 1 to 1000"),
        ("depth = 3\n", "", 3, "needs a depth of its own"),
        ("depth = 3", "depth = 3\nbreadth = 4", 6, "`width`"),
        ("ordering = true\n", "", 3, "missing field `ordering`"),
        ("\"3i3h\"", "\"3i9h\"", 8, "cannot be played by S"),
        ("\"3i3h\"", "\"castle\"", 8, "a move is written like"),
        ("moves =", "plies =", 9, "`moves`"),
        ("pawn = 5", "pawn = -5", 16, "from 0 to 10000"),
        ("pawn = 5\n", "", 11, "missing field `pawn`"),
        (
            "pawn = 5",
            "pawn = 5\nlance = 5",
            17,
            "unknown field `lance`",
        ),
        ("[9000, 700, 300, 0]", "[9000, 700, 300]", 13, "length"),
        (
            "[9000, 700, 300, 0]",
            "[9000, 700, 300, 1]",
            11,
            "has to be 10000",
        ),
        (
            "[9000, 700, 300, 0]",
            "[9000, 300, 700, 0]",
            11,
            "better rank",
        ),
        (
            "[9000, 700, 300, 0]",
            "[8000, 1700, 300, 0]",
            11,
            "a running position",
        ),
    ] {
        let said = said(old, new);
        assert!(
            said.starts_with(&format!("wrong.toml, line {line}: ")),
            "{new}: {said}"
        );
        assert!(said.contains(part), "{new}: {said}");
    }
    // Which of several unknown keys is named first is not for us to say.
    let other_table = said("[evaluation.pieces]", "[evaluation.kings]");
    assert!(other_table.contains("unknown field"), "{other_table}");
}

#[test]
fn other_games_have_no_use_for_its_tables() {
    let book = "about = \"\"\n[book]\nmoves = []\n[search.random]\n";
    let file = PlayerFile::parse("wrong.toml", book).unwrap();
    let refused = rules::yonin::Yonin::player(&file)
        .err()
        .unwrap()
        .to_string();
    assert!(
        refused.starts_with("wrong.toml, line 2: [book] is for yonin-shogi"),
        "{refused}"
    );
}
