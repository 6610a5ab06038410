//! The program as people call it: what it prints, and what it says of mistakes.

use std::process::{Command, Output};

use serde_json::Value;

fn kaesu(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kaesu"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn printed(arguments: &[&str]) -> String {
    let output = kaesu(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The one sentence on stderr about a mistake.
fn refused(arguments: &[&str]) -> String {
    let output = kaesu(arguments);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
    assert!(!said.contains("panicked"), "{said}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    said
}

fn shown(arguments: &[&str]) -> Value {
    let text = printed(&[&["show", "--json"], arguments].concat());
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn perft_prints_a_line_for_each_depth() {
    assert_eq!(
        printed(&["perft", "othello", "4"]),
        "1 4\n2 12\n3 56\n4 244\n"
    );
    let threads = ["perft", "yonin-own", "6", "--threads", "2"];
    assert_eq!(printed(&threads), "1 4\n2 10\n3 36\n4 117\n5 478\n6 2047\n");
    let later = ["perft", "reversi-4x4", "2", "--moves", "a2"];
    assert_eq!(printed(&later).lines().count(), 2);
}

#[test]
fn perft_goes_on_from_a_position_line() {
    let line = shown(&["othello", "--moves", "f5d6"])["position"].clone();
    let line = line.as_str().expect("a text");
    assert_eq!(
        printed(&["perft", "othello", "5", "--position", line]),
        printed(&["perft", "othello", "5", "--moves", "f5 d6"])
    );
}

#[test]
fn show_tells_programs_everything() {
    let start = shown(&["othello"]);
    assert_eq!(start["turn"], 0);
    assert_eq!(start["legal"], serde_json::json!(["d3", "c4", "f5", "e6"]));
    assert_eq!(start["finished"], false);
    assert_eq!(start["scores"], serde_json::json!([2, 2]));
    let turned = shown(&["yonin:direction=anticlockwise", "--moves", "d3"]);
    assert_eq!(turned["turn"], 3);
    let feinstein = "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6a4c6a6a2b5a5e6e5a3a1f5f6--e1f1";
    let end = shown(&["reversi-6x6", "--moves", feinstein]);
    assert_eq!(end["finished"], true);
    assert_eq!(end["scores"], serde_json::json!([16, 20]));
    assert_eq!(end["ranks"], serde_json::json!([2, 1]));
    assert_eq!(end["legal"], serde_json::json!([]));
}

#[test]
fn show_tells_people_the_result() {
    let line = format!("{}X X", "O".repeat(63));
    let text = printed(&["show", "othello", "--position", &line]);
    assert!(
        text.contains("the game is over:\n  1. white with 63\n  2. black with 1\n"),
        "{text}"
    );
}

#[test]
fn mistakes_get_one_sentence() {
    assert!(refused(&["show", "chess"]).contains("there is no game \"chess\""));
    assert!(refused(&["show", "yonin:start=x"]).contains("start is othello or own"));
    let illegal = refused(&["show", "othello", "--moves", "f5d6a1"]);
    assert!(
        illegal.contains("move 3 \"a1\" is not legal; legal here: "),
        "{illegal}"
    );
    let unreadable = refused(&["show", "othello", "--moves", "f5 x9"]);
    assert!(
        unreadable.contains("move 2 \"x9\" cannot be read"),
        "{unreadable}"
    );
    let short = refused(&["show", "othello", "--position", "XO"]);
    assert!(short.contains("at character 3 of the position"), "{short}");
    assert!(refused(&["perft", "othello", "deep"]).contains("whole number from 1 to 1000"));
    assert!(refused(&["perft", "othello", "0"]).contains("whole number from 1 to 1000"));
    assert!(refused(&["perft", "othello"]).contains("<DEPTH>"));
    assert!(refused(&["dance"]).contains("dance"));
    assert!(refused(&["think", "othello", "--player", "nobody"]).contains("no player \"nobody\""));
    assert!(refused(&["play", "yonin", "--seat", "random"]).contains("has 4 seats"));
    let header = ["show", "yonin", "--moves", "[yonin:start=own 1]d3"];
    assert!(refused(&header).contains("is of yonin:start=own, not of yonin"));
    let header = ["show", "yonin", "--moves", "[yonin 6]d3"];
    let said = refused(&header);
    assert_eq!(
        said.matches("there is no seat 6, only 1 to 4").count(),
        1,
        "{said}"
    );
}

#[test]
fn an_unknown_kernel_is_a_mistake() {
    let output = Command::new(env!("CARGO_BIN_EXE_kaesu"))
        .args(["perft", "othello", "3"])
        .env("KAESU_KERNEL", "nonsense")
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(
        said,
        "kaesu: KAESU_KERNEL has to be scalar, avx2 or avx512, or not set, and is \"nonsense\"\n"
    );
}

#[test]
fn help_is_there_for_everything() {
    assert!(printed(&["--version"]).starts_with("kaesu "));
    for command in [
        "games", "perft", "show", "players", "think", "play", "match",
    ] {
        assert!(printed(&["help"]).contains(command));
        let help = printed(&[command, "--help"]);
        assert_eq!(help, printed(&["help", command]), "{command}");
        assert!(help.contains("Usage: kaesu "), "{help}");
    }
    assert!(printed(&["games"]).contains("start=othello|own"));
    assert!(printed(&["players"]).contains("random"));
    assert!(printed(&["players", "p3-cut"]).contains("games = [\"yonin-shogi\"]"));
}

#[test]
fn thinking_and_playing() {
    let thought = printed(&["think", "othello", "--player", "random", "--json"]);
    let thought: Value = serde_json::from_str(&thought).expect("JSON");
    assert!(
        ["d3", "c4", "f5", "e6"]
            .iter()
            .any(|m| thought["move"] == *m)
    );
    for key in ["values", "line", "nodes", "evaluations", "depth", "ms"] {
        assert!(!thought[key].is_null(), "{key}");
    }
    // What a player expects is told in a unit that people know.
    for (game, player, unit) in [
        ("othello", "kaesu-2", "(discs ahead at the end)"),
        ("othello", "mcts", "(expected rank, 1 is best)"),
    ] {
        let said = printed(&["think", game, "--player", player, "--nodes", "200"]);
        assert!(said.contains(unit), "{said}");
    }
    let seats = ["--seat", "random", "--seat", "random"];
    let game = printed(&[&["play", "reversi-4x4", "--seed", "7"], &seats[..]].concat());
    assert!(
        game.contains("1. black plays") && game.contains("the game is over:"),
        "{game}"
    );
    assert_eq!(
        game,
        printed(&[&["play", "reversi-4x4", "--seed", "7"], &seats[..]].concat())
    );
}

#[test]
fn levels_are_compared_with_the_one_two_below() {
    let arguments = [
        "levels",
        "reversi-4x4",
        "--games",
        "4",
        "--level",
        "3",
        "--json",
    ];
    let row: Value = serde_json::from_str(&printed(&arguments)).expect("JSON");
    assert_eq!((&row["level"], &row["against"]), (&3.into(), &1.into()));
    assert_eq!(row["games"], 4);
    let [low, value, high] =
        ["low", "value", "high"].map(|key| row[key].as_f64().expect("a number"));
    assert!(0.0 <= low && low <= value && value <= high && high <= 1.0);
    // Two rows below a heading, whatever the number of threads.
    let arguments = [
        "levels",
        "reversi-4x4",
        "--games",
        "2",
        "--level",
        "4",
        "--level",
        "5",
    ];
    let text = printed(&arguments);
    assert_eq!(text.lines().count(), 3);
    assert_eq!(
        printed(&[&arguments[..], &["--threads", "2"]].concat()),
        text
    );
    let random = [
        "levels",
        "reversi-4x4",
        "--games",
        "4",
        "--level",
        "1",
        "--json",
    ];
    let row = printed(&[&random[..], &["--player", "random"]].concat());
    let row: Value = serde_json::from_str(&row).expect("JSON");
    assert_eq!((&row["level"], &row["against"]), (&Value::Null, &1.into()));
    // A level may be the player, too.
    printed(&[&random[..], &["--player", "level-reversi-1"]].concat());
    assert!(refused(&["levels", "tree"]).contains("has no levels"));
    // The lowest two play random moves, alone against all others.
    for (game, block) in [("reversi-4x4", 2), ("yonin", 4)] {
        let games = block.to_string();
        let arguments = ["levels", game, "--games", &games, "--level", "1", "--json"];
        let row: Value = serde_json::from_str(&printed(&arguments)).expect("JSON");
        assert_eq!(
            (&row["level"], &row["against"]),
            (&1.into(), &"random".into())
        );
        assert_eq!(row["games"], block);
        let most = if block == 2 { 1.0 } else { 4.0 };
        let value = row["value"].as_f64().expect("a number");
        assert!((0.0..=most).contains(&value), "{row}");
    }
}

/// Also on the smallest board, whose games are over in twelve moves; so many games as are played unless told show it.
#[test]
fn the_lowest_levels_let_beginners_win() {
    for game in ["reversi-4x4", "reversi-8x8"] {
        let rows = printed(&["levels", game, "--json", "--level", "1", "--level", "2"]);
        assert_eq!(rows.lines().count(), 2);
        for row in rows.lines() {
            let row: Value = serde_json::from_str(row).expect("JSON");
            assert_eq!(row["games"], 1000);
            assert_eq!(row["stronger"], true, "{game}: {row}");
        }
    }
}

#[test]
fn a_heading_says_what_the_rows_of_levels_tell() {
    let heading = |game: &str, levels: &[&str]| {
        let mut arguments = vec!["levels", game, "--games", "1"];
        arguments.extend(levels.iter().flat_map(|level| ["--level", level]));
        let text = printed(&arguments);
        text.lines().next().unwrap_or_default().to_owned()
    };
    let both = heading("yonin", &["1", "3"]);
    assert!(
        both.contains("ranks better (against random: mean rank)"),
        "{both}"
    );
    let random = heading("yonin", &["1"]);
    assert!(
        random.contains("mean rank") && !random.contains("better"),
        "{random}"
    );
    assert!(heading("reversi-4x4", &["1", "3"]).contains("share of wins"));
}

/// A program that speaks GTP, knows its commands, plays its first move and dies when it is asked for another.
#[cfg(unix)]
const DIES: &str = r#"#!/bin/sh
asked=0
while read -r id rest; do
    case "$id" in [0-9]*) command=$rest ;; *) command="$id $rest"; id= ;; esac
    case "$command" in
    quit*) exit ;;
    list_commands*) printf '=%s boardsize\nclear_board\ngenmove\nkomi\nlist_commands\nname\nplay\nprotocol_version\nquit\nversion\n\n' "$id" ;;
    protocol_version*) printf '=%s 2\n\n' "$id" ;;
    genmove*)
        if [ -e "$1" ]; then echo "out of ideas" >&2; exit 3; fi
        : >"$1"
        printf '=%s F5\n\n' "$id"
        ;;
    *) printf '=%s \n\n' "$id" ;;
    esac
done
"#;

/// One move is enough to be let in; after it, the program dies whenever it is asked.
#[cfg(unix)]
#[test]
fn a_program_that_dies_forfeits_and_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("dies.sh"), DIES).expect("the program is written");
    let file = format!(
        "about = \"dies\"\n[engine]\ncommand = \"sh {} {}\"\nprotocol = \"gtp\"\n",
        path("dies.sh"),
        path("asked")
    );
    let player = path("die.toml");
    std::fs::write(&player, file).expect("the player is written");
    let fresh = || drop(std::fs::remove_file(path("asked")));

    let two = [
        "--player",
        &player,
        "--player",
        "random",
        "--games",
        "2",
        "--opening",
        "0",
    ];
    let arguments = [&["match", "othello"], &two[..]].concat();
    let text = printed(&arguments);
    let forfeited = format!("{player} forfeited 2 games; the first time it crashed: ");
    let said = text.lines().last().expect("lines");
    assert!(said.starts_with(&forfeited), "{text}");
    assert!(said.contains("out of ideas"), "{text}");
    // One block says nothing of its error.
    assert!(text.contains(" ± –") && !text.contains("inf"), "{text}");
    fresh();
    let lines: Value =
        serde_json::from_str(&printed(&[&arguments[..], &["--json"]].concat())).expect("JSON");
    assert_eq!(
        (&lines[0]["forfeits"], &lines[1]["forfeits"]),
        (&2.into(), &0.into())
    );
    assert!(
        lines[0]["why"]
            .as_str()
            .is_some_and(|why| why.contains("out of ideas")),
        "{lines}"
    );
    assert_eq!(lines[1]["why"], Value::Null);

    let levels = [
        "levels",
        "othello",
        "--player",
        &player,
        "--level",
        "1",
        "--games",
        "2",
        "--opening",
        "0",
    ];
    fresh();
    let text = printed(&levels);
    assert!(
        text.lines()
            .last()
            .is_some_and(|said| said.starts_with(&forfeited)),
        "{text}"
    );
    fresh();
    let row: Value =
        serde_json::from_str(&printed(&[&levels[..], &["--json"]].concat())).expect("JSON");
    let [forfeited] = row["forfeits"].as_array().map_or(&[][..], |all| all) else {
        panic!("{row}")
    };
    assert_eq!(
        (&forfeited["player"], &forfeited["games"]),
        (&player.clone().into(), &2.into())
    );
    let said = refused(&["levels", "yonin", "--player", &player, "--games", "2"]);
    assert!(
        said.contains(&format!("{player} cannot play yonin")),
        "{said}"
    );
}

/// What is absurd is refused at once, in one sentence.
#[cfg(target_os = "linux")]
#[test]
fn endless_files_and_absurd_numbers_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo is there").success());
    for endless in ["/dev/zero", pipe.to_str().expect("UTF-8")] {
        for command in [
            &["think", "othello", "--player"][..],
            &["lab", "check"],
            &["study", "check"],
            &["book", "check"],
            &["check", "--data"],
            &["serve", "--no-open", "--player"],
        ] {
            let said = refused(&[command, &[endless]].concat());
            assert!(said.contains("it is no file"), "{said}");
        }
    }
    let long = folder.path().join("long.toml");
    std::fs::write(&long, " ".repeat(2 << 20)).expect("it is written");
    let long = [
        "think",
        "othello",
        "--player",
        long.to_str().expect("UTF-8"),
    ];
    assert!(refused(&long).contains("more than 1048576 bytes"));
    for thinkers in ["0", "257", "18446744073709551615", "-1"] {
        let said = refused(&["serve", "--no-open", "--thinkers", thinkers]);
        assert!(
            said.contains("thinkers") || said.contains("unexpected"),
            "{said}"
        );
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("many.toml");
    for games in [
        "9223372036854775807",
        "9223372036854775808",
        "1000000000001",
    ] {
        let text = format!(
            "about = \"\"\ngame = \"othello\"\nkind = \"match\"\ngames = {games}\n\
             [openings.random]\nplies = 8\n[[player]]\nname = \"a\"\nplayer = \"random\"\n\
             [[player]]\nname = \"b\"\nplayer = \"random\"\n"
        );
        std::fs::write(&file, text).expect("it is written");
        let run = folder.path().join("run");
        let said = refused(&[
            "lab",
            "run",
            file.to_str().expect("UTF-8"),
            "--run",
            run.to_str().expect("UTF-8"),
        ]);
        assert!(said.contains("many.toml"), "{said}");
        assert!(!run.exists());
    }
}

/// Whoever reads stderr may be gone: nothing panics, and the exit code is the same.
#[cfg(unix)]
#[test]
fn a_closed_stderr_changes_nothing() {
    for (arguments, code) in [
        ("perft othello 3", 0),
        ("perft chess 3", 2),
        ("show yonin --position x", 2),
    ] {
        // A pipe whose reader has ended.
        let script = format!(
            "{{ sleep 0.2; \"$0\" {arguments} >/dev/null; echo $? >&3; }} 2>&1 3>\"$1\" | true"
        );
        let folder = tempfile::tempdir().expect("a folder");
        let told = folder.path().join("code");
        let status = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_kaesu")])
            .arg(&told)
            .status();
        assert!(status.expect("a shell").success());
        // The shell goes on beside the end of the pipe.
        let since = std::time::Instant::now();
        let told = loop {
            let text = std::fs::read_to_string(&told).unwrap_or_default();
            if !text.is_empty() || since.elapsed() > std::time::Duration::from_secs(60) {
                break text;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        };
        assert_eq!(told.trim(), code.to_string(), "{arguments}");
    }
}

/// A report has to have a place before hours are spent on it.
#[test]
fn the_place_of_a_report_is_tried_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let taken = folder.path().join("taken");
    std::fs::write(&taken, "something else").expect("it is written");
    let inside = taken.join("report");
    for place in [&taken, &inside] {
        let out = place.to_str().expect("UTF-8");
        let output = kaesu(&["paper", "p0-strategies", "--games", "1000000", "--out", out]);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
    }
}
