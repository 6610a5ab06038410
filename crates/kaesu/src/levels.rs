//! `kaesu levels`: whether each level of a game is stronger than the one two below it, whether the
//! lowest two let beginners win, or how a player fares against the levels.
//!
//! It is a match of the lab: every opening in all seatings of the two with at least one of each. A
//! block of such games is one observation, because its games are not independent. Two seats: the
//! lower bound of the share has to be above 60 %. More seats: the mean rank has to be better by 0.4.
//!
//! Levels 1 and 2 play somebody who moves at random, alone against as many as there are other seats:
//! level 1 has to lose clearly, level 2 may not win more than it loses.

use std::fmt;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use lab::{Contender, Experiment, Kind, Openings, Seating};
use players::library;
use rules::name::CATALOGUE;
use rules::{GameName, Outcome, Seat};
use serde::Serialize;
use statistics::seating::Order;
use statistics::{Estimate, Level};

use crate::figure::figure;
use crate::forfeits::Forfeited;
use crate::game::whole_number;
use crate::limits::seconds;

/// Let every level of a game play the one two below it, and say whether it is stronger; levels 1 and 2
/// play random moves, and it says whether they let beginners win
///
/// With --player, that player plays the levels instead.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The game, with options
    #[arg(value_name = "GAME")]
    game: GameName,

    /// How many games for each level, rounded up to whole blocks; if it is left out, 200, and 1000 against random moves,
    /// which are quick
    #[arg(long, value_name = "N", value_parser = whole_number::<10_000_000>)]
    games: Option<u32>,

    /// Only this level against the one two below it, or levels 1 and 2 against random moves (or the player against this level); may be
    /// given several times
    #[arg(long = "level", value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=10))]
    levels: Vec<u8>,

    /// Let this player play against the levels: a name from `kaesu players`, or a player file
    #[arg(long, value_name = "NAME|FILE")]
    player: Option<String>,

    /// Random plies before the players take over, the same in all games of a block
    #[arg(long, value_name = "PLIES", default_value = "4")]
    opening: u32,

    /// How long levels may think that are limited by time alone, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// What all openings and random decisions follow from
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::game::seed)]
    seed: u64,

    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole_number::<1024>)]
    threads: u32,

    /// Print one line of JSON for each level
    #[arg(long)]
    json: bool,
}

/// How many games against another level, unless told.
const GAMES: u32 = 200;
/// How many against random moves: level 1 is closer to what is asked of it than one level is to another, and fewer
/// would not show it.
const GAMES_AGAINST_RANDOM: u32 = 1000;
/// The least lower bound of a share of wins.
const LEAST_SHARE: f64 = 0.6;
/// Level 1 wins less than this share against random moves.
const MOST_SHARE_OF_LEVEL_1: f64 = 0.35;
/// The mean rank of level 1 against three who move at random is worse than this.
const LEAST_RANK_OF_LEVEL_1: f64 = 2.8;
/// The least difference of mean ranks.
const LEAST_RANKS: f64 = 0.4;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let contests = arguments.contests()?;
    let mut out = std::io::stdout().lock();
    if !arguments.json {
        let what = heading(&contests);
        let who = if arguments.player.is_some() {
            "player"
        } else {
            "level"
        };
        writeln!(out, "{who:<5}  against  games  {what}, 95 % interval")?;
    }
    for contest in contests {
        let row = contest.row(arguments)?;
        if arguments.json {
            let text = serde_json::to_string(&row).expect("numbers can be written as JSON");
            writeln!(out, "{text}")?;
        } else {
            writeln!(out, "{row}")?;
            for forfeited in &row.forfeits {
                writeln!(out, "{forfeited}")?;
            }
        }
        out.flush()?;
    }
    Ok(())
}

/// Returns what the rows tell.
fn heading(contests: &[Contest]) -> &'static str {
    let is_alone = |contest: &Contest| matches!(contest.against, Against::Random);
    if contests.first().is_some_and(|contest| contest.seats == 2) {
        "share of wins"
    } else if contests.iter().all(is_alone) {
        "mean rank"
    } else if contests.iter().any(is_alone) {
        "ranks better (against random: mean rank)"
    } else {
        "ranks better"
    }
}

impl Arguments {
    /// Returns who plays whom; all of it is checked before the first game.
    fn contests(&self) -> Result<Vec<Contest>> {
        let asked = (1..=10).filter(|level| {
            let all = self.levels.is_empty();
            all || self.levels.contains(level)
        });
        asked
            .map(|level| match &self.player {
                Some(name) => {
                    let player = Contender::named(name)?;
                    let player = player.called(name);
                    self.contest(None, player, Against::Level(level), self.level(level)?)
                }
                None if level < 3 => {
                    let random = Contender::named("random")?;
                    self.contest(Some(level), self.level(level)?, Against::Random, random)
                }
                None => {
                    let (upper, lower) = (self.level(level)?, self.level(level - 2)?);
                    self.contest(Some(level), upper, Against::Level(level - 2), lower)
                }
            })
            .collect()
    }

    /// Returns the player behind a level, which thinks as long as was asked for if time alone
    /// limits it.
    fn level(&self, level: u8) -> Result<Contender> {
        let game = &self.game;
        let Some(name) = library::level(game.plain_name(), level) else {
            let have = CATALOGUE.iter().map(|game| game.name);
            let have = have.filter(|name| library::level(name, level).is_some());
            let have: Vec<&str> = have.collect();
            bail!("{game} has no levels; {} have", have.join(", "));
        };
        // Not by its own name, which the player may have as well.
        let mut contender = Contender::named(name)?.called(&format!("level {level}"));
        let limits = contender.player_file().limits.clone();
        let timed = limits.time.is_some()
            && limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.evaluations.is_none();
        contender.limits.time = self.time.filter(|_| timed);
        Ok(contender)
    }

    fn contest(
        &self,
        level: Option<u8>,
        player: Contender,
        against: Against,
        other: Contender,
    ) -> Result<Contest> {
        let (seating, games) = match against {
            Against::Level(_) => (Seating::Mixed, GAMES),
            Against::Random => (Seating::Alone, GAMES_AGAINST_RANDOM),
        };
        let experiment = Experiment {
            seating,
            openings: match self.opening {
                0 => Openings::Start,
                plies => Openings::Random { plies },
            },
            games: u64::from(self.games.unwrap_or(games)),
            seed: self.seed,
            ..Experiment::new(self.game.clone(), Kind::Match, vec![player, other])
        };
        lab::run::prepare(&experiment)?;
        // A program that cannot play is found out before the first game.
        lab::run::greet(&experiment, &AtomicBool::new(false))?;
        let seats = lab::Plan::new(&experiment)?.seats;
        Ok(Contest {
            level,
            against,
            seats,
            experiment,
        })
    }
}

/// Whom a level, or the player, plays.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Against {
    Random,
    #[serde(untagged)]
    Level(u8),
}

impl fmt::Display for Against {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => f.pad(&level.to_string()),
            Self::Random => f.pad("random"),
        }
    }
}

/// One level, or the player, against another level or random moves.
struct Contest {
    level: Option<u8>,
    against: Against,
    seats: usize,
    experiment: Experiment,
}

/// What came out.
#[derive(Serialize)]
struct Row {
    /// Left out for a player.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    against: Against,
    games: u64,
    /// The share of wins, draws half; or by how many ranks the level is better; against random moves
    /// with more than two seats its mean rank.
    value: f64,
    low: f64,
    high: f64,
    /// What is expected: a level is stronger, or lets beginners win.
    stronger: bool,
    seed: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forfeits: Vec<Forfeited>,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match (self.stronger, self.against) {
            (false, _) => "NOT shown",
            (true, Against::Level(_)) => "stronger",
            (true, Against::Random) => "lets beginners win",
        };
        let level = self
            .level
            .map_or_else(String::new, |level| level.to_string());
        let (against, games) = (self.against, self.games);
        let [value, low, high] = [self.value, self.low, self.high].map(|value| figure(value, 3));
        write!(
            f,
            "{level:>5}  {against:>7}  {games:>5}  {value} ({low} to {high})  {verdict}"
        )
    }
}

impl Contest {
    fn row(&self, arguments: &Arguments) -> Result<Row> {
        let mut advantages = Vec::new();
        let threads = arguments.threads as usize;
        let summary = lab::run::play(&self.experiment, threads, &mut |game| {
            advantages.push(advantage(&game.outcome, &game.seats));
        })?;
        let two = self.seats == 2;
        let alone = matches!(self.against, Against::Random);
        let estimate = if two {
            summary.score(0, Level::P95)
        } else if alone {
            let line = summary.standings().player(0, Level::P95);
            line.map(|line| line.mean_rank)
        } else {
            let blocks = advantages.chunks(summary.plan().block_size());
            let means = blocks.map(|block| block.iter().sum::<f64>() / block.len() as f64);
            Estimate::mean(&means.collect::<Vec<f64>>(), Level::P95)
        };
        let Estimate { value, interval } = estimate.context("no game was played")?;
        Ok(Row {
            level: self.level,
            against: self.against,
            games: summary.games(),
            value,
            low: interval.low,
            high: interval.high,
            stronger: if alone {
                let lowest = self.level == Some(1);
                match (lowest, two) {
                    (true, true) => interval.high < MOST_SHARE_OF_LEVEL_1,
                    (true, false) => interval.low > LEAST_RANK_OF_LEVEL_1,
                    (false, true) => value <= 0.5,
                    (false, false) => value >= (1 + self.seats) as f64 / 2.0,
                }
            } else if two {
                interval.low > LEAST_SHARE
            } else {
                value >= LEAST_RANKS
            },
            seed: arguments.seed,
            forfeits: Forfeited::all(&summary),
        })
    }
}

/// By how many ranks the seats of the first player are better than those of the second, in the
/// mean; equal ranks are shared.
fn advantage(outcome: &Outcome, seating: &Order) -> f64 {
    let mean = |which: usize| {
        let seats = Seat::all(seating.len()).filter(|&seat| seating[seat] == which);
        let ranks: Vec<f64> = seats.map(|seat| outcome.shared_rank(seat)).collect();
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
