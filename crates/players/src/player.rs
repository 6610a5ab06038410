//! What decides moves.

use rules::hash::mix;
use rules::{Game, PerSeat};
use search::{AllMoves, Limits, Report};

use crate::measure::Measure;

/// What a player is told when it is its turn.
pub struct Turn<'a, G: Game> {
    /// The position; its turn is the player's.
    pub position: &'a G,
    /// How many plies were played before, passes included.
    pub ply: usize,
    /// The seed of this game: with the player's own seed it decides everything random.
    pub seed: u64,
    /// Limits for this move. If any of depth, nodes, evaluations or time is set here, they take
    /// the place of the limits in the player's file.
    pub limits: &'a Limits,
    /// What this player noted at its earlier moves of this game, in order.
    pub notes: &'a [Note],
    /// Hears of every finished iteration of the search.
    pub progress: &'a mut dyn FnMut(&Report<G::Move>),
}

impl<G: Game> Turn<'_, G> {
    /// A seed that belongs to this move of this game and to this player alone.
    #[must_use]
    pub fn move_seed(&self, player: u64) -> u64 {
        mix(mix(self.seed ^ mix(player)) ^ self.ply as u64)
    }

    /// A seed that belongs to this game and to this player alone, the same at every move.
    #[must_use]
    pub fn game_seed(&self, player: u64) -> u64 {
        mix(self.seed ^ mix(player ^ 1))
    }

    /// Whether this player has done such a thing in this game.
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
    /// What was found. A player that does not search reports nothing but its line of one move.
    pub report: Report<M>,
    /// Something to tell after the game.
    pub note: Option<Note>,
}

impl<M: Copy> Choice<M> {
    /// The best move that a search found.
    ///
    /// # Panics
    ///
    /// Panics if the report has no move; that of a game that goes on has one.
    #[must_use]
    pub fn best(report: Report<M>) -> Self {
        Self {
            m: report.best().expect("a game that goes on has a move"),
            report,
            note: None,
        }
    }
}

/// What a player did on purpose that can be told after the game, and that it may have to
/// remember: players keep nothing from move to move, so that a game can go on anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// At which ply.
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

/// Decides moves of one game.
pub trait Player<G: Game>: Send {
    /// Decides a move. The game is not finished.
    fn choose(&mut self, turn: &mut Turn<'_, G>) -> Choice<G::Move>;

    /// What every legal move is worth to every seat. The limits are for all moves together. A move
    /// that is worse for the seat to move than the best by more than the margin may be worse than
    /// it says, but it never seems to be within the margin.
    ///
    /// Unless a player knows better it is asked after every move.
    fn consider(
        &mut self,
        turn: &mut Turn<'_, G>,
        margin: Option<i64>,
    ) -> AllMoves<G::Move, PerSeat<i32>> {
        let _ = margin;
        after_every_move(self, turn)
    }

    /// What its values mean in a position.
    fn measure(&self, position: &G) -> Measure {
        let _ = position;
        Measure::Points
    }
}

/// Asks a player after every move; a game that is over is worth what its seats have over the best
/// of the others.
pub(crate) fn after_every_move<G: Game>(
    player: &mut (impl Player<G> + ?Sized),
    turn: &mut Turn<'_, G>,
) -> AllMoves<G::Move, PerSeat<i32>> {
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
        let after = turn.position.after(m);
        let mut report = if after.is_finished() {
            Report::before(leads(&after), Vec::new())
        } else {
            let choice = player.choose(&mut Turn {
                position: &after,
                ply: turn.ply + 1,
                limits: &limits,
                notes: &[],
                progress: &mut |_| (),
                ..*turn
            });
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
    AllMoves { values, report }
}

/// What each seat has over the best of the others.
fn leads<G: Game>(position: &G) -> PerSeat<i32> {
    let scores = position.standing().scores;
    PerSeat::from_fn(scores.len(), |seat| {
        let others = rules::Seat::all(scores.len()).filter(|&other| other != seat);
        scores[seat] - others.map(|other| scores[other]).max().unwrap_or(0)
    })
}
