//! `kaesu learn`: weights from nothing, generation by generation.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ::engine::{Board, board};
use ::lab::shard::{Shard, ShardError};
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use learning::examination::Effort;
use learning::othello::Othello;
use learning::run::{Finished, LearnError, Options, Progress, ShardPlayed, Step, examinations};
use learning::yonin::Yonin;
use learning::yonin_shogi::YoninShogi;
use learning::{Fitting, Plan, Subject};

use crate::game::whole_number;
use crate::interrupt;
use crate::lab::all_cores;
use crate::language::InLanguage;
use crate::report_folder;
use crate::said::tell_done;

mod practice;

/// Learn weights from nothing: own games, labels, fit, generation by generation
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand, Debug)]
enum Game {
    /// Learn the evaluation of Othello into a folder, or go on with it
    ///
    /// Whatever is done is kept: a run that was broken off goes on with the same command, and comes
    /// to the same weights. Ctrl-C ends it in good order.
    Othello(Course),
    /// Learn what positions of Yonin are worth to each seat into a folder, or go on with it
    ///
    /// Under all rules, from games of its own. Whatever is done is kept: a run that was broken off goes
    /// on with the same command, and comes to the same weights. Ctrl-C ends it in good order.
    Yonin(practice::Arguments),
    /// Learn what positions of Yonin-shogi are worth to each seat into a folder, or go on with it
    ///
    /// Under all rules, from games of its own. Whatever is done is kept: a run that was broken off goes
    /// on with the same command, and comes to the same weights. Ctrl-C ends it in good order.
    YoninShogi(practice::Arguments),
}

#[derive(Args, Debug)]
struct Course {
    /// The folder: weights, card, report and everything they were made from
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// What everything random follows from: the same seed gives the same weights
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::game::seed)]
    seed: u64,

    /// Generations, each played with the weights of the one before; more can be asked for later
    #[arg(long, value_name = "N", default_value = "4", value_parser = whole_number::<1000>)]
    generations: u32,

    /// Blocks of games in each generation; one of twenty is held out
    #[arg(long, value_name = "N", default_value = "200", value_parser = blocks)]
    blocks: u32,

    /// Games in each block
    #[arg(long, value_name = "N", default_value = "200", value_parser = whole_number::<100_000>)]
    games: u32,

    /// Go on from these weights, as `weights/` or a run keeps them, instead of from nothing
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Learn from the samples of this folder as well; can be given more than once
    #[arg(long, value_name = "FOLDER")]
    with: Vec<PathBuf>,

    /// How many blocks are played at the same time; all cores if nothing is said
    #[arg(long, value_name = "N", value_parser = whole_number::<1024>)]
    threads: Option<u32>,

    /// Positions held out that are solved for each number of empty squares; fewer from 16 on
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole_number::<100_000>)]
    positions: u32,

    /// Endgames of the fixed suite that are solved
    #[arg(long, value_name = "N", default_value = "19", value_parser = whole_number::<39>)]
    suite: u32,

    /// Pairs of games against the last weights
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole_number::<100_000>)]
    pairs: u32,

    /// Only play: shard I of N, counted from 0, of the blocks of the next generation, on one of many machines that share the folder
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    #[command(flatten)]
    language: InLanguage,
}

/// Endgames of the FFO suite, the short ones first.
const SUITE: &str = include_str!("../../../problems/ffo.obf");

fn blocks(text: &str) -> Result<u32, String> {
    let number = whole_number::<1_000_000>(text)?;
    match number {
        1 => Err("it has to be at least 2, because one is held out".to_owned()),
        _ => Ok(number),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.game {
        Game::Othello(asked) => othello(asked),
        Game::Yonin(asked) => practice::run(asked, Yonin::NAME, 256, |plan, folder, options| {
            Yonin::default().learn(plan, folder, options)
        }),
        Game::YoninShogi(asked) => {
            practice::run(asked, YoninShogi::NAME, 32, |plan, folder, options| {
                YoninShogi.learn(plan, folder, options)
            })
        }
    }
}

fn othello(asked: &Course) -> Result<()> {
    let suite: Vec<Board> = SUITE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| board::parse(line).context("the suite cannot be read"))
        .collect::<Result<_>>()?;
    let course = Othello::new(suite);
    let mut plan = Plan {
        game: Othello::NAME.to_owned(),
        seed: asked.seed,
        generations: asked.generations,
        blocks: asked.blocks,
        games: asked.games,
        from: None,
        with: asked.with.clone(),
        fitting: Fitting {
            seed: asked.seed,
            ..Fitting::default()
        },
        effort: Effort {
            positions: asked.positions,
            suite: asked.suite,
            pairs: asked.pairs,
            seed: asked.seed,
        },
    };
    if let Some(path) = &asked.from {
        let bytes = unpacked(path)?;
        course.go_on_from(&mut plan, &asked.out, (path, &bytes))?;
    }
    let stop = interrupt::stop_flag_in_time()?;
    let bar = bar();
    let machine = machine();
    let mut options = Options {
        threads: asked.threads.map_or_else(all_cores, |n| n as usize),
        machine: &machine,
        stop: &stop,
        progress: &mut |progress| show(&bar, progress),
    };
    if let Some(shard) = asked.shard {
        let numbers = (shard.number(), shard.count());
        let played = course.play_shard(&plan, &asked.out, numbers, &mut options);
        bar.finish_and_clear();
        return tell_shard(shard, played);
    }
    let finished = course.learn(&plan, &asked.out, &mut options);
    bar.finish_and_clear();
    let finished = finished?;
    let (plan, examined) = examinations(&asked.out)?;
    let folder = asked.out.display();
    let mut out = std::io::stdout().lock();
    if !examined.is_empty() {
        let language = asked.language.language;
        let report = course.report(&plan, &examined, language);
        let page = report_folder::write(&report, language, &asked.out.join("report"))?;
        write!(out, "{report}")?;
        writeln!(out, "{}", page.display())?;
    }
    match finished {
        Finished::Complete => writeln!(out, "{folder}/{}.zst and {folder}/card.md", plan.game)?,
        Finished::Stopped => writeln!(out, "stopped: the same command goes on in {folder}")?,
    }
    Ok(())
}

/// The weights of a file, compressed or not.
fn unpacked(path: &Path) -> Result<Vec<u8>> {
    let name = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("{name} cannot be read"))?;
    if !bytes.starts_with(&ZSTD) {
        return Ok(bytes);
    }
    zstd::decode_all(&bytes[..]).with_context(|| format!("{name} is damaged"))
}

/// What a file begins with that zstd compressed.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Says what became of a shard, and to a scheduler whether to try again.
fn tell_shard(shard: Shard, played: Result<ShardPlayed, LearnError>) -> Result<()> {
    let told = match played {
        Ok(ShardPlayed::Whole { generation, blocks }) => {
            format!("shard {shard}: all {blocks} blocks of generation {generation} are there\n")
        }
        Ok(ShardPlayed::Complete) => "all generations have their weights\n".to_owned(),
        Ok(ShardPlayed::Stopped) => {
            let told = "stopped: blocks that are whole are kept, and the same command goes on";
            return Err(ShardError::Temporary(told.to_owned()).into());
        }
        Err(error @ LearnError::System { .. }) => {
            return Err(ShardError::Temporary(error.to_string()).into());
        }
        Err(error) => return Err(error.into()),
    };
    tell_done(told.as_bytes());
    Ok(())
}

fn machine() -> String {
    let machine = ::lab::run::Machine::this();
    let processor = machine.processor.unwrap_or_else(|| machine.system.clone());
    format!("{processor}, {} cores", machine.cores)
}

fn bar() -> ProgressBar {
    let style = "{msg} {bar:24} {pos}/{len} {eta} left";
    let style = ProgressStyle::with_template(style).expect("the template is right");
    let bar = ProgressBar::no_length().with_style(style);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn show(bar: &ProgressBar, progress: Progress) {
    let step = match progress.step {
        Step::Play => "blocks played",
        Step::Fit => "phases fitted",
        Step::Finish => "selective search measured",
        Step::Examine => "examined",
    };
    let message = format!("generation {}: {step}", progress.generation);
    if bar.message() != message {
        bar.set_message(message);
        bar.set_length(progress.total);
        bar.set_position(progress.done);
        bar.reset_eta();
    }
    bar.set_position(progress.done);
}
