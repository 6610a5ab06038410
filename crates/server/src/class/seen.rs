//! A table as the boards of a class show it: one of the round with the game that was paired, whatever is played there
//! afterwards.

use records::Sitter;
use store::{GameId, Store};

use super::state::{Ended, KeptTable};
use crate::error::ApiError;
use crate::protocol::board::{PositionView, SeatView};
use crate::protocol::class::ClassTable;
use crate::protocol::room::RoomView;
use crate::table;

/// What was seen of a game.
#[derive(Clone)]
pub(super) struct Seen {
    pub(super) record: GameId,
    sitters: Vec<Option<Sitter>>,
    seats: Vec<SeatView>,
    position: PositionView,
    /// How it ended, once it is over.
    pub(super) ended: Option<Ended>,
}

impl From<RoomView> for Seen {
    fn from(view: RoomView) -> Self {
        let sittings = view.sittings.into_iter();
        Self {
            record: view.record,
            sitters: sittings.map(|sitting| sitting.sitter).collect(),
            seats: view.seats,
            position: view.position,
            ended: view.result.as_ref().map(Into::into),
        }
    }
}

impl Seen {
    /// Returns a game as it is kept, if it was not deleted.
    pub(super) fn kept(store: &Store, record: &GameId) -> Result<Option<Self>, ApiError> {
        let Some(game) = store.game(record)? else {
            return Ok(None);
        };
        let (_, table) = table::open_saved(&game).map_err(|error| store.damaged(record, &error))?;
        Ok(Some(Self {
            record: record.clone(),
            sitters: game.header.seats.into_iter().map(Some).collect(),
            seats: table.seats(),
            position: table.view(table.plies().len(), false),
            ended: game.result.as_ref().map(Into::into),
        }))
    }

    /// Returns the table with this game; pupils who were paired are called as the class calls them.
    pub(super) fn table(
        &self,
        table: &KeptTable,
        pupil: Option<&dyn Fn(usize) -> String>,
        boards: bool,
    ) -> ClassTable {
        let sits = |seat: usize| table.seats.get(seat).copied().flatten();
        let names = self.sitters.iter().enumerate().map(|(seat, sitter)| {
            let own = pupil.zip(sits(seat)).map(|(pupil, own)| pupil(own));
            own.or_else(|| Some(sitter.as_ref()?.name.clone()))
        });
        let levels = self.sitters.iter();
        let levels = levels.map(|sitter| sitter.as_ref().and_then(|sitter| sitter.level));
        ClassTable {
            room: table.room.clone(),
            record: table.record.clone(),
            game: table.game.clone(),
            paired: pupil.is_some(),
            names: names.collect(),
            levels: levels.collect(),
            seats: self.seats.clone(),
            turn: self.position.turn,
            scores: self.position.scores.clone(),
            ranks: table.ranks.clone(),
            board: boards.then(|| self.position.board.clone()),
        }
    }
}
