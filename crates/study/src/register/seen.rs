//! What a person at a table sees and is asked now.

use super::Register;
use crate::asking;
use crate::event::Mover;
use crate::file::When;
use crate::person::{Person, Slot};
use crate::table::StudyTable;

/// What a person sees of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How many plies are shown.
    pub plies: u32,
    /// The questions that are open, by name, and the ply they are about.
    pub asked: Option<(u32, Vec<String>)>,
    /// Whether the person may move.
    pub to_move: bool,
    /// Whether the end of the game is shown.
    pub over: bool,
    /// Before when no other ply will be shown, whether or not one was played already.
    pub next: Option<u64>,
}

impl Register {
    /// Returns the open questions of a ply.
    fn open_at(&self, person: &Person, table: &StudyTable, seat: u8, ply: u32) -> Vec<String> {
        if !asking::is_asked(&self.study, table, seat, person.lot(&self.study), ply) {
            return Vec::new();
        }
        asking::questions(&self.study, table, seat, ply)
            .filter(|question| !person.has(&Slot::of_move(&question.id, table.game, ply)))
            .map(|question| question.id.clone())
            .collect()
    }

    /// Returns what a person sees of a table at a time.
    #[must_use]
    pub fn seen(&self, person: &Person, table: &StudyTable, now: u64) -> Option<Seen> {
        let seat = table.seat_of(&person.code)?;
        let (hold, when) = (self.study.moves.hold, self.study.moves.when);
        let all = table.plies.len() as u32;
        let mut seen = Seen {
            plies: 0,
            asked: None,
            to_move: false,
            over: false,
            next: None,
        };
        // When the last of what is shown was, or became, there to be seen.
        let mut since = table.opened;
        for (number, ply) in (1..).zip(&table.plies) {
            let own = ply.seat == seat && ply.by == Mover::Person;
            let opening = ply.by == Mover::Rules && number as usize <= self.study.opening.len();
            if own || opening {
                since = since.max(ply.at);
            } else {
                // Every reply takes the same time, however long it was thought about.
                let shown = (since + self.study.times.reply).max(ply.at);
                if shown > now {
                    seen.next = Some(shown);
                    break;
                }
                since = shown;
            }
            seen.plies = number;
            if own && when == When::AfterOwnMove {
                let open = self.open_at(person, table, seat, number);
                if !open.is_empty() {
                    seen.asked = Some((number, open));
                    if hold {
                        break;
                    }
                } else if hold {
                    since = since.max(self.answered(person, table, number));
                }
            }
        }
        let everything = seen.plies == all;
        // A reply that is still thought about is told in the same way as one that waits.
        let held = hold && seen.asked.is_some();
        if everything && !held && table.turn().is_some_and(|turn| turn != seat) {
            seen.next = Some(since + self.study.times.reply).filter(|shown| *shown > now);
        }
        let over = table.ended.is_some();
        if when == When::AfterReply && everything && (over || table.turn() == Some(seat)) {
            let last = asking::moments(&self.study, table, seat).last().copied();
            if let Some(reply) = last.filter(|&reply| table.own_plies(seat).all(|own| own < reply))
            {
                let open = self.open_at(person, table, seat, reply);
                seen.asked = (!open.is_empty()).then_some((reply, open));
            }
        }
        seen.over = over && everything && seen.asked.is_none();
        seen.to_move = everything && table.turn() == Some(seat) && seen.asked.is_none();
        Some(seen)
    }

    /// Returns when the last question of a ply was answered; 0 if none was.
    fn answered(&self, person: &Person, table: &StudyTable, ply: u32) -> u64 {
        let slots = asking::questions(
            &self.study,
            table,
            table.seat_of(&person.code).unwrap_or(0),
            ply,
        )
        .map(|question| Slot::of_move(&question.id, table.game, ply));
        slots
            .filter_map(|slot| person.answers.get(&slot))
            .map(|answer| answer.at)
            .max()
            .unwrap_or(0)
    }
}
