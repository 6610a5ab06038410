//! Rooms to and from the store.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::Arc;

use players::{Note, NoteKind};
use records::{Sitter, TimeControl};
use rules::GameName;
use serde::{Deserialize, Serialize};
use store::{GameHeader, GameId, PersonId, RoomId, Save, StoredGame, StoredRoom};

use super::seats::{Gone, StandIn};
use super::{Log, Now, Outbox, Room, Sitting};
use crate::clock::{Clock, Ms, Time};
use crate::error::ApiError;
use crate::roster::Roster;
use crate::table::{self, Table};
use crate::token::{self, Token};

/// What a room is made from.
pub(crate) struct NewRoom {
    pub(crate) name: GameName,
    pub(crate) table: Box<dyn Table>,
    pub(crate) sittings: Vec<Sitting>,
    pub(crate) clock: Option<TimeControl>,
    pub(crate) assist: bool,
    pub(crate) grace: Ms,
    pub(crate) roster: Arc<Roster>,
}

/// What is saved of a room besides its game.
#[derive(Serialize, Deserialize)]
struct SavedRoom {
    #[serde(serialize_with = "Token::hand_over")]
    host: Token,
    assist: bool,
    clock: Option<TimeControl>,
    seats: Vec<Option<SavedSeat>>,
    number: u32,
    record: GameId,
    #[serde(default)]
    moved_on: bool,
    #[serde(default)]
    reopened: bool,
    #[serde(default)]
    given: u32,
    #[serde(default)]
    between_people: bool,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    gone: BTreeMap<u8, SavedGone>,
}

/// What is saved of a person who stood up.
#[derive(Serialize, Deserialize)]
struct SavedGone {
    sitter: Sitter,
    #[serde(
        serialize_with = "PersonId::hand_over",
        deserialize_with = "PersonId::receive"
    )]
    person: Option<PersonId>,
}

/// What is saved of a seat that somebody sits on.
#[derive(Serialize, Deserialize)]
struct SavedSeat {
    sitter: Sitter,
    /// Of a person.
    #[serde(default)]
    held: Option<Held>,
    /// Who plays in the name of a person who is away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stand_in: Option<SavedStandIn>,
}

/// What is saved of a player in the name of a person.
#[derive(Serialize, Deserialize)]
struct SavedStandIn {
    sitter: Sitter,
    since: u32,
}

/// What makes a seat a person's.
#[derive(Serialize, Deserialize)]
struct Held {
    #[serde(
        serialize_with = "PersonId::hand_over",
        deserialize_with = "PersonId::receive"
    )]
    person: Option<PersonId>,
    #[serde(serialize_with = "Token::hand_over")]
    token: Token,
}

impl Room {
    /// Creates a new room; its outbox holds what has to be saved.
    pub(crate) fn new(new: NewRoom, now: Now) -> Self {
        let seats = new.sittings.len();
        let mut room = Self {
            id: token::room_id(),
            name: new.name,
            host: Token::random(),
            assist: new.assist,
            time_control: new.clock,
            sittings: new.sittings,
            grace: new.grace,
            roster: new.roster,
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
            reopened: false,
            given: 0,
            between_people: false,
            gone: BTreeMap::new(),
            movers: BTreeMap::new(),
            still: false,
            undo: None,
            rematch: None,
            clients: BTreeMap::new(),
            said_spectators: Vec::new(),
            spectators_due: 0,
            hints: BTreeSet::new(),
            failure: None,
            valued: None,
            log: Log::new(),
            outbox: Outbox::default(),
        };
        room.let_players_sit();
        room.play_forced_passes();
        room.given = room.table.plies().len() as u32;
        room.save_room();
        room.save_header();
        room.save_clocks();
        room.save_given_plies();
        room.outbox.events.clear();
        room
    }

    /// Returns the room as it was saved.
    ///
    /// # Errors
    /// Returns an error if what was saved makes no sense to this version of the program.
    pub(crate) fn load(
        id: &RoomId,
        stored: &StoredRoom,
        game: impl FnOnce(&GameId) -> Result<Option<StoredGame>, ApiError>,
        grace: Ms,
        roster: &Arc<Roster>,
        now: Now,
    ) -> Result<Self, ApiError> {
        let unusable =
            |problem: &dyn Display| ApiError::unusable(format!("the room {id}: {problem}"));
        let saved: SavedRoom = serde_json::from_str(&stored.state).map_err(|e| unusable(&e))?;
        let game = game(&saved.record)?.ok_or_else(|| unusable(&"its game is missing"))?;
        let (name, table) = table::open_saved(&game).map_err(|e| unusable(&e))?;
        let notes = notes(&game);
        let movers = (1..).zip(&game.moves);
        let movers = movers.filter_map(|(number, entry)| Some((number, entry.by.clone()?)));
        let movers = movers.collect();
        let sit = |seat: Option<SavedSeat>| {
            seat.map_or(Sitting::Open, |seat| seat.sit(roster, &name, now))
        };
        let sittings: Vec<Sitting> = saved.seats.into_iter().map(sit).collect();
        let mut clock = Clock::new(saved.clock, sittings.len());
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
            time_control: saved.clock,
            sittings,
            grace,
            roster: Arc::clone(roster),
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
            reopened: saved.reopened,
            given: saved.given,
            between_people: saved.between_people,
            gone: saved.gone.into_iter().map(SavedGone::back).collect(),
            movers,
            still: false,
            undo: None,
            rematch: None,
            clients: BTreeMap::new(),
            said_spectators: Vec::new(),
            spectators_due: 0,
            hints: BTreeSet::new(),
            failure: None,
            valued: None,
            log: Log::new(),
            outbox: Outbox::default(),
        };
        room.let_players_sit();
        room.failure = room.missing();
        room.run_clock(now);
        Ok(room)
    }

    /// Gives every player its seat at the table. One that sat there before is made anew.
    pub(super) fn let_players_sit(&mut self) {
        for (seat, sitting) in (0..).zip(&self.sittings) {
            self.table.sit(seat, sitting.guest());
        }
    }

    /// Returns the token of the one who made the room.
    pub(crate) fn host(&self) -> &Token {
        &self.host
    }

    /// Returns the tokens of all seats that people hold.
    pub(crate) fn seat_tokens(&self) -> Vec<(u8, Token)> {
        let sittings = (0u8..).zip(&self.sittings);
        sittings
            .filter_map(|(seat, sitting)| Some((seat, sitting.token()?.clone())))
            .collect()
    }

    pub(super) fn save_room(&mut self) {
        let saved = SavedRoom {
            host: self.host.clone(),
            assist: self.assist,
            clock: self.time_control,
            seats: self.sittings.iter().map(SavedSeat::of).collect(),
            number: self.number,
            record: self.record.clone(),
            moved_on: self.moved_on,
            reopened: self.reopened,
            given: self.given,
            between_people: self.between_people,
            gone: self.gone.iter().map(SavedGone::of).collect(),
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
        let (seats, persons) = self.played_by().into_iter().unzip();
        let header = GameHeader {
            game: self.name.to_string(),
            seats,
            clock: self.time_control,
            start: self.table.start_line(),
            seed: self.seed,
        };
        self.outbox.saves.push(Save::Game {
            id: self.record.clone(),
            room: Some(self.id.clone()),
            header: Box::new(header),
            started: self.started,
            persons,
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

impl SavedGone {
    fn of((seat, gone): (&u8, &Gone)) -> (u8, Self) {
        let Gone { sitter, person } = gone.clone();
        (*seat, Self { sitter, person })
    }

    fn back((seat, saved): (u8, Self)) -> (u8, Gone) {
        let Self { sitter, person } = saved;
        (seat, Gone { sitter, person })
    }
}

impl SavedSeat {
    /// Returns what is saved of a seat; an open one is not.
    fn of(sitting: &Sitting) -> Option<Self> {
        let held = match sitting {
            Sitting::Person { person, token, .. } => Some(Held {
                person: person.clone(),
                token: token.clone(),
            }),
            _ => None,
        };
        let stand_in = match sitting {
            Sitting::Person { stand_in, .. } => stand_in.as_ref().map(|stand_in| SavedStandIn {
                sitter: stand_in.sitter.clone(),
                since: stand_in.since,
            }),
            _ => None,
        };
        let sitter = sitting.sitter()?.clone();
        Some(Self {
            sitter,
            held,
            stand_in,
        })
    }

    /// Returns who sits at a saved seat. A player that this server does not have keeps it, until
    /// somebody gives it to another.
    fn sit(self, roster: &Roster, game: &GameName, now: Now) -> Sitting {
        let Self {
            sitter,
            held,
            stand_in,
        } = self;
        let guest_of = |sitter: &Sitter| roster.player(game, sitter.player.as_deref()?);
        if let Some(Held { person, token }) = held {
            return Sitting::Person {
                sitter,
                person,
                token,
                absent: Some(now.ms),
                // Somebody was allowed to let a player in, and may still do so.
                replaceable: stand_in.is_some(),
                stand_in: stand_in.map(|SavedStandIn { sitter, since }| {
                    let guest = guest_of(&sitter);
                    Box::new(StandIn {
                        sitter,
                        guest,
                        since,
                    })
                }),
            };
        }
        if sitter.player.is_none() {
            return Sitting::Open;
        }
        let guest = guest_of(&sitter);
        Sitting::Ai { sitter, guest }
    }
}

/// Returns what players noted, by seat.
pub(crate) fn notes(game: &StoredGame) -> Vec<(u8, Note)> {
    let noted = game.moves.iter().enumerate().filter_map(|(ply, entry)| {
        let note = entry.note.as_ref()?;
        let kind = NoteKind::named(&note.kind)?;
        let cost = note.cost;
        Some((entry.seat, Note { ply, kind, cost }))
    });
    noted.collect()
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("numbers and texts can be written as JSON")
}
