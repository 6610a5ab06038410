//! Games by name: `GAME[:key=value,…]`, the same on the command line, in files and in records.

mod register;

use thiserror::Error;

pub use self::register::{Entry, resolve, with_options};
use crate::options::OptionError;

/// The list of games. A line says: how code calls it, its type, its name with other names for it and the
/// options that these set, and what it is. It is handed on to a macro that makes something of it.
#[doc(hidden)]
#[macro_export]
macro_rules! games {
    ([$($then:tt)*] $($with:tt)*) => {
        $($then)*! {
            [$($with)*]
            Reversi8x8: $crate::reversi::Reversi<$crate::reversi::Board8x8>,
                "reversi-8x8" | "othello" = "", "Othello, on 64 squares";
            Reversi6x6: $crate::reversi::Reversi<$crate::reversi::Board6x6>,
                "reversi-6x6", "the solved board of 36 squares";
            Reversi4x4: $crate::reversi::Reversi<$crate::reversi::Board4x4>,
                "reversi-4x4", "the smallest board, 16 squares";
            Reversi10x10: $crate::reversi::Reversi<$crate::reversi::Board10x10>,
                "reversi-10x10", "the grand board of 100 squares";
            Reversi88: $crate::reversi::Reversi<$crate::reversi::Board88>,
                "reversi-88", "10×10 less 3 squares at each corner";
            ReversiOctagon: $crate::reversi::Reversi<$crate::reversi::Octagon>,
                "reversi-octagon", "10×10 less 6 squares at each corner";
            ReversiNipp: $crate::reversi::Reversi<$crate::reversi::Nipp>,
                "reversi-nipp", "8×8 less 3 squares at each corner, the old board of Nipp";
            Yonin: $crate::yonin::Yonin,
                "yonin" | "yonin-own" = "start=own",
                "Reversi for four: two colours, four territories";
            YoninShogi: $crate::yonin_shogi::YoninShogi,
                "yonin-shogi", "shogi for four: turns jump to whoever is in check, maters inherit";
            Tree: $crate::tree::Tree,
                "tree", "synthetic trees for research on search";
        }
    };
}

games!([crate::declare_games]);

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
    ($name:expr, $G:ident, $rules:ident => $body:expr) => {
        $crate::games!([$crate::choose_game] $crate::GameName, $name, $G, $rules => $body)
    };
}

/// A name that is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// No game has this name.
    #[error("there is no game \"{name}\"; the games are {games}")]
    UnknownGame {
        /// The name as written.
        name: String,
        /// All games.
        games: String,
    },
    /// The options cannot be read.
    #[error(transparent)]
    Options(#[from] OptionError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reversi::{Board, Board4x4, Board6x6, Board8x8, Board10x10, Board88, Nipp, Octagon};

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
    fn boards_and_their_games_have_the_same_names() {
        let boards = [
            Board8x8::NAME,
            Board6x6::NAME,
            Board4x4::NAME,
            Board10x10::NAME,
            Board88::NAME,
            Octagon::NAME,
            Nipp::NAME,
        ];
        let games = CATALOGUE.iter().map(|entry| entry.name);
        assert!(games.take(boards.len()).eq(boards));
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
