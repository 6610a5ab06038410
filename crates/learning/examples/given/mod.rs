//! What an example is asked: words of the form KEY=VALUE.

use std::collections::HashMap;

/// The words of the command line.
pub(crate) struct Given(HashMap<String, String>);

impl Given {
    pub(crate) fn new() -> Self {
        let pair = |word: String| {
            let (key, value) = word.split_once('=').expect("KEY=VALUE");
            (key.to_owned(), value.to_owned())
        };
        Self(std::env::args().skip(1).map(pair).collect())
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    pub(crate) fn number(&self, key: &str, default: u64) -> u64 {
        let value = self.text(key);
        value.map_or(default, |value| value.parse().expect("a whole number"))
    }
}
