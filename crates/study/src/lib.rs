//! Studies with people: games and questions for participants, from the study file to the report.
//!
//! ```
//! use std::sync::Arc;
//!
//! use kaesu_study::event::Link;
//! use kaesu_study::register::Newcomer;
//! use kaesu_study::{Code, Language, Register, Step, Study, library};
//!
//! // A study is a file; this one comes along.
//! let text = library::text("p2").ok_or("it comes along")?;
//! let study = Study::parse("studies/p2.toml", text)?;
//!
//! // Somebody agrees, at a time that is told; what happened has to be saved before anybody hears of it.
//! let mut register = Register::new(Arc::new(study));
//! let newcomer = Newcomer {
//!     code: Code::of(1),
//!     language: Language::En,
//!     link: Link::Real,
//!     again: false,
//! };
//! let to_save = register.consent(&newcomer, 1_000_000)?;
//! assert!(!to_save.is_empty());
//!
//! // They are asked a few things before the first game.
//! let person = register.person(&newcomer.code).ok_or("they have come")?;
//! assert!(matches!(register.step(person), Step::Questions { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
