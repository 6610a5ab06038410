//! The time of AIs is shared: whoever asks for much delays others by what runs, and not by all they asked for.
//!
//! Each test counts what one address was answered before another was; no time is measured.

// Elsewhere a machine has one address of its own alone.
#![cfg(target_os = "linux")]

mod common;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use common::{Client, HERE, get, post, request_from, room, start, start_with};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

/// Where those are who ask for much.
const GREEDY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 2));
/// How long a test waits before it has failed.
const PATIENCE: Duration = Duration::from_secs(120);

/// Keeps a game for each of so many people; their records.
#[allow(clippy::unwrap_used, reason = "part of the tests")]
async fn records(at: SocketAddr, count: usize, game: &str) -> Vec<String> {
    let mut records = Vec::new();
    for number in 0..count {
        let person = format!("person {number}");
        let headers = [("X-Person", person.as_str())];
        let (status, _, body) =
            request_from(HERE, at, "POST", "/api/records", &headers, game.as_bytes()).await;
        assert_eq!(status, 200, "{body}");
        let kept: Value = serde_json::from_str(&body).unwrap();
        records.push(kept["record"].as_str().unwrap().to_owned());
    }
    records
}

#[tokio::test]
async fn values_of_past_positions_are_shared_by_address() {
    let server = start().await;
    let at = server.address;
    let mut records = records(at, 13, "f5d6c3d3c4").await;
    let own = records.pop().unwrap();
    let answered = Arc::new(AtomicUsize::new(0));
    for record in records {
        let answered = Arc::clone(&answered);
        tokio::spawn(async move {
            let path = format!("/api/records/{record}/values?ply=3");
            let (status, _, body) = request_from(GREEDY, at, "GET", &path, &[], b"").await;
            assert_eq!(status, 200, "{body}");
            answered.fetch_add(1, Ordering::SeqCst);
        });
    }
    // All of them wait by the time the first is answered.
    while answered.load(Ordering::SeqCst) == 0 {
        sleep(Duration::from_millis(5)).await;
    }
    let before = answered.load(Ordering::SeqCst);
    let path = format!("/api/records/{own}/values?ply=3");
    let (status, answer) = timeout(PATIENCE, get(at, &path, &[])).await.unwrap();
    assert_eq!(status, 200, "{answer}");
    assert!(!answer["moves"].as_array().unwrap().is_empty());
    let meanwhile = answered.load(Ordering::SeqCst) - before;
    assert!(meanwhile <= 3, "{meanwhile} of 11 came before");
}

#[tokio::test]
async fn hints_and_values_in_rooms_are_shared_by_address() {
    let server = start().await;
    let at = server.address;
    let me = json!({"kind": "me"});
    let answered = Arc::new(AtomicUsize::new(0));
    for _ in 0..12 {
        let created = room(at, "othello", json!([me, me])).await;
        let id = created["room"].as_str().unwrap();
        let (mut greedy, _) = Client::connect_from(GREEDY, at, id, json!({})).await;
        greedy.done(json!({"action": "evaluate", "on": true})).await;
        let answered = Arc::clone(&answered);
        tokio::spawn(async move {
            // Nothing comes for long while others have their turn.
            while let Ok(Some(message)) = timeout(PATIENCE, greedy.next_at_last()).await {
                if message["type"] == "values" && message["done"] == true {
                    answered.fetch_add(1, Ordering::SeqCst);
                    return;
                }
            }
        });
    }
    while answered.load(Ordering::SeqCst) == 0 {
        sleep(Duration::from_millis(5)).await;
    }
    let created = room(at, "othello", json!([me, me])).await;
    let id = created["room"].as_str().unwrap();
    let hello = json!({"seats": [created["seats"][0]["token"]]});
    let before = answered.load(Ordering::SeqCst);
    let (mut own, _) = Client::connect(at, id, hello).await;
    own.done(json!({"action": "hint"})).await;
    assert!(own.message("hint").await["text"].is_string());
    let meanwhile = answered.load(Ordering::SeqCst) - before;
    assert!(meanwhile <= 3, "{meanwhile} of 11 came before");
}

#[tokio::test]
async fn reviews_are_shared_by_address() {
    let server = start().await;
    let at = server.address;
    // Black resigns after some moves, so that every position takes its nodes.
    let moves = ["e4", "c5", "b2", "c2"];
    let moves = moves.iter().enumerate().map(|(index, text)| {
        let seat = index % 2;
        json!({"seat": seat, "move": text, "ms": 1})
    });
    let mut moves: Vec<Value> = moves.collect();
    moves.push(json!({"seat": 0, "out": "resigned", "ms": 0}));
    let game = json!({"format": "kaesu-record", "version": 1, "game": "reversi-6x6",
                      "seats": [{"name": "Aya"}, {"name": "Ken"}], "moves": moves});
    let mut records = records(at, 9, &game.to_string()).await;
    let own = records.pop().unwrap();
    let path = |record: &str| format!("/api/records/{record}/analysis");
    for record in &records {
        let (status, _, body) = request_from(GREEDY, at, "POST", &path(record), &[], b"").await;
        assert_eq!(status, 200, "{body}");
    }
    assert_eq!(post(at, &path(&own), &Value::Null).await.0, 200);
    let done = async |record: &str| {
        let (_, state) = get(at, &path(record), &[]).await;
        state["running"] == false && state["analysis"].is_object()
    };
    let finished = async {
        while !done(&own).await {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, finished).await.expect("it is reviewed");
    let mut before = 0;
    for record in &records {
        before += usize::from(done(record).await);
    }
    assert!(before <= 3, "{before} of 8 came before");
}

#[tokio::test]
async fn sixty_watched_rooms_of_ais_do_not_delay_a_weak_level() {
    let server = start_with(|config| config.thinkers = 1).await;
    let at = server.address;
    // It thinks for a second for each move.
    let slow = json!({"kind": "player", "player": "level-reversi-10"});
    let played = Arc::new(AtomicUsize::new(0));
    for number in 0..60 {
        // Some of them are where the one who plays is.
        let from = IpAddr::from([127, 0, 0, 1 + (number % 3) as u8]);
        let created = room(at, "reversi-10x10", json!([slow, slow])).await;
        let id = created["room"].as_str().unwrap();
        let (mut watching, _) = Client::connect_from(from, at, id, json!({})).await;
        let played = Arc::clone(&played);
        tokio::spawn(async move {
            while let Some(message) = watching.next_at_last().await {
                if message["event"] == "played" {
                    played.fetch_add(1, Ordering::SeqCst);
                }
            }
        });
    }
    while played.load(Ordering::SeqCst) == 0 {
        sleep(Duration::from_millis(5)).await;
    }
    let body = json!({"game": "othello", "seat": 0, "name": "Aya",
                      "against": {"kind": "level", "level": 1}});
    let (status, created) = post(at, "/api/play", &body).await;
    assert_eq!(status, 200, "{created}");
    let hello = json!({"seats": [created["seats"][0]["token"]]});
    let id = created["room"].as_str().unwrap();
    let (mut aya, first) = Client::connect(at, id, hello).await;
    let mut position = first["room"]["position"].clone();
    for _ in 0..5 {
        let before = played.load(Ordering::SeqCst);
        let text = &position["legal"][0]["text"];
        aya.done(json!({"action": "move", "seat": 0, "ply": position["ply"], "text": text}))
            .await;
        loop {
            let event = aya.event("played").await;
            position = event["position"].clone();
            if position["turn"] == 0 {
                break;
            }
        }
        let meanwhile = played.load(Ordering::SeqCst) - before;
        assert!(meanwhile <= 3, "{meanwhile} of 60 moved before");
    }
}
