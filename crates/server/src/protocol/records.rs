//! What HTTP requests about past games bring. The record itself has its own format: see
//! `docs/protocols.md`.

use records::formats::pasted::Format;
use records::{GameResult, Sitter, TimeControl};
use serde::{Deserialize, Serialize};
use store::{GameId, RoomId};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::board::{Ply, PositionView, SeatView};
use super::room::NoteView;
use super::socket::{MoveValue, Trust, Unit};

/// `GET /api/records`: past games, the newest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordList {
    /// The games of this page.
    pub records: Vec<RecordEntry>,
    /// What to ask for as `before` to go on; none if this is all.
    pub next: Option<String>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordEntry {
    /// The record.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub record: GameId,
    /// The game with its options.
    pub game: String,
    /// When it began: milliseconds since 1970, as a text.
    pub started: String,
    /// When it ended.
    pub ended: Option<String>,
    /// Who sat where.
    pub seats: Vec<Sitter>,
    /// The seats of the one who asks.
    pub own: Vec<u8>,
    /// How many plies were played.
    pub plies: u32,
    /// How many of them were moves: a pass is none, nor is a resignation.
    pub played: u32,
    /// How it ended; none if it did not.
    pub result: Option<GameResult>,
    /// Whether it is still played.
    pub on: bool,
    /// Whether the one who asks may delete it, once nobody plays it any more.
    pub may_delete: bool,
    /// The room, if the game is still on and the one who asks sits in it.
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub room: Option<RoomId>,
}

/// `POST /api/records`: a game was read and is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordKept {
    /// The record.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub record: GameId,
    /// Whether it was there already; of several, whether all were.
    pub known: bool,
    /// How many games were read: one, or all of a class. The record is that of the first.
    pub games: u32,
    /// How many of them were not there before.
    pub fresh: u32,
}

/// `POST /api/records/read`: what a text is understood as; nothing is kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Understood {
    /// What it is written in.
    pub format: Format,
    /// The game with its options.
    pub game: String,
    /// Who sat where.
    pub seats: Vec<Sitter>,
    /// How many plies were played; a board without moves can be played from, and not kept.
    pub plies: u32,
    /// How many of them were moves: a pass is none, nor is a resignation.
    pub played: u32,
    /// How it ended; none if it did not.
    pub result: Option<GameResult>,
    /// The position it leads to.
    pub position: PositionView,
    /// The same record, if it is there already.
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub known: Option<GameId>,
    /// How many games there are; of several, all else is said of the first.
    pub games: u32,
    /// How many of them are not there yet.
    pub fresh: u32,
}

/// `GET /api/records/{record}`: a game to step through.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordView {
    /// As in the list.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(flatten))]
    pub entry: RecordEntry,
    /// How its seats are shown.
    pub shown: Vec<SeatView>,
    /// How time was counted, if it was.
    pub clock: Option<TimeControl>,
    /// What players did on purpose; none while the game is on.
    pub notes: Vec<NoteView>,
    /// What was played.
    #[serde(rename = "moves")]
    pub list: Vec<Ply>,
    /// The position before the first ply.
    pub start: PositionView,
    /// The moves in the game's own notation.
    pub transcript: String,
}

/// `GET /api/records/{record}/values?ply=N`: a position of a game and what its moves are worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PlyValues {
    /// The position, with its legal moves.
    pub position: PositionView,
    /// Every legal move; none if the game is over there.
    pub moves: Vec<MoveValue>,
    /// In what.
    pub unit: Unit,
}

/// `GET` and `POST /api/records/{record}/analysis`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct AnalysisState {
    /// Positions that nothing better will come for.
    pub done: u32,
    /// Positions in all.
    pub total: u32,
    /// Whether it is being worked on.
    pub running: bool,
    /// What was found: of a first look at every position while it is being worked on, and for good
    /// when it is not.
    pub analysis: Option<Analysis>,
}

/// What a finished game was worth, ply by ply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// Who was asked.
    pub player: String,
    /// What values are counted in.
    pub unit: Unit,
    /// The value of the position after 0, 1, 2… plies to each seat.
    pub values: Vec<Vec<f64>>,
    /// How far each of them can be trusted; older analyses do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub trust: Option<Vec<Trust>>,
    /// The moves that cost something, the worst first; older analyses tell three.
    pub costliest: Vec<Costly>,
}

/// A move that cost something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Costly {
    /// Which ply, from 1.
    pub ply: u32,
    /// Who played it.
    pub seat: u8,
    /// What was played.
    pub played: String,
    /// What would have been better.
    pub better: String,
    /// What it cost the seat that played it.
    pub cost: f64,
    /// Whether that is exact; older analyses do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub exact: Option<bool>,
}

/// `GET /api/results`: the games of the one who asks against AIs, the oldest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct OwnResults {
    /// One for each finished game.
    pub results: Vec<OwnResult>,
}

/// How a game ended for the one who asks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct OwnResult {
    /// The record.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub record: GameId,
    /// The game with its options.
    pub game: String,
    /// When it ended: milliseconds since 1970, as a text.
    pub ended: String,
    /// One's own seat.
    pub seat: u8,
    /// One's own rank.
    pub rank: u8,
    /// Whether another seat has the same rank: with two seats, a draw.
    pub shared: bool,
    /// How many seats there were.
    pub seats: u8,
    /// What the game counted for oneself.
    pub score: i32,
    /// The best level among the AIs, if all were chosen by level.
    pub level: Option<u8>,
    /// The AIs among the others.
    pub players: Vec<Sitter>,
}
