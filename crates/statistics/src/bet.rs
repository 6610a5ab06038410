//! A bet against a mean: capital that cannot be expected to grow as long as the mean is what it is
//! claimed to be, whatever the results look like otherwise.
//!
//! Whoever bets a part λ of the capital on every result multiplies it by 1 + λ (x − m). If results
//! between 0 and 1 have the mean m, the capital stays the same on average, so it reaches twenty times
//! the stake one time of twenty at most (Ville 1939): this is the error rate of the test, and it holds
//! for any shape of the results and for stakes that follow from what was seen before (Waudby-Smith
//! and Ramdas 2023).

/// The most of what may be staked without losing everything at one result: nobody comes back from
/// that.
const CAP: f64 = 0.9;

/// What the variance is taken for before anything was seen, with the weight of one result; it only
/// decides how high the first stakes are.
const VARIANCE: f64 = 0.04;

/// Capital staked on results being above a mean, or below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bet {
    /// The mean that is doubted.
    doubted: f64,
    /// What is believed instead: above or below it.
    believed: f64,
    log_capital: f64,
    results: f64,
    mean: f64,
    squares: f64,
}

impl Bet {
    /// A bet against a mean by whoever believes in another; both are between 0 and 1.
    pub(crate) fn new(doubted: f64, believed: f64) -> Self {
        Self {
            doubted,
            believed,
            log_capital: 0.0,
            results: 1.0,
            mean: believed,
            squares: VARIANCE,
        }
    }

    /// What part is staked on the next result: as much as lets capital grow fastest by mean and variance so far.
    fn stake(&self) -> f64 {
        let upwards = self.believed > self.doubted;
        // What lies beyond what is believed counts for what it is.
        let (away, most) = if upwards {
            (
                self.mean.max(self.believed) - self.doubted,
                1.0 / self.doubted,
            )
        } else {
            (
                self.mean.min(self.believed) - self.doubted,
                1.0 / (1.0 - self.doubted),
            )
        };
        let variance = self.squares / self.results;
        let fastest = away / (variance + away * away);
        fastest.clamp(-CAP * most, CAP * most)
    }

    /// Takes the next result.
    pub(crate) fn observe(&mut self, value: f64) {
        self.log_capital += (self.stake() * (value - self.doubted)).ln_1p();
        let before = self.mean;
        self.results += 1.0;
        self.mean += (value - before) / self.results;
        self.squares += (value - before) * (value - self.mean);
    }

    /// The logarithm of the capital, in stakes.
    pub(crate) fn log_capital(&self) -> f64 {
        self.log_capital
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capital_grows_only_on_the_side_it_was_staked_on() {
        let (mut up, mut down) = (Bet::new(0.5, 0.53), Bet::new(0.53, 0.5));
        for _ in 0..30 {
            up.observe(0.7);
            down.observe(0.7);
        }
        assert!(up.log_capital() > 3.0 && down.log_capital() < 0.0);
    }

    #[test]
    fn no_result_takes_everything() {
        for worst in [0.0, 1.0] {
            let mut bet = Bet::new(0.5, if worst > 0.5 { 0.4 } else { 0.6 });
            for _ in 0..20 {
                bet.observe(1.0 - worst);
            }
            bet.observe(worst);
            assert!(bet.log_capital().is_finite());
        }
    }

    #[test]
    fn a_fair_game_stays_fair() {
        // All sequences of six results, each 0 or 1 with the chance of the mean: the mean capital
        // is the stake, however the stakes were chosen on the way.
        let doubted: f64 = 0.4;
        let mean: f64 = (0..64_u32)
            .map(|results| {
                let mut bet = Bet::new(doubted, 0.55);
                let mut chance = 1.0;
                for place in 0..6 {
                    let won = results >> place & 1 == 1;
                    bet.observe(f64::from(u8::from(won)));
                    chance *= if won { doubted } else { 1.0 - doubted };
                }
                chance * bet.log_capital().exp()
            })
            .sum();
        assert!((mean - 1.0).abs() < 1e-12, "{mean}");
    }
}
