//! What strangers tried: lines that cannot be, merges at once, pipes in the place of files, folders of something else.

use std::path::PathBuf;
use std::sync::mpsc;

use super::*;

/// Seals a line as the program does: FNV-1a of 64 bits, folded.
fn sealed(line: &str) -> String {
    let (text, _) = line.rsplit_once(",\"check\":\"").unwrap();
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!(
        "{text},\"check\":\"{:08x}\"}}",
        (hash ^ (hash >> 32)) as u32
    )
}

/// Writes one value of the second line of a part otherwise; all seals and sums fit.
fn change(part: &Path, key: &str, value: &str) {
    forge(part, |text| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let key = format!("\"{key}\":");
        let line = &lines[2];
        let from = line.find(&key).unwrap() + key.len();
        let end = match line.as_bytes()[from] {
            b'[' => from + line[from..].find(']').unwrap() + 1,
            _ => from + line[from..].find(',').unwrap(),
        };
        lines[2] = sealed(&format!("{}{value}{}", &line[..from], &line[end..]));
        lines.join("\n") + "\n"
    });
}

/// Returns the names beside a folder that begin like its own.
fn beside(folder: &Path) -> Vec<String> {
    let name = folder.file_name().unwrap().to_str().unwrap();
    let mut all = names(folder.parent().unwrap());
    all.retain(|other| other.starts_with(name));
    all
}

/// Does something that must not wait for ever.
fn soon<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(work()));
    let done = receiver.recv_timeout(Duration::from_secs(60));
    done.expect("it ends")
}

#[test]
fn lines_that_cannot_be_are_named_with_their_part_and_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged] = ["parts", "merged"].map(|name| folder.path().join(name));
    make_all(&small(), 4, &parts);
    let part = parts.join("part-2-of-4.jsonl.zst");
    let good = fs::read(&part).unwrap();
    for (key, value) in [
        ("ranks", "[9,9]"),
        ("ranks", "[2,2]"),
        ("ranks", "[0,1]"),
        ("seats", "[7,0]"),
        ("seats", "[0,0]"),
        ("seats", "[0,1,1]"),
        ("opening", "4000"),
        ("plies", "18446744073709551615"),
        ("plies", "36,\"forfeits\":[[9,1,\"late\"]]"),
        ("scores", "[999,-5]"),
        ("scores", "[18,18]"),
        ("scores", "[19,17]"),
        ("ranks", "[1,1]"),
        ("opening", "0"),
        ("opening", "5"),
        ("opening", "4,\"start\":\"garbage\""),
        ("plies", "31"),
        ("plies", "32,\"forfeits\":[[0,32,\"late\"]]"),
        (
            "moves",
            "\"a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1\"",
        ),
        ("nodes", "[1,2,3]"),
        ("values", "[[1]]"),
    ] {
        fs::write(&part, &good).unwrap();
        change(&part, key, value);
        let said = refused(merge(&parts, &merged), Advice::TryAgain);
        let expected = "part-2-of-4.jsonl.zst is damaged: line 3: ";
        assert!(said.contains(expected), "{key} {value}: {said}");
        assert!(said.ends_with("do shard 2 again"), "{said}");
        assert!(beside(&merged).is_empty());
        assert_eq!(status(&parts).unwrap().missing.to_string(), "2");
    }
    assert!(matches!(
        make(&small(), "2/4", &parts).unwrap(),
        Made::Whole { .. }
    ));
    assert_eq!(merge(&parts, &merged).unwrap(), 60);

    // A run whose lines were changed with all its sums is refused as well, not added up.
    let other = parts.join("part-0-of-4.jsonl.zst");
    for part in [&other, &part] {
        fs::write(part, &good[..good.len() / 3]).unwrap();
    }
    let again = folder.path().join("again");
    let said = refused(merge(&parts, &again), Advice::TryAgain);
    assert!(said.contains("part-0-of-4.jsonl.zst is damaged"), "{said}");
    assert!(said.ends_with("; 1 more shards are not whole: 2"), "{said}");
}

#[test]
fn a_failed_audit_names_the_part_and_leaves_no_run() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged] = ["parts", "merged"].map(|name| folder.path().join(name));
    make_all(&small(), 4, &parts);
    let part = parts.join("part-1-of-4.jsonl.zst");
    let good = fs::read(&part).unwrap();
    // The moves and all that follows from them of the game before, which has the same opening.
    forge(&part, |text| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let rest = |line: &str| line.find(",\"opening\"").unwrap();
        let own = lines[2][..rest(&lines[2])].to_owned();
        lines[2] = sealed(&format!("{own}{}", &lines[1][rest(&lines[1])..]));
        lines.join("\n") + "\n"
    });
    let go_on = AtomicBool::new(false);
    let audit = MergeOptions {
        audit: 60,
        ..merging(&go_on)
    };
    let failed = shard::merge(&parts, &merged, &audit).unwrap_err();
    assert_eq!(failed.advice(), Advice::GiveUp, "{failed}");
    let said = failed.to_string();
    assert!(
        said.contains("part-1-of-4.jsonl.zst is not what the players do"),
        "{said}"
    );
    assert!(beside(&merged).is_empty());
    fs::write(&part, good).unwrap();
    assert_eq!(shard::merge(&parts, &merged, &audit).unwrap().audited, 60);
}

#[test]
fn positions_that_cannot_be_are_named_with_their_part() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged] = ["parts", "merged"].map(|name| folder.path().join(name));
    let trees = series();
    make_all(&trees, 4, &parts);
    let part = parts.join("part-2-of-4.jsonl.zst");
    let good = fs::read(&part).unwrap();
    for (key, value) in [
        ("move", "\"zz\""),
        ("nodes", "18446744073709551615"),
        ("evaluations", "100000000000"),
        ("start", "\"tree\""),
        ("values", "[1,2,3,4,5,6,7]"),
    ] {
        fs::write(&part, &good).unwrap();
        change(&part, key, value);
        let said = refused(merge(&parts, &merged), Advice::TryAgain);
        let expected = "part-2-of-4.jsonl.zst is damaged: line 3: ";
        assert!(said.contains(expected), "{key} {value}: {said}");
    }
    // Their times are those of one kind of processor.
    fs::write(&part, &good).unwrap();
    forge(&part, on_another_processor);
    let said = refused(merge(&parts, &merged), Advice::GiveUp);
    assert!(said.contains("keeps times of Abacus 3"), "{said}");
    fs::write(&part, &good).unwrap();
    assert_eq!(merge(&parts, &merged).unwrap(), 30);
    // Made again, times differ: that is another run.
    fs::remove_file(&part).unwrap();
    make(&trees, "2/4", &parts).unwrap();
    let said = refused(merge(&parts, &merged), Advice::GiveUp);
    assert!(
        said.contains("with other lines than these parts have"),
        "{said}"
    );
}

#[test]
fn what_is_damaged_and_what_is_missing_are_both_named() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged] = ["parts", "merged"].map(|name| folder.path().join(name));
    make_all(&small(), 6, &parts);
    let part = |number: u64| parts.join(format!("part-{number}-of-6.jsonl.zst"));
    fs::write(part(1), "").unwrap();
    fs::remove_file(part(3)).unwrap();
    fs::write(part(4), "").unwrap();
    let said = refused(merge(&parts, &merged), Advice::TryAgain);
    assert!(
        said.ends_with("do shard 1 again; 1 more shards are not whole: 4; 1 shards are missing: 3"),
        "{said}"
    );

    // What cannot come back by trying again: the experiment, and the place of the run.
    #[cfg(unix)]
    {
        make_all(&small(), 6, &parts);
        std::os::unix::fs::symlink("nowhere", &merged).unwrap();
        let said = refused(merge(&parts, &merged), Advice::GiveUp);
        assert!(said.contains("a link to nowhere"), "{said}");
        fs::remove_file(&merged).unwrap();
    }
    fs::remove_file(parts.join("experiment.toml")).unwrap();
    let said = refused(merge(&parts, &merged), Advice::GiveUp);
    assert!(said.contains("experiment.toml is gone"), "{said}");
    assert_eq!(status(&parts).unwrap_err().advice(), Advice::GiveUp);
    let made = make(&small(), "0/6", &parts).unwrap_err();
    assert_eq!(made.advice(), Advice::GiveUp, "{made}");
}

#[test]
fn merges_at_once_come_to_one_run_and_leave_nothing_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let [one, parts, merged] = ["one", "parts", "merged"].map(|name| folder.path().join(name));
    whole(&small(), &one);
    make_all(&small(), 7, &parts);
    // What a merge left that was killed, and what shards were writing.
    let killed = folder.path().join("merged.host-1-0badcafe.merging");
    fs::create_dir(&killed).unwrap();
    fs::write(killed.join("games.jsonl.zst"), "torn").unwrap();
    // That of another run whose name begins alike.
    let other = folder.path().join("merged.5.host-1-0badcafe.merging");
    fs::create_dir(&other).unwrap();
    for name in ["division.json", "part-3-of-7.jsonl.zst"] {
        fs::write(
            parts.join(format!("{name}.host-1-0badcafe.unfinished")),
            "torn",
        )
        .unwrap();
    }
    fs::write(parts.join("try-3-of-7-host-1-0badcafe.jsonl"), "torn").unwrap();
    for _ in 0..4 {
        let _ = fs::remove_dir_all(&merged);
        std::thread::scope(|scope| {
            let all = [(); 4].map(|()| scope.spawn(|| merge(&parts, &merged)));
            for done in all {
                assert_eq!(done.join().unwrap().unwrap(), 60);
            }
        });
        assert_eq!(contents(&merged), contents(&one));
        assert!(Run::open(&merged).unwrap().verify(0).unwrap().sums);
        assert_eq!(
            beside(&merged),
            ["merged", "merged.5.host-1-0badcafe.merging"]
        );
    }
    assert_eq!(names(&parts).len(), 7 + 2, "{:?}", names(&parts));
}

#[test]
fn what_is_stopped_ends_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged] = ["parts", "merged"].map(|name| folder.path().join(name));
    make_all(&small(), 2, &parts);
    let stop = AtomicBool::new(true);
    let stopped = shard::merge(&parts, &merged, &merging(&stop)).unwrap_err();
    assert!(matches!(stopped, ShardError::Interrupted), "{stopped}");
    assert_eq!(stopped.advice(), Advice::TryAgain);
    assert!(beside(&merged).is_empty());
    let stopped = shard::status(&parts, 1, &stop).unwrap_err();
    assert!(matches!(stopped, ShardError::Interrupted), "{stopped}");
}

#[cfg(unix)]
#[test]
fn pipes_and_endless_files_are_not_waited_for() {
    let pipe = |path: &Path| {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
    };
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged] = ["parts", "merged"].map(|name| folder.path().join(name));
    make_all(&small(), 4, &parts);
    for (number, name) in [(1, "part-1-of-4.jsonl.zst"), (3, "part-3-of-4.jsonl.zst")] {
        fs::remove_file(parts.join(name)).unwrap();
        if number == 1 {
            pipe(&parts.join(name));
        } else {
            std::os::unix::fs::symlink("/dev/zero", parts.join(name)).unwrap();
        }
    }
    pipe(&parts.join("try-1-of-4-host-1-0badcafe.jsonl"));
    let endless = parts.join("try-3-of-4-host-1-0badcafe.jsonl");
    std::os::unix::fs::symlink("/dev/zero", endless).unwrap();
    let looked = {
        let parts = parts.clone();
        soon(move || status(&parts)).unwrap()
    };
    assert_eq!(looked.missing.to_string(), "1,3");
    assert!(
        looked.problems[0].contains("it is no regular file"),
        "{looked:?}"
    );
    assert_eq!(looked.begun, [(1, 0), (3, 0)]);
    let made = {
        let parts = parts.clone();
        soon(move || ["1/4", "3/4"].map(|shard| make(&small(), shard, &parts).unwrap()))
    };
    assert!(made.iter().all(|made| matches!(made, Made::Whole { .. })));
    assert_eq!(merge(&parts, &merged).unwrap(), 60);

    let division = parts.join("division.json");
    let good = fs::read_to_string(&division).unwrap();
    let many = good.replace("\"shards\": 4", "\"shards\": 1000000000000");
    fs::write(&division, many).unwrap();
    let said = status(&parts).unwrap_err();
    assert_eq!(said.advice(), Advice::GiveUp);
    assert!(
        said.to_string().contains("speaks of 1000000000000 shards"),
        "{said}"
    );
    fs::remove_file(&division).unwrap();
    pipe(&division);
    let said = soon(move || status(&parts)).unwrap_err();
    assert!(said.to_string().contains("no regular file"), "{said}");
}

#[test]
fn folders_of_runs_and_of_shards_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let [run, parts, file] = ["run", "parts", "file"].map(|name| folder.path().join(name));
    whole(&small(), &run);
    make_all(&small(), 2, &parts);
    fs::write(&file, "years of work").unwrap();
    let before = [&run, &parts].map(|folder| names(folder));
    let said = refused(merge(&parts, &parts), Advice::GiveUp);
    assert!(
        said.contains("it has no run.json but other files"),
        "{said}"
    );
    let into = |folder: &PathBuf| {
        let error = make(&small(), "0/2", folder).unwrap_err();
        assert_eq!(error.advice(), Advice::GiveUp, "{error}");
        error.to_string()
    };
    assert!(into(&run).contains("holds other files"));
    assert!(into(&file).contains("is no folder"));
    let mut options = Options {
        threads: 1,
        program: program(),
        stop: &AtomicBool::new(false),
        progress: &mut |_| (),
    };
    let said = run::play_into(&small(), &parts, &mut options).map(|_| ());
    let said = said.unwrap_err().to_string();
    assert!(said.contains("it holds shards"), "{said}");
    let said = status(&file).unwrap_err();
    assert_eq!(said.advice(), Advice::GiveUp);
    assert!(said.to_string().contains("has no shards"), "{said}");
    assert_eq!([&run, &parts].map(|folder| names(folder)), before);

    // An experiment file of the same name is nobody's to write beside.
    let own = folder.path().join("own");
    fs::create_dir(&own).unwrap();
    fs::write(own.join("experiment.toml"), "about = \"mine\"\n").unwrap();
    assert!(into(&own).contains("holds other files"));
    assert_eq!(names(&own), ["experiment.toml"]);
}
