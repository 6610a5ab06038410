//! Lines from and to text.

use std::fmt;

use thiserror::Error;

use super::{Event, Exit, GameLine, Ply};
use crate::name::GameName;
use crate::notation::{Notation, PositionError};
use crate::seat::{MAX_SEATS, Seat};
use crate::transcript::{self, Header, HeaderError, Problem, TranscriptError};

/// A text that is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// It has a header that cannot be read.
    #[error("the header of the transcript cannot be read: {0}")]
    Header(HeaderError),
    /// Its header names another game.
    #[error("the transcript is of {read}, not of {expected}")]
    OtherGame {
        /// The game that the header names.
        read: String,
        /// The game that was asked for.
        expected: String,
    },
    /// Its header names another seat than the one whose turn it is.
    #[error("the transcript starts with {read}, but it is the turn of {expected}")]
    OtherSeat {
        /// The seat that the header names.
        read: &'static str,
        /// The seat whose turn it is.
        expected: &'static str,
    },
    /// Its position line carries other options than the game that was asked for.
    #[error("the position line is of other rules than the chosen game")]
    OtherRules,
    /// Its position line cannot be read.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// One of its moves cannot be played.
    #[error(transparent)]
    Moves(#[from] TranscriptError),
}

// A source would be said twice: the sentence holds it.
impl From<HeaderError> for LineError {
    fn from(error: HeaderError) -> Self {
        Self::Header(error)
    }
}

/// Returns the first seat that the header of a transcript names, and what comes after the header.
fn header<'t>(game: &GameName, text: &'t str) -> Result<(Option<Seat>, &'t str), LineError> {
    let Some(header) = Header::split(text) else {
        return Ok((None, text));
    };
    let (header, moves) = header?;
    if header.game != *game {
        return Err(LineError::OtherGame {
            read: header.game.to_string(),
            expected: game.to_string(),
        });
    }
    Ok((Some(header.first), moves))
}

/// Reads a seat that went out, as in `2=resigned`.
fn out(text: &str) -> Option<(Seat, Exit)> {
    let (number, word) = text.split_once('=')?;
    let exit = [Exit::Resigned, Exit::Time];
    let exit = exit.into_iter().find(|exit| exit.word() == word)?;
    let seat = number.parse::<usize>().ok()?.checked_sub(1)?;
    (seat < MAX_SEATS).then(|| (Seat::new(seat), exit))
}

impl Exit {
    /// Returns how a transcript says why a seat went out.
    const fn word(self) -> &'static str {
        match self {
            Self::Resigned => "resigned",
            Self::Time => "time",
        }
    }
}

impl<G: Notation> Ply<'_, G> {
    /// Returns the move as people write it, or `None` if a seat went out.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        Some(self.before.move_text(*self.event.as_move()?))
    }
}

impl<G: Notation> GameLine<G> {
    /// Starts a game from a position line, or from the game's own start if there is none.
    ///
    /// # Errors
    /// Returns an error if the line cannot be read.
    pub fn from_line(rules: &G::Rules, line: Option<&str>) -> Result<Self, PositionError> {
        line.map_or_else(
            || Ok(G::start(rules)),
            |line| G::parse_position(rules, line),
        )
        .map(Self::new)
    }

    /// Reads a game: a transcript with or without header, a position line, or a position line with a
    /// transcript below it. What can be read in two ways is a transcript. The header has to agree with
    /// the game's name, and `rules` with both. A seat that went out is written as its number and why:
    /// `2=resigned` or `2=time`.
    ///
    /// # Errors
    /// Returns an error if the text is none of these, or is of another game.
    pub fn parse(game: &GameName, rules: &G::Rules, text: &str) -> Result<Self, LineError> {
        let (first, text) = header(game, text)?;
        let text = text.trim();
        let mut line = Self::new(G::start(rules));
        let no_moves = match (line.begins_with(first), line.play_plies(text)) {
            (Ok(()), Ok(())) => return Ok(line),
            (Err(other_seat), _) => other_seat,
            (Ok(()), Err(no_moves)) => no_moves.into(),
        };
        let (start, moves) = text.split_once('\n').unwrap_or((text, ""));
        let start = G::parse_position(rules, start).map_err(|no_position| match &no_moves {
            // Whichever reading came further is what was meant.
            LineError::Moves(moves)
                if no_position.at > 8 || (moves.ply == 1 && moves.problem == Problem::Illegal) =>
            {
                no_position.into()
            }
            _ => no_moves,
        })?;
        if start.rules() != *rules {
            return Err(LineError::OtherRules);
        }
        let mut line = Self::new(start);
        line.begins_with(first)?;
        line.play_plies(moves)?;
        Ok(line)
    }

    /// Checks that the game starts with the seat that a header names.
    fn begins_with(&self, first: Option<Seat>) -> Result<(), LineError> {
        let start = self.start();
        match first {
            Some(first) if first != start.turn() => Err(LineError::OtherSeat {
                read: start.seat_name(first),
                expected: start.seat_name(start.turn()),
            }),
            _ => Ok(()),
        }
    }

    /// Cuts the header off a transcript that goes on from here; without a header the text stays as
    /// it is.
    ///
    /// # Errors
    /// Returns an error if the header cannot be read, or names another game or another seat to
    /// move.
    pub fn without_header<'t>(
        &self,
        game: &GameName,
        transcript: &'t str,
    ) -> Result<&'t str, LineError> {
        let (first, moves) = header(game, transcript)?;
        Self::new(self.position().clone()).begins_with(first)?;
        Ok(moves)
    }

    /// Plays one written move and returns it. Passes have to be written, too.
    ///
    /// # Errors
    /// Returns an error if the move cannot be read or is not legal; then nothing changes.
    pub fn play_text(&mut self, text: &str) -> Result<G::Move, TranscriptError> {
        let m = self.read(text)?;
        self.play(m)
            .map_err(|_| self.refuse(text, Problem::Illegal))?;
        Ok(m)
    }

    /// Plays all moves of a transcript without header, or none of them. Passes that the game's
    /// transcripts leave out are filled in.
    ///
    /// # Errors
    /// Returns an error if a move cannot be read or is not legal.
    pub fn play_transcript(&mut self, moves: &str) -> Result<(), TranscriptError> {
        self.play_all(moves, Self::play_or_pass_before)
    }

    /// Plays the moves of a transcript and lets the seats go out that it says went out, all or none
    /// of them.
    fn play_plies(&mut self, plies: &str) -> Result<(), TranscriptError> {
        self.play_all(plies, |line, text| match out(text) {
            Some((seat, _)) if seat.index() >= line.position().facts().seats => {
                Err(line.refuse(text, Problem::Illegal))
            }
            Some((seat, exit)) if line.put_out(seat, exit) => Ok(()),
            Some(_) if line.is_finished() => Err(line.refuse(text, Problem::Finished)),
            Some(_) => Err(line.refuse(text, Problem::Illegal)),
            None => line.play_or_pass_before(text),
        })
    }

    /// Plays all parts of a text, or none of them.
    fn play_all(
        &mut self,
        text: &str,
        mut play: impl FnMut(&mut Self, &str) -> Result<(), TranscriptError>,
    ) -> Result<(), TranscriptError> {
        let before = self.events.len();
        let played = transcript::split::<G>(text).try_for_each(|part| play(self, part));
        if played.is_err() {
            self.undo(before);
        }
        played
    }

    /// Plays a move, and before it the pass that was left out.
    fn play_or_pass_before(&mut self, text: &str) -> Result<(), TranscriptError> {
        let m = self.read(text)?;
        if let Some(pass) = self.position().omitted_pass().filter(|&pass| pass != m) {
            let after_pass = self.position().after(pass);
            if after_pass.is_legal(m) {
                self.push(Event::Move(pass), after_pass);
            }
        }
        self.play(m)
            .map_err(|_| self.refuse(text, Problem::Illegal))
    }

    /// Plays written events, all or none. A seat that goes out without effect is skipped.
    ///
    /// # Errors
    /// Returns an error if a move cannot be read or is not legal.
    pub fn play_events<'t>(
        &mut self,
        events: impl IntoIterator<Item = Event<&'t str>>,
    ) -> Result<(), TranscriptError> {
        let before = self.events.len();
        let played = events.into_iter().try_for_each(|event| match event {
            Event::Move(text) => self.play_text(text).map(|_| ()),
            Event::Out(seat, exit) => {
                self.put_out(seat, exit);
                Ok(())
            }
        });
        if played.is_err() {
            self.undo(before);
        }
        played
    }

    /// Returns all moves in one text, with every pass and without the seats that went out.
    #[must_use]
    pub fn moves_text(&self) -> String {
        let mut text = String::new();
        for written in self.plies().filter_map(|ply| ply.text()) {
            if !text.is_empty() {
                text.push_str(G::SEPARATOR);
            }
            text.push_str(&written);
        }
        text
    }

    /// Returns the line of the position that the game started from, or `None` if that is the game's
    /// own start.
    #[must_use]
    pub fn start_line(&self) -> Option<String> {
        let start = self.start();
        (*start != G::start(&start.rules())).then(|| start.position_text())
    }

    /// Returns a text that [`GameLine::parse`] reads as this line: a header, the position line that
    /// the game started from if that is not its own start, the moves and the seats that went out.
    #[must_use]
    pub fn transcript(&self, game: &impl fmt::Display) -> String {
        let mut text = transcript::header(game, self.start().turn());
        if let Some(start) = self.start_line() {
            text.extend(["\n", &start, "\n"]);
        }
        // A seat that goes out stands alone even where moves need nothing between them.
        let mut between = "";
        for ply in self.plies() {
            let (written, separator) = match ply.event {
                Event::Move(m) => (ply.before.move_text(m), G::SEPARATOR),
                Event::Out(seat, exit) => {
                    between = if between.is_empty() && ply.number > 1 {
                        " "
                    } else {
                        between
                    };
                    (format!("{}={}", seat.index() + 1, exit.word()), " ")
                }
            };
            text.extend([between, &written]);
            between = separator;
        }
        text
    }

    /// Reads a move that comes next, legal or not.
    fn read(&self, text: &str) -> Result<G::Move, TranscriptError> {
        let m = self
            .position()
            .parse_move(text)
            .map_err(|why| self.refuse(text, Problem::Unreadable(why)))?;
        if self.is_finished() {
            return Err(self.refuse(text, Problem::Finished));
        }
        Ok(m)
    }

    fn refuse(&self, text: &str, problem: Problem) -> TranscriptError {
        let position = self.position();
        let legal = position.legal();
        TranscriptError {
            ply: self.events.len() + 1,
            text: quoted(text),
            problem,
            legal: legal.iter().map(|&m| position.move_text(m)).collect(),
        }
    }
}

/// The most characters of an unreadable move that a message repeats: longer than any move.
const LONGEST_QUOTE: usize = 40;

/// Returns a move as a message quotes it: the beginning of it, if it is too long to be one.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
