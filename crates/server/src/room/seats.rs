//! Who sits where, who is there, and who may seat whom.

use records::Sitter;
use store::PersonId;

use super::{ClientId, Now, Room, name};
use crate::clock::Ms;
use crate::protocol::http::SeatToken;
use crate::protocol::room::{Event, Occupant, SittingView, Status};
use crate::protocol::socket::Message;
use crate::refusal::Refusal;
use crate::roster::{Guest, Roster};
use crate::token::Token;

/// Who sits on a seat, and what only the room knows of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sitting {
    /// Nobody.
    Open,
    /// Whoever has the token.
    Person {
        sitter: Sitter,
        person: Option<PersonId>,
        token: Token,
        /// Since when no device of this person is connected.
        absent: Option<Ms>,
        /// Whether others may let an AI sit in.
        replaceable: bool,
    },
    /// A player; without a guest, one that this server does not have.
    Ai {
        sitter: Sitter,
        guest: Option<Guest>,
    },
}

impl Sitting {
    /// Returns a person who has just sat down and is not connected yet.
    pub(crate) fn person(name: String, person: Option<PersonId>, now: Now) -> Self {
        Self::Person {
            sitter: Sitter::person(name),
            person,
            token: Token::random(),
            absent: Some(now.ms),
            replaceable: false,
        }
    }

    pub(super) fn token(&self) -> Option<&Token> {
        match self {
            Self::Person { token, .. } => Some(token),
            _ => None,
        }
    }

    pub(super) fn is_person(&self) -> bool {
        self.token().is_some()
    }

    /// Returns when others may let an AI sit in, if that time is still to come.
    pub(super) fn replaceable_at(&self, grace: Ms) -> Option<Ms> {
        match self {
            Self::Person {
                absent: Some(since),
                replaceable: false,
                ..
            } => Some(since + grace),
            _ => None,
        }
    }

    /// Returns the player that sits there, if one does.
    pub(super) fn guest(&self) -> Option<&Guest> {
        match self {
            Self::Ai { guest, .. } => guest.as_ref(),
            _ => None,
        }
    }

    /// Returns who sits there, unless it is open.
    pub(super) fn sitter(&self) -> Option<&Sitter> {
        match self {
            Self::Open => None,
            Self::Person { sitter, .. } | Self::Ai { sitter, .. } => Some(sitter),
        }
    }

    pub(super) fn view(&self) -> SittingView {
        let (present, replaceable) = match self {
            Self::Open => (false, false),
            Self::Person {
                absent,
                replaceable,
                ..
            } => (absent.is_none(), *replaceable),
            Self::Ai { guest, .. } => (guest.is_some(), false),
        };
        SittingView {
            sitter: self.sitter().cloned(),
            present,
            replaceable,
        }
    }
}

impl Room {
    /// Reports whether the game can be played, is over, or waits for somebody.
    pub(super) fn status(&self) -> Status {
        if self.table.turn().is_none() {
            Status::Finished
        } else if self.sittings.contains(&Sitting::Open) {
            Status::Waiting
        } else {
            Status::Playing
        }
    }

    /// Returns an AI for a seat of this game.
    pub(crate) fn ai(
        roster: &Roster,
        game: &rules::GameName,
        who: &Occupant,
    ) -> Result<Sitting, Refusal> {
        let (guest, level) = match who {
            Occupant::Level { level } => (roster.level(game, *level), Some(*level)),
            Occupant::Player { player } => (roster.player(game, player), None),
            Occupant::Open | Occupant::Me => (None, None),
        };
        let guest = guest.ok_or(Refusal::UnknownPlayer)?;
        let mut sitter = Sitter::ai(&guest.name, level);
        if level.is_none() {
            guest.title().clone_into(&mut sitter.name);
        }
        let guest = Some(guest);
        Ok(Sitting::Ai { sitter, guest })
    }

    pub(super) fn take(&mut self, client: ClientId, seat: u8, now: Now) -> Result<(), Refusal> {
        if *self.sitting(seat)? != Sitting::Open {
            return Err(Refusal::NotOpen);
        }
        self.seat_client(client, seat, now)
    }

    pub(super) fn free(&mut self, client: ClientId, seat: u8, now: Now) -> Result<(), Refusal> {
        self.holds(client, seat)?;
        self.seat(seat, Sitting::Open, now);
        Ok(())
    }

    pub(super) fn give(
        &mut self,
        client: ClientId,
        seat: u8,
        to: &Occupant,
        now: Now,
    ) -> Result<(), Refusal> {
        let asking = self.client(client)?;
        if asking.seats.is_empty() && !asking.host {
            return Err(Refusal::NotAllowed);
        }
        match self.sitting(seat)? {
            Sitting::Person {
                replaceable: false, ..
            } if !asking.seats.contains(&seat) => return Err(Refusal::Present),
            _ => {}
        }
        match to {
            Occupant::Open => self.seat(seat, Sitting::Open, now),
            Occupant::Me => return self.seat_client(client, seat, now),
            Occupant::Level { .. } | Occupant::Player { .. } => {
                let ai = Self::ai(&self.roster, &self.name, to)?;
                self.seat(seat, ai, now);
            }
        }
        Ok(())
    }

    /// Lets a client sit down, and gives it the secret of the seat.
    fn seat_client(&mut self, client: ClientId, seat: u8, now: Now) -> Result<(), Refusal> {
        let coming = self.client(client)?;
        let mut sitting = Sitting::person(coming.name.clone(), coming.person.clone(), now);
        if let Sitting::Person { absent, .. } = &mut sitting {
            *absent = None;
        }
        let token = sitting.token().cloned();
        self.seat(seat, sitting, now);
        if let Some(coming) = self.clients.get_mut(&client) {
            coming.seats.insert(seat);
        }
        if let Some(token) = token {
            self.tell(client, Message::Seat(SeatToken { seat, token }));
        }
        Ok(())
    }

    /// Puts somebody else on a seat; whoever held it before loses it.
    fn seat(&mut self, seat: u8, sitting: Sitting, now: Now) {
        let mut lost = Vec::new();
        for (&id, client) in &mut self.clients {
            if client.seats.remove(&seat) {
                lost.push(id);
            }
        }
        for id in lost {
            self.tell(id, Message::Lost { seat });
        }
        self.table.sit(seat, sitting.guest());
        self.sittings[usize::from(seat)] = sitting;
        self.forget_failure();
        self.moved_on = self.result.is_some();
        self.forget_offers();
        self.run_clock(now);
        self.say_sitting(seat, now);
        self.save_room();
        self.save_header();
    }

    /// Records that a device of the person on this seat has connected.
    pub(super) fn arrived(&mut self, seat: u8, now: Now) {
        if let Sitting::Person {
            absent,
            replaceable,
            ..
        } = &mut self.sittings[usize::from(seat)]
            && absent.take().is_some()
        {
            *replaceable = false;
            self.say_sitting(seat, now);
        }
    }

    /// Records that a device of the person on this seat has disconnected; perhaps it was the last.
    pub(super) fn left(&mut self, seat: u8, now: Now) {
        if self.clients.values().any(|c| c.seats.contains(&seat)) {
            return;
        }
        if let Sitting::Person { absent, .. } = &mut self.sittings[usize::from(seat)] {
            *absent = Some(now.ms);
            self.say_sitting(seat, now);
        }
    }

    pub(super) fn grow_replaceable(&mut self, now: Now) {
        for seat in 0..self.sittings.len() {
            let due = self.sittings[seat].replaceable_at(self.grace);
            if due.is_none_or(|at| at > now.ms) {
                continue;
            }
            if let Sitting::Person { replaceable, .. } = &mut self.sittings[seat] {
                *replaceable = true;
            }
            self.say_sitting(seat as u8, now);
        }
    }

    pub(super) fn rename(&mut self, client: ClientId, wanted: &str, now: Now) {
        let new = name(wanted);
        let Some(renamed) = self.clients.get_mut(&client) else {
            return;
        };
        renamed.name.clone_from(&new);
        let seats: Vec<u8> = renamed.seats.iter().copied().collect();
        if seats.is_empty() {
            return;
        }
        for seat in seats {
            if let Sitting::Person { sitter, .. } = &mut self.sittings[usize::from(seat)] {
                sitter.name.clone_from(&new);
            }
            self.say_sitting(seat, now);
        }
        self.save_room();
        self.save_header();
    }

    fn say_sitting(&mut self, seat: u8, now: Now) {
        let event = Event::Sitting {
            seat,
            sitting: self.sittings[usize::from(seat)].view(),
            status: self.status(),
            clocks: self.clocks(now),
        };
        self.say(event);
    }

    /// Returns the names of those who watch, limited in number, so that a message stays small.
    pub(super) fn spectators(&self) -> Vec<String> {
        let watching = self.clients.values().filter(|c| c.seats.is_empty());
        watching.map(|c| c.name.clone()).take(50).collect()
    }
}
