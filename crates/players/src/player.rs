//! What decides moves.

use rules::hash::mix;
use rules::line::GameLine;
use rules::{Game, PerSeat};
use search::{AllMoves, Limits, Report};
use thiserror::Error;

use crate::external::EngineError;
use crate::file::FileError;
use crate::measure::Measure;

/// What a player is given when it is its turn.
pub struct Turn<'a, G: Game> {
    /// The position; its turn is the player's.
    pub position: &'a G,
    /// The game that led to it.
    pub line: &'a GameLine<G>,
    /// The seed of this game: with the player's own seed it decides everything random.
    pub seed: u64,
    /// Limits for this move. If any of depth, nodes, evaluations or time is set here, they take
    /// the place of the limits in the player's file.
    pub limits: &'a Limits,
    /// What this player noted at its earlier moves of this game, in order.
    pub notes: &'a [Note],
    /// Called after every finished iteration of the search.
    pub progress: &'a mut dyn FnMut(&Report<G::Move>),
}

impl<G: Game> Turn<'_, G> {
    /// Returns how many moves were played before, passes included, without the seats that went out.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.line.move_count()
    }

    /// Returns a seed that belongs to this move of this game and to this player alone.
    #[must_use]
    pub fn move_seed(&self, player: u64) -> u64 {
        mix(mix(self.seed ^ mix(player)) ^ self.ply() as u64)
    }

    /// Returns a seed that belongs to this game and to this player alone, the same at every move.
    #[must_use]
    pub fn game_seed(&self, player: u64) -> u64 {
        mix(self.seed ^ mix(player ^ 1))
    }

    /// Reports whether this player has done such a thing in this game.
    #[must_use]
    pub fn noted(&self, kind: NoteKind) -> bool {
        self.notes.iter().any(|note| note.kind == kind)
    }
}

/// What a player has decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move, legal in the position.
    pub m: M,
    /// What was found. A player that does not search reports only a line of one move.
    pub report: Report<M>,
    /// Whether the values in the report mean anything: other programs may say none.
    pub valued: bool,
    /// A note for after the game.
    pub note: Option<Note>,
}

impl<M: Copy> Choice<M> {
    /// Returns the best move that a search found.
    ///
    /// # Panics
    ///
    /// Panics if the report has no move; that of a running game has one.
    #[must_use]
    pub fn best(report: Report<M>) -> Self {
        Self {
            m: report.best().expect("a game that goes on has a move"),
            report,
            valued: true,
            note: None,
        }
    }

    /// Returns what the position is worth to each seat, if the player says so.
    #[must_use]
    pub fn values(&self) -> Option<&PerSeat<i32>> {
        self.valued.then_some(&self.report.values)
    }
}

/// What a player did on purpose, to be shown after the game. It is kept with the game, so that a
/// game can be continued anywhere and the player still knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// After how many moves of the game, passes included.
    pub ply: usize,
    /// What kind of thing it was.
    pub kind: NoteKind,
    /// What it cost by the player's own evaluation, in its units: best move less chosen move.
    pub cost: i32,
}

/// The things players do on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoteKind {
    /// A gift that lets the person expect to win (P2).
    Expectation,
    /// A move nobody would expect (P2).
    Surprise,
}

impl NoteKind {
    /// Returns its name in records, runs and studies and on the page.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Expectation => "expectation",
            Self::Surprise => "surprise",
        }
    }

    /// Returns the kind with this name, or `None` if there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let all = [Self::Expectation, Self::Surprise];
        all.into_iter().find(|kind| kind.name() == name)
    }
}

/// Decides moves of one game. A player lives as long as its seat, through all its games.
pub trait Player<G: Game>: Send {
    /// Starts a new game: what was remembered of another one is forgotten.
    fn new_game(&mut self) {}

    /// Decides a move. The game is not finished. Every turn carries the whole game, so that moves can be
    /// taken back without a word.
    ///
    /// # Errors
    /// Returns an error if it has no legal move to offer. It can be asked again.
    fn choose(&mut self, turn: &mut Turn<'_, G>) -> Result<Choice<G::Move>, PlayerError>;

    /// Returns what every legal move is worth to every seat. The limits are for all moves together.
    /// If a move is worse for the seat to move than the best by more than the margin, its value is
    /// only an upper bound, which is itself outside the margin.
    ///
    /// By default the player is asked after every move.
    ///
    /// # Errors
    /// Returns an error if it cannot say. It can be asked again.
    fn consider(
        &mut self,
        turn: &mut Turn<'_, G>,
        margin: Option<i64>,
    ) -> Result<AllMoves<G::Move, PerSeat<i32>>, PlayerError> {
        let _ = margin;
        after_every_move(&mut |turn| self.choose(turn), turn)
    }

    /// Returns what its values mean in a position.
    fn measure(&self, position: &G) -> Measure {
        let _ = position;
        Measure::Points
    }

    /// Returns what the program behind it calls itself, once it has answered; `None` for players of
    /// ours.
    fn program(&self) -> Option<Program> {
        None
    }
}

/// What an external program calls itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name; if it says none, its command.
    pub name: String,
    /// Its version, if it says one.
    pub version: Option<String>,
}

/// Why a player cannot be made, or gives no move: one sentence each.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// Its file is wrong, or not for this game.
    #[error(transparent)]
    File(#[from] FileError),
    /// It gave no move in the time it had.
    #[error("{0}")]
    Late(String),
    /// It chose a move that is not legal.
    #[error("{0}")]
    Illegal(String),
    /// It broke down.
    #[error("{0}")]
    Failed(String),
}

impl From<EngineError> for PlayerError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Timeout { .. } | EngineError::Stopped { .. } => {
                Self::Late(error.to_string())
            }
            EngineError::Illegal { .. } => Self::Illegal(error.to_string()),
            other => Self::Failed(other.to_string()),
        }
    }
}

/// How a player decides; not a player itself, so that asking after every move is compiled once for
/// a game.
type Choose<'a, G> =
    dyn FnMut(&mut Turn<'_, G>) -> Result<Choice<<G as Game>::Move>, PlayerError> + 'a;

/// Asks a player after every move; a game that is over is worth what its seats have over the best
/// of the others.
pub(crate) fn after_every_move<G: Game>(
    choose: &mut Choose<'_, G>,
    turn: &mut Turn<'_, G>,
) -> Result<AllMoves<G::Move, PerSeat<i32>>, PlayerError> {
    let moves = turn.position.legal();
    let mover = turn.position.turn();
    let share = |all: Option<u64>| all.map(|all| (all / moves.len() as u64).max(1));
    let limits = Limits {
        depth: turn.limits.depth.map(|plies| plies.max(2) - 1),
        nodes: share(turn.limits.nodes),
        evaluations: share(turn.limits.evaluations),
        time: turn.limits.time.map(|time| time / moves.len() as u32),
        stop: turn.limits.stop.clone(),
    };
    let mut best: Option<Report<G::Move>> = None;
    let mut values = Vec::new();
    let mut spent = Report::before(PerSeat::all(turn.position.facts().seats, 0), Vec::new());
    for m in moves {
        let mut line = turn.line.clone();
        line.play(m).expect("the move is from the list");
        let after = line.position().clone();
        let mut report = if after.is_finished() {
            Report::before(leads(&after), Vec::new())
        } else {
            let choice = choose(&mut Turn {
                position: &after,
                line: &line,
                limits: &limits,
                notes: &[],
                progress: &mut |_| (),
                ..*turn
            })?;
            if !choice.valued {
                let why = "it does not say what positions are worth";
                return Err(PlayerError::Failed(why.to_owned()));
            }
            choice.report
        };
        spent.nodes += report.nodes;
        spent.evaluations += report.evaluations;
        spent.time += report.time;
        values.push((m, report.values));
        if best
            .as_ref()
            .is_none_or(|best| report.values[mover] > best.values[mover])
        {
            report.line.insert(0, m);
            report.depth += 1;
            best = Some(report);
        }
    }
    let report = best.map_or(spent.clone(), |best| Report {
        nodes: spent.nodes,
        evaluations: spent.evaluations,
        time: spent.time,
        ..best
    });
    Ok(AllMoves { values, report })
}

/// Returns what each seat has over the best of the others.
fn leads<G: Game>(position: &G) -> PerSeat<i32> {
    let scores = position.standing().scores;
    PerSeat::from_fn(scores.len(), |seat| {
        let others = rules::Seat::all(scores.len()).filter(|&other| other != seat);
        scores[seat] - others.map(|other| scores[other]).max().unwrap_or(0)
    })
}
