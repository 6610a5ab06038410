//! What was asked: the experiment in a table, and how far the run came.

use players::file::LimitsSpec;

use super::title_of;
use crate::experiment::{Experiment, Kind, Seating};
use crate::opening::Openings;
use crate::plan::Plan;
use crate::run::{Run, is_reproducible, may_differ};
use report::{Column, Language, Part, Section, Table};

pub(super) fn section(run: &Run, language: Language) -> Section {
    let (experiment, plan) = (run.experiment(), run.plan());
    let mut section = Section::new("What was asked");
    let caption = "The experiment in short; its whole text is at the end.";
    let mut table = Table::new(
        "experiment",
        caption,
        [Column::text("what"), Column::text("value")],
    );
    for (what, value) in facts(experiment) {
        table.push([what.into(), value.into()]);
    }
    table.push(["at most".into(), amount(experiment, plan.games()).into()]);
    section.table(table);
    section.parts.extend(who(run, language).map(Part::Table));
    if !is_reproducible(experiment, plan) {
        section.prose(
            "Some limits are times, or some players are other programs, so another run has other \
             games.",
        );
        section.table(differing(experiment, plan));
    }
    section
}

/// Returns the players whose games cannot be repeated, and why.
fn differing(experiment: &Experiment, plan: &Plan) -> Table {
    let mut table = Table::new(
        "differing",
        "Who may play otherwise another time, and why.",
        [Column::text("player"), Column::text("why")],
    );
    for (player, why) in may_differ(experiment, plan) {
        table.push([player.into(), why.into()]);
    }
    table
}

/// Returns the players with their titles, if any has one.
fn who(run: &Run, language: Language) -> Option<Table> {
    let mut table = Table::new(
        "who",
        "Who plays, by the name that the experiment has.",
        [Column::text("name"), Column::text("title")],
    );
    for contender in &run.experiment().players {
        if let Some(title) = contender.file().and_then(|file| title_of(file, language)) {
            table.push([contender.name.as_str().into(), title.into()]);
        }
    }
    (!table.rows().is_empty()).then_some(table)
}

/// Returns what has to be known before the figures are read.
pub(super) fn warning(run: &Run) -> Option<String> {
    let words = "This run is not complete: the figures are of the part that is there, and a part \
                 that was stopped because of its results favours whoever was ahead.";
    (!run.is_complete()).then(|| words.to_owned())
}

fn amount(experiment: &Experiment, games: u64) -> String {
    match experiment.kind {
        Kind::Measurement(_) => format!("{games} positions"),
        _ => format!("{games} games"),
    }
}

/// Returns what an experiment is, by words that can be compared with another one's.
pub(in crate::report) fn facts(experiment: &Experiment) -> Vec<(&'static str, String)> {
    let players: Vec<&str> = experiment.players.iter().map(|p| &*p.name).collect();
    let mut facts = vec![
        ("kind", experiment.kind.name().to_owned()),
        ("game", experiment.game.to_string()),
        ("players", players.join(", ")),
    ];
    match &experiment.kind {
        Kind::Measurement(measurement) => {
            if !measurement.depths.is_empty() {
                let depths: Vec<String> = measurement.depths.iter().map(u32::to_string).collect();
                facts.push(("depths", depths.join(", ")));
            }
        }
        Kind::Sweep(sweep) => {
            let values: Vec<String> = sweep.values.iter().map(ToString::to_string).collect();
            facts.push((
                "what is varied",
                format!("{} of {}", sweep.key, sweep.player),
            ));
            facts.push(("values", values.join(", ")));
            facts.push(("against", sweep.opponent.clone()));
            facts.push(("seating", seating(experiment.seating)));
        }
        _ => facts.push(("seating", seating(experiment.seating))),
    }
    facts.push(("openings", openings(&experiment.openings)));
    if let Some(position) = &experiment.position {
        facts.push(("from the position", position.clone()));
    }
    if let Some(stop) = &experiment.stop {
        let unit = stop.unit.name();
        facts.push((
            "stops by itself",
            format!(
                "{unit} {} against {}, errors {} and {}",
                stop.h0, stop.h1, stop.alpha, stop.beta
            ),
        ));
    }
    if experiment.limits != LimitsSpec::default() {
        facts.push(("limits of every move", limits(&experiment.limits)));
    }
    facts.push(("seed", experiment.seed.to_string()));
    facts
}

/// Limits as an experiment file has them, in one line.
pub(in crate::report) fn limits(limits: &LimitsSpec) -> String {
    let text = toml::to_string(limits).expect("limits are numbers");
    match text.trim() {
        "" => "none".to_owned(),
        lines => lines.replace('\n', ", "),
    }
}

fn seating(seating: Seating) -> String {
    let told = match seating {
        Seating::Balanced => "every two players meet in every two seats equally often",
        Seating::All => "every order of the players",
        Seating::Mixed => "two players on all seats in every way",
        Seating::Alone => "one player alone against the other on all other seats, in every seat",
        Seating::Teams => "two teams that sit opposite each other, sides changed",
        Seating::Rotations => "one order in all rotations",
    };
    format!("{}: {told}", seating.name())
}

fn openings(openings: &Openings) -> String {
    match openings {
        Openings::Start => "the start position".to_owned(),
        Openings::Lines { plies } => format!("all lines of {plies} plies"),
        Openings::Random { plies } => format!("random lines of {plies} plies"),
        Openings::Balanced { plies, of, depth } => format!(
            "the most equal of {of} random lines of {plies} plies, by a search of depth {depth}"
        ),
        Openings::Transcripts(lines) => format!("{} written lines", lines.len()),
        Openings::Positions(lines) => format!("{} written positions", lines.len()),
    }
}
