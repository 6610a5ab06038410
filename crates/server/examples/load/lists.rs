//! Lists of a file with very many games, asked for while people play.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use records::{Entry, GameResult, Reason, Sitter};
use store::{GameHeader, GameId, PersonId, Save, Store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, sleep_until};

use super::{Fault, reach, spread};

static DELAYS: Mutex<BTreeMap<&str, Vec<Duration>>> = Mutex::new(BTreeMap::new());

/// Whoever started the server, by the secret that the file knows.
const ADMIN: &str = "load-admin";

/// Writes finished games of one person, one of a thousand of another, and all of them against an AI.
pub(crate) fn fill(data: &Path, games: u64) -> Result<(), Fault> {
    let began = Instant::now();
    let (_store, writer) = Store::open(data)?;
    writer.save_and_wait(vec![Save::Setting {
        key: "admin".to_owned(),
        value: ADMIN.to_owned(),
    }])?;
    for first in (0..games).step_by(1000) {
        let part = (first..games.min(first + 1000)).flat_map(game);
        writer.save_and_wait(part.collect())?;
    }
    let took = began.elapsed().as_secs_f64();
    println!("{games} games written in {took:.0} s");
    Ok(())
}

fn game(number: u64) -> [Save; 3] {
    let id = GameId::new(format!("{number:032x}"));
    let many = number % 1000 != 1;
    let person = PersonId::new(if many { "many" } else { "few" });
    let header = GameHeader {
        game: "reversi-8x8".to_owned(),
        seats: vec![Sitter::person("Aya"), Sitter::ai("random", Some(3))],
        clock: None,
        start: None,
        seed: number,
    };
    let begun = Save::Game {
        id: id.clone(),
        room: None,
        header: Box::new(header),
        started: number,
        persons: vec![person, None],
    };
    let entry = Entry {
        text: Some("f5".to_owned()),
        ..Entry::default()
    };
    let ply = Save::Ply {
        game: id.clone(),
        number: 1,
        entry,
    };
    let result = GameResult {
        ranks: vec![1, 2],
        scores: vec![40, 24],
        reason: Reason::Played,
        by: None,
    };
    let over = Save::End {
        game: id,
        ended: number,
        result,
    };
    [begun, ply, over]
}

/// What is asked for: its name, its path, and who asks.
const LISTS: [(&str, &str, &str); 6] = [
    (
        "the newest of a person",
        "/api/records?limit=100",
        "X-Person: many",
    ),
    (
        "an old page",
        "/api/records?limit=100&before=5000",
        "X-Person: many",
    ),
    (
        "of a person with few",
        "/api/records?limit=100",
        "X-Person: few",
    ),
    ("of nobody", "/api/records?limit=100", "X-Person: nobody"),
    (
        "of everybody",
        "/api/records?limit=100",
        "Authorization: Bearer load-admin",
    ),
    ("a thousand results", "/api/results", "X-Person: many"),
];

/// Asks for one list after the other, twenty times a second.
pub(crate) async fn count(address: SocketAddr, begin: Instant, end: Instant) {
    let mut next = begin;
    for (name, path, who) in LISTS.into_iter().cycle() {
        next += Duration::from_millis(50);
        if next > end {
            return;
        }
        sleep_until(next).await;
        let sent = Instant::now();
        match ask(address, path, who).await {
            Ok(()) => {
                let mut delays = DELAYS.lock().expect("nobody panics");
                delays.entry(name).or_default().push(sent.elapsed());
            }
            Err(fault) => println!("the list {name} failed: {fault}"),
        }
    }
}

async fn ask(address: SocketAddr, path: &str, who: &str) -> Result<(), Fault> {
    let mut stream = reach(address, Ipv4Addr::new(127, 3, 0, 1)).await?;
    let head =
        format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{who}\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    if answer.starts_with("HTTP/1.1 200") {
        Ok(())
    } else {
        Err(answer.lines().next().unwrap_or("no answer").into())
    }
}

pub(crate) fn report() {
    for (name, delays) in &*DELAYS.lock().expect("nobody panics") {
        println!("{:>7} lists, {name}: {}", delays.len(), spread(delays));
    }
}
