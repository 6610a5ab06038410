//! `index.json` of a complete run: how many lines there are, where they are, and the SHA-256 of all
//! that was written, so that nothing can be cut off, doubled, swapped or changed unnoticed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use zstd::stream::read::Decoder;

use crate::run::error::{RunError, file_error};
use crate::run::files::{
    EXPERIMENT, HEADER, INDEX, lines_file, open_regular, packed_file, read_text,
};
use crate::run::line::SealedLine;
use crate::run::sum::FileSum;

/// The longest part that is believed: four thousand long games with all their values are not a tenth of it.
const LONGEST: u64 = 1 << 30;

/// The content of `index.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Index {
    /// How many games or positions.
    pub(crate) done: u64,
    /// When the run ended, in milliseconds since 1970.
    pub(crate) ended: u64,
    /// How many lines each part holds; the last may hold fewer.
    pub(crate) lines: u64,
    /// Where in the compressed file each part begins.
    pub(crate) parts: Vec<u64>,
    /// Absent in runs that were made before sums were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) sums: Option<Sums>,
    /// The SHA-256 of the files that say what the run is of; absent in runs that were made before they were kept.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) files: BTreeMap<String, String>,
}

/// How long the files of a run are, and their SHA-256.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sums {
    /// How long the compressed file is.
    pub(crate) bytes: u64,
    /// The sum of each of its parts.
    pub(crate) parts: Vec<String>,
    /// The sum of the table.
    pub(crate) results: String,
}

impl Index {
    /// Reads the index of the run in a folder, whose lines have this name; `None` if the run is not
    /// complete.
    pub(crate) fn read(folder: &Path, name: &str) -> Result<Option<Self>, RunError> {
        let file = folder.join(INDEX);
        let damaged = |problem: String| RunError::Damaged {
            file: file.clone(),
            problem,
        };
        let text = match read_text(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                // Lines are only packed when the index follows, and are kept as they are until then.
                let packed = packed_file(folder, name);
                return if packed.exists() && !lines_file(folder, name).exists() {
                    Err(damaged("it is gone, and the run was complete".to_owned()))
                } else {
                    Ok(None)
                };
            }
            Err(error) => return Err(file_error(&file, "read")(error)),
        };
        let index: Self =
            serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        index.check().map_err(damaged)?;
        Ok(Some(index))
    }

    /// Returns the sums of the files that say what the run in a folder is of.
    pub(crate) fn files_of(folder: &Path) -> Result<BTreeMap<String, String>, RunError> {
        let sum = |name: &str| {
            let path = folder.join(name);
            let sum = open_regular(&path).and_then(|_| FileSum::of_file(&path));
            let sum = sum.map_err(file_error(&path, "read"))?;
            Ok((name.to_owned(), sum))
        };
        [EXPERIMENT, HEADER].into_iter().map(sum).collect()
    }

    /// Says what is wrong with this index.
    pub(crate) fn wrong(&self, folder: &Path, problem: String) -> RunError {
        let file = folder.join(INDEX);
        RunError::Damaged { file, problem }
    }

    /// Refuses another number of lines than the plan has; a stopping rule may want fewer.
    pub(crate) fn check_games(&self, folder: &Path, of: u64, stops: bool) -> Result<(), RunError> {
        let done = self.done;
        if done == of || stops && (1..of).contains(&done) {
            return Ok(());
        }
        let problem = format!("it says that {done} are done, and the experiment has {of}");
        Err(self.wrong(folder, problem))
    }

    /// Refuses files that were changed after the run was complete.
    pub(crate) fn check_files(&self, folder: &Path) -> Result<(), RunError> {
        if self.files.is_empty() {
            return Ok(());
        }
        let found = Self::files_of(folder)?;
        match found
            .iter()
            .find(|(name, sum)| self.files.get(*name) != Some(*sum))
        {
            None => Ok(()),
            Some((name, _)) => Err(RunError::Damaged {
                file: folder.join(name),
                problem: "it was changed after the run was complete".to_owned(),
            }),
        }
    }

    /// Says what contradicts itself.
    fn check(&self) -> Result<(), String> {
        if self.lines == 0 {
            return Err("it says that a part has 0 lines".to_owned());
        }
        let wanted = self.done.div_ceil(self.lines);
        if self.parts.len() as u64 != wanted {
            let parts = self.parts.len();
            return Err(format!(
                "it has {parts} parts, and {} lines are {wanted}",
                self.done
            ));
        }
        let rising = self.parts.is_sorted_by(|one, next| one < next);
        if !rising || self.parts.first().is_some_and(|&first| first != 0) {
            return Err("its parts do not follow each other".to_owned());
        }
        match &self.sums {
            Some(sums) if sums.parts.len() != self.parts.len() => {
                Err("it does not have a sum for every part".to_owned())
            }
            Some(sums) if self.parts.last().is_some_and(|&last| last >= sums.bytes) => {
                Err("its last part begins after the end".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// The compressed file of a complete run, read part by part; each is checked before it is believed.
pub(crate) struct PackedFile {
    name: &'static str,
    path: PathBuf,
    file: File,
    length: u64,
    index: Index,
}

impl PackedFile {
    /// Opens the file of a run whose lines have this name.
    pub(crate) fn open(folder: &Path, name: &'static str, index: &Index) -> Result<Self, RunError> {
        let path = packed_file(folder, name);
        let opened = open_regular(&path).and_then(|file| Ok((file.metadata()?.len(), file)));
        let (length, file) = opened.map_err(file_error(&path, "read"))?;
        let packed = Self {
            name,
            path,
            file,
            length,
            index: index.clone(),
        };
        let wanted = packed.index.sums.as_ref().map(|sums| sums.bytes);
        match wanted {
            Some(wanted) if wanted != length => {
                Err(packed.damaged(format!("it has {length} bytes in the place of {wanted}")))
            }
            _ => Ok(packed),
        }
    }

    /// Returns the path, for errors.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn damaged(&self, problem: String) -> RunError {
        RunError::Damaged {
            file: self.path.clone(),
            problem,
        }
    }

    /// Reads a part: exactly the lines that belong there, in order.
    pub(crate) fn part(&mut self, part: usize) -> Result<Vec<SealedLine>, RunError> {
        let start = self.index.parts[part];
        let end = self.index.parts.get(part + 1).copied();
        let end = end.unwrap_or(self.length);
        let Some(size) = end.checked_sub(start).filter(|_| end <= self.length) else {
            return Err(self.damaged(format!("it ends before part {part}")));
        };
        let mut bytes = vec![0; size as usize];
        let read = self.file.seek(SeekFrom::Start(start));
        read.and_then(|_| self.file.read_exact(&mut bytes))
            .map_err(file_error(&self.path, "read"))?;
        if let Some(sums) = &self.index.sums
            && FileSum::of(&bytes) != sums.parts[part]
        {
            return Err(self.damaged(format!("part {part} does not fit its sum")));
        }
        let mut text = Vec::new();
        let read = Decoder::new(&bytes[..])
            .and_then(|decoder| decoder.take(LONGEST).read_to_end(&mut text));
        read.map_err(|error| self.damaged(format!("part {part}: {error}")))?;
        let first = part as u64 * self.index.lines;
        let wanted = self.index.lines.min(self.index.done - first);
        // What the index claims is not allocated.
        let mut lines = Vec::new();
        for (number, line) in (first..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
            let line = SealedLine::read(self.name, number + 1, line);
            let line = line.map_err(|error| RunError::Line {
                file: self.path.clone(),
                line: number + 1,
                problem: error.to_string(),
            })?;
            if line.number != number {
                let (name, found) = (self.name, line.number);
                return Err(self.damaged(format!("{name} {found} is where {name} {number} was")));
            }
            lines.push(line);
        }
        if lines.len() as u64 != wanted {
            let found = lines.len();
            return Err(self.damaged(format!(
                "part {part} has {found} lines in the place of {wanted}"
            )));
        }
        Ok(lines)
    }

    /// Returns all lines in order. After an error there are no more.
    pub(crate) fn lines(mut self) -> impl Iterator<Item = Result<SealedLine, RunError>> + Send {
        let (mut next, mut lines) = (0, Vec::new().into_iter());
        std::iter::from_fn(move || {
            loop {
                if let Some(line) = lines.next() {
                    return Some(Ok(line));
                }
                if next == self.index.parts.len() {
                    return None;
                }
                match self.part(next) {
                    Ok(part) => (next, lines) = (next + 1, part.into_iter()),
                    Err(error) => {
                        next = self.index.parts.len();
                        return Some(Err(error));
                    }
                }
            }
        })
    }
}
