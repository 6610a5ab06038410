//! What a game provides so that its weights can be learned.

use crate::head::Head;
use crate::parts::Parts;
use crate::samples::SampleOf;

/// A game with features: what is learned is a sum of weights, one row of them for each feature.
///
/// Symmetries are the game's own affair: positions that are images of each other name the same
/// cells.
pub trait Subject: Sync {
    /// Positions as files keep them.
    type Position: Copy + Send + Sync;
    /// What the sums mean.
    type Head: Head;

    /// The game, as the command line calls it.
    const NAME: &'static str;
    /// Bytes of a position.
    const BYTES: usize;
    /// The number of weights of one phase. Of weights that symmetry ties together,
    /// [`Subject::cells`] names only one.
    const CELLS: usize;
    /// The number of phases, each with its own weights.
    const PHASES: usize;

    /// Writes a position.
    fn write(&self, position: Self::Position, bytes: &mut Vec<u8>);
    /// Reads a position that [`Subject::write`] wrote.
    fn read(&self, bytes: &[u8]) -> Self::Position;
    /// Returns the phase of a position.
    fn phase(&self, position: Self::Position) -> usize;
    /// A phase in words.
    fn phase_name(&self, phase: usize) -> String;
    /// The cells that make up the value of a position: one may come more than once. Where each seat
    /// has features of its own, [`seated`] says whose cell it is.
    fn cells(&self, position: Self::Position, cells: &mut Vec<u32>);

    /// What cells have in common; nothing if it is not said.
    fn parts(&self) -> Parts {
        Parts::default()
    }

    /// Samples in groups by phase.
    fn by_phase(
        &self,
        samples: impl IntoIterator<Item = SampleOf<Self>>,
    ) -> Vec<Vec<SampleOf<Self>>>
    where
        Self: Sized,
    {
        let mut groups: Vec<Vec<SampleOf<Self>>> = (0..Self::PHASES).map(|_| Vec::new()).collect();
        for sample in samples {
            groups[self.phase(sample.position)].push(sample);
        }
        groups
    }
}

/// Bits of a cell's number; the two above them are a seat.
const SEAT: u32 = 30;

/// Returns the number of a cell that belongs to a seat: what it adds to the first sum it adds to
/// that seat's, and so on round the table.
#[must_use]
pub const fn seated(seat: usize, cell: u32) -> u32 {
    cell | (seat as u32) << SEAT
}

/// Returns the cell, and the seat whose it is; 0 if nothing was said.
#[inline]
#[must_use]
pub const fn seat_of(cell: u32) -> (usize, usize) {
    ((cell & ((1 << SEAT) - 1)) as usize, (cell >> SEAT) as usize)
}
