//! P2: what the winning program values, when the entertaining ones entertain, and what it costs.

#![allow(clippy::unwrap_used)]

mod common;

use common::{ask, candidates, move_number, named, positions, squares};
use kaesu_players::evaluation::EvaluationSpec;
use kaesu_players::evaluation::finished::WON;
use kaesu_players::evaluation::stages::Stages;
use kaesu_players::personality::PersonalitySpec;
use kaesu_players::personality::drama::ActSpec;
use kaesu_players::{Note, NoteKind, Playing, library};
use rules::reversi::{Bits, Move, Othello};
use rules::{Game, Notation, Seat};
use search::{Limits, Score};

const QUARTER: [[i32; 4]; 4] = [
    [100, -25, 10, 6],
    [-25, -40, 1, 1],
    [10, 1, 3, 2],
    [6, 1, 2, 1],
];

const NORMAL: [[i32; 4]; 4] = [
    [100, -30, 0, -1],
    [-30, -50, -3, -3],
    [0, -3, 0, -1],
    [-1, -3, -1, 0],
];

/// The sum of a mirrored map for the seat to move.
fn sum(position: &Othello, quarter: &[[i32; 4]; 4]) -> i32 {
    let board = squares(position.own(), position.other());
    let folded = |place: usize| if place < 4 { place } else { 7 - place };
    let mut sum = 0;
    for (row, squares) in board.iter().enumerate() {
        for (column, disc) in squares.iter().enumerate() {
            sum += disc * quarter[folded(row)][folded(column)];
        }
    }
    sum
}

/// Plain minimax on the map, for the seat to move.
fn minimax(position: &Othello, depth: u32) -> i32 {
    if position.is_finished() {
        let difference = position.own().len() as i32 - position.other().len() as i32;
        return difference.signum() * WON + difference;
    }
    if depth == 0 {
        return sum(position, &QUARTER);
    }
    let moves = position.legal().into_iter();
    let values = moves.map(|m| -minimax(&position.after(m), depth - 1));
    values.max().expect("the game goes on")
}

/// Every legal move with its value five plies deep.
fn values(position: &Othello) -> Vec<(Move, i32)> {
    let moves = position.legal().into_iter();
    moves
        .map(|m| (m, -minimax(&position.after(m), 4)))
        .collect()
}

fn best(values: &[(Move, i32)]) -> i32 {
    values.iter().map(|&(_, value)| value).max().unwrap()
}

fn value_of(values: &[(Move, i32)], m: Move) -> i32 {
    values.iter().find(|(other, _)| *other == m).unwrap().1
}

#[test]
fn the_winning_program_is_five_plies_on_one_map() {
    let mut player = named::<Othello>("p2-winning");
    for position in positions::<Othello>(&(), 900, 31).iter().step_by(23) {
        let choice = ask(&mut *player, position, 4);
        let values = values(position);
        assert_eq!(value_of(&values, choice.m), best(&values), "{position}");
        assert_eq!(choice.report.values[position.turn()], best(&values));
        assert_eq!(choice.note, None);
    }
}

#[test]
fn the_stages_are_those_of_the_position_a_move_is_chosen_in() {
    let Some(EvaluationSpec::Stages(spec)) = library::load("p2-winning-phased").unwrap().evaluation
    else {
        panic!("it has stages")
    };
    let stages = Stages::new(&spec);
    let positions = positions::<Othello>(&(), 4000, 32);
    let mut seen = [0; 3];
    for (root, leaf) in positions.iter().zip(positions.iter().skip(5)) {
        let board = squares(root.own(), root.other());
        let corners = [board[0][0], board[0][7], board[7][0], board[7][7]];
        let taken = corners.iter().filter(|&&disc| disc != 0).count();
        let at_edge = (0..8).any(|place| {
            [board[0], board[7]].iter().any(|row| row[place] != 0)
                || board[place][0] != 0
                || board[place][7] != 0
        });
        let leaf_board = squares(leaf.own(), leaf.other());
        let (stage, right) = if taken >= 2 {
            (2, leaf_board.iter().flatten().sum())
        } else if at_edge {
            // Five for each move of the opponent of the seat that chooses.
            let held_down = if leaf.turn() == root.turn() {
                -5 * candidates(&leaf_board, -1)
            } else {
                5 * candidates(&leaf_board, 1)
            };
            (1, sum(leaf, &QUARTER) + held_down)
        } else {
            (0, sum(leaf, &NORMAL))
        };
        seen[stage] += 1;
        assert_eq!(stages.at(root).score(leaf), right, "{root}\n{leaf}");
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

/// A game in which a player sits on a seat against another.
fn game(name: &str, seat: Seat, opponent: &str, seed: u64) -> Playing<Othello> {
    let mut players = [named::<Othello>(opponent), named(opponent)];
    players[seat.index()] = named(name);
    let mut playing = Playing::new(Othello::start(&()), seed);
    playing
        .to_the_end(&mut players, &Limits::default())
        .unwrap();
    playing
}

/// The turns of a seat: the position, the move played, and what was noted.
fn turns(playing: &Playing<Othello>, seat: Seat) -> Vec<(Othello, Move, Option<Note>)> {
    let mut position = Othello::start(&());
    let mut turns = Vec::new();
    for (ply, &m) in playing.moves().iter().enumerate() {
        if position.turn() == seat {
            let mut notes = playing.notes.iter();
            let note = notes.find(|(by, note)| *by == seat && note.ply == ply);
            turns.push((position, m, note.map(|(_, note)| note.clone())));
        }
        position.play(m).unwrap();
    }
    assert!(playing.notes.iter().all(|(by, _)| *by == seat));
    turns
}

/// Seeded games against several opponents, on both seats.
fn games(name: &str, count: u64) -> Vec<Vec<(Othello, Move, Option<Note>)>> {
    (0..count)
        .map(|seed| {
            let opponent = ["random", "p2-winning", "p1-bp", "p4-level-2"][seed as usize % 4];
            let seat = Seat::new(seed as usize / 4 % 2);
            turns(&game(name, seat, opponent, seed), seat)
        })
        .collect()
}

/// The star squares that can be played while their corner is empty, and whether the other side can
/// take the corner afterwards.
fn stars(position: &Othello) -> Vec<(Move, bool)> {
    let stars = [("b2", "a1"), ("g2", "h1"), ("b7", "a8"), ("g7", "h8")];
    let read = |text: &str| position.parse_move(text).unwrap();
    stars
        .into_iter()
        .map(|(star, corner)| (read(star), read(corner)))
        .filter(|&(star, corner)| {
            position.is_legal(star) && position.empties().has(corner.square().unwrap())
        })
        .map(|(star, corner)| (star, position.after(star).is_legal(corner)))
        .collect()
}

#[test]
fn the_entertaining_program_expects_and_surprises_once_and_in_time() {
    let mut played = [0; 2];
    for turns in games("p2-entertaining", 24) {
        let (mut expected, mut surprised) = (false, false);
        for (position, m, note) in turns {
            let t = move_number(&position);
            let stars = stars(&position);
            let kind = note.as_ref().map(|note| note.kind);
            if !surprised && (30..=35).contains(&t) && position.legal().len() > 1 {
                assert_eq!(kind, Some(NoteKind::Surprise), "move {t}\n{position}");
                let values = values(&position);
                let worst = values.iter().map(|&(_, value)| value).min().unwrap();
                assert_eq!(value_of(&values, m), worst, "{position}");
                assert_eq!(note.unwrap().cost, best(&values) - worst);
                surprised = true;
                played[0] += 1;
            } else if !expected && t >= 20 && !stars.is_empty() {
                assert_eq!(kind, Some(NoteKind::Expectation), "move {t}\n{position}");
                let given = stars.iter().any(|&(_, taken)| taken);
                assert!(stars.contains(&(m, given)), "{position}");
                let values = values(&position);
                let cost = best(&values) - value_of(&values, m);
                assert_eq!(note.unwrap().cost, cost);
                expected = true;
                played[1] += 1;
            } else {
                assert_eq!(kind, None, "move {t}\n{position}");
            }
        }
    }
    assert!(played[0] >= 20 && played[1] >= 10, "{played:?}");
}

/// What a position is worth to a seat, looking some plies ahead.
fn view(position: &Othello, seat: Seat, plies: u32) -> i32 {
    let value = minimax(position, plies);
    if position.turn() == seat {
        value
    } else {
        -value
    }
}

/// The moves that could be an act, with their jumps.
fn acts(position: &Othello, kind: NoteKind, spec: &ActSpec) -> Vec<(Move, i32)> {
    let person = position.turn().next(1, 2);
    let values = values(position);
    let before = view(position, person, spec.view);
    values
        .iter()
        .map(|&(m, value)| (m, best(&values) - value))
        .filter(|&(_, cost)| cost > 0 && cost <= spec.budget)
        .map(|(m, _)| {
            let jump = view(&position.after(m), person, spec.view) - before;
            match kind {
                NoteKind::Surprise => (m, jump.abs()),
                NoteKind::Expectation => (m, jump),
            }
        })
        .collect()
}

#[test]
fn the_drama_jumps_as_far_as_its_budget_lets_it() {
    let Some(PersonalitySpec::Drama(spec)) = library::load("p2-drama").unwrap().personality else {
        panic!("it has a personality")
    };
    let kinds = [
        (NoteKind::Surprise, &spec.surprise),
        (NoteKind::Expectation, &spec.expectation),
    ];
    let mut played = [0; 2];
    for turns in games("p2-drama", 12) {
        for (index, (kind, spec)) in kinds.into_iter().enumerate() {
            let mut done = 0;
            for (position, m, note) in &turns {
                let t = move_number(position) as u32;
                let is_last = t + 2 > spec.to && t <= spec.to;
                match note {
                    Some(note) if note.kind == kind => {
                        assert!((spec.from..=spec.to).contains(&t));
                        assert!(note.cost > 0 && note.cost <= spec.budget);
                        let acts = acts(position, kind, spec);
                        let largest = acts.iter().map(|&(_, jump)| jump).max().unwrap();
                        assert!(largest >= spec.least_jump);
                        assert_eq!(value_of(&acts, *m), largest, "{position}");
                        done += 1;
                    }
                    // On its last turn there is nothing left to wait for.
                    None if is_last && done == 0 => {
                        let acts = acts(position, kind, spec);
                        assert!(acts.iter().all(|&(_, jump)| jump < spec.least_jump));
                    }
                    _ => {}
                }
            }
            assert!(done <= 1);
            played[index] += done;
        }
    }
    assert!(played.iter().all(|&count| count >= 6), "{played:?}");
}
