//! `kaesu players`: the players that come with the program; and making players for commands.

use std::io::Write;

use anyhow::{Context, Result};
use players::{Playable, Player, library};
use rules::GameName;

pub(crate) fn run() -> Result<()> {
    let mut out = std::io::stdout().lock();
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
