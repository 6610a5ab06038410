//! What participants and players ask for.

use super::{Refusal, Register, Step};
use crate::code::Code;
use crate::event::{Act, Entry, Event, Link, Missing, Mover};
use crate::file::{At, Kind};
use crate::person::State;
use crate::text::Language;

/// Somebody who agreed to take part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newcomer {
    /// The code that was drawn.
    pub code: Code,
    /// The language chosen.
    pub language: Language,
    /// How they came.
    pub link: Link,
    /// Whether somebody had come before with the same id of another service.
    pub again: bool,
}

/// What a participant asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Answers a question of a page or at a move.
    Answer {
        /// The question.
        question: String,
        /// The game, where it is about one.
        game: Option<u8>,
        /// The ply of it.
        ply: Option<u32>,
        /// The answer; `None` if it is skipped or was not given in time.
        value: Option<String>,
        /// Whether the time was over.
        late: bool,
        /// How long it took, in milliseconds.
        ms: u32,
    },
    /// Plays a move.
    Move {
        /// In which game.
        game: u8,
        /// How many plies were played before.
        ply: u32,
        /// The move.
        text: String,
        /// How long it took, in milliseconds.
        ms: u32,
    },
    /// Reads on.
    Next,
    /// Does not want to wait for others any longer.
    Alone,
    /// Something about the page.
    Diary(String),
    /// Is there again.
    Hello,
}

impl Register {
    /// Somebody did not agree.
    pub fn decline(&mut self, now: u64) -> Vec<Entry> {
        let mut entries = Vec::new();
        self.happen(&mut entries, now, None, None, Event::Declined);
        entries
    }

    /// Says whether somebody may begin, and changes nothing.
    ///
    /// # Errors
    /// Returns an error if the study is closed, or the code or the language will not do.
    pub fn admits(&self, newcomer: &Newcomer) -> Result<(), Refusal> {
        if self.closed {
            return Err(Refusal::Closed);
        }
        if self.people.contains_key(&newcomer.code) {
            return Err(Refusal::Taken);
        }
        if !self.study.languages.contains(&newcomer.language) {
            return Err(Refusal::Language);
        }
        Ok(())
    }

    /// Somebody agreed. Returns what has to be saved.
    ///
    /// # Errors
    /// Returns an error if the study is closed, or the code or the language will not do.
    pub fn consent(&mut self, newcomer: &Newcomer, now: u64) -> Result<Vec<Entry>, Refusal> {
        self.admits(newcomer)?;
        let mut entries = Vec::new();
        let event = Event::Consented {
            language: newcomer.language,
            link: newcomer.link,
            version: self.study.version,
            number: self.last_number + 1,
            again: newcomer.again,
        };
        let code = Some(newcomer.code.clone());
        self.happen(&mut entries, now, code, None, event);
        self.follow(&mut entries, &newcomer.code, now);
        Ok(entries)
    }

    /// Carries out what a participant asks for. Returns what has to be saved, nothing if this very
    /// request was carried out before.
    ///
    /// # Errors
    /// Returns an error, and has changed nothing, if it does not belong to where the person is.
    pub fn request(
        &mut self,
        code: &Code,
        id: Option<&str>,
        request: &Request,
        now: u64,
    ) -> Result<Vec<Entry>, Refusal> {
        let person = self.people.get(code).ok_or(Refusal::Unknown)?;
        if id.is_some_and(|id| person.requests.contains(id)) {
            return Ok(Vec::new());
        }
        if self.paused && !matches!(request, Request::Hello | Request::Diary(_)) {
            return Err(Refusal::Paused);
        }
        let mut entries = Vec::new();
        if person.state == State::Lost {
            match request {
                Request::Hello => self.come_back(&mut entries, code, now),
                Request::Diary(_) => {}
                // What they saw when they left may no longer be so.
                _ => return Err(Refusal::Away),
            }
        }
        let (table, event) = match request {
            Request::Hello => {
                self.follow(&mut entries, code, now);
                return Ok(entries);
            }
            Request::Diary(what) => (
                None,
                Event::Diary {
                    what: diary(what).to_owned(),
                },
            ),
            Request::Answer {
                question,
                game,
                ply,
                value,
                late,
                ms,
            } => {
                let value = value.as_deref();
                self.check_answer(code, question, (*game, *ply), value, now)?;
                let late = *late && self.is_late(code, *ply, now);
                let why = value.is_none().then_some(if late {
                    Missing::TimeOut
                } else {
                    Missing::Skipped
                });
                let event = Event::Answered {
                    question: question.clone(),
                    game: *game,
                    ply: *ply,
                    value: value.map(str::to_owned),
                    why,
                    ms: *ms,
                };
                (None, event)
            }
            Request::Next => (None, self.next(code, now)?),
            Request::Move {
                game,
                ply,
                text,
                ms,
            } => {
                let (table, event) = self.check_move(code, *game, *ply, text, *ms, now)?;
                (Some(table), event)
            }
            Request::Alone => (None, self.wait_no_longer(code, now)?),
        };
        self.happen(&mut entries, now, Some(code.clone()), table.clone(), event);
        if let Some(entry) = entries.last_mut() {
            entry.request = id.map(str::to_owned);
        }
        if let (Some(id), Some(person)) = (id, self.people.get_mut(code)) {
            person.requests.insert(id.to_owned());
        }
        if let Some(table) = table {
            self.play_on(&mut entries, &table, now);
        }
        self.follow(&mut entries, code, now);
        Ok(entries)
    }

    fn check_answer(
        &self,
        code: &Code,
        question: &str,
        (game, ply): (Option<u8>, Option<u32>),
        value: Option<&str>,
        now: u64,
    ) -> Result<(), Refusal> {
        let person = &self.people[code];
        let asked = self.study.question(question).ok_or(Refusal::NotNow)?;
        let is_open = match self.step(person) {
            Step::Questions {
                game: about, open, ..
            } => about == game && ply.is_none() && open.iter().any(|id| id == question),
            Step::Play { game: now_playing } => {
                let table = self.table_of(person, now_playing).ok_or(Refusal::NotNow)?;
                let seen = self.seen(person, table, now).ok_or(Refusal::NotNow)?;
                game == Some(now_playing)
                    && seen.asked.is_some_and(|(about, open)| {
                        Some(about) == ply && open.iter().any(|id| id == question)
                    })
            }
            Step::Replay {
                game: again,
                ply: about,
                open,
            } => game == Some(again) && ply == Some(about) && open.iter().any(|id| id == question),
            _ => false,
        };
        if !is_open {
            return Err(Refusal::NotNow);
        }
        let games = self.study.games_each;
        let fits = match value {
            Some(value) => asked.accepts(value, games),
            // A check question is asked until it is right.
            None => asked.at != At::Practice,
        };
        let empty = matches!(asked.kind, Kind::Text(_)) && value == Some("");
        if fits && !empty {
            Ok(())
        } else {
            Err(Refusal::Answer)
        }
    }

    /// Reports whether a question at a move can have waited in vain: nobody's page is believed to have
    /// waited for longer than there was something to ask.
    fn is_late(&self, code: &Code, ply: Option<u32>, now: u64) -> bool {
        let person = &self.people[code];
        let since = match (self.step(person), ply) {
            (Step::Play { game }, Some(ply)) => self
                .table_of(person, game)
                .and_then(|table| table.plies.get(ply.checked_sub(1)? as usize))
                .map(|ply| ply.at),
            (Step::Replay { .. }, _) => Some(person.last),
            _ => None,
        };
        since.is_some_and(|since| since + self.study.times.answer <= now)
    }

    /// Returns the event of reading on.
    fn next(&self, code: &Code, now: u64) -> Result<Event, Refusal> {
        let person = &self.people[code];
        let page = match self.step(person) {
            Step::Rules => "rules".to_owned(),
            Step::Pause { game } => format!("pause-{game}"),
            Step::Debrief => "debrief".to_owned(),
            Step::Play { game } => {
                let table = self.table_of(person, game).ok_or(Refusal::NotNow)?;
                let seen = self.seen(person, table, now).ok_or(Refusal::NotNow)?;
                if !seen.over {
                    return Err(Refusal::NotNow);
                }
                format!("game-{game}")
            }
            _ => return Err(Refusal::NotNow),
        };
        Ok(Event::WentOn { page })
    }

    fn check_move(
        &self,
        code: &Code,
        game: u8,
        ply: u32,
        text: &str,
        ms: u32,
        now: u64,
    ) -> Result<(String, Event), Refusal> {
        let person = &self.people[code];
        if self.step(person) != (Step::Play { game }) {
            return Err(Refusal::NotNow);
        }
        let table = self.table_of(person, game).ok_or(Refusal::NotNow)?;
        let seen = self.seen(person, table, now).ok_or(Refusal::NotNow)?;
        if ply != table.plies.len() as u32 {
            return Err(Refusal::Late);
        }
        let seat = table
            .turn()
            .filter(|_| seen.to_move)
            .ok_or(Refusal::NotYourTurn)?;
        if !table.legal().iter().any(|legal| legal == text) {
            return Err(Refusal::Illegal);
        }
        let event = Event::Moved {
            ply: ply + 1,
            seat,
            text: text.to_owned(),
            ms,
            by: Mover::Person,
            values: None,
            act: None,
        };
        Ok((table.id.clone(), event))
    }

    /// A player has decided a move. Returns what has to be saved.
    ///
    /// # Errors
    /// Returns an error, and has changed nothing, if the table does not wait for this move.
    pub fn reply(&mut self, reply: &Reply, now: u64) -> Result<Vec<Entry>, Refusal> {
        let table = self.tables.get(&reply.table).ok_or(Refusal::NoTable)?;
        if table.plies.len() as u32 != reply.ply {
            return Err(Refusal::Late);
        }
        let seat = table.turn().ok_or(Refusal::NoTable)?;
        if table.players[usize::from(seat)].is_none() {
            return Err(Refusal::NotYourTurn);
        }
        if !table.legal().contains(&reply.text) {
            return Err(Refusal::Illegal);
        }
        let mut entries = Vec::new();
        let event = Event::Moved {
            ply: reply.ply + 1,
            seat,
            text: reply.text.clone(),
            ms: reply.ms,
            by: Mover::Player,
            values: Some(reply.values.clone()).filter(|values| !values.is_empty()),
            act: reply.act.clone(),
        };
        let owner = self.owner(&reply.table);
        self.happen(&mut entries, now, owner, Some(reply.table.clone()), event);
        self.play_on(&mut entries, &reply.table, now);
        Ok(entries)
    }
}

/// A move that a player has decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// At which table.
    pub table: String,
    /// How many plies were played before.
    pub ply: u32,
    /// The move.
    pub text: String,
    /// What the position was worth to each seat, if the player says so.
    pub values: Vec<i32>,
    /// What it did on purpose.
    pub act: Option<Act>,
    /// How long it thought, in milliseconds.
    pub ms: u32,
}

/// What pages say of themselves; they cannot write anything else into the data.
#[must_use]
pub fn diary(what: &str) -> &'static str {
    let known = ["reload", "device", "hidden", "shown"];
    let known = known.into_iter().find(|known| *known == what);
    known.unwrap_or("other")
}
