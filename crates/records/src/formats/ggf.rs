//! Games of Othello as GGF, the text in which NBoard programs receive a game.

use rules::reversi::Othello;
use rules::{Game, GameLine, Notation, Seat};
use thiserror::Error;

use super::{fill_in_pass, quoted};

/// Why a text is not a game of Othello in GGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GgfError {
    /// It does not have the form of GGF.
    #[error("\"{0}\" does not fit in it; a game in GGF is like (;GM[Othello]BO[8 … *]B[F5]W[D6];)")]
    Shape(String),
    /// It is of another game or board.
    #[error("only Othello on the board of 8×8 can be read, not {0}")]
    Game(String),
    /// Its board cannot be read.
    #[error("its board cannot be read: {0}")]
    Board(String),
    /// A move cannot be played.
    #[error("its move {number} \"{text}\" {problem}")]
    Move {
        /// The move's number as written, counted from 1.
        number: usize,
        /// The move as written.
        text: String,
        /// What is wrong with it.
        problem: &'static str,
    },
}

/// Returns the move as GGF writes it.
#[must_use]
pub fn move_text(ours: &str) -> String {
    match ours {
        "--" => "PA".to_owned(),
        square => square.to_ascii_uppercase(),
    }
}

/// Writes a game that starts from this position line (the usual start if `None`), given its moves
/// in our notation, each with the seat that played it.
#[must_use]
pub fn write(start: Option<&str>, moves: &[(usize, String)]) -> String {
    let usual = "---------------------------OX------XO--------------------------- X";
    let start = start.unwrap_or(usual).replace('X', "*");
    let moves: String = moves
        .iter()
        .map(|(seat, text)| format!("{}[{}]", ["B", "W"][*seat % 2], move_text(text)))
        .collect();
    format!("(;GM[Othello]PC[Kaesu]PB[black]PW[white]RE[?]TI[15:00]TY[8]BO[8 {start}]{moves};)")
}

/// Reads a game, with the passes that it leaves out. Tags that do not concern the moves are ignored.
///
/// # Errors
/// Returns an error if the text is not GGF, if it is of another game, or if a move in it is
/// illegal.
pub fn read(text: &str) -> Result<GameLine<Othello>, GgfError> {
    let shape = |part: &str| GgfError::Shape(quoted(part));
    let mut rest = text.trim();
    rest = rest.strip_prefix("(;").ok_or_else(|| shape(rest))?;
    let mut start = Othello::start(&());
    let mut moves = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.starts_with(";)") {
            break;
        }
        let (tag, behind) = rest.split_once('[').ok_or_else(|| shape(rest))?;
        let (value, behind) = behind.split_once(']').ok_or_else(|| shape(rest))?;
        if tag.is_empty() || !tag.bytes().all(|letter| letter.is_ascii_uppercase()) {
            return Err(shape(rest));
        }
        match tag {
            "GM" if !value.eq_ignore_ascii_case("othello") => {
                return Err(GgfError::Game(quoted(value)));
            }
            "BO" if moves.is_empty() => start = board(value)?,
            "B" => moves.push((Seat::new(0), value)),
            "W" => moves.push((Seat::new(1), value)),
            _ => {}
        }
        rest = behind;
    }
    play(start, &moves)
}

fn board(value: &str) -> Result<Othello, GgfError> {
    let (side, squares) = value.trim().split_once(' ').unwrap_or((value, ""));
    if side != "8" {
        return Err(GgfError::Game(format!("the board {}", quoted(side))));
    }
    Othello::parse_position(&(), squares).map_err(|error| GgfError::Board(error.to_string()))
}

/// Returns the moves `F5/eval/time` as they are played, with the passes that were left out.
fn play(start: Othello, written: &[(Seat, &str)]) -> Result<GameLine<Othello>, GgfError> {
    let mut line = GameLine::new(start);
    for (index, (seat, value)) in written.iter().enumerate() {
        let text = value.split('/').next().unwrap_or_default().trim();
        let wrong = |problem| GgfError::Move {
            number: index + 1,
            text: quoted(text),
            problem,
        };
        let m = line.position().parse_move(text);
        let m = m.map_err(|_| wrong("is no move"))?;
        fill_in_pass(&mut line, *seat);
        if line.position().turn() != *seat {
            return Err(wrong("is out of turn"));
        }
        line.play(m).map_err(|_| wrong("is not legal"))?;
    }
    Ok(line)
}

/// Checks what has to hold for any text: either it is refused, or printing what was read gives a
/// text that reads the same.
///
/// # Panics
/// Panics if the check fails.
pub fn check(text: &str) {
    let Ok(line) = read(text) else { return };
    let moves: Vec<_> = line
        .plies()
        .filter_map(|ply| Some((ply.seat.index(), ply.text()?)))
        .collect();
    let written = write(Some(&line.start().position_text()), &moves);
    assert_eq!(read(&written), Ok(line), "{written}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn a_game_is_read_with_its_passes() {
        let text = "(;GM[Othello]PC[GGS/os]DT[2026.11.15_20:52:27.GMT]PB[a]PW[b]RB[1]RE[-2:r]TI[15:00//02:00]TY[8]\
                    BO[8 ---------------------------O*------*O--------------------------- *]\
                    B[f5//1.2]W[D6/-0.5/2] B[C3];)";
        let line = read(text).expect("a game");
        assert_eq!(*line.start(), Othello::start(&()));
        assert_eq!(line.events().len(), 3);
        let board = format!("O**{}", "-".repeat(61));
        for moves in ["B[PA]W[D1]", "W[D1]"] {
            let line = read(&format!("(;GM[Othello]BO[8 {board} *]{moves};)")).expect("a game");
            assert_eq!(line.events().len(), 2, "{moves}");
        }
    }

    #[test]
    fn a_refusal_is_one_short_line() {
        let long = "x\ny".repeat(1000);
        for text in [
            format!("(;GM[Othello]P\nC[{long}"),
            format!("(;GM[{long}];)"),
            format!("(;BO[{long} *];)"),
            format!("(;BO[8 {long} *];)"),
            format!("(;B[{long}];)"),
        ] {
            let said = read(&text).expect_err("no game").to_string();
            assert!(!said.contains('\n') && said.chars().count() < 250, "{said}");
        }
    }

    #[test]
    fn the_corpus_of_the_fuzz_target_holds() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/ggf");
        let (mut read_well, mut refused) = (0, 0);
        for entry in std::fs::read_dir(folder).expect("the corpus") {
            let path = entry.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            check(&text);
            match read(&text) {
                Ok(_) => read_well += 1,
                Err(error) => {
                    assert_eq!(error.to_string().lines().count(), 1, "{}", path.display());
                    refused += 1;
                }
            }
        }
        assert!(
            read_well >= 4 && refused >= 6,
            "{read_well} read, {refused} refused"
        );
    }
}
