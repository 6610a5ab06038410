//! A player that gives no move: the room says why and goes on when somebody gives the seat to
//! another player, takes a move back, or lets it try again.

use super::{ClientId, Room};
use crate::protocol::room::{Event, PlayerFailure};
use crate::refusal::Refusal;

impl Room {
    /// The player of this seat gave no move, and this is why.
    pub(crate) fn ai_failed(&mut self, seat: u8, ply: u32, message: String) {
        let plies = self.table.plies().len() as u32;
        let sits = self.chair(seat).is_ok_and(|chair| chair.guest().is_some());
        if !sits || ply != plies || self.table.turn() != Some(seat) {
            return;
        }
        self.failure = Some(PlayerFailure { seat, message });
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

    /// The position or the player is another one, or it may try again.
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
