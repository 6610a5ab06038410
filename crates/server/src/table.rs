//! A game on the table, whatever game it is: positions by ply, and what can be thought about them.
//!
//! [`Table`] is the one door between rooms, which know seats and clocks, and games.

use players::{Measure, Note, Playable, PlayerFile, Turn};
use rules::transcript::{self, Header, Problem};
use rules::{Game, GameName, Notation, PerSeat, Seat, with_game};
use search::{Limits, Report};
use thiserror::Error;

use crate::board_view::Drawn;
use crate::protocol::board::{Ply, PlyKind, PositionView, SeatView};
use crate::protocol::socket::{MoveValue, Unit};

/// What a player has decided.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Thought {
    /// The move.
    pub(crate) text: String,
    /// What the position is worth to each seat, in the player's own units.
    pub(crate) values: Vec<i32>,
    /// The same as people read it.
    pub(crate) worth: Vec<f64>,
    /// In what that is.
    pub(crate) unit: Unit,
    /// What it did on purpose.
    pub(crate) note: Option<Note>,
}

/// A decision still to be made; it can be made on any thread.
pub(crate) type Choosing = Box<dyn FnOnce(&Limits) -> Thought + Send>;

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
    /// What this move is worth.
    pub(crate) fn of(&self, text: &str) -> Option<&MoveValue> {
        self.moves.iter().find(|each| each.text == text)
    }
}

/// Values of all legal moves still to be found. The limits hold for all moves together.
pub(crate) type Valuing = Box<dyn FnMut(&Limits) -> Values + Send>;

/// A game on the table.
pub(crate) trait Table: Send + Sync {
    /// How its seats are shown.
    fn seats(&self) -> Vec<SeatView>;
    /// What was played.
    fn plies(&self) -> &[Ply];
    /// Whose turn it is, unless the game is over.
    fn turn(&self) -> Option<u8>;
    /// Ranks and scores as the game stands.
    fn standing(&self) -> (Vec<u8>, Vec<i32>);
    /// The position after so many plies, with or without its legal moves.
    fn view(&self, ply: usize, legal: bool) -> PositionView;
    /// Plays a move, or changes nothing.
    fn play(&mut self, text: &str, ms: u32) -> Result<(), MoveError>;
    /// The pass that has to be played now, if one has.
    fn forced_pass(&self) -> Option<String>;
    /// Lets a seat go out; `false` if that changes nothing.
    fn put_out(&mut self, seat: u8, kind: PlyKind) -> bool;
    /// Takes plies back until so many are left.
    fn undo(&mut self, left: usize);
    /// The position line the game starts from, unless it is the game's own start.
    fn start_line(&self) -> Option<String>;
    /// The game in its own notation, with a header.
    fn transcript(&self) -> String;
    /// What a player needs to decide a move after so many plies; nothing if it cannot play this game.
    fn choosing(
        &self,
        ply: usize,
        player: &PlayerFile,
        seed: u64,
        notes: Vec<Note>,
    ) -> Option<Choosing>;
    /// What a player needs to value all legal moves after so many plies, if the game goes on there;
    /// nothing if it cannot play this game.
    fn valuing(&self, ply: usize, player: &PlayerFile) -> Option<Valuing>;
    /// What the game as it stands is worth to each seat in this unit, if it were over.
    fn result(&self, unit: Unit) -> Vec<f64>;
}

/// A game of this name, on the table at its start or as a text says: a transcript with or without
/// header, a position line, or a position line with moves below it.
pub(crate) fn open(name: &GameName, text: &str) -> Result<(GameName, Box<dyn Table>), StartError> {
    let text = text.trim();
    let (name, first, moves) = match Header::split(text) {
        None => (name.clone(), None, text),
        Some(header) => {
            let (header, moves) = header.map_err(|error| StartError(error.to_string()))?;
            (header.game, Some(header.first), moves)
        }
    };
    let table = with_game!(&name, G, rules => start::<G>(&name, rules, first, moves.trim()))?;
    Ok((name, table))
}

/// The same, from a position line and without moves, as records hold it.
pub(crate) fn open_at(name: &GameName, line: Option<&str>) -> Result<Box<dyn Table>, StartError> {
    with_game!(name, G, rules => {
        let position = match line {
            Some(line) => <G as Notation>::parse_position(rules, line)
                .map_err(|error| StartError(error.to_string()))?,
            None => <G as Game>::start(rules),
        };
        playable::<G>(name)?;
        Ok(Box::new(Played::new(name.clone(), position)))
    })
}

fn playable<G: Drawn>(name: &GameName) -> Result<(), StartError> {
    if G::HAS_BOARD {
        return Ok(());
    }
    Err(StartError(format!("{name} has no board to play on")))
}

fn start<G: Drawn + Playable>(
    name: &GameName,
    rules: &G::Rules,
    first: Option<Seat>,
    text: &str,
) -> Result<Box<dyn Table>, StartError> {
    playable::<G>(name)?;
    let fail = |error: &dyn std::fmt::Display| StartError(error.to_string());
    let begin = G::start(rules);
    if first.is_some_and(|first| first != begin.turn()) {
        let turn = begin.seat_name(begin.turn());
        return Err(StartError(format!("in this game {turn} moves first")));
    }
    let mut end = begin.clone();
    let (begin, moves) = match transcript::play_all(&mut end, text) {
        Ok(moves) => (begin, moves),
        Err(no_game) => {
            let (line, below) = text.split_once('\n').unwrap_or((text, ""));
            let begin = G::parse_position(rules, line).map_err(|no_position| {
                // Whichever reading came further is what was meant.
                let read_as_moves = no_game.ply > 1 || no_game.problem != Problem::Illegal;
                if no_position.at > 8 || !read_as_moves {
                    fail(&no_position)
                } else {
                    fail(&no_game)
                }
            })?;
            if begin.rules() != *rules {
                let problem = "the position line is of other rules than the chosen game";
                return Err(StartError(problem.to_owned()));
            }
            let moves = transcript::play_all(&mut begin.clone(), below).map_err(|e| fail(&e))?;
            (begin, moves)
        }
    };
    let mut table = Played::new(name.clone(), begin);
    for m in moves {
        table.push(m, 0);
    }
    Ok(Box::new(table))
}

/// A text that cannot be played from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub(crate) struct StartError(String);

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} cannot be played here")]
pub(crate) struct MoveError(pub(crate) String);

struct Played<G: Drawn> {
    name: GameName,
    /// One more than there are plies.
    positions: Vec<G>,
    plies: Vec<Ply>,
}

impl<G: Drawn> Played<G> {
    fn new(name: GameName, position: G) -> Self {
        Self {
            name,
            positions: vec![position],
            plies: Vec::new(),
        }
    }

    fn now(&self) -> &G {
        self.positions.last().expect("there is always the first")
    }

    /// Plays a legal move.
    fn push(&mut self, m: G::Move, ms: u32) {
        let before = self.now();
        let after = before.after(m);
        let shown = before.move_view(m);
        let kind = if G::is_pass(m) {
            PlyKind::Pass
        } else {
            PlyKind::Move
        };
        self.plies.push(Ply {
            number: self.plies.len() as u32 + 1,
            seat: before.turn().index() as u8,
            kind,
            text: shown.text,
            to: shown.to,
            from: shown.from,
            turned: shown.turns,
            announcements: before.announcements(Some(m), &after),
            ms,
        });
        self.positions.push(after);
    }
}

impl<G: Drawn + Playable> Table for Played<G> {
    fn seats(&self) -> Vec<SeatView> {
        self.now().seat_views()
    }

    fn plies(&self) -> &[Ply] {
        &self.plies
    }

    fn turn(&self) -> Option<u8> {
        let now = self.now();
        (!now.is_finished()).then(|| now.turn().index() as u8)
    }

    fn standing(&self) -> (Vec<u8>, Vec<i32>) {
        let standing = self.now().standing();
        (standing.ranks.to_vec(), standing.scores.to_vec())
    }

    fn view(&self, ply: usize, legal: bool) -> PositionView {
        let position = &self.positions[ply.min(self.plies.len())];
        let finished = position.is_finished();
        let standing = position.standing();
        let moves = if legal {
            let moves = position.legal();
            moves.iter().map(|&m| position.move_view(m)).collect()
        } else {
            Vec::new()
        };
        PositionView {
            ply: ply as u32,
            turn: (!finished).then(|| position.turn().index() as u8),
            board: position.board_view(),
            legal: moves,
            scores: standing.scores.to_vec(),
            ranks: standing.ranks.to_vec(),
            finished,
            line: position.position_text(),
        }
    }

    fn play(&mut self, text: &str, ms: u32) -> Result<(), MoveError> {
        let refuse = || MoveError(text.chars().take(20).collect());
        let now = self.now();
        let m = now.parse_move(text).map_err(|_| refuse())?;
        if !now.is_legal(m) {
            return Err(refuse());
        }
        self.push(m, ms);
        Ok(())
    }

    fn forced_pass(&self) -> Option<String> {
        let now = self.now();
        match *now.legal() {
            [m] if G::is_pass(m) => Some(now.move_text(m)),
            _ => None,
        }
    }

    fn put_out(&mut self, seat: u8, kind: PlyKind) -> bool {
        let before = self.now();
        let mut after = before.clone();
        after.resign(Seat::new(seat.into()));
        if after == *before {
            return false;
        }
        self.plies.push(Ply {
            number: self.plies.len() as u32 + 1,
            seat,
            kind,
            text: String::new(),
            to: None,
            from: None,
            turned: Vec::new(),
            announcements: before.announcements(None, &after),
            ms: 0,
        });
        self.positions.push(after);
        true
    }

    fn undo(&mut self, left: usize) {
        self.plies.truncate(left);
        self.positions.truncate(self.plies.len() + 1);
    }

    fn start_line(&self) -> Option<String> {
        let first = &self.positions[0];
        (*first != G::start(&first.rules())).then(|| first.position_text())
    }

    fn transcript(&self) -> String {
        let first = &self.positions[0];
        let start = self.start_line().map_or_else(
            || {
                let header = Header {
                    game: self.name.clone(),
                    first: first.turn(),
                };
                header.to_string()
            },
            |line| line + "\n",
        );
        let moves: Vec<&str> = self.plies.iter().map(|ply| ply.text.as_str()).collect();
        start + &moves.join(G::SEPARATOR)
    }

    fn choosing(
        &self,
        ply: usize,
        player: &PlayerFile,
        seed: u64,
        notes: Vec<Note>,
    ) -> Option<Choosing> {
        let position = self.positions[ply.min(self.plies.len())].clone();
        let mut player = G::player(player).ok()?;
        Some(Box::new(move |limits| {
            let choice = player.choose(&mut Turn {
                position: &position,
                start: &position,
                moves: &[],
                ply,
                seed,
                limits,
                notes: &notes,
                progress: &mut |_: &Report<G::Move>| (),
            });
            let choice = choice.expect("players that come along have a move");
            Thought {
                text: position.move_text(choice.m),
                values: choice.report.values.to_vec(),
                worth: read(&choice.report.values, &player.measure(&position)),
                unit: unit(&player.measure(&position)),
                note: choice.note,
            }
        }))
    }

    fn valuing(&self, ply: usize, player: &PlayerFile) -> Option<Valuing> {
        let ply = ply.min(self.plies.len());
        let position = self.positions[ply].clone();
        let mut player = G::player(player).ok()?;
        Some(Box::new(move |limits| {
            let all = player.consider(
                &mut Turn {
                    position: &position,
                    start: &position,
                    moves: &[],
                    ply,
                    seed: 0,
                    limits,
                    notes: &[],
                    progress: &mut |_: &Report<G::Move>| (),
                },
                None,
            );
            let all = all.expect("players that come along have a move");
            let measure = player.measure(&position);
            let valued = all.values.iter().map(|(m, values)| MoveValue {
                text: position.move_text(*m),
                values: read(values, &measure),
                depth: all.report.depth,
                exact: all.report.exact,
            });
            Values {
                moves: valued.collect(),
                best: all
                    .report
                    .best()
                    .map_or_else(String::new, |m| position.move_text(m)),
                unit: unit(&measure),
            }
        }))
    }

    fn result(&self, unit: Unit) -> Vec<f64> {
        let standing = self.now().standing();
        match unit {
            Unit::Rank => {
                let ranks = standing.ranks.iter().copied();
                let shared = |rank: u8| {
                    let equal = standing.ranks.iter().filter(|&&other| other == rank);
                    f64::from(rank) + (equal.count() as f64 - 1.0) / 2.0
                };
                ranks.map(shared).collect()
            }
            Unit::Discs | Unit::Points => leads(&standing.scores),
        }
    }
}

/// Values in the unit that they are shown in.
fn read(values: &PerSeat<i32>, measure: &Measure) -> Vec<f64> {
    values.iter().map(|&value| measure.read(value)).collect()
}

fn unit(measure: &Measure) -> Unit {
    match measure {
        Measure::Points => Unit::Points,
        Measure::Discs { .. } => Unit::Discs,
        Measure::Rank { .. } => Unit::Rank,
    }
}

/// Everybody's score less the best other's.
fn leads(scores: &[i32]) -> Vec<f64> {
    let best_other = |own: usize| {
        let others = scores.iter().enumerate().filter(|(seat, _)| *seat != own);
        others.map(|(_, &score)| score).max().unwrap_or(0)
    };
    let lead = |(seat, &score): (usize, &i32)| f64::from(score - best_other(seat));
    scores.iter().enumerate().map(lead).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels;

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
            let (_, file) = levels::adviser(&name).expect("an adviser");
            let ply = table.plies().len();
            let mut valuing = table.valuing(ply, &file).expect("it plays the game");
            let values = valuing(&Limits::nodes(3000));
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
            let thought = table
                .choosing(ply, &file, 0, Vec::new())
                .expect("it plays the game");
            assert_eq!(thought(&Limits::nodes(3000)).unit, unit, "{game}");
        }
    }

    /// Black takes the last square and turns all but one disc.
    #[test]
    fn the_end_counts_by_its_discs() {
        let line = format!("-{}XXXXXO{} X", "O".repeat(6), "X".repeat(51));
        let (name, table) = on_the_table("reversi-8x8", &line);
        let (_, file) = levels::adviser(&name).expect("an adviser");
        let mut valuing = table.valuing(0, &file).expect("it plays the game");
        let values = valuing(&Limits::nodes(100));
        let [only] = &values.moves[..] else {
            panic!("{values:?}")
        };
        assert!(only.exact);
        let (_, after) = on_the_table("reversi-8x8", &format!("{line}\n{}", only.text));
        assert_eq!(only.values, after.result(Unit::Discs));
        assert_eq!(only.values, [62.0, -62.0]);
        assert_eq!(after.result(Unit::Rank), [1.0, 2.0]);
    }
}
