//! What holds of every game from the first move to the last.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::position::{self, sorted};
use super::{Scene, Strangers, line};
use crate::game::Game;
use crate::line::GameLine;
use crate::notation::Notation;
use crate::perft;
use crate::seat::Seat;
use crate::symmetry::Symmetric;

/// Counting stops before it would visit more leaves than this.
const LEAVES: u64 = 12_000;

/// Plays a random game to the end.
pub(super) fn check<G: Notation + Symmetric>(
    game: &str,
    rules: &G::Rules,
    seed: u64,
    choose: &mut dyn FnMut(usize) -> usize,
    strangers: &mut Strangers<G::Move>,
) {
    let mut scene = Scene::new(game, seed);
    let mut keys = Keys(HashMap::new());
    let start = G::start(rules);
    let facts = start.facts();
    assert_eq!(start.rules(), *rules, "the rules it was started with");
    let names = sorted(Seat::all(facts.seats).map(|seat| start.seat_name(seat)));
    assert!(names.windows(2).all(|two| two[0] != two[1]), "{names:?}");

    let mut position = start.clone();
    let mut moves = Vec::new();
    loop {
        scene.at(&position);
        position::check(&position, &strangers.0);
        assert_eq!(position.facts(), facts, "facts hold of every position");
        keys.decide(&position);
        if choose(8) == 0 {
            counts_plainly(&position);
        }
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        let m = legal[choose(legal.len())];
        strangers.meet(m, choose);
        scene.done(position.move_text(m));
        position.play_unchecked(m);
        moves.push(m);
        let longest = facts.longest;
        assert!(moves.len() <= longest, "longer than {longest} plies");
    }

    let again = GameLine::with_moves(start.clone(), moves);
    let again = again.expect("moves that were legal before");
    assert_eq!(*again.position(), position, "the same moves lead elsewhere");
    let mut read = GameLine::new(start);
    let text = scene.moves().join(" ");
    assert_eq!(
        read.play_transcript(&text),
        Ok(()),
        "the transcript read again"
    );
    assert_eq!(read, again, "the transcript leads elsewhere");
    line::check(&again);
}

/// The game's own way of counting positions is plain counting, whole or in parts.
pub(super) fn counts_plainly<G: Game>(position: &G) {
    let mut expected = 1;
    let mut depth = 0;
    while expected * position.legal().len() as u64 <= LEAVES && depth < 6 {
        expected = perft::leaves(position, depth);
        assert_eq!(position.leaves(depth), expected, "leaves at depth {depth}");
        let parts = perft::split(position, depth, 9);
        let sum: u64 = parts.iter().map(|(part, left)| part.leaves(*left)).sum();
        assert_eq!(sum, expected, "leaves of all parts at depth {depth}");
        depth += 1;
    }
}

/// What a key was seen to decide: whose turn it is, and which moves are legal.
pub(super) struct Keys<M>(pub(super) HashMap<u64, (Seat, Vec<M>)>);

impl<M: Copy + Ord + std::fmt::Debug> Keys<M> {
    /// Equal keys mean that the game goes on in the same way, here and one ply on. A game may end
    /// because of what came before, which no key holds, so finished games prove nothing.
    pub(super) fn decide<G: Notation<Move = M>>(&mut self, position: &G) {
        self.one(position);
        for m in position.legal() {
            self.one(&position.after(m));
        }
    }

    fn one<G: Notation<Move = M>>(&mut self, position: &G) {
        if position.is_finished() {
            return;
        }
        let decided = (position.turn(), sorted(position.legal()));
        match self.0.entry(position.key()) {
            Entry::Vacant(vacant) => {
                vacant.insert(decided);
            }
            Entry::Occupied(before) => {
                let line = position.position_text();
                assert_eq!(decided, *before.get(), "an equal key at {line}");
            }
        }
    }
}
