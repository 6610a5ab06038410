//! Rooms to and from the store.

use std::collections::{BTreeMap, BTreeSet};

use players::{Note, NoteKind};
use records::{Sitter, TimeControl};
use rules::GameName;
use serde::{Deserialize, Serialize};
use store::{GameHeader, GameId, PersonId, RoomId, Save, StoredGame, StoredRoom};

use super::{Log, Now, Outbox, Room, Sitting};
use crate::clock::{Clock, Ms, Time};
use crate::levels;
use crate::protocol::room::ClockSetup;
use crate::table::{self, Table};
use crate::token::{self, Token};

/// What a room is made from.
pub(crate) struct NewRoom {
    pub(crate) name: GameName,
    pub(crate) table: Box<dyn Table>,
    pub(crate) chairs: Vec<Sitting>,
    pub(crate) clock: ClockSetup,
    pub(crate) assist: bool,
    pub(crate) grace: Ms,
}

/// What is saved of a room besides its game.
#[derive(Serialize, Deserialize)]
struct SavedRoom {
    #[serde(serialize_with = "Token::hand_over")]
    host: Token,
    assist: bool,
    clock: ClockSetup,
    chairs: Vec<SavedChair>,
    number: u32,
    record: GameId,
    #[serde(default)]
    moved_on: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum SavedChair {
    Open,
    Person {
        name: String,
        person: String,
        #[serde(serialize_with = "Token::hand_over")]
        token: Token,
    },
    Ai {
        player: String,
        level: Option<u8>,
    },
}

impl Room {
    /// A room that did not exist; its outbox holds what makes it last.
    pub(crate) fn new(new: NewRoom, now: Now) -> Self {
        let seats = new.chairs.len();
        let mut room = Self {
            id: token::room_id(),
            name: new.name,
            host: Token::random(),
            assist: new.assist,
            clock_setup: new.clock,
            chairs: new.chairs,
            grace: new.grace,
            number: 1,
            record: token::game_id(),
            started: now.date,
            seed: token::seed(),
            table: new.table,
            notes: Vec::new(),
            clock: Clock::new(new.clock, seats),
            turn_since: now.ms,
            result: None,
            moved_on: false,
            undo: None,
            rematch: None,
            clients: BTreeMap::new(),
            said_spectators: Vec::new(),
            hints: BTreeSet::new(),
            valued: None,
            log: Log::new(),
            outbox: Outbox::default(),
        };
        room.save_room();
        room.save_header();
        room.save_clocks();
        room.save_given_plies();
        room.outbox.events.clear();
        room
    }

    /// The room as it was saved.
    ///
    /// # Errors
    /// If what was saved makes no sense to this version of the program.
    pub(crate) fn load(
        id: &RoomId,
        stored: &StoredRoom,
        game: impl FnOnce(&GameId) -> Option<StoredGame>,
        grace: Ms,
        now: Now,
    ) -> Result<Self, String> {
        let saved: SavedRoom = serde_json::from_str(&stored.state).map_err(|e| e.to_string())?;
        let game = game(&saved.record).ok_or("its game is missing")?;
        let (name, table) = table::open_saved(&game).map_err(|e| e.to_string())?;
        let notes = notes(&game);
        let chairs: Result<Vec<Sitting>, String> = saved
            .chairs
            .into_iter()
            .map(|chair| chair.sit(&name, now))
            .collect();
        let chairs = chairs?;
        let mut clock = Clock::new(saved.clock, chairs.len());
        let times: Option<Vec<Time>> = stored
            .clocks
            .as_ref()
            .and_then(|clocks| serde_json::from_str(clocks).ok());
        if let (Some(clock), Some(times)) = (&mut clock, times) {
            clock.restore(times);
        }
        let mut room = Self {
            id: id.clone(),
            name,
            host: saved.host,
            assist: saved.assist,
            clock_setup: saved.clock,
            chairs,
            grace,
            number: saved.number,
            record: saved.record,
            started: game.started,
            seed: game.header.seed,
            table,
            notes,
            clock,
            turn_since: now.ms,
            result: game.result,
            moved_on: saved.moved_on,
            undo: None,
            rematch: None,
            clients: BTreeMap::new(),
            said_spectators: Vec::new(),
            hints: BTreeSet::new(),
            valued: None,
            log: Log::new(),
            outbox: Outbox::default(),
        };
        room.run_clock(now);
        Ok(room)
    }

    /// The token of the one who made the room.
    pub(crate) fn host(&self) -> &Token {
        &self.host
    }

    /// The tokens of all seats that people hold.
    pub(crate) fn seat_tokens(&self) -> Vec<(u8, Token)> {
        let chairs = (0u8..).zip(&self.chairs);
        chairs
            .filter_map(|(seat, chair)| Some((seat, chair.token()?.clone())))
            .collect()
    }

    pub(super) fn save_room(&mut self) {
        let saved = SavedRoom {
            host: self.host.clone(),
            assist: self.assist,
            clock: self.clock_setup,
            chairs: self.chairs.iter().map(SavedChair::of).collect(),
            number: self.number,
            record: self.record.clone(),
            moved_on: self.moved_on,
        };
        self.outbox.saves.push(Save::Room {
            id: self.id.clone(),
            state: json(&saved),
        });
    }

    /// Saves who plays which game. Who sits at the board after the end did not play it.
    pub(super) fn save_header(&mut self) {
        if self.result.is_some() {
            return;
        }
        let header = GameHeader {
            game: self.name.to_string(),
            seats: self.chairs.iter().map(sitter).collect(),
            clock: record_clock(self.clock_setup),
            start: self.table.start_line(),
            seed: self.seed,
        };
        let persons = self.chairs.iter().map(|chair| match chair {
            Sitting::Person { person, .. } => person.clone(),
            _ => None,
        });
        self.outbox.saves.push(Save::Game {
            id: self.record.clone(),
            room: Some(self.id.clone()),
            header: Box::new(header),
            started: self.started,
            persons: persons.collect(),
        });
    }

    pub(super) fn save_clocks(&mut self) {
        if let Some(clock) = &self.clock {
            self.outbox.saves.push(Save::Clocks {
                room: self.id.clone(),
                clocks: json(&clock.times()),
            });
        }
    }
}

impl SavedChair {
    fn of(chair: &Sitting) -> Self {
        match chair {
            Sitting::Open => Self::Open,
            Sitting::Person {
                name,
                person,
                token,
                ..
            } => Self::Person {
                name: name.clone(),
                person: person
                    .as_ref()
                    .map_or_else(String::new, |p| p.reveal().to_owned()),
                token: token.clone(),
            },
            Sitting::Ai { player, level, .. } => Self::Ai {
                player: player.clone(),
                level: *level,
            },
        }
    }

    /// A player that does not come along any more leaves its seat open.
    fn sit(self, game: &GameName, now: Now) -> Result<Sitting, String> {
        Ok(match self {
            Self::Open => Sitting::Open,
            Self::Person {
                name,
                person,
                token,
            } => Sitting::Person {
                name,
                person: PersonId::new(&person),
                token,
                absent: Some(now.ms),
                replaceable: false,
            },
            Self::Ai { player, level } => match levels::player(game, &player) {
                Some(file) => Sitting::Ai {
                    player,
                    level,
                    file: Box::new(file),
                },
                None => Sitting::Open,
            },
        })
    }
}

fn sitter(chair: &Sitting) -> Sitter {
    match chair {
        Sitting::Open => Sitter::default(),
        Sitting::Person { name, .. } => Sitter::person(name),
        Sitting::Ai { player, level, .. } => Sitter::ai(player, *level),
    }
}

fn record_clock(setup: ClockSetup) -> Option<TimeControl> {
    match setup {
        ClockSetup::None => None,
        ClockSetup::Increment { main, increment } => {
            Some(TimeControl::Increment { main, increment })
        }
        ClockSetup::Byoyomi {
            main,
            period,
            periods,
        } => Some(TimeControl::Byoyomi {
            main,
            period,
            periods,
        }),
    }
}

/// How a clock was set up, from a record.
pub(crate) fn clock_setup(clock: Option<TimeControl>) -> ClockSetup {
    match clock {
        None => ClockSetup::None,
        Some(TimeControl::Increment { main, increment }) => {
            ClockSetup::Increment { main, increment }
        }
        Some(TimeControl::Byoyomi {
            main,
            period,
            periods,
        }) => ClockSetup::Byoyomi {
            main,
            period,
            periods,
        },
    }
}

/// What players noted, by seat.
pub(crate) fn notes(game: &StoredGame) -> Vec<(u8, Note)> {
    let noted = game.moves.iter().enumerate().filter_map(|(ply, entry)| {
        let note = entry.note.as_ref()?;
        let kind = note_kind(&note.kind)?;
        let cost = note.cost;
        Some((entry.seat, Note { ply, kind, cost }))
    });
    noted.collect()
}

/// The name of a kind of note in records and on the page.
pub(crate) const fn note_name(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Expectation => "expectation",
        NoteKind::Surprise => "surprise",
    }
}

fn note_kind(name: &str) -> Option<NoteKind> {
    [NoteKind::Expectation, NoteKind::Surprise]
        .into_iter()
        .find(|&kind| note_name(kind) == name)
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("numbers and texts can be written as JSON")
}
