//! What dividing a run costs, beside what is wanted: `cargo bench -p kaesu-lab --bench shards`, or `-- NAME` for
//! one of merge and overhead.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use kaesu_lab::run::{self, Options, Program, Run};
use kaesu_lab::shard::{self, MergeOptions, Shard, ShardOptions};
use kaesu_lab::{Contender, Experiment, Keep, Kind, Openings};

fn program() -> Program {
    Program {
        version: "bench".to_owned(),
        commit: None,
    }
}

fn experiment(player: &str, games: u64) -> Experiment {
    let named = |name: &str| {
        let player = Contender::named(player).expect("it comes with the program");
        player.called(name)
    };
    Experiment {
        games,
        openings: Openings::Random { plies: 8 },
        ..Experiment::new(
            "othello".parse().expect("a game"),
            Kind::Match,
            vec![named("a"), named("b")],
        )
    }
}

fn make(experiment: &Experiment, shard: Shard, folder: &Path) {
    let mut options = ShardOptions {
        threads: 1,
        program: program(),
        stop: &AtomicBool::new(false),
        progress: &mut |_, _| (),
    };
    shard::make(experiment, shard, folder, &mut options).expect("the shard is made");
}

fn merge_into(parts: &Path, run: &Path, threads: usize) {
    let options = MergeOptions {
        program: program(),
        threads,
        audit: 0,
        first: 0,
        stop: &AtomicBool::new(false),
    };
    shard::merge(parts, run, &options).expect("a run");
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// A thousand shards of a hundred quick games each, which become the run of one machine.
fn merge() {
    const SHARDS: u64 = 1000;
    let experiment = experiment("random", 100 * SHARDS);
    let folder = tempfile::tempdir().expect("a folder");
    let [parts, merged_run] = ["parts", "run"].map(|name| folder.path().join(name));
    let made = seconds(|| {
        for number in 0..SHARDS {
            make(
                &experiment,
                Shard::new(number, SHARDS).expect("a shard"),
                &parts,
            );
        }
    });
    let looked = seconds(|| {
        shard::status(&parts, 2, &AtomicBool::new(false)).expect("a status");
    });
    let merged = seconds(|| {
        merge_into(&parts, &merged_run, 2);
    });
    let one = folder.path().join("one");
    let mut options = Options {
        threads: 2,
        program: program(),
        stop: &AtomicBool::new(false),
        progress: &mut |_| (),
    };
    run::play_into(&experiment, &one, &mut options).expect("a run");
    for name in ["games.jsonl.zst", "results.csv"] {
        let bytes = [&merged_run, &one].map(|run| fs::read(run.join(name)).expect("a file"));
        assert!(bytes[0] == bytes[1], "{name} is that of one machine");
    }
    println!(
        "{SHARDS} shards of 100 games: made in {:.1} ms each, looked at in {looked:.2} s, merged in {merged:.2} s \
         (wanted: below 10), {:.0} games/s",
        1e3 * made / SHARDS as f64,
        100.0 * SHARDS as f64 / merged
    );
}

/// One shard of about a minute, whose players think for 10 ms a move.
fn overhead() {
    let mut experiment = experiment("p4-othello-ai", 116);
    experiment.limits.time = Some(Duration::from_millis(10));
    experiment.keep = Keep {
        times: true,
        ..Keep::default()
    };
    let folder = tempfile::tempdir().expect("a folder");
    let [parts, run] = ["parts", "run"].map(|name| folder.path().join(name));
    let made = seconds(|| make(&experiment, Shard::new(0, 1).expect("a shard"), &parts));
    let merged = seconds(|| {
        merge_into(&parts, &run, 1);
    });
    let run = Run::open(&run).expect("the run");
    let games = run
        .games()
        .expect("games")
        .map(|game| game.expect("a game"));
    let own: u64 = games
        .flat_map(|game| {
            game.thoughts
                .into_iter()
                .filter_map(|thought| thought.micros)
        })
        .sum();
    let own = own as f64 / 1e6;
    println!(
        "a shard of {own:.1} s of the players' time: made in {made:.2} s, merged in {merged:.3} s, \
         {:.2} % overhead (wanted: at most 2)",
        100.0 * ((made + merged) / own - 1.0)
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let all: [(&str, fn()); 2] = [("merge", merge), ("overhead", overhead)];
    let wanted = |name: &str| arguments.iter().any(|argument| argument == name);
    let some = all.iter().any(|(name, _)| wanted(name));
    for (name, measure) in all {
        if wanted(name) || !some {
            measure();
        }
    }
}
