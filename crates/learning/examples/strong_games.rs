//! How far weights err on games of strong people: positions of WTHOR files with 12, 16, 20 and 24 empty
//! squares against their exact scores. Nothing is learned from such games.
//!
//! `cargo run --release -p kaesu-learning --example strong_games -- FOLDER [WEIGHTS.zst …] [left=N …] [most=N] [obf=FOLDER]`
//!
//! With 24 empty squares the score is WTHOR's own, with fewer it is solved. `left` asks for other numbers of
//! empty squares. `most` positions of each kind
//! are taken, spread over the games of all `.wtb` files; `obf` is a folder that the positions and
//! scores are written to, for other programs.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use engine::{Board, Engine, Question, Weights};
use search::Limits;

/// Empty squares of the positions asked for.
const LEFT: [u32; 4] = [12, 16, 20, 24];

/// Bytes before the games of a file, and of each game.
const HEAD: usize = 16;
const GAME: usize = 68;

/// Where the head says for how many empty squares scores are given, and where a game does.
const SCORED: usize = 14;
const SCORE: usize = 7;
const MOVES: usize = 8;

/// A game: the positions in which somebody moved, and black's score with so many empty squares.
struct Played {
    positions: Vec<(Board, bool)>,
    scored: (u32, i32),
}

fn games(bytes: &[u8]) -> impl Iterator<Item = Played> {
    let left = bytes.get(SCORED).map_or(0, |&left| u32::from(left));
    let games = bytes.get(HEAD..).unwrap_or_default().chunks_exact(GAME);
    games.map(move |game| {
        let (mut board, mut black) = (Board::START, true);
        let mut positions = Vec::new();
        for &place in game[MOVES..].iter().take_while(|&&place| place != 0) {
            if board.moves() == 0 {
                (board, black) = (board.passed(), !black);
            }
            // Ten times the row and the column, both from 1.
            let (row, column) = (u32::from(place) / 10, u32::from(place) % 10);
            let inside = (1..=8).contains(&row) && (1..=8).contains(&column);
            let Some(next) = inside
                .then(|| board.play(8 * (row - 1) + column - 1))
                .flatten()
            else {
                break;
            };
            positions.push((board, black));
            (board, black) = (next, !black);
        }
        Played {
            positions,
            scored: (left, 2 * i32::from(game[SCORE]) - 64),
        }
    })
}

/// The search for the value of so many plies, without selective cuts; to the end if none is said.
fn value(engine: &mut Engine, board: Board, depth: Option<u32>) -> i32 {
    let question = Question {
        selective: depth.is_none(),
        ..Question::new(board)
    };
    let limits = depth.map_or_else(Limits::default, Limits::depth);
    let answer = engine.search(&question, &limits, &mut |_| ());
    answer.lines[0].value
}

/// Positions of games with so many empty squares and their exact scores.
fn scored(games: &[Played], left: u32, most: usize, engine: &mut Engine) -> Vec<(Board, i32)> {
    let at = |game: &Played| {
        let here = |(board, _): &&(Board, bool)| board.empty_count() == left;
        let &(board, black) = game.positions.iter().find(here)?;
        let known = (game.scored.0 == left).then_some(game.scored.1);
        Some((board, known.map(|score| if black { score } else { -score })))
    };
    let all: Vec<_> = games.iter().filter_map(at).collect();
    let every = (all.len() / most.max(1)).max(1);
    let chosen = all.into_iter().step_by(every).take(most);
    chosen
        .map(|(board, known)| (board, known.unwrap_or_else(|| value(engine, board, None))))
        .collect()
}

/// A position and its score as a line of OBF.
fn obf(board: Board, score: i32) -> String {
    let disc = |square: u32| match (board.own >> square & 1, board.other >> square & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    };
    let discs: String = (0..64).map(disc).collect();
    let best = (0..64).find(|&square| board.play(square).is_some());
    let square = best.map_or_else(
        || "--".to_owned(),
        |square| format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1),
    );
    // The move is only there because the format wants one.
    format!("{discs} X; {square}:{score:+};\n")
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = Vec::new();
    let (mut most, mut folder, mut left) = (2_000, None, Vec::new());
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("most", number)) => most = number.parse()?,
            Some(("left", number)) => left.push(number.parse()?),
            Some(("obf", path)) => folder = Some(path.to_owned()),
            _ => paths.push(argument),
        }
    }
    let [games_folder, weights @ ..] = &paths[..] else {
        return Err("name a folder of WTHOR games (.wtb)".into());
    };
    let mut all = Vec::new();
    let mut files: Vec<_> = fs::read_dir(games_folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|e| e == "wtb"))
    {
        all.extend(games(&fs::read(file)?));
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../weights/othello.zst");
    let read = |path: &Path| -> Result<Arc<Weights>, Box<dyn Error>> {
        Ok(Arc::new(Weights::read(&zstd::decode_all(
            &fs::read(path)?[..],
        )?)?))
    };
    let mut solver = Engine::new(read(&own)?, 64);
    let mut asked = vec![("weights/othello.zst".to_owned(), read(&own)?)];
    for path in weights {
        asked.push((path.clone(), read(Path::new(path))?));
    }
    println!("weights,empties,positions,mean score,error alone,error one ply,bias one ply");
    for left in if left.is_empty() { LEFT.to_vec() } else { left } {
        let positions = scored(&all, left, most, &mut solver);
        if let Some(folder) = &folder {
            let lines: String = positions
                .iter()
                .map(|&(board, score)| obf(board, score))
                .collect();
            fs::write(Path::new(folder).join(format!("strong-{left}.obf")), lines)?;
        }
        let count = positions.len() as f64;
        let size = positions
            .iter()
            .map(|(_, score)| f64::from(score.abs()))
            .sum::<f64>();
        for (name, weights) in &asked {
            let mut engine = Engine::new(Arc::clone(weights), 1);
            let (mut alone, mut one, mut bias) = (0.0, 0.0, 0.0);
            for &(board, score) in &positions {
                let score = f64::from(score);
                alone += (score - weights.evaluate_discs(board)).abs();
                let ahead = f64::from(value(&mut engine, board, Some(1)));
                one += (score - ahead).abs();
                bias += score - ahead;
            }
            println!(
                "{name},{left},{count},{:.1},{:.2},{:.2},{:+.2}",
                size / count,
                alone / count,
                one / count,
                bias / count
            );
        }
    }
    Ok(())
}
