//! A game of a run: one line of JSON, as short as it can be read, with a sum that shows when
//! somebody changed it.
//!
//! ```text
//! {"game":7,"seats":[1,0],"opening":8,"moves":"f5d6…","ranks":[2,1],"scores":[20,44],"check":"83f1c2a0"}
//! ```

use std::fmt::Write;

use records::record::{FORMAT, VERSION};
use records::{Entry, GameResult, Note, Out, Reason, Record, Sitter};
use rules::{Notation, Outcome, PerSeat, Seat, with_game};
use serde::{Deserialize, Serialize};

use crate::experiment::Experiment;
use crate::opening::OpeningSet;
use crate::plan::Plan;
use crate::run::line::{LineError, is_sealed, seal};
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

/// How a player can fail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// It panicked, or its program ended or answered nonsense.
    Crashed(String),
    /// It chose a move that is not legal.
    Illegal,
    /// It thought longer than the experiment has patience.
    Late,
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
        if let Some(Thought {
            values,
            nodes,
            micros,
        }) = self.thoughts.first()
        {
            if values.is_some() {
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
    /// If it was changed, or is no game.
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
        let kept = [
            read.values.as_ref().map(Vec::len),
            read.nodes.as_ref().map(Vec::len),
            read.micros.as_ref().map(Vec::len),
        ];
        let thoughts = kept.into_iter().flatten().min().unwrap_or(0);
        let thought = |index: usize| Thought {
            values: read.values.as_ref().map(|all| {
                PerSeat::from_fn(seats, |seat| {
                    all[index].get(seat.index()).copied().unwrap_or(0)
                })
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

    /// Who sat where and came where, for the statistics.
    #[must_use]
    pub fn seated(&self) -> Seated {
        Seated {
            players: self.seats,
            outcome: self.outcome,
        }
    }

    /// The game as a record that stands by itself.
    #[must_use]
    pub fn to_record(&self, experiment: &Experiment, plan: &Plan) -> Record {
        let moves = with_game!(&experiment.game, G, rules => self.entries::<G>(rules));
        let resigned = self.forfeits.first();
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
            result: Some(GameResult {
                ranks: self.outcome.ranks.to_vec(),
                scores: self.outcome.scores.to_vec(),
                reason: match resigned {
                    None => Reason::Played,
                    Some(Forfeit { why: Why::Late, .. }) => Reason::Time,
                    Some(_) => Reason::Resigned,
                },
                by: resigned.map(|forfeit| forfeit.seat as u8),
            }),
        }
    }

    /// The game of a record, which has to be one of this experiment. What a record does not keep
    /// is lost: nodes, parts of milliseconds and the words of a crash.
    ///
    /// # Errors
    /// If the record is of another game, or its players are none of this experiment.
    pub fn from_record(
        number: u64,
        record: &Record,
        experiment: &Experiment,
        plan: &Plan,
    ) -> Result<Self, String> {
        if record.game != experiment.game.to_string() {
            let (theirs, ours) = (&record.game, &experiment.game);
            return Err(format!(
                "the record is of {theirs}, the experiment of {ours}"
            ));
        }
        let result = record.result.as_ref().ok_or("the record has no result")?;
        let mut seats = PerSeat::all(plan.seats, 0);
        for (seat, who) in seats.iter_mut().zip(&record.seats) {
            let found = plan.contenders.iter().position(|c| c.name == who.name);
            *seat = found.ok_or_else(|| format!("nobody here is called \"{}\"", who.name))?;
        }
        let opening = with_game!(&experiment.game, G, rules => {
            let openings = OpeningSet::<G>::new(experiment, rules).map_err(|e| e.to_string())?;
            openings.get(plan.game(number).opening).moves.len()
        });
        let mut played = Self {
            number,
            seats,
            opening,
            start: record.start.clone(),
            moves: String::new(),
            plies: 0,
            outcome: Outcome {
                ranks: PerSeat::from_fn(plan.seats, |seat| result.ranks[seat.index()]),
                scores: PerSeat::from_fn(plan.seats, |seat| result.scores[seat.index()]),
            },
            forfeits: Vec::new(),
            thoughts: Vec::new(),
            notes: Vec::new(),
        };
        let separator = with_game!(&experiment.game, G, _rules => G::SEPARATOR);
        for entry in &record.moves {
            if let Some(out) = entry.out {
                played.forfeits.push(Forfeit {
                    seat: entry.seat.into(),
                    ply: played.plies,
                    why: match out {
                        Out::Time => Why::Late,
                        Out::Resigned => Why::Crashed("it resigned".to_owned()),
                    },
                });
            }
            let Some(text) = &entry.text else {
                continue;
            };
            if !played.moves.is_empty() {
                played.moves.push_str(separator);
            }
            played.moves.push_str(text);
            if let Some(note) = &entry.note {
                played.notes.push(NoteKept {
                    ply: played.plies,
                    kind: note.kind.clone(),
                    cost: note.cost,
                });
            }
            let values = entry.values.as_ref().map(|values| {
                PerSeat::from_fn(plan.seats, |seat| {
                    values.get(seat.index()).copied().unwrap_or(0)
                })
            });
            if played.plies >= opening && (experiment.keep.values || experiment.keep.times) {
                played.thoughts.push(Thought {
                    values: values.filter(|_| experiment.keep.values),
                    nodes: None,
                    micros: experiment.keep.times.then(|| u64::from(entry.ms) * 1000),
                });
            }
            played.plies += 1;
        }
        played.check(experiment)?;
        Ok(played)
    }

    /// Moves and resignations in the order they happened. Moves that cannot be played are left
    /// out, so that a record of them is refused.
    fn entries<G: Notation>(&self, rules: &G::Rules) -> Vec<Entry> {
        let mut entries = Vec::new();
        let replayed = self.replay::<G>(rules, &mut |event| match event {
            Event::Move { seat, text, ply } => {
                let thought = ply
                    .checked_sub(self.opening)
                    .and_then(|i| self.thoughts.get(i));
                let note = self.notes.iter().find(|note| note.ply == ply);
                entries.push(Entry {
                    seat: seat.index() as u8,
                    text: Some(text),
                    ms: thought
                        .and_then(|t| t.micros)
                        .map_or(0, |us| (us / 1000) as u32),
                    values: thought.and_then(|t| t.values).map(|values| values.to_vec()),
                    note: note.map(|note| Note {
                        kind: note.kind.clone(),
                        cost: note.cost,
                    }),
                    out: None,
                });
            }
            Event::Forfeit(forfeit) => entries.push(Entry {
                seat: forfeit.seat as u8,
                out: Some(match forfeit.why {
                    Why::Late => Out::Time,
                    _ => Out::Resigned,
                }),
                ..Entry::default()
            }),
        });
        debug_assert!(replayed.is_ok(), "{replayed:?}");
        entries
    }

    /// Plays the game again from its line: every move has to be legal, and the result what it
    /// leads to.
    ///
    /// # Errors
    /// If not; the text says where.
    pub fn check(&self, experiment: &Experiment) -> Result<(), String> {
        with_game!(&experiment.game, G, rules => self.replay::<G>(rules, &mut |_| ()))
    }

    fn replay<G: Notation>(
        &self,
        rules: &G::Rules,
        event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), String> {
        let mut position = match &self.start {
            None => G::start(rules),
            Some(line) => G::parse_position(rules, line).map_err(|error| error.to_string())?,
        };
        let mut forfeits = self.forfeits.iter().peekable();
        let mut rest = &*self.moves;
        let mut ply = 0;
        loop {
            while let Some(forfeit) = forfeits.next_if(|forfeit| forfeit.ply == ply) {
                event(Event::Forfeit(forfeit));
                position.resign(Seat::new(forfeit.seat));
            }
            if rest.trim_start().is_empty() {
                break;
            }
            let (text, tail) = G::split_move(rest);
            let wrong = |why: String| format!("move {} \"{text}\": {why}", ply + 1);
            let m = position
                .parse_move(text)
                .map_err(|error| wrong(error.to_string()))?;
            if position.is_finished() {
                return Err(wrong("the game was over before".to_owned()));
            }
            let seat = position.turn();
            position.play(m).map_err(|error| wrong(error.to_string()))?;
            let text = text.to_owned();
            event(Event::Move { seat, text, ply });
            rest = tail;
            ply += 1;
        }
        if ply != self.plies || forfeits.next().is_some() {
            return Err(format!("the game has {ply} moves, not {}", self.plies));
        }
        match position.outcome() {
            Some(outcome) if outcome == self.outcome => Ok(()),
            Some(_) => Err("the moves lead to another result".to_owned()),
            None => Err("the moves do not end the game".to_owned()),
        }
    }
}

enum Event<'a> {
    Move {
        seat: Seat,
        text: String,
        ply: usize,
    },
    Forfeit(&'a Forfeit),
}
