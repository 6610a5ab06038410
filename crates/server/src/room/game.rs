//! The game itself: moves, forced passes, resignations, flags, the end.

use players::Note;
use records::{Entry, GameResult, Out, Reason};
use rules::line::Exit;
use store::Save;

use super::{ClientId, Now, Room};
use crate::protocol::board::{Ply, PlyKind};
use crate::protocol::room::{Event, Status};
use crate::refusal::Refusal;
use crate::table::{Manner, NoAnswer, Thought};

/// What is known of a ply besides the ply itself.
#[derive(Default)]
struct Beside {
    values: Option<Vec<i32>>,
    note: Option<players::Note>,
}

impl Room {
    pub(super) fn person_moves(
        &mut self,
        client: ClientId,
        seat: u8,
        ply: u32,
        text: &str,
        now: Now,
    ) -> Result<(), Refusal> {
        self.holds(client, seat)?;
        self.is_turn_of(seat, ply)?;
        self.play(text, Beside::default(), now)
    }

    /// An AI has decided. A move that comes too late is ignored.
    pub(crate) fn ai_moves(&mut self, seat: u8, ply: u32, thought: Thought, now: Now) {
        let sits = self
            .sitting(seat)
            .is_ok_and(|sitting| sitting.guest().is_some());
        if !sits || self.is_turn_of(seat, ply).is_err() {
            return;
        }
        let beside = Beside {
            values: thought.values,
            note: thought.note,
        };
        if let Err(refusal) = self.play(&thought.text, beside, now) {
            let guest = self.sittings[usize::from(seat)].guest();
            let why = NoAnswer::Failed {
                who: guest.map_or_else(String::new, |guest| guest.title().to_owned()),
                how: Manner::Illegal,
                why: refusal.to_string(),
            };
            self.ai_failed(seat, ply, &why);
        }
    }

    /// Refuses unless this seat may move now, with this many plies played.
    fn is_turn_of(&self, seat: u8, ply: u32) -> Result<(), Refusal> {
        match self.status() {
            Status::Finished => return Err(Refusal::Finished),
            Status::Waiting => return Err(Refusal::Waiting),
            Status::Playing => {}
        }
        if ply as usize != self.table.plies().len() {
            return Err(Refusal::Late);
        }
        if self.table.turn() != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        Ok(())
    }

    fn play(&mut self, text: &str, beside: Beside, now: Now) -> Result<(), Refusal> {
        let ms = now.ms.saturating_sub(self.turn_since);
        self.table
            .play(text, ms.min(u64::from(u32::MAX)) as u32)
            .map_err(|error| Refusal::Illegal(error.0))?;
        if let Some(clock) = &mut self.clock {
            clock.moved(now.ms);
        }
        self.note_people();
        self.played(beside, now);
        Ok(())
    }

    /// Applies what follows from the last ply, forced passes included.
    fn played(&mut self, beside: Beside, now: Now) {
        self.forget_offers();
        self.forget_failure();
        self.forget_advice();
        self.note_and_save(beside);
        let mut passes = 0;
        while let Some(pass) = self.table.forced_pass() {
            if self.table.play(&pass, 0).is_err() {
                break;
            }
            passes += 1;
            self.note_and_save(Beside::default());
        }
        self.turn_since = now.ms;
        self.run_clock(now);
        if self.table.turn().is_none() {
            self.end(now);
        }
        self.save_clocks();
        let last = self.table.plies().len();
        for number in last - passes..=last {
            let event = Event::Played {
                ply: Box::new(self.table.plies()[number - 1].clone()),
                position: self.table.view(number, number == last),
                clocks: self.clocks(now),
                result: self.result.clone().filter(|_| number == last),
                notes: if number == last {
                    self.told_notes()
                } else {
                    Vec::new()
                },
            };
            self.say(event);
        }
    }

    fn note_and_save(&mut self, beside: Beside) {
        let Some(ply) = self.table.plies().last() else {
            return;
        };
        let mut entry = entry(ply, &beside);
        let (number, seat) = (ply.number, ply.seat);
        entry.by = self.another(seat, ply.kind);
        self.movers
            .extend(entry.by.clone().map(|mover| (number, mover)));
        self.outbox.saves.push(Save::Ply {
            game: self.record.clone(),
            number,
            entry,
        });
        // The page counts the seats that went out, too.
        let ply = number as usize - 1;
        let note = beside.note.map(|note| (seat, Note { ply, ..note }));
        self.notes.extend(note);
    }

    /// Plays the passes with which a new room has to begin.
    pub(super) fn play_forced_passes(&mut self) {
        while let Some(pass) = self.table.forced_pass() {
            if self.table.play(&pass, 0).is_err() {
                break;
            }
        }
    }

    /// Saves the plies a new room began with, which nobody played here.
    pub(super) fn save_given_plies(&mut self) {
        let given = self.table.plies().iter().map(|ply| Save::Given {
            game: self.record.clone(),
            number: ply.number,
            entry: entry(ply, &Beside::default()),
        });
        self.outbox.saves.extend(given);
    }

    pub(super) fn resign(&mut self, client: ClientId, seat: u8, now: Now) -> Result<(), Refusal> {
        self.holds(client, seat)?;
        match self.status() {
            Status::Finished => Err(Refusal::Finished),
            Status::Waiting => Err(Refusal::Waiting),
            Status::Playing if self.put_out(seat, Exit::Resigned, now) => Ok(()),
            Status::Playing => Err(Refusal::Finished),
        }
    }

    pub(super) fn fall_flag(&mut self, now: Now) {
        let flag = self.clock.as_ref().and_then(crate::clock::Clock::flag);
        if let Some((seat, at)) = flag
            && at <= now.ms
        {
            self.put_out(seat, Exit::Time, now);
        }
    }

    pub(super) fn put_out(&mut self, seat: u8, exit: Exit, now: Now) -> bool {
        if let Some(clock) = &mut self.clock {
            clock.stop(now.ms);
        }
        if !self.table.put_out(seat, exit) {
            self.run_clock(now);
            return false;
        }
        self.played(Beside::default(), now);
        true
    }

    /// Starts or stops clocks: that of the seat to move runs, once the first move is made here and while
    /// all seats are taken. Between people it runs until the end, also for a seat that somebody left.
    pub(super) fn run_clock(&mut self, now: Now) {
        let begun = self.table.plies().len() > self.given as usize;
        let running = self.status() == Status::Playing && begun && !self.still;
        // Nobody loses on time because the server was started without their player.
        let turn = self.table.turn().filter(|_| running);
        let seat = turn.filter(|&seat| !self.is_missing(seat));
        if let Some(clock) = &mut self.clock
            && !seat.is_some_and(|seat| clock.runs(seat))
        {
            clock.stop(now.ms);
            clock.run(seat, now.ms);
            if seat.is_some() {
                // While the clock stood still nobody thought.
                self.turn_since = now.ms;
            }
        }
    }

    /// Lets all clocks stand still, or go on: a teacher has stopped all games for a moment.
    pub(crate) fn stand_still(&mut self, still: bool, now: Now) {
        if self.still == still {
            return;
        }
        self.still = still;
        self.run_clock(now);
        self.save_clocks();
        if let Some(turn) = self.table.turn().filter(|_| self.clock.is_some()) {
            self.say_sitting(turn, now);
        }
    }

    fn end(&mut self, now: Now) {
        let (ranks, scores) = self.table.standing();
        let last = self.table.plies().last();
        let (reason, by) = match last.map(|ply| (ply.kind, ply.seat)) {
            Some((PlyKind::Resign, seat)) => (Reason::Resigned, Some(seat)),
            Some((PlyKind::Time, seat)) => (Reason::Time, Some(seat)),
            _ => (Reason::Played, None),
        };
        let result = GameResult {
            ranks,
            scores,
            reason,
            by,
        };
        self.outbox.saves.push(Save::End {
            game: self.record.clone(),
            ended: now.date,
            result: result.clone(),
        });
        self.result = Some(result);
        // Whoever looks at the result needs no players: another game, or a move taken back, makes them
        // anew, and until then other rooms have their memory and the places of their programs.
        self.let_players_sit();
    }
}

/// Returns a ply as the record holds it.
fn entry(ply: &Ply, beside: &Beside) -> Entry {
    let (text, out) = match ply.kind {
        PlyKind::Move | PlyKind::Pass => (Some(ply.text.clone()), None),
        PlyKind::Resign => (None, Some(Out::Resigned)),
        PlyKind::Time => (None, Some(Out::Time)),
    };
    Entry {
        seat: ply.seat,
        text,
        out,
        by: None,
        ms: ply.ms,
        values: beside.values.clone(),
        note: beside.note.as_ref().map(|note| records::Note {
            kind: note.kind.name().to_owned(),
            cost: note.cost,
        }),
    }
}
