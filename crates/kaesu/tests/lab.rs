//! Runs as people make them: killed, interrupted, out of disk, gone on with, and refused.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const KAESU: &str = env!("CARGO_BIN_EXE_kaesu");

/// Quick games, but too many to be over before anybody can break them off.
fn experiment(folder: &Path, games: u32) -> PathBuf {
    let path = folder.join("quick.toml");
    let text = format!(
        "about = \"quick\"\ngame = \"othello\"\nkind = \"match\"\ngames = {games}\n\
         [openings.random]\nplies = 8\n\
         [[player]]\nname = \"a\"\nplayer = \"random\"\n\
         [[player]]\nname = \"b\"\nplayer = \"random\"\n"
    );
    fs::write(&path, text).unwrap();
    path
}

fn lab(arguments: &[&str]) -> Output {
    let mut command = Command::new(KAESU);
    command.arg("lab").args(arguments);
    command.output().expect("the program starts")
}

fn run(experiment: &Path, run: &Path, threads: &str) -> Output {
    let [experiment, run] = [experiment, run].map(|path| path.to_str().unwrap());
    lab(&["run", experiment, "--run", run, "--threads", threads])
}

fn printed(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn refused(output: &Output) -> String {
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(!said.contains("panicked"), "{said}");
    said
}

fn start(experiment: &Path, run: &Path) -> Child {
    Command::new(KAESU)
        .args(["lab", "run"])
        .arg(experiment)
        .arg("--run")
        .arg(run)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits until some games are written, but not all.
fn wait_for_games(run: &Path) {
    let start = Instant::now();
    let written = || fs::metadata(run.join("games.jsonl")).map_or(0, |file| file.len());
    while written() < 20_000 {
        assert!(start.elapsed() < Duration::from_secs(300), "no games come");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn results(run: &Path) -> [Vec<u8>; 2] {
    ["games.jsonl.zst", "results.csv"].map(|name| fs::read(run.join(name)).unwrap())
}

/// How much longer than usual: once unless a campaign says otherwise.
fn campaign() -> u64 {
    let told = std::env::var("KAESU_CAMPAIGN").ok();
    told.and_then(|told| told.parse().ok()).unwrap_or(1)
}

#[test]
fn a_run_that_was_killed_goes_on_and_comes_to_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = experiment(folder.path(), 60_000);
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    printed(&run(&experiment, &whole, "1"));

    // At moments that follow from a seed: before the first game, in the middle, and while lines are packed.
    let (campaign, seed) = (campaign(), 16_u64);
    let mut random = seed;
    for round in 0..campaign {
        let _ = fs::remove_dir_all(&killed);
        let mut kept = 0;
        for _ in 0..4 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let mut child = start(&experiment, &killed);
            std::thread::sleep(Duration::from_millis((random >> 33) % 400));
            child.kill().unwrap();
            child.wait().unwrap();
            // What was there is there, and nothing is taken for more than it is.
            let text = fs::read_to_string(killed.join("games.jsonl")).unwrap_or_default();
            let lines = text.lines().count();
            assert!(
                lines + 1 >= kept || killed.join("index.json").exists(),
                "seed {seed}, round {round}: {kept} lines, then {lines}"
            );
            kept = lines;
        }
        let again = printed(&run(&experiment, &killed, "2"));
        assert!(again.starts_with("60000 games, complete"), "{again}");
        assert_eq!(
            results(&killed),
            results(&whole),
            "seed {seed}, round {round}"
        );
        printed(&lab(&["verify", killed.to_str().unwrap()]));
    }
    // In the middle for certain.
    fs::remove_dir_all(&killed).unwrap();
    let mut child = start(&experiment, &killed);
    wait_for_games(&killed);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(killed.join("games.jsonl").exists() && !killed.join("index.json").exists());
    let kept = fs::read_to_string(killed.join("games.jsonl")).unwrap();
    let kept = kept.lines().count();
    assert!(kept > 50 && kept < 60_000, "{kept}");
    let again = printed(&run(&experiment, &killed, "2"));
    assert!(again.starts_with("60000 games, complete"), "{again}");
    assert_eq!(results(&killed), results(&whole));

    for signal in ["-INT", "-TERM"] {
        let stopped = folder.path().join(signal);
        let child = start(&experiment, &stopped);
        wait_for_games(&stopped);
        let sent = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        let said = printed(&child.wait_with_output().unwrap());
        assert!(said.starts_with("stopped: "), "{said}");
        printed(&run(&experiment, &stopped, "1"));
        assert_eq!(results(&stopped), results(&whole));
    }

    let game = lab(&["replay", whole.to_str().unwrap(), "59999"]);
    assert!(printed(&game).starts_with("game 59999 came out again, move for move"));
    let missing = lab(&["replay", whole.to_str().unwrap(), "60000"]);
    assert!(refused(&missing).contains("there is no game 60000"));
    let record = lab(&["replay", whole.to_str().unwrap(), "3", "--record"]);
    let record = records::Record::parse(&printed(&record)).unwrap();
    assert_eq!(record.seats.len(), 2);
}

#[test]
fn a_run_that_tries_programs_out_ends_in_good_order_and_they_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let experiment = folder.path().join("mute.toml");
    let text = format!(
        "about = \"\"\ngame = \"othello\"\nkind = \"match\"\ngames = 2\n\
         [openings.random]\nplies = 8\n\
         [[player]]\nname = \"a\"\nplayer = \"random\"\n\
         [[player]]\nname = \"b\"\nprotocol = \"gtp\"\nstart-timeout = 600\n\
         command = \"sh -c 'echo $$ >> {}; sleep 600'\"\n",
        pid.display()
    );
    fs::write(&experiment, text).unwrap();
    let run = folder.path().join("run");
    for (count, signal) in ["INT", "TERM"].into_iter().enumerate() {
        let child = start(&experiment, &run);
        let started = || fs::read_to_string(&pid).unwrap_or_default();
        let since = Instant::now();
        while started().lines().count() == count {
            assert!(since.elapsed() < Duration::from_secs(300), "nothing starts");
            std::thread::sleep(Duration::from_millis(5));
        }
        let number = child.id().to_string();
        let killed = Command::new("kill").args(["-s", signal, &number]).status();
        assert!(killed.unwrap().success());
        let said = printed(&child.wait_with_output().unwrap());
        assert!(said.starts_with("stopped before"), "{said}");
        assert!(!run.exists());
        let program = started().lines().last().unwrap().to_owned();
        assert!(!Path::new("/proc").join(program).exists(), "it runs on");
    }
}

#[test]
fn a_full_disk_loses_nothing_that_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = experiment(folder.path(), 4000);
    let [whole, full] = ["whole", "full"].map(|name| folder.path().join(name));
    printed(&run(&experiment, &whole, "1"));

    // No file may grow beyond so many blocks; the signal that would say so is ignored.
    let script = "trap '' XFSZ; ulimit -f 300; exec \"$0\" lab run \"$1\" --run \"$2\"";
    let output = Command::new("sh")
        .args(["-c", script, KAESU])
        .args([&experiment, &full])
        .output()
        .unwrap();
    let said = refused(&output);
    assert!(said.contains("games.jsonl cannot be written"), "{said}");
    assert!(said.contains("games are kept"), "{said}");
    let kept = fs::read_to_string(full.join("games.jsonl")).unwrap();
    assert!(kept.ends_with('\n') && kept.lines().count() > 100);
    printed(&run(&experiment, &full, "2"));
    assert_eq!(results(&full), results(&whole));
}

#[test]
fn mistakes_are_told_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = experiment(folder.path(), 10);
    let done = folder.path().join("done");
    printed(&run(&path, &done, "1"));
    let before = results(&done);
    assert!(printed(&run(&path, &done, "1")).starts_with("10 games, complete"));
    let other = fs::read_to_string(&path)
        .unwrap()
        .replace("plies = 8", "plies = 6");
    fs::write(&path, other).unwrap();
    let said = refused(&run(&path, &done, "1"));
    assert!(
        said.contains("another experiment; choose another folder with --run"),
        "{said}"
    );
    assert_eq!(results(&done), before);
    let checked = printed(&lab(&["check", path.to_str().unwrap()]));
    assert!(
        checked.contains("games:     10 (1 table, blocks of 2"),
        "{checked}"
    );
    assert!(checked.contains("duration:  about a second"), "{checked}");
    assert!(checked.contains("disk:      about "), "{checked}");

    fs::write(
        &path,
        "game = \"othello\"\nkind = \"match\"\ngames = 1\nplayer = 3\n",
    )
    .unwrap();
    let said = refused(&lab(&["check", path.to_str().unwrap()]));
    assert!(said.contains("quick.toml, line 4: "), "{said}");
    let nowhere = folder.path().join("nowhere.toml");
    let said = refused(&lab(&["run", nowhere.to_str().unwrap()]));
    assert!(
        said.contains("the experiment file") && said.contains("cannot be read"),
        "{said}"
    );
    let said = refused(&lab(&["replay", folder.path().to_str().unwrap(), "0"]));
    assert!(said.contains("is no run: it has no run.json"), "{said}");
}

#[test]
fn a_run_is_reported_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = experiment(folder.path(), 40);
    let made = folder.path().join("run");
    printed(&run(&experiment, &made, "1"));
    let path = made.to_str().unwrap();
    let page = printed(&lab(&["report", path]));
    assert_eq!(Path::new(page.trim_end()), made.join("report/index.html"));
    let first = fs::read(made.join("report/index.html")).unwrap();
    // Reported again, and gone on with, although a report is in its folder.
    printed(&lab(&["report", path]));
    assert_eq!(fs::read(made.join("report/index.html")).unwrap(), first);
    printed(&run(&experiment, &made, "1"));

    // What the system reports is said once.
    let said = refused(&lab(&["report", path, "--out", "/dev/null/report"]));
    assert!(said.contains("cannot write /dev/null/report"), "{said}");
    assert_eq!(said.matches("os error").count(), 1, "{said}");
    let said = refused(&lab(&["report", path, "--out", path]));
    assert!(said.contains("no report of kaesu"), "{said}");
    let nothing = folder.path().join("nothing");
    let nothing = nothing.to_str().unwrap();
    refused(&lab(&["report", nothing]));
    refused(&lab(&["compare", path, nothing]));

    let out = folder.path().join("comparison");
    let told = printed(&lab(&[
        "compare",
        path,
        path,
        "--out",
        out.to_str().unwrap(),
    ]));
    assert!(told.contains("are the same in both runs"), "{told}");
    assert!(told.contains("No difference can be told"), "{told}");
    assert!(out.join("plots/comparison.svg").exists());
}

/// What a request for a path of the page at this address gets: head and body.
#[test]
fn a_replay_says_who_forfeited_when_and_why() {
    let run = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/earlier/runs/forfeits");
    let text = printed(&lab(&["replay", run, "1"]));
    let said = "seat 2: slow forfeited after 13 plies: it thought too long\n";
    assert!(text.contains(said), "{text}");
    assert!(!printed(&lab(&["replay", run, "3"])).contains("forfeited"));
}

fn get(address: &str, path: &str) -> (String, Vec<u8>) {
    use std::io::{Read, Write};
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let mut page = std::net::TcpStream::connect(host).unwrap();
    write!(page, "GET /{path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    page.read_to_end(&mut answer).unwrap();
    let end = answer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap();
    let head = String::from_utf8(answer[..end].to_vec()).unwrap();
    (head, answer[end + 4..].to_vec())
}

#[test]
fn a_run_is_shown_in_either_language_to_this_machine_alone() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    printed(&run(&experiment(folder.path(), 8), &path, "2"));
    for (language, words) in [("en", "Is a better than b?"), ("ja", "aはbより強いか")] {
        let mut shown = Command::new(KAESU)
            .args(["lab", "show", "--no-open", "--language", language])
            .arg(&path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let out = shown.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut address).unwrap();
        let address = address.trim();
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
        let (head, page) = get(address, "");
        assert!(head.starts_with("HTTP/1.1 200 OK"), "{head}");
        let page = String::from_utf8(page).unwrap();
        assert!(page.contains(&format!("<html lang=\"{language}\">")));
        assert!(page.contains(words), "{page}");
        let (head, figure) = get(address, "plots/score.pdf");
        assert!(head.contains("application/pdf") && figure.starts_with(b"%PDF"));
        let (head, _) = get(address, "../experiment.toml");
        assert!(head.starts_with("HTTP/1.1 404"), "{head}");
        shown.kill().unwrap();
        shown.wait().unwrap();
    }
    assert!(!path.join("report").exists(), "nothing is written");
    let report = folder.path().join("thesis");
    let [path, report] = [&path, &report].map(|path| path.to_str().unwrap());
    printed(&lab(&["report", path, "--out", report, "--language", "ja"]));
    for file in ["tables/answers.tex", "plots/score.pdf", "plots/score.svg"] {
        assert!(Path::new(report).join(file).exists(), "{file}");
    }
    let said = refused(&lab(&["report", path, "--language", "fr"]));
    assert!(said.contains("\"en\" or in \"ja\""), "{said}");
}

#[test]
fn a_search_is_carried_out_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let (file, run) = (folder.path().join("t.toml"), folder.path().join("run"));
    let text = "about = \"t\"\ngame = \"othello\"\nmethod = \"model\"\ngames = 4\nbudget = 40\n\
                [limits]\ndepth = 1\n[openings.random]\nplies = 6\n[player]\nplayer = \"p1-bp\"\n\
                [[number]]\nkey = \"evaluation.features.bp.corner\"\nfrom = 0\nto = 60\nstep = 6\n\
                [confirm]\ngames = 20\n";
    fs::write(&file, text).unwrap();
    let [path, place] = [&file, &run].map(|path| path.to_str().unwrap());
    let said = printed(&lab(&["tune", path, "--run", place, "--threads", "2"]));
    assert!(
        said.contains("10 of 10 steps are done, 40 games."),
        "{said}"
    );
    for name in [
        "path.jsonl",
        "winner.toml",
        "report/index.html",
        "report/plots/path.svg",
    ] {
        assert!(run.join(name).exists(), "{name}");
    }
    // Nothing is left to do.
    assert_eq!(
        printed(&lab(&["tune", path, "--run", place, "--threads", "1"])),
        said
    );
    fs::write(&file, text.replace("\"model\"", "\"luck\"")).unwrap();
    let said = refused(&lab(&["tune", "no-such.toml", "--run", place]));
    assert!(
        said.contains("the tune file no-such.toml cannot be read"),
        "{said}"
    );
    let said = refused(&lab(&["tune", path, "--run", place]));
    assert!(
        said.contains("t.toml, line 3: there is no method \"luck\""),
        "{said}"
    );
}

#[test]
fn games_in_a_file_are_for_the_experiment_that_takes_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.txt");
    fs::write(&file, "# the book\nfive silvers\n").unwrap();
    let paper = |name: &str, games: &str| {
        let mut command = Command::new(KAESU);
        refused(
            &command
                .args(["paper", name, "--games", games])
                .output()
                .unwrap(),
        )
    };
    let book = file.to_str().unwrap();
    assert!(paper("p3-shogi", book).contains("book.txt: line 2: "));
    assert!(paper("p3-shogi", "nowhere.txt").contains("the games in nowhere.txt cannot be read"));
    #[cfg(unix)]
    assert!(paper("p3-shogi", "/dev/zero").contains("it is no file but"));
    let long = folder.path().join("long.txt");
    let made = fs::File::create(&long).unwrap();
    made.set_len((16 << 20) + 1).unwrap();
    let long = paper("p3-shogi", long.to_str().unwrap());
    assert!(long.contains("it has more than 16777216 bytes"), "{long}");
    assert!(paper("p1-table1", book).contains("only p3-shogi takes a file of games"));
    assert!(paper("p1-table1", "0").contains("from 1 to 1000000"));
}

#[test]
fn a_folder_that_holds_something_else_is_refused_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.tex"), "years of work").unwrap();
    // Without a number of games: were it played first, this would take minutes.
    let mut command = Command::new(KAESU);
    command
        .args(["paper", "p4-nodes", "--out"])
        .arg(folder.path());
    let said = refused(&command.output().unwrap());
    assert!(said.contains("is no report of kaesu"), "{said}");
}
