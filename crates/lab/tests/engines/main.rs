//! Runs in which other programs play: whatever they do, the run comes to its end, and the report says
//! what they did.
//!
//! This test is its own engine; see [`script`].

#![allow(clippy::unwrap_used, reason = "all of it is a test")]

#[path = "../../../players/tests/external/script.rs"]
mod script;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kaesu_lab::report::of_run;
use kaesu_lab::run::{self, Finished, Forfeit, Options, Program, ReplayCheck, Run, RunError, Why};
use kaesu_lab::{Contender, Experiment, Kind, Openings, Played};
use players::external::{EngineSpec, Protocol};

use self::script::{BOTH, spec};

const GAMES: u64 = 4;

const TESTS: &[script::Test] = &[
    (
        "good_engines_play_whole_games",
        good_engines_play_whole_games,
    ),
    ("crashes_are_forfeits", crashes_are_forfeits),
    ("illegal_moves_are_forfeits", illegal_moves_are_forfeits),
    (
        "silence_and_floods_are_forfeits",
        silence_and_floods_are_forfeits,
    ),
    (
        "the_lab_has_less_patience_than_an_engine",
        the_lab_has_less_patience_than_an_engine,
    ),
    (
        "values_that_a_program_does_not_say_are_not_kept",
        values_that_a_program_does_not_say_are_not_kept,
    ),
    (
        "a_run_can_be_stopped_while_programs_are_tried_out",
        a_run_can_be_stopped_while_programs_are_tried_out,
    ),
    (
        "what_cannot_play_is_caught_before_the_first_game",
        what_cannot_play_is_caught_before_the_first_game,
    ),
];

fn main() {
    script::run(TESTS);
}

/// A match of another program with a player of ours.
fn against_random(spec: EngineSpec) -> Experiment {
    let random = Contender::named("random").unwrap();
    Experiment {
        games: GAMES,
        openings: Openings::Random { plies: 6 },
        ..Experiment::new(
            "othello".parse().unwrap(),
            Kind::Match,
            vec![Contender::engine("stranger", spec), random],
        )
    }
}

fn run_into(experiment: &Experiment, folder: &Path) -> Result<Finished, RunError> {
    run_until(experiment, folder, &AtomicBool::new(false))
}

fn run_until(
    experiment: &Experiment,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Finished, RunError> {
    let mut options = Options {
        threads: 2,
        program: Program {
            version: "1.0".to_owned(),
            commit: None,
        },
        stop,
        progress: &mut |_| (),
    };
    run::play_into(experiment, folder, &mut options).map(|(finished, _)| finished)
}

/// Runs a match to its end; its games and its report.
fn played(experiment: &Experiment) -> (Vec<Played>, String) {
    let folder = tempfile::tempdir().unwrap();
    let finished = run_into(experiment, folder.path()).unwrap();
    assert_eq!(finished, Finished::Complete { done: GAMES });
    let run = Run::open(folder.path()).unwrap();
    let games: Vec<Played> = run.games().unwrap().map(Result::unwrap).collect();
    for game in &games {
        // Nobody can promise that another program plays the same again.
        assert_eq!(run.replay(game.number).unwrap(), ReplayCheck::Legal);
    }
    (
        games,
        of_run(&run, report::Language::English).unwrap().to_string(),
    )
}

/// Whether a table of the report has a row that begins with these words.
fn has_row(report: &str, words: &str) -> bool {
    let lines = report.lines().map(|line| line.split_whitespace());
    let mut rows = lines.map(|words| words.collect::<Vec<_>>().join(" "));
    rows.any(|row| row.starts_with(words))
}

/// Runs a match in which the other program fails in every game; why, and the report.
fn failing(spec: EngineSpec) -> (Vec<Why>, String) {
    let (games, report) = played(&against_random(spec));
    let mut reasons = Vec::new();
    for game in games {
        let [forfeit] = &game.forfeits[..] else {
            panic!("one forfeit in every game: {game:?}");
        };
        let seat = rules::Seat::new(forfeit.seat);
        assert_eq!(game.seats[seat], 0, "the engine failed and nobody else");
        assert_eq!(game.outcome.ranks[seat], 2, "and lost the game by it");
        reasons.push(forfeit.why.clone());
    }
    assert!(has_row(&report, &format!("stranger {GAMES}")), "{report}");
    assert!(report.contains("Games were forfeited"), "{report}");
    assert!(report.contains(&format!(": stranger {GAMES}.")), "{report}");
    (reasons, report)
}

fn good_engines_play_whole_games() {
    for (protocol, calls_itself) in BOTH.into_iter().zip(["Script8", "Script 1.0"]) {
        for manner in ["good", "slow 5"] {
            let (games, report) = played(&against_random(spec(protocol, manner)));
            assert!(games.iter().all(|game| game.forfeits.is_empty()));
            assert!(games.iter().all(|game| game.plies > 20));
            assert!(!report.contains("forfeit"), "{report}");
            let noted = format!("stranger is {calls_itself}");
            assert!(has_row(&report, &noted), "{report}");
            assert!(
                report.contains("some players are other programs"),
                "{report}"
            );
            let named = "stranger it is another program";
            assert!(has_row(&report, named), "{report}");
            assert!(!has_row(&report, "random it is"), "{report}");
        }
    }
}

fn values_that_a_program_does_not_say_are_not_kept() {
    for protocol in BOTH {
        let mut experiment = against_random(spec(protocol, "good"));
        experiment.keep.values = true;
        let (games, _) = played(&experiment);
        for game in games {
            let all = game.thoughts.len();
            let silent = game
                .thoughts
                .iter()
                .filter(|thought| thought.values.is_none());
            // Nobody is asked about a forced pass, so that it has no value either.
            let expected = match protocol {
                Protocol::Nboard => 0..all / 4,
                Protocol::Gtp => all / 2 - 5..all / 2 + 5,
            };
            assert!(expected.contains(&silent.count()), "{game:?}");
        }
    }
}

fn a_run_can_be_stopped_while_programs_are_tried_out() {
    for manner in ["mute", "silent"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("run");
        let experiment = against_random(spec(Protocol::Nboard, manner));
        let stop = AtomicBool::new(false);
        let began = Instant::now();
        let finished = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(300));
                stop.store(true, Ordering::Relaxed);
            });
            run_until(&experiment, &folder, &stop).unwrap()
        });
        assert_eq!(finished, Finished::Stopped { done: 0 });
        assert!(began.elapsed() < Duration::from_secs(30), "it waited");
        assert!(!folder.exists(), "there is no run yet");
    }
}

fn crashes_are_forfeits() {
    for protocol in BOTH {
        let (reasons, report) = failing(spec(protocol, "crash 3"));
        for why in reasons {
            let Why::Crashed(words) = why else {
                panic!("it crashed: {why:?}");
            };
            assert!(words.contains("out of ideas"), "{words}");
        }
        assert!(report.contains("out of ideas"), "{report}");
    }
}

fn illegal_moves_are_forfeits() {
    for protocol in BOTH {
        // There is a disc on d4 from the start.
        let (reasons, report) = failing(spec(protocol, "after 3 says D4"));
        let told =
            |why: &Why| matches!(why, Why::Illegal(Some(reason)) if reason.contains("\"d4\""));
        assert!(reasons.iter().all(told), "{reasons:?}");
        assert!(
            report.contains("played an illegal move: the engine"),
            "{report}"
        );
        let (reasons, report) = failing(spec(protocol, "after 3 says Z99x"));
        let quoted = |why: &Why| matches!(why, Why::Crashed(words) if words.contains("Z99x"));
        assert!(reasons.iter().all(quoted), "{reasons:?}");
        assert!(report.contains("Z99x"), "{report}");
    }
}

fn silence_and_floods_are_forfeits() {
    for protocol in BOTH {
        for manner in ["after 3 silent", "after 3 flood"] {
            let (reasons, report) = failing(EngineSpec {
                move_timeout: Duration::from_secs(1),
                ..spec(protocol, manner)
            });
            let told =
                |why: &Why| matches!(why, Why::Late(Some(reason)) if reason.contains("within 1s"));
            assert!(reasons.iter().all(told), "{reasons:?}");
            assert!(report.contains("thought too long: the engine"), "{report}");
        }
    }
}

fn the_lab_has_less_patience_than_an_engine() {
    let experiment = Experiment {
        patience: Duration::from_secs(1),
        ..against_random(spec(Protocol::Nboard, "after 3 silent"))
    };
    let (games, _) = played(&experiment);
    for game in games {
        let late = |forfeit: &Forfeit| matches!(forfeit.why, Why::Late(_));
        assert!(game.forfeits.iter().any(late));
    }
}

fn what_cannot_play_is_caught_before_the_first_game() {
    for protocol in BOTH {
        let no_program = EngineSpec::new("no-such-program-anywhere", protocol);
        let impatient = EngineSpec {
            move_timeout: Duration::from_secs(1),
            ..spec(protocol, "silent")
        };
        for (spec, words) in [
            (no_program, "no-such-program-anywhere"),
            (spec(protocol, "exit"), "a weights file is missing"),
            (spec(protocol, "stranger"), "I play chess"),
            (
                spec(protocol, "says D4"),
                "played \"d4\", which is not legal here",
            ),
            (impatient, "gave no answer within 1s"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let run = folder.path().join("run");
            let error = run_into(&against_random(spec), &run)
                .unwrap_err()
                .to_string();
            assert!(error.contains("the player stranger: "), "{error}");
            assert!(error.contains(words), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
            assert!(!run.exists(), "nothing was begun");
        }
    }
}
