//! `kaesu players`: the players that come with the program; and making players for commands.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;
use players::{Playable, Player, library};
use rules::GameName;

/// List the players, or show the file of one
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Show the file of this player: a beginning for one of your own
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut out = std::io::stdout().lock();
    if let Some(name) = &arguments.name {
        write!(out, "{}", library::text(name)?.1)?;
        return Ok(());
    }
    for name in library::names() {
        let player = library::load(name)?;
        let games = match player.games.as_slice() {
            [] => "any game".to_owned(),
            games => games.join(", "),
        };
        let title = player.title.as_deref().unwrap_or_default();
        writeln!(out, "{name:<24} {title}: {} ({games})", player.about)?;
    }
    Ok(())
}

/// Returns the player with this name or in this file, for this game.
pub(crate) fn make<G: Playable>(name: &str, game: &GameName) -> Result<Box<dyn Player<G>>> {
    let file = library::load(name)?;
    G::player(&file).with_context(|| format!("{name} cannot play {game}"))
}
