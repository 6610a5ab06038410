//! A participant, as the events say it.

use std::collections::{BTreeMap, BTreeSet};

use rules::hash::mix;

use crate::code::Code;
use crate::event::{Link, Missing};
use crate::file::{At, Study};
use crate::text::Language;

/// A participant.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    /// The code.
    pub code: Code,
    /// Counted from 1 in the order of consent.
    pub number: u32,
    /// The language chosen.
    pub language: Language,
    /// How they came; `Test` for ever once marked so.
    pub link: Link,
    /// The version of the study they agreed to.
    pub version: u32,
    /// When they agreed.
    pub since: u64,
    /// When something last happened.
    pub last: u64,
    /// Whether they are still there.
    pub state: State,
    /// Their cell, once drawn.
    pub cell: Option<usize>,
    /// Everything they answered.
    pub answers: BTreeMap<Slot, Answer>,
    /// The pages they have read.
    pub read: BTreeSet<String>,
    /// Their tables, by game: the last opened one of each.
    pub tables: BTreeMap<u8, String>,
    /// How often each game was begun.
    pub attempts: BTreeMap<u8, u32>,
    /// What they answered at moves of games that were begun again, by the table given up.
    pub earlier: Vec<(String, BTreeMap<Slot, Answer>)>,
    /// Whether they were away for too long at least once.
    pub was_lost: bool,
    /// Whether the experimenter marked them as a test.
    pub marked: bool,
    /// Whether somebody had come before with the same id of another service.
    pub again: bool,
    /// Up to when the experimenter gave them more time.
    pub extended: u64,
    /// The requests that were carried out.
    pub(crate) requests: BTreeSet<String>,
}

/// Whether somebody is still there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Takes part.
    Active,
    /// Has not been heard of for too long; may come back.
    Lost,
    /// Has answered everything.
    Finished,
    /// The experimenter ended it.
    Freed,
    /// There was no place left.
    TurnedAway {
        /// Because of a quota.
        quota: bool,
    },
}

/// What an answer belongs to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// The game, where it is about one; 0 is the practice.
    pub game: Option<u8>,
    /// The ply of it.
    pub ply: Option<u32>,
    /// The question.
    pub question: String,
}

/// An answer, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer.
    pub value: Option<String>,
    /// Why there is none.
    pub why: Option<Missing>,
    /// How long it took, in milliseconds.
    pub ms: u32,
    /// When it was given.
    pub at: u64,
    /// How often it was given, of check questions.
    pub tries: u32,
}

impl Slot {
    /// Creates the slot of a question that is about no game.
    #[must_use]
    pub fn plain(question: &str) -> Self {
        Self {
            game: None,
            ply: None,
            question: question.to_owned(),
        }
    }

    /// Creates the slot of a question about a game.
    #[must_use]
    pub fn of_game(question: &str, game: u8) -> Self {
        Self {
            game: Some(game),
            ..Self::plain(question)
        }
    }

    /// Creates the slot of a question at a move.
    #[must_use]
    pub fn of_move(question: &str, game: u8, ply: u32) -> Self {
        Self {
            ply: Some(ply),
            ..Self::of_game(question, game)
        }
    }
}

impl Person {
    /// Returns what everything drawn for this person follows from.
    #[must_use]
    pub fn lot(&self, study: &Study) -> u64 {
        mix(study.seed ^ mix(u64::from(self.number)))
    }

    /// Reports whether choices are shown the other way round to this person, always.
    #[must_use]
    pub fn is_mirrored(&self, study: &Study) -> bool {
        mix(self.lot(study) ^ 0x6d69_7272) & 1 == 1
    }

    /// Reports whether they count: nobody who only tried the study out does.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.link != Link::Test
    }

    /// Reports whether their cell is taken.
    #[must_use]
    pub fn holds_cell(&self) -> bool {
        self.counts() && matches!(self.state, State::Active | State::Finished)
    }

    /// Returns what they answered before the games, by question.
    #[must_use]
    pub fn before(&self, study: &Study) -> BTreeMap<String, Option<String>> {
        let given = |id: &String| {
            Some((
                id.clone(),
                self.answers.get(&Slot::plain(id))?.value.clone(),
            ))
        };
        study
            .asked_at(At::Before)
            .filter_map(|question| given(&question.id))
            .collect()
    }

    /// Reports whether this was answered or skipped.
    #[must_use]
    pub fn has(&self, slot: &Slot) -> bool {
        self.answers.contains_key(slot)
    }
}
