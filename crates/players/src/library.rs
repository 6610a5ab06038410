//! The player files that come with the program.

use std::path::Path;

use include_dir::{Dir, include_dir};
use thiserror::Error;

use crate::file::{FileError, PlayerFile};
use crate::text_file;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../players");

/// Returns the names of all players that come with the program, in the order in which people count:
/// 2 comes before 10.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = FILES
        .files()
        .filter_map(|file| file.path().to_str()?.strip_suffix(".toml"))
        .collect();
    names.sort_unstable_by_key(|name| natural(name));
    names
}

/// A part of a name between dashes. A number comes before everything else.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part<'a> {
    Number(u64),
    /// Texts, each with the number behind it.
    Mixed(Vec<(&'a str, u64)>),
}

/// Returns the parts of a name, with numbers as numbers.
fn natural(name: &str) -> Vec<Part<'_>> {
    let part = |part| match mixed(part)[..] {
        [("", number)] => Part::Number(number),
        ref mixed => Part::Mixed(mixed.to_vec()),
    };
    name.split('-').map(part).collect()
}

fn mixed(part: &str) -> Vec<(&str, u64)> {
    let mut parts = Vec::new();
    let mut rest = part;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| c.is_ascii_digit());
        let (text, behind) = rest.split_at(digits.unwrap_or(rest.len()));
        let end = behind.find(|c: char| !c.is_ascii_digit());
        let (number, behind) = behind.split_at(end.unwrap_or(behind.len()));
        parts.push((text, number.parse().unwrap_or(0)));
        rest = behind;
    }
    parts
}

/// Returns the player with this name, or in this file.
///
/// # Errors
/// Returns an error if there is neither, or the file is wrong.
pub fn load(name_or_file: &str) -> Result<PlayerFile, LoadError> {
    let (file, text) = text(name_or_file)?;
    Ok(PlayerFile::parse(&file, &text)?)
}

/// Returns which file the player with this name, or in this file, is in, and its text.
///
/// # Errors
/// Returns an error if there is neither.
pub fn text(name_or_file: &str) -> Result<(String, String), LoadError> {
    let embedded = format!("{name_or_file}.toml");
    if let Some(file) = FILES.get_file(&embedded) {
        let text = file
            .contents_utf8()
            .ok_or(LoadError::Unknown(embedded.clone()))?;
        return Ok((format!("players/{embedded}"), text.to_owned()));
    }
    let path = Path::new(name_or_file);
    if path.exists() || name_or_file.ends_with(".toml") {
        let text = text_file::read(path, text_file::LONGEST_PLAYER).map_err(|error| {
            FileError::Unreadable {
                file: name_or_file.to_owned(),
                problem: error.to_string(),
            }
        })?;
        return Ok((name_or_file.to_owned(), text));
    }
    Err(LoadError::Unknown(name_or_file.to_owned()))
}

/// Returns the player to ask for advice in a game, named without options.
#[must_use]
pub fn adviser(game: &str) -> &'static str {
    match game {
        "reversi-8x8" => "kaesu-full",
        "yonin" => "yonin-kaesu",
        "yonin-shogi" => "yonin-shogi-kaesu",
        _ if game.starts_with("reversi-") => "reversi-any",
        _ => "random",
    }
}

/// Returns the player behind a level from 1 to 10 of a game, named without options: the file
/// `level-GAME-LEVEL`, for Reversi also `level-reversi-LEVEL` for all boards.
#[must_use]
pub fn level(game: &str, level: u8) -> Option<&'static str> {
    let family = if game.starts_with("reversi-") {
        "reversi"
    } else {
        game
    };
    [game, family].iter().find_map(|owner| {
        let name = format!("level-{owner}-{level}");
        names().into_iter().find(|&each| each == name)
    })
}

/// Why a player cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// Neither a name nor a file.
    #[error("there is no player \"{0}\"; `kaesu players` lists them, and a file ends in .toml")]
    Unknown(String),
    /// The file is wrong.
    #[error(transparent)]
    File(#[from] FileError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_that_comes_along_can_be_read() {
        assert!(names().contains(&"random"));
        for name in names() {
            let player = load(name).unwrap();
            assert!(!player.about.is_empty(), "{name}");
            let titles = [player.title, player.title_ja];
            assert!(
                titles
                    .into_iter()
                    .all(|title| title.is_some_and(|t| !t.is_empty())),
                "{name}"
            );
            assert!(player.about_ja.is_some_and(|ja| !ja.is_empty()), "{name}");
        }
    }

    #[test]
    fn names_are_in_the_order_in_which_people_count() {
        let names = names();
        let place = |name| names.iter().position(|&each| each == name).expect(name);
        assert!(place("level-yonin-2") < place("level-yonin-10"));
        assert!(place("level-reversi-10") < place("level-yonin-1"));
        assert!(place("p0-self") < place("p4-level-1"));
        // What is for one board comes after all that is for every board.
        assert_eq!(place("level-reversi-5"), place("level-reversi-4") + 1);
        assert!(place("level-reversi-10") < place("level-reversi-4x4-1"));
        assert!(place("level-reversi-4x4-1") < place("level-reversi-8x8-10"));
    }

    #[test]
    fn every_game_has_an_adviser_that_plays_it() {
        for game in rules::name::CATALOGUE {
            let name = adviser(game.name);
            assert!(load(name).unwrap().plays(game.name), "{name}");
        }
    }
}
