//! The review of a finished game of Othello: exact where it says so, and the same however busy the
//! server is.

mod common;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Client, get, post, request, room, start, start_with};
use engine::{Board, Engine, Question, Weights};
use rules::reversi::Othello;
use rules::{Game, Notation};
use search::Limits;
use serde_json::{Value, json};

const JSON: (&str, &str) = ("Content-Type", "application/json");

/// Fourteen empty squares (FFO #1).
const START: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

/// The first legal move again and again, and all positions of that game.
#[allow(clippy::unwrap_used, reason = "part of the tests")]
fn played_out() -> (Value, Vec<Othello>) {
    let mut position = Othello::parse_position(&(), START).unwrap();
    let mut positions = vec![position];
    let mut moves = Vec::new();
    while !position.is_finished() {
        let m = position.legal()[0];
        let seat = position.turn().index();
        moves.push(json!({"seat": seat, "move": position.move_text(m), "ms": 1}));
        position.play(m).unwrap();
        positions.push(position);
    }
    let standing = position.standing();
    let record = json!({
        "format": "kaesu-record", "version": 1, "game": "reversi-8x8", "start": START,
        "seats": [{"name": "Aya"}, {"name": "Ken"}],
        "seed": "1", "started": "1767225600000", "ended": "1767225660000",
        "moves": moves,
        "result": {"ranks": *standing.ranks, "scores": *standing.scores, "reason": "played"}
    });
    (record, positions)
}

#[allow(clippy::unwrap_used, reason = "part of the tests")]
async fn kept(at: SocketAddr, record: &Value) -> String {
    let text = record.to_string();
    let (status, _, body) = request(at, "POST", "/api/records", &[JSON], text.as_bytes()).await;
    assert_eq!(status, 200, "{body}");
    let kept: Value = serde_json::from_str(&body).unwrap();
    format!("/api/records/{}/analysis", kept["record"].as_str().unwrap())
}

/// The review when it is done; what was shown before never says more than it knows.
#[allow(clippy::unwrap_used, reason = "part of the tests")]
async fn finished(at: SocketAddr, path: &str) -> Value {
    loop {
        let (status, state) = get(at, path, &[]).await;
        assert_eq!(status, 200);
        if state["running"] == false {
            assert_eq!(state["done"], state["total"]);
            // The end has a value too, but nobody has to think about it.
            let values = state["analysis"]["values"].as_array().unwrap().len();
            assert_eq!(state["total"].as_u64().unwrap() as usize, values - 1);
            return state["analysis"].clone();
        }
        assert!(state["done"].as_u64().unwrap() <= state["total"].as_u64().unwrap());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// What a position is worth to black by a search of the engine to the end, without what it learned.
fn truth(engine: &mut Engine, position: &Othello) -> f64 {
    let board = Board::from(position);
    let own = if position.is_finished() {
        board.final_score()
    } else {
        let none = Limits::default();
        engine
            .search(&Question::new(board), &none, &mut |_| ())
            .lines[0]
            .value
    };
    f64::from(if position.turn().index() == 0 {
        own
    } else {
        -own
    })
}

#[tokio::test]
async fn every_value_that_says_so_is_exact_and_load_changes_nothing() {
    let (record, positions) = played_out();
    let server = start().await;
    let at = server.address;
    let alone = kept(at, &record).await;
    post(at, &alone, &Value::Null).await;
    let quiet = finished(at, &alone).await;

    let mut engine = Engine::new(Arc::new(Weights::zero()), 16);
    let values = quiet["values"].as_array().expect("values");
    assert_eq!(values.len(), positions.len());
    for (ply, position) in positions.iter().enumerate() {
        assert_eq!(
            quiet["trust"][ply]["exact"], true,
            "{}",
            quiet["trust"][ply]
        );
        let found = values[ply][0].as_f64().expect("a number");
        assert_eq!(found, truth(&mut engine, position), "after {ply} plies");
    }
    let costly = quiet["costliest"].as_array().expect("a list");
    assert!(
        !costly.is_empty(),
        "the first legal move is seldom the best"
    );
    for each in costly {
        let ply = each["ply"].as_u64().expect("a number") as usize;
        let seat = each["seat"].as_u64().expect("a number") as usize;
        let worth = |at: usize| values[at][seat].as_f64().expect("a number");
        assert_eq!(each["cost"].as_f64(), Some(worth(ply - 1) - worth(ply)));
        assert_eq!(each["exact"], true);
    }

    // The same game many times at once.
    let mut paths = Vec::new();
    for _ in 0..6 {
        let path = kept(at, &record).await;
        post(at, &path, &Value::Null).await;
        paths.push(path);
    }
    for path in paths {
        assert_eq!(finished(at, &path).await, quiet);
    }
}

/// A game given up after its first move: nothing in it can be solved, so that there is much to think about.
fn long_to_review() -> Value {
    json!({
        "format": "kaesu-record", "version": 1, "game": "reversi-8x8",
        "seats": [{"name": "Aya"}, {"name": "Ken"}],
        "seed": "1", "started": "1767225600000", "ended": "1767225660000",
        "moves": [{"seat": 0, "move": "f5", "ms": 7}, {"seat": 1, "out": "resigned", "ms": 0}],
        "result": {"ranks": [1, 2], "scores": [4, 1], "reason": "resigned", "by": 1}
    })
}

/// What is written on the squares of a position is found by counting nodes, too.
#[tokio::test]
async fn load_changes_no_values_of_moves() {
    let server = start().await;
    let at = server.address;
    let review = kept(at, &long_to_review()).await;
    let path = review.replace("/analysis", "/values?ply=1");
    let (_, quiet) = get(at, &path, &[]).await;
    assert_eq!(quiet["moves"].as_array().map(Vec::len), Some(3), "{quiet}");
    let busy: Vec<Value> = {
        for _ in 0..6 {
            post(at, &kept(at, &long_to_review()).await, &Value::Null).await;
        }
        let again = || get(at, &path, &[]);
        let ((_, a), (_, b), (_, c)) = tokio::join!(again(), again(), again());
        vec![a, b, c]
    };
    for values in busy {
        assert_eq!(values, quiet);
    }
}

#[tokio::test]
async fn what_cannot_be_solved_says_how_far_it_was_looked_at() {
    let record = long_to_review();
    let server = start().await;
    let at = server.address;
    let path = kept(at, &record).await;
    post(at, &path, &Value::Null).await;
    let analysis = finished(at, &path).await;
    let trust = analysis["trust"].as_array().expect("a list");
    assert_eq!(trust.len(), 3);
    for each in trust {
        assert_eq!(each["exact"], false, "{each}");
        assert!(each["depth"].as_u64() >= Some(8), "{each}");
        assert_eq!(each["confidence"], 73, "{each}");
    }
    // Who resigns leaves the position as it is.
    assert_eq!(analysis["values"][1], analysis["values"][2]);
}

/// A pupil at a table against level 1, after a move, its answer and a resignation; and where its review is.
#[allow(clippy::unwrap_used, reason = "part of the tests")]
async fn resigned(at: SocketAddr, game: &str) -> (Client, String) {
    let seats = json!([{"kind": "me"}, {"kind": "level", "level": 1}]);
    let created = room(at, game, seats).await;
    let hello = json!({"seats": [created["seats"][0]["token"]]});
    let (mut aya, first) = Client::connect(at, created["room"].as_str().unwrap(), hello).await;
    let text = &first["room"]["position"]["legal"][0]["text"];
    aya.done(json!({"action": "move", "seat": 0, "ply": 0, "text": text}))
        .await;
    while aya.event("played").await["ply"]["seat"] != 1 {}
    aya.done(json!({"action": "resign", "seat": 0})).await;
    let record = first["room"]["record"].as_str().unwrap();
    (aya, format!("/api/records/{record}/analysis"))
}

/// Takes the last move back, resigns instead, and has that reviewed.
#[allow(clippy::unwrap_used, reason = "part of the tests")]
async fn taken_back(at: SocketAddr, aya: &mut Client, path: &str) {
    aya.done(json!({"action": "undo", "seat": 0, "agree": true}))
        .await;
    let (_, state) = get(at, path, &[]).await;
    assert_eq!(
        (&state["running"], &state["done"], &state["analysis"]),
        (&json!(false), &json!(0), &Value::Null)
    );
    aya.done(json!({"action": "resign", "seat": 0})).await;
    let (status, _) = post(at, path, &Value::Null).await;
    assert_eq!(status, 200);
    let values = finished(at, path).await["values"].clone();
    assert_eq!(values.as_array().unwrap().len(), 2, "a resignation alone");
}

#[tokio::test]
async fn a_review_goes_with_what_was_taken_back() {
    let server = start().await;
    let at = server.address;
    let (mut aya, path) = resigned(at, "reversi-4x4").await;
    post(at, &path, &Value::Null).await;
    let before = finished(at, &path).await;
    assert_eq!(before["values"].as_array().map(Vec::len), Some(4));
    taken_back(at, &mut aya, &path).await;
}

#[tokio::test]
async fn a_review_that_is_being_made_is_abandoned_when_the_game_changes() {
    let server = start().await;
    let at = server.address;
    let (mut aya, path) = resigned(at, "reversi-8x8").await;
    let (_, state) = post(at, &path, &Value::Null).await;
    assert_eq!(state["running"], true);
    taken_back(at, &mut aya, &path).await;
}

#[tokio::test]
async fn the_review_that_somebody_has_open_goes_first() {
    let record = long_to_review();
    let server = start().await;
    let at = server.address;
    let mut paths = Vec::new();
    for _ in 0..6 {
        let path = kept(at, &record).await;
        post(at, &path, &Value::Null).await;
        paths.push(path);
    }
    // A page that shows the last one asks for it again and again, and nobody for the others.
    let open = paths.pop().expect("six of them");
    finished(at, &open).await;
    let mut done = 0;
    for path in &paths {
        let (_, state) = get(at, path, &[]).await;
        done += usize::from(state["running"] == false);
    }
    // Two were begun before anybody looked.
    assert!(done <= 2, "{done} of {} were done before it", paths.len());
}

#[tokio::test]
async fn a_server_that_reviews_ends_at_once_and_reviews_again_after_a_restart() {
    let record = long_to_review();
    let server = start().await;
    let mut paths = Vec::new();
    for _ in 0..20 {
        let path = kept(server.address, &record).await;
        let (_, state) = post(server.address, &path, &Value::Null).await;
        assert_eq!(state["running"], true);
        paths.push(path);
    }
    let data = server.folder.path().join("data.sqlite");
    let began = Instant::now();
    drop(server.end);
    server.task.await.expect("it ends");
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
    let again = start_with(|config| config.data = data).await;
    let at = again.address;
    let last = paths.last().expect("twenty of them");
    let (status, _) = post(at, last, &Value::Null).await;
    assert_eq!(status, 200);
    let analysis = finished(at, last).await;
    assert_eq!(analysis["values"].as_array().map(Vec::len), Some(3));
}
