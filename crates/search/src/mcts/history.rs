//! Progressive history (Nijssen and Winands 2011): how well each move did for each seat, wherever
//! it was played in this search.

use rules::{Game, PerSeat, Seat};

/// Sums by seat and [`Game::move_index`].
pub(super) struct History {
    moves: usize,
    sums: Vec<(f64, u32)>,
    /// Who played what in the current playout.
    played: Vec<(Seat, usize)>,
}

impl History {
    pub(super) fn new<G: Game>(seats: usize) -> Self {
        Self {
            moves: G::MOVE_INDICES,
            sums: vec![(0.0, 0); seats * G::MOVE_INDICES],
            played: Vec::new(),
        }
    }

    /// Begins a playout.
    pub(super) fn begin(&mut self) {
        self.played.clear();
    }

    /// Records that a move was played.
    #[inline]
    pub(super) fn play<G: Game>(&mut self, seat: Seat, m: G::Move) {
        self.played.push((seat, G::move_index(m)));
    }

    /// Ends a playout with these utilities.
    pub(super) fn end(&mut self, utilities: &PerSeat<f64>) {
        for &(seat, index) in &self.played {
            let (sum, count) = &mut self.sums[seat.index() * self.moves + index];
            *sum += utilities[seat];
            *count += 1;
        }
    }

    /// Returns the mean utility of playing this move; one half where it is unknown.
    #[inline]
    pub(super) fn mean<G: Game>(&self, seat: Seat, m: G::Move) -> f64 {
        match self.sums[seat.index() * self.moves + G::move_index(m)] {
            (_, 0) => 0.5,
            (sum, count) => sum / f64::from(count),
        }
    }
}
