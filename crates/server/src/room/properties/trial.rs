//! A room with a store and a page that follow it: after every step the three have to agree.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use records::{Entry, GameResult};
use search::Limits;
use store::{GameHeader, Save, StoredGame, StoredRoom};

use super::super::wanted::{Task, What};
use super::super::*;
use super::Op;
use crate::protocol::board::PlyKind;
use crate::protocol::room::{RoomView, Status};
use crate::table;

/// Returns the players that come with the program, read once.
fn roster() -> Arc<Roster> {
    static ROSTER: OnceLock<Arc<Roster>> = OnceLock::new();
    Arc::clone(ROSTER.get_or_init(|| Arc::new(Roster::new(Vec::new(), 0))))
}

/// A store that keeps what it is given, as the database does.
#[derive(Default)]
struct Kept {
    room: Option<String>,
    clocks: Option<String>,
    games: BTreeMap<GameId, (GameHeader, Vec<Entry>, Option<GameResult>)>,
    persons: BTreeMap<GameId, Vec<Option<PersonId>>>,
}

impl Kept {
    fn save(&mut self, save: Save) {
        match save {
            Save::Room { state, .. } => self.room = Some(state),
            Save::Clocks { clocks, .. } => self.clocks = Some(clocks),
            Save::Game {
                id,
                header,
                persons,
                ..
            } => {
                self.persons.insert(id.clone(), persons);
                let fresh = ((*header).clone(), Vec::new(), None);
                let game = self.games.entry(id).or_insert(fresh);
                assert!(game.2.is_none(), "the header of a finished game is closed");
                game.0 = *header;
            }
            Save::Ply {
                game,
                number,
                entry,
            }
            | Save::Given {
                game,
                number,
                entry,
            } => {
                let moves = &mut self.games.get_mut(&game).expect("a game is saved first").1;
                assert_eq!(number as usize, moves.len() + 1);
                moves.push(entry);
            }
            Save::By { game, number, by } => {
                let moves = &mut self.games.get_mut(&game).expect("a game is saved first").1;
                let entry = &mut moves[number as usize - 1];
                assert_eq!(entry.by, None, "a move is named once");
                entry.by = Some(by);
            }
            Save::Undo { game, left } => {
                let game = self.games.get_mut(&game).expect("a game is saved first");
                game.1.truncate(left as usize);
                game.2 = None;
            }
            Save::End { game, result, .. } => {
                self.games.get_mut(&game).expect("a game is saved first").2 = Some(result);
            }
            other => panic!("a room never saves {other:?}"),
        }
    }

    fn game(&self, id: &GameId) -> Option<StoredGame> {
        let (header, moves, result) = self.games.get(id)?.clone();
        Some(StoredGame {
            header,
            room: None,
            started: 0,
            ended: None,
            result,
            moves,
        })
    }
}

pub(super) struct Trial {
    pub(super) room: Room,
    kept: Kept,
    now: Now,
    /// What a page that follows the events believes.
    pub(super) followed: RoomView,
    tokens: Vec<Token>,
    log_seq: u32,
}

pub(super) fn trial(game: &str, clock: Option<TimeControl>) -> Trial {
    trial_from(game, "", clock)
}

/// The same from a text that says how the game begins.
pub(super) fn trial_from(game: &str, start: &str, clock: Option<TimeControl>) -> Trial {
    let name: GameName = game.parse().unwrap();
    let (name, table) = table::open(&name, start).unwrap();
    let now = Now { ms: 0, date: 1 };
    let sittings = vec![Sitting::Open; table.seats().len()];
    let room = Room::new(
        NewRoom {
            roster: roster(),
            name,
            table,
            sittings,
            clock,
            assist: true,
            grace: 30_000,
        },
        now,
    );
    let followed = room.view(now);
    let mut trial = Trial {
        room,
        kept: Kept::default(),
        now,
        followed,
        tokens: Vec::new(),
        log_seq: 0,
    };
    trial.settle();
    trial
}

impl Trial {
    pub(super) fn run(&mut self, op: &Op) {
        let now = self.now;
        match op {
            Op::Connect {
                client,
                tokens,
                host,
            } => {
                if self.room.clients.contains_key(client) {
                    return;
                }
                let shown = |index: &usize| tokens >> (index % 8) & 1 == 1;
                let seats = (0..self.tokens.len()).filter(shown);
                let hello = Hello {
                    name: format!("client {client}"),
                    seats: seats.map(|index| self.tokens[index].clone()).collect(),
                    host: host.then(|| self.room.host.clone()),
                    person: PersonId::new(&format!("person {client}")),
                    ..Hello::default()
                };
                self.room.connect(*client, &hello, now);
            }
            Op::Disconnect { client } => self.room.disconnect(*client, now),
            Op::Action { client, action } => self.act(*client, action.clone()),
            Op::Legal {
                client,
                seat,
                choice,
            } => self.legal(*client, *seat, *choice),
            Op::Right { choice } => {
                let Some(turn) = self.room.table.turn() else {
                    return;
                };
                let holder = self
                    .room
                    .clients
                    .iter()
                    .find(|(_, c)| c.seats.contains(&turn));
                let client = holder.map_or(0, |(&id, _)| id);
                self.legal(client, turn, *choice);
            }
            Op::Think => self.think(),
            Op::Fail => self.fail(),
            Op::Wait { ms } => {
                self.now.ms += ms;
                self.room.tick(self.now);
            }
        }
        self.settle();
    }

    /// Returns who plays the present game by its record: name and person of each seat.
    pub(super) fn record(&self) -> Vec<(String, Option<String>)> {
        let names = self.kept.games[&self.room.record].0.seats.iter();
        let names = names.map(|sitter| sitter.name.clone());
        let persons = self.kept.persons[&self.room.record].iter();
        let persons = persons.map(|person| person.as_ref().map(|p| p.reveal().to_owned()));
        names.zip(persons).collect()
    }

    /// Returns who sat where by the record of the present game, whoever that is.
    pub(super) fn sitters(&self) -> Vec<records::Sitter> {
        self.kept.games[&self.room.record].0.seats.clone()
    }

    /// Returns the name of who made each ply by the record of the present game, where that was somebody else.
    pub(super) fn movers(&self) -> Vec<Option<String>> {
        let moves = self.kept.games[&self.room.record].1.iter();
        let by = moves.map(|entry| entry.by.as_ref().map(|sitter| sitter.name.clone()));
        by.collect()
    }

    /// Lets all games stand still, or go on.
    pub(super) fn stand_still(&mut self, still: bool) {
        self.room.stand_still(still, self.now);
        self.settle();
    }

    pub(super) fn now(&self) -> Now {
        self.now
    }

    /// Connects a client with the token of a seat, and returns what it is told.
    pub(super) fn come_back(&mut self, seat: usize) -> You {
        let hello = Hello {
            seats: self.room.sittings[seat]
                .token()
                .cloned()
                .into_iter()
                .collect(),
            ..Hello::default()
        };
        let you = self.room.connect(90, &hello, self.now);
        self.settle();
        you
    }

    fn legal(&mut self, client: u64, seat: u8, choice: usize) {
        let view = self.room.view(self.now);
        if let Some(m) = view.position.legal.iter().cycle().nth(choice % 97) {
            let action = Action::Move {
                seat,
                ply: view.position.ply,
                text: m.text.clone(),
            };
            self.act(client, action);
        }
    }

    fn act(&mut self, client: u64, action: Action) {
        let before = self.room.view(self.now);
        let held = self.room.clients.get(&client).map(|c| c.seats.clone());
        let done = self.room.act(client, action.clone(), self.now);
        if done.is_err() {
            // What is refused has changed nothing.
            let outbox = &self.room.outbox;
            assert!(outbox.saves.is_empty() && outbox.events.is_empty());
            assert_eq!(self.room.view(self.now), before);
            return;
        }
        if let Action::Move { seat, ply, text } = &action {
            assert!(
                held.is_some_and(|seats| seats.contains(seat)),
                "not his seat"
            );
            assert_eq!(before.position.turn, Some(*seat));
            assert_eq!(before.position.ply, *ply);
            assert_eq!(before.status, Status::Playing);
            assert!(!text.is_empty());
        }
    }

    fn think(&mut self) {
        let Some(task) = self.room.wanted() else {
            return;
        };
        assert!(self.room.is_watched());
        match (self.room.work(&task).map(|work| work.what), &task) {
            (Some(What::Choose(choosing)), Task::Move { seat, ply, .. }) => {
                let thought = choosing(&Limits::nodes(10)).expect("a move");
                self.room.ai_moves(*seat, *ply, thought, self.now);
            }
            (Some(What::Choose(choosing)), Task::Hint { ply, .. }) => {
                let thought = choosing(&Limits::nodes(10)).expect("a move");
                self.room.hint_found(*ply, &thought);
            }
            (Some(What::Value(mut valuing)), Task::Values { ply, .. }) => {
                let values = valuing(&Limits::nodes(10)).expect("values");
                self.room.values_found(*ply, &values, true);
            }
            (None, _) => panic!("what is wanted can be worked on"),
            _ => panic!("work fits its task"),
        }
    }

    fn fail(&mut self) {
        let wanted = self.room.wanted();
        if let Some(Task::Move { seat, ply, .. }) = wanted {
            let why = table::NoAnswer::Failed {
                who: "Somebody".to_owned(),
                how: table::Manner::Broken,
                why: "out of ideas".to_owned(),
            };
            self.room.ai_failed(seat, ply, &why);
            assert_ne!(self.room.wanted(), wanted, "nobody asks on and on");
        }
    }

    /// Saves and sends what happened; then everything has to fit together.
    fn settle(&mut self) {
        let outbox = self.room.take_outbox(self.now);
        for save in outbox.saves {
            self.kept.save(save);
        }
        let mut said = String::new();
        for event in outbox.events {
            self.follow(&event);
            said += &self.room.log.add(event);
            self.log_seq += 1;
            assert_eq!(self.room.log.seq(), self.log_seq);
        }
        for (client, message) in outbox.private {
            if let Message::Seat(seat) = &message {
                let holder = &self.room.clients[&client];
                assert!(holder.seats.contains(&seat.seat), "a token for another");
                self.tokens.push(seat.token.clone());
            }
        }
        let view = self.room.view(self.now);
        said += &serde_json::to_string(&view).unwrap();
        let mut secrets = self.tokens.iter().chain([&self.room.host]);
        assert!(secrets.all(|secret| !said.contains(secret.reveal())));
        self.agree(&view);
    }

    /// Changes what the page believes, as a page does.
    fn follow(&mut self, event: &Event) {
        let room = &mut self.followed;
        match event.clone() {
            Event::Played {
                ply,
                position,
                clocks,
                result,
                notes,
            } => {
                assert_eq!(ply.number as usize, room.plies.len() + 1);
                assert_eq!(position.ply, ply.number);
                if matches!(ply.kind, PlyKind::Move) {
                    assert_eq!(room.position.turn, Some(ply.seat));
                    assert!(room.position.legal.iter().any(|m| m.text == ply.text));
                }
                room.plies.push(*ply);
                room.position = position;
                room.clocks = clocks;
                room.result = result;
                room.notes = notes;
            }
            Event::Undone { position, clocks } => {
                assert!((position.ply as usize) < room.plies.len());
                room.plies.truncate(position.ply as usize);
                room.position = position;
                room.clocks = clocks;
                room.result = None;
                room.notes = Vec::new();
            }
            Event::Undo { offer } => room.undo = offer,
            Event::Rematch { offer } => room.rematch = offer,
            Event::Failure { failure } => room.failure = failure,
            Event::Started { room: new } => *room = *new,
            Event::Sitting {
                seat,
                sitting,
                clocks,
                ..
            } => {
                room.sittings[usize::from(seat)] = sitting;
                room.clocks = clocks;
            }
            Event::Spectators { names } => room.spectators = names,
        }
    }

    fn agree(&self, view: &RoomView) {
        // Whoever follows the events knows the room.
        let mut followed = self.followed.clone();
        followed.clocks.clone_from(&view.clocks);
        followed.status = view.status;
        assert_eq!(&followed, view);

        // A seat has one holder: one token, and only clients that know it.
        let tokens = self.room.sittings.iter().filter_map(Sitting::token);
        let tokens: Vec<&str> = tokens.map(Token::reveal).collect();
        let distinct: BTreeSet<&str> = tokens.iter().copied().collect();
        assert_eq!(tokens.len(), distinct.len());
        for client in self.room.clients.values() {
            for &seat in &client.seats {
                assert!(self.room.sittings[usize::from(seat)].is_person());
            }
        }

        // After a sudden end the room is the same.
        let stored = StoredRoom {
            state: self.kept.room.clone().expect("a room saves itself first"),
            clocks: self.kept.clocks.clone(),
        };
        let load = |record: &GameId| Ok(self.kept.game(record));
        let again = Room::load(self.room.id(), &stored, load, 30_000, &roster(), self.now).unwrap();
        assert_eq!(again.seat_tokens(), self.room.seat_tokens());
        let mut loaded = again.view(self.now);
        loaded.sittings.clone_from(&view.sittings);
        loaded.spectators.clone_from(&view.spectators);
        loaded.clocks.clone_from(&view.clocks);
        loaded.undo.clone_from(&view.undo);
        loaded.rematch.clone_from(&view.rematch);
        // Offers end with the program, and a player that failed is asked again.
        loaded.failure.clone_from(&view.failure);
        assert_eq!(&loaded, view);
    }
}
