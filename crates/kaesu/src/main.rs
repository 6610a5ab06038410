//! The `kaesu` program: one file per sub-command, nothing else.

#[macro_use]
mod said;

mod analyse;
#[cfg(feature = "page")]
mod backup;
mod bench;
mod book;
mod browser;
#[cfg(feature = "page")]
mod check;
mod cli;
mod engine;
mod figure;
mod fonts;
mod forfeits;
mod game;
mod games;
#[cfg(not(feature = "page"))]
mod guide;
mod interrupt;
mod lab;
mod language;
mod learn;
mod levels;
mod limits;
#[cfg(feature = "page")]
mod log;
mod matches;
mod paper;
mod perft;
mod play;
mod players;
#[cfg(feature = "page")]
mod qr_code;
mod report_folder;
#[cfg(feature = "page")]
mod serve;
mod show;
mod solve;
mod study;
mod think;
mod trees;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use cli::{Cli, Command};

/// The exit code for a mistake in what was asked.
const MISTAKE: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::DisplayHelp
                    | ErrorKind::DisplayVersion
                    | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            ) =>
        {
            error.exit()
        }
        Err(error) => {
            say!("kaesu: {}; see `kaesu --help`", one_sentence(&error));
            return ExitCode::from(MISTAKE);
        }
    };
    let done = rules::reversi::kernel::check_option()
        .map_err(anyhow::Error::from)
        .and_then(|()| carry_out(cli));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has closed it.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say!("kaesu: {error:#}");
            let shard = error.downcast_ref::<::lab::shard::ShardError>();
            ExitCode::from(shard.map_or(MISTAKE, |error| error.advice().exit_code()))
        }
    }
}

fn carry_out(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        #[cfg(feature = "page")]
        None => serve::run(&cli.serve),
        #[cfg(not(feature = "page"))]
        None => guide::run(),
        Some(Command::Games) => games::run(),
        Some(Command::Levels(arguments)) => levels::run(&arguments),
        Some(Command::Match(arguments)) => matches::run(&arguments),
        Some(Command::Lab(arguments)) => lab::run(&arguments),
        Some(Command::Learn(arguments)) => learn::run(&arguments),
        Some(Command::Paper(arguments)) => paper::run(&arguments),
        Some(Command::Study(arguments)) => study::run(&arguments),
        Some(Command::Trees(arguments)) => trees::run(&arguments),
        Some(Command::Engine(arguments)) => engine::run(&arguments),
        Some(Command::Players(arguments)) => players::run(&arguments),
        Some(Command::Think(arguments)) => think::run(&arguments),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        #[cfg(feature = "page")]
        Some(Command::Serve(arguments)) => serve::run(&arguments),
        #[cfg(feature = "page")]
        Some(Command::Backup(arguments)) => backup::run(&arguments),
        #[cfg(feature = "page")]
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Show(arguments)) => show::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Analyse(arguments)) => analyse::run(&arguments),
        Some(Command::Book(arguments)) => book::run(&arguments),
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Returns the first paragraph of what clap has to say, in one line.
fn one_sentence(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.trim_start_matches("error: ");
    let words: Vec<&str> = text
        .lines()
        .take_while(|line| !line.is_empty())
        .flat_map(str::split_whitespace)
        .collect();
    words.join(" ")
}
