//! All games of a tournament in tables: by player, by seat, by both, and by who sat opposite, each
//! with first and last places, ranks and scores, and intervals that hold although the games of a
//! block belong together.
//!
//! Shares have Wilson's interval, which takes games as independent: with at most one first place a
//! game it errs on the wide side when a player has several seats. Means have Student's interval
//! over blocks, as a ratio of sums (cluster sampling, Cochran 1977), so that unequal blocks do no
//! harm. Only sums are kept: a million games need no more memory than ten.

use rules::Seat;

use super::estimate::{Estimate, Interval, Level};
use super::placing::Seated;
use super::proportion::Proportion;

/// Sums over blocks that give a mean per seat and its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Clustered {
    blocks: f64,
    seats: f64,
    value: f64,
    seats_squared: f64,
    product: f64,
    value_squared: f64,
}

impl Clustered {
    fn add(&mut self, seats: f64, value: f64) {
        self.blocks += 1.0;
        self.seats += seats;
        self.value += value;
        self.seats_squared += seats * seats;
        self.product += seats * value;
        self.value_squared += value * value;
    }

    fn estimate(&self, level: Level) -> Option<Estimate> {
        if self.seats <= 0.0 {
            return None;
        }
        let mean = self.value / self.seats;
        let residual =
            self.value_squared - 2.0 * mean * self.product + mean * mean * self.seats_squared;
        let error = if self.blocks < 2.0 {
            f64::INFINITY
        } else {
            let variance = residual.max(0.0) * self.blocks / (self.blocks - 1.0);
            level.t(self.blocks - 1.0) * variance.sqrt() / self.seats
        };
        Some(Estimate {
            value: mean,
            interval: Interval::around(mean, error),
        })
    }
}

/// What is averaged, in the order of [`Sums::means`].
#[derive(Clone, Copy)]
enum Quantity {
    SharedRank,
    BestRank,
    Score,
    FirstSplit,
    LastSplit,
}

const QUANTITIES: usize = 5;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    means: [Clustered; QUANTITIES],
    firsts: u64,
    lasts: u64,
    places: [f64; rules::MAX_SEATS],
    // Of the block being added.
    seats_now: f64,
    now: [f64; QUANTITIES],
}

impl Sums {
    fn add(&mut self, game: &Seated, seat: Seat) {
        let (rank, tied) = (game.outcome.ranks[seat], game.tied(seat));
        let (first, last) = (game.is_first(seat), game.is_last(seat));
        let split = |counts: bool| f64::from(u8::from(counts)) / tied as f64;
        self.firsts += u64::from(first);
        self.lasts += u64::from(last);
        let from = usize::from(rank) - 1;
        for place in &mut self.places[from..from + tied] {
            *place += 1.0 / tied as f64;
        }
        self.seats_now += 1.0;
        self.now[Quantity::SharedRank as usize] += game.shared_rank(seat);
        self.now[Quantity::BestRank as usize] += f64::from(rank);
        self.now[Quantity::Score as usize] += f64::from(game.outcome.scores[seat]);
        self.now[Quantity::FirstSplit as usize] += split(first);
        self.now[Quantity::LastSplit as usize] += split(last);
    }

    fn end_block(&mut self) {
        if self.seats_now > 0.0 {
            for (mean, value) in self.means.iter_mut().zip(self.now) {
                mean.add(self.seats_now, value);
            }
            (self.seats_now, self.now) = (0.0, [0.0; QUANTITIES]);
        }
    }

    fn line(&self, seats: usize, level: Level) -> Option<Line> {
        let mean = |quantity: Quantity| self.means[quantity as usize].estimate(level);
        let of = self.means[0].seats;
        let full = |count: u64| Proportion::new(count as f64, of).wilson(level);
        let split = |quantity: Quantity| {
            Proportion::new(self.means[quantity as usize].value, of).wilson(level)
        };
        Some(Line {
            seats: of as u64,
            blocks: self.means[0].blocks as u64,
            mean_rank: mean(Quantity::SharedRank)?,
            mean_best_rank: mean(Quantity::BestRank)?,
            score: mean(Quantity::Score)?,
            firsts: full(self.firsts),
            firsts_split: split(Quantity::FirstSplit),
            firsts_by_block: mean(Quantity::FirstSplit)?,
            lasts: full(self.lasts),
            lasts_split: split(Quantity::LastSplit),
            lasts_by_block: mean(Quantity::LastSplit)?,
            places: self.places[..seats].iter().map(|p| p / of).collect(),
        })
    }
}

/// One line of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// How many seats it counts: games, unless somebody had several seats in one.
    pub seats: u64,
    /// In how many blocks.
    pub blocks: u64,
    /// The mean rank, ties sharing the mean of their places.
    pub mean_rank: Estimate,
    /// The mean rank, ties all having the best of their places, as P0 seems to count.
    pub mean_best_rank: Estimate,
    /// The mean score: discs, territory, pieces.
    pub score: Estimate,
    /// The share of first places, ties counted in full.
    pub firsts: Estimate,
    /// The share of first places, ties split.
    pub firsts_split: Estimate,
    /// The same with an interval over blocks.
    pub firsts_by_block: Estimate,
    /// The share of last places, ties counted in full.
    pub lasts: Estimate,
    /// The share of last places, ties split.
    pub lasts_split: Estimate,
    /// The same with an interval over blocks.
    pub lasts_by_block: Estimate,
    /// How often it came in each place, ties split; the sum is 1.
    pub places: Vec<f64>,
}

/// The tables of a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    players: usize,
    seats: usize,
    by_player: Vec<Sums>,
    by_seat: Vec<Sums>,
    by_player_and_seat: Vec<Sums>,
    by_player_and_opposite: Vec<Sums>,
}

impl Standings {
    /// Creates empty tables for players in games of this many seats.
    #[must_use]
    pub fn new(players: usize, seats: usize) -> Self {
        let empty = |lines| vec![Sums::default(); lines];
        Self {
            players,
            seats,
            by_player: empty(players),
            by_seat: empty(seats),
            by_player_and_seat: empty(players * seats),
            by_player_and_opposite: empty(players * players),
        }
    }

    /// Adds all games of one block.
    ///
    /// # Panics
    /// Panics if a game has another number of seats, or a player that is none of these.
    pub fn add_block(&mut self, block: &[Seated]) {
        for game in block {
            assert_eq!(game.seats(), self.seats, "all games have the same seats");
            for seat in Seat::all(self.seats) {
                let player = game.players[seat];
                self.by_player[player].add(game, seat);
                self.by_seat[seat.index()].add(game, seat);
                self.by_player_and_seat[player * self.seats + seat.index()].add(game, seat);
                if let Some(other) = game.opposite(seat) {
                    self.by_player_and_opposite[player * self.players + other].add(game, seat);
                }
            }
        }
        let tables = [
            &mut self.by_player,
            &mut self.by_seat,
            &mut self.by_player_and_seat,
            &mut self.by_player_and_opposite,
        ];
        tables.into_iter().flatten().for_each(Sums::end_block);
    }

    /// Returns how a player did; `None` if it had no seat.
    #[must_use]
    pub fn player(&self, player: usize, level: Level) -> Option<Line> {
        self.by_player[player].line(self.seats, level)
    }

    /// Returns how a seat did, whoever had it.
    #[must_use]
    pub fn seat(&self, seat: Seat, level: Level) -> Option<Line> {
        self.by_seat[seat.index()].line(self.seats, level)
    }

    /// Returns how a player did in a seat.
    #[must_use]
    pub fn player_in_seat(&self, player: usize, seat: Seat, level: Level) -> Option<Line> {
        self.by_player_and_seat[player * self.seats + seat.index()].line(self.seats, level)
    }

    /// Returns how a player did with another one opposite.
    #[must_use]
    pub fn player_opposite(&self, player: usize, other: usize, level: Level) -> Option<Line> {
        self.by_player_and_opposite[player * self.players + other].line(self.seats, level)
    }
}

#[cfg(test)]
mod tests {
    use rules::{Outcome, PerSeat};

    use super::*;
    use crate::seating::balanced_block;

    fn block(scores: impl Fn(&PerSeat<usize>, Seat) -> i32) -> Vec<Seated> {
        let seated = |players| Seated {
            players,
            outcome: Outcome::by_score(PerSeat::from_fn(4, |seat| scores(&players, seat))),
        };
        balanced_block(4, 0).into_iter().map(seated).collect()
    }

    #[test]
    fn ties_count_in_full_split_and_shared() {
        // Players 0 and 1 always share the first place, 2 and 3 the last.
        let mut standings = Standings::new(4, 4);
        for _ in 0..3 {
            standings.add_block(&block(|players, seat| 10 - (players[seat] as i32 / 2)));
        }
        let first = standings.player(0, Level::P95).unwrap();
        assert_eq!((first.seats, first.blocks), (36, 3));
        assert_eq!(first.firsts.value, 1.0);
        assert_eq!(first.firsts_split.value, 0.5);
        assert_eq!(first.mean_rank.value, 1.5);
        assert_eq!(first.mean_best_rank.value, 1.0);
        assert_eq!(first.places, [0.5, 0.5, 0.0, 0.0]);
        let last = standings.player(3, Level::P95).unwrap();
        assert_eq!((last.lasts.value, last.lasts_split.value), (1.0, 0.5));
        assert_eq!(last.score.value, 9.0);
        // Every block is the same: no doubt about the mean is left.
        assert!(last.mean_rank.interval.half_width() < 1e-6);
        let seat = standings.seat(Seat::new(2), Level::P95).unwrap();
        assert!((seat.mean_rank.value - 2.5).abs() < 1e-12);
    }

    #[test]
    fn by_seat_and_by_opposite() {
        // Whoever sits opposite player 0 is last.
        let mut standings = Standings::new(4, 4);
        standings.add_block(&block(|players, seat| {
            i32::from(players[seat.next(2, 4)] != 0)
        }));
        let line = standings.player_opposite(2, 0, Level::P95).unwrap();
        assert_eq!((line.seats, line.lasts.value), (4, 1.0));
        let line = standings.player_opposite(2, 1, Level::P95).unwrap();
        assert_eq!(line.lasts.value, 0.0);
        assert!(standings.player_opposite(2, 2, Level::P95).is_none());
        let line = standings
            .player_in_seat(2, Seat::new(1), Level::P95)
            .unwrap();
        assert_eq!(line.seats, 3);
        assert!((line.lasts.value - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(line.mean_rank.interval.high, f64::INFINITY);
    }

    #[test]
    fn equal_blocks_have_students_interval() {
        let values = [2.0, 5.0, 3.5, 4.0, 1.0];
        let mut clustered = Clustered::default();
        for value in values {
            clustered.add(3.0, 3.0 * value);
        }
        let expected = Estimate::mean(&values, Level::P95).unwrap();
        let found = clustered.estimate(Level::P95).unwrap();
        assert!((found.value - expected.value).abs() < 1e-12);
        assert!((found.interval.low - expected.interval.low).abs() < 1e-9);
    }
}
