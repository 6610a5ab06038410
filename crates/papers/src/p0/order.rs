//! P0, table 7: whether the order of play matters.

use rules::Seat;

use super::field::{self, Field, NOTE, Program, SAME_RANK, STRATEGIES, random};
use crate::printed::{self, Printed};
use crate::{Claim, Error, Holds, PaperOptions, claims};
use lab::experiment::{Kind, Seating};
use report::{Column, Report, Section, Table, p_words};
use statistics::friedman::Friedman;
use statistics::placing::Seated;
use statistics::standing::{Line, Standings};
use statistics::{Estimate, Level};

/// Table 7 as it is printed, by order of play; the firsts sum to 134, so ties count in full.
const FIRSTS: [u64; 4] = [32, 35, 36, 31];
const LASTS: [u64; 4] = [18, 19, 20, 19];
const MEAN_RANKS: [f64; 4] = [2.4, 2.1, 2.1, 2.5];

/// How many games each figure of table 7 is of.
const PRINTED_GAMES: u64 = 100;

const ORDERS: [&str; 4] = ["1st", "2nd", "3rd", "4th"];

/// What the games of one kind say of the order of play.
struct Orders {
    label: String,
    /// One line per place in the order of play.
    lines: Vec<Line>,
    /// One row per block with the rank of each place.
    rows: Vec<Vec<f64>>,
}

impl Orders {
    /// Counts games in which the first contender sits alone, once in every seat of a block.
    fn alone(label: &str, field: &Field) -> Self {
        let in_seat = |game: &Seated| {
            let seat = game.seats_of(0).next().expect("it plays in every game");
            (seat.index(), game.shared_rank(seat))
        };
        let blocks = field.games.chunk_by(|a, b| a.0 == b.0);
        let rows = blocks.map(|block| {
            let mut row = vec![f64::NAN; 4];
            for (_, game) in block {
                let (seat, rank) = in_seat(game);
                row[seat] = rank;
            }
            row
        });
        let line = |seat| field.standings.player_in_seat(0, seat, Level::P95);
        Self {
            label: label.to_owned(),
            rows: rows.collect(),
            lines: Seat::all(4).filter_map(line).collect(),
        }
    }

    /// Counts games in which all seats have the same player.
    fn equals(label: &str, field: &Field) -> Self {
        let mut standings = Standings::new(1, 4);
        let row =
            |(_, game): &(u64, Seated)| Seat::all(4).map(|seat| game.shared_rank(seat)).collect();
        for (_, game) in &field.games {
            standings.add_block(std::slice::from_ref(game));
        }
        let line = |seat| standings.seat(seat, Level::P95);
        Self {
            label: label.to_owned(),
            rows: field.games.iter().map(row).collect(),
            lines: Seat::all(4).filter_map(line).collect(),
        }
    }

    fn test(&self) -> Option<Friedman> {
        Friedman::new(&self.rows)
    }

    /// Returns by how much the mean of some places is above that of others.
    fn contrast(&self, some: &[usize], others: &[usize]) -> Estimate {
        let mean = |row: &[f64], places: &[usize]| {
            places.iter().map(|&place| row[place]).sum::<f64>() / places.len() as f64
        };
        let values: Vec<f64> = self
            .rows
            .iter()
            .map(|row| mean(row, some) - mean(row, others))
            .collect();
        Estimate::mean(&values, Level::P95).unwrap_or(field::UNKNOWN)
    }

    /// Reports whether the order makes no difference.
    fn no_difference(&self, options: &PaperOptions<'_>) -> (Holds, String) {
        let Some(test) = self.test() else {
            return (Holds::CannotBeTold, "too few games".to_owned());
        };
        let pairs = (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b)));
        let holds = pairs
            .map(|(a, b)| {
                let difference = options.cautious(self.contrast(&[a], &[b]), 6);
                Holds::same(difference, 0.0, SAME_RANK)
            })
            .reduce(Holds::and)
            .expect("there are six pairs of places");
        let ranks: Vec<String> = self
            .lines
            .iter()
            .map(|line| format!("{:.2}", line.mean_rank.value))
            .collect();
        let why = format!(
            "{}: mean ranks {}; Friedman's test {}",
            self.label,
            ranks.join(", "),
            p_words(test.f_p_value)
        );
        (holds, why)
    }
}

/// Table 7 and what is behind it.
pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    // The paper's number for every place in the order.
    let options = &PaperOptions {
        games: options.games.map(|games| games.saturating_mul(4)),
        ..*options
    };
    let games = [400, 48];
    let mut figures = Section::new("Figures");
    let mut all: Vec<Orders> = Vec::new();
    for program in [Program::Described, Program::Printed] {
        let words = program.words();
        let mut standings = Standings::new(2, 4);
        let mut rows = Vec::new();
        for (number, (label, _)) in STRATEGIES.iter().enumerate() {
            let part = format!("{label} in every seat, {words}");
            let player = program.strategy(number)?;
            let field = field::alone(options, &part, player, random()?, games)?;
            for block in field.games.chunk_by(|a, b| a.0 == b.0) {
                let block: Vec<Seated> = block.iter().map(|(_, game)| *game).collect();
                standings.add_block(&block);
            }
            let orders = Orders::alone(&format!("{label}, {words}"), &field);
            rows.extend(orders.rows.clone());
            all.push(orders);
        }
        let line = |seat| standings.player_in_seat(0, seat, Level::P95);
        all.push(Orders {
            label: format!("all five, {words}"),
            lines: Seat::all(4).filter_map(line).collect(),
            rows,
        });
    }
    for (label, player) in [
        ("four random", random()?),
        ("four Self", Program::Described.strategy(0)?),
    ] {
        let players = vec![player; 4];
        let kind = Kind::Match;
        let field = field::play(options, label, kind, Seating::Rotations, players, games)?;
        all.push(Orders::equals(label, &field));
    }
    figures.table(as_printed(&all));
    for (index, orders) in all.iter().enumerate() {
        figures.table(table(index, orders));
    }
    let with = |label: &str| {
        let found = all.iter().find(|orders| orders.label.starts_with(label));
        found.expect("it was played")
    };
    let (pooled, printed) = (
        with("all five, the program as d"),
        with("all five, the program as p"),
    );
    let equal = with("four Self");
    let claim = |words: &'static str, orders: &Orders| {
        let (holds, why) = orders.no_difference(options);
        Claim::new(words, holds, why)
    };
    let middle = pooled.contrast(&[0, 3], &[1, 2]);
    let judged = [
        claim(
            "No place in the order of play is better (as described)",
            pooled,
        ),
        claim(
            "No place in the order of play is better (as printed)",
            printed,
        ),
        claim("No place is better among four equal players (Self)", equal),
        Claim::new(
            "Second and third do a little better than first and last",
            Holds::more(options.cautious(middle, 1), 0.0, SAME_RANK),
            format!("mean rank of 1st and 4th less that of 2nd and 3rd: {middle:.2}"),
        ),
    ];
    Ok(Report {
        title: "P0: the order of play".to_owned(),
        sections: vec![claims(&judged), tested(&all), figures],
    })
}

/// Friedman's test for every kind of game.
fn tested(all: &[Orders]) -> Section {
    let mut section = Section::new("Does the order matter?");
    let mut table = Table::new(
        "order-tests",
        "Friedman's test on the ranks by order of play.",
        [
            Column::text("games"),
            Column::count("blocks"),
            Column::number("chi-squared", 2),
            Column::p_value("p"),
            Column::signed("1st and 4th less 2nd and 3rd", 2).with_interval(),
        ],
    );
    for orders in all {
        let test = orders.test();
        table.push([
            orders.label.clone().into(),
            orders.rows.len().into(),
            test.as_ref().map(|test| test.chi_squared).into(),
            test.as_ref().map(|test| test.f_p_value).into(),
            orders.contrast(&[0, 3], &[1, 2]).into(),
        ]);
    }
    table.note(
        "A block is the same player once in every seat against three random ones, or one game of four \
         equal players. No advantage holds if all differences of mean ranks are below 0.2 with certainty, \
         and does not hold if one is above it.",
    );
    section.table(table);
    section
}

/// Table 7 as printed beside ours, by both programs.
fn as_printed(all: &[Orders]) -> Table {
    let mut rows = Vec::new();
    for orders in all
        .iter()
        .filter(|orders| orders.label.starts_with("all five"))
    {
        let program = orders.label.trim_start_matches("all five, ");
        for (place, line) in orders.lines.iter().enumerate() {
            let what = |figure: &str| format!("{figure}, {}: {program}", ORDERS[place]);
            let of = |count| (count, PRINTED_GAMES);
            rows.extend([
                Printed::share(what("first"), of(FIRSTS[place]), line.firsts, line.seats),
                Printed::share(what("last"), of(LASTS[place]), line.lasts, line.seats),
                Printed::mean(
                    what("mean rank"),
                    (MEAN_RANKS[place], PRINTED_GAMES),
                    line.mean_rank,
                    line.seats,
                ),
            ]);
        }
    }
    printed::table("order-as-printed", "Table 7 as printed beside ours.", rows)
}

fn table(index: usize, orders: &Orders) -> Table {
    let caption = format!("Table 7 again, by order of play: {}.", orders.label);
    let labels = ORDERS.iter().copied();
    let mut table = field::table(
        &format!("order-{}", index + 1),
        &caption,
        "order",
        labels.zip(orders.lines.iter().cloned()),
    );
    let list = |values: &[u64; 4]| values.map(|v| v.to_string()).join(" ");
    if orders.label.starts_with("all five") {
        table.note(format!(
            "The paper, of 100 games each: first {}, last {}, mean rank {}.",
            list(&FIRSTS),
            list(&LASTS),
            MEAN_RANKS.map(|rank| rank.to_string()).join(" ")
        ));
        table.note(NOTE);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_firsts_count_ties_in_full() {
        assert_eq!(FIRSTS.iter().sum::<u64>(), 134);
        assert_eq!(LASTS.iter().sum::<u64>(), 76);
        // Mean ranks of all four seats are 2.5 if ties are shared; these are of one player.
        assert!(MEAN_RANKS.iter().all(|rank| (2.1..=2.5).contains(rank)));
    }
}
