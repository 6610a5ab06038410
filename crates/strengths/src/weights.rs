//! The learned numbers, as a file keeps them and as an evaluation reads them.
//!
//! A file is a head of 64 bytes (magic, version, game, hash of the features, length, sum of what
//! follows) and then the weights, each as an even number for 0 and above and an odd one below, all
//! low bytes before all high ones: most weights are small, and so the file packs well.

use rules::hash::mix;

use crate::chances::SEATS;

const MAGIC: &[u8; 8] = b"kaesu-st";
const VERSION: u64 = 1;
const HEAD: usize = 64;
const GAME: std::ops::Range<usize> = 16..32;

/// What weights are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The game, as the command line calls it; at most 16 letters.
    pub game: &'static str,
    /// A number that changes with the features.
    pub features: u64,
    /// How many rows of weights there are.
    pub rows: usize,
}

/// Why bytes cannot be read as weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The magic bytes are missing.
    #[error("this is no file of strengths: it does not begin with \"kaesu-st\"")]
    Foreign,
    /// Written by another version.
    #[error("the weights have version {0}, and this program reads version 1")]
    Version(u64),
    /// For another game.
    #[error("the weights are for {found}, not for {expected}")]
    Game {
        /// What the file says.
        found: String,
        /// What was wanted.
        expected: &'static str,
    },
    /// Learned for other features.
    #[error("the weights were learned for other features ({0:016x}) than this program has")]
    Features(u64),
    /// Too short or too long.
    #[error("the weights are {found} bytes long instead of {expected}")]
    Length {
        /// How many bytes there are.
        found: usize,
        /// How many there have to be.
        expected: usize,
    },
    /// The check sum does not fit.
    #[error("the weights are damaged: their sum does not agree")]
    Sum,
}

/// Everything that was learned: for each row the strength that it adds to each seat, in parts of
/// [`UNIT`](crate::chances::UNIT); which seat comes first is the game's own affair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    rows: Vec<[i16; SEATS]>,
}

impl Weights {
    /// Returns weights under which all seats are equal.
    #[must_use]
    pub fn zero(kind: &Kind) -> Self {
        Self {
            rows: vec![[0; SEATS]; kind.rows],
        }
    }

    /// Returns weights of these rows.
    ///
    /// # Panics
    /// Panics if there are not as many as the kind says.
    #[must_use]
    pub fn from_rows(kind: &Kind, rows: Vec<[i16; SEATS]>) -> Self {
        assert_eq!(rows.len(), kind.rows, "a row of weights for every feature");
        Self { rows }
    }

    /// Returns all rows.
    #[must_use]
    pub fn rows(&self) -> &[[i16; SEATS]] {
        &self.rows
    }

    /// Returns the sum of some rows.
    #[inline]
    #[must_use]
    pub fn sum(&self, rows: impl IntoIterator<Item = usize>) -> [i32; SEATS] {
        let mut sums = [0; SEATS];
        for row in rows {
            for (sum, &weight) in sums.iter_mut().zip(&self.rows[row]) {
                *sum += i32::from(weight);
            }
        }
        sums
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if they are not weights of this kind, whole and undamaged.
    pub fn read(kind: &Kind, bytes: &[u8]) -> Result<Self, WeightsError> {
        let word = |at: usize| {
            let word = bytes.get(8 * at..8 * at + 8).unwrap_or(&[0; 8]);
            u64::from_le_bytes(word.try_into().expect("eight bytes"))
        };
        if !bytes.starts_with(MAGIC) {
            return Err(WeightsError::Foreign);
        }
        if word(1) != VERSION {
            return Err(WeightsError::Version(word(1)));
        }
        let game = bytes.get(GAME).unwrap_or_default();
        if game != name(kind.game) {
            let letters = game.iter().take_while(|&&letter| letter != 0);
            return Err(WeightsError::Game {
                found: letters.map(|&letter| char::from(letter)).collect(),
                expected: kind.game,
            });
        }
        if word(4) != kind.features {
            return Err(WeightsError::Features(word(4)));
        }
        let numbers = SEATS * kind.rows;
        let expected = HEAD + 2 * numbers;
        if bytes.len() != expected || word(5) != expected as u64 {
            return Err(WeightsError::Length {
                found: bytes.len(),
                expected,
            });
        }
        let body = &bytes[HEAD..];
        if word(6) != sum(body) {
            return Err(WeightsError::Sum);
        }
        let (low, high) = body.split_at(numbers);
        let rows = low.chunks_exact(SEATS).zip(high.chunks_exact(SEATS));
        let rows = rows.map(|(low, high)| {
            std::array::from_fn(|seat| folded(u16::from_le_bytes([low[seat], high[seat]])))
        });
        Ok(Self {
            rows: rows.collect(),
        })
    }

    /// Returns the bytes of a file.
    #[must_use]
    pub fn write(&self, kind: &Kind) -> Vec<u8> {
        let numbers = || self.rows.iter().flatten().map(|&weight| unfolded(weight));
        let low = numbers().map(|number| number as u8);
        let high = numbers().map(|number| (number >> 8) as u8);
        let body: Vec<u8> = low.chain(high).collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(name(kind.game));
        for word in [kind.features, (HEAD + body.len()) as u64, sum(&body), 0] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(body);
        bytes
    }
}

/// A game's name as a file keeps it.
fn name(game: &str) -> [u8; GAME.end - GAME.start] {
    let mut name = [0; GAME.end - GAME.start];
    name[..game.len()].copy_from_slice(game.as_bytes());
    name
}

/// 0, −1, 1, −2 and so on as 0, 1, 2, 3.
const fn unfolded(weight: i16) -> u16 {
    ((weight << 1) ^ (weight >> 15)) as u16
}

const fn folded(number: u16) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

fn sum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(0, |sum, word| mix(sum ^ word))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind {
        game: "some-game",
        features: 77,
        rows: 3,
    };

    fn some() -> Weights {
        let rows = vec![[1, -2, 300, -400], [0; 4], [i16::MAX, i16::MIN, -1, 0]];
        Weights::from_rows(&KIND, rows)
    }

    #[test]
    fn weights_are_read_as_written() {
        let bytes = some().write(&KIND);
        assert_eq!(Weights::read(&KIND, &bytes), Ok(some()));
        assert_eq!(some().sum([0, 2, 2])[0], 1 + 2 * i32::from(i16::MAX));
    }

    #[test]
    fn what_does_not_fit_is_refused_in_one_sentence() {
        let bytes = some().write(&KIND);
        let refused = |kind: &Kind, bytes: &[u8]| {
            let error = Weights::read(kind, bytes).unwrap_err().to_string();
            assert!(!error.contains('\n') && !error.ends_with('.'));
            error
        };
        let changed = |at: usize| {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            bytes
        };
        assert!(refused(&KIND, &changed(0)).contains("no file of strengths"));
        assert!(refused(&KIND, &[]).contains("no file of strengths"));
        assert!(refused(&KIND, &changed(8)).contains("version 0"));
        let other = Kind { game: "go", ..KIND };
        assert_eq!(
            refused(&other, &bytes),
            "the weights are for some-game, not for go"
        );
        let other = Kind {
            features: 78,
            ..KIND
        };
        assert!(refused(&other, &bytes).contains("other features"));
        assert!(refused(&KIND, &bytes[..bytes.len() - 1]).contains("87 bytes long instead of 88"));
        assert!(refused(&KIND, &changed(70)).contains("damaged"));
        assert!(refused(&KIND, &changed(87)).contains("damaged"));
    }
}
