//! What a folder of shards holds, listed once: with half a million parts in it, that takes a second.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::shard::Shard;
use crate::shard::error::{ShardError, file_error};
use crate::shard::own_file::is_unfinished;
use crate::shard::part::{part_file, shard_of};

/// The files of a folder, as far as they are of shards.
#[derive(Default)]
pub(super) struct Listing {
    /// The shards that have a part, whole or not.
    pub(super) parts: BTreeSet<u64>,
    /// What tries have kept, with the number of the shard.
    pub(super) tries: Vec<(u64, PathBuf)>,
    /// What somebody was writing, with the number of the shard if it is a part.
    pub(super) unfinished: Vec<(Option<u64>, PathBuf)>,
}

impl Listing {
    /// Lists a folder of so many shards; a part of another number of shards is refused.
    pub(super) fn of_all(folder: &Path, count: u64) -> Result<Self, ShardError> {
        let mut listing = Self::default();
        for name in names(folder)? {
            if let Some(shard) = shard_of(&name) {
                if shard.count() != count {
                    let theirs = shard.count();
                    return Err(ShardError::Foreign {
                        file: folder.join(name),
                        problem: format!(
                            "is a part of {theirs} shards, and the others are of {count}"
                        ),
                    });
                }
                listing.parts.insert(shard.number());
            } else if let Some(shard) = tried(&name).filter(|shard| shard.count() == count) {
                listing.tries.push((shard.number(), folder.join(name)));
            } else if is_unfinished(Path::new(&name)) {
                let shard = name.find(PART_END).map(|at| at + PART_END.len());
                let shard = shard.and_then(|end| shard_of(&name[..end]));
                let path = folder.join(&name);
                listing.unfinished.push((shard.map(Shard::number), path));
            }
        }
        Ok(listing)
    }

    /// Lists what tries of one shard have left: what they kept, and what they were writing.
    pub(super) fn of_shard(
        folder: &Path,
        shard: Shard,
    ) -> Result<(Vec<PathBuf>, Vec<PathBuf>), ShardError> {
        let (mut tries, mut unfinished) = (Vec::new(), Vec::new());
        let part = part_file(Path::new(""), shard);
        let part = format!("{}.", part.display());
        for name in names(folder)? {
            if tried(&name) == Some(shard) {
                tries.push(folder.join(name));
            } else if name.starts_with(&part) && is_unfinished(Path::new(&name)) {
                unfinished.push(folder.join(name));
            }
        }
        Ok((tries, unfinished))
    }

    /// Removes what nobody needs: of shards that have a part, and of files that are there. Whoever still writes one
    /// of them finds what it wanted to make.
    pub(super) fn clean(&self) {
        let done = |shard: &u64| self.parts.contains(shard);
        let tries = self.tries.iter().filter(|(shard, _)| done(shard));
        let unfinished = self.unfinished.iter();
        let unfinished = unfinished.filter(|(shard, _)| shard.as_ref().is_none_or(done));
        for path in tries
            .map(|(_, path)| path)
            .chain(unfinished.map(|(_, path)| path))
        {
            let _ = fs::remove_file(path);
        }
    }
}

const PART_END: &str = ".jsonl.zst";

fn names(folder: &Path) -> Result<impl Iterator<Item = String>, ShardError> {
    let entries = fs::read_dir(folder).map_err(file_error(folder, "read"))?;
    let mut names = Vec::new();
    for entry in entries {
        let name = entry.map_err(file_error(folder, "read"))?.file_name();
        names.extend(name.into_string().ok());
    }
    Ok(names.into_iter())
}

/// Returns of which shard a file is a try, by its name.
fn tried(name: &str) -> Option<Shard> {
    let (number, rest) = name.strip_prefix("try-")?.split_once("-of-")?;
    Shard::new(number.parse().ok()?, rest.split_once('-')?.0.parse().ok()?)
}
