//! A game of a run: one line of JSON, as short as it can be read, with a sum that shows when
//! somebody changed it.
//!
//! ```text
//! {"game":7,"seats":[1,0],"opening":8,"moves":"f5d6…","ranks":[2,1],"scores":[20,44],"check":"83f1c2a0"}
//! ```

use std::fmt::Write;

use records::record::{FORMAT, VERSION};
use records::{Entry, Note, Record, Sitter, replay};
use rules::line::{Event, GameLine};
use rules::transcript::{self, TranscriptError};
use rules::{Notation, Outcome, PerSeat, Seat, with_game};
use serde::{Deserialize, Serialize};

use crate::experiment::Experiment;
use crate::plan::Plan;
use crate::run::line::{LineError, is_sealed, seal};
use crate::run::why::Why;
use statistics::placing::Seated;

/// A game that was played, or given up by somebody.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its number in the plan.
    pub number: u64,
    /// The contender of each seat.
    pub seats: PerSeat<usize>,
    /// How many of its plies were the opening.
    pub opening: usize,
    /// The position line it started from; `None` for the game's own start.
    pub start: Option<String>,
    /// All moves, the opening included, as one text with all passes.
    pub moves: String,
    /// How many there are.
    pub plies: usize,
    /// Who came where.
    pub outcome: Outcome,
    /// Who failed.
    pub forfeits: Vec<Forfeit>,
    /// What was kept of each move after the opening; empty if nothing was asked for.
    pub thoughts: Vec<Thought>,
    /// What players did on purpose.
    pub notes: Vec<NoteKept>,
}

/// A player that failed and had to resign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Its seat, from 0.
    pub seat: usize,
    /// After how many plies.
    pub ply: usize,
    /// What happened.
    pub why: Why,
}

/// What was kept of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// What the mover thought the position was worth to each seat.
    pub values: Option<PerSeat<i32>>,
    /// How many positions it visited.
    pub nodes: Option<u64>,
    /// How long it thought, in microseconds.
    pub micros: Option<u64>,
}

/// What a player did on purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteKept {
    /// At which ply.
    pub ply: usize,
    /// What kind of thing.
    pub kind: String,
    /// What it cost by the player's own evaluation.
    pub cost: i32,
}

/// A line as JSON sees it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    game: u64,
    seats: Vec<usize>,
    opening: usize,
    #[serde(default, borrow)]
    start: Option<std::borrow::Cow<'a, str>>,
    moves: &'a str,
    plies: usize,
    ranks: Vec<u8>,
    scores: Vec<i32>,
    #[serde(default)]
    forfeits: Vec<(usize, usize, Why)>,
    #[serde(default)]
    notes: Vec<NoteKept>,
    #[serde(default)]
    values: Option<Vec<Vec<i32>>>,
    #[serde(default)]
    nodes: Option<Vec<u64>>,
    #[serde(default)]
    micros: Option<Vec<u64>>,
    #[serde(rename = "check")]
    _check: &'a str,
}

fn numbers<T: std::fmt::Display>(line: &mut String, key: &str, values: impl Iterator<Item = T>) {
    let _ = write!(line, ",\"{key}\":[");
    for (index, value) in values.enumerate() {
        let _ = write!(line, "{}{value}", if index > 0 { "," } else { "" });
    }
    line.push(']');
}

impl Played {
    /// Writes the game as a line at the end of a text.
    pub(crate) fn write(&self, line: &mut String) {
        let from = line.len();
        let text = |value: &str| serde_json::to_string(value).expect("texts can be JSON");
        let _ = write!(line, "{{\"game\":{}", self.number);
        numbers(line, "seats", self.seats.iter());
        let _ = write!(line, ",\"opening\":{}", self.opening);
        if let Some(start) = &self.start {
            let _ = write!(line, ",\"start\":{}", text(start));
        }
        // Moves hold no sign that JSON would have to escape.
        let _ = write!(
            line,
            ",\"moves\":\"{}\",\"plies\":{}",
            self.moves, self.plies
        );
        numbers(line, "ranks", self.outcome.ranks.iter());
        numbers(line, "scores", self.outcome.scores.iter());
        if !self.forfeits.is_empty() {
            let all: Vec<_> = self
                .forfeits
                .iter()
                .map(|f| (f.seat, f.ply, &f.why))
                .collect();
            let all = serde_json::to_string(&all).expect("texts and numbers can be JSON");
            let _ = write!(line, ",\"forfeits\":{all}");
        }
        if !self.notes.is_empty() {
            let all = serde_json::to_string(&self.notes).expect("texts and numbers can be JSON");
            let _ = write!(line, ",\"notes\":{all}");
        }
        if self.thoughts.iter().any(|thought| thought.values.is_some()) {
            let each = self.thoughts.iter().map(|thought| {
                let values: Vec<String> = thought
                    .values
                    .iter()
                    .flat_map(|v| v.iter())
                    .map(i32::to_string)
                    .collect();
                format!("[{}]", values.join(","))
            });
            numbers(line, "values", each);
        }
        if let Some(Thought { nodes, micros, .. }) = self.thoughts.first() {
            if nodes.is_some() {
                numbers(
                    line,
                    "nodes",
                    self.thoughts.iter().map(|t| t.nodes.unwrap_or(0)),
                );
            }
            if micros.is_some() {
                numbers(
                    line,
                    "micros",
                    self.thoughts.iter().map(|t| t.micros.unwrap_or(0)),
                );
            }
        }
        seal(line, from);
    }

    /// Reads a line without its end.
    ///
    /// # Errors
    /// Returns an error if it was changed, or is no game.
    pub fn read(line: &str) -> Result<Self, LineError> {
        if !is_sealed(line) {
            return Err(LineError::Changed);
        }
        Self::parse(line)
    }

    /// Reads a line whose seal was checked.
    pub(crate) fn parse(line: &str) -> Result<Self, LineError> {
        let read: Line<'_> =
            serde_json::from_str(line).map_err(|error| LineError::Shape(error.to_string()))?;
        let seats = read.seats.len();
        let wrong =
            || LineError::Shape("a game has one player, rank and score per seat".to_owned());
        if !(2..=rules::MAX_SEATS).contains(&seats)
            || read.ranks.len() != seats
            || read.scores.len() != seats
        {
            return Err(wrong());
        }
        // Whoever adds games up relies on it.
        let better = |rank: u8| read.ranks.iter().filter(|&&other| other < rank).count();
        if read
            .ranks
            .iter()
            .any(|&rank| usize::from(rank) != better(rank) + 1)
        {
            let problem = format!("no game ends with the ranks {:?}", read.ranks);
            return Err(LineError::Shape(problem));
        }
        if read.plies > read.moves.len() || read.opening > read.plies {
            let problem = format!("{} plies are not what the moves have", read.plies);
            return Err(LineError::Shape(problem));
        }
        let nobody = |(seat, ply, _): &&(usize, usize, Why)| *seat >= seats || *ply > read.plies;
        if let Some((seat, ply, _)) = read.forfeits.iter().find(nobody) {
            let problem = format!("nobody on seat {seat} can fail after {ply} plies");
            return Err(LineError::Shape(problem));
        }
        let kept = [
            read.values.as_ref().map(Vec::len),
            read.nodes.as_ref().map(Vec::len),
            read.micros.as_ref().map(Vec::len),
        ];
        let mut kept = kept.into_iter().flatten();
        let thoughts = kept.next().unwrap_or(0);
        let mut values = read.values.iter().flatten().map(Vec::len);
        if kept.any(|other| other != thoughts) || values.any(|len| len != 0 && len != seats) {
            let problem = "it does not keep the same of each move".to_owned();
            return Err(LineError::Shape(problem));
        }
        let thought = |index: usize| Thought {
            // Who says no values has an empty list among those of the others.
            values: read
                .values
                .as_ref()
                .map(|all| &all[index])
                .filter(|values| !values.is_empty())
                .map(|values| {
                    PerSeat::from_fn(seats, |seat| values.get(seat.index()).copied().unwrap_or(0))
                }),
            nodes: read.nodes.as_ref().map(|all| all[index]),
            micros: read.micros.as_ref().map(|all| all[index]),
        };
        Ok(Self {
            number: read.game,
            seats: PerSeat::from_fn(seats, |seat| read.seats[seat.index()]),
            opening: read.opening,
            thoughts: (0..thoughts).map(thought).collect(),
            start: read.start.map(std::borrow::Cow::into_owned),
            moves: read.moves.to_owned(),
            plies: read.plies,
            outcome: Outcome {
                ranks: PerSeat::from_fn(seats, |seat| read.ranks[seat.index()]),
                scores: PerSeat::from_fn(seats, |seat| read.scores[seat.index()]),
            },
            forfeits: read
                .forfeits
                .into_iter()
                .map(|(seat, ply, why)| Forfeit { seat, ply, why })
                .collect(),
            notes: read.notes,
        })
    }

    /// Returns who sat where and came where, for the statistics.
    #[must_use]
    pub fn seated(&self) -> Seated {
        Seated {
            players: self.seats,
            outcome: self.outcome,
        }
    }

    /// Returns the game as a self-contained record.
    #[must_use]
    pub fn to_record(&self, experiment: &Experiment, plan: &Plan) -> Record {
        let (moves, result) = with_game!(&experiment.game, G, rules => {
            let line = self.whole_line::<G>(rules);
            (self.entries(&line), replay::result(&line))
        });
        let seats = self
            .seats
            .iter()
            .map(|&contender| Sitter::ai(&plan.contenders[contender].name, None));
        Record {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: experiment.game.to_string(),
            seats: seats.collect(),
            clock: None,
            start: self.start.clone(),
            seed: Some(plan.game(self.number).seed),
            started: None,
            ended: None,
            moves,
            result,
        }
    }

    fn whole_line<G: Notation>(&self, rules: &G::Rules) -> GameLine<G> {
        self.line::<G>(rules).unwrap_or_else(|problem| {
            // Then a record of it is refused as well.
            debug_assert!(false, "{problem}");
            GameLine::new(G::start(rules))
        })
    }

    /// Returns the moves and resignations in the order they happened.
    fn entries<G: Notation>(&self, line: &GameLine<G>) -> Vec<Entry> {
        let mut moves = 0;
        let entries = line.plies().map(|ply| {
            let mut entry = Entry {
                seat: ply.seat.index() as u8,
                text: ply.text(),
                ..Entry::default()
            };
            if let Event::Out(_, exit) = ply.event {
                entry.out = Some(exit.into());
                return entry;
            }
            let thought = usize::checked_sub(moves, self.opening);
            let thought = thought.and_then(|index| self.thoughts.get(index));
            let micros = thought.and_then(|thought| thought.micros);
            let values = thought.and_then(|thought| thought.values);
            let note = self.notes.iter().find(|note| note.ply == moves);
            entry.ms = micros.map_or(0, |us| (us / 1000) as u32);
            entry.values = values.map(|values| values.to_vec());
            entry.note = note.map(|note| Note {
                kind: note.kind.clone(),
                cost: note.cost,
            });
            moves += 1;
            entry
        });
        entries.collect()
    }

    /// Plays the game again from its line: every move has to be legal, and the result what it
    /// leads to.
    ///
    /// # Errors
    /// Returns an error if not; the text says where.
    pub fn check(&self, experiment: &Experiment) -> Result<(), String> {
        let outcome = with_game!(&experiment.game, G, rules => self.line::<G>(rules)?.outcome());
        match outcome {
            Some(outcome) if outcome == self.outcome => Ok(()),
            Some(_) => Err("the moves lead to another result".to_owned()),
            None => Err("the moves do not end the game".to_owned()),
        }
    }

    /// Replays the game, with every failure where it happened.
    pub(crate) fn line<G: Notation>(&self, rules: &G::Rules) -> Result<GameLine<G>, String> {
        let mut line = GameLine::<G>::from_line(rules, self.start.as_deref())
            .map_err(|error| error.to_string())?;
        let mut forfeits = self.forfeits.iter().peekable();
        let mut events = Vec::new();
        let mut moves = 0;
        for text in transcript::split::<G>(&self.moves).map(Some).chain([None]) {
            while let Some(forfeit) = forfeits.next_if(|forfeit| forfeit.ply == moves) {
                events.push(Event::Out(Seat::new(forfeit.seat), forfeit.why.exit()));
            }
            events.extend(text.map(Event::Move));
            moves += usize::from(text.is_some());
        }
        line.play_events(events).map_err(|wrong| {
            let TranscriptError {
                ply, text, problem, ..
            } = wrong;
            format!("move {ply} \"{text}\": {problem}")
        })?;
        if moves != self.plies || forfeits.next().is_some() {
            return Err(format!("the game has {moves} moves, not {}", self.plies));
        }
        Ok(line)
    }
}
