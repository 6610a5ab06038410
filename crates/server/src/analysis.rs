//! What a finished game was worth, ply by ply, found in the background.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use rules::GameName;
use search::Limits;
use store::{GameId, RoomId, Save, Store};
use tokio::sync::{Semaphore, oneshot};

use crate::ai_pool::{Job, Urgency};
use crate::error::ApiError;
use crate::hub::Hub;
use crate::protocol::records::{Analysis, AnalysisState, Costly};
use crate::protocol::socket::{Message, Unit};
use crate::room::actor::Command;
use crate::table::{self, Table, Values, Valuing};

/// How long each position is thought about.
const EACH: Duration = Duration::from_millis(200);
/// How long a position is thought about while somebody looks at it.
const ONE: Duration = Duration::from_secs(1);
/// The number of games analysed at the same time; more may wait.
const AT_ONCE: usize = 2;
const WAITING: usize = 64;

/// The analyses that are being made.
pub(crate) struct Analyses {
    running: Mutex<HashMap<GameId, Arc<AtomicU32>>>,
    turn: Semaphore,
}

impl Default for Analyses {
    fn default() -> Self {
        Self {
            running: Mutex::default(),
            turn: Semaphore::new(AT_ONCE),
        }
    }
}

impl Analyses {
    fn running(&self) -> MutexGuard<'_, HashMap<GameId, Arc<AtomicU32>>> {
        self.running.lock().expect("nobody panics with the list")
    }
}

/// Returns how far the analysis of a game is.
pub(crate) async fn state(hub: &Arc<Hub>, record: &GameId) -> Result<AnalysisState, ApiError> {
    let wanted = record.clone();
    let read = move |store: &Store| {
        let game = store.game(&wanted)?.ok_or(ApiError::NoRecord)?;
        let stored = store.analysis(&wanted)?;
        let analysis: Option<Analysis> = stored.and_then(|text| serde_json::from_str(&text).ok());
        Ok((game.moves.len() as u32 + 1, analysis))
    };
    let (total, analysis) = hub.aside(read).await?;
    let done = hub.analyses.running().get(record).cloned();
    Ok(AnalysisState {
        done: match (&analysis, &done) {
            (Some(_), _) => total,
            (None, Some(done)) => done.load(Ordering::Relaxed),
            (None, None) => 0,
        },
        total,
        running: done.is_some() && analysis.is_none(),
        analysis,
    })
}

/// Starts the analysis of a finished game, unless it is there or being made.
pub(crate) async fn start(hub: &Arc<Hub>, record: &GameId) -> Result<(), ApiError> {
    let wanted = record.clone();
    let read = move |store: &Store| {
        if store.analysis(&wanted)?.is_some() {
            return Ok(None);
        }
        let game = store.game(&wanted)?.ok_or(ApiError::NoRecord)?;
        if game.result.is_none() {
            return Err(ApiError::StillOn);
        }
        let (name, table) = table::open_saved(&game).map_err(ApiError::unusable)?;
        Ok(Some((game, name, table)))
    };
    let Some((game, name, table)) = hub.aside(read).await? else {
        return Ok(());
    };
    let done = Arc::new(AtomicU32::new(0));
    {
        let mut running = hub.analyses.running();
        if running.contains_key(record) {
            return Ok(());
        }
        if running.len() >= WAITING {
            return Err(ApiError::Full);
        }
        running.insert(record.clone(), Arc::clone(&done));
    }
    let work = Making {
        hub: Arc::clone(hub),
        record: record.clone(),
        room: game.room,
        name,
        table,
        done,
    };
    tokio::spawn(work.run());
    Ok(())
}

/// Returns what the legal moves of one position of a game are worth, after a short search; `None`
/// if no player can value them or the game is over there.
pub(crate) async fn at_ply(
    hub: &Hub,
    record: &GameId,
    name: &GameName,
    table: &dyn Table,
    ply: usize,
) -> Option<Values> {
    if table.view(ply, false).finished {
        return None;
    }
    let adviser = hub.roster().adviser(name)?;
    let valuing = table.valuing(ply, &adviser)?;
    value(hub, record, valuing, Urgency::Advice, ONE).await
}

/// Lets a thinker find values. It stops once nobody waits for them.
async fn value(
    hub: &Hub,
    record: &GameId,
    mut valuing: Valuing,
    urgency: Urgency,
    time: Duration,
) -> Option<Values> {
    let waiting = Waiting(Arc::default());
    let (send, values) = oneshot::channel();
    hub.ai_pool().submit(Job {
        room: record.to_string(),
        urgency,
        stop: Arc::clone(&waiting.0),
        time: time * 5,
        program: false,
        run: Box::new(move |stop| {
            let limits = Limits {
                time: Some(time),
                stop: Some(Arc::clone(stop)),
                ..Limits::default()
            };
            // Whoever asked may have disconnected.
            let _ = send.send(valuing(&limits));
        }),
    });
    values.await.ok()?.ok()
}

/// Stops a thinker when it is dropped.
struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

struct Making {
    hub: Arc<Hub>,
    record: GameId,
    room: Option<RoomId>,
    name: GameName,
    table: Box<dyn Table>,
    done: Arc<AtomicU32>,
}

impl Making {
    async fn run(self) {
        let turn = self.hub.analyses.turn.acquire().await;
        if let Some(analysis) = self.make().await {
            let text =
                serde_json::to_string(&analysis).expect("numbers and texts can be written as JSON");
            let game = self.record.clone();
            // If it is not saved, it can be asked for again.
            let _ = self.hub.save(vec![Save::Analysis { game, text }]).await;
        }
        drop(turn);
        self.hub.analyses.running().remove(&self.record);
        self.tell().await;
    }

    async fn make(&self) -> Option<Analysis> {
        let adviser = self.hub.roster().adviser(&self.name)?;
        let plies = self.table.plies().len();
        let mut known: Vec<Option<Values>> = Vec::new();
        for ply in 0..=plies {
            let values = if self.table.view(ply, false).finished {
                None
            } else {
                let valuing = self.table.valuing(ply, &adviser)?;
                let (urgency, time) = (Urgency::Analysis, EACH);
                Some(value(&self.hub, &self.record, valuing, urgency, time).await?)
            };
            known.push(values);
            self.done.fetch_add(1, Ordering::Relaxed);
            // The end is announced only once the analysis can be requested.
            if ply < plies {
                self.tell().await;
            }
        }
        Some(self.sum_up(adviser.name, &known))
    }

    async fn tell(&self) {
        let Some(room) = &self.room else { return };
        let message = Message::Analysis {
            record: self.record.clone(),
            done: self.done.load(Ordering::Relaxed),
            total: self.table.plies().len() as u32 + 1,
        };
        let command = Command::Tell { message };
        self.hub.tell_if_awake(room, command).await;
    }

    fn sum_up(&self, player: String, known: &[Option<Values>]) -> Analysis {
        let plies = self.table.plies();
        let unit = known
            .iter()
            .flatten()
            .next()
            .map_or(Unit::Points, |v| v.unit);
        let worth = |values: &Option<Values>| {
            let best = values.as_ref().and_then(|values| values.of(&values.best));
            best.map_or_else(|| self.table.result(unit), |best| best.values.clone())
        };
        let mut costliest: Vec<Costly> = plies
            .iter()
            .zip(known)
            .filter_map(|(ply, values)| {
                let values = values.as_ref()?;
                let seat = usize::from(ply.seat);
                let value = |text: &str| values.of(text)?.values.get(seat).copied();
                let lost = value(&values.best)? - value(&ply.text)?;
                // Of ranks the smaller ones are better.
                let cost = if unit == Unit::Rank { -lost } else { lost };
                (cost > 0.0).then(|| Costly {
                    ply: ply.number,
                    seat: ply.seat,
                    played: ply.text.clone(),
                    better: values.best.clone(),
                    cost,
                })
            })
            .collect();
        costliest.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        costliest.truncate(3);
        Analysis {
            player,
            unit,
            values: known.iter().map(worth).collect(),
            costliest,
        }
    }
}
