//! Whatever anybody sends in whatever order, a room keeps its promises.

use proptest::prelude::*;
use records::TimeControl;
use trial::trial;

use crate::protocol::room::Occupant;
use crate::protocol::socket::Action;

mod examples;
mod leaving;
mod tables;
mod trial;

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
    Action {
        client: u64,
        action: Action,
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

fn action() -> impl Strategy<Value = Action> {
    let seat = 0u8..5;
    prop_oneof![
        seat.clone().prop_map(|seat| Action::Take { seat }),
        seat.clone().prop_map(|seat| Action::Free { seat }),
        seat.clone().prop_map(|seat| Action::Retry { seat }),
        seat.clone().prop_map(|seat| Action::Claim { seat }),
        (seat.clone(), occupant()).prop_map(|(seat, to)| Action::Give { seat, to }),
        (seat.clone(), 0u32..9, "\\PC{0,4}").prop_map(|(seat, ply, text)| Action::Move {
            seat,
            ply,
            text
        }),
        (seat.clone(), any::<bool>()).prop_map(|(seat, agree)| Action::Undo { seat, agree }),
        seat.clone().prop_map(|seat| Action::Resign { seat }),
        (seat, any::<bool>(), any::<bool>()).prop_map(|(seat, agree, rotate)| Action::Rematch {
            seat,
            agree,
            rotate
        }),
        Just(Action::Hint),
        any::<bool>().prop_map(|on| Action::Evaluate { on }),
        "\\PC{0,60}".prop_map(|name| Action::Rename { name }),
        Just(Action::Ping),
    ]
}

fn op() -> impl Strategy<Value = Op> {
    let client = 0u64..5;
    prop_oneof![
        2 => (client.clone(), any::<u8>(), any::<bool>())
            .prop_map(|(client, tokens, host)| Op::Connect { client, tokens, host }),
        1 => client.clone().prop_map(|client| Op::Disconnect { client }),
        4 => (client.clone(), action()).prop_map(|(client, action)| Op::Action { client, action }),
        2 => (client, 0u8..5, any::<usize>())
            .prop_map(|(client, seat, choice)| Op::Legal { client, seat, choice }),
        6 => any::<usize>().prop_map(|choice| Op::Right { choice }),
        4 => Just(Op::Think),
        1 => Just(Op::Fail),
        1 => (0u64..40_000).prop_map(|ms| Op::Wait { ms }),
    ]
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
