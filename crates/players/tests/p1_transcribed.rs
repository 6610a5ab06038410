//! P1's program written down from the paper, slowly and on plain rows of numbers, beside ours: the
//! same moves in hundreds of positions, for both readings of what the paper leaves open.

#![allow(clippy::unwrap_used)]

mod common;

use common::{ask, player, positions};
use kaesu_players::evaluation::features::Noise;
use rules::Game;
use rules::hash::mix;
use rules::reversi::Othello;

/// Which readings a program follows.
#[derive(Clone, Copy, Debug)]
struct Reading {
    /// t is the number of discs placed on the board that is valued, not that of the move chosen.
    board: bool,
    /// The noise on the values of the root moves; none otherwise.
    root_noise: bool,
    /// CT by the letter of the formula.
    far: bool,
}

/// K[i][j]: 1 for the side that chooses, -1 for the other.
type Board = [[i32; 8]; 8];

/// The board after a disc of `side` at (i, j); nothing if none would turn.
fn place(k: &Board, side: i32, i: i32, j: i32) -> Option<Board> {
    if k[i as usize][j as usize] != 0 {
        return None;
    }
    let at = |i: i32, j: i32| {
        let inside = (0..8).contains(&i) && (0..8).contains(&j);
        if inside { k[i as usize][j as usize] } else { 0 }
    };
    let mut after = *k;
    let mut turned = false;
    for (di, dj) in [
        (-1, -1),
        (-1, 0),
        (-1, 1),
        (0, -1),
        (0, 1),
        (1, -1),
        (1, 0),
        (1, 1),
    ] {
        let mut length = 1;
        while at(i + di * length, j + dj * length) == -side {
            length += 1;
        }
        if length > 1 && at(i + di * length, j + dj * length) == side {
            turned = true;
            for step in 0..length {
                after[(i + di * step) as usize][(j + dj * step) as usize] = side;
            }
        }
    }
    turned.then_some(after)
}

/// All boards after a move of `side`, row by row.
fn moves(k: &Board, side: i32) -> Vec<(usize, Board)> {
    let squares = (0..8).flat_map(|i| (0..8).map(move |j| (i, j)));
    squares
        .filter_map(|(i, j)| Some(((8 * i + j) as usize, place(k, side, i, j)?)))
        .collect()
}

fn count(k: &Board, what: impl Fn(i32) -> bool) -> usize {
    k.iter().flatten().filter(|&&k| what(k)).count()
}

/// F of the final function, with KN also against its weight in two moves so that every sign occurs.
fn f(k: &Board, t: usize, reading: Reading) -> f64 {
    let mut bp = 0;
    let mut ct = 0.0;
    for (i, row) in k.iter().enumerate() {
        for (j, &disc) in row.iter().enumerate() {
            let edge = |x: usize| x.min(7 - x);
            bp += disc
                * match (edge(i), edge(j)) {
                    (0, 0) => 6,
                    (0, 1) | (1, 0) | (1, 1) => -2,
                    _ => 0,
                };
            let (di, dj) = (i as f64 - 3.5, j as f64 - 3.5);
            ct += f64::from(disc) * (di * di + dj * dj);
        }
    }
    let mut st = 0;
    for (di, dj) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        for i in 0..8_i32 {
            for j in 0..8_i32 {
                let at = |n: i32| {
                    let (i, j) = (i + di * n, j + dj * n);
                    let inside = (0..8).contains(&i) && (0..8).contains(&j);
                    if inside { k[i as usize][j as usize] } else { 0 }
                };
                if at(0) == 0 || at(-1) == at(0) {
                    continue;
                }
                let mut length = 1;
                while at(length) == at(0) {
                    length += 1;
                }
                if length >= 3 {
                    st += at(0) * length * length;
                }
            }
        }
    }
    let kn: i32 = k.iter().flatten().sum();
    let cn = moves(k, 1).len() as i32 - moves(k, -1).len() as i32;
    let on = |moves: &[usize]| f64::from(u8::from(moves.contains(&t)));
    let ct = if reading.far { ct } else { -ct };
    100.0 * f64::from(bp)
        + f64::from(cn)
        + ct * on(&[6, 25])
        + f64::from(st) * on(&[6, 25])
        + f64::from(kn) * (on(&[6, 25]) - on(&[12, 13]))
}

/// The value to the side that chooses, `side` being to move; passes are plies.
fn minimax(k: &Board, side: i32, depth: u32, value: &dyn Fn(&Board) -> f64) -> f64 {
    let own = moves(k, side);
    if own.is_empty() && moves(k, -side).is_empty() {
        let discs = k.iter().flatten().sum::<i32>();
        return 1e9 * f64::from(discs.signum()) + f64::from(discs);
    }
    if depth == 0 {
        return value(k);
    }
    if own.is_empty() {
        return minimax(k, -side, depth - 1, value);
    }
    let values = own
        .iter()
        .map(|(_, after)| minimax(after, -side, depth - 1, value));
    if side == 1 {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}

/// The square the program chooses; of equal moves the first.
fn chosen(position: &Othello, reading: Reading, seed: u64) -> usize {
    let k = common::squares(position.own(), position.other());
    let placed = |k: &Board| count(k, |disc| disc != 0) - 4;
    let t = placed(&k) + 1;
    let depth = if count(&k, |disc| disc == 0) <= 9 {
        60
    } else {
        3
    };
    let value = |k: &Board| f(k, if reading.board { placed(k) } else { t }, reading);
    let mut best = None;
    for (square, after) in moves(&k, 1) {
        let mut h = minimax(&after, -1, depth - 1, &value);
        if reading.root_noise && h.abs() < 1e9 {
            // Only r is taken from ours.
            let m = position
                .legal()
                .into_iter()
                .find(|m| m.square() == Some(square as u32));
            let key = position.after(m.unwrap()).key();
            let noise = Noise::new(1.0, seed).finely_on(1 << 20, key) - (1_i64 << 52);
            let r = noise as f64 / (1_i64 << 52) as f64 + 0.5;
            assert!((0.0..1.0).contains(&r));
            h *= 1.0 + 0.1 * (r - 0.5);
        }
        if best.is_none_or(|(_, most)| h > most) {
            best = Some((square, h));
        }
    }
    best.unwrap().0
}

fn text(reading: Reading) -> String {
    let Reading {
        board,
        root_noise,
        far,
    } = reading;
    format!(
        "about = \"\"\n[limits]\ndepth = 3\n[search.alphabeta]\niterate = false\nlast-line-first = false\n\
         exhaustive = 9\nties = \"first\"\n[evaluation.features]\nnoise = {}\nnoise-on = \"root\"\n\
         moves-of = \"{}\"\nbp = {{ weight = 100, when = \"(1-60)\", corner = 6, near-corner = -2 }}\n\
         cn = {{ weight = 1, when = \"(1-60)\" }}\n\
         ct = {{ weight = 1, when = \"(6)+(25)\", favours = \"{}\" }}\n\
         st = {{ weight = 1, when = \"(6)+(25)\" }}\n\
         kn = {{ weight = 1, when = \"(6)+(25)+[-](12-13)\" }}\n",
        if root_noise { 0.1 } else { 0.0 },
        if board { "board" } else { "root" },
        if far { "far" } else { "near" },
    )
}

#[test]
fn the_program_chooses_what_a_transcription_of_the_paper_chooses() {
    let as_decided = Reading {
        board: false,
        root_noise: false,
        far: false,
    };
    let best_fit = Reading {
        board: true,
        root_noise: true,
        far: true,
    };
    let (mut asked, mut differ) = (0, 0);
    for position in positions::<Othello>(&(), 6000, 31) {
        let empties = position.empties().count_ones();
        let places = position.legal()[0].square().is_some();
        // With eight or nine empty squares a plain search to the end takes too long.
        if !places || (8..=9).contains(&empties) || !mix(position.key()).is_multiple_of(8) {
            continue;
        }
        let mut squares = [as_decided, best_fit].map(|reading| {
            let ours = ask(&mut *player::<Othello>(&text(reading)), &position, 7).m;
            let ours = ours.square().unwrap() as usize;
            // The seed of game 7 for a player without one of its own.
            let seed = mix(7 ^ mix(1));
            assert_eq!(
                ours,
                chosen(&position, reading, seed),
                "{reading:?}\n{position}"
            );
            ours
        });
        asked += 1;
        squares.sort_unstable();
        differ += usize::from(squares[0] != squares[1]);
    }
    assert!(asked > 500 && differ > 50, "{asked} {differ}");
}
