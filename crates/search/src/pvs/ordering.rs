//! In which order moves are searched: no value depends on it, only how soon it is found.
//!
//! First comes what the score finds most promising; among equals the killers, which refuted
//! something at the same ply; then the others by history, how often and how high above the leaves
//! they have refuted anything (Schaeffer 1983); then as the game has them.

use rules::{Game, Seat};

/// The killers come before any history.
const KILLERS: [u32; 2] = [u32::MAX, u32::MAX - 1];

/// A move waiting to be searched.
#[derive(Clone, Copy, Debug)]
struct Waiting<M> {
    m: M,
    /// Its place among the legal moves.
    index: u16,
    /// The promise above, experience below; larger first.
    order: i64,
}

/// What has proved good, and the moves that wait at all plies of the path.
#[derive(Debug)]
pub(super) struct Ordering<G: Game> {
    /// By ply, the newer first.
    killers: Vec<[Option<G::Move>; 2]>,
    /// By seat and index of the move.
    history: [Vec<u32>; 2],
    /// A stack: the moves of the deepest ply are the last.
    waiting: Vec<Waiting<G::Move>>,
}

impl<G: Game> Ordering<G> {
    pub(super) fn new() -> Self {
        Self {
            killers: Vec::new(),
            history: [vec![0; G::MOVE_INDICES], vec![0; G::MOVE_INDICES]],
            waiting: Vec::new(),
        }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(|history| history.fill(0));
        self.waiting.clear();
    }

    /// Begins an iteration: what was learnt so far counts less than what follows.
    pub(super) fn age(&mut self) {
        for experience in self.history.iter_mut().flatten() {
            *experience /= 8;
        }
    }

    /// Returns how many moves wait, here and above.
    #[inline]
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Queues a move.
    #[inline]
    pub(super) fn wait(&mut self, ply: u32, seat: Seat, m: G::Move, index: u16, promise: i32) {
        let killer = self
            .killers
            .get(ply as usize)
            .and_then(|killers| killers.iter().position(|&killer| killer == Some(m)));
        let experience = match killer {
            Some(place) => KILLERS[place],
            None => self.history[seat.index()][G::move_index(m)],
        };
        let order = (i64::from(promise) << 32) | i64::from(experience);
        self.waiting.push(Waiting { m, index, order });
    }

    /// Takes the best of the moves above the first `start`, and its place among the legal moves.
    /// Most positions are settled after one or two, so that sorting them all would not pay.
    #[inline]
    pub(super) fn next(&mut self, start: usize) -> Option<(G::Move, u16)> {
        let rank = |waiting: &Waiting<G::Move>| (waiting.order, std::cmp::Reverse(waiting.index));
        let (mut best, first) = (start, self.waiting.get(start)?);
        let mut highest = rank(first);
        for (place, waiting) in self.waiting.iter().enumerate().skip(start + 1) {
            if rank(waiting) > highest {
                (best, highest) = (place, rank(waiting));
            }
        }
        let next = self.waiting.swap_remove(best);
        Some((next.m, next.index))
    }

    /// Drops all waiting moves but the first `start`.
    #[inline]
    pub(super) fn drop_to(&mut self, start: usize) {
        self.waiting.truncate(start);
    }

    /// Records a move that made searching the others unnecessary.
    #[inline]
    pub(super) fn refuted(&mut self, ply: u32, seat: Seat, m: G::Move, height: u32) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        // Bounded, so that a few refutations far from the end do not outweigh all others.
        let height = height.min(64);
        let experience = &mut self.history[seat.index()][G::move_index(m)];
        *experience = (*experience + height * height).min(u32::MAX / 2);
    }
}
