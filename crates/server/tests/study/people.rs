//! A server of a study, and people who take part in it.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use kaesu_server::{Config, StudyServer};
use serde_json::{Value, json};
use study::Study;
use study::folder::Folder;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::common::{post, request};

pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) desk: String,
    pub(crate) test: String,
    end: tokio::sync::oneshot::Sender<()>,
    task: tokio::task::JoinHandle<()>,
}

/// P2's study on a small board, where nobody has to think and replies come at once.
pub(crate) fn small() -> Study {
    let text = study::library::text("p2")
        .unwrap()
        .replace("game = \"othello\"", "game = \"reversi-4x4\"")
        .replace("\"p2-winning\"", "\"random\"")
        .replace("\"p2-entertaining\"", "\"flat-ucb\"")
        .replace("reply = 1.2", "reply = 0.05");
    Study::parse("small.toml", &text).unwrap()
}

pub(crate) async fn start(path: &Path) -> Running {
    start_with(path, small()).await
}

pub(crate) async fn start_with(path: &Path, study: Study) -> Running {
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
    pub(crate) async fn stop(self) {
        self.end.send(()).unwrap();
        self.task.await.unwrap();
    }

    pub(crate) async fn consent(&self, more: Value) -> Value {
        let mut body = json!({"language": "en"});
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let (status, view) = post(self.address, "/api/study/consent", &body).await;
        assert_eq!(status, 200, "{view}");
        view
    }

    pub(crate) async fn act(&self, code: &str, id: &str, action: &Value) -> (u16, Value) {
        let body = json!({"code": code, "id": id, "action": action});
        post(self.address, "/api/study/act", &body).await
    }

    /// What a page of somebody listens to.
    pub(crate) async fn socket(&self, code: &str) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
        let mut wire = format!("ws://{}/api/study/socket", self.address)
            .into_client_request()
            .unwrap();
        let origin = format!("http://{}", self.address);
        wire.headers_mut().insert("Origin", origin.parse().unwrap());
        let (mut socket, _) = connect_async(wire).await.unwrap();
        socket.send(Message::text(code)).await.unwrap();
        socket
    }

    pub(crate) async fn order(&self, secret: &str, order: &Value) -> (u16, String) {
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
pub(crate) fn next(view: &Value) -> Option<Value> {
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
pub(crate) fn is_blind(view: &Value) {
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
pub(crate) async fn walk(study: &Running, mut view: Value, steps: usize) -> Value {
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

/// A page of somebody: as long as its socket is open they are there.
pub(crate) async fn open_page(study: &Running, code: &str) -> tokio::task::JoinHandle<()> {
    let mut socket = study.socket(code).await;
    socket.next().await.unwrap().unwrap();
    tokio::spawn(async move { while socket.next().await.is_some() {} })
}

/// Four people consent and open their pages. Returns their codes and the pages.
pub(crate) async fn four_come(study: &Running) -> (Vec<String>, Vec<tokio::task::JoinHandle<()>>) {
    let (mut codes, mut pages) = (Vec::new(), Vec::new());
    for _ in 0..4 {
        let joined = study.consent(json!({})).await;
        let code = joined["code"].as_str().unwrap();
        pages.push(open_page(study, code).await);
        codes.push(code.to_owned());
    }
    (codes, pages)
}

/// Returns how many lines of an exported table have this value in this column.
pub(crate) fn lines_with(table: &str, column: &str, value: &str) -> usize {
    let (names, lines) = table.split_once('\n').unwrap();
    let place = names.split(',').position(|name| name == column).unwrap();
    let with = |line: &&str| line.split(',').nth(place) == Some(value);
    lines.lines().filter(with).count()
}

/// Lets these people go on until `until` is true of all of them.
pub(crate) async fn go_on(
    study: &Running,
    codes: &[String],
    until: impl Fn(&Value) -> bool,
) -> Vec<Value> {
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
pub(crate) fn four(game: &str) -> Study {
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
