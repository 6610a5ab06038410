//! A game of Othello in any of the texts it comes in.

use std::path::Path;

use anyhow::{Context, Result, bail};
use records::formats::{ggf, sgf};
use records::{Record, replay};
use rules::GameName;
use rules::line::GameLine;
use rules::reversi::Othello;

/// Texts longer than this are no game.
const LONGEST: u64 = 1 << 20;

/// Reads the game in a file, or in the text itself.
pub(super) fn read(text_or_file: &str) -> Result<GameLine<Othello>> {
    let path = Path::new(text_or_file);
    let mut line = if path.is_file() {
        let long = path.metadata().is_ok_and(|about| about.len() > LONGEST);
        if long {
            bail!("{text_or_file} is no game: it is longer than a megabyte");
        }
        let text = players::text_file::read(std::path::Path::new(path), 1 << 26)
            .with_context(|| format!("{text_or_file} cannot be read"))?;
        of_text(&text).with_context(|| format!("{text_or_file} is no game of Othello"))?
    } else {
        of_text(text_or_file).with_context(|| {
            format!("\"{text_or_file}\" is neither a file nor a transcript of Othello")
        })?
    };
    // Who gave up or had no time left played no move.
    let went_out = line
        .events()
        .iter()
        .position(|event| event.as_move().is_none());
    if let Some(plies) = went_out {
        line.undo(plies);
    }
    if line.events().is_empty() {
        bail!("there is no move in this game: nothing can be analysed");
    }
    Ok(line)
}

/// JSON begins with a brace, GGF and SGF with a parenthesis; everything else is a transcript.
fn of_text(text: &str) -> Result<GameLine<Othello>> {
    let text = text.trim();
    if text.starts_with('{') {
        let record = Record::parse(text)?;
        let name: GameName = record.game.parse()?;
        if name != crate::game::othello() {
            bail!("it is a game of {name}, and the engine plays reversi-8x8 only");
        }
        let line = replay::line(&(), record.start.as_deref(), &record.moves, |_, _| ())?;
        return Ok(line);
    }
    if text.starts_with('(') {
        let is_ggf = text.to_ascii_lowercase().contains("gm[othello]");
        return if is_ggf {
            Ok(ggf::read(text)?)
        } else {
            sgf::read(text).map_err(anyhow::Error::msg)
        };
    }
    Ok(GameLine::parse(&crate::game::othello(), &(), text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_game_is_read_from_every_text() {
        let moves = "f5d6c3";
        let ggf = "(;GM[Othello]PC[x]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3];)";
        let sgf = "(;GM[2]SZ[8];B[f5];W[d6];B[c3])";
        let read = of_text(moves).expect("a transcript");
        assert_eq!(read.moves().count(), 3);
        for text in [ggf, sgf, "F5 d6 C3", "[reversi-8x8 1]f5d6c3"] {
            let again = of_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(again.position(), read.position(), "{text}");
        }
    }

    #[test]
    fn what_is_no_game_is_told_in_one_sentence() {
        for text in ["", "x9", "f5f5", "{}", "(;)", "no such file.txt"] {
            let error = format!("{:#}", read(text).expect_err(text));
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}
