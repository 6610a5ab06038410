//! How far the shards of a folder are.

use std::collections::BTreeMap;
use std::path::Path;

use crate::shard::error::{Advice, ShardError};
use crate::shard::merge::Parts;
use crate::shard::{Numbers, tries};

/// How far the shards of a folder are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// How many there are.
    pub shards: u64,
    /// How many have a whole part.
    pub whole: u64,
    /// Those that have none.
    pub missing: Numbers,
    /// Of those, how many lines tries have kept.
    pub begun: Vec<(u64, u64)>,
    /// What is wrong with parts that are not whole, a sentence each.
    pub problems: Vec<String>,
}

/// Looks at the shards of a folder. Parts are read, so that one that is damaged counts as missing.
///
/// # Errors
/// Returns an error if the folder has no shards, or a part is of something else.
pub fn status(folder: &Path, threads: usize) -> Result<Status, ShardError> {
    let mut parts = Parts::open(folder)?;
    let mut problems = Vec::new();
    for (number, head) in parts.check(threads) {
        match head {
            Ok(_) => {}
            Err(error) if error.advice() == Advice::TryAgain => {
                problems.push(error.to_string());
                parts.present.remove(&number);
            }
            Err(error) => return Err(error),
        }
    }
    let (shards, missing) = (parts.division.shards, parts.missing());
    let mut begun = BTreeMap::new();
    for (number, file) in tries::all(folder, shards) {
        if !parts.present.contains(&number) {
            *begun.entry(number).or_insert(0) += tries::count(&file);
        }
    }
    Ok(Status {
        shards,
        whole: shards - missing.len() as u64,
        begun: begun.into_iter().collect(),
        missing,
        problems,
    })
}
