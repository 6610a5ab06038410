//! Several arms at once: what people like and how they score, on one scale (Plackett and Luce);
//! exploratory. Two arms need no model, and have none.

use std::collections::BTreeMap;

use report::{Column, Section, Table};
use statistics::plackett_luce::{ELO, NOT_CHOSEN, Rankings, RatingError, Ratings, Spread};
use statistics::{Estimate, Interval, Level};

use super::observed::{Observed, ObservedPerson};
use crate::file::{At, Kind, Question};

/// How often everybody also wins and loses against an imagined player, so that there is a rating
/// whatever happened.
const PRIOR: f64 = 0.5;
/// With fewer people their disagreement says too little of how far it may be wrong.
const FEWEST: usize = 20;

/// Rankings of one person: of each the rank of every arm in it.
type Told = Vec<Vec<(u8, usize)>>;

/// Strengths of arms by every question that ranks them, and by results; `None` with two arms.
pub(super) fn section(observed: &Observed<'_>) -> Option<Section> {
    let study = observed.study;
    if study.arms.len() < 3 {
        return None;
    }
    let people = observed.finished(None);
    let mut section = Section::new("Arms on one scale (exploratory)");
    section.prose(
        "Strengths by Plackett and Luce: an arm is preferred to another with the odds of their strengths. \
         Intervals are by how far people, or tables where several share one, disagree.",
    );
    let mut tastes = table("tastes", "Arms by what people answered.", "log-strength", 2);
    for question in &study.questions {
        let told = |each: &&ObservedPerson<'_>| ranked(question, each, study.arms.len());
        let told = people.iter().map(|each| (unit(each), told(each)));
        add(
            &mut tastes,
            observed,
            &question.id,
            told,
            study.arms.len(),
            1.0 / ELO,
        );
    }
    let mut results = table(
        "strengths",
        "Arms by how people scored against them.",
        "Elo",
        0,
    );
    if study.people_at_a_table() == 1 {
        // Every person is a player of their own, since people differ more than arms.
        let told = (study.arms.len()..).zip(&people);
        let told = told.map(|(own, each)| (unit(each), scored(each, own)));
        add(
            &mut results,
            observed,
            "win",
            told,
            study.arms.len() + people.len(),
            1.0,
        );
    }
    for table in [tastes, results] {
        if !table.rows().is_empty() {
            section.table(table);
        }
    }
    (section.parts.len() > 1).then_some(section)
}

fn table(name: &str, title: &str, unit: &str, digits: usize) -> Table {
    let columns = [
        Column::text("question"),
        Column::text("arm"),
        Column::count("people"),
        Column::number(format!("{unit} above the mean of the arms"), digits).with_interval(),
        Column::percent("preferred to all others", 0),
    ];
    Table::new(name, title, columns)
}

/// Whose answers belong together: a person's, or those of a table.
fn unit(each: &ObservedPerson<'_>) -> String {
    let first = each.games.first().filter(|game| game.table.is_shared());
    first.map_or_else(
        || each.person.number.to_string(),
        |game| game.table.id.clone(),
    )
}

/// How a person ranks arms by a question; nothing if it ranks none.
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

/// How a person fared, as a player with this number, against the arms.
fn scored(each: &ObservedPerson<'_>, own: usize) -> Told {
    let game = |arm: usize, result: &str| match result {
        "win" => vec![(1, own), (2, arm)],
        "draw" => vec![(1, own), (1, arm)],
        _ => vec![(1, arm), (2, own)],
    };
    each.games
        .iter()
        .map(|played| game(played.arm, played.result))
        .collect()
}

fn add(
    table: &mut Table,
    observed: &Observed<'_>,
    question: &str,
    told: impl Iterator<Item = (String, Told)>,
    players: usize,
    scale: f64,
) {
    let mut units = BTreeMap::<String, Told>::new();
    for (unit, told) in told.filter(|(_, told)| !told.is_empty()) {
        units.entry(unit).or_default().extend(told);
    }
    let mut rankings = Rankings::new(players);
    let count = units.len();
    for told in units.into_values() {
        rankings.add_places(told);
    }
    let Ok(ratings) = rate(&rankings, count) else {
        return;
    };
    let arms: Vec<usize> = (0..observed.study.arms.len()).collect();
    for &arm in &arms {
        let above = above(&ratings, arm, &arms, count);
        table.push([
            question.into(),
            observed.study.arms[arm].name.as_str().into(),
            count.into(),
            above.map(|elo| elo * scale).into(),
            ratings.chance_of_first(arm, &arms).into(),
        ]);
    }
}

fn rate(rankings: &Rankings, people: usize) -> Result<Ratings, RatingError> {
    if people < 2 {
        return Err(RatingError::Unsettled);
    }
    rankings.rate(PRIOR)
}

/// Returns the Elo of an arm above the mean of the arms.
fn above(ratings: &Ratings, arm: usize, arms: &[usize], people: usize) -> Estimate {
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
