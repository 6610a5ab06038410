//! What may be played in a position of Yonin-shogi, and how it changes the board; numbers in
//! comments are the rules' numbers.

use std::iter::successors;

use super::board::Cell::{self, Empty, Full, Wall};
use super::board::Kind::{Gold, King, Pawn, Rook, Silver};
use super::board::{
    Direction, HAND, Piece, Square, neighbour, rank, same_line, square_name, square_named, squares,
    turn_direction,
};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    Iemoto,
    Survivor,
    Doubles,
}

#[derive(Clone, Copy)]
pub(super) enum Action {
    Move {
        from: Square,
        to: Square,
        promote: bool,
    },
    Drop {
        hand: usize,
        to: Square,
    },
}

/// 14: as in USI.
pub(super) fn action_name(action: Action) -> String {
    match action {
        Action::Move { from, to, promote } => {
            let plus = if promote { "+" } else { "" };
            format!("{}{}{plus}", square_name(from), square_name(to))
        }
        Action::Drop { hand, to } => format!("{}*{}", HAND[hand].1, square_name(to)),
    }
}

pub(super) fn action_named(name: &str) -> Action {
    let to = square_named(&name[2..]);
    if name.contains('*') {
        let letter = name.chars().next();
        let hand = HAND.iter().position(|(_, l)| Some(*l) == letter);
        return Action::Drop {
            hand: hand.expect("a hand holds P S G R"),
            to,
        };
    }
    Action::Move {
        from: square_named(name),
        to,
        promote: name.ends_with('+'),
    }
}

/// Two positions are the same in the sense of 10 exactly when they are equal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) rules: Rules,
    board: [[Cell; 9]; 9],
    pub(super) hands: [[u8; 4]; 4],
    pub(super) living: [bool; 4],
    pub(super) turn: usize,
}

impl Position {
    /// 1: the start array.
    pub(super) fn start(rules: Rules) -> Position {
        let south = [
            (King, (8, 4)),
            (Gold, (8, 3)),
            (Gold, (8, 5)),
            (Silver, (8, 2)),
            (Silver, (8, 6)),
            (Rook, (7, 4)),
            (Pawn, (7, 3)),
            (Pawn, (7, 5)),
            (Pawn, (6, 4)),
        ];
        let mut board = [[Empty; 9]; 9];
        for (kind, (mut row, mut col)) in south {
            for seat in 0..4 {
                board[row][col] = Full(Piece::new(kind, seat));
                (row, col) = (col, 8 - row);
            }
        }
        Position {
            rules,
            board,
            hands: [[0; 4]; 4],
            living: [true; 4],
            turn: 0,
        }
    }

    pub(super) fn at(&self, (row, col): Square) -> Cell {
        self.board[row][col]
    }

    pub(super) fn put(&mut self, (row, col): Square, cell: Cell) {
        self.board[row][col] = cell;
    }

    pub(super) fn king(&self, seat: usize) -> Square {
        let is_king =
            |s: &Square| matches!(self.at(*s), Full(p) if p.kind == King && p.owner == seat);
        squares().find(is_king).expect("a living player has a king")
    }

    /// The squares in a direction, up to and with the first one that is not empty.
    fn line(&self, from: Square, direction: Direction) -> impl Iterator<Item = Square> {
        successors(neighbour(from, direction), move |at| match self.at(*at) {
            Empty => neighbour(*at, direction),
            _ => None,
        })
    }

    /// The squares a piece could go to, whatever stands there.
    fn reach(&self, from: Square, piece: Piece) -> impl Iterator<Item = Square> {
        let turned = move |direction: &Direction| turn_direction(*direction, piece.facing);
        let steps = piece
            .steps()
            .iter()
            .filter_map(move |step| neighbour(from, turned(step)));
        let slides = piece
            .slides()
            .iter()
            .flat_map(move |slide| self.line(from, *slide));
        steps.chain(slides)
    }

    /// Where pieces of living players other than `seat` stand that attack the king of `seat`.
    /// 11: the pieces of players who are out are inert.
    fn attackers(&self, seat: usize) -> Vec<Square> {
        let king = self.king(seat);
        let mut attackers = Vec::new();
        for from in squares() {
            if let Full(piece) = self.at(from)
                && piece.owner != seat
                && self.living[piece.owner]
                && self.reach(from, piece).any(|to| to == king)
            {
                attackers.push(from);
            }
        }
        attackers
    }

    fn in_check(&self, seat: usize) -> bool {
        !self.attackers(seat).is_empty()
    }

    /// What the pieces can do, without a look at any king.
    fn candidates(&self, seat: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        for from in squares() {
            if let Full(piece) = self.at(from)
                && piece.owner == seat
            {
                for to in self.reach(from, piece) {
                    let free = match self.at(to) {
                        Empty => true,
                        // 8: a wall cannot be captured. 5: "A king is never captured."
                        Wall => false,
                        Full(other) => other.owner != seat && other.kind != King,
                    };
                    if free {
                        self.with_promotion(from, to, piece, &mut actions);
                    }
                }
            }
        }
        for hand in 0..4 {
            for to in squares() {
                if self.can_drop(seat, hand, to) {
                    actions.push(Action::Drop { hand, to });
                }
            }
        }
        actions
    }

    /// 3: promotion.
    fn with_promotion(&self, from: Square, to: Square, piece: Piece, actions: &mut Vec<Action>) {
        let can_promote = !piece.promoted && matches!(piece.kind, Pawn | Silver | Rook);
        let zone = rank(from, piece.facing) <= 2 || rank(to, piece.facing) <= 2;
        if can_promote && zone {
            actions.push(Action::Move {
                from,
                to,
                promote: true,
            });
        }
        let compulsory = piece.kind == Pawn && !piece.promoted && rank(to, piece.facing) == 0;
        if !compulsory {
            actions.push(Action::Move {
                from,
                to,
                promote: false,
            });
        }
    }

    /// 4: drops, all but the mate by a pawn drop.
    fn can_drop(&self, seat: usize, hand: usize, to: Square) -> bool {
        if self.hands[seat][hand] == 0 || self.at(to) != Empty {
            return false;
        }
        if HAND[hand].0 != Pawn {
            return true;
        }
        let own = Full(Piece::new(Pawn, seat));
        let second = squares().any(|s| self.at(s) == own && same_line(s, to, seat));
        rank(to, seat) != 0 && !second
    }

    /// The board and hands after an action; whose turn it becomes is not decided here.
    pub(super) fn after(&self, seat: usize, action: Action) -> Position {
        let mut next = *self;
        match action {
            Action::Move { from, to, promote } => {
                let Full(mut piece) = self.at(from) else {
                    panic!("nothing to move")
                };
                if let Full(captured) = self.at(to) {
                    // 2: "goes to the capturer's hand, demoted".
                    let hand = HAND.iter().position(|(kind, _)| *kind == captured.kind);
                    next.hands[seat][hand.expect("no king is captured")] += 1;
                }
                piece.promoted |= promote;
                next.put(from, Empty);
                next.put(to, Full(piece));
            }
            Action::Drop { hand, to } => {
                let kind = HAND[hand].0;
                next.hands[seat][hand] -= 1;
                next.put(to, Full(Piece::new(kind, seat)));
            }
        }
        next
    }

    fn allowed(&self, seat: usize, action: Action) -> bool {
        let next = self.after(seat, action);
        // 5: "Nobody may leave or put his own king under attack by a living player."
        if next.in_check(seat) {
            return false;
        }
        // 12: one may not check the partner: no attacker that was not there before.
        let partner = (seat + 2) % 4;
        if self.rules == Rules::Doubles && self.living[partner] {
            let before = self.attackers(partner);
            if next
                .attackers(partner)
                .iter()
                .any(|attacker| !before.contains(attacker))
            {
                return false;
            }
        }
        !self.mates_by_pawn_drop(seat, action, &next)
    }

    /// 4: "illegal if the dropped pawn checks a king whose owner, moving at once, would have no
    /// legal move".
    fn mates_by_pawn_drop(&self, seat: usize, action: Action, next: &Position) -> bool {
        let Action::Drop { hand, to } = action else {
            return false;
        };
        if HAND[hand].0 != Pawn {
            return false;
        }
        (0..4).any(|other| {
            other != seat
                && self.living[other]
                && next.attackers(other).contains(&to)
                && !next.can_move(other)
        })
    }

    pub(super) fn legal(&self, seat: usize) -> impl Iterator<Item = Action> {
        self.candidates(seat)
            .into_iter()
            .filter(move |action| self.allowed(seat, *action))
    }

    pub(super) fn can_move(&self, seat: usize) -> bool {
        self.legal(seat).next().is_some()
    }

    /// 6: to the first checked player clockwise from the mover, else to the next living one.
    pub(super) fn next_turn(&self, mover: usize) -> usize {
        let mut others = vec![(mover + 1) % 4, (mover + 2) % 4, (mover + 3) % 4];
        others.retain(|seat| self.living[*seat]);
        let checked = others.iter().find(|seat| self.in_check(**seat));
        *checked.unwrap_or(&others[0])
    }
}
