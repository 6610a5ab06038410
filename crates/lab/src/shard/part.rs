//! The part of a shard: a head, its lines in order, and a foot with their number and sum, compressed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use zstd::stream::read::Decoder;
use zstd::stream::write::Encoder;

use crate::jobs::JobRange;
use crate::run::{
    EngineNote, FileSum, Judge, Machine, RunLine, SealedLine, open_regular, put_in_place,
};
use crate::shard::Shard;
use crate::shard::division::Division;
use crate::shard::error::{ShardError, file_error};
use crate::shard::own_file::{host, own_path};

/// How hard parts are compressed: they are read once, so little has to be enough.
const LEVEL: i32 = 3;

/// The longest line of a part that is believed.
const LONGEST: u64 = 1 << 26;

/// What is wrong with most files that are not whole.
const CUT: &str = "it is cut off, or was changed";

/// The first line of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    #[serde(flatten)]
    pub(super) division: Division,
    pub(super) shard: u64,
    /// The first job, and the one after the last.
    pub(super) jobs: (u64, u64),
    pub(super) host: String,
    pub(super) machine: Machine,
    pub(super) engines: Vec<EngineNote>,
}

impl Head {
    /// Returns the head of a shard on this machine.
    pub(super) fn new(
        division: &Division,
        shard: u64,
        jobs: JobRange,
        engines: Vec<EngineNote>,
    ) -> Self {
        Self {
            division: division.clone(),
            shard,
            jobs: (jobs.start(), jobs.end()),
            host: host(),
            machine: Machine::this(),
            engines,
        }
    }

    /// Reports whether times of both mean the same.
    pub(super) fn times_compare_with(&self, other: &Self) -> bool {
        self.machine.processor == other.machine.processor
    }

    /// Returns it as a line.
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be JSON") + "\n"
    }
}

/// The last line of a part.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Foot {
    lines: u64,
    /// Of all lines before.
    sum: String,
}

/// Returns the name of a part.
pub(super) fn part_file(folder: &Path, shard: Shard) -> PathBuf {
    let (number, count) = (shard.number(), shard.count());
    folder.join(format!("part-{number}-of-{count}.jsonl.zst"))
}

/// Reports whether the part of a shard is there, whole or not.
pub(crate) fn is_made(folder: &Path, shard: Shard) -> bool {
    part_file(folder, shard).exists()
}

/// Returns which shard a file is the part of, by its name.
pub(super) fn shard_of(name: &str) -> Option<Shard> {
    let numbers = name.strip_prefix("part-")?.strip_suffix(".jsonl.zst")?;
    let (number, count) = numbers.split_once("-of-")?;
    let shard = Shard::new(number.parse().ok()?, count.parse().ok()?)?;
    // As it is written, not as 03 or +3.
    (part_file(Path::new(""), shard) == Path::new(name)).then_some(shard)
}

/// A part that is being written, under another name.
pub(super) struct PartWriter {
    path: PathBuf,
    own: PathBuf,
    encoder: Option<Encoder<'static, BufWriter<File>>>,
    sum: FileSum,
    lines: u64,
}

impl PartWriter {
    pub(super) fn create(path: &Path, head: &Head) -> Result<Self, ShardError> {
        let own = own_path(path);
        let encoder = File::create(&own)
            .and_then(|file| Encoder::new(BufWriter::with_capacity(1 << 16, file), LEVEL));
        let encoder = encoder.map_err(file_error(path, "written"))?;
        let mut part = Self {
            path: path.to_owned(),
            own,
            encoder: Some(encoder),
            sum: FileSum::default(),
            lines: 0,
        };
        part.write(&head.line())
            .map_err(file_error(path, "written"))?;
        Ok(part)
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        self.sum.add(line.as_bytes());
        let encoder = self.encoder.as_mut().expect("it was not ended");
        encoder.write_all(line.as_bytes())
    }

    /// Adds the next line, with its end.
    pub(super) fn add(&mut self, line: &str) -> Result<(), ShardError> {
        self.lines += 1;
        self.write(line).map_err(file_error(&self.path, "written"))
    }

    /// Ends the part and gives it its name. Returns how many lines it has.
    pub(super) fn end(mut self) -> Result<u64, ShardError> {
        let foot = Foot {
            lines: self.lines,
            sum: std::mem::take(&mut self.sum).end(),
        };
        let mut foot = serde_json::to_string(&foot).expect("texts and numbers can be JSON");
        foot.push('\n');
        let encoder = self.encoder.take().expect("it was not ended");
        let ended = || {
            let mut encoder = encoder;
            encoder.write_all(foot.as_bytes())?;
            let file = encoder.finish()?.into_inner().map_err(io::Error::from)?;
            file.sync_all()?;
            put_in_place(&self.own, &self.path)
        };
        ended().map_err(file_error(&self.path, "written"))?;
        Ok(self.lines)
    }
}

impl Drop for PartWriter {
    fn drop(&mut self) {
        // It has its own name by now, or is not wanted.
        let _ = std::fs::remove_file(&self.own);
    }
}

/// A part that is read; it is whole if no line is an error.
pub(super) struct PartReader {
    path: PathBuf,
    name: &'static str,
    reader: BufReader<Decoder<'static, BufReader<File>>>,
    text: Vec<u8>,
    pub(super) head: Head,
    sum: FileSum,
    next: u64,
    ended: bool,
}

impl PartReader {
    /// Opens the part of a shard, whose lines have this name.
    pub(super) fn open(
        path: &Path,
        shard: Shard,
        name: &'static str,
        division: &Division,
        jobs: JobRange,
    ) -> Result<Self, ShardError> {
        let damaged = |problem: &str| ShardError::Damaged {
            file: path.to_owned(),
            shard: shard.number(),
            problem: problem.to_owned(),
        };
        let file = match open_regular(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                return Err(damaged(&error.to_string()));
            }
            Err(error) => return Err(file_error(path, "read")(error)),
        };
        if file.metadata().is_ok_and(|file| file.len() == 0) {
            return Err(damaged("it is empty"));
        }
        let cut = |_| damaged(CUT);
        let mut reader = BufReader::new(Decoder::new(file).map_err(cut)?);
        let mut text = Vec::new();
        read_line(&mut reader, &mut text).map_err(cut)?;
        let head: Head = serde_json::from_slice(&text)
            .map_err(|_| damaged("it does not begin with the head of a part"))?;
        let foreign = |problem: String| ShardError::Foreign {
            file: path.to_owned(),
            problem,
        };
        if let Some(difference) = division.differs_from(&head.division) {
            return Err(foreign(format!("is a part of shards {difference}")));
        }
        if (head.shard, head.jobs) != (shard.number(), (jobs.start(), jobs.end())) {
            return Err(foreign(format!("is the part of shard {}", head.shard)));
        }
        let mut sum = FileSum::default();
        sum.add(&text);
        Ok(Self {
            path: path.to_owned(),
            name,
            reader,
            text,
            next: head.jobs.0,
            head,
            sum,
            ended: false,
        })
    }

    fn damaged(&self, problem: String) -> ShardError {
        ShardError::Damaged {
            file: self.path.clone(),
            shard: self.head.shard,
            problem,
        }
    }

    /// Reads the next line; returns `None` at the end of a part that is whole.
    fn read(&mut self) -> Result<Option<SealedLine>, ShardError> {
        let read = read_line(&mut self.reader, &mut self.text);
        read.map_err(|_| self.damaged(CUT.to_owned()))?;
        if self.next < self.head.jobs.1 {
            self.sum.add(&self.text);
            let at = self.next - self.head.jobs.0 + 2;
            let line = SealedLine::read(self.name, at, &self.text);
            let line = line.map_err(|error| self.damaged(format!("line {at}: {error}")))?;
            if line.number != self.next {
                let (name, found, wanted) = (self.name, line.number, self.next);
                return Err(self.damaged(format!("{name} {found} is where {name} {wanted} was")));
            }
            self.next += 1;
            return Ok(Some(line));
        }
        let foot: Result<Foot, _> = serde_json::from_slice(&self.text);
        let sum = std::mem::take(&mut self.sum).end();
        let whole = foot
            .is_ok_and(|foot| foot.lines == self.head.jobs.1 - self.head.jobs.0 && foot.sum == sum);
        let rest = self.reader.fill_buf().map(<[u8]>::len);
        match (whole, rest) {
            (true, Ok(0)) => Ok(None),
            (true, _) => Err(self.damaged("something follows its end".to_owned())),
            (false, _) => Err(self.damaged("it does not fit its sum".to_owned())),
        }
    }

    /// Reads all lines and forgets them, to find out whether the part is whole and all of it can be.
    pub(super) fn check<T: RunLine>(
        mut self,
        judge: &Judge,
        stop: &AtomicBool,
    ) -> Result<Head, ShardError> {
        while let Some(line) = self.read()? {
            if stop.load(Ordering::Relaxed) {
                return Err(ShardError::Interrupted);
            }
            if let Err(error) = line.judged::<T>(judge) {
                return Err(self.damaged(format!("line {}: {error}", line.line)));
            }
        }
        Ok(self.head)
    }
}

impl Iterator for PartReader {
    type Item = Result<SealedLine, ShardError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let line = self.read();
        self.ended = !matches!(line, Ok(Some(_)));
        line.transpose()
    }
}

/// Reads a line with its end, which has to be there.
pub(super) fn read_line(reader: &mut impl BufRead, text: &mut Vec<u8>) -> io::Result<()> {
    text.clear();
    io::Read::take(reader, LONGEST).read_until(b'\n', text)?;
    match text.last() {
        Some(b'\n') => Ok(()),
        _ => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}
