//! What a game provides to be learned.

/// A game with features: what is evaluated and learned is a sum of weights, one for each feature.
pub trait Subject {
    /// Positions as files keep them.
    type Position: Copy;

    /// Bytes of a position.
    const BYTES: usize;
    /// Different weights of one phase; those that symmetry ties together count once or more, but
    /// [`Subject::cells`] names only one of them.
    const CELLS: usize;
    /// Phases, each with its own weights.
    const PHASES: usize;

    /// Writes a position.
    fn write(&self, position: Self::Position, bytes: &mut Vec<u8>);
    /// Reads what was written.
    fn read(&self, bytes: &[u8]) -> Self::Position;
    /// The phase of a position.
    fn phase(&self, position: Self::Position) -> usize;
    /// The weights that make up the value of a position: a cell may come more than once.
    fn cells(&self, position: Self::Position, cells: &mut Vec<u32>);
}
