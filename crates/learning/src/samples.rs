//! Labelled positions in files. A block is either complete or absent: it is written under another
//! name first.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::subject::Subject;

/// A position and what it is worth to the side to move, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<P> {
    /// The position.
    pub position: P,
    /// Its value.
    pub label: i8,
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

    fn path(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{number:06}.samples"))
    }

    /// Reports whether a block exists.
    #[must_use]
    pub fn has(&self, number: u32) -> bool {
        self.path(number).exists()
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

    /// Writes a block.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn write<S: Subject>(
        &self,
        subject: &S,
        number: u32,
        samples: &[Sample<S::Position>],
    ) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(samples.len() * (S::BYTES + 1));
        for sample in samples {
            subject.write(sample.position, &mut bytes);
            bytes.push(sample.label as u8);
        }
        let unfinished = self.folder.join(format!("{number:06}.unfinished"));
        fs::write(&unfinished, bytes)?;
        fs::rename(unfinished, self.path(number))
    }

    /// Returns the samples of a block.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or is not a whole number of samples.
    pub fn read<S: Subject>(
        &self,
        subject: &S,
        number: u32,
    ) -> io::Result<Vec<Sample<S::Position>>> {
        let path = self.path(number);
        let bytes = fs::read(&path)?;
        if bytes.len() % (S::BYTES + 1) != 0 {
            let text = format!("{} is cut off: delete it", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let samples = bytes.chunks_exact(S::BYTES + 1).map(|bytes| Sample {
            position: subject.read(&bytes[..S::BYTES]),
            label: bytes[S::BYTES] as i8,
        });
        Ok(samples.collect())
    }
}
