//! The page's other half: HTTP, rooms over WebSocket, clocks, analysis.
//!
//! ```
//! use kaesu_server::{Config, Server};
//!
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let data = folder.path().join("data.sqlite");
//! // Port 0 takes any free one.
//! let server = Server::bind(Config::new(([127, 0, 0, 1], 0).into(), data)).await?;
//! println!("open {}", server.page());
//!
//! // A server runs until this future is ready: here at once, usually on Ctrl-C.
//! server.run(async {}).await;
//! # Ok(())
//! # }
//! ```
//!
//! - [`protocol`]: what page and server say to each other
//! - [`serve`], [`config`]: a server from its start to its end
//! - `api`, `socket`, `page`: what can be asked; `guard`, `error`, `refusal`: what is refused
//! - `connections`: how many there may be, and how long they may take
//! - `hub`, `room`: all rooms, and one; `clock`, `roster`, `table`, `board_view`: what a room needs
//! - `limit`, `quota`, `expiry`: how much an address may have, what may be left on the disk, and what goes again
//! - `class`: a class room over the rooms
//! - `private`: data that nobody else on the machine can read
//! - [`study`]: a study with people, served by itself
//! - `ai_pool`, `analysis`: what AIs think about, and where
//!
//! The server holds the truth about turns, clocks and seats, and no rule of any game.

#![forbid(unsafe_code)]

mod addresses;
mod ai_pool;
mod analysis;
mod api;
mod board_view;
mod class;
mod clock;
pub mod config;
mod connections;
mod descriptors;
mod error;
mod expiry;
mod guard;
mod hub;
mod limit;
mod page;
mod private;
pub mod protocol;
mod quota;
mod refusal;
mod room;
mod roster;
pub mod serve;
mod socket;
pub mod study;
mod table;
mod token;

pub use config::Config;
pub use serve::{Server, StartError};
pub use study::{StudyServer, StudyStartError};
pub use token::Token;
