//! The learned numbers, as a file keeps them and as the search reads them.
//!
//! A file is a head of 64 bytes (magic, version, hash of the features, number of phases, length,
//! sum of what follows) and then, little-endian, the parameters of selective search, a constant for
//! each number of empty squares, and the weights of the cells that are not tied to others, phase by
//! phase.

use rules::hash::mix;

use super::features::{ALL, CELLS, ties};
use super::{Indices, PARTS, Ply, REACH};
use crate::board::Board;
use crate::large_memory;
use crate::selectivity::Parameters;

/// How many plies share their weights.
const PLIES: u32 = 3;

/// Phases of the game, each with weights of its own.
pub const PHASES: usize = 20;

const MAGIC: &[u8; 8] = b"kaesu-ot";
const VERSION: u64 = 2;
const HEAD: usize = 64;

/// Numbers of empty squares, from none to those of the start.
pub const PLY_COUNT: usize = 61;

/// A constant for each number of empty squares, in parts of a disc.
pub type Constants = [i16; PLY_COUNT];

/// Returns the phase of a position with this many empty squares.
#[inline(always)]
#[must_use]
pub const fn phase(empties: u32) -> usize {
    let phase = (60u32.saturating_sub(empties) / PLIES) as usize;
    if phase < PHASES { phase } else { PHASES - 1 }
}

/// Why bytes cannot be read as weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The magic bytes are missing.
    #[error("this is no file of Othello weights: it does not begin with \"kaesu-ot\"")]
    Foreign,
    /// Written by another version.
    #[error("the weights have version {0}, and this program reads version 2")]
    Version(u64),
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

/// Everything that was learned.
#[derive(Clone, Debug)]
pub struct Weights {
    /// All cells of all phases, between zeros as far as a number reaches.
    cells: Box<[i16]>,
    constants: Constants,
    pub(crate) selective: Parameters,
}

impl Weights {
    /// Returns weights under which every position is worth 0.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            cells: large_memory::filled(REACH + PHASES * CELLS + REACH, || 0),
            constants: [0; PLY_COUNT],
            selective: Parameters::default(),
        }
    }

    /// Returns weights from the tied cells of each phase and the constants, in parts of a disc.
    ///
    /// # Panics
    /// Panics if there are not [`PHASES`] times [`CELLS`] values.
    #[must_use]
    pub fn from_cells(values: &[i16], constants: Constants, selective: Parameters) -> Self {
        assert_eq!(values.len(), PHASES * CELLS, "a value for every cell");
        let ties = ties();
        let phases = values.chunks_exact(CELLS);
        let tied = phases.flat_map(|phase| ties.iter().map(|&tie| phase[tie as usize]));
        let mut all = std::iter::repeat_n(0, REACH).chain(tied);
        let cells =
            large_memory::filled(REACH + PHASES * CELLS + REACH, || all.next().unwrap_or(0));
        Self {
            cells,
            constants,
            selective,
        }
    }

    /// Returns the weight of every cell of every phase, and the constants, in parts of a disc.
    #[must_use]
    pub fn cells(&self) -> (&[i16], &Constants) {
        (&self.cells[REACH..][..PHASES * CELLS], &self.constants)
    }

    /// Returns the same weights with other parameters of selective search.
    #[must_use]
    pub fn with_parameters(&self, selective: Parameters) -> Self {
        Self {
            selective,
            ..self.clone()
        }
    }

    /// What positions with so many empty squares, at most those of the start, are evaluated by.
    #[inline(always)]
    pub(crate) fn at(&self, empties: u32) -> Ply<'_> {
        let phase = self.cells[phase(empties) * CELLS..].first_chunk();
        Ply {
            phase: phase.expect("the weights lie between zeros"),
            constant: i32::from(self.constants[empties as usize % PLY_COUNT]),
        }
    }

    /// Returns the value of a position to the side to move, in parts of a disc.
    #[must_use]
    pub fn evaluate(&self, board: Board) -> i32 {
        let ply = self.at(board.empty_count());
        let indices = Indices::of(board);
        rules::with_kernel!(kernel => super::evaluate(kernel, ply, &indices))
    }

    /// Returns the value in discs.
    #[must_use]
    pub fn evaluate_discs(&self, board: Board) -> f64 {
        f64::from(self.evaluate(board)) / f64::from(PARTS)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if they are not weights for the features of this program, whole and
    /// undamaged.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let words = |bytes: &[u8], at: usize| {
            let word = bytes.get(8 * at..8 * at + 8).unwrap_or(&[0; 8]);
            u64::from_le_bytes(word.try_into().expect("eight bytes"))
        };
        if !bytes.starts_with(MAGIC) {
            return Err(WeightsError::Foreign);
        }
        if words(bytes, 1) != VERSION {
            return Err(WeightsError::Version(words(bytes, 1)));
        }
        if words(bytes, 2) != features_hash() {
            return Err(WeightsError::Features(words(bytes, 2)));
        }
        let ties = ties();
        let own = own_cells(&ties);
        let expected = HEAD + Parameters::BYTES + 2 * PLY_COUNT + 2 * PHASES * own.len();
        if bytes.len() != expected || words(bytes, 4) != expected as u64 {
            return Err(WeightsError::Length {
                found: bytes.len(),
                expected,
            });
        }
        if words(bytes, 5) != sum(&bytes[HEAD..]) {
            return Err(WeightsError::Sum);
        }
        let (selective, numbers) = bytes[HEAD..].split_at(Parameters::BYTES);
        let number = |two: &[u8]| i16::from_le_bytes([two[0], two[1]]);
        let (plies, numbers) = numbers.split_at(2 * PLY_COUNT);
        let constants = std::array::from_fn(|at| number(&plies[2 * at..]));
        let mut values = vec![0; PHASES * CELLS];
        for (at, two) in numbers.chunks_exact(2).enumerate() {
            let (phase, cell) = (at / own.len(), own[at % own.len()]);
            values[phase * CELLS + cell] = number(two);
        }
        Ok(Self::from_cells(
            &values,
            constants,
            Parameters::read(selective),
        ))
    }

    /// Returns the bytes of a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let own = own_cells(&ties());
        let mut body = self.selective.write();
        body.extend(self.constants.iter().flat_map(|c| c.to_le_bytes()));
        for phase in self.cells().0.chunks_exact(CELLS) {
            body.extend(own.iter().flat_map(|&cell| phase[cell].to_le_bytes()));
        }
        let length = (HEAD + body.len()) as u64;
        let head = [
            VERSION,
            features_hash(),
            PHASES as u64,
            length,
            sum(&body),
            0,
            0,
        ];
        let mut bytes = MAGIC.to_vec();
        bytes.extend(head.iter().flat_map(|word| word.to_le_bytes()));
        bytes.append(&mut body);
        bytes
    }
}

/// Returns the cells that are not tied to another.
fn own_cells(ties: &[u32]) -> Vec<usize> {
    (0..CELLS)
        .filter(|&cell| ties[cell] as usize == cell)
        .collect()
}

/// Returns a hash of which squares the features read, and of the phases.
#[must_use]
pub fn features_hash() -> u64 {
    let start = mix(PHASES as u64) ^ u64::from(PLIES);
    ALL.iter()
        .flat_map(|feature| feature.squares().iter().chain(&[64]))
        .fold(start, |hash, &square| mix(hash ^ u64::from(square)))
}

fn sum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::random_games;

    fn some_weights() -> Weights {
        let values: Vec<i16> = (0..PHASES * CELLS)
            .map(|cell| (mix(cell as u64) % 61) as i16 - 30)
            .collect();
        let constants = std::array::from_fn(|empties| empties as i16 - 30);
        Weights::from_cells(&values, constants, Parameters::default())
    }

    #[test]
    fn what_is_written_is_read() {
        let weights = some_weights();
        let bytes = weights.write();
        let again = Weights::read(&bytes).expect("its own bytes");
        assert_eq!(again.cells, weights.cells);
        assert_eq!(again.constants, weights.constants);
        assert_eq!(again.write(), bytes);
    }

    #[test]
    fn wrong_bytes_are_refused() {
        let bytes = some_weights().write();
        let with = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] ^= byte;
            Weights::read(&bytes).map(|_| ())
        };
        assert_eq!(with(0, 1), Err(WeightsError::Foreign));
        assert_eq!(with(8, 3), Err(WeightsError::Version(1)));
        assert!(matches!(with(16, 1), Err(WeightsError::Features(_))));
        assert_eq!(with(bytes.len() - 1, 1), Err(WeightsError::Sum));
        assert_eq!(with(HEAD, 1), Err(WeightsError::Sum));
        let short = Weights::read(&bytes[..bytes.len() - 1]);
        assert!(matches!(short, Err(WeightsError::Length { .. })));
        assert!(matches!(
            Weights::read(b"kaesu-ot"),
            Err(WeightsError::Version(0))
        ));
        assert!(matches!(Weights::read(b""), Err(WeightsError::Foreign)));
    }

    #[test]
    fn a_position_is_worth_the_same_however_it_is_turned() {
        use rules::reversi::{Othello, Setup};
        use rules::{Seat, Symmetric, Symmetry};
        let weights = some_weights();
        for board in random_games(11, 30) {
            let value = weights.evaluate(board);
            let setup = Setup {
                black: board.own,
                white: board.other,
                turn: Seat::new(0),
            };
            let position: Othello = setup.position().expect("discs that do not overlap");
            for symmetry in Symmetry::ALL {
                let turned = Board::from(&position.turned(symmetry));
                assert_eq!(weights.evaluate(turned), value);
            }
        }
    }
}
