//! A class room: one code for everybody, a lobby of tables, rounds that the teacher begins, a standing.
//!
//! - `state`: who belongs to it and what was paired · `pairing`, `standing`: who meets whom, and how
//!   all stand · `seen`: a table on the boards · `routes`: what the pages of pupils, projector and teacher ask
//!
//! The games themselves are ordinary rooms, which report what is played in them when it is saved.
//! Pages ask for the class every few seconds; the boards are looked up at most twice a second however
//! many ask.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use store::{GameId, PersonId, RoomId, Save, Store};
use tokio::sync::Mutex as AsyncMutex;

use crate::clock::Ms;
use crate::error::ApiError;
use crate::hub::Hub;
use crate::limit::Limit;
use crate::protocol::class::{ClassForm, ClassOpened, ClassPlan, ClassView, ClassYou};
use crate::protocol::http::{RoomCreated, SeatToken};
use crate::protocol::room::{Occupant, RoomView};
use crate::room::actor::Command;
use crate::room::{NewRoom, Room, Sitting};
use crate::token;

mod pairing;
pub(crate) mod routes;
mod seen;
mod standing;
mod state;

use pairing::Seating;
use seen::Seen;
use state::{Ended, KeptTable, State};

/// The key of the store under which a class is kept.
const KEPT: &str = "class";
/// How often tables are looked at, in milliseconds.
const LOOK: Ms = 500;
/// A whole class comes in from one address at once; after that one more in this time.
const JOINS: u32 = 80;
const JOIN: Duration = Duration::from_secs(5);
/// Letters and digits that nobody mistakes for others.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// The class of a server.
pub(crate) struct Class {
    state: Mutex<State>,
    /// The tables as they were looked at last, and when that was.
    looked: AsyncMutex<(Ms, HashMap<RoomId, Seen>)>,
    /// How often somebody changed it and wants it kept.
    changes: AtomicU64,
    /// How many of the changes are kept. Held while the class is kept, so that what is newer is written later.
    keeping: AsyncMutex<u64>,
    /// Held while a round begins.
    beginning: AsyncMutex<()>,
    /// Held while a pupil opens a table: everybody has one at a time.
    opening: AsyncMutex<()>,
    joins: Limit,
    still: AtomicBool,
}

/// What a room has saved about its games.
pub(crate) enum News {
    On(GameId),
    Over(GameId, Ended),
}

impl News {
    /// Returns what a class wants to know of it.
    pub(crate) fn of(saves: &[Save]) -> Vec<Self> {
        let news = saves.iter().filter_map(|save| match save {
            Save::Game { id, .. } => Some(Self::On(id.clone())),
            Save::End { game, result, .. } => Some(Self::Over(game.clone(), result.into())),
            _ => None,
        });
        news.collect()
    }
}

impl Class {
    /// Returns the class that is kept, or a new one after one that is over.
    pub(crate) fn open(store: &Store) -> Result<Self, ApiError> {
        let kept = match store.setting(KEPT)? {
            Some(text) => serde_json::from_str(&text).map_err(ApiError::unusable)?,
            None => None::<State>,
        };
        let state = match kept {
            Some(state) if state.ended => State::after(state, new_code()),
            Some(state) => state,
            None => State::new(new_code()),
        };
        Ok(Self {
            still: AtomicBool::new(state.paused),
            state: Mutex::new(state),
            looked: AsyncMutex::default(),
            changes: AtomicU64::new(0),
            keeping: AsyncMutex::default(),
            beginning: AsyncMutex::default(),
            opening: AsyncMutex::default(),
            joins: Limit::new(Some(JOIN), JOINS),
        })
    }

    /// Reports whether no move may be made now.
    pub(crate) fn stands_still(&self) -> bool {
        self.still.load(Ordering::Relaxed)
    }

    /// Reports whether the class is over.
    pub(crate) fn is_over(&self) -> bool {
        self.state().ended
    }

    /// Reports whether a room was left over from an earlier tournament: nobody moves there any more.
    pub(crate) fn has_left(&self, room: &RoomId) -> bool {
        let state = self.state();
        let mut left = state.others.iter().filter(|table| table.left);
        left.any(|table| table.room == *room)
    }

    /// Reports whether a room was a table of the class that was ended before this one: nothing changes there any
    /// more, so that its export stays what it was.
    pub(crate) fn has_ended_with(&self, room: &RoomId) -> bool {
        let state = self.state();
        let mut before = state.before.iter().flat_map(|before| before.tables());
        before.any(|table| table.room == *room)
    }

    /// Returns the highest level of AIs.
    pub(crate) fn cap(&self) -> u8 {
        self.state().plan.cap
    }

    /// Returns what one types to come in.
    pub(crate) fn code(&self) -> String {
        self.state().code.clone()
    }

    /// Reports whether what comes of a game brings points.
    pub(crate) fn counts(&self, room: &RoomId, record: &GameId) -> bool {
        let state = self.state();
        !state.ended && state.counts(room, record)
    }

    /// Returns what somebody is called in the class, if they belong to it.
    pub(crate) fn name_of(&self, person: &PersonId) -> Option<String> {
        let state = self.state();
        let pupil = state.pupil(person)?;
        Some(state.pupils[pupil].name.clone())
    }

    /// Reports whether a room is a table of the class, or of the one that was ended before it.
    pub(crate) fn has(&self, room: &RoomId) -> bool {
        self.state().table_of(room).is_some() || self.has_ended_with(room)
    }

    /// Takes what a room has saved about its games.
    pub(crate) async fn hear(&self, hub: &Hub, room: &RoomId, news: Vec<News>) {
        let changed = {
            let mut state = self.state();
            let take = |news: News| match news {
                News::On(game) => state.is_on(room, &game),
                News::Over(game, ended) => state.is_over(room, &game, &ended),
            };
            news.into_iter().map(take).fold(false, |any, new| any | new)
        };
        if changed && let Err(error) = self.keep(hub).await {
            tracing::error!(%room, %error, "a result of the class cannot be saved");
        }
    }

    /// A pupil plays beside the lobby: the teacher sees that game, too. An earlier one that was left is off
    /// the boards.
    pub(crate) async fn adopt(
        &self,
        hub: &Hub,
        person: &PersonId,
        room: &RoomCreated,
        view: &RoomView,
    ) -> Result<(), ApiError> {
        {
            let mut state = self.state();
            let Some(own) = state.pupil(person) else {
                return Ok(());
            };
            let left = |table: &&mut KeptTable| !table.opened && table.seats.contains(&Some(own));
            state
                .others
                .iter_mut()
                .filter(left)
                .for_each(|table| table.closed = true);
            let mut seats = vec![None; view.seats.len()];
            for seat in &room.seats {
                seats[usize::from(seat.seat)] = Some(own);
            }
            state.others.push(KeptTable {
                room: view.room.clone(),
                record: view.record.clone(),
                game: view.game.clone(),
                tokens: vec![None; seats.len()],
                seats,
                ranks: None,
                given_up: false,
                opened: false,
                more: Vec::new(),
                closed: false,
                left: false,
            });
        }
        self.keep(hub).await
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics with the class")
    }

    /// Keeps the class as it is now. Whoever waits for others to keep it may find that their change was kept
    /// with those.
    async fn keep(&self, hub: &Hub) -> Result<(), ApiError> {
        let own = self.changes.fetch_add(1, Ordering::SeqCst) + 1;
        let mut kept = self.keeping.lock().await;
        if *kept >= own {
            return Ok(());
        }
        let changes = self.changes.load(Ordering::SeqCst);
        let (value, still) = {
            let state = self.state();
            let text = serde_json::to_string(&*state).expect("a class can be written as JSON");
            (text, state.paused || state.ended)
        };
        let key = KEPT.to_owned();
        hub.save(vec![Save::Setting { key, value }]).await?;
        *kept = changes;
        self.still.store(still, Ordering::Relaxed);
        Ok(())
    }

    /// Looks what became of the tables, unless somebody just did.
    async fn look(&self, hub: &Arc<Hub>) -> Result<HashMap<RoomId, Seen>, ApiError> {
        let mut looked = self.looked.lock().await;
        let now = hub.now().ms;
        // Every room, and which of its games is shown if not the one that is on.
        let open: Vec<(RoomId, Option<GameId>)> = {
            let state = self.state();
            let last = state.rounds.last().into_iter().flatten();
            let last = last.map(|table| (table.room.clone(), Some(table.record.clone())));
            let others = state.others.iter().filter(|table| table.is_shown());
            last.chain(others.map(|table| (table.room.clone(), None)))
                .collect()
        };
        let all_known = open.iter().all(|(room, _)| looked.1.contains_key(room));
        if all_known && looked.0 != 0 && now < looked.0 + LOOK {
            return Ok(looked.1.clone());
        }
        let mut views = HashMap::new();
        for (room, paired) in open {
            // A room that was deleted is no table any more.
            let Ok(view) = hub.view(&room).await else {
                continue;
            };
            let seen = match paired.filter(|record| *record != view.record) {
                None => Some(Seen::from(view)),
                // What is played there now is not what was paired.
                Some(record) => match looked.1.remove(&room) {
                    Some(seen) if seen.record == record && seen.ended.is_some() => Some(seen),
                    _ => {
                        let read = move |store: &Store| Seen::kept(store, &record);
                        hub.aside(read).await.ok().flatten()
                    }
                },
            };
            views.extend(seen.map(|seen| (room, seen)));
        }
        // A room has told already, unless the power went between its save and that of the class.
        for (room, seen) in &views {
            let over = seen.ended.clone();
            let over = over.map(|ended| News::Over(seen.record.clone(), ended));
            self.hear(hub, room, over.into_iter().collect()).await;
        }
        *looked = (now.max(1), views.clone());
        Ok(views)
    }

    /// Returns the class as somebody sees it.
    async fn view(
        &self,
        hub: &Arc<Hub>,
        own: Option<usize>,
        boards: bool,
    ) -> Result<ClassView, ApiError> {
        let views = self.look(hub).await?;
        let now = hub.now().date;
        let mut state = self.state();
        let opened = own.and_then(|own| {
            let table = state.opened(own)?;
            let here = views.contains_key(&table.room);
            here.then(|| (table.room.clone(), seat_tokens(table, own)))
        });
        let state = &*state;
        let round = state.rounds.last().map_or(&[][..], |round| round);
        let mine = own.filter(|_| !state.ended).and_then(|own| {
            let mut tables = round.iter().filter(|table| table.ranks.is_none());
            tables.find(|table| views.contains_key(&table.room) && table.seats.contains(&Some(own)))
        });
        let shown = round.iter().map(|table| (table, true));
        let others = state.others.iter().filter(|table| table.is_shown());
        let shown = shown.chain(others.map(|table| (table, false)));
        let tables = shown.filter_map(|(table, paired)| {
            let seen = views.get(&table.room)?;
            let pupil = |pupil: usize| state.pupils[pupil].name.clone();
            Some(seen.table(table, paired.then_some(&pupil), boards))
        });
        Ok(ClassView {
            code: state.code.clone(),
            plan: state.plan.clone(),
            round: state.rounds.len() as u32,
            paused: state.paused,
            ended: state.ended,
            standing: state.rows(now),
            tables: tables.collect(),
            teacher: false,
            before: None,
            you: own.map(|own| ClassYou {
                pupil: own as u32,
                name: state.pupils[own].name.clone(),
                room: mine.map(|table| table.room.clone()),
                seats: mine.map_or_else(Vec::new, |table| seat_tokens(table, own)),
                opened: opened.map(|(room, seats)| ClassOpened { room, seats }),
                left: state
                    .others
                    .iter()
                    .filter(|table| table.left && table.seats.contains(&Some(own)))
                    .map(|table| table.room.clone())
                    .collect(),
            }),
        })
    }

    /// Decides how the class plays.
    fn decide(&self, plan: ClassPlan) -> Result<(), ApiError> {
        if self.is_over() {
            return Err(ApiError::ClassOver);
        }
        let refuse = |problem: &str| Err(ApiError::Unplayable(problem.to_owned()));
        if !(1..=10).contains(&plan.cap) {
            return refuse("the highest level has to be from 1 to 10");
        }
        let seats = seats_of(&plan.game)?;
        match (plan.form, seats) {
            (ClassForm::Free, _)
            | (ClassForm::Swiss | ClassForm::RoundRobin, 2)
            | (ClassForm::Fours, pairing::FOUR) => {}
            (ClassForm::Fours, _) => return refuse("groups of four need a game with four seats"),
            _ => return refuse("pairs need a game with two seats"),
        }
        self.state().decide(plan);
        Ok(())
    }

    /// Takes a pupil out: AIs of the highest level play on for them at tables of the class.
    async fn remove(&self, hub: &Arc<Hub>, pupil: usize) -> Result<(), ApiError> {
        // Nobody who was taken out sits down at a table that is being opened.
        let _beginning = self.beginning.lock().await;
        let _opening = self.opening.lock().await;
        let removed = self.state().remove(pupil);
        let (rooms, out) = removed.ok_or(ApiError::NoPupil)?;
        self.keep(hub).await?;
        let level = self.cap();
        for room in rooms {
            let out = out.clone();
            match hub.tell(&room, Command::TakeOut { out, level }).await {
                // A room that was deleted is no table any more.
                Ok(()) | Err(ApiError::NoRoom) => {}
                Err(error) => tracing::error!(%room, %error, "a seat stays with who was taken out"),
            }
        }
        Ok(())
    }

    /// Begins the round after so many, once: every seating gets a table.
    async fn begin_round(&self, hub: &Arc<Hub>, after: u32) -> Result<(), ApiError> {
        let _beginning = self.beginning.lock().await;
        if self.is_over() {
            return Err(ApiError::ClassOver);
        }
        let rounds = self.state().rounds.len();
        if after as usize != rounds {
            return Err(ApiError::RoundBegun);
        }
        // What is over by now counts.
        self.look(hub).await?;
        let now = hub.now().date;
        let (plan, seatings) = {
            let mut state = self.state();
            (state.plan.clone(), state.next_round(now))
        };
        if seatings.is_empty() {
            return Err(ApiError::NobodyHere);
        }
        let mut round = Vec::new();
        for seats in seatings {
            round.push(self.open_table(hub, &plan.game, seats, plan.cap).await?);
        }
        self.state().rounds.push(round);
        self.keep(hub).await
    }

    /// Opens a table at which these pupils sit, AIs on the other seats.
    async fn open_table(
        &self,
        hub: &Arc<Hub>,
        game: &str,
        seats: Seating,
        level: u8,
    ) -> Result<KeptTable, ApiError> {
        let ai = Occupant::Level { level };
        let table = self.table(hub, game, seats, &ai, true).await?;
        hub.view(&table.room).await?;
        Ok(table)
    }

    async fn table(
        &self,
        hub: &Arc<Hub>,
        game: &str,
        seats: Seating,
        others: &Occupant,
        paired: bool,
    ) -> Result<KeptTable, ApiError> {
        let (name, start) = (game.to_owned(), String::new());
        let open = move |_: &Store| crate::api::open(&name, &start);
        let (name, table) = hub.aside(open).await?;
        let now = hub.now();
        let mut sittings = Vec::new();
        for seat in &seats {
            sittings.push(match (seat, others) {
                (Some(pupil), _) => {
                    let (name, person) = self.state().identity(*pupil);
                    Sitting::person(name, person, now)
                }
                (None, Occupant::Open) => Sitting::Open,
                (None, ai) => Room::ai(hub.roster(), &name, ai)?,
            });
        }
        let mut room = Room::new(
            NewRoom {
                name,
                table,
                sittings,
                clock: None,
                assist: !paired,
                grace: hub.grace(),
                roster: Arc::clone(hub.roster()),
            },
            now,
        );
        if paired {
            // Those who meet play against each other from the start, whoever is not there yet.
            room.note_people();
        }
        let mut tokens = vec![None; seats.len()];
        for (seat, token) in room.seat_tokens() {
            tokens[usize::from(seat)] = Some(token);
        }
        let opened = KeptTable {
            room: room.id().clone(),
            record: room.record().clone(),
            game: game.to_owned(),
            seats,
            tokens,
            ranks: None,
            given_up: false,
            opened: false,
            more: Vec::new(),
            closed: false,
            left: false,
        };
        hub.add(room);
        Ok(opened)
    }
}

/// Returns how many seats a game has.
fn seats_of(game: &str) -> Result<usize, ApiError> {
    Ok(crate::api::open(game, "")?.1.seats().len())
}

/// Returns what a pupil may show at a table.
fn seat_tokens(table: &KeptTable, own: usize) -> Vec<SeatToken> {
    let seats = (0u8..).zip(&table.seats).zip(&table.tokens);
    seats
        .filter(|((_, pupil), _)| **pupil == Some(own))
        .filter_map(|((seat, _), token)| {
            let token = token.clone()?;
            Some(SeatToken { seat, token })
        })
        .collect()
}

fn new_code() -> String {
    let mut left = token::seed();
    let letter = || {
        let count = LETTERS.len() as u64;
        let letter = LETTERS[(left % count) as usize];
        left /= count;
        char::from(letter)
    };
    std::iter::repeat_with(letter).take(4).collect()
}
