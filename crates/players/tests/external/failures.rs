//! Engines that misbehave: none hangs us, each is named in one sentence.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kaesu_players::external::{Engine, EngineError, EngineSpec, Protocol};
use rules::GameName;
use search::Limits;

use super::{Answers, BOTH, spec, started, texts};

const OTHELLO: GameName = GameName::Reversi8x8(());

/// Enough for a wait that has to end; a test is not faster than this.
const SHORT: Duration = Duration::from_millis(300);

fn not_started(spec: &EngineSpec) -> EngineError {
    let error = Engine::start(spec).expect_err("it cannot be started");
    let text = error.to_string();
    assert!(text.contains(&spec.command), "{text} names no command");
    assert_eq!(text.lines().count(), 1, "{text}");
    error
}

fn short_move(protocol: Protocol, manner: &str) -> Engine {
    let spec = EngineSpec {
        move_timeout: SHORT,
        ..spec(protocol, manner)
    };
    Engine::start(&spec).expect("it greets")
}

fn no_move(engine: &mut Engine) -> EngineError {
    let error = engine
        .answer(&OTHELLO, None, &texts("f5 d6"), &Limits::default())
        .expect_err("no move");
    let text = error.to_string();
    assert!(text.contains("speak"), "{text} names no command");
    assert_eq!(text.lines().count(), 1, "{text}");
    error
}

pub(crate) fn what_cannot_start_is_caught() {
    for protocol in BOTH {
        for command in ["", "no-such-program-anywhere --at all", "'half a quote"] {
            let error = not_started(&EngineSpec::new(command, protocol));
            assert!(matches!(error, EngineError::NotStarted { .. }), "{error}");
        }
        let folder = EngineSpec {
            folder: Some("no/such/folder".into()),
            ..spec(protocol, "good")
        };
        let error = not_started(&folder);
        assert!(matches!(error, EngineError::NotStarted { .. }), "{error}");
        assert!(error.to_string().contains("no/such/folder"), "{error}");
        let EngineError::Crashed { status, stderr, .. } = not_started(&spec(protocol, "exit"))
        else {
            panic!("it ended");
        };
        assert!(status.contains('7'), "{status}");
        assert_eq!(stderr, "a weights file is missing");
    }
}

pub(crate) fn strangers_are_caught() {
    for protocol in BOTH {
        let error = not_started(&spec(protocol, "stranger"));
        assert!(matches!(error, EngineError::NotSpeaking { .. }), "{error}");
        assert!(
            error.to_string().contains("Hello! I play chess."),
            "{error}"
        );
    }
    // Each of the other protocol's programs.
    for (spoken, other) in [("gtp", Protocol::Nboard), ("nboard", Protocol::Gtp)] {
        let own = spec(other, "good");
        let command = own.command.replace(
            &format!("speak {}", other.name()),
            &format!("speak {spoken}"),
        );
        let error = not_started(&EngineSpec {
            command,
            start_timeout: SHORT,
            ..own
        });
        let expected = matches!(
            error,
            EngineError::NotSpeaking { .. } | EngineError::Timeout { .. }
        );
        assert!(expected, "{error}");
    }
}

pub(crate) fn silence_ends() {
    for protocol in BOTH {
        for manner in ["mute", "deaf"] {
            let error = not_started(&EngineSpec {
                start_timeout: SHORT,
                ..spec(protocol, manner)
            });
            assert!(matches!(error, EngineError::Timeout { .. }), "{error}");
        }
        for manner in ["silent", "slow 60000"] {
            let mut engine = short_move(protocol, manner);
            let asked = Instant::now();
            let error = no_move(&mut engine);
            let EngineError::Timeout { waited, .. } = error else {
                panic!("{error}");
            };
            assert_eq!(waited, SHORT);
            assert!(
                asked.elapsed() < Duration::from_secs(50),
                "it waited for the engine"
            );
        }
    }
}

/// What this process has in memory, in bytes.
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text
        .split(' ')
        .nth(1)
        .and_then(|pages| pages.parse::<u64>().ok());
    4096 * pages.unwrap_or(0)
}

pub(crate) fn floods_end_and_fill_no_memory() {
    let before = memory();
    for protocol in BOTH {
        let flooding = EngineSpec {
            start_timeout: SHORT,
            ..spec(protocol, "flood-start")
        };
        let error = not_started(&flooding);
        // On a machine under load it may not even have begun.
        let expected = matches!(
            error,
            EngineError::NotSpeaking { .. } | EngineError::Timeout { .. }
        );
        assert!(expected, "{error}");
        for manner in ["flood", "flood-line"] {
            let mut engine = short_move(protocol, manner);
            let error = no_move(&mut engine);
            assert!(matches!(error, EngineError::Timeout { .. }), "{error}");
        }
    }
    let more = memory().saturating_sub(before);
    assert!(more < 64 << 20, "{more} bytes more");
}

pub(crate) fn a_crash_tells_its_last_words() {
    for protocol in BOTH {
        let mut engine = started(protocol, "crash 3");
        let good = texts("f5 d6");
        for _ in 0..2 {
            engine
                .answer(&OTHELLO, None, &good, &Limits::default())
                .expect("a move");
        }
        let EngineError::Crashed { status, stderr, .. } = no_move(&mut engine) else {
            panic!("it crashed");
        };
        assert!(status.contains('3'), "{status}");
        assert_eq!(stderr, "out of ideas");
        // The next question starts it afresh.
        assert!(
            engine
                .answer(&OTHELLO, None, &good, &Limits::default())
                .is_ok()
        );
    }
}

/// A program that crashes may leave one behind that holds its output open.
pub(crate) fn a_crash_is_noticed_though_the_output_stays_open() {
    let began = Instant::now();
    let mut engine = started(Protocol::Gtp, "nursery");
    let error = no_move(&mut engine);
    let EngineError::Crashed { status, .. } = error else {
        panic!("it crashed: {error}");
    };
    assert!(status.contains('7'), "{status}");
    assert!(began.elapsed() < Duration::from_secs(60), "{began:?}");
}

pub(crate) fn what_is_told_is_one_short_line() {
    for protocol in BOTH {
        let text = not_started(&spec(protocol, "shouting")).to_string();
        assert!(text.contains("look"), "{text}");
        assert!(text.chars().count() < 1000, "{text}");
        assert!(!text.chars().any(char::is_control), "{text:?}");
    }
}

pub(crate) fn nonsense_is_quoted_and_illegal_moves_handed_on() {
    for protocol in BOTH {
        let mut engine = started(protocol, "says Z99x");
        let error = no_move(&mut engine);
        assert!(matches!(error, EngineError::Unreadable { .. }), "{error}");
        assert!(error.to_string().contains("Z99x"), "{error}");
        let mut engine = started(protocol, "says A1");
        let answer = engine.answer(&OTHELLO, None, &[], &Limits::default());
        assert_eq!(answer.expect("a move, if not a legal one").text, "a1");
        // The caller goes on with another game; the engine has to be told all of it.
        let answer = engine.answer(&OTHELLO, None, &texts("f5 d6"), &Limits::default());
        assert_eq!(answer.expect("a move").text, "a1");
    }
    let mut engine = started(Protocol::Gtp, "says resign");
    assert!(matches!(no_move(&mut engine), EngineError::Resigned { .. }));
}

pub(crate) fn a_flag_stops_waiting() {
    for protocol in BOTH {
        let mut engine = started(protocol, "silent");
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            stop: Some(Arc::clone(&stop)),
            ..Limits::default()
        };
        let later = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        let error = engine
            .answer(&OTHELLO, None, &[], &limits)
            .expect_err("stopped");
        assert!(matches!(error, EngineError::Stopped { .. }), "{error}");
        later.join().expect("no panic");
    }
}

pub(crate) fn wait_until(happened: &dyn Fn() -> bool) {
    let until = Instant::now() + Duration::from_mins(1);
    while !happened() {
        assert!(Instant::now() < until, "it never happened");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(crate) fn no_process_is_left_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pid");
    for manner in ["pid", "pid silent"] {
        let mut engine = Engine::start(&EngineSpec {
            stderr: Some(file.clone()),
            move_timeout: SHORT,
            ..spec(Protocol::Nboard, manner)
        })
        .expect("it greets");
        let _ = engine.answer(&OTHELLO, None, &[], &Limits::default());
        drop(engine);
    }
    let read = || std::fs::read_to_string(&file).unwrap_or_default();
    wait_until(&|| read().lines().count() == 2);
    let text = read();
    for pid in text.lines() {
        let process = std::path::Path::new("/proc").join(pid);
        assert!(!process.exists(), "the process {pid} was left behind");
    }
}

/// Returns the numbers of these many processes once all of them are written.
fn numbers(file: &Path, count: usize) -> Vec<String> {
    let read = || std::fs::read_to_string(file).unwrap_or_default();
    wait_until(&|| read().lines().count() == count);
    read().lines().map(str::to_owned).collect()
}

/// Reports whether a process runs: one that nobody has reaped does not.
fn runs(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

pub(crate) fn what_a_program_started_ends_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    for manner in ["orphan", "parent", "parent silent"] {
        let file = folder.path().join(manner);
        let engine = Engine::start(&EngineSpec {
            stderr: Some(file.clone()),
            move_timeout: SHORT,
            ..spec(Protocol::Gtp, manner)
        });
        assert_eq!(engine.is_ok(), manner != "orphan", "{engine:?}");
        if let Ok(mut engine) = engine {
            let _ = engine.answer(&OTHELLO, None, &[], &Limits::default());
        }
        for pid in numbers(&file, 2) {
            wait_until(&|| !runs(&pid));
        }
    }
}

/// Starts an engine that writes the numbers of its processes into a file, and does nothing more.
pub(crate) fn own_for_ever(file: &str) -> ! {
    let _engine = Engine::start(&EngineSpec {
        stderr: Some(file.into()),
        ..spec(Protocol::Nboard, "parent")
    });
    loop {
        std::thread::park();
    }
}

pub(crate) fn programs_end_when_we_are_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    // Ctrl-C ends a process like SIGTERM, unless it runs in the background: shells let it be ignored there.
    for signal in ["TERM", "KILL"] {
        let file = folder.path().join(signal);
        let this = std::env::current_exe().expect("this program");
        let mut owner = Command::new(this)
            .args(["own".as_ref(), file.as_os_str()])
            .spawn()
            .expect("it starts");
        let pids = numbers(&file, 2);
        assert!(pids.iter().all(|pid| runs(pid)), "{pids:?}");
        let number = owner.id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &number]).status();
        assert!(kill.is_ok_and(|status| status.success()));
        owner.wait().expect("it ended");
        for pid in pids {
            wait_until(&|| !runs(&pid));
        }
    }
}

pub(crate) fn stderr_goes_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stderr.txt");
    let wordy = EngineSpec {
        stderr: Some(file.clone()),
        move_timeout: SHORT,
        ..spec(Protocol::Gtp, "wordy")
    };
    let engine = Engine::start(&wordy).expect("it greets");
    let read = || std::fs::read_to_string(&file).unwrap_or_default();
    wait_until(&|| read().ends_with("the end"));
    drop(engine);
    assert_eq!(read().len(), 5000 * "words ".len() + "the end".len());
    let nowhere = EngineSpec {
        stderr: Some(folder.path().join("no/folder/file")),
        ..wordy
    };
    assert!(matches!(
        not_started(&nowhere),
        EngineError::NotStarted { .. }
    ));
}

pub(crate) fn a_game_that_is_over_is_refused() {
    let mut engine = started(Protocol::Nboard, "good");
    let over = format!("{} X", "X".repeat(64));
    let error = engine
        .answer(&OTHELLO, Some(&over), &[], &Limits::default())
        .expect_err("nothing is to be played");
    assert!(matches!(error, EngineError::Over { .. }), "{error}");
    assert!(
        engine
            .answer(&OTHELLO, None, &[], &Limits::default())
            .is_ok()
    );
}
