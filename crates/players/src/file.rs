//! Player files: what a player is made of, in TOML.
//!
//! A file that is wrong in any way is refused with its name, the line and what would be right.

use std::path::Path;
use std::time::Duration;

use rules::GameName;
use search::Limits;
use serde::de::{Deserialize, Deserializer, Error as _};
use thiserror::Error;
use toml::Spanned;

use crate::book::BookSpec;
use crate::evaluation::EvaluationSpec;
use crate::external::EngineSpec;
use crate::mate_player::MatesSpec;
use crate::number::{as_seconds, count, ranged, seconds};
use crate::personality::PersonalitySpec;
use crate::repeatable::Repeatable;
use crate::searching::SearchSpec;
use crate::{text_file, toml_text};

/// A player as its file describes it, for no game in particular.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerFile {
    /// What people call it.
    pub title: Option<String>,
    /// The same in Japanese.
    pub title_ja: Option<String>,
    /// One line for lists.
    pub about: String,
    /// The same in Japanese.
    pub about_ja: Option<String>,
    /// The games it can play, without options; none given means any.
    pub games: Vec<String>,
    /// What its random decisions start from, together with the game's own seed.
    pub seed: u64,
    /// The limits of a move, unless the caller sets others.
    pub limits: LimitsSpec,
    /// How it looks ahead, or which program does.
    pub search: SearchSpec,
    /// What it thinks a position is worth; some searches need none.
    pub evaluation: Option<EvaluationSpec>,
    /// Its first moves.
    pub book: Option<BookSpec>,
    /// How it looks for mates.
    pub mates: Option<MatesSpec>,
    /// What else it does.
    pub personality: Option<PersonalitySpec>,
    pub(crate) places: Places,
}

/// Where the parts of a file stand, for errors that are found later.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Places {
    file: String,
    games: usize,
    search: usize,
    evaluation: usize,
    book: usize,
    mates: usize,
    personality: usize,
}

/// The file as TOML sees it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Content {
    title: Option<String>,
    title_ja: Option<String>,
    about: String,
    about_ja: Option<String>,
    games: Option<Spanned<Vec<PlainName>>>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    limits: LimitsSpec,
    search: Option<Spanned<SearchSpec>>,
    engine: Option<Spanned<EngineSpec>>,
    evaluation: Option<Spanned<EvaluationSpec>>,
    book: Option<Spanned<BookSpec>>,
    mates: Option<Spanned<MatesSpec>>,
    personality: Option<Spanned<PersonalitySpec>>,
}

/// A game without options, by the name that is always the same: othello is reversi-8x8.
struct PlainName(String);

impl<'de> Deserialize<'de> for PlainName {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        let game: GameName = text.parse().map_err(D::Error::custom)?;
        if text.contains(':') {
            return Err(D::Error::custom(format!(
                "games are named without options here: {}",
                game.plain_name()
            )));
        }
        Ok(Self(game.plain_name().to_owned()))
    }
}

/// Limits of a move as a file gives them.
#[derive(Clone, Debug, Default, PartialEq, serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LimitsSpec {
    /// Plies.
    #[serde(default, deserialize_with = "ranged::<1, 1000, _>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions visited.
    #[serde(default, deserialize_with = "count")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Positions evaluated.
    #[serde(default, deserialize_with = "count")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// Seconds.
    #[serde(default, deserialize_with = "seconds", serialize_with = "as_seconds")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
}

impl LimitsSpec {
    /// Returns the limits for a move: these, unless the caller sets some; a stop flag is always the
    /// caller's.
    #[must_use]
    pub fn or(&self, asked: &Limits) -> Limits {
        if asked.is_set() {
            return asked.clone();
        }
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            evaluations: self.evaluations,
            time: self.time,
            stop: asked.stop.clone(),
        }
    }
}

impl PlayerFile {
    /// Reads a player from the text of a file that has this name.
    ///
    /// # Errors
    /// Returns an error if anything in it is unknown, missing or out of range.
    pub fn parse(name: &str, text: &str) -> Result<Self, FileError> {
        let line = |offset: usize| 1 + text[..offset].matches('\n').count();
        let content: Content = toml_text::read(text).map_err(|error| FileError::Content {
            file: name.to_owned(),
            line: line(error.span().map_or(0, |span| span.start)),
            problem: error.message().replace('\n', " "),
        })?;
        let place = |span: Option<std::ops::Range<usize>>| line(span.map_or(0, |span| span.start));
        let wrong = |line: usize, problem: &str| FileError::Content {
            file: name.to_owned(),
            line,
            problem: problem.to_owned(),
        };
        let search = match (content.search, content.engine) {
            (Some(search), None) => search,
            (None, Some(engine)) => {
                let span = engine.span();
                let folder = Path::new(name).parent().unwrap_or(Path::new(""));
                let engine = engine.into_inner().seen_from(folder);
                Spanned::new(span, SearchSpec::Engine(engine))
            }
            (None, None) => {
                let problem = "a player looks ahead by [search.KIND], or is a program: [engine]";
                return Err(wrong(1, problem));
            }
            (Some(_), Some(engine)) => {
                let problem = "a program looks ahead by itself; leave out [engine] or the search";
                return Err(wrong(line(engine.span().start), problem));
            }
        };
        let places = Places {
            file: name.to_owned(),
            games: place(content.games.as_ref().map(Spanned::span)),
            search: place(Some(search.span())),
            evaluation: place(content.evaluation.as_ref().map(Spanned::span)),
            book: place(content.book.as_ref().map(Spanned::span)),
            mates: place(content.mates.as_ref().map(Spanned::span)),
            personality: place(content.personality.as_ref().map(Spanned::span)),
        };
        Ok(Self {
            title: content.title,
            title_ja: content.title_ja,
            about: content.about,
            about_ja: content.about_ja,
            games: content
                .games
                .into_iter()
                .flat_map(Spanned::into_inner)
                .map(|name| name.0)
                .collect(),
            seed: content.seed,
            limits: content.limits,
            search: search.into_inner(),
            evaluation: content.evaluation.map(Spanned::into_inner),
            book: content.book.map(Spanned::into_inner),
            mates: content.mates.map(Spanned::into_inner),
            personality: content.personality.map(Spanned::into_inner),
            places,
        })
    }

    /// Checks that any text is read without a crash, or refused in one line that says where; returns whether it
    /// was read.
    ///
    /// # Panics
    /// Panics if that is not so.
    #[must_use]
    pub fn check(text: &str) -> bool {
        match Self::parse("fuzz.toml", text) {
            Ok(file) => {
                // As text, because what is no number is not equal to itself.
                let again = Self::parse("fuzz.toml", text);
                assert_eq!(format!("{again:?}"), format!("Ok({file:?})"));
                true
            }
            Err(error) => {
                let said = error.to_string();
                assert!(said.starts_with("fuzz.toml"), "{said}");
                assert!(!said.contains('\n'), "{said}");
                false
            }
        }
    }

    /// Reads a player file.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or anything in it is wrong.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let file = path.display().to_string();
        match text_file::read(path, text_file::LONGEST_PLAYER) {
            Ok(text) => Self::parse(&file, &text),
            Err(error) => Err(FileError::Unreadable {
                file,
                problem: error.to_string(),
            }),
        }
    }

    /// Creates the player that is this program.
    #[must_use]
    pub fn engine(spec: EngineSpec) -> Self {
        let about = format!("`{}` through {}", spec.command, spec.protocol.name());
        Self {
            title: None,
            title_ja: None,
            about,
            about_ja: None,
            games: Vec::new(),
            seed: 0,
            limits: LimitsSpec::default(),
            evaluation: None,
            book: None,
            mates: None,
            personality: None,
            places: Places {
                file: spec.command.clone(),
                ..Places::default()
            },
            search: SearchSpec::Engine(spec),
        }
    }

    /// Returns the program it is, if it is one.
    #[must_use]
    pub const fn program(&self) -> Option<&EngineSpec> {
        match &self.search {
            SearchSpec::Engine(spec) => Some(spec),
            _ => None,
        }
    }

    /// Returns how much of its play can be repeated if it is asked with these limits.
    #[must_use]
    pub fn repeatable(&self, asked: &Limits) -> Repeatable {
        // Whatever is asked of a person, what it overlooks it thinks about by its own limits.
        let human = matches!(self.personality, Some(PersonalitySpec::Human(_)));
        let timed = self
            .limits
            .or(asked)
            .time
            .or(self.limits.time.filter(|_| human));
        match (&self.search, timed) {
            (SearchSpec::Engine(_), _) => Repeatable::PROGRAM,
            (_, Some(_)) => Repeatable::BY_TIME,
            (SearchSpec::Othello(spec), None) if spec.threads > 1 => Repeatable::BY_THREADS,
            (_, None) => Repeatable::Always,
        }
    }

    /// Reports whether it says that it can play this game, named without options.
    #[must_use]
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|name| name == game)
    }

    /// Returns the error for something at the place of `games` that does not fit a game.
    pub(crate) fn wrong_games(&self, problem: String) -> FileError {
        self.content(self.places.games, problem)
    }

    /// Returns the error for a search that does not fit.
    pub(crate) fn wrong_search(&self, problem: String) -> FileError {
        self.content(self.places.search, problem)
    }

    /// Returns the error for an evaluation that does not fit.
    pub(crate) fn wrong_evaluation(&self, problem: String) -> FileError {
        self.content(self.places.evaluation, problem)
    }

    /// Returns the error for a book that does not fit.
    pub(crate) fn wrong_book(&self, problem: String) -> FileError {
        self.content(self.places.book, problem)
    }

    /// Returns the error for a search for mates that does not fit.
    pub(crate) fn wrong_mates(&self, problem: String) -> FileError {
        self.content(self.places.mates, problem)
    }

    /// Returns the error for a personality that does not fit.
    pub(crate) fn wrong_personality(&self, problem: String) -> FileError {
        self.content(self.places.personality, problem)
    }

    fn content(&self, line: usize, problem: String) -> FileError {
        FileError::Content {
            file: self.places.file.clone(),
            line,
            problem,
        }
    }
}

/// Why a player file cannot be used, or not for a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The file itself cannot be read.
    #[error("the player file {file} cannot be read: {problem}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the operating system reported.
        problem: String,
    },
    /// Something in it is wrong.
    #[error("{file}, line {line}: {problem}")]
    Content {
        /// The file.
        file: String,
        /// Where it is wrong, counted from 1.
        line: usize,
        /// What is wrong and what would be right.
        problem: String,
    },
}
