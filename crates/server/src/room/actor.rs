//! The task that owns a room. It does one thing at a time: change the state, save, send, and find
//! what AIs have to think about now.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use search::Limits;
use store::{GameId, PersonId, Save};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::log::text;
use super::wanted::{Task, What};
use super::{ClientId, Now, Out, Room};
use crate::ai_pool::{Asker, Job, Run, Urgency};
use crate::class::News;
use crate::error::ApiError;
use crate::hub::Hub;
use crate::protocol::http::Positions;
use crate::protocol::room::{Occupant, RoomView};
use crate::protocol::socket::{Action, Hello, Message, Request, You};
use crate::refusal::Refusal;
use crate::table::{NoAnswer, Thought, Values};

/// A room without connections is closed after this time, unless a clock runs.
const IDLE: Duration = Duration::from_secs(60);

/// The most commands that may wait.
const COMMANDS: usize = 256;

/// A command to a room.
pub(crate) enum Command {
    /// A client comes in.
    Connect {
        client: ClientId,
        hello: Box<Hello>,
        /// Where it is.
        from: IpAddr,
        outgoing: mpsc::Sender<Outgoing>,
    },
    /// A client has disconnected.
    Disconnect { client: ClientId },
    /// A client sends a request.
    Request { client: ClientId, request: Request },
    /// Somebody wants to see it.
    View { answer: oneshot::Sender<RoomView> },
    /// Somebody wants to see earlier boards.
    Positions {
        from: usize,
        to: usize,
        answer: oneshot::Sender<Positions>,
    },
    /// A thinker has decided.
    Thought {
        task: Task,
        thought: Result<Thought, NoAnswer>,
    },
    /// A thinker has valued moves.
    Values {
        task: Task,
        values: Result<Values, NoAnswer>,
        done: bool,
    },
    /// Somebody was taken out of the class, and with that from the seats they have here.
    TakeOut { out: Out, level: u8 },
    /// Something around the room has changed.
    Nudge,
    /// For all clients.
    Tell { message: Message },
    /// A record is to be deleted. If it is this room's current game, the room ends with it. If it is to leave one
    /// person's list alone, the room goes on.
    Delete {
        record: GameId,
        leaving: Option<PersonId>,
        answer: oneshot::Sender<Result<Deleted, ApiError>>,
    },
}

/// What a client is sent.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    /// A message.
    Say(Utf8Bytes),
    /// The last message, and whether reconnecting makes sense.
    Bye { message: String, again: bool },
}

/// What deleting a record meant for a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deleted {
    /// It was the current game: game and room were deleted.
    WithRoom,
    /// It was the current game, and has left the list of one of those who played it.
    FromList,
    /// It is not the current game: nothing has changed.
    NotHere,
}

/// Starts the task of a room.
pub(crate) fn start(room: Room, hub: Arc<Hub>) -> mpsc::Sender<Command> {
    let (sender, commands) = mpsc::channel(COMMANDS);
    let actor = Actor {
        room,
        hub,
        clients: BTreeMap::new(),
        thinking: None,
        own: sender.downgrade(),
        idle_since: Instant::now(),
        still: false,
    };
    tokio::spawn(actor.run(commands));
    sender
}

struct Actor {
    room: Room,
    hub: Arc<Hub>,
    clients: BTreeMap<ClientId, (IpAddr, mpsc::Sender<Outgoing>)>,
    thinking: Option<(Task, Arc<AtomicBool>)>,
    own: mpsc::WeakSender<Command>,
    idle_since: Instant,
    /// Whether all games stood still when it last looked.
    still: bool,
}

/// Why a room is closed at once.
enum Over {
    /// The database refused a change of the room, which is read again.
    Unsaved,
    /// Its game was deleted.
    Deleted,
}

impl Actor {
    async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        self.look_at_class();
        // What a new room has to save is in its outbox already.
        let mut saved = self.flush().await;
        while saved.is_ok() {
            let tick = self.room.next_tick().map(|ms| self.hub.instant(ms));
            // A clock that a teacher has stopped goes on with the others.
            let empty = self.clients.is_empty() && tick.is_none() && !self.hub.stands_still();
            let idle = empty.then(|| self.idle_since + IDLE);
            // While all games stand still nobody's time runs.
            let tick = tick.filter(|_| !self.hub.stands_still());
            let wake = tick.or(idle);
            let command = tokio::select! {
                command = commands.recv() => command,
                // What was confirmed is saved; whoever is still here says goodbye first.
                () = self.hub.closing(), if self.clients.is_empty() => break,
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {
                    if idle.is_some() {
                        break;
                    }
                    self.look_at_class();
                    self.room.tick(self.hub.now());
                    saved = self.flush().await;
                    self.think();
                    continue;
                }
            };
            let Some(command) = command else { break };
            saved = self.handle(command).await;
            self.think();
        }
        // Whoever sends from now on gets an error and reopens the room.
        commands.close();
        self.stop_thinking();
        self.hub.forget(self.room.id());
        let (message, again) = match saved {
            Ok(()) => return,
            Err(Over::Unsaved) => (Refusal::Storage.to_string(), true),
            Err(Over::Deleted) => ("the game of this room was deleted".to_owned(), false),
        };
        let bye = Outgoing::Bye { message, again };
        for (_, outgoing) in self.clients.values() {
            // A client that cannot take it sees the connection end.
            let _ = outgoing.try_send(bye.clone());
        }
    }

    /// Lets the clocks stand still while all games do, and for ever when the class of this one was ended.
    fn look_at_class(&mut self) {
        let still = self.hub.stands_still() || self.was_of_class();
        self.room.stand_still(still, self.hub.now());
    }

    /// Reports whether this was a table of a class that was ended before a restart.
    fn was_of_class(&self) -> bool {
        let class = self.hub.class();
        class.is_some_and(|class| class.has_ended_with(&self.room.id))
    }

    /// Refuses another game if the address of who asks has begun too many: each is kept.
    fn may_begin_again(&self, client: ClientId, action: &Action) -> Result<(), Refusal> {
        let Action::Rematch {
            seat,
            agree: true,
            rotate,
        } = *action
        else {
            return Ok(());
        };
        match self.clients.get(&client) {
            Some((from, _)) if self.room.begins_again(client, seat, rotate) => {
                let counted = self.hub.quotas().room(*from);
                counted.map_err(|_| Refusal::Quota)
            }
            _ => Ok(()),
        }
    }

    async fn handle(&mut self, command: Command) -> Result<(), Over> {
        self.look_at_class();
        let now = self.hub.now();
        let still = self.hub.stands_still();
        if std::mem::replace(&mut self.still, still) && !still {
            self.room.wait_anew(now);
        }
        match command {
            Command::Connect {
                client,
                hello,
                from,
                outgoing,
            } => {
                // The events for others are sent first, so that the snapshot already holds them.
                let you = self.room.connect(client, &hello, now);
                let done = self.flush().await;
                self.clients.insert(client, (from, outgoing));
                self.welcome(client, &hello, you);
                done
            }
            Command::Disconnect { client } => {
                self.gone(client);
                self.flush().await
            }
            Command::Request { client, request } => {
                let done = self
                    .may(client, &request.action)
                    .and_then(|()| self.may_sit_down(client, &request.action))
                    .and_then(|()| self.may_begin_again(client, &request.action))
                    .and_then(|()| self.room.act(client, request.action, now));
                let saved = self.flush().await;
                let answer = match (&done, &saved) {
                    (Ok(()), Ok(())) => Message::Done { id: request.id },
                    (Ok(()), Err(_)) => Refusal::Storage.answer(Some(request.id)),
                    (Err(refusal), _) => refusal.answer(Some(request.id)),
                };
                self.send(client, &text(&answer));
                saved
            }
            Command::View { answer } => {
                // Whoever asked may have gone away.
                let _ = answer.send(self.view());
                Ok(())
            }
            Command::Positions { from, to, answer } => {
                let _ = answer.send(self.room.positions(from, to));
                Ok(())
            }
            Command::Thought { task, thought } => {
                if self.finish_thinking(&task) {
                    self.thought(&task, thought, now);
                }
                self.flush().await
            }
            Command::Values { task, values, done } => {
                let current = self.thinking.as_ref().is_some_and(|(t, _)| *t == task);
                if current {
                    if done || values.is_err() {
                        self.thinking = None;
                    }
                    match (values, &task) {
                        (Ok(values), Task::Values { ply, .. }) => {
                            self.room.values_found(*ply, &values, done);
                        }
                        (Ok(_), _) => {}
                        (Err(why), task) => self.room.advice_failed(task, &why.to_string()),
                    }
                }
                self.flush().await
            }
            Command::TakeOut { out, level } => {
                self.room.take_out(&out, level, now);
                self.flush().await
            }
            Command::Nudge => {
                self.send_all(&text(&Message::Class));
                self.flush().await
            }
            Command::Tell { message } => {
                let message = text(&message);
                self.send_all(&message);
                Ok(())
            }
            Command::Delete {
                record,
                leaving,
                answer,
            } => {
                let deleted = self.delete(record, leaving).await;
                let over = matches!(deleted, Ok(Deleted::WithRoom));
                let _ = answer.send(deleted);
                if over { Err(Over::Deleted) } else { Ok(()) }
            }
        }
    }

    /// Refuses what the class does not allow now.
    fn may(&self, client: ClientId, action: &Action) -> Result<(), Refusal> {
        let Some(class) = self.hub.class() else {
            return Ok(());
        };
        if matches!(action, Action::Rename { .. })
            && self.room.is_seated(client)
            && class.has(&self.room.id)
        {
            return Err(Refusal::ClassName);
        }
        let changes_nothing = matches!(
            action,
            Action::Ping | Action::Rename { .. } | Action::Evaluate { .. } | Action::Hint
        );
        let ended = self.was_of_class();
        if (class.stands_still() || ended) && !changes_nothing {
            return Err(if ended || class.is_over() {
                Refusal::ClassOver
            } else {
                Refusal::StandsStill
            });
        }
        if !changes_nothing && class.has_left(&self.room.id) {
            return Err(Refusal::RoundOver);
        }
        if self.counts() {
            self.room.stands(action)
        } else {
            Ok(())
        }
    }

    /// Refuses a seat at a table of the class to those who do not belong to it; the others sit there under the names
    /// they have in the class.
    fn may_sit_down(&mut self, client: ClientId, action: &Action) -> Result<(), Refusal> {
        let sits_down = match action {
            Action::Take { .. } => true,
            Action::Give { to, .. } => *to == Occupant::Me,
            _ => false,
        };
        let class = self.hub.class();
        let Some(class) = class.filter(|class| sits_down && class.has(&self.room.id)) else {
            return Ok(());
        };
        let person = self.room.person(client);
        let name = person.and_then(|person| class.name_of(person));
        self.room.call(client, name.ok_or(Refusal::NoPupil)?);
        Ok(())
    }

    /// Reports whether what comes of the present game counts in a class.
    fn counts(&self) -> bool {
        let class = self.hub.class();
        class.is_some_and(|class| class.counts(&self.room.id, &self.room.record))
    }

    fn view(&self) -> RoomView {
        RoomView {
            counts: self.counts(),
            ..self.room.view(self.hub.now())
        }
    }

    /// Deletes the room and its current game, if it is this one and over. The room does it itself,
    /// so that nothing it saves can come after.
    async fn delete(
        &mut self,
        game: GameId,
        leaving: Option<PersonId>,
    ) -> Result<Deleted, ApiError> {
        if self.room.record != game {
            return Ok(Deleted::NotHere);
        }
        if self.room.result.is_none() {
            return Err(ApiError::StillOn);
        }
        if let Some(person) = leaving {
            self.hub.save(vec![Save::Leave { game, person }]).await?;
            return Ok(Deleted::FromList);
        }
        let id = self.room.id.clone();
        let saves = vec![Save::NoGame { game }, Save::NoRoom { id }];
        self.hub.save(saves).await?;
        Ok(Deleted::WithRoom)
    }

    /// Somebody has thought, or failed to.
    fn thought(&mut self, task: &Task, thought: Result<Thought, NoAnswer>, now: Now) {
        match (task, thought) {
            (Task::Move { ply, seat, .. }, Ok(thought)) => {
                self.room.ai_moves(*seat, *ply, thought, now);
            }
            (Task::Move { ply, seat, .. }, Err(why)) => self.room.ai_failed(*seat, *ply, &why),
            (Task::Hint { ply, .. }, Ok(thought)) => self.room.hint_found(*ply, &thought),
            (task, Err(why)) => self.room.advice_failed(task, &why.to_string()),
            (Task::Values { .. }, Ok(_)) => {}
        }
    }

    /// A snapshot, or what was missed.
    fn welcome(&mut self, client: ClientId, hello: &Hello, you: You) {
        let missed = hello.seen.as_ref().and_then(|seen| {
            let missed = self.room.log.missed(seen)?;
            Some((seen.seq, missed))
        });
        match missed {
            Some((seq, missed)) => {
                self.send(client, &text(&Message::Resumed { seq, you }));
                for event in missed {
                    self.send(client, &event);
                }
            }
            None => {
                let snapshot = Message::Snapshot {
                    epoch: self.room.log.epoch().to_owned(),
                    seq: self.room.log.seq(),
                    room: Box::new(self.view()),
                    you,
                };
                self.send(client, &text(&snapshot));
            }
        }
    }

    /// Saves what has to be saved, and then sends the events.
    async fn flush(&mut self) -> Result<(), Over> {
        let outbox = self.room.take_outbox(self.hub.now());
        let news = News::of(&outbox.saves);
        if !outbox.saves.is_empty()
            && let Err(error) = self.hub.save(outbox.saves).await
        {
            tracing::error!(room = %self.room.id(), %error, "a room cannot be saved");
            return Err(Over::Unsaved);
        }
        if let Some(class) = self.hub.class() {
            class.hear(&self.hub, &self.room.id, news).await;
        }
        for event in outbox.events {
            let event = self.room.log.add(event);
            self.send_all(&event);
        }
        for (client, message) in outbox.private {
            self.send(client, &text(&message));
        }
        Ok(())
    }

    fn send_all(&mut self, message: &Utf8Bytes) {
        let clients: Vec<ClientId> = self.clients.keys().copied().collect();
        for client in clients {
            self.send(client, message);
        }
    }

    /// A client that does not take what it is sent is cut off: it comes back and gets what it
    /// missed, and nobody has to wait for it.
    fn send(&mut self, client: ClientId, message: &Utf8Bytes) {
        let sent = self
            .clients
            .get(&client)
            .map(|(_, outgoing)| outgoing.try_send(Outgoing::Say(message.clone())));
        if matches!(sent, Some(Err(_))) {
            self.clients.remove(&client);
        }
    }

    fn gone(&mut self, client: ClientId) {
        self.clients.remove(&client);
        self.room.disconnect(client, self.hub.now());
        if self.clients.is_empty() {
            self.idle_since = Instant::now();
        }
    }

    /// Starts what is wanted and stops what is not.
    fn think(&mut self) {
        let class = self.hub.class();
        let still = class.is_some_and(|c| c.stands_still() || c.has_left(&self.room.id));
        let wanted = self.room.wanted();
        let wanted = wanted.filter(|_| !still && !self.was_of_class());
        if self.thinking.as_ref().map(|(task, _)| task) == wanted.as_ref() {
            return;
        }
        self.stop_thinking();
        let Some(task) = wanted else { return };
        let (Some(work), Some(own)) = (self.room.work(&task), self.own.upgrade()) else {
            return;
        };
        let stop = Arc::new(AtomicBool::new(false));
        self.thinking = Some((task.clone(), Arc::clone(&stop)));
        let urgency = match task {
            Task::Move { .. } => Urgency::Move,
            Task::Hint { .. } | Task::Values { .. } => Urgency::Advice,
        };
        let (program, player) = (work.program, work.player);
        let time = match work.what {
            What::Choose(_) => work.time,
            // A first look, and then a better one.
            What::Value(_) => 2 * work.time,
        };
        let asks = self.room.asks_for(&task);
        let address = asks.and_then(|client| self.clients.get(&client));
        self.hub.ai_pool().submit(Job {
            asker: Asker::Room(self.room.id().clone()),
            address: address.map(|(from, _)| *from),
            player,
            urgency,
            stop,
            time,
            program,
            run: run(task, work.what, work.time, own),
        });
    }

    fn stop_thinking(&mut self) {
        if let Some((_, stop)) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Reports whether this is what the room waits for, and if so ends the waiting.
    fn finish_thinking(&mut self, task: &Task) -> bool {
        let current = self.thinking.as_ref().is_some_and(|(t, _)| t == task);
        if current {
            self.thinking = None;
        }
        current
    }
}

/// Returns what a thinker does for a task.
fn run(task: Task, what: What, time: Duration, own: mpsc::Sender<Command>) -> Run {
    let limits = |time: Option<Duration>, stop: &Arc<AtomicBool>| Limits {
        time,
        stop: Some(Arc::clone(stop)),
        ..Limits::default()
    };
    match what {
        What::Choose(choosing) => Box::new(move |stop| {
            let thought = choosing(&limits(None, stop));
            // A room that has been closed needs no move.
            let _ = own.blocking_send(Command::Thought { task, thought });
        }),
        What::Value(mut valuing) => Box::new(move |stop| {
            // A first look comes soon, a better one when the time is over.
            for (part, done) in [(time / 10, false), (time, true)] {
                let values = valuing(&limits(Some(part), stop));
                let (task, failed) = (task.clone(), values.is_err());
                let _ = own.blocking_send(Command::Values { task, values, done });
                if failed {
                    return;
                }
            }
        }),
    }
}
