//! Whatever people paste: a record, a transcript, moves as books and forums write them, GGF, SGF, a
//! board. What was read says what it was understood as, so that nobody has to guess.
//!
//! ```
//! use kaesu_records::formats::pasted::{self, Format};
//!
//! let pasted = pasted::read("１．ｆ５　２．ｄ６", None)?;
//! assert_eq!(pasted.format, Format::Moves);
//! assert_eq!(pasted.record.game, "reversi-8x8");
//! assert_eq!(pasted.record.to_transcript()?, "[reversi-8x8 1]f5d6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use rules::line::{GameLine, LineError};
use rules::name::CATALOGUE;
use rules::reversi::Othello;
use rules::transcript::{Header, Problem};
use rules::{Game, GameName, with_game};
use serde::Serialize;
use thiserror::Error;

use super::{ggf, sgf};
use crate::{Record, RecordError, Sitter};

/// The longest text that is no record of ours, in bytes: it is read in many ways, and no game comes near it.
pub const MOST_TEXT: usize = 64 * 1024;
/// The longest game that is read; no game that people play comes near it.
pub const MOST_PLIES: usize = 4096;

/// What a text was understood as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// A record of this program.
    Record,
    /// Moves below a header that names the game.
    Transcript,
    /// Moves alone, or below a board.
    Moves,
    /// A board without moves.
    Position,
    /// GGF.
    Ggf,
    /// SGF.
    Sgf,
    /// What a class exports: several records.
    Class,
}

/// A text that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Pasted {
    /// What it was understood as.
    pub format: Format,
    /// The game; a board without moves is its start.
    pub record: Record,
}

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PastedError {
    /// It looks like nothing that is known.
    #[error(
        "this is no game; a record of kaesu, a transcript, moves like f5 d6, a board line, GGF and SGF can be read"
    )]
    Unknown,
    /// It is longer than any game.
    #[error("this is longer than any game: 64 KiB of text can be read, or a record of kaesu")]
    Long,
    /// It has more moves than any game.
    #[error("a game has at most {MOST_PLIES} moves, this one {0}")]
    Plies(usize),
    /// It is a record that cannot be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It is a transcript or a board that cannot be read.
    #[error(transparent)]
    Line(#[from] LineError),
    /// It is GGF that cannot be read.
    #[error("this is GGF, but {0}")]
    Ggf(String),
    /// It is a game in which nothing stands.
    #[error("this holds neither moves nor a board; a game is like (;GM[2]B[f5]W[d6])")]
    Empty,
    /// It holds several games.
    #[error("this holds {0} games; paste one of them")]
    Many(usize),
    /// It is SGF that cannot be read.
    #[error("this is SGF, but {0}")]
    Sgf(String),
}

/// Returns the games of a text that holds several, each as a text of its own: in JSON, as a class exports them, or in SGF
/// or GGF beside each other.
#[must_use]
pub fn several(text: &str) -> Option<Vec<String>> {
    #[derive(serde::Deserialize)]
    struct Games {
        games: Vec<serde_json::Value>,
    }
    let text = bare(text);
    if text.starts_with("(;") {
        let games = side_by_side(text);
        return (games.len() > 1).then(|| games.into_iter().map(str::to_owned).collect());
    }
    // A record has no such list, and is not read twice.
    if !text.starts_with('{') || !text.contains("\"games\"") {
        return None;
    }
    let Games { games } = serde_json::from_str(text).ok()?;
    (games.len() > 1).then(|| games.iter().map(ToString::to_string).collect())
}

/// Checks that any text is read without a crash or refused in one line, and that what was read can be kept and is the
/// same when it comes back. Returns whether it was read.
///
/// # Panics
/// Panics if that is not so.
pub fn check(text: &str) -> bool {
    match read(text, None) {
        Ok(Pasted { record, .. }) => {
            let kept = record.to_json();
            let again = Record::parse(&kept).map(|record| record.to_json());
            assert_eq!(again, Ok(kept));
            true
        }
        Err(error) => {
            let said = error.to_string();
            assert!(!said.is_empty() && !said.contains('\n'), "{said}");
            false
        }
    }
}

/// Refuses a text that is longer than any game, without reading it.
///
/// # Errors
/// Returns an error if it is.
pub fn check_length(text: &str) -> Result<(), PastedError> {
    let text = bare(text);
    if text.len() > MOST_TEXT && !text.starts_with('{') {
        return Err(PastedError::Long);
    }
    Ok(())
}

/// Returns a text without what editors put around it.
fn bare(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim()
}

/// Reads a text. One that does not say of which game it is, is of this game; if none is given, of the
/// first in which it can be played.
///
/// # Errors
/// Returns an error if the text cannot be read, or cannot be played.
pub fn read(text: &str, game: Option<&GameName>) -> Result<Pasted, PastedError> {
    check_length(text)?;
    // What is not written as the formats say may still be meant as one of them.
    let meant = |error: &PastedError| match error {
        // Which of them is meant cannot be told.
        PastedError::Many(_) => None,
        _ => loose::read(text, game),
    };
    strictly(text, game).or_else(|error| match (meant(&error), &error) {
        (Some(Ok(pasted)), _) => Ok(pasted),
        (Some(Err(meant)), PastedError::Unknown | PastedError::Record(RecordError::Json(_))) => {
            Err(meant)
        }
        _ => Err(error),
    })
}

/// Reads a text that is written as one of the formats says.
fn strictly(text: &str, game: Option<&GameName>) -> Result<Pasted, PastedError> {
    // Again, because moves may have been taken out of JSON.
    check_length(text)?;
    let text = bare(text);
    if text.starts_with('{') {
        let record = Record::unchecked(text)?;
        // Before it is played, which takes time and room for every move.
        if record.moves.len() > MOST_PLIES {
            return Err(PastedError::Plies(record.moves.len()));
        }
        let record = record.canonical()?;
        let format = Format::Record;
        return Ok(Pasted { format, record });
    }
    let plain = plain(text);
    let plain = shown(&plain).unwrap_or(&plain).to_owned();
    let tagged = plain.strip_prefix('(').map(str::trim_start);
    if tagged.is_some_and(|inside| inside.starts_with([';', '('])) {
        return read_tagged(text, &plain);
    }
    if let Some(header) = Header::split(&plain) {
        let (header, _) = header.map_err(LineError::from)?;
        let record = read_game(&header.game, &plain)?;
        let format = Format::Transcript;
        return Ok(Pasted { format, record });
    }
    let record = match game {
        Some(game) => read_game(game, &plain)?,
        None => guess(&plain)?,
    };
    let format = match &*record.moves {
        // A board at the start of its game is one as well; numbers or dashes alone are nothing.
        [] if record.start.is_none() && moves_alone(&plain, " ").trim().is_empty() => {
            return Err(PastedError::Unknown);
        }
        [] => Format::Position,
        _ => Format::Moves,
    };
    Ok(Pasted { format, record })
}

/// Returns the position line of what `kaesu show` prints, or of that line alone.
fn shown(text: &str) -> Option<&str> {
    let mut lines = text.lines().rev();
    lines.find_map(|line| line.trim().strip_prefix("position:").map(str::trim))
}

/// Reads GGF or SGF, which both hold tags in brackets.
fn read_tagged(text: &str, plain: &str) -> Result<Pasted, PastedError> {
    let games = side_by_side(plain).len();
    if games > 1 {
        return Err(PastedError::Many(games));
    }
    let is_ggf = plain.to_ascii_uppercase().contains("GM[OTHELLO") || plain.contains("BO[");
    let (format, line): (_, GameLine<Othello>) = if is_ggf {
        let read = ggf::read(plain).map_err(|error| PastedError::Ggf(error.to_string()));
        (Format::Ggf, read?)
    } else {
        (Format::Sgf, sgf::read(plain).map_err(PastedError::Sgf)?)
    };
    let mut record = Record::of_line(&GameName::Reversi8x8(()), &line);
    if record.moves.is_empty() && record.start.is_none() {
        return Err(PastedError::Empty);
    }
    let value = |tag: &str| Some(text.split_once(tag)?.1.split_once(']')?.0.to_owned());
    for (seat, tag) in record.seats.iter_mut().zip(["PB[", "PW["]) {
        *seat = Sitter::person(value(tag).unwrap_or_default());
    }
    Ok(Pasted { format, record })
}

/// Returns the games that stand beside each other, each in brackets of its own. A bracket in a value is none, and
/// what is never closed is no game.
fn side_by_side(text: &str) -> Vec<&str> {
    let mut games = Vec::new();
    let (mut start, mut depth) = (0, 0usize);
    let mut signs = text.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '[' => loop {
                match signs.next() {
                    Some((_, '\\')) => drop(signs.next()),
                    Some((_, ']')) | None => break,
                    Some(_) => {}
                }
            },
            '(' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            ')' => {
                if depth == 1 {
                    games.push(&text[start..=at]);
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
    }
    games
}

/// Returns the game of a text that does not name it: the first in which it can be played. If there is
/// none, the error is that of the game in which most of it can be.
fn guess(text: &str) -> Result<Record, PastedError> {
    let aliases = |entry: &rules::name::Entry| entry.aliases.iter().map(|(alias, _)| *alias);
    let names = CATALOGUE
        .iter()
        .flat_map(|entry| std::iter::once(entry.name).chain(aliases(entry)));
    let mut furthest: Option<LineError> = None;
    for name in names {
        let game = name.parse().expect("games are found by their names");
        // Nobody writes games on synthetic trees down, and numbers alone would be one.
        if matches!(game, GameName::Tree(_)) {
            continue;
        }
        match read_game(&game, text) {
            Ok(record) => return Ok(record),
            Err(error)
                if furthest
                    .as_ref()
                    .is_none_or(|other| reach(&error) > reach(other)) =>
            {
                furthest = Some(error);
            }
            Err(_) => {}
        }
    }
    if let Some(error) = furthest.filter(|error| reach(error) > 0) {
        return Err(error.into());
    }
    // A first move that is not legal anywhere is still a move.
    let mut othello = GameLine::new(Othello::start(&()));
    match othello.play_transcript(&moves_alone(text, " ")) {
        Err(error) if error.problem == Problem::Illegal => Err(LineError::from(error).into()),
        _ => Err(PastedError::Unknown),
    }
}

/// Returns how far a text could be read: 0 if nothing of it was.
fn reach(error: &LineError) -> usize {
    match error {
        LineError::Moves(error) if matches!(error.problem, Problem::Unreadable(_)) => error.ply - 1,
        LineError::Moves(error) => error.ply,
        LineError::Position(error) if error.at > 8 => error.at,
        _ => 0,
    }
}

/// Reads a text as a game of this name: as it is, without what people write between moves, or as a
/// board in rows.
fn read_game(game: &GameName, text: &str) -> Result<Record, LineError> {
    with_game!(game, G, rules => {
        let parse = |text: &str| GameLine::<G>::parse(game, rules, text);
        let mut line = parse(text);
        let (start, moves) = text.split_once('\n').unwrap_or((text, ""));
        let others = [
            Some(moves_alone(text, " ")),
            Some(moves_alone(text, "")),
            Some(format!("{start}\n{}", moves_alone(moves, " "))),
            rows(text),
        ];
        for other in others.into_iter().flatten() {
            let Err(error) = &line else { break };
            match parse(&other) {
                // Of two readings that fail, the one that came further is what was meant.
                Err(other) if reach(&other) <= reach(error) => {}
                read => line = read,
            }
        }
        line.map(|line| Record::of_line(game, &line))
    })
}

/// Returns the text in the signs that notations are made of: full-width letters and digits become
/// ordinary ones, all dashes one dash, drawn discs letters.
fn plain(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0),
        '\u{3000}' | '\u{a0}' => Some(' '),
        '\u{200b}' | '\u{feff}' => None,
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | 'ー' | '・' | '·' | '□' => {
            Some('-')
        }
        '●' | '⚫' | '黒' => Some('X'),
        '○' | '◯' | '〇' | '⚪' | '白' => Some('O'),
        '、' | '。' | '→' => Some(' '),
        c => Some(c),
    };
    text.chars().filter_map(plain).collect()
}

/// Returns the moves of a text without their numbers and with nothing but blanks between them. `dash`
/// stands for a single dash; two are a pass.
fn moves_alone(text: &str, dash: &str) -> String {
    let (header, text) = match text.find(']').filter(|_| text.starts_with('[')) {
        Some(end) => text.split_at(end + 1),
        None => ("", text),
    };
    let mut moves = header.to_owned();
    for word in text.split(|c: char| c.is_whitespace() || ",;|/".contains(c)) {
        moves.push(' ');
        let mut rest = without_number(word);
        while let Some((before, after)) = rest.split_once('-') {
            let dashes = after.len() - after.trim_start_matches('-').len();
            moves.push_str(before);
            moves.push_str(if dashes > 0 { " -- " } else { dash });
            rest = without_number(&after[dashes..]);
        }
        moves.push_str(rest);
    }
    moves
}

/// Cuts the number off a move, as in `12.f5` or `(12)f5`; a number alone is cut off whole.
fn without_number(word: &str) -> &str {
    let word = word.trim_start_matches('(');
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = rest.trim_start_matches(['.', ')', ':']);
    if behind.is_empty() || (rest.len() < word.len() && behind.len() < rest.len()) {
        behind
    } else {
        word
    }
}

/// Joins a board that is drawn row by row, with or without the names of rows and columns, to a position
/// line. If nothing says whose turn it is, it is black's.
fn rows(text: &str) -> Option<String> {
    let mut squares = String::new();
    let mut rows = 0;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.peek() {
        let is_label = |word: &str| word.parse::<u8>().is_ok_and(|n| (1..=10).contains(&n));
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if words.len() > 1 && is_label(words[0]) {
            words.remove(0);
            words.pop_if(|last| is_label(last));
        }
        let row = words.concat();
        let is_row = row.len() > 1 && row.chars().all(|c| "XxOo*0.-#".contains(c));
        let is_head = "abcdefghij".starts_with(&*row.to_ascii_lowercase());
        if is_row {
            squares.push_str(&row);
            rows += 1;
        } else if !(is_head && squares.is_empty()) {
            break;
        }
        lines.next();
    }
    let rest: Vec<&str> = lines.collect();
    let rest = rest.join("\n");
    let rest = rest.trim();
    let (turn, moves) = rest.split_once('\n').unwrap_or((rest, ""));
    let (turn, moves) = match turn.split_whitespace().next().map(str::to_ascii_lowercase) {
        Some(word) if ["x", "*", "black"].contains(&&*word) => ("X", moves),
        Some(word) if ["o", "white"].contains(&&*word) => ("O", moves),
        Some(word) if ["1", "2", "3", "4"].contains(&&*word) => (turn, moves),
        _ => ("X", rest),
    };
    let moves = moves_alone(moves, " ");
    // One row is a position line, whose last letter says whose turn it is.
    (rows > 1).then(|| format!("{squares} {turn}\n{moves}"))
}

mod loose;
#[cfg(test)]
mod tests;
