//! `kaesu book`: the opening book of Othello, grown by our own search.

use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ::engine::board::to_move;
use ::engine::book::Judged;
use ::engine::book::growth::{Growth, look};
use ::engine::{Board, Book, Engine};
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use players::{learned, text_file};
use rules::line::GameLine;
use rules::reversi::Othello;
use rules::{Game, Notation};
use search::Limits;

use crate::game::{othello, whole_number};

/// Grow, show or check an opening book of Othello
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    Grow(Grow),
    Show(Show),
    Check(Check),
}

/// Let a book grow, or begin one; it can be stopped at any time and goes on from there
#[derive(Args, Debug)]
struct Grow {
    /// The book
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Look this many plies ahead from every new position
    #[arg(long, value_name = "PLIES", default_value = "16", value_parser = whole_number::<60>)]
    depth: u32,

    /// Follow moves that lose at most this many discs
    #[arg(long, value_name = "DISCS", default_value = "4", value_parser = clap::value_parser!(u8).range(0..=64))]
    loss: u8,

    /// Stop when the book has this many positions
    #[arg(long, value_name = "N", default_value = "100000", value_parser = whole_number::<10_000_000>)]
    positions: u32,

    /// Stop after this many minutes
    #[arg(long, value_name = "MINUTES", value_parser = whole_number::<100_000>)]
    minutes: Option<u32>,
}

/// Show what a book knows of a position
#[derive(Args, Debug)]
struct Show {
    /// The book; the one that comes along if left out
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Play these moves first
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    moves: String,
}

/// Check a book: its bytes, and some of its values by deeper searches
#[derive(Args, Debug)]
struct Check {
    /// The book; the one that comes along if left out
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// How many values to check, spread over the book
    #[arg(long, value_name = "N", default_value = "10", value_parser = whole_number::<1_000_000>)]
    positions: u32,

    /// How many plies deeper to look than the book did
    #[arg(long, value_name = "PLIES", default_value = "2", value_parser = whole_number::<60>)]
    deeper: u32,
}

/// Megabytes for what a search knows of positions.
const TABLE: usize = 64;
/// Positions with fewer empty squares are not opened: there the search is as good.
const LEAST_EMPTIES: u32 = 36;
/// So many positions are opened before it is worked out anew what comes next.
const AT_ONCE: usize = 8;
/// How often a growing book is kept.
const KEEP: Duration = Duration::from_secs(30);
/// The longest book as a file and unpacked, in bytes: far more than any that was grown.
const LONGEST: u64 = 1 << 28;
const LONGEST_UNPACKED: u64 = 1 << 30;
/// How hard bytes are squeezed.
const SQUEEZE: i32 = 19;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.what {
        What::Grow(grow) => grow.run(),
        What::Show(show) => show.run(),
        What::Check(check) => check.run(),
    }
}

fn engine() -> Result<Engine> {
    Ok(Engine::new(learned::othello()?, TABLE))
}

fn read(file: &Path) -> Result<Book> {
    let packed = text_file::read_bytes(file, LONGEST)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    let mut bytes = Vec::new();
    let unpacked = zstd::Decoder::new(&packed[..]).and_then(|decoder| {
        let unpacked = decoder.take(LONGEST_UNPACKED + 1).read_to_end(&mut bytes)?;
        if unpacked as u64 > LONGEST_UNPACKED {
            return Err(ErrorKind::FileTooLarge.into());
        }
        Ok(())
    });
    unpacked.with_context(|| format!("{} is no book: it cannot be unpacked", file.display()))?;
    Book::read(&bytes).with_context(|| format!("{} cannot be used", file.display()))
}

/// The book in a file, or the one that comes along.
fn read_or_own(file: Option<&Path>) -> Result<Book> {
    match file {
        Some(file) => read(file),
        None => Ok(learned::othello_book()?),
    }
}

/// Puts the whole book in the place of the old one, so that no half of it is ever there.
fn keep(file: &Path, book: &Book) -> Result<()> {
    let packed = zstd::encode_all(&book.write()[..], SQUEEZE)?;
    let new = file.with_extension("new");
    std::fs::write(&new, packed)
        .and_then(|()| std::fs::rename(&new, file))
        .with_context(|| format!("{} cannot be written", file.display()))
}

impl Grow {
    fn run(&self) -> Result<()> {
        let mut book = if self.file.exists() {
            read(&self.file)?
        } else {
            Book::default()
        };
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))?;
        let before = book.len();
        let growth = Growth {
            depth: self.depth,
            loss: self.loss.into(),
            least_empties: LEAST_EMPTIES,
        };
        self.grow(&mut book, growth, &stop)?;
        keep(&self.file, &book)?;
        let (all, new) = (book.len(), book.len() - before);
        writeln!(
            std::io::stdout().lock(),
            "positions: {all}, of which {new} are new"
        )?;
        Ok(())
    }

    fn grow(&self, book: &mut Book, growth: Growth, stop: &Arc<AtomicBool>) -> Result<()> {
        let mut engine = engine()?;
        let started = Instant::now();
        let time = self
            .minutes
            .map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
        let bar = ProgressBar::new(self.positions.into());
        bar.set_style(ProgressStyle::with_template(
            "{bar:40} {pos} of {len} positions, {elapsed}",
        )?);
        let mut kept = started;
        loop {
            let next = growth.next(book, AT_ONCE);
            if next.is_empty() {
                break;
            }
            for board in next {
                let left = time.map(|time| time.saturating_sub(started.elapsed()));
                let over = left == Some(Duration::ZERO) || book.len() >= self.positions as usize;
                let limits = Limits {
                    time: left,
                    stop: Some(Arc::clone(stop)),
                    ..Limits::default()
                };
                if over || !growth.open(book, board, &mut engine, &limits) {
                    bar.finish_and_clear();
                    return Ok(());
                }
                bar.set_position(book.len() as u64);
                if kept.elapsed() > KEEP {
                    keep(&self.file, book)?;
                    kept = Instant::now();
                }
            }
        }
        bar.finish_and_clear();
        Ok(())
    }
}

impl Show {
    fn run(&self) -> Result<()> {
        let book = read_or_own(self.file.as_deref())?;
        let mut line = GameLine::new(Othello::start(&()));
        let moves = line.without_header(&othello(), &self.moves)?;
        line.play_transcript(moves)?;
        let position = line.position();
        let board = Board::from(position);
        let judged = Judged::new(&book);
        let mut out = std::io::stdout().lock();
        writeln!(
            out,
            "positions: {}, of which {} are open",
            book.len(),
            judged.open_positions()
        )?;
        let (Some(worth), Some(entry)) = (judged.worth(board), book.get(board)) else {
            writeln!(out, "this position is not in the book")?;
            return Ok(());
        };
        writeln!(
            out,
            "value: {:+} (from {:+} to {:+}); searched {:+} with depth {} at {} %",
            worth.value, worth.lower, worth.upper, entry.value, entry.depth, entry.confidence
        )?;
        for link in judged.links(board) {
            let m = position.move_text(to_move(link.square));
            let worth = link.worth;
            writeln!(
                out,
                "{m} {:+} (from {:+} to {:+})",
                worth.value, worth.lower, worth.upper
            )?;
        }
        Ok(())
    }
}

impl Check {
    fn run(&self) -> Result<()> {
        let book = read_or_own(self.file.as_deref())?;
        if book.is_empty() {
            bail!("the book has no positions: there is nothing to check");
        }
        let mut engine = engine()?;
        let leaves: Vec<_> = book
            .positions()
            .filter(|(board, _)| !book.is_open(*board))
            .collect();
        let step = leaves.len().div_ceil(self.positions as usize).max(1);
        let (mut checked, mut within, mut sum, mut most) = (0, 0, 0, 0);
        for (board, entry) in leaves.iter().step_by(step) {
            let depth = u32::from(entry.depth) + self.deeper;
            let deeper = look(*board, depth, &mut engine, &Limits::default());
            let deeper = deeper.expect("nothing stops it");
            let off = (i32::from(deeper.value) - i32::from(entry.value)).abs();
            checked += 1;
            within += i32::from(off <= i32::from(entry.error));
            sum += off;
            most = most.max(off);
        }
        let judged = Judged::new(&book);
        let mut out = std::io::stdout().lock();
        writeln!(
            out,
            "positions: {}, of which {} are open",
            book.len(),
            judged.open_positions()
        )?;
        let mean = f64::from(sum) / f64::from(checked.max(1));
        writeln!(
            out,
            "checked {checked} that are not, {} plies deeper: off by {mean:.2} discs, {most} at most; {within} within their error",
            self.deeper
        )?;
        Ok(())
    }
}
