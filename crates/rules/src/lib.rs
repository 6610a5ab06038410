//! The rules: games of perfect information for two to six seats.
//!
//! ```
//! use kaesu_rules::reversi::Othello;
//! use kaesu_rules::{Game, GameLine, GameName, Notation, with_game};
//!
//! // A position is a value: copy it, play on the copy, ask it anything.
//! let start = Othello::start(&());
//! let after = start.after(start.parse_move("f5")?);
//! assert_eq!(after.legal().len(), 3);
//! assert_eq!(*after.standing().scores, [4, 1]);
//!
//! // A line keeps a whole game, and reads and writes it.
//! let mut line = GameLine::new(start);
//! line.play_transcript("f5 d6 c3")?;
//! line.undo(2);
//! assert_eq!(line.moves_text(), "f5d6");
//!
//! // Games go by name; code that is generic over `Game` runs for all of them.
//! let name: GameName = "yonin:start=own".parse()?;
//! let leaves = with_game!(&name, G, rules => G::start(rules).leaves(3));
//! assert!(leaves > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`game`], [`notation`], [`symmetry`]: the traits every game implements: how it is played,
//!   written, turned; [`seat`], [`outcome`]
//! - [`mod@line`]: a game from its start to where it stands, with undo and text both ways;
//!   [`transcript`], [`perft`]: what else can be done with any game
//! - [`reversi`], [`yonin`], [`yonin_shogi`]: the games; [`tree`]: synthetic trees, a game to
//!   measure searches by; [`name`]: all of them by name
//! - [`conformance`]: the kit that every game passes
//!
//! The crate uses no files, no clock, no threads and no randomness of its own.

pub mod conformance;
pub mod game;
pub mod hash;
pub mod line;
pub mod name;
pub mod notation;
pub mod options;
pub mod outcome;
pub mod perft;
pub mod reversi;
pub mod seat;
pub mod symmetry;
pub mod transcript;
pub mod tree;
pub mod yonin;
pub mod yonin_shogi;

pub use game::{Facts, Game, IllegalMove, MoveList};
pub use line::GameLine;
pub use name::GameName;
pub use notation::{Notation, PositionError, UnreadableMove};
pub use outcome::Outcome;
pub use seat::{MAX_SEATS, PerSeat, Seat};
pub use symmetry::{Symmetric, Symmetry};
