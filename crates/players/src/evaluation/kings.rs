//! Our evaluation for Yonin-shogi: how many of the others a seat can expect to beat.
//!
//! Every seat has a strength: its army, how safe its king is, whom it attacks, what hangs. Of two
//! seats that live the stronger one is the more likely to end before the other; whoever is out has
//! lost to all that live. What one seat of a pair can expect the other cannot, so the sum is
//! constant, and a result counts by the same measure: one point for every seat beaten.

use rules::yonin_shogi::board::SEATS;
use rules::yonin_shogi::piece::Kind;
use rules::yonin_shogi::set::Set;
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, PerSeat, Seat};
use search::Evaluation;
use serde::Deserialize;

use super::expected_rank::{ExpectedRank, POINT};
use crate::measure::Measure;
use crate::number::{signed, whole};

/// The weights as a file gives them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct KingsSpec {
    /// How much stronger one has to be to beat another three times out of four.
    #[serde(deserialize_with = "whole::<1, 100_000, _>")]
    pub clearly: u32,
    /// What pieces on the board are worth.
    pub board: BoardSpec,
    /// What pieces in hand are worth.
    pub hand: HandSpec,
    /// For each king mated.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub mate: i32,
    /// For being to move.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub turn: i32,
    /// For each square beside one's king that somebody attacks.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub besieged: i32,
    /// And more if nothing but the king guards it.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub unguarded: i32,
    /// For each empty square beside one's king that only the king guards, for each rook, gold or
    /// silver in the hands of others, up to four of them.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub drop: i32,
    /// By how many squares the king can flee to, none first; the last also for more.
    #[serde(deserialize_with = "five")]
    pub flight: [i32; 5],
    /// For each square beside another's king that one attacks.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub siege: i32,
    /// The same, more, for the seat that moves just before one: checks give one the next turn.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub siege_before: i32,
    /// How much of one's most valuable piece that is attacked and not guarded is counted as lost,
    /// in percent.
    #[serde(deserialize_with = "whole::<0, 100, _>")]
    pub hanging: u32,
    /// The same for the seat that is to move.
    #[serde(deserialize_with = "whole::<0, 100, _>")]
    pub hanging_in_turn: u32,
}

/// What pieces on the board are worth.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BoardSpec {
    /// A pawn.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub pawn: i32,
    /// A silver.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub silver: i32,
    /// A gold.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub gold: i32,
    /// A rook.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub rook: i32,
    /// A promoted pawn.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub tokin: i32,
    /// A promoted silver.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub promoted_silver: i32,
    /// A promoted rook.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub dragon: i32,
}

/// What pieces in hand are worth.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HandSpec {
    /// A pawn.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub pawn: i32,
    /// A silver.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub silver: i32,
    /// A gold.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub gold: i32,
    /// A rook.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub rook: i32,
}

/// Five numbers, each in range.
fn five<'de, D: serde::Deserializer<'de>>(d: D) -> Result<[i32; 5], D::Error> {
    #[derive(Deserialize)]
    struct Number(#[serde(deserialize_with = "signed::<-10_000, 10_000, _>")] i32);
    Ok(<[Number; 5]>::deserialize(d)?.map(|number| number.0))
}

/// The evaluation, ready for use.
#[derive(Clone, Debug)]
pub struct Kings {
    spec: KingsSpec,
    /// By the number of the kind.
    board: [i32; 8],
    expected_rank: ExpectedRank,
}

impl Kings {
    /// What makes sure of the first place.
    pub const FIRST_PLACE: i32 = ExpectedRank::first_place(SEATS);

    /// What its values mean.
    pub const MEASURE: Measure = Measure::Rank {
        point: POINT as f64,
        seats: SEATS as f64,
    };

    /// Returns the evaluation of a file.
    #[must_use]
    pub fn new(spec: &KingsSpec) -> Self {
        let mut board = [0; 8];
        for (kind, worth) in [
            (Kind::Pawn, spec.board.pawn),
            (Kind::Silver, spec.board.silver),
            (Kind::Gold, spec.board.gold),
            (Kind::Rook, spec.board.rook),
            (Kind::Tokin, spec.board.tokin),
            (Kind::PromotedSilver, spec.board.promoted_silver),
            (Kind::Dragon, spec.board.dragon),
        ] {
            board[kind as usize] = worth;
        }
        Self {
            spec: spec.clone(),
            board,
            expected_rank: ExpectedRank::new(spec.clearly, SEATS),
        }
    }

    /// Returns how strong the seats are; what it says of those who are out means nothing.
    fn strengths(&self, position: &YoninShogi) -> [i32; SEATS] {
        let board = position.board();
        let spec = &self.spec;
        let mut guarded = [Set::EMPTY; SEATS];
        let mut attacked = [Set::EMPTY; SEATS];
        let mut strikers = [0; SEATS];
        for seat in Seat::all(SEATS).filter(|&seat| board.lives(seat)) {
            let king = board.king(seat);
            let hand = board.hand(seat);
            guarded[seat.index()] = board.attacks(board.owned(seat) & !Set::of(king));
            attacked[seat.index()] = guarded[seat.index()] | king.near();
            strikers[seat.index()] = (hand.len() - hand.count(Kind::Pawn)) as i32;
        }
        let all_strikers: i32 = strikers.iter().sum();
        let mut strengths = [0; SEATS];
        for seat in Seat::all(SEATS).filter(|&seat| board.lives(seat)) {
            let index = seat.index();
            let own = board.owned(seat);
            let ring = board.king(seat).near();
            let mut hostile = Set::EMPTY;
            for steps in 1..SEATS {
                let other = seat.next(steps, SEATS).index();
                hostile |= attacked[other];
                let siege = (ring & attacked[other]).len() as i32;
                strengths[other] += siege
                    * if steps == 1 {
                        spec.siege_before
                    } else {
                        spec.siege
                    };
            }
            let besieged = ring & hostile;
            let alone = ring & !guarded[index];
            let flight = ring & !(hostile | own | board.kings());
            let open = (alone & !board.occupied()).len() as i32;
            let strikers = (all_strikers - strikers[index]).min(4);
            strengths[index] += self.army(position, seat)
                + spec.besieged * besieged.len() as i32
                + spec.unguarded * (besieged & alone).len() as i32
                + spec.drop * open * strikers
                + spec.flight[flight.len().min(4)];
            let hanging = own & hostile & !(attacked[index] | board.kings());
            let most = hanging.filter_map(|square| board.piece(square));
            let most = most.map(|piece| self.board[piece.kind() as usize]).max();
            if let Some(most) = most {
                let percent = if position.turn() == seat {
                    spec.hanging_in_turn
                } else {
                    spec.hanging
                };
                strengths[index] -= most * percent as i32 / 100;
            }
        }
        strengths[position.turn().index()] += spec.turn;
        strengths
    }

    /// Returns what a seat owns.
    #[inline]
    fn army(&self, position: &YoninShogi, seat: Seat) -> i32 {
        let board = position.board();
        let pieces = board.owned(seat).filter_map(|square| board.piece(square));
        let on_board: i32 = pieces.map(|piece| self.board[piece.kind() as usize]).sum();
        let hand = board.hand(seat);
        let held = |kind, worth| hand.count(kind) as i32 * worth;
        let worth = &self.spec.hand;
        on_board
            + held(Kind::Pawn, worth.pawn)
            + held(Kind::Silver, worth.silver)
            + held(Kind::Gold, worth.gold)
            + held(Kind::Rook, worth.rook)
            + position.mates(seat) as i32 * self.spec.mate
    }
}

impl Evaluation<YoninShogi> for Kings {
    fn values(&self, position: &YoninShogi) -> PerSeat<i32> {
        let mut strengths = self.strengths(position);
        let doubles = position.rules() == RuleSet::Doubles;
        if doubles {
            // Partners stand and fall together.
            let [south, west, north, east] = strengths;
            strengths = [south + north, west + east, south + north, west + east];
        }
        self.expected_rank
            .values(&PerSeat::from(strengths), |seat| {
                position.outs().iter().position(|out| out.seat == seat)
            })
    }

    fn result(&self, position: &YoninShogi) -> PerSeat<i32> {
        self.expected_rank.result(&position.standing())
    }

    fn sum(&self) -> Option<i32> {
        Some(ExpectedRank::sum(SEATS))
    }

    fn is_constant_sum(&self) -> bool {
        true
    }

    fn floor(&self) -> i32 {
        0
    }
}
