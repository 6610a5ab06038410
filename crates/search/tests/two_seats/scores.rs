//! Scores for the tests: cheap, and as uneven as possible.

use kaesu_search::{Score, Worth};
use rules::reversi::{Bits, Board, Move, Reversi};
use rules::tree::Tree;
use rules::{Game, PerSeat, Seat};

use crate::explicit_tree::ExplicitTree;

/// Own value less the other's.
fn difference(values: PerSeat<i32>, seat: Seat) -> i32 {
    values[seat] - values[seat.next(1, 2)]
}

/// Discs, mobility and a weight for each square that depends on nothing but its number; a
/// finished game counts more than anything else. `coarse` divides all of it, which makes ties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mixed {
    pub(crate) coarse: i32,
    /// Whether it has an opinion on the order of moves, and knows how near the end is.
    pub(crate) orders: bool,
}

impl Mixed {
    fn weight(square: u32) -> i32 {
        (square * square * 7 + square * 13) as i32 % 41 - 17
    }

    fn of_discs<B: Bits>(discs: B, placements: B) -> i32 {
        let weights: i32 = discs.squares().map(Self::weight).sum();
        weights + 3 * discs.len() as i32 + 8 * placements.len() as i32
    }
}

impl<B: Board> Score<Reversi<B>> for Mixed {
    fn score(&self, position: &Reversi<B>) -> i32 {
        let own = Self::of_discs(position.own(), position.placements());
        let other = Self::of_discs(position.other(), position.placements_of_other());
        (own - other) / self.coarse
    }

    fn result(&self, position: &Reversi<B>, seat: Seat) -> i32 {
        let discs = difference(position.standing().scores, seat);
        (discs * 100 + discs.signum() * 20_000) / self.coarse
    }

    fn most(&self) -> i32 {
        30_000
    }

    fn of(&self, position: &Reversi<B>) -> Worth {
        let placements = position.placements() | position.placements_of_other();
        if placements.is_empty() || position.resigned().is_some() {
            Worth::Finished(self.result(position, position.turn()))
        } else {
            Worth::Running(self.score(position))
        }
    }

    fn move_hint(&self, position: &Reversi<B>, m: Move) -> i32 {
        if self.orders {
            -(position.after(m).placements().len() as i32)
        } else {
            0
        }
    }

    fn plies_left(&self, position: &Reversi<B>) -> u32 {
        if self.orders {
            position.empties().len()
        } else {
            u32::MAX
        }
    }
}

/// The disc difference at the end, with the empty squares for the winner; fastest first: the move
/// that leaves the fewest answers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Discs;

impl<B: Board> Score<Reversi<B>> for Discs {
    fn score(&self, position: &Reversi<B>) -> i32 {
        position.own().len() as i32 - position.other().len() as i32
    }

    fn result(&self, position: &Reversi<B>, seat: Seat) -> i32 {
        let discs = difference(position.standing().scores, seat);
        discs + discs.signum() * position.empties().len() as i32
    }

    fn most(&self) -> i32 {
        B::MASK.len() as i32
    }

    fn move_hint(&self, position: &Reversi<B>, m: Move) -> i32 {
        -(position.after(m).placements().len() as i32)
    }

    fn plies_left(&self, position: &Reversi<B>) -> u32 {
        position.empties().len()
    }
}

/// The values that the nodes of a tree carry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfNode;

impl Score<Tree> for OfNode {
    fn score(&self, position: &Tree) -> i32 {
        difference(position.values(), position.turn())
    }

    fn result(&self, position: &Tree, seat: Seat) -> i32 {
        difference(position.values(), seat)
    }

    fn most(&self) -> i32 {
        i32::MAX / 8
    }
}

impl Score<ExplicitTree> for OfNode {
    fn score(&self, position: &ExplicitTree) -> i32 {
        difference(position.node().values, position.turn())
    }

    fn result(&self, position: &ExplicitTree, seat: Seat) -> i32 {
        difference(position.node().values, seat)
    }

    fn most(&self) -> i32 {
        100
    }
}
