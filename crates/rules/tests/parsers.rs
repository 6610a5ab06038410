//! Readers take or refuse any text, and what they take comes back from its print.
//!
//! The cases are the same every time; `KAESU_CAMPAIGN=100` tries a hundred times as many.

mod common;

use common::{chooser, games, proptest_config, reached};
use kaesu_rules::conformance::text::{self, Kind};
use kaesu_rules::{GameName, Notation, with_game};
use proptest::prelude::*;
use proptest::sample::select;

fn any_game() -> impl Strategy<Value = GameName> {
    select(games(|_| true))
}

fn any_kind() -> impl Strategy<Value = Kind> {
    select(vec![Kind::Move, Kind::Transcript, Kind::Position])
}

/// The text with a few of its characters lost, doubled, exchanged or replaced.
fn damaged(text: &str, seed: u64, times: usize) -> String {
    let mut choose = chooser(seed);
    let mut chars: Vec<char> = text.chars().collect();
    let others: Vec<char> = "XO-+*/#=!.,:% 0159aegiPKrswné\u{3000}".chars().collect();
    for _ in 0..times {
        if chars.is_empty() {
            break;
        }
        let (at, from) = (choose(chars.len()), choose(chars.len()));
        match choose(6) {
            0 => drop(chars.remove(at)),
            1 => chars.insert(at, chars[from]),
            2 => chars.swap(at, from),
            3 => chars[at] = others[choose(others.len())],
            4 => chars.insert(at, others[choose(others.len())]),
            _ => chars.truncate(at),
        }
    }
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(proptest_config(4_000))]

    #[test]
    fn any_text_is_read_or_refused(game in any_game(), kind in any_kind(), input in "\\PC{0,40}") {
        text::check(kind, &format!("{game}\n{input}"));
        text::check_name(&input);
    }

    #[test]
    fn any_name_is_read_or_refused(
        input in "(yonin|tree|reversi|othello)?(-[a-z0-9]{0,5})?(:[a-z]{0,9}(=[a-z0-9/]{0,6})?)?(,[a-z=]{0,9})?"
    ) {
        text::check_name(&input);
    }

    #[test]
    fn texts_like_moves_are_read_or_refused(
        game in any_game(),
        kind in select(vec![Kind::Move, Kind::Transcript]),
        input in "[a-jA-J1-9PSGR+* -]{0,12}",
    ) {
        text::check(kind, &format!("{game}\n{input}"));
    }

    #[test]
    fn damaged_transcripts_are_read_or_refused(
        game in any_game(), seed: u64, plies in 0..40usize, times in 0..4usize
    ) {
        let moves = with_game!(&game, G, rules => reached::<G>(rules, seed, plies).1);
        text::check(Kind::Transcript, &format!("{game}\n{}", damaged(&moves, seed, times)));
    }

    #[test]
    fn damaged_positions_are_read_or_refused(
        game in any_game(), seed: u64, plies in 0..120usize, times in 0..6usize
    ) {
        let line = with_game!(&game, G, rules => {
            reached::<G>(rules, seed, plies).0.position_text()
        });
        text::check(Kind::Position, &format!("{game}\n{}", damaged(&line, seed, times)));
    }
}
