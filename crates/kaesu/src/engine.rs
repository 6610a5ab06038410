//! `kaesu engine`: an Othello player of ours as a program for other people's tools.

use std::io::{BufRead, Read, Write};
use std::path::Path;

use anyhow::{Context, Result};
use clap::Args;
use players::external::Protocol;
use players::searching::SearchSpec;
use players::{Playable, Player, PlayerFile, library};
use search::Limits;

use crate::limits::LimitArguments;

mod alarm;
mod gtp;
mod gtp_clock;
mod nboard;
mod thinker;
mod told_game;

/// Let other people's tools ask a player, through the NBoard protocol or GTP
///
/// Reads commands from stdin and answers on stdout, a line each, until `quit` or the end of the
/// input. `set depth` (NBoard) and clocks (GTP) can make a player think less than its file says,
/// never more.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// What is spoken: nboard or gtp
    #[arg(long, value_name = "PROTOCOL")]
    protocol: Protocol,

    /// Who plays: a name from `kaesu players`, or a player file
    #[arg(long, value_name = "NAME|FILE")]
    player: String,

    #[command(flatten)]
    limits: LimitArguments,

    /// What random decisions follow from
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = crate::game::seed)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let seat = Sitting {
        name: shown_name(&arguments.player),
        file: library::load(&arguments.player)?,
        asked: arguments.limits.limits(),
        seed: arguments.seed,
    };
    match arguments.protocol {
        Protocol::Nboard => nboard::run(&seat),
        Protocol::Gtp => gtp::run(seat),
    }
}

/// The player that was asked for, before the board is known.
pub(crate) struct Sitting {
    /// What tools show of it.
    name: String,
    file: PlayerFile,
    /// Limits from the command line.
    asked: Limits,
    seed: u64,
}

impl Sitting {
    fn player<G: Playable>(&self) -> Result<Box<dyn Player<G>>> {
        G::player(&self.file).with_context(|| format!("{} cannot be an engine", self.name))
    }

    /// Whether the player values all moves together as well as one by one.
    const fn knows_all_moves(&self) -> bool {
        matches!(self.file.search, SearchSpec::Othello(_))
    }

    /// Returns the limits of a move if a tool wants it to look at most this many plies ahead.
    fn limits(&self, most: Option<u32>) -> Limits {
        let own = self.file.limits.or(&self.asked);
        match most {
            Some(most) if own.depth.is_none_or(|depth| depth > most) => Limits {
                depth: Some(most),
                ..own
            },
            _ => self.asked.clone(),
        }
    }

    /// Returns the limits for the answers to this many moves, which share the time of one and look
    /// a ply less far ahead.
    fn after_each(&self, most: Option<u32>, moves: usize) -> Limits {
        let own = self.file.limits.or(&self.limits(most));
        Limits {
            depth: own.depth.map(|depth| (depth - 1).max(1)),
            time: own.time.map(|time| time / moves.max(1) as u32),
            ..own
        }
    }
}

/// Kaesu and the player; of a file, its name without folder and ending.
fn shown_name(player: &str) -> String {
    let stem = Path::new(player).file_stem().and_then(|stem| stem.to_str());
    format!("Kaesu {}", stem.unwrap_or(player))
}

/// The longest line that is read; the rest of a longer one is taken for the next.
const LONGEST_LINE: u64 = 1 << 20;

/// Returns the next line of the input, whatever its bytes; `None` at the end.
fn next_line(input: &mut impl BufRead) -> std::io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = input.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
}

/// Writes a line at once.
fn say(line: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
