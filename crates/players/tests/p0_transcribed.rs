//! P0's printed program, letter by letter on plain arrays, beside ours in whole games: the map is
//! lowered at every evaluation and stays so, the root move is not made, and coins are tossed.

#![allow(clippy::unwrap_used)]

mod common;

use common::{named, positions};
use kaesu_players::{Playing, library};
use rules::yonin::{Rules, Yonin};
use rules::{Game, Seat};
use search::Limits;

type Move = <Yonin as Game>::Move;

/// `ValueStrategy` with its values, and what `setValue` subtracts for player 1 in the quadrants top
/// left, top right, bottom right and bottom left.
struct Strategy {
    values: [[i32; 8]; 8],
    lower: [i32; 4],
    player_no: usize,
}

const NORMAL: [[i32; 8]; 8] = [
    [100, -30, 0, -1, -1, 0, -30, 100],
    [-30, -50, -3, -3, -3, -3, -50, -30],
    [0, -3, 0, -1, -1, 0, -3, 0],
    [-1, -3, -1, 0, 0, -1, -3, -1],
    [-1, -3, -1, 0, 0, -1, -3, -1],
    [0, -3, 0, -1, -1, 0, -3, 0],
    [-30, -50, -3, -3, -3, -3, -50, -30],
    [100, -30, 0, -1, -1, 0, -30, 100],
];

/// The five strategies as tables 1 to 5 have them for player 1, who has top left: what they take from
/// the quadrants clockwise.
const STRATEGIES: [(&str, [i32; 4]); 5] = [
    ("p0-self-as-printed", [0, 50, 50, 50]),
    ("p0-right-as-printed", [0, 50, 50, 20]),
    ("p0-opposite-as-printed", [0, 50, 20, 50]),
    ("p0-left-as-printed", [0, 20, 50, 50]),
    ("p0-normal-as-printed", [0, 0, 0, 0]),
];

impl Strategy {
    fn new(player_no: usize, lower: [i32; 4]) -> Self {
        let mut strategy = Self {
            values: NORMAL,
            lower,
            player_no,
        };
        strategy.set_value(player_no);
        strategy
    }

    fn set_value(&mut self, player_no: usize) {
        for i in 0..8 {
            for j in 0..8 {
                let quadrant = match (i < 4, j < 4) {
                    (true, true) => 1,
                    (true, false) => 2,
                    (false, false) => 3,
                    (false, true) => 4,
                };
                // Clockwise from the player's own.
                let steps = (quadrant + 4 - player_no) % 4;
                self.values[i][j] -= self.lower[steps];
            }
        }
    }

    fn calculate_value(&mut self, player_no: usize, board: &Yonin) -> i32 {
        let mut val = 0;
        self.set_value(player_no);
        for i in 0..8 {
            for j in 0..8 {
                let has = |seat| (board.discs(Seat::new(seat)) >> (8 * i + j) & 1) as i32;
                val += (has(0) - has(1)) * self.values[i][j];
            }
        }
        val
    }

    fn get_value(&mut self, board: &Yonin, depth: u32) -> i32 {
        let player_no = board.turn().index() + 1;
        if depth == 0 || board.is_finished() {
            let pn = if player_no == 1 { 4 } else { player_no - 1 };
            return self.calculate_value(pn, board);
        }
        let mut vals = Vec::new();
        for m in board.legal() {
            vals.push(self.get_value(&board.after(m), depth - 1));
        }
        let white = player_no.is_multiple_of(2);
        let mut val = vals[0];
        for v in vals {
            if white && val > v || !white && val < v {
                val = v;
            }
        }
        val
    }

    /// The moves in the order they are compared in, with their values.
    fn decide(&mut self, board: &Yonin) -> Vec<(Move, i32)> {
        let mut possibles: Vec<Move> = board.legal().into_iter().collect();
        if possibles.len() > 5 {
            let mut vals = Vec::new();
            for &point in &possibles {
                let val = self.calculate_value(self.player_no, &board.after(point));
                vals.push((point, val));
            }
            if self.player_no.is_multiple_of(2) {
                vals.sort_by_key(|(_, val)| *val);
            } else {
                vals.sort_by_key(|(_, val)| -val);
            }
            possibles = vals.into_iter().take(5).map(|(point, _)| point).collect();
        }
        let mut vals = Vec::new();
        for point in possibles {
            vals.push((point, self.get_value(board, 4)));
        }
        vals
    }
}

/// The moves that some tosses lead to.
fn possible(vals: &[(Move, i32)], white: bool) -> Vec<Move> {
    let mut leading = vec![0];
    for i in 1..vals.len() {
        let mut next = Vec::new();
        for &max in &leading {
            if vals[max].1 == vals[i].1 {
                next.extend([max, i]);
            } else if (vals[max].1 > vals[i].1) == white {
                next.push(i);
            } else {
                next.push(max);
            }
        }
        next.sort_unstable();
        next.dedup();
        leading = next;
    }
    leading.into_iter().map(|index| vals[index].0).collect()
}

#[test]
fn whole_games_are_those_of_the_printed_source() {
    let (mut decided, mut sure) = (0, 0);
    for game in 0..2_usize {
        let seated: [usize; 4] = std::array::from_fn(|seat| (game + seat) % 5);
        let mut players = seated.map(|number| named::<Yonin>(STRATEGIES[number].0));
        let mut printed: [Strategy; 4] =
            std::array::from_fn(|seat| Strategy::new(seat + 1, STRATEGIES[seated[seat]].1));
        let mut playing = Playing::new(Yonin::start(&Rules::default()), game as u64);
        while !playing.position().is_finished() {
            let seat = playing.position().turn().index();
            let choice = playing
                .ask(&mut *players[seat], &Limits::default(), &mut |_| ())
                .unwrap();
            if choice.m.square().is_some() {
                let vals = printed[seat].decide(playing.position());
                let moves = possible(&vals, seat % 2 == 1);
                assert!(moves.contains(&choice.m), "{}", playing.position());
                let value = vals.iter().find(|(m, _)| *m == choice.m).unwrap().1;
                assert_eq!(choice.report.values[Seat::new(0)], value);
                decided += 1;
                sure += usize::from(moves.len() == 1);
            }
            playing.play(&choice);
        }
    }
    assert!(decided > 100 && sure > 40, "{decided} {sure}");
}

#[test]
fn a_player_that_was_not_there_finds_the_map_again() {
    let mut playing = Playing::new(Yonin::start(&Rules::default()), 5);
    let mut player = named::<Yonin>("p0-self-as-printed");
    for _ in 0..24 {
        let choice = playing
            .ask(&mut *player, &Limits::default(), &mut |_| ())
            .unwrap();
        playing.play(&choice);
    }
    let mut fresh = named::<Yonin>("p0-self-as-printed");
    let ask = |player: &mut dyn kaesu_players::Player<Yonin>| {
        playing
            .ask(player, &Limits::default(), &mut |_| ())
            .unwrap()
    };
    assert_eq!(ask(&mut *player), ask(&mut *fresh));
}

#[test]
fn tosses_favour_later_moves() {
    // Normal takes nothing from its map, so all moves it keeps have one value: the last of five is
    // played every second time, the first two one time in sixteen.
    let board = positions::<Yonin>(&Rules::default(), 600, 5)
        .into_iter()
        .filter(|position| position.legal().len() > 6)
        .nth(10)
        .unwrap();
    let mut printed = Strategy::new(board.turn().index() + 1, [0; 4]);
    let vals = printed.decide(&board);
    assert!(vals.iter().all(|(_, val)| *val == vals[0].1));
    let mut player = named::<Yonin>("p0-normal-as-printed");
    let mut counts = [0_i32; 5];
    for seed in 0..400 {
        let m = common::ask(&mut *player, &board, seed).m;
        counts[vals.iter().position(|(kept, _)| *kept == m).unwrap()] += 1;
    }
    for (count, expected) in counts.into_iter().zip([25, 25, 50, 100, 200]) {
        assert!((count - expected).abs() < 45, "{counts:?}");
    }
}

#[test]
fn the_library_has_these_strategies() {
    for (name, _) in STRATEGIES {
        assert_eq!(
            library::load(name).unwrap().search.name(),
            "thesis-as-printed"
        );
    }
}
