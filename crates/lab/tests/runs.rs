//! Runs: the same games whatever the threads, resumed where they were broken off, and refused when
//! they are not what they seem.

#![allow(clippy::unwrap_used, reason = "all of it is a test")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use kaesu_lab::run::{self, Finished, Options, Program, Progress, ReplayCheck, Run};
use kaesu_lab::{
    Contender, Experiment, Keep, Kind, Measurement, Openings, Plan, Played, Seating, Stopping,
};
use statistics::sprt::Decision;

fn program() -> Program {
    Program {
        version: "1.0".to_owned(),
        commit: None,
    }
}

fn named(name: &str) -> Contender {
    Contender::named(name).unwrap()
}

/// Players that look ahead a little, on a small board.
fn small() -> Experiment {
    let mut looking = named("reversi-any").called("looking");
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
            vec![looking, named("random")],
        )
    }
}

fn run_into(experiment: &Experiment, folder: &Path, threads: usize) -> Finished {
    let mut options = Options {
        threads,
        program: program(),
        stop: &AtomicBool::new(false),
        progress: &mut |_| (),
    };
    run::play_into(experiment, folder, &mut options).unwrap().0
}

fn refused(experiment: &Experiment, folder: &Path) -> String {
    let mut options = Options {
        threads: 1,
        program: program(),
        stop: &AtomicBool::new(false),
        progress: &mut |_| (),
    };
    let refused = run::play_into(experiment, folder, &mut options);
    refused
        .map(|(finished, _)| finished)
        .unwrap_err()
        .to_string()
}

/// The files that say what was played.
fn contents(folder: &Path) -> [Vec<u8>; 3] {
    ["experiment.toml", "games.jsonl.zst", "results.csv"]
        .map(|name| fs::read(folder.join(name)).unwrap())
}

/// Writes the lines of a complete run as if it had been broken off after these.
fn broken_off(whole: &Path, folder: &Path, keep: impl Fn(u64) -> bool) -> String {
    fs::create_dir_all(folder).unwrap();
    for name in ["experiment.toml", "run.json"] {
        fs::copy(whole.join(name), folder.join(name)).unwrap();
    }
    let packed = fs::read(whole.join("games.jsonl.zst")).unwrap();
    let text = String::from_utf8(zstd::stream::decode_all(&packed[..]).unwrap()).unwrap();
    let lines = text.lines().enumerate();
    let kept = lines.filter(|(number, _)| keep(*number as u64));
    let lines: String = kept.map(|(_, line)| format!("{line}\n")).collect();
    fs::write(folder.join("games.jsonl"), &lines).unwrap();
    lines
}

#[test]
fn threads_and_order_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = small();
    let [one, two] = [1, 2].map(|threads| {
        let folder = folder.path().join(threads.to_string());
        let finished = run_into(&experiment, &folder, threads);
        assert_eq!(finished, Finished::Complete { done: 60 });
        contents(&folder)
    });
    assert_eq!(one, two);
    let mut games: Vec<Played> = Vec::new();
    let summary = run::play(&experiment, 3, &mut |game| games.push(game.clone())).unwrap();
    assert_eq!(summary.games(), 60);
    let run = Run::open(&folder.path().join("1")).unwrap();
    let kept: Vec<Played> = run.games().unwrap().map(Result::unwrap).collect();
    assert_eq!(games, kept);
    assert!(games.iter().any(|game| game.thoughts[0].nodes > Some(1)));
}

#[test]
fn shards_put_one_after_the_other_are_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let players = vec![named("random"), named("random").called("other")];
    let yonin = Experiment {
        games: 70,
        seating: Seating::Mixed,
        ..Experiment::new("yonin".parse().unwrap(), Kind::Match, players)
    };
    for (name, experiment) in [("two", small()), ("four", yonin)] {
        let folder = folder.path().join(name);
        run_into(&experiment, &folder, 2);
        let packed = fs::read(folder.join("games.jsonl.zst")).unwrap();
        let whole = String::from_utf8(zstd::stream::decode_all(&packed[..]).unwrap()).unwrap();
        let plan = Plan::new(&experiment).unwrap();
        for count in [1, 3, plan.blocks() + 2] {
            let mut merged = String::new();
            let mut end = 0;
            for shard in 0..count {
                let jobs = plan.shard(shard, count);
                assert_eq!(jobs.start(), end, "shards follow each other");
                assert!(jobs.len().is_multiple_of(plan.block_size() as u64));
                assert!(jobs.len() <= plan.blocks().div_ceil(count) * plan.block_size() as u64);
                end = jobs.end();
                run::write_lines(&experiment, jobs, 2, &mut |line| merged.push_str(line)).unwrap();
            }
            assert_eq!(end, plan.games());
            assert!(merged == whole, "{name} in {count} shards");
        }
    }
}

#[test]
fn a_run_goes_on_where_it_was_broken_off() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = small();
    let whole = folder.path().join("whole");
    run_into(&experiment, &whole, 2);
    let wanted = contents(&whole);

    // Games 10 to 13 are missing, and the last line is torn.
    let broken = folder.path().join("broken");
    let mut lines = broken_off(&whole, &broken, |n| n < 30 && !(10..14).contains(&n));
    lines.push_str("{\"game\":30,\"seats\":[0,");
    fs::write(broken.join("games.jsonl"), &lines).unwrap();
    let run = Run::open(&broken).unwrap();
    assert_eq!(run.games().unwrap().count(), 26);
    assert_eq!(run.summary().unwrap().games(), 10);
    assert_eq!(run.replay(20).unwrap(), ReplayCheck::MoveForMove);
    run_into(&experiment, &broken, 2);
    assert_eq!(contents(&broken), wanted);

    // Everything is there, but it was never packed.
    let unpacked = folder.path().join("unpacked");
    broken_off(&whole, &unpacked, |_| true);
    run_into(&experiment, &unpacked, 1);
    assert_eq!(contents(&unpacked), wanted);

    // A complete run stays as it is.
    run_into(&experiment, &whole, 1);
    assert_eq!(contents(&whole), wanted);
}

#[test]
fn a_run_stops_when_told_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = Experiment {
        games: 100_000,
        ..small()
    };
    let stop = AtomicBool::new(false);
    let mut stop_early = |progress: &Progress<'_>| {
        if progress.done >= 20 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let mut options = Options {
        threads: 2,
        program: program(),
        stop: &stop,
        progress: &mut stop_early,
    };
    let (finished, _) = run::play_into(&experiment, folder.path(), &mut options).unwrap();
    let Finished::Stopped { done } = finished else {
        panic!("it was stopped: {finished:?}");
    };
    assert!(done >= 20);
    let run = Run::open(folder.path()).unwrap();
    assert!(!run.is_complete());
    assert_eq!(run.games().unwrap().count() as u64, done);
}

#[test]
fn every_game_comes_out_again_and_a_changed_one_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = small();
    let whole = folder.path().join("whole");
    run_into(&experiment, &whole, 1);
    let run = Run::open(&whole).unwrap();
    for number in 0..60 {
        assert_eq!(run.replay(number).unwrap(), ReplayCheck::MoveForMove);
    }
    let missing = run.replay(60).unwrap_err().to_string();
    assert!(missing.contains("there is no game 60"), "{missing}");

    let changed = folder.path().join("changed");
    let lines = broken_off(&whole, &changed, |n| n < 20);
    let hand = lines.replacen("\"ranks\":[1,2]", "\"ranks\":[2,1]", 1);
    assert_ne!(lines, hand);
    fs::write(changed.join("games.jsonl"), &hand).unwrap();
    let said = refused(&experiment, &changed);
    assert!(
        said.contains("games.jsonl, line ") && said.contains("changed"),
        "{said}"
    );
    assert_eq!(
        fs::read_to_string(changed.join("games.jsonl")).unwrap(),
        hand
    );

    let twice = format!("{lines}{}\n", lines.lines().next().unwrap());
    fs::write(changed.join("games.jsonl"), &twice).unwrap();
    let said = refused(&experiment, &changed);
    assert!(said.contains("line 21: game 0 is there twice"), "{said}");
}

#[test]
fn what_is_another_run_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    run_into(&small(), &whole, 1);
    let before = contents(&whole);
    let other = Experiment { seed: 2, ..small() };
    assert!(refused(&other, &whole).contains("holds a run of another experiment"));
    let head = fs::read_to_string(whole.join("run.json")).unwrap();
    fs::write(whole.join("run.json"), head.replace("\"1.0\"", "\"0.9\"")).unwrap();
    assert!(refused(&small(), &whole).contains("by version 0.9 of the program, and this is 1.0"));
    assert_eq!(contents(&whole), before);
    fs::write(
        whole.join("run.json"),
        head.replace("\"version\": 1,", "\"version\": 2,"),
    )
    .unwrap();
    assert!(refused(&small(), &whole).contains("version 2"));
    fs::write(whole.join("run.json"), &head).unwrap();
    let text = fs::read_to_string(whole.join("experiment.toml")).unwrap();
    fs::write(whole.join("experiment.toml"), text + "# by hand\n").unwrap();
    let said = Run::open(&whole).unwrap_err().to_string();
    assert!(said.contains("experiment.toml was changed"), "{said}");

    let else_ = folder.path().join("else");
    fs::create_dir(&else_).unwrap();
    fs::write(else_.join("thesis.tex"), "precious").unwrap();
    assert!(refused(&small(), &else_).contains("is no run"));
    assert_eq!(fs::read_dir(&else_).unwrap().count(), 1);
}

#[test]
fn a_match_ends_when_it_is_decided_whatever_the_threads() {
    let experiment = Experiment {
        games: 20_000,
        stop: Some(Stopping {
            unit: kaesu_lab::experiment::Unit::Elo,
            h0: 0.0,
            h1: 50.0,
            alpha: 0.05,
            beta: 0.05,
        }),
        ..small()
    };
    let ends = [1, 2, 3].map(|threads| {
        let mut heard = 0;
        let summary = run::play(&experiment, threads, &mut |_| heard += 1).unwrap();
        assert_eq!(summary.decision(), Decision::AcceptH1);
        assert_eq!(summary.games(), heard);
        assert_eq!(heard % 2, 0);
        heard
    });
    assert!(
        ends[0] < 400 && ends.iter().all(|&end| end == ends[0]),
        "{ends:?}"
    );
    let folder = tempfile::tempdir().unwrap();
    let finished = run_into(&experiment, folder.path(), 2);
    assert_eq!(finished, Finished::Complete { done: ends[0] });
    let run = Run::open(folder.path()).unwrap();
    assert_eq!(run.games().unwrap().count() as u64, ends[0]);
}

#[test]
fn games_for_four_are_played_in_every_seating() {
    for (seating, players, block) in [
        (Seating::Balanced, 4, 12),
        (Seating::All, 4, 24),
        (Seating::Mixed, 2, 14),
        (Seating::Alone, 2, 4),
        (Seating::Teams, 2, 2),
        (Seating::Teams, 4, 8),
    ] {
        let players = (0..players).map(|i| named("random").called(&i.to_string()));
        let experiment = Experiment {
            seating,
            games: 1,
            openings: Openings::Random { plies: 4 },
            ..Experiment::new("yonin".parse().unwrap(), Kind::Match, players.collect())
        };
        let summary = run::play(&experiment, 2, &mut |game| game.check(&experiment).unwrap());
        let summary = summary.unwrap();
        assert_eq!(summary.games(), block, "{seating:?}");
        assert_eq!(summary.plan().block_size() as u64, block);
    }
}

#[test]
fn searches_are_measured_on_positions_and_trees() {
    let searching = |name: &str, pruning: &str| {
        let text = format!(
            "about = \"{name}\"\n[search.maxn]\npruning = \"{pruning}\"\nordering = false\n"
        );
        Contender::from_text(name, &text).unwrap()
    };
    let experiment = Experiment {
        games: 20,
        ..Experiment::new(
            "tree:players=3,width=3,depth=6".parse().unwrap(),
            Kind::Measurement(Measurement {
                depths: vec![],
                reference: Some("full".to_owned()),
            }),
            vec![searching("sound", "sdp"), searching("full", "none")],
        )
    };
    let mut nodes = [0, 0];
    run::measure(&experiment, 2, &mut |measured| {
        // The reference comes first.
        assert!(measured.same_values(1, 0) && measured.same_move(1, 0));
        for (sum, searched) in nodes.iter_mut().zip(&measured.searches) {
            *sum += searched.as_ref().unwrap().nodes;
        }
    })
    .unwrap();
    assert_eq!(nodes[0], 20 * (3u64.pow(7) - 1) / 2);
    assert!(nodes[1] < nodes[0]);

    let folder = tempfile::tempdir().unwrap();
    let mut options = Options {
        threads: 2,
        program: program(),
        stop: &AtomicBool::new(false),
        progress: &mut |_| (),
    };
    let finished = run::measure_into(&experiment, folder.path(), &mut options).unwrap();
    assert_eq!(finished, Finished::Complete { done: 20 });
    let run = Run::open(folder.path()).unwrap();
    assert_eq!(run.positions().unwrap().count(), 20);
    assert_eq!(run.replay(7).unwrap(), ReplayCheck::MoveForMove);
    let rows = fs::read_to_string(folder.path().join("results.csv")).unwrap();
    assert_eq!(rows.lines().count(), 1 + 2 * 20);
}

/// A complete run of enough games for two parts.
fn in_two_parts(folder: &Path) -> Experiment {
    let players = vec![named("random"), named("random").called("other")];
    let experiment = Experiment {
        games: 4200,
        ..Experiment::new("reversi-6x6".parse().unwrap(), Kind::Match, players)
    };
    run_into(&experiment, folder, 2);
    experiment
}

#[test]
fn a_damaged_run_is_named_by_everybody_who_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = in_two_parts(folder.path());
    let path = |name: &str| folder.path().join(name);
    let elsewhere = tempfile::tempdir().unwrap();
    let other = elsewhere.path().join("other");
    run_into(&experiment, &other, 2);
    let whole = Run::open(folder.path()).unwrap().verify(3).unwrap();
    assert_eq!((whole.lines, whole.replayed), (4200, 3));
    assert!(whole.complete && whole.sums);

    let index_file = path("index.json");
    let index = fs::read_to_string(&index_file).unwrap();
    let packed = fs::read(path("games.jsonl.zst")).unwrap();
    let rows = fs::read(path("results.csv")).unwrap();
    let known: serde_json::Value = serde_json::from_str(&index).unwrap();
    let second = known["parts"][1].as_u64().unwrap() as usize;
    let (first_part, second_part) = packed.split_at(second);
    // The same without the sums, as runs made before they were kept have it.
    let mut without = known.clone();
    without.as_object_mut().unwrap().remove("sums");
    let without = without.to_string();
    let lines = String::from_utf8(zstd::stream::decode_all(second_part).unwrap()).unwrap();
    let mut swapped: Vec<&str> = lines.lines().collect();
    swapped.swap(3, 4);
    let swapped = zstd::bulk::compress((swapped.join("\n") + "\n").as_bytes(), 6).unwrap();
    let swapped = [first_part, &swapped[..]].concat();

    let cut = first_part.to_vec();
    let doubled = [&packed[..], second_part].concat();
    let mut flipped = packed.clone();
    flipped[second + 40] ^= 1;
    let no_lines = index.replace("\"lines\":4096", "\"lines\":0");
    let fewer = index.replace("\"done\":4200", "\"done\":4199");
    let none = "{\"done\":0,\"ended\":0,\"lines\":4096,\"parts\":[]}".to_owned();
    let of =
        |number: u64| format!("{{\"done\":{number},\"ended\":0,\"lines\":{number},\"parts\":[0]}}");
    let (huge, large) = (of(1 << 62), of(1 << 40));
    let mut shorter = known.clone();
    shorter["done"] = 4096.into();
    shorter["parts"].as_array_mut().unwrap().pop();
    shorter["sums"]["bytes"] = second.into();
    shorter["sums"]["parts"].as_array_mut().unwrap().pop();
    let shorter = shorter.to_string();
    let no_part = without.replace(&format!(",{second}]"), "]");
    for (packed, index, sentence) in [
        (&cut, &index, "bytes in the place of"),
        (&cut, &without, "part 1"),
        (&doubled, &index, "bytes in the place of"),
        (&doubled, &without, "game 4096 is where game 4200 was"),
        (&flipped, &index, "part 1 does not fit its sum"),
        (&swapped, &without, "game 4100 is where game 4099 was"),
        (&packed, &no_lines, "0 lines"),
        (
            &packed,
            &fewer,
            "4199 are done, and the experiment has 4200",
        ),
        (&packed, &none, "0 are done, and the experiment has 4200"),
        (&packed, &huge, "4611686018427387904 are done"),
        (&packed, &large, "1099511627776 are done"),
        // Cut off where a part ends, with all sums that are left.
        (&cut, &shorter, "4096 are done, and the experiment has 4200"),
        (&packed, &no_part, "1 parts, and 4200 lines are 2"),
    ] {
        fs::write(path("games.jsonl.zst"), packed).unwrap();
        fs::write(&index_file, index).unwrap();
        let verify = || Run::open(folder.path())?.verify(0).map(|_| ());
        let replay = || Run::open(folder.path())?.replay(4150).map(|_| ());
        let report = || {
            let run = Run::open(folder.path())?;
            kaesu_lab::report::of_run(&run, report::Language::English).map(|_| ())
        };
        let compare = || {
            let runs = [Run::open(&other)?, Run::open(folder.path())?];
            kaesu_lab::report::compare(&runs[0], &runs[1], report::Language::English)?;
            Ok(())
        };
        for (who, said) in [
            ("compare", compare()),
            ("verify", verify()),
            ("replay", replay()),
            ("report", report()),
        ] {
            let said = said.expect_err(&format!("{who}: {sentence}")).to_string();
            assert!(said.contains(sentence), "{who}: {said}");
        }
        assert!(refused(&experiment, folder.path()).contains(sentence));
    }

    fs::write(path("games.jsonl.zst"), &packed).unwrap();
    fs::write(&index_file, &without).unwrap();
    assert!(!Run::open(folder.path()).unwrap().verify(0).unwrap().sums);
    fs::remove_file(&index_file).unwrap();
    assert!(refused(&experiment, folder.path()).contains("index.json is damaged: it is gone"));
    fs::write(&index_file, &index).unwrap();
    // Which program made the run, where and of what is part of what is sealed.
    for (name, from, to) in [
        ("run.json", "\"started\": 1", "\"started\": 2"),
        ("run.json", "\"system\": \"", "\"system\": \"not "),
        ("experiment.toml", "4200", "4202"),
    ] {
        let text = fs::read_to_string(path(name)).unwrap();
        let changed = text.replacen(from, to, 1);
        assert_ne!(text, changed);
        fs::write(path(name), changed).unwrap();
        let said = Run::open(folder.path()).unwrap_err().to_string();
        assert!(
            said.contains(name) && said.contains("changed after"),
            "{said}"
        );
        fs::write(path(name), text).unwrap();
    }
    fs::write(path("results.csv"), &rows[..rows.len() - 3]).unwrap();
    let said = Run::open(folder.path()).unwrap().verify(0).unwrap_err();
    assert!(
        said.to_string().contains("results.csv is damaged"),
        "{said}"
    );
}

#[test]
fn a_line_that_is_there_twice_is_seen_before_the_run_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    run_into(&small(), &whole, 1);
    let broken = folder.path().join("broken");
    let lines = broken_off(&whole, &broken, |n| n < 20);
    assert_eq!(Run::open(&broken).unwrap().verify(2).unwrap().lines, 20);
    let twice = format!("{lines}{}\n", lines.lines().nth(7).unwrap());
    fs::write(broken.join("games.jsonl"), twice).unwrap();
    let said = Run::open(&broken).unwrap().verify(0).unwrap_err();
    assert!(said.to_string().contains("game 7 is there twice"), "{said}");
}

/// Seals a line as the program does: FNV-1a of 64 bits, folded.
fn sealed(line: &str) -> String {
    let (text, _) = line.rsplit_once(",\"check\":\"").unwrap();
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let sum = (hash ^ (hash >> 32)) as u32;
    format!("{text},\"check\":\"{sum:08x}\"}}")
}

#[test]
fn lines_of_a_run_that_were_changed_with_their_seals_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let experiment = Experiment {
        openings: Openings::Random { plies: 4 },
        ..small()
    };
    run_into(&experiment, &whole, 1);
    let broken = folder.path().join("broken");
    let lines = broken_off(&whole, &broken, |n| n < 20);
    let lines: Vec<&str> = lines.lines().collect();
    Run::open(&broken).unwrap().verify(0).unwrap();
    let verify = |changed: Vec<String>| {
        fs::write(broken.join("games.jsonl"), changed.join("\n") + "\n").unwrap();
        let said = Run::open(&broken).unwrap().verify(0).unwrap_err();
        said.to_string()
    };
    // A result turned round.
    let turned = lines.iter().map(|line| {
        let mut line = (*line).to_owned();
        for key in ["\"ranks\":[", "\"scores\":["] {
            let from = line.find(key).unwrap() + key.len();
            let end = from + line[from..].find(']').unwrap();
            let turned: Vec<&str> = line[from..end].rsplit(',').collect();
            line = format!("{}{}{}", &line[..from], turned.join(","), &line[end..]);
        }
        sealed(&line)
    });
    let said = verify(turned.collect());
    assert!(said.contains("lead to another result"), "{said}");
    // Games 4 and 12 in each other's place.
    let swapped = lines.iter().enumerate().map(|(number, line)| {
        let from = match number {
            4 => lines[12],
            12 => lines[4],
            _ => return (*line).to_owned(),
        };
        let (_, rest) = from.split_once(',').unwrap();
        sealed(&format!("{{\"game\":{number},{rest}"))
    });
    let said = verify(swapped.collect());
    assert!(said.contains("does not begin with its opening"), "{said}");
}
