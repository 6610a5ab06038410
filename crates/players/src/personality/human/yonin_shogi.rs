//! What people like and overlook in Yonin-shogi.

use rules::Game;
use rules::yonin_shogi::YoninShogi;
use rules::yonin_shogi::moves::Move;

use super::{HumanSpec, Person, Thing};
use crate::evaluation::EvaluationSpec;
use crate::file::{LimitsSpec, PlayerFile};

impl Person for YoninShogi {
    const HAS_CHECKS: bool = true;

    /// Returns the attraction of captures and checks.
    fn attraction(&self, m: Move, spec: &HumanSpec) -> f64 {
        let seat = self.turn();
        let captures = self.board().hostile(seat).has(m.to());
        let capture = if captures { spec.greed } else { 0.0 };
        if spec.checks == 0.0 {
            return capture;
        }
        let after = self.after(m);
        let gives_check = !after.is_finished() && after.is_in_check(after.turn());
        capture + if gives_check { spec.checks } else { 0.0 }
    }

    /// Returns the file of a person who overlooks things: one who overlooks threats does not ask
    /// what comes next, nor what hangs; one who overlooks mates does not look for any.
    fn without(thing: Thing, file: &PlayerFile) -> Option<PlayerFile> {
        match (thing, &file.evaluation) {
            (Thing::Threats, Some(EvaluationSpec::Kings(spec))) => {
                let mut spec = spec.clone();
                spec.hanging = 0;
                spec.hanging_in_turn = 0;
                spec.besieged = 0;
                spec.unguarded = 0;
                let limits = LimitsSpec {
                    depth: Some(1),
                    ..file.limits.clone()
                };
                Some(PlayerFile {
                    evaluation: Some(EvaluationSpec::Kings(spec)),
                    mates: None,
                    limits,
                    ..file.clone()
                })
            }
            (Thing::Mates, _) if file.mates.is_some() => Some(PlayerFile {
                mates: None,
                ..file.clone()
            }),
            _ => None,
        }
    }
}
