//! Check sums that detect accidental changes, but not forgery: FNV-1a with 64 bits.

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Returns the sum of a line, folded to 32 bits.
pub(crate) fn line_sum(bytes: &[u8]) -> u32 {
    let hash = fnv1a(bytes);
    (hash ^ (hash >> 32)) as u32
}

/// Returns the sum of an experiment's text, as the header keeps it.
pub(crate) fn text_sum(text: &str) -> String {
    format!("{:016x}", fnv1a(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_published_vectors() {
        // Fowler, Noll and Vo's own test vectors for 64 bits.
        assert_eq!(text_sum(""), "cbf29ce484222325");
        assert_eq!(text_sum("a"), "af63dc4c8601ec8c");
        assert_eq!(text_sum("foobar"), "85944171f73967e8");
        assert_eq!(line_sum(b"foobar"), 0x8594_4171 ^ 0xf739_67e8);
    }
}
