//! Labelled positions in files. A block is whole or absent, whenever the program ends, and says what it is of: one
//! that was cut, changed, swapped or comes from another run is never learned from.
//!
//! A file is a line of JSON with its [`Origin`], the samples, and the SHA-256 of both. Those of earlier versions are the
//! samples alone.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::files::{put_aside, write_whole};
use crate::head::Head;
use crate::subject::Subject;

/// A position and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<P, L> {
    /// The position.
    pub position: P,
    /// Its value.
    pub label: L,
}

/// A sample of a game.
pub type SampleOf<S> = Sample<<S as Subject>::Position, <<S as Subject>::Head as Head>::Label>;

/// Samples as files keep them.
pub(crate) fn bytes_of<S: Subject>(subject: &S, samples: &[SampleOf<S>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(samples.len() * (S::BYTES + S::Head::BYTES));
    for sample in samples {
        subject.write(sample.position, &mut bytes);
        S::Head::write(sample.label, &mut bytes);
    }
    bytes
}

const FORMAT: &str = "kaesu-samples";
const VERSION: u32 = 1;

/// What every file with a head begins with.
const BEGIN: &[u8] = b"{\"format\":\"kaesu-samples\"";

/// What a block follows from: two with the same origin hold the same samples.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The game.
    pub game: String,
    /// The seed of the run.
    pub seed: u64,
    /// The generation.
    pub generation: u32,
    /// The number of the block.
    pub block: u32,
    /// How many games it has.
    pub games: u32,
    /// The SHA-256 of the weights it was played with.
    pub weights: String,
    /// The version of the program that played it.
    pub program: String,
    /// What the fixed games of that program come to.
    pub probe: String,
}

impl Origin {
    /// Returns that of another block of the same generation.
    #[must_use]
    pub fn of_block(&self, block: u32) -> Self {
        Self {
            block,
            ..self.clone()
        }
    }

    /// Says how another block differs from this one; `None` if they hold the same.
    fn differs_from(&self, theirs: &Self) -> Option<String> {
        let parts = |origin: &Self| {
            [
                format!("the game {}", origin.game),
                format!("seed {}", origin.seed),
                format!("generation {}", origin.generation),
                format!("block {}", origin.block),
                format!("{} games", origin.games),
                format!("the weights {:.12}", origin.weights),
                format!("version {} of the program", origin.program),
                format!("a program whose fixed games come to {:.12}", origin.probe),
            ]
        };
        let (ours, theirs) = (parts(self), parts(theirs));
        let differing = theirs.into_iter().zip(ours).find(|(a, b)| a != b);
        differing.map(|(theirs, ours)| format!("is of {theirs}, not {ours}"))
    }
}

/// The first line of a file.
#[derive(Serialize, Deserialize)]
struct FileHead {
    format: String,
    version: u32,
    #[serde(flatten)]
    origin: Origin,
    samples: u64,
}

/// Why a block is not there.
#[derive(Debug)]
pub enum Unread {
    /// There is none.
    Absent,
    /// It is not as it was written, in words that follow its name.
    Damaged(String),
    /// It is whole, and not of what was asked for, in words that follow its name.
    Foreign(String),
    /// The system refused.
    System(io::Error),
}

/// A folder of blocks of samples.
#[derive(Clone, Debug)]
pub struct Blocks {
    folder: PathBuf,
}

impl Blocks {
    /// Opens the blocks in a folder, creating it if it does not exist.
    ///
    /// # Errors
    /// Returns an error if it cannot be created.
    pub fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
        })
    }

    /// Returns the file of a block.
    #[must_use]
    pub fn path(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{number:06}.samples"))
    }

    /// Returns the numbers of all blocks, in order.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read.
    pub fn numbers(&self) -> io::Result<Vec<u32>> {
        let mut numbers = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let name = entry?.file_name();
            let number: Option<u32> = name
                .to_str()
                .and_then(|name| name.strip_suffix(".samples"))
                .and_then(|number| number.parse().ok());
            numbers.extend(number);
        }
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// Writes the block that an origin names.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn write<S: Subject>(
        &self,
        subject: &S,
        origin: &Origin,
        samples: &[SampleOf<S>],
    ) -> io::Result<()> {
        let head = FileHead {
            format: FORMAT.to_owned(),
            version: VERSION,
            origin: origin.clone(),
            samples: samples.len() as u64,
        };
        let mut bytes = serde_json::to_vec(&head).expect("texts and numbers can be JSON");
        bytes.push(b'\n');
        bytes.extend(bytes_of(subject, samples));
        let sum = Sha256::digest(&bytes);
        bytes.extend(sum);
        write_whole(&self.path(origin.block), &bytes)
    }

    /// Returns the samples of the block that an origin names. One of an earlier version, without a head, is believed
    /// if `headless`.
    ///
    /// # Errors
    /// If it is not there as it was written, or is of something else.
    pub fn read<S: Subject>(
        &self,
        subject: &S,
        origin: &Origin,
        headless: bool,
    ) -> Result<Vec<SampleOf<S>>, Unread> {
        let (theirs, samples) = self.read_any(subject, origin.block)?;
        match theirs {
            None if headless => Ok(samples),
            None => Err(Unread::Damaged("does not begin with a head".to_owned())),
            Some(theirs) => match origin.differs_from(&theirs) {
                None => Ok(samples),
                Some(difference) => Err(Unread::Foreign(difference)),
            },
        }
    }

    /// Returns the samples of a block, whatever it is of, and what that is; those of earlier versions do not say.
    ///
    /// # Errors
    /// If it is not there as it was written, or is of another game.
    pub fn read_any<S: Subject>(
        &self,
        subject: &S,
        number: u32,
    ) -> Result<(Option<Origin>, Vec<SampleOf<S>>), Unread> {
        let path = self.path(number);
        let damaged = |problem: &str| Unread::Damaged(problem.to_owned());
        // A pipe could be waited for without end.
        match fs::metadata(&path) {
            Ok(file) if !file.is_file() => return Err(damaged("is no regular file")),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // A link to nowhere is in the way of what is written.
                let link = fs::symlink_metadata(&path).is_ok();
                return Err(if link {
                    damaged("is a link to nowhere")
                } else {
                    Unread::Absent
                });
            }
            Err(error) => return Err(Unread::System(error)),
        }
        let bytes = fs::read(&path).map_err(Unread::System)?;
        if bytes.is_empty() {
            return Err(damaged("is empty"));
        }
        if !bytes.starts_with(BEGIN) {
            return Ok((None, samples_of(subject, &bytes)?));
        }
        let cut = || damaged("is cut off, or was changed");
        let (content, sum) = bytes.split_last_chunk::<32>().ok_or_else(cut)?;
        if Sha256::digest(content)[..] != sum[..] {
            return Err(cut());
        }
        let end = content.iter().position(|&byte| byte == b'\n');
        let (head, rest) = content.split_at(end.ok_or_else(cut)?);
        let foreign = |problem: String| Unread::Foreign(format!("cannot be read: {problem}"));
        let head: FileHead =
            serde_json::from_slice(head).map_err(|error| foreign(error.to_string()))?;
        if (&*head.format, head.version) != (FORMAT, VERSION) {
            return Err(foreign(format!(
                "it is \"{}\" version {}, and this program knows \"{FORMAT}\" version {VERSION}",
                head.format, head.version
            )));
        }
        if head.origin.game != S::NAME {
            let (theirs, ours) = (head.origin.game, S::NAME);
            return Err(Unread::Foreign(format!(
                "is of the game {theirs}, not {ours}"
            )));
        }
        let samples = samples_of(subject, &rest[1..])?;
        if samples.len() as u64 != head.samples {
            return Err(cut());
        }
        Ok((Some(head.origin), samples))
    }

    /// Renames a block that is not whole, so that nothing is lost that somebody may want to look at.
    ///
    /// # Errors
    /// Returns an error if the system refuses.
    pub fn put_aside(&self, number: u32) -> io::Result<()> {
        put_aside(&self.path(number))
    }
}

fn samples_of<S: Subject>(subject: &S, bytes: &[u8]) -> Result<Vec<SampleOf<S>>, Unread> {
    let size = S::BYTES + S::Head::BYTES;
    if !bytes.len().is_multiple_of(size) {
        return Err(Unread::Damaged("is cut off".to_owned()));
    }
    let samples = bytes.chunks_exact(size).map(|bytes| {
        let (position, label) = bytes.split_at(S::BYTES);
        Sample {
            position: subject.read(position),
            label: S::Head::read(label),
        }
    });
    Ok(samples.collect())
}
