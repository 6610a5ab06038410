//! The value of a position: one number per seat for games of many, one number for games of two.
//!
//! An evaluation promises bounds of its own values, and the searches prune by nothing else; a
//! bound that does not hold makes a sound pruning unsound, so every evaluation is tested on them.

use std::sync::Arc;

use rules::{Game, PerSeat, Seat};

/// The least and the most that the values of some positions can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// No seat's value is less.
    pub low: PerSeat<i32>,
    /// No seat's value is more.
    pub high: PerSeat<i32>,
}

impl Bounds {
    /// Returns the bounds of all values that this evaluation can give in a game of so many seats.
    pub fn anywhere<G: Game>(evaluation: &impl Evaluation<G>, seats: usize) -> Self {
        let floor = evaluation.floor();
        let left_over = evaluation.sum().map_or(i64::MAX, |sum| {
            i64::from(sum) - (seats as i64 - 1) * i64::from(floor)
        });
        let most = left_over.min(i64::from(evaluation.ceiling())) as i32;
        Self {
            low: PerSeat::all(seats, floor),
            high: PerSeat::all(seats, most),
        }
    }
}

/// Gives every seat a value; each seat wants its own to be large.
pub trait Evaluation<G: Game>: Send + Sync {
    /// Returns what a running position seems to be worth.
    fn values(&self, position: &G) -> PerSeat<i32>;

    /// Returns what a finished game is worth.
    fn result(&self, position: &G) -> PerSeat<i32>;

    /// Returns an upper bound of the sum of the values of any position. Without it there is little
    /// to prune by.
    fn sum(&self) -> Option<i32>;

    /// Reports whether the values of every position, running or finished, add up to exactly the
    /// sum.
    #[inline]
    fn is_constant_sum(&self) -> bool {
        false
    }

    /// Returns a lower bound of every value of any position.
    fn floor(&self) -> i32;

    /// Returns an upper bound of every value of any position, if it is less than what the sum and
    /// the floor imply.
    #[inline]
    fn ceiling(&self) -> i32 {
        i32::MAX
    }

    /// Returns the bounds of every value at any position that can arise from this one within
    /// `plies` plies, itself included, where the rules say more than [`Evaluation::sum`] and
    /// [`Evaluation::floor`] do. `plies` may be more than any game has: then the bounds are those
    /// of results and of everything on the way. It is called at inner nodes, so it has to be cheap.
    #[inline]
    fn reach(&self, position: &G, plies: u32) -> Option<Bounds> {
        let _ = (position, plies);
        None
    }

    /// Returns what a position is worth, running or finished.
    #[inline]
    fn of(&self, position: &G) -> PerSeat<i32> {
        if position.is_finished() {
            self.result(position)
        } else {
            self.values(position)
        }
    }

    /// Finds what a position that goes on is worth after each of its moves, in their order. An
    /// evaluation whose features change little by a move can do it with less than one by one.
    fn after_each(&self, position: &G, moves: &[G::Move], values: &mut Vec<PerSeat<i32>>) {
        values.clear();
        values.extend(moves.iter().map(|&m| self.of(&position.after(m))));
    }

    /// Reports whether values can hardly be trusted right after this legal move, because an answer
    /// may take back what it gains.
    #[inline]
    fn is_loud(&self, position: &G, m: G::Move) -> bool {
        let _ = (position, m);
        false
    }
}

/// What a position of two seats is worth to the seat whose turn it is, and how that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The game goes on, and this is what it seems to be worth.
    Running(i32),
    /// The game is over, and this is its result.
    Finished(i32),
}

/// Gives a position of two seats one number; what one seat gains the other loses.
pub trait Score<G: Game>: Send + Sync {
    /// Returns what a running position seems to be worth to the seat whose turn it is.
    fn score(&self, position: &G) -> i32;

    /// Returns what a finished game is worth to this seat.
    fn result(&self, position: &G, seat: Seat) -> i32;

    /// Returns a bound on the absolute value of every score and result. Searches prune by it.
    fn most(&self) -> i32;

    /// Returns what a position is worth, running or finished. Most of a search is spent here; a
    /// score that looks at the moves anyway can report at the same time whether there are any.
    #[inline]
    fn of(&self, position: &G) -> Worth {
        if position.is_finished() {
            Worth::Finished(self.result(position, position.turn()))
        } else {
            Worth::Running(self.score(position))
        }
    }

    /// Returns how promising a legal move looks: moves with larger numbers are searched first. No
    /// value depends on it, only how soon it is found.
    #[inline]
    fn move_hint(&self, position: &G, m: G::Move) -> i32 {
        let _ = (position, m);
        0
    }

    /// Returns about how many plies are left, where that is cheap to find: close to the end a
    /// search need neither sort nor remember. No value depends on it.
    #[inline]
    fn plies_left(&self, position: &G) -> u32 {
        let _ = position;
        u32::MAX
    }
}

/// A score as an evaluation: what one seat has is what the other lacks, so the sum is 0.
#[derive(Clone, Copy, Debug)]
pub struct AsEvaluation<S>(pub S);

impl<S> AsEvaluation<S> {
    fn around(seat: Seat, score: i32) -> PerSeat<i32> {
        PerSeat::from_fn(2, |other| if other == seat { score } else { -score })
    }
}

impl<G: Game, S: Score<G>> Evaluation<G> for AsEvaluation<S> {
    #[inline]
    fn values(&self, position: &G) -> PerSeat<i32> {
        Self::around(position.turn(), self.0.score(position))
    }

    #[inline]
    fn result(&self, position: &G) -> PerSeat<i32> {
        let first = Seat::new(0);
        Self::around(first, self.0.result(position, first))
    }

    fn sum(&self) -> Option<i32> {
        Some(0)
    }

    fn is_constant_sum(&self) -> bool {
        true
    }

    fn floor(&self) -> i32 {
        -self.0.most()
    }

    fn ceiling(&self) -> i32 {
        self.0.most()
    }
}

/// An evaluation of two seats as a score: own value less the other's.
#[derive(Clone, Copy, Debug)]
pub struct AsScore<E> {
    evaluation: E,
    most: i32,
}

impl<E> AsScore<E> {
    /// Returns the score by this evaluation, if its values are bounded: their differences then are
    /// too.
    pub fn new<G: Game>(evaluation: E) -> Option<Self>
    where
        E: Evaluation<G>,
    {
        let most = evaluation
            .sum()?
            .checked_sub(evaluation.floor().checked_mul(2)?)?;
        Some(Self { evaluation, most })
    }
}

impl<G: Game, E: Evaluation<G>> Score<G> for AsScore<E> {
    #[inline]
    fn score(&self, position: &G) -> i32 {
        let values = self.evaluation.values(position);
        let seat = position.turn();
        values[seat] - values[seat.next(1, 2)]
    }

    #[inline]
    fn result(&self, position: &G, seat: Seat) -> i32 {
        let values = self.evaluation.result(position);
        values[seat] - values[seat.next(1, 2)]
    }

    fn most(&self) -> i32 {
        self.most
    }
}

/// Implements the traits for pointers to evaluations and scores.
macro_rules! through_pointer {
    ($($pointer:ty),+) => {$(
        impl<G: Game, E: Evaluation<G> + ?Sized> Evaluation<G> for $pointer {
            #[inline]
            fn values(&self, position: &G) -> PerSeat<i32> {
                (**self).values(position)
            }
            #[inline]
            fn result(&self, position: &G) -> PerSeat<i32> {
                (**self).result(position)
            }
            #[inline]
            fn sum(&self) -> Option<i32> {
                (**self).sum()
            }
            #[inline]
            fn is_constant_sum(&self) -> bool {
                (**self).is_constant_sum()
            }
            #[inline]
            fn floor(&self) -> i32 {
                (**self).floor()
            }
            #[inline]
            fn ceiling(&self) -> i32 {
                (**self).ceiling()
            }
            #[inline]
            fn reach(&self, position: &G, plies: u32) -> Option<Bounds> {
                (**self).reach(position, plies)
            }
            #[inline]
            fn of(&self, position: &G) -> PerSeat<i32> {
                (**self).of(position)
            }
            #[inline]
            fn after_each(&self, position: &G, moves: &[G::Move], values: &mut Vec<PerSeat<i32>>) {
                (**self).after_each(position, moves, values);
            }
            #[inline]
            fn is_loud(&self, position: &G, m: G::Move) -> bool {
                (**self).is_loud(position, m)
            }
        }

        impl<G: Game, E: Score<G> + ?Sized> Score<G> for $pointer {
            #[inline]
            fn score(&self, position: &G) -> i32 {
                (**self).score(position)
            }
            #[inline]
            fn result(&self, position: &G, seat: Seat) -> i32 {
                (**self).result(position, seat)
            }
            #[inline]
            fn most(&self) -> i32 {
                (**self).most()
            }
            #[inline]
            fn of(&self, position: &G) -> Worth {
                (**self).of(position)
            }
            #[inline]
            fn move_hint(&self, position: &G, m: G::Move) -> i32 {
                (**self).move_hint(position, m)
            }
            #[inline]
            fn plies_left(&self, position: &G) -> u32 {
                (**self).plies_left(position)
            }
        }
    )+};
}

through_pointer!(&E, Box<E>, Arc<E>);
