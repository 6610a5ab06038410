//! Stories with a known end.

use std::collections::BTreeSet;

use records::TimeControl;

use super::Op;
use super::trial::trial;
use crate::protocol::board::PlyKind;
use crate::protocol::room::{Occupant, Status};
use crate::protocol::socket::Action;

#[test]
fn a_whole_game_with_a_rematch_on_other_seats() {
    let mut trial = trial("reversi-4x4", None);
    for client in 0..2 {
        trial.run(&Op::Connect {
            client,
            tokens: 0,
            host: false,
        });
        trial.run(&Op::Action {
            client,
            action: Action::Take { seat: client as u8 },
        });
    }
    let mut guard = 0;
    while trial.room.table.turn().is_some() {
        trial.run(&Op::Right { choice: guard });
        guard += 1;
        assert!(guard < 50);
    }
    assert!(trial.followed.result.is_some());
    let rematch = |client: u64, seat, rotate| Op::Action {
        client,
        action: Action::Rematch {
            seat,
            agree: true,
            rotate,
        },
    };
    // Everybody is told what is asked, and agrees to nothing else.
    trial.run(&rematch(0, 0, false));
    let offer = trial.followed.rematch.clone().expect("it was asked");
    assert_eq!((offer.by, offer.rotate), (0, false));
    trial.run(&rematch(1, 1, true));
    let offer = trial
        .followed
        .rematch
        .clone()
        .expect("it was asked otherwise");
    assert_eq!((offer.by, offer.rotate), (1, true));
    assert_eq!((offer.agreed, offer.waiting), (vec![1], vec![0]));
    trial.run(&rematch(0, 0, true));
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
    let act = |client, action| Op::Action { client, action };
    trial.run(&connect(0));
    trial.run(&act(0, Action::Take { seat: 0 }));
    let give = Action::Give {
        seat: 1,
        to: Occupant::Player {
            player: "random".to_owned(),
        },
    };
    trial.run(&act(0, give));
    trial.run(&Op::Right { choice: 0 });
    trial.run(&Op::Think);
    assert_eq!(trial.followed.plies.len(), 2);
    let undo = |seat, agree| Action::Undo { seat, agree };
    trial.run(&act(0, undo(0, true)));
    assert!(trial.followed.plies.is_empty());

    let open = Action::Give {
        seat: 1,
        to: Occupant::Open,
    };
    trial.run(&act(0, open));
    assert_eq!(trial.room.status(), Status::Waiting);
    trial.run(&connect(1));
    trial.run(&act(1, Action::Take { seat: 1 }));
    trial.run(&Op::Right { choice: 0 });
    trial.run(&act(0, undo(0, true)));
    assert_eq!(trial.followed.undo.as_ref().unwrap().waiting, [1]);
    trial.run(&act(1, undo(1, false)));
    assert!(trial.followed.undo.is_none());
    assert_eq!(trial.followed.plies.len(), 1);
    trial.run(&act(0, undo(0, true)));
    trial.run(&act(1, undo(1, true)));
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
        trial.run(&Op::Action {
            client,
            action: Action::Take { seat: client as u8 },
        });
    }
    let give = || Op::Action {
        client: 1,
        action: Action::Give {
            seat: 0,
            to: Occupant::Player {
                player: "random".to_owned(),
            },
        },
    };
    trial.run(&give());
    assert!(trial.room.sittings[0].is_person());
    trial.run(&Op::Disconnect { client: 0 });
    trial.run(&Op::Wait { ms: 29_000 });
    trial.run(&give());
    assert!(trial.room.sittings[0].is_person());
    trial.run(&Op::Wait { ms: 2_000 });
    trial.run(&give());
    assert!(!trial.room.sittings[0].is_person());
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
            trial.run(&Op::Action {
                client,
                action: Action::Take { seat: client as u8 },
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
