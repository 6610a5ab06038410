//! P1: the features are what the paper defines, on boards of plain rows; weights, intervals and
//! noise do what they say.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Squares, ask, candidates, move_number, named, positions, squares};
use kaesu_players::evaluation::EvaluationSpec;
use kaesu_players::evaluation::features::{Favours, Features, FeaturesSpec, UNIT};
use kaesu_players::evaluation::finished::WON;
use kaesu_players::{Playing, library};
use rules::reversi::Othello;
use rules::{Game, Notation, Seat};
use search::{Limits, Score, Worth};
use serde::Deserialize;

const EVERYTHING: &str = "
noise = 0.1
bp = { weight = 100, when = \"(1-60)\", corner = 6, near-corner = -2 }
ct = { weight = 1, when = \"[+](6-6)+[+](25-25)\" }
st = { weight = 2.5, when = \"[+](4-7)+[-](10-10)+[+](12-15)\" }
kn = { weight = 1, when = \"[+](4-7)+[-](12-13)\" }
cn = { weight = 3, when = \"(1-60)\" }
";

fn features(text: &str) -> Features {
    #[derive(Deserialize)]
    struct File {
        features: FeaturesSpec,
    }
    let text = format!("[features]\n{text}");
    Features::new(&toml::from_str::<File>(&text).unwrap().features).unwrap()
}

fn slow_position(board: &Squares, corrected: bool) -> i32 {
    let mut sum = 0;
    for (row, column) in [(0, 0), (0, 7), (7, 0), (7, 7)] {
        sum += 6 * board[row][column];
        if corrected && board[row][column] != 0 {
            continue;
        }
        let (inner_row, inner_column) = (row.clamp(1, 6), column.clamp(1, 6));
        for near in [
            board[row][inner_column],
            board[inner_row][column],
            board[inner_row][inner_column],
        ] {
            sum -= 2 * near;
        }
    }
    sum
}

fn slow_centre(board: &Squares) -> f64 {
    let mut sum = 0.0;
    for (i, row) in board.iter().enumerate() {
        for (j, &k) in row.iter().enumerate() {
            sum -= f64::from(k) * ((i as f64 - 3.5).powi(2) + (j as f64 - 3.5).powi(2));
        }
    }
    sum
}

/// Every line of the board is read from end to end, and its runs are measured.
fn slow_straight(board: &Squares) -> i32 {
    let mut lines: Vec<Vec<i32>> = board.iter().map(|row| row.to_vec()).collect();
    for column in 0..8 {
        lines.push(board.iter().map(|row| row[column]).collect());
    }
    for sum in 0..15 {
        let squares = |row: &usize| (0..8).contains(&(sum as i32 - *row as i32));
        lines.push(
            (0..8)
                .filter(squares)
                .map(|row| board[row][sum - row])
                .collect(),
        );
        lines.push(
            (0..8)
                .filter(squares)
                .map(|row| board[row][7 + row - sum])
                .collect(),
        );
    }
    let mut total = 0;
    for line in lines {
        for run in line.chunk_by(|a, b| a == b) {
            if run.len() >= 3 {
                total += run[0] * (run.len() * run.len()) as i32;
            }
        }
    }
    total
}

fn slow_candidates(board: &Squares) -> i32 {
    candidates(board, 1) - candidates(board, -1)
}

fn board(position: &Othello) -> Squares {
    squares(position.own(), position.other())
}

#[test]
fn features_equal_their_definitions() {
    let fast = features(EVERYTHING);
    let corrected = features(
        "noise = 0\nbp = { weight = 1, when = \"(1-60)\", corner = 6, near-corner = -2, \
         near-empty-corners-only = true }",
    );
    for position in positions::<Othello>(&(), 6000, 11) {
        let board = board(&position);
        let values = fast.values(&position);
        assert_eq!(values.bp, slow_position(&board, false), "{position}");
        assert_eq!(
            corrected.values(&position).bp,
            slow_position(&board, true),
            "{position}"
        );
        assert!((f64::from(values.ct_doubled) / 2.0 - slow_centre(&board)).abs() < 1e-9);
        assert_eq!(values.st, slow_straight(&board), "{position}");
        assert_eq!(values.kn, board.iter().flatten().sum::<i32>());
        assert_eq!(values.cn, slow_candidates(&board), "{position}");
    }
}

/// The colour at a place, or `None` beside the board.
fn at(board: &Squares, row: i32, column: i32) -> Option<i32> {
    let inside = (0..8).contains(&row) && (0..8).contains(&column);
    inside.then(|| board[row as usize][column as usize])
}

/// All places of the board.
fn places() -> impl Iterator<Item = (i32, i32)> {
    (0..64).map(|place| (place / 8, place % 8))
}

/// Discs of a side that are stable by the definition, looked for until no more are found.
fn slow_stable(board: &Squares, side: i32) -> i32 {
    let mut stable = [[false; 8]; 8];
    loop {
        let before = stable;
        for (row, column) in places().filter(|&(r, c)| at(board, r, c) == Some(side)) {
            let all = [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .all(|&(down, right)| {
                    let along = |way: i32| {
                        let (row, column) = (row + way * down, column + way * right);
                        match at(board, row, column) {
                            None => true,
                            Some(_) => before[row as usize][column as usize],
                        }
                    };
                    let full = (-7..=7)
                        .all(|way| at(board, row + way * down, column + way * right) != Some(0));
                    full || along(1) || along(-1)
                });
            stable[row as usize][column as usize] = all;
        }
        if stable == before {
            return stable.iter().flatten().filter(|&&is| is).count() as i32;
        }
    }
}

fn slow_frontier(board: &Squares, side: i32) -> i32 {
    let open = |row: i32, column: i32| {
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        around
            .into_iter()
            .any(|(down, right)| at(board, row + down, column + right) == Some(0))
    };
    let discs = places().filter(|&(r, c)| at(board, r, c) == Some(side));
    discs.filter(|&(row, column)| open(row, column)).count() as i32
}

fn slow_parity(board: &Squares) -> i32 {
    let mut left: Vec<(i32, i32)> = places()
        .filter(|&(r, c)| at(board, r, c) == Some(0))
        .collect();
    let mut difference = 0;
    while let Some(first) = left.pop() {
        let (mut reached, mut size) = (vec![first], 0);
        while let Some((row, column)) = reached.pop() {
            size += 1;
            for next in [
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ] {
                if let Some(index) = left.iter().position(|&place| place == next) {
                    left.swap_remove(index);
                    reached.push(next);
                }
            }
        }
        difference += if size % 2 == 1 { 1 } else { -1 };
    }
    difference
}

/// Discs diagonal to empty corners, and beside them, the other side's less one's own.
fn slow_near(board: &Squares) -> (i32, i32) {
    let (mut diagonal, mut beside) = (0, 0);
    for (row, column) in [(0, 0), (0, 7), (7, 0), (7, 7)] {
        let (inner_row, inner_column) = (row.clamp(1, 6), column.clamp(1, 6));
        if at(board, row, column) == Some(0) {
            diagonal -= at(board, inner_row, inner_column).unwrap();
            beside -= at(board, row, inner_column).unwrap() + at(board, inner_row, column).unwrap();
        }
    }
    (diagonal, beside)
}

#[test]
fn features_beyond_the_paper_equal_their_definitions() {
    let fast = features("noise = 0\nstable = { weight = 1, when = \"(1-60)\" }");
    let (mut stable, mut odd) = (0, 0);
    for position in positions::<Othello>(&(), 3000, 12) {
        let board = board(&position);
        let values = fast.values(&position);
        let both = [1, -1].map(|side| slow_stable(&board, side));
        assert_eq!(values.stable, both[0] - both[1], "{position}");
        let both = [1, -1].map(|side| slow_frontier(&board, side));
        assert_eq!(values.frontier, both[1] - both[0], "{position}");
        assert_eq!(values.parity, slow_parity(&board), "{position}");
        assert_eq!(
            (values.x_squares, values.c_squares),
            slow_near(&board),
            "{position}"
        );
        stable += i32::from(values.stable != 0);
        odd += i32::from(values.parity > 0);
    }
    assert!(stable > 100 && odd > 100, "{stable} {odd}");
}

#[test]
fn a_table_and_terms_add_what_they_say() {
    let table = "[[9, -3, 2, 1], [-3, -5, 0, 0], [2, 0, 1, 0], [1, 0, 0, 0]]";
    let mixed = features(&format!(
        "noise = 0\nbp = {{ weight = 2, when = \"(1-60)\", corner = 6, near-corner = -2, squares = {table} }}\n\
         cn = {{ weight = 3, when = \"(1-60)\" }}\nfrontier = {{ weight = 0.5, when = \"(20-60)\" }}\n\
         [[features.term]]\nof = [\"cn\", \"t\"]\nweight = 0.25\nwhen = \"(1-60)\"\n\
         [[features.term]]\nof = [\"kn\", \"kn\"]\nweight = 0.5\nwhen = \"[-](30-60)\""
    ));
    let quarter = [[9, -3, 2, 1], [-3, -5, 0, 0], [2, 0, 1, 0], [1, 0, 0, 0]];
    let folded = |place: usize| place.min(7 - place);
    for position in positions::<Othello>(&(), 2000, 13) {
        let board = board(&position);
        let t = move_number(&position);
        let mut squares = 0;
        for (row, line) in board.iter().enumerate() {
            for (column, disc) in line.iter().enumerate() {
                squares += disc * quarter[folded(row)][folded(column)];
            }
        }
        let cn = f64::from(slow_candidates(&board));
        let kn = f64::from(board.iter().flatten().sum::<i32>());
        let mut f = 2.0 * f64::from(slow_position(&board, false) + squares) + 3.0 * cn;
        f += 0.25 * cn * t as f64;
        if t >= 20 {
            f += 0.5 * f64::from(slow_frontier(&board, -1) - slow_frontier(&board, 1));
        }
        if t >= 30 {
            f -= 0.5 * kn * kn.abs();
        }
        let found = mixed.at_move(t, 1).score(&position);
        assert!(
            (f64::from(found) - f * f64::from(UNIT)).abs() < 0.5,
            "{position} {t}"
        );
    }
}

/// F with the weights and intervals of [`EVERYTHING`], for the choice of move `t`.
fn slow_f(board: &Squares, t: usize) -> f64 {
    let mut f = 100.0 * f64::from(slow_position(board, false));
    f += 3.0 * f64::from(slow_candidates(board));
    if t == 6 || t == 25 {
        f += slow_centre(board);
    }
    f += 2.5
        * f64::from(slow_straight(board))
        * match t {
            4..=7 | 12..=15 => 1.0,
            10 => -1.0,
            _ => 0.0,
        };
    let discs: i32 = board.iter().flatten().sum();
    f + f64::from(discs)
        * match t {
            4..=7 => 1.0,
            12..=13 => -1.0,
            _ => 0.0,
        }
}

#[test]
fn weights_count_in_their_intervals_and_noise_is_within_five_percent() {
    let fast = features(EVERYTHING);
    let mut spread = (0.0_f64, 0.0_f64);
    for (index, position) in positions::<Othello>(&(), 6000, 12).into_iter().enumerate() {
        let t = 1 + index % 60;
        let f = slow_f(&board(&position), t) * f64::from(UNIT);
        let value = f64::from(fast.at_move(t, 5).score(&position));
        assert!((value - f).abs() <= 0.05 * f.abs() + 1e-6, "{value} of {f}");
        if f != 0.0 {
            let part = value / f - 1.0;
            spread = (spread.0.min(part), spread.1.max(part));
        }
        assert_eq!(
            fast.at_move(t, 5).of(&position),
            Worth::Running(value as i32)
        );
    }
    assert!(spread.0 < -0.049 && spread.1 > 0.049, "{spread:?}");
}

#[test]
fn noise_follows_from_seed_game_and_position_alone() {
    let fast = features(EVERYTHING);
    let mut differing = 0;
    for position in positions::<Othello>(&(), 300, 13) {
        let value = |seed| fast.at_move(30, seed).score(&position);
        assert_eq!(value(1), value(1));
        differing += usize::from(value(1) != value(2));
    }
    assert!(differing > 200, "{differing}");
}

#[test]
fn solved_values_have_no_noise() {
    let fast = features(EVERYTHING);
    let line = format!("{}{} X", "X".repeat(40), "O".repeat(24));
    let end = Othello::parse_position(&(), &line).unwrap();
    for seed in 0..50 {
        let score = fast.at_move(60, seed);
        assert_eq!(score.of(&end), Worth::Finished(WON + 16));
        assert_eq!(score.result(&end, Seat::new(1)), -WON - 16);
    }
}

/// A game between two players of the paper; the seat of each and the exact values on the way.
fn play(players: [&str; 2], seed: u64) -> Playing<Othello> {
    let mut playing = Playing::new(Othello::start(&()), seed);
    playing
        .to_the_end(&mut players.map(named), &Limits::default())
        .unwrap();
    playing
}

#[test]
fn games_differ_by_seed_and_replay_with_it() {
    let games: Vec<_> = (0..20)
        .map(|seed| play(["p1-bp", "p1-final"], seed).moves())
        .collect();
    for (seed, moves) in games.iter().enumerate() {
        assert_eq!(*moves, play(["p1-bp", "p1-final"], seed as u64).moves());
        assert!(games[..seed].iter().all(|earlier| earlier != moves));
    }
}

#[test]
fn from_nine_empties_the_game_is_solved_and_not_before() {
    let mut player = named::<Othello>("p1-bp-cn");
    for position in positions::<Othello>(&(), 2000, 14) {
        let empties = 64 - (move_number(&position) + 3);
        if !(8..=12).contains(&empties) {
            continue;
        }
        let report = ask(&mut *player, &position, 1).report;
        if empties <= 9 {
            assert!(report.exact, "{position}");
            assert!(!report.stopped);
        } else if !report.exact {
            assert_eq!(report.depth, 3);
        }
    }
}

#[test]
fn a_feature_without_an_interval_plays_at_random() {
    // CT counts in two moves only; elsewhere every move is worth nothing, and ties are random.
    let text = "about = \"\"\nlimits.depth = 3\n[search.alphabeta]\niterate = false\n\
                last-line-first = false\n[evaluation.features]\nnoise = 0.1\n\
                ct = { weight = 1, when = \"(25)\" }\n";
    let mut player = common::player::<Othello>(text);
    let start = Othello::start(&());
    let mut counts = [0; 4];
    for seed in 0..2000 {
        let m = ask(&mut *player, &start, seed).m;
        counts[start.legal().iter().position(|&o| o == m).unwrap()] += 1;
    }
    assert!(
        counts.iter().all(|count| (420..=580).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn every_program_of_the_paper_is_there_with_its_numbers() {
    let when = |name: &str| match library::load(name).unwrap().evaluation {
        Some(EvaluationSpec::Features(spec)) => {
            assert!((spec.noise - 0.1).abs() < 1e-12);
            let bp = spec.bp.map(|bp| {
                assert_eq!((bp.corner, bp.near_corner), (6, -2));
                assert!(!bp.near_empty_corners_only);
                ("bp", bp.weight, bp.when.to_string())
            });
            let ct = spec.ct.map(|ct| {
                assert_eq!(ct.favours, Favours::Near);
                ("ct", ct.weight, ct.when.to_string())
            });
            let others = [("st", spec.st), ("kn", spec.kn), ("cn", spec.cn)];
            bp.into_iter()
                .chain(ct)
                .chain(others.into_iter().filter_map(|(name, feature)| {
                    feature.map(|feature| (name, feature.weight, feature.when.to_string()))
                }))
                .collect::<Vec<_>>()
        }
        other => panic!("{name} has {other:?}"),
    };
    let always = || "[+](1-60)".to_owned();
    for name in ["bp", "ct", "st", "kn", "cn"] {
        assert_eq!(when(&format!("p1-{name}")), [(name, 1.0, always())]);
    }
    for (name, interval) in [
        ("ct", "[+](6-6)+[+](25-25)"),
        ("st", "[+](4-7)+[-](10-10)+[+](12-15)"),
        ("kn", "[+](4-7)+[-](12-13)"),
    ] {
        assert_eq!(
            when(&format!("p1-bp-{name}-effective")),
            [("bp", 100.0, always()), (name, 1.0, interval.to_owned())]
        );
        assert_eq!(
            when(&format!("p1-bp-{name}")),
            [("bp", 100.0, always()), (name, 1.0, always())]
        );
    }
    let special = || "[+](6-6)+[+](25-25)".to_owned();
    assert_eq!(
        when("p1-final"),
        [
            ("bp", 100.0, always()),
            ("ct", 1.0, special()),
            ("st", 1.0, special()),
            ("kn", 1.0, special()),
            ("cn", 1.0, always()),
        ]
    );
}
