//! Simultaneous perturbation: every number is moved by one step up or down by a coin, the two points
//! on either side are compared, and the search goes towards the better one.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// How fast perturbations shrink, and steps (Spall 1998).
const GAMMA: f64 = 0.101;
const ALPHA: f64 = 0.602;

/// How far the first step goes, in steps of the numbers, where the difference of the scores is its
/// own standard error.
const RATE: f64 = 0.4;

/// Steps are held back until this part of the search is over.
const SETTLE: f64 = 0.1;

#[derive(Clone, Debug)]
pub(super) struct Spsa {
    pub(super) here: Vec<f64>,
    signs: Vec<f64>,
    told: u32,
    steps: f64,
    noise: f64,
}

impl Spsa {
    pub(super) fn new(numbers: usize, steps: u32, noise: f64) -> Self {
        Self {
            here: vec![0.0; numbers],
            signs: vec![1.0; numbers],
            told: 0,
            steps: f64::from(steps.max(1)),
            noise,
        }
    }

    /// How far points lie to either side; at the end one step.
    fn distance(&self) -> f64 {
        (self.steps / f64::from(self.told + 1)).max(1.0).powf(GAMMA)
    }

    pub(super) fn ask(&mut self, random: &mut Xoshiro256PlusPlus) -> Vec<Vec<f64>> {
        for sign in &mut self.signs {
            *sign = if random.random::<bool>() { 1.0 } else { -1.0 };
        }
        let distance = self.distance();
        let side = |way: f64| {
            let both = self.here.iter().zip(&self.signs);
            both.map(|(x, sign)| x + way * distance * sign).collect()
        };
        vec![side(1.0), side(-1.0)]
    }

    pub(super) fn tell(&mut self, scores: &[f64]) {
        let [up, down] = *scores else {
            panic!("two points were asked for, {} were told", scores.len())
        };
        let held = SETTLE * self.steps + 1.0;
        let rate = RATE * (held / (held + f64::from(self.told))).powf(ALPHA);
        let towards = rate * ((up - down) / self.noise).clamp(-4.0, 4.0);
        for (x, sign) in self.here.iter_mut().zip(&self.signs) {
            *x += towards * sign;
        }
        self.told += 1;
    }
}
