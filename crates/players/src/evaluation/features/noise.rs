//! P1's noise, by which games between the same two programs differ.

use rules::hash::mix;

/// Multiplies values by 1 + amplitude × (r - 1/2), where r from 0 up to 1 follows from the seed and
/// the position alone, so that every search finds the same value at the same place.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
    /// The amplitude, as a part of 2³¹, so that half a word of r fits under it.
    amplitude: i64,
    seed: u64,
}

impl Noise {
    /// Values stay as they are.
    pub const NONE: Self = Self {
        amplitude: 0,
        seed: 0,
    };

    /// Noise of this amplitude, from 0 to 1: 0.1 is 5 % either way.
    #[must_use]
    pub fn new(amplitude: f64, seed: u64) -> Self {
        Self {
            amplitude: (amplitude * f64::from(1_u32 << 31)).round() as i64,
            seed,
        }
    }

    /// Returns the value with the noise of the position that has this key. It is rounded towards
    /// the value, so that it never lies further from it than the amplitude allows; no value no
    /// noise.
    #[inline]
    #[must_use]
    pub fn on(&self, value: i32, key: u64) -> i32 {
        if self.amplitude == 0 {
            return value;
        }
        value + (i64::from(value) * self.part(key) / (1_i64 << 32)) as i32
    }

    /// Returns the same without rounding, in units of 2⁻³²: so fine that noise leaves no equals,
    /// except where there is no value.
    #[must_use]
    pub fn finely_on(&self, value: i32, key: u64) -> i64 {
        i64::from(value) * ((1_i64 << 32) + self.part(key))
    }

    /// Returns the noise of a value of 1, in units of 2⁻³².
    #[inline]
    fn part(&self, key: u64) -> i64 {
        // r - 1/2 in the same units.
        let r = i64::from(mix(key ^ self.seed) as i32);
        (r * self.amplitude) >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_even_and_within_its_amplitude() {
        let noise = Noise::new(0.1, 7);
        let value = 1_000_000;
        let drawn: Vec<i32> = (0..20_000).map(|key| noise.on(value, mix(key))).collect();
        assert!(drawn.iter().all(|v| (950_000..=1_050_000).contains(v)));
        assert!(drawn.iter().any(|v| *v < 951_000));
        assert!(drawn.iter().any(|v| *v > 1_049_000));
        let mean = drawn.iter().map(|&v| f64::from(v)).sum::<f64>() / 20_000.0;
        assert!((mean - 1e6).abs() < 1000.0, "{mean}");
        for key in 0..100 {
            assert_eq!(noise.on(-value, key), -noise.on(value, key));
            assert_eq!(noise.on(0, key), 0);
            let fine = noise.finely_on(value, key) >> 32;
            assert!((fine - i64::from(noise.on(value, key))).abs() <= 1);
            assert_eq!(Noise::NONE.finely_on(value, key), i64::from(value) << 32);
            assert_eq!(Noise::new(0.0, 7).on(value, key), value);
            assert_ne!(noise.on(value, key), Noise::new(0.1, 8).on(value, key));
        }
    }
}
