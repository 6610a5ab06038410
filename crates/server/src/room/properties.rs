//! Whatever anybody sends in whatever order, a room keeps its promises.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use proptest::prelude::*;
use records::{Entry, GameResult};
use search::Limits;
use store::{GameHeader, Save, StoredGame, StoredRoom};

use super::wanted::{Task, What};
use super::*;
use crate::protocol::board::PlyKind;
use crate::protocol::room::{Occupant, RoomView, Status};
use crate::table;

/// One thing that happens; numbers are taken modulo what there is.
#[derive(Clone, Debug)]
enum Op {
    Connect {
        client: u64,
        tokens: u8,
        host: bool,
    },
    Disconnect {
        client: u64,
    },
    Wish {
        client: u64,
        wish: Wish,
    },
    /// A move that is legal, by whoever asks for whichever seat.
    Legal {
        client: u64,
        seat: u8,
        choice: usize,
    },
    /// A move that is legal, by a client that holds the seat if there is one.
    Right {
        choice: usize,
    },
    Think,
    /// The player that has to move gives none.
    Fail,
    Wait {
        ms: u64,
    },
}

/// The players that come along, read once.
fn roster() -> Arc<Roster> {
    static ROSTER: OnceLock<Arc<Roster>> = OnceLock::new();
    Arc::clone(ROSTER.get_or_init(|| Arc::new(Roster::new(Vec::new(), 0))))
}

fn occupant() -> impl Strategy<Value = Occupant> {
    prop_oneof![
        Just(Occupant::Open),
        Just(Occupant::Me),
        (0u8..12).prop_map(|level| Occupant::Level { level }),
        Just(Occupant::Player {
            player: "random".to_owned()
        }),
        "[a-z./]{0,8}".prop_map(|player| Occupant::Player { player }),
    ]
}

fn wish() -> impl Strategy<Value = Wish> {
    let seat = 0u8..5;
    prop_oneof![
        seat.clone().prop_map(|seat| Wish::Take { seat }),
        seat.clone().prop_map(|seat| Wish::Free { seat }),
        seat.clone().prop_map(|seat| Wish::Retry { seat }),
        (seat.clone(), occupant()).prop_map(|(seat, to)| Wish::Give { seat, to }),
        (seat.clone(), 0u32..9, "\\PC{0,4}").prop_map(|(seat, ply, text)| Wish::Move {
            seat,
            ply,
            text
        }),
        (seat.clone(), any::<bool>()).prop_map(|(seat, agree)| Wish::Undo { seat, agree }),
        seat.clone().prop_map(|seat| Wish::Resign { seat }),
        (seat, any::<bool>(), any::<bool>()).prop_map(|(seat, agree, rotate)| Wish::Rematch {
            seat,
            agree,
            rotate
        }),
        Just(Wish::Hint),
        any::<bool>().prop_map(|on| Wish::Evaluate { on }),
        "\\PC{0,60}".prop_map(|name| Wish::Rename { name }),
        Just(Wish::Ping),
    ]
}

fn op() -> impl Strategy<Value = Op> {
    let client = 0u64..5;
    prop_oneof![
        2 => (client.clone(), any::<u8>(), any::<bool>())
            .prop_map(|(client, tokens, host)| Op::Connect { client, tokens, host }),
        1 => client.clone().prop_map(|client| Op::Disconnect { client }),
        4 => (client.clone(), wish()).prop_map(|(client, wish)| Op::Wish { client, wish }),
        2 => (client, 0u8..5, any::<usize>())
            .prop_map(|(client, seat, choice)| Op::Legal { client, seat, choice }),
        6 => any::<usize>().prop_map(|choice| Op::Right { choice }),
        4 => Just(Op::Think),
        1 => Just(Op::Fail),
        1 => (0u64..40_000).prop_map(|ms| Op::Wait { ms }),
    ]
}

/// A store that keeps what it is given, as the database does.
#[derive(Default)]
struct Kept {
    room: Option<String>,
    clocks: Option<String>,
    games: BTreeMap<GameId, (GameHeader, Vec<Entry>, Option<GameResult>)>,
}

impl Kept {
    fn save(&mut self, save: Save) {
        match save {
            Save::Room { state, .. } => self.room = Some(state),
            Save::Clocks { clocks, .. } => self.clocks = Some(clocks),
            Save::Game { id, header, .. } => {
                let fresh = ((*header).clone(), Vec::new(), None);
                self.games.entry(id).or_insert(fresh).0 = *header;
            }
            Save::Ply {
                game,
                number,
                entry,
            } => {
                let moves = &mut self.games.get_mut(&game).expect("a game is saved first").1;
                assert_eq!(number as usize, moves.len() + 1);
                moves.push(entry);
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

struct Trial {
    room: Room,
    kept: Kept,
    now: Now,
    /// What a page that follows the events believes.
    followed: RoomView,
    tokens: Vec<Token>,
    log_seq: u32,
}

fn trial(game: &str, clock: Option<TimeControl>) -> Trial {
    let name: GameName = game.parse().unwrap();
    let (name, table) = table::open(&name, "").unwrap();
    let now = Now { ms: 0, date: 1 };
    let chairs = vec![Sitting::Open; table.seats().len()];
    let room = Room::new(
        NewRoom {
            roster: roster(),
            name,
            table,
            chairs,
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
    fn run(&mut self, op: &Op) {
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
                    ..Hello::default()
                };
                self.room.connect(*client, &hello, now);
            }
            Op::Disconnect { client } => self.room.disconnect(*client, now),
            Op::Wish { client, wish } => self.wish(*client, wish.clone()),
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

    fn legal(&mut self, client: u64, seat: u8, choice: usize) {
        let view = self.room.view(self.now);
        if let Some(m) = view.position.legal.iter().cycle().nth(choice % 97) {
            let wish = Wish::Move {
                seat,
                ply: view.position.ply,
                text: m.text.clone(),
            };
            self.wish(client, wish);
        }
    }

    fn wish(&mut self, client: u64, wish: Wish) {
        let before = self.room.view(self.now);
        let held = self.room.clients.get(&client).map(|c| c.seats.clone());
        let done = self.room.wish(client, wish.clone(), self.now);
        if done.is_err() {
            // What is refused has changed nothing.
            let outbox = &self.room.outbox;
            assert!(outbox.saves.is_empty() && outbox.events.is_empty());
            assert_eq!(self.room.view(self.now), before);
            return;
        }
        if let Wish::Move { seat, ply, text } = &wish {
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
            self.room.ai_failed(seat, ply, "out of ideas".to_owned());
            assert_ne!(self.room.wanted(), wanted, "nobody asks on and on");
        }
    }

    /// What happened is saved and said; then everything has to fit together.
    fn settle(&mut self) {
        let outbox = self.room.take_outbox();
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
                room.plies.push(ply);
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
            Event::Chair {
                seat,
                chair,
                clocks,
                ..
            } => {
                room.chairs[usize::from(seat)] = chair;
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
        let tokens = self.room.chairs.iter().filter_map(Sitting::token);
        let tokens: Vec<&str> = tokens.map(Token::reveal).collect();
        let distinct: BTreeSet<&str> = tokens.iter().copied().collect();
        assert_eq!(tokens.len(), distinct.len());
        for client in self.room.clients.values() {
            for &seat in &client.seats {
                assert!(self.room.chairs[usize::from(seat)].is_person());
            }
        }

        // After a sudden end the room is the same.
        let stored = StoredRoom {
            state: self.kept.room.clone().expect("a room saves itself first"),
            clocks: self.kept.clocks.clone(),
        };
        let load = |record: &GameId| self.kept.game(record);
        let again = Room::load(self.room.id(), &stored, load, 30_000, &roster(), self.now).unwrap();
        assert_eq!(again.seat_tokens(), self.room.seat_tokens());
        let mut loaded = again.view(self.now);
        loaded.chairs.clone_from(&view.chairs);
        loaded.spectators.clone_from(&view.spectators);
        loaded.clocks.clone_from(&view.clocks);
        loaded.undo.clone_from(&view.undo);
        loaded.rematch.clone_from(&view.rematch);
        assert_eq!(&loaded, view);
    }
}

fn games() -> impl Strategy<Value = (&'static str, Option<TimeControl>)> {
    let clock = prop_oneof![
        Just(None),
        Just(Some(TimeControl::Increment {
            main: 30,
            increment: 5
        })),
        Just(Some(TimeControl::Byoyomi {
            main: 5,
            period: 10,
            periods: 2
        })),
    ];
    (
        prop_oneof![
            4 => Just("reversi-4x4"),
            2 => Just("yonin"),
            1 => Just("yonin-shogi"),
        ],
        clock,
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_room_keeps_its_promises(
        (game, clock) in games(),
        ops in prop::collection::vec(op(), 1..120),
    ) {
        let mut trial = trial(game, clock);
        for op in &ops {
            trial.run(op);
        }
    }
}

#[test]
fn a_whole_game_with_a_rematch_on_other_seats() {
    let mut trial = trial("reversi-4x4", None);
    for client in 0..2 {
        trial.run(&Op::Connect {
            client,
            tokens: 0,
            host: false,
        });
        trial.run(&Op::Wish {
            client,
            wish: Wish::Take { seat: client as u8 },
        });
    }
    let mut guard = 0;
    while trial.room.table.turn().is_some() {
        trial.run(&Op::Right { choice: guard });
        guard += 1;
        assert!(guard < 50);
    }
    assert!(trial.followed.result.is_some());
    let rematch = |client: u64, seat| Op::Wish {
        client,
        wish: Wish::Rematch {
            seat,
            agree: true,
            rotate: true,
        },
    };
    trial.run(&rematch(0, 0));
    assert!(trial.followed.rematch.is_some());
    trial.run(&rematch(1, 1));
    assert_eq!(trial.followed.number, 2);
    assert!(trial.followed.plies.is_empty());
    let sits = |client: u64| trial.room.clients[&client].seats.clone();
    assert_eq!(sits(0), BTreeSet::from([1]));
    assert_eq!(sits(1), BTreeSet::from([0]));
}

#[test]
fn undo_needs_the_other_person_and_none_against_an_ai() {
    let mut trial = trial("othello", None);
    let connect = |client| Op::Connect {
        client,
        tokens: 0,
        host: false,
    };
    let wish = |client, wish| Op::Wish { client, wish };
    trial.run(&connect(0));
    trial.run(&wish(0, Wish::Take { seat: 0 }));
    let give = Wish::Give {
        seat: 1,
        to: Occupant::Player {
            player: "random".to_owned(),
        },
    };
    trial.run(&wish(0, give));
    trial.run(&Op::Right { choice: 0 });
    trial.run(&Op::Think);
    assert_eq!(trial.followed.plies.len(), 2);
    let undo = |seat, agree| Wish::Undo { seat, agree };
    trial.run(&wish(0, undo(0, true)));
    assert!(trial.followed.plies.is_empty());

    let open = Wish::Give {
        seat: 1,
        to: Occupant::Open,
    };
    trial.run(&wish(0, open));
    assert_eq!(trial.room.status(), Status::Waiting);
    trial.run(&connect(1));
    trial.run(&wish(1, Wish::Take { seat: 1 }));
    trial.run(&Op::Right { choice: 0 });
    trial.run(&wish(0, undo(0, true)));
    assert_eq!(trial.followed.undo.as_ref().unwrap().waiting, [1]);
    trial.run(&wish(1, undo(1, false)));
    assert!(trial.followed.undo.is_none());
    assert_eq!(trial.followed.plies.len(), 1);
    trial.run(&wish(0, undo(0, true)));
    trial.run(&wish(1, undo(1, true)));
    assert!(trial.followed.plies.is_empty());
}

#[test]
fn an_absent_person_can_be_replaced_after_the_grace_time() {
    let mut trial = trial("yonin", None);
    for client in 0..4 {
        trial.run(&Op::Connect {
            client,
            tokens: 0,
            host: false,
        });
        trial.run(&Op::Wish {
            client,
            wish: Wish::Take { seat: client as u8 },
        });
    }
    let give = || Op::Wish {
        client: 1,
        wish: Wish::Give {
            seat: 0,
            to: Occupant::Player {
                player: "random".to_owned(),
            },
        },
    };
    trial.run(&give());
    assert!(trial.room.chairs[0].is_person());
    trial.run(&Op::Disconnect { client: 0 });
    trial.run(&Op::Wait { ms: 29_000 });
    trial.run(&give());
    assert!(trial.room.chairs[0].is_person());
    trial.run(&Op::Wait { ms: 2_000 });
    trial.run(&give());
    assert!(!trial.room.chairs[0].is_person());
    trial.run(&Op::Think);
    assert_eq!(trial.followed.plies.len(), 1);
    // The token that was good before the AI came is worth nothing now.
    trial.run(&Op::Connect {
        client: 0,
        tokens: 1,
        host: false,
    });
    assert!(trial.room.clients[&0].seats.is_empty());
}

#[test]
fn a_flag_falls_and_the_game_ends_or_goes_on() {
    let clock = Some(TimeControl::Increment {
        main: 10,
        increment: 0,
    });
    for (game, seats) in [("othello", 2), ("yonin", 4)] {
        let mut trial = trial(game, clock);
        for client in 0..seats {
            trial.run(&Op::Connect {
                client,
                tokens: 0,
                host: false,
            });
            trial.run(&Op::Wish {
                client,
                wish: Wish::Take { seat: client as u8 },
            });
        }
        // No clock runs before the first move.
        trial.run(&Op::Wait { ms: 60_000 });
        assert!(trial.followed.plies.is_empty());
        trial.run(&Op::Right { choice: 0 });
        assert_eq!(trial.room.next_tick(), Some(70_000));
        trial.run(&Op::Wait { ms: 9_999 });
        assert_eq!(trial.followed.plies.len(), 1);
        trial.run(&Op::Wait { ms: 1 });
        assert_eq!(trial.followed.plies[1].kind, PlyKind::Time);
        match (game, &trial.followed.result) {
            ("othello", Some(result)) => assert_eq!(result.ranks, [1, 2]),
            ("yonin", None) => assert_eq!(trial.room.clock.as_ref().unwrap().flag().unwrap().0, 2),
            other => panic!("{other:?}"),
        }
    }
}
