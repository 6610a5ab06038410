//! What people like and overlook in Reversi.

use rules::reversi::{Bits, Board, Move, Reversi};

use super::{HumanSpec, Person, Thing};
use crate::evaluation::EvaluationSpec;
use crate::evaluation::any_board::AnyBoard;
use crate::file::{LimitsSpec, PlayerFile};
use crate::make::Playable;

impl<B: Board> Person for Reversi<B>
where
    Self: Playable<Move = Move>,
{
    const HAS_CORNERS: bool = true;

    /// Returns the attraction of many discs at once, as long as there is much to turn, and of
    /// squares that nobody takes away again.
    fn attraction(&self, m: Move, spec: &HumanSpec) -> f64 {
        let turned = m.square().map_or(0, |square| self.flips(square).len());
        let early = f64::from(self.empties().len()) / f64::from(B::MASK.len());
        let corner = m.square().is_some_and(AnyBoard::<B>::is_safe);
        spec.greed * f64::from(turned) * early + if corner { spec.corner } else { 0.0 }
    }

    /// Returns the file of a person who does not see corners coming: it knows no bad squares, and
    /// does not ask what comes next.
    fn without(thing: Thing, file: &PlayerFile) -> Option<PlayerFile> {
        let (Thing::Corners, Some(EvaluationSpec::AnyBoard(spec))) = (thing, &file.evaluation)
        else {
            return None;
        };
        let mut spec = spec.clone();
        spec.beside_safe = 0.0;
        spec.diagonal_to_safe = 0.0;
        let limits = LimitsSpec {
            depth: Some(1),
            ..LimitsSpec::default()
        };
        Some(PlayerFile {
            evaluation: Some(EvaluationSpec::AnyBoard(spec)),
            limits,
            ..file.clone()
        })
    }
}
