//! Counting positions of disc games on the 8 × 8 grid, for any number of seats whose colours
//! alternate and who may each place on some squares only.

use super::bits::Bits;
use super::kernel::{Kernel, Scalar};

#[cfg(target_arch = "x86_64")]
use super::kernel::Avx2;

/// A position as counting sees it.
#[derive(Clone, Copy)]
pub(crate) struct Node<const SEATS: usize> {
    /// The discs of the colour to move.
    pub(crate) own: u64,
    /// The discs of the other colour.
    pub(crate) other: u64,
    /// Whose turn it is, as a place in the order of play.
    pub(crate) turn: usize,
    /// Where each seat may place, in the order of play.
    pub(crate) allowed: [u64; SEATS],
}

/// Returns the number of positions `depth` plies from here.
pub(crate) fn leaves<const SEATS: usize>(node: Node<SEATS>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Avx2::detect() {
        #[allow(unsafe_code)]
        // SAFETY: `avx2` proves that the processor has the features.
        return unsafe { below_avx2(avx2, node, depth) };
    }
    below_scalar(node, depth)
}

fn below_scalar<const SEATS: usize>(node: Node<SEATS>, depth: u32) -> u64 {
    count(Scalar, node, depth, below_scalar)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn below_avx2<const SEATS: usize>(kernel: Avx2, node: Node<SEATS>, depth: u32) -> u64 {
    count(kernel, node, depth, |node, depth| {
        below_avx2(kernel, node, depth)
    })
}

/// Counts the leaves below one node; compiled into the recursion of each kernel.
#[inline(always)]
fn count<K: Kernel, const SEATS: usize>(
    kernel: K,
    node: Node<SEATS>,
    depth: u32,
    below: impl Fn(Node<SEATS>, u32) -> u64,
) -> u64 {
    let Node {
        own,
        other,
        turn,
        allowed,
    } = node;
    let next = |own, other| Node {
        own,
        other,
        turn: (turn + 1) % SEATS,
        allowed,
    };
    let moves = kernel.moves(own, other) & allowed[turn];
    if depth == 1 {
        return u64::from(moves.len().max(1));
    }
    if moves == 0 {
        let anyone = (1..SEATS).any(|steps| {
            let moves = match steps % 2 {
                0 => kernel.moves(own, other),
                _ => kernel.moves(other, own),
            };
            moves & allowed[(turn + steps) % SEATS] != 0
        });
        return if anyone {
            below(next(other, own), depth - 1)
        } else {
            1
        };
    }
    if depth == 2 {
        return kernel.replies(own, other, moves, allowed[(turn + 1) % SEATS]);
    }
    moves
        .squares()
        .map(|square| {
            let flips = kernel.flips(own, other, square);
            let after = next(other ^ flips, own | flips | u64::only(square));
            below(after, depth - 1)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scalar_twin_counts_the_same() {
        let start = Node {
            own: u64::only(28) | u64::only(35),
            other: u64::only(27) | u64::only(36),
            turn: 0,
            allowed: [!0; 2],
        };
        assert_eq!(below_scalar(start, 8), 390_216);
        assert_eq!(leaves(start, 8), 390_216);
    }
}
