//! How disc games are written: squares, transcripts, board lines, pictures. Yonin shares it.

use std::fmt;

use super::Move;
use super::bits::Bits;
use super::board::Board;
use crate::notation::PositionError;

/// Returns the square as people write it: `a1` is the top left square of the board.
pub(crate) fn square_text<B: Board>(bit: u32) -> String {
    let (row, column) = B::row_and_column(bit);
    // Random games are half writing: the machinery of `format!` would be a fifth of their time.
    let digit = |number: usize| char::from(b'0' + (number % 10) as u8);
    let mut text = String::with_capacity(3);
    text.push(column_letter(column));
    if row + 1 >= 10 {
        text.push(digit((row + 1) / 10));
    }
    text.push(digit(row + 1));
    text
}

fn column_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// Returns the move as people write it, a pass as `--`.
pub(crate) fn move_text<B: Board>(m: Move) -> String {
    match m {
        Move::Place(bit) => square_text::<B>(u32::from(bit)),
        Move::Pass => "--".to_owned(),
    }
}

/// Reads a square of the board in any case, or a pass in any of its spellings.
pub(crate) fn parse_move<B: Board>(text: &str) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    if matches!(text.as_str(), "--" | "pa" | "ps" | "pass") {
        return Some(Move::Pass);
    }
    let mut chars = text.chars();
    let column = (chars.next()? as usize).checked_sub('a' as usize)?;
    let digits = chars.as_str();
    if digits.starts_with('0') || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let row = digits.parse::<usize>().ok()?.checked_sub(1)?;
    (row < B::SIDE && column < B::SIDE && B::holds(row, column))
        .then(|| Move::Place(B::bit(row, column) as u8))
}

/// Cuts the first move off a transcript: a letter and its digits, a pass, or else everything up
/// to the next blank.
pub(crate) fn split_move(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end_of_word = text.find(char::is_whitespace).unwrap_or(text.len());
    for pass in ["--", "pass", "pa", "ps"] {
        if text
            .get(..pass.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(pass))
        {
            return text.split_at(pass.len());
        }
    }
    let digits = text
        .get(1..)
        .filter(|_| text.starts_with(|c: char| c.is_ascii_alphabetic()))
        .map_or(0, |rest| {
            rest.bytes().take_while(u8::is_ascii_digit).count()
        });
    text.split_at(if digits > 0 { 1 + digits } else { end_of_word })
}

/// Returns one character for each square of the board's grid, row by row: `X` black, `O` white, `-`
/// empty, `#` where the board has no square.
pub(crate) fn board_line<B: Board>(black: B::Bits, white: B::Bits) -> String {
    squares::<B>()
        .map(|(row, column)| disc::<B>(black, white, row, column))
        .collect()
}

fn squares<B: Board>() -> impl Iterator<Item = (usize, usize)> {
    (0..B::SIDE * B::SIDE).map(|square| (square / B::SIDE, square % B::SIDE))
}

fn disc<B: Board>(black: B::Bits, white: B::Bits, row: usize, column: usize) -> char {
    let bit = B::bit(row, column);
    if !B::holds(row, column) {
        '#'
    } else if black.has(bit) {
        'X'
    } else if white.has(bit) {
        'O'
    } else {
        '-'
    }
}

/// A position line while it is read: blanks mean nothing, `%` starts a comment.
pub(crate) struct LineReader<'a> {
    chars: std::iter::Peekable<std::iter::Enumerate<std::str::Chars<'a>>>,
    end: usize,
}

impl<'a> LineReader<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        let line = line.split('%').next().unwrap_or_default();
        Self {
            chars: line.chars().enumerate().peekable(),
            end: line.chars().count() + 1,
        }
    }

    /// Returns the next character that is not blank, with its place; at the end, the place behind
    /// it.
    pub(crate) fn next(&mut self) -> (usize, Option<char>) {
        while self.chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        match self.chars.next() {
            Some((index, c)) => (index + 1, Some(c)),
            None => (self.end, None),
        }
    }

    /// Returns the discs of both colours.
    pub(crate) fn board<B: Board>(&mut self) -> Result<(B::Bits, B::Bits), PositionError> {
        let (mut black, mut white) = (B::Bits::EMPTY, B::Bits::EMPTY);
        for (count, (row, column)) in squares::<B>().enumerate() {
            let (at, c) = self.next();
            let bit = B::Bits::only(B::bit(row, column));
            let name = format!("{}{}", column_letter(column), row + 1);
            match (c, B::holds(row, column)) {
                (Some('X' | 'x' | '*'), true) => black |= bit,
                (Some('O' | 'o' | '0'), true) => white |= bit,
                (Some('-' | '.'), _) | (Some('#'), false) => {}
                (Some('X' | 'x' | '*' | 'O' | 'o' | '0'), false) => {
                    return Err(PositionError::new(
                        at,
                        format!("{name} is no square of this board; write \"#\" there"),
                    ));
                }
                (Some(c), _) => {
                    return Err(PositionError::new(
                        at,
                        format!(
                            "\"{c}\" is no disc on {name}; write X for black, O for white, - for empty"
                        ),
                    ));
                }
                (None, _) => {
                    return Err(PositionError::new(
                        at,
                        format!(
                            "the board ends after {count} squares; it has {}",
                            B::SIDE * B::SIDE
                        ),
                    ));
                }
            }
        }
        Ok((black, white))
    }

    /// Returns the rest of the line as words, each with the place where it starts.
    pub(crate) fn words(self) -> Vec<(usize, String)> {
        let mut words: Vec<(usize, String)> = Vec::new();
        let mut inside = false;
        for (index, c) in self.chars {
            if c.is_whitespace() {
                inside = false;
            } else if inside {
                words.last_mut().expect("a word has begun").1.push(c);
            } else {
                words.push((index + 1, c.to_string()));
                inside = true;
            }
        }
        words
    }
}

/// Draws the board with its coordinates, if wanted with a gap between its quarters; `mark` may
/// put a sign on empty squares.
pub(crate) fn draw_board<B: Board>(
    f: &mut fmt::Formatter<'_>,
    black: B::Bits,
    white: B::Bits,
    quarters: bool,
    mark: impl Fn(u32) -> Option<char>,
) -> fmt::Result {
    let gap = |index: usize| quarters && index == B::SIDE / 2;
    let blank = |column| if gap(column) { "   " } else { " " };
    let header = |f: &mut fmt::Formatter<'_>| {
        write!(f, "  ")?;
        for column in 0..B::SIDE {
            write!(f, "{}{}", blank(column), column_letter(column))?;
        }
        writeln!(f)
    };
    header(f)?;
    for row in 0..B::SIDE {
        if gap(row) {
            writeln!(f)?;
        }
        write!(f, "{:>2}", row + 1)?;
        for column in 0..B::SIDE {
            let sign = match disc::<B>(black, white, row, column) {
                '#' => ' ',
                '-' => mark(B::bit(row, column)).unwrap_or('.'),
                disc => disc,
            };
            write!(f, "{}{sign}", blank(column))?;
        }
        writeln!(f, " {}", row + 1)?;
    }
    header(f)
}

/// Returns the set turned by a symmetry of the grid.
pub(crate) fn turned_bits<B: Bits>(bits: B, symmetry: crate::Symmetry) -> B {
    bits.squares().fold(B::EMPTY, |turned, square| {
        turned | B::only(turned_square::<B>(square, symmetry))
    })
}

/// Returns the square turned by a symmetry of the grid.
pub(crate) fn turned_square<B: Bits>(square: u32, symmetry: crate::Symmetry) -> u32 {
    let stride = B::STRIDE as usize;
    let (row, column) = symmetry.apply(stride, square as usize / stride, square as usize % stride);
    (row * stride + column) as u32
}

#[cfg(test)]
mod tests {
    use super::super::board::{Board8x8, Board10x10, Nipp};
    use super::*;

    fn tokens(mut text: &str) -> Vec<&str> {
        let mut tokens = Vec::new();
        while !text.trim().is_empty() {
            let (token, rest) = split_move(text);
            tokens.push(token);
            text = rest;
        }
        tokens
    }

    #[test]
    fn transcripts_need_no_blanks() {
        assert_eq!(
            tokens("f5D6--c3 pass\npaj10a1"),
            ["f5", "D6", "--", "c3", "pass", "pa", "j10", "a1"]
        );
        assert_eq!(tokens("f5 ü7 --"), ["f5", "ü7", "--"]);
    }

    #[test]
    fn squares_are_read_in_the_boards_own_coordinates() {
        assert_eq!(parse_move::<Board8x8>("H8"), Some(Move::Place(63)));
        assert_eq!(parse_move::<Board10x10>("j10"), Some(Move::Place(99)));
        for wrong in ["", "a", "a0", "a9", "i1", "a01", "5f", "a+1", "ä1"] {
            assert_eq!(parse_move::<Board8x8>(wrong), None, "{wrong}");
        }
        assert_eq!(parse_move::<Nipp>("a2"), None, "cut off the board");
    }
}
