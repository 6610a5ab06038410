//! A study in a real program that is killed again and again: what was confirmed is what is exported.
//! `KAESU_CAMPAIGN=200` kills it two hundred times.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]
#![cfg(feature = "page")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rules::hash::mix;
use serde_json::{Value, json};

/// Answers that are confirmed before the program is killed again.
const EACH: u64 = 4;
/// People who take part at the same time.
const PEOPLE: u64 = 6;

/// P2's study on a small board, with places for everybody who could come.
const CHANGES: [(&str, &str); 5] = [
    ("people = 8", "people = 800"),
    ("\"othello\"", "\"reversi-4x4\""),
    ("\"p2-winning\"", "\"random\""),
    ("\"p2-entertaining\"", "\"random\""),
    ("reply = 1.2", "reply = 0.01"),
];

fn kills() -> u64 {
    let asked = std::env::var("KAESU_CAMPAIGN").ok();
    asked.map_or(5, |asked| asked.parse().unwrap())
}

fn kaesu() -> Command {
    Command::new(env!("CARGO_BIN_EXE_kaesu"))
}

/// Starts the study, and returns where it listens.
fn start(file: &Path, folder: &Path) -> (Child, String) {
    let mut child = kaesu()
        .args(["study", "run", "--no-open", "--rate", "0"])
        .args(["--listen", "127.0.0.1:0", "--folder"])
        .args([folder, file])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut said).unwrap();
    let address = said.split("http://").nth(1).unwrap();
    let address = address.split('/').next().unwrap().to_owned();
    (child, address)
}

/// Sends something; `None` if the program was killed meanwhile.
fn post(address: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .ok()?;
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((status, serde_json::from_str(body).ok()?))
}

/// Where the program listens now, how much was confirmed, and whether people should go home.
struct World {
    address: Mutex<String>,
    confirmed: AtomicU64,
    over: AtomicBool,
}

impl World {
    /// Sends until it is answered, whatever happens to the program.
    fn insist(&self, path: &str, body: &Value) -> (u16, Value) {
        for _ in 0..2000 {
            let address = self.address.lock().unwrap().clone();
            if let Some(answer) = post(&address, path, body) {
                return answer;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("nobody answers {body}");
    }
}

/// An answer: who, which question, and at which move of which game.
type Given = (String, String, String, String);

/// Answers that were confirmed, by what they belong to.
type Confirmed = BTreeMap<Given, String>;

/// Takes part, again and again as somebody else, until the world is over.
fn take_part(world: &World, seed: u64) -> Confirmed {
    let mut confirmed = Confirmed::new();
    let mut step = 0;
    while !world.over.load(Ordering::SeqCst) {
        let consent = json!({"language": "en"});
        let (status, mut view) = world.insist("/api/study/consent", &consent);
        assert_eq!(status, 200, "{view}");
        let code = view["code"].as_str().unwrap().to_owned();
        while !world.over.load(Ordering::SeqCst) && view["step"]["kind"] != "done" {
            step += 1;
            let draw = mix(seed ^ mix(step));
            let action = next(&view["step"], draw);
            let id = format!("{seed}-{step}");
            let body = json!({"code": code, "id": id, "action": action});
            let (status, answer) = world.insist("/api/study/act", &body);
            assert_eq!(status, 200, "{body}: {answer}");
            if action["kind"] == "answer" {
                let text = |key: &str| match &action[key] {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                let given = (code.clone(), text("question"), text("game"), text("ply"));
                // A check question is asked until it is right: the last answer counts.
                confirmed.insert(given, text("value"));
                world.confirmed.fetch_add(1, Ordering::SeqCst);
            }
            if action["kind"] == "hello" {
                std::thread::sleep(Duration::from_millis(5));
            }
            view = answer;
        }
    }
    confirmed
}

/// What somebody does next.
fn next(step: &Value, draw: u64) -> Value {
    let answer = |question: &Value| {
        let options = question["options"].as_array().unwrap();
        let value = if question["letters"].is_number() {
            json!(format!("words {draw}, \"quoted\""))
        } else if question["skip"] == true && draw.is_multiple_of(9) {
            Value::Null
        } else {
            options[draw as usize % options.len()]["value"].clone()
        };
        json!({"kind": "answer", "question": question["id"], "game": step["game"],
               "ply": step["askedPly"], "value": value, "ms": 1})
    };
    match step["kind"].as_str().unwrap() {
        "questions" => {
            let mut given = answer(&step["questions"][0]);
            given["ply"] = Value::Null;
            given
        }
        "rules" | "pause" | "debrief" => json!({"kind": "next"}),
        "play" if step["asked"][0].is_object() => answer(&step["asked"][0]),
        "play" if step["over"] == true => json!({"kind": "next"}),
        "play" if step["toMove"] == true => {
            let legal = step["position"]["legal"].as_array().unwrap();
            json!({"kind": "move", "game": step["game"], "ply": step["position"]["ply"],
                   "text": legal[draw as usize % legal.len()]["text"], "ms": 1})
        }
        _ => json!({"kind": "hello"}),
    }
}

/// Reads the answers of an export.
fn exported(folder: &Path, out: &Path) -> Confirmed {
    // Nobody sees by accident how arms do while people can still begin.
    let early = kaesu()
        .args(["study", "export", "--out"])
        .args([out, folder])
        .output()
        .unwrap();
    let said = String::from_utf8(early.stderr).unwrap();
    assert!(!early.status.success() && said.contains("--open"), "{said}");
    assert!(!out.exists());
    let done = kaesu()
        .args(["study", "export", "--open", "--out"])
        .args([out, folder])
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
    let table = std::fs::read(out.join("data/study-killed_table-answers_data.csv")).unwrap();
    let mut rows = rows(&String::from_utf8(table).unwrap()).into_iter();
    let head = rows.next().unwrap();
    let place = |name: &str| head.iter().position(|column| column == name).unwrap();
    let [person, question, game, ply, value, why] =
        ["person", "question", "game", "ply", "value", "why-missing"].map(place);
    let given = |row: &Vec<String>| ["", "skipped"].contains(&&*row[why]);
    rows.filter(given)
        .map(|row| {
            let slot = [person, question, game, ply].map(|column| row[column].clone());
            let [person, question, game, ply] = slot;
            ((person, question, game, ply), row[value].clone())
        })
        .collect()
}

/// Reads CSV as RFC 4180 has it.
fn rows(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            letter => cell.push(letter),
        }
    }
    rows
}

#[test]
fn whatever_kills_the_program_confirmed_answers_are_those_that_are_exported() {
    let place = tempfile::tempdir().unwrap();
    let (file, folder) = (place.path().join("killed.toml"), place.path().join("data"));
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../studies/p2.toml"
    ));
    let text = CHANGES
        .iter()
        .fold(text.unwrap(), |text, (from, to)| text.replace(from, to));
    std::fs::write(&file, text).unwrap();
    let (mut child, address) = start(&file, &folder);
    let world = Arc::new(World {
        address: Mutex::new(address),
        confirmed: AtomicU64::new(0),
        over: AtomicBool::new(false),
    });
    let people: Vec<_> = (0..PEOPLE)
        .map(|seed| {
            let world = Arc::clone(&world);
            std::thread::spawn(move || take_part(&world, seed))
        })
        .collect();
    let kills = kills();
    for kill in 0..kills {
        // However slow the machine is, there is something to lose.
        let before = world.confirmed.load(Ordering::SeqCst);
        for _ in 0..1000 {
            std::thread::sleep(Duration::from_millis(20));
            if world.confirmed.load(Ordering::SeqCst) >= before + EACH {
                break;
            }
        }
        std::thread::sleep(Duration::from_millis(mix(kill) % 300));
        child.kill().unwrap();
        child.wait().unwrap();
        let (again, address) = start(&file, &folder);
        child = again;
        *world.address.lock().unwrap() = address;
    }
    std::thread::sleep(Duration::from_millis(300));
    world.over.store(true, Ordering::SeqCst);
    let confirmed = people.into_iter().map(|person| person.join().unwrap());
    let confirmed: Confirmed = confirmed.flatten().collect();
    child.kill().unwrap();
    child.wait().unwrap();
    let exported = exported(&folder, &place.path().join("out"));
    println!("{kills} kills, {} answers confirmed", confirmed.len());
    assert!(
        confirmed.len() as u64 >= EACH * kills / 2,
        "{}",
        confirmed.len()
    );
    assert_eq!(confirmed, exported);
}

/// What somebody is told who forgets something, from the commands to a study that is closed.
#[test]
fn an_experimenter_is_told_what_to_do() {
    let said = |output: Output| String::from_utf8(output.stderr).unwrap();
    let commands = said(kaesu().arg("study").output().unwrap());
    for command in ["check", "power", "run", "report", "export", "withdraw"] {
        assert!(commands.contains(command), "{commands}");
    }
    let place = tempfile::tempdir().unwrap();
    let (file, folder) = (place.path().join("told.toml"), place.path().join("data"));
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../studies/p2.toml"
    ));
    let text = text
        .unwrap()
        .replace("withdraw-until = 2027-03-31", "withdraw-until = 2020-03-31");
    std::fs::write(&file, text).unwrap();
    let check = kaesu().args(["study", "check"]).arg(&file).output();
    let checked = said(check.unwrap());
    assert!(checked.contains("2020-03-31, which is over"), "{checked}");
    let close = || {
        let mut command = kaesu();
        command.args(["study", "report", "--close", "--judge", "none"]);
        command.arg(&folder).output().unwrap()
    };
    let (mut child, _) = start(&file, &folder);
    let refused = close();
    assert!(!refused.status.success());
    let refused = said(refused);
    assert!(
        refused.contains("end that one with Ctrl-C first"),
        "{refused}"
    );
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(close().status.success());
    let mut child = kaesu()
        .args(["study", "run", "--no-open", "--listen", "127.0.0.1:0"])
        .arg(&file)
        .arg("--folder")
        .arg(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let told: Vec<String> = lines.take(5).map_while(Result::ok).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(told[4].contains("The study is closed"), "{told:?}");
}

/// The sums of a package are of all its files, and a report of it changes none of them.
#[test]
fn a_package_has_the_sums_of_everything() {
    let place = tempfile::tempdir().unwrap();
    let (file, folder, package) = (
        place.path().join("packed.toml"),
        place.path().join("simulated"),
        place.path().join("package"),
    );
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/../../studies/p2.toml");
    let text = std::fs::read_to_string(text).unwrap();
    let text = CHANGES[1..]
        .iter()
        .fold(text, |text, (from, to)| text.replace(from, to));
    std::fs::write(&file, text).unwrap();
    let run = |command: &mut Command| {
        let done = command.output().unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    run(kaesu()
        .args(["study", "simulate", "--folder"])
        .args([&folder, &file]));
    run(kaesu()
        .args(["study", "report", "--judge", "none", "--package"])
        .args([&package, &folder]));
    let sums = std::fs::read_to_string(package.join("SHA256SUMS")).unwrap();
    for name in ["study.sqlite", "README.md", "report/index.html"] {
        assert!(sums.contains(&format!("  {name}\n")), "{name}: {sums}");
    }
    let check = || {
        run(Command::new("sha256sum")
            .args(["--check", "--quiet", "SHA256SUMS"])
            .current_dir(&package));
    };
    check();
    let again = place.path().join("again");
    run(kaesu()
        .args(["study", "report", "--judge", "none", "--out"])
        .args([&again, &package]));
    check();
}
