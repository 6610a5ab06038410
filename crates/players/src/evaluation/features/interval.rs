//! In which moves a feature counts: the intervals of P1, `[+](4-7)+[-](12-13)`.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use thiserror::Error;

/// The moves of a game on the board of eight by eight.
pub const MOVES: usize = 60;

/// For every move from 1 to [`MOVES`] whether a feature counts with its weight, against it, or not
/// at all. Written as P1 does: a sign in brackets, `[+]` where there is none, and an interval of
/// moves; parts are joined by `+`, and one sign may stand before several intervals in brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Intervals([i8; MOVES]);

impl Intervals {
    /// 1 where the feature counts with its weight in the choice of this move, -1 where against
    /// it, 0 where it does not count. Moves are counted from 1.
    #[inline]
    #[must_use]
    pub fn sign(&self, number: usize) -> i32 {
        self.0
            .get(number.wrapping_sub(1))
            .map_or(0, |&sign| i32::from(sign))
    }
}

impl FromStr for Intervals {
    type Err = IntervalError;

    fn from_str(text: &str) -> Result<Self, IntervalError> {
        let mut reader = Reader {
            rest: text
                .chars()
                .filter(|c| !c.is_whitespace())
                .map(|c| if matches!(c, '–' | '−') { '-' } else { c })
                .collect::<Vec<_>>()
                .into_iter()
                .peekable(),
            intervals: Intervals([0; MOVES]),
        };
        reader.sum()?;
        match reader.rest.next() {
            None => Ok(reader.intervals),
            Some(_) => Err(IntervalError::Malformed),
        }
    }
}

impl<'de> Deserialize<'de> for Intervals {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        text.parse()
            .map_err(|problem| D::Error::custom(format!("\"{text}\": {problem}")))
    }
}

/// As short as it can be written: runs of moves of one sign.
impl fmt::Display for Intervals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut joint = "";
        let mut first = 0;
        for run in self.0.chunk_by(|a, b| a == b) {
            let last = first + run.len();
            if run[0] != 0 {
                let sign = if run[0] > 0 { '+' } else { '-' };
                write!(f, "{joint}[{sign}]({}-{last})", first + 1)?;
                joint = "+";
            }
            first = last;
        }
        Ok(())
    }
}

impl fmt::Debug for Intervals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Intervals({self})")
    }
}

/// A text that is no list of intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IntervalError {
    /// It is written in another way.
    #[error("intervals are written like [+](4-7)+[-](12-13), or (1-60)")]
    Malformed,
    /// A move that no game has.
    #[error("moves are counted from 1 to 60")]
    NoSuchMove,
    /// An interval that ends before it begins.
    #[error("an interval begins with its lower number")]
    Backwards,
    /// A move in two intervals.
    #[error("move {0} is in two intervals")]
    Twice(usize),
}

struct Reader {
    rest: std::iter::Peekable<std::vec::IntoIter<char>>,
    intervals: Intervals,
}

impl Reader {
    /// Parts joined by `+`, each with its own sign.
    fn sum(&mut self) -> Result<(), IntervalError> {
        loop {
            let sign = self.sign()?;
            self.group(sign)?;
            if self.rest.next_if_eq(&'+').is_none() {
                return Ok(());
            }
        }
    }

    /// `[+]` or `[-]`; an empty sign is `[+]`.
    fn sign(&mut self) -> Result<i8, IntervalError> {
        if self.rest.next_if_eq(&'[').is_none() {
            return Ok(1);
        }
        let sign = match self.rest.next() {
            Some('+') => 1,
            Some('-') => -1,
            _ => return Err(IntervalError::Malformed),
        };
        self.expect(']')?;
        Ok(sign)
    }

    /// One interval in brackets, or several, each in brackets of its own, joined by `+`.
    fn group(&mut self, sign: i8) -> Result<(), IntervalError> {
        self.expect('(')?;
        if self.rest.peek() == Some(&'(') {
            loop {
                self.group(sign)?;
                if self.rest.next_if_eq(&'+').is_none() {
                    break;
                }
            }
            return self.expect(')');
        }
        let first = self.number()?;
        let last = match self.rest.next_if_eq(&'-') {
            Some(_) => self.number()?,
            None => first,
        };
        self.expect(')')?;
        if first == 0 || last > MOVES {
            return Err(IntervalError::NoSuchMove);
        }
        if first > last {
            return Err(IntervalError::Backwards);
        }
        for number in first..=last {
            let place = &mut self.intervals.0[number - 1];
            if *place != 0 {
                return Err(IntervalError::Twice(number));
            }
            *place = sign;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<usize, IntervalError> {
        let digits: String =
            std::iter::from_fn(|| self.rest.next_if(char::is_ascii_digit)).collect();
        match digits.len() {
            0 => Err(IntervalError::Malformed),
            1..=4 => Ok(digits.parse().expect("a few digits are a number")),
            _ => Err(IntervalError::NoSuchMove),
        }
    }

    fn expect(&mut self, c: char) -> Result<(), IntervalError> {
        self.rest
            .next_if_eq(&c)
            .map(|_| ())
            .ok_or(IntervalError::Malformed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Intervals {
        text.parse().unwrap()
    }

    #[test]
    fn the_intervals_of_the_paper() {
        let kn = read("[+](4-7) + [-](12-13)");
        let signs: Vec<_> = (0..=61).map(|number| kn.sign(number)).collect();
        for (number, sign) in signs.into_iter().enumerate() {
            let right = match number {
                4..=7 => 1,
                12..=13 => -1,
                _ => 0,
            };
            assert_eq!(sign, right, "move {number}");
        }
        assert_eq!(read("(1-60)").to_string(), "[+](1-60)");
        assert_eq!(
            read("[+](6-6)+ [+](25-25)").to_string(),
            "[+](6-6)+[+](25-25)"
        );
        assert_eq!(read("((6-6)+(25-25))"), read("(6)+(25)"));
        assert_eq!(read("[-]((1-2)+(3))").to_string(), "[-](1-3)");
        assert_eq!(
            read("[+](4–7)+[−](10-10)+[+](12-15)").to_string(),
            "[+](4-7)+[-](10-10)+[+](12-15)"
        );
    }

    #[test]
    fn what_is_written_is_read_back() {
        for seed in 0..500 {
            let word = rules::hash::mix(seed);
            let intervals = Intervals(std::array::from_fn(|place| {
                [0, 1, -1, 0][(word >> (place / 3) & 3) as usize]
            }));
            if intervals != Intervals([0; MOVES]) {
                assert_eq!(read(&intervals.to_string()), intervals);
            }
        }
    }

    #[test]
    fn wrong_intervals_say_what_would_be_right() {
        let wrong = |text: &str| text.parse::<Intervals>().unwrap_err();
        for text in [
            "", "4-7", "[+]", "[*](1)", "(1", "(1-)", "()", "(1)(2)", "(1)+",
        ] {
            assert_eq!(wrong(text), IntervalError::Malformed, "{text}");
        }
        assert_eq!(wrong("(0-3)"), IntervalError::NoSuchMove);
        assert_eq!(wrong("(1-61)"), IntervalError::NoSuchMove);
        assert_eq!(wrong("(1-99999999999)"), IntervalError::NoSuchMove);
        assert_eq!(wrong("(7-4)"), IntervalError::Backwards);
        assert_eq!(wrong("[+](4-7)+[-](7)"), IntervalError::Twice(7));
    }
}
