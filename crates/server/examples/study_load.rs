//! Many people in one study at once: how long it takes until an answer is confirmed, which it is when it
//! is on the disk, while the programs of the study think.
//!
//! `cargo run --release -p kaesu-server --example study_load -- target/release/kaesu people=100 seconds=60`
//!
//! Starts the program given first on P2's study in a fresh folder. Everybody has a page with its socket
//! open, takes between half a second and two to do something, and comes again as somebody else at the end.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rules::hash::mix;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

type Fault = Box<dyn std::error::Error + Send + Sync>;

struct Settings {
    program: String,
    people: u64,
    seconds: u64,
}

fn settings() -> Settings {
    let mut settings = Settings {
        program: "target/release/kaesu".to_owned(),
        people: 100,
        seconds: 60,
    };
    for word in std::env::args().skip(1) {
        let number = |text: &str| text.parse().expect("a number after the =");
        match word.split_once('=') {
            Some(("people", n)) => settings.people = number(n),
            Some(("seconds", n)) => settings.seconds = number(n),
            Some((other, _)) => panic!("there is no setting {other}"),
            None => settings.program = word,
        }
    }
    settings
}

/// How long things took.
#[derive(Default)]
struct Seen {
    answers: Vec<Duration>,
    moves: Vec<Duration>,
}

#[tokio::main]
async fn main() -> Result<(), Fault> {
    let settings = settings();
    let folder = tempfile::tempdir()?;
    let text = study::library::text("p2").ok_or("P2's study comes along")?;
    let file = folder.path().join("load.toml");
    std::fs::write(&file, text.replace("people = 8", "people = 8000"))?;
    let (mut server, address) = start(&settings.program, &file, folder.path()).await?;
    println!("{} people in P2's study", settings.people);
    let seen = Arc::new(Mutex::new(Seen::default()));
    let begin = Instant::now() + Duration::from_secs(5);
    let end = begin + Duration::from_secs(settings.seconds);
    let people = (0..settings.people).map(|seed| {
        let seen = Arc::clone(&seen);
        tokio::spawn(async move {
            let mut step = 0;
            while Instant::now() < end {
                take_part(address, seed, &mut step, (begin, end), &seen).await?;
            }
            Ok::<(), Fault>(())
        })
    });
    let people: Vec<_> = people.collect();
    let mut failed = 0;
    for person in people {
        if let Err(fault) = person.await? {
            failed += 1;
            println!("somebody could not go on: {fault}");
        }
    }
    let seen = seen.lock().expect("nobody panics with the figures");
    report("answers", &seen.answers);
    report("moves", &seen.moves);
    println!("{failed} people failed");
    server.kill()?;
    server.wait()?;
    Ok(())
}

async fn start(
    program: &str,
    file: &std::path::Path,
    folder: &std::path::Path,
) -> Result<(Child, SocketAddr), Fault> {
    let mut child = Command::new(program)
        .args([
            "study",
            "run",
            "--no-open",
            "--rate",
            "0",
            "--listen",
            "127.0.0.1:0",
        ])
        .arg("--folder")
        .arg(folder.join("data"))
        .arg(file)
        .stdout(Stdio::piped())
        .spawn()?;
    let out = child.stdout.take().ok_or("no output")?;
    let out = tokio::process::ChildStdout::from_std(out)?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).await?;
    let address = line
        .split("http://")
        .nth(1)
        .and_then(|rest| rest.split('/').next());
    Ok((child, address.ok_or("no address")?.parse()?))
}

fn report(what: &str, delays: &[Duration]) {
    let mut delays: Vec<f64> = delays.iter().map(|d| d.as_secs_f64() * 1000.0).collect();
    delays.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let index = (delays.len() as f64 * share) as usize;
        let index = index.min(delays.len().saturating_sub(1));
        delays.get(index).copied().unwrap_or(0.0)
    };
    println!(
        "{:>7} {what} confirmed: median {:.1} ms, 99 % {:.1} ms, 99.9 % {:.1} ms, most {:.1} ms",
        delays.len(),
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
}

/// A connection that is kept, as a browser keeps it.
struct Wire(BufReader<TcpStream>, SocketAddr);

impl Wire {
    async fn open(address: SocketAddr) -> Result<Self, Fault> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self(BufReader::new(stream), address))
    }

    async fn post(&mut self, path: &str, body: &Value) -> Result<Value, Fault> {
        let body = body.to_string();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.1,
            body.len()
        );
        self.0.get_mut().write_all(head.as_bytes()).await?;
        let (mut status, mut length) = (String::new(), 0);
        self.0.read_line(&mut status).await?;
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).await?;
            let line = line.trim().to_lowercase();
            if let Some(number) = line.strip_prefix("content-length:") {
                length = number.trim().parse()?;
            }
            if line.is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        self.0.read_exact(&mut answer).await?;
        let answer = String::from_utf8(answer)?;
        if !status.contains(" 200 ") {
            return Err(format!("{} {body}: {answer}", status.trim()).into());
        }
        Ok(serde_json::from_str(&answer)?)
    }
}

/// Goes through the study once, or until the end.
async fn take_part(
    address: SocketAddr,
    seed: u64,
    step: &mut u64,
    (begin, end): (Instant, Instant),
    seen: &Mutex<Seen>,
) -> Result<(), Fault> {
    let mut wire = Wire::open(address).await?;
    let mut view = wire
        .post("/api/study/consent", &json!({"language": "en"}))
        .await?;
    let code = view["code"].as_str().ok_or("no code")?.to_owned();
    let listening = tokio::spawn(listen(address, code.clone()));
    while Instant::now() < end && view["step"]["kind"] != "done" {
        *step += 1;
        let draw = mix(seed ^ mix(*step));
        let action = next(&view["step"], draw);
        let pause = match view["next"].as_u64() {
            Some(soon) if action["kind"] == "hello" => soon + 1,
            _ => 500 + draw % 1500,
        };
        sleep(Duration::from_millis(pause)).await;
        let body = json!({"code": code, "id": format!("{seed}-{step}"), "action": action});
        let sent = Instant::now();
        view = wire.post("/api/study/act", &body).await?;
        if sent >= begin {
            let mut seen = seen.lock().expect("nobody panics with the figures");
            match action["kind"].as_str() {
                Some("answer") => seen.answers.push(sent.elapsed()),
                Some("move") => seen.moves.push(sent.elapsed()),
                _ => {}
            }
        }
    }
    listening.abort();
    Ok(())
}

/// The socket of a page, which hears everything.
async fn listen(address: SocketAddr, code: String) -> Result<(), Fault> {
    let stream = TcpStream::connect(address).await?;
    let url = format!("ws://{address}/api/study/socket");
    let mut request = url.into_client_request()?;
    let origin = format!("http://{address}").parse()?;
    request.headers_mut().insert("Origin", origin);
    let (mut socket, _) = client_async(request, stream).await?;
    socket.send(Message::text(code)).await?;
    while socket.next().await.is_some() {}
    Ok(())
}

/// What somebody does next.
fn next(step: &Value, draw: u64) -> Value {
    let pick = |list: &Value| {
        let list = list.as_array().map_or(&[][..], Vec::as_slice);
        list.get(draw as usize % list.len().max(1)).cloned()
    };
    let answer = |question: &Value, ply: &Value| {
        let value = match (
            question["letters"].is_number(),
            &*question["id"].to_string(),
        ) {
            (true, _) => json!("words"),
            (_, "\"turns\"") => json!("between"),
            _ => pick(&question["options"]).map_or(Value::Null, |option| option["value"].clone()),
        };
        json!({"kind": "answer", "question": question["id"], "game": step["game"], "ply": ply,
               "value": value, "ms": 1})
    };
    match step["kind"].as_str().unwrap_or_default() {
        "questions" => answer(&step["questions"][0], &Value::Null),
        "rules" | "pause" | "debrief" => json!({"kind": "next"}),
        "play" if step["asked"][0].is_object() => answer(&step["asked"][0], &step["askedPly"]),
        "play" if step["over"] == true => json!({"kind": "next"}),
        "play" if step["toMove"] == true => {
            let chosen = pick(&step["position"]["legal"]).unwrap_or_default();
            json!({"kind": "move", "game": step["game"], "ply": step["position"]["ply"],
                   "text": chosen["text"], "ms": 1})
        }
        _ => json!({"kind": "hello"}),
    }
}
