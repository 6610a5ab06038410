use super::*;

/// Plain negamax over the rules of 8×8 with the edge out of bounds.
fn plain(board: Board) -> i32 {
    let moves = board.moves() & BOARD;
    if moves == 0 {
        let passed = board.passed();
        return if passed.moves() & BOARD == 0 {
            end(board)
        } else {
            -plain(passed)
        };
    }
    let squares = (0..64).filter(|square| moves >> square & 1 == 1);
    let after = squares.filter_map(|square| board.play(square));
    after.map(|next| -plain(next)).max().expect("a move")
}

/// The position after a haphazard game with so many empty squares left, if it goes so far.
fn position(seed: u64, empties: u32) -> Option<Board> {
    let mut board = START;
    let mut random = seed;
    while (board.empties() & BOARD).count_ones() > empties {
        let moves = board.moves() & BOARD;
        if moves == 0 {
            board = board.passed();
            if board.moves() & BOARD == 0 {
                return None;
            }
            continue;
        }
        random = rules::hash::mix(random);
        let nth = random % u64::from(moves.count_ones());
        let square = (0..64)
            .filter(|square| moves >> square & 1 == 1)
            .nth(nth as usize)?;
        board = board.play(square)?;
    }
    (board.moves() & BOARD != 0).then_some(board)
}

#[test]
fn endgames_are_worth_what_plain_search_says() {
    let mut solver = Solver::new(4, &Limits::default());
    let boards = (0..60).filter_map(|seed| position(seed, 6 + (seed % 4) as u32));
    let mut solved = 0;
    for board in boards {
        let found = solver.solve(board).expect("nothing stops it");
        assert_eq!(found.score, plain(board), "{board:?}");
        let next = board.play(found.square.expect("a move")).expect("legal");
        assert_eq!(-plain(next), found.score, "{board:?}");
        solved += 1;
    }
    assert!(solved > 30);
}

#[test]
fn larger_ones_do_not_depend_on_the_table() {
    for seed in 0..6 {
        let Some(board) = position(seed, 13) else {
            continue;
        };
        let large = Solver::new(16, &Limits::default()).solve(board);
        let small = Solver::new(1, &Limits::default()).solve(board);
        let score = |solved: Option<Solved>| solved.expect("nothing stops it").score;
        assert_eq!(score(large), score(small));
    }
}

#[test]
fn it_stops_when_it_is_told() {
    assert_eq!(Solver::new(1, &Limits::nodes(200_000)).solve(START), None);
}
