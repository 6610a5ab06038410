//! Practice comes to the same weights with any number of threads and however it was interrupted, and
//! what it learns is worth something.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use kaesu_learning::practice::run::{Options, examinations};
use kaesu_learning::practice::{Plan, report};
use kaesu_learning::run::{Finished, LearnError};
use kaesu_learning::yonin::Yonin;

fn plan() -> Plan {
    Plan {
        game: "yonin".to_owned(),
        seed: 7,
        generations: 2,
        blocks: 3,
        games: 8,
        lambda: 0.9,
        last_step: 0.1,
        openings: 1,
    }
}

/// Learns until a number of blocks has been learned from, if one is given.
fn run(
    plan: &Plan,
    folder: &Path,
    threads: usize,
    stop_after: Option<u32>,
) -> Result<Finished, LearnError> {
    let stop = AtomicBool::new(false);
    let mut heard = 0;
    let mut options = Options {
        threads,
        machine: "a machine",
        stop: &stop,
        progress: &mut |_, _, _| {
            heard += 1;
            stop.store(
                stop_after.is_some_and(|most| heard >= most),
                Ordering::Relaxed,
            );
        },
    };
    Yonin::default().learn(plan, folder, &mut options)
}

fn weights(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("yonin.zst")).expect("weights")
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    assert_eq!(
        run(&plan(), &whole, 1, None).expect("it learns"),
        Finished::Complete
    );
    for blocks in [1, 2, 4] {
        let stopped = run(&plan(), &broken, 3, Some(blocks)).expect("it learns");
        assert_eq!(stopped, Finished::Stopped);
    }
    assert_eq!(
        run(&plan(), &broken, 2, None).expect("it learns"),
        Finished::Complete
    );
    assert_eq!(weights(&whole), weights(&broken));
    let card = fs::read_to_string(whole.join("card.md")).expect("a card");
    assert!(
        card.contains("48 games of its own") && card.contains("sha256"),
        "{card}"
    );

    // Another seed is another run, and the folder says so.
    let other = Plan { seed: 8, ..plan() };
    let refused = run(&other, &whole, 1, None)
        .expect_err("another plan")
        .to_string();
    assert!(
        refused.contains("was begun with") && !refused.contains('\n'),
        "{refused}"
    );
    fs::write(broken.join("state.zst"), b"nothing").expect("it can be written");
    let refused = run(&plan(), &broken, 1, None)
        .expect_err("a damaged file")
        .to_string();
    assert!(refused.contains("state.zst cannot be read"), "{refused}");
}

#[test]
fn a_small_run_beats_chance_and_knows_what_to_expect() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = Plan {
        generations: 3,
        blocks: 4,
        games: 128,
        openings: 12,
        ..plan()
    };
    run(&plan, folder.path(), 2, None).expect("it learns");
    let (plan, examined) = examinations(folder.path()).expect("it was examined");
    assert_eq!(examined.len(), 3);
    let last = &examined[2];
    assert!(last.error > 0.0 && last.error < 0.95, "{last:?}");
    let random = last.matches[0].mean_rank().expect("games");
    assert!(random.interval.high < 2.5, "{random}");
    let seats: u64 = last.calibration.iter().map(|bin| bin.count).sum();
    assert!(seats > 1000, "positions of its own games were compared");
    let text = report::of_run(&plan, &examined).to_string();
    for wanted in [
        "Learning yonin",
        "three random",
        "rank expected",
        "reproduce",
    ] {
        assert!(text.contains(wanted), "{text}");
    }
}
