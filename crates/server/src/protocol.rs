//! What page and server say to each other, as types that the page gets as TypeScript.
//!
//! - [`board`]: a position as data to draw, for a page that knows no rules
//! - [`room`]: a room as it stands, and what can happen in it
//! - [`socket`]: the messages of the WebSocket
//! - [`http`], [`records`]: what HTTP requests carry and bring
//! - [`class`]: what the pages of a class carry and bring
//! - [`study`]: what the pages of a study carry and bring
//!
//! `docs/protocols.md` describes when each of them is sent. No 64-bit number crosses the wire as a
//! number: JavaScript would round it.

pub mod board;
pub mod class;
pub mod http;
pub mod records;
pub mod room;
pub mod socket;
pub mod study;
#[cfg(feature = "typescript")]
mod typescript;

#[cfg(feature = "typescript")]
pub use typescript::typescript;
