//! How many came, and what became of them.

use report::{Column, Section, Table};

use crate::event::Link;
use crate::person::{Person, State};
use crate::register::Register;

/// Returns the flow of people, as CONSORT wants it for crossover trials.
pub(super) fn section(register: &Register, withdrew: usize) -> Section {
    let mut section = Section::new("Flow of people");
    let study = register.study();
    let people: Vec<&Person> = register.people().filter(|person| person.counts()).collect();
    let tests = register
        .people()
        .filter(|person| person.link == Link::Test)
        .count();
    let marked = register.people().filter(|person| person.marked).count();
    let count =
        |fits: &dyn Fn(&Person) -> bool| people.iter().filter(|person| fits(person)).count();
    let mut table = Table::new(
        "flow",
        "Everybody who came, and where they left.",
        [Column::text("stage"), Column::count("people")],
    );
    let rows: [(&str, usize); 13] = [
        ("planned to finish", study.people as usize),
        (
            "asked to take part",
            people.len() + register.declined() as usize,
        ),
        ("did not agree", register.declined() as usize),
        ("agreed", people.len()),
        (
            "left before a cell was drawn",
            count(&|p| p.cell.is_none() && matches!(p.state, State::Lost | State::Freed)),
        ),
        (
            "turned away by a quota",
            count(&|p| p.state == State::TurnedAway { quota: true }),
        ),
        (
            "turned away, all places taken",
            count(&|p| p.state == State::TurnedAway { quota: false }),
        ),
        ("a cell was drawn", count(&|p| p.cell.is_some())),
        (
            "left afterwards",
            count(&|p| p.cell.is_some() && matches!(p.state, State::Lost | State::Freed)),
        ),
        ("finished", count(&|p| p.state == State::Finished)),
        (
            "of these, began a game again after being away",
            count(&|p| {
                let again = p
                    .attempts
                    .iter()
                    .any(|(game, times)| *game > 0 && *times > 1);
                again && p.state == State::Finished
            }),
        ),
        (
            "of these, came with an id that somebody had come with before",
            count(&|p| p.again && p.state == State::Finished),
        ),
        ("withdrew, and is in no other row", withdrew),
    ];
    for (stage, people) in rows {
        table.push([stage.into(), people.into()]);
    }
    if tests > 0 {
        table.note(format!(
            "{tests} more tried the study out and are in no figure."
        ));
    }
    if marked > 0 {
        table.note(format!(
            "{marked} of them came to take part, and were marked as a test by the experimenter before the study was closed."
        ));
    }
    section.table(table);
    let mut orders = Table::new(
        "orders",
        "People by order of the arms and side in each game.",
        [
            Column::text("order and side"),
            Column::count("drawn"),
            Column::count("finished"),
        ],
    );
    for (number, cell) in register.cells().iter().enumerate() {
        let label: Vec<String> = cell
            .games
            .iter()
            .map(|(arm, side)| format!("{} {}", study.arms[*arm].name, side + 1))
            .collect();
        let here = |person: &&&Person| person.cell == Some(number);
        let drawn = people.iter().filter(here).count();
        let finished = people
            .iter()
            .filter(here)
            .filter(|person| person.state == State::Finished);
        orders.push([
            label.join(" > ").as_str().into(),
            drawn.into(),
            finished.count().into(),
        ]);
    }
    section.table(orders);
    section
}
