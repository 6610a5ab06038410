//! The options of a game, described once: listing, reading, writing, the sentences about mistakes
//! and the page's set-up all come from the description.
//!
//! Options are written `key=value` and separated by commas; what is not written has its default,
//! and a default is not written.

use thiserror::Error;

/// The options under which a game is played.
pub trait Options: Default + 'static {
    /// Every option, in the order it is written.
    const OPTIONS: &'static [GameOption<Self>];

    /// Refuses what each option allows, but not all of them together.
    ///
    /// # Errors
    /// If there is no game under these options.
    fn check(self) -> Result<Self, OptionError> {
        Ok(self)
    }
}

/// A game without options.
impl Options for () {
    const OPTIONS: &'static [GameOption<Self>] = &[];
}

/// A text in the languages of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// In English.
    pub en: &'static str,
    /// In Japanese.
    pub ja: &'static str,
}

/// One value that an option can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// As it is written.
    pub value: &'static str,
    /// What the page calls it.
    pub label: Label,
}

impl Choice {
    /// Describes a value.
    #[must_use]
    pub const fn new(value: &'static str, en: &'static str, ja: &'static str) -> Self {
        let label = Label { en, ja };
        Self { value, label }
    }
}

/// An option of the rules `R`.
pub struct GameOption<R: 'static> {
    /// How it is written.
    pub key: &'static str,
    /// What it decides.
    pub about: &'static str,
    /// What the page calls it.
    pub label: Label,
    /// What it can be.
    pub values: Values<R>,
}

/// What an option of the rules `R` can be, and how it is found and set there.
pub enum Values<R: 'static> {
    /// One of a few, by its index.
    Choices {
        /// All of them, the default first.
        choices: &'static [Choice],
        /// Returns which it is.
        get: fn(&R) -> usize,
        /// Sets it to one of them.
        set: fn(&mut R, usize),
    },
    /// A whole number.
    Number {
        /// The least.
        low: u64,
        /// The most.
        high: u64,
        /// Returns it.
        get: fn(&R) -> u64,
        /// Sets it to a number from `low` to `high`.
        set: fn(&mut R, u64),
    },
    /// A fraction; the rules check that it makes sense.
    Fraction {
        /// Returns numerator and denominator.
        get: fn(&R) -> (u32, u32),
        /// Sets both.
        set: fn(&mut R, (u32, u32)),
    },
}

impl<R: Options> GameOption<R> {
    /// Returns the value that the rules have, as it is written.
    fn value(&self, rules: &R) -> String {
        match &self.values {
            Values::Choices { choices, get, .. } => choices[get(rules)].value.to_owned(),
            Values::Number { get, .. } => get(rules).to_string(),
            Values::Fraction { get, .. } => {
                let (part, whole) = get(rules);
                format!("{part}/{whole}")
            }
        }
    }

    /// Sets the value from its text, or returns `None` if it cannot be that.
    fn set(&self, rules: &mut R, text: &str) -> Option<()> {
        match &self.values {
            Values::Choices { choices, set, .. } => {
                set(rules, choices.iter().position(|c| c.value == text)?);
            }
            Values::Number { low, high, set, .. } => {
                let number = text.parse().ok();
                set(rules, number.filter(|n| (low..=high).contains(&n))?);
            }
            Values::Fraction { set, .. } => {
                let (part, whole) = text.split_once('/')?;
                set(rules, (part.parse().ok()?, whole.parse().ok()?));
            }
        }
        Some(())
    }

    fn entry(&self) -> OptionEntry {
        let (choices, range) = match &self.values {
            Values::Choices { choices, .. } => (*choices, None),
            Values::Number { low, high, .. } => (&[][..], Some((*low, *high))),
            Values::Fraction { .. } => (&[][..], None),
        };
        OptionEntry {
            key: self.key,
            about: self.about,
            label: self.label,
            default: self.value(&R::default()),
            choices,
            range,
        }
    }
}

/// An option as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionEntry {
    /// How it is written.
    pub key: &'static str,
    /// What it decides.
    pub about: &'static str,
    /// What the page calls it.
    pub label: Label,
    /// What it is unless it is written.
    pub default: String,
    /// The values it can have, the default first; empty if there are too many to list.
    pub choices: &'static [Choice],
    /// The least and the most, if it is a whole number.
    pub range: Option<(u64, u64)>,
}

impl OptionEntry {
    /// Returns the option with its values, as in `start=othello|own`, or with its default.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{}={}", self.key, self.values().join("|"))
    }

    /// Returns all values that can be listed, the default first: of numbers and fractions only that.
    #[must_use]
    pub fn values(&self) -> Vec<&str> {
        match self.choices {
            [] => vec![&*self.default],
            choices => choices.iter().map(|choice| choice.value).collect(),
        }
    }

    /// Returns what the option can be, for a sentence.
    fn allowed(&self) -> String {
        match (self.choices, self.range) {
            ([], Some((low, high))) => format!("a whole number from {low} to {high}"),
            ([], None) => format!("a fraction like {}", self.default),
            _ => self.values().join(" or "),
        }
    }
}

/// Returns the options as a list shows them.
#[must_use]
pub fn list<R: Options>() -> Vec<OptionEntry> {
    R::OPTIONS.iter().map(GameOption::entry).collect()
}

/// Reads the options `key=value,…` of this game; an empty text sets nothing.
///
/// # Errors
/// Returns an error if an option does not exist, is written twice, or has a value it cannot have.
pub fn read<R: Options>(game: &'static str, text: &str) -> Result<R, OptionError> {
    let mut rules = R::default();
    let mut seen: Vec<&str> = Vec::new();
    for pair in text.split(',').filter(|_| !text.is_empty()) {
        let (key, value) = pair
            .split_once('=')
            .ok_or_else(|| OptionError::Malformed(pair.to_owned()))?;
        if seen.contains(&key) {
            return Err(OptionError::Twice(key.to_owned()));
        }
        seen.push(key);
        let option = R::OPTIONS.iter().find(|option| option.key == key);
        let option = option.ok_or_else(|| OptionError::Unknown {
            game,
            key: key.to_owned(),
            known: list::<R>().iter().map(OptionEntry::usage).collect(),
        })?;
        let set = option.set(&mut rules, value);
        set.ok_or_else(|| OptionError::Value {
            game,
            key: option.key,
            value: value.to_owned(),
            allowed: option.entry().allowed(),
        })?;
    }
    rules.check()
}

/// Writes the options that differ from their defaults.
#[must_use]
pub fn write<R: Options>(rules: &R) -> String {
    let default = R::default();
    let differing = |option: &&GameOption<R>| option.value(rules) != option.value(&default);
    join(rules, R::OPTIONS.iter().filter(differing))
}

/// Writes all options.
#[must_use]
pub fn write_all<R: Options>(rules: &R) -> String {
    join(rules, R::OPTIONS.iter())
}

fn join<'a, R: Options>(rules: &R, options: impl Iterator<Item = &'a GameOption<R>>) -> String {
    let pair = |option: &GameOption<R>| format!("{}={}", option.key, option.value(rules));
    options.map(pair).collect::<Vec<_>>().join(",")
}

/// Options that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("{game} has no option \"{key}\"; {}", known_text(known))]
    Unknown {
        /// The game.
        game: &'static str,
        /// The option as written.
        key: String,
        /// The options there are, with their values.
        known: Vec<String>,
    },
    /// The option cannot have this value.
    #[error("{game} cannot have {key}={value}; {key} is {allowed}")]
    Value {
        /// The game.
        game: &'static str,
        /// The option.
        key: &'static str,
        /// The value as written.
        value: String,
        /// What it can be.
        allowed: String,
    },
    /// An option without a value.
    #[error("\"{0}\" is no option; options are written key=value and separated by commas")]
    Malformed(String),
    /// An option given twice.
    #[error("the option \"{0}\" is given twice")]
    Twice(String),
    /// Options that do not go together; says why.
    #[error("{0}")]
    Together(String),
}

fn known_text(known: &[String]) -> String {
    match known {
        [] => "it has none".to_owned(),
        known => format!("it has {}", known.join(", ")),
    }
}
