//! A player that gives no move: the room reports why and continues when somebody gives the seat to
//! another player, takes a move back, or lets it try again. A player that this server does not have,
//! because it was started with other player files, is reported as long as it has its seat.

use super::{ClientId, Room};
use crate::protocol::room::{Event, PlayerFailure};
use crate::refusal::Refusal;
use crate::table::NoAnswer;

impl Room {
    /// Records why the player of this seat gave no move.
    pub(crate) fn ai_failed(&mut self, seat: u8, ply: u32, why: &NoAnswer) {
        let plies = self.table.plies().len() as u32;
        let guest = self.sitting(seat).ok().and_then(|sitting| sitting.guest());
        let Some(guest) = guest else {
            return;
        };
        if ply != plies || self.table.turn() != Some(seat) {
            return;
        }
        tracing::warn!(room = %self.id(), player = guest.name, "no move: {}", why.detail());
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
        self.sitting(seat)?;
        let failed = self.failure.as_ref().is_some_and(|f| f.seat == seat);
        if !failed {
            return Err(Refusal::NotFailed);
        }
        if self.is_missing(seat) {
            return Err(Refusal::UnknownPlayer);
        }
        self.forget_failure();
        Ok(())
    }

    /// Clears the failure: the position or the player has changed, or the player may try again.
    pub(super) fn forget_failure(&mut self) {
        let left = self.missing();
        if self.failure != left {
            self.failure = left;
            self.say_failure();
        }
    }

    /// Reports whether the player of this seat is one that this server does not have.
    pub(super) fn is_missing(&self, seat: u8) -> bool {
        let sitting = self.sitting(seat);
        sitting.is_ok_and(|sitting| sitting.player().is_some() && sitting.guest().is_none())
    }

    /// Returns the first seat whose player this server does not have, and what can be done.
    pub(super) fn missing(&self) -> Option<PlayerFailure> {
        let seats = 0..self.sittings.len() as u8;
        let seat = { seats }.find(|&seat| self.is_missing(seat))?;
        let sitter = self.sittings[usize::from(seat)].player()?;
        let player = sitter.player.as_deref().unwrap_or(&sitter.name);
        Some(PlayerFailure {
            seat,
            code: "missing-player".to_owned(),
            message: format!(
                "this server has no player \"{player}\"; start it with --player {player}.toml, or \
                 give the seat to another player"
            ),
        })
    }

    fn say_failure(&mut self) {
        let failure = self.failure.clone();
        self.say(Event::Failure { failure });
    }
}
