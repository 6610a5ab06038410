//! Texts like those of a corpus, and wrong in many ways: for tests on stable Rust, which call the same functions as
//! the fuzz targets. The same seed gives the same texts.

use std::path::Path;

/// Returns the texts of a target's corpus, in the order of their names.
pub(crate) fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let entries = std::fs::read_dir(folder.join(target)).expect("the target's corpus");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let texts = paths
        .iter()
        .map(|path| std::fs::read(path).expect("a file"));
    texts.collect()
}

/// Checks texts that were made from those of a corpus: a thousand, in a campaign `KAESU_CAMPAIGN` times as many.
/// Returns how many of them were read.
pub(crate) fn mutate(target: &str, check: impl Fn(&str) -> bool) -> usize {
    let campaign = std::env::var("KAESU_CAMPAIGN");
    let times: u64 = campaign
        .ok()
        .and_then(|times| times.parse().ok())
        .unwrap_or(1);
    let corpus = corpus(target);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let checked = (0..1000 * times).filter(|_| {
        let mut text = corpus[random.below(corpus.len())].clone();
        for _ in 0..=random.below(4) {
            let other = &corpus[random.below(corpus.len())];
            change(&mut text, other, &mut random);
        }
        check(&String::from_utf8_lossy(&text))
    });
    checked.count()
}

/// Bytes that readers treat specially.
const SPECIAL: &[&[u8]] = &[
    b"\0",
    b"\n",
    b"\"",
    b"\\",
    b"'",
    b"[",
    b"]",
    b"{",
    b"}",
    b"-",
    b"0",
    b"9223372036854775807",
    b"-1",
    b"1e999",
    b"nan",
    b"null",
    b"\xff",
    "\u{202e}".as_bytes(),
    "\u{ff11}".as_bytes(),
    "\u{10ffff}".as_bytes(),
    b"\r",
    b"=",
];

fn change(text: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let at = random.below(text.len() + 1);
    let end = (at + random.below(12)).min(text.len());
    match random.below(6) {
        0 => drop(text.drain(at..end)),
        1 => {
            let special = SPECIAL[random.below(SPECIAL.len())];
            text.splice(at..at, special.iter().copied());
        }
        2 => {
            if let Some(byte) = text.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        3 => {
            let part = text[at..end].to_vec();
            text.splice(at..at, part);
        }
        4 => {
            let from = random.below(other.len() + 1);
            let to = (from + random.below(60)).min(other.len());
            text.splice(at..end, other[from..to].iter().copied());
        }
        _ => text.truncate(at),
    }
}

/// Numbers without a pattern, by xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }
}
