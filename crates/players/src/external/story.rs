//! A game line in the form that is sent to programs.

use rules::line::GameLine;
use rules::{GameName, Notation};

/// A game of two seats up to the position that an engine is asked about. Forced passes are moves
/// here, as everywhere in our rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Story {
    /// The game, without options: Reversi has none.
    pub(super) game: String,
    /// The side of the board, if it is a square.
    pub(super) side: Option<u32>,
    /// The position it started from, unless that is the game's own start.
    pub(super) start: Option<String>,
    /// Every move with the seat that played it (0 is black), in our notation.
    pub(super) moves: Vec<(usize, String)>,
    /// Whose turn it is.
    pub(super) turn: usize,
    /// The pass that has to be played now, if one has.
    pub(super) forced_pass: Option<String>,
}

impl Story {
    /// Creates the story of a running game.
    pub(super) fn new<G: Notation>(game: &GameName, line: &GameLine<G>) -> Self {
        let moves = line.plies().filter_map(|ply| {
            let text = ply.text()?;
            Some((ply.seat.index(), text))
        });
        Self {
            game: game.plain_name().to_owned(),
            side: side(game),
            start: line.start_line(),
            moves: moves.collect(),
            turn: line.position().turn().index(),
            forced_pass: line.forced_pass().map(|m| line.position().move_text(m)),
        }
    }

    /// Returns the moves that came after another story that led here, if it did.
    pub(super) fn since(&self, earlier: &Told) -> Option<&[(usize, String)]> {
        let same = self.game == earlier.game && self.start == earlier.start;
        same.then(|| self.moves.strip_prefix(earlier.moves.as_slice()))
            .flatten()
    }

    /// Returns what a program knows after this story was sent to it.
    pub(super) fn told(&self) -> Told {
        Told {
            game: self.game.clone(),
            start: self.start.clone(),
            moves: self.moves.clone(),
        }
    }
}

/// What a program knows of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    game: String,
    start: Option<String>,
    pub(super) moves: Vec<(usize, String)>,
}

/// Returns the side of the board of games that other programs play.
pub(super) const fn side(game: &GameName) -> Option<u32> {
    match game {
        GameName::Reversi4x4(()) => Some(4),
        GameName::Reversi6x6(()) => Some(6),
        GameName::Reversi8x8(()) => Some(8),
        GameName::Reversi10x10(()) => Some(10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rules::reversi::Othello;

    use super::*;

    fn story(start: Option<&str>, moves: &str) -> Story {
        let mut line = GameLine::<Othello>::from_line(&(), start).expect("a position");
        line.play_transcript(moves).expect("legal moves");
        Story::new(&GameName::Reversi8x8(()), &line)
    }

    #[test]
    fn a_story_says_whose_turn_it_is_and_what_is_new() {
        let first = story(None, "f5");
        assert_eq!((first.turn, first.start.clone()), (1, None));
        let later = story(None, "F5 d6 c3");
        let new = later.since(&first.told()).expect("it goes on");
        assert_eq!(new, [(1, "d6".to_owned()), (0, "c3".to_owned())]);
        assert_eq!(first.since(&later.told()), None);
        let other = story(None, "f5 f6 e6");
        assert_eq!(other.since(&later.told()), None);
    }

    #[test]
    fn the_usual_start_is_no_start_and_another_is() {
        let usual = "---------------------------OX------XO--------------------------- X";
        assert_eq!(story(Some(usual), "").start, None);
        let other = "---------------------------XO------OX--------------------------- X";
        let other_story = story(Some(other), "");
        assert_eq!(other_story.start.as_deref(), Some(other));
        assert_eq!(other_story.since(&story(None, "").told()), None);
    }

    #[test]
    fn a_forced_pass_is_seen() {
        let pass = format!("-XO{} X", "-".repeat(61)).replacen("-XO", "OXX", 1);
        assert_eq!(story(Some(&pass), "").forced_pass.as_deref(), Some("--"));
    }
}
