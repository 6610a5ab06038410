//! `kaesu learn yonin` as people call it, and as the system ends it.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

fn learn(folder: &Path, threads: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaesu"));
    command.args(["learn", "yonin", "--out"]).arg(folder);
    command.args(["--generations", "2", "--blocks", "4", "--games", "40"]);
    command.args(["--openings", "1", "--seed", "5", "--threads", threads]);
    command
}

#[test]
fn killed_again_and_again_it_comes_to_the_same_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let done = learn(&whole, "1").output().expect("the program starts");
    let said = String::from_utf8(done.stdout).expect("UTF-8");
    assert!(done.status.success(), "{said}");
    assert!(
        said.contains("Learning yonin") && said.contains("card.md"),
        "{said}"
    );
    assert!(whole.join("report/index.html").exists());

    // Later and later, so that each end falls into another step.
    for milliseconds in (100..3_000).step_by(500) {
        let mut child = learn(&killed, "2").spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().expect("it ends, or has ended");
        child.wait().expect("it has ended");
    }
    let done = learn(&killed, "2").status().expect("the program starts");
    assert!(done.success());
    let weights = |folder: &Path| std::fs::read(folder.join("yonin.zst")).expect("weights");
    assert_eq!(weights(&killed), weights(&whole));
}

#[test]
fn mistakes_get_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("letter.txt"), "Dear all").expect("it can be written");
    let mut wrong = learn(folder.path(), "1");
    let foreign = wrong.output().expect("the program starts");
    let said = String::from_utf8(foreign.stderr).expect("UTF-8");
    assert_eq!(foreign.status.code(), Some(2), "{said}");
    assert!(
        said.lines().count() == 1 && said.contains("no folder of `kaesu learn`"),
        "{said}"
    );
    let mut wrong = learn(&folder.path().join("new"), "1");
    let wrong = wrong.args(["--lambda", "1.5"]).output().expect("it starts");
    let said = String::from_utf8(wrong.stderr).expect("UTF-8");
    assert_eq!(wrong.status.code(), Some(2), "{said}");
    assert!(said.contains("from 0 to 1, such as 0.95"), "{said}");
}
