//! A game from its start to where it stands: every move, every seat that went out, and the position
//! after each of them. Whatever replays, takes back or writes down a game does it here.
//!
//! A *ply* of a line is a move (a pass is one) or a seat that went out; the position after any
//! number of plies can be looked up. Text goes both ways: single moves, transcripts with or without
//! a header, position lines, and the written events of a record.
//!
//! ```
//! use kaesu_rules::line::{Event, Exit, GameLine};
//! use kaesu_rules::yonin::{Rules, Yonin};
//! use kaesu_rules::{Game, GameName, Notation, Seat};
//!
//! // A game is played move by move: known moves, or moves as people write them.
//! let mut line = GameLine::<Yonin>::new(Yonin::start(&Rules::default()));
//! let first = line.position().legal()[0];
//! line.play(first)?;
//! line.play_text("c3")?;
//! assert!(line.play_text("a1").is_err());
//!
//! // A seat may go out, whoever's turn it is; that is a ply too.
//! assert!(line.put_out(Seat::new(3), Exit::Time));
//! assert_eq!(line.plies().len(), 3);
//! assert_eq!(line.events()[2], Event::Out(Seat::new(3), Exit::Time));
//! assert_eq!(line.position_at(0), Some(line.start()));
//!
//! // Plies are taken back as far as wanted.
//! line.undo(1);
//! assert_eq!(*line.position(), line.start().after(first));
//!
//! // What is written is read again.
//! let name: GameName = "yonin".parse()?;
//! let text = line.transcript(&name);
//! assert_eq!(text, "[yonin 1]d3");
//! assert_eq!(GameLine::parse(&name, &Rules::default(), &text)?, line);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod text;

pub use text::LineError;

use crate::game::{Game, IllegalMove};
use crate::notation::Notation;
use crate::outcome::Outcome;
use crate::seat::Seat;

/// What can happen in a game. `M` is a move, or a `String` where events are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event<M> {
    /// The seat whose turn it was moved, or passed.
    Move(M),
    /// A seat went out, whoever's turn it was.
    Out(Seat, Exit),
}

impl<M> Event<M> {
    /// Returns the move, if it was one.
    pub fn as_move(&self) -> Option<&M> {
        match self {
            Self::Move(m) => Some(m),
            Self::Out(..) => None,
        }
    }
}

/// Why a seat went out between moves. The rules treat both alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exit {
    /// It gave up, or failed to play on.
    Resigned,
    /// Its time was over.
    Time,
}

/// A game from its start to where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct GameLine<G: Game> {
    /// One more than there are events.
    positions: Vec<G>,
    events: Vec<Event<G::Move>>,
    /// How many of the events are moves.
    moves: usize,
}

/// One event of a line with the positions around it.
#[derive(Clone, Copy, Debug)]
pub struct Ply<'a, G: Game> {
    /// Which ply, counted from 1.
    pub number: usize,
    /// Who moved or went out.
    pub seat: Seat,
    /// What happened.
    pub event: Event<G::Move>,
    /// The position before.
    pub before: &'a G,
    /// The position after.
    pub after: &'a G,
}

impl<G: Game> GameLine<G> {
    /// Starts a game from this position.
    #[must_use]
    pub fn new(start: G) -> Self {
        Self {
            positions: vec![start],
            events: Vec::new(),
            moves: 0,
        }
    }

    /// Plays these moves from this position.
    ///
    /// # Errors
    /// Returns an error if one of them is not legal.
    pub fn with_moves(
        start: G,
        moves: impl IntoIterator<Item = G::Move>,
    ) -> Result<Self, IllegalMove> {
        let mut line = Self::new(start);
        for m in moves {
            line.play(m)?;
        }
        Ok(line)
    }

    /// Returns the position that the game started from.
    #[must_use]
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// Returns the position as it stands.
    #[must_use]
    pub fn position(&self) -> &G {
        self.positions.last().expect("there is always the start")
    }

    /// Returns the position after this many plies, or `None` if the line is shorter.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<&G> {
        self.positions.get(ply)
    }

    /// Returns the start and the position after every ply.
    #[must_use]
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// Returns what happened, one event for each ply.
    #[must_use]
    pub fn events(&self) -> &[Event<G::Move>] {
        &self.events
    }

    /// Returns the moves, without the seats that went out between them.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = G::Move> {
        self.events
            .iter()
            .filter_map(|event| event.as_move().copied())
    }

    /// Returns how many moves there are, passes included, without the seats that went out between them.
    #[must_use]
    pub const fn move_count(&self) -> usize {
        self.moves
    }

    /// Returns the plies in order.
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = Ply<'_, G>> + ExactSizeIterator {
        let around = self.positions.windows(2).zip(&self.events).enumerate();
        around.map(|(index, (around, &event))| Ply {
            number: index + 1,
            seat: match event {
                Event::Move(_) => around[0].turn(),
                Event::Out(seat, _) => seat,
            },
            event,
            before: &around[0],
            after: &around[1],
        })
    }

    /// Returns what came after an earlier state of this game, or `None` if that was another game.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Option<&[Event<G::Move>]> {
        (self.start() == earlier.start())
            .then(|| self.events.strip_prefix(&*earlier.events))
            .flatten()
    }

    /// Plays a move; an illegal one changes nothing.
    ///
    /// # Errors
    /// Returns an error if the move is not legal here.
    pub fn play(&mut self, m: G::Move) -> Result<(), IllegalMove> {
        let mut next = self.position().clone();
        next.play(m)?;
        self.push(Event::Move(m), next);
        Ok(())
    }

    /// Lets a seat go out and returns whether that changed anything: in a finished game, or for a
    /// seat that is out already, it does not, and is no ply.
    pub fn put_out(&mut self, seat: Seat, exit: Exit) -> bool {
        let mut next = self.position().clone();
        next.resign(seat);
        let changed = next != *self.position();
        if changed {
            self.push(Event::Out(seat, exit), next);
        }
        changed
    }

    /// Takes plies back until this many are left.
    pub fn undo(&mut self, plies: usize) {
        self.events.truncate(plies);
        self.moves = self.moves().count();
        self.positions.truncate(self.events.len() + 1);
    }

    /// Returns whether the game is over.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.position().is_finished()
    }

    /// Returns the result, or `None` if the game is not over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    /// Returns the pass that has to be played now, or `None` if there is another move or none.
    #[must_use]
    pub fn forced_pass(&self) -> Option<G::Move>
    where
        G: Notation,
    {
        match *self.position().legal() {
            [m] if G::is_pass(m) => Some(m),
            _ => None,
        }
    }

    fn push(&mut self, event: Event<G::Move>, position: G) {
        self.moves += usize::from(event.as_move().is_some());
        self.events.push(event);
        self.positions.push(position);
    }
}
