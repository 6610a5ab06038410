//! The curves behind the tests: probabilities and quantiles, exact to the digits any table prints.
//!
//! The range of `k` standard normal values ("studentised range" with known deviation, Tukey) is
//! integrated here: P(range ≤ q) = k ∫ φ(z) (Φ(z) − Φ(z − q))^(k−1) dz.

use statrs::distribution::{ChiSquared, ContinuousCDF, FisherSnedecor, StudentsT};
use statrs::function::beta::inv_beta_reg;
use statrs::function::erf::{erfc, erfc_inv};
use statrs::function::factorial::ln_binomial;

use super::root;

/// Beyond this many degrees of freedom Student's curve is the normal one to seven digits.
const NEARLY_NORMAL: f64 = 1e7;

/// Returns P(Z ≤ z) for a standard normal Z.
#[must_use]
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * erfc(-z / std::f64::consts::SQRT_2)
}

/// Returns the z with P(Z ≤ z) = p; infinite at 0 and 1.
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    -std::f64::consts::SQRT_2 * erfc_inv(2.0 * p)
}

/// Returns P(|Z| ≥ |z|).
#[must_use]
pub fn normal_two_sided(z: f64) -> f64 {
    erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// Returns P(|T| ≥ |t|) for Student's T with this many degrees of freedom; 1 without any.
#[must_use]
pub fn student_two_sided(t: f64, freedom: f64) -> f64 {
    if freedom <= 0.0 {
        return 1.0;
    }
    if freedom > NEARLY_NORMAL {
        return normal_two_sided(t);
    }
    let student = StudentsT::new(0.0, 1.0, freedom).expect("the degrees of freedom are positive");
    2.0 * student.cdf(-t.abs())
}

/// Returns the t with P(T ≤ t) = p for Student's T; infinite without degrees of freedom.
#[must_use]
pub fn student_quantile(p: f64, freedom: f64) -> f64 {
    if freedom <= 0.0 {
        return f64::INFINITY.copysign(p - 0.5);
    }
    if freedom > NEARLY_NORMAL {
        return normal_quantile(p);
    }
    StudentsT::new(0.0, 1.0, freedom)
        .expect("the degrees of freedom are positive")
        .inverse_cdf(p)
}

/// Returns P(X ≥ x) for chi-squared with this many degrees of freedom.
#[must_use]
pub fn chi_squared_tail(x: f64, freedom: f64) -> f64 {
    ChiSquared::new(freedom)
        .expect("the degrees of freedom are positive")
        .sf(x.max(0.0))
}

/// Returns P(F ≥ x) for Fisher's F.
#[must_use]
pub fn f_tail(x: f64, freedom_above: f64, freedom_below: f64) -> f64 {
    if x.is_infinite() {
        return 0.0;
    }
    FisherSnedecor::new(freedom_above, freedom_below)
        .expect("the degrees of freedom are positive")
        .sf(x.max(0.0))
}

/// Returns the x with P(B ≤ x) = p for a beta-distributed B.
#[must_use]
pub fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    inv_beta_reg(a, b, p)
}

/// Returns P(exactly `k` of `n`) when each happens with probability `p`.
#[must_use]
pub fn binomial_pmf(k: u64, n: u64, p: f64) -> f64 {
    if p <= 0.0 || p >= 1.0 {
        let certain = if p <= 0.0 { 0 } else { n };
        return f64::from(u8::from(k == certain));
    }
    (ln_binomial(n, k) + k as f64 * p.ln() + (n - k) as f64 * (-p).ln_1p()).exp()
}

/// Returns P(R ≤ q) for the range R of `k` independent standard normal values.
#[must_use]
pub fn range_cdf(q: f64, k: usize) -> f64 {
    if q <= 0.0 {
        return 0.0;
    }
    // Simpson's rule where the density of the largest value is above 1e-16.
    const STEPS: usize = 400;
    let (low, high) = (-8.5, 8.5 + q.min(8.5));
    let step = (high - low) / STEPS as f64;
    let integrand = |z: f64| {
        let density = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt();
        density * (normal_cdf(z) - normal_cdf(z - q)).powi(k as i32 - 1)
    };
    let sum: f64 = (0..=STEPS)
        .map(|i| {
            let weight = match i {
                0 | STEPS => 1.0,
                i if i % 2 == 1 => 4.0,
                _ => 2.0,
            };
            weight * integrand(low + i as f64 * step)
        })
        .sum();
    (k as f64 * sum * step / 3.0).clamp(0.0, 1.0)
}

/// Returns the q with P(R ≤ q) = p for the range R of `k` independent standard normal values.
#[must_use]
pub fn range_quantile(p: f64, k: usize) -> f64 {
    root::rising(0.0, 40.0, |q| range_cdf(q, k) - p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_values_of_the_tables() {
        assert!((normal_cdf(1.0) - 0.841_344_746).abs() < 1e-9);
        assert!((normal_quantile(0.995) - 2.575_829_304).abs() < 1e-8);
        assert!((normal_two_sided(-1.959_963_985) - 0.05).abs() < 1e-9);
    }

    #[test]
    fn students_tails_are_those_of_the_tables() {
        assert!((student_two_sided(2.228_139, 10.0) - 0.05).abs() < 1e-6);
        assert!((student_two_sided(-12.706_205, 1.0) - 0.05).abs() < 1e-6);
        assert!((student_two_sided(1.959_963_985, 1e9) - 0.05).abs() < 1e-9);
        assert_eq!(student_two_sided(5.0, 0.0), 1.0);
    }

    #[test]
    fn chi_squared_and_f_of_the_tables() {
        assert!((chi_squared_tail(3.841_459, 1.0) - 0.05).abs() < 1e-6);
        assert!((chi_squared_tail(7.814_728, 3.0) - 0.05).abs() < 1e-6);
        // Demšar 2006: the critical value of F(3, 39) for 0.05 is 2.85.
        assert!((f_tail(2.85, 3.0, 39.0) - 0.05).abs() < 5e-4);
    }

    #[test]
    fn the_range_of_two_is_a_difference() {
        for q in [0.5, 1.0, 3.0, 6.0] {
            let expected = 1.0 - normal_two_sided(q / 2f64.sqrt());
            assert!((range_cdf(q, 2) - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn the_range_of_the_tables() {
        // Harter's table, infinite degrees of freedom, 0.05.
        for (k, q) in [
            (2, 2.772),
            (3, 3.314),
            (4, 3.633),
            (5, 3.858),
            (10, 4.474),
            (20, 5.012),
        ] {
            assert!((range_quantile(0.95, k) - q).abs() < 1.1e-3, "k = {k}");
        }
    }

    #[test]
    fn binomial_probabilities_sum_to_one() {
        for (n, p) in [(10, 0.3), (50_000, 0.5), (7, 0.0), (7, 1.0)] {
            let sum: f64 = (0..=n).map(|k| binomial_pmf(k, n, p)).sum();
            assert!((sum - 1.0).abs() < 1e-8, "{n} {p} {sum}");
        }
    }
}
