//! A player that gives no move: the room reports why and continues when somebody gives the seat to
//! another player, takes a move back, or lets it try again.

use super::{ClientId, Room};
use crate::protocol::room::{Event, PlayerFailure};
use crate::refusal::Refusal;
use crate::table::NoAnswer;

impl Room {
    /// Records why the player of this seat gave no move.
    pub(crate) fn ai_failed(&mut self, seat: u8, ply: u32, why: &NoAnswer) {
        let plies = self.table.plies().len() as u32;
        let sits = self
            .sitting(seat)
            .is_ok_and(|sitting| sitting.guest().is_some());
        if !sits || ply != plies || self.table.turn() != Some(seat) {
            return;
        }
        self.failure = Some(PlayerFailure {
            seat,
            code: why.code().to_owned(),
            message: why.to_string(),
        });
        self.say_failure();
    }

    pub(super) fn retry(&mut self, client: ClientId, seat: u8) -> Result<(), Refusal> {
        let asking = self.client(client)?;
        if asking.seats.is_empty() && !asking.host {
            return Err(Refusal::NotAllowed);
        }
        let failed = self.failure.as_ref().is_some_and(|f| f.seat == seat);
        if !failed {
            return Err(Refusal::NotFailed);
        }
        self.forget_failure();
        Ok(())
    }

    /// Clears the failure: the position or the player has changed, or the player may try again.
    pub(super) fn forget_failure(&mut self) {
        if self.failure.take().is_some() {
            self.say_failure();
        }
    }

    fn say_failure(&mut self) {
        let failure = self.failure.clone();
        self.say(Event::Failure { failure });
    }
}
