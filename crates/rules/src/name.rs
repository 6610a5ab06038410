//! Games by name: `GAME[:key=value,…]`, the same on the command line, in files and in records.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::reversi::{Board, Board4x4, Board6x6, Board8x8, Board10x10, Board88, Nipp, Octagon};
use crate::tree;
use crate::yonin::{self, Direction, Start};
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

impl BoardName {
    /// All boards.
    pub const ALL: [Self; 7] = [
        Self::Eight,
        Self::Six,
        Self::Four,
        Self::Ten,
        Self::EightyEight,
        Self::Octagon,
        Self::Nipp,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Eight => Board8x8::NAME,
            Self::Six => Board6x6::NAME,
            Self::Four => Board4x4::NAME,
            Self::Ten => Board10x10::NAME,
            Self::EightyEight => Board88::NAME,
            Self::Octagon => Octagon::NAME,
            Self::Nipp => Nipp::NAME,
        }
    }
}

/// Runs code with the type and the rules of a game that is known only by name.
///
/// ```
/// use rules::{Game, GameName, with_game};
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

/// A game as a list for people shows it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// Another name for the same game, possibly with an option set.
    pub alias: Option<&'static str>,
    /// What it is.
    pub about: &'static str,
    /// Each option with its values, the default first, and what it decides.
    pub options: &'static [(&'static str, &'static str, &'static str)],
}

/// All games, in the order people read them.
pub const CATALOGUE: &[Entry] = &[
    Entry {
        name: Board8x8::NAME,
        alias: Some("othello"),
        about: "Othello, on 64 squares",
        options: &[],
    },
    Entry {
        name: Board6x6::NAME,
        alias: None,
        about: "the solved board of 36 squares",
        options: &[],
    },
    Entry {
        name: Board4x4::NAME,
        alias: None,
        about: "the smallest board, 16 squares",
        options: &[],
    },
    Entry {
        name: Board10x10::NAME,
        alias: None,
        about: "the grand board of 100 squares",
        options: &[],
    },
    Entry {
        name: Board88::NAME,
        alias: None,
        about: "10×10 less 3 squares at each corner",
        options: &[],
    },
    Entry {
        name: Octagon::NAME,
        alias: None,
        about: "10×10 less 6 squares at each corner",
        options: &[],
    },
    Entry {
        name: Nipp::NAME,
        alias: None,
        about: "8×8 less 3 squares at each corner, the old board of Nipp",
        options: &[],
    },
    Entry {
        name: "yonin",
        alias: Some("yonin-own = yonin:start=own"),
        about: "Reversi for four: two colours, four territories",
        options: &[
            ("start", "othello|own", "the four discs at the start"),
            (
                "direction",
                "clockwise|anticlockwise",
                "which way the turn goes",
            ),
            ("pairs", "no|yes", "whether opposite seats are a team"),
        ],
    },
    Entry {
        name: "yonin-shogi",
        alias: None,
        about: "shogi for four: turns jump to whoever is in check, maters inherit",
        options: &[(
            "rules",
            "iemoto|survivor|doubles",
            "the inventor's rules, the last king standing, or pairs",
        )],
    },
    Entry {
        name: "tree",
        alias: None,
        about: "synthetic trees for research on search",
        options: &[
            ("players", "4", "seats, 2 to 6"),
            ("width", "4", "moves of every position, 2 to 64"),
            ("depth", "8", "plies of every game, 1 to 64"),
            ("sum", "10000", "what the values of the seats add up to"),
            (
                "change",
                "1/100",
                "the most one move changes a value, as a part of the sum",
            ),
            ("seed", "1", "which of all these trees"),
            ("generator", "rej|mean", "how a move changes the values"),
            (
                "clear",
                "0",
                "if not 0, how clearly one move of seat 1 is better",
            ),
        ],
    },
];

/// A name that is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// No game has this name.
    #[error("there is no game \"{0}\"; the games are {names}", names = names())]
    UnknownGame(String),
    /// The game has no such option.
    #[error("{game} has no option \"{key}\"; {known}", known = options_of(game))]
    UnknownOption {
        /// The game.
        game: String,
        /// The option as written.
        key: String,
    },
    /// The option has no such value.
    #[error("{game} cannot have {key}={value}; {known}", known = options_of(game))]
    UnknownValue {
        /// The game.
        game: String,
        /// The option.
        key: String,
        /// The value as written.
        value: String,
    },
    /// Parameters of which there is no tree.
    #[error(transparent)]
    Tree(#[from] tree::RulesError),
    /// An option without a value.
    #[error("\"{0}\" is no option; options are written key=value and separated by commas")]
    Malformed(String),
    /// An option given twice.
    #[error("the option \"{0}\" is given twice")]
    Twice(String),
}

fn names() -> String {
    let names: Vec<_> = CATALOGUE.iter().map(|entry| entry.name).collect();
    names.join(", ") + " (othello is reversi-8x8, yonin-own is yonin:start=own)"
}

fn options_of(game: &str) -> String {
    let options: Vec<_> = CATALOGUE
        .iter()
        .filter(|entry| entry.name == game)
        .flat_map(|entry| entry.options)
        .map(|(key, values, _)| format!("{key}={values}"))
        .collect();
    if options.is_empty() {
        "it has none".to_owned()
    } else {
        format!("it has {}", options.join(", "))
    }
}

impl FromStr for GameName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let mut game = match name {
            "othello" => Self::Reversi(BoardName::Eight),
            "yonin-shogi" => Self::YoninShogi(RuleSet::default()),
            "tree" => Self::Tree(tree::Rules::default()),
            "yonin" => Self::Yonin(yonin::Rules::default()),
            "yonin-own" => Self::Yonin(yonin::Rules {
                start: Start::Own,
                ..yonin::Rules::default()
            }),
            _ => BoardName::ALL
                .into_iter()
                .find(|board| board.name() == name)
                .map(Self::Reversi)
                .ok_or_else(|| NameError::UnknownGame(name.to_owned()))?,
        };
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for option in options.split(',').filter(|_| text.contains(':')) {
            let (key, value) = option
                .split_once('=')
                .ok_or_else(|| NameError::Malformed(option.to_owned()))?;
            if pairs.iter().any(|(earlier, _)| *earlier == key) {
                return Err(NameError::Twice(key.to_owned()));
            }
            pairs.push((key, value));
        }
        if let Self::Tree(rules) = &mut game {
            // The parameters of a tree are checked together.
            *rules = options.parse()?;
            return Ok(game);
        }
        for (key, value) in pairs {
            game.set(key, value)?;
        }
        Ok(game)
    }
}

impl GameName {
    fn set(&mut self, key: &str, value: &str) -> Result<(), NameError> {
        let game = self.plain_name();
        let unknown_value = || NameError::UnknownValue {
            game: game.to_owned(),
            key: key.to_owned(),
            value: value.to_owned(),
        };
        match (&mut *self, key) {
            (Self::YoninShogi(rules), "rules") => {
                *rules = RuleSet::ALL
                    .into_iter()
                    .find(|rules| rules.name() == value)
                    .ok_or_else(unknown_value)?;
            }
            (Self::Yonin(rules), "start") => {
                rules.start = match value {
                    "othello" => Start::Othello,
                    "own" => Start::Own,
                    _ => return Err(unknown_value()),
                };
            }
            (Self::Yonin(rules), "direction") => {
                rules.direction = match value {
                    "clockwise" => Direction::Clockwise,
                    "anticlockwise" => Direction::Anticlockwise,
                    _ => return Err(unknown_value()),
                };
            }
            (Self::Yonin(rules), "pairs") => {
                rules.pairs = match value {
                    "no" => false,
                    "yes" => true,
                    _ => return Err(unknown_value()),
                };
            }
            _ => {
                return Err(NameError::UnknownOption {
                    game: game.to_owned(),
                    key: key.to_owned(),
                });
            }
        }
        Ok(())
    }

    /// The name without options.
    #[must_use]
    pub const fn plain_name(&self) -> &'static str {
        match self {
            Self::Reversi(board) => board.name(),
            Self::Yonin(_) => "yonin",
            Self::YoninShogi(_) => "yonin-shogi",
            Self::Tree(_) => "tree",
        }
    }

    /// The options that differ from their defaults, as they are written.
    fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        match self {
            Self::Reversi(_) => {}
            Self::YoninShogi(rules) => {
                if *rules != RuleSet::default() {
                    options.push(format!("rules={}", rules.name()));
                }
            }
            Self::Tree(rules) => {
                let defaults = tree::Rules::default().to_string();
                let differing = |option: &&str| defaults.split(',').all(|d| d != *option);
                let all = rules.to_string();
                options.extend(all.split(',').filter(differing).map(str::to_owned));
            }
            Self::Yonin(rules) => {
                if rules.start == Start::Own {
                    options.push("start=own".to_owned());
                }
                if rules.direction == Direction::Anticlockwise {
                    options.push("direction=anticlockwise".to_owned());
                }
                if rules.pairs {
                    options.push("pairs=yes".to_owned());
                }
            }
        }
        options
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.plain_name())?;
        let options = self.options();
        if options.is_empty() {
            return Ok(());
        }
        write!(f, ":{}", options.join(","))
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
    }

    #[test]
    fn every_game_of_the_catalogue_has_its_options() {
        for entry in CATALOGUE {
            for (key, values, _) in entry.options {
                for value in values.split('|') {
                    read(&format!("{}:{key}={value}", entry.name));
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
