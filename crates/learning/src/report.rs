//! What a run learned, written for people.

use report::{Catalogue, Cell, Column, Language, Report, Section, Table};
use statistics::Level;
use statistics::elo::{Method, Strength};
use statistics::proportion::Proportion;

use crate::course::Course;
use crate::examination::Examination;
use crate::run::Plan;

/// The report of a run in a language, the newest generation first.
#[must_use]
pub fn of_run<C: Course>(
    course: &C,
    plan: &Plan,
    examinations: &[Examination],
    language: Language,
) -> Report {
    let report = in_english(course, plan, examinations);
    match language {
        Language::English => report,
        Language::Japanese => Catalogue::new(&[include_str!("japanese.txt")]).report(&report),
    }
}

fn in_english<C: Course>(course: &C, plan: &Plan, examinations: &[Examination]) -> Report {
    let mut worth = Section::new("What the weights are worth");
    worth.prose(
        "Each generation plays with the weights of the one before and learns from its games. Errors \
         are mean absolute errors at one glance, without looking ahead, in games held out.",
    );
    worth.table(generations(examinations));
    worth.table(exact(examinations));
    let mut sections = vec![worth];
    if let Some((newest, before)) = examinations.split_last() {
        let mut fit = Section::new("How well the last fit agrees with its labels");
        fit.prose(
            "Labels far from the end come from search and from games, not from solving: this \
             error is no error against exact scores. It tells where samples are too few.",
        );
        fit.table(phases(course, newest, before.last()));
        sections.push(fit);
    }
    let mut reproduce = Section::new("How to reproduce this");
    reproduce.prose("The same plan gives the same weights, with any number of threads.");
    reproduce.listing(serde_json::to_string_pretty(plan).expect("numbers and texts can be JSON"));
    let played = (0..examinations.len() as u32).map(|n| course.generation_name(plan.kind::<C>(n)));
    for (generation, words) in played.enumerate() {
        reproduce.prose(format!("Generation {generation}: {words}."));
    }
    sections.push(reproduce);
    Report {
        title: format!("Learning {}", plan.game),
        sections,
    }
}

fn generations(examinations: &[Examination]) -> Table {
    let columns = [
        Column::count("generation"),
        Column::count("positions"),
        Column::percent("best move sorted first", 1).with_interval(),
        Column::count("nodes of the suite"),
        Column::count("games"),
        Column::percent("points against the last", 1).with_interval(),
        Column::signed("Elo", 0).with_interval(),
    ];
    let mut table = Table::new("generations", "The generations, the newest first", columns);
    for (generation, examination) in examinations.iter().enumerate().rev() {
        let positions: u64 = examination.phases.iter().map(|phase| phase.learned).sum();
        let sorted = examination.sorted;
        let share = Proportion::new(sorted.first as f64, sorted.count as f64);
        let pairs = examination.paired().pairs;
        let strength = Strength::of_pairs(&pairs, Level::P95, Method::Likelihood);
        table.push([
            generation.into(),
            positions.into(),
            if sorted.count == 0 {
                Cell::Missing
            } else {
                share.wilson(Level::P95).into()
            },
            examination.nodes.into(),
            (2 * pairs.pairs()).into(),
            strength.map_or(Cell::Missing, |strength| strength.score.into()),
            strength.map_or(Cell::Missing, |strength| strength.elo.into()),
        ]);
    }
    table.note(
        "Nodes: exact solving of a fixed suite; fewer are better. Games: pairs from one opening \
         with sides swapped, and the intervals are of pairs.",
    );
    table
}

fn exact(examinations: &[Examination]) -> Table {
    let columns = [
        Column::count("generation"),
        Column::count("to go"),
        Column::count("positions"),
        Column::number("mean error", 2),
        Column::signed("bias", 2),
    ];
    let caption = "The error against exact scores, in discs, by squares left";
    let mut table = Table::new("exact", caption, columns);
    for (generation, examination) in examinations.iter().enumerate().rev() {
        for exact in &examination.exact {
            table.push([
                generation.into(),
                u64::from(exact.left).into(),
                exact.count.into(),
                exact.error.into(),
                exact.bias.into(),
            ]);
        }
    }
    table
}

fn phases<C: Course>(course: &C, newest: &Examination, before: Option<&Examination>) -> Table {
    let columns = [
        Column::text("phase"),
        Column::count("learned from"),
        Column::count("held out"),
        Column::number("mean error", 2),
        Column::signed("bias", 2),
        Column::number("mean error before", 2),
    ];
    let mut table = Table::new("phases", "The error of each phase on its labels", columns);
    for (phase, error) in newest.phases.iter().enumerate() {
        let before = before.and_then(|before| before.phases.get(phase));
        let known = |error: Option<&crate::fit::PhaseError>,
                     value: fn(&crate::fit::PhaseError) -> f64| {
            error
                .filter(|error| error.held_out > 0)
                .map_or(Cell::Missing, |error| value(error).into())
        };
        table.push([
            course.phase_name(phase).into(),
            error.learned.into(),
            error.held_out.into(),
            known(Some(error), |error| error.error),
            known(Some(error), |error| error.bias),
            known(before, |error| error.error),
        ]);
    }
    table
}
