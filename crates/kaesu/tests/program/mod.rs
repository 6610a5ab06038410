//! The real program, and a client that speaks to it as a browser does.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "part of the tests, and each test file uses a part of it"
)]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

pub struct Program {
    pub child: Child,
    pub address: String,
}

/// Returns the command that serves a data file on a free port.
pub fn serve(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaesu"));
    command
        .args(["--no-open", "--listen", "127.0.0.1:0", "--data"])
        .arg(data);
    command
}

impl Program {
    pub fn start(data: &Path) -> Self {
        Self::launch(serve(data)).expect("it starts")
    }

    /// Starts a server; `None` if it ends before it listens.
    pub fn launch(mut command: Command) -> Option<Self> {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let Some(Ok(first)) = lines.next() else {
            child.wait().unwrap();
            return None;
        };
        let address = first.rsplit("http://").next().unwrap();
        let address = address.trim_end_matches('/').to_owned();
        Some(Self { child, address })
    }

    pub fn post(&self, path: &str, body: &Value) -> Value {
        self.try_post(path, body).expect("an answer")
    }

    pub fn try_post(&self, path: &str, body: &Value) -> Option<Value> {
        let mut stream = std::net::TcpStream::connect(&self.address).ok()?;
        let body = body.to_string();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
    }

    pub fn connect(&self, room: &str, hello: &Value) -> (Socket, Value) {
        self.try_connect(room, hello).expect("a connection")
    }

    pub fn try_connect(&self, room: &str, hello: &Value) -> Option<(Socket, Value)> {
        let url = format!("ws://{}/api/rooms/{room}/socket", self.address);
        let mut request = url.into_client_request().unwrap();
        let origin = format!("http://{}", self.address);
        request
            .headers_mut()
            .insert("Origin", origin.parse().unwrap());
        let (socket, _) = tungstenite::connect(request).ok()?;
        let mut socket = Socket(socket);
        socket.0.send(Message::text(hello.to_string())).ok()?;
        let first = socket.try_next()?;
        Some((socket, first))
    }

    /// As `kill -9` does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

pub struct Socket(pub WebSocket<MaybeTlsStream<std::net::TcpStream>>);

impl Socket {
    /// The next message; `None` when the connection has ended.
    pub fn try_next(&mut self) -> Option<Value> {
        loop {
            if let Message::Text(text) = self.0.read().ok()? {
                return serde_json::from_str(&text).ok();
            }
        }
    }

    /// Plays a legal move for whoever's turn it is; what the room is after it.
    pub fn play(&mut self, position: &Value) -> Value {
        self.try_play(position).expect("the move is confirmed")
    }

    /// Plays a legal move; `None` unless it is confirmed.
    pub fn try_play(&mut self, position: &Value) -> Option<Value> {
        let text = &position["legal"][0]["text"];
        let action = json!({"id": 1, "action": "move", "seat": position["turn"],
                          "ply": position["ply"], "text": text});
        self.0.send(Message::text(action.to_string())).ok()?;
        let mut after = position.clone();
        loop {
            let message = self.try_next()?;
            if message["event"] == "played" {
                after = message["position"].clone();
            }
            match message["type"].as_str()? {
                "refused" | "bye" => return None,
                "done" => return Some(after),
                _ => {}
            }
        }
    }
}
