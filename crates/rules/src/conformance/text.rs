//! What holds of every text, however wrong: readers never panic, refuse with a place, and what they
//! accept comes back from its print.
//!
//! Fuzz targets and the tests that replay their corpus call the same functions. An input is the
//! name of a game in the first line and the text in question below it; transcripts that bring their
//! own header are tried as such.

use super::line;
use super::play::counts_plainly;
use super::position::{self, View, comes_back_from_its_line};

use crate::game::Game;
use crate::line::GameLine;
use crate::name::GameName;
use crate::notation::Notation;
use crate::symmetry::Symmetric;
use crate::transcript::{Header, Problem};
use crate::with_game;

/// How many plies a position that was read is played on.
const PLIES: usize = 24;

/// Reads a game's name: it is refused with a sentence, or printed as one that reads as the same.
///
/// # Panics
/// Panics if the promise is broken.
pub fn check_name(text: &str) -> Option<GameName> {
    match text.parse::<GameName>() {
        Ok(name) => {
            let written = name.to_string();
            assert_eq!(written.parse(), Ok(name.clone()), "{text:?} as {written:?}");
            Some(name)
        }
        Err(problem) => {
            assert!(
                !problem.to_string().is_empty(),
                "{text:?} is refused unsaid"
            );
            None
        }
    }
}

/// Reads the header of a transcript, if there is one: it is refused with a sentence, or printed as
/// one that reads as the same.
///
/// # Panics
/// Panics if the promise is broken.
pub fn check_header(text: &str) {
    match Header::split(text) {
        Some(Ok((header, moves))) => {
            assert!(text.ends_with(moves), "{text:?} is cut into {moves:?}");
            let seats = with_game!(&header.game, G, rules => G::start(rules).facts().seats);
            assert!(header.first.index() < seats, "{text:?} has no such seat");
            let written = format!("{header}{moves}");
            let again = Header::split(&written);
            assert_eq!(again, Some(Ok((header, moves))), "{text:?} as {written:?}");
        }
        Some(Err(problem)) => assert!(!problem.to_string().is_empty()),
        None => {}
    }
}

/// What is read below the name of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One move, see [`check_move`].
    Move,
    /// A list of moves, see [`check_transcript`].
    Transcript,
    /// A position line, see [`check_position`].
    Position,
}

/// Checks an input of two parts: the name of a game, a line break, and the text to read.
///
/// # Panics
/// Panics if the game breaks a promise.
// Inline, so that the kit is compiled for all games where it is called, in tests, and not with the rules.
#[inline]
pub fn check(kind: Kind, input: &str) {
    check_header(input);
    let (name, text) = input.split_once('\n').unwrap_or((input, ""));
    if let Some(name) = check_name(name) {
        with_game!(&name, G, rules => match kind {
            Kind::Move => check_move::<G>(rules, text),
            Kind::Transcript => check_transcript::<G>(rules, text),
            Kind::Position => check_position::<G>(rules, text),
        });
    }
}

/// Reads a move at the start of the game: it is refused, or written in a way that reads as the
/// same move, and playing it is what the legal list says.
///
/// # Panics
/// Panics if the game breaks a promise.
pub fn check_move<G: Notation>(rules: &G::Rules, text: &str) {
    let start = G::start(rules);
    if !text.trim().is_empty() {
        let (first, rest) = G::split_move(text);
        assert!(!first.is_empty(), "nothing was cut off {text:?}");
        assert_eq!(text.trim_start(), format!("{first}{rest}"), "cut in two");
    }
    match start.parse_move(text) {
        Ok(m) => {
            let written = start.move_text(m);
            let again = start.parse_move(&written);
            assert_eq!(again, Ok(m), "{text:?} read, written as {written:?}");
            let mut next = start.clone();
            let accepted = next.play(m).is_ok();
            assert_eq!(accepted, start.legal().contains(&m), "{written:?}");
        }
        Err(problem) => assert!(!problem.to_string().is_empty()),
    }
}

/// Reads a transcript from the start of the game: either all of it is played and it replays from
/// its print, or no move is played and the error names the ply and the legal moves there.
///
/// # Panics
/// Panics if the game breaks a promise.
pub fn check_transcript<G: Notation + Symmetric>(rules: &G::Rules, text: &str) {
    let start = GameLine::new(G::start(rules));
    let mut line = start.clone();
    match line.play_transcript(text) {
        Ok(()) => {
            line::check(&line);
            let texts: Vec<String> = line.plies().filter_map(|ply| ply.text()).collect();
            let written = texts.join(" ");
            let mut again = start;
            let read = again.play_transcript(&written);
            assert_eq!(read, Ok(()), "{text:?} written as {written:?}");
            assert_eq!(again, line, "{text:?} written as {written:?}");
            position::check(line.position(), &[]);
        }
        Err(error) => {
            assert_eq!(line, start, "a refused transcript was played");
            assert!(error.ply >= 1, "plies count from 1");
            match error.problem {
                Problem::Finished => assert!(error.legal.is_empty(), "{error}"),
                Problem::Illegal => assert!(!error.legal.is_empty(), "{error}"),
                Problem::Unreadable(_) => {}
            }
        }
    }
}

/// Reads a position line: it is refused with a place inside it or just behind, or the position
/// passes the kit, comes back from its print and can be played on.
///
/// # Panics
/// Panics if the game breaks a promise.
pub fn check_position<G: Notation + Symmetric>(rules: &G::Rules, line: &str) {
    match G::parse_position(rules, line) {
        Ok(position) => {
            comes_back_from_its_line(&position);
            position::check(&position, &[]);
            counts_plainly(&position);
            play_on(position);
        }
        Err(error) => {
            let end = line.chars().count() + 1;
            assert!((1..=end).contains(&error.at), "{line:?}: {error}");
            assert!(!error.problem.is_empty(), "{line:?} is refused unsaid");
        }
    }
}

/// Plays moves that the keys choose, so that the same line always leads the same way.
fn play_on<G: Notation>(mut position: G) {
    for _ in 0..PLIES {
        let legal = position.legal();
        assert_eq!(legal.is_empty(), position.is_finished());
        if legal.is_empty() {
            return;
        }
        let m = legal[(position.key() % legal.len() as u64) as usize];
        position.play(m).expect("a listed move");
    }
    let view = View::of(&position);
    comes_back_from_its_line(&position);
    assert_eq!(View::of(&position), view, "reading changed the position");
}
