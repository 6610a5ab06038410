//! `kaesu match`: many games between players in balanced seatings.
//!
//! One *block* is one opening played in every rotation of the seats; the block mean is one
//! observation, because the games of a block are not independent.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use clap::Args;
use lab::{Contender, Experiment, Kind, Openings, Seating, Summary};
use rules::{Game, Notation, with_game};
use serde::Serialize;
use statistics::Level;

use crate::figure::figure;
use crate::forfeits::Forfeited;
use crate::game::{PositionArguments, whole_number};
use crate::limits::LimitArguments;

/// Let players play many games in balanced seatings and say who is better
///
/// Give one --player for each seat of the game; a player that sits on several seats is given
/// several times. Every opening is played in all rotations of the seats.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// A name from `kaesu players`, or a player file
    #[arg(long = "player", value_name = "PLAYER", required = true)]
    players: Vec<String>,

    /// How many games, rounded up to whole blocks
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole_number::<10_000_000>)]
    games: u32,

    /// Random plies before the players take over, the same in all games of a block
    #[arg(long, value_name = "PLIES", default_value = "4")]
    opening: u32,

    #[command(flatten)]
    limits: LimitArguments,

    /// What all openings and random decisions follow from
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::game::seed)]
    seed: u64,

    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole_number::<1024>)]
    threads: u32,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let experiment = arguments.experiment()?;
    // A program that cannot play is found out before the first game.
    lab::run::greet(&experiment, &AtomicBool::new(false))?;
    let summary = lab::run::play(&experiment, arguments.threads as usize, &mut |_| ())?;
    let lines = lines(&summary);
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let text = serde_json::to_string(&lines).expect("numbers and texts can be written as JSON");
        writeln!(out, "{text}")?;
        return Ok(());
    }
    writeln!(out, "{} games, seed {}", summary.games(), arguments.seed)?;
    writeln!(
        out,
        "{:<24} {:>6} {:>7} {:>7}  mean rank ± 95 %",
        "player", "games", "first", "last"
    )?;
    for line in &lines {
        writeln!(
            out,
            "{:<24} {:>6} {:>6.1}% {:>6.1}%  {:.3} ± {}",
            line.player,
            line.games,
            100.0 * line.first,
            100.0 * line.last,
            line.mean_rank,
            figure(line.half_width, 3)
        )?;
    }
    for forfeited in Forfeited::all(&summary) {
        writeln!(out, "{forfeited}")?;
    }
    Ok(())
}

impl Arguments {
    /// Returns the match as an experiment of the lab.
    fn experiment(&self) -> Result<Experiment> {
        let game = &self.position.game;
        let (seats, position) = with_game!(game, G, rules => {
            let position: G = self.position.position(rules)?;
            (position.facts().seats, position.position_text())
        });
        if self.players.len() != seats {
            let given = self.players.len();
            bail!("{game} has {seats} seats, so give --player {seats} times, not {given}");
        }
        let given = self.position.position.is_some() || !self.position.moves.is_empty();
        let players = self.players.iter().map(|name| {
            let contender = Contender::named(name)?;
            Ok(contender.called(name))
        });
        Ok(Experiment {
            position: given.then_some(position),
            seating: Seating::Rotations,
            openings: match self.opening {
                0 => Openings::Start,
                plies => Openings::Random { plies },
            },
            limits: self.limits.spec(),
            games: u64::from(self.games),
            seed: self.seed,
            ..Experiment::new(game.clone(), Kind::Match, players.collect::<Result<_>>()?)
        })
    }
}

/// One player's row.
#[derive(Serialize)]
struct Line<'a> {
    player: &'a str,
    games: u64,
    first: f64,
    last: f64,
    mean_rank: f64,
    half_width: f64,
    mean_score: f64,
    forfeits: u64,
    /// What happened the first time it forfeited a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// Players that are given several times are taken together; equal ranks are shared as a mean.
fn lines(summary: &Summary) -> Vec<Line<'_>> {
    let contenders = summary.plan().contenders.iter().enumerate();
    let lines = contenders.filter_map(|(index, contender)| {
        let line = summary.standings().player(index, Level::P95)?;
        Some(Line {
            player: &contender.name,
            games: summary.games(),
            first: line.firsts.value,
            last: line.lasts.value,
            mean_rank: line.mean_rank.value,
            half_width: line.mean_rank.interval.half_width(),
            mean_score: line.score.value,
            forfeits: summary.forfeits()[index],
            why: summary.first_failure(index).map(ToString::to_string),
        })
    });
    lines.collect()
}
