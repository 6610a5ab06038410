//! One game on the table: its line, and what players make of it.

use std::fmt::Display;
use std::sync::{Arc, OnceLock};

use players::{Measure, Note, Playable, Turn};
use rules::line::{self, Event, Exit, GameLine};
use rules::{PerSeat, Seat};
use search::{Limits, Report};

use super::seat_player::SeatPlayer;
use super::{Choosing, MoveError, StartError, Table, Thought, Values, Valuing};
use crate::board_view::Drawn;
use crate::protocol::board::{Ply, PlyKind, PositionView, SeatView};
use crate::protocol::socket::{MoveValue, Trust, Unit};
use crate::roster::Guest;

/// A game line, and its plies as the page sees them.
pub(super) struct LineTable<G: Drawn + Playable> {
    name: String,
    line: GameLine<G>,
    plies: Vec<Ply>,
    /// The player of every seat that one of ours has.
    players: Vec<Option<Arc<SeatPlayer<G>>>>,
    /// Who was first asked for advice here.
    adviser: OnceLock<Arc<SeatPlayer<G>>>,
}

impl<G: Drawn + Playable> LineTable<G> {
    /// Puts a game on the table that nobody took time for.
    pub(super) fn of(name: &impl Display, line: GameLine<G>) -> Result<Box<dyn Table>, StartError> {
        let plies = line.plies().map(|ply| ply_view(&ply, 0)).collect();
        Self::with_plies(name, line, plies)
    }

    /// Puts a game on the table with what is shown of its plies, unless the page has no board for it.
    pub(super) fn with_plies(
        name: &impl Display,
        line: GameLine<G>,
        plies: Vec<Ply>,
    ) -> Result<Box<dyn Table>, StartError> {
        if !G::HAS_BOARD {
            return Err(StartError(format!("{name} has no board to play on")));
        }
        let seats = line.position().facts().seats;
        Ok(Box::new(Self {
            name: name.to_string(),
            line,
            plies,
            players: (0..seats).map(|_| None).collect(),
            adviser: OnceLock::new(),
        }))
    }

    /// Returns the adviser, who stays.
    fn adviser(&self, guest: &Guest) -> Option<Arc<SeatPlayer<G>>> {
        if self.adviser.get().is_none() {
            // Whoever comes second finds the first there.
            let _ = self.adviser.set(Arc::new(SeatPlayer::new(guest)?));
        }
        self.adviser.get().cloned()
    }

    fn now(&self) -> &G {
        self.line.position()
    }

    /// Returns the position after this many plies, or the last.
    fn at(&self, ply: usize) -> &G {
        self.line.position_at(ply).unwrap_or_else(|| self.now())
    }

    /// The last ply of the line is shown, too.
    fn show_last(&mut self, ms: u32) {
        let last = self.line.plies().next_back();
        self.plies.extend(last.map(|ply| ply_view(&ply, ms)));
    }
}

/// Returns a ply as the page sees it.
pub(super) fn ply_view<G: Drawn>(ply: &line::Ply<'_, G>, ms: u32) -> Ply {
    let announced = ply.event.as_move().copied();
    let shown = announced.map(|m| ply.before.move_view(m));
    let (text, text_ja, to, from, turned) = match shown {
        Some(shown) => (shown.text, shown.text_ja, shown.to, shown.from, shown.turns),
        None => (String::new(), None, None, None, Vec::new()),
    };
    Ply {
        number: ply.number as u32,
        seat: ply.seat.index() as u8,
        kind: match ply.event {
            Event::Move(m) if G::is_pass(m) => PlyKind::Pass,
            Event::Move(_) => PlyKind::Move,
            Event::Out(_, Exit::Resigned) => PlyKind::Resign,
            Event::Out(_, Exit::Time) => PlyKind::Time,
        },
        text,
        text_ja,
        to,
        from,
        turned,
        announcements: ply.before.announcements(announced, ply.after),
        ms,
        by: None,
    }
}

impl<G: Drawn + Playable> Table for LineTable<G> {
    fn seats(&self) -> Vec<SeatView> {
        self.now().seat_views()
    }

    fn plies(&self) -> &[Ply] {
        &self.plies
    }

    fn turn(&self) -> Option<u8> {
        let now = self.now();
        (!now.is_finished()).then(|| now.turn().index() as u8)
    }

    fn standing(&self) -> (Vec<u8>, Vec<i32>) {
        let standing = self.now().standing();
        (standing.ranks.to_vec(), standing.scores.to_vec())
    }

    fn view(&self, ply: usize, legal: bool) -> PositionView {
        let position = self.at(ply);
        let finished = position.is_finished();
        let standing = position.standing();
        let moves = if legal {
            let moves = position.legal();
            moves.iter().map(|&m| position.move_view(m)).collect()
        } else {
            Vec::new()
        };
        PositionView {
            ply: ply as u32,
            turn: (!finished).then(|| position.turn().index() as u8),
            board: position.board_view(),
            legal: moves,
            scores: standing.scores.to_vec(),
            ranks: standing.ranks.to_vec(),
            finished,
            line: position.position_text(),
        }
    }

    fn play(&mut self, text: &str, ms: u32) -> Result<(), MoveError> {
        self.line
            .play_text(text)
            .map_err(|_| MoveError(text.chars().take(20).collect()))?;
        self.show_last(ms);
        Ok(())
    }

    fn forced_pass(&self) -> Option<String> {
        let pass = self.line.forced_pass()?;
        Some(self.now().move_text(pass))
    }

    fn put_out(&mut self, seat: u8, exit: Exit) -> bool {
        let changed = self.line.put_out(Seat::new(seat.into()), exit);
        if changed {
            self.show_last(0);
        }
        changed
    }

    fn undo(&mut self, left: usize) {
        self.line.undo(left);
        self.plies.truncate(left);
    }

    fn start_line(&self) -> Option<String> {
        self.line.start_line()
    }

    fn transcript(&self) -> String {
        self.line.transcript(&self.name)
    }

    fn begin_again(&mut self, rotate: bool) {
        self.line.undo(0);
        self.plies.clear();
        if rotate {
            self.players.rotate_right(1);
        }
        let players = self.players.iter().flatten();
        players
            .chain(self.adviser.get())
            .for_each(|player| player.new_game());
    }

    fn sit(&mut self, seat: u8, guest: Option<&Guest>) {
        self.players[usize::from(seat)] = guest.and_then(SeatPlayer::new).map(Arc::new);
    }

    fn choosing(&self, seat: u8, seed: u64, notes: Vec<Note>) -> Option<Choosing> {
        let player = self.players.get(usize::from(seat))?.clone()?;
        Some(choosing(player, self.line.clone(), seed, notes))
    }

    fn advising(&self, ply: usize, adviser: &Guest) -> Option<Choosing> {
        let adviser = self.adviser(adviser)?;
        let mut line = self.line.clone();
        line.undo(ply);
        Some(choosing(adviser, line, 0, Vec::new()))
    }

    fn valuing(&self, ply: usize, adviser: &Guest) -> Option<Valuing> {
        let adviser = self.adviser(adviser)?;
        let mut line = self.line.clone();
        line.undo(ply);
        Some(Box::new(move |limits| {
            adviser.ask(|player| {
                let position = line.position();
                let all = player.consider(&mut turn(&line, 0, &[], limits, &mut |_| ()), None)?;
                let measure = player.measure(position);
                let valued = all.values.iter().map(|(m, values)| MoveValue {
                    text: position.move_text(*m),
                    values: read(values, &measure),
                    trust: Trust::of(&all.report),
                });
                let best = all.report.best().map(|m| position.move_text(m));
                Ok(Values {
                    moves: valued.collect(),
                    best: best.unwrap_or_default(),
                    unit: unit(&measure),
                })
            })
        }))
    }

    fn result(&self, unit: Unit) -> Vec<f64> {
        let standing = self.now().standing();
        match unit {
            Unit::Rank => Seat::all(standing.ranks.len())
                .map(|seat| standing.shared_rank(seat))
                .collect(),
            Unit::Discs | Unit::Points => leads(&standing.scores),
        }
    }
}

/// Returns a decision of this player in the last position of this line.
fn choosing<G: Playable>(
    player: Arc<SeatPlayer<G>>,
    line: GameLine<G>,
    seed: u64,
    notes: Vec<Note>,
) -> Choosing {
    Box::new(move |limits| {
        player.ask(|player| {
            let position = line.position();
            let choice = player.choose(&mut turn(&line, seed, &notes, limits, &mut |_| ()))?;
            let measure = player.measure(position);
            Ok(Thought {
                text: position.move_text(choice.m),
                values: choice.values().map(|values| values.to_vec()),
                worth: read(&choice.report.values, &measure),
                unit: unit(&measure),
                trust: Trust::of(&choice.report),
                note: choice.note,
            })
        })
    })
}

/// Returns the turn of whoever moves at the end of a line.
fn turn<'a, G: Playable>(
    line: &'a GameLine<G>,
    seed: u64,
    notes: &'a [Note],
    limits: &'a Limits,
    progress: &'a mut dyn FnMut(&Report<G::Move>),
) -> Turn<'a, G> {
    Turn {
        position: line.position(),
        line,
        seed,
        limits,
        notes,
        progress,
    }
}

/// Returns the values in the unit that they are shown in.
fn read(values: &PerSeat<i32>, measure: &Measure) -> Vec<f64> {
    values.iter().map(|&value| measure.read(value)).collect()
}

fn unit(measure: &Measure) -> Unit {
    match measure {
        Measure::Points => Unit::Points,
        Measure::Discs { .. } => Unit::Discs,
        Measure::Rank { .. } => Unit::Rank,
    }
}

/// Returns each seat's score less the best other's.
fn leads(scores: &[i32]) -> Vec<f64> {
    let best_other = |own: usize| {
        let others = scores.iter().enumerate().filter(|(seat, _)| *seat != own);
        others.map(|(_, &score)| score).max().unwrap_or(0)
    };
    let lead = |(seat, &score): (usize, &i32)| f64::from(score - best_other(seat));
    scores.iter().enumerate().map(lead).collect()
}
