//! Simulated people: players of all strengths whose moves do not depend on the clock.

use players::library;

use crate::Error;
use crate::file_of;
use lab::contender::Contender;

/// Players of the other papers that look a little ahead.
const LIBRARY: [&str; 12] = [
    "random",
    "p1-kn",
    "p1-st",
    "p1-ct",
    "p1-cn",
    "p1-bp",
    "p1-final",
    "p4-level-1",
    "p4-level-2",
    "p4-level-3",
    "p4-level-4",
    "p4-level-5",
];

/// The levels made to play like people, where they are part of the library.
const LEVELS: &str = "level-reversi-";

/// Nodes a second of P4's program: what a limit of time is turned into.
const NODES_A_SECOND: f64 = 0.75e6;

/// From this depth on a person takes long.
const DEEP: u32 = 6;

/// A simulated person.
pub(super) struct Person {
    pub(super) contender: Contender,
    /// What its player file says of it.
    pub(super) about: String,
    /// Takes long, and so plays a tenth of the games.
    pub(super) slow: bool,
}

/// Returns all persons; without the slow ones, if it has to be quick.
pub(super) fn people(quick: bool) -> Result<Vec<Person>, Error> {
    let levels = library::names().into_iter();
    let mut levels: Vec<_> = levels.filter(|name| name.starts_with(LEVELS)).collect();
    // What is drawn for a person follows from its place.
    levels.sort_unstable();
    let mut all = Vec::new();
    for name in LIBRARY.into_iter().chain(levels) {
        let contender = Contender::named(name)?;
        if file_of(&contender).1.plays("reversi-8x8") {
            let person = Person::new(contender);
            all.extend((!(quick && person.slow)).then_some(person));
        }
    }
    Ok(all)
}

impl Person {
    /// Creates a person whose moves are the same on every machine: a limit of time becomes one of
    /// depth, if there is one too, or else of nodes.
    fn new(mut contender: Contender) -> Self {
        let own = &file_of(&contender).1.limits;
        if let Some(time) = own.time {
            match own.depth {
                Some(depth) => contender.limits.depth = Some(depth),
                None => {
                    let nodes = (time.as_secs_f64() * NODES_A_SECOND) as u64;
                    contender.limits.nodes = Some(nodes.max(1));
                }
            }
        }
        let depth = contender
            .limits
            .depth
            .or(file_of(&contender).1.limits.depth);
        Self {
            about: file_of(&contender).1.about.clone(),
            slow: depth.is_some_and(|depth| depth >= DEEP) || contender.limits.nodes.is_some(),
            contender,
        }
    }
}
