//! Counting positions, the classical proof that rules are right.

use crate::game::{Game, MoveList};

/// Returns the number of positions `depth` plies away: a pass is a ply, a finished game counts as
/// one.
///
/// The last ply is counted, not played. Games with something faster override [`Game::leaves`].
pub fn leaves<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = G::Moves::default();
    count(position, depth, &mut moves)
}

fn count<G: Game>(position: &G, depth: u32, moves: &mut G::Moves) -> u64 {
    moves.clear();
    position.generate(moves);
    if moves.is_empty() {
        return 1;
    }
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut below = G::Moves::default();
    moves
        .iter()
        .map(|&m| count(&position.after(m), depth - 1, &mut below))
        .sum()
}

/// Cuts a count into at least `parts` independent positions, if the game is wide enough, with the
/// depth that is left below each. The sum of their leaves is the count.
pub fn split<G: Game>(position: &G, depth: u32, parts: usize) -> Vec<(G, u32)> {
    let mut open = vec![position.clone()];
    let mut finished = Vec::new();
    let mut left = depth;
    while left > 2 && !open.is_empty() && open.len() + finished.len() < parts {
        let mut below = Vec::new();
        for position in open {
            let moves = position.legal();
            if moves.is_empty() {
                finished.push((position, 0));
            } else {
                below.extend(moves.iter().map(|&m| position.after(m)));
            }
        }
        open = below;
        left -= 1;
    }
    finished.extend(open.into_iter().map(|position| (position, left)));
    finished
}
