//! What a finished game was worth, ply by ply, found in the background.
//!
//! A review counts nodes and no time, so that it is the same however busy the machine is. It begins
//! with a short look at every position, and then takes a long one from the last to the first. What
//! somebody has open is worked on before what only waits to be read.

mod judged;
mod turns;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use players::searching::SearchSpec;
use rules::GameName;
use search::Limits;
use store::{GameId, RoomId, Save, Store, StoredGame};
use tokio::sync::{Notify, oneshot};

use self::judged::Judged;
use self::turns::{Turn, Turns};
use crate::ai_pool::{Asker, Job, Urgency};
use crate::error::ApiError;
use crate::hub::Hub;
use crate::protocol::board::PlyKind;
use crate::protocol::records::{Analysis, AnalysisState};
use crate::protocol::socket::{Message, Unit};
use crate::room::actor::Command;
use crate::roster::Guest;
use crate::table::{self, NoAnswer, Table, Values};

/// A position that somebody looks at is given up after so long, because nobody waits longer.
const PATIENCE: Duration = Duration::from_secs(5);
/// No position of a review takes so long, however busy the machine is.
const ENDLESS: Duration = Duration::from_secs(24 * 60 * 60);
/// So many games may wait for one address; `turns` says which of them are worked on. Among addresses the thinkers
/// share their time.
const WAITING_EACH: usize = 64;
/// So many wait in all.
const WAITING: usize = 1000;

/// How many nodes a review takes for each position, in its short look and in its long one.
#[derive(Clone, Copy)]
struct Effort {
    short: u64,
    long: u64,
}

impl Effort {
    /// The engine counts every last disc as a node, so that its nodes are many and quick.
    const ENGINE: Self = Self {
        short: 20_000,
        long: 5_000_000,
    };
    const OTHERS: Self = Self {
        short: 3_000,
        long: 200_000,
    };

    fn of(adviser: &Guest) -> Self {
        if is_engine(adviser) {
            Self::ENGINE
        } else {
            Self::OTHERS
        }
    }
}

fn is_engine(adviser: &Guest) -> bool {
    matches!(adviser.file.search, SearchSpec::Othello(_))
}

/// How far a review is, for whoever asks.
struct Progress {
    done: AtomicU32,
    latest: Mutex<Option<Analysis>>,
    /// Where whoever wanted it is.
    from: IpAddr,
    /// Its turn among all reviews that are wanted there.
    turn: Turn,
    /// Told when the game is not the same any more.
    abandoned: Notify,
}

impl Progress {
    fn latest(&self) -> MutexGuard<'_, Option<Analysis>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The analyses that are being made.
#[derive(Default)]
pub(crate) struct Analyses {
    running: Mutex<HashMap<GameId, Arc<Progress>>>,
}

impl Analyses {
    fn running(&self) -> MutexGuard<'_, HashMap<GameId, Arc<Progress>>> {
        self.running.lock().expect("nobody panics with the list")
    }

    /// Notes that a game is to be analysed; `None` if it is being analysed already.
    fn begin(&self, record: &GameId, from: IpAddr) -> Result<Option<Arc<Progress>>, ApiError> {
        let mut running = self.running();
        if running.contains_key(record) {
            return Ok(None);
        }
        let mut alike = running.values().filter(|other| other.from == from);
        let turns = alike.next().map(|other| other.turn.turns());
        if running.len() >= WAITING || alike.count() + 1 >= WAITING_EACH {
            return Err(ApiError::Full);
        }
        let progress = Arc::new(Progress {
            done: AtomicU32::default(),
            latest: Mutex::default(),
            from,
            turn: Turns::join(turns.unwrap_or_default()),
            abandoned: Notify::new(),
        });
        running.insert(record.clone(), Arc::clone(&progress));
        Ok(Some(progress))
    }

    /// Notes that somebody looks at the analysis of a game.
    pub(crate) fn look_at(&self, record: &GameId) {
        if let Some(progress) = self.running().get(record) {
            progress.turn.look_at();
        }
    }

    /// Breaks off the analysis of a game that has changed.
    pub(crate) fn abandon(&self, record: &GameId) {
        if let Some(progress) = self.running().remove(record) {
            progress.abandoned.notify_one();
        }
    }

    /// Notes that an analysis has ended; another one of the same game may have begun since.
    fn end(&self, record: &GameId, progress: &Arc<Progress>) {
        let mut running = self.running();
        let same = |other: &Arc<Progress>| Arc::ptr_eq(other, progress);
        if running.get(record).is_some_and(same) {
            running.remove(record);
        }
    }
}

/// Returns how far the analysis of a game is.
pub(crate) async fn state(hub: &Arc<Hub>, record: &GameId) -> Result<AnalysisState, ApiError> {
    let wanted = record.clone();
    let read = move |store: &Store| {
        let game = store.game(&wanted)?.ok_or(ApiError::NoRecord)?;
        let analysis = stored(store, &wanted, &game)?;
        // The end is no position to think about, however it came.
        Ok((game.moves.len() as u32, analysis))
    };
    let (total, analysis) = hub.aside(read).await?;
    let progress = hub.analyses.running().get(record).cloned();
    Ok(match (analysis, progress) {
        (Some(analysis), _) => AnalysisState {
            done: total,
            total,
            running: false,
            analysis: Some(analysis),
        },
        (None, Some(progress)) => AnalysisState {
            done: progress.done.load(Ordering::Relaxed),
            total,
            running: true,
            analysis: progress.latest().clone(),
        },
        (None, None) => AnalysisState {
            done: 0,
            total,
            running: false,
            analysis: None,
        },
    })
}

/// Returns the analysis that is kept of a game. One of another length was made by a version that kept it when
/// moves were taken back.
fn stored(store: &Store, record: &GameId, game: &StoredGame) -> Result<Option<Analysis>, ApiError> {
    let text = store.analysis(record)?;
    let analysis: Option<Analysis> = text.and_then(|text| serde_json::from_str(&text).ok());
    Ok(analysis.filter(|analysis| analysis.values.len() == game.moves.len() + 1))
}

/// Starts the analysis of a finished game, unless it is there or being made.
pub(crate) async fn start(hub: &Arc<Hub>, record: &GameId, from: IpAddr) -> Result<(), ApiError> {
    // Before the game is read: if it changes from now on, the analysis is abandoned.
    let begun = hub.analyses.begin(record, from);
    let place = begun.map(|progress| {
        progress.map(|progress| Place {
            hub: Arc::clone(hub),
            record: record.clone(),
            progress,
        })
    });
    let wanted = record.clone();
    let read = move |store: &Store| {
        let game = store.game(&wanted)?.ok_or(ApiError::NoRecord)?;
        if stored(store, &wanted, &game)?.is_some() {
            return Ok(None);
        }
        if game.result.is_none() {
            return Err(ApiError::StillOn);
        }
        let (name, table) =
            table::open_saved(&game).map_err(|error| store.damaged(&wanted, &error))?;
        Ok(Some((game, name, table)))
    };
    let Some((game, name, table)) = hub.aside(read).await? else {
        return Ok(());
    };
    // Only now: what is there already can be seen however many are being made.
    let Some(place) = place? else {
        return Ok(());
    };
    let work = Making {
        place,
        room: game.room,
        ended: game.ended,
        name,
        table,
    };
    tokio::spawn(work.run());
    Ok(())
}

/// Returns what the legal moves of one position of a game are worth, after a search of as many nodes as the review takes,
/// so that load changes nothing; `None` if no player can value them, the game is over there, or it took too long.
pub(crate) async fn at_ply(
    hub: &Hub,
    record: &GameId,
    name: &GameName,
    table: &dyn Table,
    ply: usize,
    from: IpAddr,
) -> Option<Values> {
    if table.view(ply, false).finished {
        return None;
    }
    let adviser = hub.roster().adviser(name)?;
    let mut valuing = table.valuing(ply, &adviser)?;
    let asked = Asked {
        urgency: Urgency::Advice,
        limits: Limits::nodes(Effort::of(&adviser).long),
        most: PATIENCE,
        from,
    };
    ask(hub, record, asked, move |limits| valuing(limits)).await
}

/// What a thinker is asked to keep to.
struct Asked {
    urgency: Urgency,
    limits: Limits,
    /// When it is stopped whatever its limits say.
    most: Duration,
    /// Where whoever wants it is.
    from: IpAddr,
}

/// Lets a thinker find something. When nobody waits for it any more, it stops.
async fn ask<T: Send + 'static>(
    hub: &Hub,
    record: &GameId,
    asked: Asked,
    find: impl FnOnce(&Limits) -> Result<T, NoAnswer> + Send + 'static,
) -> Option<T> {
    let waiting = Waiting(Arc::default());
    let (send, found) = oneshot::channel();
    hub.ai_pool().submit(Job {
        asker: Asker::Review(record.clone()),
        address: Some(asked.from),
        player: "an analysis".to_owned(),
        urgency: asked.urgency,
        stop: Arc::clone(&waiting.0),
        time: asked.most,
        program: false,
        run: Box::new(move |stop| {
            let limits = Limits {
                stop: Some(Arc::clone(stop)),
                ..asked.limits
            };
            let found = find(&limits);
            // What counts nodes and was stopped by something else is not what was asked for.
            if limits.time.is_some() || !stop.load(Ordering::Relaxed) {
                // Whoever wanted it may be gone.
                let _ = send.send(found);
            }
        }),
    });
    found.await.ok()?.ok()
}

/// Stops a thinker when it is dropped.
struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A game's place among those that are being analysed, which it leaves when this is dropped.
struct Place {
    hub: Arc<Hub>,
    record: GameId,
    progress: Arc<Progress>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.hub.analyses.end(&self.record, &self.progress);
    }
}

struct Making {
    place: Place,
    room: Option<RoomId>,
    /// When the game ended; if it ended again since, it is another one.
    ended: Option<u64>,
    name: GameName,
    table: Box<dyn Table>,
}

impl Making {
    async fn run(self) {
        let Place {
            hub,
            record,
            progress,
        } = &self.place;
        let made = async {
            if let Some(analysis) = self.make().await {
                let save = Save::Analysis {
                    game: record.clone(),
                    ended: self.ended,
                    text: serde_json::to_string(&analysis)
                        .expect("numbers and texts can be written as JSON"),
                };
                // If it is not saved, it can be asked for again.
                let _ = hub.save(vec![save]).await;
            }
        };
        tokio::select! {
            () = made => {
                hub.analyses.end(record, progress);
                self.tell().await;
            }
            () = progress.abandoned.notified() => {}
            // Nobody waits for the end of a server that reviews: whoever opens one again begins it anew.
            () = hub.closing() => {}
        }
    }

    async fn make(&self) -> Option<Analysis> {
        let adviser = self.place.hub.roster().adviser(&self.name)?;
        let effort = Effort::of(&adviser);
        let plies = self.table.plies().len();
        let mut found = Vec::with_capacity(plies + 1);
        for ply in 0..=plies {
            found.push(self.judge(ply, &adviser, effort.short).await?);
        }
        // The end is what it is.
        for ply in (0..plies).rev() {
            *self.place.progress.latest() = Some(self.sum_up(&adviser, &found));
            self.tell().await;
            if found[ply].as_ref().is_some_and(|found| !found.trust.exact) {
                found[ply] = self.judge(ply, &adviser, effort.long).await?;
            }
            self.place.progress.done.fetch_add(1, Ordering::Relaxed);
        }
        // That all is done is told when it can be asked for.
        Some(self.sum_up(&adviser, &found))
    }

    /// What a position is worth, looked at with so many nodes; `Some(None)` if the game is over there.
    async fn judge(&self, ply: usize, adviser: &Guest, nodes: u64) -> Option<Option<Judged>> {
        if self.table.view(ply, false).finished {
            return Some(None);
        }
        let (hub, record) = (&self.place.hub, &self.place.record);
        let progress = &self.place.progress;
        progress.turn.wait().await;
        let asked = Asked {
            urgency: if progress.turn.is_looked_at() {
                Urgency::Analysis
            } else {
                Urgency::Unseen
            },
            limits: Limits::nodes(nodes),
            most: ENDLESS,
            from: progress.from,
        };
        let judged = if self.table.seats().len() == 2 {
            let choosing = self.table.advising(ply, adviser)?;
            Judged::of_thought(ask(hub, record, asked, choosing).await?)
        } else {
            let mut valuing = self.table.valuing(ply, adviser)?;
            let values = ask(hub, record, asked, move |limits| valuing(limits)).await?;
            let played = self.table.plies().get(ply);
            Judged::of_values(&values, played.map(|ply| (ply.text.as_str(), ply.seat)))?
        };
        Some(Some(judged))
    }

    fn sum_up(&self, adviser: &Guest, found: &[Option<Judged>]) -> Analysis {
        let unit = found.iter().flatten().next();
        let unit = unit.map_or(Unit::Points, |judged| judged.unit);
        let end = self.end(unit, adviser);
        judged::sum_up(adviser.name.clone(), unit, self.table.plies(), found, &end)
    }

    /// What the end is worth to each seat. The engine gives squares that stayed empty to the winner,
    /// as tournaments do.
    fn end(&self, unit: Unit, adviser: &Guest) -> Vec<f64> {
        let leads = self.table.result(unit);
        let last = self.table.plies().last();
        let played_out = last.is_some_and(|ply| matches!(ply.kind, PlyKind::Move | PlyKind::Pass));
        if !is_engine(adviser) || !played_out {
            return leads;
        }
        let discs: i32 = self.table.standing().1.iter().sum();
        let empty = f64::from(64 - discs);
        let with_empty = |lead: f64| {
            if lead == 0.0 {
                0.0
            } else {
                lead + empty.copysign(lead)
            }
        };
        leads.into_iter().map(with_empty).collect()
    }

    async fn tell(&self) {
        let Some(room) = &self.room else { return };
        let message = Message::Analysis {
            record: self.place.record.clone(),
            done: self.place.progress.done.load(Ordering::Relaxed),
            total: self.table.plies().len() as u32,
        };
        let command = Command::Tell { message };
        self.place.hub.tell_if_awake(room, command).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_turns_and_places_of_its_own() {
        let analyses = Analyses::default();
        let begin = |number: usize, last: u8| {
            let record = GameId::new(format!("game {number} of {last}"));
            analyses.begin(&record, [192, 0, 2, last].into())
        };
        let places = (0..100).filter(|&number| begin(number, 1).is_ok()).count();
        assert_eq!(places, WAITING_EACH);
        let turn = |number: usize, last: u8| {
            let progress = begin(number, last).ok().flatten().expect("a place");
            progress.turn.turns()
        };
        let (one, two, other) = (turn(0, 2), turn(1, 2), turn(0, 3));
        assert!(Arc::ptr_eq(&one, &two) && !Arc::ptr_eq(&one, &other));
        // The same game is analysed once, whoever asks.
        let record = GameId::new("game 0 of 3");
        let again = analyses.begin(&record, [192, 0, 2, 4].into());
        assert!(again.is_ok_and(|begun| begun.is_none()));
        let mut all = (0..2000).map(|number| begin(number, (4 + number / 50) as u8));
        assert!(all.any(|begun| begun.is_err()));
        assert_eq!(analyses.running().len(), WAITING);
    }
}
