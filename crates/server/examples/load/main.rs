//! Many rooms at once: how long a move takes to reach everybody, and what the server needs.
//!
//! `cargo run --release -p kaesu-server --example load -- target/release/kaesu rooms=500 seconds=60`
//!
//! Starts the program given first on a fresh database. Each of `rooms` rooms has four scripted
//! clients of Yonin and moves once a second; in `thinking` more rooms the AI `player` plays against
//! itself. A delay is counted from the moment a move is sent until the last client of the room has
//! it, the commit to the disk included. In `answers` rooms a person plays against level `level` of Othello: how long
//! its answer takes is counted, too. With `games` the data file has so many before anything
//! begins, and lists of them are asked for all the time. `burst` connections are opened at once at the end.
//! `hostile` clients of each kind (or of one, `kind=flood`) attack meanwhile from addresses of their own and in a
//! process of their own at a lower priority: on the network they would not use this machine's time. All
//! limits of the server are those it has by itself: clients come from many addresses of this machine, as
//! they would from many homes.

mod answers;
mod hostile;
mod lists;

use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

type Socket = WebSocketStream<TcpStream>;
type Fault = Box<dyn std::error::Error + Send + Sync>;

#[derive(Clone)]
struct Settings {
    program: String,
    rooms: usize,
    seconds: u64,
    thinking: usize,
    player: String,
    burst: usize,
    hostile: usize,
    kind: String,
    /// Whom to attack: then nothing else is done.
    attack: Option<SocketAddr>,
    answers: usize,
    level: usize,
    games: usize,
}

fn settings() -> Settings {
    let mut settings = Settings {
        program: "target/release/kaesu".to_owned(),
        rooms: 500,
        seconds: 60,
        thinking: 0,
        player: "random".to_owned(),
        burst: 2000,
        hostile: 0,
        kind: String::new(),
        attack: None,
        answers: 0,
        level: 1,
        games: 0,
    };
    for word in std::env::args().skip(1) {
        let number = |text: &str| text.parse().expect("a number after the =");
        match word.split_once('=') {
            Some(("rooms", n)) => settings.rooms = number(n),
            Some(("seconds", n)) => settings.seconds = number(n) as u64,
            Some(("thinking", n)) => settings.thinking = number(n),
            Some(("burst", n)) => settings.burst = number(n),
            Some(("hostile", n)) => settings.hostile = number(n),
            Some(("answers", n)) => settings.answers = number(n),
            Some(("level", n)) => settings.level = number(n),
            Some(("games", n)) => settings.games = number(n),
            Some(("player", name)) => settings.player = name.to_owned(),
            Some(("kind", kind)) => settings.kind = kind.to_owned(),
            Some(("attack", whom)) => settings.attack = Some(whom.parse().expect("an address")),
            Some((other, _)) => panic!("there is no setting {other}"),
            None => settings.program = word,
        }
    }
    settings
}

/// How long it takes until all rooms are there.
const BEFORE: Duration = Duration::from_secs(15);

/// What was measured.
#[derive(Default)]
struct Seen {
    delays: Vec<Duration>,
    faults: Vec<String>,
}

#[tokio::main]
async fn main() -> Result<(), Fault> {
    raise_file_limit();
    let settings = settings();
    if let Some(whom) = settings.attack {
        hostile::attack(whom, &settings).await;
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("load.sqlite");
    if settings.games > 0 {
        lists::fill(&data, settings.games as u64)?;
    }
    let (mut server, address) = start(&settings, &data).await?;
    let pid = server.id();
    let seen = Arc::new(Mutex::new(Seen::default()));
    let end = Instant::now() + BEFORE + Duration::from_secs(settings.seconds);
    println!(
        "{} rooms of 4, {} rooms of AIs",
        settings.rooms, settings.thinking
    );
    for index in 0..settings.thinking {
        let player = settings.player.clone();
        tokio::spawn(async move {
            while think(address, home(index), &player, end).await.is_ok() && Instant::now() < end {}
        });
        sleep(Duration::from_millis(index as u64 % 3)).await;
    }
    let mut tasks = Vec::new();
    // All rooms are there before any delay is counted, and they move at different moments.
    let begin = Instant::now() + BEFORE;
    for index in 0..settings.rooms {
        let seen = Arc::clone(&seen);
        let offset = Duration::from_micros(1_000_000 * index as u64 / settings.rooms as u64);
        tasks.push(tokio::spawn(async move {
            if let Err(fault) = play(address, home(index), begin + offset, end, &seen).await {
                let mut seen = seen.lock().expect("nobody panics with the figures");
                seen.faults.push(fault.to_string());
            }
        }));
        if index % 10 == 9 {
            sleep(Duration::from_millis(50)).await;
        }
    }
    for index in 0..settings.answers {
        tokio::spawn(answers::count(address, index, settings.level, begin, end));
    }
    if settings.games > 0 {
        tokio::spawn(lists::count(address, begin, end));
    }
    let attackers = hostile::start(address, &settings)?;
    let mut tick = Instant::now();
    while Instant::now() < end {
        tick += Duration::from_secs((settings.seconds / 12).clamp(5, 60));
        sleep_until(tick.min(end)).await;
        let taken = std::mem::take(&mut seen.lock().expect("nobody panics").delays);
        report(&taken, pid);
        KEPT.lock().expect("nobody panics").extend(taken);
    }
    for task in tasks {
        task.await?;
    }
    let all = std::mem::take(&mut *KEPT.lock().expect("nobody panics"));
    println!("all of it:");
    report(&all, pid);
    answers::report(settings.level);
    lists::report();
    let faults = std::mem::take(&mut seen.lock().expect("nobody panics").faults);
    println!("{} rooms failed {:?}", faults.len(), faults.first());
    if let Some(attackers) = attackers {
        let output = tokio::task::spawn_blocking(|| attackers.wait_with_output()).await??;
        print!("hostile: {}", String::from_utf8_lossy(&output.stdout));
    }
    burst(address, settings.burst).await?;
    println!("memory after the burst: {} kB", memory(pid));
    server.kill()?;
    server.wait()?;
    Ok(())
}

static KEPT: Mutex<Vec<Duration>> = Mutex::new(Vec::new());

async fn start(settings: &Settings, data: &std::path::Path) -> Result<(Child, SocketAddr), Fault> {
    let mut child = Command::new(&settings.program)
        .args(["serve", "--no-open", "--listen", "127.0.0.1:0"])
        .arg("--data")
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()?;
    let out = child.stdout.take().ok_or("no output")?;
    let out = tokio::process::ChildStdout::from_std(out)?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).await?;
    let address = line.trim().trim_end_matches('/').rsplit('/').next();
    Ok((child, address.ok_or("no address")?.parse()?))
}

fn report(delays: &[Duration], pid: u32) {
    let count = delays.len();
    let spread = spread(delays);
    println!(
        "{count:>7} moves, to all: {spread}; memory {} kB",
        memory(pid)
    );
}

/// How long something takes, in words.
fn spread(delays: &[Duration]) -> String {
    let mut delays: Vec<f64> = delays.iter().map(|d| d.as_secs_f64() * 1000.0).collect();
    delays.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let index = (delays.len() as f64 * share) as usize;
        delays
            .get(index.min(delays.len().saturating_sub(1)))
            .copied()
            .unwrap_or(0.0)
    };
    format!(
        "median {:.2} ms, 99 % {:.2} ms, 99.9 % {:.2} ms, most {:.1} ms",
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    )
}

/// What the server occupies, in kB; 0 where the system does not tell.
fn memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0)
}

/// Where the clients of a room live: five rooms to an address.
fn home(room: usize) -> Ipv4Addr {
    let house = room / 5;
    Ipv4Addr::new(127, 1, (house / 250) as u8, 1 + (house % 250) as u8)
}

/// A connection from this address.
async fn reach(address: SocketAddr, from: Ipv4Addr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

async fn post(
    address: SocketAddr,
    from: Ipv4Addr,
    path: &str,
    body: &Value,
) -> Result<Value, Fault> {
    let mut stream = reach(address, from).await?;
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok(serde_json::from_str(body)?)
}

async fn connect(
    address: SocketAddr,
    from: Ipv4Addr,
    room: &str,
    hello: &Value,
) -> Result<Socket, Error> {
    let stream = reach(address, from).await?;
    let url = format!("ws://{address}/api/rooms/{room}/socket");
    let mut request = url.into_client_request()?;
    let origin = format!("http://{address}");
    let origin = origin.parse().expect("an address is a header");
    request.headers_mut().insert("Origin", origin);
    let (mut socket, _) = client_async(request, stream).await?;
    socket.send(Message::text(hello.to_string())).await?;
    Ok(socket)
}

async fn text(socket: &mut Socket) -> Result<String, Fault> {
    loop {
        match timeout(Duration::from_secs(60), socket.next()).await? {
            Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error.into()),
            None => return Err("the connection has ended".into()),
        }
    }
}

/// Reads until a message holds this.
async fn until(socket: &mut Socket, part: &str) -> Result<String, Fault> {
    loop {
        let text = text(socket).await?;
        if text.contains("\"type\":\"refused\"") {
            return Err(text.into());
        }
        if text.contains(part) {
            return Ok(text);
        }
    }
}

/// One room of four clients that moves once a second.
async fn play(
    address: SocketAddr,
    from: Ipv4Addr,
    begin: Instant,
    end: Instant,
    seen: &Mutex<Seen>,
) -> Result<(), Fault> {
    let seats = vec![json!({"kind": "me"}); 4];
    let created = post(
        address,
        from,
        "/api/rooms",
        &json!({"game": "yonin", "seats": seats}),
    )
    .await?;
    let room = created["room"].as_str().ok_or("no room")?;
    let mut sockets = Vec::new();
    let mut position = Value::Null;
    for seat in 0..4 {
        let hello = json!({"seats": [created["seats"][seat]["token"]]});
        let mut socket = connect(address, from, room, &hello).await?;
        let snapshot = until(&mut socket, "\"type\":\"snapshot\"").await?;
        position = serde_json::from_str::<Value>(&snapshot)?["room"]["position"].clone();
        sockets.push(socket);
    }
    let mut next = begin;
    let mut choice = 0;
    while next < end {
        sleep_until(next).await;
        next += Duration::from_secs(1);
        let Some(seat) = position["turn"].as_u64() else {
            position = rematch(&mut sockets).await?;
            continue;
        };
        choice += 7;
        let legal = position["legal"].as_array().ok_or("no list of moves")?;
        let text = &legal[choice % legal.len()]["text"];
        let ply = &position["ply"];
        let action = json!({"id": 1, "action": "move", "seat": seat, "ply": ply, "text": text});
        let sent = Instant::now();
        let wanted = format!("\"number\":{}", ply.as_u64().ok_or("no ply")? + 1);
        sockets[seat as usize]
            .send(Message::text(action.to_string()))
            .await?;
        for (index, socket) in sockets.iter_mut().enumerate() {
            if index as u64 != seat {
                until(socket, &wanted).await?;
            }
        }
        // Passes may follow; the answer to the move comes after all of them.
        let mover = &mut sockets[seat as usize];
        let mut last = until(mover, &wanted).await?;
        let delay = sent.elapsed();
        seen.lock().expect("nobody panics").delays.push(delay);
        loop {
            let text = until(mover, "\"").await?;
            if text.contains("\"event\":\"played\"") {
                last = text;
            } else if text.contains("\"type\":\"done\"") {
                break;
            }
        }
        position = serde_json::from_str::<Value>(&last)?["position"].clone();
    }
    Ok(())
}

/// Everybody wants another game.
async fn rematch(sockets: &mut [Socket]) -> Result<Value, Fault> {
    for (seat, socket) in sockets.iter_mut().enumerate() {
        let action = json!({"id": 3, "action": "rematch", "seat": seat, "agree": true});
        socket.send(Message::text(action.to_string())).await?;
        until(socket, "\"id\":3").await?;
    }
    let mut position = Value::Null;
    for socket in sockets.iter_mut().rev().skip(1) {
        let started = until(socket, "\"event\":\"started\"").await?;
        position = serde_json::from_str::<Value>(&started)?["room"]["position"].clone();
    }
    Ok(position)
}

/// A room in which an AI plays against itself, watched by one client.
async fn think(
    address: SocketAddr,
    from: Ipv4Addr,
    player: &str,
    end: Instant,
) -> Result<(), Fault> {
    let ai = json!({"kind": "player", "player": player});
    let wanted = json!({"game": "othello", "seats": [ai, ai]});
    let created = post(address, from, "/api/rooms", &wanted).await?;
    let room = created["room"].as_str().ok_or("no room")?;
    let mut socket = connect(address, from, room, &json!({})).await?;
    while Instant::now() < end {
        let text = text(&mut socket).await?;
        if text.contains("\"finished\":true") {
            break;
        }
    }
    Ok(())
}

/// Many connections at once: each is served or refused with a status.
async fn burst(address: SocketAddr, count: usize) -> Result<(), Fault> {
    let created = post(address, home(0), "/api/rooms", &json!({"game": "othello"})).await?;
    let room = created["room"].as_str().ok_or("no room")?.to_owned();
    let began = Instant::now();
    let tasks: Vec<_> = (0..count)
        .map(|index| {
            let room = room.clone();
            tokio::spawn(async move {
                match connect(address, home(index), &room, &json!({})).await {
                    Ok(mut socket) => match until(&mut socket, "\"snapshot\"").await {
                        Ok(_) => (Some(socket), "served".to_owned()),
                        Err(fault) => (None, fault.to_string()),
                    },
                    Err(Error::Http(answer)) => (None, format!("refused {}", answer.status())),
                    Err(error) => (None, error.to_string()),
                }
            })
        })
        .collect();
    let mut outcomes = std::collections::BTreeMap::<String, usize>::new();
    let mut open = Vec::new();
    for task in tasks {
        let (socket, outcome) = task.await?;
        *outcomes.entry(outcome).or_default() += 1;
        open.extend(socket);
    }
    let took = began.elapsed().as_secs_f64();
    println!("a burst of {count} connections in {took:.2} s: {outcomes:?}");
    Ok(())
}

fn raise_file_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::Nofile).maximum;
        let current = maximum;
        // With fewer files there are fewer clients, and it is said.
        let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum });
    }
}
