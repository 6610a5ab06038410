//! Everybody in a study and every table, as the events say it: a state machine without net, clock or
//! chance.
//!
//! Whoever runs it hands over requests with the time, gets the events that follow, saves them, and only
//! then tells anybody. The same events always lead to the same register, so that a study goes on after
//! any end of the program.

mod apply;
mod desk;
mod follow;
mod requests;
mod seen;
mod shared;
mod step;

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

use crate::cells::{self, Cell};
use crate::code::{Code, CodeError};
use crate::event::Entry;
use crate::file::Study;
use crate::person::Person;
use crate::table::StudyTable;

pub use desk::Order;
pub use follow::Wanted;
pub use requests::{Newcomer, Reply, Request, diary};
pub use seen::Seen;
pub use step::Step;

/// Everybody and every table.
#[derive(Debug)]
pub struct Register {
    study: Arc<Study>,
    cells: Vec<Cell>,
    people: BTreeMap<Code, Person>,
    tables: BTreeMap<String, StudyTable>,
    /// How many people did not agree.
    declined: u32,
    /// The number of the last who did.
    last_number: u32,
    /// The number of the last table with several people.
    last_group: u32,
    paused: bool,
    /// When everything last went on after a pause.
    continued: u64,
    closed: bool,
    /// How often outcomes were exported before that.
    looked: u32,
}

/// Why a request is not carried out; it has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The code is none.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// Nobody has this code.
    #[error("nobody here has this code; compare it letter by letter")]
    Unknown,
    /// Somebody else was given this code.
    #[error("this code is taken")]
    Taken,
    /// The study speaks another language.
    #[error("the study does not speak this language")]
    Language,
    /// Nobody may begin any more.
    #[error("the study is closed; thank you for coming")]
    Closed,
    /// Everything stands still.
    #[error("the study pauses; it goes on in a moment")]
    Paused,
    /// Nothing was heard of them for too long, and they have to say that they are back.
    #[error("you were away for long; say that you are back")]
    Away,
    /// Outcomes may have been seen, and who counts is settled.
    #[error(
        "the study is closed, and nobody is left out any more: its outcomes may have been seen"
    )]
    Settled,
    /// The secret of the link for trying the study out is another.
    #[error("this is not the link for trying the study out; the experimenter's page has it")]
    TestLink,
    /// It does not belong to where the person is.
    #[error("this is not what is asked now")]
    NotNow,
    /// The answer is not one of those that can be given.
    #[error("this cannot be answered")]
    Answer,
    /// It is somebody else's turn, or a question is open.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The position has changed.
    #[error("the position has changed in the meantime")]
    Late,
    /// The move is not legal.
    #[error("this move is not legal here")]
    Illegal,
    /// There is no such table, or it waits for nobody.
    #[error("there is no such table")]
    NoTable,
}

impl Refusal {
    /// Returns the word for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Code(_) => "no-code",
            Self::Unknown => "unknown-code",
            Self::Taken => "taken",
            Self::Language => "no-language",
            Self::Closed => "closed",
            Self::Paused => "paused",
            Self::Away => "away",
            Self::Settled => "settled",
            Self::TestLink => "no-test-link",
            Self::NotNow => "not-now",
            Self::Answer => "no-answer",
            Self::NotYourTurn => "not-your-turn",
            Self::Late => "late",
            Self::Illegal => "illegal",
            Self::NoTable => "no-table",
        }
    }
}

impl Register {
    /// Creates the register of a study in which nothing has happened.
    #[must_use]
    pub fn new(study: Arc<Study>) -> Self {
        Self {
            cells: cells::cells(&study),
            study,
            people: BTreeMap::new(),
            tables: BTreeMap::new(),
            declined: 0,
            last_number: 0,
            last_group: 0,
            paused: false,
            continued: 0,
            closed: false,
            looked: 0,
        }
    }

    /// Creates the register that these events lead to.
    #[must_use]
    pub fn of(study: Arc<Study>, entries: &[Entry]) -> Self {
        let mut register = Self::new(study);
        for entry in entries {
            register.apply(entry);
        }
        register
    }

    /// Returns the study.
    #[must_use]
    pub fn study(&self) -> &Arc<Study> {
        &self.study
    }

    /// Returns the cells.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns everybody, by code.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        self.people.values()
    }

    /// Returns everybody in the order of consent.
    #[must_use]
    pub fn in_order(&self) -> Vec<&Person> {
        let mut people: Vec<&Person> = self.people.values().collect();
        people.sort_by_key(|person| person.number);
        people
    }

    /// Returns a person.
    #[must_use]
    pub fn person(&self, code: &Code) -> Option<&Person> {
        self.people.get(code)
    }

    /// Returns all tables.
    pub fn tables(&self) -> impl Iterator<Item = &StudyTable> {
        self.tables.values()
    }

    /// Returns a table.
    #[must_use]
    pub fn table(&self, id: &str) -> Option<&StudyTable> {
        self.tables.get(id)
    }

    /// Returns the table of a person's game.
    #[must_use]
    pub fn table_of(&self, person: &Person, game: u8) -> Option<&StudyTable> {
        self.tables.get(person.tables.get(&game)?)
    }

    /// Returns how many people did not agree.
    #[must_use]
    pub fn declined(&self) -> u32 {
        self.declined
    }

    /// Reports whether everything stands still.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Reports whether nobody may begin any more, and outcomes may be seen.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns how often the data was exported with outcomes before the study was closed.
    #[must_use]
    pub fn looked(&self) -> u32 {
        self.looked
    }

    /// Returns how many tables of each cell are active or finished. Where people share tables only whole
    /// ones count: what is left by somebody who went is not what the study wants.
    #[must_use]
    pub fn taken(&self) -> Vec<u32> {
        let mut taken = vec![0; self.cells.len()];
        let alone = self.people.values().filter(|_| self.draws_alone());
        let together = self.tables.values().filter(|_| !self.draws_alone());
        let cells = alone
            .filter(|person| person.holds_cell())
            .filter_map(|person| person.cell);
        for cell in cells.chain(together.filter_map(|table| self.whole(table))) {
            taken[cell] += 1;
        }
        taken
    }

    /// Returns the cell of the people who sat down at a table for their first game, if all of them are
    /// still together and no player has sat among them.
    fn whole(&self, table: &StudyTable) -> Option<usize> {
        if !table.is_shared() || table.game != 1 {
            return None;
        }
        let people: Option<Vec<&Person>> = table
            .people
            .iter()
            .map(|who| self.people.get(who.as_ref()?))
            .collect();
        let people = people?;
        let together = people.iter().all(|person| {
            let mut tables = (1..=self.study.games_each).filter_map(|g| self.table_of(person, g));
            person.holds_cell() && tables.all(|table| !table.is_flagged())
        });
        people.first().filter(|_| together)?.cell
    }

    /// Returns how many people finished who count.
    #[must_use]
    pub fn finished(&self) -> usize {
        let done =
            |person: &&Person| person.counts() && person.state == crate::person::State::Finished;
        self.people.values().filter(done).count()
    }
}
