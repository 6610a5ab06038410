//! Past games over HTTP: a record goes out and comes back in, and nothing else does.

mod common;

use std::collections::BTreeSet;

use common::{Client, get, post, request, start, start_with};
use records::{Entry, Sitter};
use serde_json::{Value, json};

const JSON: (&str, &str) = ("Content-Type", "application/json");
const AYA: (&str, &str) = ("X-Person", "aya-secret");

#[allow(clippy::unwrap_used, reason = "part of the tests")]
async fn import(at: std::net::SocketAddr, record: &Value) -> (u16, Value) {
    let text = record.to_string();
    let path = "/api/records";
    let (status, _, body) = request(at, "POST", path, &[JSON, AYA], text.as_bytes()).await;
    (status, serde_json::from_str(&body).unwrap())
}

/// Texts that are nearly games, each wrong in another way.
const REFUSED: [&str; 27] = [
    "hello",
    "f5 d6 a1",
    "f5 d6 zz",
    "[reversi-8x8 3]f5",
    "[reversi-8x8]f5",
    "[chess 1]f5",
    "[yonin:colour=red 1]d3",
    "[yonin:pairs=maybe 1]d3",
    "[yonin:pairs 1]d3",
    "[yonin:pairs=no,pairs=no 1]d3",
    "[reversi-8x8 2]f5",
    "---------------------------OX------XO--------------------------- Z",
    "---------------------------OX------XO------------------------- X",
    "(;GM[1]B[f5])",
    "(;GM[2]SZ[6]B[f5])",
    "(;GM[2]B[a1])",
    "(;GM[2]B[zz])",
    "(;GM[2]AB[zz])",
    "(;GM[2])",
    "(;GM[Othello]BO[8 x",
    "(;GM[Othello]BO[6 ------ *];)",
    "(;GM[Othello]BO[8 xyz *];)",
    "(;GM[Othello]B[A1];)",
    "(;GM[Othello]B[Z9];)",
    "(;GM[Othello]W[F5];)",
    "{\"format\": \"kaesu-record\", \"version\": 1}",
    "{\"format\": \"kaesu-record\", \"version\": \"one\"}",
];

/// Black resigns after two moves.
fn record() -> Value {
    json!({
        "format": "kaesu-record", "version": 1, "game": "reversi-8x8",
        "seats": [{"name": "Aya\u{202e}"}, {"name": "level 3", "player": "level-reversi-3", "level": 3}],
        "clock": {"main": 60, "increment": 2},
        "seed": "18446744073709551615", "started": "1767225600000", "ended": "1767225660000",
        "moves": [
            {"seat": 0, "move": "f5", "ms": 7},
            {"seat": 1, "move": "d6", "ms": 9, "values": [-3, 3], "note": {"kind": "surprise", "cost": 4}},
            {"seat": 0, "out": "resigned", "ms": 0}
        ],
        "result": {"ranks": [2, 1], "scores": [3, 3], "reason": "resigned", "by": 0}
    })
}

#[tokio::test]
async fn all_games_of_a_class_come_in_or_none() {
    let server = start().await;
    let at = server.address;
    let mut other = record();
    other["started"] = "1767225600001".into();
    let class = |games: &[&Value]| json!({"format": "kaesu-class", "version": 1, "code": "ABCD", "standing": [], "games": games});
    let read = async |file: &Value| {
        let (path, text) = ("/api/records/read", file.to_string());
        let (status, _, body) = request(at, "POST", path, &[JSON, AYA], text.as_bytes()).await;
        (status, serde_json::from_str::<Value>(&body).unwrap())
    };
    let listed = async || {
        let (_, list) = get(at, "/api/records", &[AYA]).await;
        list["records"].as_array().unwrap().len()
    };
    let (mut faulty, mut empty) = (record(), record());
    faulty["moves"][1]["move"] = "a1".into();
    empty["moves"] = json!([]);
    empty["result"] = Value::Null;
    for (bad, why) in [
        (&faulty, "not legal"),
        (&empty, "this one 0"),
        (&json!(7), ""),
    ] {
        for (status, said) in [
            import(at, &class(&[&record(), bad])).await,
            read(&class(&[&record(), bad])).await,
        ] {
            let said = said["message"].as_str().unwrap();
            assert_eq!(status, 422);
            assert!(
                said.starts_with("game 2 of 2: ") && said.contains(why),
                "{said}"
            );
        }
    }
    assert_eq!(listed().await, 0);
    let one = record();
    let (status, said) = read(&class(&vec![&one; 501])).await;
    let said = said["message"].as_str().unwrap();
    assert_eq!(
        (status, said),
        (422, "this holds 501 games; at most 500 are read at once")
    );
    let (_, twice) = read(&class(&[&one, &other, &one])).await;
    assert_eq!((&twice["games"], &twice["fresh"]), (&json!(2), &json!(2)));

    let file = class(&[&record(), &other]);
    let (_, understood) = read(&file).await;
    assert_eq!(understood["format"], "class");
    assert_eq!(
        (&understood["games"], &understood["fresh"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(import(at, &record()).await.1["games"], 1);
    let (status, kept) = import(at, &file).await;
    assert_eq!((status, &kept["known"]), (200, &json!(false)));
    assert_eq!((&kept["games"], &kept["fresh"]), (&json!(2), &json!(1)));
    assert_eq!(listed().await, 2);
    let (_, again) = read(&file).await;
    assert_eq!(
        (&again["fresh"], again["known"].is_string()),
        (&json!(0), true)
    );
    assert_eq!(import(at, &file).await.1["fresh"], 0);
    assert_eq!(listed().await, 2);
}

#[tokio::test]
async fn a_record_comes_back_as_it_went_out() {
    let server = start().await;
    let at = server.address;
    let (status, kept) = import(at, &record()).await;
    assert_eq!(status, 200, "{kept}");
    let id = kept["record"].as_str().unwrap();
    let (_, mut again) = get(at, &format!("/api/records/{id}/json"), &[]).await;
    assert_eq!(again["seats"][0]["name"], "Aya");
    again["seats"][0]["name"] = "Aya\u{202e}".into();
    again.as_object_mut().unwrap().remove("start");
    assert_eq!(again, record());

    let (_, view) = get(at, &format!("/api/records/{id}"), &[]).await;
    assert_eq!(
        (view["plies"].as_u64(), &view["on"]),
        (Some(3), &json!(false))
    );
    let (_, boards) = get(at, &format!("/api/records/{id}/positions"), &[]).await;
    assert_eq!(boards["positions"].as_array().unwrap().len(), 4);

    // Every position of it can be judged, also an earlier one.
    let (_, judged) = get(at, &format!("/api/records/{id}/values?ply=1"), &[]).await;
    let legal = judged["position"]["legal"].as_array().unwrap();
    assert_eq!((legal.len(), &judged["unit"]), (3, &json!("discs")));
    assert_eq!(judged["moves"].as_array().unwrap().len(), 3);
    let (_, over) = get(at, &format!("/api/records/{id}/values?ply=3"), &[]).await;
    assert_eq!(over["moves"], json!([]));

    // It is in the list of the one who brought it, among nobody's results, and can be deleted.
    let (_, list) = get(at, "/api/records", &[AYA]).await;
    assert_eq!(list["records"][0]["record"], id);
    let (_, others) = get(at, "/api/records", &[("X-Person", "ken-secret")]).await;
    assert_eq!(others["records"], json!([]));
    let (_, results) = get(at, "/api/results", &[AYA]).await;
    assert_eq!(results["results"], json!([]));
    let path = format!("/api/records/{id}");
    assert_eq!(request(at, "DELETE", &path, &[], b"").await.0, 403);
    assert_eq!(request(at, "DELETE", &path, &[AYA], b"").await.0, 204);
    assert_eq!(get(at, &path, &[]).await.0, 404);
}

#[tokio::test]
async fn a_damaged_game_is_named_and_can_be_deleted() {
    use store::{GameHeader, GameId, PersonId, Save, Store};

    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.sqlite");
    {
        let (_store, writer) = Store::open(&data).unwrap();
        let damaged = Save::Game {
            id: GameId::new("damaged"),
            room: None,
            header: Box::new(GameHeader {
                game: "reversi-8x8".to_owned(),
                seats: vec![Sitter::person("Aya"), Sitter::person("Ken")],
                clock: None,
                start: None,
                seed: 1,
            }),
            started: 5,
            persons: vec![PersonId::new(AYA.1), None],
        };
        let ply = Save::Ply {
            game: GameId::new("damaged"),
            number: 1,
            entry: Entry {
                text: Some("a1".to_owned()),
                ..Entry::default()
            },
        };
        writer.save_and_wait(vec![damaged, ply]).unwrap();
    }
    let server = start_with(|config| config.data.clone_from(&data)).await;
    let at = server.address;
    for path in ["", "/json", "/transcript", "/positions", "/values?ply=0"] {
        let (status, said) = get(at, &format!("/api/records/damaged{path}"), &[AYA]).await;
        let message = said["message"].as_str().unwrap_or_default();
        assert_eq!((status, &said["code"]), (422, &json!("damaged")), "{path}");
        let whole = format!("the game damaged in {} is damaged: move 1", data.display());
        assert!(message.starts_with(&whole), "{path}: {message}");
    }
    assert_eq!(import(at, &record()).await.0, 200);
    let (_, list) = get(at, "/api/records", &[AYA]).await;
    assert_eq!(list["records"].as_array().unwrap().len(), 2);
    let (status, ..) = request(at, "DELETE", "/api/records/damaged", &[AYA], b"").await;
    assert_eq!(status, 204);
}

#[tokio::test]
async fn whatever_people_paste_is_read_and_kept_once() {
    let server = start().await;
    let at = server.address;
    let send = async |path: &str, text: &str| {
        let (status, _, body) = request(at, "POST", path, &[JSON, AYA], text.as_bytes()).await;
        let answer: Value = serde_json::from_str(&body).unwrap();
        (status, answer)
    };
    // What is understood is said before anything is kept.
    let text = "１．ｆ５　２．ｄ６";
    let (status, read) = send("/api/records/read", text).await;
    assert_eq!(status, 200, "{read}");
    assert_eq!(
        (&read["format"], &read["plies"]),
        (&json!("moves"), &json!(2))
    );
    assert_eq!(
        (&read["game"], &read["known"]),
        (&json!("reversi-8x8"), &Value::Null)
    );
    // Whoever resigns makes no move by that.
    let (_, resigned) = send("/api/records/read", &record().to_string()).await;
    assert_eq!(
        (&resigned["plies"], &resigned["played"]),
        (&json!(3), &json!(2)),
        "{resigned}"
    );
    assert_eq!(
        get(at, "/api/records", &[AYA]).await.1["records"],
        json!([])
    );

    let (status, kept) = send("/api/records", text).await;
    assert_eq!((status, &kept["known"]), (200, &json!(false)), "{kept}");
    let id = kept["record"].as_str().unwrap();
    // Its own downloads, and the same game written otherwise, are that record again.
    let mut same = vec!["f5-d6".to_owned(), "(;GM[2];B[f5];W[d6])".to_owned()];
    for kind in ["json", "transcript"] {
        let (_, _, file) = request(at, "GET", &format!("/api/records/{id}/{kind}"), &[], b"").await;
        same.push(file);
    }
    for text in same {
        let (status, again) = send("/api/records", &text).await;
        assert_eq!(status, 200, "{text}: {again}");
        assert_eq!(
            again,
            json!({"record": id, "known": true, "games": 1, "fresh": 0}),
            "{text}"
        );
        assert_eq!(send("/api/records/read", &text).await.1["known"], id);
    }
    // Another game, or somebody else's, is another record.
    assert_eq!(send("/api/records", "f5 d6 c3").await.1["known"], false);
    let body = "f5d6".as_bytes();
    let ken = [JSON, ("X-Person", "ken-secret")];
    let (_, _, other) = request(at, "POST", "/api/records", &ken, body).await;
    assert!(other.contains("\"known\":false"), "{other}");

    // A board is understood, and cannot be kept.
    let board = "--------------------------XXX------XO--------------------------- O";
    let (_, read) = send("/api/records/read", board).await;
    assert_eq!(
        (&read["format"], &read["plies"]),
        (&json!("position"), &json!(0))
    );
    assert_eq!(read["position"]["line"], board);
    assert_eq!(send("/api/records", board).await.0, 422);
    let (status, said) = send("/api/records/read", "(;)").await;
    assert_eq!((status, &said["code"]), (422, &json!("unplayable")));
    let (_, read) = send("/api/records/read", "(;AB[d4][e5]AW[d5]PL[W])").await;
    assert_eq!(read["plies"], 0, "a board in SGF: {read}");
    let (status, said) = send("/api/records/read", "good morning").await;
    assert_eq!((status, &said["code"]), (400, &json!("malformed")));
}

#[tokio::test]
async fn a_record_is_kept_in_one_form() {
    let server = start().await;
    let at = server.address;
    let mut other = record();
    other["game"] = json!("othello");
    other["start"] = json!("---------------------------ox------xo--------------------------- *");
    other["moves"][0]["move"] = json!("F5");
    other["result"] = Value::Null;
    let (status, kept) = import(at, &other).await;
    assert_eq!(status, 200, "{kept}");
    let id = kept["record"].as_str().unwrap();
    let (_, again) = get(at, &format!("/api/records/{id}/json"), &[]).await;
    assert_eq!(
        (&again["game"], &again["start"]),
        (&record()["game"], &Value::Null)
    );
    assert_eq!(again["result"], record()["result"]);
    // So it is the same as the other.
    assert_eq!(
        import(at, &record()).await.1,
        json!({"record": id, "known": true, "games": 1, "fresh": 0})
    );
}

#[tokio::test]
async fn a_broken_record_is_refused_in_one_sentence() {
    let server = start().await;
    let at = server.address;
    type Change = fn(&mut Value);
    let changes: [(Change, u16, &str); 21] = [
        (
            |r| r["ended"] = json!(u64::MAX.to_string()),
            422,
            "unplayable",
        ),
        (|r| r["ended"] = json!("5"), 422, "unplayable"),
        // Clocks that give no time, or other times than the moves and dates.
        (
            |r| r["clock"] = json!({"main": 0, "increment": 0}),
            422,
            "unplayable",
        ),
        (
            |r| r["moves"][1]["ms"] = json!(3_600_000),
            422,
            "unplayable",
        ),
        (
            |r| {
                r["clock"] = json!({"main": 60, "increment": 0});
                r["ended"] = json!("1767232800000");
                r["moves"][1]["ms"] = json!(3_600_000);
            },
            422,
            "unplayable",
        ),
        (
            |r| {
                r["clock"] = json!({"main": 3600, "increment": 2});
                r["moves"][2]["out"] = json!("time");
                r["result"]["reason"] = json!("time");
            },
            422,
            "unplayable",
        ),
        (
            |r| {
                let late = json!({"seat": 1, "out": "time", "ms": 0});
                r["moves"].as_array_mut().unwrap().push(late);
            },
            422,
            "unplayable",
        ),
        (|r| *r = json!([1]), 400, "malformed"),
        (|r| r["colour"] = json!("red"), 400, "malformed"),
        (|r| r["version"] = json!(2), 422, "unplayable"),
        (|r| r["game"] = json!("chess"), 422, "unplayable"),
        (|r| r["moves"][1]["move"] = json!("a1"), 422, "unplayable"),
        (|r| r["moves"][1]["seat"] = json!(0), 422, "unplayable"),
        (|r| r["result"]["ranks"] = json!([1, 2]), 422, "unplayable"),
        (|r| r["moves"] = json!([]), 422, "unplayable"),
        (
            |r| r["moves"][1]["values"] = json!([1, 2, 3]),
            422,
            "unplayable",
        ),
        (|r| r["seats"][1]["level"] = json!(99), 422, "unplayable"),
        (|r| r["seats"][0]["level"] = json!(3), 422, "unplayable"),
        (
            |r| {
                let one = json!({"seat": 0, "move": "--", "ms": 0});
                r["moves"] = json!(vec![one; 5000]);
            },
            422,
            "unplayable",
        ),
        (
            |r| r["moves"][1]["note"]["kind"] = json!("x".repeat(41)),
            422,
            "unplayable",
        ),
        (
            |r| r["seats"][0]["name"] = json!("x".repeat(2 << 20)),
            413,
            "too-large",
        ),
    ];
    let mut said = BTreeSet::new();
    for (change, status, code) in changes {
        let mut broken = record();
        change(&mut broken);
        if code == "too-large" {
            let body = broken.to_string();
            let (got, ..) = request(at, "POST", "/api/records", &[JSON], body.as_bytes()).await;
            assert!(got == status || got == 0, "{got}");
            continue;
        }
        let (got, answer) = import(at, &broken).await;
        assert_eq!(
            (got, answer["code"].as_str()),
            (status, Some(code)),
            "{answer}"
        );
        let message = answer["message"].as_str().unwrap();
        assert!(message.len() > 10 && !message.contains('\n'), "{message}");
        said.insert(message.to_owned());
        // The same in a class, where it says which.
        if status == 422 && broken["game"] != "chess" {
            let class = json!({"games": [record(), broken]});
            let (got, answer) = import(at, &class).await;
            assert_eq!(
                (got, &answer["code"]),
                (422, &json!("unplayable")),
                "{answer}"
            );
            let message = answer["message"].as_str().unwrap();
            assert!(message.starts_with("game 2 of 2: "), "{message}");
        }
    }
    for text in REFUSED {
        let path = "/api/records";
        let (status, _, body) = request(at, "POST", path, &[AYA], text.as_bytes()).await;
        assert!([400, 422].contains(&status), "{text}: {status} {body}");
        let answer: Value = serde_json::from_str(&body).unwrap();
        said.insert(answer["message"].as_str().unwrap().to_owned());
    }
    // The page says all of it in Japanese, and its tests read the same list.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/refusals.txt");
    let now: String = said.iter().map(|line| format!("{line}\n")).collect();
    if std::env::var_os("KAESU_UPDATE").is_some() {
        std::fs::write(path, &now).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(path).unwrap_or_default(),
        now,
        "KAESU_UPDATE=1 cargo test -p kaesu-server --test records writes it"
    );
    // A record may be larger than other requests.
    let mut long = record();
    long["seats"][0]["name"] = json!("x".repeat(100_000));
    assert_eq!(import(at, &long).await.0, 200);
    assert_eq!(
        get(at, "/api/records", &[AYA]).await.1["records"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn help_from_the_past_is_for_rooms_that_allow_help() {
    let server = start().await;
    let at = server.address;
    for (assist, status) in [(true, 200), (false, 422)] {
        let me = json!({"kind": "me"});
        let wanted = json!({"game": "reversi-6x6", "seats": [me, me], "assist": assist});
        let (_, created) = post(at, "/api/rooms", &wanted).await;
        let path = format!("/api/rooms/{}", created["room"].as_str().unwrap());
        let (_, view) = get(at, &path, &[]).await;
        let path = format!(
            "/api/records/{}/values?ply=0",
            view["record"].as_str().unwrap()
        );
        let (got, answer) = get(at, &path, &[]).await;
        assert_eq!(got, status, "{answer}");
        let code = if assist {
            Value::Null
        } else {
            json!("no-assist")
        };
        assert_eq!(answer["code"], code);
    }
}

#[tokio::test]
async fn a_draw_is_told_from_a_win() {
    let server = start().await;
    let at = server.address;
    // Black fills the last square: eight discs each.
    let wanted = json!({
        "game": "reversi-4x4", "start": "-OXXXXOOXXOOOOOO X", "person": "aya-secret",
        "seats": [{"kind": "me"}, {"kind": "player", "player": "random"}]
    });
    let (status, created) = post(at, "/api/rooms", &wanted).await;
    assert_eq!(status, 200, "{created}");
    let hello = json!({"seats": [created["seats"][0]["token"]]});
    let (mut aya, _) = Client::connect(at, created["room"].as_str().unwrap(), hello).await;
    aya.done(json!({"action": "move", "seat": 0, "ply": 0, "text": "a1"}))
        .await;
    let (_, results) = get(at, "/api/results", &[AYA]).await;
    let result = &results["results"][0];
    assert_eq!(
        (&result["rank"], &result["shared"]),
        (&json!(1), &json!(true))
    );
    assert_eq!(result["players"][0]["player"], "random");
    assert_eq!(result["level"], json!(null));
    // The record knows whose it is.
    let path = format!("/api/records/{}", result["record"].as_str().unwrap());
    let (_, view) = get(at, &path, &[AYA]).await;
    assert_eq!(view["own"], json!([0]));
    assert_eq!(get(at, &path, &[]).await.1["own"], json!([]));
}

#[tokio::test]
async fn a_table_with_a_player_file_has_no_level() {
    let server = start().await;
    let at = server.address;
    let wanted = json!({
        "game": "yonin", "person": "aya-secret",
        "seats": [{"kind": "me"}, {"kind": "level", "level": 1},
            {"kind": "player", "player": "random"}, {"kind": "level", "level": 3}]
    });
    let (status, created) = post(at, "/api/rooms", &wanted).await;
    assert_eq!(status, 200, "{created}");
    let hello = json!({"seats": [created["seats"][0]["token"]]});
    let (mut aya, _) = Client::connect(at, created["room"].as_str().unwrap(), hello).await;
    aya.done(json!({"action": "resign", "seat": 0})).await;
    // The others play to the end.
    while aya.event("played").await["result"].is_null() {}
    let (_, results) = get(at, "/api/results", &[AYA]).await;
    let result = &results["results"][0];
    assert_eq!(result["level"], json!(null), "{results}");
    let levels = result["players"].as_array().unwrap().iter();
    let levels: Vec<_> = levels.map(|player| player["level"].clone()).collect();
    assert_eq!(levels, [json!(1), json!(null), json!(3)]);
}

/// Aya has won against a level: her room as it was created, and her record.
#[allow(clippy::unwrap_used, reason = "part of the tests")]
async fn won(at: std::net::SocketAddr) -> (Value, Client, String) {
    let wanted = json!({
        "game": "reversi-4x4", "start": "-OOXOOOXOXOXXXXX X", "person": "aya-secret", "name": "Aya",
        "seats": [{"kind": "me"}, {"kind": "level", "level": 3}]
    });
    let (status, created) = post(at, "/api/rooms", &wanted).await;
    assert_eq!(status, 200, "{created}");
    let hello = json!({"seats": [created["seats"][0]["token"]], "host": created["host"]});
    let (mut aya, _) = Client::connect(at, created["room"].as_str().unwrap(), hello).await;
    aya.done(json!({"action": "move", "seat": 0, "ply": 0, "text": "a1"}))
        .await;
    let played = aya.event("played").await;
    assert_eq!(played["result"]["ranks"], json!([1, 2]));
    let (_, list) = get(at, "/api/records", &[AYA]).await;
    let record = list["records"][0]["record"].as_str().unwrap().to_owned();
    (created, aya, record)
}

#[tokio::test]
async fn who_sits_down_after_the_end_did_not_play_the_game() {
    let server = start().await;
    let at = server.address;
    let (created, mut aya, record) = won(at).await;
    let path = format!("/api/records/{record}");
    let download = format!("{path}/json");
    let (_, _, before) = request(at, "GET", &download, &[], b"").await;
    let (_, results) = get(at, "/api/results", &[AYA]).await;
    assert_eq!(results["results"][0]["level"], 3);
    assert_eq!(results["results"][0]["players"][0]["level"], 3);

    aya.done(json!({"action": "rename", "name": "Somebody"}))
        .await;
    let random = json!({"kind": "player", "player": "random"});
    aya.done(json!({"action": "give", "seat": 1, "to": random}))
        .await;
    aya.done(json!({"action": "free", "seat": 0})).await;
    let id = created["room"].as_str().unwrap();
    let hello = json!({"person": "ken-secret", "name": "Ken"});
    let (mut ken, _) = Client::connect(at, id, hello).await;
    ken.done(json!({"action": "take", "seat": 0})).await;
    // Nor can he go on with it in her place.
    ken.refused(
        json!({"action": "undo", "seat": 0, "agree": true}),
        "finished",
    )
    .await;

    let (_, _, after) = request(at, "GET", &download, &[], b"").await;
    assert_eq!(after, before);
    assert_eq!(get(at, "/api/results", &[AYA]).await.1, results);
    let ken_asks = [("X-Person", "ken-secret")];
    let (_, list) = get(at, "/api/records", &ken_asks).await;
    assert_eq!(list["records"], json!([]));
    assert_eq!(request(at, "DELETE", &path, &ken_asks, b"").await.0, 403);

    // The next game is his, and she can still delete hers.
    ken.done(json!({"action": "rematch", "seat": 0, "agree": true}))
        .await;
    let started = ken.event("started").await;
    let next = started["room"]["record"].as_str().unwrap();
    let (_, json) = get(at, &format!("/api/records/{next}/json"), &[]).await;
    assert_eq!(json["seats"][0]["name"], "Ken");
    assert_eq!(request(at, "DELETE", &path, &[AYA], b"").await.0, 204);
    ken.done(json!({"action": "ping"})).await;
}

#[tokio::test]
async fn whoever_played_alone_may_go_on_after_the_end_under_another_name() {
    let server = start().await;
    let at = server.address;
    let (_, mut aya, record) = won(at).await;
    aya.done(json!({"action": "rename", "name": "Aya the second"}))
        .await;
    aya.done(json!({"action": "undo", "seat": 0, "agree": true}))
        .await;
    let (_, json) = get(at, &format!("/api/records/{record}/json"), &[]).await;
    assert_eq!(json["seats"][0]["name"], "Aya the second");
    assert_eq!(
        (&json["result"], &json["ended"]),
        (&json!(null), &json!(null))
    );
}

#[tokio::test]
async fn a_deleted_record_stays_deleted_and_ends_its_room() {
    let server = start().await;
    let at = server.address;
    let (created, mut aya, record) = won(at).await;
    let path = format!("/api/records/{record}");
    assert_eq!(request(at, "DELETE", &path, &[AYA], b"").await.0, 204);
    aya.try_send(&json!({"action": "rename", "id": 9, "name": "Aya"}).to_string())
        .await;
    let bye = aya.message("bye").await;
    assert_eq!(bye["again"], false, "{bye}");
    assert_eq!(get(at, &path, &[]).await.0, 404);
    let room = format!("/api/rooms/{}", created["room"].as_str().unwrap());
    assert_eq!(get(at, &room, &[]).await.0, 404);
    assert_eq!(request(at, "DELETE", &path, &[AYA], b"").await.0, 404);
}

/// Aya and Ken have made a move each; their clients and the record.
#[allow(clippy::unwrap_used, reason = "part of the tests")]
async fn two_people(at: std::net::SocketAddr) -> (Client, Client, String, String) {
    let wanted = json!({"game": "othello", "person": "aya-secret", "name": "Aya",
                        "seats": [{"kind": "me"}, {"kind": "open"}]});
    let (_, created) = post(at, "/api/rooms", &wanted).await;
    let room = created["room"].as_str().unwrap().to_owned();
    let hello = json!({"seats": [created["seats"][0]["token"]]});
    let (mut aya, first) = Client::connect(at, &room, hello).await;
    let hello = json!({"person": KEN.1, "name": "Ken"});
    let (mut ken, _) = Client::connect(at, &room, hello).await;
    ken.done(json!({"action": "take", "seat": 1})).await;
    for (client, seat, text) in [(&mut aya, 0, "f5"), (&mut ken, 1, "d6")] {
        let action = json!({"action": "move", "seat": seat, "ply": seat, "text": text});
        client.done(action).await;
    }
    let record = first["room"]["record"].as_str().unwrap().to_owned();
    (aya, ken, room, record)
}

const KEN: (&str, &str) = ("X-Person", "ken-secret");

#[tokio::test]
async fn nobody_deletes_what_others_played() {
    let server = start().await;
    let at = server.address;
    let (mut aya, mut ken, _, record) = two_people(at).await;
    let path = format!("/api/records/{record}");
    assert_eq!(request(at, "DELETE", &path, &[KEN], b"").await.0, 409);
    ken.done(json!({"action": "resign", "seat": 1})).await;
    // It is offered to those only who would not be refused.
    let bearer = format!("Bearer {}", server.admin);
    let (admin, stranger) = (("Authorization", &*bearer), ("X-Person", "stranger"));
    for (who, may) in [(KEN, true), (AYA, true), (admin, true), (stranger, false)] {
        let (_, view) = get(at, &path, &[who]).await;
        assert_eq!(view["mayDelete"], may, "{who:?}");
    }
    assert_eq!(get(at, &path, &[]).await.1["mayDelete"], false);
    assert_eq!(request(at, "DELETE", &path, &[stranger], b"").await.0, 403);
    assert_eq!(request(at, "DELETE", &path, &[KEN], b"").await.0, 204);
    let list = async |who| get(at, "/api/records", &[who]).await.1["records"].clone();
    assert_eq!(list(KEN).await, json!([]));
    assert_eq!(list(AYA).await[0]["record"], record);
    assert_eq!(
        get(at, &path, &[AYA]).await.1["result"]["ranks"],
        json!([1, 2])
    );
    assert_eq!(request(at, "DELETE", &path, &[KEN], b"").await.0, 403);
    aya.done(json!({"action": "ping"})).await;
    // The last of them deletes it for good, and with it the room.
    assert_eq!(request(at, "DELETE", &path, &[AYA], b"").await.0, 204);
    assert_eq!(get(at, &path, &[]).await.0, 404);
    assert_eq!(aya.message("bye").await["again"], false);
}

#[tokio::test]
async fn a_game_stays_with_who_played_it() {
    let server = start().await;
    let at = server.address;
    let (mut aya, mut ken, room, record) = two_people(at).await;
    ken.done(json!({"action": "free", "seat": 1})).await;
    aya.refused(json!({"action": "undo", "seat": 0, "agree": true}), "held")
        .await;
    let (mut somebody, _) = Client::connect(at, &room, json!({"name": "X"})).await;
    somebody.done(json!({"action": "take", "seat": 1})).await;
    somebody.done(json!({"action": "resign", "seat": 1})).await;
    let (_, list) = get(at, "/api/records", &[KEN]).await;
    assert_eq!(list["records"][0]["record"], record);
    let path = format!("/api/records/{record}");
    let (_, view) = get(at, &path, &[KEN]).await;
    assert_eq!(
        (&view["seats"][1]["name"], &view["own"]),
        (&json!("Ken"), &json!([1]))
    );
    assert_eq!(view["moves"][1].get("by"), None);
    assert_eq!(view["moves"][2]["by"], json!({"name": "X"}));
    let (_, whole) = get(at, &format!("{path}/json"), &[]).await;
    assert_eq!(whole["moves"][2]["by"], json!({"name": "X"}));
    // What goes out comes back in.
    let (status, kept) = import(at, &whole).await;
    assert_eq!(status, 200, "{kept}");
}

#[tokio::test]
async fn a_game_that_had_ended_keeps_its_opponents() {
    let server = start().await;
    let at = server.address;
    let (_, mut aya, _) = won(at).await;
    aya.done(json!({"action": "undo", "seat": 0, "agree": true}))
        .await;
    let ten = json!({"kind": "level", "level": 10});
    aya.refused(json!({"action": "give", "seat": 1, "to": ten}), "held")
        .await;
    aya.done(json!({"action": "move", "seat": 0, "ply": 0, "text": "a1"}))
        .await;
    let (_, results) = get(at, "/api/results", &[AYA]).await;
    assert_eq!(results["results"][0]["level"], 3);
}

/// A data file of version 0.1.0, with what that version exported from it.
#[tokio::test]
async fn a_data_file_of_an_older_version_is_served_as_before() {
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/fixtures");
    let exported = std::fs::read_to_string(fixtures.join("data-0.1.0-011dc64.json")).unwrap();
    let exported: Value = serde_json::from_str(&exported).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.sqlite");
    std::fs::copy(fixtures.join("data-0.1.0-011dc64.sqlite"), &data).unwrap();
    let server = start_with(|config| {
        config.data = data;
        // Its games that were left in the middle are from November 2026, and are to be there whenever this runs.
        config.expiry = std::time::Duration::from_secs(50 * 365 * 24 * 60 * 60);
    })
    .await;
    let at = server.address;
    for (id, before) in exported["records"].as_object().unwrap() {
        for format in ["json", "transcript"] {
            let path = format!("/api/records/{id}/{format}");
            let (status, _, body) = request(at, "GET", &path, &[], b"").await;
            let expected = before[format].as_str().unwrap();
            assert_eq!(status, 200);
            if format == "transcript" {
                // That version left an empty move where a seat went out, and did not name the game before
                // a position; now both are said.
                let mut moves = match body.split_once('\n') {
                    Some((_, rest)) if !expected.starts_with('[') => rest.to_owned(),
                    _ => body.clone(),
                };
                for seat in 1..=4 {
                    for why in ["resigned", "time"] {
                        moves = moves.replace(&format!("{seat}={why}"), "");
                    }
                }
                let [now, then] =
                    [&*moves, expected].map(|text| text.split_whitespace().collect::<String>());
                assert_eq!(now, then, "{body}");
            } else {
                assert_eq!(body, expected);
            }
        }
        let (_, analysis) = get(at, &format!("/api/records/{id}/analysis"), &[]).await;
        assert_eq!(analysis["analysis"], before["analysis"]);
    }
    for (person, before) in exported["results"].as_object().unwrap() {
        let (_, mut results) = get(at, "/api/results", &[("X-Person", person.as_str())]).await;
        // That version knew players by the names of their files alone.
        for result in results["results"].as_array_mut().unwrap() {
            for player in result["players"].as_array_mut().unwrap() {
                *player = player["player"].take();
            }
        }
        assert_eq!(&results, before);
    }
    for (id, before) in exported["rooms"].as_object().unwrap() {
        let (status, room) = get(at, &format!("/api/rooms/{id}"), &[]).await;
        assert_eq!((status, &room["record"]), (200, &before["record"]));
        assert_eq!(room["position"]["line"], before["line"]);
        for (sitting, before) in room["sittings"]
            .as_array()
            .unwrap()
            .iter()
            .zip(before["chairs"].as_array().unwrap())
        {
            let sitter = &sitting["sitter"];
            assert_eq!(sitter.is_null(), before["kind"] == "open");
            assert_eq!(sitter["player"], before["player"]);
            assert_eq!(sitter["level"], before["level"]);
            if before["kind"] == "person" {
                assert_eq!(sitter["name"], before["name"]);
            }
        }
        let mut clock = before["clock"].clone();
        clock.as_object_mut().unwrap().remove("kind");
        let counted = before["clock"]["kind"] != "none";
        assert_eq!(room["clock"], if counted { clock } else { Value::Null });
        assert_eq!(
            (&room["status"], &room["number"]),
            (&before["status"], &before["number"])
        );
    }
}
