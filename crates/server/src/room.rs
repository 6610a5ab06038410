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
use records::{GameResult, Sitter, TimeControl};
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
use seats::Gone;
pub(crate) use seats::{Out, Sitting};
pub(crate) use view::{note_views, positions};

/// Who watches is told at most so often, in milliseconds.
const SPECTATORS: Ms = 1000;

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
    /// Whether the game had ended and was taken back: its opponents stay.
    reopened: bool,
    /// How many plies the game began with, which nobody played here.
    given: u32,
    /// Whether two people have begun to play this game against each other.
    between_people: bool,
    /// Who stood up from a game they played: it stays theirs, whoever plays on.
    gone: BTreeMap<u8, Gone>,
    /// Who made a move, by the number of the ply, where the record names somebody else at the seat.
    movers: BTreeMap<u32, Sitter>,
    /// Whether a teacher has stopped all games for a moment.
    still: bool,
    undo: Option<Asking>,
    rematch: Option<Asking>,

    clients: BTreeMap<ClientId, Client>,
    /// The spectators as they were last announced, and when they may be again.
    said_spectators: Vec<String>,
    spectators_due: Ms,
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
    /// Until when its renames are paid for.
    renamed: Ms,
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

    /// Returns the record of its present game.
    pub(crate) fn record(&self) -> &GameId {
        &self.record
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
            renamed: 0,
        };
        if self.clients.is_empty() && self.clock.is_none() {
            // While nobody was here nobody thought.
            self.turn_since = now.ms;
        }
        self.clients.insert(client, coming);
        let own = seats.iter().copied().collect();
        let away = seats.into_iter().filter_map(|seat| self.arrived(seat, now));
        You {
            seats: own,
            host,
            away: away.collect(),
        }
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
            Action::Claim { seat } => self.claim(client, seat, now),
            Action::Retry { seat } => self.retry(client, seat),
            Action::Hint => self.ask_hint(client),
            Action::Evaluate { on } => self.evaluate(client, on),
            Action::Rename { name } => self.rename(client, &name, now),
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
        let spectators = self.spectators() != self.said_spectators;
        absent
            .chain(flag.map(|(_, at)| at))
            .chain(spectators.then_some(self.spectators_due))
            .min()
    }

    /// Takes what has to be saved and sent.
    pub(crate) fn take_outbox(&mut self, now: Now) -> Outbox {
        // Many things change who watches: they are all noticed here, and told now and then, because
        // everybody is told all names.
        let names = self.spectators();
        if names != self.said_spectators && now.ms >= self.spectators_due {
            self.spectators_due = now.ms + SPECTATORS;
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

/// Returns a name as it is stored: without invisible characters, with one space between words, and not too long.
/// It is empty if nothing of it can be seen, and every page words that in its own language.
pub(crate) fn name(text: &str) -> String {
    let seen = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c });
    let seen: String = seen.filter(|&c| !is_invisible(c)).collect();
    let words: Vec<&str> = seen.split(' ').filter(|word| !word.is_empty()).collect();
    let name: String = words.join(" ").chars().take(40).collect();
    // Marks alone have no letter to stand on.
    if !name.chars().any(|c| c != ' ' && is_seen(c)) {
        return String::new();
    }
    name.trim().to_owned()
}

/// Characters that nobody sees, or that affect the text around the name: they change the direction of writing, join
/// letters, or are tags and fillers.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{e0fff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Reports whether a character shows something by itself. Debugging escapes all others: what is not printed, and marks that
/// need a letter to stand on.
fn is_seen(c: char) -> bool {
    !is_invisible(c) && !c.escape_debug().to_string().starts_with("\\u")
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_name_can_be_seen() {
        for (given, kept) in [
            ("Aya", "Aya"),
            ("  Aya \n  Ito ", "Aya Ito"),
            ("あや", "あや"),
            ("José", "José"),
            ("Jose\u{301}", "Jose\u{301}"),
            ("\u{200b}\u{200d}\u{2060}", ""),
            ("\u{3164}\u{2800}\u{ad}", ""),
            ("\u{202e}ayA", "ayA"),
            ("A\u{e0041}ya\u{feff}", "Aya"),
            ("\u{301}\u{301}", ""),
            ("\u{3000}\u{a0}", ""),
            ("\u{1d159}", ""),
            ("\u{16fe4}", ""),
            ("\u{489}", ""),
            ("\u{e3a}", ""),
            ("\u{64b} \u{64b}", ""),
            ("กิ\u{e3a}", "กิ\u{e3a}"),
            ("🎲", "🎲"),
            ("\\\"'", "\\\"'"),
        ] {
            assert_eq!(name(given), kept, "{given:?}");
        }
        assert_eq!(name(&"あ".repeat(100)).chars().count(), 40);
    }
}
