//! Lines of tries that have not ended. Every try writes a file of its own and takes over what earlier
//! ones left; a line that is torn or changed is left out, and made again.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use crate::plan::Plan;
use crate::run::{RunError, RunLine, SealedLine};
use crate::shard::Shard;
use crate::shard::error::{ShardError, file_error};
use crate::shard::own_file::own_mark;
use crate::shard::part::Head;

fn prefix(shard: Shard) -> String {
    format!("try-{}-of-{}-", shard.number(), shard.count())
}

/// Returns the files of all tries, with the number of the shard.
pub(super) fn all(folder: &Path, count: u64) -> Vec<(u64, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let tries = names.filter_map(|name| {
        let (number, rest) = name.strip_prefix("try-")?.split_once("-of-")?;
        let shard = Shard::new(number.parse().ok()?, rest.split_once('-')?.0.parse().ok()?)?;
        (shard.count() == count).then(|| (shard.number(), folder.join(&name)))
    });
    tries.collect()
}

/// Returns the files of all tries of a shard.
pub(super) fn files(folder: &Path, shard: Shard) -> Vec<PathBuf> {
    let all = all(folder, shard.count()).into_iter();
    let own = all.filter(|(number, _)| *number == shard.number());
    own.map(|(_, path)| path).collect()
}

/// Returns how many whole lines a try has, besides its head.
pub(super) fn count(path: &Path) -> u64 {
    let file = File::open(path).map(BufReader::new);
    let ends = file.map(|mut file| {
        let mut lines = 0;
        while let Ok(bytes) = file.fill_buf()
            && !bytes.is_empty()
        {
            lines += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
            let read = bytes.len();
            file.consume(read);
        }
        lines
    });
    ends.unwrap_or(0).saturating_sub(1)
}

/// Returns what earlier tries of a shard have done, as far as it can be relied on. If `times` are kept, those of
/// other processors are left out.
pub(super) fn take_over<T: RunLine>(
    files: &[PathBuf],
    head: &Head,
    plan: &Plan,
    times: bool,
) -> BTreeMap<u64, T> {
    let mut done = BTreeMap::new();
    for file in files {
        let Ok(file) = File::open(file) else { continue };
        let mut reader = BufReader::new(file);
        let mut line = Vec::new();
        let mut read = |line: &mut Vec<u8>| {
            line.clear();
            reader.read_until(b'\n', line).is_ok() && line.last() == Some(&b'\n')
        };
        let theirs = read(&mut line).then(|| serde_json::from_slice::<Head>(&line).ok());
        let alike = theirs.flatten().is_some_and(|theirs| {
            (&theirs.division, theirs.shard, theirs.jobs) == (&head.division, head.shard, head.jobs)
                && (!times || theirs.times_compare_with(head))
        });
        while alike && read(&mut line) {
            let kept = SealedLine::read(T::NAME, 0, &line).and_then(|line| T::parse(&line.text));
            if let Ok(kept) = kept
                && (head.jobs.0..head.jobs.1).contains(&kept.number())
                && kept.fits(plan)
            {
                done.insert(kept.number(), kept);
            }
        }
    }
    done
}

/// The file of this try.
pub(super) struct Try {
    path: PathBuf,
    file: File,
}

impl Try {
    /// Begins a try.
    pub(super) fn begin(folder: &Path, shard: Shard, head: &Head) -> Result<Self, ShardError> {
        let path = folder.join(format!("{}{}.jsonl", prefix(shard), own_mark()));
        let begun = File::create(&path).and_then(|mut file| {
            file.write_all(head.line().as_bytes())?;
            Ok(file)
        });
        let file = begun.map_err(file_error(&path, "written"))?;
        Ok(Self { path, file })
    }

    /// Keeps whole lines; `done` are kept before.
    pub(super) fn keep(
        &mut self,
        lines: &str,
        done: u64,
        name: &'static str,
    ) -> Result<(), ShardError> {
        let written = self.file.write_all(lines.as_bytes());
        written.map_err(|problem| {
            RunError::Full {
                file: self.path.clone(),
                problem,
                done,
                name,
            }
            .into()
        })
    }

    /// Removes the file if nothing is in it.
    pub(super) fn end(self) {
        if count(&self.path) == 0 {
            let _ = fs::remove_file(&self.path);
        }
    }
}
