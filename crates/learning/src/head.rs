//! What the sums of weights mean, and how far they are from what they should be.
//!
//! - [`Difference`]: two seats; one sum, the difference of discs for the side to move
//! - [`Strengths`]: many seats; one sum for each, and the seat with the greater sum is expected to
//!   end before the other
//! - [`Chances`]: the same for four seats, learned from what can be expected of each two of them

use std::fmt::Debug;

/// The most sums that a position has.
pub const MOST_OUTPUTS: usize = 6;

/// See the module.
pub trait Head {
    /// What a position turned out to be worth.
    type Label: Copy + Debug + PartialEq + Send + Sync;

    /// Sums for each position, and weights for each cell.
    const OUTPUTS: usize;
    /// Bytes of a label.
    const BYTES: usize;

    /// Writes a label.
    fn write(label: Self::Label, bytes: &mut Vec<u8>);
    /// Reads what was written.
    fn read(bytes: &[u8]) -> Self::Label;
    /// How far each sum has to move, at most `clip`, into `pulls`.
    fn pull(outputs: &[f32], label: Self::Label, clip: f32, pulls: &mut [f32]);
    /// The error that a report shows, with a sign if it has one.
    fn error(outputs: &[f32], label: Self::Label) -> f32;
}

/// The difference of discs in a game for two, from −64 to 64.
#[derive(Clone, Copy, Debug)]
pub struct Difference;

impl Head for Difference {
    type Label = i8;

    const OUTPUTS: usize = 1;
    const BYTES: usize = 1;

    fn write(label: i8, bytes: &mut Vec<u8>) {
        bytes.push(label as u8);
    }

    fn read(bytes: &[u8]) -> i8 {
        bytes[0] as i8
    }

    #[inline]
    fn pull(outputs: &[f32], label: i8, clip: f32, pulls: &mut [f32]) {
        pulls[0] = Self::error(outputs, label).clamp(-clip, clip);
    }

    #[inline]
    fn error(outputs: &[f32], label: i8) -> f32 {
        f32::from(label) - outputs[0].clamp(-64.0, 64.0)
    }
}

/// The strengths of `SEATS` seats: one ends before another with the probability that the logistic
/// curve gives the difference of their sums. The label is the rank of each seat.
#[derive(Clone, Copy, Debug)]
pub struct Strengths<const SEATS: usize>;

impl<const SEATS: usize> Strengths<SEATS> {
    /// Calls `each` for all pairs of seats with what happened (1, ½ or 0) less what was expected.
    #[inline]
    fn pairs(outputs: &[f32], ranks: [u8; SEATS], mut each: impl FnMut(usize, usize, f32)) {
        for one in 0..SEATS {
            for other in one + 1..SEATS {
                let happened = match ranks[one].cmp(&ranks[other]) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                let expected = 1.0 / (1.0 + (outputs[other] - outputs[one]).exp());
                each(one, other, happened - expected);
            }
        }
    }
}

impl<const SEATS: usize> Head for Strengths<SEATS> {
    type Label = [u8; SEATS];

    const OUTPUTS: usize = SEATS;
    const BYTES: usize = SEATS;

    fn write(ranks: [u8; SEATS], bytes: &mut Vec<u8>) {
        bytes.extend(ranks);
    }

    fn read(bytes: &[u8]) -> [u8; SEATS] {
        bytes.try_into().expect("a rank for each seat")
    }

    /// The slope of the cross-entropy of all pairs; its parts add up to 0.
    #[inline]
    fn pull(outputs: &[f32], ranks: [u8; SEATS], clip: f32, pulls: &mut [f32]) {
        pulls[..SEATS].fill(0.0);
        Self::pairs(outputs, ranks, |one, other, surprise| {
            let surprise = surprise.clamp(-clip, clip);
            pulls[one] += surprise;
            pulls[other] -= surprise;
        });
    }

    /// The mean surprise over all pairs: ½ for sums that know nothing.
    fn error(outputs: &[f32], ranks: [u8; SEATS]) -> f32 {
        let (mut sum, mut count) = (0.0, 0);
        Self::pairs(outputs, ranks, |_, _, surprise| {
            sum += surprise.abs();
            count += 1;
        });
        sum / count as f32
    }
}

/// The strengths of four seats. The label is the probability that one seat ends before another, for
/// each two of them ([`PAIRS`]); one below 0 is known from the position and teaches nothing.
#[derive(Clone, Copy, Debug)]
pub struct Chances;

/// The pairs of four seats in the order of labels.
pub const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// The probability that a seat ends before another that is weaker by this much.
#[inline]
#[must_use]
pub fn logistic(lead: f32) -> f32 {
    1.0 / (1.0 + (-lead).exp())
}

impl Chances {
    #[inline]
    fn surprises(outputs: &[f32], label: [f32; 6]) -> impl Iterator<Item = (usize, usize, f32)> {
        let pairs = PAIRS.into_iter().zip(label);
        let taught = pairs.filter(|&(_, chance)| chance >= 0.0);
        taught.map(|((one, other), chance)| {
            let lead = outputs[one] - outputs[other];
            (one, other, chance - logistic(lead))
        })
    }
}

impl Head for Chances {
    type Label = [f32; 6];

    const OUTPUTS: usize = 4;
    const BYTES: usize = 24;

    fn write(label: [f32; 6], bytes: &mut Vec<u8>) {
        bytes.extend(label.iter().flat_map(|chance| chance.to_le_bytes()));
    }

    fn read(bytes: &[u8]) -> [f32; 6] {
        let chances = bytes.as_chunks::<4>().0;
        std::array::from_fn(|pair| f32::from_le_bytes(chances[pair]))
    }

    /// The slope of the cross-entropy of all pairs; its parts add up to 0.
    #[inline]
    fn pull(outputs: &[f32], label: [f32; 6], clip: f32, pulls: &mut [f32]) {
        pulls[..4].fill(0.0);
        for (one, other, surprise) in Self::surprises(outputs, label) {
            let surprise = surprise.clamp(-clip, clip);
            pulls[one] += surprise;
            pulls[other] -= surprise;
        }
    }

    /// The mean surprise over all pairs that are open.
    fn error(outputs: &[f32], label: [f32; 6]) -> f32 {
        let (mut sum, mut count) = (0.0, 0);
        for (_, _, surprise) in Self::surprises(outputs, label) {
            sum += surprise.abs();
            count += 1;
        }
        sum / count.max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_pull_the_better_seat_up_and_change_no_sum() {
        let mut pulls = [0.0; 4];
        Strengths::<4>::pull(&[0.0; 4], [1, 2, 2, 4], 1.0, &mut pulls);
        assert_eq!(pulls, [1.5, 0.0, 0.0, -1.5]);
        Strengths::<4>::pull(&[3.0, -1.0, 0.5, 0.0], [2, 1, 4, 3], 1.0, &mut pulls);
        assert!(pulls.iter().sum::<f32>().abs() < 1e-6 && pulls[0] < 0.0 && pulls[1] > 0.0);
        assert_eq!(Strengths::<4>::error(&[0.0; 4], [1, 2, 3, 4]), 0.5);
    }

    #[test]
    fn chances_teach_what_is_open() {
        let mut pulls = [0.0; 4];
        let label = [1.0, 0.5, -1.0, 0.5, -1.0, -1.0];
        Chances::pull(&[0.0; 4], label, 1.0, &mut pulls);
        assert_eq!(pulls, [0.5, -0.5, 0.0, 0.0]);
        assert_eq!(Chances::error(&[0.0; 4], label), 0.5 / 3.0);
        let mut bytes = Vec::new();
        Chances::write(label, &mut bytes);
        assert_eq!(
            (Chances::read(&bytes), bytes.len()),
            (label, Chances::BYTES)
        );
    }

    #[test]
    fn labels_are_read_as_written() {
        let mut bytes = Vec::new();
        Difference::write(-64, &mut bytes);
        Strengths::<4>::write([1, 3, 3, 2], &mut bytes);
        assert_eq!(Difference::read(&bytes[..1]), -64);
        assert_eq!(Strengths::<4>::read(&bytes[1..]), [1, 3, 3, 2]);
    }
}
