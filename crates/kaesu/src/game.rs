//! The arguments that name a game and a position of it.

use anyhow::{Context, Result, bail};
use clap::Args;
use rules::{GameName, Notation, Seat, transcript};

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
    /// The position that was asked for.
    pub(crate) fn position<G: Notation>(&self, rules: &G::Rules) -> Result<G> {
        Ok(self.played(rules)?.1)
    }

    /// Where it starts, the position that was asked for, and the moves that lead to it.
    pub(crate) fn played<G: Notation>(&self, rules: &G::Rules) -> Result<(G, G, Vec<G::Move>)> {
        let start = match &self.position {
            Some(line) => G::parse_position(rules, line)?,
            None => G::start(rules),
        };
        let mut position = start.clone();
        let moves = self.without_header(&position)?;
        let moves = transcript::play_all(&mut position, moves)?;
        Ok((start, position, moves))
    }

    /// The moves; a header before them has to agree with the game.
    fn without_header<G: Notation>(&self, position: &G) -> Result<&str> {
        let Some(header) = transcript::Header::split(&self.moves) else {
            return Ok(&self.moves);
        };
        let (header, moves) = header.context("the header of the transcript cannot be read")?;
        if header.game != self.game {
            bail!("the transcript is of {}, not of {}", header.game, self.game);
        }
        if header.first != position.turn() {
            let name = |seat: Seat| position.seat_name(seat);
            let (first, turn) = (name(header.first), name(position.turn()));
            bail!("the transcript starts with {first}, but it is the turn of {turn}");
        }
        Ok(moves)
    }
}

/// Reads a whole number from 1 to `MOST`.
pub(crate) fn whole_number<const MOST: u32>(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|number| (1..=MOST).contains(number))
        .ok_or_else(|| format!("it has to be a whole number from 1 to {MOST}"))
}
