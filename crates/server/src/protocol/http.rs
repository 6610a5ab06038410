//! What HTTP requests about games, players and rooms carry and bring.

use records::TimeControl;
use rules::options;
use serde::{Deserialize, Serialize};
use store::{PersonId, RoomId};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::board::{BoardView, Ply, PositionView, SeatView};
use super::room::Occupant;
use crate::token::Token;

/// The answer to every request that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// A word for programs.
    pub code: String,
    /// A sentence for people: what was wrong, and what would be right.
    pub message: String,
}

/// `GET /api/info`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Info {
    /// The version of the program.
    pub version: String,
    /// Where others can reach this server, for invitations; none if it listens on this machine
    /// alone.
    pub addresses: Vec<String>,
    /// Whether only this machine can reach it.
    pub loopback: bool,
    /// Whether the request carried the token of the one who started the server.
    pub admin: bool,
    /// Seconds a person may be absent before others may let an AI sit in.
    pub grace: u32,
    /// The highest level of AIs, where a class has one.
    pub cap: Option<u8>,
}

/// A game of `GET /api/games`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct GameEntry {
    /// The name without options.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// Its options.
    pub options: Vec<GameOption>,
    /// How its seats are shown when no option is set.
    pub seats: Vec<SeatView>,
    /// The board at its start when no option is set.
    pub board: BoardView,
}

/// An option of a game. The full name of a game is `name:key=value,key=value`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct GameOption {
    /// The key.
    pub key: String,
    /// What people call it.
    pub label: Label,
    /// The values, the default first.
    pub values: Vec<OptionValue>,
    /// What it decides.
    pub about: String,
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct OptionValue {
    /// As it is written in the game's name.
    pub value: String,
    /// What people call it.
    pub label: Label,
}

/// A text in the languages of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Label {
    /// In English.
    pub en: String,
    /// In Japanese.
    pub ja: String,
}

impl From<options::Label> for Label {
    fn from(label: options::Label) -> Self {
        Self {
            en: label.en.to_owned(),
            ja: label.ja.to_owned(),
        }
    }
}

impl From<&options::Choice> for OptionValue {
    fn from(choice: &options::Choice) -> Self {
        Self {
            value: choice.value.to_owned(),
            label: choice.label.into(),
        }
    }
}

/// `GET /api/players?game=NAME`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Players {
    /// Every player that can play the game.
    pub players: Vec<PlayerEntry>,
    /// The levels that can be chosen, the weakest first; at most ten.
    pub levels: Vec<LevelEntry>,
    /// Who gives hints and analyses.
    pub strongest: String,
}

/// A player file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerEntry {
    /// Its name, as the file is called.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// The same in Japanese.
    pub title_ja: Option<String>,
    /// One line about it.
    pub about: String,
    /// The same in Japanese.
    pub about_ja: Option<String>,
    /// The games it says it plays; none means any.
    pub games: Vec<String>,
}

/// A level of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LevelEntry {
    /// 1 to 10.
    pub level: u8,
    /// The player file behind it.
    pub player: String,
    /// What it means in words.
    pub about: String,
    /// The same in Japanese.
    pub about_ja: Option<String>,
}

/// `POST /api/rooms`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateRoom {
    /// The game with its options.
    pub game: String,
    /// Who shall sit where; an empty list leaves every seat open.
    #[serde(default)]
    pub seats: Vec<Occupant>,
    /// How time is counted, if it is.
    #[serde(default)]
    pub clock: Option<TimeControl>,
    /// A transcript or a position line to start from; empty for the start of the game.
    #[serde(default)]
    pub start: String,
    /// Whether hints and evaluations may be asked for during the game.
    #[serde(default)]
    pub assist: bool,
    /// What the person wants to be called.
    #[serde(default)]
    pub name: String,
    /// What the people on the asking one's seats are called, where several share one device: a name
    /// per seat, an empty one or none for the person's own.
    #[serde(default)]
    pub names: Vec<String>,
    /// The secret text by which this person's results are found again.
    #[serde(default, deserialize_with = "PersonId::receive")]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub person: Option<PersonId>,
}

/// `POST /api/play`: one person against AIs, at once.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuickPlay {
    /// The game with its options.
    pub game: String,
    /// The person's seat; none for a random one.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The AI of all other seats.
    pub against: Occupant,
    /// How time is counted, if it is.
    #[serde(default)]
    pub clock: Option<TimeControl>,
    /// What the person wants to be called.
    #[serde(default)]
    pub name: String,
    /// The secret text by which this person's results are found again.
    #[serde(default, deserialize_with = "PersonId::receive")]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub person: Option<PersonId>,
}

/// A room was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RoomCreated {
    /// The token that invites.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub room: RoomId,
    /// The token of the one who made the room: it may seat others and AIs.
    #[serde(serialize_with = "Token::hand_over")]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub host: Token,
    /// The seats of the one who made it.
    pub seats: Vec<SeatToken>,
}

/// A seat and the secret that goes with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SeatToken {
    /// Which seat.
    pub seat: u8,
    /// Whoever has it has the seat.
    #[serde(serialize_with = "Token::hand_over")]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub token: Token,
}

/// `POST /api/check`: whether a text is a game or a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Check {
    /// The game with its options; the header of a transcript wins over it.
    pub game: String,
    /// A transcript, with or without header, or a position line.
    pub text: String,
}

/// A text that can be played on from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Checked {
    /// The game with its options.
    pub game: String,
    /// How its seats are shown.
    pub seats: Vec<SeatView>,
    /// The position line it starts from; none for the start of the game.
    pub start: Option<String>,
    /// The plies that lead to the position.
    pub plies: Vec<Ply>,
    /// The position at the end.
    pub position: PositionView,
}

/// `GET /api/rooms/{room}/positions` and `GET /api/records/{record}/positions`, both with `from`
/// and `to`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Positions {
    /// The positions after `from` to `to` plies, at most 100 at a time.
    pub positions: Vec<PositionView>,
    /// How many plies there are in all.
    pub plies: u32,
}
