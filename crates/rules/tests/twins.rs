//! The fast rules and their slow twins agree at every ply of many games: whose turn it is, what is
//! legal, whether it is over, ranks and scores.
//!
//! Random play alone seldom mates, jumps or repeats, so some games are played by choosers with a
//! taste, and each test asserts that what it is about was met. A campaign plays many more games:
//! `KAESU_CAMPAIGN=100 cargo test --release -p rules --test twins -- --nocapture`.

mod common;
mod slow;
mod taste;

use std::collections::BTreeMap;

use common::{campaign, chooser, games};
use rules::conformance::Scene;
use rules::{Game, GameName, Seat, with_game};
use slow::{Slow, slow};
use taste::Taste;

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
fn play<G: Game>(name: &str, rules: &G::Rules, seed: u64, met: &mut Met) {
    let mut choose = chooser(seed);
    let mut scene = Scene::new(name, seed);
    let mut fast = G::start(rules);
    let mut slow = slow(name);
    let mut taste = Taste::of(seed);
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
            let m = taste.choose(&fast, &mut choose);
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

fn agree<G: Game>(fast: &G, slow: &dyn Slow) {
    let standing = fast.standing();
    assert_eq!(fast.is_finished(), slow.finished(), "finished");
    assert_eq!(*standing.scores, slow.scores(), "scores");
    assert_eq!(*standing.ranks, slow.ranks(), "ranks");
    let mut legal: Vec<String> = fast.legal().iter().map(|&m| fast.move_text(m)).collect();
    legal.sort();
    let mut twin = slow.legal();
    twin.sort();
    assert_eq!(legal, twin, "legal moves");
    if !fast.is_finished() {
        assert_eq!(fast.turn().index(), slow.turn(), "turn");
    }
}

/// Counts what happened in this move.
fn meet<G: Game>(met: &mut Met, before: &G, text: &str, after: &G) {
    if text == "--" {
        met.count("passes", 1);
        if after.legal().iter().any(|&m| after.move_text(m) == "--") {
            met.count("passes in a row", 1);
        }
    }
    if text.contains('*') {
        met.count("drops", 1);
    }
    if text.ends_with('+') {
        met.count("promotions", 1);
    }
    if text.len() >= 4 {
        meet_shogi(met, before, after);
    } else if after.is_finished() && after.standing().scores.contains(&0) {
        met.count("ends with a seat without discs", 1);
    }
}

/// In Yonin-shogi who is out has no score, and who lives has at least the king.
fn meet_shogi<G: Game>(met: &mut Met, before: &G, after: &G) {
    let lives = |position: &G, seat| position.standing().scores[seat] > 0;
    let seats = before.facts().seats;
    let mates = Seat::all(seats)
        .filter(|&seat| lives(before, seat) && !lives(after, seat))
        .count();
    match (mates, after.is_finished()) {
        (0, false) => {}
        (0, true) => met.count("ends without mate", 1),
        (_, true) => met.count("ends by mate", 1),
        (_, false) => met.count("mates after which it goes on", 1),
    }
    if mates > 1 {
        met.count("two mates by one move", 1);
    }
    let next = before.turn().next(1, seats);
    if !after.is_finished() && after.turn() != next && lives(after, next) {
        met.count("jumps", 1);
    }
}

fn compare(which: impl Fn(&GameName) -> bool, seeds: u64, expected: &[&str]) {
    for name in games(|_| true).into_iter().filter(which) {
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
    let reversi = |name: &GameName| name.plain_name().starts_with("reversi");
    let expected = ["passes", "ends with a seat without discs", "resignations"];
    compare(reversi, 300, &expected);
}

#[test]
fn yonin() {
    let yonin = |name: &GameName| name.plain_name() == "yonin";
    compare(yonin, 300, &["passes in a row", "resignations"]);
}
