//! `kaesu trees`: prunings for many players on synthetic trees, P3's experiment.

use std::io::Write;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use lab::jobs::{self, JobRange};
use rules::tree::{Generator, Parameters};
use search::maxn::{Options, Pruning};
use search::trees::{self, Comparison, Summary};
use serde::Serialize;

use crate::game::whole_number;

/// Slots of the memory, as a power of two: every inner node of the papers' trees has room.
const MEMO_BITS: u8 = 17;

/// Compare a pruning with the full search on synthetic trees: how often it finds the same values
/// at the root, and how many nodes it visits, in percent of the full search, averaged over those
/// successes. With --prove, compare every sound method with the full search instead, on trees of
/// random shape, and stop at the first that differs.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// How many seats
    #[arg(long, value_name = "N", default_value_t = 4)]
    players: usize,

    /// How many moves every node has
    #[arg(long, value_name = "N", default_value_t = 4)]
    width: usize,

    /// How many plies to the leaves
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    depth: usize,

    /// What the values of a node add up to
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    sum: i32,

    /// The largest change of a value by a move, as a fraction of the sum
    #[arg(long, value_name = "A/B", default_value = "1/100", value_parser = fraction)]
    change: (u32, u32),

    /// How changes are drawn
    #[arg(long, value_enum, default_value_t = Drawing::Rej)]
    generator: Drawing,

    /// Give the first seat one move at each of its nodes that is worth so many largest changes
    #[arg(long, value_name = "N", default_value_t = 0)]
    clear: u32,

    /// The pruning
    #[arg(long, value_enum, default_value_t = Method::Sdp)]
    method: Method,

    /// Remember positions
    #[arg(long)]
    memo: bool,

    /// Prune by how much a value can change in the plies that are left
    #[arg(long)]
    bounds: bool,

    /// Search what looks best for the mover first
    #[arg(long)]
    ordering: bool,

    /// How many trees
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole_number::<1_000_000>)]
    trees: u32,

    /// Which trees: tree I of seed S has the seed S × 1000000 + I
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = crate::game::seed)]
    seed: u64,

    /// How many threads; the result does not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole_number::<1024>)]
    threads: u32,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,

    /// Compare all sound methods with the full search on random trees up to depth 9
    #[arg(long, conflicts_with_all = ["players", "width", "depth", "sum", "change", "generator",
        "clear", "method", "memo", "bounds", "ordering"])]
    prove: bool,

    /// With --prove: the most leaves a tree may have
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "prove")]
    leaves: u64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Drawing {
    /// All but one at random, the last makes up for them; again until it is small enough
    Rej,
    /// All at random, less their mean
    Mean,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Method {
    /// The full search
    None,
    /// Stop when the mover has all it can get
    Immediate,
    /// And when the seat above will not come here
    Shallow,
    /// The paper's, which errs
    CutArray,
    /// Sound deep pruning
    Sdp,
}

fn fraction(text: &str) -> Result<(u32, u32), String> {
    text.split_once('/')
        .and_then(|(part, whole)| Some((part.parse().ok()?, whole.parse().ok()?)))
        .ok_or_else(|| "it has to be a fraction like 1/100".to_owned())
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let text = if arguments.prove {
        prove(arguments)?
    } else {
        measure(arguments)?
    };
    writeln!(std::io::stdout().lock(), "{text}")?;
    Ok(())
}

/// What `--json` prints.
#[derive(Serialize)]
struct Measured {
    method: String,
    memo: bool,
    bounds: bool,
    ordering: bool,
    series: String,
    trees: u64,
    success: u64,
    same_moves: u64,
    nodes_percent: Option<f64>,
    researched: Option<f64>,
}

fn measure(arguments: &Arguments) -> Result<String> {
    let series = arguments.series();
    series.check().context("there are no such trees")?;
    let options = arguments.options();
    let comparisons = in_order(arguments, |number| -> Result<Comparison> {
        let [comparison] = trees::compare(&trees::nth(&series, number)?, [options]);
        Ok(comparison)
    })?;
    let summary = Summary::of(comparisons);
    let method = arguments.method.to_possible_value();
    let measured = Measured {
        method: method.map_or_else(String::new, |value| value.get_name().to_owned()),
        memo: arguments.memo,
        bounds: arguments.bounds,
        ordering: arguments.ordering,
        series: series.check()?.to_string(),
        trees: summary.trees,
        success: summary.successes,
        same_moves: summary.same_moves,
        nodes_percent: summary.percent,
        researched: summary.researched,
    };
    Ok(if arguments.json {
        serde_json::to_string(&measured)?
    } else {
        measured.describe()
    })
}

impl Measured {
    fn describe(&self) -> String {
        let mut method = self.method.clone();
        for (name, on) in [
            ("memo", self.memo),
            ("bounds", self.bounds),
            ("ordering", self.ordering),
        ] {
            if on {
                method += " + ";
                method += name;
            }
        }
        let percent = |value: Option<f64>| value.map_or("-".to_owned(), |p| format!("{p:.2} %"));
        format!(
            "trees:     {} of {}\nmethod:    {method}\nsuccesses: {} (same values), {} (same move)\n\
             nodes:     {} of the full search, of which searched again {}",
            self.trees,
            self.series,
            self.success,
            self.same_moves,
            percent(self.nodes_percent),
            percent(self.researched)
        )
    }
}

/// What `--json` prints with `--prove`.
#[derive(Serialize)]
struct Proved {
    trees: u64,
    comparisons: u64,
}

fn prove(arguments: &Arguments) -> Result<String> {
    let compared = in_order(arguments, |number| {
        Ok(trees::prove(arguments.seed, number, arguments.leaves)?)
    })?;
    let proved = Proved {
        trees: compared.len() as u64,
        comparisons: compared.into_iter().map(u64::from).sum(),
    };
    Ok(if arguments.json {
        serde_json::to_string(&proved)?
    } else {
        format!(
            "{} comparisons on {} trees: every sound method found the values and the move of the full search",
            proved.comparisons, proved.trees
        )
    })
}

/// Does a job for every tree, on as many threads as wanted; what they give is in the order of the
/// trees, and an error is the one of the first tree that has one.
fn in_order<T: Send>(
    arguments: &Arguments,
    job: impl Fn(u64) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let trees = JobRange::new(0, arguments.trees.into());
    jobs::try_in_order(trees, arguments.threads as usize, job)
}

impl Arguments {
    const fn series(&self) -> Parameters {
        Parameters {
            players: self.players,
            width: self.width,
            depth: self.depth,
            sum: self.sum,
            change: self.change,
            seed: self.seed,
            generator: match self.generator {
                Drawing::Rej => Generator::Rejection,
                Drawing::Mean => Generator::Mean,
            },
            clear: self.clear,
        }
    }

    fn options(&self) -> Options {
        Options {
            pruning: match self.method {
                Method::None => Pruning::None,
                Method::Immediate => Pruning::Immediate,
                Method::Shallow => Pruning::Shallow,
                Method::CutArray => Pruning::CutArray,
                Method::Sdp => Pruning::Sdp,
            },
            memo: self.memo.then_some(MEMO_BITS),
            bounds: self.bounds,
            ordering: self.ordering,
            ..Options::full()
        }
    }
}
