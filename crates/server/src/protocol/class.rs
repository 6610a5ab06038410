//! What the pages of a class room say to the server.

use serde::{Deserialize, Serialize};
use store::{GameId, RoomId};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::board::{BoardView, SeatView};
use super::http::SeatToken;

/// How a class plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum ClassForm {
    /// Everybody as they like: tables that pupils open.
    #[default]
    Free,
    /// Pairs by points, round after round.
    Swiss,
    /// Everybody against everybody.
    RoundRobin,
    /// Groups of four in blocks of four rounds, in which everybody sits on every seat.
    Fours,
}

/// What the teacher decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClassPlan {
    /// How it is played.
    pub form: ClassForm,
    /// The game with its options.
    pub game: String,
    /// The highest level of AIs in the class, which is also that of those who fill seats.
    pub cap: u8,
}

/// `GET /api/class`: the class as everybody sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ClassView {
    /// What one types to come in.
    pub code: String,
    /// What the teacher decided.
    pub plan: ClassPlan,
    /// Rounds so far.
    pub round: u32,
    /// Whether all games stand still.
    pub paused: bool,
    /// Whether the class is over.
    pub ended: bool,
    /// How everybody stands, best first.
    pub standing: Vec<ClassRow>,
    /// The tables of this round, and those that pupils opened.
    pub tables: Vec<ClassTable>,
    /// Whether the one who asks is the teacher.
    pub teacher: bool,
    /// The code of the class that was ended before this one and can be exported, for the teacher.
    pub before: Option<String>,
    /// The one who asks, if a pupil.
    pub you: Option<ClassYou>,
}

/// How a pupil stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ClassRow {
    /// The pupil's number.
    pub pupil: u32,
    /// What the pupil is called.
    pub name: String,
    /// From 1; equals share the better one.
    pub place: u32,
    /// Points so far.
    pub points: f64,
    /// The points of those met, which tell equals apart.
    pub met: f64,
    /// Games that are over.
    pub games: u32,
    /// Whether a page of the pupil has asked within the last minute.
    pub here: bool,
}

/// A table of a class.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ClassTable {
    /// Where it is.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub room: RoomId,
    /// The record of its game.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub record: GameId,
    /// Its game.
    pub game: String,
    /// Whether it belongs to the round.
    pub paired: bool,
    /// Who sits on each seat: a name, nothing while it is open.
    pub names: Vec<Option<String>>,
    /// The level of the AI on each seat, if one sits there.
    pub levels: Vec<Option<u8>>,
    /// How its seats are shown.
    pub seats: Vec<SeatView>,
    /// Whose turn it is.
    pub turn: Option<u8>,
    /// What each seat counts.
    pub scores: Vec<i32>,
    /// The rank of each seat, once it is over.
    pub ranks: Option<Vec<u8>>,
    /// The board, for those who asked for boards.
    pub board: Option<BoardView>,
}

/// What only the pupil who asks learns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ClassYou {
    /// The pupil's number.
    pub pupil: u32,
    /// What the pupil is called.
    pub name: String,
    /// The table of this round, while its game is on.
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub room: Option<RoomId>,
    /// The seat there.
    pub seats: Vec<SeatToken>,
    /// The table that the pupil opened, until its game is over or it is closed.
    pub opened: Option<ClassOpened>,
    /// Tables of earlier tournaments whose games were still on: they stand still.
    #[cfg_attr(feature = "typescript", ts(type = "Array<string>"))]
    pub left: Vec<RoomId>,
}

/// A table that a pupil opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ClassOpened {
    /// Where it is.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub room: RoomId,
    /// The pupil's seat there.
    pub seats: Vec<SeatToken>,
}

/// `POST /api/class/join`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClassJoin {
    /// The code of the class.
    pub code: String,
    /// What the pupil is called.
    pub name: String,
}

/// `POST /api/class/teach`: what only the teacher may do.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "action", rename_all = "camelCase", deny_unknown_fields)]
pub enum ClassTeach {
    /// Decides how it is played. A new form or game begins a new tournament.
    Plan {
        /// What is decided.
        plan: ClassPlan,
    },
    /// Begins the next round.
    Round {
        /// After how many: a page that has not seen the last one begins none.
        after: u32,
    },
    /// Takes a table off the boards that does not belong to the round.
    Close {
        /// Where it is.
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        room: RoomId,
    },
    /// Lets all games stand still, or go on.
    Pause {
        /// Whether they stand still.
        paused: bool,
    },
    /// Takes a pupil out of the class.
    Remove {
        /// The pupil's number.
        pupil: u32,
    },
    /// Joins two who are the same, one of them come in anew on another device.
    Same {
        /// The number of who came in anew.
        pupil: u32,
        /// The number of who was there before, whose name, points and seats stay.
        before: u32,
    },
    /// Ends the class.
    End,
}

/// `POST /api/class/table`: a pupil opens a table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClassOpen {
    /// The game with its options.
    pub game: String,
    /// The level of the AIs on the other seats; none leaves them open for others.
    pub level: Option<u8>,
}
