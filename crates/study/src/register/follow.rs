//! What follows by itself: cells are drawn, tables opened, passes played, ends noted.

use std::collections::BTreeSet;

use rules::hash::mix;

use super::{Refusal, Register, Step};
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

    /// Whether a cell belongs to a person; where several sit at a table it is drawn for the table.
    fn draws_alone(&self) -> bool {
        self.study.people_at_a_table() == 1
    }

    /// Draws a cell for a person, or finds that there is no place.
    fn draw(&self, person: &Person) -> Event {
        if !person.counts() {
            // Whoever tries the study out takes no place, and goes through the cells in turn.
            let cell = (person.number as usize - 1) % self.cells.len();
            return Event::Allocated { cell: cell as u32 };
        }
        let before = person.before(&self.study);
        let full = self.study.quotas.iter().any(|quota| {
            let counted = self.people.values().filter(|other| {
                other.holds_cell()
                    && other.cell.is_some()
                    && quota.condition.holds(&other.before(&self.study))
            });
            quota.condition.holds(&before) && counted.count() >= quota.people as usize
        });
        if full {
            return Event::TurnedAway { quota: true };
        }
        match cells::draw(&self.study, &self.taken(), u64::from(person.number)) {
            Some(cell) => Event::Allocated { cell: cell as u32 },
            None => Event::TurnedAway { quota: false },
        }
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
        let own = seats.iter().position(|chair| *chair == Chair::Person);
        let own = (own.unwrap_or(0) + usize::from(turned)) % seats.len();
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

    fn play_opening(&mut self, entries: &mut Vec<Entry>, id: &str, now: u64) {
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

    /// Somebody who was lost is there again; a game that was on is begun anew.
    pub(super) fn come_back(&mut self, entries: &mut Vec<Entry>, code: &Code, now: u64) {
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
                    && person.last.max(person.extended) + lost <= now
            })
            .map(|person| person.code.clone())
            .collect();
        for code in gone {
            self.happen(&mut entries, now, Some(code.clone()), None, Event::Lost);
            self.stand_in(&mut entries, &code, now);
        }
        if self.study.people_at_a_table() > 1 {
            self.gather(&mut entries, present, now);
        }
        entries
    }

    /// A player takes the seat of somebody who left a table that others sit at.
    pub(super) fn stand_in(&mut self, entries: &mut Vec<Entry>, code: &Code, now: u64) {
        if self.draws_alone() {
            return;
        }
        let sits = self
            .tables
            .values()
            .filter(|table| table.game > 0 && table.ended.is_none());
        let sits: Vec<(String, u8, usize)> = sits
            .filter_map(|table| Some((table.id.clone(), table.seat_of(code)?, table.arm)))
            .collect();
        for (id, seat, arm) in sits {
            if let Some(player) = self.study.arms[arm].stand_in.clone() {
                self.happen(
                    entries,
                    now,
                    None,
                    Some(id.clone()),
                    Event::StoodIn { seat, player },
                );
                self.play_on(entries, &id, now);
            }
        }
    }

    /// Seats those who wait and are there: people who played together stay together.
    fn gather(&mut self, entries: &mut Vec<Entry>, present: &BTreeSet<Code>, now: u64) {
        let seats = self.study.people_at_a_table();
        for game in 1..=self.study.games_each {
            let mut waiting: Vec<(u64, Code)> = self
                .people
                .values()
                .filter(|person| {
                    person.state == State::Active
                        && present.contains(&person.code)
                        && self.step(person) == (Step::Waiting { game })
                })
                .map(|person| (person.last, person.code.clone()))
                .collect();
            waiting.sort();
            // A first game makes a group; later games are of people of the same cell.
            let groups: BTreeSet<Option<usize>> = waiting
                .iter()
                .map(|(_, code)| self.people[code].cell)
                .collect();
            for cell in groups {
                let same = waiting
                    .iter()
                    .filter(|(_, code)| self.people[code].cell == cell);
                let same: Vec<Code> = same.map(|(_, code)| code.clone()).collect();
                for four in same.chunks_exact(seats) {
                    self.open_shared(entries, four, game, now);
                }
            }
        }
    }

    /// Somebody has waited long enough, and plays with stand-ins.
    pub(super) fn sit_with_players(
        &mut self,
        entries: &mut Vec<Entry>,
        code: &Code,
        now: u64,
    ) -> Result<(), Refusal> {
        let person = &self.people[code];
        let Step::Waiting { game } = self.step(person) else {
            return Err(Refusal::NotNow);
        };
        if person.last + self.study.times.wait > now {
            return Err(Refusal::NotNow);
        }
        self.open_shared(entries, std::slice::from_ref(code), game, now);
        Ok(())
    }

    /// Opens a table for these people, and for stand-ins where they are too few.
    fn open_shared(&mut self, entries: &mut Vec<Entry>, four: &[Code], game: u8, now: u64) {
        let Some(first) = four.first().map(|code| &self.people[code]) else {
            return;
        };
        let number = first.number;
        let drawn = first
            .cell
            .or_else(|| cells::draw(&self.study, &self.taken(), u64::from(number)));
        let Some(cell) = drawn else {
            for code in four {
                let full = Event::TurnedAway { quota: false };
                self.happen(entries, now, Some(code.clone()), None, full);
            }
            return;
        };
        for code in four {
            if self.people[code].cell.is_none() {
                let event = Event::Allocated { cell: cell as u32 };
                self.happen(entries, now, Some(code.clone()), None, event);
            }
        }
        let (arm, _) = self.cells[cell].games[usize::from(game) - 1];
        let seats = self.study.arms[arm].seats.len();
        let seed = seed(&self.study, number, game, self.last_group + 1);
        // Who sits where is drawn.
        let mut order: Vec<Option<Code>> = four.iter().cloned().map(Some).collect();
        order.resize(seats, None);
        order.sort_by_key(|who| {
            let number = who
                .as_ref()
                .map_or(0, |code| u64::from(self.people[code].number));
            mix(seed ^ mix(number))
        });
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

/// The seed of a game.
fn seed(study: &Study, number: u32, game: u8, attempt: u32) -> u64 {
    let place = u64::from(number) << 32 | u64::from(game) << 16 | u64::from(attempt);
    mix(study.seed ^ mix(place))
}
