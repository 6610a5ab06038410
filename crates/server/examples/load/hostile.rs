//! Clients that mean harm, slow ones, floods, and nonsense. Each kind has an address of its own, so that none
//! spends what the server grants another.

use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::{BEFORE, Fault, Settings, post, reach};

/// What they did.
static CONNECTIONS: AtomicU64 = AtomicU64::new(0);
static REQUESTS: AtomicU64 = AtomicU64::new(0);
static MESSAGES: AtomicU64 = AtomicU64::new(0);

/// Starts the clients as a process of their own, if any are wanted.
pub(crate) fn start(address: SocketAddr, settings: &Settings) -> std::io::Result<Option<Child>> {
    if settings.hostile == 0 {
        return Ok(None);
    }
    let seconds = settings.seconds + BEFORE.as_secs();
    Command::new("nice")
        .args(["-n", "10"])
        .arg(std::env::current_exe()?)
        .arg(format!("attack={address}"))
        .arg(format!("hostile={}", settings.hostile))
        .arg(format!("kind={}", settings.kind))
        .arg(format!("seconds={seconds}"))
        .stdout(Stdio::piped())
        .spawn()
        .map(Some)
}

/// Attacks with so many clients of each kind, and says at last what they did.
pub(crate) async fn attack(address: SocketAddr, settings: &Settings) {
    let end = Instant::now() + Duration::from_secs(settings.seconds);
    let wanted = |kind: &str| settings.kind.is_empty() || settings.kind == kind;
    for number in 0..settings.hostile {
        if wanted("slow") {
            tokio::spawn(again(end, move || slow(address, number)));
        }
        if wanted("flood") {
            tokio::spawn(again(end, move || flood(address)));
        }
        if wanted("nonsense") {
            tokio::spawn(again(end, move || nonsense(address, number)));
        }
        if wanted("import") {
            tokio::spawn(again(end, move || import(address, number)));
        }
    }
    sleep_until(end).await;
    println!(
        "{} connections, {} requests, {} messages",
        CONNECTIONS.load(Ordering::Relaxed),
        REQUESTS.load(Ordering::Relaxed),
        MESSAGES.load(Ordering::Relaxed)
    );
}

/// Does something until the end, whatever comes of it.
async fn again<F: Future<Output = Result<(), Fault>>>(end: Instant, attack: impl Fn() -> F) {
    while Instant::now() < end {
        let _ = timeout(Duration::from_secs(60), attack()).await;
        sleep(Duration::from_millis(20)).await;
    }
}

const SLOW: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const FLOOD: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);
const NONSENSE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 4);
const IMPORT: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 5);

async fn connect(address: SocketAddr, from: Ipv4Addr) -> Result<TcpStream, Fault> {
    CONNECTIONS.fetch_add(1, Ordering::Relaxed);
    Ok(reach(address, from).await?)
}

/// Sends a head or a body letter by letter, or takes nothing of an answer.
async fn slow(address: SocketAddr, number: usize) -> Result<(), Fault> {
    let mut stream = connect(address, SLOW).await?;
    let head = match number % 3 {
        0 => format!(
            "GET /api/info HTTP/1.1\r\nHost: {address}\r\nX-Padding: {}\r\n\r\n",
            "x".repeat(300)
        ),
        1 => format!(
            "POST /api/rooms HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n"
        ),
        _ => format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n").repeat(200),
    };
    if number % 3 == 2 {
        stream.write_all(head.as_bytes()).await?;
        sleep(Duration::from_secs(50)).await;
        return Ok(());
    }
    for letter in head.bytes().chain(std::iter::repeat(b' ')) {
        stream.write_all(&[letter]).await?;
        sleep(Duration::from_millis(500)).await;
    }
    Ok(())
}

/// Asks for whatever costs something, as fast as it can.
async fn flood(address: SocketAddr) -> Result<(), Fault> {
    let mut stream = connect(address, FLOOD).await?;
    let mut answer = vec![0; 64 * 1024];
    for path in [
        "/api/records",
        "/api/games",
        "/api/results",
        "/api/players?game=othello",
        "/api/rooms/none",
    ] {
        let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nX-Person: nobody\r\n\r\n");
        stream.write_all(head.as_bytes()).await?;
        REQUESTS.fetch_add(1, Ordering::Relaxed);
        if stream.read(&mut answer).await? == 0 {
            return Ok(());
        }
    }
    Ok(())
}

/// Sends what nobody understands into a room.
async fn nonsense(address: SocketAddr, number: usize) -> Result<(), Fault> {
    let created = post(address, NONSENSE, "/api/rooms", &json!({"game": "othello"})).await?;
    let room = created["room"].as_str().ok_or("no room")?;
    let url = format!("ws://{address}/api/rooms/{room}/socket");
    let mut request = url.into_client_request()?;
    request
        .headers_mut()
        .insert("Origin", format!("http://{address}").parse()?);
    let (mut socket, _) = client_async(request, connect(address, NONSENSE).await?).await?;
    socket.send(Message::text("{}")).await?;
    let texts = [
        "[".repeat(4000),
        "{\"id\":1,\"action\":\"win\"}".to_owned(),
        "{\"id\":1,\"action\":\"rename\",\"name\":\"\u{202e}\u{200b}\"}".to_owned(),
        "{\"id\":99999999999,\"action\":\"ping\"}".to_owned(),
        "\u{0}".to_owned(),
    ];
    for round in 0..200 {
        let text = &texts[(round + number) % texts.len()];
        socket.send(Message::text(text.as_str())).await?;
        MESSAGES.fetch_add(1, Ordering::Relaxed);
        if let Ok(None | Some(Err(_))) = timeout(Duration::from_millis(5), socket.next()).await {
            return Ok(());
        }
    }
    Ok(())
}

/// Imports games that are large, or none.
async fn import(address: SocketAddr, number: usize) -> Result<(), Fault> {
    let mut stream = connect(address, IMPORT).await?;
    let body = match number % 2 {
        0 => "f5d6c3d3c4".to_owned() + &" ".repeat(200_000),
        _ => "[".repeat(200_000),
    };
    let head = format!(
        "POST /api/records HTTP/1.1\r\nHost: {address}\r\nX-Person: hostile-{number}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    REQUESTS.fetch_add(1, Ordering::Relaxed);
    let mut answer = [0; 1024];
    let _ = stream.read(&mut answer).await?;
    Ok(())
}
