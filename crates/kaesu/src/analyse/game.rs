//! A game of Othello in any of the texts it comes in.

use std::borrow::Cow;
use std::path::Path;

use anyhow::{Context, Result, bail};
use records::formats::{ggf, pasted, sgf};
use records::{Record, replay};
use rules::GameName;
use rules::line::GameLine;
use rules::reversi::Othello;

/// Texts longer than this are no game.
const LONGEST: u64 = 1 << 20;

/// Reads the game in a file, or in the text itself; of several, this one.
pub(super) fn read(text_or_file: &str, number: Option<u32>) -> Result<GameLine<Othello>> {
    let path = Path::new(text_or_file);
    let mut line = if path.is_file() {
        let long = path.metadata().is_ok_and(|about| about.len() > LONGEST);
        if long {
            bail!("{text_or_file} is no game: it is longer than a megabyte");
        }
        let text = players::text_file::read(std::path::Path::new(path), 1 << 26)
            .with_context(|| format!("{text_or_file} cannot be read"))?;
        of_text(&one_of(&text, number)?)
            .with_context(|| format!("{text_or_file} is no game of Othello"))?
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

/// Returns the game of this number from the games of a class; any other text as it is.
fn one_of(text: &str, number: Option<u32>) -> Result<Cow<'_, str>> {
    let Some(games) = pasted::several(text) else {
        return Ok(Cow::Borrowed(text));
    };
    let all = games.len();
    let Some(number) = number else {
        bail!("this holds {all} games: choose one with --number 1 to {all}");
    };
    let game = games.into_iter().nth(number as usize - 1);
    game.map(Cow::Owned)
        .with_context(|| format!("this holds {all} games, and none of number {number}"))
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
    fn one_game_of_a_class_is_chosen_by_its_number() {
        let game = |moves: &str| of_text(moves).expect("a transcript").moves().count();
        let class = r#"{"format": "kaesu-class", "games": ["f5d6", "f5d6c3"]}"#;
        let of = |number| one_of(class, number).map(|text| game(text.trim_matches('"')));
        assert_eq!(of(Some(2)).expect("the second"), 3);
        let said = |number| of(number).expect_err("no game").to_string();
        assert_eq!(
            said(None),
            "this holds 2 games: choose one with --number 1 to 2"
        );
        assert_eq!(said(Some(3)), "this holds 2 games, and none of number 3");
    }

    #[test]
    fn what_is_no_game_is_told_in_one_sentence() {
        for text in ["", "x9", "f5f5", "{}", "(;)", "no such file.txt"] {
            let error = format!("{:#}", read(text, None).expect_err(text));
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}
