//! P0: the maps are the printed tables, and the search is the printed recursion with its root move
//! made.

#![allow(clippy::unwrap_used)]

mod common;

use common::{ask, named, player, positions};
use kaesu_players::evaluation::territories::TerritoriesSpec;
use kaesu_players::evaluation::{EvaluationSpec, map::MapSum};
use kaesu_players::{PlayerFile, Playing, library};
use rules::yonin::{Direction, Rules, Start, Yonin};
use rules::{Game, Seat};
use search::Limits;

type Map = [[i32; 8]; 8];
type Move = <Yonin as Game>::Move;

/// The tables of the paper for seat 1, with the two lost signs put back.
const PRINTED: [(&str, Map); 5] = [
    (
        "p0-self",
        [
            [100, -30, 0, -1, -51, -50, -80, 50],
            [-30, -50, -3, -3, -53, -53, -100, -80],
            [0, -3, 0, -1, -51, -50, -53, -50],
            [-1, -3, -1, 0, -50, -51, -53, -51],
            [-51, -53, -51, -50, -50, -51, -53, -51],
            [-50, -53, -50, -51, -51, -50, -53, -50],
            [-80, -100, -53, -53, -53, -53, -100, -80],
            [50, -80, -50, -51, -51, -50, -80, 50],
        ],
    ),
    (
        "p0-right",
        [
            [100, -30, 0, -1, -51, -50, -80, 50],
            [-30, -50, -3, -3, -53, -53, -100, -80],
            [0, -3, 0, -1, -51, -50, -53, -50],
            [-1, -3, -1, 0, -50, -51, -53, -51],
            [-21, -23, -21, -20, -50, -51, -53, -51],
            [-20, -23, -20, -21, -51, -50, -53, -50],
            [-50, -70, -23, -23, -53, -53, -100, -80],
            [80, -50, -20, -21, -51, -50, -80, 50],
        ],
    ),
    (
        "p0-opposite",
        [
            [100, -30, 0, -1, -51, -50, -80, 50],
            [-30, -50, -3, -3, -53, -53, -100, -80],
            [0, -3, 0, -1, -51, -50, -53, -50],
            [-1, -3, -1, 0, -50, -51, -53, -51],
            [-51, -53, -51, -50, -20, -21, -23, -21],
            [-50, -53, -50, -51, -21, -20, -23, -20],
            [-80, -100, -53, -53, -23, -23, -70, -50],
            [50, -80, -50, -51, -21, -20, -50, 80],
        ],
    ),
    (
        "p0-left",
        [
            [100, -30, 0, -1, -21, -20, -50, 80],
            [-30, -50, -3, -3, -23, -23, -70, -50],
            [0, -3, 0, -1, -21, -20, -23, -20],
            [-1, -3, -1, 0, -20, -21, -23, -21],
            [-51, -53, -51, -50, -50, -51, -53, -51],
            [-50, -53, -50, -51, -51, -50, -53, -50],
            [-80, -100, -53, -53, -53, -53, -100, -80],
            [50, -80, -50, -51, -51, -50, -80, 50],
        ],
    ),
    (
        "p0-normal",
        [
            [100, -30, 0, -1, -1, 0, -30, 100],
            [-30, -50, -3, -3, -3, -3, -50, -30],
            [0, -3, 0, -1, -1, 0, -3, 0],
            [-1, -3, -1, 0, 0, -1, -3, -1],
            [-1, -3, -1, 0, 0, -1, -3, -1],
            [0, -3, 0, -1, -1, 0, -3, 0],
            [-30, -50, -3, -3, -3, -3, -50, -30],
            [100, -30, 0, -1, -1, 0, -30, 100],
        ],
    ),
];

fn maps_of(name: &str) -> TerritoriesSpec {
    match library::load(name).unwrap().evaluation {
        Some(EvaluationSpec::Territories(spec)) => spec,
        other => panic!("{name} has {other:?}"),
    }
}

/// The map of the seat that sits so many quarter turns further clockwise: the printed one, turned.
fn turned(map: &Map, quarters: usize) -> Map {
    (0..quarters).fold(*map, |map, _| {
        std::array::from_fn(|row| std::array::from_fn(|column| map[7 - column][row]))
    })
}

/// Black discs count for the sum and white discs against it.
fn sum(position: &Yonin, map: &Map) -> i32 {
    let black = position.discs(Seat::new(0));
    let white = position.discs(Seat::new(1));
    let mut sum = 0;
    for (row, numbers) in map.iter().enumerate() {
        for (column, number) in numbers.iter().enumerate() {
            let bit = 8 * row + column;
            sum += number * ((black >> bit & 1) as i32 - (white >> bit & 1) as i32);
        }
    }
    sum
}

fn seat_before(position: &Yonin) -> usize {
    (0..4)
        .find(|&seat| position.next_seat(Seat::new(seat)) == position.turn())
        .unwrap()
}

/// The printed `getValue`: whose map is taken at a leaf is the seat before the one to move, unless
/// it is always the root's.
fn value(position: &Yonin, depth: u32, maps: &[Map; 4], root: Option<usize>) -> i32 {
    if depth == 0 || position.is_finished() {
        let map = root.unwrap_or_else(|| seat_before(position));
        return sum(position, &maps[map]);
    }
    let values = position
        .legal()
        .into_iter()
        .map(|m| value(&position.after(m), depth - 1, maps, root));
    if position.turn().index().is_multiple_of(2) {
        values.max().unwrap()
    } else {
        values.min().unwrap()
    }
}

/// All games of Yonin that differ for the search.
fn rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for start in [Start::Othello, Start::Own] {
        for direction in [Direction::Clockwise, Direction::Anticlockwise] {
            all.push(Rules {
                start,
                direction,
                pairs: false,
            });
        }
    }
    all
}

fn file(name: &str, search: &str) -> String {
    let spec = maps_of(name);
    let rows: Vec<Vec<i32>> = (0..8)
        .map(|row| (0..8).map(|column| spec.squares.at(row, column)).collect())
        .collect();
    format!(
        "about = \"test\"\n[search.{search}\n[evaluation.territories]\nown = {}\nright = {}\n\
         opposite = {}\nleft = {}\nsquares = {rows:?}\n",
        spec.own, spec.right, spec.opposite, spec.left
    )
}

#[test]
fn the_maps_are_the_printed_tables_turned_to_each_seat() {
    for (name, printed) in PRINTED {
        let spec = maps_of(name);
        for seat in 0..4 {
            let map = spec.map(Seat::new(seat));
            let right = turned(&printed, seat);
            for (row, numbers) in right.iter().enumerate() {
                for (column, &number) in numbers.iter().enumerate() {
                    assert_eq!(
                        map.at(row, column),
                        number,
                        "{name}, seat {seat}, {row} {column}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_sums_are_those_of_plain_arrays() {
    let positions = positions::<Yonin>(&Rules::default(), 3000, 1);
    for (name, printed) in PRINTED {
        let sums: Vec<_> = (0..4)
            .map(|seat| {
                (
                    MapSum::new(&maps_of(name).map(Seat::new(seat))),
                    turned(&printed, seat),
                )
            })
            .collect();
        for position in &positions {
            let [black, white] = [0, 1].map(|seat| position.discs(Seat::new(seat)));
            for (fast, slow) in &sums {
                assert_eq!(fast.difference(black, white), sum(position, slow));
            }
        }
    }
}

/// What the player does in a position, checked against the text: it keeps five moves by their
/// static value, and plays one of those with the best value by plain minimax.
fn check(position: &Yonin, name: &str, printed: &Map, look_ahead: u32, root_map: bool) {
    let maps: [Map; 4] = std::array::from_fn(|seat| turned(printed, seat));
    let mover = position.turn().index();
    let sign = if mover.is_multiple_of(2) { 1 } else { -1 };
    let root = root_map.then_some(mover);
    let map = if root_map { "root" } else { "previous" };
    let text = file(
        name,
        &format!("thesis]\nlook-ahead = {look_ahead}\nwidth = 5\nmap = \"{map}\""),
    );
    let choice = ask(&mut *player::<Yonin>(&text), position, 7);

    let statics: Vec<(Move, i32)> = position
        .legal()
        .into_iter()
        .map(|m| (m, sign * sum(&position.after(m), &maps[mover])))
        .collect();
    let better = |m: Move| {
        let own = statics.iter().find(|(other, _)| *other == m).unwrap().1;
        statics.iter().filter(|(_, other)| *other > own).count()
    };
    let searched = |m: Move| sign * value(&position.after(m), look_ahead, &maps, root);
    assert!(better(choice.m) < 5, "{position}\nkept {:?}", choice.m);
    let own = searched(choice.m);
    assert_eq!(choice.report.values[position.turn()], own, "{position}");
    for seat in Seat::all(4) {
        let same_colour = seat.index() % 2 == mover % 2;
        assert_eq!(
            choice.report.values[seat],
            if same_colour { own } else { -own }
        );
    }
    // Moves that are surely kept: with them fewer than five are at least as good.
    for &(m, value) in &statics {
        let at_least = statics.iter().filter(|(_, other)| *other >= value).count();
        if at_least <= 5 {
            assert!(searched(m) <= own, "{position}\n{m:?} is better");
        }
    }
}

#[test]
fn the_search_is_the_recursion_of_the_text() {
    for (number, rules) in rules().iter().enumerate() {
        let positions = positions::<Yonin>(rules, 1200, 2 + number as u64);
        for (index, position) in positions.iter().enumerate().step_by(23) {
            let (name, printed) = &PRINTED[index % 5];
            check(position, name, printed, (index % 4) as u32, index % 2 == 0);
        }
        for position in positions.iter().step_by(199) {
            check(position, "p0-self", &PRINTED[0].1, 4, false);
        }
    }
}

#[test]
fn with_a_look_ahead_of_four_the_map_is_the_roots_own() {
    let previous = file("p0-left", "thesis]\nmap = \"previous\"");
    let root = file("p0-left", "thesis]\nmap = \"root\"");
    for position in positions::<Yonin>(&Rules::default(), 800, 9)
        .iter()
        .take(400)
        .step_by(37)
    {
        let [a, b] = [&previous, &root].map(|text| ask(&mut *player::<Yonin>(text), position, 3));
        assert_eq!(a.m, b.m);
        assert_eq!(a.report.values, b.report.values);
    }
}

/// How often each move is played over many seeds.
fn frequencies(text: &str, position: &Yonin, seeds: u64) -> Vec<(Move, usize)> {
    let mut player = player::<Yonin>(text);
    let mut counts: Vec<(Move, usize)> = position.legal().into_iter().map(|m| (m, 0)).collect();
    for seed in 0..seeds {
        let choice = ask(&mut *player, position, seed);
        counts
            .iter_mut()
            .find(|(m, _)| *m == choice.m)
            .expect("a legal move")
            .1 += 1;
    }
    counts
}

#[test]
fn ties_at_the_root_are_broken_evenly() {
    // By symmetry the two first moves are worth the same on the plain map.
    let start = Yonin::start(&Rules::default());
    let counts = frequencies(&file("p0-normal", "thesis]"), &start, 2000);
    assert_eq!(counts.len(), 2);
    for (m, count) in counts {
        assert!((880..=1120).contains(&count), "{m:?} {count}");
    }
}

#[test]
fn every_strategy_has_a_player_as_the_text_and_one_as_printed() {
    for (name, _) in PRINTED {
        let text = library::load(name).unwrap();
        let printed: PlayerFile = library::load(&format!("{name}-as-printed")).unwrap();
        assert_eq!(text.search.name(), "thesis");
        assert_eq!(printed.search.name(), "thesis-as-printed");
        assert_eq!(text.evaluation, printed.evaluation);
    }
}

#[test]
fn a_decision_as_printed_follows_from_its_turn_whatever_was_decided_before() {
    let name = "p0-self-as-printed";
    let mut playing = Playing::new(Yonin::start(&Rules::default()), 7);
    let mut warm: [_; 4] = std::array::from_fn(|_| named::<Yonin>(name));
    while !playing.line.is_finished() {
        // Most decisions look as far as the one before, and some do not.
        let depth = if playing.ply() % 16 < 12 { 2 } else { 3 };
        let mut choices = [
            &mut warm[playing.position().turn().index()],
            &mut named(name),
        ]
        .map(|player| playing.ask(&mut **player, &Limits::depth(depth), &mut |_| ()));
        let [remembered, cold] = &mut choices;
        assert_eq!(remembered, cold, "after {} plies", playing.ply());
        playing.play(cold.as_ref().unwrap());
    }
}
