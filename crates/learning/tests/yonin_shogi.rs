//! Practice of Yonin-shogi comes to the same weights with any number of threads and however it was
//! interrupted, and what it learns is worth something.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use kaesu_learning::practice::Plan;
use kaesu_learning::practice::run::{Options, examinations};
use kaesu_learning::run::Finished;
use kaesu_learning::yonin_shogi::YoninShogi;

fn plan() -> Plan {
    Plan {
        game: "yonin-shogi".to_owned(),
        seed: 7,
        generations: 2,
        blocks: 2,
        games: 4,
        lambda: 0.9,
        last_step: 0.1,
        openings: 1,
    }
}

/// Learns until a number of blocks has been learned from, if one is given.
fn run(plan: &Plan, folder: &Path, threads: usize, stop_after: Option<u32>) -> Finished {
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
    let finished = YoninShogi.learn(plan, folder, &mut options);
    finished.expect("it learns")
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    assert_eq!(run(&plan(), &whole, 1, None), Finished::Complete);
    for blocks in [1, 3] {
        assert_eq!(run(&plan(), &broken, 3, Some(blocks)), Finished::Stopped);
    }
    assert_eq!(run(&plan(), &broken, 2, None), Finished::Complete);
    let weights = |folder: &Path| fs::read(folder.join("yonin-shogi.zst")).expect("weights");
    assert_eq!(weights(&whole), weights(&broken));
    let card = fs::read_to_string(whole.join("card.md")).expect("a card");
    assert!(
        card.contains("16 games of its own") && card.contains("sha256"),
        "{card}"
    );
}

#[test]
fn a_small_run_beats_chance() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = Plan {
        blocks: 4,
        games: 48,
        openings: 6,
        ..plan()
    };
    run(&plan, folder.path(), 2, None);
    let (_, examined) = examinations(folder.path()).expect("it was examined");
    let last = examined.last().expect("two generations");
    assert!(last.error > 0.0 && last.error < 1.0, "{last:?}");
    let random = last.matches[0].mean_rank().expect("games");
    assert!(random.interval.high < 2.0, "{random}");
}
