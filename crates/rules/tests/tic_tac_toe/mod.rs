//! Tic-tac-toe for three on sixteen squares: a game that no list of ours knows, written by the steps
//! of `docs/adding-a-game.md`.

use std::fmt;

use arrayvec::ArrayVec;
use rules::options::{GameOption, Label, Options, Values};
use rules::{
    Facts, Game, Notation, Outcome, PerSeat, PositionError, Seat, Symmetric, Symmetry,
    UnreadableMove,
};

const SEATS: usize = 3;
const SIDE: usize = 4;
const SQUARES: usize = SIDE * SIDE;

/// How many marks in a row win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) row: usize,
}

impl Default for Rules {
    fn default() -> Self {
        Self { row: 3 }
    }
}

impl Options for Rules {
    const OPTIONS: &'static [GameOption<Self>] = &[GameOption {
        key: "row",
        about: "how many in a row win",
        label: Label {
            en: "In a row",
            ja: "並べる数",
        },
        values: Values::Number {
            low: 3,
            high: SIDE as u64,
            get: |rules| rules.row as u64,
            set: |rules, row| rules.row = row as usize,
        },
    }];
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TicTacToe {
    rules: Rules,
    marks: [Option<Seat>; SQUARES],
    turn: Seat,
    out: [bool; SEATS],
}

impl TicTacToe {
    fn plays(&self, seat: Seat) -> bool {
        !self.out[seat.index()]
    }

    /// Who has a row, or is the only one left.
    fn winner(&self) -> Option<Seat> {
        let mut left = Seat::all(SEATS).filter(|&seat| self.plays(seat));
        match (left.next(), left.next()) {
            (Some(only), None) => Some(only),
            _ => Seat::all(SEATS).find(|&seat| self.has_row(seat)),
        }
    }

    fn has_row(&self, seat: Seat) -> bool {
        let at = |row: isize, column: isize| {
            let inside = (0..SIDE as isize).contains(&row) && (0..SIDE as isize).contains(&column);
            inside && self.marks[row as usize * SIDE + column as usize] == Some(seat)
        };
        (0..SQUARES as isize).any(|square| {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .any(|(down, right)| {
                    (0..self.rules.row as isize)
                        .all(|step| at(square / 4 + down * step, square % 4 + right * step))
                })
        })
    }

    fn next_turn(&mut self) {
        let others = (1..=SEATS).map(|steps| self.turn.next(steps, SEATS));
        self.turn = others
            .into_iter()
            .find(|&seat| self.plays(seat))
            .unwrap_or(self.turn);
    }
}

impl Game for TicTacToe {
    type Rules = Rules;
    type Move = u8;
    // Every square.
    type Moves = ArrayVec<u8, SQUARES>;

    const MOVE_INDICES: usize = SQUARES;

    fn start(rules: &Rules) -> Self {
        Self {
            rules: *rules,
            marks: [None; SQUARES],
            turn: Seat::new(0),
            out: [false; SEATS],
        }
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn facts(&self) -> Facts {
        Facts {
            seats: SEATS,
            longest: SQUARES,
            score_sum: None,
        }
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn generate(&self, moves: &mut Self::Moves) {
        if !self.is_finished() {
            moves
                .extend((0..SQUARES as u8).filter(|&square| self.marks[square as usize].is_none()));
        }
    }

    fn play_unchecked(&mut self, m: u8) {
        self.marks[m as usize] = Some(self.turn);
        self.next_turn();
    }

    fn resign(&mut self, seat: Seat) {
        if self.is_finished() {
            return;
        }
        self.out[seat.index()] = true;
        if seat == self.turn {
            self.next_turn();
        }
    }

    fn is_out(&self, seat: Seat) -> bool {
        !self.plays(seat)
    }

    fn is_finished(&self) -> bool {
        self.winner().is_some() || self.marks.iter().all(Option::is_some)
    }

    fn standing(&self) -> Outcome {
        let winner = self.winner();
        let scores = PerSeat::from_fn(SEATS, |seat| i32::from(winner == Some(seat)));
        Outcome::by_key(scores, |seat| (scores[seat], self.plays(seat)))
    }

    fn key(&self) -> u64 {
        let marks = self.marks.iter().fold(0, |key, mark| {
            key * 4 + mark.map_or(0, |seat| 1 + seat.index() as u64)
        });
        let out = self
            .out
            .iter()
            .fold(0, |key, &out| key * 2 + u64::from(out));
        (marks * 8 + out) * 4 + self.turn.index() as u64
    }

    fn move_index(m: u8) -> usize {
        m.into()
    }
}

impl Notation for TicTacToe {
    fn seat_name(&self, seat: Seat) -> &'static str {
        ["1", "2", "3"][seat.index()]
    }

    fn move_text(&self, m: u8) -> String {
        let (row, column) = (m / 4, m % 4);
        format!("{}{}", char::from(b'a' + column), row + 1)
    }

    fn parse_move(&self, text: &str) -> Result<u8, UnreadableMove> {
        (0..SQUARES as u8)
            .find(|&m| self.move_text(m) == text)
            .ok_or(UnreadableMove {
                example: "\"b3\", a column a to d and a row 1 to 4",
            })
    }

    /// The marks row by row, whose turn it is, and the seats that are out.
    fn position_text(&self) -> String {
        let sign = |mark: &Option<Seat>| mark.map_or("-", |seat| self.seat_name(seat));
        let marks: String = self.marks.iter().map(sign).collect();
        let out = Seat::all(SEATS).filter(|&seat| !self.plays(seat));
        let out: String = out.map(|seat| self.seat_name(seat)).collect();
        format!("{marks} {} {out}", self.seat_name(self.turn))
    }

    fn parse_position(rules: &Rules, line: &str) -> Result<Self, PositionError> {
        let mut position = Self::start(rules);
        let seat = |sign: char| {
            let number = sign.to_digit(10).filter(|number| (1..=3).contains(number));
            number.map(|number| Seat::new(number as usize - 1))
        };
        let chars: Vec<char> = line.chars().collect();
        for at in 0..SQUARES + 3 {
            let wrong = |problem: &str| Err(PositionError::new(at.min(chars.len()) + 1, problem));
            match (at, chars.get(at).copied()) {
                (0..=15, Some('-')) => {}
                (0..=15, Some(sign)) if seat(sign).is_some() => position.marks[at] = seat(sign),
                (0..=15, _) => return wrong("sixteen squares, each -, 1, 2 or 3"),
                (17, Some(sign)) if seat(sign).is_some() => {
                    position.turn = seat(sign).expect("read")
                }
                (17, _) => return wrong("the seat to move, 1 to 3"),
                (16 | 18, Some(' ')) => {}
                _ => return wrong("a blank"),
            }
        }
        for (at, &sign) in chars.iter().enumerate().skip(SQUARES + 3) {
            let wrong = |problem: &str| Err(PositionError::new(at + 1, problem));
            match seat(sign) {
                Some(seat) if position.plays(seat) => position.out[seat.index()] = true,
                Some(_) => return wrong("this seat is out twice"),
                None => return wrong("the seats that are out, from 1 to 3"),
            }
        }
        let nobody = position.out.iter().all(|&out| out);
        if nobody || (!position.plays(position.turn) && !position.is_finished()) {
            return Err(PositionError::new(
                18,
                "whoever is to move has to be in the game",
            ));
        }
        Ok(position)
    }
}

impl Symmetric for TicTacToe {
    fn symmetries(&self) -> &'static [Symmetry] {
        &Symmetry::ALL
    }

    fn turned(&self, symmetry: Symmetry) -> Self {
        let mut turned = *self;
        for (square, mark) in (0..).zip(self.marks) {
            turned.marks[self.turned_move(square, symmetry) as usize] = mark;
        }
        turned
    }

    fn turned_move(&self, m: u8, symmetry: Symmetry) -> u8 {
        let (row, column) = symmetry.apply(SIDE, m as usize / SIDE, m as usize % SIDE);
        (row * SIDE + column) as u8
    }

    fn turned_seat(&self, seat: Seat, _: Symmetry) -> Seat {
        seat
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.position_text();
        for row in 0..SIDE {
            writeln!(f, "{}", &text[row * SIDE..][..SIDE])?;
        }
        write!(f, "in a row: {}", self.rules.row)
    }
}
