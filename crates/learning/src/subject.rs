//! What a game provides so that its weights can be learned.

/// A game with features: the value of a position is a sum of weights, one for each feature, and
/// these are learned.
pub trait Subject {
    /// A position as files store it.
    type Position: Copy;

    /// The size of a stored position in bytes.
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
    /// Appends the weights that make up the value of a position; a cell may occur more than once.
    fn cells(&self, position: Self::Position, cells: &mut Vec<u32>);
}
