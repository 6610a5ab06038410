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
        skipped("nats-server is not installed");
    }
    found
}

/// Returns the command that starts a server.
pub(super) fn server(mut command: Command, folder: &Path, address: &str, port: u16) -> Guard {
    command.args(["-js", "-sd", text(folder)]);
    listening(command, address, port)
}

fn listening(mut command: Command, address: &str, port: u16) -> Guard {
    command.args(["-a", address, "-p", &port.to_string()]);
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

/// Reports whether a worker is in the middle of a shard.
pub(super) fn is_in_a_shard(scratch: &Path) -> bool {
    let keys = fs::read_dir(scratch).into_iter().flatten().flatten();
    let mut files = keys
        .filter_map(|key| fs::read_dir(key.path()).ok())
        .flatten()
        .flatten();
    files.any(|file| {
        let name = file.file_name();
        name.to_str().is_some_and(|name| name.starts_with("try-"))
            && file.metadata().is_ok_and(|file| file.len() > 10_000)
    })
}

/// Waits until a worker is in the middle of a shard.
fn wait_for_try(scratch: &Path) {
    wait_for("a worker begins", 120, || {
        is_in_a_shard(scratch).then_some(())
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
        patience: Duration::from_secs(1),
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
    assert!(
        !parts.exists(),
        "a submission that was refused leaves nothing"
    );
    unreachable(lab(["work", &url, "--scratch", text(&full)]));
    let start = || server(Command::new("nats-server"), &store, "127.0.0.1", port);
    let mut running = start();
    let said = submit(twelve);
    assert!(said.starts_with("12 of 12 shards wait"), "{said}");
    unreachable(lab(["collect", "nats://127.0.0.1:1", out, "--run", to]));
    let said = printed(twelve());
    assert!(
        said.contains("12 of 12 shards wait") && said.contains("12 of them since earlier"),
        "{said}"
    );

    // Workers that end give their shard back; however many do, that is no fault of the shard.
    for _ in 0..6 {
        let old = earlier_version(&url, &folder.path().join("old"));
        assert_eq!(old.advice(), Advice::GiveUp, "{old}");
        assert!(old.to_string().contains("and this is 0.0.1"), "{old}");
    }
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
    let said = printed(lab([
        "submit",
        file,
        "--to",
        &url,
        "--missing",
        "--out",
        out,
    ]));
    assert!(said.starts_with("1 of 12 shards wait"), "{said}");
    let again = folder.path().join("again");
    printed(lab(["collect", &url, out, "--run", text(&again)]));
    assert_eq!(results(&again), results(&one));
    let damaged = fs::read_dir(&parts).unwrap().flatten();
    let damaged =
        damaged.filter(|file| file.path().extension().is_some_and(|end| end == "damaged"));
    let damaged: Vec<_> = damaged.map(|file| fs::read(file.path()).unwrap()).collect();
    assert_eq!(damaged, [&good[..1000]]);
}

/// Starts a server and returns its address.
fn started(folder: &Path) -> (Guard, String) {
    let port = free_port();
    let running = server(
        Command::new("nats-server"),
        &folder.join("store"),
        "127.0.0.1",
        port,
    );
    wait_for("the server listens", 60, || {
        std::net::TcpStream::connect(("127.0.0.1", port)).ok()
    });
    (running, format!("nats://127.0.0.1:{port}"))
}

#[test]
fn a_shard_that_fails_is_given_up_and_named_and_others_are_made() {
    if !installed() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (_running, url) = started(folder.path());
    let good = experiment(folder.path(), 400);
    let bad = folder.path().join("bad.toml");
    let program =
        "[[player]]\nname = \"c\"\ncommand = \"/nowhere/engine\"\nprotocol = \"nboard\"\n";
    let text_of_good = fs::read_to_string(&good).unwrap();
    let (players, _) = text_of_good.rsplit_once("[[player]]").unwrap();
    fs::write(&bad, format!("{players}{program}")).unwrap();
    let place = |name: &str| folder.path().join(name);
    let submit = |file: &Path, out: &str, lease: &str| {
        let out = place(out);
        let out = text(&out);
        printed(lab([
            "submit",
            text(file),
            "--to",
            &url,
            "--shards",
            "2",
            "--out",
            out,
            "--lease",
            lease,
        ]))
    };
    submit(&bad, "bad", "60");
    // Two folders of one experiment are two.
    for out in ["first", "second"] {
        assert!(submit(&good, out, "3").starts_with("2 of 2 shards wait"));
    }
    let _worker = worker(Command::new(KAESU), &url, &place("scratch"));
    let collect = |out: &str| {
        let run = place(&format!("run-{out}"));
        lab(["collect", &url, text(&place(out)), "--run", text(&run)])
    };
    for out in ["first", "second"] {
        assert!(printed(collect(out)).starts_with("400 lines, complete"));
    }
    let ended = output(collect("bad"));
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(1), "{said}");
    let last = said.lines().last().unwrap();
    assert!(
        last.contains("2 shards are missing, and nobody makes them: 0-1"),
        "{said}"
    );
    assert!(
        last.contains("failed 5 times") && last.contains("/nowhere/engine"),
        "{said}"
    );
    // Submitted again, they are tried again.
    assert!(submit(&bad, "bad", "60").starts_with("2 of 2 shards wait"));
    // What is complete may be wanted again at once.
    fs::remove_file(place("first").join("part-1-of-2.jsonl.zst")).unwrap();
    assert!(submit(&good, "first", "3").starts_with("1 of 2 shards wait"));
    assert!(printed(collect("first")).starts_with("400 lines, complete"));
}

#[test]
fn servers_that_will_not_do_get_one_sentence_and_leave_no_folder() {
    if !installed() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (experiment(folder.path(), 100), folder.path().join("parts"));
    let submit = |url: &str| lab(["submit", text(&file), "--to", url, "--out", text(&out)]);
    let up = |port: u16| {
        wait_for("the server listens", 60, || {
            std::net::TcpStream::connect(("127.0.0.1", port)).ok()
        });
    };
    let port = free_port();
    let plain = listening(Command::new("nats-server"), "127.0.0.1", port);
    up(port);
    let said = refused(submit(&format!("nats://127.0.0.1:{port}")), 2);
    assert!(
        said.contains("without JetStream; start it as nats-server -js"),
        "{said}"
    );
    drop(plain);
    let port = free_port();
    let mut command = Command::new("nats-server");
    command.args(["--user", "lab", "--pass", "secret"]);
    let _guarded = server(command, &folder.path().join("store"), "127.0.0.1", port);
    up(port);
    for who in ["", "lab:wrong@"] {
        let said = refused(submit(&format!("nats://{who}127.0.0.1:{port}")), 2);
        assert!(
            said.contains("does not know this name and password"),
            "{said}"
        );
        assert!(!said.contains("wrong"), "{said}");
    }
    let said = refused(submit(&format!("nats://127.0.0.1:{}", free_port())), 1);
    assert!(said.contains("cannot be reached"), "{said}");
    assert!(!out.exists());
    printed(submit(&format!("nats://lab:secret@127.0.0.1:{port}")));
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
