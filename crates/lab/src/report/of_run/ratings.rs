//! How strong each player is on one scale, from games of any number of seats.

use super::{LEVEL, Results};
use report::plot::{Drawing, Intervals, Plot};
use report::{Cell, Column, Section, Table};
use statistics::Estimate;
use statistics::pairs::{PairedMatch, Trinomial};
use statistics::plackett_luce::{RatingError, Spread};

/// How many games against an imagined player everybody is given when some never lost.
const PRIOR: f64 = 0.5;

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("Ratings");
    let rankings = &results.tally.rankings;
    let (ratings, prior) = match rankings.rate(0.0) {
        Ok(ratings) => (Ok(ratings), false),
        Err(RatingError::Apart { .. }) => (rankings.rate(PRIOR), true),
        Err(error) => (Err(error), false),
    };
    let ratings = match ratings {
        Ok(ratings) => ratings,
        Err(error) => {
            section.prose(format!("There are no ratings: {error}."));
            return section;
        }
    };
    let played = |&player: &usize| results.summary.standings().player(player, LEVEL).is_some();
    let mut rows: Vec<(usize, Estimate)> = (0..results.players())
        .filter(played)
        .map(|player| (player, ratings.elo(player, Spread::Blocks, LEVEL)))
        .collect();
    rows.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    if let [(best, _), (second, _), ..] = rows[..] {
        let lead = ratings.difference(best, second, Spread::Blocks, LEVEL);
        let elo = rows[0].1;
        let (best, second) = (results.name(best), results.name(second));
        let answer = match lead.interval.low > 0.0 {
            true => format!("{best}, {:.0} Elo above {second}", lead.value),
            false => format!("{best}, but not surely above {second}"),
        };
        section.answer("Who is rated highest?", answer, format!("Elo {elo:.1}"));
        section.prose(match lead.interval.low > 0.0 {
            true => format!(
                "{best} is rated highest, {:.0} Elo above {second}.",
                lead.value
            ),
            false => format!(
                "{best} is rated highest, but whether it is better than {second} cannot be told \
                 with this many games."
            ),
        });
    }
    section.figure(plot(results, &rows), table(results, &rows, prior));
    section
}

fn plot(results: &Results, rows: &[(usize, Estimate)]) -> Plot {
    let named = |(player, elo): &(usize, Estimate)| (results.name(*player).to_owned(), *elo);
    let intervals = Intervals {
        axis: "Elo above the mean of all".to_owned(),
        percent: false,
        reference: Some(0.0),
        rows: rows.iter().map(named).collect(),
    };
    let title = "Ratings with intervals at 95 %; the dashed line is the mean of all players.";
    Plot::new("ratings", title, Drawing::Intervals(intervals))
}

fn table(results: &Results, rows: &[(usize, Estimate)], prior: bool) -> Table {
    let for_two = results.summary.plan().seats == 2;
    let mut columns = vec![Column::text("player"), Column::count("games")];
    if for_two {
        columns.push(Column::results("won, drawn, lost"));
        columns.push(Column::percent("score", 1));
    }
    columns.push(Column::signed("Elo", 1).with_interval());
    columns.push(Column::number("Weng–Lin", 2));
    columns.push(Column::number("uncertainty", 2));
    let mut table = Table::new("ratings", "Ratings, best first.", columns);
    for &(player, elo) in rows {
        let line = results.summary.standings().player(player, LEVEL);
        let mut row: Vec<Cell> = vec![
            results.name(player).into(),
            line.map(|line| line.seats).into(),
        ];
        if for_two {
            let games = all_games(results, player);
            row.push(games.into());
            row.push(games.sample().mean().into());
        }
        let live = results.tally.live.rating(player);
        row.extend([elo.into(), live.value.into(), live.uncertainty.into()]);
        table.push(row);
    }
    table.note(
        "Elo: the strengths that make all places together most likely (Plackett and Luce), with \
         intervals at 95 % from how much blocks of games disagree. Weng–Lin: the rating of a live \
         table, which depends on the order of the games.",
    );
    if prior {
        table.note(
            "Some players never lost a place to some others, so that their distance has no end; \
             everybody was given half a win and half a loss against an imagined player.",
        );
    }
    table
}

/// Returns all games of a player for two seats.
pub(super) fn all_games(results: &Results, player: usize) -> Trinomial {
    let tables = results.summary.plan().tables.iter().enumerate();
    let games = tables.filter_map(|(number, table)| {
        let games = results.summary.pairs(number).map(PairedMatch::games)?;
        match table[..] {
            [one, _] if one == player => Some(games),
            [_, other] if other == player => Some(games.swapped()),
            _ => None,
        }
    });
    games.fold(Trinomial::default(), |sum, games| sum.plus(&games))
}
