//! Games by name: `GAME[:key=value,…]`, the same on the command line, in files and in records.

mod catalogue;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

pub use self::catalogue::{CATALOGUE, Entry};
use crate::options::OptionError;
use crate::tree;
use crate::yonin;
use crate::yonin_shogi::RuleSet;

/// A game with its options. `Display` writes the shortest name that [`FromStr`] reads back.
#[derive(Clone, Debug, PartialEq)]
pub enum GameName {
    /// Reversi on one of its boards.
    Reversi(BoardName),
    /// Reversi for four.
    Yonin(yonin::Rules),
    /// Shogi for four.
    YoninShogi(RuleSet),
    /// A synthetic tree.
    Tree(tree::Rules),
}

/// The boards of Reversi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardName {
    /// Eight by eight: Othello.
    Eight,
    /// Six by six.
    Six,
    /// Four by four.
    Four,
    /// Ten by ten.
    Ten,
    /// Ten by ten less three squares at each corner.
    EightyEight,
    /// Ten by ten less six squares at each corner.
    Octagon,
    /// Eight by eight less three squares at each corner.
    Nipp,
}

/// Runs code with the type and the rules of a game that is known only by name.
///
/// ```
/// use kaesu_rules::{Game, GameName, with_game};
///
/// let name: GameName = "yonin:start=own".parse().unwrap();
/// let moves = with_game!(&name, G, rules => G::start(rules).legal().len());
/// assert_eq!(moves, 4);
/// ```
#[macro_export]
macro_rules! with_game {
    ($name:expr, $G:ident, $rules:ident => $body:expr) => {{
        use $crate::name::{BoardName, GameName};
        use $crate::reversi as boards;
        macro_rules! run {
            ($game:ty, $its_rules:expr) => {{
                type $G = $game;
                let $rules: &<$G as $crate::Game>::Rules = $its_rules;
                $body
            }};
        }
        match $name {
            GameName::Reversi(BoardName::Eight) => run!(boards::Reversi<boards::Board8x8>, &()),
            GameName::Reversi(BoardName::Six) => run!(boards::Reversi<boards::Board6x6>, &()),
            GameName::Reversi(BoardName::Four) => run!(boards::Reversi<boards::Board4x4>, &()),
            GameName::Reversi(BoardName::Ten) => run!(boards::Reversi<boards::Board10x10>, &()),
            GameName::Reversi(BoardName::EightyEight) => {
                run!(boards::Reversi<boards::Board88>, &())
            }
            GameName::Reversi(BoardName::Octagon) => run!(boards::Reversi<boards::Octagon>, &()),
            GameName::Reversi(BoardName::Nipp) => run!(boards::Reversi<boards::Nipp>, &()),
            GameName::Yonin(rules) => run!($crate::yonin::Yonin, rules),
            GameName::YoninShogi(rules) => run!($crate::yonin_shogi::YoninShogi, rules),
            GameName::Tree(rules) => run!($crate::tree::Tree, rules),
        }
    }};
}

/// A name that is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// No game has this name.
    #[error("there is no game \"{0}\"; the games are {names}", names = names())]
    UnknownGame(String),
    /// The options cannot be read.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// Parameters of which there is no tree.
    #[error(transparent)]
    Tree(#[from] tree::RulesError),
}

fn names() -> String {
    let names: Vec<_> = CATALOGUE.iter().map(|entry| entry.name).collect();
    let aliases = CATALOGUE.iter().filter_map(|entry| {
        let (alias, options) = entry.alias?;
        Some(format!("{alias} is {}", with_options(entry.name, options)))
    });
    let aliases: Vec<_> = aliases.collect();
    format!("{} ({})", names.join(", "), aliases.join(", "))
}

/// Writes a game's name with its options behind it.
#[must_use]
pub fn with_options(name: &str, options: &str) -> String {
    match options {
        "" => name.to_owned(),
        options => format!("{name}:{options}"),
    }
}

impl FromStr for GameName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let (name, options) = match text.split_once(':') {
            Some((_, "")) => return Err(OptionError::Malformed(String::new()).into()),
            Some((name, options)) => (name, options),
            None => (text, ""),
        };
        for entry in CATALOGUE {
            match entry.alias {
                Some((alias, set)) if alias == name => {
                    // What is written wins over what the alias sets.
                    let key = |pair: &str| pair.split('=').next().map(str::to_owned);
                    let written: Vec<_> = options.split(',').map(key).collect();
                    let set = set.split(',').filter(|pair| !written.contains(&key(pair)));
                    let all = set.chain([options]).filter(|part| !part.is_empty());
                    return (entry.read)(entry.name, &all.collect::<Vec<_>>().join(","));
                }
                _ if entry.name == name => return (entry.read)(entry.name, options),
                _ => {}
            }
        }
        Err(NameError::UnknownGame(name.to_owned()))
    }
}

impl GameName {
    /// Returns the catalogue's entry of this game, and the options that differ from their defaults.
    fn entry(&self) -> (&'static Entry, String) {
        CATALOGUE
            .iter()
            .find_map(|entry| Some((entry, (entry.write)(self)?)))
            .expect("every game is in the catalogue")
    }

    /// Returns the name without options.
    #[must_use]
    pub fn plain_name(&self) -> &'static str {
        self.entry().0.name
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (entry, options) = self.entry();
        f.write_str(&with_options(entry.name, &options))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> GameName {
        text.parse().unwrap()
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in [
            "reversi-8x8",
            "reversi-octagon",
            "yonin",
            "yonin:start=own,direction=anticlockwise,pairs=yes",
            "yonin-shogi:rules=doubles",
            "tree:players=3,width=2,seed=18446744073709551615,generator=mean",
        ] {
            assert_eq!(read(name).to_string(), name);
        }
        assert_eq!(read("othello").to_string(), "reversi-8x8");
        assert_eq!(read("yonin-own").to_string(), "yonin:start=own");
        assert_eq!(read("yonin:pairs=no").to_string(), "yonin");
        assert_eq!(read("yonin-own:start=othello").to_string(), "yonin");
        let both = read("yonin-own:pairs=yes").to_string();
        assert_eq!(both, "yonin:start=own,pairs=yes");
    }

    #[test]
    fn every_game_of_the_catalogue_has_its_options() {
        for entry in CATALOGUE {
            for option in (entry.options)() {
                assert_eq!(
                    option.values()[0],
                    option.default,
                    "the default comes first"
                );
                for value in option.values() {
                    read(&format!("{}:{}={value}", entry.name, option.key));
                }
            }
            assert_eq!(read(entry.name).to_string(), entry.name);
        }
    }

    #[test]
    fn a_wrong_name_says_what_would_be_right() {
        let wrong = |text: &str| text.parse::<GameName>().unwrap_err().to_string();
        assert!(wrong("chess").contains("\"chess\"; the games are reversi-8x8,"));
        assert!(wrong("yonin:seats=5").contains("no option \"seats\"; it has start=othello|own"));
        assert!(wrong("yonin:start=here").contains("cannot have start=here"));
        assert!(wrong("othello:start=own").contains("it has none"));
        assert!(wrong("yonin:own").contains("key=value"));
        assert!(wrong("yonin:").contains("key=value"));
        assert!(wrong("yonin:pairs=no,pairs=yes").contains("twice"));
    }
}
