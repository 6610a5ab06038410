//! A position as the seat to move sees it.

use rules::Game;
use rules::Symmetry;
use rules::reversi::Bits;
use rules::yonin::{Direction, Yonin};

use crate::chances::{Pair, SEATS};

/// A position turned, and mirrored if the turn goes round anticlockwise, so that the seat to move
/// sits top left and the others follow clockwise in the order of their turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The discs of the seat to move and of the opposite seat.
    pub own: u64,
    /// The discs of the seats beside it.
    pub other: u64,
    /// In which order seats went out, from 1; 0 for a seat that plays.
    pub out: [u8; SEATS],
    /// Whether opposite seats are a team.
    pub pairs: bool,
}

impl View {
    /// Returns the view of a position.
    #[inline]
    #[must_use]
    pub fn of(position: &Yonin) -> Self {
        let rules = position.rules();
        let mut seat = position.turn();
        let out = std::array::from_fn(|_| {
            let order = position.left(seat).unwrap_or(0);
            seat = position.next_seat(seat);
            order
        });
        Self {
            own: Self::turned(position, position.own()),
            other: Self::turned(position, position.other()),
            out,
            pairs: rules.pairs,
        }
    }

    /// Returns where the view of a position shows squares of the board.
    #[inline]
    #[must_use]
    pub fn turned(position: &Yonin, squares: u64) -> u64 {
        let turned = match position.turn().index() {
            0 => squares,
            1 => transposed(squares).swap_bytes(),
            2 => squares.reverse_bits(),
            _ => transposed(squares.swap_bytes()),
        };
        match position.rules().direction {
            Direction::Clockwise => turned,
            Direction::Anticlockwise => transposed(turned),
        }
    }

    /// Returns how many discs there are.
    #[inline]
    #[must_use]
    pub fn discs(&self) -> u32 {
        (self.own | self.other).count_ones()
    }

    /// Returns in how many places each seat could place at home, and elsewhere.
    #[inline]
    #[must_use]
    pub fn mobility(&self) -> [(u32, u32); SEATS] {
        let moves = [
            u64::moves(self.own, self.other),
            u64::moves(self.other, self.own),
        ];
        let counts = moves.map(quarters);
        std::array::from_fn(|place| {
            if self.out[place] > 0 {
                return (0, 0);
            }
            let counts = counts[place % 2];
            let beside = counts[(place + 1) % SEATS] + counts[(place + 3) % SEATS];
            (counts[place], beside)
        })
    }

    /// Reports whether so many seats are out that nothing is left to decide.
    #[inline]
    #[must_use]
    pub fn decided(&self) -> bool {
        let out = |place: usize| self.out[place] > 0;
        if self.pairs {
            out(0) && out(2) || out(1) && out(3)
        } else {
            (0..SEATS).filter(|&place| out(place)).count() >= SEATS - 1
        }
    }

    /// Returns what is known about the seats at two places: who is out is behind all that play,
    /// and behind those that went out later.
    #[inline]
    #[must_use]
    pub fn pair(&self, one: usize, other: usize) -> Pair {
        if self.pairs {
            return Pair::Open;
        }
        let later = |place: usize| self.out[place].wrapping_sub(1);
        match later(one).cmp(&later(other)) {
            std::cmp::Ordering::Greater => Pair::Before,
            std::cmp::Ordering::Equal => Pair::Open,
            std::cmp::Ordering::Less => Pair::After,
        }
    }

    /// Returns the symmetry that a view applies to a position, square by square.
    #[must_use]
    pub fn symmetry(position: &Yonin) -> Symmetry {
        let found = Symmetry::ALL.into_iter().find(|&symmetry| {
            let turned = rules::Symmetric::turned(position, symmetry);
            turned.turn().index() == 0 && turned.rules().direction == Direction::Clockwise
        });
        found.expect("some turn brings every seat to the top left")
    }
}

/// Returns how many squares lie in each quarter of the board, in the order of the seats. All four are
/// counted at once.
#[inline]
pub(super) fn quarters(squares: u64) -> [u32; SEATS] {
    let twos = squares - (squares >> 1 & 0x5555_5555_5555_5555);
    let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
    // Half a row in each byte; a product adds up the bytes of four rows.
    let rows = |halves: u64| (halves as u32 & 0x0f0f_0f0f).wrapping_mul(0x0101_0101) >> 24;
    [fours, fours >> 4, fours >> 36, fours >> 32].map(rows)
}

/// Exchanges rows and columns.
#[inline]
fn transposed(mut x: u64) -> u64 {
    let mut t = (x ^ (x >> 7)) & 0x00aa_00aa_00aa_00aa;
    x ^= t ^ (t << 7);
    t = (x ^ (x >> 14)) & 0x0000_cccc_0000_cccc;
    x ^= t ^ (t << 14);
    t = (x ^ (x >> 28)) & 0x0000_0000_f0f0_f0f0;
    x ^ t ^ (t << 28)
}
