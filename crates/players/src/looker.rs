//! What looks ahead in Yonin-shogi, between the search for mates and making sure that there is none.

use rules::PerSeat;
use rules::yonin_shogi::YoninShogi;
use rules::yonin_shogi::moves::Move;
use search::{AllMoves, Evaluation, Limits, Report};

use crate::measure::Measure;
use crate::player::Turn;

/// A player that can be asked for more than its move.
pub(crate) trait Looker: Send {
    /// What it values positions by.
    type Evaluation: Evaluation<YoninShogi>;

    /// Returns what it values positions by.
    fn evaluation(&self) -> &Self::Evaluation;

    /// Returns what one seat that is beaten for certain is worth to the one that beats it, about.
    fn beaten(&self) -> i32;

    /// Looks ahead.
    fn look(&self, turn: &mut Turn<'_, YoninShogi>) -> Report<Move>;

    /// Searches after every move; `None` if its search cannot do that.
    fn look_at_all(
        &self,
        position: &YoninShogi,
        limits: &Limits,
        margin: Option<i64>,
    ) -> Option<AllMoves<Move, PerSeat<i32>>>;

    /// Returns what its values mean.
    fn measure(&self, position: &YoninShogi) -> Measure;
}
