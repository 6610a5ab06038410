//! The real program killed in the middle of games, with a real database.

#![cfg(feature = "page")]
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod program;

use std::path::Path;
use std::process::Command;

use program::Program;
use serde_json::{Value, json};

#[test]
fn rooms_go_on_after_a_sudden_end() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.sqlite");
    let mut program = Program::start(&data);
    let games = ["othello", "yonin:start=own", "yonin-shogi"];
    let mut rooms = Vec::new();
    for game in games {
        let seats = if game == "othello" { 2 } else { 4 };
        let body = json!({"game": game, "seats": vec![json!({"kind": "me"}); seats],
                          "clock": {"main": 600, "increment": 1}});
        let created = program.post("/api/rooms", &body);
        let tokens = created["seats"].as_array().unwrap().iter();
        let tokens: Vec<Value> = tokens.map(|seat| seat["token"].clone()).collect();
        let room = created["room"].as_str().unwrap().to_owned();
        rooms.push((room, tokens, Value::Null));
    }
    for life in 0..3 {
        let mut sockets = Vec::new();
        for (room, tokens, position) in &mut rooms {
            let (socket, first) = program.connect(room, &json!({"seats": tokens}));
            assert_eq!(first["type"], "snapshot");
            let held = first["you"]["seats"].as_array().unwrap();
            assert_eq!(held.len(), tokens.len(), "every seat is held again");
            if life > 0 {
                assert_eq!(&first["room"]["position"], position, "every move was kept");
            }
            *position = first["room"]["position"].clone();
            sockets.push(socket);
        }
        for _ in 0..7 {
            for ((_, _, position), socket) in rooms.iter_mut().zip(&mut sockets) {
                *position = socket.play(position);
            }
        }
        program.kill();
        program = Program::start(&data);
    }
    program.kill();
}

#[test]
fn data_that_cannot_be_used_is_named_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.sqlite");
    let program = Program::start(&data);
    let second = |listen: &str, data: &Path| {
        let output = Command::new(env!("CARGO_BIN_EXE_kaesu"))
            .args(["serve", "--no-open", "--listen", listen, "--data"])
            .arg(data)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let same_data = second("127.0.0.1:0", &data);
    assert!(same_data.contains("in use by another kaesu"), "{same_data}");
    assert_eq!(same_data.lines().count(), 1);
    let damaged = folder.path().join("damaged.sqlite");
    std::fs::write(&damaged, "no database".repeat(1000)).unwrap();
    for (file, problem) in [
        (damaged, "it is damaged, or no data file of kaesu"),
        (folder.path().to_owned(), "it is no file"),
    ] {
        let said = second("127.0.0.1:0", &file);
        let whole = format!("the data file {}: {problem}", file.display());
        assert!(said.contains(&whole), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let same_port = second(&program.address, &folder.path().join("other.sqlite"));
    assert!(same_port.contains("is taken"), "{same_port}");
    assert_eq!(same_port.lines().count(), 1);
    program.kill();
}

#[test]
fn a_copy_is_made_and_checked_while_people_play() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.sqlite");
    let program = Program::start(&data);
    let me = json!({"kind": "me"});
    let created = program.post("/api/rooms", &json!({"game": "othello", "seats": [me, me]}));
    let room = created["room"].as_str().unwrap();
    let tokens: Vec<&Value> = created["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| &seat["token"])
        .collect();
    let (mut socket, first) = program.connect(room, &json!({"seats": tokens}));
    let position = socket.play(&first["room"]["position"]);
    let copy = folder.path().join("copy.sqlite");
    let kaesu = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_kaesu"))
            .args(arguments)
            .output()
            .unwrap()
    };
    let (from, to) = (data.to_str().unwrap(), copy.to_str().unwrap());
    assert!(kaesu(&["backup", to, "--data", from]).status.success());
    let position = socket.play(&position);
    assert_eq!(position["ply"], 2);
    for (file, moves) in [(to, 1), (from, 2)] {
        let checked = kaesu(&["check", "--data", file]);
        let said = String::from_utf8(checked.stdout).unwrap();
        let wanted = format!("1 games with {moves} moves were played again, 1 rooms are there");
        assert!(said.starts_with(&wanted), "{said}");
        assert!(checked.status.success());
    }
    let twice = kaesu(&["backup", to, "--data", from]);
    assert_eq!(twice.status.code(), Some(2));
    // The copy is a data file like any other.
    let again = Program::start(&copy);
    let (_, first) = again.connect(room, &json!({"seats": tokens}));
    assert_eq!(first["room"]["position"]["ply"], 1);
    again.kill();
    program.kill();

    std::fs::write(&copy, "no database".repeat(1000)).unwrap();
    let damaged = kaesu(&["check", "--data", to]);
    assert_eq!(damaged.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(damaged.stderr).unwrap().lines().count(),
        1
    );
}

#[cfg(unix)]
#[test]
fn few_descriptors_end_in_a_sentence_or_in_service() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.sqlite");
    for descriptors in [8, 14, 20, 26, 40, 60] {
        let script = format!(
            "ulimit -n {descriptors}; exec \"$0\" --no-open --listen 127.0.0.1:0 --data \"$1\""
        );
        let mut command = Command::new("sh");
        command
            .args(["-c", &script, env!("CARGO_BIN_EXE_kaesu")])
            .arg(&data)
            .stderr(std::process::Stdio::piped());
        let mut child = command
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        std::io::BufRead::read_line(
            &mut std::io::BufReader::new(child.stdout.take().unwrap()),
            &mut line,
        )
        .unwrap();
        if line.is_empty() {
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(!said.contains("panicked"), "{descriptors}: {said}");
            assert_eq!(output.status.code(), Some(2), "{descriptors}: {said}");
            assert_eq!(said.lines().count(), 1, "{descriptors}: {said}");
            let files = said.contains("files and connections at once");
            assert!(files || descriptors < 14, "{descriptors}: {said}");
            assert!(descriptors < 40, "{said}");
        } else {
            let address = line.rsplit("http://").next().unwrap().trim();
            let address = address.trim_end_matches('/');
            assert_eq!(asked(address), "200", "{descriptors}");
            // However many hold a connection, who asks is answered.
            let idle: Vec<_> = (0..150)
                .filter_map(|_| std::net::TcpStream::connect(address).ok())
                .collect();
            let status = asked(address);
            assert!(
                status == "503" || status == "200",
                "{descriptors}: {status}"
            );
            drop(idle);
            let patience = std::time::Instant::now();
            while asked(address) != "200" {
                assert!(patience.elapsed().as_secs() < 10, "{descriptors}");
            }
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}

/// The status with which a server answers within five seconds; empty if it does not.
fn asked(address: &str) -> String {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let patience = Some(std::time::Duration::from_secs(5));
    stream.set_read_timeout(patience).unwrap();
    let ask = format!("GET /api/info HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    // Who is refused may find the connection closed before all of it is sent.
    let _ = stream.write_all(ask.as_bytes());
    let mut head = [0; 12];
    match stream.read_exact(&mut head) {
        Ok(()) => String::from_utf8_lossy(&head[9..]).into_owned(),
        Err(_) => String::new(),
    }
}

/// Starts a server that has to be refused; what it says.
fn refused(mut command: Command) -> String {
    let mut started = command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut out = std::io::BufReader::new(started.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut out, &mut line).unwrap();
    // One that is served would run for ever.
    let _ = started.kill();
    let output = started.wait_with_output().unwrap();
    assert_eq!(line, "", "{command:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn absurd_settings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (option, value) in [
        ("--thinkers", "1000000"),
        ("--connections", "0"),
        ("--connections-each", "0"),
        ("--grace", "18446744073709551615"),
        ("--expiry", "0"),
        ("--rate", "99999999999"),
    ] {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_kaesu"));
        serve
            .args(["serve", "--no-open", "--listen", "127.0.0.1:0"])
            .args([option, value, "--data"])
            .arg(folder.path().join("data.sqlite"));
        let said = refused(serve);
        assert!(said.contains(value) && said.lines().count() == 1, "{said}");
    }
}

/// Whoever tests as root may write everywhere, and becomes nobody for this.
#[cfg(unix)]
#[test]
fn a_data_file_that_cannot_be_written_is_refused_at_once() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    const NOBODY: u32 = 65_534;
    let folder = tempfile::tempdir().unwrap();
    let may = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    };
    let data = folder.path().join("data.sqlite");
    let mut program = Program::start(&data);
    let id = program.child.id().to_string();
    let ended = Command::new("kill").args(["-TERM", &id]).status();
    assert!(ended.unwrap().success() && program.child.wait().unwrap().success());
    let kaesu = folder.path().join("kaesu");
    std::fs::copy(env!("CARGO_BIN_EXE_kaesu"), &kaesu).unwrap();
    // Left by the server that was, and not nobody's.
    std::fs::remove_file(folder.path().join("data.sqlite.lock")).unwrap();
    may(&data, 0o444);
    for rights in [0o777, 0o555] {
        may(folder.path(), rights);
        let mut serve = Command::new(&kaesu);
        serve.args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--data"]);
        serve.arg(&data).current_dir(folder.path());
        if std::fs::metadata(&data).unwrap().uid() == 0 {
            serve.uid(NOBODY).gid(NOBODY);
        }
        let said = refused(serve);
        let last = said.lines().last().unwrap_or_default();
        assert!(
            last.contains("you may not write to it or to its folder"),
            "{rights:o}: {said}"
        );
    }
    may(folder.path(), 0o755);
}

#[test]
fn whoever_opens_the_server_to_others_is_told() {
    use std::io::BufRead;
    for (listen, told) in [
        ("127.0.0.1:0", "Only this machine can reach it"),
        (
            "0.0.0.0:0",
            "Everybody who can reach this machine can open it",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_kaesu"))
            .args(["serve", "--no-open", "--listen", listen, "--data"])
            .arg(folder.path().join("data.sqlite"))
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let out = std::io::BufReader::new(child.stdout.take().unwrap());
        let line = out.lines().map(Result::unwrap).nth(2).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(line.starts_with(told), "{listen}: {line}");
        let open = line.contains("can be read on the way");
        assert_eq!(open, listen.starts_with('0'), "{line}");
    }
    // A forwarded address is believed of everybody who gets there.
    for (listen, warned) in [("127.0.0.1:0", false), ("0.0.0.0:0", true)] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_kaesu"))
            .args(["serve", "--no-open", "--behind-proxy", "--listen", listen])
            .arg("--data")
            .arg(folder.path().join("data.sqlite"))
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let out = std::io::BufReader::new(child.stdout.take().unwrap());
        let line = out.lines().map(Result::unwrap).nth(3).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(line.contains("through your proxy"), warned, "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_of_others_is_not_touched() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let letter = folder.path().join("letter.txt");
    std::fs::write(&letter, "Dear Aya, this is no database at all.").unwrap();
    std::fs::set_permissions(&letter, PermissionsExt::from_mode(0o644)).unwrap();
    let lock = folder.path().join("letter.txt.lock");
    std::fs::write(&lock, "of another program").unwrap();
    for data in [&*letter, Path::new("/dev/null")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kaesu"));
        command
            .args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--data"])
            .arg(data);
        refused(command);
    }
    let mode = std::fs::metadata(&letter).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o644);
    let kept = std::fs::read_to_string(&lock).unwrap();
    assert_eq!(kept, "of another program");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}
