//! What the exchange of whole games finds: drawn, as people meet arms and seats and are asked.

use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Chance, DEMAND, share_of_studies};
use crate::board;
use crate::cells::{self, Cell};
use crate::file::{Rule, Study};
use crate::report::exchange;

/// Studies that are drawn: each takes long.
const DRAWN: u64 = 100;
/// Whole games are exchanged so often in each of them; a report does it ten times as often.
const EXCHANGES: usize = 499;
/// People from whom a typical effect is taken.
const TYPICAL: u64 = 100;
/// A game has no more own moves than this, and its length is the middle of so many.
const LONGEST: usize = 100;
const PLAYED: u64 = 9;
/// One of so many moves is taken for a jump where only jumps are asked about.
const JUMPS: usize = 5;

/// Games with answers at moves, as the study's people meet arms and seats and are asked.
pub(super) struct Games<'a> {
    pub(super) study: &'a Study,
    pub(super) cells: Vec<Cell>,
    /// Own moves by arm.
    pub(super) lengths: Vec<usize>,
    pub(super) effect: f64,
}

impl Games<'_> {
    fn draw(&self, people: u64, random: &mut Xoshiro256PlusPlus) -> Vec<exchange::Series> {
        let mut games = Vec::new();
        for person in 0..people as usize {
            for &(arm, turned) in &self.cells[person % self.cells.len()].games {
                let seat = cells::seat(&self.study.arms[arm], turned) as u8;
                let whose = (person as u32, arm, seat);
                games.push(exchange::drawn(
                    whose,
                    self.lengths[arm],
                    self.effect,
                    random,
                ));
            }
        }
        games
    }

    /// Returns the excess that a very large study with questions at every move finds.
    pub(super) fn typical(&self) -> f64 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.study.seed);
        let people = TYPICAL.next_multiple_of(self.cells.len() as u64);
        exchange::excess_of(&self.draw(people, &mut random)).unwrap_or(0.0)
    }

    pub(super) fn power(&self, people: u64) -> Chance {
        let seed = self.study.seed;
        share_of_studies(DRAWN, seed, |random| {
            let mut games = self.draw(people, random);
            for game in &mut games {
                ask(game, self.study.rule(game.arm), random);
            }
            let found = exchange::test_by(&games, EXCHANGES, seed);
            found.is_some_and(|found| found.p <= DEMAND.alpha)
        })
    }
}

/// Leaves the answers to what is asked by a rule.
fn ask(game: &mut exchange::Series, rule: &Rule, random: &mut Xoshiro256PlusPlus) {
    let moves = game.answers.len();
    let asked: Vec<bool> = match *rule {
        Rule::Every | Rule::Replay => return,
        Rule::Never => vec![false; moves],
        Rule::Nth(nth) => (1..=moves as u32).map(|n| n.is_multiple_of(nth)).collect(),
        Rule::Chance(chance) => (0..moves)
            .map(|_| random.random_range(0.0..1.0) < chance)
            .collect(),
        Rule::Jump { controls, .. } => {
            let mut order: Vec<usize> = (0..moves).collect();
            let jump = |place: &usize| game.jumps[*place].unwrap_or(0.0);
            order.sort_by(|one, other| jump(other).total_cmp(&jump(one)));
            let jumps = moves.div_ceil(JUMPS);
            order[jumps..].shuffle(random);
            let all = moves.min(jumps * (1 + controls as usize));
            (0..moves)
                .map(|place| order[..all].contains(&place))
                .collect()
        }
    };
    for (answer, asked) in game.answers.iter_mut().zip(asked) {
        *answer = answer.filter(|_| asked);
    }
}

/// Returns how many own moves people have in a game of each arm, if everybody plays at random.
pub(super) fn lengths(study: &Study) -> Vec<usize> {
    let of_arm = |arm: &crate::file::Arm| {
        let mut lengths: Vec<usize> = (0..PLAYED)
            .map(|game| {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(study.seed ^ game << 32);
                let mut board = board::begin(&arm.game);
                for text in &study.opening {
                    board.play(text);
                }
                let own = game as u8 % arm.seats.len() as u8;
                let mut moves = 0;
                while let Some(seat) = board.turn() {
                    let pass = board.forced_pass();
                    let legal = board.legal();
                    moves += usize::from(seat == own && pass.is_none());
                    if moves >= LONGEST || !board.play(&legal[random.random_range(0..legal.len())])
                    {
                        break;
                    }
                }
                moves
            })
            .collect();
        lengths.sort_unstable();
        lengths[lengths.len() / 2]
    };
    study.arms.iter().map(of_arm).collect()
}
