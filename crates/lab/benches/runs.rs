//! How fast the lab plays quick games, what it costs slow ones, and how much memory and disk it
//! takes, each beside what is wanted: `cargo bench -p kaesu-lab --bench runs`, or `-- NAME` for one of
//! speed, overhead, size and memory.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use kaesu_lab::report::of_run;
use kaesu_lab::run::{self, Options, Program, Run};
use kaesu_lab::{Contender, Experiment, Keep, Kind, Openings};
use report::Language;

const GAMES: u64 = 100_000;

fn quick(games: u64) -> Experiment {
    let random = |name| {
        let random = Contender::named("random").expect("it comes with the program");
        random.called(name)
    };
    Experiment {
        games,
        openings: Openings::Random { plies: 8 },
        ..Experiment::new(
            "othello".parse().expect("a game"),
            Kind::Match,
            vec![random("a"), random("b")],
        )
    }
}

/// How long a run into a folder takes.
fn time(experiment: &Experiment, folder: &Path, threads: usize) -> Duration {
    let mut options = Options {
        threads,
        program: Program {
            version: "bench".to_owned(),
            commit: None,
        },
        stop: &AtomicBool::new(false),
        progress: &mut |_| (),
    };
    let start = Instant::now();
    run::play_into(experiment, folder, &mut options).expect("the run is made");
    start.elapsed()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Quick games on one and two threads, one after the other, five times; enough of them that a
/// noisy second does not tell.
fn speed() {
    const GAMES: u64 = 400_000;
    let experiment = quick(GAMES);
    let (mut rates, mut ratios) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, two] = [1, 2].map(|threads| {
            let time = time(
                &experiment,
                &folder.path().join(threads.to_string()),
                threads,
            );
            GAMES as f64 / time.as_secs_f64()
        });
        println!(
            "{one:>8.0} games/s on one thread, {two:>8.0} on two, ratio {:.2}",
            two / one
        );
        rates.push(two);
        ratios.push(two / one);
    }
    println!(
        "median: {:.0} games/s on two threads (wanted: 20000), ratio {:.2} (wanted: 1.8)",
        median(rates),
        median(ratios)
    );
}

/// Players that think for 10 ms a move: how much of the time is not theirs.
fn overhead() {
    let mut experiment = quick(8);
    for player in &mut experiment.players {
        let name = player.name.clone();
        *player = Contender::named("p4-othello-ai")
            .expect("it comes along")
            .called(&name);
    }
    experiment.limits.time = Some(Duration::from_millis(10));
    experiment.keep = Keep {
        times: true,
        ..Keep::default()
    };
    let folder = tempfile::tempdir().expect("a folder");
    let all = time(&experiment, folder.path(), 1);
    let run = Run::open(folder.path()).expect("the run");
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
    let own = Duration::from_micros(own);
    println!(
        "at 10 ms a move: {:.2} s in all, {:.2} s of it the players', {:.2} % overhead (wanted: below 2)",
        all.as_secs_f64(),
        own.as_secs_f64(),
        100.0 * (all.as_secs_f64() / own.as_secs_f64() - 1.0)
    );
}

/// The most memory this process ever had, in kilobytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok())
        .unwrap_or(0)
}

fn memory() {
    let program = std::env::current_exe().expect("this program");
    for games in [10_000, 1_000_000] {
        let output = Command::new(&program)
            .args(["--memory", &games.to_string()])
            .output();
        let output = output.expect("this program runs again");
        print!(
            "{games:>8} games: {}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
}

/// The bytes of all files of a folder.
fn bytes_of(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).expect("a folder");
    let sizes = files.map(|file| file.and_then(|file| file.metadata()).expect("a file").len());
    sizes.sum()
}

fn size() {
    let folder = tempfile::tempdir().expect("a folder");
    time(&quick(GAMES), folder.path(), 2);
    let bytes = bytes_of(folder.path());
    let start = Instant::now();
    let run = Run::open(folder.path()).expect("a run");
    let files = of_run(&run, Language::English)
        .expect("a report")
        .files(Language::English);
    assert!(files.contains_key("index.html"), "a report has a page");
    println!(
        "{GAMES} games take {:.1} MB (wanted: below 60) and are reported in {:.2} s (wanted: below 10)",
        bytes as f64 / 1e6,
        start.elapsed().as_secs_f64()
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--memory") {
        let games = arguments[at + 1].parse().expect("a number");
        let folder = tempfile::tempdir().expect("a folder");
        time(&quick(games), folder.path(), 2);
        println!("{:.1} MB at most", peak_memory() as f64 / 1e3);
        return;
    }
    let all: [(&str, fn()); 4] = [
        ("size", size),
        ("memory", memory),
        ("overhead", overhead),
        ("speed", speed),
    ];
    let wanted = |name: &str| arguments.iter().any(|argument| argument == name);
    let some = all.iter().any(|(name, _)| wanted(name));
    for (name, measure) in all {
        if wanted(name) || !some {
            measure();
        }
    }
}
