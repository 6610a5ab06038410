//! The boards of a study's tables, each with its players: opened once, and played on as the table is.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use study::person::State;
use study::table::StudyTable;
use study::{Register, Study};

use crate::roster::Guest;
use crate::table::{self, Table};

/// Boards by the names of their tables.
#[derive(Default)]
pub(super) struct Boards(HashMap<String, Box<dyn Table>>);

impl Boards {
    /// Returns the board of a table with everything that was played there; `None` if the page has no
    /// board for the game.
    pub(super) fn catch_up(&mut self, study: &Study, table: &StudyTable) -> Option<&dyn Table> {
        let board = match self.0.entry(table.id.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(open(study, table)?),
        };
        for ply in table.plies.iter().skip(board.plies().len()) {
            board.play(&ply.text, ply.ms).ok()?;
        }
        Some(&**board)
    }

    /// Forgets a board: the next one has players of its own.
    pub(super) fn remove(&mut self, table: &str) {
        self.0.remove(table);
    }

    /// Forgets all boards.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps the boards of games that are on, and of those that somebody may still look at.
    pub(super) fn tidy(&mut self, register: &Register) {
        let looks = |table: &StudyTable| {
            let mut people = table.people.iter().flatten();
            people.any(|code| {
                register.person(code).is_some_and(|person| {
                    let last = person.tables.last_key_value();
                    person.state == State::Active && last.is_some_and(|(_, id)| *id == table.id)
                })
            })
        };
        self.0.retain(|id, _| {
            let table = register.table(id);
            table.is_some_and(|table| table.turn().is_some() || looks(table))
        });
    }
}

/// Opens the board of a table, and lets its players sit down.
fn open(study: &Study, table: &StudyTable) -> Option<Box<dyn Table>> {
    let mut board = table::open_at_start(&study.arms[table.arm].game).ok()?;
    for (seat, player) in table.players.iter().enumerate() {
        let guest = player.as_ref().and_then(|name| {
            Some(Guest {
                name: name.clone(),
                file: Arc::new(study.players.get(name)?.file.clone()),
                programs: None,
            })
        });
        board.sit(seat as u8, guest.as_ref());
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use study::rehearsal::rehearse;
    use study::simulated::Effects;

    use super::*;

    #[test]
    fn a_board_is_opened_once_and_follows_its_table_until_nobody_looks() {
        let text = study::library::text("p2").expect("it comes along");
        let study = Study::parse("p2.toml", text).expect("it is right");
        let nobody_leaves = Effects {
            leave: 0.0,
            ..Effects::NONE
        };
        let register = rehearse(&Arc::new(study), nobody_leaves, 1).expect("people come");
        let (study, mut boards) = (register.study(), Boards::default());
        for table in register.tables() {
            let played = |board: &dyn Table| -> Vec<String> {
                board.plies().iter().map(|ply| ply.text.clone()).collect()
            };
            let texts: Vec<String> = table.plies.iter().map(|ply| ply.text.clone()).collect();
            let board = boards.catch_up(study, table).expect("the page has a board");
            assert_eq!(played(board), texts);
            // It is the same board that is played on.
            let known = boards.0.get_mut(&table.id).expect("it is there");
            known.undo(texts.len() / 2);
            let before = std::ptr::from_ref(&**known).cast::<u8>();
            let board = boards.catch_up(study, table).expect("it is there");
            assert_eq!(played(board), texts);
            assert_eq!(std::ptr::from_ref(board).cast::<u8>(), before);
        }
        assert!(!boards.0.is_empty());
        boards.tidy(&register);
        assert!(boards.0.is_empty(), "everybody has finished");
    }
}
