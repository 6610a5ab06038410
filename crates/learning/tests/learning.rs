//! Learning finds what is there to be learned, can stop and go on, and is the same every time.

use kaesu_learning::othello::{Generation, Othello, SelfPlay, by_phase, nothing, quantised};
use kaesu_learning::{Blocks, Fitting, Sample, Subject, fit};

/// A tiny subject: positions are numbers, the value is a sum over their digits.
struct Digits;

const HIDDEN: [i32; 12] = [3, -2, 5, 0, -4, 1, 2, -6, 0, 4, -1, 7];

impl Subject for Digits {
    type Position = u16;
    const BYTES: usize = 2;
    const CELLS: usize = 12;
    const PHASES: usize = 2;

    fn write(&self, position: u16, bytes: &mut Vec<u8>) {
        bytes.extend(position.to_le_bytes());
    }
    fn read(&self, bytes: &[u8]) -> u16 {
        u16::from_le_bytes([bytes[0], bytes[1]])
    }
    fn phase(&self, position: u16) -> usize {
        usize::from(position % 2)
    }
    fn cells(&self, position: u16, cells: &mut Vec<u32>) {
        // Three digits of base four, each with four cells of its own.
        cells.extend((0..3).map(|digit| u32::from(position >> (2 * digit) & 3) + 4 * digit));
    }
}

fn label(position: u16) -> i8 {
    let mut cells = Vec::new();
    Digits.cells(position, &mut cells);
    cells.iter().map(|&cell| HIDDEN[cell as usize]).sum::<i32>() as i8
}

#[test]
fn a_fit_finds_hidden_weights() {
    let mut samples = vec![Vec::new(); 2];
    for position in 0..2_000u16 {
        samples[Digits.phase(position)].push(Sample {
            position,
            label: label(position),
        });
    }
    let fitting = Fitting {
        epochs: 30,
        step: 0.1,
        ..Fitting::default()
    };
    let fitted = fit(&Digits, &samples, &samples, &fitting, &mut |_, _| ());
    for report in &fitted.report {
        assert!(report.error < 0.1, "{report:?}");
        assert_eq!((report.learned, report.held_out), (1_000, 1_000));
    }
    let again = fit(&Digits, &samples, &samples, &fitting, &mut |_, _| ());
    assert_eq!(fitted.weights, again.weights);
}

#[test]
fn blocks_are_whole_or_absent() {
    let folder = tempfile::tempdir().expect("a folder");
    let blocks = Blocks::open(folder.path()).expect("a folder of blocks");
    let samples: Vec<_> = (0..50)
        .map(|position| Sample {
            position,
            label: label(position),
        })
        .collect();
    blocks.write(&Digits, 3, &samples).expect("written");
    std::fs::write(folder.path().join("000004.unfinished"), b"x").expect("written");
    assert!(blocks.has(3) && !blocks.has(4));
    assert_eq!(blocks.numbers().expect("a list"), [3]);
    assert_eq!(blocks.read(&Digits, 3).expect("read"), samples);
    std::fs::write(folder.path().join("000005.samples"), b"xy").expect("written");
    let error = blocks
        .read(&Digits, 5)
        .expect_err("two bytes are no sample");
    assert!(error.to_string().contains("cut off"));
}

#[test]
fn own_games_follow_from_their_number_and_teach() {
    let generation = Generation {
        random: (8, 37),
        depth: 0,
        noise: 2.0,
        exact: 8,
        seed: 5,
    };
    let subject = Othello::default();
    let mut player = SelfPlay::new(nothing(), generation);
    let first = player.block(0, 60);
    let second = player.block(1, 60);
    assert_ne!(first, second);
    assert_eq!(SelfPlay::new(nothing(), generation).block(1, 60), second);

    let learned = by_phase(&subject, first.iter().copied());
    let held_out = by_phase(&subject, second.iter().copied());
    let fitted = fit(
        &subject,
        &learned,
        &held_out,
        &Fitting::default(),
        &mut |_, _| (),
    );
    let weights = quantised(&fitted.weights, engine::selectivity::Parameters::default());
    let error = |value: &dyn Fn(engine::Board) -> f64| -> f64 {
        let late = second
            .iter()
            .filter(|sample| sample.position.empty_count() <= 6);
        late.map(|sample| (value(sample.position) - f64::from(sample.label)).abs())
            .sum()
    };
    let (learned, nothing) = (
        error(&|board| weights.evaluate_discs(board)),
        error(&|_| 0.0),
    );
    assert!(learned < 0.7 * nothing, "{learned} {nothing}");
}
