//! Yonin: the features of `strengths`, and games of its own under all rules.

use std::path::Path;
use std::sync::Arc;

use rules::Seat;
use strengths::yonin::features::{CELLS, Features, KIND, PHASES, phase};
use strengths::yonin::{View, seat_at};
use strengths::{Kind, Weights};

use crate::head::Chances;
use crate::practice::{Asked, Examination, Plan, Practice, Row, run};
use crate::run::{Finished, LearnError};
use crate::samples::{Sample, SampleOf};
use crate::subject::Subject;

mod exam;
mod self_play;

/// Yonin as it is learned.
#[derive(Clone, Copy, Debug, Default)]
pub struct Yonin {
    features: Features,
}

/// A position of Yonin, and for each two places who is before whom.
pub type YoninSample = Sample<View, [f32; 6]>;

impl Subject for Yonin {
    type Position = View;
    type Head = Chances;

    const NAME: &'static str = "yonin";
    const BYTES: usize = 21;
    const CELLS: usize = CELLS;
    const PHASES: usize = PHASES;

    fn write(&self, view: View, bytes: &mut Vec<u8>) {
        bytes.extend(view.own.to_le_bytes());
        bytes.extend(view.other.to_le_bytes());
        bytes.extend(view.out);
        bytes.push(u8::from(view.pairs));
    }

    fn read(&self, bytes: &[u8]) -> View {
        let word =
            |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        View {
            own: word(0),
            other: word(8),
            out: bytes[16..20].try_into().expect("four bytes"),
            pairs: bytes[20] > 0,
        }
    }

    fn phase(&self, view: View) -> usize {
        phase(&view)
    }

    fn phase_name(&self, of: usize) -> String {
        let phase = |discs: u32, pairs| {
            let own = u64::MAX >> (64 - discs);
            let view = View {
                own,
                other: 0,
                out: [0; 4],
                pairs,
            };
            phase(&view)
        };
        let pairs = (4..=64).all(|discs| phase(discs, false) != of);
        let mut discs = (4..=64).filter(|&discs| phase(discs, pairs) == of);
        let least = discs.next().unwrap_or(0);
        let most = discs.next_back().unwrap_or(least);
        format!("{least}–{most} discs{}", if pairs { ", pairs" } else { "" })
    }

    fn cells(&self, view: View, cells: &mut Vec<u32>) {
        let start = (phase(&view) * CELLS) as u32;
        let rows = self.features.rows(&view, &view.mobility());
        cells.extend(rows.map(|row| row - start));
    }
}

impl Practice for Yonin {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn play(&self, weights: &[Row], lambda: f32, seed: u64) -> Vec<SampleOf<Self>> {
        self_play::game(&self.features, weights, lambda, seed)
    }

    fn examine(
        &self,
        weights: &Arc<Weights>,
        earlier: &Arc<Weights>,
        asked: &Asked,
    ) -> Examination {
        exam::examine(weights, earlier, asked)
    }
}

/// What a program calls, compiled here: a program that touches its commands is built again sooner.
impl Yonin {
    /// Learns in a folder; see [`run::practise`].
    ///
    /// # Errors
    /// Returns an error if the folder holds something else, or the system refuses.
    pub fn learn(
        &self,
        plan: &Plan,
        folder: &Path,
        options: &mut run::Options<'_>,
    ) -> Result<Finished, LearnError> {
        run::practise(self, plan, folder, options)
    }
}

/// Returns the seats in the order of their turns, the seat to move first.
fn seats(position: &rules::yonin::Yonin) -> [Seat; 4] {
    std::array::from_fn(|place| seat_at(position, place))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_game_teaches_what_came_of_it_under_all_rules() {
        let yonin = Yonin::default();
        let nothing = vec![[0.0; 4]; KIND.rows];
        let (mut pairs, mut out, mut phases) = (0, 0, HashSet::new());
        for seed in 0..200 {
            let samples = yonin.play(&nothing, 1.0, seed);
            assert!(!samples.is_empty());
            assert_eq!(samples, yonin.play(&nothing, 1.0, seed));
            for sample in &samples {
                let (view, label) = (sample.position, sample.label);
                pairs += usize::from(view.pairs);
                out += usize::from(view.out != [0; 4]);
                phases.insert(yonin.phase(view));
                assert!(label.iter().all(|chance| *chance <= 1.0));
                let mut bytes = Vec::new();
                yonin.write(view, &mut bytes);
                assert_eq!((yonin.read(&bytes), bytes.len()), (view, Yonin::BYTES));
            }
        }
        assert!(pairs > 500 && out > 100);
        assert_eq!(phases.len(), PHASES);
        assert_eq!(yonin.phase_name(0), "4–11 discs");
        assert_eq!(yonin.phase_name(11), "49–64 discs, pairs");
    }
}
