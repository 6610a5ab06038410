//! The text formats that games are read from and written to.
//!
//! - `json`: the record itself
//! - `transcript`: the moves of any game in its notation, [`rules::transcript`]
//! - [`pasted`]: whatever people paste, with what it was understood as
//! - [`japanese`]: moves of Yonin-shogi as Japanese players write them
//! - [`ggf`]: the text in which NBoard programs receive a game
//! - [`sgf`]: as far as GTP's `loadsgf` needs it

pub mod ggf;
pub mod japanese;
mod json;
pub mod pasted;
pub mod sgf;
mod transcript;

use rules::{GameLine, Notation, Seat};

/// The most characters of a text that a refusal quotes.
const MOST_QUOTED: usize = 40;

/// Returns the start of a text as a refusal quotes it: one short line, whatever somebody pasted.
pub(crate) fn quoted(text: &str) -> String {
    one_line(text, MOST_QUOTED)
}

/// Returns the start of a text as one line.
fn one_line(text: &str, most: usize) -> String {
    let line = |c: char| {
        let ends = c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        if ends { ' ' } else { c }
    };
    text.trim().chars().take(most).map(line).collect()
}

/// Plays the pass before a move of this seat, if the text left it out.
fn fill_in_pass<G: Notation>(line: &mut GameLine<G>, seat: Seat) {
    let position = line.position();
    if position.turn() != seat
        && let Some(pass) = position.omitted_pass()
    {
        line.play(pass)
            .expect("a pass that may be left out is legal");
    }
}
