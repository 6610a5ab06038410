//! What a scheduler hears of a shard that breaks: 0, 1 or 2.

use std::path::Path;
use std::process::{Command, Stdio};

use super::*;

/// Waits until so many tries have lines: the last of them is being made.
fn wait_for_lines(parts: &Path, tries: usize) {
    wait_for("lines come", 300, || {
        let entries = fs::read_dir(parts).ok()?;
        let begun = entries.flatten().filter(|entry| {
            let name = entry.file_name();
            name.to_str().is_some_and(|name| name.starts_with("try-"))
                && entry.metadata().is_ok_and(|file| file.len() > 20_000)
        });
        (begun.count() == tries).then_some(())
    });
}

/// Returns the number before some words.
fn number_before(said: &str, words: &str) -> u64 {
    let (before, _) = said.split_once(words).expect(said);
    let number = before.rsplit(' ').next().unwrap();
    number.parse().expect(said)
}

#[test]
fn a_shard_that_was_killed_or_stopped_is_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = experiment(folder.path(), 60_000);
    let [one, parts, run] = ["one", "parts", "run"].map(|name| folder.path().join(name));
    on_one_machine(&experiment, &one);

    let quiet = |mut command: Command| {
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let mut killed = quiet(shard(&experiment, "0/2", &parts));
    wait_for_lines(&parts, 1);
    killed.kill().unwrap();
    killed.wait().unwrap();

    let stopped = quiet(shard(&experiment, "0/2", &parts));
    wait_for_lines(&parts, 2);
    let sent = Instant::now();
    terminate(&stopped);
    let ended = stopped.wait_with_output().unwrap();
    assert!(sent.elapsed() < Duration::from_secs(10));
    let said = told(&ended, 1);
    assert!(said.contains("the same command goes on"), "{said}");
    let kept = number_before(&said, " lines are kept");
    let looked = output(lab(["status", text(&parts)]));
    let said = String::from_utf8(looked.stdout.clone()).unwrap();
    assert_eq!(number_before(&said, " lines are kept"), kept, "{said}");
    let said = told(&looked, 1);
    assert!(said.contains("2 of 2 shards are missing: 0-1"), "{said}");
    let said = refused(merge(&parts, &run), 1);
    assert!(said.contains("2 of 2 shards are missing: 0-1"), "{said}");

    let said = printed(shard(&experiment, "0/2", &parts));
    assert!(said.starts_with("shard 0/2: 30000 lines, whole"), "{said}");
    assert_eq!(number_before(&said, " taken over"), kept, "{said}");
    printed(shard(&experiment, "1/2", &parts));
    assert!(printed(shard(&experiment, "1/2", &parts)).contains("since earlier"));
    assert_eq!(
        printed(lab(["status", text(&parts)])),
        "2 of 2 shards are whole\n"
    );
    assert_eq!(printed(lab(["status", text(&parts), "--missing"])), "\n");
    let said = printed(merge(&parts, &run));
    assert!(said.starts_with("60000 games, complete, in"), "{said}");
    assert_eq!(results(&run), results(&one));
}

#[test]
fn a_full_disk_is_tried_again_and_mistakes_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = experiment(folder.path(), 4000);
    let [one, parts, run] = ["one", "parts", "run"].map(|name| folder.path().join(name));
    on_one_machine(&path, &one);
    // No file may grow beyond so many blocks; the signal that would say so is ignored.
    let script =
        "trap '' XFSZ; ulimit -f 300; exec \"$0\" lab shard \"$1\" --shard 0/1 --out \"$2\"";
    let mut full = Command::new("sh");
    full.args(["-c", script, KAESU]).args([&path, &parts]);
    let said = refused(full, 1);
    assert!(
        said.contains("cannot be written") && said.contains("games are kept"),
        "{said}"
    );
    let kept = number_before(&said, " games are kept");
    let looked = output(lab(["status", text(&parts), "--missing"]));
    assert_eq!(looked.stdout, b"0\n");
    told(&looked, 1);
    let said = printed(shard(&path, "0/1", &parts));
    assert_eq!(number_before(&said, " taken over"), kept, "{said}");

    let part = parts.join("part-0-of-1.jsonl.zst");
    let good = fs::read(&part).unwrap();
    fs::write(&part, &good[..good.len() / 2]).unwrap();
    let said = refused(merge(&parts, &run), 1);
    assert!(said.contains("part-0-of-1.jsonl.zst is damaged"), "{said}");
    fs::write(&part, &good).unwrap();
    printed(merge(&parts, &run));
    assert_eq!(results(&run), results(&one));
    assert!(printed(merge(&parts, &run)).contains("complete since earlier"));

    let said = refused(shard(&path, "4/4", &parts), 2);
    assert!(said.contains("the shards of 4 are 0 to 3"), "{said}");
    let said = refused(shard(&path, "0/4", &parts), 2);
    assert!(said.contains("of 1, and this is one of 4"), "{said}");
    let said = refused(shard(&folder.path().join("nowhere.toml"), "0/1", &parts), 2);
    assert!(said.contains("cannot be read"), "{said}");
    for nowhere in [folder.path(), &path] {
        let said = refused(merge(nowhere, &run), 2);
        assert!(said.contains("has no shards"), "{said}");
        let said = refused(lab(["status", text(nowhere)]), 2);
        assert!(said.contains("has no shards"), "{said}");
    }
    let many = "0/1000000000000";
    let said = refused(shard(&path, many, &folder.path().join("many")), 2);
    assert!(said.contains("1000000000000 shards are too many"), "{said}");
    let other = experiment(folder.path(), 4002);
    let said = refused(shard(&other, "0/1", &parts), 2);
    assert!(said.contains("of another experiment"), "{said}");
    let nobody = lab(["submit", text(&other), "--to", "nobody"]);
    assert!(refused(nobody, 2).contains("there is no engine \"nobody\""));
    let waves = lab(["submit", text(&other), "--to", "slurm", "--wave", "2"]);
    assert!(refused(waves, 2).contains("a stopping rule"));
    let broken = lab(["submit", text(&other), "--to", "slurm", "--out", "a\nb"]);
    assert!(refused(broken, 2).contains("no name for a folder"));
    let mut alone = lab([
        "submit",
        text(&other),
        "--to",
        "slurm",
        "--out",
        text(&folder.path().join("alone")),
    ]);
    alone.env("PATH", "/nowhere");
    let said = refused(alone, 1);
    assert!(said.contains("sbatch cannot be started"), "{said}");
    assert!(folder.path().join("alone/shard.sh").exists());
}

#[test]
fn output_that_nobody_reads_or_that_cannot_be_written_does_not_change_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = experiment(folder.path(), 200);
    let [parts, run] = ["parts", "run"].map(|name| folder.path().join(name));
    let full = |mut command: Command| {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        command.stdout(full.unwrap());
        output(command)
    };
    let closed = |mut command: Command| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        command.stdout(writer);
        output(command)
    };
    let code = |ended: &std::process::Output| ended.status.code();
    // The work is done, whatever becomes of the sentence about it.
    assert_eq!(code(&full(shard(&path, "0/2", &parts))), Some(0));
    for more in [&[][..], &["--missing"]] {
        let status = || {
            let mut status = lab(["status", text(&parts)]);
            status.args(more);
            status
        };
        let said = told(&closed(status()), 1);
        assert!(said.contains("1 of 2 shards are missing: 1"), "{said}");
        told(&full(status()), 1);
    }
    assert_eq!(code(&closed(shard(&path, "1/2", &parts))), Some(0));
    assert_eq!(code(&closed(lab(["status", text(&parts)]))), Some(0));
    let said = told(&full(lab(["status", text(&parts)])), 1);
    assert!(said.contains("nothing is missing"), "{said}");
    let merged = full(merge(&parts, &run));
    assert_eq!(code(&merged), Some(0));
    printed(lab(["verify", text(&run)]));
}
