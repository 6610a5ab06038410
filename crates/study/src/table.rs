//! A table: one game with who sits where, everything that was played, and what a person at it may see.
//!
//! What somebody may see depends on what they have answered and on the time: a reply that is held back
//! is here long before it is shown, and takes as long as every other reply.

use crate::board::{self, Board};
use crate::code::Code;
use crate::event::{Act, Mover};
use crate::file::Study;

/// A table.
pub struct StudyTable {
    /// Its name.
    pub id: String,
    /// Which game of its people; 0 is the practice.
    pub game: u8,
    /// The arm by number.
    pub arm: usize,
    /// Who sits where, unless it is a player.
    pub people: Vec<Option<Code>>,
    /// The player of every seat that no person has.
    pub players: Vec<Option<String>>,
    /// The seed of the game.
    pub seed: u64,
    /// When it was opened.
    pub opened: u64,
    /// What was played.
    pub plies: Vec<Ply>,
    /// How it ended, if it has: ranks and scores.
    pub ended: Option<(Vec<u8>, Vec<i32>)>,
    /// Whether it was given up.
    pub abandoned: bool,
    /// Seats whose person left and was replaced.
    pub stood_in: Vec<u8>,
    /// Who sat in such a seat before.
    pub(crate) replaced: Vec<(u8, Code)>,
    /// Seats that no person came for.
    pub short: u8,
    /// Whether opposite seats play together.
    pairs: bool,
    board: Box<dyn Board>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// When.
    pub at: u64,
    /// By which seat.
    pub seat: u8,
    /// The move.
    pub text: String,
    /// How long it took, in milliseconds.
    pub ms: u32,
    /// Who decided it.
    pub by: Mover,
    /// What the position was worth to each seat, by a player.
    pub values: Option<Vec<i32>>,
    /// What the player did on purpose.
    pub act: Option<Act>,
}

impl std::fmt::Debug for StudyTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StudyTable")
            .field("id", &self.id)
            .field("plies", &self.plies.len())
            .finish_non_exhaustive()
    }
}

impl StudyTable {
    /// Opens a table.
    pub(crate) fn open(
        study: &Study,
        id: &str,
        game: u8,
        arm: usize,
        seats: (Vec<Option<Code>>, Vec<Option<String>>),
        seed: u64,
        opened: u64,
    ) -> Self {
        let players = seats.1.iter().flatten().count();
        let meant = study.arms[arm].seats.len() - study.arms[arm].people();
        Self {
            short: players.saturating_sub(meant) as u8,
            pairs: study.arms[arm].is_in_pairs(),
            id: id.to_owned(),
            game,
            arm,
            people: seats.0,
            players: seats.1,
            seed,
            opened,
            plies: Vec::new(),
            ended: None,
            abandoned: false,
            stood_in: Vec::new(),
            replaced: Vec::new(),
            board: board::begin(&study.arms[arm].game),
        }
    }

    /// Reports whether it was opened for several people; their tables are named by group.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.id.starts_with('g')
    }

    /// Returns the seat that wins and loses with this one, in games of pairs.
    #[must_use]
    pub fn partner(&self, seat: u8) -> Option<u8> {
        let seats = self.people.len() as u8;
        self.pairs.then(|| (seat + seats / 2) % seats)
    }

    /// Reports whether a player sits, or sat down later, where a person was meant to.
    #[must_use]
    pub fn is_flagged(&self) -> bool {
        self.is_shared() && (self.short > 0 || !self.stood_in.is_empty())
    }

    /// Returns the seat of a person.
    #[must_use]
    pub fn seat_of(&self, person: &Code) -> Option<u8> {
        let seat = self
            .people
            .iter()
            .position(|who| who.as_ref() == Some(person))?;
        u8::try_from(seat).ok()
    }

    /// Returns the person who sits in a seat, or sat there until a player took over.
    #[must_use]
    pub fn sat(&self, seat: u8) -> Option<&Code> {
        let left = || self.replaced.iter().find(|(other, _)| *other == seat);
        let sits = self.people.get(usize::from(seat))?.as_ref();
        sits.or_else(|| left().map(|(_, code)| code))
    }

    /// Returns whose turn it is, unless the game is over or was given up.
    #[must_use]
    pub fn turn(&self) -> Option<u8> {
        if self.ended.is_some() || self.abandoned {
            return None;
        }
        self.board.turn()
    }

    /// Returns the legal moves of the seat whose turn it is.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        self.board.legal()
    }

    /// Returns the pass that has to be played now, if one has.
    #[must_use]
    pub fn forced_pass(&self) -> Option<String> {
        self.turn()?;
        self.board.forced_pass()
    }

    /// Returns ranks and scores as the game stands.
    #[must_use]
    pub fn standing(&self) -> (Vec<u8>, Vec<i32>) {
        self.board.standing()
    }

    /// Reports whether the game is at its end by the rules.
    #[must_use]
    pub fn is_at_its_end(&self) -> bool {
        self.board.turn().is_none()
    }

    /// Plays a move, or changes nothing and reports so.
    pub(crate) fn play(&mut self, ply: Ply) -> bool {
        let played = self.board.play(&ply.text);
        if played {
            self.plies.push(ply);
        }
        played
    }

    /// Returns the plies of a seat that its person decided, by number from 1.
    pub fn own_plies(&self, seat: u8) -> impl Iterator<Item = u32> + '_ {
        let own = move |(_, ply): &(u32, &Ply)| ply.seat == seat && ply.by == Mover::Person;
        (1..).zip(&self.plies).filter(own).map(|(number, _)| number)
    }

    /// Returns the last move of an opponent before this ply, unless there is none.
    #[must_use]
    pub fn reply_before(&self, seat: u8, ply: u32) -> Option<u32> {
        let before = self.plies.get(..ply.checked_sub(1)? as usize)?;
        let reply = |ply: &Ply| ply.seat != seat && ply.by != Mover::Rules;
        let last = before.iter().rposition(reply)?;
        u32::try_from(last + 1).ok()
    }

    /// Returns how far the evaluation of the player who made this ply had moved since its move
    /// before, by its own figures.
    #[must_use]
    pub fn jump(&self, ply: u32) -> Option<i64> {
        let value = |ply: &Ply| {
            let values = ply.values.as_ref()?;
            values
                .get(usize::from(ply.seat))
                .map(|&value| i64::from(value))
        };
        let number = ply.checked_sub(1)? as usize;
        let this = self.plies.get(number)?;
        let before = self.plies[..number].iter().rev();
        let last = before
            .filter(|other| other.seat == this.seat)
            .find_map(value)?;
        Some((value(this)? - last).abs())
    }
}
