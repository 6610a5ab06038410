//! The room as the page sees it. What only holders may know is not in it.

use players::Note;

use super::{Now, Room, Sitting};
use crate::protocol::http::Positions;
use crate::protocol::room::{Clocks, NoteView, RoomView};

impl Room {
    pub(super) fn clocks(&self, now: Now) -> Option<Clocks> {
        self.clock.as_ref().map(|clock| clock.view(now.ms))
    }

    /// Returns what players did on purpose, once the game is over.
    pub(super) fn told_notes(&self) -> Vec<NoteView> {
        match self.result {
            Some(_) => note_views(&self.notes),
            None => Vec::new(),
        }
    }

    /// Returns the whole view.
    pub(crate) fn view(&self, now: Now) -> RoomView {
        RoomView {
            room: self.id.clone(),
            game: self.name.to_string(),
            seats: self.table.seats(),
            number: self.number,
            status: self.status(),
            sittings: self.sittings.iter().map(Sitting::view).collect(),
            spectators: self.said_spectators.clone(),
            position: self.table.view(self.table.plies().len(), true),
            plies: self.table.plies().to_vec(),
            clock: self.time_control,
            clocks: self.clocks(now),
            assist: self.assist,
            counts: false,
            undo: self.undo.as_ref().map(super::Asking::view),
            rematch: self.rematch.as_ref().map(super::Asking::view),
            failure: self.failure.clone(),
            result: self.result.clone(),
            notes: self.told_notes(),
            record: self.record.clone(),
        }
    }

    /// Returns the boards of earlier plies.
    pub(crate) fn positions(&self, from: usize, to: usize) -> Positions {
        positions(&*self.table, from, to)
    }
}

/// Returns what players did on purpose, as the page sees it.
pub(crate) fn note_views(notes: &[(u8, Note)]) -> Vec<NoteView> {
    let views = notes.iter().map(|(seat, note)| NoteView {
        ply: note.ply as u32 + 1,
        seat: *seat,
        kind: note.kind.name().to_owned(),
        cost: note.cost,
    });
    views.collect()
}

/// Limits a range to a hundred positions.
pub(crate) fn positions(table: &dyn crate::table::Table, from: usize, to: usize) -> Positions {
    let plies = table.plies().len();
    let last = to.min(plies).min(from.saturating_add(99));
    Positions {
        positions: (from..=last).map(|ply| table.view(ply, false)).collect(),
        plies: plies as u32,
    }
}
