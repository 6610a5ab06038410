//! Yonin-shogi: its features, games of its own and what its weights are worth.

use std::path::Path;
use std::sync::Arc;

use strengths::yonin_shogi::features::{self, CELLS, KIND, MOST, PHASES};
use strengths::{Kind, Weights};

use crate::head::Chances;
use crate::practice::{Asked, Examination, Plan, Practice, Row, run};
use crate::run::{Finished, LearnError};
use crate::samples::{Sample, SampleOf};
use crate::subject::{Subject, seated};

mod exam;
mod self_play;

/// Yonin-shogi as it is learned.
#[derive(Clone, Copy, Debug, Default)]
pub struct YoninShogi;

/// A position as it is learned from: the cells that it names, and whose they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    phase: u8,
    count: u16,
    /// A cell in the low bits, the seat whose it is above.
    cells: [u16; MOST],
}

/// Bits of a cell.
const SEAT: u32 = 14;

const _: () = assert!(CELLS <= 1 << SEAT, "a cell and a seat fit 16 bits");

impl Named {
    /// Returns what a running position names.
    fn of(position: &rules::yonin_shogi::YoninShogi) -> Self {
        let mut named = Self {
            phase: features::phase(position) as u8,
            count: 0,
            cells: [0; MOST],
        };
        features::rows(position, |seat, cell| {
            named.cells[usize::from(named.count)] = (cell | seat << SEAT) as u16;
            named.count += 1;
        });
        named
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let cells = self.cells[..usize::from(self.count)].iter();
        cells.map(|&cell| {
            (
                usize::from(cell >> SEAT),
                usize::from(cell) & ((1 << SEAT) - 1),
            )
        })
    }
}

/// A position of Yonin-shogi, and for each two seats who is before whom.
pub type YoninShogiSample = Sample<Named, [f32; 6]>;

impl Subject for YoninShogi {
    type Position = Named;
    type Head = Chances;

    const NAME: &'static str = "yonin-shogi";
    const BYTES: usize = 3 + 2 * MOST;
    const CELLS: usize = CELLS;
    const PHASES: usize = PHASES;

    fn write(&self, named: Named, bytes: &mut Vec<u8>) {
        bytes.push(named.phase);
        bytes.extend(named.count.to_le_bytes());
        bytes.extend(named.cells.iter().flat_map(|cell| cell.to_le_bytes()));
    }

    fn read(&self, bytes: &[u8]) -> Named {
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Named {
            phase: bytes[0],
            count: word(1),
            cells: std::array::from_fn(|cell| word(3 + 2 * cell)),
        }
    }

    fn phase(&self, named: Named) -> usize {
        named.phase.into()
    }

    fn phase_name(&self, phase: usize) -> String {
        let names = ["four live", "three live", "two live", "partners"];
        names[phase].to_owned()
    }

    fn cells(&self, named: Named, cells: &mut Vec<u32>) {
        cells.extend(named.cells().map(|(seat, cell)| seated(seat, cell as u32)));
    }
}

impl Practice for YoninShogi {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn play(&self, weights: &[Row], lambda: f32, seed: u64) -> Vec<SampleOf<Self>> {
        self_play::game(weights, lambda, seed)
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
impl YoninShogi {
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_game_teaches_what_came_of_it_under_all_rules() {
        let nothing = vec![[0.0; 4]; KIND.rows];
        let (mut phases, mut known) = (HashSet::new(), 0);
        for seed in 0..12 {
            let samples = YoninShogi.play(&nothing, 1.0, seed);
            assert_eq!(samples, YoninShogi.play(&nothing, 1.0, seed));
            for sample in &samples {
                let (named, label) = (sample.position, sample.label);
                phases.insert(YoninShogi.phase(named));
                known += usize::from(label.iter().any(|&chance| chance < 0.0));
                assert!(label.iter().all(|chance| *chance <= 1.0));
                let mut bytes = Vec::new();
                YoninShogi.write(named, &mut bytes);
                assert_eq!(
                    (YoninShogi.read(&bytes), bytes.len()),
                    (named, YoninShogi::BYTES)
                );
            }
        }
        assert_eq!(phases.len(), PHASES);
        assert!(known > 100);
        assert_eq!(YoninShogi.phase_name(3), "partners");
    }
}
