//! Simulated people at a real server: everything they do goes over HTTP and WebSocket, one after the
//! other, and they say what time it is. So the same seed gives the same events.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;

use rules::hash::mix;
use serde_json::{Value, json};
use study::folder::Folder;
use study::simulated::{Effects, Simulated};
use study::{Code, Study};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use super::{StudyServer, StudyStartError};
use crate::config::Config;

/// The time at which a simulated study begins: no real one did.
const BEGIN: u64 = 1_000_000_000_000;
/// So many people come for each who is to finish.
const COME: u64 = 4;
/// No person takes more steps than this.
const MOST_STEPS: usize = 20_000;
/// The chance to reload the page at any step.
const RELOAD: f64 = 0.01;

/// What became of a simulated study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How many came.
    pub came: u64,
    /// How many finished.
    pub finished: u64,
}

/// Runs a whole study with simulated people in a folder that is marked as simulated for ever.
///
/// # Errors
/// Returns an error if the folder cannot be used, or the server does not do what it should.
pub async fn simulate(
    path: &Path,
    study: Study,
    effects: Effects,
    seed: u64,
    progress: impl Fn(Outcome) + Send + 'static,
) -> Result<Outcome, StudyStartError> {
    let (wanted, game) = (u64::from(study.people), study.arms[0].game.clone());
    let right: Vec<(String, String)> = study
        .questions
        .iter()
        .filter_map(|question| Some((question.id.clone(), question.right.clone()?)))
        .collect();
    let folder = Folder::run(path, study, true)?;
    let mut config = Config::new(([127, 0, 0, 1], 0).into(), path.to_owned());
    config.rate = 0;
    let server = StudyServer::bind(config, folder).await?;
    let address = server.address();
    let people = tokio::task::spawn_blocking(move || {
        let mut outcome = Outcome {
            came: 0,
            finished: 0,
        };
        let mut now = BEGIN;
        while outcome.finished < wanted && outcome.came < COME * wanted {
            let own = mix(seed ^ mix(outcome.came));
            let Some(mind) = Simulated::new(&game, effects, own) else {
                break;
            };
            let mut person = Participant {
                address,
                code: Code::of(own).to_string(),
                socket: None,
                mind,
                right: right.clone(),
                requests: 0,
                now,
            };
            outcome.came += 1;
            match person.take_part() {
                Ok(true) => outcome.finished += 1,
                // Their cell is free again once they are gone for long enough.
                Ok(false) => person.now += 3_600_000,
                Err(problem) => return Err(problem),
            }
            now = person.now + 60_000;
            progress(outcome);
        }
        Ok(outcome)
    });
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(server.run(async {
        // It ends whether or not somebody says so.
        let _ = ended.await;
    }));
    let outcome = people.await;
    let _ = end.send(());
    let _ = serving.await;
    match outcome {
        Ok(Ok(outcome)) => Ok(outcome),
        Ok(Err(problem)) => Err(StudyStartError::Simulated(problem)),
        Err(error) => Err(StudyStartError::Simulated(error.to_string())),
    }
}

/// A simulated person with a page.
struct Participant {
    address: SocketAddr,
    code: String,
    socket: Option<WebSocket<TcpStream>>,
    mind: Simulated,
    right: Vec<(String, String)>,
    requests: u64,
    now: u64,
}

impl Participant {
    /// Sends something and returns what is answered.
    fn post(&mut self, path: &str, body: &Value) -> Result<Value, String> {
        let told = |error: std::io::Error| error.to_string();
        let body = body.to_string();
        let mut stream = TcpStream::connect(self.address).map_err(told)?;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             X-Study-Now: {}\r\nContent-Length: {}\r\n\r\n",
            self.address,
            self.now,
            body.len()
        );
        stream.write_all(head.as_bytes()).map_err(told)?;
        stream.write_all(body.as_bytes()).map_err(told)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map_err(told)?;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        if !head.starts_with("HTTP/1.1 2") {
            return Err(format!(
                "{path}: {} {body}",
                head.lines().next().unwrap_or_default()
            ));
        }
        if body.is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_str(body).map_err(|error| error.to_string())
    }

    fn act(&mut self, action: &Value) -> Result<Value, String> {
        self.requests += 1;
        let id = format!("s{}", self.requests);
        let body = json!({"code": self.code, "id": id, "action": action});
        self.post("/api/study/act", &body)
    }

    /// Opens the socket, and hears what a page would show.
    fn connect(&mut self) -> Result<Value, String> {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let stream = TcpStream::connect(self.address).map_err(|error| told(&error))?;
        let url = format!("ws://{}/api/study/socket", self.address);
        let mut request = url.into_client_request().map_err(|error| told(&error))?;
        let origin = format!("http://{}", self.address);
        let origin = origin
            .parse()
            .map_err(|_| "an address is an origin".to_owned())?;
        request.headers_mut().insert("Origin", origin);
        let (mut socket, _) = tungstenite::client(request, stream).map_err(|error| told(&error))?;
        socket
            .send(Message::text(self.code.clone()))
            .map_err(|error| told(&error))?;
        let first = socket.read().map_err(|error| told(&error))?;
        self.socket = Some(socket);
        let text = first.into_text().map_err(|error| told(&error))?;
        serde_json::from_str(&text).map_err(|error| told(&error))
    }

    /// Goes through the study; returns whether they finished.
    fn take_part(&mut self) -> Result<bool, String> {
        let consent = json!({"language": "en", "code": self.code});
        let mut view = self.post("/api/study/consent", &consent)?;
        self.connect()?;
        for _ in 0..MOST_STEPS {
            let kind = view["step"]["kind"].as_str().unwrap_or_default();
            match kind {
                "done" => return Ok(true),
                "turnedAway" | "ended" => return Ok(false),
                _ if self.mind.leaves() => return Ok(false),
                _ => {}
            }
            if self.mind.takes() < (400.0 + 5600.0 * RELOAD) as u32 {
                self.socket = None;
                self.act(&json!({"kind": "diary", "what": "reload"}))?;
                view = self.connect()?;
            }
            let took = self.mind.takes();
            view = match self.next(&view["step"], took) {
                Some(action) => {
                    self.now += u64::from(took);
                    self.act(&action)?
                }
                None => {
                    self.now += view["next"].as_u64().unwrap_or(100) + 1;
                    self.act(&json!({"kind": "hello"}))?
                }
            };
        }
        Err(format!("{} never comes to an end", self.code))
    }

    /// Returns what they do next; `None` if they can only wait.
    fn next(&mut self, step: &Value, ms: u32) -> Option<Value> {
        match step["kind"].as_str()? {
            "questions" => {
                let question = &step["questions"][0];
                let id = question["id"].as_str()?;
                let right = self.right.iter().find(|(own, _)| own == id);
                let right = right.map(|(_, right)| right.clone());
                let value = self.mind.answer(id, &options(question), right.as_deref());
                Some(
                    json!({"kind": "answer", "question": id, "game": step["game"], "value": value, "ms": ms}),
                )
            }
            "rules" | "pause" | "debrief" => Some(json!({"kind": "next"})),
            "play" | "replay" => self.at_board(step, ms),
            _ => None,
        }
    }

    fn at_board(&mut self, step: &Value, ms: u32) -> Option<Value> {
        let plies = step["plies"].as_array()?;
        let moves: Vec<String> = plies
            .iter()
            .filter_map(|ply| Some(ply["text"].as_str()?.to_owned()))
            .collect();
        let seat = step["seat"].as_u64()? as u8;
        let question = &step["asked"][0];
        if let Some(id) = question["id"].as_str() {
            // The answers may be shown the other way round.
            let mut options = options(question);
            let first = ["yes", "surprising"]
                .iter()
                .any(|word| options.last().is_some_and(|last| last == word));
            if first {
                options.reverse();
            }
            let value = self.mind.answer_at_move(id, &moves, seat, &options);
            return Some(
                json!({"kind": "answer", "question": id, "game": step["game"],
                               "ply": step["askedPly"], "value": value, "ms": ms}),
            );
        }
        if step["over"] == true {
            let rank = step["position"]["ranks"][usize::from(seat)].as_u64();
            if step["game"] != 0 {
                self.mind.game_over(rank == Some(1));
            }
            return Some(json!({"kind": "next"}));
        }
        if step["toMove"] != true {
            return None;
        }
        let legal = step["position"]["legal"].as_array()?;
        let legal: Vec<String> = legal
            .iter()
            .filter_map(|m| Some(m["text"].as_str()?.to_owned()))
            .collect();
        let text = self.mind.choose(&moves, &legal);
        Some(
            json!({"kind": "move", "game": step["game"], "ply": step["position"]["ply"], "text": text, "ms": ms}),
        )
    }
}

fn options(question: &Value) -> Vec<String> {
    let options = question["options"].as_array();
    let values = options
        .into_iter()
        .flatten()
        .filter_map(|option| option["value"].as_str());
    values.map(str::to_owned).collect()
}
