//! What follows by itself: cells are drawn, tables opened, passes played, ends noted.

use std::collections::BTreeSet;

use rules::hash::mix;

use super::{Register, Step};
use crate::cells;
use crate::code::Code;
use crate::event::{Entry, Event, Mover};
use crate::file::{Chair, Study};
use crate::person::{Person, State};

/// A move that a player has to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// At which table.
    pub table: String,
    /// How many plies were played before.
    pub ply: u32,
    /// Which player.
    pub player: String,
}

impl Register {
    /// Notes an event and carries it out.
    pub(super) fn happen(
        &mut self,
        entries: &mut Vec<Entry>,
        at: u64,
        person: Option<Code>,
        table: Option<String>,
        event: Event,
    ) {
        let entry = Entry {
            at,
            person,
            table,
            request: None,
            event,
        };
        self.apply(&entry);
        entries.push(entry);
    }

    /// Returns the only person of a table; `None` if several share it.
    pub(super) fn owner(&self, table: &str) -> Option<Code> {
        if self.study.people_at_a_table() > 1 && self.tables[table].game > 0 {
            return None;
        }
        self.tables[table].people.iter().flatten().next().cloned()
    }

    /// Does what follows from where a person is now.
    pub(super) fn follow(&mut self, entries: &mut Vec<Entry>, code: &Code, now: u64) {
        loop {
            let person = &self.people[code];
            let step = self.step(person);
            let drawn = person.cell.is_some() || matches!(person.state, State::TurnedAway { .. });
            let asked_before = !matches!(
                step,
                Step::Questions {
                    at: crate::file::At::Before,
                    ..
                }
            );
            let event =
                if asked_before && !drawn && person.state == State::Active && self.draws_alone() {
                    self.draw(person)
                } else if let Step::Play { game } = step
                    && self
                        .table_of(person, game)
                        .is_none_or(|table| table.abandoned)
                {
                    self.open_alone(entries, code, game, now);
                    continue;
                } else if matches!(step, Step::Debrief | Step::Done)
                    && person.state == State::Active
                {
                    Event::Finished
                } else {
                    return;
                };
            self.happen(entries, now, Some(code.clone()), None, event);
        }
    }

    /// Reports whether a cell belongs to a person; where several sit at a table it is drawn for the table.
    pub(super) fn draws_alone(&self) -> bool {
        self.study.people_at_a_table() == 1
    }

    /// Draws a cell for a person, or finds that there is no place.
    fn draw(&self, person: &Person) -> Event {
        if self.is_over_quota(person) {
            return Event::TurnedAway { quota: true };
        }
        match self.draw_cell(person) {
            Some(cell) => Event::Allocated { cell: cell as u32 },
            None => Event::TurnedAway { quota: false },
        }
    }

    /// Reports whether a quota that somebody falls under is full with others.
    fn is_over_quota(&self, person: &Person) -> bool {
        let before = person.before(&self.study);
        let full = self.study.quotas.iter().any(|quota| {
            let counted = self.people.values().filter(|other| {
                other.code != person.code
                    && other.holds_cell()
                    && other.cell.is_some()
                    && quota.condition.holds(&other.before(&self.study))
            });
            quota.condition.holds(&before) && counted.count() >= quota.people as usize
        });
        full && person.counts()
    }

    /// Draws a cell for a person or the table that they are the first at; `None` if all are full.
    pub(super) fn draw_cell(&self, person: &Person) -> Option<usize> {
        if !person.counts() {
            // Whoever tries the study out takes no place, and goes through the cells in turn.
            return Some((person.number.max(1) as usize - 1) % self.cells.len());
        }
        cells::draw(&self.study, &self.taken(), u64::from(person.number))
    }

    /// Opens the table of a person against players: the practice, or a game of one's own.
    fn open_alone(&mut self, entries: &mut Vec<Entry>, code: &Code, game: u8, now: u64) {
        let person = &self.people[code];
        let attempt = person.attempts.get(&game).copied().unwrap_or(0) + 1;
        let (arm, turned) = if game == 0 {
            (0, 0)
        } else {
            let cell = &self.cells[person.cell.unwrap_or(0)];
            cell.games[usize::from(game) - 1]
        };
        let seats = &self.study.arms[arm].seats;
        let own = cells::seat(&self.study.arms[arm], turned);
        let mut others = seats.iter().filter_map(|chair| match chair {
            Chair::Player(name) => Some(name.clone()),
            Chair::Person => None,
        });
        let (mut people, mut players) = (Vec::new(), Vec::new());
        for seat in 0..seats.len() {
            let own = seat == own;
            people.push(own.then(|| code.clone()));
            players.push(match (own, game) {
                (true, _) => None,
                (false, 0) => Some(self.study.practice.player.clone()),
                (false, _) => others
                    .next()
                    .or_else(|| self.study.arms[arm].stand_in.clone()),
            });
        }
        let id = format!("{}-{game}-{attempt}", person.number);
        let seed = seed(&self.study, person.number, game, attempt);
        let event = Event::Opened {
            game,
            arm: self.study.arms[arm].name.clone(),
            people,
            players,
            seed,
        };
        self.happen(entries, now, Some(code.clone()), Some(id.clone()), event);
        self.play_opening(entries, &id, now);
    }

    pub(super) fn play_opening(&mut self, entries: &mut Vec<Entry>, id: &str, now: u64) {
        let moves = if self.tables[id].game == 0 {
            Vec::new()
        } else {
            self.study.opening.clone()
        };
        for text in moves {
            let Some(seat) = self.tables[id].turn() else {
                break;
            };
            self.play_by_rules(entries, id, seat, text, now);
        }
        self.play_on(entries, id, now);
    }

    fn play_by_rules(
        &mut self,
        entries: &mut Vec<Entry>,
        id: &str,
        seat: u8,
        text: String,
        now: u64,
    ) {
        let event = Event::Moved {
            ply: self.tables[id].plies.len() as u32 + 1,
            seat,
            text,
            ms: 0,
            by: Mover::Rules,
            values: None,
            act: None,
        };
        let owner = self.owner(id);
        self.happen(entries, now, owner, Some(id.to_owned()), event);
    }

    /// Plays forced passes, and notes the end.
    pub(super) fn play_on(&mut self, entries: &mut Vec<Entry>, id: &str, now: u64) {
        while let Some(pass) = self.tables[id].forced_pass() {
            let Some(seat) = self.tables[id].turn() else {
                break;
            };
            self.play_by_rules(entries, id, seat, pass, now);
        }
        let table = &self.tables[id];
        let practised = table.game == 0
            && (0..table.people.len() as u8).any(|seat| {
                table.own_plies(seat).count() >= usize::from(self.study.practice.moves)
            });
        if table.ended.is_none() && !table.abandoned && (table.is_at_its_end() || practised) {
            let (ranks, scores) = table.standing();
            let owner = self.owner(id);
            let event = Event::Ended { ranks, scores };
            self.happen(entries, now, owner, Some(id.to_owned()), event);
        }
    }

    /// Returns the moves that players have to decide now.
    #[must_use]
    pub fn wanted(&self) -> Vec<Wanted> {
        if self.paused {
            return Vec::new();
        }
        let wanted = self.tables.values().filter_map(|table| {
            let seat = table.turn()?;
            let player = table.players.get(usize::from(seat))?.clone()?;
            Some(Wanted {
                table: table.id.clone(),
                ply: table.plies.len() as u32,
                player,
            })
        });
        wanted.collect()
    }

    /// Somebody who was lost is there again; a game that was on is begun anew. Whose place was given to
    /// somebody else gets another one, or goes if there is none or a game was begun in it.
    pub(super) fn come_back(&mut self, entries: &mut Vec<Entry>, code: &Code, now: u64) {
        let person = &self.people[code];
        if let Some(cell) = person
            .cell
            .filter(|_| self.draws_alone() && person.counts())
        {
            let each = self.study.people / self.cells.len() as u32;
            let begun = person.tables.keys().any(|game| *game > 0);
            let event = if self.is_over_quota(person) {
                Some(Event::TurnedAway { quota: true })
            } else if self.taken()[cell] < each {
                None
            } else if begun {
                Some(Event::TurnedAway { quota: false })
            } else {
                Some(self.draw(person))
            };
            if let Some(event) = event {
                let leaves = matches!(event, Event::TurnedAway { .. });
                self.happen(entries, now, Some(code.clone()), None, event);
                if leaves {
                    return;
                }
            }
        }
        self.happen(entries, now, Some(code.clone()), None, Event::Returned);
        if let Step::Play { game } = self.step(&self.people[code])
            && self.draws_alone()
            && let Some(table) = self.table_of(&self.people[code], game)
            && table.ended.is_none()
        {
            let id = table.id.clone();
            self.happen(entries, now, Some(code.clone()), Some(id), Event::Abandoned);
        }
    }

    /// Those of whom nothing was heard for too long lose their place. `present` are connected now.
    pub fn tick(&mut self, present: &BTreeSet<Code>, now: u64) -> Vec<Entry> {
        let mut entries = Vec::new();
        if self.paused {
            return entries;
        }
        let lost = self.study.times.lost;
        let gone: Vec<Code> = self
            .people
            .values()
            .filter(|person| {
                person.state == State::Active
                    && !present.contains(&person.code)
                    && self.heard_of(person) + lost <= now
            })
            .map(|person| person.code.clone())
            .collect();
        for code in gone {
            self.happen(&mut entries, now, Some(code.clone()), None, Event::Lost);
            self.stand_in(&mut entries, &code, now);
        }
        if !self.draws_alone() {
            self.replace_absent(&mut entries, present, now);
            self.gather(&mut entries, present, now);
        }
        entries
    }

    /// Returns since when nothing was heard of a person; while everything stands still nobody is late.
    #[must_use]
    pub fn heard_of(&self, person: &Person) -> u64 {
        person.last.max(person.extended).max(self.continued)
    }
}

/// Returns the seed of a game.
pub(super) fn seed(study: &Study, number: u32, game: u8, attempt: u32) -> u64 {
    let place = u64::from(number) << 32 | u64::from(game) << 16 | u64::from(attempt);
    mix(study.seed ^ mix(place))
}
