//! Moves that have refuted something in this search, by seat: they are tried first elsewhere. No
//! value depends on it, only how soon it is found.

use rules::{Game, Seat};

/// Sums by seat and [`Game::move_index`], larger where it counted for more plies.
pub(super) struct Experience {
    moves: usize,
    sums: Vec<u32>,
}

impl Experience {
    pub(super) fn new<G: Game>() -> Self {
        Self {
            moves: G::MOVE_INDICES,
            sums: vec![0; rules::MAX_SEATS * G::MOVE_INDICES],
        }
    }

    pub(super) fn forget(&mut self) {
        self.sums.fill(0);
    }

    /// Begins an iteration: what was learnt so far counts less than what follows.
    pub(super) fn age(&mut self) {
        for sum in &mut self.sums {
            *sum /= 8;
        }
    }

    #[inline]
    pub(super) fn of<G: Game>(&self, seat: Seat, m: G::Move) -> u32 {
        self.sums[seat.index() * self.moves + G::move_index(m)]
    }

    /// Records a move that made searching the others unnecessary.
    #[inline]
    pub(super) fn refuted<G: Game>(&mut self, seat: Seat, m: G::Move, height: u32) {
        let sum = &mut self.sums[seat.index() * self.moves + G::move_index(m)];
        *sum = sum.saturating_add(height.min(64).pow(2));
    }
}
