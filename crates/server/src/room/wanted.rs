//! What AIs have to think about in a room. It depends on the room's state alone: whatever is no
//! longer wanted can be stopped.

use std::collections::BTreeSet;
use std::time::Duration;

use records::Sitter;
use store::GameId;

use super::{ClientId, Room};
use crate::protocol::room::Status;
use crate::protocol::socket::Message;
use crate::refusal::Refusal;
use crate::table::{Choosing, Thought, Values, Valuing};

/// Something to think about, and for which position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// The move of an AI, which is nobody's any more once somebody else sits there.
    Move {
        record: GameId,
        ply: u32,
        seat: u8,
        sitter: Sitter,
    },
    /// A hint for whoever asked.
    Hint { record: GameId, ply: u32 },
    /// The values of all legal moves.
    Values { record: GameId, ply: u32 },
}

/// A task with all that is needed for it.
pub(crate) struct Work {
    pub(crate) what: What,
    /// The time that it may take.
    pub(crate) time: Duration,
    /// Whether another program does it.
    pub(crate) program: bool,
    /// Who does it, by a name that tells how long it usually takes.
    pub(crate) player: String,
}

/// What is to be done.
pub(crate) enum What {
    /// Decide a move.
    Choose(Choosing),
    /// Value all moves.
    Value(Valuing),
}

impl Work {
    /// Something that one of our players does.
    fn ours(what: What, time: Duration, player: &str) -> Self {
        Self {
            what,
            time,
            program: false,
            player: player.to_owned(),
        }
    }
}

/// The most a move may take, whatever the player would like.
const MOST: Duration = Duration::from_secs(10);
/// What a hint takes at most.
const HINT: Duration = Duration::from_secs(3);
/// What the values of all moves of a position take together.
const VALUES: Duration = Duration::from_secs(2);

impl Room {
    /// Returns what has to be thought about now. In a room without watchers, nothing.
    pub(crate) fn wanted(&self) -> Option<Task> {
        let record = self.record.clone();
        let ply = self.table.plies().len() as u32;
        let turn = self.table.turn()?;
        if !self.is_watched() {
            return None;
        }
        let failed = self.failure.as_ref().is_some_and(|f| f.seat == turn);
        if let Some(sitter) = self.sittings[usize::from(turn)].player()
            && !failed
            && !self.is_missing(turn)
            && self.status() == Status::Playing
        {
            return Some(Task::Move {
                record,
                ply,
                seat: turn,
                sitter: sitter.clone(),
            });
        }
        if !self.hints.is_empty() {
            return Some(Task::Hint { record, ply });
        }
        let evaluated = self.clients.values().any(|client| client.evaluates);
        (evaluated && self.valued != Some(ply)).then_some(Task::Values { record, ply })
    }

    /// Returns for whom a task is: whoever asked, or, for a move, somebody who plays, if any of them is here.
    pub(crate) fn asks_for(&self, task: &Task) -> Option<ClientId> {
        let first = |wants: fn(&super::Client) -> bool| {
            let mut clients = self.clients.iter();
            clients.find(|(_, client)| wants(client)).map(|(&id, _)| id)
        };
        match task {
            Task::Move { .. } => {
                first(|client| !client.seats.is_empty()).or_else(|| first(|_| true))
            }
            Task::Hint { .. } => self.hints.first().copied(),
            Task::Values { .. } => first(|client| client.evaluates),
        }
    }

    /// Returns what is needed for the task that is wanted now.
    pub(crate) fn work(&self, task: &Task) -> Option<Work> {
        let ply = self.table.plies().len();
        match task {
            Task::Move { seat, .. } => {
                let guest = self.sittings[usize::from(*seat)].guest()?;
                let own = self.notes.iter().filter(|(by, _)| by == seat);
                let notes = own.map(|(_, note)| note.clone()).collect();
                let choosing = self.table.choosing(*seat, self.seed, notes)?;
                // Whoever brought another program said how long it may take.
                let program = guest.file.program();
                let most = program.map_or(MOST, |spec| spec.start_timeout + spec.move_timeout);
                let time = self.clock.as_ref().map_or(most, |clock| {
                    most.min(Duration::from_millis(clock.allowance(*seat)))
                });
                Some(Work {
                    what: What::Choose(choosing),
                    time,
                    program: program.is_some(),
                    player: format!("{} in {}", guest.name, self.name),
                })
            }
            Task::Hint { .. } => {
                let adviser = self.roster.adviser(&self.name)?;
                let what = What::Choose(self.table.advising(ply, &adviser)?);
                Some(Work::ours(what, HINT, "a hint"))
            }
            Task::Values { .. } => {
                let adviser = self.roster.adviser(&self.name)?;
                let what = What::Value(self.table.valuing(ply, &adviser)?);
                Some(Work::ours(what, VALUES, "values"))
            }
        }
    }

    pub(super) fn ask_hint(&mut self, client: ClientId) -> Result<(), Refusal> {
        if !self.assist {
            return Err(Refusal::NoAssist);
        }
        if self.client(client)?.seats.is_empty() {
            return Err(Refusal::NotYours);
        }
        if self.status() == Status::Finished {
            return Err(Refusal::Finished);
        }
        if self.roster.adviser(&self.name).is_none() {
            return Err(Refusal::UnknownPlayer);
        }
        self.hints.insert(client);
        Ok(())
    }

    pub(super) fn evaluate(&mut self, client: ClientId, on: bool) -> Result<(), Refusal> {
        if on && !self.assist && self.status() != Status::Finished {
            return Err(Refusal::NoAssist);
        }
        let asking = self.clients.get_mut(&client).ok_or(Refusal::NotAllowed)?;
        asking.evaluates = on;
        if on {
            self.valued = None;
        }
        Ok(())
    }

    /// The position has changed: what was asked about the one before is not wanted any more.
    pub(super) fn forget_advice(&mut self) {
        self.valued = None;
        self.hints.clear();
    }

    /// Sends a hint to all who asked.
    pub(crate) fn hint_found(&mut self, ply: u32, thought: &Thought) {
        for client in std::mem::take(&mut self.hints) {
            let message = Message::Hint {
                ply,
                text: thought.text.clone(),
                values: thought.worth.clone(),
                unit: thought.unit,
                trust: thought.trust,
            };
            self.tell(client, message);
        }
    }

    /// The question could not be answered: whoever asked is sent the reason.
    pub(crate) fn advice_failed(&mut self, task: &Task, message: &str) {
        let asked = match task {
            Task::Hint { .. } => std::mem::take(&mut self.hints),
            _ => BTreeSet::new(),
        };
        if let Task::Values { ply, .. } = task {
            self.valued = Some(*ply);
        }
        for client in asked {
            self.tell(client, Refusal::NoAdvice(message.to_owned()).answer(None));
        }
    }

    /// Sends the values of the moves of a position.
    pub(crate) fn values_found(&mut self, ply: u32, values: &Values, done: bool) {
        if done {
            self.valued = Some(ply);
        }
        let asking = self.clients.iter().filter(|(_, client)| client.evaluates);
        let asking: Vec<ClientId> = asking.map(|(&id, _)| id).collect();
        for client in asking {
            let message = Message::Values {
                ply,
                moves: values.moves.clone(),
                unit: values.unit,
                done,
            };
            self.tell(client, message);
        }
    }
}
