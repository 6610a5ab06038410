//! Simulated people at a real server: everything they do goes over HTTP and WebSocket, and they say what
//! time it is. They come one after the other, or as many at once as sit at a table; whose time is the
//! earliest goes on. So the same seed gives the same events.

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
/// Who waits for others looks this often, in milliseconds.
const LOOK: u64 = 1000;

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
    let together = study.people_at_a_table() as u64;
    let right: Vec<(String, String)> = study
        .questions
        .iter()
        .filter_map(|question| Some((question.id.clone(), question.right.clone()?)))
        .collect();
    let folder = Folder::run(path, study, true)?;
    if !folder.entries()?.is_empty() {
        return Err(StudyStartError::Used(path.display().to_string()));
    }
    let mut config = Config::new(([127, 0, 0, 1], 0).into(), path.to_owned());
    config.rate = 0;
    let server = StudyServer::bind(config, folder).await?;
    let address = server.address();
    let desk = server
        .desk()
        .rsplit('=')
        .next()
        .unwrap_or_default()
        .to_owned();
    let people = tokio::task::spawn_blocking(move || {
        let mut outcome = Outcome {
            came: 0,
            finished: 0,
        };
        let mut now = BEGIN;
        while outcome.finished < wanted && outcome.came < COME * wanted {
            // Those who are to share a table come together.
            let mut company = Vec::new();
            for _ in 0..together {
                let own = mix(seed ^ mix(outcome.came));
                let mind = Simulated::new(&game, effects, own);
                let mind = mind.ok_or_else(|| format!("nobody can play {game} here"))?;
                outcome.came += 1;
                company.push(Participant {
                    address,
                    desk: desk.clone(),
                    code: Code::of(own).to_string(),
                    socket: None,
                    mind,
                    right: right.clone(),
                    requests: 0,
                    steps: 0,
                    together: together > 1,
                    view: Value::Null,
                    now,
                });
            }
            let (finished, end) = take_part(company)?;
            outcome.finished += finished;
            // The cells of those who left are free again once they are gone for long enough.
            let gone = if finished < together { 3_600_000 } else { 0 };
            now = end + gone + 60_000;
            progress(outcome);
        }
        close(address, &desk, now)?;
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

/// Lets people take part, always the one whose turn it is by the time. Returns how many finished, and
/// when the last was done.
fn take_part(mut company: Vec<Participant>) -> Result<(u64, u64), String> {
    let (mut finished, mut end) = (0, 0);
    for person in &mut company {
        person.begin()?;
    }
    while let Some(next) = (0..company.len()).min_by_key(|&place| company[place].now) {
        if let Some(done) = company[next].step()? {
            let person = company.remove(next);
            finished += u64::from(done);
            end = end.max(person.now);
            person.leave()?;
        }
    }
    Ok((finished, end))
}

/// The experimenter closes the study.
fn close(address: SocketAddr, desk: &str, now: u64) -> Result<(), String> {
    let secret = format!("X-Study-Desk: {desk}\r\n");
    let order = json!({"kind": "close"}).to_string();
    exchange(address, "POST", "/api/study/desk", &secret, now, &order).map(|_| ())
}

/// Sends a request and returns what is answered.
fn exchange(
    address: SocketAddr,
    method: &str,
    path: &str,
    more: &str,
    now: u64,
    body: &str,
) -> Result<Value, String> {
    let told = |error: std::io::Error| error.to_string();
    let mut stream = TcpStream::connect(address).map_err(told)?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         {more}X-Study-Now: {now}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).map_err(told)?;
    stream.write_all(body.as_bytes()).map_err(told)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(told)?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    if !head.starts_with("HTTP/1.1 2") {
        let status = head.lines().next().unwrap_or_default();
        return Err(format!("{path}: {status} {body}"));
    }
    if body.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_str(body).map_err(|error| error.to_string())
}

/// A simulated person with a page.
struct Participant {
    address: SocketAddr,
    /// The experimenter's secret, to see who is there.
    desk: String,
    code: String,
    socket: Option<WebSocket<TcpStream>>,
    mind: Simulated,
    right: Vec<(String, String)>,
    requests: u64,
    steps: usize,
    /// Whether others sit at the same table.
    together: bool,
    /// What the page shows.
    view: Value,
    now: u64,
}

impl Participant {
    fn post(&mut self, path: &str, body: &Value) -> Result<Value, String> {
        exchange(self.address, "POST", path, "", self.now, &body.to_string())
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

    fn begin(&mut self) -> Result<(), String> {
        let consent = json!({"language": "en", "code": self.code});
        self.view = self.post("/api/study/consent", &consent)?;
        self.connect()?;
        Ok(())
    }

    /// Does the next thing. Returns whether they finished, once there is nothing left to do.
    fn step(&mut self) -> Result<Option<bool>, String> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(format!("{} never comes to an end", self.code));
        }
        if self.together {
            // Others may have changed what the page shows.
            self.view = self.act(&json!({"kind": "hello"}))?;
        }
        match self.view["step"]["kind"].as_str().unwrap_or_default() {
            "done" => return Ok(Some(true)),
            "turnedAway" | "ended" => return Ok(Some(false)),
            _ => {}
        }
        if self.mind.takes() < (400.0 + 5600.0 * RELOAD) as u32 {
            self.leave_page()?;
            self.act(&json!({"kind": "diary", "what": "reload"}))?;
            self.view = self.connect()?;
        }
        let took = self.mind.takes();
        let step = self.view["step"].clone();
        self.view = match self.next(&step, took) {
            // Whoever looks often while others move does not leave more often for it.
            Some(_) if self.mind.leaves() => return Ok(Some(false)),
            Some(action) => {
                self.now += u64::from(took);
                self.act(&action)?
            }
            None => {
                self.now += self.view["next"].as_u64().unwrap_or(LOOK) + 1;
                self.act(&json!({"kind": "hello"}))?
            }
        };
        Ok(None)
    }

    /// Closes the page, and waits until the server has noticed: what happens next depends on who is
    /// there.
    fn leave_page(&mut self) -> Result<(), String> {
        self.socket = None;
        let secret = format!("X-Study-Desk: {}\r\n", self.desk);
        for _ in 0..1000 {
            let desk = exchange(
                self.address,
                "GET",
                "/api/study/desk",
                &secret,
                self.now,
                "",
            )?;
            let people = desk["people"].as_array();
            let mut own = people
                .into_iter()
                .flatten()
                .filter(|p| p["code"] == *self.code);
            if own.all(|person| person["present"] == false) {
                return Ok(());
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        Err(format!(
            "the page of {} is not seen to be closed",
            self.code
        ))
    }

    fn leave(mut self) -> Result<(), String> {
        self.leave_page()
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
            "waiting" if step["alone"] == true => Some(json!({"kind": "alone"})),
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
