//! The slow twin of tic-tac-toe for three, from the rules alone: a text of sixteen squares.

use crate::slow::{Slow, ranks_by};

/// Four rows of four; a square is its mark or blank.
#[derive(Clone)]
pub(crate) struct SlowTicTacToe {
    row: usize,
    squares: Vec<char>,
    turn: usize,
    out: Vec<usize>,
}

impl SlowTicTacToe {
    pub(crate) fn new(row: usize) -> Self {
        Self {
            row,
            squares: vec![' '; 16],
            turn: 0,
            out: Vec::new(),
        }
    }

    /// Every row, column and diagonal as a text; equal marks that stand together are a row.
    fn lines(&self) -> Vec<String> {
        let along = |inside: &dyn Fn(usize, usize) -> bool| {
            let on = (0..16).filter(|square| inside(square / 4, square % 4));
            on.map(|square| self.squares[square]).collect::<String>()
        };
        let mut lines = Vec::new();
        for n in 0..7 {
            lines.push(along(&|row, _| row == n));
            lines.push(along(&|_, column| column == n));
            lines.push(along(&|row, column| row + column == n));
            lines.push(along(&|row, column| row + 3 == n + column));
        }
        lines
    }

    fn winner(&self) -> Option<usize> {
        let left: Vec<usize> = (0..3).filter(|seat| !self.out.contains(seat)).collect();
        let row = |seat: &usize| "123"[*seat..=*seat].repeat(self.row);
        match left[..] {
            [only] => Some(only),
            _ => (0..3).find(|seat| self.lines().iter().any(|line| line.contains(&row(seat)))),
        }
    }

    fn next(&mut self) {
        while !self.finished() {
            self.turn = (self.turn + 1) % 3;
            if !self.out.contains(&self.turn) {
                return;
            }
        }
    }
}

impl Slow for SlowTicTacToe {
    fn turn(&self) -> usize {
        self.turn
    }

    fn legal(&self) -> Vec<String> {
        let name = |square: usize| format!("{}{}", &"abcd"[square % 4..][..1], square / 4 + 1);
        match self.finished() {
            true => Vec::new(),
            false => {
                let free = (0..16).filter(|&square| self.squares[square] == ' ');
                free.map(name).collect()
            }
        }
    }

    fn play(&mut self, m: &str) {
        let (column, row) = m.split_at(1);
        let column = "abcd".find(column).expect("a column");
        let row: usize = row.parse().expect("a row");
        self.squares[(row - 1) * 4 + column] = ['1', '2', '3'][self.turn];
        self.next();
    }

    fn resign(&mut self, seat: usize) {
        if self.finished() || self.out.contains(&seat) {
            return;
        }
        self.out.push(seat);
        if self.turn == seat {
            self.next();
        }
    }

    fn finished(&self) -> bool {
        self.winner().is_some() || !self.squares.contains(&' ')
    }

    fn ranks(&self) -> Vec<u8> {
        let key = |seat| (self.winner() == Some(seat), !self.out.contains(&seat));
        ranks_by(&[0, 1, 2].map(key))
    }

    fn scores(&self) -> Vec<i32> {
        let won = |seat| i32::from(self.winner() == Some(seat));
        [0, 1, 2].map(won).to_vec()
    }

    fn copy(&self) -> Box<dyn Slow> {
        Box::new(self.clone())
    }
}
