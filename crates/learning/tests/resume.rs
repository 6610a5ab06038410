//! A run comes to the same weights however it was interrupted, and refuses what is not its own.

mod digits;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use ::report::Language;
use digits::Digits;
use kaesu_learning::examination::Effort;
use kaesu_learning::run::{
    Finished, LearnError, Options, Step, examinations, go_on_from, play_shard,
};
use kaesu_learning::{Fitting, Plan, learn, report};

fn plan() -> Plan {
    Plan {
        game: "digits".to_owned(),
        seed: 7,
        generations: 3,
        blocks: 5,
        games: 40,
        from: None,
        with: Vec::new(),
        fitting: Fitting::default(),
        effort: Effort {
            positions: 1,
            suite: 1,
            pairs: 4,
            seed: 7,
        },
    }
}

/// Learns until a number of messages about progress has come, if one is given.
fn run(
    plan: &Plan,
    folder: &Path,
    threads: usize,
    stop_after: Option<usize>,
) -> Result<Finished, LearnError> {
    let stop = AtomicBool::new(false);
    let mut heard = 0;
    let mut options = Options {
        threads,
        machine: "a machine",
        stop: &stop,
        progress: &mut |_| {
            heard += 1;
            stop.store(
                stop_after.is_some_and(|most| heard >= most),
                Ordering::Relaxed,
            );
        },
    };
    learn(&Digits, plan, folder, &mut options)
}

fn weights(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("digits.zst")).expect("weights")
}

fn refused(plan: &Plan, folder: &Path) -> String {
    let error = run(plan, folder, 1, None).expect_err("it is refused");
    let sentence = error.to_string();
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence
}

#[test]
fn threads_and_stops_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    assert_eq!(
        run(&plan(), &place("whole"), 1, None).expect("learned"),
        Finished::Complete
    );
    let expected = weights(&place("whole"));
    run(&plan(), &place("threads"), 3, None).expect("learned");
    assert_eq!(weights(&place("threads")), expected);
    for most in [2, 3, 7] {
        let place = place(&format!("stopped-{most}"));
        let mut stops = 0;
        while run(&plan(), &place, 2, Some(most)).expect("it goes on") == Finished::Stopped {
            stops += 1;
            assert!(stops < 100, "it does not get on");
        }
        assert!(stops > 0);
        assert_eq!(weights(&place), expected, "stopped after {most}");
    }
    let other = Plan { seed: 8, ..plan() };
    run(&other, &place("other"), 1, None).expect("learned");
    assert_ne!(weights(&place("other")), expected);
}

#[test]
fn another_program_does_not_go_on_with_a_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("run");
    run(&plan(), &place, 1, Some(3)).expect("it is begun");
    let path = place.join("plan.json");
    let good = fs::read_to_string(&path).expect("a plan");
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    for (from, to, sentence) in [
        (
            &*version,
            "\"version\": \"0.0.1\"",
            "with version 0.0.1 of the program, not version",
        ),
        (
            "\"probe\": \"",
            "\"probe\": \"0",
            "with a program whose fixed games come to 0",
        ),
    ] {
        assert!(good.contains(from), "{good}");
        fs::write(&path, good.replace(from, to)).expect("written");
        let said = refused(&plan(), &place);
        assert!(said.contains(sentence), "{said}");
    }
    // One that was begun before programs were kept goes on, also with more generations.
    let (before, _) = good
        .split_once(",\n  \"program\"")
        .expect("it comes last but one");
    fs::write(&path, format!("{before}\n}}")).expect("written");
    run(&plan(), &place, 1, None).expect("learned");
}

#[test]
fn any_file_may_be_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("run");
    run(&plan(), &place, 1, None).expect("learned");
    let expected = weights(&place);
    let last = place.join("generation-2");
    for names in [
        &["weights.bin"][..],
        &["examination.json"],
        &["weights.bin", "examination.json", "000003.samples"],
        &["weights.bin", "errors.json"],
    ] {
        for name in names {
            fs::remove_file(last.join(name)).expect("it was there");
        }
        fs::remove_file(place.join("digits.zst")).expect("it was there");
        // What an end in the middle of writing leaves.
        fs::write(last.join("weights.unfinished"), b"half").expect("written");
        run(&plan(), &place, 1, None).expect("it goes on");
        assert_eq!(weights(&place), expected, "{names:?}");
    }
}

#[test]
fn blocks_that_are_damaged_are_played_again_and_those_of_others_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (place, other) = (folder.path().join("run"), folder.path().join("other"));
    run(&plan(), &place, 1, None).expect("learned");
    run(&Plan { seed: 8, ..plan() }, &other, 1, None).expect("learned");
    let expected = weights(&place);
    let block = |generation: u32, number: u32| {
        place.join(format!("generation-{generation}/{number:06}.samples"))
    };
    let forget = || {
        fs::remove_file(place.join("generation-2/weights.bin")).expect("it was there");
        fs::remove_file(place.join("digits.zst")).expect("it was there");
    };
    let good = fs::read(block(2, 1)).expect("a block");
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 4;
    for bytes in [&[][..], &good[..good.len() - 9], &good[..9], &flipped] {
        // Of the last generation, and of one that it learns from as well.
        for generation in [1, 2] {
            forget();
            fs::write(block(generation, 1), bytes).expect("written");
            run(&plan(), &place, 2, None).expect("it goes on");
            assert_eq!(weights(&place), expected, "{} bytes", bytes.len());
        }
    }
    // Nothing that was put aside is lost, and nothing is taken for a block.
    let names = fs::read_dir(place.join("generation-2")).expect("a folder");
    let names: Vec<_> = names.flatten().map(|entry| entry.file_name()).collect();
    let ends = |end: &str| {
        let of_end = |name: &&std::ffi::OsString| name.to_str().is_some_and(|n| n.ends_with(end));
        names.iter().filter(of_end).count()
    };
    assert_eq!(
        (ends(".damaged"), ends(".samples"), ends(".unfinished")),
        (4, 5, 0)
    );
    #[cfg(unix)]
    {
        forget();
        fs::remove_file(block(2, 1)).expect("it was there");
        let made = std::process::Command::new("mkfifo")
            .arg(block(2, 1))
            .status();
        assert!(made.expect("mkfifo starts").success());
        run(&plan(), &place, 1, None).expect("it goes on");
        assert_eq!(weights(&place), expected);
    }

    let swapped = fs::read(block(2, 2)).expect("a block");
    let foreign = fs::read(other.join("generation-2/000001.samples")).expect("a block");
    for (bytes, sentence) in [
        (swapped, "000001.samples is of block 2, not block 1"),
        (foreign, "000001.samples is of seed 8, not seed 7"),
    ] {
        forget();
        fs::write(block(2, 1), &bytes).expect("written");
        let said = refused(&plan(), &place);
        assert!(said.contains(sentence), "{said}");
        assert_eq!(fs::read(block(2, 1)).expect("it is left"), bytes);
        fs::write(block(2, 1), &good).expect("written");
        run(&plan(), &place, 1, None).expect("it goes on");
        assert_eq!(weights(&place), expected);
    }
}

#[test]
fn a_run_of_before_blocks_had_heads_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let (place, whole) = (folder.path().join("run"), folder.path().join("whole"));
    run(&plan(), &whole, 1, None).expect("learned");
    let first = Plan {
        generations: 1,
        ..plan()
    };
    run(&first, &place, 1, None).expect("learned");
    let path = place.join("plan.json");
    let kept = fs::read_to_string(&path).expect("a plan");
    let old = kept.replace(",\n  \"heads\": true", "");
    assert_ne!(kept, old);
    fs::write(&path, old).expect("written");
    for block in 0..5 {
        let path = place.join(format!("generation-0/{block:06}.samples"));
        let bytes = fs::read(&path).expect("a block");
        let head = bytes
            .iter()
            .position(|&byte| byte == b'\n')
            .expect("a head");
        fs::write(&path, &bytes[head + 1..bytes.len() - 32]).expect("written");
    }
    run(&plan(), &place, 1, None).expect("it goes on");
    assert_eq!(weights(&place), weights(&whole));
}

#[test]
fn of_plans_that_begin_at_the_same_time_one_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    for round in 0..20 {
        let place = folder.path().join(round.to_string());
        let both = std::thread::scope(|scope| {
            let begun = [2, 3].map(|seed| {
                let (place, plan) = (&place, Plan { seed, ..plan() });
                scope.spawn(move || {
                    let stop = AtomicBool::new(false);
                    let mut options = Options {
                        threads: 1,
                        machine: "a machine",
                        stop: &stop,
                        progress: &mut |_| (),
                    };
                    play_shard(&Digits, &plan, place, (seed - 2, 2), &mut options)
                })
            });
            begun.map(|begun| begun.join().expect("it ends"))
        });
        let refused: Vec<_> = both
            .iter()
            .filter_map(|played| played.as_ref().err())
            .collect();
        let [refused] = refused[..] else {
            panic!("{both:?}");
        };
        assert!(
            refused.to_string().contains("was begun with seed"),
            "{refused}"
        );
    }
    // A file is no folder.
    let file = folder.path().join("file");
    fs::write(&file, "years of work").expect("written");
    let said = refused(&plan(), &file);
    assert!(said.contains("no folder of `kaesu learn`"), "{said}");
}

#[test]
fn more_generations_go_on_from_those_there_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let (long, short) = (folder.path().join("long"), folder.path().join("short"));
    run(&plan(), &long, 1, None).expect("learned");
    let first = Plan {
        generations: 1,
        ..plan()
    };
    run(&first, &short, 1, None).expect("learned");
    run(&plan(), &short, 1, None).expect("learned");
    assert_eq!(weights(&short), weights(&long));
}

#[test]
fn what_belongs_to_another_run_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("run");
    run(&plan(), &place, 1, None).expect("learned");
    let said = refused(&Plan { seed: 9, ..plan() }, &place);
    assert!(said.contains("was begun with seed 7, not seed 9"), "{said}");
    let said = refused(
        &Plan {
            blocks: 6,
            ..plan()
        },
        &place,
    );
    assert!(said.contains("5 blocks, not 6 blocks"), "{said}");

    let thesis = folder.path().join("thesis");
    fs::create_dir(&thesis).expect("a folder");
    fs::write(thesis.join("thesis.tex"), "years of work").expect("written");
    let said = refused(&plan(), &thesis);
    assert!(said.contains("no folder of `kaesu learn`"), "{said}");

    let nowhere = Plan {
        with: vec![PathBuf::from("nowhere")],
        ..plan()
    };
    let said = refused(&nowhere, &folder.path().join("new"));
    assert!(said.contains("nowhere has no files of samples"), "{said}");
    assert!(!Path::new("nowhere").exists());

    fs::write(place.join("generation-2/weights.bin"), b"short").expect("written");
    let said = refused(&plan(), &place);
    assert!(said.contains("there have to be 24 bytes"), "{said}");

    let lock = fs::File::create(place.join("lock")).expect("a lock");
    lock.lock().expect("locked");
    let said = refused(&plan(), &place);
    assert!(said.contains("another program is learning"), "{said}");
}

#[test]
fn samples_from_elsewhere_teach_as_well() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    run(&plan(), &one, 1, None).expect("learned");
    let with = Plan {
        generations: 1,
        with: vec![one.join("generation-2")],
        ..plan()
    };
    run(&with, &other, 1, None).expect("learned");
    let learned = |folder| -> u64 {
        let (_, examined) = examinations(folder).expect("examined");
        examined[0].phases.iter().map(|phase| phase.learned).sum()
    };
    // Four of five blocks of its own, and all five of the other run.
    assert_eq!((learned(&one), learned(&other)), (160, 360));
}

#[test]
fn a_run_goes_on_from_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    let first: Vec<u8> = (0..24).collect();
    let path = Path::new("somebody.bin");
    let learn_from = |name: &str, bytes: &[u8]| {
        let mut plan = plan();
        go_on_from(&Digits, &mut plan, &place(name), (path, bytes))?;
        run(&plan, &place(name), 1, None)
    };
    learn_from("one", &first).expect("learned");
    run(&plan(), &place("nothing"), 1, None).expect("learned");
    assert_ne!(weights(&place("one")), weights(&place("nothing")));
    let card = fs::read_to_string(place("one").join("card.md")).expect("a card");
    assert!(card.contains("the weights 1d64add2a638"), "{card}");

    // Once more, after an end in the middle: the weights are in the folder.
    let expected = weights(&place("one"));
    fs::remove_file(place("one").join("generation-0/weights.bin")).expect("it was there");
    fs::remove_file(place("one").join("generation-1/weights.bin")).expect("it was there");
    learn_from("one", &first).expect("it goes on");
    assert_eq!(weights(&place("one")), expected);

    let said = |result: Result<Finished, LearnError>| result.expect_err("refused").to_string();
    let short = said(learn_from("new", &first[..3]));
    assert_eq!(short, "somebody.bin: there have to be 24 bytes");
    assert!(!place("new").exists());
    let other = said(learn_from("one", &[1; 24]));
    assert!(other.contains("was begun with the weights"), "{other}");
    let none = said(run(&plan(), &place("one"), 1, None));
    assert!(none.contains("not nothing"), "{none}");
}

#[test]
fn the_report_and_the_card_say_what_was_learned() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut steps = Vec::new();
    let stop = AtomicBool::new(false);
    let mut options = Options {
        threads: 1,
        machine: "a machine",
        stop: &stop,
        progress: &mut |progress| steps.push(progress.step),
    };
    learn(&Digits, &plan(), folder.path(), &mut options).expect("learned");
    steps.dedup();
    assert_eq!(
        steps[..4],
        [Step::Play, Step::Fit, Step::Finish, Step::Examine]
    );
    let (plan, examined) = examinations(folder.path()).expect("examined");
    let report = |language| report::of_run(&Digits, &plan, &examined, language);
    let text = report(Language::English).to_string();
    for words in ["best move sorted first", "75.0 %", "\"seed\": 7", "odd"] {
        assert!(text.contains(words), "{words} in {text}");
    }
    let card = fs::read_to_string(folder.path().join("card.md")).expect("a card");
    for words in [
        "3 generations of 5 blocks of 40 games",
        "a machine",
        "320 learned",
        "sha256",
    ] {
        assert!(card.contains(words), "{words} in {card}");
    }
}
