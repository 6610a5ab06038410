//! Relations that hold in every position of every game.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::board::SEATS;
use super::lines::{last_rank, zone};
use super::moves::Move;
use super::piece::{Kind, Piece};
use super::set::Set;
use super::square::{Square, forward};
use super::{RuleSet, YoninShogi};
use crate::game::Game;
use crate::notation::Notation;
use crate::seat::Seat;
use crate::symmetry::{Symmetric, Symmetry};

/// Random games under all rules, with a resignation now and then; `check` sees every position.
fn playouts(games: u64, mut check: impl FnMut(&YoninShogi, &mut Xoshiro256PlusPlus)) {
    for rules in RuleSet::ALL {
        for game in 0..games {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(game);
            let mut position = YoninShogi::start(&rules);
            check(&position, &mut rng);
            while !position.is_finished() {
                if rng.random_range(0..400) == 0 {
                    position.resign(Seat::new(rng.random_range(0..SEATS)));
                } else {
                    let moves = position.legal();
                    position.play_unchecked(moves[rng.random_range(0..moves.len())]);
                }
                check(&position, &mut rng);
            }
        }
    }
}

#[test]
fn moves_are_there_once_and_until_the_end() {
    let (mut mates, mut resigned) = (0, 0);
    playouts(30, |position, _| {
        let mut moves = position.legal();
        assert_eq!(moves.is_empty(), position.is_finished(), "{position:?}");
        assert_eq!(
            position.leaves(1),
            moves.len().max(1) as u64,
            "{position:?}"
        );
        moves.sort_unstable();
        assert!(
            moves.windows(2).all(|pair| pair[0] != pair[1]),
            "{position:?}"
        );
        if position.is_finished() {
            mates += position.outs().iter().filter(|out| out.mated).count();
            resigned += position.outs().iter().filter(|out| !out.mated).count();
        }
    });
    assert!(
        mates > 30 && resigned > 15,
        "the playouts prove little: {mates} {resigned}"
    );
}

/// Returns the legal moves by trying every thinkable move.
fn tried(position: &YoninShogi, seat: Seat) -> Vec<Move> {
    let mut position = position.clone();
    position.turn = seat;
    let shifts = position.board.owned(seat).flat_map(|from| {
        Square::all()
            .flat_map(move |to| [false, true].map(|promotes| Move::shift(from, to, promotes)))
    });
    let drops = Square::all().flat_map(|to| Kind::IN_HAND.map(|kind| Move::drop(kind, to)));
    let mut legal: Vec<_> = shifts
        .chain(drops)
        .filter(|&m| is_right(&position, m))
        .collect();
    legal.sort_unstable();
    legal
}

/// Returns the rules of a single move, word by word.
fn is_right(position: &YoninShogi, m: Move) -> bool {
    let (board, seat, to) = (&position.board, position.turn, m.to());
    let target = board.piece(to);
    if let Some(from) = m.from() {
        let piece = board.piece(from).expect("own piece");
        let zone = zone(piece.facing());
        let on_last = piece.kind() == Kind::Pawn && last_rank(piece.facing()).has(to);
        let may_promote = piece.promoted().is_some() && (zone.has(from) || zone.has(to));
        let blocked = target.is_some_and(|t| t.kind() == Kind::King || t.owner() == Some(seat));
        if !board.attacked(Set::of(from), board.occupied()).has(to)
            || blocked
            || (m.promotes() && !may_promote)
            || (!m.promotes() && on_last)
        {
            return false;
        }
    }
    if let Some(kind) = m.dropped() {
        let same_line = |square: Square| match forward(seat) {
            0 | 4 => square.column() == to.column(),
            _ => square.row() == to.row(),
        };
        let second = Square::all().any(|square| {
            same_line(square) && board.piece(square) == Some(Piece::own(Kind::Pawn, seat))
        });
        if target.is_some()
            || board.hand(seat).count(kind) == 0
            || (kind == Kind::Pawn && (last_rank(seat).has(to) || second))
        {
            return false;
        }
    }
    let mut next = position.clone();
    next.move_pieces(m);
    if next.is_in_check(seat) {
        return false;
    }
    let partner = seat.next(2, SEATS);
    let attackers =
        |board: &super::Board| board.attackers(board.king(partner), board.hostile(partner));
    if position.is_doubles()
        && board.lives(partner)
        && !attackers(&next.board).is_subset(attackers(board))
    {
        return false;
    }
    m.dropped() != Some(Kind::Pawn)
        || !Seat::all(SEATS).any(|other| {
            other != seat
                && next.board.lives(other)
                && next
                    .board
                    .attacked(Set::of(to), Set::EMPTY)
                    .has(next.board.king(other))
                && tried(&next, other).is_empty()
        })
}

#[test]
fn moves_are_those_that_can_be_made_one_by_one() {
    playouts(5, |position, rng| {
        // Whoever is not to move is asked as well: that gives positions play never reaches.
        for seat in Seat::all(SEATS) {
            let asked = seat == position.turn() || rng.random_range(0..8) == 0;
            if !asked || !position.board.lives(seat) || position.is_finished() {
                continue;
            }
            let mut other = position.clone();
            other.turn = seat;
            let mut fast = other.legal();
            fast.sort_unstable();
            assert_eq!(*fast, *tried(position, seat), "{other:?}");
        }
    });
}

#[test]
fn attackers_and_attacked_squares_agree() {
    playouts(5, |position, rng| {
        let seat = Seat::new(rng.random_range(0..SEATS));
        let (board, pieces) = (position.board(), position.board().hostile(seat));
        let attacked = board.attacked(pieces, board.occupied());
        for square in Square::all() {
            let attackers = board.attackers(square, pieces);
            assert_eq!(
                attacked.has(square),
                !attackers.is_empty(),
                "{position:?} {square}"
            );
        }
    });
}

#[test]
fn a_line_makes_the_same_position() {
    playouts(10, |position, _| {
        let text = position.position_text();
        let read = YoninShogi::parse_position(&RuleSet::Iemoto, &text).expect(&text);
        assert_eq!(&read, position);
        assert_eq!(read.key(), position.key(), "{position:?}");
        assert_eq!(read.position_text(), text);
        assert_eq!(read.standing(), position.standing());
    });
}

#[test]
fn playing_and_turning_change_places() {
    playouts(6, |position, rng| {
        let symmetry = Symmetry::ROTATIONS[rng.random_range(0..4)];
        let turned = position.turned(symmetry);
        assert_eq!(&turned.turned(symmetry.inverse()), position);
        let moves = position.legal();
        assert_eq!(turned.legal().len(), moves.len(), "{position:?}");
        if moves.is_empty() {
            return;
        }
        let m = moves[rng.random_range(0..moves.len())];
        let after = turned.after(position.turned_move(m, symmetry));
        let expected = position.after(m).turned(symmetry);
        assert_eq!(after, expected);
        assert_eq!(after.key(), expected.key());
        for seat in Seat::all(SEATS) {
            let there = position.turned_seat(seat, symmetry);
            let standing = position.after(m).standing();
            assert_eq!(after.standing().ranks[there], standing.ranks[seat]);
            assert_eq!(after.standing().scores[there], standing.scores[seat]);
        }
    });
}

#[test]
fn the_drawing_shows_everybody() {
    playouts(1, |position, _| {
        let drawing = position.to_string();
        assert_eq!(drawing.lines().count(), 15, "{drawing}");
    });
    let line = "2nK6/9/wK8/5wS1wP<+xR>/1wP<2sR3#e/9/9/9/2sK6 -/P/-/- N Ex 0100 iemoto 1 2";
    let position = YoninShogi::parse_position(&RuleSet::Iemoto, line).expect(line);
    assert_eq!(
        position.to_string(),
        "   9    8    7    6    5    4    3    2    1
a  .    .   vK    .    .    .    .    .    .
b  .    .    .    .    .    .    .    .    .
c >K    .    .    .    .    .    .    .    .
d  .    .    .    .    .   >S    .   <Pw  >+Rx
e  .   <Pw   .    .   ^R    .    .    .   ##
f  .    .    .    .    .    .    .    .    .
g  .    .    .    .    .    .    .    .    .
h  .    .    .    .    .    .    .    .    .
i  .    .   ^K    .    .    .    .    .    .
S: hand -
W: hand P, mates 1
N: hand -
E: mated, out as number 1
ply 1, seen 2 times"
    );
}
