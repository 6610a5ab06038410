//! All games with what a list shows of them; their options are described by the games themselves.

use super::{BoardName, GameName, NameError};
use crate::options::{self, OptionEntry};
use crate::reversi::{Board, Board4x4, Board6x6, Board8x8, Board10x10, Board88, Nipp, Octagon};
use crate::yonin_shogi::RuleSet;
use crate::{tree, yonin};

/// A game as a list for people shows it.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// Another name for the same game, and the options that this name sets.
    pub alias: Option<(&'static str, &'static str)>,
    /// What it is.
    pub about: &'static str,
    /// Returns its options.
    pub options: fn() -> Vec<OptionEntry>,
    /// Reads the game of this name with the options of a text.
    pub(super) read: fn(&'static str, &str) -> Result<GameName, NameError>,
    /// Writes the options, if the game is this one.
    pub(super) write: fn(&GameName) -> Option<String>,
}

/// The entry of a board of Reversi, which has no options.
macro_rules! board {
    ($board:ident, $shape:ty, $alias:expr, $about:expr) => {
        Entry {
            name: <$shape>::NAME,
            alias: $alias,
            about: $about,
            options: options::list::<()>,
            read: |name, text| {
                options::read::<()>(name, text)?;
                Ok(GameName::Reversi(BoardName::$board))
            },
            write: |game| matches!(game, GameName::Reversi(BoardName::$board)).then(String::new),
        }
    };
}

/// All games, in the order people read them.
pub const CATALOGUE: &[Entry] = &[
    board!(
        Eight,
        Board8x8,
        Some(("othello", "")),
        "Othello, on 64 squares"
    ),
    board!(Six, Board6x6, None, "the solved board of 36 squares"),
    board!(Four, Board4x4, None, "the smallest board, 16 squares"),
    board!(Ten, Board10x10, None, "the grand board of 100 squares"),
    board!(
        EightyEight,
        Board88,
        None,
        "10×10 less 3 squares at each corner"
    ),
    board!(
        Octagon,
        Octagon,
        None,
        "10×10 less 6 squares at each corner"
    ),
    board!(
        Nipp,
        Nipp,
        None,
        "8×8 less 3 squares at each corner, the old board of Nipp"
    ),
    Entry {
        name: "yonin",
        alias: Some(("yonin-own", "start=own")),
        about: "Reversi for four: two colours, four territories",
        options: options::list::<yonin::Rules>,
        read: |name, text| Ok(GameName::Yonin(options::read(name, text)?)),
        write: |game| match game {
            GameName::Yonin(rules) => Some(options::write(rules)),
            _ => None,
        },
    },
    Entry {
        name: "yonin-shogi",
        alias: None,
        about: "shogi for four: turns jump to whoever is in check, maters inherit",
        options: options::list::<RuleSet>,
        read: |name, text| Ok(GameName::YoninShogi(options::read(name, text)?)),
        write: |game| match game {
            GameName::YoninShogi(rules) => Some(options::write(rules)),
            _ => None,
        },
    },
    Entry {
        name: "tree",
        alias: None,
        about: "synthetic trees for research on search",
        options: options::list::<tree::Parameters>,
        read: |name, text| {
            Ok(GameName::Tree(
                options::read::<tree::Parameters>(name, text)?.check()?,
            ))
        },
        write: |game| match game {
            GameName::Tree(rules) => Some(options::write(rules.parameters())),
            _ => None,
        },
    },
];
