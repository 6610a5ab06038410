//! What changed from one run to another: before and after with intervals, and a warning where more
//! was changed than the players.

mod games;
mod positions;

use players::file::LimitsSpec;

use super::of_run::{Results, facts};
use super::{Column, Report, Section, Table};
use crate::experiment::Experiment;
use crate::run::{Run, RunError};

/// The report of two runs, before and after a change.
///
/// # Errors
/// If a run cannot be read, or a line of it is wrong.
pub fn compare(before: &Run, after: &Run) -> Result<Report, RunError> {
    let mut sections = vec![differences(before, after)];
    match (before.is_measurement(), after.is_measurement()) {
        (true, true) => sections.push(positions::section(before, after)?),
        (false, false) => {
            let (old, new) = (Results::of(before)?, Results::of(after)?);
            sections.push(games::section(&old, &new));
        }
        _ => {
            let mut section = Section::new("Results");
            section.prose("One run has games and the other positions: they cannot be compared.");
            sections.push(section);
        }
    }
    Ok(Report {
        title: "Before and after".to_owned(),
        sections,
    })
}

/// What an experiment says, of whatever kind, and what of it may change when players are compared.
struct Difference {
    what: String,
    before: String,
    after: String,
    /// Whether it is the version of a player, or of the program, which may be what is compared.
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

/// Limits as an experiment file has them, in one line.
fn limits(limits: &LimitsSpec) -> String {
    let text = toml::to_string(limits).expect("limits are numbers");
    match text.trim() {
        "" => "none".to_owned(),
        lines => lines.replace('\n', ", "),
    }
}

fn found(before: &Run, after: &Run) -> Vec<Difference> {
    let (old, new) = (before.experiment(), after.experiment());
    let mut found = Vec::new();
    let mut compare = |what: &str, before: String, after: String, is_version: bool| {
        if before != after {
            found.push(Difference {
                what: what.to_owned(),
                before,
                after,
                is_version,
            });
        }
    };
    let (old_facts, new_facts) = (facts(old), facts(new));
    let value = |facts: &[(&str, String)], what: &str| {
        let fact = facts.iter().find(|(name, _)| *name == what);
        fact.map_or_else(|| "–".to_owned(), |(_, value)| value.clone())
    };
    let only_new = new_facts
        .iter()
        .filter(|(what, _)| old_facts.iter().all(|(o, _)| o != what));
    for (what, _) in old_facts.iter().chain(only_new) {
        compare(
            what,
            value(&old_facts, what),
            value(&new_facts, what),
            false,
        );
    }
    let rest: [(&str, fn(&Experiment) -> String); 5] = [
        ("games", |experiment| experiment.games.to_string()),
        ("limits", |experiment| limits(&experiment.limits)),
        ("patience", |experiment| {
            format!("{:?}", experiment.patience)
        }),
        ("written openings", |experiment| {
            format!("{:?}", experiment.openings)
        }),
        ("what is kept", |experiment| {
            format!("{:?}", experiment.keep)
        }),
    ];
    for (what, of) in rest {
        let (before, after) = (of(old), of(new));
        match what {
            // The lists themselves would fill a page.
            "written openings"
                if value(&old_facts, "openings") == value(&new_facts, "openings") =>
            {
                if before != after {
                    compare(
                        what,
                        "one list".to_owned(),
                        "another list".to_owned(),
                        false,
                    );
                }
            }
            "written openings" => {}
            _ => compare(what, before, after, false),
        }
    }
    for player in &old.players {
        if let Some(other) = new.players.iter().find(|other| other.name == player.name) {
            let what = format!("player {}", player.name);
            if player.text != other.text {
                let (one, two) = ("one file".to_owned(), "another file".to_owned());
                compare(&what, one, two, true);
            }
            let limits = [player, other].map(|player| limits(&player.limits));
            let [before, after] = limits;
            compare(&format!("limits of {}", player.name), before, after, false);
        }
    }
    let (old, new) = (before.head(), after.head());
    let unknown = || "not known".to_owned();
    let (one, other) = (&old.program, &new.program);
    compare(
        "version of kaesu",
        one.version.clone(),
        other.version.clone(),
        true,
    );
    let commit = |commit: &Option<String>| commit.clone().unwrap_or_else(unknown);
    compare("commit", commit(&one.commit), commit(&other.commit), true);
    let machine = |machine: &crate::run::folder::Machine| {
        let processor = machine.processor.clone().unwrap_or_else(unknown);
        format!("{processor}, {} cores, {}", machine.cores, machine.system)
    };
    compare(
        "machine",
        machine(&old.machine),
        machine(&new.machine),
        false,
    );
    found
}
