//! A model of what numbers are worth, fitted to all comparisons so far: a quadratic, with Bayes' rule.
//! One of the next two points is the best by the model, the other the best by a model drawn from all
//! that are still likely (Thompson 1933), so that it looks where it does not know yet.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Range;

/// How much a step is expected to change the score, by its slope and by its curve. Whoever tunes a
/// number takes it for one that can be too small and too large, so curves are expected to bend down.
const SLOPE: f64 = 0.05;
const CURVE: f64 = 0.01;

/// How far from where it stands it looks, in steps.
const REACH: f64 = 3.0;

/// With more numbers than this they are taken to work apart from each other: all pairs would be too
/// many to learn.
const TOGETHER: usize = 6;

#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) here: Vec<f64>,
    ranges: Vec<Range>,
    noise: f64,
    /// What is known of the coefficients: the inverse of their covariance, and that times their mean.
    precision: Vec<Vec<f64>>,
    weighted: Vec<f64>,
    points: [Vec<f64>; 2],
}

impl Model {
    pub(super) fn new(ranges: &[Range], noise: f64) -> Self {
        let numbers = ranges.len();
        let coefficients = terms(&vec![0.0; numbers]).len();
        let expected = |term: usize| if term < numbers { SLOPE } else { CURVE };
        let row = |term: usize| {
            let mut row = vec![0.0; coefficients];
            row[term] = expected(term).powi(-2);
            row
        };
        let here = vec![0.0; numbers];
        Self {
            points: [here.clone(), here.clone()],
            here,
            ranges: ranges.to_vec(),
            noise,
            precision: (0..coefficients).map(row).collect(),
            weighted: (0..coefficients)
                .map(|term| {
                    let square = (numbers..2 * numbers).contains(&term);
                    if square { -CURVE.recip() } else { 0.0 }
                })
                .collect(),
        }
    }

    pub(super) fn ask(&mut self, random: &mut Xoshiro256PlusPlus) -> Vec<Vec<f64>> {
        let root = root(&self.precision);
        let mean = solve(&root, &self.weighted);
        // A model drawn from the likely ones: the mean and a step of the inverse root.
        let drawn: Vec<f64> = mean.iter().map(|_| normal(random)).collect();
        let away = solve_upper(&root, &drawn);
        let drawn: Vec<f64> = mean
            .iter()
            .zip(away)
            .map(|(mean, away)| mean + away)
            .collect();
        let mut other = self.best_by(&drawn);
        if other == self.here {
            // Nothing is learned from a point against itself.
            for (value, range) in other.iter_mut().zip(&self.ranges) {
                let step = if random.random::<bool>() { 1.0 } else { -1.0 };
                *value = range.clamp(*value + step);
            }
        }
        self.points = [other, self.here.clone()];
        self.points.to_vec()
    }

    pub(super) fn tell(&mut self, scores: &[f64]) {
        let [one, other] = *scores else {
            panic!("two points were asked for, {} were told", scores.len())
        };
        let [p, q] = self.points.each_ref().map(|point| terms(point));
        let x: Vec<f64> = p.iter().zip(&q).map(|(p, q)| p - q).collect();
        let weight = self.noise.powi(-2);
        for (i, row) in self.precision.iter_mut().enumerate() {
            for (entry, value) in row.iter_mut().zip(&x) {
                *entry += weight * x[i] * value;
            }
            self.weighted[i] += weight * x[i] * (one - other);
        }
        let mean = solve(&root(&self.precision), &self.weighted);
        self.here = self.best_by(&mean);
    }

    /// The best point within reach by these coefficients, one number after the other.
    fn best_by(&self, coefficients: &[f64]) -> Vec<f64> {
        let mut best = self.here.clone();
        for _ in 0..8 {
            for number in 0..best.len() {
                let low = (self.here[number] - REACH).max(self.ranges[number].low);
                let high = (self.here[number] + REACH).min(self.ranges[number].high);
                let mut worth = |value: f64| {
                    best[number] = value;
                    let parts = terms(&best);
                    parts
                        .iter()
                        .zip(coefficients)
                        .map(|(t, c)| t * c)
                        .sum::<f64>()
                };
                // A parabola through three places; its top, or the better end.
                let (here, half) = (self.here[number].clamp(low, high), (high - low) / 2.0);
                let middle = low + half;
                let (left, centre, right) = (worth(low), worth(middle), worth(high));
                let bend = left - 2.0 * centre + right;
                let mut value = if left > right { low } else { high };
                if bend < 0.0 && half > 0.0 {
                    value = (middle + half * (left - right) / (2.0 * bend)).clamp(low, high);
                }
                if (left - right).abs() < 1e-12 && bend.abs() < 1e-12 {
                    value = here;
                }
                best[number] = value;
            }
        }
        best
    }
}

/// What the coefficients are multiplied by: every number, its half square, and products of two.
fn terms(point: &[f64]) -> Vec<f64> {
    let mut terms = point.to_vec();
    terms.extend(point.iter().map(|x| x * x / 2.0));
    if point.len() <= TOGETHER {
        for (i, x) in point.iter().enumerate() {
            terms.extend(point[i + 1..].iter().map(|y| x * y));
        }
    }
    terms
}

/// The lower root L of a positive matrix, L Lᵀ (Cholesky).
fn root(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut root = vec![vec![0.0; n]; n];
    for (i, given) in matrix.iter().enumerate() {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| root[i][k] * root[j][k]).sum();
            let left = given[j] - known;
            root[i][j] = if i == j {
                left.max(1e-12).sqrt()
            } else {
                left / root[j][j]
            };
        }
    }
    root
}

/// x with L Lᵀ x = b.
fn solve(root: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let mut x = b.to_vec();
    for (i, row) in root.iter().enumerate() {
        let known: f64 = row[..i].iter().zip(&x).map(|(a, x)| a * x).sum();
        x[i] = (x[i] - known) / row[i];
    }
    solve_upper(root, &x)
}

/// x with Lᵀ x = b.
fn solve_upper(root: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let mut x = b.to_vec();
    for i in (0..x.len()).rev() {
        let known: f64 = (i + 1..x.len()).map(|k| root[k][i] * x[k]).sum();
        x[i] = (x[i] - known) / root[i][i];
    }
    x
}

/// A standard normal number (Box and Muller).
fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
    let (u, v): (f64, f64) = (random.random(), random.random());
    (-2.0 * (1.0 - u).ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_solves_its_equations() {
        let matrix = vec![
            vec![4.0, 1.0, -0.5],
            vec![1.0, 3.0, 0.25],
            vec![-0.5, 0.25, 1.0],
        ];
        let b = [1.0, -2.0, 0.5];
        let x = solve(&root(&matrix), &b);
        for (row, b) in matrix.iter().zip(b) {
            let found: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
            assert!((found - b).abs() < 1e-12, "{found} {b}");
        }
    }
}
