//! The page's other half: HTTP, rooms over WebSocket, clocks, analysis.
//!
//! - [`protocol`]: what page and server say to each other
//!
//! The server holds the truth about turns, clocks and seats, and no rule of any game.

#![forbid(unsafe_code)]

pub mod protocol;
