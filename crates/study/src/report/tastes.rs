//! Several arms at once: what people like, on one scale (Plackett and Luce); exploratory. Two arms need no model, and have none.

use std::collections::BTreeMap;

use report::{Column, Section, Table};
use statistics::plackett_luce::{ELO, NOT_CHOSEN, Rankings, Ratings, Spread};
use statistics::{Estimate, Interval, Level};

use super::observed::{Observed, ObservedPerson};
use super::strengths;
use crate::file::{At, Kind, Question};

/// How often everybody also wins and loses against an imagined player, so that there is a rating
/// whatever happened.
const PRIOR: f64 = 0.5;
/// With fewer people their disagreement says too little of how far it may be wrong.
const FEWEST: usize = 20;

/// Rankings of one person: of each the rank of every arm in it.
pub(super) type Told = Vec<Vec<(u8, usize)>>;

/// Strengths of arms by every question that ranks them, and by results; `None` with two arms.
pub(super) fn section(observed: &Observed<'_>) -> Option<Section> {
    let study = observed.study;
    if study.arms.len() < 3 {
        return None;
    }
    let people = observed.finished(None);
    let mut section = Section::new("Arms on one scale (exploratory)");
    section.prose(
        "Strengths by Plackett and Luce: an arm is ranked before another with the odds of their strengths. \
         Intervals are by how far people, or tables where several share one, disagree.",
    );
    let mut tastes = table();
    for question in &study.questions {
        let told = |each: &&ObservedPerson<'_>| ranked(question, each, study.arms.len());
        let told = people.iter().map(|each| (unit(each), told(each)));
        add(&mut tastes, observed, &question.id, told);
    }
    if !tastes.rows().is_empty() {
        section.table(tastes);
    }
    strengths::add(&mut section, observed, &people);
    (section.parts.len() > 1).then_some(section)
}

fn table() -> Table {
    let columns = [
        Column::text("question"),
        Column::text("arm"),
        Column::count("people"),
        Column::number("log-strength above the mean of the arms", 2).with_interval(),
        Column::percent("ranked first of all", 0),
    ];
    Table::new("tastes", "Arms by what people answered.", columns)
}

/// Whose answers belong together: a person's, or those of a table.
pub(super) fn unit(each: &ObservedPerson<'_>) -> String {
    let first = each.games.first().filter(|game| game.table.is_shared());
    first.map_or_else(
        || each.person.number.to_string(),
        |game| game.table.id.clone(),
    )
}

/// Returns how a person ranks arms by a question; nothing if it ranks none.
fn ranked(question: &Question, each: &ObservedPerson<'_>, arms: usize) -> Told {
    let places: Vec<(u8, usize)> = match (&question.kind, question.at) {
        (Kind::Arms, _) => {
            let chosen = each
                .answer(&question.id)
                .and_then(|game| game.parse::<u8>().ok());
            let Some(chosen) = chosen else {
                return Vec::new();
            };
            let rank = |game: u8| if game == chosen { 1 } else { NOT_CHOSEN };
            each.games
                .iter()
                .map(|game| (rank(game.game), game.arm))
                .collect()
        }
        (Kind::Scale(steps), At::Game) => (0..arms)
            .filter_map(|arm| {
                let rating: u8 = each.answer_in(&question.id, arm)?.parse().ok()?;
                Some((steps - rating + 1, arm))
            })
            .collect(),
        _ => Vec::new(),
    };
    if places.len() < 2 {
        Vec::new()
    } else {
        vec![places]
    }
}

/// Adds the arms by the answers to a question.
fn add(
    table: &mut Table,
    observed: &Observed<'_>,
    question: &str,
    told: impl Iterator<Item = (String, Told)>,
) {
    let arms: Vec<usize> = (0..observed.study.arms.len()).collect();
    let Some((ratings, count)) = rate(told, arms.len()) else {
        return;
    };
    for &arm in &arms {
        let above = above(&ratings, arm, &arms, count);
        table.push([
            question.into(),
            observed.study.arms[arm].name.as_str().into(),
            count.into(),
            above.map(|elo| elo / ELO).into(),
            ratings.chance_of_first(arm, &arms).into(),
        ]);
    }
}

/// Puts what people, or tables, told on one scale; returns how many they were, too.
pub(super) fn rate(
    told: impl Iterator<Item = (String, Told)>,
    players: usize,
) -> Option<(Ratings, usize)> {
    let mut units = BTreeMap::<String, Told>::new();
    for (unit, told) in told.filter(|(_, told)| !told.is_empty()) {
        units.entry(unit).or_default().extend(told);
    }
    let mut rankings = Rankings::new(players);
    let count = units.len();
    for told in units.into_values() {
        rankings.add_places(told);
    }
    let ratings = rankings.rate(PRIOR).ok().filter(|_| count > 1)?;
    Some((ratings, count))
}

/// Returns the Elo of an arm above the mean of the arms.
pub(super) fn above(ratings: &Ratings, arm: usize, arms: &[usize], people: usize) -> Estimate {
    let found = ratings.above(arm, arms, Spread::Blocks, Level::P95);
    if people < FEWEST {
        Estimate {
            interval: Interval::around(found.value, f64::INFINITY),
            ..found
        }
    } else {
        found
    }
}
