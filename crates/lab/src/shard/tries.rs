//! Lines of tries that have not ended. Every try writes a file of its own and takes over what earlier
//! ones left; a line that is torn or changed is left out, and made again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use crate::run::{Judge, RunLine, SealedLine, open_regular};
use crate::shard::Shard;
use crate::shard::error::{ShardError, file_error};
use crate::shard::own_file::own_mark;
use crate::shard::part::{Head, read_line};

/// Calls `each` with the whole lines of a try after its head, if `is_head` likes that.
fn read(path: &Path, is_head: impl Fn(&[u8]) -> bool, mut each: impl FnMut(&[u8])) {
    let Ok(file) = open_regular(path) else { return };
    let (mut reader, mut line) = (BufReader::new(file), Vec::new());
    if read_line(&mut reader, &mut line).is_ok() && is_head(&line) {
        while read_line(&mut reader, &mut line).is_ok() {
            each(&line);
        }
    }
}

/// Returns how many different lines of this name tries of a shard have kept.
pub(super) fn count<'a>(files: impl IntoIterator<Item = &'a PathBuf>, name: &str) -> u64 {
    let mut kept = BTreeSet::new();
    for file in files {
        read(
            file,
            |_| true,
            |line| {
                kept.extend(SealedLine::read(name, 0, line).map(|line| line.number).ok());
            },
        );
    }
    kept.len() as u64
}

/// Returns what earlier tries of a shard have done, as far as it can be relied on. If `times` are kept, those of
/// other processors are left out.
pub(super) fn take_over<T: RunLine>(
    files: &[PathBuf],
    head: &Head,
    judge: &Judge,
    times: bool,
) -> BTreeMap<u64, T> {
    let is_ours = |line: &[u8]| {
        serde_json::from_slice(line).is_ok_and(|theirs: Head| {
            (&theirs.division, theirs.shard, theirs.jobs) == (&head.division, head.shard, head.jobs)
                && (!times || theirs.times_compare_with(head))
        })
    };
    let mut done = BTreeMap::new();
    for file in files {
        read(file, is_ours, |line| {
            let kept = SealedLine::read(T::NAME, 0, line).and_then(|line| line.judged::<T>(judge));
            if let Ok(kept) = kept
                && (head.jobs.0..head.jobs.1).contains(&kept.number())
            {
                done.insert(kept.number(), kept);
            }
        });
    }
    done
}

/// The file of this try.
pub(super) struct Try {
    pub(super) path: PathBuf,
    file: File,
}

impl Try {
    /// Begins a try.
    pub(super) fn begin(folder: &Path, shard: Shard, head: &Head) -> Result<Self, ShardError> {
        let (number, count) = (shard.number(), shard.count());
        let path = folder.join(format!("try-{number}-of-{count}-{}.jsonl", own_mark()));
        let begun = File::create(&path).and_then(|mut file| {
            file.write_all(head.line().as_bytes())?;
            Ok(file)
        });
        let file = begun.map_err(file_error(&path, "written"))?;
        Ok(Self { path, file })
    }

    /// Keeps whole lines.
    pub(super) fn keep(&mut self, lines: &str) -> io::Result<()> {
        self.file.write_all(lines.as_bytes())
    }

    /// Removes the file.
    pub(super) fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}
