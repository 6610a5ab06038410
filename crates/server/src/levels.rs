//! Which players there are for a game, and which of them are its levels.

use players::{PlayerFile, library};
use rules::GameName;

use crate::protocol::http::{LevelEntry, PlayerEntry, Players};

/// The player behind a level from 1 to 10.
pub(crate) fn level(game: &GameName, level: u8) -> Option<(String, PlayerFile)> {
    let name = library::level(game.plain_name(), level)?;
    Some((name.to_owned(), player(game, name)?))
}

/// A player that comes along and plays this game. Files elsewhere on the disk are nobody's
/// business who asks over the network.
pub(crate) fn player(game: &GameName, name: &str) -> Option<PlayerFile> {
    let file = library::names()
        .contains(&name)
        .then(|| library::load(name).ok())??;
    (file.plays(game.plain_name()) && can_play(game, &file)).then_some(file)
}

fn can_play(game: &GameName, file: &PlayerFile) -> bool {
    use players::Playable;
    rules::with_game!(game, G, _rules => <G as Playable>::maker(file).is_ok())
}

/// Who gives hints and analyses.
pub(crate) fn adviser(game: &GameName) -> Option<(String, PlayerFile)> {
    let name = library::adviser(game.plain_name());
    Some((name.to_owned(), player(game, name)?))
}

/// All players and levels of a game.
pub(crate) fn players(game: &GameName) -> Players {
    let playing = library::names().into_iter().filter_map(|name| {
        let file = player(game, name)?;
        Some(PlayerEntry {
            name: name.to_owned(),
            about: file.about,
            about_ja: file.about_ja,
            games: file.games,
        })
    });
    let levels = (1..=10).filter_map(|number| {
        let (player, file) = level(game, number)?;
        Some(LevelEntry {
            level: number,
            player,
            about: file.about,
            about_ja: file.about_ja,
        })
    });
    Players {
        players: playing.collect(),
        levels: levels.collect(),
        strongest: library::adviser(game.plain_name()).to_owned(),
    }
}
