//! Players of games for two that look ahead and value what they see.

use std::sync::Arc;

use rand::seq::SliceRandom;
use rules::{Game, PerSeat};
use search::{AllMoves, Limits, Report, Score, Search, SearchAll};

use crate::evaluation::features::Noise;
use crate::evaluation::finished::MOST_RUNNING;
use crate::file::{LimitsSpec, PlayerFile};
use crate::measure::Measure;
use crate::player::{Choice, Note, NoteKind, Player, PlayerError, Turn};
use crate::random::stream;
use crate::searching::{AlphaBetaSpec, MinimaxSpec, PvsSpec, SearchSpec, Ties};

/// An evaluation that may depend on the position a move is chosen in, and on the game's seed.
pub(crate) trait Evaluates<G: Game>: Send + Sync {
    /// The evaluation for one move.
    type At<'a>: Score<G>
    where
        Self: 'a;

    /// Returns the evaluation for the move that is chosen now, by a player with this seed.
    fn at<'a>(&'a self, turn: &Turn<'_, G>, seed: u64) -> Self::At<'a>;

    /// Returns the noise on the values of the moves to choose from, if that is where it lies.
    fn root_noise(&self, turn: &Turn<'_, G>, seed: u64) -> Option<Noise> {
        let _ = (turn, seed);
        None
    }

    /// Returns what its values mean in a position.
    fn measure(&self, position: &G) -> Measure {
        let _ = position;
        Measure::Points
    }
}

/// The ways to look ahead for two.
#[derive(Clone, Debug)]
pub(crate) enum TwoSeatSearch {
    Minimax(MinimaxSpec),
    AlphaBeta(AlphaBetaSpec),
    Pvs(PvsSpec),
}

impl TwoSeatSearch {
    /// The names of these searches in files.
    pub(crate) const NAMES: [&'static str; 3] = ["minimax", "alphabeta", "pvs"];

    /// Returns the search a file asks for, if it is one for two.
    pub(crate) fn of(spec: &SearchSpec) -> Option<Self> {
        match spec {
            SearchSpec::Minimax(spec) => Some(Self::Minimax(spec.clone())),
            SearchSpec::AlphaBeta(spec) => Some(Self::AlphaBeta(spec.clone())),
            SearchSpec::Pvs(spec) => Some(Self::Pvs(spec.clone())),
            _ => None,
        }
    }

    /// Reports whether it looks a ply further each time, so that any limit leaves it with a move.
    pub(crate) const fn iterates(&self) -> bool {
        match self {
            Self::Minimax(_) => false,
            Self::AlphaBeta(spec) => spec.iterate,
            Self::Pvs(spec) => spec.iterate,
        }
    }

    /// From how many empty squares on it looks to the end of the game.
    fn exhaustive(&self) -> u32 {
        match self {
            Self::Minimax(spec) => spec.exhaustive,
            Self::AlphaBeta(spec) => spec.exhaustive,
            Self::Pvs(spec) => spec.exhaustive,
        }
    }

    /// Returns which of several equally good moves is played.
    fn ties(&self) -> Ties {
        match self {
            Self::Minimax(spec) => spec.ties,
            Self::AlphaBeta(spec) => spec.ties,
            Self::Pvs(spec) => spec.ties,
        }
    }
}

/// Looks ahead and plays what is best.
pub(crate) struct TwoSeatPlayer<E> {
    search: TwoSeatSearch,
    /// Shared by all players of a maker.
    evaluation: Arc<E>,
    limits: LimitsSpec,
    seed: u64,
}

impl<E> Clone for TwoSeatPlayer<E> {
    fn clone(&self) -> Self {
        Self {
            search: self.search.clone(),
            evaluation: Arc::clone(&self.evaluation),
            limits: self.limits.clone(),
            seed: self.seed,
        }
    }
}

impl<E> TwoSeatPlayer<E> {
    pub(crate) fn new(file: &PlayerFile, search: TwoSeatSearch, evaluation: E) -> Self {
        Self {
            search,
            evaluation: Arc::new(evaluation),
            limits: file.limits.clone(),
            seed: file.seed,
        }
    }

    pub(crate) const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the evaluation for the move that is chosen now.
    pub(crate) fn score<'a, G: Game>(&'a self, turn: &Turn<'_, G>) -> E::At<'a>
    where
        E: Evaluates<G>,
    {
        self.evaluation.at(turn, self.seed)
    }

    /// Returns the limits of this move: near the end of the game the file's own depth does not
    /// count.
    fn limits<G: Game>(&self, turn: &Turn<'_, G>, score: &impl Score<G>) -> Limits {
        let mut limits = self.limits.or(turn.limits);
        if turn.limits.depth.is_none()
            && score.plies_left(turn.position) <= self.search.exhaustive()
        {
            limits.depth = None;
        }
        limits
    }

    /// Looks ahead.
    pub(crate) fn look<G: Game>(&self, turn: &mut Turn<'_, G>) -> Report<G::Move>
    where
        E: Evaluates<G>,
    {
        if let Some(noise) = self.evaluation.root_noise(turn, self.seed) {
            return self.look_with_noise(turn, noise);
        }
        let score = self.score(turn);
        let limits = self.limits(turn, &score);
        let seed = turn.move_seed(self.seed);
        let (position, progress) = (turn.position, &mut *turn.progress);
        match &self.search {
            TwoSeatSearch::Minimax(spec) => {
                spec.search(score, seed).search(position, &limits, progress)
            }
            TwoSeatSearch::AlphaBeta(spec) => {
                spec.search(score, seed).search(position, &limits, progress)
            }
            TwoSeatSearch::Pvs(spec) => {
                spec.search(score, seed).search(position, &limits, progress)
            }
        }
    }

    /// Looks ahead after every move, and takes the best of the values with noise on them.
    fn look_with_noise<G: Game>(&self, turn: &Turn<'_, G>, noise: Noise) -> Report<G::Move>
    where
        E: Evaluates<G>,
    {
        let AllMoves {
            mut values,
            mut report,
        } = self.look_at_all(turn);
        let noisy = |m: G::Move, value: i32| {
            // Solved values have no noise.
            let noise = if value.abs() > MOST_RUNNING {
                Noise::NONE
            } else {
                noise
            };
            noise.finely_on(value, turn.position.after(m).key())
        };
        if let Some(seed) = self.search.ties().shuffle(turn.move_seed(self.seed)) {
            values.shuffle(&mut stream(seed));
        }
        // The first of the best.
        let best = values
            .into_iter()
            .rev()
            .max_by_key(|&(m, value)| noisy(m, value));
        let (m, value) = best.expect("a game that goes on has a move");
        let mover = turn.position.turn();
        if report.best() != Some(m) {
            report.line = vec![m];
        }
        report.values = PerSeat::from_fn(2, |seat| if seat == mover { value } else { -value });
        report
    }

    /// Looks ahead after every move.
    pub(crate) fn look_at_all<G: Game>(&self, turn: &Turn<'_, G>) -> AllMoves<G::Move>
    where
        E: Evaluates<G>,
    {
        let score = self.score(turn);
        let limits = self.limits(turn, &score);
        let seed = turn.move_seed(self.seed);
        match &self.search {
            TwoSeatSearch::Minimax(spec) => {
                spec.search(score, seed).all_moves(turn.position, &limits)
            }
            TwoSeatSearch::AlphaBeta(spec) => {
                spec.search(score, seed).all_moves(turn.position, &limits)
            }
            TwoSeatSearch::Pvs(spec) => spec.search(score, seed).all_moves(turn.position, &limits),
        }
    }
}

impl<G: Game, E: Evaluates<G>> Player<G> for TwoSeatPlayer<E> {
    fn choose(&mut self, turn: &mut Turn<'_, G>) -> Result<Choice<G::Move>, PlayerError> {
        let report = self.look(turn);
        Ok(Choice::best(report))
    }

    fn consider(
        &mut self,
        turn: &mut Turn<'_, G>,
        _: Option<i64>,
    ) -> Result<AllMoves<G::Move, PerSeat<i32>>, PlayerError> {
        let mover = turn.position.turn();
        let AllMoves { values, report } = self.look_at_all(turn);
        let both =
            |value: i32| PerSeat::from_fn(2, |seat| if seat == mover { value } else { -value });
        Ok(AllMoves {
            values: values.into_iter().map(|(m, v)| (m, both(v))).collect(),
            report,
        })
    }

    fn measure(&self, position: &G) -> Measure {
        self.evaluation.measure(position)
    }
}

/// Returns the choice of a move for another reason than its value, with a note of what it costs.
pub(crate) fn instead<G: Game>(
    turn: &Turn<'_, G>,
    all: AllMoves<G::Move>,
    m: G::Move,
    kind: NoteKind,
) -> Choice<G::Move> {
    let AllMoves { values, mut report } = all;
    let mover = turn.position.turn();
    let value = values
        .iter()
        .find(|(other, _)| *other == m)
        .map_or(0, |&(_, value)| value);
    let best = values.iter().map(|&(_, value)| value).max();
    report.values = PerSeat::from_fn(2, |seat| if seat == mover { value } else { -value });
    report.line = vec![m];
    Choice {
        m,
        report,
        valued: true,
        note: Some(Note {
            ply: turn.ply(),
            kind,
            cost: best.map_or(0, |best| best.saturating_sub(value)),
        }),
    }
}
