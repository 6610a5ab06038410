//! What weights of Yonin-shogi are worth: matches of one against three without looking ahead, and
//! whether what they expect happens.

use std::sync::Arc;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::yonin_shogi::moves::Move;
use rules::yonin_shogi::piece::Kind;
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, Seat};
use search::Evaluation;
use strengths::{Weights, YoninShogiStrengths};

use crate::practice::one_against_three::{self, Sitter};
use crate::practice::{Asked, Examination};

/// Who plays in an examination.
enum Player {
    /// The best move at one glance, by weights.
    Glance(YoninShogiStrengths),
    /// Any move.
    Random,
    /// The move that leaves it with most, by the usual worth of pieces, and mates if it can.
    Material,
}

pub(super) fn examine(
    weights: &Arc<Weights>,
    earlier: &Arc<Weights>,
    asked: &Asked,
) -> Examination {
    let evaluation = YoninShogiStrengths::new(Arc::clone(weights));
    let ours = Player::Glance(evaluation.clone());
    let opponents = [
        ("random", Player::Random),
        ("that take the most valuable", Player::Material),
        (
            "with the weights of half as many games",
            Player::Glance(YoninShogiStrengths::new(Arc::clone(earlier))),
        ),
    ];
    one_against_three::examine(
        &YoninShogi::start(&RuleSet::Iemoto),
        (&ours, &evaluation),
        &opponents,
        asked,
    )
}

impl Sitter<YoninShogi> for Player {
    fn choose(&self, position: &YoninShogi, random: &mut Xoshiro256PlusPlus) -> Move {
        let (mover, moves) = (position.turn(), position.legal());
        let mut most = |worth: &dyn Fn(&YoninShogi) -> i32| {
            // Of equal moves any.
            let mut lot = || random.random_range(0..1 << 20);
            let best = moves
                .iter()
                .copied()
                .map(|m| (worth(&position.after(m)), lot(), m))
                .max();
            best.expect("a game that goes on has a move").2
        };
        match self {
            Self::Glance(evaluation) => most(&|after| evaluation.of(after)[mover]),
            Self::Material => most(&|after| material(after, mover)),
            Self::Random => moves[random.random_range(0..moves.len())],
        }
    }
}

/// What a seat owns, and a large sum for each king it mated.
fn material(position: &YoninShogi, seat: Seat) -> i32 {
    let board = position.board();
    let worth = |kind| match kind {
        Kind::Pawn => 1,
        Kind::Silver => 5,
        Kind::Gold | Kind::Tokin | Kind::PromotedSilver => 6,
        Kind::Rook => 9,
        Kind::Dragon => 12,
        Kind::King => 0,
    };
    let pieces = board.owned(seat).filter_map(|square| board.piece(square));
    let on_board: i32 = pieces.map(|piece| worth(piece.kind())).sum();
    let held = Kind::IN_HAND.map(|kind| board.hand(seat).count(kind) as i32 * worth(kind));
    on_board + held.iter().sum::<i32>() + 100 * position.mates(seat) as i32
}
