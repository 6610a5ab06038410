//! Who sits where, who is there, and who may seat whom.

use records::Sitter;
use rules::line::Exit;
use store::{PersonId, Save};

use super::{ClientId, Now, Room, name};
use crate::clock::Ms;
use crate::protocol::board::PlyKind;
use crate::protocol::http::SeatToken;
use crate::protocol::room::{Event, Occupant, SittingView, Status};
use crate::protocol::socket::{Action, Away, Message};
use crate::refusal::Refusal;
use crate::roster::{Guest, Roster};
use crate::token::Token;

/// How long a client takes to earn a rename in milliseconds, and how many it has at once besides: everybody in the room
/// is told of each.
const RENAME: Ms = 2000;
const RENAMES: Ms = 4;

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
        /// Whether others may let an AI play on, or claim the game.
        replaceable: bool,
        /// Who plays in this person's name until they are back.
        stand_in: Option<Box<StandIn>>,
    },
    /// A player; without a guest, one that this server does not have.
    Ai {
        sitter: Sitter,
        guest: Option<Guest>,
    },
}

/// A player in the name of a person who is away.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StandIn {
    pub(super) sitter: Sitter,
    /// None if this server does not have the player.
    pub(super) guest: Option<Guest>,
    /// How many plies had been played when it came.
    pub(super) since: u32,
}

/// Whoever was taken out of a class, by what they have to show.
#[derive(Clone, Debug, Default)]
pub(crate) struct Out {
    pub(crate) person: Option<PersonId>,
    pub(crate) tokens: Vec<Token>,
}

impl Out {
    fn sits(&self, sitting: &Sitting) -> bool {
        let Sitting::Person { person, token, .. } = sitting else {
            return false;
        };
        self.tokens.contains(token) || person.is_some() && *person == self.person
    }
}

/// A person who stood up from a game that goes on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Gone {
    pub(super) sitter: Sitter,
    pub(super) person: Option<PersonId>,
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
            stand_in: None,
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

    /// Returns the player that plays there, if one does.
    pub(super) fn guest(&self) -> Option<&Guest> {
        match self {
            Self::Ai { guest, .. } => guest.as_ref(),
            Self::Person { stand_in, .. } => stand_in.as_ref()?.guest.as_ref(),
            Self::Open => None,
        }
    }

    /// Returns who plays there, if it is a player and not a person.
    pub(super) fn player(&self) -> Option<&Sitter> {
        match self {
            Self::Ai { sitter, .. } => Some(sitter),
            Self::Person { stand_in, .. } => Some(&stand_in.as_ref()?.sitter),
            Self::Open => None,
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
                stand_in,
                ..
            } => (absent.is_none(), *replaceable && stand_in.is_none()),
            Self::Ai { guest, .. } => (guest.is_some(), false),
        };
        let stand_in = self.player().filter(|_| self.is_person());
        SittingView {
            sitter: self.sitter().cloned(),
            present,
            replaceable,
            stand_in: stand_in.cloned(),
        }
    }
}

impl Room {
    /// Reports whether the game can be played, is over, or waits for somebody.
    pub(super) fn status(&self) -> Status {
        if self.table.turn().is_none() {
            Status::Finished
        } else if self.sittings.contains(&Sitting::Open) && !self.between_people {
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
        if let Some(cap) = roster.above_cap(level) {
            return Err(Refusal::AboveCap(cap));
        }
        let mut sitter = Sitter::ai(&guest.name, level);
        if level.is_none() {
            guest.title().clone_into(&mut sitter.name);
        }
        let guest = Some(guest);
        Ok(Sitting::Ai { sitter, guest })
    }

    /// Refuses another game with a player above the highest level, which may have been set after it sat down.
    pub(super) fn is_within_cap(&self) -> Result<(), Refusal> {
        let mut players = self.sittings.iter().filter_map(Sitting::player);
        let above = players.find_map(|player| self.roster.above_cap(player.level));
        above.map_or(Ok(()), |cap| Err(Refusal::AboveCap(cap)))
    }

    pub(super) fn take(&mut self, client: ClientId, seat: u8, now: Now) -> Result<(), Refusal> {
        if *self.sitting(seat)? != Sitting::Open {
            return Err(Refusal::NotOpen);
        }
        self.is_no_rival(client)?;
        self.seat_client(client, seat, now)
    }

    /// Refuses whoever plays against others already: nobody plays both sides of a game between people.
    fn is_no_rival(&self, client: ClientId) -> Result<(), Refusal> {
        let plays = !self.client(client)?.seats.is_empty();
        if plays && self.is_on_between_people() {
            return Err(Refusal::Rival);
        }
        Ok(())
    }

    /// Reports whether people play against each other here, and have begun.
    pub(super) fn is_on_between_people(&self) -> bool {
        self.between_people && self.status() != Status::Finished
    }

    /// Reports whether this game had ended and goes on: nobody is said to have beaten who came later.
    fn is_reopened(&self) -> bool {
        self.reopened && self.status() != Status::Finished
    }

    /// Notes when two people have begun to play against each other: from then on no clock stands still, and
    /// nobody loses the seat to another.
    pub(crate) fn note_people(&mut self) {
        if self.between_people {
            return;
        }
        let mut people = self.sittings.iter().filter_map(|sitting| match sitting {
            // Who is away plays when they are back.
            Sitting::Person {
                person,
                stand_in: None,
                ..
            } => Some(person),
            _ => None,
        });
        let first = people.next();
        // Somebody who plays alone for several seats has one secret for all of them.
        let others = |person: &Option<PersonId>| person.is_none() || Some(person) != first;
        if first.is_some() && people.any(others) {
            self.between_people = true;
            self.save_room();
        }
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
        let own = asking.seats.contains(&seat);
        let ai = match to {
            Occupant::Open | Occupant::Me => None,
            _ => Some(Self::ai(&self.roster, &self.name, to)?),
        };
        match self.sitting(seat)? {
            Sitting::Person {
                replaceable: false, ..
            } if !own => return Err(Refusal::Present),
            Sitting::Person { .. } if !own && self.status() != Status::Finished => {
                return self.give_of_absent(client, seat, ai, to, now);
            }
            Sitting::Ai { .. } if self.is_on_between_people() || self.is_reopened() => {
                let failed = self.failure.as_ref().is_some_and(|f| f.seat == seat);
                if !failed || ai.is_none() {
                    let reopened = self.is_reopened();
                    return Err(if reopened {
                        Refusal::Opponents
                    } else {
                        Refusal::Rival
                    });
                }
            }
            _ => {}
        }
        match (ai, to) {
            (Some(ai), _) => self.seat(seat, ai, now),
            (None, Occupant::Me) => {
                if !own {
                    self.is_no_rival(client)?;
                }
                return self.seat_client(client, seat, now);
            }
            (None, _) => self.seat(seat, Sitting::Open, now),
        }
        Ok(())
    }

    /// Does something about the seat of a person who is away. The seat stays theirs: a player moves in their
    /// name until they are back. Before people have begun to play, it can be given away as well.
    fn give_of_absent(
        &mut self,
        client: ClientId,
        seat: u8,
        ai: Option<Sitting>,
        to: &Occupant,
        now: Now,
    ) -> Result<(), Refusal> {
        if self.is_on_between_people() && self.clock.is_some() {
            return Err(Refusal::ClockRuns);
        }
        let Some(Sitting::Ai { sitter, guest }) = ai else {
            if self.is_on_between_people() {
                return Err(Refusal::Held);
            }
            if *to == Occupant::Me {
                return self.seat_client(client, seat, now);
            }
            self.seat(seat, Sitting::Open, now);
            return Ok(());
        };
        let since = self.table.plies().len() as u32;
        if let Sitting::Person { stand_in, .. } = &mut self.sittings[usize::from(seat)] {
            *stand_in = Some(Box::new(StandIn {
                sitter,
                guest,
                since,
            }));
        }
        self.player_changed(seat, now);
        Ok(())
    }

    /// Ends the game of a person who is away, or who stood up: without a clock nobody waits for ever.
    pub(super) fn claim(&mut self, client: ClientId, seat: u8, now: Now) -> Result<(), Refusal> {
        let left = match self.sitting(seat)? {
            Sitting::Open => true,
            Sitting::Person { replaceable, .. } => *replaceable,
            Sitting::Ai { .. } => false,
        };
        let asking = self.client(client)?;
        if asking.seats.is_empty() || asking.seats.contains(&seat) {
            return Err(Refusal::NotAllowed);
        }
        if self.status() == Status::Finished {
            return Err(Refusal::Finished);
        }
        if !self.between_people {
            return Err(Refusal::Waiting);
        }
        if !left {
            return Err(Refusal::Present);
        }
        if self.clock.is_some() {
            return Err(Refusal::ClockRuns);
        }
        if self.put_out(seat, Exit::Time, now) {
            Ok(())
        } else {
            Err(Refusal::Finished)
        }
    }

    /// Gives the seats of somebody who was taken out of the class to an AI of this level.
    pub(super) fn take_out(&mut self, out: &Out, level: u8, now: Now) {
        for seat in 0..self.sittings.len() as u8 {
            if out.sits(&self.sittings[usize::from(seat)]) {
                let ai = Self::ai(&self.roster, &self.name, &Occupant::Level { level });
                self.seat(seat, ai.unwrap_or(Sitting::Open), now);
            }
        }
    }

    /// Another player moves for a seat from now on, or none.
    fn player_changed(&mut self, seat: u8, now: Now) {
        let guest = self.sittings[usize::from(seat)].guest();
        self.table.sit(seat, guest);
        self.forget_failure();
        self.forget_offers();
        self.run_clock(now);
        self.say_sitting(seat, now);
        self.save_room();
        self.save_header();
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
        self.note_leaving(seat, &sitting);
        self.sittings[usize::from(seat)] = sitting;
        self.forget_failure();
        self.moved_on = self.result.is_some();
        self.forget_offers();
        self.run_clock(now);
        self.say_sitting(seat, now);
        self.save_room();
        self.save_header();
    }

    /// Notes who stands up: nobody gets rid of a game by leaving, nor of moves that they made.
    fn note_leaving(&mut self, seat: u8, next: &Sitting) {
        if self.status() == Status::Finished {
            return;
        }
        match (&self.sittings[usize::from(seat)], self.gone.get(&seat)) {
            (Sitting::Open, _) | (_, Some(_)) => {}
            (Sitting::Ai { sitter, .. }, None) => self.name_moves(seat, &sitter.clone()),
            (
                Sitting::Person {
                    sitter,
                    person,
                    stand_in,
                    ..
                },
                None,
            ) => match stand_in {
                Some(stand_in) if stand_in.since == 0 => {
                    self.name_moves(seat, &stand_in.sitter.clone());
                }
                _ if self.between_people || self.has_moved(seat) => {
                    let (sitter, person) = (sitter.clone(), person.clone());
                    self.gone.insert(seat, Gone { sitter, person });
                }
                _ => {}
            },
        }
        // Who comes back has never been away.
        if let (Sitting::Person { person, .. }, Some(gone)) = (next, self.gone.get(&seat))
            && person.is_some()
            && *person == gone.person
        {
            self.gone.remove(&seat);
        }
    }

    /// Returns the plies that were moves of this seat and were made here.
    fn moves_of(&self, seat: u8) -> impl Iterator<Item = u32> {
        let plies = self.table.plies().iter();
        let moves = plies.filter(move |ply| ply.seat == seat && ply.kind == PlyKind::Move);
        moves.map(|ply| ply.number).filter(|&n| n > self.given)
    }

    fn has_moved(&self, seat: u8) -> bool {
        self.moves_of(seat).next().is_some()
    }

    /// Writes beside the moves of this seat who made them, because the record is about to name another.
    fn name_moves(&mut self, seat: u8, by: &Sitter) {
        let unnamed = self
            .moves_of(seat)
            .filter(|number| !self.movers.contains_key(number));
        for number in unnamed.collect::<Vec<_>>() {
            self.movers.insert(number, by.clone());
            self.outbox.saves.push(Save::By {
                game: self.record.clone(),
                number,
                by: by.clone(),
            });
        }
    }

    /// Returns who has just done something at a seat, if the record names somebody else there.
    pub(super) fn another(&self, seat: u8, kind: PlyKind) -> Option<Sitter> {
        let sitting = &self.sittings[usize::from(seat)];
        let did = match kind {
            PlyKind::Move => sitting.player().or_else(|| sitting.sitter())?,
            PlyKind::Resign => sitting.sitter()?,
            PlyKind::Pass | PlyKind::Time => return None,
        };
        let (named, _) = self.owner(seat);
        (named != *did).then(|| did.clone())
    }

    /// Returns whose game it is, seat by seat, as its record says.
    pub(super) fn played_by(&self) -> Vec<(Sitter, Option<PersonId>)> {
        let seats = 0..self.sittings.len() as u8;
        seats.map(|seat| self.owner(seat)).collect()
    }

    /// Returns whom the record names at this seat.
    fn owner(&self, seat: u8) -> (Sitter, Option<PersonId>) {
        if let Some(gone) = self.gone.get(&seat) {
            return (gone.sitter.clone(), gone.person.clone());
        }
        match &self.sittings[usize::from(seat)] {
            // Who has been away since it began has not played it.
            Sitting::Person {
                stand_in: Some(stand_in),
                ..
            } if stand_in.since == 0 => (self.whole(seat, &stand_in.sitter), None),
            Sitting::Person { sitter, person, .. } => (sitter.clone(), person.clone()),
            Sitting::Ai { sitter, .. } => (self.whole(seat, sitter), None),
            Sitting::Open => (Sitter::default(), None),
        }
    }

    /// Returns a player with its level only if nobody else has moved for it: a level is beaten whole.
    fn whole(&self, seat: u8, player: &Sitter) -> Sitter {
        let others = self
            .moves_of(seat)
            .any(|number| self.movers.contains_key(&number));
        Sitter {
            level: player.level.filter(|_| !others),
            ..player.clone()
        }
    }

    /// Records that a device of the person on this seat has connected; returns who played in the person's name.
    pub(super) fn arrived(&mut self, seat: u8, now: Now) -> Option<Away> {
        let Sitting::Person {
            absent,
            replaceable,
            stand_in,
            ..
        } = &mut self.sittings[usize::from(seat)]
        else {
            return None;
        };
        absent.take()?;
        *replaceable = false;
        let Some(stand_in) = stand_in.take() else {
            self.say_sitting(seat, now);
            return None;
        };
        if stand_in.since == 0 {
            self.name_moves(seat, &stand_in.sitter);
        }
        self.player_changed(seat, now);
        let plies = self.table.plies().iter();
        let moves = plies.filter(|ply| ply.seat == seat && ply.number > stand_in.since);
        Some(Away {
            seat,
            player: stand_in.sitter,
            moves: moves.count() as u32,
        })
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

    /// Those who are away have all the time again to come back: nobody could go on meanwhile.
    pub(super) fn wait_anew(&mut self, now: Now) {
        for sitting in &mut self.sittings {
            if let Sitting::Person {
                absent: Some(since),
                replaceable: false,
                ..
            } = sitting
            {
                *since = now.ms;
            }
        }
    }

    /// Refuses what would let somebody else play or decide a game that counts in a class.
    pub(super) fn stands(&self, action: &Action) -> Result<(), Refusal> {
        let refused = match action {
            Action::Take { .. } | Action::Free { .. } | Action::Give { .. } => true,
            // Between people the others have to agree.
            Action::Undo { .. } => !self.is_on_between_people(),
            _ => false,
        };
        if refused {
            Err(Refusal::Counts)
        } else {
            Ok(())
        }
    }

    /// Reports whether a client has a seat here.
    pub(super) fn is_seated(&self, client: ClientId) -> bool {
        self.client(client).is_ok_and(|own| !own.seats.is_empty())
    }

    /// Returns the secret of whoever is at a client.
    pub(super) fn person(&self, client: ClientId) -> Option<&PersonId> {
        self.clients.get(&client)?.person.as_ref()
    }

    /// Says under which name a client sits down.
    pub(super) fn call(&mut self, client: ClientId, name: String) {
        if let Some(called) = self.clients.get_mut(&client) {
            called.name = name;
        }
    }

    pub(super) fn rename(
        &mut self,
        client: ClientId,
        wanted: &str,
        now: Now,
    ) -> Result<(), Refusal> {
        let new = name(wanted);
        let renamed = self.clients.get_mut(&client).ok_or(Refusal::NotAllowed)?;
        let paid = renamed.renamed.max(now.ms);
        if paid > now.ms + RENAMES * RENAME {
            return Err(Refusal::TooFast);
        }
        renamed.renamed = paid + RENAME;
        renamed.name.clone_from(&new);
        let seats: Vec<u8> = renamed.seats.iter().copied().collect();
        if seats.is_empty() {
            return Ok(());
        }
        for seat in seats {
            if let Sitting::Person { sitter, .. } = &mut self.sittings[usize::from(seat)] {
                sitter.name.clone_from(&new);
            }
            self.say_sitting(seat, now);
        }
        self.save_room();
        self.save_header();
        Ok(())
    }

    pub(super) fn say_sitting(&mut self, seat: u8, now: Now) {
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
