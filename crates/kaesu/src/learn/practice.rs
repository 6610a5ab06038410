//! `kaesu learn yonin` and `kaesu learn yonin-shogi`: learning while playing.

use std::io::Write;
use std::path::{Path, PathBuf};

use ::report::Language;
use anyhow::{Result, bail};
use clap::Args;
use learning::practice::{Plan, report, run::Options, run::examinations};
use learning::run::{Finished, LearnError};

use crate::game::whole_number;
use crate::interrupt;
use crate::lab::all_cores;
use crate::report_folder;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The folder: weights, card, report and everything they were made from
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// What everything random follows from: the same seed gives the same weights
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::game::seed)]
    seed: u64,

    /// Parts of the run, after each of which weights are kept
    #[arg(long, value_name = "N", default_value = "32", value_parser = whole_number::<10_000>)]
    generations: u32,

    /// Blocks of games in each generation; 256 for Yonin and 32 for Yonin-shogi if nothing is said
    #[arg(long, value_name = "N", value_parser = whole_number::<1_000_000>)]
    blocks: Option<u32>,

    /// Games in each block, all played with the same weights
    #[arg(long, value_name = "N", default_value = "256", value_parser = whole_number::<100_000>)]
    games: u32,

    /// How much the end of a game counts beside what was expected on the way, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value = "0.95", value_parser = share)]
    lambda: f32,

    /// The step at the end of the run, as a share of the first
    #[arg(long, value_name = "SHARE", default_value = "0.1", value_parser = share)]
    last_step: f32,

    /// Openings of each match by which the weights are examined
    #[arg(long, value_name = "N", default_value = "40", value_parser = whole_number::<100_000>)]
    openings: u32,

    /// How many games are played at the same time; all cores if nothing is said
    #[arg(long, value_name = "N", value_parser = whole_number::<1024>)]
    threads: Option<u32>,

    /// Refused: only blocks of Othello can be divided
    #[arg(long, value_name = "I/N", hide = true)]
    shard: Option<String>,
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().ok();
    number
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| "it has to be a number from 0 to 1, such as 0.95".to_owned())
}

pub(super) fn run(
    asked: &Arguments,
    game: &str,
    blocks: u32,
    learn: impl FnOnce(&Plan, &Path, &mut Options<'_>) -> Result<Finished, LearnError>,
) -> Result<()> {
    if asked.shard.is_some() {
        bail!(
            "{game} learns from each block before the next is played, so it has no shards; --shard is for othello"
        );
    }
    let plan = Plan {
        game: game.to_owned(),
        seed: asked.seed,
        generations: asked.generations,
        blocks: asked.blocks.unwrap_or(blocks),
        games: asked.games,
        lambda: asked.lambda,
        last_step: asked.last_step,
        openings: asked.openings,
    };
    let stop = interrupt::stop_flag_in_time()?;
    let bar = super::bar();
    let machine = super::machine();
    let mut options = Options {
        threads: asked.threads.map_or_else(all_cores, |n| n as usize),
        machine: &machine,
        stop: &stop,
        progress: &mut |generation, done, total| {
            bar.set_message(format!("generation {generation}: blocks learned from"));
            bar.set_length(u64::from(total));
            bar.set_position(u64::from(done));
        },
    };
    let finished = learn(&plan, &asked.out, &mut options);
    bar.finish_and_clear();
    let finished = finished?;
    let (plan, examined) = examinations(&asked.out)?;
    let folder = asked.out.display();
    let mut out = std::io::stdout().lock();
    if !examined.is_empty() {
        let report = report::of_run(&plan, &examined);
        let page = report_folder::write(&report, Language::English, &asked.out.join("report"))?;
        write!(out, "{report}")?;
        writeln!(out, "{}", page.display())?;
    }
    match finished {
        Finished::Complete => writeln!(out, "{folder}/{}.zst and {folder}/card.md", plan.game)?,
        Finished::Stopped => writeln!(out, "stopped: the same command goes on in {folder}")?,
    }
    Ok(())
}
