//! `kaesu learn` as people call it, and as the system ends it.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

/// A run of Othello that takes a second or two.
const SMALL: [(&str, &str); 7] = [
    ("--generations", "2"),
    ("--blocks", "3"),
    ("--games", "3"),
    ("--positions", "2"),
    ("--suite", "1"),
    ("--pairs", "1"),
    ("--seed", "5"),
];

/// The small run, with another value of an option or one more.
fn learn(folder: &Path, (name, value): (&str, &str)) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaesu"));
    command.args(["learn", "othello", "--out"]).arg(folder);
    for (option, usual) in SMALL.into_iter().filter(|option| option.0 != name) {
        command.args([option, usual]);
    }
    command.args([name, value]);
    command
}

fn output(mut command: Command) -> Output {
    command.output().expect("the program starts")
}

/// The one sentence with which a command is refused.
fn refused(command: Command) -> String {
    let output = output(command);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[test]
fn killed_again_and_again_it_comes_to_the_same_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let done = output(learn(&whole, ("--threads", "1")));
    let said = String::from_utf8(done.stdout).expect("UTF-8");
    assert!(done.status.success(), "{said}");
    assert!(
        said.contains("Learning othello") && said.contains("card.md"),
        "{said}"
    );
    assert!(whole.join("report/index.html").exists());
    // The same once more in Japanese, with nothing left in English but the plan's keys.
    let done = output(learn(&whole, ("--language", "ja")));
    assert!(done.status.success());
    let page = std::fs::read_to_string(whole.join("report/report.md")).expect("a report");
    let (before, rest) = page.split_once("```").expect("the plan is a listing");
    let (_plan, after) = rest.split_once("```").expect("a listing ends");
    for part in [before, after] {
        let left = report::english_words(part);
        assert!(left.is_empty(), "{left:?} in\n{page}");
    }
    assert!(page.contains("重みの価値"), "{page}");
    let card = std::fs::read_to_string(whole.join("card.md")).expect("a card");
    assert!(card.contains("exact from 14 empty squares"), "{card}");

    // Later and later, so that each end falls into another step.
    for milliseconds in (40..1_200).step_by(130) {
        let mut child = learn(&killed, ("--threads", "2"))
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().expect("it ends, or has ended");
        child.wait().expect("it has ended");
    }
    // A scheduler asks for the end before it kills.
    #[cfg(unix)]
    {
        let stopped = folder.path().join("stopped");
        let first = stopped.join("generation-0/000000.samples");
        let mut many = learn(&stopped, ("--blocks", "1000"));
        many.args(["--threads", "1"]);
        many.stdout(std::process::Stdio::piped());
        let child = many.spawn().expect("the program starts");
        let start = std::time::Instant::now();
        while !first.exists() {
            assert!(start.elapsed() < Duration::from_secs(120), "no block comes");
            std::thread::sleep(Duration::from_millis(10));
        }
        let asked = std::time::Instant::now();
        let mut kill = Command::new("kill");
        let sent = kill.args(["-TERM", &child.id().to_string()]).status();
        assert!(sent.expect("it is sent").success());
        let ended = child.wait_with_output().expect("it ends");
        assert!(asked.elapsed() < Duration::from_secs(10));
        let said = String::from_utf8(ended.stdout).expect("UTF-8");
        assert!(ended.status.success(), "{said}");
        assert!(said.contains("stopped: the same command goes on"), "{said}");
        assert!(!stopped.join("generation-0/weights.bin").exists());
    }
    assert!(output(learn(&killed, ("--threads", "2"))).status.success());
    let weights = |folder: &Path| std::fs::read(folder.join("othello.zst")).expect("weights");
    assert_eq!(weights(&killed), weights(&whole));

    // Played by two machines that share a folder, fitted by one, generation by generation.
    let shared = folder.path().join("shared");
    for generation in ["1", "2"] {
        let shards = ["0/2", "1/2"].map(|shard| {
            let mut command = learn(&shared, ("--shard", shard));
            command.stdout(std::process::Stdio::piped());
            command.spawn().expect("the program starts")
        });
        for shard in shards {
            let played = shard.wait_with_output().expect("it ends");
            let said = String::from_utf8(played.stdout).expect("UTF-8");
            assert!(played.status.success(), "{said}");
            assert!(said.contains("blocks of generation"), "{said}");
        }
        assert!(
            output(learn(&shared, ("--generations", generation)))
                .status
                .success()
        );
    }
    assert_eq!(weights(&shared), weights(&whole));
    let done = output(learn(&shared, ("--shard", "0/2")));
    assert_eq!(done.stdout, b"all generations have their weights\n");

    // A shard reads its blocks, and plays those again that are damaged; what belongs elsewhere is refused.
    let begun = folder.path().join("begun");
    assert!(output(learn(&begun, ("--shard", "0/2"))).status.success());
    let block = begun.join("generation-0/000000.samples");
    let good = std::fs::read(&block).expect("a block");
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 1;
    for bytes in [&[][..], &good[..good.len() - 17], &flipped] {
        std::fs::write(&block, bytes).expect("written");
        assert!(output(learn(&begun, ("--shard", "0/2"))).status.success());
        assert_eq!(std::fs::read(&block).expect("a block"), good);
    }
    let other = whole.join("generation-0/000001.samples");
    std::fs::copy(other, &block).expect("copied");
    let said = refused(learn(&begun, ("--shard", "0/2")));
    assert!(said.contains("is of block 1, not block 0"), "{said}");
    let file = folder.path().join("file");
    std::fs::write(&file, "years of work").expect("written");
    let said = refused(learn(&file, ("--shard", "0/2")));
    assert!(said.contains("no folder of `kaesu learn`"), "{said}");
    let mut yonin = Command::new(env!("CARGO_BIN_EXE_kaesu"));
    yonin.args(["learn", "yonin", "--shard", "0/2", "--out"]);
    yonin.arg(folder.path().join("yonin"));
    assert!(refused(yonin).contains("it has no shards"));

    let said = refused(learn(&whole, ("--blocks", "4")));
    assert!(said.contains("3 blocks, not 4 blocks"), "{said}");

    let path = whole.join("generation-1/weights.bin");
    let good = std::fs::read(&path).expect("weights");
    let with = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        bytes
    };
    for (bytes, sentence) in [
        (good[..good.len() - 2].to_vec(), "bytes long instead of"),
        (with(8), "version 3"),
        (with(good.len() / 2), "damaged"),
        (b"years of work".to_vec(), "no file of Othello weights"),
    ] {
        std::fs::write(&path, bytes).expect("written");
        let said = refused(learn(&whole, ("--threads", "2")));
        assert!(
            said.contains(sentence) && said.contains("weights.bin"),
            "{said}"
        );
    }
}

#[test]
fn mistakes_get_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("run");
    let said = refused(learn(&place, ("--blocks", "1")));
    assert!(said.contains("at least 2"), "{said}");
    let said = refused(learn(&place, ("--with", "nowhere")));
    assert!(said.contains("nowhere has no files of samples"), "{said}");
    std::fs::write(folder.path().join("thesis.tex"), "years of work").expect("written");
    let said = refused(learn(folder.path(), ("--threads", "2")));
    assert!(said.contains("no folder of `kaesu learn`"), "{said}");
    let mut chess = Command::new(env!("CARGO_BIN_EXE_kaesu"));
    chess.args(["learn", "chess", "--out"]).arg(&place);
    assert!(refused(chess).contains("chess"));
    assert!(!place.exists());
}
