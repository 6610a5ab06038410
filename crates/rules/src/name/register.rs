//! From a list of games to their names: whatever list it is, a test's too.

use super::NameError;
use crate::options::{OptionEntry, OptionError};

/// A game as a list for people shows it.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// Other names for the same game, and the options that they set.
    pub aliases: &'static [(&'static str, &'static str)],
    /// What it is.
    pub about: &'static str,
    /// Returns its options.
    pub options: fn() -> Vec<OptionEntry>,
}

/// Makes names of a list of games: `GameName` and `CATALOGUE`.
#[doc(hidden)]
#[macro_export]
macro_rules! declare_games {
    ([] $(
        $variant:ident: $game:ty,
        $name:literal $(| $alias:literal = $set:literal)*, $about:literal;
    )*) => {
        /// A game with its options. `Display` writes the shortest name that `FromStr` reads back.
        #[derive(Clone, Debug, PartialEq)]
        pub enum GameName {
            $(
                #[doc = $about]
                $variant(<$game as $crate::Game>::Rules),
            )*
        }

        /// All games, in the order people read them.
        pub const CATALOGUE: &[$crate::name::Entry] = &[$(
            $crate::name::Entry {
                name: $name,
                aliases: &[$(($alias, $set)),*],
                about: $about,
                options: $crate::options::list::<<$game as $crate::Game>::Rules>,
            },
        )*];

        impl GameName {
            /// Returns the name without options.
            #[must_use]
            pub const fn plain_name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)*
                }
            }
        }

        impl std::str::FromStr for GameName {
            type Err = $crate::name::NameError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let (name, options) = $crate::name::resolve(CATALOGUE, text)?;
                match name {
                    $($name => Ok(Self::$variant($crate::options::read($name, &options)?)),)*
                    _ => Err($crate::name::NameError::unknown(name, CATALOGUE)),
                }
            }
        }

        impl std::fmt::Display for GameName {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let options = match self {
                    $(Self::$variant(rules) => $crate::options::write(rules),)*
                };
                f.write_str(&$crate::name::with_options(self.plain_name(), &options))
            }
        }
    };
}

/// Chooses from a list of games the one of a name, and runs code with its type and rules.
#[doc(hidden)]
#[macro_export]
macro_rules! choose_game {
    (
        [$names:ty, $name:expr, $G:ident, $rules:ident => $body:expr]
        $(
            $variant:ident: $game:ty,
            $text:literal $(| $alias:literal = $set:literal)*, $about:literal;
        )*
    ) => {{
        type Names = $names;
        match $name {
            $(
                Names::$variant(rules) => {
                    type $G = $game;
                    let $rules: &<$G as $crate::Game>::Rules = rules;
                    $body
                }
            )*
        }
    }};
}

/// Returns the name and the options that a text means: those of the game, if it is another name for it.
///
/// # Errors
/// If there is a colon and no option behind it.
pub fn resolve<'a>(catalogue: &[Entry], text: &'a str) -> Result<(&'a str, String), OptionError> {
    let (name, options) = match text.split_once(':') {
        Some((_, "")) => return Err(OptionError::Malformed(String::new())),
        Some((name, options)) => (name, options),
        None => (text, ""),
    };
    for entry in catalogue {
        if let Some((_, set)) = entry.aliases.iter().find(|(alias, _)| *alias == name) {
            // What is written wins over what the alias sets.
            let key = |pair: &str| pair.split('=').next().map(str::to_owned);
            let written: Vec<_> = options.split(',').map(key).collect();
            let set = set.split(',').filter(|pair| !written.contains(&key(pair)));
            let all = set.chain([options]).filter(|part| !part.is_empty());
            return Ok((entry.name, all.collect::<Vec<_>>().join(",")));
        }
    }
    Ok((name, options.to_owned()))
}

impl NameError {
    /// Returns the error that no game of the catalogue has this name.
    #[must_use]
    pub fn unknown(name: &str, catalogue: &[Entry]) -> Self {
        Self::UnknownGame {
            name: name.to_owned(),
            games: names(catalogue),
        }
    }
}

/// All games, with other names for them.
fn names(catalogue: &[Entry]) -> String {
    let (mut names, mut others) = (Vec::new(), Vec::new());
    for entry in catalogue {
        names.push(entry.name);
        for (alias, options) in entry.aliases {
            others.push(format!("{alias} is {}", with_options(entry.name, options)));
        }
    }
    match &*others {
        [] => names.join(", "),
        others => format!("{} ({})", names.join(", "), others.join(", ")),
    }
}

/// Writes a game's name with its options behind it.
#[must_use]
pub fn with_options(name: &str, options: &str) -> String {
    match options {
        "" => name.to_owned(),
        options => format!("{name}:{options}"),
    }
}
