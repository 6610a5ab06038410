//! Single games and moves: the evaluation during a game with what players did on purpose, what
//! moves took, and who forfeited.

use rules::Seat;

use super::Results;
use crate::run::Played;
use report::plot::{Drawing, Lines, Plot, Point, Series, Stroke};
use report::{Cell, Column, Section, Table};

/// A game whose evaluations are shown: the first in which a player did something on purpose, or
/// else the first.
pub(super) struct Shown {
    number: u64,
    /// Ply, seat and what the mover thought the position was worth to itself.
    values: Vec<(usize, usize, i32)>,
    notes: Vec<(usize, String)>,
    /// The contender of each seat.
    seats: Vec<usize>,
}

impl Shown {
    /// Takes a game in the place of the one so far if it has more to show.
    pub(super) fn offer(shown: &mut Option<Self>, game: &Played, movers: &[usize]) {
        let better = match shown {
            None => true,
            Some(so_far) => so_far.notes.is_empty() && !game.notes.is_empty(),
        };
        if !better {
            return;
        }
        let plies = game.thoughts.iter().enumerate();
        let values: Vec<(usize, usize, i32)> = plies
            .filter_map(|(index, thought)| {
                let ply = game.opening + index;
                let seat = *movers.get(ply)?;
                Some((ply, seat, thought.values?[Seat::new(seat)]))
            })
            .collect();
        if !values.is_empty() {
            let note = |note: &crate::run::played::NoteKept| (note.ply, note.kind.clone());
            *shown = Some(Self {
                number: game.number,
                values,
                notes: game.notes.iter().map(note).collect(),
                seats: game.seats.to_vec(),
            });
        }
    }
}

/// Returns the evaluation during a game, and how often players did something on purpose.
pub(super) fn section(results: &Results, shown: Option<&Shown>) -> Option<Section> {
    let mut section = Section::new("During the games");
    if let Some(shown) = shown {
        section.figure(plot(results, shown), values(results, shown));
    }
    if !results.tally.notes.is_empty() {
        section.table(notes(results));
    }
    (!section.parts.is_empty()).then_some(section)
}

fn plot(results: &Results, shown: &Shown) -> Plot {
    let one = |seat: usize| Series {
        name: format!("seat {}: {}", seat + 1, results.name(shown.seats[seat])),
        points: shown
            .values
            .iter()
            .filter(|(_, by, _)| *by == seat)
            .map(|&(ply, _, value)| Point {
                x: (ply + 1) as f64,
                y: f64::from(value),
                interval: None,
            })
            .collect(),
        stroke: if seat == 0 {
            Stroke::Dotted
        } else {
            Stroke::Dashed
        },
        markers: true,
        right: false,
    };
    let lines = Lines {
        x: "move".to_owned(),
        y: "evaluation by the mover, for itself".to_owned(),
        right: None,
        logarithmic: false,
        percent: false,
        series: (0..shown.seats.len()).map(one).collect(),
        levels: Vec::new(),
        marks: shown
            .notes
            .iter()
            .map(|(ply, kind)| ((ply + 1) as f64, kind.clone()))
            .collect(),
    };
    let title = format!(
        "What the players thought of their own chances during game {}.",
        shown.number
    );
    Plot::new("evaluation", title, Drawing::Lines(lines))
}

fn values(results: &Results, shown: &Shown) -> Table {
    let mut table = Table::new(
        "evaluation",
        format!("Game {} move by move.", shown.number),
        [
            Column::count("move"),
            Column::count("seat"),
            Column::text("player"),
            Column::number("evaluation", 0),
            Column::text("on purpose"),
        ],
    );
    for &(ply, seat, value) in &shown.values {
        let note = shown.notes.iter().find(|(at, _)| *at == ply);
        table.push([
            (ply + 1).into(),
            (seat + 1).into(),
            results.name(shown.seats[seat]).into(),
            f64::from(value).into(),
            note.map_or("", |(_, kind)| kind).into(),
        ]);
    }
    table
}

fn notes(results: &Results) -> Table {
    let mut table = Table::new(
        "on-purpose",
        "What players did on purpose.",
        [
            Column::text("player"),
            Column::text("what"),
            Column::count("times"),
            Column::number("per game", 3),
            Column::number("mean cost", 1),
        ],
    );
    for (player, kind, times, cost) in &results.tally.notes {
        table.push([
            results.name(*player).into(),
            kind.as_str().into(),
            (*times).into(),
            (*times as f64 / results.summary.games() as f64).into(),
            (*cost as f64 / *times as f64).into(),
        ]);
    }
    table.note("Cost: by the player's own evaluation, compared with its best move.");
    table
}

/// Returns what moves took, where it was kept.
pub(super) fn efforts(results: &Results) -> Option<Section> {
    let efforts = &results.tally.thoughts;
    if efforts
        .iter()
        .all(|e| e.nodes.is_none() && e.micros.is_none())
    {
        return None;
    }
    let mut section = Section::new("What moves took");
    let mut table = Table::new(
        "moves",
        "Means per move.",
        [
            Column::text("player"),
            Column::count("moves"),
            Column::number("nodes", 1),
            Column::number("milliseconds", 3),
        ],
    );
    for (player, effort) in efforts.iter().enumerate() {
        let mean = |sum: Option<u64>| sum.map(|sum| sum as f64 / effort.moves as f64);
        table.push([
            results.name(player).into(),
            effort.moves.into(),
            mean(effort.nodes).into(),
            mean(effort.micros).map(|micros| micros / 1000.0).into(),
        ]);
    }
    section.table(table);
    Some(section)
}

/// Returns what has to be known of forfeits before the figures are read.
pub(super) fn forfeited(results: &Results) -> Option<String> {
    let counts = results.summary.forfeits().iter().enumerate();
    let told: Vec<String> = counts
        .filter(|(_, count)| **count > 0)
        .map(|(player, count)| format!("{} {count}", results.name(player)))
        .collect();
    (!told.is_empty()).then(|| {
        format!(
            "Games were forfeited, so the figures tell of failures as well as of strength: {}.",
            told.join(", ")
        )
    })
}

/// Returns who forfeited games, and why.
pub(super) fn forfeits(results: &Results) -> Option<Section> {
    let counts = results.summary.forfeits();
    if counts.iter().all(|&count| count == 0) {
        return None;
    }
    let mut section = Section::new("Forfeits");
    section.prose("These games count as they ended, with the failing player resigning.");
    let mut table = Table::new(
        "forfeits",
        "Forfeits by player.",
        [Column::text("player"), Column::count("forfeits")],
    );
    for (player, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        table.push([results.name(player).into(), count.into()]);
    }
    section.table(table);
    let mut table = Table::new(
        "forfeits-by-game",
        "Forfeits by game; the first fifty.",
        [
            Column::count("game"),
            Column::text("player"),
            Column::count("seat"),
            Column::count("after plies"),
            Column::text("what happened"),
        ],
    );
    for (game, player, forfeit) in &results.tally.forfeits {
        table.push([
            Cell::from(*game),
            results.name(*player).into(),
            (forfeit.seat + 1).into(),
            forfeit.ply.into(),
            forfeit.why.to_string().into(),
        ]);
    }
    section.table(table);
    Some(section)
}
