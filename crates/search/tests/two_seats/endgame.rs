//! Search to the end of the game is exact.

use kaesu_search::pvs::{Options, Pvs};
use kaesu_search::{Limits, Search, SearchAll};
use rules::reversi::{Bits, Board, Board4x4, Board6x6, Board8x8, Othello, Reversi};
use rules::{Game, Notation};

use crate::positions;
use crate::scores::Discs;
use crate::searches::{all, check_line, minimax};

fn endgame<B: Board>() -> Pvs<Reversi<B>, Discs> {
    Pvs::new(Discs, Options::endgame())
}

/// Positions with just so many empty squares.
fn late<B: Board>(empties: u32, games: usize, seed: u64) -> Vec<Reversi<B>> {
    let mut random = positions::random(seed);
    (0..games)
        .flat_map(|_| positions::game::<Reversi<B>>(&(), &mut random))
        .filter(|position| position.empties().len() == empties)
        .collect()
}

fn check<B: Board>(position: &Reversi<B>) {
    let full = minimax(Discs, None).search(position, &Limits::default(), &mut |_| ());
    assert!(full.exact);
    let mut searches = all(Discs, None);
    searches.push(("endgame".to_owned(), Box::new(endgame::<B>())));
    for (name, mut search) in searches {
        let report = search.search(position, &Limits::default(), &mut |_| ());
        assert!(report.exact && !report.stopped, "{name}");
        assert_eq!(report.values, full.values, "{name} at\n{position}");
        assert_eq!(report.best(), full.best(), "{name} at\n{position}");
        check_line(position, &report, &Discs);
    }
}

#[test]
fn the_smallest_board_is_solved() {
    // White wins 4 x 4 by 11 discs to 3, a known fact, and gets the two squares that stay empty.
    let start = Reversi::<Board4x4>::start(&());
    check(&start);
    let report = endgame().search(&start, &Limits::default(), &mut |_| ());
    assert_eq!(report.values.to_vec(), [-10, 10]);
}

#[test]
fn late_positions_equal_minimax_to_the_end() {
    for (empties, games) in [(3, 60), (6, 60), (7, 20)] {
        late::<Board6x6>(empties, games, 41).iter().for_each(check);
        late::<Board8x8>(empties, games, 42).iter().for_each(check);
    }
}

/// Positions of the FFO suite, with every legal move and its exact score, the best first.
fn ffo(count: usize) -> impl Iterator<Item = (Othello, Vec<(String, i32)>)> {
    include_str!("../../../../problems/ffo.obf")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .take(count)
        .map(|line| {
            let position = Othello::parse_position(&(), line).expect("the suite is sound");
            let scores = line.split(';').filter_map(|part| {
                let (m, score) = part.trim().split_once(':')?;
                Some((m.to_lowercase(), score.parse().ok()?))
            });
            (position, scores.collect())
        })
}

#[test]
fn published_endgames_have_their_published_scores() {
    let mut search = endgame::<Board8x8>();
    for (position, moves) in ffo(19) {
        let report = search.search(&position, &Limits::default(), &mut |_| ());
        let best = position.move_text(report.best().unwrap());
        assert!(report.exact);
        assert_eq!(report.value(position.turn()), moves[0].1, "{position}");
        assert!(moves.contains(&(best, moves[0].1)), "{position}");
    }
}

#[test]
fn published_endgames_have_the_published_score_of_every_move() {
    let mut search = endgame::<Board8x8>();
    for (position, mut moves) in ffo(4) {
        let all = search.all_moves(&position, &Limits::default());
        let mut found: Vec<_> = all
            .values
            .into_iter()
            .map(|(m, value)| (position.move_text(m), value))
            .collect();
        found.sort();
        moves.sort();
        assert_eq!(found, moves, "{position}");
    }
}
