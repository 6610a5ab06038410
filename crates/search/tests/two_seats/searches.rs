//! All the searches for two seats, with all that can be switched, behind one name each.

use kaesu_search::alphabeta::{self, AlphaBeta};
use kaesu_search::pvs::{self, Pvs};
use kaesu_search::{Minimax, Report, Score, Search, SearchAll};
use rules::Game;

/// A search of any kind.
pub(crate) trait Any<G: Game>: Search<G> + SearchAll<G> {}

impl<G: Game, T: Search<G> + SearchAll<G>> Any<G> for T {}

/// Every search but minimax, with every option, by name.
pub(crate) fn all<G: Game, S: Score<G> + Copy + 'static>(
    score: S,
    shuffle: Option<u64>,
) -> Vec<(String, Box<dyn Any<G>>)> {
    let mut all: Vec<(String, Box<dyn Any<G>>)> = Vec::new();
    for (iterate, last_line_first) in [(false, false), (true, false), (true, true)] {
        let options = alphabeta::Options {
            iterate,
            last_line_first,
            shuffle,
        };
        all.push((
            format!("{options:?}"),
            Box::new(AlphaBeta::new(score, options)),
        ));
    }
    for (iterate, table) in [(false, 1), (false, 12), (true, 4), (true, 12)] {
        let options = pvs::Options {
            iterate,
            table,
            shuffle,
        };
        all.push((format!("{options:?}"), Box::new(Pvs::new(score, options))));
    }
    all
}

/// Plain minimax.
pub(crate) fn minimax<S>(score: S, shuffle: Option<u64>) -> Minimax<S> {
    Minimax::new(score).shuffled(shuffle)
}

/// Checks that the line can be played and leads to the value that the report gives: the line of a
/// search for two seats is whole, even where values came from memory.
pub(crate) fn check_line<G: Game>(root: &G, report: &Report<G::Move>, score: &impl Score<G>) {
    let mut position = root.clone();
    for &m in &report.line {
        position.play(m).expect("a line is legal");
    }
    let value = if position.is_finished() {
        score.result(&position, root.turn())
    } else {
        assert_eq!(report.line.len(), report.depth as usize);
        let value = score.score(&position);
        if position.turn() == root.turn() {
            value
        } else {
            -value
        }
    };
    assert_eq!(value, report.value(root.turn()), "of {:?}", report.line);
}
