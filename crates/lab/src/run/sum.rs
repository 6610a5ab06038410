//! Check sums that detect accidental changes: FNV-1a with 64 bits for a line, which has to be short,
//! and SHA-256 for files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

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

/// A SHA-256 that grows with what is written.
#[derive(Clone, Default)]
pub(crate) struct FileSum(Sha256);

impl FileSum {
    /// Adds the next bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the sum of all bytes, in hexadecimal.
    pub(crate) fn end(self) -> String {
        let digest = self.0.finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the sum of these bytes.
    pub(crate) fn of(bytes: &[u8]) -> String {
        let mut sum = Self::default();
        sum.add(bytes);
        sum.end()
    }

    /// Returns the sum of a file.
    pub(crate) fn of_file(path: &Path) -> io::Result<String> {
        let mut file = File::open(path)?;
        let (mut sum, mut buffer) = (Self::default(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(sum.end()),
                read => sum.add(&buffer[..read]),
            }
        }
    }
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
