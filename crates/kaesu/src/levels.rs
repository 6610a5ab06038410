//! `kaesu levels`: whether each level of a game is stronger than the one two below it.
//!
//! Two seats: pairs of games from one opening with sides swapped; the lower bound of the share has
//! to be above 60 %. More seats: one opening in all seatings of the two levels with at least one of
//! each; the mean rank has to be better by 0.4. A block of such games is one observation of a mean
//! rank, because its games are not independent.

use std::fmt;
use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use lab::jobs::{self, JobRange};
use players::{Playable, PlayerFile, Playing, library};
use rules::hash::mix;
use rules::{GameName, Outcome, Seat, with_game};
use search::Limits;
use serde::Serialize;
use statistics::proportion::Proportion;
use statistics::seating::{Order, mixed};
use statistics::{Estimate, Level};

use crate::game::whole_number;
use crate::limits::seconds;

/// Let every level of a game play the one two below it, and say whether it is stronger
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The game, with options
    #[arg(value_name = "GAME")]
    game: GameName,

    /// How many games for each level, rounded up to whole blocks
    #[arg(long, value_name = "N", default_value = "200", value_parser = whole_number::<10_000_000>)]
    games: u32,

    /// Only this level against the one two below it; may be given several times
    #[arg(long = "level", value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(3..=10))]
    levels: Vec<u8>,

    /// Random plies before the players take over, the same in all games of a block
    #[arg(long, value_name = "PLIES", default_value = "4")]
    opening: u32,

    /// How long levels may think that are limited by time alone, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// What all openings and random decisions follow from
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u64,

    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole_number::<1024>)]
    threads: u32,

    /// Print one line of JSON for each level
    #[arg(long)]
    json: bool,
}

/// The least lower bound of a share of wins.
const LEAST_SHARE: f64 = 0.6;
/// The least difference of mean ranks.
const LEAST_RANKS: f64 = 0.4;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    with_game!(&arguments.game, G, rules => play_levels::<G>(arguments, rules))
}

fn play_levels<G: Playable>(arguments: &Arguments, rules: &G::Rules) -> Result<()> {
    let start = G::start(rules);
    let two = start.facts().seats == 2;
    let asked = (3..=10).filter(|level| {
        let all = arguments.levels.is_empty();
        all || arguments.levels.contains(level)
    });
    let mut contests = Vec::new();
    for level in asked {
        let files = [
            load::<G>(arguments, level)?,
            load::<G>(arguments, level - 2)?,
        ];
        contests.push(Contest {
            arguments,
            start: &start,
            level,
            files,
        });
    }
    let mut out = std::io::stdout().lock();
    if !arguments.json {
        let what = if two { "share of wins" } else { "ranks better" };
        writeln!(out, "level  against  games  {what}, 95 % interval")?;
    }
    for contest in contests {
        let row = contest.row();
        if arguments.json {
            let text = serde_json::to_string(&row).expect("numbers can be written as JSON");
            writeln!(out, "{text}")?;
        } else {
            writeln!(out, "{row}")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// The player behind a level.
fn load<G: Playable>(arguments: &Arguments, level: u8) -> Result<PlayerFile> {
    let game = &arguments.game;
    let Some(name) = library::level(game.plain_name(), level) else {
        bail!("{game} has no levels; Reversi, yonin and yonin-shogi have");
    };
    let file = library::load(name)?;
    G::player(&file)?;
    Ok(file)
}

/// One level against another.
struct Contest<'a, G> {
    arguments: &'a Arguments,
    start: &'a G,
    level: u8,
    files: [PlayerFile; 2],
}

/// What came out.
#[derive(Serialize)]
struct Row {
    level: u8,
    against: u8,
    games: usize,
    /// The share of wins, draws half; or by how many ranks the level is better.
    value: f64,
    low: f64,
    high: f64,
    stronger: bool,
    seed: u64,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.stronger {
            "stronger"
        } else {
            "NOT shown"
        };
        let (level, against, games) = (self.level, self.against, self.games);
        let (value, low, high) = (self.value, self.low, self.high);
        write!(
            f,
            "{level:>5}  {against:>7}  {games:>5}  {value:.3} ({low:.3} to {high:.3})  {verdict}"
        )
    }
}

impl<G: Playable> Contest<'_, G> {
    fn row(&self) -> Row {
        let seatings = mixed(self.start.facts().seats);
        let blocks = (self.arguments.games as usize).div_ceil(seatings.len());
        let numbers = JobRange::new(0, blocks as u64);
        let advantages = jobs::in_order(numbers, self.arguments.threads as usize, |block| {
            self.block(&seatings, block)
        });
        let games = blocks * seatings.len();
        let two = self.start.facts().seats == 2;
        let Estimate { value, interval } = if two {
            // A win is one rank better, a loss one worse.
            let wins: f64 = advantages
                .iter()
                .flatten()
                .map(|a| f64::midpoint(1.0, *a))
                .sum();
            Proportion::new(wins, games as f64).wilson(Level::P95)
        } else {
            let means: Vec<f64> = advantages
                .iter()
                .map(|games| games.iter().sum::<f64>() / games.len() as f64)
                .collect();
            Estimate::mean(&means, Level::P95).expect("there is a block")
        };
        Row {
            level: self.level,
            against: self.level - 2,
            games,
            value,
            low: interval.low,
            high: interval.high,
            stronger: if two {
                interval.low > LEAST_SHARE
            } else {
                value >= LEAST_RANKS
            },
            seed: self.arguments.seed,
        }
    }

    /// All seatings from one opening: by how many ranks the seats of the level were better, in the
    /// mean.
    fn block(&self, seatings: &[Order], block: u64) -> Vec<f64> {
        let seed = mix(self.arguments.seed ^ mix(block + 1));
        let opening = self.opening(seed);
        (0..)
            .zip(seatings)
            .map(|(number, seating)| {
                let mut playing = Playing::new(opening.clone(), mix(seed ^ mix(number)));
                let mut players: Vec<_> = seating
                    .iter()
                    .map(|&which| {
                        G::player(&self.files[which]).expect("made before the first game")
                    })
                    .collect();
                while !playing.position().is_finished() {
                    let seat = playing.position().turn();
                    let limits = self.limits(&self.files[seating[seat]]);
                    let player = &mut *players[seat.index()];
                    let choice = playing.ask(player, &limits, &mut |_| ());
                    let choice = choice.expect("levels have a move");
                    playing.play(&choice);
                }
                advantage(&playing.position().standing(), seating)
            })
            .collect()
    }

    /// What a player may use: by its file, unless that is time and another time was asked for.
    fn limits(&self, file: &PlayerFile) -> Limits {
        let limits = &file.limits;
        let timed = limits.time.is_some()
            && limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.evaluations.is_none();
        Limits {
            time: self.arguments.time.filter(|_| timed),
            ..Limits::default()
        }
    }

    /// Random plies from the start that do not end the game.
    fn opening(&self, seed: u64) -> G {
        let file = library::load("random").expect("it comes with the program");
        let mut player = G::player(&file).expect("it plays any game");
        for attempt in 0..1000 {
            let mut playing = Playing::new(self.start.clone(), mix(seed ^ mix(attempt)));
            for _ in 0..self.arguments.opening {
                if playing.position().is_finished() {
                    break;
                }
                let choice = playing.ask(&mut *player, &Limits::default(), &mut |_| ());
                let choice = choice.expect("a random player has a move");
                playing.play(&choice);
            }
            if !playing.position().is_finished() {
                return playing.position().clone();
            }
        }
        self.start.clone()
    }
}

/// By how many ranks the seats of the first player are better than those of the second, in the
/// mean; equal ranks are shared.
fn advantage(outcome: &Outcome, seating: &Order) -> f64 {
    let shared = |seat: Seat| {
        let rank = outcome.ranks[seat];
        let equal = outcome.ranks.iter().filter(|&&other| other == rank).count();
        f64::from(rank) + (equal as f64 - 1.0) / 2.0
    };
    let mean = |which: usize| {
        let seats = Seat::all(seating.len()).filter(|&seat| seating[seat] == which);
        let ranks: Vec<f64> = seats.map(shared).collect();
        ranks.iter().sum::<f64>() / ranks.len() as f64
    };
    mean(1) - mean(0)
}

#[cfg(test)]
mod tests {
    use rules::PerSeat;

    use super::*;

    #[test]
    fn ranks_are_compared_in_the_mean_and_ties_shared() {
        let outcome = |ranks: [u8; 4]| Outcome {
            ranks: PerSeat::from_fn(4, |seat| ranks[seat.index()]),
            scores: PerSeat::all(4, 0),
        };
        let order = |seats: [usize; 4]| PerSeat::from_fn(4, |seat| seats[seat.index()]);
        assert_eq!(advantage(&outcome([1, 2, 3, 4]), &order([0, 0, 1, 1])), 2.0);
        let one_of_four = advantage(&outcome([1, 2, 3, 4]), &order([1, 0, 1, 1]));
        assert!((one_of_four - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(advantage(&outcome([1, 1, 1, 1]), &order([0, 1, 1, 0])), 0.0);
    }
}
