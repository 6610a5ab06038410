//! A position as data to draw: all that a board marks is said here.
//!
//! Cells are numbered row by row from the top left, as the game's own coordinates are written.

use records::Sitter;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A position, with everything that may be done in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// How many plies led to it.
    pub ply: u32,
    /// Whose turn it is; nobody's when the game is over.
    pub turn: Option<u8>,
    /// What stands on the board.
    pub board: BoardView,
    /// The legal moves of the seat to move.
    pub legal: Vec<LegalMove>,
    /// What the game counts, per seat: discs, territory, pieces.
    pub scores: Vec<i32>,
    /// Ranks as the position stands, per seat; equal seats share the better one.
    pub ranks: Vec<u8>,
    /// Whether the game is over.
    pub finished: bool,
    /// The position in one line, which can be pasted as a start.
    pub line: String,
}

/// What stands on a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum BoardView {
    /// Discs of two colours.
    Discs(DiscBoard),
    /// Pieces of four owners.
    Pieces(PieceBoard),
}

/// A board of discs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct DiscBoard {
    /// Rows.
    pub rows: u8,
    /// Columns.
    pub columns: u8,
    /// Every cell, row by row.
    pub cells: Vec<Cell>,
    /// The cells of each seat's territory; no list where the game has none.
    pub territories: Vec<Vec<u8>>,
    /// The cells where each seat may never place; no list where there are none.
    pub forbidden: Vec<Vec<u8>>,
}

/// What a cell of a board of discs holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum Cell {
    /// No square of this board.
    Outside,
    /// No disc.
    Empty,
    /// A black disc.
    Black,
    /// A white disc.
    White,
}

/// A board of pieces, with the hands beside it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PieceBoard {
    /// Rows.
    pub rows: u8,
    /// Columns.
    pub columns: u8,
    /// Every cell, row by row.
    pub cells: Vec<Option<PieceView>>,
    /// What each seat can drop.
    pub hands: Vec<Vec<InHand>>,
    /// The seats whose kings are attacked.
    pub checks: Vec<u8>,
    /// The seats that are out.
    pub out: Vec<u8>,
    /// How many kings each seat has mated.
    pub mates: Vec<u8>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PieceView {
    /// What it is when it is not promoted.
    pub kind: PieceKind,
    /// Whether it is promoted.
    pub promoted: bool,
    /// Whose it is; nobody's if it is inert.
    pub owner: Option<u8>,
    /// The seat whose pieces look this way.
    pub facing: u8,
    /// Whether it is the wall a king has become.
    pub wall: bool,
}

/// Kinds of pieces, unpromoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum PieceKind {
    /// One step forward.
    Pawn,
    /// One step forward or diagonally.
    Silver,
    /// One step straight or diagonally forward.
    Gold,
    /// Any way straight.
    Rook,
    /// One step anywhere.
    King,
}

/// Pieces of one kind in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct InHand {
    /// The kind.
    pub kind: PieceKind,
    /// How many, at least one.
    pub count: u8,
}

/// A legal move and what it would do. The page sends `text` back to play it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LegalMove {
    /// The move as people write it.
    pub text: String,
    /// The same as it is written in Japanese, where that differs.
    pub text_ja: Option<String>,
    /// The cell a disc is placed on or a piece goes to; none for a pass.
    pub to: Option<u8>,
    /// The cell a piece comes from.
    pub from: Option<u8>,
    /// The kind that is dropped.
    pub drop: Option<PieceKind>,
    /// Whether the piece promotes. Two moves that differ in this alone are a choice.
    pub promotes: bool,
    /// The cells whose discs it would turn.
    pub turns: Vec<u8>,
}

/// One ply of a game: a move, or a seat that went out between moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Ply {
    /// Counted from 1.
    pub number: u32,
    /// Who moved, or went out.
    pub seat: u8,
    /// What happened.
    pub kind: PlyKind,
    /// The move as people write it; empty if it was none.
    pub text: String,
    /// The same as it is written in Japanese, where that differs.
    pub text_ja: Option<String>,
    /// The cell the disc or piece came to.
    pub to: Option<u8>,
    /// The cell the piece came from.
    pub from: Option<u8>,
    /// The cells whose discs were turned, nearest to the placed disc first.
    pub turned: Vec<u8>,
    /// What has to be said aloud about it.
    pub announcements: Vec<Announcement>,
    /// How long the seat thought, in milliseconds.
    pub ms: u32,
    /// In records: who did it, if that was not whom the record names at the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub by: Option<Sitter>,
}

/// What a ply was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum PlyKind {
    /// A disc placed, a piece moved or dropped.
    Move,
    /// A forced pass, played by the server.
    Pass,
    /// The seat gave up.
    Resign,
    /// The seat's time was over.
    Time,
}

/// Something about a ply that a person might miss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Announcement {
    /// The seat had no move.
    Pass {
        /// Who passed.
        seat: u8,
    },
    /// A king is attacked now.
    Check {
        /// Whose king.
        seat: u8,
    },
    /// The turn went past seats that would have been next.
    Jump {
        /// Whose turn it is instead.
        to: u8,
        /// Who was passed over, in order.
        over: Vec<u8>,
    },
    /// A seat is mated.
    Mate {
        /// Who is mated.
        seat: u8,
        /// Who gets the credit.
        by: u8,
    },
    /// A seat is out without having been mated.
    Out {
        /// Who is out.
        seat: u8,
    },
}

/// How a seat is shown: by place, name and colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SeatView {
    /// As short as the game writes it: `black`, `1`, `S`.
    pub name: String,
    /// Where it sits.
    pub place: Place,
    /// The colour of its discs, in games of discs.
    pub colour: Option<Colour>,
    /// Which team it belongs to, where seats play together.
    pub team: Option<u8>,
}

/// Where a seat sits, seen from seat 0 at the bottom where the game has sides, or at the corner
/// of its territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Below the board.
    Bottom,
    /// Left of it.
    Left,
    /// Above it.
    Top,
    /// Right of it.
    Right,
    /// At the corner of row 1 and column a.
    TopLeft,
    /// At the next corner clockwise.
    TopRight,
    /// At the corner after that.
    BottomRight,
    /// At the last corner.
    BottomLeft,
}

/// Colours of discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum Colour {
    /// Black.
    Black,
    /// White.
    White,
}
