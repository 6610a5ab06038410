//! What a finished game of Reversi is worth: more than any running one, and by discs.

use rules::Seat;
use rules::reversi::{Bits, Board, Reversi};

/// What a won game is worth before its discs are counted.
pub const WON: i32 = 1_000_000_000;

/// What no evaluation of a running game may exceed in size, so that a win is always better.
pub const MOST_RUNNING: i32 = 500_000_000;

/// What no finished game exceeds in size; also what a game is worth in which nothing is left of
/// the other side, where a player counts that apart.
pub const MOST: i32 = WON + 1000;

/// Returns what a finished game is worth to a seat: [`WON`] and the difference of discs, and as
/// much less than nothing to the other. A draw is worth nothing.
#[inline]
#[must_use]
pub fn result<B: Board>(position: &Reversi<B>, seat: Seat) -> i32 {
    if let Some(resigned) = position.resigned() {
        return if resigned == seat { -WON } else { WON };
    }
    let own = position.discs(seat).len() as i32;
    let other = position.discs(seat.next(1, 2)).len() as i32;
    let difference = own - other;
    difference.signum() * WON + difference
}

#[cfg(test)]
mod tests {
    use rules::reversi::Othello;
    use rules::{Game, Notation};

    use super::*;

    #[test]
    fn every_win_is_better_than_every_draw_and_every_loss() {
        let read = |line: &str| Othello::parse_position(&(), line).unwrap();
        let board = |own: usize| format!("{}{} X", "X".repeat(own), "O".repeat(64 - own));
        let [black, white] = [0, 1].map(Seat::new);
        let values: Vec<i32> = (0..=64)
            .map(|own| result(&read(&board(own)), black))
            .collect();
        assert!(values.is_sorted());
        assert_eq!(values[32], 0);
        assert_eq!(values[40], WON + 16);
        assert_eq!(result(&read(&board(40)), white), -WON - 16);
        assert!(values[64] < MOST);
        let mut resigned = Othello::start(&());
        resigned.resign(white);
        assert_eq!(result(&resigned, black), WON);
    }
}
