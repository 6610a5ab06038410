//! Labelled positions in files. A block is whole or absent, whenever the program ends.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::write_whole;
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
        samples: &[SampleOf<S>],
    ) -> io::Result<()> {
        write_whole(&self.path(number), &bytes_of(subject, samples))
    }

    /// Returns the samples of a block.
    ///
    /// # Errors
    /// If it cannot be read, or is not a whole number of samples.
    pub fn read<S: Subject>(&self, subject: &S, number: u32) -> io::Result<Vec<SampleOf<S>>> {
        let path = self.path(number);
        let bytes = fs::read(&path)?;
        let size = S::BYTES + S::Head::BYTES;
        if bytes.len() % size != 0 {
            let text = format!("{} is cut off: delete it", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
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
}
