//! `kaesu paper`: the experiments of the papers again.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use papers::{GivenGames, Look, Looks, Paper, PaperOptions};
use players::text_file;

use crate::game::whole_number;
use crate::language::InLanguage;
use crate::report_folder;

/// Carry out an experiment of a paper again and set our figures beside the printed ones
///
/// Without a name it lists the experiments.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The experiment, or "all"
    #[arg(value_name = "NAME")]
    name: Option<String>,

    /// How many games of each kind (trees, positions), looked at once; for p3-shogi also a file of games
    ///
    /// A file holds transcripts, one game a line, or records.
    #[arg(long, value_name = "N|FILE")]
    games: Option<String>,

    /// Less than a minute for each experiment
    #[arg(long)]
    quick: bool,

    /// Go on with more and more games until every claim is told, or this many minutes are over
    ///
    /// It begins with as many games as the paper, and adds twice as many each time. The intervals are wider
    /// the more often one looks, so that all looks together are wrong one time in twenty at most.
    /// A look that has begun is brought to its end, which may take two fifths of the minutes more.
    #[arg(long, value_name = "MINUTES", default_value = "10", conflicts_with_all = ["games", "quick"], value_parser = whole_number::<100_000>)]
    budget: u32,

    /// Look at just so many times, to get the same report again on any machine
    #[arg(long, value_name = "N", conflicts_with_all = ["games", "quick", "budget"], value_parser = whole_number::<20>)]
    looks: Option<u32>,

    /// On how many threads; all cores if nothing is said
    #[arg(long, value_name = "N", value_parser = whole_number::<1024>)]
    threads: Option<u32>,

    /// What everything random follows from
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::game::seed)]
    seed: u64,

    /// Write the report into this folder too; for "all" into one folder per name
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    language: InLanguage,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match arguments.name.as_deref() {
        None => list(),
        Some("all") => {
            let all = papers::all();
            for folder in all
                .iter()
                .filter_map(|paper| folder(arguments, paper, true))
            {
                report_folder::prepare(&folder)?;
            }
            all.iter().try_for_each(|paper| one(arguments, paper, true))
        }
        Some(name) => match papers::named(name) {
            Some(paper) => {
                if let Some(folder) = folder(arguments, &paper, false) {
                    report_folder::prepare(&folder)?;
                }
                one(arguments, &paper, false)
            }
            None => {
                let names: Vec<&str> = papers::all().iter().map(|paper| paper.name).collect();
                bail!(
                    "there is no experiment \"{name}\"; there are all, {}",
                    names.join(", ")
                )
            }
        },
    }
}

fn list() -> Result<()> {
    let mut out = std::io::stdout().lock();
    for Paper { name, about, .. } in papers::all() {
        writeln!(out, "{name:<16} {about}")?;
    }
    Ok(())
}

fn one(arguments: &Arguments, paper: &Paper, among_all: bool) -> Result<()> {
    let asked = games_of(arguments, paper)?;
    let (games, given) = match &asked {
        None => (None, None),
        Some(Games::Number(games)) => (Some(*games), None),
        Some(Games::Given { file, text }) => (None, Some(GivenGames { file, text })),
    };
    let bar = bar();
    let looks = match arguments.looks {
        _ if arguments.quick || arguments.games.is_some() => Looks::Once,
        Some(looks) => Looks::Times(looks),
        None => Looks::Within(Duration::from_secs(60 * u64::from(arguments.budget))),
    };
    let options = PaperOptions {
        games,
        given,
        quick: arguments.quick,
        looks,
        look: Look::default(),
        threads: arguments
            .threads
            .map_or_else(crate::lab::all_cores, |n| n as usize),
        seed: arguments.seed,
        progress: &|words| bar.set_message(format!("{}: {words}", paper.name)),
    };
    let report = paper.report(&options);
    bar.finish_and_clear();
    let language = arguments.language.language;
    let report = papers::in_language(report?, language);
    let mut out = std::io::stdout().lock();
    if among_all {
        writeln!(out, "# {}\n", paper.name)?;
    }
    writeln!(out, "{report}")?;
    if let Some(folder) = folder(arguments, paper, among_all) {
        writeln!(
            out,
            "written to {}",
            report_folder::write(&report, language, &folder)?.display()
        )?;
    }
    Ok(())
}

/// Where its report is to be written.
fn folder(arguments: &Arguments, paper: &Paper, among_all: bool) -> Option<PathBuf> {
    let folder = arguments.out.clone()?;
    Some(if among_all {
        folder.join(paper.name)
    } else {
        folder
    })
}

/// The longest file of games: some thousand games, more than anybody waits for.
const LONGEST: u64 = 1 << 24;

/// The games that were asked for.
enum Games {
    /// So many.
    Number(u32),
    /// Those of a file.
    Given { file: String, text: String },
}

/// Reads `--games`: a number, or where a paper takes them a file of games.
fn games_of(arguments: &Arguments, paper: &Paper) -> Result<Option<Games>> {
    let Some(asked) = &arguments.games else {
        return Ok(None);
    };
    if asked
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'_')
    {
        return match whole_number::<1_000_000>(asked) {
            Ok(games) => Ok(Some(Games::Number(games))),
            Err(problem) => bail!("--games {asked}: {problem}"),
        };
    }
    if !paper.takes_games() {
        bail!(
            "--games {asked}: {} takes a number of games from 1 to 1000000; only p3-shogi takes a file of games",
            paper.name
        );
    }
    let text = text_file::read(Path::new(asked), LONGEST)
        .with_context(|| format!("the games in {asked} cannot be read"))?;
    let file = asked.clone();
    Ok(Some(Games::Given { file, text }))
}

/// Shows itself only on a terminal.
fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}")
        .expect("the template can be read");
    let bar = ProgressBar::new_spinner().with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
