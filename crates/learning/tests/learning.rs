//! Learning finds what is there to be learned, and is the same every time.

mod digits;

use digits::Digits;
use kaesu_learning::head::Strengths;
use kaesu_learning::othello::self_play::Before;
use kaesu_learning::othello::{Generation, Othello, OthelloSample, SelfPlay, quantised};
use kaesu_learning::samples::{Origin, Unread};
use kaesu_learning::{Blocks, Course, Fitting, Sample, Subject, fit};

#[test]
fn a_fit_finds_hidden_weights() {
    let samples = Digits.by_phase((0..2_000).map(digits::sample));
    let fitting = Fitting {
        epochs: 30,
        step: 0.1,
        ..Fitting::default()
    };
    let fitted = fit(&Digits, &samples, &samples, &fitting, None, &mut |_, _| ());
    for error in &fitted.errors {
        assert!(error.error < 0.1, "{error:?}");
        assert_eq!((error.learned, error.held_out), (1_000, 1_000));
    }
    let again = fit(&Digits, &samples, &samples, &fitting, None, &mut |_, _| ());
    assert_eq!(fitted.weights, again.weights);
}

#[test]
fn a_fit_goes_on_where_another_ended() {
    let samples = Digits.by_phase((0..2_000).map(digits::sample));
    let fitting = Fitting {
        epochs: 30,
        step: 0.1,
        ..Fitting::default()
    };
    let first = fit(&Digits, &samples, &samples, &fitting, None, &mut |_, _| ());
    let none = Digits.by_phase([]);
    let begin = Some(&first.weights[..]);
    let same = fit(&Digits, &none, &samples, &fitting, begin, &mut |_, _| ());
    assert_eq!(same.weights, first.weights);
    let once = Fitting {
        epochs: 1,
        ..fitting
    };
    let better = fit(&Digits, &samples, &samples, &once, begin, &mut |_, _| ());
    assert!(better.errors[0].error <= 1.1 * first.errors[0].error);
}

#[test]
fn unquantised_weights_are_the_same_when_they_are_quantised_again() {
    let othello = Othello::new(Vec::new());
    let size = <Othello as Subject>::PHASES * <Othello as Subject>::CELLS;
    let fitted: Vec<f32> = (0..size).map(|cell| (cell % 61) as f32 / 32.0).collect();
    let parameters = engine::selectivity::Parameters::default();
    let weights = std::sync::Arc::new(quantised(&fitted, parameters));
    let again = quantised(&othello.unquantised(&weights), parameters);
    assert_eq!(again.write(), weights.write());
}

/// A game for three: a position holds a digit of base four for each seat, and the greater one wins.
struct Ranks;

impl Subject for Ranks {
    type Position = u8;
    type Head = Strengths<3>;

    const NAME: &'static str = "ranks";
    const BYTES: usize = 1;
    const CELLS: usize = 12;
    const PHASES: usize = 1;

    fn write(&self, position: u8, bytes: &mut Vec<u8>) {
        bytes.push(position);
    }
    fn read(&self, bytes: &[u8]) -> u8 {
        bytes[0]
    }
    fn phase(&self, _: u8) -> usize {
        0
    }
    fn phase_name(&self, _: usize) -> String {
        "all".to_owned()
    }
    fn cells(&self, position: u8, cells: &mut Vec<u32>) {
        cells.extend((0..3).map(|seat| u32::from(digit(position, seat)) + 4 * seat));
    }
}

fn digit(position: u8, seat: u32) -> u8 {
    position >> (2 * seat) & 3
}

#[test]
fn strengths_of_many_seats_are_learned() {
    let samples: Vec<_> = (0..64u8)
        .map(|position| {
            let label = [0, 1, 2].map(|seat| {
                let better = |&other: &u32| digit(position, other) > digit(position, seat);
                1 + (0..3).filter(better).count() as u8
            });
            Sample { position, label }
        })
        .collect();
    let fitting = Fitting {
        epochs: 200,
        step: 0.3,
        half: 1.0,
        ..Fitting::default()
    };
    let fitted = fit(
        &Ranks,
        std::slice::from_ref(&samples),
        std::slice::from_ref(&samples),
        &fitting,
        None,
        &mut |_, _| (),
    );
    // Half of the surprise of the sums that know nothing is far more than what is left.
    assert!(fitted.errors[0].error < 0.2, "{:?}", fitted.errors);
    for seat in 0..3 {
        let strength = |digit: usize| fitted.weights[(digit + 4 * seat) * 3 + seat];
        assert!((1..4).all(|digit| strength(digit) > strength(digit - 1)));
    }
}

#[test]
fn blocks_are_whole_or_absent() {
    let folder = tempfile::tempdir().expect("a folder");
    let blocks = Blocks::open(folder.path()).expect("a folder of blocks");
    let samples: Vec<_> = (0..50).map(digits::sample).collect();
    let origin = Origin {
        game: "digits".to_owned(),
        seed: 7,
        block: 3,
        ..Origin::default()
    };
    blocks.write(&Digits, &origin, &samples).expect("written");
    std::fs::write(folder.path().join("000004.unfinished"), b"x").expect("written");
    assert_eq!(blocks.numbers().expect("a list"), [3]);
    let read = |origin: &Origin, headless| blocks.read(&Digits, origin, headless);
    assert_eq!(read(&origin, false).expect("read"), samples);
    assert!(matches!(
        read(&origin.of_block(4), false),
        Err(Unread::Absent)
    ));
    let other = Origin {
        seed: 8,
        ..origin.clone()
    };
    let Err(Unread::Foreign(said)) = read(&other, false) else {
        panic!("it is of another seed");
    };
    assert_eq!(said, "is of seed 7, not seed 8");

    // Every byte counts, and so does the end.
    let path = blocks.path(3);
    let good = std::fs::read(&path).expect("a block");
    let damaged = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("written");
        matches!(read(&origin, false), Err(Unread::Damaged(_)))
    };
    for at in 0..good.len() {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        assert!(damaged(&bytes), "byte {at}");
        assert!(damaged(&good[..at]), "cut after {at}");
    }
    // One of an earlier version is believed where such blocks may be.
    std::fs::write(&path, [1; 6]).expect("written");
    assert!(matches!(read(&origin, false), Err(Unread::Damaged(_))));
    assert_eq!(read(&origin, true).expect("read").len(), 2);
    std::fs::write(&path, b"xy").expect("written");
    assert!(matches!(read(&origin, true), Err(Unread::Damaged(_))));
}

#[test]
fn own_games_follow_from_their_seed_and_teach() {
    let generation = Generation {
        exact: 8,
        ..Generation::number(0)
    };
    let subject = Othello::new(Vec::new());
    let mut player = SelfPlay::new(subject.nothing(), generation);
    let first = player.block(5, 60);
    let second = player.block(6, 60);
    assert_ne!(first, second);
    let mut again = SelfPlay::new(subject.nothing(), generation);
    assert_eq!(again.block(6, 60), second);

    let learned = subject.by_phase(first.iter().copied());
    let held_out = subject.by_phase(second.iter().copied());
    let fitted = fit(
        &subject,
        &learned,
        &held_out,
        &Fitting::default(),
        None,
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

#[test]
fn labels_of_a_line_lean_on_searches_and_on_what_followed() {
    let play = |follow, astray| {
        let generation = Generation {
            exact: 10,
            astray,
            before: Before::Line { follow },
            ..Generation::number(2)
        };
        let nothing = Othello::new(Vec::new()).nothing();
        SelfPlay::new(nothing, generation).block(1, 4)
    };
    assert_eq!(play(0.9, 4), play(0.9, 4));
    let midgame = |samples: &[OthelloSample]| -> Vec<i8> {
        let before = samples.iter().filter(|s| s.position.empty_count() > 10);
        before.map(|sample| sample.label.abs()).collect()
    };
    // The games are the same, whatever their labels lean on; what followed alone is one value a game.
    let (searched, mixed, followed) = (play(0.0, 0), play(0.5, 0), play(1.0, 0));
    let mut values = midgame(&followed);
    assert!(values.len() > 60 && midgame(&mixed).len() == values.len());
    values.dedup();
    assert!(values.len() <= 4, "{values:?}");
    // Weights that know nothing see nothing before the end.
    assert!(midgame(&searched).iter().all(|&value| value == 0));
    assert!(midgame(&mixed).iter().sum::<i8>() > 0);
}
