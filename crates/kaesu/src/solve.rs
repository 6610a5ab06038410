//! `kaesu solve`: the exact value of endgames of Othello.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use ::engine::board::to_move;
use ::engine::{Answer, Board, Engine, Question};
use anyhow::{Context, Result, bail};
use clap::Args;
use players::{learned, text_file};
use rules::reversi::{Move, Othello};
use rules::{Game, Notation};
use search::Limits;
use serde::Serialize;

use crate::game::whole_number;
use crate::think::line_text;

mod six;

/// Solve endgames of Othello exactly, or Reversi on 6×6 from any position
///
/// Prints for each position the number of empty squares, the score for the side to move, the best
/// move, the nodes, the time and the expected line. If a score in the file differs, the program
/// says so and ends with exit code 1.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A file of OBF lines, one board line (64 or 36 squares and whose turn it is), or reversi-6x6 for
    /// the start of that game
    #[arg(value_name = "FILE|BOARD", allow_hyphen_values = true)]
    positions: String,

    /// How many threads search
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole_number::<256>)]
    threads: u32,

    /// Only win, loss or draw: the score is +1, -1 or 0
    #[arg(long)]
    wld: bool,

    /// Megabytes of memory for what is known of positions
    #[arg(long, value_name = "MB", default_value = "256", value_parser = whole_number::<65536>)]
    table: u32,

    /// Print a line of JSON for each position, and one for the total
    #[arg(long)]
    json: bool,
}

/// A position to solve.
struct Problem {
    position: Othello,
    /// The score that the file says, if it does.
    expected: Option<i32>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if let Some(position) = six::asked(&arguments.positions) {
        return six::run(arguments, &position?);
    }
    let problems = problems(&arguments.positions)?;
    let mut engine = Engine::new(learned::othello()?, arguments.table as usize)
        .with_threads(arguments.threads as usize);
    let mut total = Total::default();
    for (at, problem) in problems.iter().enumerate() {
        engine.clear();
        let question = Question {
            win_loss_draw: arguments.wld,
            ..Question::new(Board::from(&problem.position))
        };
        let answer = engine.search(&question, &Limits::default(), &mut |_| ());
        let solution = Solution::new(at + 1, problem, &answer, arguments.wld);
        total.nodes += answer.nodes;
        total.time += answer.time;
        total.different += usize::from(solution.differs());
        solution.print(arguments.json)?;
    }
    total.print(arguments.json)?;
    if total.different > 0 {
        std::process::exit(1);
    }
    Ok(())
}

/// The longest file of positions.
const LONGEST: u64 = 1 << 26;

/// Reads a file of OBF lines or a single board line.
fn problems(text: &str) -> Result<Vec<Problem>> {
    let is_board = text.trim().len() >= 64 && !Path::new(text).exists();
    if is_board {
        return Ok(vec![problem(text).context("the board cannot be read")?]);
    }
    let lines = text_file::read(Path::new(text), LONGEST).with_context(|| {
        format!("\"{text}\" is neither a file that can be read nor a board of 64 squares")
    })?;
    let is_comment = |line: &str| line.trim().is_empty() || line.starts_with(['#', '%']);
    let problems: Vec<Problem> = lines
        .lines()
        .enumerate()
        .filter(|(_, line)| !is_comment(line))
        .map(|(at, line)| problem(line).with_context(|| format!("{text}, line {}", at + 1)))
        .collect::<Result<_>>()?;
    if problems.is_empty() {
        bail!("{text} has no positions");
    }
    Ok(problems)
}

fn problem(line: &str) -> Result<Problem> {
    let position = Othello::parse_position(&(), line)?;
    if position.is_finished() {
        bail!("the game is over: there is nothing to solve");
    }
    let best = line.split(';').nth(1).unwrap_or_default();
    let score = best.split(':').nth(1).map(str::trim);
    let expected = score
        .map(|score| {
            score
                .parse()
                .with_context(|| format!("\"{score}\" is no score"))
        })
        .transpose()?;
    Ok(Problem { position, expected })
}

/// What `--json` prints for a position.
#[derive(Serialize)]
struct Solution {
    number: usize,
    empties: u32,
    score: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    r#move: String,
    line: Vec<String>,
    nodes: u64,
    ms: f64,
}

impl Solution {
    fn new(number: usize, problem: &Problem, answer: &Answer, wld: bool) -> Self {
        let best = &answer.lines[0];
        let moves: Vec<Move> = best.moves.iter().map(|&square| to_move(square)).collect();
        let line = line_text(&problem.position, &moves);
        Self {
            number,
            empties: problem.position.empties().count_ones(),
            score: best.value,
            expected: problem
                .expected
                .map(|score| if wld { score.signum() } else { score }),
            r#move: line[0].clone(),
            line,
            nodes: answer.nodes,
            ms: milliseconds(answer.time),
        }
    }

    fn differs(&self) -> bool {
        self.expected.is_some_and(|expected| expected != self.score)
    }

    fn print(&self, json: bool) -> Result<()> {
        let mut out = std::io::stdout().lock();
        if json {
            writeln!(out, "{}", serde_json::to_string(self)?)?;
            return Ok(());
        }
        let Self {
            number,
            empties,
            score,
            r#move,
            nodes,
            ..
        } = self;
        let (seconds, line) = (self.ms / 1e3, self.line.join(" "));
        write!(
            out,
            "{number}: empties {empties} score {score:+} move {} ",
            r#move
        )?;
        write!(out, "nodes {nodes} time {seconds:.3} line {line}")?;
        match self.expected {
            Some(expected) if self.differs() => writeln!(out, " (the file says {expected:+})")?,
            _ => writeln!(out)?,
        }
        Ok(())
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// What all positions took.
#[derive(Default)]
pub(crate) struct Total {
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    pub(crate) different: usize,
}

impl Total {
    fn print(&self, json: bool) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let Self {
            nodes, different, ..
        } = self;
        if json {
            let ms = milliseconds(self.time);
            let total = serde_json::json!({ "total": { "nodes": nodes, "ms": ms, "different": different } });
            writeln!(out, "{total}")?;
        } else {
            writeln!(out, "{self}")?;
        }
        Ok(())
    }
}

impl std::fmt::Display for Total {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = self.time.as_secs_f64();
        let speed = self.nodes as f64 / seconds.max(1e-9);
        write!(
            f,
            "total: nodes {} time {seconds:.3} speed {speed:.0}/s",
            self.nodes
        )
    }
}
