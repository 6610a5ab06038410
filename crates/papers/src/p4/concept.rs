//! P4's concept: its program leaves the opponent so few squares that beginners have one or two, or
//! have to pass, from the middle of the game on. Measured against the levels that play like people.

use rules::line::GameLine;
use rules::reversi::Othello;
use rules::{Game, Seat};

use super::positions::othello;
use crate::{Claim, Error, Holds, PaperOptions, claims};
use lab::contender::Contender;
use lab::run;
use lab::{Experiment, Kind, Openings};
use players::file::LimitsSpec;
use report::plot::{Drawing, Lines, Point, Series, Stroke};
use report::{Column, Plot, Report, Section, Table};
use statistics::pairs::{Ending, Trinomial};
use statistics::verdict::Margin;
use statistics::{Estimate, Level};

/// Levels that play like people.
const LEVELS: std::ops::RangeInclusive<usize> = 1..=9;

/// How far the program looks, so that games are the same on every machine.
const DEPTH: u32 = 6;

/// Random plies before the players play.
const RANDOM: u32 = 4;

/// From this move on the game is in its middle or end.
const MIDDLE: usize = 21;

/// A difference of shares of moves that counts as none.
const NOTHING: Margin = Margin(0.05);

/// What the opponents of somebody had to choose from, by number of the move.
#[derive(Clone, Debug, Default)]
struct Choices {
    /// One game each: by move, how many squares were open; 0 for a pass.
    games: Vec<Vec<(usize, usize)>>,
    /// Results against the level.
    results: Trinomial,
}

impl Choices {
    /// Returns the mean over games of the share of turns from the middle on with at most two
    /// squares.
    fn cramped(&self) -> Option<Estimate> {
        let share = |game: &Vec<(usize, usize)>| {
            let late: Vec<usize> = game
                .iter()
                .filter(|(number, _)| *number >= MIDDLE)
                .map(|(_, squares)| *squares)
                .collect();
            let few = late.iter().filter(|&&squares| squares <= 2).count();
            (!late.is_empty()).then(|| few as f64 / late.len() as f64)
        };
        let shares: Vec<f64> = self.games.iter().filter_map(share).collect();
        within(Estimate::mean(&shares, Level::P95)?, 1.0)
    }

    /// Passes a game.
    fn passes(&self) -> Option<Estimate> {
        let count = |game: &Vec<(usize, usize)>| {
            game.iter().filter(|(_, squares)| *squares == 0).count() as f64
        };
        let counts: Vec<f64> = self.games.iter().map(count).collect();
        within(Estimate::mean(&counts, Level::P95)?, f64::INFINITY)
    }

    /// Returns the mean number of squares at a move.
    fn at(&self, number: usize) -> Option<Estimate> {
        let found: Vec<f64> = self
            .games
            .iter()
            .flatten()
            .filter(|(at, _)| *at == number)
            .map(|(_, squares)| *squares as f64)
            .collect();
        within(Estimate::mean(&found, Level::P95)?, f64::INFINITY)
    }
}

/// Returns the estimate of something that is never below 0, and never above this.
fn within(estimate: Estimate, most: f64) -> Option<Estimate> {
    Some(Estimate {
        interval: estimate.interval.within(0.0, most),
        ..estimate
    })
}

/// P4's program, and its strongest rival of another kind, against all levels.
pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let mut table = Table::new(
        "concept",
        "What the levels had to choose from against P4's program, and against P1's final function.",
        [
            Column::text("level"),
            Column::count("games"),
            Column::percent("points of P4", 1).with_interval(),
            Column::percent("P4: two or fewer", 1).with_interval(),
            Column::number("P4: passes", 2).with_interval(),
            Column::percent("P1: two or fewer", 1).with_interval(),
            Column::number("P1: passes", 2).with_interval(),
        ],
    );
    let (mut by_p4, mut by_p1) = (Choices::default(), Choices::default());
    for level in LEVELS {
        let name = format!("level-reversi-{level}");
        let p4 = play(options, "p4-othello-ai", &name)?;
        let p1 = play(options, "p1-final", &name)?;
        table.push([
            level.to_string().into(),
            p4.games.len().into(),
            p4.results.sample().estimate(Level::P95).into(),
            p4.cramped().into(),
            p4.passes().into(),
            p1.cramped().into(),
            p1.passes().into(),
        ]);
        for (all, one) in [(&mut by_p4, p4), (&mut by_p1, p1)] {
            all.games.extend(one.games);
            all.results = all.results.plus(&one.results);
        }
    }
    table.note(format!(
        "Two or fewer: turns of the level from move {MIDDLE} on with no more than two squares, passes \
         among them, as a mean over games. P4's program looks {DEPTH} plies ahead, games begin with \
         {RANDOM} random moves, each opening is played with both sides. 95 % intervals over games."
    ));
    let judged = judge(options, &by_p4, &by_p1);
    let mut section = Section::new("Figures");
    section.table(table);
    let (plot, data) = by_move(&by_p4, &by_p1);
    section.figure(plot, data);
    Ok(Report {
        title: "P4: does it leave one or two squares?".to_owned(),
        sections: vec![claims(&judged), section],
    })
}

fn play(options: &PaperOptions<'_>, program: &str, level: &str) -> Result<Choices, Error> {
    let part = format!("{program} against {level}");
    options.tell(&part);
    let mut player = Contender::named(program)?;
    player.limits = LimitsSpec {
        depth: Some(if program.starts_with("p4") { DEPTH } else { 3 }),
        ..LimitsSpec::default()
    };
    let experiment = Experiment {
        games: u64::from(options.games(100, 4)),
        openings: Openings::Random { plies: RANDOM },
        seed: options.seed_of(&part),
        ..Experiment::new(
            othello(),
            Kind::Match,
            vec![player.called("program"), Contender::named(level)?],
        )
    };
    let mut choices = Choices::default();
    run::play(&experiment, options.threads, &mut |game| {
        let own = Seat::all(2)
            .find(|&seat| game.seats[seat] == 0)
            .expect("the program plays");
        choices.games.push(squares(&game.moves, own));
        choices.results.add(Ending::of(&game.outcome, own));
    })?;
    Ok(choices)
}

/// Returns the squares that the opponent of a seat could place on at its turns, by the number of
/// the move.
fn squares(moves: &str, own: Seat) -> Vec<(usize, usize)> {
    let mut line = GameLine::new(Othello::start(&()));
    line.play_transcript(moves).expect("a game that was played");
    let mut number = 1;
    let mut found = Vec::new();
    for ply in line.plies() {
        if ply.seat != own {
            found.push((number, ply.before.placements().count_ones() as usize));
        }
        let placed = ply.event.as_move().is_some_and(|m| m.square().is_some());
        number += usize::from(placed);
    }
    found
}

fn judge(options: &PaperOptions<'_>, p4: &Choices, p1: &Choices) -> Vec<Claim> {
    let percent = |estimate: Estimate| estimate.map(|share| 100.0 * share);
    let (Some(own), Some(other)) = (p4.cramped(), p1.cramped()) else {
        return vec![Claim::new(
            "from the middle of the game on the opponent often has one or two squares, or none",
            Holds::CannotBeTold,
            "no game went on so long",
        )];
    };
    let more = own.above(other);
    vec![
        Claim::new(
            "from the middle of the game on the opponent often has one or two squares, or none",
            // "Often" is read as one turn in three.
            Holds::more(options.cautious(own, 1), 1.0 / 3.0, NOTHING),
            format!(
                "{:.1} % of the turns; \"often\" is read as one in three",
                percent(own)
            ),
        ),
        Claim::new(
            "that is a trait of this program: P1's final function leaves more squares (our question)",
            Holds::more(options.cautious(more, 1), 0.0, NOTHING),
            format!(
                "such turns against P4's program less those against P1's: {:.1} points",
                percent(more)
            ),
        ),
    ]
}

/// Squares by the number of the move.
fn by_move(p4: &Choices, p1: &Choices) -> (Plot, Table) {
    let title = "Squares that the levels could place on, by the number of the move.";
    let numbers = RANDOM as usize + 1..=60;
    let line = |name: &str, stroke: Stroke, choices: &Choices| Series {
        name: name.to_owned(),
        points: numbers
            .clone()
            .filter_map(|number| {
                let mean = choices.at(number)?;
                Some(Point {
                    x: number as f64,
                    y: mean.value,
                    interval: None,
                })
            })
            .collect(),
        stroke,
        markers: false,
        right: false,
    };
    let plot = Plot::new(
        "squares-by-move",
        title,
        Drawing::Lines(Lines {
            x: "move".to_owned(),
            y: "squares".to_owned(),
            right: None,
            logarithmic: false,
            percent: false,
            series: vec![
                line("against P4's program", Stroke::Solid, p4),
                line("against P1's final function", Stroke::Dashed, p1),
            ],
            levels: vec![(2.0, "two squares".to_owned())],
            marks: Vec::new(),
        }),
    );
    let mut table = Table::new(
        "squares-by-move-data",
        title,
        [
            Column::count("move"),
            Column::number("against P4", 2).with_interval(),
            Column::number("against P1", 2).with_interval(),
        ],
    );
    for number in numbers {
        table.push([number.into(), p4.at(number).into(), p1.at(number).into()]);
    }
    (plot, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_the_opponent_are_counted_at_its_turns() {
        // After f5 white can place on d6, f4 and f6.
        assert_eq!(squares("f5", Seat::new(0)), []);
        assert_eq!(squares("f5f6", Seat::new(0)), [(2, 3)]);
        assert_eq!(squares("f5f6", Seat::new(1)), [(1, 4)]);
    }
}
