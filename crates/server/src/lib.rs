//! The page's other half: HTTP, rooms over WebSocket, clocks, analysis.
//!
//! - [`protocol`]: what page and server say to each other
//! - [`serve`], [`config`]: a server from its start to its end
//! - `api`, `socket`, `page`: what can be asked; `guard`, `error`, `refusal`: what is refused
//! - `hub`, `room`: all rooms, and one; `clock`, `levels`, `table`, `board_view`: what a room needs
//! - `thinkers`, `analysis`: what AIs think about, and where
//!
//! The server holds the truth about turns, clocks and seats, and no rule of any game.

#![forbid(unsafe_code)]

mod addresses;
mod analysis;
mod api;
mod board_view;
mod clock;
pub mod config;
mod error;
mod guard;
mod hub;
mod levels;
mod page;
pub mod protocol;
mod refusal;
mod room;
pub mod serve;
mod socket;
mod table;
mod thinkers;
mod token;

pub use config::Config;
pub use serve::{Server, StartError};
pub use token::Token;
