//! Reversi for two on any of its boards: rules, section 1. The grid serves Yonin as well, whose
//! moves turn discs "exactly as in Reversi".

use super::{Slow, ranks_by};

pub(super) const BLACK: usize = 0;
pub(super) const WHITE: usize = 1;

const DIRECTIONS: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    /// No square of the board: cut off at a corner.
    Hole,
    Empty,
    Disc(usize),
}

#[derive(Clone)]
pub(super) struct Grid {
    pub(super) cells: Vec<Vec<Cell>>,
}

impl Grid {
    /// `cut` squares are missing along each edge at each corner, and those between them:
    /// 2 makes 3 missing squares at a corner, 3 makes 6. Of the four start discs in the centre,
    /// upper left and lower right have the colour `main`, the other two the other colour.
    pub(super) fn new(size: usize, cut: usize, main: usize) -> Grid {
        let mut grid = Grid {
            cells: vec![vec![Cell::Empty; size]; size],
        };
        for (row, col) in grid.squares() {
            let to_edge = |x: usize| x.min(size - 1 - x);
            if to_edge(row) + to_edge(col) < cut {
                grid.cells[row][col] = Cell::Hole;
            }
        }
        let middle = size / 2;
        grid.cells[middle - 1][middle - 1] = Cell::Disc(main);
        grid.cells[middle][middle] = Cell::Disc(main);
        grid.cells[middle - 1][middle] = Cell::Disc(1 - main);
        grid.cells[middle][middle - 1] = Cell::Disc(1 - main);
        grid
    }

    pub(super) fn squares(&self) -> Vec<(usize, usize)> {
        let size = self.cells.len();
        (0..size)
            .flat_map(|row| (0..size).map(move |col| (row, col)))
            .collect()
    }

    /// Everything outside the board is a hole.
    fn at(&self, row: i32, col: i32) -> Cell {
        let size = self.cells.len() as i32;
        if row < 0 || col < 0 || row >= size || col >= size {
            return Cell::Hole;
        }
        self.cells[row as usize][col as usize]
    }

    /// The discs that a disc of `colour` placed on this square would turn.
    fn turned(&self, row: usize, col: usize, colour: usize) -> Vec<(usize, usize)> {
        let mut turned = Vec::new();
        if self.cells[row][col] != Cell::Empty {
            return turned;
        }
        for (down, right) in DIRECTIONS {
            let mut line = Vec::new();
            let (mut r, mut c) = (row as i32 + down, col as i32 + right);
            while self.at(r, c) == Cell::Disc(1 - colour) {
                line.push((r as usize, c as usize));
                (r, c) = (r + down, c + right);
            }
            if self.at(r, c) == Cell::Disc(colour) {
                turned.extend(line);
            }
        }
        turned
    }

    /// A move must turn at least one disc.
    pub(super) fn can_place(&self, row: usize, col: usize, colour: usize) -> bool {
        !self.turned(row, col, colour).is_empty()
    }

    pub(super) fn place(&mut self, row: usize, col: usize, colour: usize) {
        for (r, c) in self.turned(row, col, colour) {
            self.cells[r][c] = Cell::Disc(colour);
        }
        self.cells[row][col] = Cell::Disc(colour);
    }
}

pub(super) fn square_name(row: usize, col: usize) -> String {
    format!("{}{}", (b'a' + col as u8) as char, row + 1)
}

pub(super) fn square_named(name: &str) -> (usize, usize) {
    let col = name.as_bytes()[0] - b'a';
    let row: usize = name[1..]
        .parse()
        .expect("a square is a letter and a number");
    (row - 1, col as usize)
}

#[derive(Clone)]
pub(super) struct Reversi {
    grid: Grid,
    turn: usize,
    resigned: Option<usize>,
}

impl Reversi {
    pub(super) fn new(board: &str) -> Reversi {
        let (size, cut) = match board {
            "8x8" => (8, 0),
            "6x6" => (6, 0),
            "4x4" => (4, 0),
            "10x10" => (10, 0),
            "88" => (10, 2),
            "octagon" => (10, 3),
            "nipp" => (8, 2),
            _ => panic!("no board {board}"),
        };
        // "Black first; d4 e5 white, e4 d5 black."
        Reversi {
            grid: Grid::new(size, cut, WHITE),
            turn: BLACK,
            resigned: None,
        }
    }

    fn placements(&self, seat: usize) -> Vec<String> {
        let mut names = Vec::new();
        for (row, col) in self.grid.squares() {
            if self.grid.can_place(row, col, seat) {
                names.push(square_name(row, col));
            }
        }
        names.sort();
        names
    }
}

impl Slow for Reversi {
    fn turn(&self) -> usize {
        self.turn
    }

    fn legal(&self) -> Vec<String> {
        if self.finished() {
            return Vec::new();
        }
        // "Forced pass when none can."
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
            self.grid.place(row, col, self.turn);
        }
        self.turn = 1 - self.turn;
    }

    fn resign(&mut self, seat: usize) {
        if !self.finished() {
            self.resigned = Some(seat);
        }
    }

    fn finished(&self) -> bool {
        // "The end when neither can move."
        let stuck = |seat| self.placements(seat).is_empty();
        self.resigned.is_some() || (stuck(BLACK) && stuck(WHITE))
    }

    fn ranks(&self) -> Vec<u8> {
        // "Resignation or lost on time: the opponent wins."
        match self.resigned {
            Some(BLACK) => vec![2, 1],
            Some(_) => vec![1, 2],
            None => ranks_by(&self.scores()),
        }
    }

    fn scores(&self) -> Vec<i32> {
        let discs = |colour| {
            let all = self.grid.cells.iter().flatten();
            all.filter(|cell| **cell == Cell::Disc(colour)).count() as i32
        };
        vec![discs(BLACK), discs(WHITE)]
    }

    fn copy(&self) -> Box<dyn Slow> {
        Box::new(self.clone())
    }
}
