//! The lab on a faulty disk: whatever happens, the same command again comes to the same run, byte for byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Disk, Fault, KAESU, faults, says_why, succeeds};

fn experiment(folder: &Path) -> PathBuf {
    let path = folder.join("experiment.toml");
    let text = "about = \"\"\ngame = \"othello\"\nkind = \"match\"\ngames = 200\nseed = 1\n\
                [openings.random]\nplies = 8\n\
                [[player]]\nname = \"a\"\nplayer = \"random\"\n\
                [[player]]\nname = \"b\"\nplayer = \"random\"\n";
    fs::write(&path, text).unwrap();
    path
}

fn lab<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Command {
    let mut command = Command::new(KAESU);
    command.arg("lab").args(arguments);
    command
}

fn run(file: &Path, run: &Path) -> Command {
    let mut command = lab(&["run"]);
    command.arg(file).arg("--run").arg(run);
    command.args(["--threads", "1"]);
    command
}

fn shard(file: &Path, number: u8, out: &Path) -> Command {
    let mut command = lab(&["shard"]);
    command.arg(file).args(["--shard", &format!("{number}/2")]);
    command.arg("--out").arg(out).args(["--threads", "1"]);
    command
}

fn results(run: &Path) -> [Vec<u8>; 2] {
    ["games.jsonl.zst", "results.csv"].map(|name| fs::read(run.join(name)).unwrap())
}

/// Tries a command on a disk with each fault in turn, and then what has to come of it.
fn survives(few: u64, command: impl Fn(&Disk) -> Command, comes_to: impl Fn(&Disk, Fault)) {
    let disk = Disk::new();
    let whole = Fault::Error(0);
    succeeds(disk.on(command(&disk), "count", 0), whole);
    comes_to(&disk, whole);
    let operations = disk.counted();
    assert!(operations > 5, "{operations}");
    for fault in faults(operations, few) {
        let disk = Disk::new();
        let output = disk.with(command(&disk), fault).output().unwrap();
        says_why(&output, fault);
        if let Fault::Power(at, _) = fault {
            // Games are handed over by the clock: a quicker run has fewer operations than were counted.
            let was_cut = output.status.code().is_none();
            assert!(
                was_cut || disk.counted() < at,
                "{fault:?}: the power was not cut"
            );
        }
        comes_to(&disk, fault);
    }
}

#[test]
fn a_run_goes_on_after_any_fault_and_comes_to_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path());
    let one = folder.path().join("one");
    succeeds(run(&file, &one), Fault::Error(0));
    survives(
        6,
        |disk| run(&file, &disk.path("run")),
        |disk, fault| {
            let again = disk.path("run");
            succeeds(run(&file, &again), fault);
            assert_eq!(results(&again), results(&one), "{fault:?}");
            let mut verify = lab(&["verify"]);
            verify.arg(&again);
            let said = succeeds(verify, fault);
            assert!(
                said.contains("all files fit their sums"),
                "{fault:?}: {said}"
            );
        },
    );
}

#[test]
fn a_shard_goes_on_after_any_fault_and_merges_to_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path());
    let one = folder.path().join("one");
    succeeds(run(&file, &one), Fault::Error(0));
    survives(
        4,
        |disk| shard(&file, 0, &disk.path("parts")),
        |disk, fault| {
            let (parts, merged) = (disk.path("parts"), disk.path("merged"));
            for number in 0..2 {
                succeeds(shard(&file, number, &parts), fault);
            }
            let mut merge = lab(&["merge"]);
            merge.arg(&parts).arg("--run").arg(&merged);
            succeeds(merge, fault);
            assert_eq!(results(&merged), results(&one), "{fault:?}");
        },
    );
}
