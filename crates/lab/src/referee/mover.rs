//! What decides the moves of a contender: a player of ours, or another program. Whatever it does,
//! there is an answer: a move, or how it failed.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use players::external::{Engine, EngineError};
use players::{Choice, FileError, Playable, Player, Turn};
use rules::{GameName, PerSeat};
use search::Report;

use crate::contender::{Contender, Who};
use crate::run::played::Why;

/// What decides moves.
pub(super) enum Mover<G: Playable> {
    Ours(Box<dyn Player<G>>),
    /// Another program, started when it is asked for the first time.
    Engine(Option<Box<Engine>>),
}

/// What has been played, for programs that have to be told.
pub(super) struct Told<'a> {
    pub(super) game: &'a GameName,
    pub(super) start: Option<&'a str>,
    pub(super) moves: &'a str,
}

impl<G: Playable> Mover<G> {
    pub(super) fn new(contender: &Contender) -> Result<Self, FileError> {
        Ok(match &contender.who {
            Who::File { file, .. } => Self::Ours(G::player(file)?),
            Who::Engine(_) => Self::Engine(None),
        })
    }

    /// Asks for a move.
    pub(super) fn choose(
        &mut self,
        contender: &Contender,
        turn: &mut Turn<'_, G>,
        told: &Told<'_>,
    ) -> Result<Choice<G::Move>, Why> {
        match (&mut *self, &contender.who) {
            (Self::Engine(engine), Who::Engine(spec)) => {
                let chosen = match engine {
                    Some(engine) => Ok(engine),
                    None => Engine::start(spec).map(|started| engine.insert(Box::new(started))),
                }
                .and_then(|engine| ask(engine, turn, told));
                chosen.map_err(|error| match error {
                    EngineError::Timeout { .. } | EngineError::Stopped { .. } => Why::Late,
                    other => Why::Crashed(other.to_string()),
                })
            }
            (Self::Ours(player), _) => quietly(|| player.choose(turn)).map_err(|message| {
                // What it left behind may be broken.
                *self = Self::new(contender).expect("it was made before");
                Why::Crashed(message)
            }),
            (Self::Engine(_), Who::File { .. }) => unreachable!("it was made for this contender"),
        }
    }

    /// The program, if it is one and was started.
    pub(super) fn engine(&self) -> Option<&Engine> {
        match self {
            Self::Engine(engine) => engine.as_deref(),
            Self::Ours(_) => None,
        }
    }
}

/// Asks another program, in words.
fn ask<G: Playable>(
    engine: &mut Engine,
    turn: &Turn<'_, G>,
    told: &Told<'_>,
) -> Result<Choice<G::Move>, EngineError> {
    let mut moves = Vec::new();
    let mut rest = told.moves.trim_start();
    while !rest.is_empty() {
        let (text, tail) = G::split_move(rest);
        moves.push(text.to_owned());
        rest = tail.trim_start();
    }
    let answer = engine.choose(told.game, told.start, &moves, turn.limits)?;
    let m = turn
        .position
        .parse_move(&answer.text)
        .map_err(|_| EngineError::Unreadable {
            command: engine.spec().command.clone(),
            said: answer.text.clone(),
        })?;
    let (seats, mover) = (turn.position.facts().seats, turn.position.turn());
    // What a program says of itself is from its own side.
    let value = answer.value.unwrap_or(0);
    let values = PerSeat::from_fn(seats, |seat| if seat == mover { value } else { -value });
    let mut report = Report::before(values, vec![m]);
    report.nodes = answer.nodes;
    report.time = answer.time;
    Ok(Choice {
        m,
        report,
        note: None,
    })
}

thread_local! {
    /// Whether a panic of this thread is caught and told in the results.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Calls something that may panic; what it says goes into the results and not to stderr.
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
