//! How reliably a shallow search predicts a deep one (ProbCut): the spread of their difference,
//! fitted on our own positions, and how many times the spread a cut needs at each level of
//! confidence.

/// Levels of confidence from the boldest to the exact one.
pub(crate) const LEVELS: [(f32, u8); 6] = [
    (1.1, 73),
    (1.5, 87),
    (2.0, 95),
    (2.6, 99),
    (3.3, 99),
    (f32::INFINITY, 100),
];

/// The confidence of cuts in searches that stop before the end of the game, in percent.
pub const BOLDEST: u8 = LEVELS[0].1;

/// The surest level that cuts.
pub(crate) const SUREST: u8 = EXACT - 1;

/// The level that cuts nothing.
pub(crate) const EXACT: u8 = LEVELS.len() as u8 - 1;

/// The logarithm of the spread, linear in 1, empty squares, depth and depth of the check; once
/// for searches that stop before the end and once for those to the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Before the end.
    pub midgame: [f32; 4],
    /// To the end.
    pub endgame: [f32; 4],
}

impl Default for Parameters {
    /// Returns a spread of six discs everywhere.
    fn default() -> Self {
        let six = [6f32.ln(), 0.0, 0.0, 0.0];
        Self {
            midgame: six,
            endgame: six,
        }
    }
}

impl Parameters {
    pub(crate) const BYTES: usize = 32;

    pub(crate) fn write(&self) -> Vec<u8> {
        let both = self.midgame.iter().chain(&self.endgame);
        both.flat_map(|number| number.to_le_bytes()).collect()
    }

    pub(crate) fn read(bytes: &[u8]) -> Self {
        let mut numbers = bytes
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes(four.try_into().expect("four bytes")));
        let mut four = || std::array::from_fn(|_| numbers.next().unwrap_or(0.0));
        Self {
            midgame: four(),
            endgame: four(),
        }
    }

    /// Returns the spread in discs.
    fn spread(&self, empties: u32, depth: u32, check: u32) -> f32 {
        let [constant, by_empties, by_depth, by_check] = if depth >= empties {
            self.endgame
        } else {
            self.midgame
        };
        let exponent = constant
            + by_empties * empties as f32
            + by_depth * depth as f32
            + by_check * check as f32;
        exponent.exp().clamp(0.5, 64.0)
    }
}

/// Returns how deep a check looks, with the parity of the search it stands for.
#[inline(always)]
pub(crate) const fn check_depth(empties: u32, depth: u32) -> u32 {
    let about = if depth >= empties {
        depth / 3
    } else {
        depth / 2
    };
    about - (about ^ depth) % 2 * (if about > 0 { 1 } else { 0 })
}

/// Margins in discs for every number of empty squares, depth and level.
#[derive(Debug)]
pub(crate) struct Margins {
    discs: Vec<[u8; EXACT as usize]>,
}

impl Margins {
    pub(crate) fn new(parameters: &Parameters) -> Self {
        let discs = (0..64 * 64)
            .map(|at| {
                let (empties, depth) = (at / 64, at % 64);
                let spread = parameters.spread(empties, depth, check_depth(empties, depth));
                std::array::from_fn(|level| (LEVELS[level].0 * spread).round().min(127.0) as u8)
            })
            .collect();
        Self { discs }
    }

    #[inline(always)]
    pub(crate) fn get(&self, empties: u32, depth: u32, level: u8) -> i32 {
        i32::from(self.discs[(64 * empties + depth) as usize][level as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_shallower_and_of_equal_parity() {
        for empties in 5..60 {
            for depth in 3..=empties {
                let check = check_depth(empties, depth);
                assert!(check < depth);
                assert!(
                    check == 0 || check % 2 == depth % 2,
                    "{empties} {depth} {check}"
                );
            }
        }
    }

    #[test]
    fn parameters_are_read_as_written() {
        let parameters = Parameters {
            midgame: [1.0, 2.0, -3.0, 0.5],
            endgame: [4.0, 0.25, 0.0, -1.0],
        };
        assert_eq!(parameters.write().len(), Parameters::BYTES);
        assert_eq!(Parameters::read(&parameters.write()), parameters);
    }

    #[test]
    fn more_confidence_needs_more_margin() {
        let margins = Margins::new(&Parameters::default());
        let all: Vec<i32> = (0..EXACT).map(|level| margins.get(30, 12, level)).collect();
        assert!(all.is_sorted() && all[0] == 7 && all[4] == 20);
    }
}
