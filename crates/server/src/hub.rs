//! All rooms, and what they share: the store, the thinkers, the time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use records::{Save, Store, StoreError, Writer};
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::clock::Ms;
use crate::config::Config;
use crate::error::ApiError;
use crate::guard::Rates;
use crate::protocol::http::Positions;
use crate::protocol::room::RoomView;
use crate::room::actor::{self, Command, Deleted};
use crate::room::{ClientId, Now, Room};
use crate::thinkers::Thinkers;
use crate::token::{same, token};

/// What all requests and rooms share.
pub(crate) struct Hub {
    config: Config,
    store: Store,
    writer: Writer,
    thinkers: Thinkers,
    rooms: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    clients: AtomicU64,
    connected: AtomicUsize,
    since: Instant,
    admin: String,
    rates: Rates,
    quit: Notify,
    closed: watch::Sender<bool>,
    pub(crate) analyses: crate::analysis::Analyses,
}

impl Hub {
    /// A hub without an open room: rooms are read from the store when somebody asks for them.
    pub(crate) fn new(config: Config, store: Store, writer: Writer) -> Result<Self, ApiError> {
        let admin = match store.setting("admin")? {
            Some(admin) => admin,
            None => {
                let admin = token();
                writer.save_and_wait(vec![Save::Setting {
                    key: "admin".to_owned(),
                    value: admin.clone(),
                }])?;
                admin
            }
        };
        let rate = config.rate;
        Ok(Self {
            thinkers: Thinkers::start(config.thinkers),
            config,
            store,
            writer,
            rooms: Mutex::default(),
            clients: AtomicU64::new(0),
            connected: AtomicUsize::new(0),
            since: Instant::now(),
            admin,
            rates: Rates::new(rate),
            quit: Notify::new(),
            closed: watch::Sender::new(false),
            analyses: crate::analysis::Analyses::default(),
        })
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Saves all of these or none; they are on the disk when this returns.
    pub(crate) async fn save(&self, saves: Vec<Save>) -> Result<(), StoreError> {
        let (send, saved) = oneshot::channel();
        self.writer.save(saves, move |result| {
            // Whoever asked may have gone away.
            let _ = send.send(result);
        });
        saved.await.unwrap_or(Err(StoreError::Closed))
    }

    pub(crate) fn thinkers(&self) -> &Thinkers {
        &self.thinkers
    }

    /// What time it is.
    pub(crate) fn now(&self) -> Now {
        let date = SystemTime::now().duration_since(UNIX_EPOCH);
        Now {
            ms: self.since.elapsed().as_millis() as Ms,
            date: date.map_or(0, |date| date.as_millis() as u64),
        }
    }

    /// When the clock of [`Hub::now`] shows this.
    pub(crate) fn instant(&self, ms: Ms) -> Instant {
        self.since + Duration::from_millis(ms)
    }

    /// How long a person may be absent.
    pub(crate) fn grace(&self) -> Ms {
        self.config.grace.as_millis() as Ms
    }

    /// Whether this is the token of the one who started the server.
    pub(crate) fn is_admin(&self, shown: &str) -> bool {
        same(&self.admin, shown)
    }

    /// The token of the one who started the server.
    pub(crate) fn admin(&self) -> &str {
        &self.admin
    }

    /// Asks the server to end.
    pub(crate) fn quit(&self) {
        self.quit.notify_one();
    }

    /// Waits until somebody wants the server to end.
    pub(crate) async fn until_quit(&self) {
        self.quit.notified().await;
    }

    /// Sends everybody away.
    pub(crate) fn close(&self) {
        self.closed.send_replace(true);
    }

    /// Waits until everybody is sent away.
    pub(crate) async fn closing(&self) {
        // The sender lives as long as the hub.
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }

    pub(crate) fn rates(&self) -> &Rates {
        &self.rates
    }

    /// A number for a connection, if there is room for one more; it is given back when the
    /// [`Connected`] is dropped.
    pub(crate) fn connected(self: &Arc<Self>) -> Option<Connected> {
        let before = self.connected.fetch_add(1, Ordering::Relaxed);
        let connected = Connected {
            hub: Arc::clone(self),
            id: self.clients.fetch_add(1, Ordering::Relaxed),
        };
        (before < self.config.most_connections).then_some(connected)
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Command>>> {
        self.rooms.lock().expect("nobody panics with the rooms")
    }

    /// Opens a new room.
    pub(crate) fn add(self: &Arc<Self>, room: Room) {
        let id = room.id().to_owned();
        let sender = actor::start(room, Arc::clone(self));
        self.rooms().insert(id, sender);
    }

    /// The task of a room, started if it sleeps in the store.
    fn room(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<Command>, ApiError> {
        let mut rooms = self.rooms();
        if let Some(sender) = rooms.get(id).filter(|sender| !sender.is_closed()) {
            return Ok(sender.clone());
        }
        let stored = self.store.room(id)?.ok_or(ApiError::NoRoom)?;
        let game = |record: &str| self.store.game(record).ok().flatten();
        let room =
            Room::load(id, &stored, game, self.grace(), self.now()).map_err(ApiError::Unusable)?;
        let sender = actor::start(room, Arc::clone(self));
        rooms.insert(id.to_owned(), sender.clone());
        Ok(sender)
    }

    /// Tells a room something, whether it sleeps or not.
    pub(crate) async fn tell(
        self: &Arc<Self>,
        id: &str,
        mut command: Command,
    ) -> Result<(), ApiError> {
        // A room may fall asleep between being found and being told.
        for _ in 0..3 {
            match self.room(id)?.send(command).await {
                Ok(()) => return Ok(()),
                Err(unsent) => command = unsent.0,
            }
        }
        Err(ApiError::NoRoom)
    }

    /// Tells a room something if it is awake; whether it was.
    pub(crate) async fn tell_if_awake(&self, id: &str, command: Command) -> bool {
        let sender = self.rooms().get(id).cloned();
        match sender {
            Some(sender) => sender.send(command).await.is_ok(),
            None => false,
        }
    }

    /// The room as it stands.
    pub(crate) async fn view(self: &Arc<Self>, id: &str) -> Result<RoomView, ApiError> {
        let (answer, view) = oneshot::channel();
        self.tell(id, Command::View { answer }).await?;
        view.await.map_err(|_| ApiError::NoRoom)
    }

    /// Earlier boards of a room.
    pub(crate) async fn positions(
        self: &Arc<Self>,
        id: &str,
        from: usize,
        to: usize,
    ) -> Result<Positions, ApiError> {
        let (answer, positions) = oneshot::channel();
        let command = Command::Positions { from, to, answer };
        self.tell(id, command).await?;
        positions.await.map_err(|_| ApiError::NoRoom)
    }

    /// Lets a room delete a record with itself, if it is its present game.
    pub(crate) async fn delete(
        self: &Arc<Self>,
        id: &str,
        record: &str,
    ) -> Result<Deleted, ApiError> {
        let (answer, deleted) = oneshot::channel();
        let record = record.to_owned();
        self.tell(id, Command::Delete { record, answer }).await?;
        deleted.await.map_err(|_| ApiError::NoRoom)?
    }

    /// A room's task has ended.
    pub(crate) fn forget(&self, id: &str) {
        let mut rooms = self.rooms();
        if rooms.get(id).is_some_and(mpsc::Sender::is_closed) {
            rooms.remove(id);
        }
    }
}

/// A connection that counts.
pub(crate) struct Connected {
    hub: Arc<Hub>,
    /// Its number.
    pub(crate) id: ClientId,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.hub.connected.fetch_sub(1, Ordering::Relaxed);
    }
}
