//! Texts that people read, in every language of a study.

use serde::{Deserialize, Serialize};

/// A language that the page speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Japanese.
    Ja,
    /// English.
    En,
}

impl Language {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Ja, Self::En];

    /// Returns its short name, as files and pages write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ja => "ja",
            Self::En => "en",
        }
    }

    /// Returns the language with this short name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|language| language.name() == name)
    }
}

/// A text in some languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// In Japanese.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ja: Option<String>,
    /// In English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub en: Option<String>,
}

impl Text {
    /// Creates a text in both languages.
    #[must_use]
    pub fn both(ja: &str, en: &str) -> Self {
        Self {
            ja: Some(ja.to_owned()),
            en: Some(en.to_owned()),
        }
    }

    /// Returns the text in a language; what a checked study asks for is there.
    #[must_use]
    pub fn get(&self, language: Language) -> &str {
        self.find(language).unwrap_or_default()
    }

    /// Returns the text in a language, unless it is missing or empty.
    #[must_use]
    pub fn find(&self, language: Language) -> Option<&str> {
        let text = match language {
            Language::Ja => &self.ja,
            Language::En => &self.en,
        };
        text.as_deref().filter(|text| !text.trim().is_empty())
    }

    /// Sets the text in a language.
    pub(crate) fn set(&mut self, language: Language, text: &str) {
        let slot = match language {
            Language::Ja => &mut self.ja,
            Language::En => &mut self.en,
        };
        *slot = Some(text.to_owned());
    }
}
