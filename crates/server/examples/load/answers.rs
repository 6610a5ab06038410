//! People who play against a level of Othello: how long its answers take while the server has other work.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Mutex;
use std::time::Duration;

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;

use super::{Fault, connect, post, spread, until};

static DELAYS: Mutex<Vec<Duration>> = Mutex::new(Vec::new());

/// Plays game after game, one move a second.
pub(crate) async fn count(
    address: SocketAddr,
    index: usize,
    level: usize,
    begin: Instant,
    end: Instant,
) {
    sleep_until(begin).await;
    let from = Ipv4Addr::new(127, 2, 0, 1 + (index % 250) as u8);
    while Instant::now() < end {
        if let Err(fault) = play(address, from, level, end).await {
            println!("a game against level {level} failed: {fault}");
            sleep(Duration::from_secs(1)).await;
        }
    }
}

async fn play(
    address: SocketAddr,
    from: Ipv4Addr,
    level: usize,
    end: Instant,
) -> Result<(), Fault> {
    let against = json!({"kind": "level", "level": level});
    let wanted = json!({"game": "othello", "seat": 0, "against": against});
    let created = post(address, from, "/api/play", &wanted).await?;
    let room = created["room"].as_str().ok_or("no room")?;
    let hello = json!({"seats": [created["seats"][0]["token"]]});
    let mut socket = connect(address, from, room, &hello).await?;
    let snapshot = until(&mut socket, "\"type\":\"snapshot\"").await?;
    let mut position = serde_json::from_str::<Value>(&snapshot)?["room"]["position"].clone();
    let mut choice = 0;
    while Instant::now() < end && position["finished"] != true {
        sleep(Duration::from_secs(1)).await;
        choice += 7;
        let legal = position["legal"].as_array().ok_or("no list of moves")?;
        let text = &legal[choice % legal.len()]["text"];
        let action =
            json!({"id": 1, "action": "move", "seat": 0, "ply": position["ply"], "text": text});
        socket.send(Message::text(action.to_string())).await?;
        let mut moved = Instant::now();
        loop {
            let played = until(&mut socket, "\"event\":\"played\"").await?;
            let played: Value = serde_json::from_str(&played)?;
            position = played["position"].clone();
            let answered = played["ply"]["seat"] == 1 && played["ply"]["kind"] == "move";
            if answered {
                let delay = moved.elapsed();
                DELAYS.lock().expect("nobody panics").push(delay);
            }
            // It may move again and again while the person has to pass.
            moved = Instant::now();
            if position["finished"] == true || position["turn"] == 0 {
                break;
            }
        }
    }
    Ok(())
}

pub(crate) fn report(level: usize) {
    let delays = DELAYS.lock().expect("nobody panics");
    if !delays.is_empty() {
        let count = delays.len();
        println!("{count:>7} answers of level {level}: {}", spread(&delays));
    }
}
