//! The arguments that name a game and a position of it.

use anyhow::Result;
use clap::Args;
use rules::line::GameLine;
use rules::{GameName, Notation};

#[derive(Args, Debug)]
pub(crate) struct PositionArguments {
    /// The game with its options, like othello or yonin:start=own
    #[arg(value_name = "GAME")]
    pub(crate) game: GameName,

    /// Play these moves first; disc games may be written without blanks ("f5d6c3"), a pass is --
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    #[arg(allow_hyphen_values = true)]
    pub(crate) moves: String,

    /// Start from this position line instead of the start position
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
}

impl PositionArguments {
    /// Returns the position that was asked for.
    pub(crate) fn position<G: Notation>(&self, rules: &G::Rules) -> Result<G> {
        Ok(self.line::<G>(rules)?.position().clone())
    }

    /// Returns the game that leads to the position that was asked for. A header before the moves
    /// has to agree with it.
    pub(crate) fn line<G: Notation>(&self, rules: &G::Rules) -> Result<GameLine<G>> {
        let mut line = GameLine::from_line(rules, self.position.as_deref())?;
        let moves = line.without_header(&self.game, &self.moves)?;
        line.play_transcript(moves)?;
        Ok(line)
    }
}

/// Returns the name of Othello.
pub(crate) fn othello() -> GameName {
    "othello".parse().expect("a game of that name")
}

/// Reads what everything random follows from.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let largest = u64::MAX;
    text.parse()
        .map_err(|_| format!("it has to be a whole number from 0 to {largest}"))
}

/// Reads a whole number from 1 to `MOST`.
pub(crate) fn whole_number<const MOST: u32>(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|number| (1..=MOST).contains(number))
        .ok_or_else(|| format!("it has to be a whole number from 1 to {MOST}"))
}
