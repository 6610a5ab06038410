//! Codes are read again as a reader would, by what stands in the picture alone.

use super::*;

/// Reads the modules of lines for a terminal.
fn modules(lines: &str) -> Vec<Vec<bool>> {
    let mut rows = Vec::new();
    for line in lines.lines() {
        let line = line.trim_start_matches("\x1b[38;5;16;48;5;231m");
        let line = line.trim_end_matches("\x1b[0m");
        let half = |dark: [char; 2]| line.chars().map(|c| dark.contains(&c)).collect();
        rows.extend([half(['█', '▀']), half(['█', '▄'])]);
    }
    rows
}

/// Reads a code, which has to be without a fault.
fn read(lines: &str) -> String {
    let quiet = QUIET as usize;
    let rows = modules(lines);
    let size = rows[0].len() - 2 * quiet;
    let at = |x: usize, y: usize| rows[y + quiet][x + quiet];
    for (y, row) in rows.iter().enumerate() {
        let outside = |at: usize| !(quiet..size + quiet).contains(&at);
        assert!((0..row.len()).all(|x| !row[x] || !(outside(x) || outside(y))));
    }
    let version = (size - 17) / 4;
    // The first five of the fifteen bits, beside the corner at the top left.
    let bits = (0..5).fold(0, |bits, bit| bits << 1 | usize::from(at(bit, 8)));
    let said = bits ^ 0x5412 >> 10;
    assert_eq!(said >> 3, 0b01, "the lowest level of correction");
    let mut blank = QrCode::empty(version);
    blank.format(0);
    let unmasked = |(x, y): (usize, usize)| at(x, y) != masks(said & 7, x, y);
    let bits: Vec<bool> = blank.path().into_iter().map(unmasked).collect();
    let word = |bits: &[bool]| {
        bits.iter()
            .fold(0u8, |word, &bit| word << 1 | u8::from(bit))
    };
    let words: Vec<u8> = bits.chunks_exact(8).map(word).collect();
    let (all, correcting, blocks) = VERSIONS[version - 1];
    assert_eq!(words.len(), all, "version {version}");
    let mut data = Vec::new();
    for block in 0..blocks {
        let own: Vec<u8> = words.iter().skip(block).step_by(blocks).copied().collect();
        // The polynomial is zero at the roots.
        let mut root = 1;
        for _ in 0..correcting {
            let value = own.iter().fold(0, |value, word| times(value, root) ^ word);
            assert_eq!(value, 0, "version {version}, block {block}");
            root = times(root, 2);
        }
        data.extend_from_slice(&own[..own.len() - correcting]);
    }
    assert_eq!(data[0] >> 4, 0b0100, "bytes");
    let shifted: Vec<u8> = data
        .windows(2)
        .map(|pair| pair[0] << 4 | pair[1] >> 4)
        .collect();
    let length = usize::from(shifted[0]);
    String::from_utf8(shifted[1..=length].to_vec()).expect("it was a text")
}

#[test]
fn what_is_written_is_read_again() {
    let link = "http://192.168.100.100:8080/study";
    assert_eq!(read(&QrCode::of(link).expect("it is short").lines()), link);
    for length in 0..=230 {
        let text: String = (0..length)
            .map(|n| char::from(b'!' + (n * 7 % 90) as u8))
            .collect();
        let code = QrCode::of(&text).expect("it is not too long");
        assert_eq!(read(&code.lines()), text, "{length}");
    }
    assert!(QrCode::of(&"a".repeat(231)).is_none());
}

/// The remainders that the standard prints: of version 7, and of level L with mask 4.
#[test]
fn signs_of_version_and_format_are_those_of_the_standard() {
    assert_eq!(
        7 << 12 | remainder(7 << 12, 0x1f25),
        0b00_0111_1100_1001_0100
    );
    let said = 0b01 << 3 | 4;
    let format = (said << 10 | remainder(said << 10, 0x537)) ^ 0x5412;
    assert_eq!(format, 0b110_0110_0010_1111);
}
