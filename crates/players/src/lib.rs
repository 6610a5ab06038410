//! Players: what decides moves, made from player files.
//!
//! ```
//! use kaesu_players::{Playable, PlayerFile, Playing, library};
//! use rules::Game;
//! use rules::reversi::Othello;
//! use search::Limits;
//!
//! // A file is checked once and cheaply; its maker then makes any number of players.
//! let file = PlayerFile::parse(
//!     "two-plies",
//!     r#"
//!         about = "two plies on a small map"
//!         games = ["reversi-8x8"]
//!
//!         [limits]
//!         depth = 2
//!
//!         [search.alphabeta]
//!         iterate = true
//!         last-line-first = true
//!
//!         [evaluation.map]
//!         squares = [[30, -12, 0, -1], [-12, -15, -3, -3], [0, -3, 0, -1], [-1, -3, -1, -1]]
//!     "#,
//! )?;
//! let maker = Othello::maker(&file)?;
//! let mut seats = [maker.make()?, Othello::player(&library::load("random")?)?];
//!
//! // Players take turns until the game is over.
//! let mut game = Playing::new(Othello::start(&()), 1);
//! game.to_the_end(&mut seats, &Limits::default())?;
//! assert!(game.position().outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`mod@file`], [`library`]: player files, and those that come with the program
//! - [`searching`], [`evaluation`], [`personality`]: what a file can name
//! - [`player`]: what decides moves; [`measure`]: what its values mean; [`repeatable`]: how much of
//!   its play can be repeated
//! - [`make`]: from a file to the [`maker`] of a game's players
//! - [`playing`]: players take turns until a game is over
//! - [`learned`]: what players of ours learned, inside the program
//! - [`benchmark`]: fixed searches that show whether players changed
//! - [`external`]: other people's programs as players

#![forbid(unsafe_code)]

pub mod benchmark;
mod best_first_player;
pub mod book;
mod engine_player;
mod engine_pool;
pub mod evaluation;
pub mod external;
pub mod file;
mod habits;
pub mod learned;
pub mod library;
mod looker;
pub mod make;
pub mod maker;
mod many_seat_player;
pub mod mate_player;
mod mate_search;
pub mod measure;
pub mod monte_carlo;
mod number;
pub mod p0_search;
pub mod personality;
pub mod player;
pub mod playing;
mod random;
pub mod repeatable;
pub mod searching;
pub mod text_file;
pub mod toml_text;
mod two_seat_player;

pub use file::{FileError, PlayerFile};
pub use make::Playable;
pub use maker::Maker;
pub use measure::Measure;
pub use player::{Choice, Note, NoteKind, Player, PlayerError, Program, Turn};
pub use playing::Playing;
pub use repeatable::Repeatable;
