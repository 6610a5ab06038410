//! Pieces and squares of Yonin-shogi. Directions and ranks are those of South; other facings are
//! South turned clockwise.

pub(super) type Square = (usize, usize);
pub(super) type Direction = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Pawn,
    Silver,
    Gold,
    Rook,
    King,
}

use Kind::{Gold, King, Pawn, Rook, Silver};

/// What can be in a hand, in the order of the counts in a position's hands.
pub(super) const HAND: [(Kind, char); 4] = [(Pawn, 'P'), (Silver, 'S'), (Gold, 'G'), (Rook, 'R')];

const UP: Direction = (-1, 0);
const DOWN: Direction = (1, 0);
const LEFT: Direction = (0, -1);
const RIGHT: Direction = (0, 1);
const UP_LEFT: Direction = (-1, -1);
const UP_RIGHT: Direction = (-1, 1);
const DOWN_LEFT: Direction = (1, -1);
const DOWN_RIGHT: Direction = (1, 1);

const STRAIGHT: [Direction; 4] = [UP, LEFT, RIGHT, DOWN];
const DIAGONAL: [Direction; 4] = [UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT];
const SILVER: [Direction; 5] = [UP_LEFT, UP, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT];
const GOLD: [Direction; 6] = [UP_LEFT, UP, UP_RIGHT, LEFT, RIGHT, DOWN];
const KING: [Direction; 8] = [
    UP_LEFT, UP, UP_RIGHT, LEFT, RIGHT, DOWN_LEFT, DOWN, DOWN_RIGHT,
];

/// 2: "a kind, an owner and a facing". A facing is the number of the seat that faces so.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) promoted: bool,
    pub(super) owner: usize,
    pub(super) facing: usize,
}

impl Piece {
    /// As at the start and after a drop: own facing, unpromoted.
    pub(super) fn new(kind: Kind, seat: usize) -> Piece {
        Piece {
            kind,
            promoted: false,
            owner: seat,
            facing: seat,
        }
    }

    /// One step each, for South.
    pub(super) fn steps(&self) -> &'static [Direction] {
        match (self.kind, self.promoted) {
            (Pawn, false) => &[UP],
            (Silver, false) => &SILVER,
            (Gold, _) | (Pawn | Silver, true) => &GOLD,
            (Rook, false) => &[],
            (Rook, true) => &DIAGONAL,
            (King, _) => &KING,
        }
    }

    pub(super) fn slides(&self) -> &'static [Direction] {
        if self.kind == Rook { &STRAIGHT } else { &[] }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    /// The king of a player who is out.
    Wall,
    Full(Piece),
}

/// South's direction, turned clockwise as often as the facing says.
pub(super) fn turn_direction((mut down, mut right): Direction, facing: usize) -> Direction {
    for _ in 0..facing {
        (down, right) = (right, -down);
    }
    (down, right)
}

pub(super) fn neighbour((row, col): Square, (down, right): Direction) -> Option<Square> {
    let (row, col) = (row as i32 + down, col as i32 + right);
    let inside = (0..9).contains(&row) && (0..9).contains(&col);
    inside.then_some((row as usize, col as usize))
}

/// The rank of a square as seen with this facing: 0 is the last one, 8 the own edge.
pub(super) fn rank((row, col): Square, facing: usize) -> usize {
    [row, 8 - col, 8 - row, col][facing]
}

/// 4: "column for South and North, row for West and East".
pub(super) fn same_line(a: Square, b: Square, facing: usize) -> bool {
    match facing {
        0 | 2 => a.1 == b.1,
        _ => a.0 == b.0,
    }
}

pub(super) fn squares() -> impl Iterator<Item = Square> {
    (0..9).flat_map(|row| (0..9).map(move |col| (row, col)))
}

pub(super) fn square_name((row, col): Square) -> String {
    format!("{}{}", 9 - col, (b'a' + row as u8) as char)
}

pub(super) fn square_named(name: &str) -> Square {
    let name = name.as_bytes();
    ((name[1] - b'a') as usize, 9 - (name[0] - b'0') as usize)
}
