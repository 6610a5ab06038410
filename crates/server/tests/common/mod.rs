//! A real server on a free port, and clients that speak to it as a browser does.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "part of the tests, and each test file uses a part of it"
)]

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use kaesu_server::{Config, Server};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async};

pub struct Running {
    pub address: SocketAddr,
    pub admin: String,
    pub end: Option<tokio::sync::oneshot::Sender<()>>,
    pub task: tokio::task::JoinHandle<()>,
    pub folder: TempDir,
}

pub async fn start() -> Running {
    start_with(|_| ()).await
}

pub async fn start_with(change: impl FnOnce(&mut Config)) -> Running {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.sqlite");
    let mut config = Config::new(([127, 0, 0, 1], 0).into(), data);
    config.thinkers = 1;
    change(&mut config);
    let server = Server::bind(config).await.unwrap();
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let (address, admin) = (server.address(), server.admin().to_owned());
    let until = async move {
        let _ = ended.await;
    };
    let task = tokio::spawn(async move { server.run(until).await });
    Running {
        address,
        admin,
        end: Some(end),
        task,
        folder,
    }
}

/// Status and body of a request, made by hand so that nothing is added to it.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> (u16, String, String) {
    request_from(HERE, address, method, path, headers, body).await
}

/// The address of most clients.
pub const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

/// A connection from one of the addresses of this machine.
pub async fn reach(from: IpAddr, address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    socket.connect(address).await
}

/// The same from another address of this machine.
pub async fn request_from(
    from: IpAddr,
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> (u16, String, String) {
    let mut stream = reach(from, address).await.unwrap();
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "Host") {
        head += &format!("Host: {address}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("Content-Length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).await.unwrap();
    // A server that refuses a large body may close before it has all of it.
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).unwrap_or("0").parse().unwrap();
    (status, head.to_ascii_lowercase(), body.to_owned())
}

pub async fn get(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> (u16, Value) {
    let (status, _, body) = request(address, "GET", path, headers, b"").await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

pub async fn post(address: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    let headers = [("Content-Type", "application/json")];
    let text = body.to_string();
    let (status, _, body) = request(address, "POST", path, &headers, text.as_bytes()).await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

pub async fn room(address: SocketAddr, game: &str, seats: Value) -> Value {
    let body = json!({"game": game, "seats": seats, "name": "Aya", "person": "aya-secret",
                      "assist": true});
    let (status, created) = post(address, "/api/rooms", &body).await;
    assert_eq!(status, 200, "{created}");
    created
}

/// Nothing takes as long as this, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u32,
    /// Everything that was not asked for, in order.
    pub heard: Vec<Value>,
}

impl Client {
    pub async fn try_connect(
        address: SocketAddr,
        room: &str,
        origin: Option<&str>,
    ) -> Result<WebSocketStream<MaybeTlsStream<TcpStream>>, Error> {
        Self::try_connect_from(HERE, address, room, origin).await
    }

    async fn try_connect_from(
        from: IpAddr,
        address: SocketAddr,
        room: &str,
        origin: Option<&str>,
    ) -> Result<WebSocketStream<MaybeTlsStream<TcpStream>>, Error> {
        let url = format!("ws://{address}/api/rooms/{room}/socket");
        let mut request = url.into_client_request().unwrap();
        if let Some(origin) = origin {
            request
                .headers_mut()
                .insert("Origin", origin.parse().unwrap());
        }
        let stream = MaybeTlsStream::Plain(reach(from, address).await?);
        client_async(request, stream)
            .await
            .map(|(socket, _)| socket)
    }

    /// Connects, says hello, and takes the first answer.
    pub async fn connect(address: SocketAddr, room: &str, hello: Value) -> (Self, Value) {
        Self::connect_from(HERE, address, room, hello).await
    }

    /// The same from another address of this machine.
    pub async fn connect_from(
        from: IpAddr,
        address: SocketAddr,
        room: &str,
        hello: Value,
    ) -> (Self, Value) {
        let origin = format!("http://{address}");
        let socket = Self::try_connect_from(from, address, room, Some(&origin))
            .await
            .unwrap();
        let mut client = Self {
            socket,
            next: 0,
            heard: Vec::new(),
        };
        client.send(&hello.to_string()).await;
        let first = client.next().await.expect("an answer to hello");
        (client, first)
    }

    pub async fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    pub async fn send_binary(&mut self, bytes: Vec<u8>) {
        let _ = self.socket.send(Message::binary(bytes)).await;
    }

    pub async fn try_send(&mut self, text: &str) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// The next message; nothing when the connection has ended.
    pub async fn next(&mut self) -> Option<Value> {
        let next = tokio::time::timeout(PATIENCE, self.next_at_last());
        next.await.expect("something within a minute")
    }

    /// The next message, however long it takes.
    pub async fn next_at_last(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await?.ok()? {
                Message::Text(text) => return Some(serde_json::from_str(&text).unwrap()),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Asks for something; the answer, while everything else is heard.
    pub async fn ask(&mut self, mut action: Value) -> Value {
        self.next += 1;
        let id = self.next;
        action["id"] = id.into();
        self.send(&action.to_string()).await;
        loop {
            let message = self.next().await.expect("an answer");
            if message["id"] == id {
                return message;
            }
            self.heard.push(message);
        }
    }

    pub async fn done(&mut self, action: Value) {
        let answer = self.ask(action.clone()).await;
        assert_eq!(answer["type"], "done", "{action}: {answer}");
    }

    pub async fn refused(&mut self, action: Value, code: &str) {
        let answer = self.ask(action.clone()).await;
        assert_eq!(answer["type"], "refused", "{action}: {answer}");
        assert_eq!(answer["code"], code, "{action}: {answer}");
    }

    /// Hears messages until one is of this event, from what was heard already on.
    pub async fn event(&mut self, name: &str) -> Value {
        loop {
            if let Some(index) = self.heard.iter().position(|m| m["event"] == name) {
                return self.heard.drain(..=index).next_back().unwrap();
            }
            let message = self.next().await.expect("an event");
            self.heard.push(message);
        }
    }

    /// The same for other messages.
    pub async fn message(&mut self, kind: &str) -> Value {
        loop {
            if let Some(index) = self.heard.iter().position(|m| m["type"] == kind) {
                return self.heard.drain(..=index).next_back().unwrap();
            }
            let message = self.next().await.expect("a message");
            self.heard.push(message);
        }
    }

    /// Ends the connection without a word.
    pub fn vanish(self) {
        drop(self.socket);
    }
}
