//! Searches for the best numbers: a spoilt player is mended and proved better, a search that was
//! broken off comes to the same bytes, and every mistake in a file is told with its line.

#![allow(clippy::unwrap_used, reason = "all of it is a test")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use kaesu_lab::report::of_tune;
use kaesu_lab::run::Program;
use kaesu_lab::tune::{PATH, Search, Tune, TuneError, TuneOptions, Tuned, WINNER, join, tune_into};
use report::Language;
use statistics::sprt::Decision;

/// P1's BP with one ply, whose corners are worth less than nothing.
const SPOILT: &str = r#"about = "corners mended"
game = "othello"
method = "spsa"
games = 10
budget = 600
seed = 3

[openings.random]
plies = 6

[player]
name = "spoilt"
text = """
about = "corners are worth less than nothing"
games = ["reversi-8x8"]
[limits]
depth = 1
[search.alphabeta]
iterate = false
last-line-first = false
[evaluation.features]
noise = 0.1
[evaluation.features.bp]
weight = 1
when = "(1-60)"
corner = -1
near-corner = -2
"""

[[number]]
key = "evaluation.features.bp.corner"
from = -20
to = 20
step = 4

[confirm]
games = 400

[confirm.stop]
elo = [0, 100]
"#;

fn spoilt() -> Tune {
    Tune::parse("spoilt.toml", SPOILT, Path::new("nowhere")).unwrap()
}

fn carry_out(
    tune: &Tune,
    folder: &Path,
    threads: usize,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u32, u32),
) -> Result<Tuned, TuneError> {
    let mut options = TuneOptions {
        threads,
        shards: None,
        program: program(),
        stop,
        progress,
    };
    tune_into(tune, folder, &mut options)
}

fn program() -> Program {
    Program {
        version: "test".to_owned(),
        commit: None,
    }
}

fn whole(tune: &Tune, folder: &Path, threads: usize) -> Tuned {
    carry_out(
        tune,
        folder,
        threads,
        &AtomicBool::new(false),
        &mut |_, _| (),
    )
    .unwrap()
}

#[test]
fn a_spoilt_player_is_mended_and_proved_better() {
    let folder = tempfile::tempdir().unwrap();
    let tune = spoilt();
    let tuned = whole(&tune, folder.path(), 2);
    let best = tuned.best.clone().unwrap()[0];
    assert!(best > 0.0, "corners are good: {best}");
    let summary = tuned.confirmed.as_ref().unwrap();
    assert_eq!(summary.decision(), Decision::AcceptH1);
    let winner = fs::read_to_string(folder.path().join(WINNER)).unwrap();
    assert!(winner.contains(&format!("corner = {best}")), "{winner}");
    let report = of_tune(&tune, &tuned, Language::English).to_string();
    assert!(report.contains("so it is better"), "{report}");
    assert!(report.contains("bp.corner"), "{report}");

    // Whatever became of it, it is told in Japanese as well.
    let japanese = |tuned: &Tuned| of_tune(&tune, tuned, Language::Japanese).to_string();
    let mut reports = vec![japanese(&tuned)];
    let mut untold = Tuned {
        confirmed: None,
        ..tuned
    };
    for complete in [true, false] {
        untold.complete = complete;
        reports.push(japanese(&untold));
    }
    untold.best = None;
    untold.path.clear();
    reports.push(japanese(&untold));
    let own = "corners mended spoilt othello spsa elo corner";
    for report in reports {
        let words = report::english_words(&report);
        let left: Vec<_> = words.iter().filter(|word| !own.contains(**word)).collect();
        assert!(left.is_empty(), "{left:?} in\n{report}");
    }
}

#[test]
fn a_search_that_was_broken_off_comes_to_the_same_bytes() {
    let tune = Tune {
        budget: 120,
        ..spoilt()
    };
    let folder = tempfile::tempdir().unwrap();
    let [once, often] = ["once", "often"].map(|name| folder.path().join(name));
    let expected = whole(&tune, &once, 1);
    // Stopped in the middle of every third step, with a torn line each time.
    for stop_at in [1, 4, 7] {
        let stop = AtomicBool::new(false);
        let mut progress = |done, _| {
            if done >= stop_at {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let stopped = carry_out(&tune, &often, 2, &stop, &mut progress).unwrap();
        assert!(!stopped.complete && stopped.best.is_none());
        assert_eq!(stopped.path.len() as u32, stop_at);
        let path = often.join(PATH);
        let torn = fs::read_to_string(&path).unwrap() + "{\"step\":9,\"ga";
        fs::write(&path, torn).unwrap();
    }
    let found = whole(&tune, &often, 2);
    assert_eq!(found.path, expected.path);
    assert_eq!(found.best, expected.best);
    for file in [
        PATH,
        WINNER,
        "tune.toml",
        "confirm/games.jsonl.zst",
        "confirm/results.csv",
    ] {
        let [once, often] = [&once, &often].map(|folder| fs::read(folder.join(file)).unwrap());
        assert!(once == often, "{file}");
    }
    // Once more changes nothing.
    let again = whole(&tune, &often, 1);
    assert_eq!(
        of_tune(&tune, &again, Language::English),
        of_tune(&tune, &expected, Language::English)
    );
}

#[test]
fn machines_that_share_a_folder_come_to_the_bytes_of_one() {
    let tune = Tune {
        budget: 60,
        ..spoilt()
    };
    let folder = tempfile::tempdir().unwrap();
    let [one, many] = ["one", "many"].map(|name| folder.path().join(name));
    let expected = whole(&tune, &one, 1);
    let lead = |stop: &AtomicBool, progress: &mut dyn FnMut(u32, u32)| {
        let mut options = TuneOptions {
            threads: 1,
            shards: Some(4),
            program: program(),
            stop,
            progress,
        };
        tune_into(&tune, &many, &mut options).unwrap()
    };
    let never = AtomicBool::new(false);
    let (found, helped) = std::thread::scope(|scope| {
        let helpers: Vec<_> = (0..2)
            .map(|_| scope.spawn(|| join(&many, 1, &program(), &never).unwrap()))
            .collect();
        // The machine that leads ends in the middle of a step, and leads again.
        let stop = AtomicBool::new(false);
        let stopped = lead(&stop, &mut |done, _| {
            stop.store(done >= 2, Ordering::Relaxed);
        });
        assert!(!stopped.complete);
        let found = lead(&never, &mut |_, _| ());
        let helped: Vec<_> = helpers.into_iter().map(|h| h.join().unwrap()).collect();
        (found, helped)
    });
    assert!(helped.iter().all(|(_, over)| *over), "{helped:?}");
    assert!(helped.iter().any(|(made, _)| *made > 0), "{helped:?}");
    assert_eq!((found.path, found.best), (expected.path, expected.best));
    for file in [
        PATH,
        WINNER,
        "tune.toml",
        "confirm/games.jsonl.zst",
        "confirm/results.csv",
    ] {
        let [one, many] = [&one, &many].map(|folder| fs::read(folder.join(file)).unwrap());
        assert!(one == many, "{file}");
    }
    assert!(!many.join("shards").exists());
    // Who comes late has nothing to do.
    assert_eq!(join(&many, 1, &program(), &never).unwrap(), (0, true));
}

#[test]
fn other_searches_and_changed_steps_are_refused() {
    let tune = Tune {
        budget: 40,
        ..spoilt()
    };
    let folder = tempfile::tempdir().unwrap();
    whole(&tune, folder.path(), 2);
    let refused = |tune: &Tune| {
        let never = AtomicBool::new(false);
        let error = carry_out(tune, folder.path(), 1, &never, &mut |_, _| ()).unwrap_err();
        error.to_string()
    };
    let other = Tune {
        seed: 4,
        ..tune.clone()
    };
    assert!(refused(&other).contains("holds a run of something else"));
    let path = folder.path().join(PATH);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"games\":10", "\"games\":12", 1)).unwrap();
    assert!(refused(&tune).contains("line 1: this step was changed"));
    fs::write(&path, text.replacen("\"scores\":[", "\"scores\":[1, ", 1)).unwrap();
    assert!(refused(&tune).contains("line 1: this is no step of a search"));
}

#[test]
fn a_model_against_an_opponent() {
    let text = SPOILT
        .replace("\"spsa\"", "\"model\"")
        .replace("budget = 600", "budget = 800");
    let text = text.replace(
        "[[number]]",
        "[opponent]\nplayer = \"p4-level-1\"\n\n[[number]]",
    );
    let tune = Tune::parse("model.toml", &text, Path::new("nowhere")).unwrap();
    let mut search = Search::new(&tune);
    assert_eq!(search.steps(), 40);
    while !search.is_over() {
        let step = search.step(2, &AtomicBool::new(false)).unwrap().unwrap();
        assert_eq!((step.scores.len(), step.games), (2, 20));
    }
    assert!(search.best()[0] > -1.0, "{:?}", search.best());
}

#[test]
fn a_file_that_comes_along_needs_no_other_once_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let mut found = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.starts_with("tune-") {
            continue;
        }
        found += 1;
        let tune = Tune::read(&path).unwrap_or_else(|error| panic!("{error}"));
        assert!(!tune.about.is_empty(), "{name}");
        let text = tune.to_toml().unwrap();
        let again = Tune::parse("kept", &text, Path::new("nowhere")).unwrap();
        assert_eq!(again, tune, "{name}");
        assert_eq!(again.to_toml().unwrap(), text);
    }
    assert!(found > 0);
}

#[test]
fn files_of_others_in_the_folder_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let winner = folder.path().join(WINNER);
    fs::write(&winner, "mine").unwrap();
    let stop = AtomicBool::new(false);
    let refused = carry_out(&spoilt(), folder.path(), 1, &stop, &mut |_, _| ()).unwrap_err();
    assert!(refused.to_string().contains("but other files"), "{refused}");
    assert_eq!(fs::read_to_string(&winner).unwrap(), "mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn numbers_that_are_possible_alone_but_not_together_are_refused_before_anything_is_played() {
    let two = [7000, 5000].map(|to| format!("from = 0\nto = {to}\nstep = 100\n"));
    let number = |key: &str, range: &str| {
        format!("[[number]]\nkey = \"evaluation.features.{key}.weight\"\n{range}")
    };
    let text = SPOILT.replace(
        "[[number]]\nkey = \"evaluation.features.bp.corner\"\nfrom = -20\nto = 20\nstep = 4\n",
        &(number("bp", &two[0]) + &number("cn", &two[1])),
    );
    let text = text.replace(
        "noise = 0.1",
        "noise = 0.1\ncn = { weight = 1, when = \"(1-60)\" }",
    );
    let error = Tune::parse("t.toml", &text, Path::new("nowhere")).unwrap_err();
    let said = error.to_string();
    assert!(
        said.contains("with all numbers as large as they may become"),
        "{said}"
    );
}

#[test]
fn every_mistake_is_told_with_its_line() {
    let said = |from: &str, to: &str| {
        assert!(SPOILT.contains(from), "{from}");
        let text = SPOILT.replacen(from, to, 1);
        let error = Tune::parse("t.toml", &text, Path::new("nowhere")).unwrap_err();
        error.to_string()
    };
    for (from, to, wanted) in [
        ("game = \"othello\"", "game = \"othelo\"", "line 2: "),
        (
            "method = \"spsa\"",
            "method = \"luck\"",
            "line 3: there is no method \"luck\"; it can be spsa or model",
        ),
        ("games = 10", "games = 0", "line 4: 0 is out of range"),
        (
            "budget = 600",
            "budget = 9",
            "line 5: a step alone takes 10 games",
        ),
        ("seed = 3", "sed = 3", "line 6: unknown field `sed`"),
        (
            "[openings.random]\nplies = 6",
            "[openings.start]",
            "line 8: a search needs openings that do not run out",
        ),
        (
            "corner\"\nfrom",
            "corners\"\nfrom",
            "line 30: the player spoilt has no \"corners\" (there are ",
        ),
        (
            "bp.corner\"\nfrom",
            "bp.when\"\nfrom",
            "line 30: evaluation.features.bp.when is no number",
        ),
        ("from = -20", "from = 20", "line 30: from 20 to 20 by 4"),
        (
            "from = -20",
            "from = 0",
            "line 30: evaluation.features.bp.corner is -1 in the file, which is not between 0 and 20",
        ),
        ("to = 20", "to = 2000", "line 30: "),
        ("step = 4", "step = -4", "line 30: from -20 to 20 by -4"),
        (
            "key = \"evaluation.features.bp.corner\"",
            "keys = [\"evaluation.features.bp.corner\", \"evaluation.features.bp.near-corner\"]",
            "line 30: numbers that stay equal have to be equal",
        ),
        ("elo = [0, 100]", "elo = [5, 0]", "line 39: elo 5 against 0"),
        (
            "elo = [0, 100]",
            "elo = [0, inf]",
            "line 39: elo 0 against inf: both have to be numbers",
        ),
        (
            "to = 20",
            "to = inf",
            "line 30: from -20 to inf by 4: all three have to be numbers",
        ),
        ("step = 4", "step = 1e300", "line 30: step 1"),
        ("step = 4", "step = 1e-300", "line 30: step 0.0"),
        (
            "[confirm]\n",
            "[[number]]\nkey = \"evaluation.features.bp.corner\"\nfrom = -20\nto = 20\nstep = 4\n[confirm]\n",
            "line 36: evaluation.features.bp.corner is there twice",
        ),
        (
            "text = \"\"\"",
            "player = \"p1-bp\"\ntext = \"\"\"",
            "line 11: a player has exactly one of",
        ),
    ] {
        let said = said(from, to);
        assert!(said.starts_with("t.toml, "), "{said}");
        assert!(
            said.contains(wanted),
            "{to}\nsaid:   {said}\nwanted: {wanted}"
        );
        assert!(!said.contains('\n'), "{said}");
    }
}
