//! What somebody else may put into the store: nothing of it is believed, and nothing waited for without end. A server
//! of the distribution's package on this machine.

#![allow(clippy::unwrap_used, reason = "all of it is a test")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::files::Files;
use super::hub::{Hub, queue_of};
use super::*;
use crate::run::Program;
use crate::shard::Shard;
use crate::shard::submit::divide;
use crate::{Contender, Experiment, Kind, Openings};

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server; returns `None` where there is none.
fn server(store: &Path) -> Option<(Server, String)> {
    server_of(store, 1 << 30)
}

/// Starts a server that stores so many bytes.
fn server_of(store: &Path, most: u64) -> Option<(Server, String)> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let mut command = Command::new("nats-server");
    let config = store.with_extension("conf");
    let text = format!(
        "jetstream {{ store_dir: {:?}, max_file_store: {most} }}\n",
        store.display().to_string()
    );
    fs::write(&config, text).unwrap();
    command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-c"]);
    command
        .arg(config)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let Ok(child) = command.spawn() else {
        use std::io::Write;
        // Past the harness, which shows nothing of tests that pass.
        let _ = std::io::stderr().write_all(b"skipped: nats-server is not installed\n");
        return None;
    };
    let server = Server(child);
    for _ in 0..500 {
        if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return Some((server, format!("nats://127.0.0.1:{port}")));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the server does not listen");
}

fn program() -> Program {
    Program {
        version: "1.0".to_owned(),
        commit: None,
    }
}

fn quick() -> Experiment {
    let named = |name: &str| Contender::named("random").unwrap().called(name);
    Experiment {
        games: 40,
        openings: Openings::Random { plies: 4 },
        ..Experiment::new(
            "reversi-6x6".parse().unwrap(),
            Kind::Match,
            vec![named("a"), named("b")],
        )
    }
}

/// Works until it is told to stop.
fn working(url: &str, scratch: &Path, stop: &Arc<AtomicBool>) -> std::thread::JoinHandle<()> {
    let (url, scratch, stop) = (url.to_owned(), scratch.to_owned(), Arc::clone(stop));
    std::thread::spawn(move || {
        let options = WorkOptions {
            url,
            scratch,
            threads: 1,
            program: program(),
            stop,
            idle: None,
            patience: Duration::from_secs(1),
            tell: Box::new(|_| ()),
        };
        work(&options).unwrap();
    })
}

fn collected(url: &str, folder: &Path, run: &Path) -> Result<u64, ShardError> {
    let mut options = CollectOptions {
        url,
        folder,
        run,
        program: program(),
        threads: 1,
        patience: Duration::from_secs(1),
        stop: &AtomicBool::new(false),
        progress: &mut |_, _| (),
        tell: &|_| (),
    };
    collect(&mut options).map(|merged| merged.done)
}

#[test]
fn bad_objects_are_made_again_or_given_up_and_leases_are_each_folders_own() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let Some((_server, url)) = server(&place("store")) else {
        return;
    };
    let go_on = AtomicBool::new(false);
    for (name, seconds) in [("first", 3), ("second", 50)] {
        divide(&quick(), 4, &place(name), &program()).unwrap();
        let lease = Some(Duration::from_secs(seconds));
        let queued = submit(&url, &place(name), lease, &go_on).unwrap();
        assert_eq!((queued.shards.len(), queued.refused), (4, 0));
    }
    let again = submit(&url, &place("first"), None, &go_on).unwrap();
    assert_eq!((again.shards.len(), again.refused), (4, 4));
    let keys = ["first", "second"].map(|name| queue_of(&place(name)).unwrap());
    on_this_thread(async {
        let hub = Hub::connect(&url).await?;
        let lease = async |key: &str| hub.submission(key).await.unwrap().unwrap().lease.as_secs();
        assert_eq!((lease(&keys[0]).await, lease(&keys[1]).await), (3, 50));
        let files = Files::find(&hub, &keys[0]).await?.unwrap();
        // Garbage, a part of another number of shards, and names that are nothing.
        for name in [
            "part-1-of-4.jsonl.zst",
            "part-2-of-9.jsonl.zst",
            "part-x",
            "failed-x",
        ] {
            files.write(name, b"garbage").await?;
        }
        Ok(())
    })
    .unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let worker = working(&url, &place("scratch"), &stop);
    for name in ["first", "second"] {
        let run = place(&format!("run-{name}"));
        assert_eq!(collected(&url, &place(name), &run).unwrap(), 40);
    }
    let results = ["first", "second"]
        .map(|name| fs::read(place(&format!("run-{name}")).join("games.jsonl.zst")).unwrap());
    assert!(results[0] == results[1]);
    assert!(!place("first").join("part-2-of-9.jsonl.zst").exists());

    // A part that is bad again and again is given up, with the reason.
    divide(&quick(), 4, &place("third"), &program()).unwrap();
    stop.store(true, Ordering::Relaxed);
    worker.join().unwrap();
    submit(&url, &place("third"), Some(Duration::from_secs(3)), &go_on).unwrap();
    on_this_thread(async {
        let hub = Hub::connect(&url).await?;
        let key = queue_of(&place("third"))?;
        let files = Files::find(&hub, &key).await?.unwrap();
        for number in 0..4 {
            let shard = Shard::new(number, 4).unwrap();
            for failure in 1..=TRIES {
                assert_eq!(files.failed(shard, "it is too hard").await?, failure);
            }
        }
        hub.close(&key).await
    })
    .unwrap();
    let said = collected(&url, &place("third"), &place("run-third")).unwrap_err();
    assert_eq!(said.advice().exit_code(), 1);
    let said = said.to_string();
    assert!(
        said.starts_with("4 shards are missing, and nobody makes them: 0-3"),
        "{said}"
    );
    assert!(
        said.contains("shard 0 failed 5 times: it is too hard"),
        "{said}"
    );
    // Submitted again it is as if it were new.
    submit(&url, &place("third"), Some(Duration::from_secs(3)), &go_on).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let worker = working(&url, &place("scratch"), &stop);
    assert_eq!(
        collected(&url, &place("third"), &place("run-third")).unwrap(),
        40
    );
    stop.store(true, Ordering::Relaxed);
    worker.join().unwrap();
}

#[test]
fn a_shard_that_kills_its_workers_is_given_up_and_one_that_is_not_wanted_is_withdrawn() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let Some((_server, url)) = server(&place("store")) else {
        return;
    };
    let go_on = AtomicBool::new(false);
    divide(&quick(), 4, &place("parts"), &program()).unwrap();
    let queued = || submit(&url, &place("parts"), Some(Duration::from_secs(3)), &go_on).unwrap();
    queued();
    // As many workers as may vanish have left what they note in the beginning.
    on_this_thread(async {
        let hub = Hub::connect(&url).await?;
        let key = queue_of(&place("parts"))?;
        let files = Files::find(&hub, &key).await?.unwrap();
        let killer = Shard::new(2, 4).unwrap();
        for _ in 0..VANISHED {
            assert!(files.begin(killer, VANISHED).await?.is_some());
        }
        Ok(())
    })
    .unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let worker = working(&url, &place("scratch"), &stop);
    let said = collected(&url, &place("parts"), &place("run")).unwrap_err();
    assert_eq!(said.advice().exit_code(), 1);
    let said = said.to_string();
    assert!(
        said.contains("nobody makes them: 2; shard 2 lost 10 workers"),
        "{said}"
    );
    // Whoever made the others has noted nothing that stays, and submitted again it is as if it were new.
    queued();
    assert_eq!(collected(&url, &place("parts"), &place("run")).unwrap(), 40);
    // What the server has forgotten is removed from the worker's machine as well.
    let key = queue_of(&place("parts")).unwrap();
    for _ in 0..500 {
        if !place("scratch").join(&key).exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!place("scratch").join(&key).exists());
    stop.store(true, Ordering::Relaxed);
    worker.join().unwrap();

    divide(&quick(), 4, &place("unwanted"), &program()).unwrap();
    submit(&url, &place("unwanted"), None, &go_on).unwrap();
    assert_eq!(withdraw(&url, &place("unwanted")).unwrap(), 4);
    let said = withdraw(&url, &place("unwanted")).unwrap_err();
    assert!(said.to_string().contains("is not at the server"), "{said}");
    assert!(collected(&url, &place("unwanted"), &place("none")).is_err());
}

#[test]
fn a_server_that_is_full_is_told_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let Some((small, url)) = server_of(&place("small"), 60_000) else {
        return;
    };
    let go_on = AtomicBool::new(false);
    let many = Experiment {
        games: 8000,
        ..quick()
    };
    divide(&many, 2, &place("parts"), &program()).unwrap();
    submit(&url, &place("parts"), Some(Duration::from_secs(3)), &go_on).unwrap();
    let (sender, told) = std::sync::mpsc::channel();
    let options = WorkOptions {
        url: url.clone(),
        scratch: place("scratch"),
        threads: 1,
        program: program(),
        stop: Arc::default(),
        idle: None,
        patience: Duration::from_secs(1),
        tell: Box::new(move |sentence| sender.send(sentence.to_owned()).unwrap()),
    };
    let error = work(&options).unwrap_err();
    assert_eq!(error.advice().exit_code(), 1, "{error}");
    assert!(error.to_string().contains("does not take part-"), "{error}");
    drop(options);
    let told: Vec<String> = told.iter().collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("is made, and waits"), "{told:?}");
    drop(small);

    // One that takes nothing at all leaves nothing of a submission.
    let Some((_tiny, url)) = server_of(&place("tiny"), 200) else {
        return;
    };
    let divided = divide(&many, 2, &place("refused"), &program()).unwrap();
    let error = submit(&url, &place("refused"), None, &go_on).unwrap_err();
    assert_eq!(error.advice().exit_code(), 1, "{error}");
    divided.undo();
    assert!(!place("refused").exists());
}
