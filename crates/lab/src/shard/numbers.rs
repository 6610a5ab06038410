//! Numbers of shards, written as schedulers read them: `3,17-19`.

use std::fmt;

/// Different numbers in rising order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers(Vec<u64>);

impl Numbers {
    /// Returns how many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Reports whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns them one by one.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().copied()
    }

    /// Returns them as part of a sentence, which has an end: of very many, the first.
    #[must_use]
    pub fn in_a_sentence(&self) -> String {
        const RUNS: usize = 40;
        let shown: usize = self.runs().take(RUNS).map(<[u64]>::len).sum();
        match self.len() - shown {
            0 => self.to_string(),
            more => format!("{} and {more} more", self.first(shown)),
        }
    }

    /// Returns runs of consecutive numbers.
    fn runs(&self) -> impl Iterator<Item = &[u64]> {
        self.0.chunk_by(|&one, &next| one + 1 == next)
    }

    /// Returns the first so many.
    #[must_use]
    pub fn first(&self, count: usize) -> Self {
        Self(self.0.iter().copied().take(count).collect())
    }
}

impl FromIterator<u64> for Numbers {
    /// The numbers have to come in rising order.
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        Self(numbers.into_iter().collect())
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, run) in self.runs().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            match run {
                [one] => write!(f, "{comma}{one}")?,
                [one, .., last] => write!(f, "{comma}{one}-{last}")?,
                [] => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_schedulers_read_them() {
        for (numbers, text) in [
            (&[][..], ""),
            (&[3], "3"),
            (&[3, 17, 18, 19], "3,17-19"),
            (&[0, 1, 5, 7, 8], "0-1,5,7-8"),
        ] {
            let numbers: Numbers = numbers.iter().copied().collect();
            assert_eq!(numbers.to_string(), text);
            assert_eq!(numbers.in_a_sentence(), text);
        }
        let odd: Numbers = (0..1_000_000).filter(|number| number % 2 == 1).collect();
        let said = odd.in_a_sentence();
        assert!(said.starts_with("1,3,5,") && said.ends_with(",79 and 499960 more"));
    }
}
