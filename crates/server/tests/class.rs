//! A class over real sockets: what counts is played by those who were paired, and what came of it stays.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use common::{Client, Running, get, request, start_with};
use kaesu_server::Config;
use serde_json::{Value, json};

struct Class {
    server: Running,
    code: String,
}

#[allow(clippy::unwrap_used, reason = "part of the tests")]
impl Class {
    /// A class with these pupils that plays in pairs.
    async fn of(names: &[&str]) -> Self {
        Self::with(names, |_| ()).await
    }

    async fn with(names: &[&str], change: impl FnOnce(&mut Config)) -> Self {
        let server = start_with(|config| {
            config.class = true;
            config.rate = 0;
            config.grace = Duration::from_millis(200);
            change(config);
        })
        .await;
        let (_, view) = get(server.address, "/api/class", &[]).await;
        let code = view["code"].as_str().unwrap().to_owned();
        let class = Self { server, code };
        class.plan(6, 200).await;
        for name in names {
            assert_eq!(class.join(name).await.0, 200);
        }
        class
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        who: (&str, &str),
        body: &Value,
    ) -> (u16, Value) {
        let headers = [("Content-Type", "application/json"), who];
        let body = body.to_string();
        let (status, _, body) =
            request(self.server.address, method, path, &headers, body.as_bytes()).await;
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    async fn join(&self, name: &str) -> (u16, Value) {
        let body = json!({"code": self.code, "name": name});
        self.send("POST", "/api/class/join", ("X-Person", name), &body)
            .await
    }

    async fn teach(&self, action: Value, wanted: u16) -> Value {
        let bearer = format!("Bearer {}", self.server.admin);
        let who = ("Authorization", &*bearer);
        let (status, told) = self.send("POST", "/api/class/teach", who, &action).await;
        assert_eq!(status, wanted, "{action}: {told}");
        told
    }

    /// Pairs on the smallest board, with AIs up to this level.
    async fn plan(&self, cap: u8, wanted: u16) {
        let plan = json!({"form": "swiss", "game": "reversi-4x4", "cap": cap});
        let plan = json!({"action": "plan", "plan": plan});
        self.teach(plan, wanted).await;
    }

    async fn round(&self) {
        let (_, view) = get(self.server.address, "/api/class", &[]).await;
        self.teach(json!({"action": "round", "after": view["round"]}), 200)
            .await;
    }

    /// A quick game of a pupil against a level.
    async fn quick(&self, name: &str, level: u8) -> (u16, Value) {
        let body = json!({"game": "reversi-4x4", "seat": 0, "name": name, "person": name,
                          "against": {"kind": "level", "level": level}});
        self.send("POST", "/api/play", ("X-Person", name), &body)
            .await
    }

    /// The pupil at a table with the first seat there.
    async fn sit_at(&self, name: &str, room: &Value, token: &Value) -> (Client, Value) {
        let hello = json!({"name": name, "person": name, "seats": [token]});
        let room = room.as_str().expect("a table");
        Client::connect(self.server.address, room, hello).await
    }

    /// Sits down against a level and makes the first move.
    async fn begin(&self, name: &str, level: u8) -> Client {
        let (status, made) = self.quick(name, level).await;
        assert_eq!(status, 200);
        let (mut client, first) = self
            .sit_at(name, &made["room"], &made["seats"][0]["token"])
            .await;
        let text = &first["room"]["position"]["legal"][0]["text"];
        client
            .done(json!({"action": "move", "seat": 0, "ply": 0, "text": text}))
            .await;
        client
    }

    /// The table of this room as the projector shows it.
    async fn shown(&self, room: &Value) -> Value {
        let (_, view) = get(self.server.address, "/api/class?boards=true", &[]).await;
        let tables = view["tables"].as_array().unwrap();
        let shown = tables.iter().find(|table| table["room"] == *room);
        shown.unwrap().clone()
    }

    /// The class as a pupil sees it.
    async fn seen_by(&self, name: &str) -> Value {
        let (status, view) = get(self.server.address, "/api/class", &[("X-Person", name)]).await;
        assert_eq!(status, 200);
        view
    }

    async fn points(&self, name: &str) -> f64 {
        let view = self.seen_by(name).await;
        let rows = view["standing"].as_array().unwrap();
        let own = rows.iter().find(|row| row["name"] == name).unwrap();
        own["points"].as_f64().unwrap()
    }

    /// The pupil at the table of the round, with the seat there.
    async fn sit(&self, name: &str) -> (Client, Value, u64) {
        let you = self.seen_by(name).await["you"].clone();
        let (client, first) = self
            .sit_at(name, &you["room"], &you["seats"][0]["token"])
            .await;
        (client, first, you["seats"][0]["seat"].as_u64().unwrap())
    }

    /// The class of a server that ended and begins anew with the same data.
    async fn restarted(self) -> Self {
        let data = self.server.folder.path().join("data.sqlite");
        drop(self.server.end);
        self.server.task.await.unwrap();
        let again = start_with(|config| {
            config.class = true;
            config.data = data;
        })
        .await;
        let server = Running {
            folder: self.server.folder,
            ..again
        };
        let code = String::new();
        Self { server, code }
    }

    async fn export(&self) -> Value {
        let bearer = format!("Bearer {}", self.server.admin);
        let headers = [("Authorization", &*bearer)];
        get(self.server.address, "/api/class/export", &headers)
            .await
            .1
    }
}

fn games(export: &Value) -> usize {
    export["games"].as_array().map_or(0, Vec::len)
}

#[tokio::test]
async fn who_is_paired_plays() {
    let class = Class::of(&["Aya", "Ben", "Cho", "Dan"]).await;
    class.round().await;
    let (mut aya, first, seat) = class.sit("Aya").await;
    assert_eq!(first["room"]["counts"], true);
    let ai = json!({"kind": "level", "level": 6});
    for action in [
        json!({"action": "give", "seat": seat, "to": ai}),
        json!({"action": "give", "seat": 1 - seat, "to": ai}),
        json!({"action": "give", "seat": seat, "to": {"kind": "open"}}),
        json!({"action": "free", "seat": seat}),
        json!({"action": "take", "seat": seat}),
    ] {
        aya.refused(action, "counts").await;
    }
    // Whoever does not come loses the game, also before the first move.
    tokio::time::sleep(Duration::from_millis(400)).await;
    aya.done(json!({"action": "claim", "seat": 1 - seat})).await;
    assert_eq!(class.points("Aya").await, 1.0);
    // What is played afterwards is as free as any other game.
    aya.done(json!({"action": "free", "seat": seat})).await;
}

#[tokio::test]
async fn alone_against_ais_nothing_is_taken_back() {
    let class = Class::of(&["Aya"]).await;
    class.round().await;
    let (mut aya, first, seat) = class.sit("Aya").await;
    aya.refused(
        json!({"action": "undo", "seat": seat, "agree": true}),
        "counts",
    )
    .await;
    let record = first["room"]["record"].as_str().unwrap();
    aya.done(json!({"action": "resign", "seat": seat})).await;
    // A point for being alone is for whoever stays.
    assert_eq!(class.points("Aya").await, 0.0, "{record}");
}

#[tokio::test]
async fn a_lost_game_stays_lost() {
    let class = Class::of(&["Aya", "Ben"]).await;
    class.round().await;
    let (mut aya, first, seat) = class.sit("Aya").await;
    let record = first["room"]["record"].as_str().unwrap();
    aya.done(json!({"action": "resign", "seat": seat})).await;
    let path = format!("/api/records/{record}");
    let (status, told) = class
        .send("DELETE", &path, ("X-Person", "Aya"), &Value::Null)
        .await;
    assert_eq!((status, &told["code"]), (403, &json!("class-game")));
    // The teacher may, and the point stays where it was won.
    let bearer = format!("Bearer {}", class.server.admin);
    let who = ("Authorization", &*bearer);
    for (who, may) in [(("X-Person", "Aya"), false), (who, true)] {
        let (_, view) = get(class.server.address, &path, &[who]).await;
        assert_eq!(view["mayDelete"], may, "{who:?}");
        let (_, list) = get(class.server.address, "/api/records", &[who]).await;
        assert_eq!(list["records"][0]["mayDelete"], may, "{who:?}");
    }
    let (status, _) = class.send("DELETE", &path, who, &Value::Null).await;
    assert_eq!(status, 204);
    assert_eq!(class.points("Ben").await, 1.0);
    assert_eq!(class.seen_by("Ben").await["you"]["room"], Value::Null);
}

#[tokio::test]
async fn a_result_counts_whatever_is_played_next() {
    let class = Class::of(&["Aya", "Ben"]).await;
    class.round().await;
    let (mut aya, _, a) = class.sit("Aya").await;
    let (mut ben, _, b) = class.sit("Ben").await;
    aya.done(json!({"action": "resign", "seat": a})).await;
    let again = |seat| json!({"action": "rematch", "seat": seat, "agree": true, "rotate": false});
    aya.done(again(a)).await;
    ben.done(again(b)).await;
    assert_eq!(aya.event("started").await["room"]["counts"], false);
    aya.done(json!({"action": "resign", "seat": a})).await;
    assert_eq!(class.points("Ben").await, 1.0, "only the first game counts");
    assert_eq!(games(&class.export().await), 2);

    // An opened table is on the boards again with its next game.
    let open = json!({"game": "reversi-4x4", "level": 1});
    let who = ("X-Person", "Aya");
    let (_, opened) = class.send("POST", "/api/class/table", who, &open).await;
    let hello = json!({"name": "Aya", "person": "Aya", "seats": [opened[1][0]["token"]]});
    let room = opened[0].as_str().unwrap();
    let (mut aya, first) = Client::connect(class.server.address, room, hello).await;
    let shown = |view: Value| {
        let tables = view["tables"].as_array().unwrap().clone();
        tables.iter().any(|table| table["room"] == room)
    };
    aya.done(json!({"action": "resign", "seat": 0})).await;
    assert!(!shown(class.seen_by("Ben").await));
    aya.done(again(0)).await;
    assert!(shown(class.seen_by("Ben").await));
    assert_eq!(games(&class.export().await), 3, "nothing was played yet");
    let text = &first["room"]["position"]["legal"][0]["text"];
    aya.done(json!({"action": "move", "seat": 0, "ply": 0, "text": text}))
        .await;
    let export = class.export().await;
    assert_eq!(games(&export), 4);
    let headers = [
        ("Content-Type", "application/json"),
        ("X-Person", "another teacher"),
    ];
    let (at, text) = (class.server.address, export.to_string());
    let (status, _, kept) = request(at, "POST", "/api/records", &headers, text.as_bytes()).await;
    assert_eq!(status, 200, "{kept}");
    assert!(kept.contains("\"games\":4,\"fresh\":4"), "{kept}");
    class
        .teach(json!({"action": "close", "room": room}), 200)
        .await;
    assert!(!shown(class.seen_by("Ben").await));
}

#[tokio::test]
async fn a_round_that_is_over_brings_no_points_and_begins_once() {
    let class = Class::of(&["Aya", "Ben"]).await;
    class.round().await;
    let (mut aya, _, seat) = class.sit("Aya").await;
    // Who does not say after which one might begin two.
    class.teach(json!({"action": "round"}), 400).await;
    let again = json!({"action": "round", "after": 1});
    let (first, second) = tokio::join!(class.send_taught(&again), class.send_taught(&again));
    let mut answers = [first, second];
    answers.sort_unstable();
    assert_eq!(answers, [200, 409], "two pages, one round");
    assert_eq!(class.seen_by("Aya").await["round"], 2);
    aya.done(json!({"action": "resign", "seat": seat})).await;
    assert_eq!(class.points("Ben").await, 0.0);
    // What does not count is free again.
    let room = class.seen_by("Aya").await["you"]["room"].clone();
    assert_ne!(room, Value::Null);
}

impl Class {
    async fn send_taught(&self, action: &Value) -> u16 {
        let bearer = format!("Bearer {}", self.server.admin);
        let who = ("Authorization", &*bearer);
        self.send("POST", "/api/class/teach", who, action).await.0
    }
}

#[tokio::test]
async fn nothing_happens_while_all_stand_still() {
    let class = Class::of(&["Aya", "Ben"]).await;
    class.round().await;
    let (mut aya, first, a) = class.sit("Aya").await;
    let (mut ben, _, b) = class.sit("Ben").await;
    let text = first["room"]["position"]["legal"][0]["text"].clone();
    let mover = if a == 0 { &mut aya } else { &mut ben };
    mover
        .done(json!({"action": "move", "seat": 0, "ply": 0, "text": text}))
        .await;
    let room = class.seen_by("Aya").await["you"]["room"].clone();
    let path = format!("/api/rooms/{}", room.as_str().unwrap());
    let (_, now) = get(class.server.address, &path, &[]).await;
    let answer = now["position"]["legal"][0]["text"].clone();
    assert!(answer.is_string(), "{now}");
    let pause = |paused: bool| json!({"action": "pause", "paused": paused});
    class.teach(pause(true), 200).await;
    // Tables learn it at once, and whose turn it is cannot move.
    let mover = if a == 1 { &mut aya } else { &mut ben };
    mover
        .refused(
            json!({"action": "move", "seat": 1, "ply": 1, "text": answer}),
            "stands-still",
        )
        .await;
    let told = |message: &Value| message["type"] == "class";
    assert!(mover.heard.iter().any(told), "before the answer");
    ben.vanish();
    tokio::time::sleep(Duration::from_millis(500)).await;
    for action in [
        json!({"action": "undo", "seat": a, "agree": true}),
        json!({"action": "claim", "seat": b}),
        json!({"action": "resign", "seat": a}),
    ] {
        aya.refused(action, "stands-still").await;
    }
    // Who was away meanwhile has all the time again to come back.
    class.teach(pause(false), 200).await;
    aya.refused(json!({"action": "claim", "seat": b}), "present")
        .await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    aya.done(json!({"action": "claim", "seat": b})).await;
    class.teach(json!({"action": "end"}), 200).await;
    aya.refused(
        json!({"action": "rematch", "seat": a, "agree": true, "rotate": false}),
        "class-over",
    )
    .await;
    class
        .teach(json!({"action": "round", "after": 1}), 409)
        .await;
    class.plan(6, 409).await;
    // What a class came to stays as it is.
    for late in [
        json!({"action": "remove", "pupil": 0}),
        json!({"action": "pause", "paused": true}),
    ] {
        class.teach(late, 409).await;
    }
    let (status, told) = class.quick("Aya", 1).await;
    assert_eq!((status, &told["code"]), (409, &json!("class-over")));
}

#[tokio::test]
async fn tables_of_an_earlier_tournament_stand_still() {
    let class = Class::of(&["Aya", "Ben"]).await;
    class.round().await;
    let old = class.seen_by("Aya").await["you"]["room"].clone();
    assert_eq!(class.seen_by("Aya").await["you"]["left"], json!([]));
    let (mut aya, first, a) = class.sit("Aya").await;
    let (mut ben, ..) = class.sit("Ben").await;
    let text = first["room"]["position"]["legal"][0]["text"].clone();
    let plan = json!({"form": "round-robin", "game": "reversi-4x4", "cap": 6});
    class
        .teach(json!({"action": "plan", "plan": plan}), 200)
        .await;
    assert_eq!(class.seen_by("Aya").await["you"]["left"], json!([old]));
    let mover = if a == 0 { &mut aya } else { &mut ben };
    for action in [
        json!({"action": "move", "seat": 0, "ply": 0, "text": text}),
        json!({"action": "resign", "seat": 0}),
    ] {
        mover.refused(action, "round-over").await;
    }
    assert!(mover.heard.iter().any(|told| told["type"] == "class"));
    // At the new table they play.
    class.round().await;
    let (mut aya, first, a) = class.sit("Aya").await;
    let (mut ben, ..) = class.sit("Ben").await;
    let text = first["room"]["position"]["legal"][0]["text"].clone();
    let mover = if a == 0 { &mut aya } else { &mut ben };
    mover
        .done(json!({"action": "move", "seat": 0, "ply": 0, "text": text}))
        .await;
}

#[tokio::test]
async fn who_comes_back_on_another_device_goes_on_with_points_and_seat() {
    let class = Class::of(&["Ken", "Aya"]).await;
    class.round().await;
    let room = class.seen_by("Ken").await["you"]["room"].clone();
    let body = json!({"code": class.code, "name": "Ken"});
    let who = ("X-Person", "another device");
    let (_, view) = class.send("POST", "/api/class/join", who, &body).await;
    assert_eq!(view["you"]["name"], "Ken 2");
    assert_eq!(view["you"]["room"], Value::Null);
    let same =
        |pupil: &Value, before: u32| json!({"action": "same", "pupil": pupil, "before": before});
    let anew = &view["you"]["pupil"];
    class.teach(same(anew, 9), 403).await;
    class.teach(same(anew, 0), 200).await;
    let you = class.seen_by("another device").await["you"].clone();
    assert_eq!((&you["name"], &you["room"]), (&json!("Ken"), &room));
    let (mut ken, first) = class
        .sit_at("another device", &room, &you["seats"][0]["token"])
        .await;
    assert_eq!(first["you"]["seats"], json!([you["seats"][0]["seat"]]));
    ken.done(json!({"action": "resign", "seat": you["seats"][0]["seat"]}))
        .await;
    assert_eq!(class.points("Aya").await, 1.0);
}

#[tokio::test]
async fn a_class_cannot_be_filled_for_good() {
    let class = Class::of(&[]).await;
    let nobody = class
        .teach(json!({"action": "round", "after": 0}), 409)
        .await;
    assert_eq!(nobody["code"], "nobody-here");
    let mut refused = None;
    for bot in 0..200 {
        let (status, told) = class.join(&format!("bot {bot}")).await;
        if status != 200 {
            refused = Some((bot, told["code"].clone()));
            break;
        }
    }
    let (came, code) = refused.expect("not all at once from one address");
    assert!((60..100).contains(&came), "{came} came in");
    assert_eq!(code, "too-many");
    // Who is in may still change the name.
    assert_eq!(class.join("bot 0").await.0, 200);
}

#[tokio::test]
async fn a_game_beside_the_lobby_is_on_the_boards_of_the_teacher() {
    let class = Class::of(&["Aya"]).await;
    for _ in 0..2 {
        class.begin("Aya", 1).await;
    }
    class.quick("Eve", 1).await;
    let tables = class.seen_by("Aya").await["tables"].clone();
    assert_eq!(
        tables.as_array().map(Vec::len),
        Some(1),
        "the last of a pupil"
    );
    assert_eq!(games(&class.export().await), 2, "all of a pupil");
}

#[tokio::test]
async fn a_cap_holds_at_tables_that_exist() {
    let class = Class::of(&["Aya"]).await;
    class.plan(10, 200).await;
    let mut aya = class.begin("Aya", 10).await;
    class.plan(2, 200).await;
    // What is on may be played to its end.
    aya.done(json!({"action": "resign", "seat": 0})).await;
    let again = json!({"action": "rematch", "seat": 0, "agree": true, "rotate": false});
    aya.refused(again.clone(), "above-cap").await;
    aya.refused(
        json!({"action": "undo", "seat": 0, "agree": true}),
        "above-cap",
    )
    .await;
    let level =
        |level: u8| json!({"action": "give", "seat": 1, "to": {"kind": "level", "level": level}});
    aya.refused(level(3), "above-cap").await;
    aya.done(level(2)).await;
    aya.done(again).await;
}

#[tokio::test]
async fn names_of_a_game_that_counts_come_from_the_class() {
    let class = Class::of(&["Aya", "Ben"]).await;
    class.round().await;
    let (mut aya, first, a) = class.sit("Aya").await;
    let (mut ben, _, b) = class.sit("Ben").await;
    let room = first["room"]["room"].clone();
    let rename = |name: &str| json!({"action": "rename", "name": name});
    aya.refused(rename("Zed"), "class-name").await;
    let pause = |paused: bool| json!({"action": "pause", "paused": paused});
    class.teach(pause(true), 200).await;
    aya.refused(rename("Zed"), "class-name").await;
    class.teach(pause(false), 200).await;
    // Whoever only watches is called as they like.
    let (mut eve, _) = class.sit_at("Eve", &room, &json!("none")).await;
    eve.done(rename("Eva")).await;

    let text = &first["room"]["position"]["legal"][0]["text"];
    let mover = if a == 0 { &mut aya } else { &mut ben };
    mover
        .done(json!({"action": "move", "seat": 0, "ply": 0, "text": text}))
        .await;
    aya.done(json!({"action": "resign", "seat": a})).await;
    // Tables are looked at twice a second.
    let look = Duration::from_millis(600);
    tokio::time::sleep(look).await;
    let over = class.shown(&room).await;
    assert_eq!(over["names"][a as usize], "Aya");
    assert_eq!(over["ranks"][a as usize], 2);

    // A game that is played again at the same table leaves the table of the round as it was.
    let again = |seat| json!({"action": "rematch", "seat": seat, "agree": true, "rotate": true});
    aya.done(again(a)).await;
    ben.done(again(b)).await;
    aya.refused(rename("Zed"), "class-name").await;
    tokio::time::sleep(look).await;
    assert_eq!(class.shown(&room).await, over);
    let export = class.export().await;
    let counted = export["games"].as_array().unwrap();
    let counted = counted.iter().find(|game| game["result"].is_object());
    assert_eq!(counted.unwrap()["seats"][a as usize]["name"], "Aya");
}

#[tokio::test]
async fn names_stay_when_the_class_is_over() {
    let class = Class::of(&["Aya", "Ben"]).await;
    class.round().await;
    let (mut aya, first, _) = class.sit("Aya").await;
    class.teach(json!({"action": "end"}), 200).await;
    aya.refused(json!({"action": "rename", "name": "Zed"}), "class-name")
        .await;
    let names = class.shown(&first["room"]["room"]).await["names"].clone();
    assert!(names.as_array().unwrap().contains(&json!("Aya")), "{names}");
}

#[tokio::test]
async fn opened_tables_count_against_the_quota_and_what_nobody_played_is_not_exported() {
    let class = Class::with(&["Aya"], |config| config.rooms_each = 5).await;
    let open = json!({"game": "reversi-4x4", "level": 1});
    let who = ("X-Person", "Aya");
    let mut refused = None;
    for table in 0..10 {
        let (status, told) = class.send("POST", "/api/class/table", who, &open).await;
        if status != 200 {
            refused = Some((table, told["code"].clone()));
            break;
        }
        let (status, _) = class
            .send("POST", "/api/class/close", who, &Value::Null)
            .await;
        assert_eq!(status, 200);
    }
    assert_eq!(refused, Some((5, json!("quota"))));
    assert_eq!(games(&class.export().await), 0);
}

/// What a round came to.
#[derive(Debug)]
struct Played {
    /// Who sat on each seat; nobody where an AI did.
    names: Vec<Option<String>>,
    ranks: Vec<u64>,
}

#[allow(clippy::unwrap_used, reason = "part of the tests")]
impl Class {
    async fn tables(&self) -> Vec<Value> {
        let (_, view) = get(self.server.address, "/api/class", &[]).await;
        view["tables"].as_array().unwrap().clone()
    }

    /// Plays the tables of a round: whoever comes later in the alphabet resigns, and who meets an AI plays to the end.
    async fn play_round(&self) -> Vec<Played> {
        self.round().await;
        let tables = self.tables().await;
        for table in &tables {
            let names = table["names"].as_array().unwrap().iter().zip(0u64..);
            let mut people: Vec<_> = names
                .filter(|(_, seat)| table["levels"][*seat as usize].is_null())
                .map(|(name, seat)| (name.as_str().unwrap().to_owned(), seat))
                .collect();
            people.sort_unstable();
            if let [(name, seat)] = &*people {
                self.play_out(name, *seat).await;
                continue;
            }
            let path = format!("/api/rooms/{}", table["room"].as_str().unwrap());
            while let Some((name, _)) = people.pop() {
                let (_, room) = get(self.server.address, &path, &[]).await;
                if room["status"] == "finished" {
                    break;
                }
                let (mut client, _, seat) = self.sit(&name).await;
                client.done(json!({"action": "resign", "seat": seat})).await;
            }
        }
        // Tables are looked at twice a second.
        tokio::time::sleep(Duration::from_millis(600)).await;
        let played = |table: Value| Played {
            names: table["names"]
                .as_array()
                .unwrap()
                .iter()
                .zip(table["levels"].as_array().unwrap())
                .map(|(name, level)| level.is_null().then(|| name.as_str().unwrap().to_owned()))
                .collect(),
            ranks: table["ranks"]
                .as_array()
                .expect("it is over")
                .iter()
                .map(|rank| rank.as_u64().unwrap())
                .collect(),
        };
        self.tables().await.into_iter().map(played).collect()
    }

    /// The first legal move again and again, against an AI.
    async fn play_out(&self, name: &str, seat: u64) {
        let (mut client, first, _) = self.sit(name).await;
        let path = format!("/api/rooms/{}", first["room"]["room"].as_str().unwrap());
        loop {
            let (_, room) = get(self.server.address, &path, &[]).await;
            if room["status"] == "finished" {
                return;
            }
            let text = &room["position"]["legal"][0]["text"];
            if room["position"]["turn"] == seat && text.is_string() {
                let ply = room["plies"].as_array().unwrap().len();
                client
                    .ask(json!({"action": "move", "seat": seat, "ply": ply, "text": text}))
                    .await;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Name, place and points of everybody, best first.
    async fn standing(&self) -> Vec<(String, u64, f64)> {
        let (_, view) = get(self.server.address, "/api/class", &[]).await;
        let row = |row: &Value| {
            let name = row["name"].as_str().unwrap().to_owned();
            let points = row["points"].as_f64().unwrap();
            (name, row["place"].as_u64().unwrap(), points)
        };
        view["standing"]
            .as_array()
            .unwrap()
            .iter()
            .map(row)
            .collect()
    }

    async fn form(&self, form: &str, game: &str) {
        let plan = json!({"form": form, "game": game, "cap": 1});
        self.teach(json!({"action": "plan", "plan": plan}), 200)
            .await;
    }
}

#[tokio::test]
async fn a_round_robin_is_complete_and_balanced_and_its_standing_right() {
    let names = ["Aya", "Ben", "Cho", "Dan", "Eve"];
    let class = Class::of(&names).await;
    class.form("round-robin", "reversi-4x4").await;
    let (mut met, mut alone) = (BTreeSet::new(), BTreeSet::new());
    let mut lead: BTreeMap<String, i32> = BTreeMap::new();
    for _ in 0..names.len() {
        let tables = class.play_round().await;
        assert_eq!(tables.len(), 3);
        for table in tables {
            match &*table.names {
                [Some(first), Some(second)] => {
                    *lead.entry(first.clone()).or_default() += 1;
                    *lead.entry(second.clone()).or_default() -= 1;
                    let pair = [first.min(second).clone(), first.max(second).clone()];
                    assert!(met.insert(pair), "{table:?} again");
                }
                [Some(name), None] | [None, Some(name)] => {
                    assert!(alone.insert(name.clone()), "{table:?} again");
                }
                other => panic!("{other:?} is no pair"),
            }
        }
    }
    assert_eq!((met.len(), alone.len()), (10, 5));
    assert!(lead.values().all(|lead| lead.abs() <= 2), "{lead:?}");
    // Everybody beat all who come later, and has a point for the round alone, won or lost.
    let expected: Vec<_> = (1u64..)
        .zip(names)
        .map(|(place, name)| (name.to_owned(), place, 6.0 - place as f64))
        .collect();
    assert_eq!(class.standing().await, expected);
    // Afterwards it begins again with seats swapped.
    assert_eq!(class.play_round().await.len(), 3);
}

#[tokio::test]
async fn groups_of_four_sit_on_every_seat_once_and_their_standing_is_right() {
    let names = ["Aya", "Ben", "Cho", "Dan", "Eve", "Fay", "Gil", "Hal"];
    let class = Class::of(&names).await;
    class.form("fours", "yonin-shogi").await;
    let mut sat = BTreeSet::new();
    let mut groups = BTreeSet::new();
    let mut points: BTreeMap<String, f64> = BTreeMap::new();
    for _ in 0..4 {
        let tables = class.play_round().await;
        assert_eq!(tables.len(), 2);
        for Played { names, ranks } in tables {
            let mut group: Vec<String> = names.iter().flatten().cloned().collect();
            group.sort_unstable();
            assert_eq!(group.len(), 4);
            for (seat, name) in names.into_iter().enumerate() {
                let name = name.expect("nobody is missing");
                assert!(sat.insert((name.clone(), seat)), "{name} on {seat} again");
                // Three, two, one and no point; equals share theirs.
                let own = ranks[seat];
                let equals = ranks.iter().filter(|rank| **rank == own).count() as f64;
                *points.entry(name).or_default() += 4.0 - own as f64 - (equals - 1.0) / 2.0;
            }
            groups.insert(group);
        }
    }
    assert_eq!(sat.len(), 32, "everybody on every seat once");
    assert_eq!(groups.len(), 2, "a block is played by the same");
    let standing = class.standing().await;
    assert_eq!(standing.iter().map(|row| row.2).sum::<f64>(), 48.0);
    for (name, _, own) in &standing {
        assert_eq!(own, &points[name], "{name}");
    }
    assert!(standing.is_sorted_by(|a, b| a.2 >= b.2 && a.1 <= b.1));
    // The next block puts those together who did about as well.
    let tables = class.play_round().await;
    let best: BTreeSet<_> = standing[..4].iter().map(|row| row.0.clone()).collect();
    let first: BTreeSet<_> = tables[0].names.iter().flatten().cloned().collect();
    assert_eq!(first, best);
}

#[tokio::test]
async fn a_class_that_was_ended_can_be_exported_after_a_restart() {
    let class = Class::of(&["Aya", "Ben"]).await;
    class.round().await;
    let (mut aya, first, a) = class.sit("Aya").await;
    let (mut ben, _, _) = class.sit("Ben").await;
    let text = &first["room"]["position"]["legal"][0]["text"];
    let mover = if a == 0 { &mut aya } else { &mut ben };
    mover
        .done(json!({"action": "move", "seat": 0, "ply": 0, "text": text}))
        .await;
    aya.done(json!({"action": "resign", "seat": a})).await;
    class.teach(json!({"action": "end"}), 200).await;
    let export = class.export().await;
    assert_eq!(games(&export), 1);

    let code = class.code.clone();
    let class = class.restarted().await;
    let bearer = format!("Bearer {}", class.server.admin);
    let headers = [("Authorization", &*bearer)];
    let (at, path) = (class.server.address, "/api/class/export?before=true");
    let (_, view) = get(at, "/api/class", &headers).await;
    assert_eq!(view["before"], json!(code));
    assert_ne!(view["code"], json!(code), "a new class");
    assert_eq!(view["standing"], json!([]));
    assert_eq!(get(at, "/api/class", &[]).await.1["before"], Value::Null);
    let (status, before) = get(at, path, &headers).await;
    assert_eq!((status, games(&before)), (200, 1));
    for part in ["code", "plan", "games"] {
        assert_eq!(before[part], export[part], "{part}");
    }
    assert_eq!(before["standing"][0]["name"], "Ben");
    assert_eq!(before["standing"][0]["points"], 1.0);
    assert_eq!(get(at, path, &[]).await.0, 403);
    // It stays there when the new class is kept.
    class.plan(6, 200).await;
    let (_, view) = get(at, "/api/class", &headers).await;
    assert_eq!(view["before"], json!(code));
}

#[tokio::test]
async fn a_class_that_was_ended_stays_as_it_was_after_a_restart() {
    let class = Class::of(&["Aya", "Ben"]).await;
    let mut records = Vec::new();
    for round in 0..2 {
        class.round().await;
        let (mut aya, first, a) = class.sit("Aya").await;
        let (mut ben, ..) = class.sit("Ben").await;
        let text = &first["room"]["position"]["legal"][0]["text"];
        let mover = if a == 0 { &mut aya } else { &mut ben };
        mover
            .done(json!({"action": "move", "seat": 0, "ply": 0, "text": text}))
            .await;
        records.push(first["room"]["record"].clone());
        // The second is left in the middle.
        if round == 0 {
            aya.done(json!({"action": "resign", "seat": a})).await;
        }
    }
    let names = ["Aya", "Ben"];
    let mut seats = Vec::new();
    for name in names {
        seats.push(class.seen_by(name).await["you"].clone());
    }
    class.teach(json!({"action": "end"}), 200).await;
    let export = class.export().await;
    assert_eq!(games(&export), 2);

    let class = class.restarted().await;
    let at = class.server.address;
    for (name, you) in names.iter().zip(&seats) {
        let (room, own) = (&you["room"], &you["seats"][0]);
        let (mut client, first) = class.sit_at(name, room, &own["token"]).await;
        let seat = own["seat"].as_u64().unwrap();
        let text = &first["room"]["position"]["legal"][0]["text"];
        for action in [
            json!({"action": "move", "seat": seat, "ply": 1, "text": text}),
            json!({"action": "give", "seat": seat, "to": {"kind": "level", "level": 1}}),
            json!({"action": "free", "seat": seat}),
            json!({"action": "claim", "seat": 1 - seat}),
            json!({"action": "resign", "seat": seat}),
        ] {
            client.refused(action, "class-over").await;
        }
        client
            .refused(json!({"action": "rename", "name": "Zed"}), "class-name")
            .await;
        for record in &records {
            let path = format!("/api/records/{}", record.as_str().unwrap());
            let who = ("X-Person", *name);
            assert_eq!(get(at, &path, &[who]).await.1["mayDelete"], false);
            let (status, told) = class.send("DELETE", &path, who, &Value::Null).await;
            assert_eq!((status, &told["code"]), (403, &json!("class-game")));
        }
    }
    let bearer = format!("Bearer {}", class.server.admin);
    let headers = [("Authorization", &*bearer)];
    let (_, before) = get(at, "/api/class/export?before=true", &headers).await;
    assert_eq!(before["games"], export["games"]);
}

#[tokio::test]
async fn a_pupil_opens_one_table_however_often_it_is_asked_for() {
    let class = Class::of(&["Aya"]).await;
    let open = json!({"game": "reversi-4x4"});
    let who = ("X-Person", "Aya");
    let asked = (0..8).map(|_| class.send("POST", "/api/class/table", who, &open));
    let answers = futures_util::future::join_all(asked).await;
    let (opened, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|told| told.0 == 200);
    assert_eq!(opened.len(), 1, "{answers:?}");
    assert!(refused.iter().all(|told| told.1["code"] == "one-table"));
    assert_eq!(class.tables().await.len(), 1);
    // What a class came to stays as it is.
    class.teach(json!({"action": "end"}), 200).await;
    for path in ["/api/class/table", "/api/class/close"] {
        let (status, told) = class.send("POST", path, who, &open).await;
        assert_eq!((status, &told["code"]), (409, &json!("class-over")));
    }
    assert_eq!(class.tables().await.len(), 1);
}

#[tokio::test]
async fn who_is_taken_out_plays_no_more() {
    let class = Class::of(&["Aya", "Ben"]).await;
    // A table that Aya opened, where Ben sits down, and one of the round.
    let open = json!({"game": "reversi-4x4"});
    let who = ("X-Person", "Aya");
    let (_, opened) = class.send("POST", "/api/class/table", who, &open).await;
    let (mut guest, _) = class.sit_at("Ben", &opened[0], &json!("none")).await;
    guest.done(json!({"action": "take", "seat": 1})).await;
    class.round().await;
    let (aya, first, a) = class.sit("Aya").await;
    let (mut ben, _, b) = class.sit("Ben").await;
    let you = class.seen_by("Ben").await["you"].clone();
    class
        .teach(json!({"action": "remove", "pupil": you["pupil"]}), 200)
        .await;

    // The class's AI plays on for him, and he is told that the seat is lost.
    let view = |room: &Value| {
        let path = format!("/api/rooms/{}", room.as_str().unwrap());
        async move { get(class.server.address, &path, &[]).await.1 }
    };
    assert_eq!(view(&opened[0]).await["sittings"][1]["sitter"]["level"], 6);
    let room = view(&you["room"]).await;
    assert_eq!(room["sittings"][b as usize]["sitter"]["level"], 6);
    assert_eq!(room["counts"], true);
    assert_eq!(guest.message("lost").await["seat"], 1);
    assert_eq!(ben.message("lost").await["seat"], b);
    drop(aya);
    tokio::time::sleep(Duration::from_millis(400)).await;
    let text = &first["room"]["position"]["legal"][0]["text"];
    for (action, code) in [
        (json!({"action": "claim", "seat": a}), "not-allowed"),
        (json!({"action": "resign", "seat": b}), "not-yours"),
        (json!({"action": "take", "seat": b}), "counts"),
        (
            json!({"action": "move", "seat": b, "ply": 0, "text": text}),
            "not-yours",
        ),
    ] {
        ben.refused(action, code).await;
    }
    let token = &you["seats"][0]["token"];
    let (_, again) = class.sit_at("Ben", &you["room"], token).await;
    assert_eq!(again["you"]["seats"], json!([]));
    assert_eq!(class.points("Aya").await, 0.0);

    // It is no ban: with the code he comes in as somebody new.
    let (status, view) = class.join("Ben").await;
    assert_eq!((status, &view["you"]["room"]), (200, &Value::Null));
    class
        .teach(json!({"action": "remove", "pupil": you["pupil"]}), 200)
        .await;
    assert_eq!(class.seen_by("Ben").await["you"]["name"], "Ben");
    let (mut aya, ..) = class.sit("Aya").await;
    aya.done(json!({"action": "resign", "seat": a})).await;
    assert_eq!(class.points("Ben").await, 0.0);
}

#[tokio::test]
async fn at_tables_of_a_class_pupils_sit_under_their_names() {
    let class = Class::of(&["Aya", "Ben"]).await;
    let open = json!({"game": "reversi-4x4"});
    let who = ("X-Person", "Aya");
    let (_, opened) = class.send("POST", "/api/class/table", who, &open).await;
    let (mut aya, _) = class
        .sit_at("Aya", &opened[0], &opened[1][0]["token"])
        .await;
    let rename = |name: &str| json!({"action": "rename", "name": name});
    aya.refused(rename("Ben"), "class-name").await;
    let room = opened[0].as_str().unwrap();
    let at = class.server.address;
    // Whoever does not belong to the class may watch.
    for person in ["Eve", ""] {
        let hello = json!({"name": "Frau Lehrer (teacher)", "person": person, "seats": []});
        let (mut eve, _) = Client::connect(at, room, hello).await;
        eve.refused(json!({"action": "take", "seat": 1}), "no-pupil")
            .await;
    }
    // Who belongs to it is called there as in the class.
    let hello = json!({"name": "Aya", "person": "Ben", "seats": []});
    let (mut ben, _) = Client::connect(at, room, hello).await;
    ben.done(json!({"action": "take", "seat": 1})).await;
    ben.refused(rename("Aya"), "class-name").await;
    let (_, view) = get(at, &format!("/api/rooms/{room}"), &[]).await;
    assert_eq!(view["sittings"][1]["sitter"]["name"], "Ben");
    // A game beside the lobby is on the boards, too.
    let beside = json!({"game": "reversi-4x4", "seat": 0, "name": "Aya", "person": "Ben",
                        "against": {"kind": "level", "level": 1}});
    let (_, made) = class
        .send("POST", "/api/play", ("X-Person", "Ben"), &beside)
        .await;
    assert_eq!(class.shown(&made["room"]).await["names"][0], "Ben");
}

#[tokio::test]
async fn names_that_look_alike_are_told_apart() {
    let class = Class::of(&["Anna"]).await;
    for (person, name, called) in [
        ("1", "anna", "anna 2"),
        ("2", "ＡＮＮＡ", "ＡＮＮＡ 3"),
        ("3", "Anna 2", "Anna 2 2"),
        ("4", "Ann", "Ann"),
    ] {
        let body = json!({"code": class.code, "name": name});
        let who = ("X-Person", person);
        let (_, view) = class.send("POST", "/api/class/join", who, &body).await;
        assert_eq!(view["you"]["name"], called);
    }
}
