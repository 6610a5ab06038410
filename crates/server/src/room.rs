//! A room: who sits where, whose turn it is, what was played. Pure state: it is given events and
//! the time, and collects in its outbox what has to be saved and sent. The actor around it saves
//! first and sends afterwards, so that nobody sees a move that could be lost.
//!
//! - `actor`: the task that owns a room · `seats`: who sits where · `game`: moves, resignations,
//!   flags · `offers`: undo and rematch · `log`: numbered events · `saved`: to and from the store
//!   · `view`: the room as the page sees it · `wanted`: what AIs have to think about

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use players::Note;
use records::{GameResult, TimeControl};
use rules::GameName;
use store::{GameId, PersonId, RoomId, Save};

use crate::clock::{Clock, Ms};
use crate::protocol::room::{Event, PlayerFailure};
use crate::protocol::socket::{Action, Hello, Message, You};
use crate::refusal::Refusal;
use crate::roster::Roster;
use crate::table::Table;
use crate::token::Token;

pub(crate) mod actor;
mod failure;
mod game;
mod log;
mod offers;
#[cfg(test)]
mod properties;
mod saved;
mod seats;
mod view;
pub(crate) mod wanted;

use log::Log;
pub(crate) use log::text as message_text;
use offers::Asking;
pub(crate) use saved::{NewRoom, notes};
pub(crate) use seats::Sitting;
pub(crate) use view::{note_views, positions};

/// A connection, numbered by the hub.
pub(crate) type ClientId = u64;

/// The current time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Now {
    /// On a monotonic clock.
    pub(crate) ms: Ms,
    /// Milliseconds since 1970.
    pub(crate) date: u64,
}

/// A room and the game in it.
pub(crate) struct Room {
    id: RoomId,
    name: GameName,
    host: Token,
    assist: bool,
    time_control: Option<TimeControl>,
    sittings: Vec<Sitting>,
    /// How long a person may be absent.
    grace: Ms,
    /// Who may be given a seat.
    roster: Arc<Roster>,

    number: u32,
    record: GameId,
    started: u64,
    seed: u64,
    table: Box<dyn Table>,
    notes: Vec<(u8, Note)>,
    clock: Option<Clock>,
    /// Since when the seat to move could have moved.
    turn_since: Ms,
    result: Option<GameResult>,
    /// Whether the seats changed after the game ended.
    moved_on: bool,
    undo: Option<Asking>,
    rematch: Option<Asking>,

    clients: BTreeMap<ClientId, Client>,
    /// The spectators as they were last announced.
    said_spectators: Vec<String>,
    hints: BTreeSet<ClientId>,
    /// The player that gave no move, until somebody does something about it.
    failure: Option<PlayerFailure>,
    /// The position whose moves are all valued, if any is, so that it is not done twice.
    valued: Option<u32>,
    log: Log,
    outbox: Outbox,
}

/// A connected client.
#[derive(Clone, Debug, Default)]
struct Client {
    name: String,
    person: Option<PersonId>,
    seats: BTreeSet<u8>,
    host: bool,
    evaluates: bool,
}

/// What has to be saved, and then sent.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    /// To be saved together.
    pub(crate) saves: Vec<Save>,
    /// For everybody, in order.
    pub(crate) events: Vec<Event>,
    /// For one client each, after the events.
    pub(crate) private: Vec<(ClientId, Message)>,
}

impl Room {
    /// Returns its name, which invites.
    pub(crate) fn id(&self) -> &RoomId {
        &self.id
    }

    /// Connects a client, and returns its role in the room.
    pub(crate) fn connect(&mut self, client: ClientId, hello: &Hello, now: Now) -> You {
        let seats: BTreeSet<u8> = (0u8..)
            .zip(&self.sittings)
            .filter(|(_, sitting)| {
                let token = sitting.token();
                token.is_some_and(|own| hello.seats.contains(own))
            })
            .map(|(seat, _)| seat)
            .collect();
        let host = hello.host.as_ref() == Some(&self.host);
        let coming = Client {
            name: name(&hello.name),
            person: hello.person.clone(),
            seats: seats.clone(),
            host,
            evaluates: false,
        };
        let you = You {
            seats: seats.iter().copied().collect(),
            host,
        };
        if self.clients.is_empty() && self.clock.is_none() {
            // While nobody was here nobody thought.
            self.turn_since = now.ms;
        }
        self.clients.insert(client, coming);
        for seat in seats {
            self.arrived(seat, now);
        }
        you
    }

    /// A client has disconnected.
    pub(crate) fn disconnect(&mut self, client: ClientId, now: Now) {
        self.hints.remove(&client);
        let Some(gone) = self.clients.remove(&client) else {
            return;
        };
        for seat in gone.seats {
            self.left(seat, now);
        }
    }

    /// Handles a request of a client.
    ///
    /// # Errors
    /// Returns an error if it is refused; then nothing has changed.
    pub(crate) fn act(
        &mut self,
        client: ClientId,
        action: Action,
        now: Now,
    ) -> Result<(), Refusal> {
        match action {
            Action::Take { seat } => self.take(client, seat, now),
            Action::Free { seat } => self.free(client, seat, now),
            Action::Give { seat, to } => self.give(client, seat, &to, now),
            Action::Move { seat, ply, text } => self.person_moves(client, seat, ply, &text, now),
            Action::Undo { seat, agree } => self.ask_undo(client, seat, agree, now),
            Action::Resign { seat } => self.resign(client, seat, now),
            Action::Rematch {
                seat,
                agree,
                rotate,
            } => self.ask_rematch(client, seat, agree, rotate, now),
            Action::Retry { seat } => self.retry(client, seat),
            Action::Hint => self.ask_hint(client),
            Action::Evaluate { on } => self.evaluate(client, on),
            Action::Rename { name } => {
                self.rename(client, &name, now);
                Ok(())
            }
            Action::Ping => Ok(()),
        }
    }

    /// Handles the passage of time: flags fall, absent people become replaceable.
    pub(crate) fn tick(&mut self, now: Now) {
        self.fall_flag(now);
        self.grow_replaceable(now);
    }

    /// Returns when [`Room::tick`] has something to do next.
    pub(crate) fn next_tick(&self) -> Option<Ms> {
        let flag = self.clock.as_ref().and_then(Clock::flag);
        let absent = self
            .sittings
            .iter()
            .filter_map(|c| c.replaceable_at(self.grace));
        absent.chain(flag.map(|(_, at)| at)).min()
    }

    /// Takes what has to be saved and sent.
    pub(crate) fn take_outbox(&mut self) -> Outbox {
        // Many things change who watches: they are all noticed here.
        let names = self.spectators();
        if names != self.said_spectators {
            self.said_spectators.clone_from(&names);
            self.say(Event::Spectators { names });
        }
        std::mem::take(&mut self.outbox)
    }

    /// Reports whether anybody is connected.
    pub(crate) fn is_watched(&self) -> bool {
        !self.clients.is_empty()
    }

    fn client(&self, client: ClientId) -> Result<&Client, Refusal> {
        self.clients.get(&client).ok_or(Refusal::NotAllowed)
    }

    /// Refuses unless the client holds this seat.
    fn holds(&self, client: ClientId, seat: u8) -> Result<(), Refusal> {
        self.sitting(seat)?;
        if self.client(client)?.seats.contains(&seat) {
            Ok(())
        } else {
            Err(Refusal::NotYours)
        }
    }

    fn sitting(&self, seat: u8) -> Result<&Sitting, Refusal> {
        let sitting = self.sittings.get(usize::from(seat));
        sitting.ok_or(Refusal::NoSeat(seat))
    }

    fn tell(&mut self, client: ClientId, message: Message) {
        self.outbox.private.push((client, message));
    }

    fn say(&mut self, event: Event) {
        self.outbox.events.push(event);
    }
}

/// Returns a name as it is stored: without invisible characters, and not too long. It is empty if
/// none was given, and every page words that in its own language.
pub(crate) fn name(text: &str) -> String {
    // Characters that change the direction of writing would affect the text around the name.
    let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let seen = text.chars().filter(|&c| !c.is_control() && !turns(c));
    seen.take(40).collect::<String>().trim().to_owned()
}
