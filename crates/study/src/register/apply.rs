//! From an event to the register after it.

use super::Register;
use crate::event::{Entry, Event, Link, Mover};
use crate::person::{Answer, Person, Slot, State};
use crate::table::{Ply, StudyTable};

impl Register {
    /// Carries an event out. Events that do not fit, as after a withdrawal, change nothing.
    pub fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Declined => self.declined += 1,
            Event::Paused => self.paused = true,
            Event::Continued => {
                self.paused = false;
                self.continued = entry.at;
            }
            Event::Closed => self.closed = true,
            Event::Looked => self.looked += 1,
            Event::Consented { .. } => self.welcome(entry),
            Event::Opened { .. } => self.open(entry),
            Event::Moved { .. }
            | Event::Ended { .. }
            | Event::Abandoned
            | Event::StoodIn { .. } => {
                self.at_table(entry);
            }
            _ => self.of_person(entry),
        }
        // Somebody who did something was there.
        if let Some(person) = entry
            .person
            .as_ref()
            .and_then(|code| self.people.get_mut(code))
        {
            let by_person = match &entry.event {
                Event::Lost | Event::Freed | Event::Marked | Event::Extended => false,
                // A page that is looked away from and back at is nothing that somebody did.
                Event::Diary { .. } => false,
                Event::Moved { by, .. } => *by == Mover::Person,
                Event::Ended { .. } | Event::Opened { .. } | Event::Abandoned => false,
                _ => true,
            };
            if by_person {
                person.last = person.last.max(entry.at);
            }
            person.requests.extend(entry.request.clone());
        }
    }

    fn welcome(&mut self, entry: &Entry) {
        let Event::Consented {
            language,
            link,
            version,
            number,
            again,
        } = entry.event
        else {
            return;
        };
        let Some(code) = entry.person.clone() else {
            return;
        };
        self.last_number = self.last_number.max(number);
        let person = Person {
            code: code.clone(),
            number,
            language,
            link,
            version,
            since: entry.at,
            last: entry.at,
            state: State::Active,
            cell: None,
            answers: Default::default(),
            read: Default::default(),
            tables: Default::default(),
            attempts: Default::default(),
            earlier: Vec::new(),
            was_lost: false,
            marked: false,
            again,
            extended: 0,
            requests: Default::default(),
        };
        self.people.insert(code, person);
    }

    fn of_person(&mut self, entry: &Entry) {
        let person = entry
            .person
            .as_ref()
            .and_then(|code| self.people.get_mut(code));
        let Some(person) = person else {
            return;
        };
        match &entry.event {
            Event::Answered {
                question,
                game,
                ply,
                value,
                why,
                ms,
            } => {
                let slot = Slot {
                    game: *game,
                    ply: *ply,
                    question: question.clone(),
                };
                let tries = person.answers.get(&slot).map_or(0, |answer| answer.tries);
                let answer = Answer {
                    value: value.clone(),
                    why: *why,
                    ms: *ms,
                    at: entry.at,
                    tries: tries + 1,
                };
                person.answers.insert(slot, answer);
            }
            Event::Allocated { cell } => {
                // No cell of this study has the number in a file that was changed by hand.
                person.cell = Some(*cell as usize).filter(|&cell| cell < self.cells.len());
            }
            Event::TurnedAway { quota } => person.state = State::TurnedAway { quota: *quota },
            Event::WentOn { page } => {
                person.read.insert(page.clone());
            }
            Event::Finished => person.state = State::Finished,
            Event::Lost => {
                person.state = State::Lost;
                person.was_lost = true;
            }
            Event::Returned => person.state = State::Active,
            Event::Freed => person.state = State::Freed,
            Event::Marked => {
                person.link = Link::Test;
                person.marked = true;
            }
            Event::Extended => person.extended = entry.at,
            _ => {}
        }
    }

    fn open(&mut self, entry: &Entry) {
        let Event::Opened {
            game,
            arm,
            people,
            players,
            seed,
        } = &entry.event
        else {
            return;
        };
        let (Some(id), Some(arm)) = (
            &entry.table,
            self.study.arms.iter().position(|other| other.name == *arm),
        ) else {
            return;
        };
        let seats = self.study.arms[arm].seats.len();
        if people.len() != seats || players.len() != seats {
            return;
        }
        for code in people.iter().flatten() {
            if let Some(person) = self.people.get_mut(code) {
                // What was answered in a game that is begun again belongs to the earlier one.
                let earlier = |slot: &Slot| slot.game == Some(*game) && slot.ply.is_some();
                let answers = person.answers.extract_if(.., |slot, _| earlier(slot));
                let answers = answers.collect();
                if let Some(table) = person.tables.insert(*game, id.clone()) {
                    person.earlier.push((table, answers));
                }
                *person.attempts.entry(*game).or_default() += 1;
            }
        }
        if people.iter().flatten().count() != 1 || self.study.people_at_a_table() > 1 {
            self.last_group += u32::from(*game > 0);
        }
        let seats = (people.clone(), players.clone());
        let table = StudyTable::open(&self.study, id, *game, arm, seats, *seed, entry.at);
        self.tables.insert(id.clone(), table);
    }

    fn at_table(&mut self, entry: &Entry) {
        let table = entry.table.as_ref().and_then(|id| self.tables.get_mut(id));
        let Some(table) = table else {
            return;
        };
        match &entry.event {
            Event::Moved {
                seat,
                text,
                ms,
                by,
                values,
                act,
                ..
            } => {
                if usize::from(*seat) >= table.people.len() {
                    return;
                }
                table.play(Ply {
                    at: entry.at,
                    seat: *seat,
                    text: text.clone(),
                    ms: *ms,
                    by: *by,
                    values: values.clone(),
                    act: act.clone(),
                });
            }
            Event::Ended { ranks, scores } => {
                let seats = table.people.len();
                if ranks.len() == seats && scores.len() == seats {
                    table.ended = Some((ranks.clone(), scores.clone()));
                }
            }
            Event::Abandoned => table.abandoned = true,
            Event::StoodIn { seat, player } => {
                let seat = usize::from(*seat);
                if let (Some(who), Some(by)) =
                    (table.people.get_mut(seat), table.players.get_mut(seat))
                {
                    let left = who.take().map(|code| (seat as u8, code));
                    table.replaced.extend(left);
                    *by = Some(player.clone());
                    table.stood_in.push(seat as u8);
                }
            }
            _ => {}
        }
    }
}
