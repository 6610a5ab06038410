//! The hub on one thread: whatever waited on it would stop everything.

use std::sync::mpsc::channel;

use tokio::sync::mpsc as messages;
use tokio::time::timeout;

use super::*;
use crate::protocol::socket::{Action, Hello, Request};
use crate::room::{NewRoom, Sitting};
use crate::table;

const PATIENCE: Duration = Duration::from_secs(60);

fn hub(folder: &tempfile::TempDir) -> Arc<Hub> {
    let data = folder.path().join("data.sqlite");
    let (store, writer) = Store::open(&data).unwrap();
    let config = Config::new(([127, 0, 0, 1], 0).into(), data);
    Arc::new(Hub::new(config, store, writer).unwrap())
}

/// Returns a room for two people, saved and awake.
async fn room(hub: &Arc<Hub>) -> (RoomId, Vec<Token>) {
    let (name, table) = table::open(&"othello".parse().unwrap(), "").unwrap();
    let now = hub.now();
    let person = || Sitting::person("Aya".to_owned(), None, now);
    let new = NewRoom {
        roster: Arc::clone(hub.roster()),
        name,
        table,
        sittings: vec![person(), person()],
        clock: None,
        assist: true,
        grace: hub.grace(),
    };
    let room = Room::new(new, now);
    let id = room.id().clone();
    let tokens = room.seat_tokens().into_iter().map(|(_, token)| token);
    let tokens = tokens.collect();
    hub.add(room);
    hub.view(&id).await.unwrap();
    (id, tokens)
}

#[tokio::test(flavor = "current_thread")]
async fn slow_reads_stop_neither_moves_nor_other_rooms() {
    let folder = tempfile::tempdir().unwrap();
    let hub = hub(&folder);
    let (awake, tokens) = room(&hub).await;
    let (asleep, _) = room(&hub).await;
    hub.rooms().remove(&asleep);

    // Many reads that do not come back.
    let mut gates = Vec::new();
    let mut slow = Vec::new();
    for _ in 0..20 {
        let (open, gate) = channel::<()>();
        gates.push(open);
        let (hub, id) = (Arc::clone(&hub), awake.clone());
        let read = move |store: &Store| {
            let room = store.room(&id)?;
            let _ = gate.recv();
            Ok(room)
        };
        slow.push(tokio::spawn(async move { hub.aside(read).await }));
    }
    tokio::task::yield_now().await;

    // A move is played, saved and told.
    let (outgoing, mut heard) = messages::channel(64);
    let hello = Hello {
        seats: tokens,
        ..Hello::default()
    };
    let connect = Command::Connect {
        client: 1,
        from: [127, 0, 0, 1].into(),
        hello: Box::new(hello),
        outgoing,
    };
    hub.tell(&awake, connect).await.unwrap();
    let action = Action::Move {
        seat: 0,
        ply: 0,
        text: "f5".to_owned(),
    };
    let request = Request { id: 7, action };
    let command = Command::Request { client: 1, request };
    hub.tell(&awake, command).await.unwrap();
    let played = async {
        loop {
            match heard.recv().await.expect("the room goes on") {
                actor::Outgoing::Say(text) if text.contains("\"done\"") => break,
                _ => {}
            }
        }
    };
    timeout(PATIENCE, played)
        .await
        .expect("a move is confirmed");
    // A room that sleeps is opened, once for all who ask.
    let both = async { tokio::join!(hub.view(&asleep), hub.view(&asleep)) };
    let (one, two) = timeout(PATIENCE, both).await.expect("a room is opened");
    assert_eq!(one.unwrap().record, two.unwrap().record);
    // One that does not exist is refused, and nothing of it stays.
    let nowhere = RoomId::new("nowhere");
    let refused = timeout(PATIENCE, hub.view(&nowhere))
        .await
        .expect("an answer");
    assert!(matches!(refused, Err(ApiError::NoRoom)));
    assert!(!hub.rooms().contains_key(&nowhere));

    assert!(slow.iter().all(|read| !read.is_finished()));
    drop(gates);
    for read in slow {
        assert!(read.await.unwrap().unwrap().is_some());
    }
}
