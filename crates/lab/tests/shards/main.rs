//! Shards: the run of one machine byte for byte, whatever breaks, and nothing merged that does not belong
//! there.

#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod attacks;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kaesu_lab::experiment::Unit;
use kaesu_lab::run::{self, Finished, Measured, Options, Program, Run};
use kaesu_lab::shard::{self, Advice, Made, MergeOptions, Shard, ShardError, ShardOptions, Status};
use kaesu_lab::{Contender, Experiment, Keep, Kind, Measurement, Openings, Stopping};
use sha2::{Digest, Sha256};

fn program() -> Program {
    Program {
        version: "1.0".to_owned(),
        commit: None,
    }
}

fn small() -> Experiment {
    let mut looking = Contender::named("reversi-any").unwrap().called("looking");
    looking.limits.depth = Some(2);
    Experiment {
        games: 60,
        openings: Openings::Random { plies: 4 },
        keep: Keep {
            values: true,
            nodes: true,
            times: false,
        },
        ..Experiment::new(
            "reversi-6x6".parse().unwrap(),
            Kind::Match,
            vec![looking, Contender::named("random").unwrap()],
        )
    }
}

fn whole(experiment: &Experiment, folder: &Path) -> u64 {
    let mut options = Options {
        threads: 2,
        program: program(),
        stop: &AtomicBool::new(false),
        progress: &mut |_| (),
    };
    let finished = match experiment.kind {
        Kind::Measurement(_) => run::measure_into(experiment, folder, &mut options).unwrap(),
        _ => run::play_into(experiment, folder, &mut options).unwrap().0,
    };
    match finished {
        Finished::Complete { done } => done,
        Finished::Stopped { .. } => panic!("nobody stops it"),
    }
}

fn make_by(
    program: Program,
    experiment: &Experiment,
    shard: &str,
    folder: &Path,
) -> Result<Made, ShardError> {
    let mut options = ShardOptions {
        threads: 2,
        program,
        stop: &AtomicBool::new(false),
        progress: &mut |_, _| (),
    };
    shard::make(experiment, shard.parse().unwrap(), folder, &mut options)
}

fn make(experiment: &Experiment, shard: &str, folder: &Path) -> Result<Made, ShardError> {
    make_by(program(), experiment, shard, folder)
}

fn make_all(experiment: &Experiment, count: u64, folder: &Path) {
    // The last first: the order is nobody's business.
    for number in (0..count).rev() {
        make(experiment, &format!("{number}/{count}"), folder).unwrap();
    }
}

/// How parts are merged here.
fn merging(stop: &AtomicBool) -> MergeOptions<'_> {
    MergeOptions {
        program: program(),
        threads: 2,
        audit: 0,
        first: 0,
        stop,
    }
}

fn merge(parts: &Path, run: &Path) -> Result<u64, ShardError> {
    let go_on = AtomicBool::new(false);
    shard::merge(parts, run, &merging(&go_on)).map(|merged| merged.done)
}

fn status(parts: &Path) -> Result<Status, ShardError> {
    shard::status(parts, 2, &AtomicBool::new(false))
}

fn refused(result: Result<u64, ShardError>, advice: Advice) -> String {
    let error = result.unwrap_err();
    assert_eq!(error.advice(), advice, "{error}");
    error.to_string()
}

fn contents(folder: &Path) -> [Vec<u8>; 3] {
    ["experiment.toml", "games.jsonl.zst", "results.csv"]
        .map(|name| fs::read(folder.join(name)).unwrap())
}

/// Returns the name of everything in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn merged_shards_are_the_run_of_one_machine_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let one = folder.path().join("one");
    assert_eq!(whole(&small(), &one), 60);
    // 32: some shards have no game at all.
    for count in [1, 7, 32] {
        let [parts, merged] =
            ["parts", "merged"].map(|n| folder.path().join(format!("{n}{count}")));
        make_all(&small(), count, &parts);
        assert_eq!(
            names(&parts).len() as u64,
            count + 2,
            "no try is left behind"
        );
        assert_eq!(merge(&parts, &merged).unwrap(), 60);
        assert_eq!(contents(&merged), contents(&one), "{count} shards");
        assert!(Run::open(&merged).unwrap().verify(5).unwrap().sums);
        // Merged again, it stays as it is.
        let go_on = AtomicBool::new(false);
        let again = shard::merge(&parts, &merged, &merging(&go_on)).unwrap();
        assert!(again.before);
    }
}

/// A series of trees.
fn series() -> Experiment {
    let searching = |name: &str, pruning: &str| {
        let text = format!(
            "about = \"{name}\"\n[search.maxn]\npruning = \"{pruning}\"\nordering = false\n"
        );
        Contender::from_text(name, &text).unwrap()
    };
    Experiment {
        games: 30,
        ..Experiment::new(
            "tree:players=3,width=3,depth=6".parse().unwrap(),
            Kind::Measurement(Measurement::default()),
            vec![searching("full", "none"), searching("sound", "sdp")],
        )
    }
}

#[test]
fn a_series_of_trees_is_divided_like_games() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = series();
    let [one, parts, merged] = ["one", "parts", "merged"].map(|name| folder.path().join(name));
    whole(&experiment, &one);
    make_all(&experiment, 4, &parts);
    assert_eq!(merge(&parts, &merged).unwrap(), 30);
    let measured = |folder: &Path| -> Vec<Measured> {
        let run = Run::open(folder).unwrap();
        let positions = run.positions().unwrap();
        // Only times differ.
        positions.map(|p| p.unwrap().without_times()).collect()
    };
    assert_eq!(measured(&merged), measured(&one));
}

#[test]
fn a_shard_that_was_stopped_goes_on_and_two_tries_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let [one, parts, merged] = ["one", "parts", "merged"].map(|name| folder.path().join(name));
    let experiment = Experiment {
        games: 1000,
        ..small()
    };
    whole(&experiment, &one);
    let stop = AtomicBool::new(false);
    let mut options = ShardOptions {
        threads: 2,
        program: program(),
        stop: &stop,
        progress: &mut |done, _| stop.store(done > 30, Ordering::Relaxed),
    };
    let shard = Shard::new(0, 2).unwrap();
    let stopped = shard::make(&experiment, shard, &parts, &mut options).unwrap_err();
    let ShardError::Stopped { kept } = stopped else {
        panic!("{stopped}");
    };
    assert_eq!(stopped.advice(), Advice::TryAgain);
    assert!(kept > 30 && kept < 500, "{kept}");
    let status = status(&parts).unwrap();
    assert_eq!((status.whole, status.begun), (0, vec![(0, kept)]));

    // A changed and a torn line of the earlier try are made again.
    let tried = names(&parts)
        .into_iter()
        .find(|n| n.starts_with("try-0-of-2-"));
    let tried = parts.join(tried.unwrap());
    let mut text = fs::read_to_string(&tried).unwrap();
    text = text.replacen("\"moves\":\"", "\"moves\":\"a", 1) + "{\"game\":499,\"se";
    fs::write(&tried, text).unwrap();
    let made = std::thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(|| make(&experiment, "0/2", &parts)));
        both.map(|made| made.join().unwrap())
    });
    let taken_over = made.map(|made| match made.unwrap() {
        Made::Whole { taken_over, .. } => Some(taken_over),
        Made::Before => None,
    });
    assert_eq!(taken_over.into_iter().max(), Some(Some(kept - 1)));
    let left = names(&parts);
    assert!(
        !left.iter().any(|name| name.starts_with("try-")),
        "{left:?}"
    );
    assert_eq!(make(&experiment, "0/2", &parts).unwrap(), Made::Before);
    make(&experiment, "1/2", &parts).unwrap();
    assert_eq!(merge(&parts, &merged).unwrap(), 1000);
    assert_eq!(contents(&merged), contents(&one));
}

/// Writes a part again with another head, and sums that fit.
fn forge(part: &Path, change: impl Fn(String) -> String) {
    let text = zstd::stream::decode_all(&fs::read(part).unwrap()[..]).unwrap();
    let text = String::from_utf8(text).unwrap();
    let (lines, foot) = text.trim_end().rsplit_once('\n').unwrap();
    let lines = change(format!("{lines}\n"));
    let mut foot: serde_json::Value = serde_json::from_str(foot).unwrap();
    let sum: String = Sha256::digest(&lines)
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect();
    foot["sum"] = sum.into();
    let text = format!("{lines}{foot}\n");
    fs::write(part, zstd::bulk::compress(text.as_bytes(), 3).unwrap()).unwrap();
}

/// Writes the head of a part or try as another processor would have.
fn on_another_processor(text: String) -> String {
    let (head, lines) = text.split_once('\n').unwrap();
    let mut head: serde_json::Value = serde_json::from_str(head).unwrap();
    head["machine"]["processor"] = "Abacus 3".into();
    format!("{head}\n{lines}")
}

#[test]
fn lines_that_differ_by_try_count_once_and_times_only_from_like_processors() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, elsewhere, merged] =
        ["parts", "elsewhere", "merged"].map(|name| folder.path().join(name));
    let mut timed = small();
    timed.keep.times = true;
    timed.limits.time = Some(Duration::from_millis(2));
    make_all(&timed, 2, &parts);
    // Whoever comes later leaves what is there; a straggler that renames its own does no harm either.
    let part = parts.join("part-0-of-2.jsonl.zst");
    let first = fs::read(&part).unwrap();
    assert_eq!(make(&timed, "0/2", &parts).unwrap(), Made::Before);
    assert_eq!(fs::read(&part).unwrap(), first);
    make(&timed, "0/2", &elsewhere).unwrap();
    let late = fs::read(elsewhere.join("part-0-of-2.jsonl.zst")).unwrap();
    assert_ne!(late, first, "nobody thinks equally long twice");
    fs::write(&part, late).unwrap();

    let theirs = parts.join("part-1-of-2.jsonl.zst");
    let good = fs::read(&theirs).unwrap();
    forge(&theirs, on_another_processor);
    let said = refused(merge(&parts, &merged), Advice::GiveUp);
    assert!(
        said.contains("part-1-of-2.jsonl.zst keeps times of Abacus 3, and those of shard 0"),
        "{said}"
    );
    assert!(!merged.exists());
    fs::write(&theirs, good).unwrap();
    assert_eq!(merge(&parts, &merged).unwrap(), 60);

    // Without times it does not matter whose processor it was.
    let [parts, merged] = ["parts2", "merged2"].map(|name| folder.path().join(name));
    make_all(&small(), 2, &parts);
    forge(&parts.join("part-1-of-2.jsonl.zst"), on_another_processor);
    assert_eq!(merge(&parts, &merged).unwrap(), 60);
}

#[test]
fn tries_of_another_processor_are_taken_over_unless_times_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    for times in [true, false] {
        let parts = folder.path().join(times.to_string());
        let mut experiment = small();
        (experiment.games, experiment.keep.times) = (1000, times);
        let stop = AtomicBool::new(false);
        let mut options = ShardOptions {
            threads: 2,
            program: program(),
            stop: &stop,
            progress: &mut |done, _| stop.store(done > 30, Ordering::Relaxed),
        };
        let shard = Shard::new(0, 1).unwrap();
        shard::make(&experiment, shard, &parts, &mut options).unwrap_err();
        let tried = names(&parts).into_iter().find(|n| n.starts_with("try-"));
        let tried = parts.join(tried.unwrap());
        let text = fs::read_to_string(&tried).unwrap();
        fs::write(&tried, on_another_processor(text)).unwrap();
        let made = make(&experiment, "0/1", &parts).unwrap();
        let Made::Whole { taken_over, .. } = made else {
            panic!("{made:?}");
        };
        assert_eq!(taken_over > 0, !times, "{made:?}");
    }
}

#[test]
fn what_does_not_belong_is_refused_and_what_is_missing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged] = ["parts", "merged"].map(|name| folder.path().join(name));
    let nowhere = merge(&parts, &merged);
    assert!(refused(nowhere, Advice::GiveUp).contains("has no shards: it has no division.json"));
    for number in [0, 2, 4, 6, 7] {
        make(&small(), &format!("{number}/10"), &parts).unwrap();
    }
    let said = refused(merge(&parts, &merged), Advice::TryAgain);
    assert_eq!(said, "5 of 10 shards are missing: 1,3,5,8-9");
    assert!(!merged.exists());
    assert_eq!(status(&parts).unwrap().missing.to_string(), "1,3,5,8-9");

    let before = names(&parts);
    let other = Experiment { seed: 2, ..small() };
    let old = Program {
        version: "0.9".to_owned(),
        commit: None,
    };
    let built = Program {
        commit: Some("d3a9c1".to_owned()),
        ..program()
    };
    for (made, sentence) in [
        (make(&other, "1/10", &parts), "of another experiment"),
        (
            make(&small(), "1/11", &parts),
            "of 10, and this is one of 11",
        ),
        (
            make_by(old.clone(), &small(), "1/10", &parts),
            "by version 1.0",
        ),
        (make_by(built, &small(), "1/10", &parts), "by another build"),
    ] {
        let error = made.unwrap_err();
        assert_eq!(error.advice(), Advice::GiveUp, "{error}");
        assert!(error.to_string().contains(sentence), "{error}");
    }
    assert_eq!(names(&parts), before, "nothing was written");
    for number in [1, 3, 5, 8, 9] {
        make(&small(), &format!("{number}/10"), &parts).unwrap();
    }
    let go_on = AtomicBool::new(false);
    let by_old = MergeOptions {
        program: old,
        ..merging(&go_on)
    };
    let said = shard::merge(&parts, &merged, &by_old)
        .unwrap_err()
        .to_string();
    assert!(
        said.contains("by version 1.0 of the program, and this is 0.9"),
        "{said}"
    );

    let part = parts.join("part-3-of-10.jsonl.zst");
    let good = fs::read(&part).unwrap();
    let replaced = |from: &'static str, to: &'static str| {
        move |text: String| {
            assert!(text.contains(from));
            text.replacen(from, to, 1)
        }
    };
    let elsewhere = folder.path().join("elsewhere");
    make(&other, "3/10", &elsewhere).unwrap();
    let foreign = fs::read(elsewhere.join("part-3-of-10.jsonl.zst")).unwrap();
    let mut flipped = good.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    let neighbour = fs::read(parts.join("part-4-of-10.jsonl.zst")).unwrap();
    let twice = [&good[..], &neighbour[..]].concat();
    for (bytes, advice, sentence) in [
        (&foreign, Advice::GiveUp, "of another experiment"),
        (&neighbour, Advice::GiveUp, "is the part of shard 4"),
        (
            &good[..good.len() / 2].to_vec(),
            Advice::TryAgain,
            "it is cut off, or was changed; do shard 3 again",
        ),
        (
            &good[..good.len() - 1].to_vec(),
            Advice::TryAgain,
            "it is cut off, or was changed; do shard 3 again",
        ),
        (&flipped, Advice::TryAgain, "do shard 3 again"),
        (&twice, Advice::TryAgain, "something follows its end"),
        (&Vec::new(), Advice::TryAgain, "it is empty"),
    ] {
        fs::write(&part, bytes).unwrap();
        let said = refused(merge(&parts, &merged), advice);
        assert!(
            said.contains("part-3-of-10.jsonl.zst") && said.contains(sentence),
            "{said}"
        );
        assert_eq!(&fs::read(&part).unwrap(), bytes, "nothing was overwritten");
    }
    for (change, sentence) in [
        (
            replaced("\"probe\":\"", "\"probe\":\"0"),
            "plays its fixed games otherwise",
        ),
        (
            replaced("\"build\":\"", "\"build\":\"0"),
            "by another build",
        ),
        (
            replaced("\"version\":\"1.0\"", "\"version\":\"1.1\""),
            "by version 1.1",
        ),
    ] {
        fs::write(&part, &good).unwrap();
        forge(&part, change);
        let said = refused(merge(&parts, &merged), Advice::GiveUp);
        assert!(said.contains(sentence), "{said}");
    }
    assert!(!merged.exists());

    // A damaged part is put aside and made again.
    fs::write(&part, &flipped).unwrap();
    assert!(matches!(
        make(&small(), "3/10", &parts).unwrap(),
        Made::Whole { .. }
    ));
    let aside = names(&parts)
        .into_iter()
        .find(|name| name.ends_with(".damaged"));
    assert_eq!(fs::read(parts.join(aside.unwrap())).unwrap(), flipped);
    assert_eq!(fs::read(&part).unwrap(), good);

    // A part of another count, and a run that is something else.
    fs::write(parts.join("part-3-of-8.jsonl.zst"), &good).unwrap();
    let said = refused(merge(&parts, &merged), Advice::GiveUp);
    assert!(
        said.contains("of 8 shards, and the others are of 10"),
        "{said}"
    );
    fs::remove_file(parts.join("part-3-of-8.jsonl.zst")).unwrap();
    let said = refused(merge(&parts, &elsewhere), Advice::GiveUp);
    assert!(said.contains("is no run: it has no run.json"), "{said}");
    whole(&other, &merged);
    let said = refused(merge(&parts, &merged), Advice::GiveUp);
    assert!(said.contains("holds a run of another experiment"), "{said}");

    let text = fs::read_to_string(parts.join("experiment.toml")).unwrap();
    fs::write(parts.join("experiment.toml"), text + "# by hand\n").unwrap();
    let said = refused(merge(&parts, &merged), Advice::GiveUp);
    assert!(said.contains("changed after the run was divided"), "{said}");
}

#[test]
fn a_stopping_rule_decides_at_the_same_game_from_a_prefix_of_shards() {
    let folder = tempfile::tempdir().unwrap();
    let [one, parts, merged] = ["one", "parts", "merged"].map(|name| folder.path().join(name));
    let experiment = Experiment {
        games: 2000,
        stop: Some(Stopping {
            unit: Unit::Elo,
            h0: 0.0,
            h1: 50.0,
            alpha: 0.05,
            beta: 0.05,
        }),
        ..small()
    };
    let done = whole(&experiment, &one);
    assert!(done > 25 && done < 400, "{done}");
    let needed = done.div_ceil(10);
    for number in 0..needed {
        let said = merge(&parts, &merged);
        if number > 0 {
            let said = refused(said, Advice::NextWave);
            assert!(said.contains("not decided after"), "{said}");
        }
        make(&experiment, &format!("{number}/200"), &parts).unwrap();
    }
    assert_eq!(merge(&parts, &merged).unwrap(), done);
    assert_eq!(contents(&merged), contents(&one));
    let status = status(&parts).unwrap();
    assert_eq!((status.decided, status.whole), (Some(done), needed));
    assert!(status.missing.is_empty(), "{}", status.missing);

    // Whatever is behind the decision does not matter: not whole, of something else, or of another processor.
    let behind = |number: u64| parts.join(format!("part-{}-of-200.jsonl.zst", needed + number));
    for number in 0..2 {
        make(&experiment, &format!("{}/200", needed + number), &parts).unwrap();
    }
    let good = fs::read(behind(0)).unwrap();
    for bytes in [
        &good[..good.len() / 2],
        &[][..],
        &fs::read(behind(1)).unwrap(),
    ] {
        fs::write(behind(0), bytes).unwrap();
        let status = self::status(&parts).unwrap();
        assert_eq!(status.decided, Some(done));
        assert!(
            status.missing.is_empty() && status.problems.is_empty(),
            "{status:?}"
        );
        let _ = fs::remove_dir_all(&merged);
        assert_eq!(merge(&parts, &merged).unwrap(), done);
        assert_eq!(contents(&merged), contents(&one));
    }
    for number in 0..2 {
        fs::remove_file(behind(number)).unwrap();
    }

    // A wave has to be there before the rule is asked for more.
    fs::remove_file(parts.join(format!("part-{}-of-200.jsonl.zst", needed - 1))).unwrap();
    let again = folder.path().join("again");
    let go_on = AtomicBool::new(false);
    let mut whole_wave = merging(&go_on);
    let undecided = shard::merge(&parts, &again, &whole_wave).unwrap_err();
    assert_eq!(undecided.advice(), Advice::NextWave);
    whole_wave.first = needed;
    let said = shard::merge(&parts, &again, &whole_wave).map(|merged| merged.done);
    let said = refused(said, Advice::TryAgain);
    let last = needed - 1;
    assert_eq!(said, format!("1 of 200 shards are missing: {last}"));
    make(&experiment, &format!("{last}/200"), &parts).unwrap();

    // A hole in the prefix is named, and the rule is not asked.
    fs::remove_file(parts.join("part-1-of-200.jsonl.zst")).unwrap();
    let said = refused(merge(&parts, &again), Advice::TryAgain);
    assert!(said.contains(&format!("missing: 1,{needed}-199")), "{said}");
}

#[test]
fn shards_are_written_as_a_number_of_a_count() {
    for (text, sentence) in [
        ("16/16", "the shards of 16 are 0 to 15"),
        ("0/0", "there is no shard of none"),
        ("3", "like 3/16"),
        ("-1/4", "like 3/16"),
        ("a/b", "like 3/16"),
        ("0/1000000000000", "1000000000000 shards are too many"),
    ] {
        let said = text.parse::<Shard>().unwrap_err();
        assert!(said.contains(sentence), "{text}: {said}");
    }
    assert_eq!("3/16".parse::<Shard>().unwrap().to_string(), "3/16");
}
