//! How strong the programs are against people, beside how strong they are among programs: P1's last
//! question.

use report::plot::{Drawing, Lines, Plot, Point, Series, Stroke};
use report::{Column, Section, Table};
use statistics::pairs::Ending;
use statistics::slope::{Rated, Slope};
use statistics::{Estimate, Level};

use super::observed::{Observed, ObservedPerson};
use super::tastes::{Told, above, rate, unit};
use crate::file::Study;

/// What one place further on in the file is taken to be worth where no ratings are given.
pub(crate) const STEP: f64 = 100.0;

/// Returns what programs are worth among programs: the file's ratings, or equal steps in its order,
/// weakest first.
pub(crate) fn ratings(study: &Study) -> Vec<i32> {
    let steps = (0..study.arms.len()).map(|arm| arm as i32 * STEP as i32);
    study.ratings().unwrap_or_else(|| steps.collect())
}

/// Returns what people's results say of the slope; nothing where several share a table.
pub(super) fn slope(study: &Study, people: &[&ObservedPerson<'_>]) -> Option<Slope> {
    if study.people_at_a_table() > 1 {
        return None;
    }
    let ratings = ratings(study);
    let games = |each: &&ObservedPerson<'_>| -> Vec<Rated> {
        let games = each.games.iter().map(|game| Rated {
            rating: ratings[game.arm],
            ending: ending(game.result),
        });
        games.collect()
    };
    let games: Vec<Vec<Rated>> = people.iter().map(games).collect();
    Slope::of(&games)
}

fn ending(result: &str) -> Ending {
    match result {
        "win" => Ending::Win,
        "draw" => Ending::Draw,
        _ => Ending::Loss,
    }
}

/// Returns how a person fared, as a player with this number, against the arms.
fn scored(each: &ObservedPerson<'_>, own: usize) -> Told {
    let game = |arm: usize, result: &str| match ending(result) {
        Ending::Win => vec![(1, own), (2, arm)],
        Ending::Draw => vec![(1, own), (1, arm)],
        Ending::Loss => vec![(1, arm), (2, own)],
    };
    each.games
        .iter()
        .map(|played| game(played.arm, played.result))
        .collect()
}

/// Adds how strong the arms are against people; nothing where people play against each other.
pub(super) fn add(section: &mut Section, observed: &Observed<'_>, people: &[&ObservedPerson<'_>]) {
    let study = observed.study;
    if study.people_at_a_table() > 1 {
        return;
    }
    // Every person is a player of their own, since people differ more than arms.
    let told = (study.arms.len()..).zip(people);
    let told = told.map(|(own, each)| (unit(each), scored(each, own)));
    let Some((found, count)) = rate(told, study.arms.len() + people.len()) else {
        return;
    };
    let arms: Vec<usize> = (0..study.arms.len()).collect();
    let strengths = arms.iter().map(|&arm| above(&found, arm, &arms, count));
    let strengths: Vec<Estimate> = strengths.collect();
    let rated = study.ratings().map(|ratings| {
        let mean = ratings.iter().sum::<i32>() as f64 / ratings.len() as f64;
        let centred = ratings.iter().map(|&rating| f64::from(rating) - mean);
        centred.collect::<Vec<f64>>()
    });
    let mut columns = vec![
        Column::text("arm"),
        Column::count("games"),
        Column::percent("people's score", 0),
        Column::number("Elo above the mean of the arms", 0).with_interval(),
    ];
    if rated.is_some() {
        columns.push(Column::number("the same among programs", 0));
    }
    let mut table = Table::new(
        "strengths",
        "Arms by how people scored against them.",
        columns,
    );
    for &arm in &arms {
        let games = people.iter().filter_map(|each| each.in_arm(arm));
        let points = games.map(|game| ending(game.result).half_points() as f64 / 2.0);
        let points: Vec<f64> = points.collect();
        let played = points.len();
        let score = (played > 0).then(|| points.iter().sum::<f64>() / played as f64);
        let mut row = vec![
            study.arms[arm].name.as_str().into(),
            played.into(),
            score.into(),
            strengths[arm].into(),
        ];
        row.extend(rated.as_ref().map(|rated| rated[arm].into()));
        table.push(row);
    }
    table.note(
        "Everybody's own strength is estimated as well, from few games each, which spreads the arms; the slope of \
         the planned claim is free of that.",
    );
    match (rated, slope(study, people)) {
        (Some(rated), Some(slope)) => {
            let slope = slope.estimate(Level::P95).value;
            section.figure(plot(study, &rated, &strengths, slope), table);
        }
        _ => section.table(table),
    }
}

/// Draws strength against people over strength among programs.
fn plot(study: &Study, rated: &[f64], strengths: &[Estimate], slope: f64) -> Plot {
    let mut order: Vec<usize> = (0..rated.len()).collect();
    order.sort_by(|&one, &other| rated[one].total_cmp(&rated[other]));
    let point = |x: f64, y: f64| Point {
        x,
        y,
        interval: None,
    };
    let arms = order.iter().map(|&arm| Point {
        interval: Some(strengths[arm].interval).filter(|interval| interval.is_known()),
        ..point(rated[arm], strengths[arm].value)
    });
    let ends = [order.first(), order.last()].map(|arm| arm.map_or(0.0, |&arm| rated[arm]));
    let line = |name: &str, slope: f64, stroke: Stroke| Series {
        name: name.to_owned(),
        points: ends.map(|x| point(x, slope * x)).to_vec(),
        stroke,
        markers: false,
        right: false,
    };
    let lines = Lines {
        x: "Elo among programs".to_owned(),
        y: "Elo against people".to_owned(),
        right: None,
        logarithmic: false,
        percent: false,
        series: vec![
            Series {
                name: "programs".to_owned(),
                points: arms.collect(),
                stroke: Stroke::None,
                markers: true,
                right: false,
            },
            line("the slope that was found", slope, Stroke::Solid),
            line("as among programs", 1.0, Stroke::Dashed),
        ],
        levels: Vec::new(),
        marks: order
            .iter()
            .map(|&arm| (rated[arm], study.arms[arm].name.clone()))
            .collect(),
    };
    let title =
        "Strength of the programs against people over that among programs, both above their mean.";
    Plot::new("strengths", title, Drawing::Lines(lines))
}
