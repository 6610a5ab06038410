//! The game as a tool has told it.

use players::{Choice, Note, Playable, Playing};
use rules::{IllegalMove, Seat};

/// A game from its start to the position the tool speaks of. A tool plays the moves, ours as well,
/// and may leave out, take back and tell again; what our player noted at its moves comes back with
/// them.
pub(super) struct Told<G: Playable> {
    start: G,
    playing: Playing<G>,
    noted: Vec<Noted<G>>,
}

/// Something our player noted when it chose a move.
struct Noted<G: Playable> {
    before: G,
    ply: usize,
    m: G::Move,
    note: Note,
}

impl<G: Playable> Told<G> {
    /// A game that starts here.
    pub(super) fn new(start: G, seed: u64) -> Self {
        Self {
            playing: Playing::new(start.clone(), seed),
            start,
            noted: Vec::new(),
        }
    }

    pub(super) fn position(&self) -> &G {
        &self.playing.position
    }

    pub(super) fn moves(&self) -> &[G::Move] {
        &self.playing.moves
    }

    /// The game so far, for a player to be asked about.
    pub(super) fn playing(&self) -> Playing<G> {
        self.playing_at(self.playing.moves.len())
            .expect("the moves were legal before")
    }

    /// The game up to this many moves.
    pub(super) fn playing_at(&self, moves: usize) -> Result<Playing<G>, IllegalMove> {
        let mut earlier = Self::new(self.start.clone(), self.playing.seed);
        for &m in &self.playing.moves[..moves] {
            let note = self.note_of(&earlier.playing, m);
            earlier.play_with(m, note)?;
        }
        Ok(earlier.playing)
    }

    /// Whether these moves go on from this game as it stands.
    pub(super) fn leads_to(&self, start: &G, moves: &[G::Move]) -> bool {
        self.start == *start && moves.starts_with(&self.playing.moves)
    }

    /// The same game, told again from its start.
    pub(super) fn tell(&mut self, start: G, moves: &[G::Move]) -> Result<(), IllegalMove> {
        let mut again = Self::new(start, self.playing.seed);
        again.noted = std::mem::take(&mut self.noted);
        for &m in moves {
            again.play(m)?;
        }
        let kept = again.playing.notes.iter().map(|(_, note)| note.ply);
        let kept: Vec<usize> = kept.collect();
        again.noted.retain(|noted| kept.contains(&noted.ply));
        *self = again;
        Ok(())
    }

    /// Back to this many moves.
    pub(super) fn take_back(&mut self, moves: usize) {
        self.playing = self.playing_at(moves).expect("the moves were legal before");
    }

    pub(super) fn play(&mut self, m: G::Move) -> Result<(), IllegalMove> {
        let note = self.note_of(&self.playing, m);
        self.play_with(m, note)
    }

    /// Remembers what was noted at a choice, in case it is played.
    pub(super) fn remember(&mut self, before: &Playing<G>, choice: &Choice<G::Move>) {
        if let Some(note) = &choice.note {
            self.noted.push(Noted {
                before: before.position.clone(),
                ply: before.moves.len(),
                m: choice.m,
                note: note.clone(),
            });
        }
    }

    fn note_of(&self, before: &Playing<G>, m: G::Move) -> Option<(Seat, Note)> {
        let fits = |noted: &&Noted<G>| {
            noted.ply == before.moves.len() && noted.m == m && noted.before == before.position
        };
        let noted = self.noted.iter().rfind(fits)?;
        Some((before.position.turn(), noted.note.clone()))
    }

    fn play_with(&mut self, m: G::Move, note: Option<(Seat, Note)>) -> Result<(), IllegalMove> {
        self.playing.position.play(m)?;
        self.playing.moves.push(m);
        self.playing.notes.extend(note);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::NoteKind;
    use rules::reversi::Othello;
    use rules::{Game, Notation};
    use search::Report;

    #[test]
    fn notes_come_back_with_the_moves_they_belong_to() {
        let start = Othello::start(&());
        let m = |text: &str| start.parse_move(text).expect("a move");
        let mut told = Told::new(start, 0);
        let choice = Choice {
            m: m("f5"),
            report: Report::before(rules::PerSeat::all(2, 0), vec![m("f5")]),
            note: Some(Note {
                ply: 0,
                kind: NoteKind::Surprise,
                cost: 3,
            }),
        };
        let before = told.playing();
        told.remember(&before, &choice);
        assert!(told.playing().notes.is_empty(), "not played yet");
        told.play(m("f5")).expect("legal");
        told.play(m("d6")).expect("legal");
        assert_eq!(told.playing().notes.len(), 1);
        told.tell(start, &[m("f5"), m("d6"), m("c3")])
            .expect("legal");
        assert_eq!(told.playing().notes.len(), 1, "the same game, told again");
        told.take_back(0);
        assert!(told.playing().notes.is_empty());
        told.play(m("d3")).expect("legal");
        assert!(told.playing().notes.is_empty(), "another move");
        told.tell(start, &[]).expect("a new game");
        told.play(m("f5")).expect("legal");
        assert!(told.playing().notes.is_empty(), "of an earlier game");
    }
}
