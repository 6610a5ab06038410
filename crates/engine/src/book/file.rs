//! The bytes of a book: a head of 40 bytes (magic, version, number of positions, length, sum of what
//! follows) and then the positions in order, 20 bytes each, little-endian.

use rules::hash::mix;

use super::{Book, Entry, symmetry};
use crate::board::Board;

const MAGIC: &[u8; 8] = b"kaesu-bk";
const VERSION: u64 = 1;
const HEAD: usize = 40;
const EACH: usize = 20;

/// Why bytes are no book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The magic bytes are missing.
    #[error("this is no book: it does not begin with \"kaesu-bk\"")]
    Foreign,
    /// Written by another version.
    #[error("the book has version {0}, and this program reads version 1")]
    Version(u64),
    /// Cut off or too long.
    #[error("the book is {found} bytes long instead of {expected}")]
    Length {
        /// How many bytes there are.
        found: usize,
        /// How many there have to be.
        expected: u64,
    },
    /// Damaged.
    #[error("the book is damaged: its sum does not agree")]
    Sum,
    /// Whole, but not what a book holds.
    #[error(
        "the book is wrong: position {0} is none, stands out of order or has a value that cannot be"
    )]
    Position(usize),
}

impl Book {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if they are not a book of this version, whole and undamaged.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::Foreign);
        }
        let version = word(bytes, 1);
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let expected = (HEAD as u64).saturating_add(word(bytes, 2).saturating_mul(EACH as u64));
        if bytes.len() as u64 != expected || word(bytes, 3) != expected {
            let found = bytes.len();
            return Err(BookError::Length { found, expected });
        }
        let body = &bytes[HEAD..];
        if word(bytes, 4) != sum(body) {
            return Err(BookError::Sum);
        }
        let mut book = Self::default();
        let mut last = None;
        for (at, each) in body.chunks_exact(EACH).enumerate() {
            let board = Board {
                own: word(each, 0),
                other: word(each, 1),
            };
            let entry = Entry {
                value: each[16] as i8,
                error: each[17],
                depth: each[18],
                confidence: each[19],
            };
            let in_order = last.is_none_or(|last| last < (board.own, board.other));
            let right = board.own & board.other == 0
                && symmetry::canonical(board) == board
                && (-64..=64).contains(&entry.value)
                && entry.confidence <= 100;
            if !in_order || !right {
                return Err(BookError::Position(at + 1));
            }
            last = Some((board.own, board.other));
            book.entries.insert((board.own, board.other), entry);
        }
        Ok(book)
    }

    /// Returns the bytes of a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(EACH * self.len());
        for (board, entry) in self.positions() {
            body.extend(board.own.to_le_bytes());
            body.extend(board.other.to_le_bytes());
            body.extend([
                entry.value as u8,
                entry.error,
                entry.depth,
                entry.confidence,
            ]);
        }
        let length = (HEAD + body.len()) as u64;
        let head = [VERSION, self.len() as u64, length, sum(&body)];
        let mut bytes = MAGIC.to_vec();
        bytes.extend(head.iter().flat_map(|word| word.to_le_bytes()));
        bytes.append(&mut body);
        bytes
    }
}

/// The eight bytes at a place, or nothing where they end.
fn word(bytes: &[u8], at: usize) -> u64 {
    let word = bytes.get(8 * at..8 * at + 8).unwrap_or(&[0; 8]);
    u64::from_le_bytes(word.try_into().expect("eight bytes"))
}

fn sum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word))
    })
}
