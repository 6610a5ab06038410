//! The parameters of a synthetic tree, checked once and written as `key=value,…`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::MAX_WIDTH;
use super::generator::Generator;
use crate::options::{self, Choice, GameOption, Label, OptionError, Options, Values};
use crate::seat::MAX_SEATS;

/// The deepest tree: far beyond any that can be searched to its leaves.
pub(super) const MAX_DEPTH: usize = 64;

/// No value of a tree exceeds this, so that sums over six seats fit as well.
const LARGEST_VALUE: i64 = (i32::MAX / 16) as i64;

/// Everything that decides a tree. Made by [`Parameters::check`] or from text, so that a tree's
/// values never overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    parameters: Parameters,
    /// A, which every move asks for.
    unit: i32,
}

/// The parameters of a tree before they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parameters {
    /// How many seats there are, 2 to 6.
    pub players: usize,
    /// How many moves every inner node has, 2 to 64.
    pub width: usize,
    /// How many plies every game takes, 1 to 64.
    pub depth: usize,
    /// What the values of a node add up to.
    pub sum: i32,
    /// The largest change of a value by one move, as a fraction of the sum.
    pub change: (u32, u32),
    /// Which of all these trees it is.
    pub seed: u64,
    /// How a move changes the values.
    pub generator: Generator,
    /// If not 0, one move of each node of the first seat brings it this many times A, taken evenly
    /// from the others. More than twice the depth cannot be caught up.
    pub clear: u32,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            players: 4,
            width: 4,
            depth: 8,
            sum: 10_000,
            change: (1, 100),
            seed: 1,
            generator: Generator::Rejection,
            clear: 0,
        }
    }
}

impl Parameters {
    /// Returns the rules of this tree.
    ///
    /// # Errors
    /// Returns an error if a parameter is out of its range.
    pub fn check(self) -> Result<Rules, RulesError> {
        let mut rules = Rules {
            parameters: self,
            unit: 1,
        };
        for option in Rules::OPTIONS {
            if let Values::Number { low, high, get, .. } = option.values
                && !(low..=high).contains(&get(&rules))
            {
                let (key, value) = (option.key, get(&rules));
                return Err(RulesError::Range {
                    key,
                    value,
                    low,
                    high,
                });
            }
        }
        let (part, whole) = self.change;
        if part == 0 || part > whole {
            return Err(RulesError::Change { part, whole });
        }
        let unit = (i64::from(self.sum) * i64::from(part) / i64::from(whole)).max(1);
        let step = unit * (2 + i64::from(self.clear)) + 1;
        if step * self.depth as i64 + i64::from(self.sum) > LARGEST_VALUE {
            return Err(RulesError::TooLarge);
        }
        rules.unit = unit as i32;
        Ok(rules)
    }
}

impl Rules {
    /// Returns the parameters.
    #[must_use]
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Returns A, the largest change in whole units, at least 1.
    #[inline]
    #[must_use]
    pub const fn unit(&self) -> i32 {
        self.unit
    }

    /// Returns the most a value can change by one move, bonuses of `clear` apart.
    #[inline]
    #[must_use]
    pub const fn largest_change(&self) -> i32 {
        let p = &self.parameters;
        p.generator.largest(p.players, self.unit)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Parameters::default()
            .check()
            .expect("the defaults are in range")
    }
}

impl Options for Rules {
    const OPTIONS: &'static [GameOption<Self>] = &[
        GameOption {
            key: "players",
            about: "seats",
            label: Label {
                en: "Seats",
                ja: "席",
            },
            values: Values::Number {
                low: 2,
                high: MAX_SEATS as u64,
                get: |rules| rules.parameters.players as u64,
                set: |rules, value| rules.parameters.players = value as usize,
            },
        },
        GameOption {
            key: "width",
            about: "moves of every position",
            label: Label {
                en: "Moves",
                ja: "手の数",
            },
            values: Values::Number {
                low: 2,
                high: MAX_WIDTH as u64,
                get: |rules| rules.parameters.width as u64,
                set: |rules, value| rules.parameters.width = value as usize,
            },
        },
        GameOption {
            key: "depth",
            about: "plies of every game",
            label: Label {
                en: "Plies",
                ja: "手数",
            },
            values: Values::Number {
                low: 1,
                high: MAX_DEPTH as u64,
                get: |rules| rules.parameters.depth as u64,
                set: |rules, value| rules.parameters.depth = value as usize,
            },
        },
        GameOption {
            key: "sum",
            about: "what the values of the seats add up to",
            label: Label {
                en: "Sum",
                ja: "合計",
            },
            values: Values::Number {
                low: 1,
                high: 1_000_000,
                get: |rules| rules.parameters.sum as u64,
                set: |rules, value| rules.parameters.sum = value as i32,
            },
        },
        GameOption {
            key: "change",
            about: "the most one move changes a value, as a part of the sum",
            label: Label {
                en: "Change",
                ja: "変化",
            },
            values: Values::Fraction {
                get: |rules| rules.parameters.change,
                set: |rules, value| rules.parameters.change = value,
            },
        },
        GameOption {
            key: "seed",
            about: "which of all these trees",
            label: Label {
                en: "Seed",
                ja: "乱数の種",
            },
            values: Values::Number {
                low: 0,
                high: u64::MAX,
                get: |rules| rules.parameters.seed,
                set: |rules, value| rules.parameters.seed = value,
            },
        },
        GameOption {
            key: "generator",
            about: "how a move changes the values",
            label: Label {
                en: "Generator",
                ja: "変化の作り方",
            },
            values: Values::Choices {
                choices: &[
                    Choice::new("rej", "by rejection", "棄却"),
                    Choice::new("mean", "less their mean", "平均を引く"),
                ],
                get: |rules| rules.parameters.generator as usize,
                set: |rules, index| {
                    rules.parameters.generator = [Generator::Rejection, Generator::Mean][index]
                },
            },
        },
        GameOption {
            key: "clear",
            about: "if not 0, how clearly one move of seat 1 is better",
            label: Label {
                en: "Clear move",
                ja: "明らかな手",
            },
            values: Values::Number {
                low: 0,
                high: 1_000,
                get: |rules| u64::from(rules.parameters.clear),
                set: |rules, value| rules.parameters.clear = value as u32,
            },
        },
    ];
    fn check(self) -> Result<Self, OptionError> {
        let checked = self.parameters.check();
        checked.map_err(|error| OptionError::Together(error.to_string()))
    }
}

impl FromStr for Rules {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        options::read("tree", text)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&options::write_all(self))
    }
}

/// Parameters of which there is no tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// A number out of its range.
    #[error("{key} is {value}, but must lie in {low} to {high}")]
    Range {
        /// The option.
        key: &'static str,
        /// What it was.
        value: u64,
        /// The least it may be.
        low: u64,
        /// The most it may be.
        high: u64,
    },
    /// A fraction that is not between 0 and 1.
    #[error("change is {part}/{whole}, but must be above 0 and at most 1")]
    Change {
        /// The numerator.
        part: u32,
        /// The denominator.
        whole: u32,
    },
    /// Values that could overflow.
    #[error("sum, change, clear and depth together allow values that are too large")]
    TooLarge,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_subset_can_be_written_and_all_is_printed() {
        let all = "players=4,width=4,depth=8,sum=10000,change=1/100,seed=1,generator=rej,clear=0";
        assert_eq!("".parse::<Rules>().unwrap().to_string(), all);
        let some = "seed=18446744073709551615,generator=mean,players=6,change=3/7,clear=13";
        let rules: Rules = some.parse().unwrap();
        assert_eq!(rules.to_string().parse::<Rules>().unwrap(), rules);
        assert_eq!(rules.unit(), 4285);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, message) in [
            (
                "players=7",
                "tree cannot have players=7; players is a whole number from 2 to 6",
            ),
            (
                "width",
                "\"width\" is no option; options are written key=value and separated by commas",
            ),
            (
                "depth=deep",
                "tree cannot have depth=deep; depth is a whole number from 1 to 64",
            ),
            (
                "change=0.01",
                "tree cannot have change=0.01; change is a fraction like 1/100",
            ),
            (
                "change=1/0",
                "change is 1/0, but must be above 0 and at most 1",
            ),
            (
                "generator=x",
                "tree cannot have generator=x; generator is rej or mean",
            ),
            (
                "sum=1000000,change=1/1,clear=1000",
                "sum, change, clear and depth together allow values that are too large",
            ),
        ] {
            let error = text.parse::<Rules>().unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
        assert!("breadth=3".parse::<Rules>().is_err());
    }
}
