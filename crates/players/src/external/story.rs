//! How a game went so far, checked once: where it started, its moves, whose turn it is.

use rules::name::BoardName;
use rules::{GameName, Notation, with_game};

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
    /// The legal moves.
    legal: Vec<String>,
}

impl Story {
    /// The story of these moves, or what is wrong with them.
    pub(super) fn new(
        game: &GameName,
        start: Option<&str>,
        moves: &[String],
    ) -> Result<Self, String> {
        with_game!(game, G, rules => Self::of::<G>(game, rules, start, moves))
    }

    fn of<G: Notation>(
        game: &GameName,
        rules: &G::Rules,
        start: Option<&str>,
        moves: &[String],
    ) -> Result<Self, String> {
        let own_start = G::start(rules);
        let mut position = match start {
            Some(line) => G::parse_position(rules, line).map_err(|error| error.to_string())?,
            None => own_start.clone(),
        };
        let start = (position != own_start).then(|| position.position_text());
        let mut played = Vec::new();
        for (index, text) in moves.iter().enumerate() {
            let wrong = |problem: &str| format!("move {} \"{text}\" {problem}", index + 1);
            let seat = position.turn().index();
            let m = position
                .parse_move(text)
                .map_err(|error| wrong(&format!("cannot be read: {error}")))?;
            played.push((seat, position.move_text(m)));
            position.play(m).map_err(|_| wrong("is not legal"))?;
        }
        if position.is_finished() {
            return Err("it is over".to_owned());
        }
        let legal = position.legal();
        Ok(Self {
            game: game.plain_name().to_owned(),
            side: side(game),
            start,
            moves: played,
            turn: position.turn().index(),
            legal: legal.iter().map(|&m| position.move_text(m)).collect(),
        })
    }

    /// Whether nothing can be done but pass.
    pub(super) fn must_pass(&self) -> bool {
        self.side.is_some() && self.legal == ["--"]
    }

    /// The moves that came after another story that led here, if it did.
    pub(super) fn since(&self, earlier: &Told) -> Option<&[(usize, String)]> {
        let same = self.game == earlier.game && self.start == earlier.start;
        same.then(|| self.moves.strip_prefix(earlier.moves.as_slice()))
            .flatten()
    }

    /// What a program knows that has been told this story.
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

/// The side of the board of games that other programs play.
pub(super) const fn side(game: &GameName) -> Option<u32> {
    match game {
        GameName::Reversi(BoardName::Four) => Some(4),
        GameName::Reversi(BoardName::Six) => Some(6),
        GameName::Reversi(BoardName::Eight) => Some(8),
        GameName::Reversi(BoardName::Ten) => Some(10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn story(start: Option<&str>, moves: &str) -> Result<Story, String> {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        Story::new(&GameName::Reversi(BoardName::Eight), start, &moves)
    }

    #[test]
    fn a_story_says_whose_turn_it_is_and_what_is_new() {
        let first = story(None, "f5").expect("a game");
        assert_eq!((first.turn, first.start.clone()), (1, None));
        let later = story(None, "F5 d6 c3").expect("a game");
        let new = later.since(&first.told()).expect("it goes on");
        assert_eq!(new, [(1, "d6".to_owned()), (0, "c3".to_owned())]);
        assert_eq!(first.since(&later.told()), None);
        let other = story(None, "f5 f6 e6").expect("a game");
        assert_eq!(other.since(&later.told()), None);
    }

    #[test]
    fn the_usual_start_is_no_start_and_another_is() {
        let usual = "---------------------------OX------XO--------------------------- X";
        assert_eq!(story(Some(usual), "").expect("a game").start, None);
        let other = "---------------------------XO------OX--------------------------- X";
        let other_story = story(Some(other), "").expect("a game");
        assert_eq!(other_story.start.as_deref(), Some(other));
        assert_eq!(
            other_story.since(&story(None, "").expect("a game").told()),
            None
        );
    }

    #[test]
    fn a_forced_pass_is_seen_and_an_end_is_refused() {
        let pass = format!("-XO{} X", "-".repeat(61)).replacen("-XO", "OXX", 1);
        let pass = story(Some(&pass), "").expect("black has to pass");
        assert!(pass.must_pass());
        assert_eq!(
            story(Some(&format!("{} X", "X".repeat(64))), ""),
            Err("it is over".to_owned())
        );
        assert!(
            story(None, "f5 a1")
                .expect_err("illegal")
                .contains("move 2 \"a1\" is not legal")
        );
        assert!(
            story(None, "f5 z")
                .expect_err("unreadable")
                .contains("cannot be read")
        );
    }
}
