//! A run on many machines: every shard makes one part by itself, and parts merge into the run that one
//! machine would have made, byte for byte.
//!
//! | file of the folder | what it holds |
//! |---|---|
//! | `experiment.toml` | the experiment, with all it needs |
//! | `division.json` | by which program, into how many shards, and what its probe comes to |
//! | `part-I-of-N.jsonl.zst` | the lines of shard I, whole |
//! | `try-I-of-N-….jsonl` | lines of a try that has not ended; the next try takes them over |
//!
//! Nothing is locked, because locks on network disks cannot be relied on: every try writes a file of its own, and a
//! part gets its name when it is whole.

mod division;
mod error;
mod listing;
mod make;
mod merge;
#[cfg(feature = "nats")]
pub mod nats;
mod numbers;
mod own_file;
mod part;
mod parts;
mod probe;
mod status;
pub mod submit;
mod tries;

use std::fmt;
use std::str::FromStr;

pub(crate) use self::division::DIVISION;
pub use self::error::{Advice, ShardError};
pub use self::make::{Made, ShardOptions, make};
pub use self::merge::{MergeOptions, Merged, merge};
pub use self::numbers::Numbers;
pub(crate) use self::part::is_made;
pub use self::status::{Status, status};

/// The most shards: more files in one folder serve nobody, and a list of all of them has to fit into memory.
pub const MOST_SHARDS: u64 = 10_000_000;

/// One shard of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    count: u64,
}

impl Shard {
    /// Returns shard `number`, from 0, of `count`; `None` if there is no such shard, or too many.
    #[must_use]
    pub const fn new(number: u64, count: u64) -> Option<Self> {
        if number < count && count <= MOST_SHARDS {
            Some(Self { number, count })
        } else {
            None
        }
    }

    /// Returns its number, from 0.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.number
    }

    /// Returns of how many it is one.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.count
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        let Some((number, count)) = numbers else {
            return Err("it has to be like 3/16: shard 3, counted from 0, of 16".to_owned());
        };
        Self::new(number, count).ok_or_else(|| match count {
            0 => "there is no shard of none".to_owned(),
            count if count > MOST_SHARDS => {
                format!("{count} shards are too many: {MOST_SHARDS} is the most")
            }
            count => format!("the shards of {count} are 0 to {}", count - 1),
        })
    }
}
