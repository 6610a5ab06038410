//! Reading a game of Othello from SGF, as far as GTP's `loadsgf` needs it: the set-up and the moves of
//! the main line. Squares are written as a letter and a digit, or as two letters.

use rules::reversi::{Bits, Board, Board8x8, Move, Othello, Setup};
use rules::{Game, GameLine, Seat};

use super::{fill_in_pass, quoted};

/// Reads the first game of a text, with the passes that it leaves out.
///
/// # Errors
/// Returns an error, in one sentence, if the text is not SGF, if it is of another game or board, or
/// if a move in it is illegal.
pub fn read(text: &str) -> Result<GameLine<Othello>, String> {
    let properties = main_line(text)?;
    let mut line = GameLine::new(set_up(&properties)?);
    for (name, values) in &properties {
        let seat = match name.as_str() {
            "B" => Seat::new(0),
            "W" => Seat::new(1),
            _ => continue,
        };
        let text = values.first().map_or("", String::as_str);
        let number = line.events().len() + 1;
        let m = square(text)
            .map(|square| Move::Place(square as u8))
            .or_else(|| is_pass(text).then_some(Move::Pass))
            .ok_or_else(|| format!("move {number} \"{}\" cannot be read", quoted(text)))?;
        fill_in_pass(&mut line, seat);
        if line.position().turn() != seat || line.play(m).is_err() {
            return Err(format!("move {number} \"{}\" is not legal", quoted(text)));
        }
    }
    Ok(line)
}

/// Returns the names and values of the properties of the main line, in order.
fn main_line(text: &str) -> Result<Vec<(String, Vec<String>)>, String> {
    let shape = || "it is no SGF; a game is like (;GM[2]B[f5]W[d6])".to_owned();
    let mut chars = text.trim_start().chars().peekable();
    if chars.next() != Some('(') {
        return Err(shape());
    }
    let mut properties: Vec<(String, Vec<String>)> = Vec::new();
    let mut name = String::new();
    while let Some(c) = chars.next() {
        match c {
            // The first variation of each node is the main line, and ends with the first bracket.
            ')' => return Ok(properties),
            '(' | ';' => {}
            '[' => {
                let value = value(&mut chars).ok_or_else(shape)?;
                if !name.is_empty() {
                    properties.push((std::mem::take(&mut name), vec![value]));
                } else if let Some((_, values)) = properties.last_mut() {
                    values.push(value);
                } else {
                    return Err(shape());
                }
            }
            c if c.is_ascii_uppercase() => name.push(c),
            // Old files have lower-case letters in property names, for readability.
            c if c.is_ascii_lowercase() || c.is_whitespace() => {}
            _ => return Err(shape()),
        }
    }
    Err(shape())
}

/// Returns a value up to its closing bracket; a backslash escapes the character after it.
fn value(chars: &mut impl Iterator<Item = char>) -> Option<String> {
    let mut value = String::new();
    loop {
        match chars.next()? {
            ']' => return Some(value),
            '\\' => value.push(chars.next()?),
            c => value.push(c),
        }
    }
}

fn set_up(properties: &[(String, Vec<String>)]) -> Result<Othello, String> {
    let first = |wanted: &str| {
        let found = properties.iter().find(|(name, _)| name == wanted);
        found.and_then(|(_, values)| values.first())
    };
    if first("GM").is_some_and(|game| game.trim() != "2") {
        return Err("it is of another game; Othello is GM[2]".to_owned());
    }
    if first("SZ").is_some_and(|size| size.trim() != "8") {
        return Err("it is of another board; only SZ[8] can be read".to_owned());
    }
    let squares = |wanted: &str| {
        let values = properties.iter().filter(|(name, _)| name == wanted);
        let mut discs = <Board8x8 as Board>::Bits::EMPTY;
        for text in values.flat_map(|(_, values)| values) {
            let square =
                square(text).ok_or_else(|| format!("\"{}\" is no square", quoted(text)))?;
            discs |= <Board8x8 as Board>::Bits::only(square);
        }
        Ok::<_, String>(discs)
    };
    let (black, white) = (squares("AB")?, squares("AW")?);
    let white_first = first("PL").is_some_and(|turn| turn.to_ascii_lowercase().starts_with('w'));
    if black.is_empty() && white.is_empty() && !white_first {
        return Ok(Othello::start(&()));
    }
    let turn = Seat::new(usize::from(white_first));
    let setup = Setup { black, white, turn };
    setup
        .position()
        .ok_or_else(|| "a square is both black and white".to_owned())
}

/// Returns the bit of a square, written `f5` or `fe`.
fn square(text: &str) -> Option<u32> {
    let [column, row] = text.trim().as_bytes() else {
        return None;
    };
    let column = column.to_ascii_lowercase().checked_sub(b'a')?;
    let row = match row {
        b'1'..=b'8' => row - b'1',
        _ => row.to_ascii_lowercase().checked_sub(b'a')?,
    };
    (column < 8 && row < 8).then(|| u32::from(8 * row + column))
}

fn is_pass(text: &str) -> bool {
    matches!(
        text.trim().to_ascii_lowercase().as_str(),
        "" | "--" | "pa" | "pass" | "tt" | "@@"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Result<Vec<String>, String> {
        Ok(read(text)?.plies().filter_map(|ply| ply.text()).collect())
    }

    #[test]
    fn squares_are_read_in_both_writings_and_variations_passed_over() {
        let expected = Ok(vec!["f5".to_owned(), "d6".to_owned(), "c3".to_owned()]);
        assert_eq!(texts("(;GM[2]FF[4];B[f5];W[d6];B[c3])"), expected);
        assert_eq!(
            texts("(;GM[2]C[a \\] b];B[fe];W[df](;B[cc])(;B[aa]))"),
            expected
        );
    }

    #[test]
    fn a_set_up_is_the_start() {
        let line = read("(;GM[2]AB[d5][e4]AW[d4][e5]PL[B])").expect("a game");
        assert_eq!(*line.start(), Othello::start(&()));
        let line = read("(;AB[d4][e5]AW[d5][e4]PL[W];W[f5])").expect("a game");
        assert_eq!(line.start().turn(), Seat::new(1));
    }

    #[test]
    fn a_refusal_is_one_short_line() {
        let long = "x\ny".repeat(1000);
        for text in [
            format!("(;B[{long}])"),
            format!("(;AB[{long}])"),
            "(;B[\na1\n])".to_owned(),
        ] {
            let said = read(&text).expect_err("no game");
            assert!(!said.contains('\n') && said.chars().count() < 100, "{said}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, problem) in [
            ("", "no SGF"),
            ("(;B[f5]", "no SGF"),
            ("([f5])", "no SGF"),
            ("(;GM[1];B[dd])", "another game"),
            ("(;SZ[10])", "another board"),
            ("(;B[f5];W[a1])", "move 2 \"a1\" is not legal"),
            ("(;B[zz])", "cannot be read"),
            ("(;AB[a1]AW[a1])", "both black and white"),
            ("(;AB[q])", "no square"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
