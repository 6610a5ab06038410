//! Random numbers that never change: the same start gives the same stream on every machine and in
//! every version of this crate (SplitMix64, Steele, Lea and Flood 2014).

/// The fraction of the golden ratio in 64 bits, the generator's step.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A stream of random numbers.
pub(super) struct Stream(u64);

impl Stream {
    /// Returns the stream that belongs to this number.
    pub(super) const fn new(start: u64) -> Self {
        Self(start)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// Returns a number in `0..end`, by the high half of a product: its bias is below `end` / 2⁶⁴.
    pub(super) fn below(&mut self, end: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u32
    }

    /// Returns a number in `-most..=most`.
    pub(super) fn within(&mut self, most: i32) -> i32 {
        self.below(2 * most as u32 + 1) as i32 - most
    }
}

/// Returns a scrambled copy of a number; different numbers stay different.
pub(super) const fn mix(number: u64) -> u64 {
    let z = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Returns the number of a node from that of its parent: the way to name a path step by step.
pub(super) const fn step(parent: u64, branch: u8) -> u64 {
    mix(mix(parent).wrapping_add(STEP.wrapping_mul(branch as u64 + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut stream = Stream::new(1_234_567);
        assert_eq!(stream.next(), 6_457_827_717_110_365_317);
        assert_eq!(stream.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_stay_within_their_range_and_reach_its_ends() {
        let mut stream = Stream::new(1);
        let drawn: Vec<_> = (0..500).map(|_| stream.within(2)).collect();
        for number in -2..=2 {
            assert!(drawn.contains(&number));
        }
        assert!(drawn.iter().all(|number| number.abs() <= 2));
    }
}
