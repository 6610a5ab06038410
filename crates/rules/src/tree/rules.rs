//! The parameters of a synthetic tree, checked once and written as `key=value,…`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::MAX_WIDTH;
use super::generator::Generator;
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
    /// The rules of this tree.
    ///
    /// # Errors
    /// If a parameter is out of its range.
    pub fn check(self) -> Result<Rules, RulesError> {
        let range = |key, value, low, high| {
            if (low..=high).contains(&value) {
                Ok(())
            } else {
                Err(RulesError::Range {
                    key,
                    value,
                    low,
                    high,
                })
            }
        };
        range("players", self.players as i64, 2, MAX_SEATS as i64)?;
        range("width", self.width as i64, 2, MAX_WIDTH as i64)?;
        range("depth", self.depth as i64, 1, MAX_DEPTH as i64)?;
        range("sum", i64::from(self.sum), 1, 1_000_000)?;
        range("clear", i64::from(self.clear), 0, 1_000)?;
        let (part, whole) = self.change;
        if part == 0 || part > whole {
            return Err(RulesError::Change { part, whole });
        }
        let unit = (i64::from(self.sum) * i64::from(part) / i64::from(whole)).max(1);
        let step = unit * (2 + i64::from(self.clear)) + 1;
        if step * self.depth as i64 + i64::from(self.sum) > LARGEST_VALUE {
            return Err(RulesError::TooLarge);
        }
        Ok(Rules {
            parameters: self,
            unit: unit as i32,
        })
    }
}

impl Rules {
    /// The parameters.
    #[must_use]
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// A: the largest change in whole units, at least 1.
    #[inline]
    #[must_use]
    pub const fn unit(&self) -> i32 {
        self.unit
    }

    /// The most a value can change by one move, bonuses of `clear` apart.
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

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut p = Parameters::default();
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair
                .split_once('=')
                .ok_or_else(|| RulesError::NoValue(pair.to_owned()))?;
            match key {
                "players" => p.players = number("players", value)?,
                "width" => p.width = number("width", value)?,
                "depth" => p.depth = number("depth", value)?,
                "sum" => p.sum = number("sum", value)?,
                "change" => {
                    let (part, whole) = value.split_once('/').ok_or(RulesError::Unreadable {
                        key: "change",
                        value: value.to_owned(),
                    })?;
                    p.change = (number("change", part)?, number("change", whole)?);
                }
                "seed" => p.seed = number("seed", value)?,
                "generator" => {
                    p.generator = match value {
                        "rej" => Generator::Rejection,
                        "mean" => Generator::Mean,
                        _ => return Err(RulesError::Generator(value.to_owned())),
                    }
                }
                "clear" => p.clear = number("clear", value)?,
                _ => return Err(RulesError::Key(key.to_owned())),
            }
        }
        p.check()
    }
}

fn number<T: FromStr>(key: &'static str, value: &str) -> Result<T, RulesError> {
    value.parse().map_err(|_| RulesError::Unreadable {
        key,
        value: value.to_owned(),
    })
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = &self.parameters;
        let generator = match p.generator {
            Generator::Rejection => "rej",
            Generator::Mean => "mean",
        };
        write!(
            f,
            "players={},width={},depth={},sum={},change={}/{},seed={},generator={generator},clear={}",
            p.players, p.width, p.depth, p.sum, p.change.0, p.change.1, p.seed, p.clear
        )
    }
}

/// Parameters of which there is no tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// An option without a value.
    #[error("\"{0}\" has no value: options are written like width=4")]
    NoValue(String),
    /// An option that trees do not have.
    #[error(
        "trees have no option \"{0}\", but players, width, depth, sum, change, seed, generator and clear"
    )]
    Key(String),
    /// A value that is no number of the right kind.
    #[error("{key} cannot be \"{value}\": {}", if *key == "change" { "it is a fraction like 1/100" } else { "it is a whole number, not negative" })]
    Unreadable {
        /// The option.
        key: &'static str,
        /// What was written.
        value: String,
    },
    /// A generator that does not exist.
    #[error("there is no generator \"{0}\", but rej and mean")]
    Generator(String),
    /// A number out of its range.
    #[error("{key} is {value}, but must lie in {low} to {high}")]
    Range {
        /// The option.
        key: &'static str,
        /// What it was.
        value: i64,
        /// The least it may be.
        low: i64,
        /// The most it may be.
        high: i64,
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
            ("players=7", "players is 7, but must lie in 2 to 6"),
            (
                "width",
                "\"width\" has no value: options are written like width=4",
            ),
            (
                "depth=deep",
                "depth cannot be \"deep\": it is a whole number, not negative",
            ),
            (
                "change=0.01",
                "change cannot be \"0.01\": it is a fraction like 1/100",
            ),
            (
                "change=1/0",
                "change is 1/0, but must be above 0 and at most 1",
            ),
            (
                "generator=x",
                "there is no generator \"x\", but rej and mean",
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
