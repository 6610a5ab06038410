//! A question that games or searches answer: who plays what against whom, from where, how often.
//!
//! An experiment holds all it needs: player files and openings are part of it, so that the same
//! experiment always gives the same games, on every machine. [`Experiment::read`] makes one from a
//! file, [`Experiment::to_toml`] writes one that needs no other file.

mod error;
pub(crate) mod file;

use std::time::Duration;

use players::file::LimitsSpec;
use rules::GameName;
use serde::{Deserialize, Serialize};

use crate::contender::Contender;
use crate::opening::Openings;
use statistics::pairs::Basis;
use statistics::sprt::{Bounds, Hypothesis, Sprt, SprtError};

pub use self::error::ExperimentError;

/// How long a player may think about a move before it forfeits the game, unless the experiment
/// says otherwise.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A question, with all that is needed to answer it.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// One line for lists.
    pub about: String,
    /// The game with its options.
    pub game: GameName,
    /// The position line that openings start from; `None` for the game's own start.
    pub position: Option<String>,
    /// What is asked.
    pub kind: Kind,
    /// Who sits where in the games of a block.
    pub seating: Seating,
    /// Who plays.
    pub players: Vec<Contender>,
    /// Where games begin.
    pub openings: Openings,
    /// Limits of every move, in the place of those in the player files.
    pub limits: LimitsSpec,
    /// How many games each table plays at most, rounded up to whole blocks; how many positions
    /// are measured.
    pub games: u64,
    /// Ends a match as soon as it is decided.
    pub stop: Option<Stopping>,
    /// The seed of everything random.
    pub seed: u64,
    /// What is kept of each move besides the move.
    pub keep: Keep,
    /// How long a player may think about a move before it forfeits the game.
    pub patience: Duration,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Two players or teams.
    Match,
    /// Everybody against everybody.
    RoundRobin,
    /// The first player against all others.
    Gauntlet,
    /// All tables of different players in a game for many.
    Tournament,
    /// One value of a player varied, against an opponent.
    Sweep(Sweep),
    /// Players think about positions, and what that takes is compared.
    Measurement(Measurement),
}

impl Kind {
    /// Returns its name in files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Tournament => "tournament",
            Self::Sweep(_) => "sweep",
            Self::Measurement(_) => "measurement",
        }
    }
}

/// One value of a player varied.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// Whose value, by name.
    pub player: String,
    /// Which value of its player file, with dots: `evaluation.features.kn.when`.
    pub key: String,
    /// What is tried.
    pub values: Vec<toml::Value>,
    /// Against whom, by name.
    pub opponent: String,
}

/// Players think about positions.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// If given, every player is measured at each of these depths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depths: Vec<u32>,
    /// With whom the others are compared, by name; the first player if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

/// Who sits where in the games of a block, all of which have the same opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// A smallest balanced block: 2 games for two seats, 12 for four.
    Balanced,
    /// Every order: 2 games for two seats, 24 for four.
    All,
    /// Two players on all seats in every way with at least one seat each: 14 games for four seats.
    Mixed,
    /// The first player alone against the second on all other seats: as many games as seats.
    Alone,
    /// Two teams that sit opposite each other: 2 games, or 8 for teams of two different players.
    Teams,
    /// One player per seat, the same one more than once if wanted, in all rotations.
    Rotations,
}

impl Seating {
    /// All ways with their names in files.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Balanced, "balanced"),
        (Self::All, "all"),
        (Self::Mixed, "mixed"),
        (Self::Alone, "alone"),
        (Self::Teams, "teams"),
        (Self::Rotations, "rotations"),
    ];

    /// Returns its name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(seating, _)| *seating == self);
        named.expect("all are listed").1
    }
}

/// A match that ends as soon as it is decided: a sequential test over pairs or blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stopping {
    /// In what the hypotheses are given.
    pub unit: Unit,
    /// What holds if the first player is no better.
    pub h0: f64,
    /// What holds if it is.
    pub h1: f64,
    /// The chance to accept the second hypothesis when the first holds.
    pub alpha: f64,
    /// The chance to accept the first hypothesis when the second holds.
    pub beta: f64,
}

/// In what hypotheses are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Elo, by the mean score.
    Elo,
    /// Elo divided by the spread of the results, as other tools count it.
    NormalisedElo,
    /// The mean score, between 0 and 1.
    Score,
}

impl Unit {
    /// All units with their names in files.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::Elo, "elo"),
        (Self::NormalisedElo, "normalised-elo"),
        (Self::Score, "score"),
    ];

    /// Returns its name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(unit, _)| *unit == self);
        named.expect("all are listed").1
    }
}

impl Stopping {
    /// Returns the test, for blocks of this many games.
    ///
    /// # Errors
    /// Returns an error if there is no such test.
    pub fn test(&self, seats: usize, block: usize) -> Result<Sprt, SprtError> {
        let basis = if seats == 2 && block == 2 {
            Basis::Pairs
        } else {
            Basis::Blocks
        };
        let hypothesis = |value: f64| match self.unit {
            Unit::Elo => Hypothesis::elo(value),
            Unit::NormalisedElo => Hypothesis::normalised_elo(value, block as u32),
            Unit::Score => Hypothesis::Mean(value),
        };
        let bounds = Bounds::new(self.alpha, self.beta)?;
        Sprt::new(basis, hypothesis(self.h0), hypothesis(self.h1), bounds)
    }
}

/// What is kept of each move besides the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// What the mover thought the position was worth to each seat.
    pub values: bool,
    /// How many positions it visited.
    pub nodes: bool,
    /// How long it thought. The same game has other times when it is played again.
    pub times: bool,
}

impl Keep {
    /// Reports whether anything is kept.
    #[must_use]
    pub const fn anything(self) -> bool {
        self.values || self.nodes || self.times
    }

    /// Returns everything that can be kept, with its name in files.
    fn named(&mut self) -> [(&'static str, &mut bool); 3] {
        [
            ("values", &mut self.values),
            ("nodes", &mut self.nodes),
            ("times", &mut self.times),
        ]
    }

    /// Returns what files call what is kept.
    fn names(mut self) -> Vec<String> {
        let kept = self.named().into_iter().filter(|(_, on)| **on);
        kept.map(|(name, _)| name.to_owned()).collect()
    }

    /// Keeps what has these names in files.
    fn of(names: &[String]) -> Result<Self, String> {
        let mut keep = Self::default();
        for name in names {
            let mut all = keep.named().into_iter();
            let Some((_, on)) = all.find(|(known, _)| known == name) else {
                return Err(format!(
                    "nothing called \"{name}\" can be kept, only values, nodes and times"
                ));
            };
            *on = true;
        }
        Ok(keep)
    }
}

impl Experiment {
    /// Creates an experiment of 100 games a table from the start position.
    #[must_use]
    pub fn new(game: GameName, kind: Kind, players: Vec<Contender>) -> Self {
        Self {
            about: String::new(),
            game,
            position: None,
            kind,
            seating: Seating::Balanced,
            players,
            openings: Openings::Start,
            limits: LimitsSpec::default(),
            games: 100,
            stop: None,
            seed: 1,
            keep: Keep::default(),
            patience: PATIENCE,
        }
    }
}
