//! Evaluations of real games, to test and to time searches with: simple, but with every bound that
//! the rules give.

use kaesu_search::{Bounds, Evaluation, RankUtility, Shares};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::yonin::Yonin;
use rules::yonin_shogi::YoninShogi;
use rules::yonin_shogi::piece::Kind;
use rules::{Game, PerSeat, Seat};

const WHOLE: Shares = Shares { whole: 10_000 };

/// Yonin by shares of the territories, each with one disc more than there is, so that nobody is
/// ever worth nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Territories;

/// A placement in the corner of a territory turns three discs in each of three directions there;
/// no other square can do more.
const MOST_TURNED: i32 = 9;

impl Evaluation<Yonin> for Territories {
    fn values(&self, position: &Yonin) -> PerSeat<i32> {
        WHOLE.of(&PerSeat::from_fn(4, |seat| 1 + position.score(seat)))
    }

    fn result(&self, position: &Yonin) -> PerSeat<i32> {
        self.values(position)
    }

    fn sum(&self) -> Option<i32> {
        Some(WHOLE.whole)
    }

    fn is_constant_sum(&self) -> bool {
        true
    }

    fn floor(&self) -> i32 {
        0
    }

    /// Colours take turns, and only the colour that moves gains discs.
    fn reach(&self, position: &Yonin, plies: u32) -> Option<Bounds> {
        let plies = plies.min(64) as i32;
        let (of_mover, of_others) = ((plies + 1) / 2, plies / 2);
        let mut low = PerSeat::all(4, 0);
        let mut high = low;
        for seat in Seat::all(4) {
            let territory = Yonin::territory(seat);
            let own = (position.discs(seat) & territory).count_ones() as i32;
            let others = (position.own() | position.other()) & !position.discs(seat) & territory;
            let others = others.count_ones() as i32;
            let (gains, losses) = if (seat.index() + position.turn().index()).is_multiple_of(2) {
                (of_mover, of_others)
            } else {
                (of_others, of_mover)
            };
            // Each loss gives the others discs to be turned back, so only the first gain is small.
            let turned = if losses == 0 {
                others.min(MOST_TURNED * gains)
            } else {
                MOST_TURNED * gains
            };
            low[seat] = 1 + (own - MOST_TURNED * losses).max(0);
            high[seat] = 1 + (own + gains + turned).min(16);
        }
        Some(WHOLE.bounds(&low, &high))
    }
}

/// Yonin-shogi by shares of the pieces' worth in P3, and by ranks at the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces;

const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::King => 500,
        Kind::Pawn => 5,
        Kind::Silver => 25,
        Kind::Gold => 50,
        Kind::Rook => 100,
        Kind::Tokin => 60,
        Kind::PromotedSilver => 55,
        Kind::Dragon => 150,
    }
}

impl Evaluation<YoninShogi> for Pieces {
    fn values(&self, position: &YoninShogi) -> PerSeat<i32> {
        let board = position.board();
        WHOLE.of(&PerSeat::from_fn(4, |seat| {
            let on_board = board.owned(seat).map(|square| {
                let piece = board.piece(square);
                piece.map_or(0, |piece| worth(piece.kind()))
            });
            let hand = board.hand(seat);
            let in_hand = Kind::IN_HAND.map(|kind| worth(kind) * hand.count(kind) as i32);
            on_board.sum::<i32>() + in_hand.iter().sum::<i32>()
        }))
    }

    fn result(&self, position: &YoninShogi) -> PerSeat<i32> {
        WHOLE.of(&RankUtility::new(PerSeat::from([8, 2, 1, 0])).of(&position.standing()))
    }

    fn sum(&self) -> Option<i32> {
        Some(WHOLE.whole)
    }

    fn is_constant_sum(&self) -> bool {
        true
    }

    fn floor(&self) -> i32 {
        0
    }
}

/// A position after so many random moves; an earlier one if the game would be over.
pub(crate) fn midgame<G: Game>(rules: &G::Rules, plies: usize, seed: u64) -> G {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = G::start(rules);
    for _ in 0..plies {
        let moves = position.legal();
        let next = position.after(moves[random.random_range(0..moves.len())]);
        if next.is_finished() {
            break;
        }
        position = next;
    }
    position
}
