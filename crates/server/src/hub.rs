//! All rooms, and what they share: the store, the thinkers, the time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use store::{GameId, PersonId, RoomId, Save, Store, StoreError, Writer};
use tokio::sync::{Notify, OnceCell, OwnedSemaphorePermit, Semaphore, mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::ai_pool::AiPool;
use crate::class::Class;
use crate::clock::Ms;
use crate::config::Config;
use crate::error::ApiError;
use crate::guard::Gate;
use crate::protocol::http::Positions;
use crate::protocol::room::RoomView;
use crate::quota::Quotas;
use crate::room::actor::{self, Command, Deleted};
use crate::room::{ClientId, Now, Room};
use crate::roster::Roster;
use crate::token::Token;

#[cfg(test)]
mod tests;

/// How many texts that people paste are read at the same time.
const READINGS: usize = 2;

/// The channel to a room's task, once the room has been read: whoever comes meanwhile waits for it.
type Awake = Arc<OnceCell<mpsc::Sender<Command>>>;

/// What all requests and rooms share.
pub(crate) struct Hub {
    config: Config,
    store: Store,
    writer: Writer,
    ai_pool: AiPool,
    roster: Arc<Roster>,
    rooms: Mutex<HashMap<RoomId, Awake>>,
    clients: AtomicU64,
    since: Instant,
    admin: Token,
    gate: Arc<Gate>,
    quotas: Quotas,
    readings: Arc<Semaphore>,
    quit: Notify,
    closed: watch::Sender<bool>,
    class: Option<Class>,
    pub(crate) analyses: crate::analysis::Analyses,
}

impl Hub {
    /// Creates a hub without an open room: rooms are read from the store when somebody asks for
    /// them.
    pub(crate) fn new(config: Config, store: Store, writer: Writer) -> Result<Self, ApiError> {
        let admin = match store.setting("admin")? {
            Some(admin) => Token::known(admin),
            None => {
                let admin = Token::random();
                writer.save_and_wait(vec![Save::Setting {
                    key: "admin".to_owned(),
                    value: admin.reveal().to_owned(),
                }])?;
                admin
            }
        };
        let gate = Arc::new(Gate::new(config.clone()));
        let quotas = Quotas::new(&config);
        let roster = Roster::new(config.players.clone(), config.programs);
        let class = config.class.then(|| Class::open(&store)).transpose()?;
        if let Some(class) = &class {
            roster.set_cap(class.cap());
        }
        Ok(Self {
            ai_pool: AiPool::start(config.thinkers),
            config,
            store,
            writer,
            roster: Arc::new(roster),
            rooms: Mutex::default(),
            clients: AtomicU64::new(0),
            since: Instant::now(),
            admin,
            gate,
            quotas,
            readings: Arc::new(Semaphore::new(READINGS)),
            quit: Notify::new(),
            closed: watch::Sender::new(false),
            class,
            analyses: crate::analysis::Analyses::default(),
        })
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// Runs what waits for the disk or takes some time on a thread that may block, with access to
    /// the store; other requests and rooms continue meanwhile.
    pub(crate) async fn aside<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Store) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let hub = Arc::clone(self);
        let (send, done) = oneshot::channel();
        // Boxed, so that the runtime's tasks are compiled once and not for every kind of work.
        let work: Box<dyn FnOnce() + Send> = Box::new(move || {
            // Whoever asked may have disconnected.
            let _ = send.send(work(&hub.store));
        });
        tokio::task::spawn_blocking(work);
        let lost = || ApiError::Unusable("the work was broken off".to_owned());
        done.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Saves all of these or none; they are on the disk when this returns. What was being made of a game that they
    /// change is abandoned.
    pub(crate) async fn save(&self, saves: Vec<Save>) -> Result<(), StoreError> {
        let changed = saves.iter().filter_map(|save| match save {
            Save::Undo { game, .. } | Save::NoGame { game } => Some(game.clone()),
            _ => None,
        });
        let changed: Vec<GameId> = changed.collect();
        let (send, saved) = oneshot::channel();
        self.writer.save(saves, move |result| {
            // Whoever asked may have disconnected.
            let _ = send.send(result);
        });
        let saved = saved.await.unwrap_or(Err(StoreError::Closed));
        for game in &changed {
            self.analyses.abandon(game);
        }
        saved
    }

    pub(crate) fn ai_pool(&self) -> &AiPool {
        &self.ai_pool
    }

    /// Returns the players that may be given a seat.
    pub(crate) fn roster(&self) -> &Arc<Roster> {
        &self.roster
    }

    /// Returns the current time.
    pub(crate) fn now(&self) -> Now {
        let date = SystemTime::now().duration_since(UNIX_EPOCH);
        Now {
            ms: self.since.elapsed().as_millis() as Ms,
            date: date.map_or(0, |date| date.as_millis() as u64),
        }
    }

    /// Returns the class, if the server holds one.
    pub(crate) fn class(&self) -> Option<&Class> {
        self.class.as_ref()
    }

    /// Reports whether a teacher lets all games stand still.
    pub(crate) fn stands_still(&self) -> bool {
        self.class.as_ref().is_some_and(Class::stands_still)
    }

    /// Lets every room that is awake look what it has to do.
    pub(crate) fn nudge(&self) {
        for awake in self.rooms().values() {
            if let Some(room) = awake.get() {
                // A room with commands waiting looks anyway.
                let _ = room.try_send(Command::Nudge);
            }
        }
    }

    /// Returns the instant at which the clock of [`Hub::now`] shows this.
    pub(crate) fn instant(&self, ms: Ms) -> Instant {
        self.since + Duration::from_millis(ms)
    }

    /// Returns how long a person may be absent.
    pub(crate) fn grace(&self) -> Ms {
        self.config.grace.as_millis() as Ms
    }

    /// Returns the token of the one who started the server.
    pub(crate) fn admin(&self) -> &Token {
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

    /// Disconnects all clients.
    pub(crate) fn close(&self) {
        self.closed.send_replace(true);
    }

    /// Waits until all clients are to be disconnected.
    pub(crate) async fn closing(&self) {
        // The sender lives as long as the hub.
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }

    /// Returns what requests have to pass.
    pub(crate) fn gate(&self) -> &Arc<Gate> {
        &self.gate
    }

    /// Returns what addresses may leave on the disk.
    pub(crate) fn quotas(&self) -> &Quotas {
        &self.quotas
    }

    /// Waits until a text may be read; the next one may when what is returned is dropped.
    pub(crate) async fn reading(&self) -> OwnedSemaphorePermit {
        let place = Arc::clone(&self.readings).acquire_owned();
        place.await.expect("nobody closes it")
    }

    /// Reports whether somebody is or was in this room lately.
    pub(crate) fn is_awake(&self, id: &RoomId) -> bool {
        self.rooms().contains_key(id)
    }

    /// Returns a number for a client that nobody else has.
    pub(crate) fn next_client(&self) -> ClientId {
        self.clients.fetch_add(1, Ordering::Relaxed)
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, Awake>> {
        self.rooms.lock().expect("nobody panics with the rooms")
    }

    /// Opens a new room.
    pub(crate) fn add(self: &Arc<Self>, room: Room) {
        let id = room.id().clone();
        let sender = actor::start(room, Arc::clone(self));
        let awake = Arc::new(OnceCell::new_with(Some(sender)));
        self.rooms().insert(id, awake);
    }

    /// Returns the channel to a room's task, which is started if the room is asleep in the store. A
    /// room is read once however many ask for it, and no other room waits for that.
    async fn room(self: &Arc<Self>, id: &RoomId) -> Result<mpsc::Sender<Command>, ApiError> {
        let awake = {
            let mut rooms = self.rooms();
            if is_asleep(rooms.get(id)) {
                rooms.remove(id);
            }
            Arc::clone(rooms.entry(id.clone()).or_default())
        };
        let opening = Opening {
            hub: self,
            id,
            awake,
        };
        let opened = opening.awake.get_or_try_init(|| self.wake(id)).await;
        opened.cloned()
    }

    /// Reads a room and starts its task.
    async fn wake(self: &Arc<Self>, id: &RoomId) -> Result<mpsc::Sender<Command>, ApiError> {
        let (grace, now, wanted) = (self.grace(), self.now(), id.clone());
        let roster = Arc::clone(&self.roster);
        let read = move |store: &Store| {
            let stored = store.room(&wanted)?.ok_or(ApiError::NoRoom)?;
            let game = |record: &GameId| Ok(store.game(record)?);
            Room::load(&wanted, &stored, game, grace, &roster, now)
        };
        let room = self.aside(read).await?;
        Ok(actor::start(room, Arc::clone(self)))
    }

    /// Sends a room a command, whether it is asleep or not.
    pub(crate) async fn tell(
        self: &Arc<Self>,
        id: &RoomId,
        mut command: Command,
    ) -> Result<(), ApiError> {
        // A room may fall asleep between being found and receiving the command.
        for _ in 0..3 {
            match self.room(id).await?.send(command).await {
                Ok(()) => return Ok(()),
                Err(unsent) => command = unsent.0,
            }
        }
        Err(ApiError::NoRoom)
    }

    /// Sends a room a command if it is awake, and reports whether it was.
    pub(crate) async fn tell_if_awake(&self, id: &RoomId, command: Command) -> bool {
        let sender = self.rooms().get(id).and_then(|awake| awake.get().cloned());
        match sender {
            Some(sender) => sender.send(command).await.is_ok(),
            None => false,
        }
    }

    /// Returns the room as it stands.
    pub(crate) async fn view(self: &Arc<Self>, id: &RoomId) -> Result<RoomView, ApiError> {
        let (answer, view) = oneshot::channel();
        self.tell(id, Command::View { answer }).await?;
        view.await.map_err(|_| ApiError::NoRoom)
    }

    /// Returns earlier boards of a room.
    pub(crate) async fn positions(
        self: &Arc<Self>,
        id: &RoomId,
        from: usize,
        to: usize,
    ) -> Result<Positions, ApiError> {
        let (answer, positions) = oneshot::channel();
        let command = Command::Positions { from, to, answer };
        self.tell(id, command).await?;
        positions.await.map_err(|_| ApiError::NoRoom)
    }

    /// Lets a room delete a record with itself, if it is its present game; or take it out of the list of one of those
    /// who played it.
    pub(crate) async fn delete(
        self: &Arc<Self>,
        id: &RoomId,
        record: &GameId,
        leaving: Option<PersonId>,
    ) -> Result<Deleted, ApiError> {
        let (answer, deleted) = oneshot::channel();
        let record = record.clone();
        let command = Command::Delete {
            record,
            leaving,
            answer,
        };
        self.tell(id, command).await?;
        deleted.await.map_err(|_| ApiError::NoRoom)?
    }

    /// Removes a room whose task has ended.
    pub(crate) fn forget(&self, id: &RoomId) {
        let mut rooms = self.rooms();
        if is_asleep(rooms.get(id)) {
            rooms.remove(id);
        }
    }
}

/// A wait for a room to be read.
struct Opening<'h> {
    hub: &'h Hub,
    id: &'h RoomId,
    awake: Awake,
}

impl Drop for Opening<'_> {
    /// A room that could not be read, or that nobody waits for, leaves no entry behind. Whoever
    /// else waits for it holds the same cell, and finds it where it was.
    fn drop(&mut self) {
        let mut rooms = self.hub.rooms();
        let last = Arc::strong_count(&self.awake) == 2 && !self.awake.initialized();
        let same = |other: &Awake| Arc::ptr_eq(other, &self.awake);
        if last && rooms.get(self.id).is_some_and(same) {
            rooms.remove(self.id);
        }
    }
}

/// Reports whether a room's task has ended.
fn is_asleep(awake: Option<&Awake>) -> bool {
    awake
        .and_then(|awake| awake.get())
        .is_some_and(mpsc::Sender::is_closed)
}
