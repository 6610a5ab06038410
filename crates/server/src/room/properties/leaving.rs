//! Rooms that somebody leaves, for a while or for good.

use std::collections::BTreeSet;

use records::TimeControl;

use super::Op;
use super::tables::{act, alone, person, player, two_people};
use super::trial::trial;
use crate::protocol::room::{Occupant, Status};
use crate::protocol::socket::Action;

#[test]
fn an_ai_plays_on_for_an_absent_person_after_the_grace_time() {
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
    // The seat stays the person's, and a player moves in their name.
    assert!(trial.room.sittings[0].is_person());
    trial.run(&Op::Think);
    assert_eq!(trial.followed.plies.len(), 1);
    let stand_in = trial.followed.sittings[0].stand_in.clone();
    assert_eq!(
        stand_in.and_then(|sitter| sitter.player).as_deref(),
        Some("random")
    );
    let you = trial.come_back(0);
    assert_eq!(you.seats, [0]);
    assert_eq!((you.away[0].seat, you.away[0].moves), (0, 1));
    assert_eq!(trial.followed.sittings[0].stand_in, None);
}

#[test]
fn nobody_stops_the_clock_by_leaving() {
    let clock = Some(TimeControl::Increment {
        main: 10,
        increment: 0,
    });
    for leave in [
        Action::Free { seat: 1 },
        Action::Give {
            seat: 1,
            to: Occupant::Open,
        },
    ] {
        let mut trial = two_people(clock);
        trial.run(&Op::Wait { ms: 4_000 });
        trial.run(&Op::Action {
            client: 1,
            action: leave,
        });
        assert!(trial.followed.clocks.as_ref().unwrap().running == Some(1));
        // The rival can neither sit on both sides nor claim what the clock decides.
        for action in [
            Action::Take { seat: 1 },
            Action::Give {
                seat: 1,
                to: Occupant::Me,
            },
            Action::Claim { seat: 1 },
        ] {
            assert!(trial.room.act(0, action, trial.now()).is_err());
        }
        trial.run(&Op::Wait { ms: 6_000 });
        assert_eq!(trial.followed.result.as_ref().unwrap().ranks, [1, 2]);
    }
}

#[test]
fn an_open_seat_keeps_nobody_from_moving_in_time() {
    let clock = Some(TimeControl::Increment {
        main: 10,
        increment: 0,
    });
    let mut trial = two_people(clock);
    trial.run(&Op::Right { choice: 0 });
    trial.run(&Op::Action {
        client: 1,
        action: Action::Free { seat: 1 },
    });
    assert_eq!(trial.room.status(), Status::Playing);
    trial.run(&Op::Right { choice: 0 });
    assert_eq!(trial.followed.plies.len(), 3);
}

#[test]
fn an_ai_between_people_is_nobodys_brake() {
    let mut trial = trial("yonin", None);
    for client in 0..2 {
        trial.run(&Op::Connect {
            client,
            tokens: 0,
            host: client == 0,
        });
        trial.run(&Op::Action {
            client,
            action: Action::Take { seat: client as u8 },
        });
    }
    let give = |seat, to| Action::Give { seat, to };
    let random = || Occupant::Player {
        player: "random".to_owned(),
    };
    for seat in [2, 3] {
        trial.run(&Op::Action {
            client: 0,
            action: give(seat, random()),
        });
    }
    trial.run(&Op::Right { choice: 0 });
    for to in [Occupant::Open, Occupant::Me, random()] {
        let refused = trial.room.act(0, give(2, to), trial.now());
        assert_eq!(refused.unwrap_err().code(), "rival");
    }
    // One that fails can be replaced.
    trial.run(&Op::Right { choice: 0 });
    trial.run(&Op::Fail);
    trial.run(&Op::Action {
        client: 0,
        action: give(2, random()),
    });
    trial.run(&Op::Think);
    assert_eq!(trial.followed.plies.len(), 3);
}

#[test]
fn a_person_who_is_away_loses_by_claim_and_never_the_seat_to_another() {
    let mut trial = two_people(None);
    let claim = || Action::Claim { seat: 1 };
    assert_eq!(
        trial.room.act(0, claim(), trial.now()).unwrap_err().code(),
        "present"
    );
    trial.run(&Op::Disconnect { client: 1 });
    trial.run(&Op::Wait { ms: 29_000 });
    assert_eq!(
        trial.room.act(0, claim(), trial.now()).unwrap_err().code(),
        "present"
    );
    trial.run(&Op::Wait { ms: 2_000 });
    for to in [Occupant::Me, Occupant::Open] {
        let refused = trial.room.act(0, Action::Give { seat: 1, to }, trial.now());
        assert_eq!(refused.unwrap_err().code(), "held");
    }
    // Whoever only watches has no claim.
    trial.run(&Op::Connect {
        client: 3,
        tokens: 0,
        host: false,
    });
    assert_eq!(
        trial.room.act(3, claim(), trial.now()).unwrap_err().code(),
        "not-allowed"
    );
    trial.run(&Op::Action {
        client: 0,
        action: claim(),
    });
    assert_eq!(trial.followed.result.as_ref().unwrap().ranks, [1, 2]);
    assert_eq!(trial.come_back(1).seats, [1]);
}

#[test]
fn who_stands_up_from_a_game_against_others_keeps_it() {
    let leave = [
        Action::Free { seat: 1 },
        Action::Give {
            seat: 1,
            to: Occupant::Player {
                player: "random".to_owned(),
            },
        },
    ];
    for leave in leave {
        let mut trial = two_people(None);
        trial.run(&Op::Right { choice: 0 });
        trial.run(&Op::Action {
            client: 1,
            action: leave,
        });
        let rename = Action::Rename {
            name: "client 0".to_owned(),
        };
        trial.run(&Op::Action {
            client: 0,
            action: rename,
        });
        assert_eq!(trial.record(), [person(0), person(1)]);
    }
    // Another person who sits down plays on, and what they do names them.
    let mut trial = two_people(None);
    trial.run(&act(1, Action::Free { seat: 1 }));
    trial.run(&Op::Connect {
        client: 2,
        tokens: 0,
        host: false,
    });
    trial.run(&act(2, Action::Take { seat: 1 }));
    trial.run(&Op::Right { choice: 0 });
    trial.run(&act(2, Action::Resign { seat: 1 }));
    assert!(trial.followed.result.is_some());
    assert_eq!(trial.record(), [person(0), person(1)]);
    let stranger = Some("client 2".to_owned());
    assert_eq!(trial.movers(), [None, stranger.clone(), stranger]);
    // Whoever comes back has never been away.
    let mut trial = two_people(None);
    trial.run(&act(1, Action::Free { seat: 1 }));
    trial.run(&act(1, Action::Take { seat: 1 }));
    trial.run(&Op::Right { choice: 0 });
    assert_eq!(trial.record(), [person(0), person(1)]);
    assert_eq!(trial.movers(), [None, None]);
}

#[test]
fn no_move_is_taken_back_while_somebody_has_stood_up() {
    let mut trial = two_people(None);
    trial.run(&Op::Right { choice: 0 });
    trial.run(&act(1, Action::Free { seat: 1 }));
    let undo = || Action::Undo {
        seat: 0,
        agree: true,
    };
    let refused = trial.room.act(0, undo(), trial.now());
    assert_eq!(refused.unwrap_err().code(), "held");
    let give = Action::Give {
        seat: 1,
        to: player("random"),
    };
    trial.run(&act(0, give));
    trial.run(&Op::Right { choice: 0 });
    trial.run(&Op::Think);
    let refused = trial.room.act(0, undo(), trial.now());
    assert_eq!(refused.unwrap_err().code(), "held");
    // What the player does is not said to be theirs.
    assert_eq!(trial.record(), [person(0), person(1)]);
    let ai = trial.followed.sittings[1].sitter.clone().unwrap().name;
    assert_eq!(trial.movers(), [None, None, None, Some(ai)]);
}

#[test]
fn moves_of_a_player_in_somebodys_name_are_named() {
    // One's own seat given away, between people.
    let mut trial = two_people(None);
    trial.run(&Op::Right { choice: 0 });
    let give = Action::Give {
        seat: 0,
        to: Occupant::Level { level: 1 },
    };
    trial.run(&act(0, give));
    trial.run(&Op::Think);
    assert_eq!(trial.record(), [person(0), person(1)]);
    let level = Some("level 1".to_owned());
    assert_eq!(trial.movers(), [None, None, level]);
    // A stand-in for who is away.
    let mut trial = two_people(None);
    trial.run(&Op::Disconnect { client: 1 });
    trial.run(&Op::Wait { ms: 31_000 });
    let give = Action::Give {
        seat: 1,
        to: Occupant::Level { level: 1 },
    };
    trial.run(&act(0, give));
    trial.run(&Op::Think);
    let level = Some("level 1".to_owned());
    assert_eq!(trial.movers(), [None, level]);
    // A person in the place of a player that has moved.
    let mut trial = alone(1);
    trial.run(&Op::Right { choice: 0 });
    trial.run(&Op::Think);
    let open = Action::Give {
        seat: 1,
        to: Occupant::Open,
    };
    trial.run(&act(0, open));
    trial.run(&Op::Connect {
        client: 1,
        tokens: 0,
        host: false,
    });
    trial.run(&act(1, Action::Take { seat: 1 }));
    assert_eq!(trial.record(), [person(0), person(1)]);
    let level = Some("level 1".to_owned());
    assert_eq!(trial.movers(), [None, level]);
}

#[test]
fn before_people_have_begun_the_seat_of_somebody_away_is_taken_by_who_asks_for_it() {
    let mut trial = trial("yonin", None);
    for client in 0..2 {
        trial.run(&Op::Connect {
            client,
            tokens: 0,
            host: client == 0,
        });
        trial.run(&act(client, Action::Take { seat: client as u8 }));
    }
    let leave = Op::Disconnect { client: 1 };
    let come_back = Op::Connect {
        client: 1,
        tokens: 0b10,
        host: false,
    };
    trial.run(&leave);
    trial.run(&come_back);
    assert_eq!(trial.room.clients[&1].seats, BTreeSet::from([1]));
    trial.run(&leave);
    trial.run(&Op::Wait { ms: 31_000 });
    let to = Occupant::Me;
    trial.run(&act(0, Action::Give { seat: 1, to }));
    assert_eq!(trial.room.clients[&0].seats, BTreeSet::from([0, 1]));
    // The secret of the seat is another one by now.
    trial.run(&come_back);
    assert_eq!(trial.room.clients[&1].seats, BTreeSet::new());
}
