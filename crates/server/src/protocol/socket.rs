//! The messages of the WebSocket: JSON texts, one message each.

use records::Sitter;
use serde::{Deserialize, Serialize};
use store::{GameId, PersonId};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::http::SeatToken;
use super::room::{Event, Occupant, RoomView};
use crate::token::Token;

/// The first message of every client.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Hello {
    /// What the person wants to be called.
    #[serde(default)]
    pub name: String,
    /// A secret text by which this person's results are found again; may be empty.
    #[serde(default, deserialize_with = "PersonId::receive")]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub person: Option<PersonId>,
    /// The tokens of the seats this client holds.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "Array<string>"))]
    pub seats: Vec<Token>,
    /// The token of the one who made the room.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub host: Option<Token>,
    /// What the client has seen, if it comes back.
    #[serde(default)]
    pub seen: Option<Seen>,
}

/// How far a client has followed a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Seen {
    /// The `epoch` of the snapshot; events are numbered anew when the server has restarted.
    pub epoch: String,
    /// The number of the last event it has seen.
    pub seq: u32,
}

/// What a client asks for. The answer carries the same `id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// Chosen by the client.
    pub id: u32,
    /// What it wants.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(flatten))]
    pub action: Action,
}

impl Request {
    /// Checks that any text is read without a crash or refused, and that what was read is the same after it was
    /// written. Returns whether it was read, as a request or as the first message of a client.
    ///
    /// # Panics
    /// Panics if that is not so.
    #[must_use]
    pub fn check(text: &str) -> bool {
        let hello = serde_json::from_str::<Hello>(text).is_ok();
        let Ok(request) = serde_json::from_str::<Self>(text) else {
            return hello;
        };
        let written = serde_json::to_string(&request).expect("texts and numbers can be JSON");
        let again = serde_json::from_str::<Self>(&written);
        assert_eq!(again.expect("it was written by us"), request);
        true
    }
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "action", rename_all = "camelCase")]
pub enum Action {
    /// Sit down on an open seat. A `seat` message with its token comes before the answer.
    Take {
        /// Which seat.
        seat: u8,
    },
    /// Stand up from one's own seat.
    Free {
        /// Which seat.
        seat: u8,
    },
    /// Let somebody else sit there: one's own seat, an open one, an AI's. The seat of a person who has been
    /// absent for too long stays theirs; an AI plays in their name until they are back.
    Give {
        /// Which seat.
        seat: u8,
        /// To whom.
        to: Occupant,
    },
    /// Play a move.
    Move {
        /// For which seat.
        seat: u8,
        /// How many plies were played before: a move that comes too late is refused.
        ply: u32,
        /// The move, as in `legal`.
        text: String,
    },
    /// Ask for one's last move back, agree to it, or decline.
    Undo {
        /// For which seat.
        seat: u8,
        /// `false` declines or takes the question back.
        agree: bool,
    },
    /// Give up.
    Resign {
        /// For which seat.
        seat: u8,
    },
    /// Offer or accept another game, or decline.
    Rematch {
        /// For which seat.
        seat: u8,
        /// `false` declines or takes the offer back.
        agree: bool,
        /// Whether everybody moves on by one seat; the one who offers decides.
        #[serde(default)]
        rotate: bool,
    },
    /// End the game of a person who has been absent for too long, or who left the seat; for games between people
    /// without clocks. The seat is out as if its time were over.
    Claim {
        /// Which seat.
        seat: u8,
    },
    /// Let a player that gave no move try again.
    Retry {
        /// Which seat.
        seat: u8,
    },
    /// Ask what the strongest player would do. The answer comes as a `hint` message.
    Hint,
    /// Switch the values of all legal moves on or off for this client. They come as `values`
    /// messages, again for every new position.
    Evaluate {
        /// On or off.
        on: bool,
    },
    /// Be called otherwise.
    Rename {
        /// The new name.
        name: String,
    },
    /// Nothing: shows that the other side is there.
    Ping,
}

/// What the server says. Events carry numbers; all else is for this client alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Message {
    /// The room as it stands: forget everything before.
    Snapshot {
        /// Which numbering of events this belongs to.
        epoch: String,
        /// The number of the last event it contains.
        seq: u32,
        /// The room.
        room: Box<RoomView>,
        /// What this client is here.
        you: You,
    },
    /// The client has missed only what follows now: events from `seq` + 1.
    Resumed {
        /// The number of the last event the client has seen.
        seq: u32,
        /// What this client is here.
        you: You,
    },
    /// Something happened.
    Event {
        /// Numbered from 1 without gaps.
        seq: u32,
        /// What happened.
        #[serde(flatten)]
        #[cfg_attr(feature = "typescript", ts(flatten))]
        event: Box<Event>,
    },
    /// A request was carried out.
    Done {
        /// Which.
        id: u32,
    },
    /// A request was not carried out, and nothing has changed.
    Refused {
        /// Which; none if the message could not be read.
        id: Option<u32>,
        /// A word for programs.
        code: String,
        /// A sentence for people.
        message: String,
    },
    /// A seat is this client's now: whoever has the token has the seat.
    Seat(SeatToken),
    /// A seat is this client's no more.
    Lost {
        /// Which seat.
        seat: u8,
    },
    /// What the strongest player would do.
    Hint {
        /// After how many plies.
        ply: u32,
        /// The move.
        text: String,
        /// What it is worth to each seat.
        values: Vec<f64>,
        /// In what.
        unit: Unit,
        /// How far that can be trusted.
        trust: Trust,
    },
    /// What every legal move is worth.
    Values {
        /// After how many plies.
        ply: u32,
        /// The moves valued so far.
        moves: Vec<MoveValue>,
        /// In what.
        unit: Unit,
        /// Whether nothing better will come for this position.
        done: bool,
    },
    /// The analysis of this room's finished game goes on; `GET /api/records/{record}/analysis`
    /// has it when `done` = `total`.
    Analysis {
        /// The record.
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        record: GameId,
        /// Plies analysed.
        done: u32,
        /// Plies in all.
        total: u32,
    },
    /// The class may want something else of this table: `GET /api/class` tells what.
    Class,
    /// The server ends this connection.
    Bye {
        /// Why, and what to do.
        message: String,
        /// Whether connecting again is of use.
        again: bool,
    },
}

/// What a client is in a room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct You {
    /// The seats it holds.
    pub seats: Vec<u8>,
    /// Whether it made the room.
    pub host: bool,
    /// Who played in its name while it was away.
    pub away: Vec<Away>,
}

/// What happened at a seat while its person was away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Away {
    /// Which seat.
    pub seat: u8,
    /// Who played there.
    pub player: Sitter,
    /// How many moves.
    pub moves: u32,
}

/// A move and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct MoveValue {
    /// The move.
    pub text: String,
    /// What it is worth to each seat.
    pub values: Vec<f64>,
    /// How far that can be trusted.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(flatten))]
    pub trust: Trust,
}

/// How far a value can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Trust {
    /// Plies looked ahead, the move included.
    pub depth: u32,
    /// In percent, how sure each guess was by which lines were cut short; 100 if nothing was guessed.
    pub confidence: u8,
    /// Whether it is the value of the whole game.
    pub exact: bool,
}

impl Trust {
    /// That of a game that is over.
    pub(crate) const OVER: Self = Self {
        depth: 0,
        confidence: 100,
        exact: true,
    };

    /// That of what a search has found.
    pub(crate) fn of<M>(report: &search::Report<M>) -> Self {
        Self {
            depth: report.depth,
            confidence: report.confidence,
            exact: report.exact,
        }
    }
}

/// What a value is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum Unit {
    /// Discs by which a seat is expected to win.
    Discs,
    /// The rank a seat is expected to get, 1 the best.
    Rank,
    /// Whatever the player that was asked counts; more is better.
    Points,
}
