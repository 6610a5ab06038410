//! The steps of a search from the first ply to the exact value.

use crate::selectivity::{EXACT, LEVELS};

/// One step: a depth in plies and a confidence. As many plies as there are empty squares is a
/// complete search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    pub(crate) depth: u32,
    pub(crate) level: u8,
}

/// How far a value can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The value of the game.
    Exact,
    /// Searched to the end, with cuts that are each right in this many cases of a hundred.
    Confidence(u8),
    /// Searched this many plies, and evaluated there.
    Depth(u32),
}

impl Stage {
    /// Returns how far a value of this stage can be trusted with this many empty squares.
    #[must_use]
    pub fn certainty(self, empties: u32) -> Certainty {
        if self.depth < empties {
            Certainty::Depth(self.depth)
        } else if self.level < EXACT {
            Certainty::Confidence(LEVELS[self.level as usize].1)
        } else {
            Certainty::Exact
        }
    }
}

/// Returns the stages of a search with this many empty squares: deepening first, then the end of
/// the game with more and more confidence. Each leaves the table a better order for the next.
pub(crate) fn stages(empties: u32, most_depth: Option<u32>, selective: bool) -> Vec<Stage> {
    let last = most_depth.unwrap_or(empties).min(empties);
    let mut stages = Vec::new();
    let deepen = if last < empties {
        last
    } else {
        empties.saturating_sub(10)
    };
    // Two plies at a time, so that the side that moves last does not change.
    let first = if deepen % 2 == 0 { 2 } else { 1 };
    for depth in (first..=deepen).step_by(2) {
        let level = if selective { 0 } else { EXACT };
        stages.push(Stage { depth, level });
    }
    if last == empties {
        let levels: &[u8] = match empties {
            _ if !selective => &[],
            0..=15 => &[],
            16..=20 => &[1],
            21..=24 => &[0, 2],
            _ => &[0, 1, 3],
        };
        stages.extend(levels.iter().chain(&[EXACT]).map(|&level| Stage {
            depth: empties,
            level,
        }));
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_stage_is_what_was_asked() {
        for empties in 1..=60 {
            let all = stages(empties, None, true);
            let last = all.last().expect("a stage");
            assert_eq!(last.certainty(empties), Certainty::Exact);
            let some = stages(empties, Some(7), true);
            let last = some.last().expect("a stage");
            assert_eq!(last.depth, empties.min(7));
            assert!(some.is_sorted_by_key(|stage| (stage.depth, stage.level)));
        }
    }
}
