//! Studies with people: games and questions for participants, from the study file to the report.
//!
//! - [`mod@file`]: a study as its file says it; [`library`]: those that come along;
//!   [`text`], [`condition`]: what a file is made of
//! - [`cells`]: who meets which arm when; [`code`]: the codes of participants
//! - [`event`]: what happens; [`register`]: everybody and every table, as the events say it;
//!   [`person`], [`table`]: one of each; [`asking`]: at which moves somebody is asked
//! - [`folder`]: where all of it is kept; [`export`]: the data as files for others;
//!   [`package`]: a whole study for others, without anything that identifies
//! - [`power`]: how many people claims need; [`report`](mod@report): what was found;
//!   [`simulated`]: people of known effects; [`rehearsal`]: whole studies of them

#![forbid(unsafe_code)]

pub mod asking;
mod board;
pub mod cells;
pub mod code;
pub mod condition;
pub mod event;
pub mod export;
pub mod file;
pub mod folder;
pub mod library;
pub mod package;
pub mod person;
pub mod power;
pub mod register;
pub mod rehearsal;
pub mod report;
pub mod simulated;
mod summary;
pub mod table;
pub mod text;
mod visit;

pub use code::Code;
pub use event::{Entry, Event};
pub use file::{Study, StudyError};
pub use register::{Refusal, Register, Request, Step};
pub use text::{Language, Text};
