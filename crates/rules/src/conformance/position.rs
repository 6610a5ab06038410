//! What holds of every position of every game.

use std::collections::HashSet;
use std::fmt::Debug;

use crate::game::{Game, IllegalMove};
use crate::notation::Notation;
use crate::seat::Seat;
use crate::symmetry::Symmetric;

/// Checks one position. `strangers` are moves from anywhere: those that are not legal here must be
/// refused.
pub(super) fn check<G: Notation + Symmetric>(position: &G, strangers: &[G::Move]) {
    ends_without_moves(position);
    ranks_are_well_formed(position);
    tells_moves_apart(position);
    legal_is_what_is_accepted(position, strangers);
    comes_back_from_its_line(position);
    turns(position);
}

/// All that can be observed of a position without playing on, in an order that says nothing.
#[derive(Debug, PartialEq)]
pub(super) struct View<M: Debug + PartialEq> {
    key: u64,
    line: String,
    /// Means nothing in a finished game, so it is not compared there.
    turn: Option<Seat>,
    legal: Vec<M>,
    ranks: Vec<u8>,
    scores: Vec<i32>,
}

impl<M: Copy + Ord + Debug> View<M> {
    pub(super) fn of<G: Notation<Move = M>>(position: &G) -> Self {
        let standing = position.standing();
        Self {
            key: position.key(),
            line: position.position_text(),
            turn: (!position.is_finished()).then(|| position.turn()),
            legal: sorted(position.legal()),
            ranks: standing.ranks.to_vec(),
            scores: standing.scores.to_vec(),
        }
    }
}

pub(super) fn sorted<M: Ord>(moves: impl IntoIterator<Item = M>) -> Vec<M> {
    let mut moves: Vec<M> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

fn ends_without_moves<G: Game>(position: &G) {
    let finished = position.is_finished();
    assert_eq!(
        position.legal().is_empty(),
        finished,
        "there is no legal move exactly when the game is finished"
    );
    let expected = finished.then(|| position.standing());
    assert_eq!(position.outcome(), expected, "the outcome of the game");
}

fn ranks_are_well_formed<G: Game>(position: &G) {
    let facts = position.facts();
    let standing = position.standing();
    let ranks = &standing.ranks;
    assert_eq!(ranks.len(), facts.seats, "one rank per seat");
    assert_eq!(standing.scores.len(), facts.seats, "one score per seat");
    for &rank in ranks.iter() {
        let better = ranks.iter().filter(|&&other| other < rank).count();
        assert_eq!(
            usize::from(rank),
            better + 1,
            "equal seats share the better rank in {ranks:?}"
        );
    }
    if let Some(sum) = facts.score_sum.filter(|_| position.is_finished()) {
        let scores = &standing.scores;
        assert_eq!(scores.iter().sum::<i32>(), sum, "the sum of {scores:?}");
    }
}

fn tells_moves_apart<G: Notation>(position: &G) {
    let legal = position.legal();
    assert_eq!(*legal, *position.legal(), "the order of moves changed");
    let ordered = sorted(legal.iter());
    for two in ordered.windows(2) {
        assert_ne!(two[0], two[1], "{:?} is listed twice", two[0]);
    }
    let mut texts = HashSet::new();
    let mut indices = HashSet::new();
    for &m in legal.iter() {
        let text = position.move_text(m);
        assert_eq!(position.parse_move(&text), Ok(m), "{text} read again");
        let twice = format!(" {text} {text}");
        let (first, rest) = G::split_move(&twice);
        assert_eq!((first, rest.trim()), (&*text, &*text), "{text} cut off");
        let index = G::move_index(m);
        assert!(index < G::MOVE_INDICES, "{text} has the index {index}");
        assert!(indices.insert(index), "{text} shares the index {index}");
        assert!(texts.insert(text), "{m:?} is written like another move");
    }
    if let Some(pass) = position.omitted_pass() {
        assert_eq!(*legal, [pass], "an omitted pass is the only legal move");
    }
}

fn legal_is_what_is_accepted<G: Notation>(position: &G, strangers: &[G::Move]) {
    let legal = position.legal();
    let before = (position.clone(), View::of(position));
    for &m in legal.iter() {
        let text = position.move_text(m);
        assert!(position.is_legal(m), "{text} is listed but not legal");
        let mut next = position.clone();
        assert_eq!(next.play(m), Ok(()), "{text} is listed but refused");
        assert_eq!(next, position.after(m), "{text} played in two ways");
    }
    let after = (position.clone(), View::of(position));
    assert_eq!(after, before, "a copy shares its insides");
    for &m in strangers.iter().filter(|m| !legal.contains(m)) {
        let mut next = position.clone();
        assert!(!position.is_legal(m), "{m:?} is legal but not listed");
        assert_eq!(next.play(m), Err(IllegalMove), "{m:?} is not listed");
        assert_eq!(next, *position, "refusing {m:?} changed the position");
    }
}

pub(super) fn comes_back_from_its_line<G: Notation>(position: &G) {
    let rules = position.rules();
    let line = position.position_text();
    assert_eq!(line.lines().count(), 1, "{line:?} is no single line");
    let again = match G::parse_position(&rules, &line) {
        Ok(again) => again,
        Err(problem) => panic!("{line} was printed but cannot be read: {problem}"),
    };
    assert_eq!(View::of(&again), View::of(position), "read from its line");
    assert_eq!(again.rules(), rules, "the rules read from its line");
    assert_eq!(again.facts(), position.facts(), "the facts after reading");
}

/// Turning the board commutes with everything that can be asked or done.
fn turns<G: Notation + Symmetric>(position: &G) {
    let seats = position.facts().seats;
    let symmetries = position.symmetries();
    for &symmetry in symmetries {
        let turned = position.turned(symmetry);
        let to = |seat| position.turned_seat(seat, symmetry);
        let images = sorted(Seat::all(seats).map(to));
        assert!(images.into_iter().eq(Seat::all(seats)), "{symmetry:?}");

        let legal = position.legal();
        let images = legal.iter().map(|&m| position.turned_move(m, symmetry));
        assert_eq!(
            sorted(images),
            sorted(turned.legal()),
            "legal moves after {symmetry:?}"
        );
        assert_eq!(turned.is_finished(), position.is_finished());
        if !position.is_finished() {
            assert_eq!(turned.turn(), to(position.turn()), "turn, {symmetry:?}");
        }
        let (standing, image) = (position.standing(), turned.standing());
        for seat in Seat::all(seats) {
            let there = (image.ranks[to(seat)], image.scores[to(seat)]);
            let here = (standing.ranks[seat], standing.scores[seat]);
            assert_eq!(there, here, "standing of {seat:?} after {symmetry:?}");
        }
        comes_back_from_its_line(&turned);
        assert!(symmetries.contains(&symmetry.inverse()), "{symmetry:?}");
        let back = turned.turned(symmetry.inverse());
        assert_eq!(View::of(&back), View::of(position), "{symmetry:?} undone");
        for &m in legal.iter() {
            let there = turned.after(position.turned_move(m, symmetry));
            let here = position.after(m).turned(symmetry);
            assert_eq!(there, here, "{m:?} and {symmetry:?} change places");
            assert_eq!(there.key(), here.key(), "key after {m:?}, {symmetry:?}");
        }
    }
}
