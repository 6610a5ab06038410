//! Relations between positions and between games, beyond what the conformance kit can express.
//!
//! The cases are the same every time; `KAESU_CAMPAIGN=100` tries a hundred times as many.

mod common;

use common::{proptest_config, reached};
use kaesu_rules::reversi::Othello;
use kaesu_rules::yonin::{Rules, Yonin};
use kaesu_rules::yonin_shogi::{RuleSet, YoninShogi};
use kaesu_rules::{Game, GameLine, Notation, Seat};
use proptest::prelude::*;

/// The other colour in every place of a board line.
fn colours_exchanged(line: &str) -> String {
    let exchange = |c| match c {
        'X' => 'O',
        'O' => 'X',
        other => other,
    };
    line.chars().map(exchange).collect()
}

proptest! {
    #![proptest_config(proptest_config(500))]

    #[test]
    fn reversi_does_not_care_for_colours(seed: u64, plies in 0..70usize) {
        let (position, _) = reached::<Othello>(&(), seed, plies);
        let line = colours_exchanged(&position.position_text());
        let exchanged = Othello::parse_position(&(), &line).unwrap();
        prop_assert_eq!(exchanged.legal(), position.legal());
        let (a, b) = (position.standing(), exchanged.standing());
        for seat in Seat::all(2) {
            let other = seat.next(1, 2);
            prop_assert_eq!(a.scores[seat], b.scores[other]);
            prop_assert_eq!(a.ranks[seat], b.ranks[other]);
        }
    }

    #[test]
    fn a_placement_adds_one_disc_and_turns_some(seed: u64, plies in 0..70usize) {
        let (position, _) = reached::<Othello>(&(), seed, plies);
        let mover = position.turn();
        let other = mover.next(1, 2);
        for m in position.legal() {
            let before = position.standing().scores;
            let after = position.after(m).standing().scores;
            let turned = before[other] - after[other];
            match m.square() {
                Some(_) => {
                    prop_assert!(turned > 0);
                    prop_assert_eq!(after[mover], before[mover] + turned + 1);
                }
                None => prop_assert_eq!(after, before),
            }
        }
    }

    #[test]
    fn whoever_resigns_loses_and_the_discs_stay(seed: u64, plies in 0..50usize, seat in 0..2usize) {
        let (mut position, _) = reached::<Othello>(&(), seed, plies);
        prop_assume!(!position.is_finished());
        let scores = position.standing().scores;
        let seat = Seat::new(seat);
        position.resign(seat);
        let outcome = position.outcome().expect("nobody is left");
        prop_assert_eq!(outcome.scores, scores);
        prop_assert_eq!((outcome.ranks[seat], outcome.ranks[seat.next(1, 2)]), (2, 1));
    }

    #[test]
    fn transcripts_of_disc_games_need_no_blanks_and_have_no_case(seed: u64, plies in 0..90usize) {
        let (position, moves) = reached::<Yonin>(&Rules::default(), seed, plies);
        let mut again = GameLine::new(Yonin::start(&Rules::default()));
        again.play_transcript(&moves.replace(' ', "").to_uppercase()).unwrap();
        prop_assert_eq!(again.position(), &position);
    }

    #[test]
    fn yonin_is_reversi_outside_the_opposite_territory(seed: u64, plies in 0..70usize) {
        let (position, _) = reached::<Yonin>(&Rules::default(), seed, plies);
        let turn = position.turn();
        let board = position.position_text()[..64].to_owned();
        let colour = if turn.index() % 2 == 0 { 'X' } else { 'O' };
        let reversi = Othello::parse_position(&(), &format!("{board} {colour}")).unwrap();
        let placements = reversi.placements() & !Yonin::territory(Yonin::opposite(turn));
        prop_assert_eq!(position.placements(turn), placements);
    }

    #[test]
    fn pairs_change_nothing_but_ranks(seed: u64, plies in 0..90usize) {
        let pairs = Rules { pairs: true, ..Rules::default() };
        let (alone, moves) = reached::<Yonin>(&Rules::default(), seed, plies);
        let (paired, same_moves) = reached::<Yonin>(&pairs, seed, plies);
        prop_assert_eq!(moves, same_moves);
        prop_assert_eq!(alone.position_text(), paired.position_text());
        prop_assert_eq!(alone.is_finished(), paired.is_finished());
        let outcome = paired.standing();
        let scores = alone.standing().scores;
        let [a, b, c, d] = [0, 1, 2, 3].map(|seat| scores[Seat::new(seat)]);
        prop_assert_eq!(&*outcome.scores, &[a, b, c, d]);
        let ranks: [u8; 4] = match (a + c).cmp(&(b + d)) {
            std::cmp::Ordering::Greater => [1, 3, 1, 3],
            std::cmp::Ordering::Equal => [1, 1, 1, 1],
            std::cmp::Ordering::Less => [3, 1, 3, 1],
        };
        prop_assert_eq!(&*outcome.ranks, &ranks);
    }

    #[test]
    fn who_leaves_yonin_ranks_below_the_rest_and_the_first_is_last(
        seed: u64, plies in 0..50usize, first in 0..4usize, step in 1..4usize
    ) {
        let (mut position, _) = reached::<Yonin>(&Rules::default(), seed, plies);
        prop_assume!(!position.is_finished());
        let scores = position.standing().scores;
        let (first, second) = (Seat::new(first), Seat::new(first).next(step, 4));
        position.resign(first);
        prop_assert_eq!(position.standing().ranks[first], 4);
        if !position.is_finished() {
            position.resign(second);
            let standing = position.standing();
            prop_assert_eq!((standing.ranks[first], standing.ranks[second]), (4, 3));
            prop_assert_eq!(standing.scores, scores);
        }
    }
}

/// The same position under other rules.
fn under(rules: RuleSet, position: &YoninShogi) -> YoninShogi {
    let line = position.position_text();
    let line = line.replace(position.rules().name(), rules.name());
    YoninShogi::parse_position(&rules, &line).expect("rules do not change what can be played")
}

proptest! {
    #![proptest_config(proptest_config(300))]

    #[test]
    fn the_turn_jumps_to_the_first_king_in_check(seed: u64, plies in 0..250usize) {
        let (position, _) = reached::<YoninShogi>(&RuleSet::Iemoto, seed, plies);
        for m in position.legal() {
            let mover = position.turn();
            let after = position.after(m);
            prop_assert!(!after.is_in_check(mover), "{m:?} leaves a king in check");
            if after.is_finished() {
                continue;
            }
            let others = || (1..4).map(|steps| mover.next(steps, 4));
            let next = others()
                .find(|&seat| after.is_in_check(seat))
                .or_else(|| others().find(|&seat| after.board().lives(seat)));
            prop_assert_eq!(Some(after.turn()), next, "after {:?}", m);
        }
    }

    #[test]
    fn no_piece_is_lost_while_everybody_plays_on(seed: u64, plies in 0..300usize) {
        let (position, _) = reached::<YoninShogi>(&RuleSet::Iemoto, seed, plies);
        let board = position.board();
        let in_hand: usize = Seat::all(4).map(|seat| board.hand(seat).len()).sum();
        prop_assert_eq!(board.occupied().len() + in_hand, 36);
        let scores = position.standing().scores;
        let lost: usize = position.outs().iter().map(|out| position.mates(out.seat)).sum();
        let expected = 36 - lost as i32;
        prop_assert_eq!(scores.iter().sum::<i32>(), expected, "kings are not inherited");
    }

    #[test]
    fn before_the_first_mate_survivor_plays_like_iemoto(seed: u64, plies in 0..200usize) {
        let (position, _) = reached::<YoninShogi>(&RuleSet::Iemoto, seed, plies);
        prop_assume!(position.outs().is_empty());
        let survivor = under(RuleSet::Survivor, &position);
        prop_assert_eq!(&*survivor.legal(), &*position.legal());
    }

    #[test]
    fn partners_lack_exactly_the_moves_that_check_each_other(seed: u64, plies in 0..200usize) {
        let (doubles, _) = reached::<YoninShogi>(&RuleSet::Doubles, seed, plies);
        prop_assume!(!doubles.is_finished());
        let iemoto = under(RuleSet::Iemoto, &doubles);
        let partner = doubles.turn().next(2, 4);
        let before = doubles.is_in_check(partner);
        for m in doubles.legal() {
            prop_assert!(iemoto.is_legal(m), "{m:?} is legal only in pairs");
            prop_assert!(before || !doubles.after(m).is_in_check(partner), "{m:?} checks");
        }
        for m in iemoto.legal().iter().filter(|&&m| !doubles.is_legal(m)) {
            let after = iemoto.after(*m);
            let checks = after.is_in_check(partner) || !after.board().lives(partner);
            // Sparing one's own partner may leave the opponent no answer to a pawn.
            let pawn = iemoto.move_text(*m).starts_with("P*");
            prop_assert!(checks || pawn, "{m:?} is refused in pairs");
        }
    }

    #[test]
    fn who_resigns_out_of_turn_takes_no_move_from_the_mover(
        seed: u64, plies in 0..250usize, steps in 1..4usize
    ) {
        let (before, _) = reached::<YoninShogi>(&RuleSet::Survivor, seed, plies);
        let mut after = before.clone();
        after.resign(before.turn().next(steps, 4));
        if !after.is_finished() {
            prop_assert_eq!(after.turn(), before.turn());
            for m in before.legal() {
                prop_assert!(after.is_legal(m), "{m:?} is lost");
            }
        }
    }
}
