//! P3's evaluation for Yonin-shogi: what a seat owns, as its part of a constant sum.
//!
//! Pieces count the same on the board and in hand, where they are unpromoted. Before it is over the
//! sum is divided among the seats in proportion to what they own, by the largest remainder; at the
//! end by rank, with most of it for the first place, so that no running position is worth as much.

use rules::yonin_shogi::piece::Kind;
use rules::yonin_shogi::{LONGEST, RuleSet, YoninShogi};
use rules::{Game, PerSeat, Seat};
use search::{Bounds, Evaluation, RankUtility, Shares};
use serde::Deserialize;

use crate::number::whole;

const SEATS: usize = 4;

/// The worth of all things as a file gives it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PiecesSpec {
    /// What the values of all seats add up to.
    #[serde(deserialize_with = "whole::<100, 1_000_000, _>")]
    pub sum: u32,
    /// What each rank is worth at the end, the first first; together the sum. Equal seats share.
    pub ranks: [u32; SEATS],
    /// One's own king.
    #[serde(deserialize_with = "whole::<1, 10_000, _>")]
    pub king: u32,
    /// A king that one has mated: the paper lists the turned king with the king.
    #[serde(deserialize_with = "whole::<0, 10_000, _>")]
    pub mated_king: u32,
    /// A pawn.
    #[serde(deserialize_with = "whole::<0, 10_000, _>")]
    pub pawn: u32,
    /// A silver.
    #[serde(deserialize_with = "whole::<0, 10_000, _>")]
    pub silver: u32,
    /// A gold.
    #[serde(deserialize_with = "whole::<0, 10_000, _>")]
    pub gold: u32,
    /// A rook.
    #[serde(deserialize_with = "whole::<0, 10_000, _>")]
    pub rook: u32,
    /// A promoted pawn.
    #[serde(deserialize_with = "whole::<0, 10_000, _>")]
    pub tokin: u32,
    /// A promoted silver.
    #[serde(deserialize_with = "whole::<0, 10_000, _>")]
    pub promoted_silver: u32,
    /// A promoted rook.
    #[serde(deserialize_with = "whole::<0, 10_000, _>")]
    pub dragon: u32,
}

impl PiecesSpec {
    const fn worth(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Pawn => self.pawn,
            Kind::Silver => self.silver,
            Kind::Rook => self.rook,
            Kind::Gold => self.gold,
            Kind::Tokin => self.tokin,
            Kind::PromotedSilver => self.promoted_silver,
            Kind::Dragon => self.dragon,
            Kind::King => self.king,
        }
    }

    /// Returns the most of the sum that a running position can give to one seat: it owns every
    /// piece, promoted where that is more, has mated two, and one other king is left.
    fn most_running(&self) -> u32 {
        let better = |kind: Kind| {
            let promoted = kind.promoted().map_or(0, |kind| self.worth(kind));
            u64::from(self.worth(kind).max(promoted))
        };
        let pieces = 12 * better(Kind::Pawn)
            + 8 * better(Kind::Silver)
            + 8 * better(Kind::Gold)
            + 4 * better(Kind::Rook);
        let own = pieces + u64::from(self.king) + 2 * u64::from(self.mated_king);
        (own * u64::from(self.sum) / (own + u64::from(self.king))) as u32 + 1
    }
}

/// The evaluation, ready for use.
#[derive(Clone, Debug)]
pub struct Pieces {
    sum: i32,
    ranks: RankUtility,
    /// What the first and the second rank are worth.
    first: i32,
    second: i32,
    /// By the number of the kind.
    worth: [i32; 8],
    mated_king: i32,
    /// By the number of the kind: how much less it is worth once captured.
    lost_by_capture: [i32; 8],
    /// What the total worth can lose by one promotion or by two mates, with unusual weights.
    lost_otherwise: i32,
}

impl Pieces {
    /// Returns the evaluation of a file.
    ///
    /// # Errors
    /// Returns an error if the ranks do not fit the sum.
    pub fn new(spec: &PiecesSpec) -> Result<Self, String> {
        let (sum, ranks) = (spec.sum, spec.ranks);
        let together: u64 = ranks.iter().map(|&rank| u64::from(rank)).sum();
        if together != u64::from(sum) {
            return Err(format!(
                "the ranks are worth {together} together; it has to be {sum}, as sum says"
            ));
        }
        if ranks.windows(2).any(|pair| pair[0] < pair[1]) {
            return Err("a better rank has to be worth at least as much as the next".to_owned());
        }
        let most = spec.most_running();
        if ranks[0] <= most {
            return Err(format!(
                "the first rank is worth {}; it has to be more than {most}, which a running \
                 position can be worth",
                ranks[0]
            ));
        }
        let worth = KINDS.map(|kind| spec.worth(kind) as i32);
        let of = |kind: Kind| worth[kind as usize];
        let by_promotion = |kind: Kind| kind.promoted().map_or(0, |to| of(kind) - of(to));
        let by_promotion = KINDS.map(by_promotion).into_iter().max().unwrap_or(0);
        let by_mate = spec.king as i32 - spec.mated_king as i32;
        Ok(Self {
            sum: sum as i32,
            ranks: RankUtility::new(PerSeat::from(ranks.map(|rank| rank as i32))),
            first: ranks[0] as i32,
            second: ranks[1] as i32,
            worth,
            mated_king: spec.mated_king as i32,
            lost_by_capture: KINDS.map(|kind| (of(kind) - of(kind.demoted())).max(0)),
            lost_otherwise: by_promotion.max(0) + 2 * by_mate.max(0),
        })
    }

    /// Returns what is enough to be sure of the first place.
    #[must_use]
    pub const fn first_place(&self) -> i32 {
        self.first
    }

    /// Returns what every seat owns; 0 if it is out.
    fn owned(&self, position: &YoninShogi) -> PerSeat<i32> {
        let board = position.board();
        PerSeat::from_fn(SEATS, |seat| {
            if !board.lives(seat) {
                return 0;
            }
            let pieces = board.owned(seat).filter_map(|square| board.piece(square));
            let on_board: i32 = pieces.map(|piece| self.worth[piece.kind() as usize]).sum();
            let hand = board.hand(seat);
            let held =
                Kind::IN_HAND.map(|kind| hand.count(kind) as i32 * self.worth[kind as usize]);
            on_board + held.iter().sum::<i32>() + position.mates(seat) as i32 * self.mated_king
        })
    }

    /// Returns the most that can vanish when this seat captures a piece.
    fn lost_by_capture(&self, position: &YoninShogi, mover: Seat) -> i32 {
        let board = position.board();
        let others = board.occupied() & !board.owned(mover);
        let pieces = others.filter_map(|square| board.piece(square));
        pieces
            .map(|piece| self.lost_by_capture[piece.kind() as usize])
            .max()
            .unwrap_or(0)
    }
}

const KINDS: [Kind; 8] = [
    Kind::Pawn,
    Kind::Silver,
    Kind::Rook,
    Kind::Gold,
    Kind::Tokin,
    Kind::PromotedSilver,
    Kind::Dragon,
    Kind::King,
];

impl Evaluation<YoninShogi> for Pieces {
    #[inline]
    fn values(&self, position: &YoninShogi) -> PerSeat<i32> {
        Shares { whole: self.sum }.of(&self.owned(position))
    }

    fn result(&self, position: &YoninShogi) -> PerSeat<i32> {
        Shares { whole: self.sum }.of(&self.ranks.of(&position.standing()))
    }

    fn sum(&self) -> Option<i32> {
        Some(self.sum)
    }

    fn is_constant_sum(&self) -> bool {
        true
    }

    fn floor(&self) -> i32 {
        0
    }

    /// Bounds one ply ahead: only the mover can gain, and it loses nothing, since it captures,
    /// promotes, mates and inherits, or nothing changes. Further ahead any seat can be mated and
    /// lose everything.
    fn reach(&self, position: &YoninShogi, plies: u32) -> Option<Bounds> {
        let ends_otherwise = position.ply() + 1 >= LONGEST || position.most_seen() >= 3;
        if plies != 1 || ends_otherwise || position.rules() == RuleSet::Doubles {
            return None;
        }
        let mover = position.turn();
        let owned = self.owned(position);
        let total: i64 = owned.iter().map(|&own| i64::from(own)).sum();
        let sum = i64::from(self.sum);
        let share = |own: i64, total: i64| own * sum / total.max(1);
        // Whoever mates is first, unless somebody else has mated before him.
        let rivals = |seat: Seat| seat != mover && position.mates(seat) > 0;
        let has_rival = Seat::all(SEATS).any(rivals);
        let mut least = share(
            i64::from((owned[mover] - self.lost_otherwise).max(0)),
            total,
        );
        if has_rival {
            least = least.min(i64::from(self.second));
        }
        // Inert pieces count for nobody, so that under these rules a mate makes all others richer.
        let lost = self.lost_by_capture(position, mover) + self.lost_otherwise;
        let rest = total - i64::from(lost);
        let unbounded = |seat: Seat| {
            seat == mover || rivals(seat) || position.rules() == RuleSet::Survivor || rest <= 0
        };
        Some(Bounds {
            low: PerSeat::from_fn(SEATS, |seat| if seat == mover { least as i32 } else { 0 }),
            high: PerSeat::from_fn(SEATS, |seat| {
                if unbounded(seat) {
                    return self.sum;
                }
                // Rounding can add one; and whoever is left when the mover ends the game is second.
                let most = share(i64::from(owned[seat]), rest) + 1;
                most.min(sum).max(i64::from(self.second)) as i32
            }),
        })
    }
}
