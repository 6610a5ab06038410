//! The lines of a file in the order of their numbers.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::run::error::{RunError, file_error};
use crate::run::files::open_regular;
use crate::run::line::SealedLine;

/// Lines in the order of their numbers. Those that are ahead wait; how many can be is bounded by
/// how far threads may run ahead of each other.
pub(crate) struct Lines {
    name: &'static str,
    path: PathBuf,
    reader: BufReader<File>,
    text: Vec<u8>,
    line: u64,
    next: u64,
    waiting: BTreeMap<u64, SealedLine>,
    ended: bool,
}

impl Lines {
    /// Returns the lines of a file that is being written, or was broken off: a torn end is left
    /// out.
    pub(crate) fn of_file(name: &'static str, path: &Path) -> Result<Self, RunError> {
        let file = open_regular(path).map_err(file_error(path, "read"))?;
        Ok(Self {
            name,
            path: path.to_owned(),
            reader: BufReader::new(file),
            text: Vec::new(),
            line: 0,
            next: 0,
            waiting: BTreeMap::new(),
            ended: false,
        })
    }

    /// Reads one more line; returns `None` at the end.
    fn read(&mut self) -> Result<Option<SealedLine>, RunError> {
        self.text.clear();
        let read = self.reader.read_until(b'\n', &mut self.text);
        read.map_err(file_error(&self.path, "read"))?;
        if self.text.last() != Some(&b'\n') {
            return Ok(None);
        }
        self.line += 1;
        let line = SealedLine::read(self.name, self.line, &self.text);
        line.map(Some).map_err(|error| RunError::Line {
            file: self.path.clone(),
            line: self.line,
            problem: error.to_string(),
        })
    }
}

impl Iterator for Lines {
    type Item = Result<SealedLine, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(line) = self.waiting.remove(&self.next) {
                self.next += 1;
                return Some(Ok(line));
            }
            if self.ended {
                let (number, line) = self.waiting.pop_first()?;
                self.next = number + 1;
                return Some(Ok(line));
            }
            match self.read() {
                Ok(Some(line)) if line.number == self.next => {
                    self.next += 1;
                    return Some(Ok(line));
                }
                Ok(Some(line))
                    if line.number < self.next || self.waiting.contains_key(&line.number) =>
                {
                    self.ended = true;
                    self.waiting.clear();
                    return Some(Err(RunError::Line {
                        file: self.path.clone(),
                        line: line.line,
                        problem: format!("{} {} is there twice", self.name, line.number),
                    }));
                }
                Ok(Some(line)) => {
                    self.waiting.insert(line.number, line);
                }
                Ok(None) => self.ended = true,
                Err(error) => {
                    self.ended = true;
                    self.waiting.clear();
                    return Some(Err(error));
                }
            }
        }
    }
}
