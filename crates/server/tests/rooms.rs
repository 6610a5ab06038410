//! Rooms over real sockets: playing, coming back, changing seats, other rooms.

mod common;

use common::{Client, get, post, request, room, start, start_with};
use serde_json::{Value, json};

#[allow(clippy::unwrap_used, reason = "part of the tests")]
fn first_legal(position: &Value) -> String {
    position["legal"][0]["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn quick_play_goes_to_the_end_and_is_kept() {
    let server = start().await;
    let at = server.address;
    let body = json!({"game": "reversi-4x4", "seat": 1, "name": "Aya", "person": "aya-secret",
                      "against": {"kind": "player", "player": "random"}});
    let (status, created) = post(at, "/api/play", &body).await;
    assert_eq!(status, 200, "{created}");
    let id = created["room"].as_str().unwrap();
    let hello = json!({"name": "Aya", "seats": [created["seats"][0]["token"]]});
    let (mut aya, first) = Client::connect(at, id, hello).await;
    assert_eq!(first["type"], "snapshot");
    assert_eq!(first["you"]["seats"], json!([1]));
    let mut position = first["room"]["position"].clone();
    let mut seq = first["seq"].as_u64().unwrap();
    let mut result = Value::Null;
    while result.is_null() {
        // A pass that has to be played plays itself.
        if position["turn"] == 1 && position["legal"] != json!([]) {
            let text = first_legal(&position);
            aya.done(json!({"action": "move", "seat": 1, "ply": position["ply"], "text": text}))
                .await;
        }
        let event = aya.event("played").await;
        assert_eq!(event["seq"], seq + 1, "events have no gaps");
        seq += 1;
        position = event["position"].clone();
        result = event["result"].clone();
    }
    assert_eq!(result["reason"], "played");

    let who = [("X-Person", "aya-secret")];
    let (_, list) = get(at, "/api/records", &who).await;
    let record = list["records"][0]["record"].as_str().unwrap().to_owned();
    assert_eq!(list["records"][0]["own"], json!([1]));
    let (_, nobody) = get(at, "/api/records", &[("X-Person", "other")]).await;
    assert_eq!(nobody["records"], json!([]));
    let (_, own) = get(at, "/api/results", &who).await;
    assert_eq!(own["results"][0]["rank"], result["ranks"][1]);

    let (_, view) = get(at, &format!("/api/records/{record}"), &[]).await;
    let plies = view["moves"].as_array().unwrap().len();
    let (_, boards) = get(at, &format!("/api/records/{record}/positions"), &[]).await;
    assert_eq!(boards["positions"].as_array().unwrap().len(), plies + 1);
    let path = format!("/api/records/{record}/json");
    let (_, head, json) = request(at, "GET", &path, &[], b"").await;
    assert!(head.contains("attachment"));
    records::Record::parse(&json).unwrap();
    let text = view["transcript"].as_str().unwrap();
    let check = json!({"game": "othello", "text": text});
    let (status, checked) = post(at, "/api/check", &check).await;
    assert_eq!((status, &checked["game"]), (200, &json!("reversi-4x4")));
    assert_eq!(checked["position"]["line"], position["line"]);

    let path = format!("/api/records/{record}/analysis");
    let (status, _) = post(at, &path, &Value::Null).await;
    assert_eq!(status, 200);
    let last = loop {
        let told = aya.message("analysis").await;
        if told["done"] == told["total"] {
            break get(at, &path, &[]).await.1;
        }
    };
    // The end has a value, but is no position to think about.
    assert_eq!(last["total"], plies);
    let analysis = &last["analysis"];
    assert_eq!(analysis["unit"], "discs");
    let values = analysis["values"].as_array().unwrap();
    assert_eq!(values.len(), plies + 1);
    let score = |seat: usize| result["scores"][seat].as_f64().unwrap();
    let end = score(0) - score(1);
    assert_eq!(values[plies], json!([end, -end]));

    let path = format!("/api/records/{record}");
    assert_eq!(request(at, "DELETE", &path, &[], b"").await.0, 403);
    assert_eq!(request(at, "DELETE", &path, &who, b"").await.0, 204);
    assert_eq!(get(at, &path, &[]).await.0, 404);
}

#[tokio::test]
async fn whoever_comes_back_misses_nothing_and_has_the_seat() {
    let server = start().await;
    let at = server.address;
    let created = room(at, "othello", json!([{"kind": "me"}, {"kind": "open"}])).await;
    let id = created["room"].as_str().unwrap();
    let token = created["seats"][0]["token"].clone();
    let (mut aya, snapshot) = Client::connect(at, id, json!({"seats": [token]})).await;
    let (mut ken, _) = Client::connect(at, id, json!({"name": "Ken"})).await;
    let early = json!({"action": "move", "seat": 0, "ply": 0, "text": "f5"});
    aya.refused(early.clone(), "waiting").await;
    ken.done(json!({"action": "take", "seat": 1})).await;
    let ken_token = ken.message("seat").await["token"].clone();
    ken.refused(json!({"action": "take", "seat": 0}), "not-open")
        .await;
    ken.refused(early.clone(), "not-yours").await;
    aya.done(early).await;
    let seen = aya.event("played").await["seq"].clone();
    aya.vanish();
    // The other hears that she is gone, and plays on.
    loop {
        let event = ken.event("sitting").await;
        if event["seat"] == 0 && event["sitting"]["present"] == false {
            break;
        }
    }
    ken.refused(
        json!({"action": "give", "seat": 0, "to": {"kind": "player", "player": "random"}}),
        "present",
    )
    .await;
    ken.done(json!({"action": "move", "seat": 1, "ply": 1, "text": "d6"}))
        .await;

    let seen = json!({"epoch": snapshot["epoch"], "seq": seen});
    let hello = json!({"seats": [token], "seen": seen});
    let (mut aya, first) = Client::connect(at, id, hello).await;
    assert_eq!(first["type"], "resumed");
    assert_eq!(first["you"]["seats"], json!([0]));
    let played = aya.event("played").await;
    assert_eq!(played["ply"]["text"], "d6");
    assert_eq!(played["ply"]["turned"], json!([35]));
    // A number from another life of the server brings the whole room.
    let seen = json!({"epoch": "another", "seq": 1});
    let (_, first) = Client::connect(at, id, json!({"seen": seen})).await;
    assert_eq!(first["type"], "snapshot");
    assert_eq!(first["room"]["plies"].as_array().unwrap().len(), 2);
    assert_eq!(first["you"]["seats"], json!([]));
    // Another device with the same token has the same seat.
    let (mut phone, first) = Client::connect(at, id, json!({"seats": [ken_token]})).await;
    assert_eq!(first["you"]["seats"], json!([1]));
    phone
        .refused(
            json!({"action": "move", "seat": 1, "ply": 2, "text": "c3"}),
            "not-your-turn",
        )
        .await;
    aya.refused(
        json!({"action": "move", "seat": 0, "ply": 0, "text": "c3"}),
        "late",
    )
    .await;
    aya.refused(
        json!({"action": "move", "seat": 0, "ply": 2, "text": "a1"}),
        "illegal",
    )
    .await;
}

#[tokio::test]
async fn a_seat_goes_from_a_person_to_an_ai_and_back() {
    let server = start_with(|config| config.grace = std::time::Duration::from_millis(300)).await;
    let at = server.address;
    let open = json!({"kind": "open"});
    let me = json!({"kind": "me"});
    let created = room(at, "yonin", json!([me, open, open, open])).await;
    let id = created["room"].as_str().unwrap();
    let hello = json!({"seats": [created["seats"][0]["token"]], "host": created["host"]});
    let (mut host, first) = Client::connect(at, id, hello).await;
    assert_eq!(first["you"]["host"], true);
    let (mut guest, _) = Client::connect(at, id, json!({"name": "<b>Ken</b>"})).await;
    guest.done(json!({"action": "take", "seat": 1})).await;
    let random = json!({"kind": "player", "player": "random"});
    for seat in [2, 3] {
        host.done(json!({"action": "give", "seat": seat, "to": random}))
            .await;
    }
    let (mut watcher, first) = Client::connect(at, id, json!({"name": "Mio"})).await;
    assert_eq!(first["room"]["sittings"][1]["sitter"]["name"], "<b>Ken</b>");
    watcher
        .refused(
            json!({"action": "give", "seat": 2, "to": open}),
            "not-allowed",
        )
        .await;
    guest.vanish();
    loop {
        let event = host.event("sitting").await;
        if event["seat"] == 1 && event["sitting"]["replaceable"] == true {
            break;
        }
    }
    host.done(json!({"action": "give", "seat": 1, "to": random}))
        .await;
    let text = first_legal(&first["room"]["position"]);
    host.done(json!({"action": "move", "seat": 0, "ply": 0, "text": text}))
        .await;
    // Now three AIs move in a row.
    for seat in [0, 1, 2, 3] {
        assert_eq!(host.event("played").await["ply"]["seat"], seat);
    }
    host.done(json!({"action": "undo", "seat": 0, "agree": true}))
        .await;
    assert_eq!(host.event("undone").await["position"]["ply"], 0);
    // One code for an unknown level, whichever way it is asked for.
    let eleven = json!({"kind": "level", "level": 11});
    host.refused(
        json!({"action": "give", "seat": 3, "to": eleven}),
        "unknown-player",
    )
    .await;
    let wanted = json!({"game": "yonin", "against": eleven});
    let (status, answer) = post(at, "/api/play", &wanted).await;
    assert_eq!((status, &answer["code"]), (422, &json!("unknown-player")));
    host.done(json!({"action": "give", "seat": 3, "to": me}))
        .await;
    assert_eq!(host.message("seat").await["seat"], 3);
    host.done(json!({"action": "hint"})).await;
    assert!(host.message("hint").await["text"].is_string());
    host.done(json!({"action": "evaluate", "on": true})).await;
    // The first look may be too short for a value while the machine has other work; the last one is not.
    let values = loop {
        let values = host.message("values").await;
        if values["done"] == true {
            break values;
        }
    };
    assert!(!values["moves"].as_array().unwrap().is_empty());
    host.done(json!({"action": "resign", "seat": 0})).await;
    assert_eq!(host.event("played").await["ply"]["kind"], "resign");
}

#[tokio::test]
async fn nothing_is_heard_in_another_room() {
    let server = start().await;
    let at = server.address;
    let seats = json!([{"kind": "me"}, {"kind": "me"}]);
    let one = room(at, "othello", seats.clone()).await;
    let two = room(at, "othello", seats).await;
    let enter = async |room: &Value| {
        let tokens = [&room["seats"][0]["token"], &room["seats"][1]["token"]];
        let id = room["room"].as_str().unwrap();
        Client::connect(at, id, json!({"seats": tokens})).await.0
    };
    let (mut a, mut b) = (enter(&one).await, enter(&two).await);
    // A token of one room is worth nothing in the other.
    let stolen = json!({"seats": [one["seats"][0]["token"]], "host": one["host"]});
    let (_, first) = Client::connect(at, two["room"].as_str().unwrap(), stolen).await;
    assert_eq!(
        first["you"],
        json!({"seats": [], "host": false, "away": []})
    );
    b.done(json!({"action": "ping"})).await;
    b.heard.clear();
    a.done(json!({"action": "move", "seat": 0, "ply": 0, "text": "f5"}))
        .await;
    a.done(json!({"action": "move", "seat": 1, "ply": 1, "text": "d6"}))
        .await;
    b.done(json!({"action": "ping"})).await;
    assert!(b.heard.iter().all(|message| message["event"] != "played"));
}

#[tokio::test]
async fn a_player_that_was_not_brought_again_is_named_and_can_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.sqlite");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../players/random.toml");
    let brought = players::PlayerFile::read(file.as_ref()).unwrap();
    let mut server = start_with(|config| {
        config.data.clone_from(&data);
        config.players = vec![("visitor".to_owned(), brought)];
    })
    .await;
    let body = json!({"game": "reversi-8x8", "seat": 0, "name": "Aya", "person": "aya-secret",
                      "against": {"kind": "player", "player": "visitor"}});
    let (status, created) = post(server.address, "/api/play", &body).await;
    assert_eq!(status, 200, "{created}");
    let id = created["room"].as_str().unwrap();
    let hello = json!({"name": "Aya", "seats": [created["seats"][0]["token"]],
                       "host": created["host"]});
    let (mut aya, first) = Client::connect(server.address, id, hello.clone()).await;
    let sitter = first["room"]["sittings"][1]["sitter"].clone();
    let record = first["room"]["record"].as_str().unwrap().to_owned();
    let text = first_legal(&first["room"]["position"]);
    aya.done(json!({"action": "move", "seat": 0, "ply": 0, "text": text}))
        .await;
    aya.event("played").await;
    aya.event("played").await;
    drop(aya);
    server.end.take().unwrap().send(()).unwrap();
    server.task.await.unwrap();

    let server = start_with(|config| config.data.clone_from(&data)).await;
    let (mut aya, first) = Client::connect(server.address, id, hello).await;
    let room = &first["room"];
    assert_eq!(room["sittings"][1]["sitter"], sitter, "it keeps its seat");
    assert_eq!(
        (&room["failure"]["seat"], &room["failure"]["code"]),
        (&json!(1), &json!("missing-player"))
    );
    let said = room["failure"]["message"].as_str().unwrap();
    assert!(
        said.contains("no player \"visitor\"; start it with --player visitor.toml"),
        "{said}"
    );
    // One may go on as far as one can, and the record still knows who played.
    let text = first_legal(&room["position"]);
    aya.done(json!({"action": "move", "seat": 0, "ply": 2, "text": text}))
        .await;
    let path = format!("/api/records/{record}/json");
    let (_, json) = get(server.address, &path, &[]).await;
    assert_eq!(json["seats"][1], sitter);
    aya.done(json!({"action": "give", "seat": 1, "to": {"kind": "level", "level": 1}}))
        .await;
    assert_eq!(aya.event("failure").await["failure"], Value::Null);
    while aya.event("played").await["ply"]["seat"] != 1 {}
}

#[tokio::test]
async fn clocks_stand_still_while_a_teacher_stops_all_games() {
    let server = start_with(|config| config.class = true).await;
    let at = server.address;
    let me = json!({"kind": "me"});
    let wanted =
        json!({"game": "othello", "seats": [me, me], "clock": {"main": 2, "increment": 0}});
    let (_, created) = post(at, "/api/rooms", &wanted).await;
    let tokens = [&created["seats"][0]["token"], &created["seats"][1]["token"]];
    let room = created["room"].as_str().unwrap();
    let (mut both, _) = Client::connect(at, room, json!({"seats": tokens})).await;
    let bearer = format!("Bearer {}", server.admin);
    let teach = async |paused: bool| {
        let headers = [
            ("Authorization", &*bearer),
            ("Content-Type", "application/json"),
        ];
        let body = json!({"action": "pause", "paused": paused}).to_string();
        let (status, _, answer) =
            request(at, "POST", "/api/class/teach", &headers, body.as_bytes()).await;
        assert_eq!(status, 200, "{answer}");
    };
    both.done(json!({"action": "move", "seat": 0, "ply": 0, "text": "f5"}))
        .await;
    teach(true).await;
    let stopped = both.event("sitting").await;
    assert_eq!(stopped["clocks"]["running"], Value::Null, "{stopped}");
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    both.refused(
        json!({"action": "move", "seat": 1, "ply": 1, "text": "d6"}),
        "stands-still",
    )
    .await;
    let (_, view) = get(at, &format!("/api/rooms/{room}"), &[]).await;
    assert_eq!(view["status"], "playing", "nobody lost on time");
    teach(false).await;
    assert_eq!(both.event("sitting").await["clocks"]["running"], 1);
    // And then it runs.
    let lost = both.event("played").await;
    assert_eq!(lost["result"]["reason"], "time", "{lost}");
}
