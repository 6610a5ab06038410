//! One side against the rest: alpha-beta on the sum of one side's values, which the side wants to
//! be large and everybody else small.
//!
//! [`Paranoid`](crate::Paranoid) and [`BestReply`](crate::BestReply) differ only in who belongs to
//! the side and in how the others may answer. Of equally good root moves the first is chosen,
//! whatever the order of search.

mod best_reply;
mod experience;
mod memo;
mod worker;

use rules::{Game, PerSeat, Seat};

use self::experience::Experience;
use self::memo::Memo;
use self::worker::Worker;
use crate::all_moves::AllMoves;
use crate::deepening::{Deepening, Iteration};
use crate::evaluation::Evaluation;
use crate::limits::{Limits, Stopped};
use crate::report::Report;
use crate::workspace::Workspace;

/// How to search; no value depends on it but by [`Options::memo`] where the value of a position
/// depends on the way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Remembers positions in a table with 2 to the power of this many slots.
    pub memo: Option<u8>,
    /// Searches what looks best for whoever moves first, except at the last ply.
    pub ordering: bool,
    /// Looks only at so many moves, and answers where the others pass, that look best for whoever
    /// plays them, except at the root and at the last ply; the value is then that of no full search.
    /// It needs ordering.
    pub width: Option<usize>,
    /// Deepens iteratively, 1, 2, 3 and so on; otherwise searches to the full depth at once.
    pub iterate: bool,
}

impl Options {
    /// Returns the options of plain alpha-beta.
    #[must_use]
    pub const fn plain() -> Self {
        Self {
            memo: None,
            ordering: false,
            width: None,
            iterate: false,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            memo: Some(16),
            ordering: true,
            width: None,
            iterate: true,
        }
    }
}

/// The role of a seat as the root's mover models it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    /// Plays for the side.
    #[default]
    Ours,
    /// Plays against it.
    Theirs,
    /// Takes no side: it passes or plays what looks best for itself.
    Bystander,
}

/// How those who are not of the side may answer.
pub(crate) enum Replies<G> {
    /// Each of them in its turn, with any move.
    All,
    /// One of them with any move; the others hand the turn on by this function.
    One(fn(&G) -> Option<G>),
    /// One of them with any move; the others with what looks best for themselves.
    OneFree,
}

/// A search of this kind, and its memory.
pub(crate) struct OneSide<G: Game, E> {
    evaluation: E,
    options: Options,
    replies: Replies<G>,
    memo: Option<Memo>,
    experience: Experience,
    work: Workspace<G>,
}

impl<G: Game, E: Evaluation<G>> OneSide<G, E> {
    pub(crate) fn new(evaluation: E, replies: Replies<G>, options: Options) -> Self {
        Self {
            evaluation,
            options,
            replies,
            memo: options.memo.map(Memo::new),
            experience: Experience::new::<G>(),
            work: Workspace::new(),
        }
    }

    /// Searches for the side that these roles describe.
    pub(crate) fn search(
        &mut self,
        root: &G,
        roles: PerSeat<Role>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let iteration = |worker: &mut Worker<'_, G, E>, root: &G, depth| worker.root(root, depth);
        self.deepen(root, roles, limits, progress, iteration)
    }

    /// Returns what every move is worth to every seat, for the side that these roles describe. A
    /// move that is worse for the side than the best by more than the margin may be worse than it
    /// says, but it never seems to be within the margin.
    pub(crate) fn all_moves(
        &mut self,
        root: &G,
        roles: PerSeat<Role>,
        limits: &Limits,
        margin: i64,
    ) -> AllMoves<G::Move, PerSeat<i32>> {
        let seems = |m| (m, self.evaluation.of(&root.after(m)));
        let mut values: Vec<_> = root.legal().into_iter().map(seems).collect();
        let iteration = |worker: &mut Worker<'_, G, E>, root: &G, depth: u32| {
            let (best, found) = worker.every_move(root, depth, &values, margin)?;
            values = found;
            Ok(best)
        };
        let report = self.deepen(root, roles, limits, &mut |_| (), iteration);
        AllMoves { values, report }
    }

    /// Deepens iteratively: each iteration finds the value of the root at one depth.
    fn deepen(
        &mut self,
        root: &G,
        roles: PerSeat<Role>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
        mut iteration: impl FnMut(&mut Worker<'_, G, E>, &G, u32) -> Result<PerSeat<i32>, Stopped>,
    ) -> Report<G::Move> {
        if let Some(memo) = &mut self.memo {
            memo.forget();
        }
        self.experience.forget();
        let deepening = Deepening {
            limits,
            iterate: self.options.iterate,
            // The true value of a game of many is not what one side gets against the rest.
            finds_truth: roles.len() == 2 && self.evaluation.is_constant_sum(),
            enough: None,
        };
        let Self {
            evaluation,
            options,
            replies,
            memo,
            experience,
            work,
        } = self;
        deepening.run(root, evaluation, progress, |depth, budget| {
            experience.age();
            let mut worker = Worker {
                evaluation,
                ordering: options.ordering,
                width: options.width,
                replies,
                roles,
                budget,
                memo,
                experience,
                work,
                cut_off: false,
                partial: None,
            };
            let found = iteration(&mut worker, root, depth);
            let (partial, cut_off) = (worker.partial, worker.cut_off);
            Iteration {
                found: found.map(|values| (values, legal_part(root, work.line()))),
                partial,
                cut_off,
                researched: 0,
            }
        })
    }
}

/// Returns the line as far as it can be played: a search that lets seats pass goes on with
/// positions that cannot arise.
fn legal_part<G: Game>(root: &G, line: &[G::Move]) -> Vec<G::Move> {
    let mut position = root.clone();
    let playable = |&m: &G::Move| position.play(m).is_ok();
    line.iter().copied().take_while(playable).collect()
}

/// Returns the role of each seat when those of `seat`'s group play together; without groups, it is
/// alone.
pub(crate) fn sides(
    seats: usize,
    seat: Seat,
    groups: Option<&PerSeat<u8>>,
    friend: Role,
) -> PerSeat<Role> {
    if let Some(groups) = groups {
        assert_eq!(groups.len(), seats, "every seat belongs to a group");
    }
    PerSeat::from_fn(seats, |other| {
        if other == seat {
            Role::Ours
        } else if groups.is_some_and(|groups| groups[other] == groups[seat]) {
            friend
        } else {
            Role::Theirs
        }
    })
}
