//! Slow twins: every game a second time, written from the rules text alone and built to be
//! checked by reading. No twin may look at the fast rules, or comparing the two proves nothing.

#![allow(dead_code, reason = "every test binary uses its own part of the twins")]

mod reversi;
mod yonin;
mod yonin_shogi;

use kaesu_rules::Notation;

/// One running game, driven by strings so that any other implementation can be driven beside it.
pub(crate) trait Slow {
    /// The seat to move, from 0; meaningless once finished.
    fn turn(&self) -> usize;
    /// Sorted; empty exactly when finished; a forced pass is `--`.
    fn legal(&self) -> Vec<String>;
    /// `m` is one of `legal()`.
    fn play(&mut self, m: &str);
    /// Also "lost on time". Without effect on a seat already out or in a finished game.
    fn resign(&mut self, seat: usize);
    fn finished(&self) -> bool;
    /// As the position stands; equal seats share the better rank (1, 1, 3, …).
    fn ranks(&self) -> Vec<u8>;
    fn scores(&self) -> Vec<i32>;
    /// The same game once more, to go on from here in several ways.
    fn copy(&self) -> Box<dyn Slow>;
}

/// The start of a game by its full name; panics on a name or option that does not exist.
pub(crate) fn slow(game: &str) -> Box<dyn Slow> {
    let (name, options) = match game.split_once(':') {
        Some((name, list)) => (name, options(list)),
        None => (game, Vec::new()),
    };
    match name {
        "othello" => slow("reversi-8x8"),
        "yonin-own" => slow("yonin:start=own"),
        "yonin" => Box::new(yonin::Yonin::new(&options)),
        "yonin-shogi" => Box::new(yonin_shogi::YoninShogi::new(&options)),
        _ => match name.strip_prefix("reversi-") {
            Some(board) => Box::new(reversi::Reversi::new(board)),
            None => panic!("no game {game}"),
        },
    }
}

/// Asserts that both are in the same position, as far as both can say.
pub(crate) fn agree<G: Notation>(fast: &G, slow: &dyn Slow) {
    let standing = fast.standing();
    assert_eq!(fast.is_finished(), slow.finished(), "finished");
    assert_eq!(*standing.scores, slow.scores(), "scores");
    assert_eq!(*standing.ranks, slow.ranks(), "ranks");
    let mut legal: Vec<String> = fast.legal().iter().map(|&m| fast.move_text(m)).collect();
    legal.sort();
    let mut twin = slow.legal();
    twin.sort();
    assert_eq!(legal, twin, "legal moves");
    if !fast.is_finished() {
        assert_eq!(fast.turn().index(), slow.turn(), "turn");
    }
}

fn options(list: &str) -> Vec<(&str, &str)> {
    list.split(',')
        .map(|option| option.split_once('=').expect("an option is key=value"))
        .collect()
}

/// A seat's rank is one more than the number of seats that are better: equal seats share the
/// better rank, and team-mates with the team's key share 1 or 3.
pub(crate) fn ranks_by<K: Ord>(keys: &[K]) -> Vec<u8> {
    let rank = |key| 1 + keys.iter().filter(|other| *other > key).count() as u8;
    keys.iter().map(rank).collect()
}
