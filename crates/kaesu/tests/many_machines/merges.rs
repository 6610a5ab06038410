//! Merges that are killed, stopped and started at the same time.

use std::process::{Child, Stdio};

use super::*;

fn begun(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Returns what is beside a run that is being merged.
fn merging(folder: &Path) -> Option<PathBuf> {
    let mut entries = fs::read_dir(folder).unwrap().flatten();
    let found = entries.find(|entry| entry.path().extension().is_some_and(|end| end == "merging"));
    found.map(|entry| entry.path())
}

#[test]
fn killed_and_stopped_merges_leave_no_run_that_is_not_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = experiment(folder.path(), 20_000);
    let [one, parts, run] = ["one", "parts", "run"].map(|name| folder.path().join(name));
    on_one_machine(&path, &one);
    for number in ["0/2", "1/2"] {
        printed(shard(&path, number, &parts));
    }
    // Two at once, one of which is killed later and later.
    for milliseconds in (0..300).step_by(30) {
        let _ = fs::remove_dir_all(&run);
        let mut killed = begun(merge(&parts, &run));
        let other = begun(merge(&parts, &run));
        std::thread::sleep(Duration::from_millis(milliseconds));
        let _ = killed.kill();
        killed.wait().unwrap();
        let ended = other.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "{milliseconds}: {said}");
        assert_eq!(results(&run), results(&one), "{milliseconds}");
    }
    printed(lab(["verify", text(&run)]));

    // A scheduler's end, in the middle of an audit that would take long.
    fs::remove_dir_all(&run).unwrap();
    let mut audit = merge(&parts, &run);
    audit.args(["--audit", "20000"]);
    let stopped = begun(audit);
    wait_for("the run is being made", 60, || {
        let packed = merging(folder.path())?.join("index.json");
        packed.exists().then_some(())
    });
    let sent = Instant::now();
    terminate(&stopped);
    let ended = stopped.wait_with_output().unwrap();
    assert!(sent.elapsed() < Duration::from_secs(10));
    let said = told(&ended, 1);
    assert!(said.contains("stopped: nothing was changed"), "{said}");
    assert!(!run.exists() && merging(folder.path()).is_none());
    printed(merge(&parts, &run));
    assert_eq!(results(&run), results(&one));
}
