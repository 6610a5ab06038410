//! Tables at which several stories begin, and what is done there.

use records::TimeControl;

use super::Op;
use super::trial::{Trial, trial};
use crate::protocol::room::Occupant;
use crate::protocol::socket::Action;

/// One person against a level.
pub(super) fn alone(level: u8) -> Trial {
    let mut trial = trial("othello", None);
    trial.run(&Op::Connect {
        client: 0,
        tokens: 0,
        host: true,
    });
    trial.run(&act(0, Action::Take { seat: 0 }));
    let to = Occupant::Level { level };
    trial.run(&act(0, Action::Give { seat: 1, to }));
    trial
}

/// Two people at a board, with the first move made.
pub(super) fn two_people(clock: Option<TimeControl>) -> Trial {
    let mut trial = trial("othello", clock);
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
    trial.run(&Op::Right { choice: 0 });
    trial
}

/// The name and the secret of somebody as a record has them.
pub(super) fn person(client: u64) -> (String, Option<String>) {
    (format!("client {client}"), Some(format!("person {client}")))
}

/// What a client asks for.
pub(super) fn act(client: u64, action: Action) -> Op {
    Op::Action { client, action }
}

/// Somebody who plays by this name.
pub(super) fn player(player: &str) -> Occupant {
    Occupant::Player {
        player: player.to_owned(),
    }
}
