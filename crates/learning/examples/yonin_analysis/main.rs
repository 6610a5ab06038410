//! What Yonin is like when all four are strong: the figures of `docs/yonin-analysis.md`.
//!
//! ```text
//! cargo run --release -p kaesu-learning --example yonin_analysis -- games=1000 evaluations=400 [weights=weights/yonin.zst] [seed=1]
//! ```

use std::collections::{BTreeMap, HashMap};

use kaesu_learning::practice::examination::{BINS, Bin};
use rules::reversi::Move;
use rules::yonin::{Rules, Start, Yonin};
use rules::{Game, Notation, Seat};
use search::{Limits, MaxN, RankUtility, Search, maxn};
use statistics::{Estimate, Level};
use strengths::{SEATS, Weights, yonin};

mod table;

use table::{Seen, Table, expected};

/// Empty squares from which on endings are solved to look for those who make kings.
const SOLVED: u32 = 7;

const CORNERS: [u32; 4] = [0, 7, 63, 56];

fn estimate(values: &[f64]) -> String {
    Estimate::mean(values, Level::P95).map_or_else(
        || "–".to_owned(),
        |mean| format!("{:.3} ± {:.3}", mean.value, mean.interval.half_width()),
    )
}

fn ranks(seen: &Seen) -> [f64; SEATS] {
    let outcome = seen.end.standing();
    std::array::from_fn(|seat| outcome.shared_rank(Seat::new(seat)))
}

/// Mean rank of each seat.
fn order(games: &[Seen]) {
    for seat in 0..SEATS {
        let own: Vec<f64> = games.iter().map(|seen| ranks(seen)[seat]).collect();
        let first = own.iter().filter(|&&rank| rank < 1.25).count() as f64 / own.len() as f64;
        println!(
            "seat {}: {}, first alone {:.1} %",
            seat + 1,
            estimate(&own),
            100.0 * first
        );
    }
}

/// How the ranks of two seats go together; −1/3 for seats that have nothing to do with each other.
fn together(games: &[Seen]) {
    let product = |one: usize, other: usize| {
        let products: Vec<f64> = games
            .iter()
            .map(|seen| (ranks(seen)[one] - 2.5) * (ranks(seen)[other] - 2.5) / 1.25)
            .collect();
        estimate(&products)
    };
    for (one, other, name) in [
        (0, 2, "opposite"),
        (1, 3, "opposite"),
        (0, 1, "beside"),
        (1, 2, "beside"),
        (2, 3, "beside"),
        (3, 0, "beside"),
    ] {
        println!(
            "seats {} and {} ({name}): {}",
            one + 1,
            other + 1,
            product(one, other)
        );
    }
}

/// What the seat gains that places in the first corner, and whose corner it is.
fn first_corner(games: &[Seen]) {
    let mut gains: BTreeMap<&str, [Vec<f64>; 3]> = BTreeMap::new();
    for seen in games {
        let corner = seen.plies.iter().position(
            |(_, m, _)| matches!(m, Move::Place(square) if CORNERS.contains(&u32::from(*square))),
        );
        let Some(at) = corner else { continue };
        let (position, m, _) = &seen.plies[at];
        let mover = position.turn();
        let Move::Place(square) = *m else { continue };
        let home = Yonin::territory(mover) >> square & 1 == 1;
        // What it thought the last time it was its turn.
        let before = seen.plies[..at]
            .iter()
            .rev()
            .find(|ply| ply.0.turn() == mover);
        let Some((_, _, before)) = before else {
            continue;
        };
        let [came, gain, ply] = gains
            .entry(if home { "at home" } else { "beside" })
            .or_default();
        let rank = ranks(seen)[mover.index()];
        came.push(rank);
        gain.push(expected(before[mover]) - rank);
        ply.push(at as f64 + 1.0);
    }
    for (whose, [came, gain, ply]) in gains {
        println!(
            "first corner {whose}: {} games, ply {}, rank {}, gain on a round before {}",
            came.len(),
            estimate(&ply),
            estimate(&came),
            estimate(&gain)
        );
    }
}

/// How often somebody whose own place does not depend on it decides who wins.
fn king_making(games: &[Seen]) {
    let (mut games_with, mut positions, mut choices) = (Vec::new(), 0, 0);
    let mut makers = [0; 4];
    let utility = RankUtility::seats_beaten(SEATS);
    let mut search = MaxN::new(utility, maxn::Options::solve());
    for seen in games {
        let mut found = false;
        for (position, _, _) in &seen.plies {
            let moves = position.legal();
            if position.empties().count_ones() > SOLVED || moves.len() < 2 {
                continue;
            }
            positions += 1;
            let mover = position.turn();
            let worths: Vec<_> = moves
                .iter()
                .map(|&m| {
                    let after = position.after(m);
                    if after.is_finished() {
                        return utility.of(&after.standing());
                    }
                    search
                        .search(&after, &Limits::default(), &mut |_| ())
                        .values
                })
                .collect();
            let best = worths.iter().map(|worth| worth[mover]).max().unwrap_or(0);
            let equal: Vec<_> = worths.iter().filter(|worth| worth[mover] == best).collect();
            let winner = |worth: &rules::PerSeat<i32>| {
                let most = worth.iter().copied().max();
                Seat::all(SEATS)
                    .filter(|&seat| Some(worth[seat]) == most)
                    .collect::<Vec<_>>()
            };
            let winners: Vec<_> = equal.iter().map(|worth| winner(worth)).collect();
            if winners
                .iter()
                .any(|seats| *seats != winners[0] && !seats.contains(&mover))
            {
                choices += 1;
                found = true;
                let place = equal[0].iter().filter(|&&other| other > best).count();
                makers[place] += 1;
            }
        }
        games_with.push(f64::from(u8::from(found)));
    }
    println!(
        "king-making from {SOLVED} empty squares on: {choices} of {positions} decisions, share of games {}; the maker is at place 1–4: {makers:?}",
        estimate(&games_with)
    );
}

/// Whether ranks come as expected at the mover's search, all four seats.
fn calibration(games: &[Seen]) {
    let mut bins = vec![Bin::default(); BINS];
    for seen in games {
        let came = ranks(seen);
        for (_, _, values) in &seen.plies {
            for seat in 0..SEATS {
                Bin::add(&mut bins, expected(values[Seat::new(seat)]), came[seat]);
            }
        }
    }
    for (number, bin) in bins.iter().enumerate() {
        if let Some((expected, came)) = bin.means() {
            println!(
                "calibration {number}: {} seats, expected {expected:.3}, came {came:.3}",
                bin.count
            );
        }
    }
}

/// What the first moves are worth to the seat that plays them, by a long look and by what came.
fn openings(table: &Table, rules: &Rules, games: &[Seen]) {
    let start = Yonin::start(rules);
    for (m, values) in table.moves(&start, None, 500).values {
        let own = games.iter().filter(|seen| seen.plies[0].1 == m);
        let own: Vec<f64> = own.map(|seen| ranks(seen)[0]).collect();
        let all = Seat::all(SEATS).map(|seat| format!("{:.3}", expected(values[seat])));
        println!(
            "first move {}: expected {:?}, came {} in {} games",
            start.move_text(m),
            all.collect::<Vec<_>>(),
            estimate(&own),
            own.len()
        );
    }
}

/// What a pact does for its members, and for the seats that have none.
fn pacts(table: &Table, rules: &Rules, games: u64, seed: u64) {
    for known in [false, true] {
        for (name, members) in [("opposite", [(0, 2), (1, 3)]), ("beside", [(0, 1), (1, 2)])] {
            let (mut both, mut best) = (Vec::new(), Vec::new());
            for game in 0..games {
                let (one, other) = members[game as usize % 2];
                let pact = Some((Seat::new(one), Seat::new(other)));
                let seen = table.game(rules, seed << 20 ^ game, pact, known);
                let ranks = ranks(&seen);
                both.push((ranks[one] + ranks[other]) / 2.0);
                best.push(f64::from(u8::from(ranks[one].min(ranks[other]) < 1.25)));
            }
            let known = if known { "known to all" } else { "secret" };
            println!(
                "pact {name}, {known}: mean rank of members {}, one of them first {}",
                estimate(&both),
                estimate(&best)
            );
        }
    }
}

fn main() {
    let given: HashMap<String, String> = std::env::args()
        .skip(1)
        .filter_map(|word| {
            word.split_once('=')
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
        })
        .collect();
    let number = |key: &str, default: u64| {
        given
            .get(key)
            .map_or(default, |value| value.parse().expect("a whole number"))
    };
    let path = given
        .get("weights")
        .map_or("weights/yonin.zst", String::as_str);
    let bytes = std::fs::read(path).expect("the weights can be read");
    let bytes = zstd::decode_all(&bytes[..]).expect("the weights are packed");
    let weights = Weights::read(&yonin::KIND, &bytes).expect("weights of Yonin");
    let (count, seed) = (number("games", 1000), number("seed", 1));
    let table = Table::new(weights, number("evaluations", 400));
    for start in [Start::Othello, Start::Own] {
        let rules = Rules {
            start,
            ..Rules::default()
        };
        println!("start {start:?}");
        let games: Vec<Seen> = (0..count)
            .map(|game| table.game(&rules, seed << 32 ^ game, None, false))
            .collect();
        order(&games);
        together(&games);
        first_corner(&games);
        king_making(&games);
        calibration(&games);
        openings(&table, &rules, &games);
    }
    pacts(&table, &Rules::default(), count / 2, seed);
}
