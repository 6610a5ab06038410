//! The game as a tool has described it.

use players::{Choice, Note, Playable, Playing};
use rules::IllegalMove;
use rules::line::{Event, GameLine};

/// A game from its start to the position the tool speaks of. A tool plays the moves, ours as well,
/// and may leave out, take back and repeat moves; what our player noted at its moves comes back
/// with them.
pub(super) struct ToldGame<G: Playable> {
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

impl<G: Playable> ToldGame<G> {
    /// Creates a game that starts here.
    pub(super) fn new(start: G, seed: u64) -> Self {
        Self {
            playing: Playing::new(start, seed),
            noted: Vec::new(),
        }
    }

    pub(super) fn position(&self) -> &G {
        self.playing.position()
    }

    pub(super) fn plies(&self) -> usize {
        self.playing.ply()
    }

    /// Returns the game so far, for a player to be asked about.
    pub(super) fn playing(&self) -> Playing<G> {
        self.playing.clone()
    }

    /// Returns the game up to this many moves.
    pub(super) fn playing_at(&self, moves: usize) -> Playing<G> {
        let mut earlier = self.playing.clone();
        earlier.undo(moves);
        earlier
    }

    /// Reports whether this game continues the one so far.
    pub(super) fn leads_to(&self, line: &GameLine<G>) -> bool {
        line.since(&self.playing.line).is_some()
    }

    /// Takes a game from its start, perhaps the same again.
    pub(super) fn tell(&mut self, line: GameLine<G>) {
        self.playing = Playing::on(line, self.playing.seed);
        let line = &self.playing.line;
        self.noted.retain(|noted| {
            line.position_at(noted.ply) == Some(&noted.before)
                && line.events().get(noted.ply) == Some(&Event::Move(noted.m))
        });
        let notes = self.noted.iter();
        self.playing.notes = notes
            .map(|noted| (noted.before.turn(), noted.note.clone()))
            .collect();
    }

    /// Goes back to this many moves.
    pub(super) fn take_back(&mut self, moves: usize) {
        self.playing.undo(moves);
    }

    pub(super) fn play(&mut self, m: G::Move) -> Result<(), IllegalMove> {
        let fits = |noted: &&Noted<G>| {
            noted.ply == self.plies() && noted.m == m && noted.before == *self.position()
        };
        let note = self.noted.iter().rfind(fits);
        let note = note.map(|noted| (noted.before.turn(), noted.note.clone()));
        self.playing.line.play(m)?;
        self.playing.notes.extend(note);
        Ok(())
    }

    /// Remembers what was noted at a choice, in case it is played.
    pub(super) fn remember(&mut self, before: &Playing<G>, choice: &Choice<G::Move>) {
        if let Some(note) = &choice.note {
            self.noted.push(Noted {
                before: before.position().clone(),
                ply: before.ply(),
                m: choice.m,
                note: note.clone(),
            });
        }
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
        let mut told = ToldGame::new(start, 0);
        let choice = Choice {
            m: m("f5"),
            report: Report::before(rules::PerSeat::all(2, 0), vec![m("f5")]),
            valued: true,
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
        let moves = [m("f5"), m("d6"), m("c3")];
        told.tell(GameLine::with_moves(start, moves).expect("legal"));
        assert_eq!(told.playing().notes.len(), 1, "the same game, told again");
        told.take_back(0);
        assert!(told.playing().notes.is_empty());
        told.play(m("d3")).expect("legal");
        assert!(told.playing().notes.is_empty(), "another move");
        told.tell(GameLine::new(start));
        told.play(m("f5")).expect("legal");
        assert!(told.playing().notes.is_empty(), "of an earlier game");
    }
}
