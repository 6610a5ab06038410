//! `kaesu analyse`: what every move of a game of Othello was worth, and what would have been better.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use players::{Playable, library};
use rules::reversi::Othello;
use search::Limits;

mod game;
mod judgement;

use judgement::Judgement;

use crate::game::whole_number;
use crate::limits::seconds;

/// Analyse a game of Othello: value and loss of every move
///
/// Prints for each move what it is worth to whoever played it, in discs, what it lost, the best move
/// and how far that can be trusted: exact, or so many plies ahead with so much confidence. Looks at
/// the last position first.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A file with a record (JSON), a GGF or SGF game or a transcript, or a transcript itself
    #[arg(value_name = "RECORD|TRANSCRIPT", allow_hyphen_values = true)]
    game: String,

    /// Which game of a file that holds several, as a class exports them
    #[arg(long, value_name = "N", value_parser = whole_number::<100_000>)]
    number: Option<u32>,

    /// Think this long about each position, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "level")]
    time: Option<Duration>,

    /// Look as far as the player kaesu-LEVEL does, from 1 to 20
    #[arg(long, value_name = "LEVEL", default_value = "14", value_parser = whole_number::<20>)]
    level: u32,

    /// Print one line of JSON: the moves, and what each side lost
    #[arg(long)]
    json: bool,

    /// Draw the curve of the game, mistakes as dots, into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let line = game::read(&arguments.game, arguments.number)?;
    let (name, limits) = match arguments.time {
        Some(time) => ("kaesu-full".to_owned(), Limits::time(time)),
        None => (format!("kaesu-{}", arguments.level), Limits::default()),
    };
    let mut player = Othello::player(&library::load(&name)?)?;
    let judgement = Judgement::of(&line, &mut *player, &limits)?;
    if let Some(file) = &arguments.svg {
        write(file, &judgement.plot().file())?;
    }
    let text = if arguments.json {
        serde_json::to_string(&judgement)?
    } else {
        judgement.to_string()
    };
    writeln!(std::io::stdout().lock(), "{text}")?;
    Ok(())
}

fn write(file: &Path, content: &str) -> Result<()> {
    std::fs::write(file, content)
        .with_context(|| format!("the curve cannot be written to {}", file.display()))
}
