//! A game on the table, whatever game it is: positions by ply, and what can be thought about them.
//!
//! [`Table`] is the only interface between rooms, which know seats and clocks, and games.

use line_table::LineTable;
use players::Note;
use records::formats::pasted;
use records::replay;
use rules::line::{Exit, GameLine};
use rules::name::NameError;
use rules::transcript::Header;
use rules::{Game, GameName, with_game};
use search::Limits;
use store::StoredGame;
use thiserror::Error;

use crate::protocol::board::{Ply, PositionView, SeatView};
use crate::protocol::socket::{MoveValue, Trust, Unit};
use crate::roster::Guest;

#[cfg(test)]
mod adding_a_game;
mod line_table;
mod seat_player;

/// What a player has decided.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Thought {
    /// The move.
    pub(crate) text: String,
    /// What the position is worth to each seat, in the player's own units, if it says so.
    pub(crate) values: Option<Vec<i32>>,
    /// The same in the unit that people read.
    pub(crate) worth: Vec<f64>,
    /// Its unit.
    pub(crate) unit: Unit,
    /// How far it can be trusted.
    pub(crate) trust: Trust,
    /// What it did on purpose.
    pub(crate) note: Option<Note>,
}

/// Why a player gave no answer, in one sentence for everybody in the room.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum NoAnswer {
    /// As many other programs run as may.
    #[error("{0}")]
    Full(String),
    /// It failed.
    #[error("{who} {how}")]
    Failed {
        /// What people call it.
        who: String,
        /// In what manner.
        how: Manner,
        /// What exactly happened. It may hold command lines, paths and whatever a program said, so it is
        /// for the log and for nobody else.
        why: String,
    },
}

/// In what manner a player failed: the end of a sentence that begins with the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum Manner {
    #[error("gave no answer in time")]
    Late,
    #[error("chose a move that is not legal")]
    Illegal,
    #[error("broke down or gave no usable answer")]
    Broken,
}

impl NoAnswer {
    /// Returns the word for programs.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::Full(_) => "programs-full",
            Self::Failed { how, .. } => match how {
                Manner::Late => "no-answer",
                Manner::Illegal => "illegal-move",
                Manner::Broken => "failed",
            },
        }
    }

    /// Returns all that is known about it, for whoever started the server.
    pub(crate) fn detail(&self) -> &str {
        match self {
            Self::Full(why) | Self::Failed { why, .. } => why,
        }
    }
}

/// A decision still to be made, on any thread; an error if the player fails.
pub(crate) type Choosing = Box<dyn FnOnce(&Limits) -> Result<Thought, NoAnswer> + Send>;

/// What the legal moves of a position are worth.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Values {
    /// Every legal move.
    pub(crate) moves: Vec<MoveValue>,
    /// The best of them for the seat to move.
    pub(crate) best: String,
    /// In what.
    pub(crate) unit: Unit,
}

impl Values {
    /// Returns what this move is worth.
    pub(crate) fn of(&self, text: &str) -> Option<&MoveValue> {
        self.moves.iter().find(|each| each.text == text)
    }
}

/// Values of all legal moves still to be found. The limits hold for all moves together.
pub(crate) type Valuing = Box<dyn FnMut(&Limits) -> Result<Values, NoAnswer> + Send>;

/// A game on the table.
pub(crate) trait Table: Send + Sync {
    /// Returns how its seats are shown.
    fn seats(&self) -> Vec<SeatView>;
    /// Returns what was played.
    fn plies(&self) -> &[Ply];
    /// Returns whose turn it is, unless the game is over.
    fn turn(&self) -> Option<u8>;
    /// Ranks and scores as the game stands.
    fn standing(&self) -> (Vec<u8>, Vec<i32>);
    /// Returns the position after this many plies, with or without its legal moves.
    fn view(&self, ply: usize, legal: bool) -> PositionView;
    /// Plays a move, or changes nothing.
    fn play(&mut self, text: &str, ms: u32) -> Result<(), MoveError>;
    /// Returns the pass that has to be played now, if one has.
    fn forced_pass(&self) -> Option<String>;
    /// Lets a seat go out; `false` if that changes nothing.
    fn put_out(&mut self, seat: u8, exit: Exit) -> bool;
    /// Takes plies back until this many are left.
    fn undo(&mut self, left: usize);
    /// Returns the position line the game starts from, unless it is the game's own start.
    fn start_line(&self) -> Option<String>;
    /// Returns the game in its own notation, with a header.
    fn transcript(&self) -> String;
    /// Begins again from where the game began. Everybody keeps their seat, or moves on by one.
    fn begin_again(&mut self, rotate: bool);
    /// Gives a seat to a player until it is given to another; `None` if no player of ours sits
    /// there.
    fn sit(&mut self, seat: u8, guest: Option<&Guest>);
    /// Returns what the player of a seat needs to decide the next move; `None` if none sits there.
    fn choosing(&self, seat: u8, seed: u64, notes: Vec<Note>) -> Option<Choosing>;
    /// Returns what an adviser needs to suggest a move after this many plies; `None` if it cannot play
    /// this game. It lives as long as the table.
    fn advising(&self, ply: usize, adviser: &Guest) -> Option<Choosing>;
    /// Returns what the adviser needs to value all legal moves after this many plies, if the game
    /// is not over there.
    fn valuing(&self, ply: usize, adviser: &Guest) -> Option<Valuing>;
    /// Returns what the game as it stands is worth to each seat in this unit, if it were over.
    fn result(&self, unit: Unit) -> Vec<f64>;
}

/// Puts a game on the table as a text says: a transcript with or without header, a position line, or a
/// position line with moves below it, or anything else that can be pasted as a record. The header of a
/// transcript says which game it is; without one it is the game of this name.
pub(crate) fn open(name: &GameName, text: &str) -> Result<(GameName, Box<dyn Table>), StartError> {
    open_line(name, text.trim()).or_else(|error| match pasted::read(text, Some(name)) {
        Ok(pasted) => open_saved(&StoredGame::of(pasted.record, 0)),
        Err(_) => Err(error),
    })
}

fn open_line(name: &GameName, text: &str) -> Result<(GameName, Box<dyn Table>), StartError> {
    let name = match Header::split(text) {
        None => name.clone(),
        Some(header) => header.map_err(StartError::of)?.0.game,
    };
    let table = with_game!(&name, G, rules => {
        let line = GameLine::<G>::parse(&name, rules, text).map_err(StartError::of)?;
        LineTable::of(&name, line)
    })?;
    Ok((name, table))
}

/// Puts a game of this name on the table, at its own start.
pub(crate) fn open_at_start(name: &GameName) -> Result<Box<dyn Table>, StartError> {
    with_game!(name, G, rules => LineTable::<G>::of(name, GameLine::new(G::start(rules))))
}

/// Puts a game on the table as it was saved.
pub(crate) fn open_saved(game: &StoredGame) -> Result<(GameName, Box<dyn Table>), StartError> {
    let (header, moves) = (&game.header, &game.moves);
    let name: GameName = header.game.parse().map_err(StartError::of::<NameError>)?;
    let table = with_game!(&name, G, rules => {
        let mut plies = Vec::new();
        let line = replay::line::<G>(rules, header.start.as_deref(), moves, |ply, entry| {
            plies.push(line_table::ply_view(&ply, entry.ms));
        });
        LineTable::with_plies(&name, line.map_err(StartError::of)?, plies)
    })?;
    Ok((name, table))
}

/// Why a text cannot be played from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub(crate) struct StartError(String);

impl StartError {
    fn of<E: std::fmt::Display>(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} cannot be played here")]
pub(crate) struct MoveError(pub(crate) String);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::Roster;

    fn on_the_table(game: &str, text: &str) -> (GameName, Box<dyn Table>) {
        let name: GameName = game.parse().expect("a game");
        open(&name, text).unwrap_or_else(|error| panic!("{game}: {error}"))
    }

    #[test]
    fn every_legal_move_is_valued_for_every_seat_in_discs_or_ranks() {
        let games = [
            ("reversi-8x8", "f5d6", Unit::Discs, (-64.0, 64.0)),
            ("reversi-6x6", "", Unit::Discs, (-36.0, 36.0)),
            ("reversi-octagon", "", Unit::Discs, (-92.0, 92.0)),
            ("yonin", "", Unit::Rank, (1.0, 4.0)),
            ("yonin-shogi", "", Unit::Rank, (1.0, 4.0)),
        ];
        for (game, text, unit, (least, most)) in games {
            let (name, table) = on_the_table(game, text);
            let adviser = Roster::new(Vec::new(), 0)
                .adviser(&name)
                .expect("an adviser");
            let ply = table.plies().len();
            let mut valuing = table.valuing(ply, &adviser).expect("it plays the game");
            let values = valuing(&Limits::nodes(3000)).expect("values");
            assert_eq!(values.unit, unit, "{game}");
            let legal: Vec<String> = table
                .view(ply, true)
                .legal
                .into_iter()
                .map(|m| m.text)
                .collect();
            let valued: Vec<String> = values.moves.iter().map(|m| m.text.clone()).collect();
            assert_eq!(valued, legal, "{game}");
            for each in &values.moves {
                assert_eq!(each.values.len(), table.seats().len(), "{game}");
                assert!(
                    each.values
                        .iter()
                        .all(|value| (least..=most).contains(value)),
                    "{game}: {each:?}"
                );
                // What one has of the discs the other lacks, and ranks are shared out.
                let sum: f64 = each.values.iter().sum();
                let expected = if unit == Unit::Discs { 0.0 } else { 10.0 };
                assert!((sum - expected).abs() < 0.01, "{game}: {each:?}");
            }
            assert!(values.of(&values.best).is_some(), "{game}");
            let advising = table.advising(ply, &adviser).expect("it plays the game");
            let thought = advising(&Limits::nodes(3000)).expect("a move");
            assert_eq!(thought.unit, unit, "{game}");
        }
    }

    /// Black takes the last square and turns all but one disc.
    #[test]
    fn the_end_counts_by_its_discs() {
        let line = format!("-{}XXXXXO{} X", "O".repeat(6), "X".repeat(51));
        let (name, table) = on_the_table("reversi-8x8", &line);
        let adviser = Roster::new(Vec::new(), 0)
            .adviser(&name)
            .expect("an adviser");
        let mut valuing = table.valuing(0, &adviser).expect("it plays the game");
        let values = valuing(&Limits::nodes(100)).expect("values");
        let [only] = &values.moves[..] else {
            panic!("{values:?}")
        };
        assert!(only.trust.exact);
        let (_, after) = on_the_table("reversi-8x8", &format!("{line}\n{}", only.text));
        assert_eq!(only.values, after.result(Unit::Discs));
        assert_eq!(only.values, [62.0, -62.0]);
        assert_eq!(after.result(Unit::Rank), [1.0, 2.0]);
    }
}
