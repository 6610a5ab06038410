//! What can be asked on the command line.

use clap::{Parser, Subcommand};

use crate::{
    analyse, bench, book, engine, lab, learn, levels, matches, paper, perft, play, players, show,
    solve, study, think, trees,
};
#[cfg(feature = "page")]
use crate::{backup, check, serve};

/// Games of turning discs and turning pieces: Othello, Yonin (Reversi for four) and
/// Yonin-shogi (shogi for four). Without a command the game opens in the browser.
#[derive(Parser, Debug)]
#[command(
    name = "kaesu",
    version,
    max_term_width = 100,
    disable_help_subcommand = false,
    args_conflicts_with_subcommands = true
)]
#[command(
    after_help = "GAME is a name with options, like othello, reversi-6x6, yonin:direction=anticlockwise.\n\
                  `kaesu games` lists them all; `kaesu help COMMAND` tells more about a command."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Without a command, the game is served.
    #[cfg(feature = "page")]
    #[command(flatten)]
    pub(crate) serve: serve::Arguments,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Start the game and open it in the browser
    #[cfg(feature = "page")]
    Serve(serve::Arguments),
    #[cfg(feature = "page")]
    Backup(backup::Arguments),
    #[cfg(feature = "page")]
    Check(check::Arguments),
    /// List the games and their options
    Games,
    Perft(perft::Arguments),
    Show(show::Arguments),
    Players(players::Arguments),
    Think(think::Arguments),
    Solve(solve::Arguments),
    Analyse(analyse::Arguments),
    Book(book::Arguments),
    Bench(bench::Arguments),
    Play(play::Arguments),
    Match(matches::Arguments),
    Lab(lab::Arguments),
    Learn(learn::Arguments),
    Engine(engine::Arguments),
    Levels(levels::Arguments),
    Paper(paper::Arguments),
    Study(study::Arguments),
    /// Compare prunings for many players on synthetic trees
    Trees(trees::Arguments),
}
