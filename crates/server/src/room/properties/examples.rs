//! Stories with a known end.

use std::collections::BTreeSet;

use records::TimeControl;

use super::Op;
use super::tables::{act, alone, person, two_people};
use super::trial::{trial, trial_from};
use crate::protocol::board::PlyKind;
use crate::protocol::room::{Occupant, Status};
use crate::protocol::socket::Action;
use crate::room::wanted::Task;

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
fn a_level_is_beaten_only_whole() {
    let level = |level| Action::Give {
        seat: 1,
        to: Occupant::Level { level },
    };
    let mut trial = alone(1);
    trial.run(&Op::Right { choice: 0 });
    trial.run(&Op::Think);
    trial.run(&act(0, level(10)));
    assert_eq!(trial.movers(), [None, Some("level 1".to_owned())]);
    assert_eq!(trial.sitters()[1].level, None);
    assert!(trial.sitters()[1].player.is_some());
    // Before it has moved it can be changed.
    let mut trial = alone(1);
    trial.run(&act(0, level(2)));
    trial.run(&Op::Right { choice: 0 });
    trial.run(&Op::Think);
    assert_eq!(trial.sitters()[1].level, Some(2));
    // A game that had ended keeps its opponents.
    let mut trial = alone(1);
    trial.run(&Op::Right { choice: 0 });
    trial.run(&act(0, Action::Resign { seat: 0 }));
    assert!(trial.followed.result.is_some());
    let undo = Action::Undo {
        seat: 0,
        agree: true,
    };
    trial.run(&act(0, undo));
    assert!(trial.followed.result.is_none());
    let refused = trial.room.act(0, level(10), trial.now());
    assert_eq!(refused.unwrap_err().code(), "held");
    let open = Action::Give {
        seat: 1,
        to: Occupant::Open,
    };
    let refused = trial.room.act(0, open, trial.now());
    assert_eq!(refused.unwrap_err().code(), "held");
    // The next game is another one.
    trial.run(&Op::Right { choice: 0 });
    trial.run(&act(0, Action::Resign { seat: 0 }));
    let rematch = Action::Rematch {
        seat: 0,
        agree: true,
        rotate: false,
    };
    trial.run(&act(0, rematch));
    trial.run(&act(0, level(10)));
    assert_eq!(trial.sitters()[1].level, Some(10));
}

#[test]
fn no_clock_runs_before_a_move_was_made_here() {
    let clock = Some(TimeControl::Increment {
        main: 10,
        increment: 0,
    });
    let mut trial = trial_from("othello", "f5d6", clock);
    assert_eq!(trial.followed.plies.len(), 2);
    for client in 0..2 {
        trial.run(&Op::Connect {
            client,
            tokens: 0,
            host: client == 0,
        });
        trial.run(&act(client, Action::Take { seat: client as u8 }));
    }
    assert_eq!(trial.followed.clocks.as_ref().unwrap().running, None);
    trial.run(&Op::Wait { ms: 60_000 });
    assert_eq!(trial.followed.plies.len(), 2);
    trial.run(&Op::Right { choice: 0 });
    assert_eq!(trial.followed.clocks.as_ref().unwrap().running, Some(1));
    trial.run(&act(1, Action::Free { seat: 1 }));
    assert_eq!(trial.followed.clocks.as_ref().unwrap().running, Some(1));
    trial.run(&Op::Wait { ms: 10_000 });
    assert_eq!(trial.followed.result.as_ref().unwrap().ranks, [1, 2]);
}

#[test]
fn clocks_stand_still_with_the_games() {
    let clock = Some(TimeControl::Increment {
        main: 4,
        increment: 0,
    });
    let mut trial = two_people(clock);
    trial.run(&Op::Wait { ms: 1_000 });
    trial.stand_still(true);
    let shown = trial.followed.clocks.clone().unwrap();
    assert_eq!((shown.left[1], shown.running), (3_000, None));
    trial.run(&Op::Wait { ms: 60_000 });
    assert!(trial.followed.result.is_none());
    trial.stand_still(false);
    assert_eq!(trial.followed.clocks.as_ref().unwrap().running, Some(1));
    trial.run(&Op::Wait { ms: 2_999 });
    assert!(trial.followed.result.is_none());
    trial.run(&Op::Wait { ms: 1 });
    assert_eq!(trial.followed.result.as_ref().unwrap().ranks, [1, 2]);
}

#[test]
fn names_are_told_now_and_then() {
    let mut trial = trial("othello", None);
    for client in 0..3 {
        trial.run(&Op::Connect {
            client,
            tokens: 0,
            host: false,
        });
    }
    for _ in 0..2 {
        trial.run(&Op::Wait { ms: 3_000 });
    }
    let before = trial.room.log.seq();
    let rename = |number: u32| Action::Rename {
        name: format!("name {number}"),
    };
    let mut done = 0;
    for number in 0..20 {
        done += u32::from(trial.room.act(0, rename(number), trial.now()).is_ok());
        trial.run(&Op::Wait { ms: 0 });
    }
    assert_eq!(done, 5);
    assert_eq!(trial.room.log.seq(), before + 1, "one message for all");
    assert_eq!(trial.room.next_tick(), Some(7_000));
    trial.run(&Op::Wait { ms: 1_000 });
    assert_eq!(trial.room.log.seq(), before + 2);
    assert!(trial.followed.spectators.contains(&"name 4".to_owned()));
    assert_eq!(trial.room.next_tick(), None);
    trial.run(&Op::Wait { ms: 1_000 });
    assert!(trial.room.act(0, rename(21), trial.now()).is_ok());
}

#[test]
fn a_game_that_was_won_against_somebody_is_not_played_on_alone() {
    let undo = || Action::Undo {
        seat: 0,
        agree: true,
    };
    let claim = || Op::Action {
        client: 0,
        action: Action::Claim { seat: 1 },
    };
    // The rival stood up.
    let mut trial = two_people(None);
    trial.run(&Op::Action {
        client: 1,
        action: Action::Free { seat: 1 },
    });
    trial.run(&claim());
    assert!(trial.followed.result.is_some());
    let refused = trial.room.act(0, undo(), trial.now());
    assert_eq!(refused.unwrap_err().code(), "finished");
    // The rival is away, and a player moves in their name: no move is taken back behind their back.
    let mut trial = two_people(None);
    trial.run(&Op::Disconnect { client: 1 });
    trial.run(&Op::Wait { ms: 31_000 });
    trial.run(&Op::Action {
        client: 0,
        action: Action::Give {
            seat: 1,
            to: Occupant::Player {
                player: "random".to_owned(),
            },
        },
    });
    trial.run(&Op::Think);
    assert_eq!(trial.followed.plies.len(), 2);
    trial.run(&Op::Action {
        client: 0,
        action: undo(),
    });
    assert_eq!(trial.followed.undo.as_ref().unwrap().waiting, [1]);
    trial.run(&claim());
    let refused = trial.room.act(0, undo(), trial.now());
    assert_eq!(refused.unwrap_err().code(), "finished");
    assert_eq!(trial.record(), [person(0), person(1)]);
    // Another game begins without them, and is theirs only once they are back.
    trial.run(&Op::Action {
        client: 0,
        action: Action::Rematch {
            seat: 0,
            agree: true,
            rotate: false,
        },
    });
    assert_eq!(trial.followed.number, 2);
    assert_eq!(trial.record()[1].1, None);
    assert_ne!(trial.record()[1].0, "client 1");
    assert_eq!(trial.come_back(1).seats, [1]);
    assert_eq!(trial.record(), [person(0), person(1)]);
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

#[test]
fn a_hint_is_for_the_position_it_was_asked_at() {
    let mut trial = trial("reversi-4x4", None);
    let act = |action| Op::Action { client: 0, action };
    trial.run(&Op::Connect {
        client: 0,
        tokens: 0,
        host: false,
    });
    for seat in 0..2 {
        trial.run(&act(Action::Take { seat }));
    }
    trial.run(&act(Action::Hint));
    assert!(matches!(
        trial.room.wanted(),
        Some(Task::Hint { ply: 0, .. })
    ));
    // Whoever moves without waiting for it has decided.
    trial.run(&Op::Right { choice: 0 });
    assert_eq!(trial.room.wanted(), None);
    // Nor is it wanted once the move it was asked after is taken back.
    trial.run(&act(Action::Hint));
    assert!(trial.room.wanted().is_some());
    trial.run(&act(Action::Undo {
        seat: 0,
        agree: true,
    }));
    assert_eq!(trial.room.wanted(), None);
}
