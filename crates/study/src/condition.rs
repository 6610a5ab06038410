//! Conditions on what people answered before the games: `strength <= 3 and known != none`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// All of its parts have to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    parts: Vec<Part>,
}

/// A question compared with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The question's id.
    pub question: String,
    /// How they are compared.
    pub comparison: Comparison,
    /// The value: a number for scales, one of the choices otherwise.
    pub value: String,
}

/// How an answer is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `<`
    Below,
    /// `>`
    Above,
    /// `!=`
    Not,
    /// `=`
    Is,
}

/// In the order in which they are looked for: the longer ones first.
const COMPARISONS: [(Comparison, &str); 6] = [
    (Comparison::AtMost, "<="),
    (Comparison::AtLeast, ">="),
    (Comparison::Not, "!="),
    (Comparison::Below, "<"),
    (Comparison::Above, ">"),
    (Comparison::Is, "="),
];

impl Condition {
    /// Returns its parts.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Reports whether these answers fulfil it; what was skipped fulfils nothing.
    #[must_use]
    pub fn holds(&self, answers: &BTreeMap<String, Option<String>>) -> bool {
        self.parts.iter().all(|part| {
            let answer = answers.get(&part.question).and_then(Option::as_deref);
            answer.is_some_and(|answer| part.holds(answer))
        })
    }
}

impl Part {
    fn holds(&self, answer: &str) -> bool {
        let numbers = || Some((answer.parse::<i64>().ok()?, self.value.parse::<i64>().ok()?));
        match self.comparison {
            Comparison::Is => answer == self.value,
            Comparison::Not => answer != self.value,
            Comparison::AtMost => numbers().is_some_and(|(x, y)| x <= y),
            Comparison::AtLeast => numbers().is_some_and(|(x, y)| x >= y),
            Comparison::Below => numbers().is_some_and(|(x, y)| x < y),
            Comparison::Above => numbers().is_some_and(|(x, y)| x > y),
        }
    }
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let part = |text: &str| {
            let found = COMPARISONS
                .iter()
                .find_map(|(comparison, sign)| Some((comparison, text.split_once(sign)?)));
            let (comparison, (question, value)) = found?;
            let (question, value) = (question.trim(), value.trim());
            (!question.is_empty() && !value.is_empty()).then(|| Part {
                question: question.to_owned(),
                comparison: *comparison,
                value: value.to_owned(),
            })
        };
        let parts: Option<Vec<Part>> = text.split(" and ").map(part).collect();
        let parts = parts.ok_or_else(|| {
            format!("\"{text}\" is no condition; write one like \"strength <= 3\"")
        })?;
        Ok(Self { parts })
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.parts.iter().enumerate() {
            let sign = COMPARISONS
                .iter()
                .find(|(comparison, _)| *comparison == part.comparison)
                .map_or("=", |(_, sign)| sign);
            let and = if index > 0 { " and " } else { "" };
            write!(f, "{and}{} {sign} {}", part.question, part.value)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_read_as_it_is_written() {
        for text in ["strength <= 3", "a != none and b > 2", "x = y"] {
            assert_eq!(text.parse::<Condition>().unwrap().to_string(), text);
        }
        assert!("strength".parse::<Condition>().is_err());
        assert!("<= 3".parse::<Condition>().is_err());
    }

    #[test]
    fn what_was_skipped_fulfils_nothing() {
        let weak: Condition = "strength <= 3".parse().unwrap();
        let answers = |value: Option<&str>| {
            BTreeMap::from([("strength".to_owned(), value.map(str::to_owned))])
        };
        assert!(weak.holds(&answers(Some("3"))));
        assert!(!weak.holds(&answers(Some("4"))));
        assert!(!weak.holds(&answers(None)));
        assert!(!weak.holds(&BTreeMap::new()));
        let other: Condition = "strength != 3".parse().unwrap();
        assert!(!other.holds(&answers(None)));
    }
}
