//! The gate from a line to a position: what comes through can be played.

use arrayvec::ArrayVec;

use crate::game::Game;
use crate::notation::PositionError;
use crate::seat::Seat;

use super::reader::Reader;
use super::{ARROWS, INERT, NAMES, OWNERS, WALL};
use crate::yonin_shogi::board::{Board, SEATS};
use crate::yonin_shogi::generate::has_move;
use crate::yonin_shogi::lines::last_rank;
use crate::yonin_shogi::piece::{Kind, Piece};
use crate::yonin_shogi::square::{SIDE, Square};
use crate::yonin_shogi::turn::LAST_OCCURRENCE;
use crate::yonin_shogi::{LONGEST, Out, RuleSet, YoninShogi};

/// Full names, for sentences.
const SEAT_NAMES: [&str; SEATS] = ["South", "West", "North", "East"];

/// A position in the making.
struct Setup {
    board: Board,
    /// How many pieces of each kind there are by now, promoted ones as what they were.
    kinds: [usize; 4],
    has_king: [bool; SEATS],
    has_wall: [bool; SEATS],
    /// Where each seat's first piece is written.
    first_piece: [Option<usize>; SEATS],
}

pub(super) fn read(line: &str) -> Result<YoninShogi, PositionError> {
    let mut reader = Reader::new(line.trim_end());
    let mut setup = Setup {
        board: Board::EMPTY,
        kinds: [0; 4],
        has_king: [false; SEATS],
        has_wall: [false; SEATS],
        first_piece: [None; SEATS],
    };
    setup.read_board(&mut reader)?;
    reader.expect(' ', "before the hands")?;
    setup.read_hands(&mut reader)?;
    reader.expect(' ', "before the turn")?;
    let turn_at = reader.at();
    let turn = setup.read_turn(&mut reader)?;
    reader.expect(' ', "before those who are out")?;
    let outs_at = reader.at();
    let outs = setup.read_outs(&mut reader)?;
    reader.expect(' ', "before the mates")?;
    let mates = read_mates(&mut reader, &outs)?;
    reader.expect(' ', "before the rule set")?;
    let rules = read_rules(&mut reader)?;
    reader.expect(' ', "before the ply")?;
    let ply = reader.number(0..=LONGEST, "the number of plies played")?;
    reader.expect(' ', "before the number of occurrences")?;
    let seen = reader.number(1..=LAST_OCCURRENCE.into(), "the number of occurrences")?;
    if reader.peek().is_some() {
        return Err(reader.unexpected("the end of the line"));
    }

    let mut position = YoninShogi::new(setup.board, rules, turn);
    for out in outs {
        if position.is_decided() {
            let problem = format!(
                "under {} rules the game ends before so many are out",
                rules.name()
            );
            return Err(PositionError::new(outs_at, problem));
        }
        position.outs.push(out);
    }
    position.mates = mates;
    position.fates_key = position.fates_key_turned(0);
    position.ply = ply as u16;
    for _ in 0..seen {
        position.record();
    }
    if !position.is_finished() && !has_move(&position.board, turn, position.is_doubles()) {
        let name = SEAT_NAMES[turn.index()];
        let problem =
            format!("{name} is to move but has no legal move, so he would be out already");
        return Err(PositionError::new(turn_at, problem));
    }
    Ok(position)
}

impl Setup {
    fn read_board(&mut self, reader: &mut Reader<'_>) -> Result<(), PositionError> {
        for row in 0..SIDE {
            if row > 0 {
                reader.expect('/', &format!("after the nine squares of row {row}"))?;
            }
            self.read_row(row, reader)?;
        }
        for seat in 0..SEATS {
            let (name, letter) = (SEAT_NAMES[seat], OWNERS[seat]);
            if !self.has_king[seat] && !self.has_wall[seat] {
                let problem =
                    format!("{name} has neither a king {letter}K nor a wall {WALL}{letter}");
                return Err(PositionError::new(1, problem));
            }
            if let (true, Some(at)) = (self.has_wall[seat], self.first_piece[seat]) {
                let problem = format!(
                    "{name} is out and owns nothing: write the piece as its heir's or as inert, {INERT}"
                );
                return Err(PositionError::new(at, problem));
            }
        }
        Ok(())
    }

    fn read_row(&mut self, row: usize, reader: &mut Reader<'_>) -> Result<(), PositionError> {
        let mut column = 0;
        let mut after_empties = false;
        while column < SIDE {
            let digit = reader.peek().and_then(|letter| letter.to_digit(10));
            match digit {
                Some(empties) => {
                    if empties == 0 || after_empties || column + empties as usize > SIDE {
                        let most = SIDE - column;
                        let wanted = if after_empties {
                            "a piece, as neighbouring empty squares are one number,".to_owned()
                        } else {
                            format!("a number of empty squares from 1 to {most}")
                        };
                        return Err(reader.unexpected(&wanted));
                    }
                    reader.next();
                    column += empties as usize;
                }
                None => {
                    self.read_piece(Square::new(row, column), reader)?;
                    column += 1;
                }
            }
            after_empties = digit.is_some();
        }
        Ok(())
    }

    fn read_piece(&mut self, square: Square, reader: &mut Reader<'_>) -> Result<(), PositionError> {
        let at = reader.at();
        if reader.skip(WALL) {
            let Some(seat) = reader.one_of(&OWNERS) else {
                return Err(reader.unexpected("the letter of the wall's seat, s w n or e,"));
            };
            self.add_king(seat, true, at)?;
            self.board
                .put(square, Piece::new(Kind::King, None, Seat::new(seat)));
            return Ok(());
        }
        let promoted = reader.skip('+');
        let owner = match reader.one_of(&OWNERS) {
            None if !reader.skip(INERT) => {
                return Err(reader.unexpected(
                    "a number of empty squares, a wall or an owner (s w n e, x for inert)",
                ));
            }
            owner => owner,
        };
        let kind_at = reader.at();
        let Some(kind) = reader.peek().and_then(Kind::from_letter) else {
            return Err(reader.unexpected("a kind of piece, P S G R or K,"));
        };
        reader.next();
        let facing = reader.one_of(&ARROWS);
        if kind == Kind::King {
            let Some(seat) = owner.filter(|_| !promoted && facing.is_none()) else {
                let problem = "a king has an owner and no more; an inert one is a wall, like #s";
                return Err(PositionError::new(at, problem));
            };
            self.add_king(seat, false, at)?;
            self.board.put(square, Piece::own(kind, Seat::new(seat)));
            return Ok(());
        }
        let Some(facing) = facing.or(owner) else {
            return Err(reader.unexpected("the arrow ^ > v or < of an inert piece"));
        };
        let kind = match kind.promoted() {
            Some(kind) if promoted => kind,
            None if promoted => {
                return Err(PositionError::new(at, "only P, S and R can be promoted"));
            }
            _ => kind,
        };
        let arrow_is_written = reader.at() > kind_at + 1;
        let facing = Seat::new(facing);
        if arrow_is_written && owner == Some(facing.index()) {
            let problem = "an arrow is only written where a piece does not look its owner's way";
            return Err(PositionError::new(kind_at + 1, problem));
        }
        if kind == Kind::Pawn && last_rank(facing).has(square) {
            return Err(PositionError::new(
                at,
                "a pawn on its last rank could never move: it must be promoted",
            ));
        }
        self.count(kind, 1, at)?;
        if let Some(owner) = owner {
            self.first_piece[owner].get_or_insert(at);
        }
        self.board
            .put(square, Piece::new(kind, owner.map(Seat::new), facing));
        Ok(())
    }

    fn add_king(&mut self, seat: usize, wall: bool, at: usize) -> Result<(), PositionError> {
        if self.has_king[seat] || self.has_wall[seat] {
            let problem = format!("{} already has a king or a wall", SEAT_NAMES[seat]);
            return Err(PositionError::new(at, problem));
        }
        self.has_king[seat] = !wall;
        self.has_wall[seat] = wall;
        Ok(())
    }

    /// Counts pieces and refuses more than a set has.
    fn count(&mut self, kind: Kind, pieces: usize, at: usize) -> Result<(), PositionError> {
        let count = &mut self.kinds[kind as usize % 4];
        *count += pieces;
        if *count <= kind.in_set() {
            return Ok(());
        }
        let problem = format!(
            "a set has at most {} {}, on the board and in the hands",
            kind.in_set(),
            match kind.demoted() {
                Kind::Pawn => "pawns",
                Kind::Silver => "silvers",
                Kind::Gold => "golds",
                _ => "rooks",
            }
        );
        Err(PositionError::new(at, problem))
    }

    fn read_hands(&mut self, reader: &mut Reader<'_>) -> Result<(), PositionError> {
        for seat in Seat::all(SEATS) {
            if seat.index() > 0 {
                reader.expect('/', "between two hands")?;
            }
            if reader.skip('-') {
                continue;
            }
            let at = reader.at();
            if self.has_wall[seat.index()] {
                let problem = format!("{} is out: his hand is -", SEAT_NAMES[seat.index()]);
                return Err(PositionError::new(at, problem));
            }
            for kind in Kind::IN_HAND {
                self.read_holding(seat, kind, reader)?;
            }
            if reader.at() == at {
                return Err(reader.unexpected("a hand: - or pieces in the order R G S P"));
            }
        }
        Ok(())
    }

    /// Reads the pieces of one kind in a hand; `None` if something else follows.
    fn read_holding(
        &mut self,
        seat: Seat,
        kind: Kind,
        reader: &mut Reader<'_>,
    ) -> Result<(), PositionError> {
        let at = reader.at();
        let mut ahead = reader.clone();
        let count = match ahead.peek() {
            Some('0'..='9') => ahead.number(2..=Kind::Pawn.in_set(), "a number of pieces")?,
            _ => 1,
        };
        if ahead.skip(kind.letter()) {
            *reader = ahead;
            self.count(kind, count, at)?;
            self.board.set_hand(seat, kind, count);
        }
        Ok(())
    }

    fn read_turn(&self, reader: &mut Reader<'_>) -> Result<Seat, PositionError> {
        let at = reader.at();
        let Some(seat) = reader.one_of(&NAMES) else {
            return Err(reader.unexpected("the seat to move, S W N or E,"));
        };
        if self.has_wall[seat] {
            let problem = format!("{} is out and cannot be to move", SEAT_NAMES[seat]);
            return Err(PositionError::new(at, problem));
        }
        Ok(Seat::new(seat))
    }

    fn read_outs(&self, reader: &mut Reader<'_>) -> Result<ArrayVec<Out, 3>, PositionError> {
        let at = reader.at();
        let mut outs = ArrayVec::new();
        if !reader.skip('-') {
            while reader.peek().is_some_and(|letter| letter != ' ') || outs.is_empty() {
                let at = reader.at();
                let Some(seat) = reader.one_of(&NAMES) else {
                    return Err(reader.unexpected("a seat that is out, S W N or E, or - for none"));
                };
                let Some(how) = reader.one_of(&['x', 'r']) else {
                    return Err(reader.unexpected("x for mated or r for resigned"));
                };
                let name = SEAT_NAMES[seat];
                let seat = Seat::new(seat);
                if outs.iter().any(|out: &Out| out.seat == seat) {
                    return Err(PositionError::new(at, format!("{name} is out twice")));
                }
                if !self.has_wall[seat.index()] {
                    let problem = format!("{name} is out, so his king on the board must be a wall");
                    return Err(PositionError::new(at, problem));
                }
                outs.push(Out {
                    seat,
                    mated: how == 0,
                });
            }
        }
        for (seat, name) in Seat::all(SEATS).zip(SEAT_NAMES) {
            if self.has_wall[seat.index()] && outs.iter().all(|out| out.seat != seat) {
                let problem = format!("{name} has a wall, so he must be among those who are out");
                return Err(PositionError::new(at, problem));
            }
        }
        Ok(outs)
    }
}

fn read_mates(reader: &mut Reader<'_>, outs: &[Out]) -> Result<[u8; SEATS], PositionError> {
    let at = reader.at();
    let mut mates = [0; SEATS];
    for count in &mut mates {
        let Some(digit) = reader.one_of(&['0', '1', '2', '3']) else {
            return Err(reader.unexpected("the mates of South, West, North and East, four digits,"));
        };
        *count = digit as u8;
    }
    let mated = outs.iter().filter(|out| out.mated).count();
    if usize::from(mates.iter().sum::<u8>()) != mated {
        let problem = format!("the mates must add up to the {mated} who are out by mate");
        return Err(PositionError::new(at, problem));
    }
    Ok(mates)
}

fn read_rules(reader: &mut Reader<'_>) -> Result<RuleSet, PositionError> {
    let at = reader.at();
    let word = reader.word();
    RuleSet::ALL
        .into_iter()
        .find(|rules| rules.name() == word)
        .ok_or_else(|| {
            let problem = format!("the rule set {word:?} should be iemoto, survivor or doubles");
            PositionError::new(at, problem)
        })
}
