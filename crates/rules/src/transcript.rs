//! Playing a written list of moves.

use std::fmt;

use crate::game::{Game, UnreadableMove};

/// Plays all moves of a text, or none: on an error the position stays as it was.
///
/// # Errors
/// If a move cannot be read or is not legal; the error names it, its ply and the legal moves.
pub fn play_all<G: Game>(position: &mut G, text: &str) -> Result<Vec<G::Move>, TranscriptError> {
    let mut next = position.clone();
    let mut played = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (token, tail) = G::split_move(rest);
        let refuse = |position: &G, ply: usize, problem| TranscriptError {
            ply,
            text: token.to_owned(),
            problem,
            legal: position
                .legal()
                .iter()
                .map(|&m| position.move_text(m))
                .collect(),
        };
        let m = next
            .parse_move(token)
            .map_err(|e| refuse(&next, played.len() + 1, Problem::Unreadable(e)))?;
        if next.is_finished() {
            return Err(refuse(&next, played.len() + 1, Problem::Finished));
        }
        if let Some(pass) = next.omitted_pass().filter(|&pass| pass != m) {
            let after_pass = next.after(pass);
            if after_pass.is_legal(m) {
                next = after_pass;
                played.push(pass);
            }
        }
        if next.play(m).is_err() {
            return Err(refuse(&next, played.len() + 1, Problem::Illegal));
        }
        played.push(m);
        rest = tail.trim_start();
    }
    *position = next;
    Ok(played)
}

/// A move in a list that could not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptError {
    /// Which ply it would have been, counted from 1, passes included.
    pub ply: usize,
    /// The move as written.
    pub text: String,
    /// What is wrong with it.
    pub problem: Problem,
    /// The moves that would have been legal.
    pub legal: Vec<String>,
}

/// Why a written move could not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It is no move of this game.
    Unreadable(UnreadableMove),
    /// It is a move, but not legal here.
    Illegal,
    /// The game was over before it.
    Finished,
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ply, text, .. } = self;
        match self.problem {
            Problem::Unreadable(why) => write!(f, "move {ply} \"{text}\" cannot be read: {why}")?,
            Problem::Illegal => write!(f, "move {ply} \"{text}\" is not legal")?,
            Problem::Finished => {
                return write!(f, "move {ply} \"{text}\" comes after the end of the game");
            }
        }
        write!(f, "; legal here: {}", self.legal.join(" "))
    }
}

impl std::error::Error for TranscriptError {}
