//! Games for many: places and scores by player, by seat and by who sat opposite, and whether the
//! players differ at all.

use rules::Seat;

use super::{ALPHA, LEVEL, Results, between};
use report::plot::{Bars, Drawing, HeatMap, Intervals, Plot};
use report::{Cell, Column, Section, Table, p_words};
use statistics::nemenyi::Nemenyi;
use statistics::proportion::Proportion;
use statistics::standing::Line;

/// Returns the name of a place.
fn place(number: usize) -> String {
    let end = match number {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

/// Returns the players by mean rank, best first.
fn by_rank(results: &Results) -> Vec<(usize, Line)> {
    let standings = results.summary.standings();
    let mut lines: Vec<(usize, Line)> = (0..results.players())
        .filter_map(|player| Some((player, standings.player(player, LEVEL)?)))
        .collect();
    lines.sort_by(|a, b| a.1.mean_rank.value.total_cmp(&b.1.mean_rank.value));
    lines
}

/// Returns the columns that every table of places has, after its names.
fn columns(names: &[&str]) -> Vec<Column> {
    let names = names.iter().map(|name| Column::text(*name));
    names
        .chain([
            Column::count("seats"),
            Column::number("mean rank", 2).with_interval(),
            Column::percent("first places", 1).with_interval(),
            Column::percent("last places", 1).with_interval(),
            Column::percent("first, ties split", 1),
            Column::percent("last, ties split", 1),
            Column::number("score", 2).with_interval(),
        ])
        .collect()
}

fn cells(names: &[&str], line: &Line) -> Vec<Cell> {
    let names = names.iter().map(|name| Cell::from(*name));
    names
        .chain([
            line.seats.into(),
            line.mean_rank.into(),
            line.firsts.into(),
            line.lasts.into(),
            line.firsts_split.value.into(),
            line.lasts_split.value.into(),
            line.score.into(),
        ])
        .collect()
}

const NOTE: &str = "A first place: nobody did better; a last place: nobody did worse; ties count in \
                    full, and split in the columns that say so. Ranks of ties are shared. Intervals \
                    at 95 %, those of means over blocks of games.";

/// Returns a plot of mean ranks.
fn rank_plot(name: &str, title: &str, rows: &[(String, Line)], seats: usize) -> Plot {
    let row = |(name, line): &(String, Line)| (name.clone(), line.mean_rank);
    let intervals = Intervals {
        axis: "mean rank (1 is best)".to_owned(),
        percent: false,
        reference: Some((seats + 1) as f64 / 2.0),
        rows: rows.iter().map(row).collect(),
    };
    Plot::new(name, title, Drawing::Intervals(intervals))
}

/// Returns how each player did.
pub(super) fn players(results: &Results) -> Section {
    let mut section = Section::new("Players");
    let lines = by_rank(results);
    let seats = results.summary.plan().seats;
    match &lines[..] {
        [] => {
            section.prose("There is no whole block of games yet.");
            return section;
        }
        [(best, line), ..] => {
            section.answer(
                "Who has the best mean rank?",
                results.name(*best),
                format!("mean rank {:.2}", line.mean_rank),
            );
            section.prose(format!(
                "With {} games, {} has the best mean rank: {:.2} ({}; {:.1} is what chance gives).",
                results.summary.games(),
                results.name(*best),
                line.mean_rank.value,
                between(line.mean_rank.interval, |rank| format!("{rank:.2}")),
                (seats + 1) as f64 / 2.0,
            ));
        }
    }
    let mut table = Table::new("players", "Players by mean rank.", columns(&["player"]));
    for (player, line) in &lines {
        table.push(cells(&[results.name(*player)], line));
    }
    table.note(NOTE);
    let name = |(player, line): (usize, Line)| (results.name(player).to_owned(), line);
    let rows: Vec<(String, Line)> = lines.into_iter().map(name).collect();
    let title = "Mean ranks with intervals at 95 %; the dashed line is what chance gives.";
    section.figure(rank_plot("mean-ranks", title, &rows, seats), table);
    section
}

/// Returns how often each player came in each place.
pub(super) fn places(results: &Results) -> Section {
    let mut section = Section::new("Places");
    let seats = results.summary.plan().seats;
    let bars: Vec<String> = (1..=seats).map(place).collect();
    let first = [Column::text("player"), Column::count("seats")];
    let shares = bars
        .iter()
        .map(|bar| Column::percent(bar, 1).with_interval());
    let mut table = Table::new(
        "places",
        "How often each player came in each place, ties split.",
        first.into_iter().chain(shares),
    );
    let mut groups = Vec::new();
    for (player, line) in by_rank(results) {
        let of = line.seats as f64;
        let share = |share: &f64| Proportion::new(share * of, of).wilson(LEVEL);
        let shares: Vec<_> = line.places.iter().map(share).collect();
        let first = [results.name(player).into(), Cell::from(line.seats)];
        table.push(first.into_iter().chain(shares.iter().map(|&s| s.into())));
        groups.push((results.name(player).to_owned(), shares));
    }
    let bars = Bars {
        axis: "share of seats".to_owned(),
        bars,
        groups,
    };
    let title = "How often each player came in each place, with intervals at 95 %.";
    section.figure(Plot::new("places", title, Drawing::Bars(bars)), table);
    section
}

/// Reports whether seats differ, whoever has them, and each player in each seat.
pub(super) fn seats(results: &Results) -> Section {
    let mut section = Section::new("Seats");
    let (plan, standings) = (results.summary.plan(), results.summary.standings());
    let name = |seat: Seat| format!("seat {}", seat.index() + 1);
    let rows: Vec<(String, Line)> = Seat::all(plan.seats)
        .filter_map(|seat| Some((name(seat), standings.seat(seat, LEVEL)?)))
        .collect();
    let mut table = Table::new("seats", "Seats in the order of play.", columns(&["seat"]));
    for (seat, line) in &rows {
        table.push(cells(&[seat], line));
    }
    table.note(NOTE);
    let title = "Mean ranks by seat with intervals at 95 %; the dashed line is what chance gives.";
    section.figure(rank_plot("seats", title, &rows, plan.seats), table);
    let mut table = Table::new(
        "players-by-seat",
        "Each player in each seat.",
        columns(&["player", "seat"]),
    );
    for player in 0..results.players() {
        for seat in Seat::all(plan.seats) {
            if let Some(line) = standings.player_in_seat(player, seat, LEVEL) {
                table.push(cells(&[results.name(player), &name(seat)], &line));
            }
        }
    }
    section.table(table);
    section
}

/// Returns how each player did with each other one opposite.
pub(super) fn opposite(results: &Results) -> Option<Section> {
    let (plan, standings) = (results.summary.plan(), results.summary.standings());
    if !plan.seats.is_multiple_of(2) {
        return None;
    }
    let mut section = Section::new("Who sat opposite");
    let players = results.players();
    let mut table = Table::new(
        "opposite",
        "Each player by who sat opposite.",
        columns(&["player", "opposite"]),
    );
    let mut shares = Vec::new();
    for one in 0..players {
        let mut row = Vec::new();
        for other in 0..players {
            let line = standings.player_opposite(one, other, LEVEL);
            if let Some(line) = &line {
                table.push(cells(&[results.name(one), results.name(other)], line));
            }
            let last = (plan.seats - 1) as f64;
            row.push(line.map(|line| (plan.seats as f64 - line.mean_rank.value) / last));
        }
        shares.push(row);
    }
    let map = HeatMap {
        axes: ["places of".to_owned(), "opposite".to_owned()],
        names: (0..players)
            .map(|player| results.name(player).to_owned())
            .collect(),
        shares,
    };
    let title = "The mean place of the player of each row with the player of each column opposite: \
                 100 is always first, 0 always last.";
    let plot = Plot::new("opposite", title, Drawing::HeatMap(map));
    section.figure(plot, table);
    Some(section)
}

/// With fewer rounds than this the curves behind Friedman's and Nemenyi's tests are rough (Demšar
/// 2006 asks for more than ten).
const FEW_ROUNDS: usize = 10;

/// Reports whether the players differ at all, and which.
pub(super) fn differences(results: &Results) -> Option<Section> {
    let friedman = results.tally.friedman()?;
    let nemenyi = Nemenyi::new(&friedman, ALPHA);
    let mut section = Section::new("Do the players differ?");
    let differ = match friedman.f_p_value <= ALPHA {
        true => "The players differ",
        false => "Whether the players differ cannot be told with this many games",
    };
    let p = p_words(friedman.f_p_value);
    let answer = match friedman.f_p_value <= ALPHA {
        true => "they differ",
        false => "cannot be told with this many games",
    };
    section.answer("Do the players differ?", answer, p.clone());
    section.prose(format!(
        "{differ}: Friedman's test over {} rounds gives chi-squared {:.2}, and F = {:.2} with {p} \
         (Iman and Davenport).",
        friedman.blocks, friedman.chi_squared, friedman.f
    ));
    let mut order: Vec<usize> = (0..results.players()).collect();
    order.sort_by(|&a, &b| friedman.mean_ranks[a].total_cmp(&friedman.mean_ranks[b]));
    let others = order.iter().map(|&p| Column::p_value(results.name(p)));
    let mut table = Table::new(
        "differences",
        "Mean ranks of rounds, and the p-value of every two players (Nemenyi).",
        [
            Column::text("player"),
            Column::number("mean rank of rounds", 2),
        ]
        .into_iter()
        .chain(others),
    );
    for &one in &order {
        let p = |&other: &usize| match one == other {
            true => Cell::Missing,
            false => nemenyi.p_values[one][other].into(),
        };
        let first = [results.name(one).into(), friedman.mean_ranks[one].into()];
        table.push(first.into_iter().chain(order.iter().map(p)));
    }
    table.note(format!(
        "Mean ranks further apart than {:.3} differ, all pairs taken together, at 5 %.",
        nemenyi.critical_difference
    ));
    if friedman.blocks < FEW_ROUNDS {
        table.note("So few rounds make both tests rough: their p-values hold for many.");
    }
    for group in &nemenyi.groups {
        let names: Vec<&str> = group.iter().map(|&player| results.name(player)).collect();
        if names.len() > 1 {
            table.note(format!("Not told apart: {}.", names.join(", ")));
        }
    }
    section.table(table);
    Some(section)
}
