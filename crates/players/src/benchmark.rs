//! Fixed searches of players of every game: those of `problems/bench.toml`.
//!
//! What they visit is a signature of what players do.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::time::Duration;

use rules::line::GameLine;
use rules::{GameName, with_game};
use search::Limits;
use serde::Deserialize;

use crate::file::LimitsSpec;
use crate::searching::SearchSpec;
use crate::{Playable, PlayerFile, Playing, library, toml_text};

/// The searches, in the program so that it can be measured anywhere.
const SEARCHES: &str = include_str!("../../../problems/bench.toml");

/// What random decisions follow from.
const SEED: u64 = 1;

/// A player and the position it is asked about.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    game: String,
    /// A position line, if it is not the start.
    position: Option<String>,
    /// What is played first.
    #[serde(default)]
    moves: String,
    /// A player that comes along.
    player: String,
    /// How it looks ahead, if not as it usually does.
    search: Option<SearchSpec>,
    /// Its limits, if not its usual ones.
    #[serde(default)]
    limits: LimitsSpec,
}

/// What came out, and what it took.
pub struct Answer {
    m: String,
    values: Vec<i32>,
    /// Positions it looked at.
    pub nodes: u64,
    evaluations: u64,
    depth: u32,
    /// How long it took.
    pub time: Duration,
}

/// What a search fails with: its entry does not fit the players that come along.
pub type SearchError = Box<dyn Error + Send + Sync>;

/// Returns all of them with their names, in the order of these.
///
/// # Errors
///
/// Fails if `problems/bench.toml` cannot be read.
pub fn all() -> Result<BTreeMap<String, Search>, SearchError> {
    toml_text::read(SEARCHES)
        .map_err(|error| format!("the searches cannot be read: {error}").into())
}

impl Search {
    /// Lets the player decide.
    ///
    /// # Errors
    ///
    /// Fails if game, position or player do not fit together.
    pub fn answer(&self) -> Result<Answer, SearchError> {
        let game: GameName = self.game.parse()?;
        let mut player = library::load(&self.player)?;
        if let Some(search) = &self.search {
            player.search = search.clone();
            player.limits = self.limits.clone();
        }
        with_game!(&game, G, rules => self.ask::<G>(rules, &player))
    }

    fn ask<G: Playable>(
        &self,
        rules: &G::Rules,
        player: &PlayerFile,
    ) -> Result<Answer, SearchError> {
        let mut line = GameLine::<G>::from_line(rules, self.position.as_deref())?;
        line.play_transcript(&self.moves)?;
        let playing = Playing::on(line, SEED);
        let limits = self.limits.or(&Limits::default());
        let choice = playing.ask(&mut *G::player(player)?, &limits, &mut |_| ())?;
        let report = choice.report;
        Ok(Answer {
            m: playing.position().move_text(choice.m),
            values: report.values.to_vec(),
            nodes: report.nodes,
            evaluations: report.evaluations,
            depth: report.depth,
            time: report.time,
        })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            m,
            values,
            nodes,
            evaluations,
            depth,
            ..
        } = self;
        write!(f, "{m} {values:?}, {nodes} nodes, ")?;
        write!(f, "{evaluations} evaluations, depth {depth}")
    }
}
