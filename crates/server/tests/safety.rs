//! What is broken, hostile or too much gets an answer and harms nobody else.

mod common;

use std::time::Duration;

use common::{Client, get, post, request, room, start, start_with};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

#[tokio::test]
async fn a_page_elsewhere_cannot_connect_or_ask() {
    let server = start().await;
    let at = server.address;
    let created = room(at, "othello", json!([])).await;
    let id = created["room"].as_str().unwrap();
    for origin in [None, Some("http://evil.example"), Some("null")] {
        let refused = Client::try_connect(at, id, origin).await;
        assert!(refused.is_err(), "{origin:?}");
    }
    let foreign = [
        ("Origin", "http://evil.example"),
        ("Content-Type", "application/json"),
    ];
    let body = br#"{"game":"othello"}"#;
    assert_eq!(
        request(at, "POST", "/api/rooms", &foreign, body).await.0,
        403
    );
    let name = [("Host", "evil.example")];
    for path in ["/api/info", "/", "/r/anything", "/api/nothing"] {
        let (status, _, body) = request(at, "GET", path, &name, b"").await;
        assert_eq!(status, 403, "{path}: {body}");
    }
    // A form cannot send JSON, and nothing else is read.
    let form = [("Content-Type", "text/plain")];
    assert_eq!(request(at, "POST", "/api/rooms", &form, body).await.0, 400);
}

#[tokio::test]
async fn the_headers_keep_the_page_to_itself() {
    let server = start().await;
    for path in ["/", "/r/anything", "/api/info", "/api/nothing"] {
        let (_, head, _) = request(server.address, "GET", path, &[], b"").await;
        assert!(
            head.contains("content-security-policy: default-src 'none'"),
            "{path}"
        );
        assert!(!head.contains("unsafe"), "{path}");
        assert!(head.contains("x-content-type-options: nosniff"), "{path}");
    }
    assert_eq!(get(server.address, "/api/nothing", &[]).await.0, 404);
    assert_eq!(
        request(server.address, "GET", "/a.js", &[], b"").await.0,
        404
    );
    // The page is there to be read.
    for (method, path) in [("POST", "/"), ("PUT", "/index.html"), ("DELETE", "/r/room")] {
        let (status, head, _) = request(server.address, method, path, &[], b"").await;
        assert_eq!(status, 405, "{method} {path}");
        assert!(head.contains("allow: get, head"), "{head}");
    }
    let (status, head, _) = request(server.address, "GET", "/r/room", &[], b"").await;
    assert_eq!(status, 200);
    assert!(head.contains("cache-control: no-cache"));
}

#[tokio::test]
async fn malformed_requests_get_a_sentence() {
    let server = start().await;
    let at = server.address;
    for (path, body, status) in [
        ("/api/rooms", json!({"game": "chess"}), 422),
        ("/api/rooms", json!({"game": "tree"}), 422),
        (
            "/api/rooms",
            json!({"game": "othello", "seats": [{"kind": "open"}]}),
            422,
        ),
        (
            "/api/rooms",
            json!({"game": "othello", "colour": "red"}),
            400,
        ),
        ("/api/rooms", json!({"seats": []}), 400),
        (
            "/api/rooms",
            json!({"game": "othello", "clock": {"main": 0, "increment": 0}}),
            422,
        ),
        (
            "/api/rooms",
            json!({"game": "othello", "seats": [{"kind": "level", "level": 99}, {"kind": "open"}]}),
            422,
        ),
        (
            "/api/rooms",
            json!({"game": "othello", "seats": [{"kind": "player", "player": "../../etc/passwd"}, {"kind": "open"}]}),
            422,
        ),
        (
            "/api/rooms",
            json!({"game": "reversi-4x4", "start": "-----OX--XO---- X"}),
            422,
        ),
        (
            "/api/play",
            json!({"game": "yonin", "seat": 4, "against": {"kind": "player", "player": "random"}}),
            422,
        ),
        (
            "/api/play",
            json!({"game": "yonin", "against": {"kind": "me"}}),
            422,
        ),
        (
            "/api/check",
            json!({"game": "othello", "text": "f5 d6 a1"}),
            422,
        ),
        (
            "/api/check",
            json!({"game": "othello", "text": "[chess 1]e4"}),
            422,
        ),
        (
            "/api/check",
            json!({"game": "othello", "text": "f5".repeat(10_000)}),
            422,
        ),
        ("/api/check", json!([1, 2]), 400),
        ("/api/records/none/analysis", json!(null), 404),
        ("/api/quit", json!(null), 403),
    ] {
        let (got, answer) = post(at, path, &body).await;
        assert_eq!(got, status, "{path} {body}: {answer}");
        assert!(
            answer["message"].as_str().is_some_and(|m| m.len() > 10),
            "{answer}"
        );
    }
    // What is offered instead can be played here.
    let (_, answer) = post(at, "/api/rooms", &json!({"game": "reversi-9x9"})).await;
    let offered = answer["message"].as_str().unwrap_or_default();
    assert!(
        offered.contains("yonin-shogi") && !offered.contains("tree"),
        "{answer}"
    );
    for path in [
        "/api/rooms/none",
        "/api/rooms/%00%ff/positions",
        "/api/records/none",
        "/api/records/none/json",
    ] {
        let status = get(at, path, &[]).await.0;
        assert!((400..500).contains(&status), "{path}: {status}");
    }
    // Whatever is wrong, the answer is JSON with a code and a sentence.
    for (method, path, status) in [
        ("GET", "/api", 404),
        ("GET", "/api/", 404),
        ("GET", "/api/nothing", 404),
        ("DELETE", "/api/rooms", 405),
        ("PUT", "/api/records", 405),
        ("GET", "/api/rooms/%ff%fe", 400),
        ("GET", "/api/records/%ff", 400),
        ("GET", "/api/rooms/none/socket", 400),
        ("POST", "/api/rooms", 400),
    ] {
        let (got, head, body) = request(at, method, path, &[], b"").await;
        assert_eq!(got, status, "{method} {path}: {body}");
        assert!(
            head.contains("content-type: application/json"),
            "{method} {path}: {head}"
        );
        let answer: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert!(
            answer["code"].is_string() && answer["message"].is_string(),
            "{answer}"
        );
    }
    // A body that makes no sense is not one that is too large.
    let chunked = format!(
        "POST /api/check HTTP/1.1\r\nHost: {at}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
    );
    let mut stream = TcpStream::connect(at).await.unwrap();
    stream.write_all(chunked.as_bytes()).await.unwrap();
    let mut heard = String::new();
    let _ = stream.read_to_string(&mut heard).await;
    assert!(heard.starts_with("HTTP/1.1 400"), "{heard}");
    assert_eq!(get(at, "/api/records?before=x", &[]).await.0, 400);
    assert_eq!(get(at, "/api/players?game=chess", &[]).await.0, 422);
    let json = [("Content-Type", "application/json")];
    let large = vec![b'x'; 1 << 20];
    let (status, ..) = request(at, "POST", "/api/check", &json, &large).await;
    assert!(status == 413 || status == 0, "{status}");
    assert_eq!(get(at, "/api/info", &[]).await.0, 200);
}

#[tokio::test]
async fn hostile_messages_harm_nobody_else() {
    let server = start().await;
    let at = server.address;
    let created = room(at, "othello", json!([{"kind": "me"}, {"kind": "me"}])).await;
    let id = created["room"].as_str().unwrap();
    let tokens = [&created["seats"][0]["token"], &created["seats"][1]["token"]];
    let (mut good, _) = Client::connect(at, id, json!({"seats": tokens})).await;

    let (mut evil, _) = Client::connect(at, id, json!({"name": "x".repeat(5000)})).await;
    for text in [
        "",
        "{",
        "null",
        "[]",
        "{\"id\":1}",
        "{\"id\":-1,\"action\":\"ping\"}",
        "{\"id\":1,\"action\":\"fly\"}",
        "{\"id\":1,\"action\":\"take\",\"seat\":256}",
        "\u{0}",
        "{\"id\":1e999,\"action\":\"ping\"}",
    ] {
        evil.send(text).await;
        let answer = evil.message("refused").await;
        assert_eq!(answer["code"], "unreadable", "{text}: {answer}");
    }
    evil.send_binary(vec![0xff; 100]).await;
    assert_eq!(evil.message("refused").await["code"], "unreadable");
    evil.refused(json!({"action": "take", "seat": 77}), "no-seat")
        .await;
    evil.refused(json!({"action": "resign", "seat": 0}), "not-yours")
        .await;
    evil.refused(json!({"action": "free", "seat": 0}), "not-yours")
        .await;
    // Faster than anybody clicks.
    let mut codes = std::collections::BTreeSet::new();
    for id in 1000..1200 {
        evil.send(&json!({"id": id, "action": "ping"}).to_string())
            .await;
    }
    while codes.len() < 2 {
        let message = evil.next().await.unwrap();
        codes.insert(message["type"].as_str().unwrap().to_owned());
    }
    assert!(codes.contains("refused"));
    // A message that is too long ends the connection, and no other.
    evil.try_send(&"x".repeat(100_000)).await;
    while evil.next().await.is_some() {}

    let (mut silent, first) = Client::connect(at, id, json!({"name": "\u{202e}\n "})).await;
    assert_eq!(first["type"], "snapshot");
    // Who watches is told within a second.
    let mut watching = first["room"]["spectators"].clone();
    while watching.as_array().unwrap().last() != Some(&json!("")) {
        watching = silent.event("spectators").await["names"].clone();
    }
    silent
        .done(json!({"action": "rename", "name": "y".repeat(400)}))
        .await;
    good.done(json!({"action": "move", "seat": 0, "ply": 0, "text": "f5"}))
        .await;
    good.done(json!({"action": "resign", "seat": 1})).await;
    good.done(json!({"action": "ping"})).await;
    let names = good.heard.iter().filter(|m| m["event"] == "spectators");
    for message in names {
        for name in message["names"].as_array().unwrap() {
            assert!(name.as_str().unwrap().chars().count() <= 40);
        }
    }
}

#[tokio::test]
async fn who_asks_too_often_waits_and_the_server_is_never_overfull() {
    let server = start_with(|config| {
        config.rate = 5;
        config.most_connections = 2;
    })
    .await;
    let at = server.address;
    let created = room(at, "othello", json!([])).await;
    let id = created["room"].as_str().unwrap();
    let one = Client::connect(at, id, json!({})).await;
    let two = Client::connect(at, id, json!({})).await;
    let origin = format!("http://{at}");
    let third = Client::try_connect(at, id, Some(&origin)).await;
    let refused = format!("{:?}", third.err().unwrap());
    assert!(refused.contains("503"), "{refused}");
    let (status, _, body) = request(at, "GET", "/", &[], b"").await;
    assert_eq!(status, 503, "the page counts as well: {body}");
    drop((one, two));
    while request(at, "GET", "/", &[], b"").await.0 == 503 {}
    let mut statuses = Vec::new();
    for _ in 0..80 {
        statuses.push(get(at, "/api/info", &[]).await.0);
    }
    assert!(statuses.contains(&200) && statuses.contains(&429));
    // The page has more, and not without end either.
    let mut files = Vec::new();
    while !files.contains(&429) && files.len() < 5000 {
        files.push(request(at, "GET", "/", &[], b"").await.0);
    }
    assert!(files.len() > 200 && files.contains(&429), "{}", files.len());
}

// Elsewhere a machine has one address of its own alone.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn one_address_cannot_hold_all_places() {
    let server = start_with(|config| config.connections_each = 3).await;
    let at = server.address;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(TcpStream::connect(at).await.unwrap());
    }
    // The places are taken in the order in which the connections were made.
    let (status, _, body) = request(at, "GET", "/api/info", &[], b"").await;
    assert_eq!(status, 503, "{body}");
    let other = TcpSocket::new_v4().unwrap();
    other.bind(([127, 0, 0, 2], 0).into()).unwrap();
    let mut other = other.connect(at).await.unwrap();
    let ask = format!("GET /api/info HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n\r\n");
    other.write_all(ask.as_bytes()).await.unwrap();
    let mut answer = String::new();
    other.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn slow_clients_are_not_waited_for() {
    let server = start_with(|config| config.patience = Duration::from_millis(300)).await;
    let at = server.address;
    let head = format!("GET /api/info HTTP/1.1\r\nHost: {at}\r\n\r\n");
    let body = format!(
        "POST /api/rooms HTTP/1.1\r\nHost: {at}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"
    );
    for (slow, answer) in [
        ("", ""),
        ("GET /api/info HTTP/1.1\r\nHo", ""),
        // Asks once and then holds its place.
        (&*head, "HTTP/1.1 200"),
        (&*body, "HTTP/1.1 408"),
    ] {
        let mut stream = TcpStream::connect(at).await.unwrap();
        stream.write_all(slow.as_bytes()).await.unwrap();
        let mut heard = String::new();
        let read = stream.read_to_string(&mut heard);
        let closed = tokio::time::timeout(Duration::from_secs(20), read).await;
        closed
            .unwrap_or_else(|_| panic!("{slow:?} is closed"))
            .unwrap();
        assert!(heard.starts_with(answer), "{slow:?}: {heard}");
    }

    // Asks for more than the system keeps for it, and takes nothing.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(at).await.unwrap();
    let asked = head.replace("/api/info", "/api/players");
    let flood = async { while stream.write_all(asked.as_bytes()).await.is_ok() {} };
    let gave_up = tokio::time::timeout(Duration::from_secs(20), flood).await;
    gave_up.expect("it is closed");
}

#[tokio::test]
async fn the_quit_button_ends_cleanly() {
    let mut server = start().await;
    let at = server.address;
    let created = room(at, "othello", json!([])).await;
    let id = created["room"].as_str().unwrap();
    let (mut client, _) = Client::connect(at, id, json!({})).await;
    let bearer = format!("Bearer {}", server.admin);
    let headers = [("Authorization", bearer.as_str())];
    assert_eq!(request(at, "POST", "/api/quit", &headers, b"").await.0, 204);
    assert_eq!(client.message("bye").await["again"], true);
    let ended = tokio::time::timeout(std::time::Duration::from_secs(10), &mut server.task);
    ended.await.expect("it ends").unwrap();
}

#[tokio::test]
async fn what_one_address_or_person_leaves_on_the_disk_is_bounded() {
    let server = start_with(|config| {
        (config.rooms_each, config.imports_each, config.kept) = (3, 1, 2);
    })
    .await;
    let at = server.address;
    for number in 0..5 {
        let (status, answer) = post(at, "/api/rooms", &json!({"game": "othello"})).await;
        assert_eq!(status, if number < 3 { 200 } else { 429 }, "{answer}");
        assert!(number < 3 || answer["code"] == "quota", "{answer}");
    }
    let import = |person: &'static str, text: String| async move {
        let headers = [("X-Person", person)];
        request(at, "POST", "/api/records", &headers, text.as_bytes()).await
    };
    for (text, status) in [("f5", 200), ("f5d6", 200), ("f5", 200), ("f5d6c3", 409)] {
        let (got, _, body) = import("aya", text.to_owned()).await;
        assert_eq!(got, status, "{text}: {body}");
    }
    // Others keep their own, until the address has left too much.
    let large = |moves: &str| moves.to_owned() + &" ".repeat(600_000);
    assert_eq!(import("ben", large("f5")).await.0, 200);
    let (status, _, body) = import("chie", large("f5")).await;
    assert_eq!(status, 429, "{body}");
}

#[tokio::test]
async fn a_room_in_which_nobody_plays_goes_again() {
    let server = start_with(|config| config.expiry = std::time::Duration::from_secs(2)).await;
    let at = server.address;
    let me = json!({"kind": "me"});
    let empty = room(at, "othello", json!([me, me])).await;
    let played = room(at, "othello", json!([me, me])).await;
    let hello = json!({"seats": [played["seats"][0]["token"]]});
    let id = played["room"].as_str().unwrap();
    let (mut client, _) = Client::connect(at, id, hello).await;
    client
        .done(json!({"action": "move", "seat": 0, "ply": 0, "text": "f5"}))
        .await;
    let view = |room: &str| format!("/api/rooms/{room}");
    // Rooms fall asleep after a while; a new start is quicker than waiting for that.
    let data = server.folder.path().join("data.sqlite");
    drop(server.end);
    server.task.await.unwrap();
    let mut config = kaesu_server::Config::new(([127, 0, 0, 1], 0).into(), data);
    config.expiry = std::time::Duration::from_secs(2);
    let again = kaesu_server::Server::bind(config).await.unwrap();
    let at = again.address();
    tokio::spawn(again.run(std::future::pending()));
    tokio::time::sleep(std::time::Duration::from_secs(5)).await;
    let empty = empty["room"].as_str().unwrap();
    assert_eq!(get(at, &view(empty), &[]).await.0, 404);
    assert_eq!(get(at, &view(id), &[]).await.0, 200);
}

#[tokio::test]
async fn a_text_is_counted_before_it_is_read() {
    let server = start().await;
    let at = server.address;
    let passes = |count: usize| format!("yonin {}", "-- ".repeat(count));
    for path in ["/api/records/read", "/api/records"] {
        let (status, _, body) = request(at, "POST", path, &[], passes(340_000).as_bytes()).await;
        assert_eq!(status, 413, "{path}: {body}");
    }
    // As much as may be read at once, and then no more from this address.
    let most = passes(21_000);
    let mut read = 0;
    let told = loop {
        let (status, _, body) =
            request(at, "POST", "/api/records/read", &[], most.as_bytes()).await;
        if status == 429 {
            break body;
        }
        read += 1;
        assert!(read < 1000, "{body}");
    };
    assert!(read > 20 && told.contains("quota"), "{read}: {told}");
    let (status, _, body) = request(at, "POST", "/api/records", &[], most.as_bytes()).await;
    assert_eq!(status, 429, "{body}");
    #[cfg(target_os = "linux")]
    {
        let other = [127, 0, 0, 2].into();
        let (status, _, body) =
            common::request_from(other, at, "POST", "/api/records/read", &[], b"f5d6").await;
        assert_eq!(status, 200, "{body}");
    }
    assert_eq!(get(at, "/api/info", &[]).await.0, 200);
}

#[tokio::test]
async fn a_socket_that_says_nothing_is_closed() {
    use futures_util::StreamExt;
    let server = start_with(|config| {
        config.silence = Duration::from_millis(700);
        config.socket_patience = Duration::from_millis(300);
    })
    .await;
    let at = server.address;
    let created = room(at, "othello", json!([])).await;
    let id = created["room"].as_str().unwrap();
    // Not even who it is.
    let origin = format!("http://{at}");
    let mut nobody = Client::try_connect(at, id, Some(&origin)).await.unwrap();
    let heard = tokio::time::timeout(Duration::from_secs(20), nobody.next()).await;
    assert!(!matches!(heard.unwrap(), Some(Ok(_))));
    // Nothing after that.
    let start = std::time::Instant::now();
    let (mut silent, _) = Client::connect(at, id, json!({})).await;
    let bye = silent.message("bye").await;
    assert_eq!(bye["again"], true, "{bye}");
    assert!(start.elapsed() >= Duration::from_millis(700));
    // Who says something now and then stays.
    let (mut lively, _) = Client::connect(at, id, json!({})).await;
    for _ in 0..8 {
        tokio::time::sleep(Duration::from_millis(150)).await;
        lively.done(json!({"action": "ping"})).await;
    }
}

#[tokio::test]
async fn another_game_counts_as_a_room_does() {
    let server = start_with(|config| config.rooms_each = 4).await;
    let at = server.address;
    let random = json!({"kind": "player", "player": "random"});
    let created = room(at, "reversi-4x4", json!([{"kind": "me"}, random])).await;
    let hello = json!({"seats": [created["seats"][0]["token"]]});
    let (mut aya, _) = Client::connect(at, created["room"].as_str().unwrap(), hello).await;
    let again = json!({"action": "rematch", "seat": 0, "agree": true});
    for _ in 0..3 {
        aya.done(json!({"action": "resign", "seat": 0})).await;
        aya.done(again.clone()).await;
    }
    aya.done(json!({"action": "resign", "seat": 0})).await;
    aya.refused(again, "quota").await;
    let (status, _) = post(at, "/api/rooms", &json!({"game": "othello"})).await;
    assert_eq!(status, 429);
}
