//! How far shallow searches differ from deep ones: the logarithm of the spread as a linear
//! function.

/// Differences observed under the same conditions.
#[derive(Clone, Debug, Default)]
pub struct Group {
    count: f64,
    squares: f64,
}

impl Group {
    /// Adds a difference, in discs.
    pub fn add(&mut self, difference: f64) {
        self.count += 1.0;
        self.squares += difference * difference;
    }

    /// Returns the root mean square of the differences, at least half a disc.
    #[must_use]
    pub fn spread(&self) -> f64 {
        (self.squares / self.count.max(1.0)).sqrt().max(0.5)
    }

    /// Returns the number of differences.
    #[must_use]
    pub fn count(&self) -> f64 {
        self.count
    }
}

/// Returns the coefficients that fit the logarithms of the spreads best, each group weighted by its
/// number of differences. A little is added to the diagonal, so that conditions that never vary get
/// coefficients near 0.
#[must_use]
pub fn fit_log_spread<const N: usize>(groups: &[([f64; N], Group)]) -> [f64; N] {
    let mut matrix = [[0.0; N]; N];
    let mut right = [0.0; N];
    for (conditions, group) in groups {
        for row in 0..N {
            for column in 0..N {
                matrix[row][column] += group.count * conditions[row] * conditions[column];
            }
            right[row] += group.count * conditions[row] * group.spread().ln();
        }
    }
    for (at, row) in matrix.iter_mut().enumerate() {
        row[at] += 1e-3;
    }
    solve(matrix, right)
}

/// Solves a symmetric positive-definite system by Gaussian elimination.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        for row in 0..N {
            if row == pivot {
                continue;
            }
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            for (entry, above) in matrix[row].iter_mut().zip(above) {
                *entry -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    std::array::from_fn(|row| right[row] / matrix[row][row])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_law_is_found() {
        let mut groups = Vec::new();
        for depth in 1..10 {
            for check in 0..depth {
                let (depth, check) = (f64::from(depth), f64::from(check));
                let mut group = Group::default();
                for sign in [-1.0, 1.0] {
                    group.add(sign * (1.5 + 0.1 * depth - 0.2 * check).exp());
                }
                groups.push(([1.0, depth, check], group));
            }
        }
        let found = fit_log_spread(&groups);
        for (found, law) in found.into_iter().zip([1.5, 0.1, -0.2]) {
            assert!((found - law).abs() < 1e-3, "{found} {law}");
        }
    }
}
