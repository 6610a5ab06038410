//! The room as the page sees it. What only holders may know is not in it.

use records::Reason;

use super::{Now, Room, Sitting};
use crate::protocol::http::Positions;
use crate::protocol::room::{self, Clocks, GameResult, NoteView, RoomView};

impl Room {
    pub(super) fn clocks(&self, now: Now) -> Option<Clocks> {
        self.clock.as_ref().map(|clock| clock.view(now.ms))
    }

    /// The result with what players did on purpose.
    pub(super) fn result_view(&self) -> Option<GameResult> {
        let notes = self.notes.iter().map(|(seat, note)| NoteView {
            ply: note.ply as u32 + 1,
            seat: *seat,
            kind: super::saved::note_name(note.kind).to_owned(),
            cost: note.cost,
        });
        let result = self.result.as_ref()?;
        Some(result_view(result, notes.collect()))
    }

    /// All of it.
    pub(crate) fn view(&self, now: Now) -> RoomView {
        RoomView {
            room: self.id.clone(),
            game: self.name.to_string(),
            seats: self.table.seats(),
            number: self.number,
            status: self.status(),
            chairs: self.chairs.iter().map(Sitting::view).collect(),
            spectators: self.spectators(),
            position: self.table.view(self.table.plies().len(), true),
            plies: self.table.plies().to_vec(),
            clock: self.clock_setup,
            clocks: self.clocks(now),
            assist: self.assist,
            undo: self.undo.as_ref().map(super::Asking::view),
            rematch: self.rematch.as_ref().map(super::Asking::view),
            result: self.result_view(),
            record: self.record.clone(),
        }
    }

    /// Boards of earlier plies.
    pub(crate) fn positions(&self, from: usize, to: usize) -> Positions {
        positions(&*self.table, from, to)
    }
}

/// A result as the page sees it.
pub(crate) fn result_view(result: &records::GameResult, notes: Vec<NoteView>) -> GameResult {
    GameResult {
        ranks: result.ranks.clone(),
        scores: result.scores.clone(),
        reason: match result.reason {
            Reason::Played => room::Reason::Played,
            Reason::Resigned => room::Reason::Resigned,
            Reason::Time => room::Reason::Time,
        },
        by: result.by,
        notes,
    }
}

/// At most a hundred positions at a time.
pub(crate) fn positions(table: &dyn crate::table::Table, from: usize, to: usize) -> Positions {
    let plies = table.plies().len();
    let last = to.min(plies).min(from.saturating_add(99));
    Positions {
        positions: (from..=last).map(|ply| table.view(ply, false)).collect(),
        plies: plies as u32,
    }
}
