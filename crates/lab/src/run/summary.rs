//! The totals of a run, added up game by game in the order of their numbers, so that a million
//! games need no more memory than ten.

use crate::experiment::Experiment;
use crate::plan::{Plan, Problem};
use crate::run::Why;
use crate::run::played::Played;
use statistics::block::{self, Measure};
use statistics::likelihood::Sample;
use statistics::pairs::{Ending, PairedMatch};
use statistics::placing::Seated;
use statistics::sprt::{Decision, Sprt};
use statistics::standing::Standings;
use statistics::{Estimate, Level};

/// The totals of a run's games.
#[derive(Clone, Debug)]
pub struct Summary {
    plan: Plan,
    games: u64,
    plies: u64,
    standings: Standings,
    tables: Vec<TableSums>,
    sprt: Option<Sprt>,
    forfeits: Vec<u64>,
    first_failures: Vec<Option<Why>>,
    /// The block being added.
    block: Vec<Seated>,
}

/// One table: the first side against the second.
#[derive(Clone, Debug)]
struct TableSums {
    pairs: PairedMatch,
    scores: Sample,
}

impl Summary {
    /// Creates a summary without games.
    ///
    /// # Errors
    /// Returns an error if the experiment cannot be carried out.
    pub fn new(experiment: &Experiment) -> Result<Self, Problem> {
        let plan = Plan::new(experiment)?;
        let test = |stop: &crate::Stopping| stop.test(plan.seats, plan.block_size());
        let table = TableSums {
            pairs: PairedMatch::default(),
            scores: Sample::on(&[0.0, 1.0]),
        };
        Ok(Self {
            games: 0,
            plies: 0,
            standings: Standings::new(plan.contenders.len(), plan.seats),
            tables: vec![table; plan.tables.len()],
            sprt: experiment.stop.as_ref().and_then(|stop| test(stop).ok()),
            forfeits: vec![0; plan.contenders.len()],
            first_failures: vec![None; plan.contenders.len()],
            block: Vec::with_capacity(plan.block_size()),
            plan,
        })
    }

    /// Adds the next game, in the order of the numbers. When the test of the experiment has
    /// decided, no more games are wanted.
    ///
    /// # Panics
    /// Panics if it is not the next game.
    pub fn add(&mut self, game: &Played) -> Decision {
        assert_eq!(game.number, self.games, "games are added in order");
        self.games += 1;
        self.plies += game.plies as u64;
        for forfeit in &game.forfeits {
            let contender = game.seats[rules::Seat::new(forfeit.seat)];
            self.forfeits[contender] += 1;
            self.first_failures[contender].get_or_insert_with(|| forfeit.why.clone());
        }
        self.block.push(game.seated());
        if self.block.len() == self.plan.block_size() {
            self.end_block(self.plan.game(game.number).table);
        }
        self.decision()
    }

    fn end_block(&mut self, table: usize) {
        self.standings.add_block(&self.block);
        let (one, other) = self.sides(table);
        for seated in &mut self.block {
            seated.players = seated.players.map(|player| self.plan.sides[player]);
        }
        let sums = &mut self.tables[table];
        if let [first, second] = &self.block[..]
            && self.plan.seats == 2
        {
            // The seat that moves first is seat 0, whoever's turn the opening leaves it to.
            let ending = |game: &Seated| {
                let seat = game.seats_of(one).next().expect("both sides play");
                (seat.index(), Ending::of(&game.outcome, seat))
            };
            let mut games = [ending(first), ending(second)];
            games.sort_unstable();
            sums.pairs.add(games[0].1, games[1].1);
        }
        if let Some(mean) = block::mean(&self.block, one, Measure::Against(other)) {
            sums.scores.add(mean, 1.0);
            if let Some(sprt) = &mut self.sprt {
                sprt.observe(mean);
            }
        }
        self.block.clear();
    }

    /// Returns both sides of a table; of a table for many, its first two.
    fn sides(&self, table: usize) -> (usize, usize) {
        let sides = |place: usize| self.plan.sides[self.plan.tables[table][place]];
        let last = self.plan.tables[table].len() - 1;
        let other = (1..=last).map(sides).find(|&side| side != sides(0));
        (sides(0), other.unwrap_or_else(|| sides(0)))
    }

    /// Returns the plan that the games follow.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns how many games were added.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns how many plies they had.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Returns the tables of all contenders, by whole blocks.
    #[must_use]
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Returns the pairs of a table, for its first contender; `None` if the game is not for two.
    #[must_use]
    pub fn pairs(&self, table: usize) -> Option<&PairedMatch> {
        let in_pairs = self.plan.seats == 2 && self.plan.block_size() == 2;
        in_pairs.then(|| &self.tables[table].pairs)
    }

    /// Returns how often the first side of a table does better than the second, ties half, with an
    /// interval over blocks; `None` before the first block.
    #[must_use]
    pub fn score(&self, table: usize, level: Level) -> Option<Estimate> {
        self.tables[table].scores.estimate(level)
    }

    /// Returns the block means behind [`Summary::score`].
    #[must_use]
    pub fn block_means(&self, table: usize) -> &Sample {
        &self.tables[table].scores
    }

    /// Returns the test that ends the match, if there is one.
    #[must_use]
    pub fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// Returns what the test has decided.
    #[must_use]
    pub fn decision(&self) -> Decision {
        self.sprt
            .as_ref()
            .map_or(Decision::Continue, Sprt::decision)
    }

    /// Returns how many games each contender forfeited.
    #[must_use]
    pub fn forfeits(&self) -> &[u64] {
        &self.forfeits
    }

    /// Returns how a contender failed for the first time; `None` if it never did.
    #[must_use]
    pub fn first_failure(&self, contender: usize) -> Option<&Why> {
        self.first_failures[contender].as_ref()
    }
}
