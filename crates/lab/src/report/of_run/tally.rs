//! All that reports say of games, added up block by block: memory grows only with what a test
//! needs of each block.

use crate::plan::Plan;
use crate::run::{Forfeit, Played};
use statistics::block::{self, Measure};
use statistics::friedman::Friedman;
use statistics::likelihood::Sample;
use statistics::placing::Seated;
use statistics::plackett_luce::Rankings;
use statistics::weng_lin::LiveTable;

/// The most forfeits that are listed one by one.
const TOLD: usize = 50;

/// Sums over the games of a run, in the order of their numbers.
pub(in crate::report) struct Tally<'a> {
    plan: &'a Plan,
    /// Every place of every game, for ratings.
    pub(in crate::report) rankings: Rankings,
    /// Ratings that moved with every game.
    pub(in crate::report) live: LiveTable,
    /// How often a player came before another, one observation per block, by player and player.
    against: Vec<Sample>,
    /// Ranks of all players by round, as far as everybody played.
    rounds: Vec<Vec<f64>>,
    round: Vec<Option<f64>>,
    block: Vec<Seated>,
    /// Games in which somebody failed, with who it was.
    pub(in crate::report) forfeits: Vec<(u64, usize, Forfeit)>,
    /// What players did on purpose: how often, and what it cost in all.
    pub(in crate::report) notes: Vec<(usize, String, u64, i64)>,
    /// Moves, visited positions and microseconds of each player, as far as they were kept.
    pub(in crate::report) thoughts: Vec<Effort>,
}

/// What the moves of a player took.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::report) struct Effort {
    pub(in crate::report) moves: u64,
    pub(in crate::report) nodes: Option<u64>,
    pub(in crate::report) micros: Option<u64>,
}

impl<'a> Tally<'a> {
    pub(in crate::report) fn new(plan: &'a Plan) -> Self {
        let players = plan.contenders.len();
        Self {
            plan,
            rankings: Rankings::new(players),
            live: LiveTable::new(players),
            against: vec![Sample::on(&[0.0, 1.0]); players * players],
            rounds: Vec::new(),
            round: vec![None; players],
            block: Vec::with_capacity(plan.block_size()),
            forfeits: Vec::new(),
            notes: Vec::new(),
            thoughts: vec![Effort::default(); players],
        }
    }

    /// Adds the next game.
    pub(in crate::report) fn add(&mut self, game: &Played) {
        let seated = game.seated();
        self.live.add(&seated);
        self.block.push(seated);
        for forfeit in &game.forfeits {
            if self.forfeits.len() < TOLD {
                let player = game.seats[rules::Seat::new(forfeit.seat)];
                self.forfeits.push((game.number, player, forfeit.clone()));
            }
        }
        if self.block.len() == self.plan.block_size() {
            self.end_block(game.number);
        }
    }

    /// Counts what was kept of the moves of a game, given who moved.
    pub(in crate::report) fn add_moves(&mut self, game: &Played, movers: &[usize]) {
        let after_opening = movers.iter().skip(game.opening);
        for (thought, &mover) in game.thoughts.iter().zip(after_opening) {
            let effort = &mut self.thoughts[mover];
            effort.moves += 1;
            let sum = |so_far: &mut Option<u64>, more: Option<u64>| {
                *so_far = more.map(|more| so_far.unwrap_or(0) + more).or(*so_far);
            };
            sum(&mut effort.nodes, thought.nodes);
            sum(&mut effort.micros, thought.micros);
        }
        for note in &game.notes {
            let Some(&player) = movers.get(note.ply) else {
                continue;
            };
            let known = self
                .notes
                .iter_mut()
                .find(|n| n.0 == player && n.1 == note.kind);
            match known {
                Some((_, _, times, cost)) => {
                    *times += 1;
                    *cost += i64::from(note.cost);
                }
                None => {
                    let first = (player, note.kind.clone(), 1, i64::from(note.cost));
                    self.notes.push(first);
                }
            }
        }
    }

    fn end_block(&mut self, number: u64) {
        self.rankings.add_block(&self.block);
        let players = self.plan.contenders.len();
        let table = self.plan.game(number).table;
        let mut here = self.plan.tables[table].clone();
        here.sort_unstable();
        here.dedup();
        for &one in &here {
            for &other in here.iter().filter(|&&other| other != one) {
                if let Some(mean) = block::mean(&self.block, one, Measure::Against(other)) {
                    self.against[one * players + other].add(mean, 1.0);
                }
            }
            // The mean over all tables of a round, each with the same weight.
            let rank = block::mean(&self.block, one, Measure::Ranks).map(|utility| -utility);
            let sum = &mut self.round[one];
            *sum = rank.map(|rank| sum.unwrap_or(0.0) + rank).or(*sum);
        }
        if table + 1 == self.plan.tables.len() {
            let row: Option<Vec<f64>> = self.round.iter().copied().collect();
            self.rounds.extend(row);
            self.round.fill(None);
        }
        self.block.clear();
    }

    /// Returns how often one player came before another, one observation per block.
    pub(in crate::report) fn against(&self, one: usize, other: usize) -> &Sample {
        &self.against[one * self.plan.contenders.len() + other]
    }

    /// Reports whether the players differ at all, by rounds in which everybody played.
    pub(in crate::report) fn friedman(&self) -> Option<Friedman> {
        Friedman::new(&self.rounds)
    }
}
