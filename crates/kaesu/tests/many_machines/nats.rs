//! NATS JetStream for real: a server of the distribution's package on this machine, and workers; both are
//! killed.

use std::process::{Child, ExitStatus, Stdio};
use std::sync::Arc;

use lab::run::Program;
use lab::shard::nats::WorkOptions;
use lab::shard::{Advice, ShardError};

use super::*;

/// A process that ends with its guard.
pub(super) struct Guard(pub(super) Child);

impl Guard {
    /// Waits for its end.
    fn end(mut self) -> ExitStatus {
        self.0.wait().unwrap()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reports whether there is a server to start; says so if there is none.
pub(super) fn installed() -> bool {
    let found = Command::new("nats-server").arg("--version").output();
    let found = found.is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: nats-server is not installed");
    }
    found
}

/// Returns the command that starts a server.
pub(super) fn server(mut command: Command, folder: &Path, address: &str, port: u16) -> Guard {
    command.args([
        "-js",
        "-sd",
        text(folder),
        "-a",
        address,
        "-p",
        &port.to_string(),
    ]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    Guard(command.spawn().unwrap())
}

/// Starts a worker with a folder of its own; one that is left behind ends by itself.
pub(super) fn worker(mut command: Command, url: &str, scratch: &Path) -> Guard {
    command.args(["lab", "work", url, "--threads", "1", "--idle", "120"]);
    command.args(["--scratch", text(scratch)]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    Guard(command.spawn().unwrap())
}

/// Waits until a worker is in the middle of a shard.
pub(super) fn wait_for_try(scratch: &Path) {
    wait_for("a worker begins", 120, || {
        let keys = fs::read_dir(scratch).ok()?.flatten();
        let mut files = keys
            .filter_map(|key| fs::read_dir(key.path()).ok())
            .flatten()
            .flatten();
        files.find(|file| {
            let name = file.file_name();
            name.to_str().is_some_and(|name| name.starts_with("try-"))
                && file.metadata().is_ok_and(|file| file.len() > 10_000)
        })
    });
}

/// Submits as soon as the server answers.
pub(super) fn submit(submit: impl Fn() -> Command) -> String {
    wait_for("the server answers", 60, || {
        let output = output(submit());
        let said = String::from_utf8(output.stdout).unwrap();
        output.status.success().then_some(said)
    })
}

/// Lets a command write no file of more than 50 kB, as if the disk were full.
fn on_a_full_disk(command: &Command) -> Command {
    let mut full = Command::new("sh");
    full.args(["-c", "trap '' XFSZ; ulimit -f 100; exec \"$0\" \"$@\""]);
    full.arg(command.get_program()).args(command.get_args());
    full
}

/// Works as an earlier version of the program would, in the same place.
fn earlier_version(url: &str, scratch: &Path) -> ShardError {
    let worked = lab::shard::nats::work(&WorkOptions {
        url: url.to_owned(),
        scratch: scratch.to_owned(),
        threads: 1,
        program: Program {
            version: "0.0.1".to_owned(),
            commit: None,
        },
        stop: Arc::default(),
        idle: None,
        tell: Box::new(|_| ()),
    });
    worked.unwrap_err()
}

#[test]
fn worker_and_server_are_killed_and_nothing_is_lost_or_twice() {
    if !installed() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = experiment(folder.path(), 120_000);
    let [one, parts, run, store] =
        ["one", "parts", "run", "store"].map(|name| folder.path().join(name));
    on_one_machine(&path, &one);
    let port = free_port();
    let url = format!("nats://127.0.0.1:{port}");
    let (file, out, to) = (text(&path), text(&parts), text(&run));
    let twelve = || {
        lab([
            "submit", file, "--to", &url, "--shards", "12", "--out", out, "--lease", "3",
        ])
    };
    let collect = || lab(["collect", &url, out, "--run", to]);
    let places = ["full", "stopped", "killed", "second", "third"];
    let [full, stopped, killed, second, third] = places.map(|name| folder.path().join(name));
    let unreachable = |command: Command| {
        let said = refused(command, 1);
        assert!(said.contains("cannot be reached"), "{said}");
    };
    unreachable(twelve());
    unreachable(collect());
    unreachable(lab(["work", &url, "--scratch", text(&full)]));
    let start = || server(Command::new("nats-server"), &store, "127.0.0.1", port);
    let mut running = start();
    let said = submit(twelve);
    assert!(said.starts_with("12 of 12 shards wait"), "{said}");
    let said = printed(twelve());
    assert!(
        said.contains("0 of 12 shards wait") && said.contains("12 were there before"),
        "{said}"
    );

    // Workers that end give their shard back.
    let old = earlier_version(&url, &folder.path().join("old"));
    assert_eq!(old.advice(), Advice::GiveUp, "{old}");
    assert!(old.to_string().contains("and this is 0.0.1"), "{old}");
    let work = lab(["work", &url, "--scratch", text(&full), "--threads", "1"]);
    let said = refused(on_a_full_disk(&work), 1);
    assert!(said.contains("cannot be written"), "{said}");
    let begun = |place| {
        let worker = worker(Command::new(KAESU), &url, place);
        wait_for_try(place);
        worker
    };
    let worker_to_stop = begun(&stopped);
    let sent = Instant::now();
    terminate(&worker_to_stop.0);
    assert_eq!(worker_to_stop.end().code(), Some(1));
    assert!(sent.elapsed() < Duration::from_secs(10));

    begun(&killed).0.kill().unwrap();
    let _workers = [&second, &third].map(|place| worker(Command::new(KAESU), &url, place));
    wait_for_try(&second);
    running.0.kill().unwrap();
    running.0.wait().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let _running = start();

    let said = wait_for("the server answers", 60, || {
        let ended = output(on_a_full_disk(&collect()));
        let said = told(&ended, 1);
        (!said.contains("cannot be reached")).then_some(said)
    });
    assert!(said.contains("cannot be written"), "{said}");
    let said = printed(collect());
    assert!(said.starts_with("120000 lines, complete"), "{said}");
    assert_eq!(results(&run), results(&one));
    let made = fs::read_dir(&parts).unwrap().flatten();
    let made = made.filter(|file| file.file_name().to_str().unwrap().starts_with("part-"));
    assert_eq!(made.count(), 12);
    assert!(printed(twelve()).starts_with("0 of 12 shards wait"));
    assert!(printed(collect()).starts_with("120000 lines, complete"));

    // A part that was lost or damaged at home is made again, and what it was is put aside.
    let part = parts.join("part-5-of-12.jsonl.zst");
    let good = fs::read(&part).unwrap();
    fs::write(&part, &good[..1000]).unwrap();
    let said = refused(collect(), 2);
    assert!(said.contains("is not at the server"), "{said}");
    printed(lab([
        "submit",
        file,
        "--to",
        &url,
        "--missing",
        "--out",
        out,
    ]));
    let again = folder.path().join("again");
    printed(lab(["collect", &url, out, "--run", text(&again)]));
    assert_eq!(results(&again), results(&one));
    let damaged = fs::read_dir(&parts).unwrap().flatten();
    let damaged =
        damaged.filter(|file| file.path().extension().is_some_and(|end| end == "damaged"));
    let damaged: Vec<_> = damaged.map(|file| fs::read(file.path()).unwrap()).collect();
    assert_eq!(damaged, [&good[..1000]]);
}

#[test]
fn addresses_and_options_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path(), 100);
    let said = refused(lab(["work", "http://127.0.0.1"]), 2);
    assert!(said.contains("no address of a NATS server"), "{said}");
    let to = [
        "submit",
        text(&file),
        "--to",
        "nats://127.0.0.1:1",
        "--wave",
        "2",
    ];
    let said = refused(lab(to), 2);
    assert!(said.contains("--wave and --option are for slurm"), "{said}");
    let said = refused(
        lab(["collect", "nats://127.0.0.1:1", text(folder.path())]),
        2,
    );
    assert!(said.contains("has no shards"), "{said}");
}
