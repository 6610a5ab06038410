//! What weights of Yonin are worth: matches of one against three without looking ahead, and whether
//! what they expect happens.

use std::sync::Arc;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::Game;
use rules::reversi::Move;
use rules::yonin::{Rules, Yonin};
use search::mcts::{Mcts, Options};
use search::{Evaluation, Limits, RankUtility, Search};
use strengths::{Weights, YoninStrengths};

use crate::practice::one_against_three::{self, Sitter};
use crate::practice::{Asked, Examination};

/// What each playout of the fixed opponent costs is little; so many make it a fair beginner.
const PLAYOUTS: u64 = 100;

/// Who plays in an examination.
enum Player {
    /// The best move at one glance, by weights.
    Glance(YoninStrengths),
    /// Any move.
    Random,
    /// Most discs at home right now.
    Greedy,
    /// Flat UCB with few playouts.
    FlatUcb,
}

pub(super) fn examine(
    weights: &Arc<Weights>,
    earlier: &Arc<Weights>,
    asked: &Asked,
) -> Examination {
    let evaluation = YoninStrengths::new(Arc::clone(weights));
    let ours = Player::Glance(evaluation.clone());
    let opponents = [
        ("random", Player::Random),
        ("that take most discs at home", Player::Greedy),
        ("flat UCB with 100 playouts", Player::FlatUcb),
        (
            "with the weights of half as many games",
            Player::Glance(YoninStrengths::new(Arc::clone(earlier))),
        ),
    ];
    one_against_three::examine(
        &Yonin::start(&Rules::default()),
        (&ours, &evaluation),
        &opponents,
        asked,
    )
}

impl Sitter<Yonin> for Player {
    fn choose(&self, position: &Yonin, random: &mut Xoshiro256PlusPlus) -> Move {
        let (mover, moves) = (position.turn(), position.legal());
        let most = |worth: &dyn Fn(&Yonin) -> i32| {
            let best = moves
                .iter()
                .copied()
                .max_by_key(|&m| worth(&position.after(m)));
            best.expect("a game that goes on has a move")
        };
        match self {
            Self::Glance(evaluation) => most(&|after| evaluation.of(after)[mover]),
            Self::Greedy => most(&|after| after.score(mover)),
            Self::Random => moves[random.random_range(0..moves.len())],
            Self::FlatUcb => {
                let options = Options::flat_ucb(random.random());
                let limits = Limits {
                    evaluations: Some(PLAYOUTS),
                    ..Limits::default()
                };
                let mut search = Mcts::new(RankUtility::seats_beaten(4), options);
                let report = search.search(position, &limits, &mut |_| ());
                report.best().expect("a game that goes on has a move")
            }
        }
    }
}
