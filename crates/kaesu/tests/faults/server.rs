//! A server on a faulty disk: every move that was confirmed is there afterwards.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::program::{Program, serve};
use super::{Disk, Fault, KAESU, faults, succeeds};

/// How many moves are tried.
const MOVES: usize = 10;

/// What was confirmed before something failed.
#[derive(Debug, Default)]
struct Confirmed {
    room: Option<(String, Value)>,
    moves: Vec<String>,
}

/// Plays until the end or until something fails.
fn play(program: &Program) -> Confirmed {
    play_and_tell(program, |_| ())
}

/// The same, and tells after every confirmed move how many there are.
fn play_and_tell(program: &Program, mut told: impl FnMut(usize)) -> Confirmed {
    let mut confirmed = Confirmed::default();
    let me = json!({"kind": "me"});
    let body = json!({"game": "othello", "seats": [me, me], "person": "aya",
                      "clock": {"main": 600, "increment": 1}});
    let Some(created) = program.try_post("/api/rooms", &body) else {
        return confirmed;
    };
    let Some(room) = created["room"].as_str() else {
        assert_eq!(created["code"], "storage", "{created}");
        return confirmed;
    };
    let seats = created["seats"].as_array().unwrap();
    let tokens: Vec<&Value> = seats.iter().map(|seat| &seat["token"]).collect();
    let hello = json!({"seats": tokens});
    confirmed.room = Some((room.to_owned(), hello.clone()));
    let Some((mut socket, first)) = program.try_connect(room, &hello) else {
        return confirmed;
    };
    let mut position = first["room"]["position"].clone();
    for _ in 0..MOVES {
        let text = position["legal"][0]["text"].as_str().unwrap().to_owned();
        match socket.try_play(&position) {
            Some(after) => position = after,
            None => return confirmed,
        }
        confirmed.moves.push(text);
        told(confirmed.moves.len());
    }
    confirmed
}

/// Starts the server again, on a disk that works, and compares.
fn holds(disk: &Disk, confirmed: &Confirmed, fault: Fault) {
    let data = disk.path("data.sqlite");
    let program = Program::start(&data);
    if let Some((room, hello)) = &confirmed.room {
        let (_, first) = program.connect(room, hello);
        assert_eq!(first["you"]["seats"], json!([0, 1]), "{fault:?}");
        let plies = first["room"]["plies"].as_array().unwrap();
        let kept = plies.iter().map(|ply| ply["text"].as_str().unwrap());
        let kept: Vec<&str> = kept.collect();
        // What was not confirmed may be there or not.
        assert!(kept.len() <= confirmed.moves.len() + 1, "{fault:?}");
        assert_eq!(
            kept.get(..confirmed.moves.len()),
            Some(
                &confirmed
                    .moves
                    .iter()
                    .map(String::as_str)
                    .collect::<Vec<_>>()[..]
            ),
            "{fault:?}"
        );
    }
    let mut check = Command::new(KAESU);
    check.args(["check", "--data"]).arg(&data);
    succeeds(check, fault);
    program.kill();
}

#[test]
fn no_fault_of_the_disk_loses_a_confirmed_move() {
    let disk = Disk::new();
    let counting = disk.on(serve(&disk.path("data.sqlite")), "count", 0);
    let program = Program::launch(counting).unwrap();
    let whole = play(&program);
    assert_eq!(whole.moves.len(), MOVES);
    program.kill();
    let operations = disk.counted();
    assert!(operations > 30, "{operations}");
    let mut lost_power = 0;
    for fault in faults(operations, 6) {
        let disk = Disk::new();
        let mut faulty = disk.with(serve(&disk.path("data.sqlite")), fault);
        faulty.stderr(Stdio::null());
        let confirmed = match Program::launch(faulty) {
            Some(mut program) => {
                let confirmed = play(&program);
                // A server goes on when its disk fails, and ends when the power does: its connections a little sooner.
                if !matches!(fault, Fault::Power(..)) {
                    assert_eq!(program.child.try_wait().unwrap(), None, "{fault:?}");
                } else if confirmed.moves.len() < MOVES {
                    program.child.wait().unwrap();
                    lost_power += 1;
                }
                program.kill();
                confirmed
            }
            None => Confirmed::default(),
        };
        holds(&disk, &confirmed, fault);
    }
    assert!(lost_power > 0, "the power was cut at least once");
}

#[test]
fn a_server_that_is_killed_at_any_moment_keeps_what_it_confirmed() {
    let times = if std::env::var_os("KAESU_CAMPAIGN").is_some() {
        400
    } else {
        4
    };
    let disk = Disk::new();
    let mut interrupted = 0;
    for time in 0..times {
        let program = Program::start(&disk.path("data.sqlite"));
        let id = program.child.id();
        // Somewhere between one confirmed move and the next ones, the first included.
        let after = (time % (MOVES as u64 - 1)) as usize;
        let delay = Duration::from_micros(137 * (time * 31 % 40));
        let (tell, told) = std::sync::mpsc::channel();
        let killer = std::thread::spawn(move || {
            while after > 0 && told.recv().is_ok_and(|confirmed| confirmed < after) {}
            std::thread::sleep(delay);
            let status = Command::new("kill").args(["-9", &id.to_string()]).status();
            assert!(status.unwrap().success());
        });
        let confirmed = play_and_tell(&program, |moves| {
            // The killer listens until it has heard enough.
            let _ = tell.send(moves);
        });
        drop(tell);
        killer.join().unwrap();
        let mut program = program;
        program.child.wait().unwrap();
        assert!(confirmed.moves.len() >= after, "{confirmed:?}");
        interrupted += u32::from(confirmed.moves.len() < MOVES);
        holds(&disk, &confirmed, Fault::Power(time, 0));
    }
    assert!(interrupted > 0, "it was killed while people played");
}
