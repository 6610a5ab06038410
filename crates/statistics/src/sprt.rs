//! The sequential test, exact in its likelihoods, with the error rates it promises (Wald 1945;
//! generalised to unknown distributions by Van den Bergh).
//!
//! Of all distributions with the mean of a hypothesis the one that fits the results best stands
//! for it; LLR is the difference of both log-likelihoods. The test ends when LLR leaves the range
//! from ln(β / (1 − α)) to ln((1 − β) / α). The observation is the pair or the block, never the
//! game: see [`Basis`].
//!
//! Means of blocks can be anything from 0 to 1, so the mean of a hypothesis is doubted by a bet
//! instead: the gain of whoever bets against the first hypothesis stands for LLR above 0, that of
//! whoever bets against the second for LLR below. Blocks far outside both hypotheses then count for
//! what they are.

use thiserror::Error;

use super::bet::Bet;
use super::elo::{NORMALISED, score_of_elo};
use super::likelihood::{MOST_DISTANCE, Sample};
use super::pairs::Basis;

/// Why a test cannot be made.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum SprtError {
    /// The error rates are not probabilities below one half.
    #[error("error rates {alpha} and {beta}: both must be above 0 and below 0.5")]
    Errors {
        /// The chance to accept `h1` when `h0` holds.
        alpha: f64,
        /// The chance to accept `h0` when `h1` holds.
        beta: f64,
    },
    /// A hypothesis that no results can have, or so far out that the test would be pointless.
    #[error("{0:?}: a mean must be above 0 and below 1, a distance at most {MOST_DISTANCE}")]
    Impossible(Hypothesis),
    /// The hypotheses do not differ, or are of different kinds, or the wrong way round.
    #[error("{0:?} against {1:?}: both must be of one kind, the first below the second")]
    Order(Hypothesis, Hypothesis),
}

/// What may be true of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hypothesis {
    /// The mean observation is this.
    Mean(f64),
    /// The mean is this many standard deviations of one observation above one half.
    Distance(f64),
}

impl Hypothesis {
    /// This much Elo.
    #[must_use]
    pub fn elo(elo: f64) -> Self {
        Self::Mean(score_of_elo(elo))
    }

    /// This much normalised Elo, for observations of this many games.
    #[must_use]
    pub fn normalised_elo(elo: f64, games_each: u32) -> Self {
        Self::Distance(elo / NORMALISED * f64::from(games_each).sqrt())
    }

    fn is_possible(self) -> bool {
        match self {
            Self::Mean(mean) => mean > 0.0 && mean < 1.0,
            Self::Distance(t) => t.abs() <= MOST_DISTANCE,
        }
    }

    /// Returns how much log-likelihood the hypothesis costs.
    fn cost(self, sample: &Sample) -> f64 {
        match self {
            Self::Mean(mean) => sample.with_mean(mean).cost,
            Self::Distance(t) => sample.with_distance(0.5, t).cost,
        }
    }
}

/// Returns the log-likelihood of `h1` above that of `h0`.
#[must_use]
pub fn llr(sample: &Sample, h0: Hypothesis, h1: Hypothesis) -> f64 {
    h0.cost(sample) - h1.cost(sample)
}

/// Where a test ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// At or below it `h0` is accepted.
    pub low: f64,
    /// At or above it `h1` is accepted.
    pub high: f64,
}

impl Bounds {
    /// Returns the bounds for a chance of at most `alpha` to accept `h1` when `h0` holds, and of at
    /// most `beta` to accept `h0` when `h1` holds.
    ///
    /// # Errors
    /// Returns an error if these are no chances below one half.
    pub fn new(alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let sound = |error: f64| error > 0.0 && error < 0.5;
        if !sound(alpha) || !sound(beta) {
            return Err(SprtError::Errors { alpha, beta });
        }
        Ok(Self {
            low: (beta / (1.0 - alpha)).ln(),
            high: ((1.0 - beta) / alpha).ln(),
        })
    }

    /// The bounds of bets with the same error rates: what has grown to 1 / α by chance did so one
    /// time of 1 / α at most.
    fn of_bets(self) -> Self {
        let (low, high) = (self.low.exp(), self.high.exp());
        let alpha = (1.0 - low) / (high - low);
        let beta = low * (1.0 - alpha);
        Self {
            low: beta.ln(),
            high: -alpha.ln(),
        }
    }
}

/// What a test has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Not decided yet.
    Continue,
    /// The first hypothesis.
    AcceptH0,
    /// The second hypothesis.
    AcceptH1,
}

/// A running test.
#[derive(Clone, Debug)]
pub struct Sprt {
    basis: Basis,
    sample: Sample,
    h0: Hypothesis,
    h1: Hypothesis,
    bounds: Bounds,
    /// Of blocks: the bets against the means of both hypotheses.
    bets: Option<[Bet; 2]>,
    decision: Decision,
    path: Vec<f64>,
}

impl Sprt {
    /// Creates a test of `h0` against `h1`; observations lie between 0 and 1.
    ///
    /// # Errors
    /// Returns an error if the hypotheses are impossible or not in order.
    pub fn new(
        basis: Basis,
        h0: Hypothesis,
        h1: Hypothesis,
        bounds: Bounds,
    ) -> Result<Self, SprtError> {
        if let Some(&impossible) = [h0, h1].iter().find(|h| !h.is_possible()) {
            return Err(SprtError::Impossible(impossible));
        }
        match (h0, h1) {
            (Hypothesis::Mean(a), Hypothesis::Mean(b)) if a < b => {}
            (Hypothesis::Distance(a), Hypothesis::Distance(b)) if a < b => {}
            _ => return Err(SprtError::Order(h0, h1)),
        }
        let support: &[f64] = match basis {
            Basis::Pairs => &[0.0, 0.25, 0.5, 0.75, 1.0],
            Basis::Games => &[0.0, 0.5, 1.0],
            Basis::Blocks => &[0.0, 1.0],
        };
        let bets = match (basis, h0, h1) {
            (Basis::Blocks, Hypothesis::Mean(low), Hypothesis::Mean(high)) => {
                Some([Bet::new(low, high), Bet::new(high, low)])
            }
            _ => None,
        };
        Ok(Self {
            basis,
            sample: Sample::on(support),
            h0,
            h1,
            bounds: bets.map_or(bounds, |_| bounds.of_bets()),
            bets,
            decision: Decision::Continue,
            path: Vec::new(),
        })
    }

    /// Takes the next observation, in the order of the game numbers: another order could end
    /// elsewhere. The first decision stays, whatever comes after it.
    ///
    /// # Panics
    /// Panics if the value is not between 0 and 1.
    pub fn observe(&mut self, value: f64) -> Decision {
        self.sample.add(value, 1.0);
        let llr = match &mut self.bets {
            Some(bets) => {
                let [against_h0, against_h1] = bets.each_mut().map(|bet| {
                    bet.observe(value);
                    bet.log_capital().max(0.0)
                });
                against_h0 - against_h1
            }
            None => llr(&self.sample, self.h0, self.h1),
        };
        self.path.push(llr);
        if self.decision == Decision::Continue {
            if llr >= self.bounds.high {
                self.decision = Decision::AcceptH1;
            } else if llr <= self.bounds.low {
                self.decision = Decision::AcceptH0;
            }
        }
        self.decision
    }

    /// Returns what the test has decided so far.
    #[must_use]
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// Returns the log-likelihood ratio now; of blocks what the better bet has gained.
    #[must_use]
    pub fn llr(&self) -> f64 {
        self.path.last().copied().unwrap_or(0.0)
    }

    /// Returns the same after each observation.
    #[must_use]
    pub fn path(&self) -> &[f64] {
        &self.path
    }

    /// Returns where the test ends.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the kind of observation; reports print its warning beside the decision.
    #[must_use]
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// Returns what was observed.
    #[must_use]
    pub fn sample(&self) -> &Sample {
        &self.sample
    }
}

/// What to expect of a test before it is run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The chance that it accepts `h1`.
    pub accepts_h1: f64,
    /// How many observations it takes on average.
    pub observations: f64,
}

impl Plan {
    /// Returns the expectation for a test of mean `h0` against `h1` when the truth has this mean
    /// and variance: LLR is taken as a Brownian motion with drift between the bounds.
    #[must_use]
    pub fn new(h0: f64, h1: f64, bounds: Bounds, mean: f64, variance: f64) -> Self {
        let step = (h1 - h0).powi(2) / variance;
        let drift = (h1 - h0) * (mean - (h0 + h1) / 2.0) / variance;
        let (low, high) = (bounds.low, bounds.high);
        let slope = -2.0 * drift / step;
        if slope.abs() < 1e-9 {
            return Self {
                accepts_h1: -low / (high - low),
                observations: -low * high / step,
            };
        }
        let accepts_h1 = (slope * low).exp_m1() / ((slope * low).exp() - (slope * high).exp());
        Self {
            accepts_h1,
            observations: (accepts_h1 * high + (1.0 - accepts_h1) * low) / drift,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::{Pentanomial, Trinomial};

    const ELO: fn(f64) -> Hypothesis = Hypothesis::elo;

    fn of_pairs(elo: f64) -> Hypothesis {
        Hypothesis::normalised_elo(elo, 2)
    }

    fn of_games(elo: f64) -> Hypothesis {
        Hypothesis::normalised_elo(elo, 1)
    }

    #[track_caller]
    fn near(found: f64, expected: f64) {
        // Printed to two digits.
        assert!((found - expected).abs() < 0.006, "{found} {expected}");
    }

    #[test]
    fn pairs_as_fastchess_has_them() {
        // fastchess, app/tests/sprt_test.cpp; a win each and two draws are counted apart there.
        let sample = |counts| Pentanomial(counts).sample();
        let a = sample([223, 9863, 20_279 + 1000, 10_037, 246]);
        near(llr(&a, ELO(0.5), ELO(2.5)), -3.07);
        let b = sample([871, 26_175, 55_003 + 980, 26_678, 821]);
        near(llr(&b, ELO(0.0), ELO(2.0)), -4.98);
        let c = sample([365, 16_618, 36_029 + 200, 16_974, 390]);
        near(llr(&c, of_pairs(0.0), of_pairs(2.0)), 2.25);
        let d = sample([127, 4883, 10_311 + 401, 5150, 104]);
        near(llr(&d, of_pairs(-1.75), of_pairs(0.25)), 3.01);
    }

    #[test]
    fn games_as_fastchess_has_them() {
        let sample = |wins, losses, draws| Trinomial::new(wins, draws, losses).sample();
        near(
            llr(&sample(21_404, 21_184, 40_708), ELO(0.5), ELO(2.5)),
            -1.57,
        );
        near(
            llr(&sample(57_433, 57_030, 106_593), ELO(0.0), ELO(2.0)),
            -2.59,
        );
        let a = sample(36_433, 36_027, 68_692);
        near(llr(&a, of_games(0.0), of_games(2.0)), 0.92);
        let b = sample(10_871, 10_650, 20_431);
        near(llr(&b, of_games(-1.75), of_games(0.25)), 2.30);
    }

    #[test]
    fn one_kind_of_result_as_fastchess_has_it() {
        // Only won or lost: the mean is t deviations above one half when p = (1 + t / √(1 + t²)) / 2.
        // fastchess prints 111.82 and 120.56: it stops at a difference of 1e-4.
        let pairs = Pentanomial([0, 0, 0, 0, 5550]).sample();
        let games = Trinomial::new(4250, 0, 0).sample();
        for (found, t, count, printed) in [
            (
                llr(&pairs, of_pairs(0.0), of_pairs(5.0)),
                5.0 * 2f64.sqrt(),
                5550.0,
                111.82,
            ),
            (
                llr(&games, of_games(0.0), of_games(10.0)),
                10.0,
                4250.0,
                120.56,
            ),
        ] {
            let t = t / NORMALISED;
            let exact = count * (t / (1.0 + t * t).sqrt()).ln_1p();
            assert!((found - exact).abs() < 1e-6, "{found} {exact}");
            assert!((found - printed).abs() < 0.03, "{found} {printed}");
        }
    }

    #[test]
    fn bounds_of_the_usual_test() {
        let bounds = Bounds::new(0.05, 0.05).unwrap();
        assert!((bounds.high - 2.944_439).abs() < 1e-6 && (bounds.low + 2.944_439).abs() < 1e-6);
        assert!(Bounds::new(0.0, 0.05).is_err());
    }

    #[test]
    fn the_first_decision_stays_and_the_path_goes_on() {
        let bounds = Bounds::new(0.05, 0.05).unwrap();
        let mut test = Sprt::new(Basis::Pairs, ELO(0.0), ELO(100.0), bounds).unwrap();
        assert_eq!(test.llr(), 0.0);
        let mut pairs = 0;
        while test.observe([0.75, 0.5, 1.0][pairs % 3]) == Decision::Continue {
            pairs += 1;
        }
        assert_eq!(test.decision(), Decision::AcceptH1);
        for _ in 0..100 {
            assert_eq!(test.observe(0.0), Decision::AcceptH1);
        }
        assert!(test.llr() < bounds.low);
        assert_eq!(test.path().len(), pairs + 101);
    }

    #[test]
    fn exchanging_the_players_turns_the_sign() {
        let pairs = Pentanomial([3, 14, 40, 22, 5]);
        let one = llr(&pairs.sample(), ELO(-10.0), ELO(25.0));
        let other = llr(&pairs.swapped().sample(), ELO(-25.0), ELO(10.0));
        assert!((one + other).abs() < 1e-9);
    }

    #[test]
    fn mistakes_are_named() {
        let new = |h0, h1| Sprt::new(Basis::Pairs, h0, h1, Bounds::new(0.05, 0.05).unwrap());
        let text = |h0, h1| new(h0, h1).unwrap_err().to_string();
        assert!(text(ELO(5.0), ELO(0.0)).contains("first below the second"));
        assert!(text(ELO(0.0), of_pairs(5.0)).contains("one kind"));
        assert!(text(of_pairs(0.0), of_pairs(500.0)).contains("at most 0.5"));
        assert!(text(Hypothesis::Mean(0.5), Hypothesis::Mean(1.0)).contains("below 1"));
    }

    #[test]
    fn few_results_decide_nothing() {
        let bounds = Bounds::new(0.05, 0.05).unwrap();
        let mut test = Sprt::new(Basis::Pairs, ELO(0.0), ELO(5.0), bounds).unwrap();
        for _ in 0..10 {
            assert_eq!(test.observe(1.0), Decision::Continue);
        }
        assert!(test.llr() > 0.0 && test.llr() < 0.3);
    }

    #[test]
    fn the_plan_is_walds() {
        let bounds = Bounds::new(0.05, 0.1).unwrap();
        let plan = |mean| Plan::new(0.5, 0.52, bounds, mean, 0.03);
        assert!((plan(0.5).accepts_h1 - 0.05).abs() < 1e-9);
        assert!((plan(0.52).accepts_h1 - 0.9).abs() < 1e-9);
        let (near, middle) = (plan(0.51 + 1e-6), plan(0.51));
        assert!((near.observations - middle.observations).abs() < 0.1);
        assert!(plan(0.53).observations < middle.observations);
    }
}
