//! Codes of participants: six letters and a check letter, so that a slip of the finger is told from a
//! code that does not exist.
//!
//! A code is the only thing that connects a person with the data, and whoever knows it can go on in
//! the person's place. 23 letters (without I, O and U, which look like others) make 148 million codes;
//! 23 is a prime, so that the check letter finds every wrong letter and every two that were swapped.

use std::fmt;
use std::str::FromStr;

use rules::hash::mix;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

const LETTERS: &[u8; 23] = b"ABCDEFGHJKLMNPQRSTVWXYZ";
const LENGTH: usize = 6;

/// The code of a participant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Code(String);

/// Why a text is no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CodeError {
    /// It has another length, or other letters.
    #[error("a code has seven letters, without I, O and U")]
    Form,
    /// The check letter does not fit the others.
    #[error("there is a slip in this code; compare it letter by letter")]
    Slip,
}

impl Code {
    /// Returns the code of a random number.
    #[must_use]
    pub fn of(number: u64) -> Self {
        let mut rest = mix(number);
        let letters = (0..LENGTH).map(|_| {
            let letter = (rest % LETTERS.len() as u64) as usize;
            rest /= LETTERS.len() as u64;
            letter
        });
        let letters: Vec<usize> = letters.collect();
        let all = letters.iter().copied().chain([check(&letters)]);
        Self(all.map(|letter| char::from(LETTERS[letter])).collect())
    }

    /// Returns what somebody can show instead of knowing the code again; it tells nothing of the code to
    /// whoever does not know the secret.
    #[must_use]
    pub fn pass(&self, secret: &str) -> String {
        let sum = Sha256::digest(format!("{secret} {self}").as_bytes());
        sum.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns the letter that makes the weighted sum a multiple of 23.
fn check(letters: &[usize]) -> usize {
    let sum: usize = letters
        .iter()
        .zip(2..)
        .map(|(letter, weight)| letter * weight)
        .sum();
    (LETTERS.len() - sum % LETTERS.len()) % LETTERS.len()
}

/// Returns the letter of ASCII that a wide one is, U+FF01 to U+FF5E, which stand there in the same order; Japanese
/// keyboards write a hyphen as a long vowel or a minus.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        'ー' | '\u{2212}' => '-',
        _ => c,
    }
}

impl FromStr for Code {
    type Err = CodeError;

    /// Reads a code as people type it: in small letters, with blanks and hyphens, and in the wide letters of
    /// Japanese keyboards.
    fn from_str(text: &str) -> Result<Self, CodeError> {
        let typed = text
            .chars()
            .map(narrow)
            .filter(|c| !c.is_whitespace() && *c != '-')
            .map(|c| c.to_ascii_uppercase());
        let typed: String = typed.take(2 * LENGTH).collect();
        let place = |byte: u8| LETTERS.iter().position(|&letter| letter == byte);
        let letters: Option<Vec<usize>> = typed.bytes().map(place).collect();
        let letters = letters
            .filter(|letters| letters.len() == LENGTH + 1)
            .ok_or(CodeError::Form)?;
        if check(&letters[..LENGTH]) != letters[LENGTH] {
            return Err(CodeError::Slip);
        }
        Ok(Self(typed))
    }
}

impl TryFrom<String> for Code {
    type Error = CodeError;

    fn try_from(text: String) -> Result<Self, CodeError> {
        text.parse()
    }
}

impl From<Code> for String {
    fn from(code: Code) -> Self {
        code.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wrong_letter_and_every_swap_is_found() {
        for number in 0..200 {
            let code = Code::of(number).to_string();
            assert_eq!(code.parse::<Code>().unwrap().as_str(), code);
            let spaced = format!("{} {}", &code[..3], code[3..].to_lowercase());
            assert_eq!(spaced.parse::<Code>().unwrap().as_str(), code);
            let wide = |c: char| char::from_u32(c as u32 + 0xfee0).unwrap();
            let wide: String = code.to_lowercase().chars().map(wide).collect();
            let wide = format!("{}ー{}", &wide[..9], &wide[9..]);
            assert_eq!(wide.parse::<Code>().unwrap().as_str(), code, "{wide}");
            for place in 0..=LENGTH {
                for &letter in LETTERS {
                    let mut other = code.clone().into_bytes();
                    if other[place] == letter {
                        continue;
                    }
                    other[place] = letter;
                    let other = String::from_utf8(other).unwrap();
                    assert_eq!(
                        other.parse::<Code>(),
                        Err(CodeError::Slip),
                        "{code} {other}"
                    );
                }
            }
            for place in 0..LENGTH {
                let mut other = code.clone().into_bytes();
                other.swap(place, place + 1);
                let other = String::from_utf8(other).unwrap();
                assert_eq!(
                    other.parse::<Code>().is_ok(),
                    other == code,
                    "{code} {other}"
                );
            }
        }
    }

    #[test]
    fn what_is_no_code_is_told_apart() {
        for text in [
            "",
            "ABC",
            "ABCDEFI",
            "1234567",
            "ABCDEFGHJ",
            "あいうえおかき",
        ] {
            assert_eq!(text.parse::<Code>(), Err(CodeError::Form), "{text}");
        }
    }
}
