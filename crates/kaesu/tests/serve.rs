//! The real program killed in the middle of games, with a real database.

#![cfg(feature = "page")]
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

struct Program {
    child: Child,
    address: String,
}

impl Program {
    fn start(data: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kaesu"))
            .args(["--no-open", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let address = first.rsplit("http://").next().unwrap();
        let address = address.trim_end_matches('/').to_owned();
        Self { child, address }
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(&self.address).unwrap();
        let body = body.to_string();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    fn connect(&self, room: &str, hello: &Value) -> (Socket, Value) {
        let url = format!("ws://{}/api/rooms/{room}/socket", self.address);
        let mut request = url.into_client_request().unwrap();
        let origin = format!("http://{}", self.address);
        request
            .headers_mut()
            .insert("Origin", origin.parse().unwrap());
        let (socket, _) = tungstenite::connect(request).unwrap();
        let mut socket = Socket(socket);
        socket.0.send(Message::text(hello.to_string())).unwrap();
        let first = socket.next();
        (socket, first)
    }

    /// As `kill -9` does.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

struct Socket(WebSocket<MaybeTlsStream<std::net::TcpStream>>);

impl Socket {
    fn next(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Plays a legal move for whoever's turn it is; what the room is after it.
    fn play(&mut self, position: &Value) -> Value {
        let text = &position["legal"][0]["text"];
        let action = json!({"id": 1, "action": "move", "seat": position["turn"],
                          "ply": position["ply"], "text": text});
        self.0.send(Message::text(action.to_string())).unwrap();
        let mut after = position.clone();
        loop {
            let message = self.next();
            if message["event"] == "played" {
                after = message["position"].clone();
            }
            assert_ne!(message["type"], "refused", "{message}");
            if message["type"] == "done" {
                return after;
            }
        }
    }
}

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
        (folder.path().to_owned(), "unable to open"),
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
