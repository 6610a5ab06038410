//! A contender at the table: a player for each of its seats. Whatever one does, there is an answer:
//! a move, or how it failed.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use players::{Choice, FileError, Maker, Playable, Player, PlayerError, Program, Turn};
use rules::PerSeat;
use search::{Limits, Report};

use crate::contender::Contender;
use crate::run::Why;

/// A contender at a table.
pub(super) struct Seated<'a, G: Playable> {
    pub(super) contender: &'a Contender,
    pub(super) limits: Limits,
    pub(super) players: Players<G>,
}

impl<'a, G: Playable> Seated<'a, G> {
    /// Checks that the contender plays this game, and makes no player yet.
    pub(super) fn new(contender: &'a Contender, limits: Limits) -> Result<Self, FileError> {
        Ok(Self {
            contender,
            limits,
            players: Players::of(G::maker(&contender.player_file())?),
        })
    }
}

/// The players of a contender, which stay for all games of a table.
pub(super) struct Players<G: Playable> {
    maker: Maker<G>,
    /// One for each seat the contender holds in a game, made when it is asked for the first time.
    seats: Vec<Option<Box<dyn Player<G>>>>,
}

impl<G: Playable> Players<G> {
    pub(super) fn of(maker: Maker<G>) -> Self {
        Self {
            maker,
            seats: Vec::new(),
        }
    }

    /// Starts a new game for the players, so that a game does not depend on those before it.
    pub(super) fn new_game(&mut self) {
        for seat in &mut self.seats {
            if let Some(mut player) = seat.take()
                && quietly(|| player.new_game()).is_ok()
            {
                *seat = Some(player);
            }
        }
    }

    /// Asks the player of one of its seats, by number, for a move.
    pub(super) fn choose(
        &mut self,
        which: usize,
        turn: &mut Turn<'_, G>,
    ) -> Result<Choice<G::Move>, Why> {
        let (position, seat) = (turn.position, turn.position.turn());
        if position.is_out(seat) {
            // Only a pass is left. Its player failed, and would fail again.
            let values = PerSeat::all(position.facts().seats, 0);
            return Ok(Choice::best(Report::before(
                values,
                position.legal().to_vec(),
            )));
        }
        if self.seats.len() <= which {
            self.seats.resize_with(which + 1, || None);
        }
        let chosen = quietly(|| {
            let player = match &mut self.seats[which] {
                Some(player) => player,
                none => none.insert(self.maker.make()?),
            };
            player.choose(turn)
        });
        match chosen {
            Ok(Ok(choice)) => Ok(choice),
            Ok(Err(PlayerError::Late(reason))) => Err(Why::Late(Some(reason))),
            Ok(Err(PlayerError::Illegal(reason))) => Err(Why::Illegal(Some(reason))),
            Ok(Err(error)) => Err(Why::Crashed(error.to_string())),
            Err(message) => {
                // Its state may be broken.
                self.seats[which] = None;
                Err(Why::Crashed(message))
            }
        }
    }

    /// Returns what the program calls itself, if it is one and was started.
    pub(super) fn program(&self) -> Option<Program> {
        let mut players = self.seats.iter().flatten();
        players.find_map(|player| player.program())
    }
}

thread_local! {
    /// Whether a panic of this thread is caught and reported in the results.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Calls something that may panic; its message goes into the results and not to stderr.
fn quietly<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    QUIET.set(false);
    result.map_err(|payload| {
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned());
        text.or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "it panicked".to_owned())
    })
}
