//! Yonin, Reversi for four: rules, section 2; numbers in comments are the rules' numbers.

use super::reversi::{BLACK, Cell, Grid, WHITE, square_name, square_named};
use super::{Slow, ranks_by};

#[derive(Clone)]
pub(super) struct Yonin {
    grid: Grid,
    turn: usize,
    /// What a turn adds to the seat: 1 clockwise, 3 anticlockwise.
    step: usize,
    pairs: bool,
    /// Seats that resigned, in that order.
    out: Vec<usize>,
}

/// 1: seat 0 top left, 1 top right, 2 bottom right, 3 bottom left.
fn territory(row: usize, col: usize) -> usize {
    match (row < 4, col < 4) {
        (true, true) => 0,
        (true, false) => 1,
        (false, false) => 2,
        (false, true) => 3,
    }
}

/// 3: opposite seats have the same colour, seat 0 black.
fn colour(seat: usize) -> usize {
    [BLACK, WHITE, BLACK, WHITE][seat]
}

impl Yonin {
    pub(super) fn new(options: &[(&str, &str)]) -> Yonin {
        // 7: "d4 e5 white, e4 d5 black".
        let mut game = Yonin {
            grid: Grid::new(8, 0, WHITE),
            turn: 0,
            step: 1,
            pairs: false,
            out: Vec::new(),
        };
        for option in options {
            match option {
                ("start", "othello") => game.grid = Grid::new(8, 0, WHITE),
                // 7: "with the colours swapped".
                ("start", "own") => game.grid = Grid::new(8, 0, BLACK),
                ("direction", "clockwise") => game.step = 1,
                ("direction", "anticlockwise") => game.step = 3,
                ("pairs", "no") => game.pairs = false,
                ("pairs", "yes") => game.pairs = true,
                (key, value) => panic!("no option {key}={value}"),
            }
        }
        game
    }

    fn placements(&self, seat: usize) -> Vec<String> {
        let mut names = Vec::new();
        // 10: a resigned seat is out.
        if self.out.contains(&seat) {
            return names;
        }
        let opposite = (seat + 2) % 4;
        for (row, col) in self.grid.squares() {
            // 4: "exactly as in Reversi, but not in the territory of the opposite seat".
            if self.grid.can_place(row, col, colour(seat)) && territory(row, col) != opposite {
                names.push(square_name(row, col));
            }
        }
        names.sort();
        names
    }

    fn is_out(&self, seat: usize) -> bool {
        self.out.contains(&seat)
    }

    fn team_is_out(&self, seat: usize) -> bool {
        self.is_out(seat) && self.is_out((seat + 2) % 4)
    }
}

impl Slow for Yonin {
    fn turn(&self) -> usize {
        self.turn
    }

    fn legal(&self) -> Vec<String> {
        if self.finished() {
            return Vec::new();
        }
        // 5: "A seat with no such move passes; no voluntary pass."
        let placements = self.placements(self.turn);
        if placements.is_empty() {
            vec!["--".to_string()]
        } else {
            placements
        }
    }

    fn play(&mut self, m: &str) {
        if m != "--" {
            let (row, col) = square_named(m);
            self.grid.place(row, col, colour(self.turn));
        }
        // 2: "turns never jump".
        self.turn = (self.turn + self.step) % 4;
    }

    fn resign(&mut self, seat: usize) {
        // 10: the seat passes from now on, so the turn stays where it is.
        if !self.finished() && !self.is_out(seat) {
            self.out.push(seat);
        }
    }

    fn finished(&self) -> bool {
        // 5: "The game ends when no seat can move."
        let stuck = (0..4).all(|seat| self.placements(seat).is_empty());
        let beaten = if self.pairs {
            self.team_is_out(0) || self.team_is_out(1)
        } else {
            self.out.len() == 3
        };
        stuck || beaten
    }

    fn ranks(&self) -> Vec<u8> {
        let scores = self.scores();
        let mut keys = Vec::new();
        for seat in 0..4 {
            if self.pairs {
                // 9: "scored by the sum of both territories".
                keys.push((
                    !self.team_is_out(seat),
                    scores[seat] + scores[(seat + 2) % 4],
                ));
            } else {
                // 10: below all that still play, earlier out = lower; 6: else by score.
                keys.push(match self.out.iter().position(|gone| *gone == seat) {
                    Some(order) => (false, order as i32),
                    None => (true, scores[seat]),
                });
            }
        }
        ranks_by(&keys)
    }

    fn scores(&self) -> Vec<i32> {
        // 6: "discs of one's colour in one's own territory".
        let mut scores = vec![0; 4];
        for (row, col) in self.grid.squares() {
            let seat = territory(row, col);
            if self.grid.cells[row][col] == Cell::Disc(colour(seat)) {
                scores[seat] += 1;
            }
        }
        scores
    }

    fn copy(&self) -> Box<dyn Slow> {
        Box::new(self.clone())
    }
}
