//! A room as it stands, and what can happen in it.

use records::{GameResult, Sitter, TimeControl};
use serde::{Deserialize, Serialize};
use store::{GameId, RoomId};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::board::{Ply, PositionView, SeatView};

/// A room and the game that is on in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RoomView {
    /// The token that invites: whoever knows it may watch and take an open seat.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub room: RoomId,
    /// The game with its options.
    pub game: String,
    /// How its seats are shown.
    pub seats: Vec<SeatView>,
    /// Which game of this room it is, from 1.
    pub number: u32,
    /// Whether it is played.
    pub status: Status,
    /// Who sits where.
    pub sittings: Vec<SittingView>,
    /// Who watches, by name; an empty one belongs to somebody who gave none.
    pub spectators: Vec<String>,
    /// The board as it stands.
    pub position: PositionView,
    /// What was played.
    pub plies: Vec<Ply>,
    /// How time is counted, if it is.
    pub clock: Option<TimeControl>,
    /// The clocks; none if time is not counted.
    pub clocks: Option<Clocks>,
    /// Whether hints and evaluations may be asked for during the game.
    pub assist: bool,
    /// Whether it counts in a class: nobody else may play for those who sit there.
    pub counts: bool,
    /// An undo that waits for agreement.
    pub undo: Option<Offer>,
    /// A rematch that waits for agreement.
    pub rematch: Option<Offer>,
    /// A player that gave no move.
    pub failure: Option<PlayerFailure>,
    /// How the game ended.
    pub result: Option<GameResult>,
    /// What entertaining players did on purpose: told after the end, not before.
    pub notes: Vec<NoteView>,
    /// The record of this game.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub record: GameId,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum Status {
    /// A seat is open: nobody can move until it is taken. Once people play against each other nobody waits for a
    /// seat that somebody left.
    Waiting,
    /// It is on.
    Playing,
    /// It is over.
    Finished,
}

/// A seat of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SittingView {
    /// Who sits there; nobody while it is open.
    pub sitter: Option<Sitter>,
    /// Whether an AI sits there, or a device of the person is connected.
    pub present: bool,
    /// Whether others may let an AI play on in the person's name, or claim the game, by now.
    pub replaceable: bool,
    /// Who plays in the person's name until they are back.
    pub stand_in: Option<Sitter>,
}

/// Who shall sit on a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Occupant {
    /// Whoever takes it.
    #[default]
    Open,
    /// The one who asks.
    Me,
    /// An AI of one of ten levels.
    Level {
        /// 1 lets a child win, 10 is full strength.
        level: u8,
    },
    /// An AI by the name of its player file.
    Player {
        /// The name, as in the list of players.
        player: String,
    },
}

/// What the clocks show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Clocks {
    /// Milliseconds left per seat, without periods.
    pub left: Vec<u32>,
    /// Periods left per seat.
    pub periods: Vec<u8>,
    /// Whose clock runs, if one does.
    pub running: Option<u8>,
}

/// Something that happens as soon as all people at the board agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    /// Who asked.
    pub by: u8,
    /// The seats that agree, the asking one included.
    pub agreed: Vec<u8>,
    /// The seats still to be heard.
    pub waiting: Vec<u8>,
    /// For a rematch: whether everybody moves on by one seat.
    pub rotate: bool,
}

/// A player that gave no move. The game waits until its seat is given to another, a move is taken
/// back, or it may try again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerFailure {
    /// Which seat.
    pub seat: u8,
    /// A word for programs: `programs-full` if as many other programs play as may, `no-answer` if none came in
    /// time, `illegal-move`, else `failed`.
    pub code: String,
    /// Who failed and in what manner, in one sentence; the log of the server has the details.
    pub message: String,
}

/// What a player did on purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct NoteView {
    /// Which ply, from 1.
    pub ply: u32,
    /// Who.
    pub seat: u8,
    /// What kind of thing: `expectation` or `surprise`.
    pub kind: String,
    /// What it cost by the player's own evaluation, in its units.
    pub cost: i32,
}

/// What happened in a room. The numbered list of these is the same for everybody in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum Event {
    /// A ply was played and is on disk.
    #[serde(rename_all = "camelCase")]
    Played {
        /// The ply.
        ply: Box<Ply>,
        /// The board after it.
        position: PositionView,
        /// The clocks after it.
        clocks: Option<Clocks>,
        /// The result, if it was the last.
        result: Option<GameResult>,
        /// What players did on purpose, if it was the last.
        notes: Vec<NoteView>,
    },
    /// Plies were taken back.
    Undone {
        /// The board as it stands now; `position.ply` plies are left.
        position: PositionView,
        /// The clocks as they stand now.
        clocks: Option<Clocks>,
    },
    /// Somebody asks for an undo, agrees, or it was declined or is of no use any more (`null`).
    Undo {
        /// How it stands.
        offer: Option<Offer>,
    },
    /// The same for a rematch.
    Rematch {
        /// How it stands.
        offer: Option<Offer>,
    },
    /// A new game begins in this room: everything is as this says.
    Started {
        /// The room.
        room: Box<RoomView>,
    },
    /// Somebody sat down, left or came back.
    Sitting {
        /// Which seat.
        seat: u8,
        /// Who sits there now.
        sitting: SittingView,
        /// Whether the game can go on.
        status: Status,
        /// Clocks may stand still while a seat is open.
        clocks: Option<Clocks>,
    },
    /// A player gave no move, or that is over (`null`).
    Failure {
        /// Which player, and why.
        failure: Option<PlayerFailure>,
    },
    /// Who watches, by name.
    Spectators {
        /// Their names.
        names: Vec<String>,
    },
}
