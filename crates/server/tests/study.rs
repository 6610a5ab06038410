//! A study over real HTTP and WebSocket: blind, lossless, and nobody's business but the participant's.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod common;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use common::{get, post, request};
use futures_util::{SinkExt, StreamExt};
use kaesu_server::{Config, StudyServer};
use serde_json::{Value, json};
use study::Study;
use study::export::{self, Options};
use study::folder::Folder;
use study::simulated::Effects;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

struct Running {
    address: SocketAddr,
    desk: String,
    test: String,
    end: tokio::sync::oneshot::Sender<()>,
    task: tokio::task::JoinHandle<()>,
}

/// P2's study on a small board, where nobody has to think and replies come at once.
fn small() -> Study {
    let text = study::library::text("p2")
        .unwrap()
        .replace("game = \"othello\"", "game = \"reversi-4x4\"")
        .replace("\"p2-winning\"", "\"random\"")
        .replace("\"p2-entertaining\"", "\"flat-ucb\"")
        .replace("reply = 1.2", "reply = 0.05");
    Study::parse("small.toml", &text).unwrap()
}

async fn start(path: &Path) -> Running {
    start_with(path, small()).await
}

async fn start_with(path: &Path, study: Study) -> Running {
    let folder = Folder::run(path, study, false).unwrap();
    let mut config = Config::new(([127, 0, 0, 1], 0).into(), path.join("unused"));
    config.thinkers = 1;
    config.rate = 0;
    let server = StudyServer::bind(config, folder).await.unwrap();
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let secret = |link: String| link.rsplit('=').next().unwrap().to_owned();
    let (desk, test) = (secret(server.desk()), secret(server.test_link()));
    let address = server.address();
    let task = tokio::spawn(async move {
        server.run(async { ended.await.unwrap_or(()) }).await;
    });
    Running {
        address,
        desk,
        test,
        end,
        task,
    }
}

impl Running {
    async fn stop(self) {
        self.end.send(()).unwrap();
        self.task.await.unwrap();
    }

    async fn consent(&self, more: Value) -> Value {
        let mut body = json!({"language": "en"});
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let (status, view) = post(self.address, "/api/study/consent", &body).await;
        assert_eq!(status, 200, "{view}");
        view
    }

    async fn act(&self, code: &str, id: &str, action: &Value) -> (u16, Value) {
        let body = json!({"code": code, "id": id, "action": action});
        post(self.address, "/api/study/act", &body).await
    }

    async fn order(&self, secret: &str, order: &Value) -> (u16, String) {
        let headers = [
            ("Content-Type", "application/json"),
            ("X-Study-Desk", secret),
        ];
        let body = order.to_string();
        let answer = request(
            self.address,
            "POST",
            "/api/study/desk",
            &headers,
            body.as_bytes(),
        );
        let (status, _, body) = answer.await;
        (status, body)
    }
}

/// What somebody who takes part does next.
fn next(view: &Value) -> Option<Value> {
    let step = &view["step"];
    let answer = |question: &Value, game: &Value, ply: &Value| {
        let value = if question["id"] == "turns" {
            json!("between")
        } else if question["letters"].is_number() {
            json!("<script>alert('hostile')</script>")
        } else {
            question["options"][0]["value"].clone()
        };
        json!({"kind": "answer", "question": question["id"], "game": game, "ply": ply,
               "value": value, "ms": 400})
    };
    match step["kind"].as_str().unwrap() {
        "questions" => Some(answer(&step["questions"][0], &step["game"], &Value::Null)),
        "rules" | "pause" | "debrief" => Some(json!({"kind": "next"})),
        "play" if step["asked"][0].is_object() => {
            Some(answer(&step["asked"][0], &step["game"], &step["askedPly"]))
        }
        "play" if step["over"] == true => Some(json!({"kind": "next"})),
        "play" if step["toMove"] == true => Some(json!({
            "kind": "move", "game": step["game"], "ply": step["position"]["ply"],
            "text": step["position"]["legal"][0]["text"], "ms": 900
        })),
        "waiting" if step["alone"] == true => Some(json!({"kind": "alone"})),
        "play" | "waiting" | "done" | "turnedAway" => None,
        other => panic!("{other}"),
    }
}

/// Nothing that could tell an arm is on the wire, and no reply before the answer.
fn is_blind(view: &Value) {
    let text = view.to_string();
    if view["step"]["kind"] == "debrief" {
        return;
    }
    for word in [
        "random",
        "flat-ucb",
        "winning",
        "entertaining",
        "values",
        "act",
    ] {
        assert!(!text.contains(&format!("\"{word}\"")), "{word}: {text}");
    }
    let step = &view["step"];
    if step["kind"] == "play" {
        let plies = step["plies"].as_array().unwrap();
        assert!(plies.iter().all(|ply| ply["ms"] == 0), "times tell the arm");
        if step["asked"][0].is_object() {
            assert_eq!(
                step["askedPly"],
                plies.len(),
                "a held reply is on the wire: {text}"
            );
            assert_eq!(step["position"]["ply"], plies.len());
        }
    }
}

/// Takes part until there is nothing left to do, or so many steps were taken.
async fn walk(study: &Running, mut view: Value, steps: usize) -> Value {
    let code = view["code"].as_str().unwrap().to_owned();
    for step in 0..steps {
        is_blind(&view);
        if ["done", "turnedAway"].contains(&view["step"]["kind"].as_str().unwrap()) {
            break;
        }
        let (id, action) = match next(&view) {
            Some(action) => (format!("{code}-{step}-{}", action["kind"]), action),
            None => {
                tokio::time::sleep(Duration::from_millis(20)).await;
                (String::new(), json!({"kind": "hello"}))
            }
        };
        let (status, answer) = study.act(&code, &id, &action).await;
        assert_eq!(status, 200, "{action}: {answer}");
        if action["kind"] == "answer" {
            // The same again, as after a lost connection: confirmed, and nothing happens.
            let (status, _) = study.act(&code, &id, &action).await;
            assert_eq!(status, 200);
        }
        view = answer;
    }
    view
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_study_goes_on_after_an_end_of_the_server_and_is_exported() {
    let place = tempfile::tempdir().unwrap();
    let study = start(place.path()).await;
    let (status, entry) = get(study.address, "/api/study", &[]).await;
    assert_eq!((status, &entry["languages"]), (200, &json!(["ja", "en"])));
    let (status, _, page) = request(study.address, "GET", "/study", &[], b"").await;
    assert!(status == 200 && page.contains("<html"), "{status}");
    let (status, _) = post(study.address, "/api/study/decline", &json!({})).await;
    assert_eq!(status, 204);
    let view = study.consent(json!({"external": "PROLIFIC-1"})).await;
    let code = view["code"].as_str().unwrap().to_owned();
    let middle = walk(&study, view, 25).await;
    assert_eq!(middle["step"]["kind"], "play", "{middle}");
    study.stop().await;

    // Another server, another device: the code is enough.
    let study = start(place.path()).await;
    let spaced = format!("{} {}", &code[..3], code[3..].to_lowercase());
    let (status, view) = study.act(&spaced, "", &json!({"kind": "hello"})).await;
    assert_eq!(status, 200);
    let plies = |view: &Value| view["step"]["plies"].as_array().map_or(0, Vec::len);
    assert!(plies(&view) >= plies(&middle), "{view}");
    let end = walk(&study, view, 2000).await;
    assert_eq!(end["step"]["kind"], "done", "{end}");
    // Somebody who tries it out counts nowhere.
    let tester = study.consent(json!({"test": study.test})).await;
    walk(&study, tester, 2000).await;
    let (status, desk) = get(
        study.address,
        "/api/study/desk",
        &[("X-Study-Desk", &study.desk)],
    )
    .await;
    assert_eq!(status, 200);
    assert_eq!(
        (&desk["finished"], &desk["declined"], &desk["frozen"]),
        (&json!(1), &json!(1), &json!(true))
    );
    let text = desk.to_string();
    assert!(
        !["\"win\"", "\"loss\"", "scores", "value"]
            .iter()
            .any(|word| text.contains(word)),
        "{text}"
    );
    study.stop().await;

    let folder = Folder::open(place.path()).unwrap();
    let files = export::files(&folder, Options::default()).unwrap();
    let answers = &files["data/study-small_table-answers_data.csv"];
    assert!(answers.contains(&code) && answers.contains("<script>"));
    let confirmed = answers
        .lines()
        .filter(|line| line.contains(&code) && line.contains(",move,"));
    assert!(confirmed.count() > 10);
    assert!(files["data/study-small_table-people_data.csv"].contains("PROLIFIC-1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_what_is_anothers_and_guessing_ends_soon() {
    let place = tempfile::tempdir().unwrap();
    let study = start(place.path()).await;
    let one = study.consent(json!({})).await["code"]
        .as_str()
        .unwrap()
        .to_owned();
    for secret in ["", "wrong", &study.test, &one] {
        let (status, answer) = get(
            study.address,
            "/api/study/desk",
            &[("X-Study-Desk", secret)],
        )
        .await;
        assert_eq!(
            (status, &answer["code"]),
            (403, &json!("not-admin")),
            "{secret}"
        );
        let (status, _) = study.order(secret, &json!({"kind": "close"})).await;
        assert_eq!(status, 403);
    }
    // Pausing stops everybody, and going on lets them go on.
    assert_eq!(
        study.order(&study.desk, &json!({"kind": "pause"})).await.0,
        204
    );
    let action = json!({"kind": "answer", "question": "strength", "value": "3", "ms": 1});
    let (status, answer) = study.act(&one, "a", &action).await;
    assert_eq!((status, &answer["code"]), (409, &json!("paused")));
    assert_eq!(
        study
            .order(&study.desk, &json!({"kind": "continue"}))
            .await
            .0,
        204
    );
    assert_eq!(study.act(&one, "b", &action).await.0, 200);
    // Codes from the sheet, and no others, can be brought.
    let (status, sheet) = study
        .order(&study.desk, &json!({"kind": "sheet", "count": 2}))
        .await;
    assert_eq!(status, 200);
    let sheet: Vec<String> = serde_json::from_str(&sheet).unwrap();
    let (status, fresh) = study.act(&sheet[0], "", &json!({"kind": "hello"})).await;
    assert_eq!((status, &fresh["step"]["kind"]), (200, &json!("fresh")));
    let view = study.consent(json!({"code": sheet[0]})).await;
    assert_eq!(view["code"], sheet[0].as_str());
    let brought = json!({"language": "en", "code": study::Code::of(77).as_str()});
    assert_eq!(
        post(study.address, "/api/study/consent", &brought).await.0,
        404
    );
    // A socket tells what changed, to whoever has the code.
    let mut wire = format!("ws://{}/api/study/socket", study.address)
        .into_client_request()
        .unwrap();
    let origin = format!("http://{}", study.address);
    wire.headers_mut().insert("Origin", origin.parse().unwrap());
    let (mut socket, _) = connect_async(wire).await.unwrap();
    socket.send(Message::text(one.clone())).await.unwrap();
    let heard = socket.next().await.unwrap().unwrap().into_text().unwrap();
    let heard: Value = serde_json::from_str(&heard).unwrap();
    assert_eq!(heard["code"], one.as_str());
    assert_eq!(study.act(&one, "c", &json!({"kind": "next"})).await.0, 200);
    let heard = socket.next().await.unwrap().unwrap().into_text().unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(&heard).unwrap()["step"]["kind"],
        "play"
    );
    // Deleted is deleted.
    assert_eq!(
        study.act(&one, "", &json!({"kind": "withdraw"})).await.0,
        204
    );
    let hello = json!({"kind": "hello"});
    assert_eq!(study.act(&one, "", &hello).await.0, 404);
    // A slip is told from a code that nobody has; both are limited.
    let (status, answer) = study.act("ABCDEFG", "", &hello).await;
    assert_eq!((status, &answer["code"]), (404, &json!("no-code")));
    let mut refused = 0;
    for number in 0..20 {
        let guess = study::Code::of(1000 + number);
        refused += u32::from(study.act(guess.as_str(), "", &hello).await.0 == 429);
    }
    assert!(refused >= 10, "{refused}");
    // Who came in from here before goes on; who comes with another right code has to wait.
    assert_eq!(study.act(&sheet[0], "", &hello).await.0, 200);
    assert_eq!(study.act(&sheet[1], "", &hello).await.0, 429);
    study.stop().await;
}

/// Who does nothing is an alarm, whether they sit there or have gone; more time ends it.
#[tokio::test(flavor = "multi_thread")]
async fn the_desk_is_alarmed_by_whoever_is_stuck_or_gone() {
    let place = tempfile::tempdir().unwrap();
    let text = small().text.replace("idle = 90", "idle = 1");
    let study = start_with(place.path(), Study::parse("small.toml", &text).unwrap()).await;
    let code = study.consent(json!({})).await["code"]
        .as_str()
        .unwrap()
        .to_owned();
    let page = open_page(&study, &code).await;
    // The word of an alarm, once there is another than the last.
    let alarm = async |last: &Value| {
        for _ in 0..500 {
            let secret = [("X-Study-Desk", &*study.desk)];
            let (_, desk) = get(study.address, "/api/study/desk", &secret).await;
            if desk["people"][0]["alarm"] != *last {
                return desk["people"][0]["alarm"].clone();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("it stays at {last}");
    };
    assert_eq!(alarm(&Value::Null).await, "stuck");
    page.abort();
    assert_eq!(alarm(&json!("stuck")).await, "gone");
    let more = json!({"kind": "extend", "code": code});
    assert_eq!(study.order(&study.desk, &more).await.0, 204);
    assert_eq!(alarm(&json!("gone")).await, Value::Null);
    study.stop().await;
}

/// At a table that is shared the study waits for whoever's turn it is, and before it for those who do not
/// come: nobody else is stuck.
#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_others_is_not_stuck() {
    let place = tempfile::tempdir().unwrap();
    let text = four("yonin")
        .text
        .replace("turn = 180", "turn = 180\nidle = 1");
    let study = start_with(place.path(), Study::parse("four.toml", &text).unwrap()).await;
    let (mut codes, mut pages) = (Vec::new(), Vec::new());
    for _ in 0..4 {
        let code = study.consent(json!({})).await["code"].clone();
        let code = code.as_str().unwrap().to_owned();
        pages.push(open_page(&study, &code).await);
        codes.push(code);
    }
    let stuck = async || {
        tokio::time::sleep(Duration::from_millis(1500)).await;
        let secret = [("X-Study-Desk", &*study.desk)];
        let (_, desk) = get(study.address, "/api/study/desk", &secret).await;
        let people = desk["people"].as_array().unwrap().iter();
        let stuck = people.filter(|person| person["alarm"] == "stuck");
        stuck
            .map(|person| person["code"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let waits = |view: &Value| view["step"]["kind"] == "waiting";
    go_on(&study, &codes[..3], waits).await;
    assert_eq!(stuck().await, codes[3..]);
    let in_game = |view: &Value| view["step"]["kind"] == "play" && view["step"]["game"] == 1;
    go_on(&study, &codes[3..], in_game).await;
    let views = go_on(&study, &codes, in_game).await;
    let turn = (0..4).find(|&place| views[place]["step"]["toMove"] == true);
    assert_eq!(stuck().await, [codes[turn.unwrap()].clone()]);
    study.stop().await;
}

/// Simulating in a folder that was used says so, and changes nothing there.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_simulated_beside_others() {
    let place = tempfile::tempdir().unwrap();
    let run =
        || kaesu_server::study::simulate::simulate(place.path(), small(), Effects::NONE, 3, |_| ());
    run().await.unwrap();
    let error = run().await.unwrap_err().to_string();
    assert!(
        error.contains("holds a simulated study already") && error.contains("--folder"),
        "{error}"
    );
}

/// A page of somebody: as long as its socket is open they are there.
async fn open_page(study: &Running, code: &str) -> tokio::task::JoinHandle<()> {
    let mut wire = format!("ws://{}/api/study/socket", study.address)
        .into_client_request()
        .unwrap();
    let origin = format!("http://{}", study.address);
    wire.headers_mut().insert("Origin", origin.parse().unwrap());
    let (mut socket, _) = connect_async(wire).await.unwrap();
    socket.send(Message::text(code)).await.unwrap();
    socket.next().await.unwrap().unwrap();
    tokio::spawn(async move { while socket.next().await.is_some() {} })
}

/// Lets these people go on until `until` is true of all of them.
async fn go_on(study: &Running, codes: &[String], until: impl Fn(&Value) -> bool) -> Vec<Value> {
    for step in 0..20_000 {
        let mut views = Vec::new();
        for code in codes {
            let (status, view) = study.act(code, "", &json!({"kind": "hello"})).await;
            assert_eq!(status, 200, "{view}");
            views.push(view);
        }
        if views.iter().all(&until) {
            return views;
        }
        let mut idle = true;
        for (code, view) in codes.iter().zip(&views).filter(|(_, view)| !until(view)) {
            if let Some(mut action) = next(view) {
                if action["kind"] == "move" {
                    // Always the first move would make short games.
                    let legal = view["step"]["position"]["legal"].as_array().unwrap();
                    action["text"] = legal[step % legal.len()]["text"].clone();
                }
                let id = format!("{code}-{step}");
                let (status, answer) = study.act(code, &id, &action).await;
                // Who begins without the others takes them along, who then wait no more.
                let late = status == 409 && action["kind"] == "alone";
                assert!(status == 200 || late, "{action}: {answer}");
                idle = false;
            }
        }
        if idle {
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }
    panic!("they do not get there");
}

/// The study with four people at a table, in which nobody waits for long.
fn four(game: &str) -> Study {
    let text = study::library::text("yonin")
        .unwrap()
        .replace("\"yonin:pairs=yes\"", &format!("\"{game}\""))
        .replace("\"yonin\"", &format!("\"{game}\""))
        .replace("level-yonin-3", "random")
        .replace("wait = 120", "wait = 1")
        .replace("grace = 60", "grace = 1")
        .replace("reply = 0.6", "reply = 0");
    Study::parse("four.toml", &text).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_together_and_programs_sit_in_for_who_leaves() {
    let place = tempfile::tempdir().unwrap();
    let study = start_with(place.path(), four("yonin")).await;
    let (mut codes, mut pages) = (Vec::new(), Vec::new());
    for _ in 0..4 {
        let code = study.consent(json!({})).await["code"]
            .as_str()
            .unwrap()
            .to_owned();
        pages.push(open_page(&study, &code).await);
        codes.push(code);
    }
    let kind = |view: &Value| view["step"]["kind"].as_str().unwrap().to_owned();
    // Three wait, and see how many are there; after a while they may begin without a fourth, and do not.
    let waits = |view: &Value| view["step"]["kind"] == "waiting" && view["step"]["alone"] == true;
    let views = go_on(&study, &codes[..3], waits).await;
    assert_eq!(
        (&views[0]["step"]["present"], &views[0]["step"]["needed"]),
        (&json!(3), &json!(4))
    );
    // With the fourth everybody sits down at once, at different seats.
    let in_game = |view: &Value| view["step"]["kind"] == "play" && view["step"]["game"] == 1;
    go_on(&study, &codes[3..], in_game).await;
    let views = go_on(&study, &codes, in_game).await;
    let mut seats: Vec<u64> = views
        .iter()
        .map(|view| view["step"]["seat"].as_u64().unwrap())
        .collect();
    seats.sort_unstable();
    assert_eq!(seats, [0, 1, 2, 3]);
    let far = |view: &Value| {
        view["step"]["plies"]
            .as_array()
            .is_none_or(|plies| plies.len() >= 9)
    };
    go_on(&study, &codes, far).await;
    // One closes the page: a program takes the seat, and the others play to the end.
    let gone = codes.pop().unwrap();
    let page = pages.pop().unwrap();
    page.abort();
    let _ = page.await;
    let waiting = |view: &Value| view["step"]["kind"] == "waiting";
    let views = go_on(&study, &codes, waiting).await;
    assert!(views.iter().all(|view| view["step"]["needed"] == 4));
    // For the second game they are too few: whoever does not want to wait begins, and takes the others along.
    let views = go_on(&study, &codes, |view| kind(view) == "play").await;
    assert!(
        views.iter().all(|view| view["step"]["game"] == 2),
        "{views:?}"
    );
    go_on(&study, &codes, |view| kind(view) == "done").await;
    // Who left comes back, finds the seat taken, and may play as well.
    let (status, view) = study.act(&gone, "", &json!({"kind": "hello"})).await;
    assert_eq!(
        (status, &view["step"]["replaced"]),
        (200, &json!(true)),
        "{view}"
    );
    let (_, desk) = get(
        study.address,
        "/api/study/desk",
        &[("X-Study-Desk", &study.desk)],
    )
    .await;
    let flagged = desk["people"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|p| p["flagged"] == true);
    assert_eq!(flagged.count(), 3, "{desk}");
    study.stop().await;

    let mut folder = Folder::open(place.path()).unwrap();
    let tables = |folder: &Folder| -> Vec<(bool, usize, usize, bool)> {
        let register = folder.register().unwrap();
        let shared = register.tables().filter(|table| table.is_shared());
        let of = |table: &study::table::Table| {
            let people = table.people.iter().flatten().count();
            (
                table.is_flagged(),
                people,
                table.plies.len(),
                table.ended.is_some(),
            )
        };
        shared.map(of).collect()
    };
    let before = tables(&folder);
    assert_eq!(before.len(), 2);
    assert!(
        before
            .iter()
            .all(|&(flagged, people, _, ended)| flagged && people == 3 && ended)
    );
    let files = export::files(&folder, Options::default()).unwrap();
    let games = &files["data/study-four_table-games_data.csv"];
    let column = games
        .lines()
        .next()
        .unwrap()
        .split(',')
        .position(|name| name == "short")
        .unwrap();
    let short = |line: &&str| line.split(',').nth(column) == Some("1");
    assert_eq!(games.lines().filter(short).count(), 3, "{games}");
    // Whoever withdraws takes everything along but the moves that the others played on from.
    let code: study::Code = codes[0].parse().unwrap();
    folder.withdraw(&code, 1).unwrap();
    let after = tables(&folder);
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(
            (before.2, before.3),
            (after.2, after.3),
            "the others' game is whole"
        );
        assert_eq!(after.1, 2);
    }
    let found = std::fs::read(folder.log().path()).unwrap();
    let times = found
        .windows(7)
        .filter(|part| *part == code.as_str().as_bytes())
        .count();
    assert_eq!(
        times, 2,
        "only in the list of those who withdrew, and its index"
    );
}

/// Everything that a study exports, after simulated people of a seed went through it over the wire.
async fn simulated(study: Study, seed: u64) -> BTreeMap<String, String> {
    let place = tempfile::tempdir().unwrap();
    let effects = Effects {
        leave: 0.004,
        ..Effects::SOME
    };
    kaesu_server::study::simulate::simulate(place.path(), study, effects, seed, |_| ())
        .await
        .unwrap();
    export::files(&Folder::open(place.path()).unwrap(), Options::default()).unwrap()
}

/// Some leave, and some reload: times of events, and all else, follow from the seed.
#[tokio::test(flavor = "multi_thread")]
async fn the_same_seed_gives_the_same_bytes() {
    let together = || {
        let text = four("yonin").text.replace("people = 32", "people = 8");
        Study::parse("four.toml", &text).unwrap()
    };
    // Each has a server of its own: beside each other they take the time of the longest, and whatever
    // one of them hastens or delays in another must not be seen.
    let run = |study: Study, seed: u64| tokio::spawn(simulated(study, seed));
    let pairs = [(small(), small()), (together(), together())];
    let pairs = pairs.map(|(one, other)| [run(one, 7), run(other, 7)]);
    let other = run(small(), 8);
    let events = |files: &BTreeMap<String, String>| files["data/raw/events.jsonl"].clone();
    let mut all = Vec::new();
    for [one, again] in pairs {
        let once = one.await.unwrap();
        assert_eq!(once, again.await.unwrap());
        assert!(events(&once).lines().count() > 300);
        all.push(events(&once));
    }
    assert_ne!(all[0], events(&other.await.unwrap()));
}

/// Who does not agree may play, and nothing of it is anywhere.
#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_take_part_plays_and_leaves_nothing_behind() {
    for (study, name) in [(small(), "small"), (four("yonin"), "four")] {
        let place = tempfile::tempdir().unwrap();
        let study = start_with(place.path(), study).await;
        let visit = json!({"language": "en"});
        let (status, view) = post(study.address, "/api/study/visit", &visit).await;
        assert_eq!((status, &view["visits"]), (200, &json!(true)), "{view}");
        let code = view["code"].as_str().unwrap().to_owned();
        let page = open_page(&study, &code).await;
        let views = go_on(&study, std::slice::from_ref(&code), |view| {
            // No question, nobody to wait for, and nothing told of the programs.
            let kind = view["step"]["kind"].as_str().unwrap();
            assert!(["rules", "play", "pause", "done"].contains(&kind), "{view}");
            assert_eq!(view["step"]["asked"].as_array().map_or(0, Vec::len), 0);
            kind == "done"
        })
        .await;
        assert_eq!(views[0]["step"]["url"], Value::Null, "{name}");
        let secret = [("X-Study-Desk", &*study.desk)];
        let (_, desk) = get(study.address, "/api/study/desk", &secret).await;
        assert_eq!(desk["people"], json!([]));
        let close = json!({"kind": "close"});
        assert_eq!(study.order(&study.desk, &close).await.0, 204);
        assert_eq!(post(study.address, "/api/study/visit", &visit).await.0, 409);
        page.abort();
        study.stop().await;
        for file in std::fs::read_dir(place.path()).unwrap() {
            let Ok(bytes) = std::fs::read(file.unwrap().path()) else {
                continue;
            };
            assert!(!bytes.windows(7).any(|part| part == code.as_bytes()));
        }
        let folder = Folder::open(place.path()).unwrap();
        assert_eq!(folder.entries().unwrap().len(), 1, "that it was closed");
    }
}

/// Where something blocks sockets, people are there as long as their pages ask.
#[tokio::test(flavor = "multi_thread")]
async fn four_people_without_sockets_sit_down_together() {
    let place = tempfile::tempdir().unwrap();
    // However slow the machine is, nobody begins without the others.
    let text = four("yonin").text;
    let text = text.replace("wait = 1 ", "wait = 60 ");
    let study = Study::parse("four.toml", &text).unwrap();
    assert_eq!(study.times.wait, 60_000);
    let study = start_with(place.path(), study).await;
    let mut codes = Vec::new();
    for _ in 0..4 {
        let view = study.consent(json!({})).await;
        codes.push(view["code"].as_str().unwrap().to_owned());
    }
    let in_game = |view: &Value| view["step"]["kind"] == "play" && view["step"]["game"] == 1;
    go_on(&study, &codes, in_game).await;
    let secret = [("X-Study-Desk", &*study.desk)];
    let (_, desk) = get(study.address, "/api/study/desk", &secret).await;
    let people = desk["people"].as_array().unwrap();
    assert!(
        people
            .iter()
            .all(|person| person["present"] == true && person["flagged"] == false)
    );
    study.stop().await;
}

/// Any game for several people, by the same study.
#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_shogi_as_well() {
    let place = tempfile::tempdir().unwrap();
    let study = start_with(place.path(), four("yonin-shogi")).await;
    let (mut codes, mut pages) = (Vec::new(), Vec::new());
    for _ in 0..4 {
        let code = study.consent(json!({})).await["code"]
            .as_str()
            .unwrap()
            .to_owned();
        pages.push(open_page(&study, &code).await);
        codes.push(code);
    }
    let far = |view: &Value| {
        view["step"]["plies"]
            .as_array()
            .is_some_and(|plies| plies.len() >= 12)
            && view["step"]["game"] == 1
    };
    let views = go_on(&study, &codes, far).await;
    assert!(
        views
            .iter()
            .all(|view| view["step"]["name"] == "yonin-shogi")
    );
    study.stop().await;
}

/// Whoever came with a printed code goes on after a restart, and a code that withdrew is nobody's.
#[tokio::test(flavor = "multi_thread")]
async fn a_printed_code_goes_on_after_an_end_of_the_server() {
    let place = tempfile::tempdir().unwrap();
    let study = start(place.path()).await;
    let order = json!({"kind": "sheet", "count": 3});
    let (_, sheet) = study.order(&study.desk, &order).await;
    let sheet: Vec<String> = serde_json::from_str(&sheet).unwrap();
    let view = study.consent(json!({"code": sheet[0]})).await;
    let answer = json!({"kind": "answer", "question": "strength", "value": "3", "ms": 1});
    assert_eq!(study.act(&sheet[0], "a", &answer).await.0, 200);
    study.consent(json!({"code": sheet[1]})).await;
    let withdraw = json!({"kind": "withdraw"});
    assert_eq!(study.act(&sheet[1], "", &withdraw).await.0, 204);
    let hello = json!({"kind": "hello"});
    assert_eq!(study.act(&sheet[1], "", &hello).await.0, 404);
    study.stop().await;
    let study = start(place.path()).await;
    let (status, again) = study.act(&sheet[0], "", &hello).await;
    assert_eq!(
        (status, &again["step"]["kind"]),
        (200, &json!("rules")),
        "{view}"
    );
    assert_eq!(
        study.act(&sheet[0], "b", &json!({"kind": "next"})).await.0,
        200
    );
    assert_eq!(study.act(&sheet[1], "", &hello).await.0, 404);
    let (_, fresh) = study.act(&sheet[2], "", &hello).await;
    assert_eq!(fresh["step"]["kind"], "fresh");
    let taken = json!({"language": "en", "code": sheet[0]});
    let (status, refused) = post(study.address, "/api/study/consent", &taken).await;
    assert_eq!((status, &refused["code"]), (409, &json!("taken")));
    study.stop().await;
}

/// Whoever guesses many codes at once guesses no more than one after the other, and whoever came in
/// with a browser before goes on meanwhile, after a restart, too.
#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_guesses_is_limited_and_locks_nobody_out_who_was_in() {
    let place = tempfile::tempdir().unwrap();
    let study = start(place.path()).await;
    let json = [("Content-Type", "application/json")];
    let consent = json!({"language": "en"}).to_string();
    let path = "/api/study/consent";
    let answer = request(study.address, "POST", path, &json, consent.as_bytes());
    let (status, head, body) = answer.await;
    assert_eq!(status, 200);
    let code = serde_json::from_str::<Value>(&body).unwrap()["code"].clone();
    let head = head.to_lowercase();
    let pass = head.split("set-cookie: ").nth(1).unwrap();
    assert!(
        pass.contains("httponly") && pass.contains("samesite=strict"),
        "{pass}"
    );
    let pass = pass.split(';').next().unwrap().to_owned();
    assert!(!pass.contains(&code.as_str().unwrap().to_lowercase()));
    study.stop().await;

    let study = start(place.path()).await;
    let guesses = (0..60).map(|number| {
        let hello = json!({"code": study::Code::of(500 + number), "action": {"kind": "hello"}});
        let address = study.address;
        tokio::spawn(async move { post(address, "/api/study/act", &hello).await.0 })
    });
    let guesses: Vec<_> = guesses.collect();
    let mut looked_at = 0;
    for guess in guesses {
        looked_at += u32::from(guess.await.unwrap() == 404);
    }
    assert_eq!(looked_at, 10);
    let hello = json!({"code": code, "action": {"kind": "hello"}});
    assert_eq!(post(study.address, "/api/study/act", &hello).await.0, 429);
    let with = |code: &Value| {
        let hello = json!({"code": code, "action": {"kind": "hello"}}).to_string();
        let (address, pass) = (study.address, pass.clone());
        async move {
            let headers = [("Content-Type", "application/json"), ("Cookie", &*pass)];
            let path = "/api/study/act";
            request(address, "POST", path, &headers, hello.as_bytes())
                .await
                .0
        }
    };
    assert_eq!(with(&code).await, 200);
    // The pass is for the one code alone.
    assert_eq!(with(&json!(study::Code::of(7))).await, 429);
    study.stop().await;
}

/// What is sent and when says nothing of how long a program thought: no message comes that shows nothing
/// new.
#[tokio::test(flavor = "multi_thread")]
async fn no_message_tells_that_a_program_has_decided() {
    let place = tempfile::tempdir().unwrap();
    let study = start(place.path()).await;
    let view = study.consent(json!({})).await;
    let code = view["code"].as_str().unwrap().to_owned();
    let mut wire = format!("ws://{}/api/study/socket", study.address)
        .into_client_request()
        .unwrap();
    let origin = format!("http://{}", study.address);
    wire.headers_mut().insert("Origin", origin.parse().unwrap());
    let (mut socket, _) = connect_async(wire).await.unwrap();
    socket.send(Message::text(code)).await.unwrap();
    let heard = tokio::spawn(async move {
        let mut heard: Vec<Value> = Vec::new();
        while let Some(Ok(Message::Text(text))) = socket.next().await {
            heard.push(serde_json::from_str(&text).unwrap());
        }
        heard
    });
    let end = walk(&study, view, 2000).await;
    assert_eq!(end["step"]["kind"], "done");
    study.stop().await;
    let heard = heard.await.unwrap();
    let timeless = |view: &Value| {
        let mut view = view.clone();
        view["next"] = json!(view["next"].is_null());
        view
    };
    assert!(heard.len() > 20, "{}", heard.len());
    for pair in heard.windows(2) {
        assert_ne!(
            timeless(&pair[0]),
            timeless(&pair[1]),
            "nothing new is shown"
        );
    }
    // Once a move is answered it is said how long every reply takes, decided or not.
    let waits = heard.iter().filter(|view| {
        let step = &view["step"];
        step["kind"] == "play"
            && step["toMove"] == false
            && step["over"] == false
            && step["asked"][0].is_null()
    });
    assert!(waits.clone().count() > 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_as_it_should_be_is_refused_or_flagged() {
    let place = tempfile::tempdir().unwrap();
    let study = start(place.path()).await;
    // Somebody who meant to try it out is not counted.
    let wrong = json!({"language": "en", "test": "wrong"});
    let (status, answer) = post(study.address, "/api/study/consent", &wrong).await;
    assert_eq!((status, &answer["code"]), (409, &json!("no-test-link")));
    let one = study.consent(json!({"external": "é山 1"})).await;
    let other = study.consent(json!({"external": "é山 1"})).await;
    let desk = async || {
        let secret = [("X-Study-Desk", &*study.desk)];
        get(study.address, "/api/study/desk", &secret).await.1
    };
    let desk = desk().await;
    let people = desk["people"].as_array().unwrap();
    assert_eq!(people.len(), 2);
    for person in people {
        assert_eq!(person["again"], person["code"] == other["code"]);
    }
    // Nothing else stands beside the kind of what is done.
    let code = one["code"].as_str().unwrap();
    let more = json!({"kind": "hello", "more": 1});
    assert_eq!(study.act(code, "", &more).await.0, 400);
    let (status, _) = study
        .order(&study.desk, &json!({"kind": "pause", "more": 1}))
        .await;
    assert_eq!(status, 400);
    // What is too large is refused at what the refusal says.
    let text = "x".repeat(40 * 1024);
    let draft = json!({"kind": "draft", "question": "why", "text": text});
    assert_eq!(study.act(code, "", &draft).await.0, 204);
    study.stop().await;
    let folder = Folder::open(place.path()).unwrap();
    let files = export::files(&folder, Options::default()).unwrap();
    let people = &files["data/study-small_table-people_data.csv"];
    let column = people
        .lines()
        .next()
        .unwrap()
        .split(',')
        .position(|name| name == "again");
    let again = |line: &&str| line.split(',').nth(column.unwrap()) == Some("yes");
    assert_eq!(people.lines().filter(again).count(), 1);
}
