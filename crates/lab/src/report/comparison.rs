//! What changed from one run to another: before and after with intervals, and a warning where more
//! was changed than the players.

mod games;
mod positions;

use super::of_run::{Results, facts, limits};
use crate::experiment::Experiment;

use crate::run::{Run, RunError, RunHeader, is_reproducible};
use report::{Column, Language, Report, Section, Table};

/// Returns the report of two runs, before and after a change.
///
/// # Errors
/// If a run cannot be read, or a line of it is wrong.
pub fn compare(before: &Run, after: &Run, language: Language) -> Result<Report, RunError> {
    let mut sections = vec![differences(before, after)];
    match (before.is_measurement(), after.is_measurement()) {
        (true, true) => sections.push(positions::section(before, after)?),
        (false, false) => {
            let (old, new) = (
                Results::of(before, language)?,
                Results::of(after, language)?,
            );
            sections.push(games::section(&old, &new));
        }
        _ => {
            let mut section = Section::new("Results");
            section.prose("One run has games and the other positions: they cannot be compared.");
            sections.push(section);
        }
    }
    sections.splice(0..0, Section::of_answers(&sections));
    let report = Report {
        title: "Before and after".to_owned(),
        sections,
    };
    Ok(super::in_language(report, language))
}

/// Something that is not the same in both runs.
struct Difference {
    what: String,
    before: String,
    after: String,
    /// Whether it is the version of a player or of the program, which may be what is compared.
    is_version: bool,
}

fn differences(before: &Run, after: &Run) -> Section {
    let mut section = Section::new("What differs");
    let found = found(before, after);
    let named = |is_version: bool| -> Vec<&str> {
        let of = found.iter().filter(|d| d.is_version == is_version);
        of.map(|d| d.what.as_str()).collect()
    };
    let (versions, others) = (named(true), named(false));
    section.prose(match (&versions[..], &others[..]) {
        ([], []) => "Experiment, players and program are the same in both runs.".to_owned(),
        (versions, []) => format!(
            "The experiments differ only in versions: {}.",
            versions.join(", ")
        ),
        (_, others) => format!(
            "The experiments differ in more than the players' version: {}. Whatever differs in the \
             results may come from that.",
            others.join(", ")
        ),
    });
    if !before.is_complete() || !after.is_complete() {
        section.prose("Not both runs are complete; the figures are of the parts that are there.");
    }
    let mut table = Table::new(
        "differences",
        "What differs between the runs.",
        ["what", "before", "after"].map(Column::text),
    );
    for difference in &found {
        let Difference {
            what,
            before,
            after,
            ..
        } = difference;
        table.push([what, before, after].map(|text| text.as_str().into()));
    }
    if !found.is_empty() {
        section.table(table);
    }
    section
}

/// Returns everything that is not the same in both runs.
fn found(before: &Run, after: &Run) -> Vec<Difference> {
    let (old, new) = (before.experiment(), after.experiment());
    let mut found = Vec::new();
    let mut compare = |what: &str, before: &str, after: &str, is_version: bool| {
        if before != after {
            found.push(Difference {
                what: what.to_owned(),
                before: before.to_owned(),
                after: after.to_owned(),
                is_version,
            });
        }
    };
    let (one, other) = (everything(old), everything(new));
    let value = |facts: &[(&str, String)], what: &str| {
        let fact = facts.iter().find(|(name, _)| *name == what);
        fact.map_or_else(|| "–".to_owned(), |(_, value)| value.clone())
    };
    let only_new = other
        .iter()
        .filter(|(what, _)| one.iter().all(|(old, _)| old != what));
    for (what, _) in one.iter().chain(only_new) {
        compare(what, &value(&one, what), &value(&other, what), false);
    }
    if old.openings != new.openings {
        // Written openings are reported by their number; the lists would fill a page.
        let same = value(&one, "openings") == value(&other, "openings");
        let (one, other) = if same {
            ("one list", "another list")
        } else {
            ("", "")
        };
        compare("written openings", one, other, false);
    }
    for player in &old.players {
        if let Some(other) = new.players.iter().find(|other| other.name == player.name) {
            let same = player.who == other.who;
            let (before, after) = if same {
                ("", "")
            } else {
                ("one file", "another file")
            };
            compare(&format!("player {}", player.name), before, after, true);
            let [before, after] = [player, other].map(|player| limits(&player.limits));
            compare(
                &format!("limits of {}", player.name),
                &before,
                &after,
                false,
            );
        }
    }
    // How fast the machine is changes what is measured, and games only where a limit is time.
    let by_time =
        |run: &Run| run.is_measurement() || !is_reproducible(run.experiment(), run.plan());
    let timed = by_time(before) || by_time(after);
    for (what, of, is_version) in ORIGINS {
        if what == "machine" && !timed {
            continue;
        }
        compare(what, &of(before.header()), &of(after.header()), is_version);
    }
    found
}

/// Returns everything that an experiment asks, by key, without its players' files.
fn everything(experiment: &Experiment) -> Vec<(&'static str, String)> {
    let mut facts = facts(experiment);
    facts.push(("games", experiment.games.to_string()));
    facts.push(("patience", format!("{:?}", experiment.patience)));
    facts
}

/// What to call a part of where a run comes from, how to read it, and whether it is a version.
type Origin = (&'static str, fn(&RunHeader) -> String, bool);

/// Where a run comes from.
const ORIGINS: [Origin; 3] = [
    (
        "version of kaesu",
        |header| header.program.version.clone(),
        true,
    ),
    (
        "commit",
        |header| known(header.program.commit.as_ref()),
        true,
    ),
    (
        "machine",
        |header| {
            let machine = &header.machine;
            let processor = known(machine.processor.as_ref());
            format!("{processor}, {} cores, {}", machine.cores, machine.system)
        },
        false,
    ),
];

fn known(text: Option<&String>) -> String {
    text.cloned().unwrap_or_else(|| "not known".to_owned())
}
