//! Other programs in rooms: those that were brought play and live with their game, whatever they
//! do the room goes on, and nobody on the page can start one.
//!
//! This test is its own engine; see [`script`].

#![allow(clippy::unwrap_used, reason = "all of it is a test")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../players/tests/external/script.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod script;

use std::path::Path;
use std::time::Duration;

use players::PlayerFile;
use players::external::{EngineSpec, Protocol};
use serde_json::{Value, json};

use common::{Client, Running, get, post, start_with};

const TESTS: &[script::Test] = &[
    (
        "a_program_lives_with_its_game",
        a_program_lives_with_its_game,
    ),
    (
        "a_failing_program_tells_why_and_the_room_goes_on",
        a_failing_program_tells_why_and_the_room_goes_on,
    ),
    (
        "a_program_that_failed_leaves_its_place",
        a_program_that_failed_leaves_its_place,
    ),
    (
        "a_seat_given_away_is_played_by_who_sits_there_now",
        a_seat_given_away_is_played_by_who_sits_there_now,
    ),
    (
        "nobody_on_the_page_starts_a_program",
        nobody_on_the_page_starts_a_program,
    ),
    (
        "no_more_programs_run_than_may",
        no_more_programs_run_than_may,
    ),
];

fn main() {
    script::run(TESTS);
}

fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(test);
}

/// A server to which this program was brought.
async fn server(spec: EngineSpec, programs: usize) -> Running {
    start_with(|config| {
        config.players = vec![("script".to_owned(), PlayerFile::engine(spec))];
        config.programs = programs;
    })
    .await
}

/// Quick play against the program; the person has the second seat.
async fn play(at: std::net::SocketAddr, game: &str) -> (Client, Value) {
    let body = json!({"game": game, "seat": 1, "name": "Aya",
                      "against": {"kind": "player", "player": "script"}});
    let (status, created) = post(at, "/api/play", &body).await;
    assert_eq!(status, 200, "{created}");
    let hello = json!({"name": "Aya", "seats": [created["seats"][0]["token"]],
                       "host": created["host"]});
    let room = created["room"].as_str().unwrap();
    Client::connect(at, room, hello).await
}

/// Plays the first legal moves for the person until the game is over.
async fn to_the_end(client: &mut Client, mut position: Value) {
    loop {
        // A pass that has to be played plays itself.
        if position["turn"] == 1 && position["legal"] != json!([]) {
            let text = position["legal"][0]["text"].clone();
            let action = json!({"action": "move", "seat": 1, "ply": position["ply"], "text": text});
            // Both play as fast as they can, which on a quiet machine is faster than the server allows.
            while client.ask(action.clone()).await["code"] == "too-fast" {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
        let event = client.event("played").await;
        position = event["position"].clone();
        if !event["result"].is_null() {
            return;
        }
    }
}

/// How often a program that says its number when it starts was started.
fn starts(stderr: &Path) -> usize {
    std::fs::read_to_string(stderr).map_or(0, |text| text.lines().count())
}

fn a_program_lives_with_its_game() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let stderr = folder.path().join("starts");
        let spec = EngineSpec {
            stderr: Some(stderr.clone()),
            ..script::spec(Protocol::Nboard, "pid")
        };
        let server = server(spec, 1).await;
        let at = server.address;
        for _ in 0..2 {
            let (_, list) = get(at, "/api/players?game=othello", &[]).await;
            let listed = list["players"].as_array().unwrap();
            assert!(listed.iter().any(|player| player["name"] == "script"));
        }
        let (_, list) = get(at, "/api/players?game=yonin", &[]).await;
        let listed = list["players"].as_array().unwrap();
        assert!(listed.iter().all(|player| player["name"] != "script"));
        assert_eq!(starts(&stderr), 0, "lists start nothing");
        let (mut aya, first) = play(at, "othello").await;
        to_the_end(&mut aya, first["room"]["position"].clone()).await;
        assert_eq!(starts(&stderr), 1);
        let again = json!({"action": "rematch", "seat": 1, "agree": true, "rotate": false});
        aya.done(again).await;
        let started = aya.event("started").await;
        to_the_end(&mut aya, started["room"]["position"].clone()).await;
        assert_eq!(starts(&stderr), 2, "a game that is over has no player");
        // There is leave for one: a second room gets it although the result is still looked at.
        let (mut other, first) = play(at, "othello").await;
        to_the_end(&mut other, first["room"]["position"].clone()).await;
        assert_eq!(starts(&stderr), 3, "another seat has a player of its own");
        // And a third as soon as the second gives the seat away.
        let again = json!({"action": "rematch", "seat": 1, "agree": true, "rotate": false});
        other.done(again).await;
        other.event("played").await;
        let give = json!({"action": "give", "seat": 0, "to": {"kind": "open"}});
        other.done(give).await;
        let (mut third, _) = play(at, "othello").await;
        third.event("played").await;
        assert_eq!(starts(&stderr), 5);
    });
}

fn a_seat_given_away_is_played_by_who_sits_there_now() {
    run(async {
        // Nobody waits for its answer as long as that takes.
        let spec = EngineSpec {
            move_timeout: Duration::from_secs(600),
            ..script::spec(Protocol::Gtp, "slow 600000")
        };
        let server = server(spec, 1).await;
        let (mut aya, _) = play(server.address, "othello").await;
        let give =
            json!({"action": "give", "seat": 0, "to": {"kind": "player", "player": "random"}});
        aya.done(give).await;
        let played = aya.event("played").await;
        assert_eq!(played["position"]["turn"], 1, "{played}");
    });
}

fn a_failing_program_tells_why_and_the_room_goes_on() {
    run(async {
        let impatient = |spec: EngineSpec| EngineSpec {
            move_timeout: Duration::from_secs(1),
            ..spec
        };
        let nowhere = EngineSpec::new("no-such-program-anywhere", Protocol::Gtp);
        let broken = ("failed", "script broke down or gave no usable answer");
        let illegal = ("illegal-move", "script chose a move that is not legal");
        let late = ("no-answer", "script gave no answer in time");
        for (spec, (code, why)) in [
            (script::spec(Protocol::Gtp, "crash 1"), broken),
            (script::spec(Protocol::Nboard, "says D4"), illegal),
            (script::spec(Protocol::Gtp, "says Z99x"), broken),
            (impatient(script::spec(Protocol::Nboard, "silent")), late),
            (nowhere, broken),
        ] {
            let server = server(spec, 1).await;
            let (mut aya, _) = play(server.address, "othello").await;
            let told = aya.event("failure").await;
            // Command lines, paths and what a program said are nobody's business on the page.
            let failure = json!({"seat": 0, "code": code, "message": why});
            assert_eq!(told["failure"], failure);
            aya.refused(json!({"action": "retry", "seat": 7}), "no-seat")
                .await;
            aya.refused(json!({"action": "retry", "seat": 1}), "not-failed")
                .await;
            aya.done(json!({"action": "retry", "seat": 0})).await;
            assert!(aya.event("failure").await["failure"].is_null());
            assert!(aya.event("failure").await["failure"]["message"].is_string());
            let random = json!({"kind": "player", "player": "random"});
            aya.done(json!({"action": "give", "seat": 0, "to": random}))
                .await;
            assert!(aya.event("failure").await["failure"].is_null());
            assert_eq!(aya.event("played").await["ply"]["seat"], 0);
        }
    });
}

fn a_program_that_failed_leaves_its_place() {
    run(async {
        let server = server(script::spec(Protocol::Gtp, "crash 1"), 1).await;
        let mut rooms = Vec::new();
        for _ in 0..2 {
            let (mut aya, _) = play(server.address, "othello").await;
            let told = aya.event("failure").await;
            assert_eq!(told["failure"]["code"], "failed", "{told}");
            rooms.push(aya);
        }
    });
}

fn nobody_on_the_page_starts_a_program() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let stderr = folder.path().join("starts");
        let spec = script::spec(Protocol::Nboard, "pid");
        let file = folder.path().join("evil.toml");
        let text = format!(
            "about = \"\"\n[engine]\nprotocol = \"nboard\"\ncommand = {:?}\nstderr = \"starts\"\n",
            spec.command
        );
        std::fs::write(&file, text).unwrap();
        PlayerFile::read(&file).expect("whoever starts the server could bring it");
        let server = start_with(|_| ()).await;
        let at = server.address;
        let path = file.display().to_string();
        let stem = path.strip_suffix(".toml").unwrap();
        for name in [&*path, stem, "../evil", "evil", "evil.toml"] {
            let seats = json!([{"kind": "player", "player": name}, {"kind": "me"}]);
            let (status, _) = post(
                at,
                "/api/rooms",
                &json!({"game": "othello", "seats": seats}),
            )
            .await;
            assert_eq!(status, 422, "{name}");
            let against = json!({"kind": "player", "player": name});
            let body = json!({"game": "othello", "against": against});
            assert_eq!(post(at, "/api/play", &body).await.0, 422, "{name}");
        }
        let body = json!({"game": "othello", "seats": [{"kind": "me"}, {"kind": "open"}]});
        let (_, created) = post(at, "/api/rooms", &body).await;
        let hello = json!({"seats": [created["seats"][0]["token"]], "host": created["host"]});
        let room = created["room"].as_str().unwrap();
        let (mut aya, _) = Client::connect(at, room, hello).await;
        let to = json!({"kind": "player", "player": path});
        aya.refused(
            json!({"action": "give", "seat": 1, "to": to}),
            "unknown-player",
        )
        .await;
        assert_eq!(starts(&stderr), 0);
    });
}

fn no_more_programs_run_than_may() {
    run(async {
        let server = server(script::spec(Protocol::Gtp, "good"), 0).await;
        let (mut aya, _) = play(server.address, "reversi-8x8").await;
        let told = aya.event("failure").await;
        let message = told["failure"]["message"].as_str().unwrap();
        assert!(message.contains("try again later"), "{message}");
        assert_eq!(told["failure"]["code"], "programs-full");
    });
}
