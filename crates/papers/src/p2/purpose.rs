//! How often programs raise expectations and surprise, and what it costs them.

use super::games::{Act, Against, PROGRAMS};
use super::{DRAMA, ENTERTAINING};
use report::{Column, Section, Table};
use statistics::proportion::Proportion;
use statistics::{Estimate, Level};

const KINDS: [&str; 2] = ["expectation", "surprise"];

pub(super) fn section(all: &[Against]) -> Section {
    let mut section = Section::new("Expectation and surprise");
    section.table(by_program(all));
    section.table(by_person(all));
    section
}

fn mean(acts: &[&Act], of: impl Fn(&Act) -> Option<f64>) -> Option<Estimate> {
    let values: Vec<f64> = acts.iter().filter_map(|act| of(act)).collect();
    Estimate::mean(&values, Level::P95)
}

fn by_program(all: &[Against]) -> Table {
    let mut table = Table::new(
        "on-purpose",
        "What the programs did on purpose, over all people.",
        [
            Column::text("program"),
            Column::text("what"),
            Column::count("games"),
            Column::percent("share of games", 1).with_interval(),
            Column::number("move", 1).with_interval(),
            Column::number("cost", 1).with_interval(),
            Column::percent("corner taken at once", 1).with_interval(),
        ],
    );
    for program in [ENTERTAINING, DRAMA] {
        let games: usize = all.iter().map(|against| against.games(program).len()).sum();
        for kind in KINDS {
            let acts: Vec<&Act> = all.iter().flat_map(|a| a.acts(program, kind)).collect();
            let stars: Vec<bool> = acts.iter().filter_map(|act| act.corner).collect();
            let taken = stars.iter().filter(|taken| **taken).count();
            let taken = Proportion::new(taken as f64, stars.len() as f64);
            let is_gift = kind == "expectation" && !stars.is_empty();
            table.push([
                PROGRAMS[program].into(),
                kind.into(),
                games.into(),
                Proportion::new(acts.len() as f64, games as f64)
                    .wilson(Level::P95)
                    .into(),
                mean(&acts, |act| Some(act.number as f64)).into(),
                mean(&acts, |act| act.cost).into(),
                is_gift.then(|| taken.wilson(Level::P95)).into(),
            ]);
        }
    }
    table.note(
        "Cost: by the program's own search, best move less chosen move, in units of its map (a \
         corner is worth 100); moves that decide a game seen to its end are left out. Corner: of \
         the moves on a star square. Intervals at 95 %.",
    );
    table
}

fn by_person(all: &[Against]) -> Table {
    let mut columns = vec![Column::text("person")];
    for kind in KINDS {
        columns.push(Column::percent(format!("{kind}: games"), 1).with_interval());
        columns.push(Column::number(format!("{kind}: cost"), 1).with_interval());
    }
    let mut table = Table::new(
        "on-purpose-by-person",
        "The same of p2-entertaining, by person.",
        columns,
    );
    for against in all {
        let games = against.games(ENTERTAINING).len() as f64;
        let mut row = vec![against.name.as_str().into()];
        for kind in KINDS {
            let acts: Vec<&Act> = against.acts(ENTERTAINING, kind).collect();
            let share = Proportion::new(acts.len() as f64, games).wilson(Level::P95);
            row.push(share.into());
            row.push(mean(&acts, |act| act.cost).into());
        }
        table.push(row);
    }
    table
}
