//! Tables that several people share: who is ready and there sits down together, nobody waits for ever,
//! and whoever leaves is replaced by a player.

use std::collections::{BTreeMap, BTreeSet};

use rules::hash::mix;

use super::follow::seed;
use super::{Refusal, Register, Step};
use crate::code::Code;
use crate::event::{Entry, Event};
use crate::person::{Person, State};
use crate::table::StudyTable;

/// Those who may sit down together: people who only try it out never with others, people of a cell,
/// and those of an unbroken table among themselves.
type Company = (bool, Option<usize>, Option<String>);

impl Register {
    /// A player takes the seat of somebody who left a table that others sit at.
    pub(super) fn stand_in(&mut self, entries: &mut Vec<Entry>, code: &Code, now: u64) {
        let sits = self.shared().filter(|table| table.ended.is_none());
        let sits: Vec<(String, u8)> = sits
            .filter_map(|table| Some((table.id.clone(), table.seat_of(code)?)))
            .collect();
        for (id, seat) in sits {
            self.give_away(entries, &id, seat, now);
        }
    }

    /// Returns the tables that several people share, or would have.
    fn shared(&self) -> impl Iterator<Item = &StudyTable> {
        let shared = !self.draws_alone();
        self.tables
            .values()
            .filter(move |table| shared && table.game > 0)
    }

    fn give_away(&mut self, entries: &mut Vec<Entry>, id: &str, seat: u8, now: u64) {
        let arm = self.tables[id].arm;
        if let Some(player) = self.study.arms[arm].stand_in.clone() {
            let event = Event::StoodIn { seat, player };
            self.happen(entries, now, None, Some(id.to_owned()), event);
            self.play_on(entries, id, now);
        }
    }

    /// Others do not wait for ever for somebody who is away when it is their turn, or does not move.
    pub(super) fn replace_absent(
        &mut self,
        entries: &mut Vec<Entry>,
        present: &BTreeSet<Code>,
        now: u64,
    ) {
        let times = self.study.times;
        let late: Vec<(String, u8)> = self
            .shared()
            .filter_map(|table| {
                let seat = table.turn()?;
                let code = table.people[usize::from(seat)].as_ref()?;
                let others = table.people.iter().flatten().count() - 1;
                let moved = table.plies.last().map_or(table.opened, |ply| ply.at);
                let since = moved.max(self.heard_of(self.people.get(code)?));
                let patience = if present.contains(code) {
                    times.turn
                } else {
                    times.grace
                };
                (others > 0 && since + patience <= now).then(|| (table.id.clone(), seat))
            })
            .collect();
        for (id, seat) in late {
            self.give_away(entries, &id, seat, now);
        }
    }

    /// Seats those who wait and are there. Where somebody does not want to wait any longer, those who
    /// are too few for a table begin with players.
    pub(super) fn gather(&mut self, entries: &mut Vec<Entry>, present: &BTreeSet<Code>, now: u64) {
        let seats = self.study.people_at_a_table();
        for game in 1..=self.study.games_each {
            let mut companies = BTreeMap::<Company, Vec<(u64, Code)>>::new();
            for person in self.people.values() {
                let waits = person.state == State::Active
                    && present.contains(&person.code)
                    && self.step(person) == (Step::Waiting { game });
                if waits {
                    let company = companies.entry(self.company(person, game)).or_default();
                    company.push((person.last, person.code.clone()));
                }
            }
            for mut company in companies.into_values() {
                company.sort();
                let codes: Vec<Code> = company.into_iter().map(|(_, code)| code).collect();
                let tables = codes.chunks_exact(seats);
                let rest = tables.remainder();
                for together in tables {
                    self.open_shared(entries, together, game, now);
                }
                let begins = |code: &Code| self.people[code].read.contains(&alone(game));
                if rest.iter().any(begins) {
                    self.open_shared(entries, rest, game, now);
                }
            }
        }
    }

    fn company(&self, person: &Person, game: u8) -> Company {
        let before = self.table_of(person, game - 1).filter(|_| game > 1);
        let all_there = |table: &&StudyTable| {
            table.people.iter().all(|who| {
                let person = who.as_ref().and_then(|code| self.people.get(code));
                person.is_some_and(|person| person.state == State::Active)
            })
        };
        let table = before.filter(all_there).map(|table| table.id.clone());
        (person.counts(), person.cell.filter(|_| game > 1), table)
    }

    /// Returns the event of somebody who has waited long enough.
    pub(super) fn wait_no_longer(&self, code: &Code, now: u64) -> Result<Event, Refusal> {
        let person = &self.people[code];
        match self.step(person) {
            Step::Waiting { game } if self.may_begin(person) <= now => {
                Ok(Event::WentOn { page: alone(game) })
            }
            _ => Err(Refusal::NotNow),
        }
    }

    /// Returns from when on somebody who waits may begin with players.
    #[must_use]
    pub fn may_begin(&self, person: &Person) -> u64 {
        person.last + self.study.times.wait
    }

    /// Opens a table for these people, and for stand-ins where they are too few.
    fn open_shared(&mut self, entries: &mut Vec<Entry>, people: &[Code], game: u8, now: u64) {
        let Some(first) = people.first().map(|code| &self.people[code]) else {
            return;
        };
        let number = first.number;
        // The place of whoever lost the seat in the first game was free for others since.
        let known = first.cell.filter(|_| game > 1);
        let Some(cell) = known.or_else(|| self.draw_cell(first)) else {
            for code in people {
                let full = Event::TurnedAway { quota: false };
                self.happen(entries, now, Some(code.clone()), None, full);
            }
            return;
        };
        for code in people {
            if self.people[code].cell != Some(cell) {
                let event = Event::Allocated { cell: cell as u32 };
                self.happen(entries, now, Some(code.clone()), None, event);
            }
        }
        let (arm, _) = self.cells[cell].games[usize::from(game) - 1];
        let seats = self.study.arms[arm].seats.len();
        let seed = seed(&self.study, number, game, self.last_group + 1);
        // Who sits where is drawn, stand-ins included.
        let mut order: Vec<Option<Code>> = people.iter().cloned().map(Some).collect();
        order.resize(seats, None);
        let mut drawn: Vec<(u64, Option<Code>)> = (0..)
            .zip(order)
            .map(|(place, who)| (mix(seed ^ mix(place)), who))
            .collect();
        drawn.sort();
        let order: Vec<Option<Code>> = drawn.into_iter().map(|(_, who)| who).collect();
        let stand_in = self.study.arms[arm].stand_in.clone();
        let players = order.iter().map(|who| match who {
            Some(_) => None,
            None => stand_in.clone(),
        });
        let event = Event::Opened {
            game,
            arm: self.study.arms[arm].name.clone(),
            players: players.collect(),
            people: order,
            seed,
        };
        let id = format!("g{}", self.last_group + 1);
        self.happen(entries, now, None, Some(id.clone()), event);
        self.play_opening(entries, &id, now);
    }
}

/// Returns the page that somebody leaves who does not wait any longer.
fn alone(game: u8) -> String {
    format!("alone-{game}")
}
