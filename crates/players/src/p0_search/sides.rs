//! Yonin as P0's program looks ahead in it: a game of two sides, black and white, where what one
//! gains the other loses.

use rules::game::{Facts, Game, MoveList};
use rules::yonin::{Rules, Yonin};
use rules::{Outcome, PerSeat, Seat};

/// A position of Yonin with the colours as seats. At the root only some moves may be considered.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sides {
    /// The position.
    pub(super) position: Yonin,
    /// The moves considered here, if not all are: [`Game::move_index`] as a set of bits. After any
    /// move all are considered.
    considered: Option<u128>,
}

impl Sides {
    /// Creates a search that considers all moves.
    pub(super) fn new(position: &Yonin) -> Self {
        Self {
            position: *position,
            considered: None,
        }
    }

    /// Restricts the moves that are considered. A pass is never left out.
    pub(super) fn considering(position: &Yonin, moves: &[<Yonin as Game>::Move]) -> Self {
        let bits = moves.iter().filter_map(|m| m.square());
        Self {
            position: *position,
            considered: Some(bits.fold(0, |set, bit| set | 1 << bit)),
        }
    }

    fn side(seat: Seat) -> Seat {
        Seat::new(seat.index() % 2)
    }
}

impl Game for Sides {
    type Rules = Rules;
    type Move = <Yonin as Game>::Move;
    type Moves = <Yonin as Game>::Moves;

    const MOVE_INDICES: usize = Yonin::MOVE_INDICES;

    fn start(rules: &Rules) -> Self {
        Self::new(&Yonin::start(rules))
    }

    fn rules(&self) -> Rules {
        self.position.rules()
    }

    fn facts(&self) -> Facts {
        Facts {
            seats: 2,
            score_sum: None,
            ..self.position.facts()
        }
    }

    #[inline]
    fn turn(&self) -> Seat {
        Self::side(self.position.turn())
    }

    #[inline]
    fn generate(&self, moves: &mut Self::Moves) {
        let Some(considered) = self.considered else {
            return self.position.generate(moves);
        };
        for m in self.position.legal() {
            if m.square().is_none_or(|bit| considered >> bit & 1 == 1) {
                MoveList::push(moves, m);
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Self::Move) {
        self.position.play_unchecked(m);
        self.considered = None;
    }

    fn resign(&mut self, side: Seat) {
        for seat in Seat::all(4).filter(|&seat| Self::side(seat) == side) {
            self.position.resign(seat);
        }
    }

    /// Reports whether a side is out: once both its seats are.
    fn is_out(&self, side: Seat) -> bool {
        self.position.is_out(side) && self.position.is_out(Yonin::opposite(side))
    }

    #[inline]
    fn is_finished(&self) -> bool {
        self.position.is_finished()
    }

    /// Returns the standing of the sides; a side has what its two seats have.
    fn standing(&self) -> Outcome {
        let scores = self.position.standing().scores;
        Outcome::by_score(PerSeat::from_fn(2, |side| {
            scores[side] + scores[Yonin::opposite(side)]
        }))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position.key()
    }

    fn move_index(m: Self::Move) -> usize {
        Yonin::move_index(m)
    }
}
