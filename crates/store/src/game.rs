//! Games and rooms as the store keeps them.

use records::record::{FORMAT, VERSION};
use records::{Entry, GameResult, Record, Sitter, TimeControl};

use crate::id::{GameId, RoomId};

/// What is known of a game before its first move. It changes when people change seats, and is final
/// once the game is over.
#[derive(Clone, Debug, PartialEq)]
pub struct GameHeader {
    /// The game with its options.
    pub game: String,
    /// Who sits where.
    pub seats: Vec<Sitter>,
    /// How time is counted, if it is.
    pub clock: Option<TimeControl>,
    /// The position line the game starts from; `None` for the game's own start.
    pub start: Option<String>,
    /// The seed of everything random.
    pub seed: u64,
}

/// A room as it was saved. Only the server interprets its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRoom {
    /// The part that seldom changes.
    pub state: String,
    /// The part that changes with every move.
    pub clocks: Option<String>,
}

/// A game as it was saved.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// What was known before the first move.
    pub header: GameHeader,
    /// The room the game is or was played in.
    pub room: Option<RoomId>,
    /// When it began, in milliseconds since 1970.
    pub started: u64,
    /// When it ended.
    pub ended: Option<u64>,
    /// How it ended.
    pub result: Option<GameResult>,
    /// The moves, and the seats that went out between them.
    pub moves: Vec<Entry>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Grows with every game; the next page of a list starts after it.
    pub serial: i64,
    /// The game's id.
    pub id: GameId,
    /// The room the game is or was played in.
    pub room: Option<RoomId>,
    /// What was known before the first move.
    pub header: GameHeader,
    /// When it began.
    pub started: u64,
    /// When it ended.
    pub ended: Option<u64>,
    /// How it ended.
    pub result: Option<GameResult>,
    /// How many plies were played.
    pub plies: u32,
    /// How many of them were moves: neither a pass nor a seat that went out.
    pub moves: u32,
    /// The seats of the person who asked.
    pub own: Vec<u8>,
}

/// A finished game of a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Own {
    /// The game's id.
    pub id: GameId,
    /// The person's seat.
    pub seat: u8,
    /// What was known before the first move.
    pub header: GameHeader,
    /// When it ended.
    pub ended: u64,
    /// How it ended.
    pub result: GameResult,
}

impl StoredGame {
    /// Returns the game of a record that was made elsewhere. A missing start becomes `now`, or as long before the end as
    /// the moves took; other missing fields stay empty.
    #[must_use]
    pub fn of(record: Record, now: u64) -> Self {
        let before = |end: u64| end.saturating_sub(record.thought());
        let started = record
            .started
            .unwrap_or_else(|| record.ended.map_or(now, before));
        Self {
            header: GameHeader {
                game: record.game,
                seats: record.seats,
                clock: record.clock,
                start: record.start,
                seed: record.seed.unwrap_or(0),
            },
            room: None,
            started,
            ended: record.ended,
            result: record.result,
            moves: record.moves,
        }
    }

    /// Returns the game as a record.
    #[must_use]
    pub fn record(&self) -> Record {
        Record {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: self.header.game.clone(),
            seats: self.header.seats.clone(),
            clock: self.header.clock,
            start: self.header.start.clone(),
            seed: Some(self.header.seed),
            started: Some(self.started),
            ended: self.ended,
            moves: self.moves.clone(),
            result: self.result.clone(),
        }
    }
}
