//! What needs everybody's agreement: taking a move back, and another game.

use std::collections::BTreeSet;

use store::Save;

use super::{ClientId, Now, Room, Sitting};
use crate::clock::Clock;
use crate::protocol::board::PlyKind;
use crate::protocol::http::SeatToken;
use crate::protocol::room::{Event, Offer, Status};
use crate::protocol::socket::Message;
use crate::refusal::Refusal;
use crate::token;

/// Something somebody has asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asking {
    by: u8,
    agreed: BTreeSet<u8>,
    waiting: BTreeSet<u8>,
    /// For a rematch: whether everybody moves on by one seat.
    rotate: bool,
}

impl Asking {
    pub(super) fn view(&self) -> Offer {
        Offer {
            by: self.by,
            agreed: self.agreed.iter().copied().collect(),
            waiting: self.waiting.iter().copied().collect(),
            rotate: self.rotate,
        }
    }
}

impl Room {
    /// Returns the same offer with the agreement of all seats of this client; a new one if there
    /// was none.
    fn agreed(
        &self,
        offer: Option<&Asking>,
        client: ClientId,
        seat: u8,
        waiting: BTreeSet<u8>,
        rotate: bool,
    ) -> Asking {
        let mut asking = offer.cloned().unwrap_or_else(|| Asking {
            by: seat,
            agreed: BTreeSet::new(),
            waiting,
            rotate,
        });
        let own = self.clients.get(&client).map(|client| client.seats.clone());
        for seat in own.unwrap_or_default() {
            if asking.waiting.remove(&seat) {
                asking.agreed.insert(seat);
            }
        }
        asking
    }

    /// Returns the seats of people, of those who are away while a player moves in their name only if wanted.
    fn people(&self, away_too: bool) -> BTreeSet<u8> {
        let asked =
            |sitting: &Sitting| sitting.is_person() && (away_too || sitting.player().is_none());
        let seats = (0u8..).zip(&self.sittings);
        let seats = seats.filter(|(_, sitting)| asked(sitting));
        seats.map(|(seat, _)| seat).collect()
    }

    pub(super) fn ask_undo(
        &mut self,
        client: ClientId,
        seat: u8,
        agree: bool,
        now: Now,
    ) -> Result<(), Refusal> {
        self.holds(client, seat)?;
        if !agree {
            self.undo.take().ok_or(Refusal::NoOffer)?;
            self.say(Event::Undo { offer: None });
            return Ok(());
        }
        // Who has stood up cannot be asked.
        if self.is_on_between_people() && !self.gone.is_empty() {
            return Err(Refusal::StoodUp);
        }
        // Nobody loses what they won because they were away for a moment.
        let people = self.people(self.between_people);
        let asking = self.agreed(self.undo.as_ref(), client, seat, people, false);
        let target = self.undo_target(asking.by)?;
        // Only somebody who played a finished game alone may continue it.
        let alone = asking.waiting.is_empty() && !self.moved_on && self.gone.is_empty();
        if self.status() == Status::Finished {
            if !alone {
                return Err(Refusal::Finished);
            }
            self.is_within_cap()?;
        }
        if !asking.waiting.is_empty() {
            let offer = Some(asking.view());
            self.undo = Some(asking);
            self.say(Event::Undo { offer });
            return Ok(());
        }
        self.take_back(target, now);
        Ok(())
    }

    /// Returns how many plies are left when this seat's last own move is taken back.
    fn undo_target(&self, seat: u8) -> Result<usize, Refusal> {
        let plies = self.table.plies();
        plies
            .iter()
            .rposition(|ply| ply.seat == seat && ply.kind == PlyKind::Move)
            .ok_or(Refusal::NothingToUndo)
    }

    fn take_back(&mut self, left: usize, now: Now) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now.ms);
        }
        self.table.undo(left);
        self.notes.retain(|(_, note)| note.ply < left);
        self.movers.retain(|&number, _| number as usize <= left);
        self.given = self.given.min(left as u32);
        self.reopened |= self.result.is_some();
        self.result = None;
        self.forget_advice();
        self.turn_since = now.ms;
        self.forget_offers();
        self.forget_failure();
        self.run_clock(now);
        self.outbox.saves.push(Save::Undo {
            game: self.record.clone(),
            left: left as u32,
        });
        self.save_room();
        // A name that changed after the end was not written.
        self.save_header();
        self.save_clocks();
        let event = Event::Undone {
            position: self.table.view(left, true),
            clocks: self.clocks(now),
        };
        self.say(event);
    }

    pub(super) fn ask_rematch(
        &mut self,
        client: ClientId,
        seat: u8,
        agree: bool,
        rotate: bool,
        now: Now,
    ) -> Result<(), Refusal> {
        self.holds(client, seat)?;
        if self.status() != Status::Finished {
            return Err(Refusal::NotFinished);
        }
        if !agree {
            self.rematch.take().ok_or(Refusal::NoOffer)?;
            self.say(Event::Rematch { offer: None });
            return Ok(());
        }
        self.is_within_cap()?;
        // Whoever wants it otherwise asks anew: nobody agrees to what they were not asked.
        let same = self.rematch.as_ref().filter(|asked| asked.rotate == rotate);
        let asking = self.agreed(same, client, seat, self.people(false), rotate);
        if asking.waiting.is_empty() {
            self.start_again(asking.rotate, now);
            return Ok(());
        }
        let offer = Some(asking.view());
        self.rematch = Some(asking);
        self.say(Event::Rematch { offer });
        Ok(())
    }

    /// Reports whether another game begins if this client asks for it, or agrees.
    pub(crate) fn begins_again(&self, client: ClientId, seat: u8, rotate: bool) -> bool {
        let same = self.rematch.as_ref().filter(|asked| asked.rotate == rotate);
        self.holds(client, seat).is_ok()
            && self.status() == Status::Finished
            && self.is_within_cap().is_ok()
            && self
                .agreed(same, client, seat, self.people(false), rotate)
                .waiting
                .is_empty()
    }

    /// Starts a new game from where the last one began, with everybody moved on by one seat or not.
    fn start_again(&mut self, rotate: bool, now: Now) {
        if rotate {
            self.sittings.rotate_right(1);
            let seats = self.sittings.len() as u8;
            for client in self.clients.values_mut() {
                client.seats = client.seats.iter().map(|s| (s + 1) % seats).collect();
            }
            self.tell_seats();
        }
        self.table.begin_again(rotate);
        self.number += 1;
        self.record = token::game_id();
        self.seed = token::seed();
        self.started = now.date;
        self.notes.clear();
        self.result = None;
        self.moved_on = false;
        self.reopened = false;
        self.given = 0;
        self.between_people = false;
        self.gone.clear();
        self.movers.clear();
        for sitting in &mut self.sittings {
            if let Sitting::Person { stand_in, .. } = sitting
                && let Some(stand_in) = stand_in
            {
                stand_in.since = 0;
            }
        }
        self.forget_advice();
        self.undo = None;
        self.rematch = None;
        self.failure = self.missing();
        self.turn_since = now.ms;
        self.clock = Clock::new(self.time_control, self.sittings.len());
        self.save_room();
        self.save_header();
        self.save_clocks();
        let room = Box::new(self.view(now));
        self.say(Event::Started { room });
    }

    /// After the seats were exchanged, sends each client which seats it lost and which it has.
    fn tell_seats(&mut self) {
        let seats = self.sittings.len() as u8;
        let mut told = Vec::new();
        for (&id, client) in &self.clients {
            for &seat in &client.seats {
                let seat = (seat + seats - 1) % seats;
                told.push((id, Message::Lost { seat }));
            }
            for &seat in &client.seats {
                let token = self.sittings[usize::from(seat)].token().cloned();
                told.extend(token.map(|token| (id, Message::Seat(SeatToken { seat, token }))));
            }
        }
        self.outbox.private.extend(told);
    }

    /// Withdraws offers, because the position or the people have changed.
    pub(super) fn forget_offers(&mut self) {
        if self.undo.take().is_some() {
            self.say(Event::Undo { offer: None });
        }
        if self.rematch.take().is_some() {
            self.say(Event::Rematch { offer: None });
        }
    }
}
