//! A text read letter by letter, by something that always knows where it is.

use crate::notation::PositionError;

/// What is left of a line.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    rest: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        Self { rest: line, at: 1 }
    }

    /// Returns where the next letter is, from 1.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Returns the next letter, which stays.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes the next letter.
    pub(super) fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.rest = &self.rest[letter.len_utf8()..];
        self.at += 1;
        Some(letter)
    }

    /// Takes the next letter if it is this one.
    pub(super) fn skip(&mut self, letter: char) -> bool {
        let skips = self.peek() == Some(letter);
        if skips {
            self.next();
        }
        skips
    }

    /// Takes the next letter, which has to be this one.
    pub(super) fn expect(&mut self, letter: char, meaning: &str) -> Result<(), PositionError> {
        if self.skip(letter) {
            return Ok(());
        }
        Err(self.unexpected(&format!("{letter:?} {meaning}")))
    }

    /// Takes the next letter, which has to be one of these, and says which.
    pub(super) fn one_of(&mut self, letters: &[char]) -> Option<usize> {
        let next = self.peek()?;
        let which = letters.iter().position(|&letter| letter == next)?;
        self.next();
        Some(which)
    }

    /// Takes all letters up to the next blank.
    pub(super) fn word(&mut self) -> &'a str {
        let end = self.rest.find(' ').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.at += word.chars().count();
        self.rest = rest;
        word
    }

    /// Takes a number as it is usually written, if it lies in this range.
    pub(super) fn number(
        &mut self,
        range: std::ops::RangeInclusive<usize>,
        what: &str,
    ) -> Result<usize, PositionError> {
        let digits = self
            .rest
            .find(|letter: char| !letter.is_ascii_digit())
            .unwrap_or(self.rest.len());
        let text = &self.rest[..digits];
        let number = text.parse().ok().filter(|number| range.contains(number));
        match number {
            Some(number) if number == 0 || !text.starts_with('0') => {
                self.at += digits;
                self.rest = &self.rest[digits..];
                Ok(number)
            }
            _ => {
                let (low, high) = range.into_inner();
                Err(self.unexpected(&format!("{what}, {low} to {high} without leading zeros,")))
            }
        }
    }

    /// Returns the error that something else should stand here.
    pub(super) fn unexpected(&self, wanted: &str) -> PositionError {
        let found = match self.peek() {
            None => "the line ends".to_owned(),
            Some(letter) => format!("there is {letter:?}"),
        };
        PositionError::new(self.at, format!("{found} where {wanted} should be"))
    }
}
