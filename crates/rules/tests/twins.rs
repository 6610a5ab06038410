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
use rules::name::Visitor;
use rules::{Game, GameName, Seat};
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

struct Twins<'a> {
    name: &'a str,
    seed: u64,
    met: &'a mut Met,
}

impl Visitor for Twins<'_> {
    type Output = ();

    fn visit<G: Game>(self, rules: &G::Rules) {
        let Self { name, seed, met } = self;
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

/// Counts what happened in this move. In Yonin-shogi who is out has no score.
fn meet<G: Game>(met: &mut Met, before: &G, text: &str, after: &G) {
    let living = |position: &G| {
        position
            .standing()
            .scores
            .iter()
            .filter(|&&s| s > 0)
            .count()
    };
    let seats = before.facts().seats;
    match text {
        "--" => met.count("passes", 1),
        _ if text.contains('*') => met.count("drops", 1),
        _ if text.ends_with('+') => met.count("promotions", 1),
        _ => {}
    }
    let mates = living(before).saturating_sub(living(after));
    if mates > 0 {
        met.count("mates", mates);
    }
    if mates > 1 {
        met.count("two mates in one move", 1);
    }
    if after.is_finished() {
        if mates == 0 {
            met.count("ends without mate", 1);
        }
        return;
    }
    if mates > 0 {
        met.count("mates after which it goes on", 1);
    }
    let next = before.turn().next(1, seats);
    if after.turn() != next && after.standing().scores[next] > 0 {
        met.count("jumps over the living", 1);
    }
}

fn compare(which: impl Fn(&GameName) -> bool, seeds: u64, expected: &[&str]) {
    for name in games(|_| true).into_iter().filter(which) {
        let mut met = Met::default();
        let text = name.to_string();
        for seed in 0..seeds * campaign() {
            name.visit(Twins {
                name: &text,
                seed,
                met: &mut met,
            });
        }
        println!("{text}: {:?}", met.0);
        met.all(expected);
    }
}

#[test]
fn reversi() {
    let reversi = |name: &GameName| name.plain_name().starts_with("reversi");
    compare(reversi, 300, &["passes", "resignations"]);
}

#[test]
fn yonin() {
    let yonin = |name: &GameName| name.plain_name() == "yonin";
    compare(yonin, 300, &["passes", "resignations"]);
}
