//! Three fixed games at the start of every shard: a wrong build, or a processor on which a kernel
//! plays other moves, is found before its lines are among those of others.

use std::sync::OnceLock;

use crate::contender::Contender;
use crate::experiment::{Experiment, Keep, Kind, Seating};
use crate::jobs::JobRange;
use crate::opening::Openings;
use crate::plan::Problem;
use crate::run::{FileSum, write_lines};

/// A game, who sits on all its seats, and how many these are: the engine, a search with playouts and
/// one for mates. All of them are bounded by something else than time.
const GAMES: [(&str, &str, usize); 3] = [
    ("othello", "kaesu-3", 2),
    ("yonin", "level-yonin-3", 4),
    ("yonin-shogi", "level-yonin-shogi-4", 4),
];

/// Returns what the fixed games come to on this machine.
pub(super) fn probe() -> Result<&'static str, Problem> {
    static KNOWN: OnceLock<String> = OnceLock::new();
    if let Some(known) = KNOWN.get() {
        return Ok(known);
    }
    let mut sum = FileSum::default();
    for (game, player, seats) in GAMES {
        let experiment = fixed(game, player, seats);
        write_lines(&experiment, JobRange::new(0, 1), 1, &mut |line| {
            sum.add(line.as_bytes());
        })?;
    }
    Ok(KNOWN.get_or_init(|| sum.end()))
}

fn fixed(game: &str, player: &str, seats: usize) -> Experiment {
    let player = Contender::named(player).expect("it comes with the program");
    Experiment {
        seating: Seating::Rotations,
        games: seats as u64,
        openings: Openings::Random { plies: 4 },
        keep: Keep {
            values: true,
            nodes: true,
            times: false,
        },
        ..Experiment::new(
            game.parse().expect("a game of ours"),
            Kind::Match,
            vec![player; seats],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use crate::run::is_reproducible;

    #[test]
    fn the_fixed_games_can_be_repeated() {
        for (game, player, seats) in GAMES {
            let experiment = fixed(game, player, seats);
            let plan = Plan::new(&experiment).expect("it can be played");
            assert!(is_reproducible(&experiment, &plan), "{game}");
        }
        assert_eq!(probe().expect("it is played").len(), 64);
    }
}
