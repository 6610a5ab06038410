//! The fast rules and their slow twins agree at every ply of many games: whose turn it is, what is
//! legal, whether it is over, ranks and scores.
//!
//! Random play alone seldom mates, jumps or repeats, so some games are played by choosers with a
//! policy, and each test asserts that what it is about was met. A campaign plays many more games:
//! `KAESU_CAMPAIGN=100 cargo test --release -p kaesu-rules --test twins -- --nocapture`.

mod common;
mod move_policies;
mod slow;

use std::any::Any;
use std::collections::BTreeMap;

use common::{campaign, chooser, games};
use kaesu_rules::conformance::Scene;
use kaesu_rules::yonin_shogi::{LONGEST, RuleSet, YoninShogi};
use kaesu_rules::{Game, GameName, Notation, Seat, with_game};
use move_policies::MovePolicy;
use slow::{agree, slow};

/// How often something was met.
#[derive(Default)]
struct Met(BTreeMap<&'static str, u64>);

impl Met {
    fn count(&mut self, what: &'static str, times: usize) {
        *self.0.entry(what).or_default() += times as u64;
    }

    fn all(&self, expected: &[&str]) {
        for what in expected {
            assert!(self.0.contains_key(what), "never met: {what}");
        }
    }
}

/// Plays one game on both sides.
fn play<G: Notation>(name: &str, rules: &G::Rules, seed: u64, met: &mut Met) {
    let mut choose = chooser(seed);
    let mut scene = Scene::new(name, seed);
    let mut fast = G::start(rules);
    let mut slow = slow(name);
    let mut policy = MovePolicy::of(seed);
    let seats = fast.facts().seats;
    // In a quarter of the games seats resign, sooner or later.
    let patience = (seed % 4 == 3).then(|| 1 + choose(200));
    scene.at(&fast);
    agree(&fast, &*slow);
    while !fast.is_finished() {
        if patience.is_some_and(|patience| choose(patience) == 0) {
            let seat = Seat::new(choose(seats));
            scene.done(format!("({} resigns)", fast.seat_name(seat)));
            fast.resign(seat);
            slow.resign(seat.index());
            met.count("resignations", 1);
        } else {
            let m = policy.choose(&fast, &mut choose);
            let text = fast.move_text(m);
            scene.done(text.clone());
            let before = fast.clone();
            fast.play(m).expect("a legal move");
            slow.play(&text);
            meet(met, &before, &text, &fast);
        }
        scene.at(&fast);
        agree(&fast, &*slow);
    }
    met.count("games", 1);
    met.count("plies", scene.moves().len());
}

/// Counts what happened in this move.
fn meet<G: Notation>(met: &mut Met, before: &G, text: &str, after: &G) {
    if text == "--" {
        met.count("passes", 1);
        if after.legal().iter().any(|&m| after.move_text(m) == "--") {
            met.count("passes in a row", 1);
        }
    }
    let shogi = |position| (position as &dyn Any).downcast_ref::<YoninShogi>();
    if let (Some(before), Some(after)) = (shogi(before), shogi(after)) {
        meet_shogi(met, before, text, after);
    } else if after.is_finished() && after.standing().scores.contains(&0) {
        met.count("ends with a seat without discs", 1);
    }
}

fn meet_shogi(met: &mut Met, before: &YoninShogi, text: &str, after: &YoninShogi) {
    let m = before.parse_move(text).expect("a move that was played");
    let piece = m.from().and_then(|from| before.board().piece(from));
    let next = before.turn().next(1, 4);
    let in_check = Seat::all(4).filter(|&seat| after.is_in_check(seat)).count();
    let mates = after.outs().len() - before.outs().len();
    let goes_on = !after.is_finished();
    for (what, happened) in [
        ("drops", m.dropped().is_some()),
        ("promotions", m.promotes()),
        (
            "moves of inherited pieces",
            piece.is_some_and(|piece| piece.facing() != before.turn()),
        ),
        ("two in check", goes_on && in_check > 1),
        (
            "jumps",
            goes_on && after.turn() != next && after.board().lives(next),
        ),
        ("mates after which it goes on", goes_on && mates > 0),
        ("ends by mate", !goes_on && mates > 0),
        ("two mates by one move", mates > 1),
        ("fourth repetitions", after.seen() == 4),
        ("games of 1000 plies", after.ply() == LONGEST),
    ] {
        if happened {
            met.count(what, 1);
        }
    }
}

/// Plays as many games as asked for with each name.
fn compare(names: Vec<GameName>, seeds: u64, expected: &[&str]) {
    for name in names {
        let mut met = Met::default();
        let text = name.to_string();
        for seed in 0..seeds * campaign() {
            with_game!(&name, G, rules => play::<G>(&text, rules, seed, &mut met));
        }
        println!("{text}: {:?}", met.0);
        met.all(expected);
    }
}

#[test]
fn reversi() {
    let boards = games(|name| name.starts_with("reversi"));
    let expected = ["passes", "ends with a seat without discs", "resignations"];
    compare(boards, 300, &expected);
}

#[test]
fn yonin() {
    let expected = ["passes in a row", "resignations"];
    compare(games(|name| name == "yonin"), 300, &expected);
}

/// What games of Yonin-shogi should meet under any rule set.
const SHOGI: [&str; 6] = [
    "drops",
    "promotions",
    "jumps",
    "ends by mate",
    "fourth repetitions",
    "resignations",
];

#[test]
fn yonin_shogi_with_heirs() {
    let mut expected = SHOGI.to_vec();
    expected.extend(["mates after which it goes on", "moves of inherited pieces"]);
    expected.push("two in check");
    compare(vec![GameName::YoninShogi(RuleSet::Iemoto)], 240, &expected);
}

#[test]
fn yonin_shogi_to_the_last_king() {
    let mut expected = SHOGI.to_vec();
    expected.extend(["mates after which it goes on", "two in check"]);
    expected.push("games of 1000 plies");
    compare(
        vec![GameName::YoninShogi(RuleSet::Survivor)],
        120,
        &expected,
    );
}

#[test]
fn yonin_shogi_in_pairs() {
    compare(vec![GameName::YoninShogi(RuleSet::Doubles)], 240, &SHOGI);
}
