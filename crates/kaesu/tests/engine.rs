//! `kaesu engine` as other people's tools use it: as the child of our own external players, and line
//! by line.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use players::external::{Engine, EngineSpec, Protocol};
use players::{Playable, Playing, library};
use rules::GameName;
use rules::line::GameLine;
use rules::reversi::{Board6x6, Othello, Reversi};
use search::Limits;

const BOTH: [Protocol; 2] = [Protocol::Nboard, Protocol::Gtp];

fn engine(protocol: Protocol, options: &str) -> Engine {
    let kaesu = env!("CARGO_BIN_EXE_kaesu");
    let command = format!("'{kaesu}' engine --protocol {} {options}", protocol.name());
    let spec = EngineSpec {
        depth: Some(60),
        start_timeout: Duration::from_mins(2),
        move_timeout: Duration::from_mins(2),
        ..EngineSpec::new(command, protocol)
    };
    Engine::start(&spec).expect("our own engine")
}

/// Plays a game with the player itself, and asks the engine at every ply; how many passes it had.
fn same_game<G: Playable<Rules = ()>>(
    engine: &mut Engine,
    game: &str,
    player: &str,
    limits: &Limits,
    start: Option<&str>,
    opening: &str,
) -> usize {
    let game: GameName = game.parse().expect("a game");
    let file = library::load(player).expect("a player");
    let mut own = G::player(&file).expect("it plays this game");
    let mut line = GameLine::<G>::from_line(&(), start).expect("a position");
    line.play_transcript(opening).expect("an opening");
    let mut playing = Playing::on(line, 0);
    let mut passes = 0;
    while !playing.position().is_finished() {
        let choice = playing.ask(&mut *own, limits, &mut |_| ());
        let choice = choice.expect("players of ours have a move");
        let text = playing.position().move_text(choice.m);
        let answer = engine
            .choose(&game, &playing.line, &Limits::default())
            .expect("a move");
        assert_eq!(
            answer.text,
            text,
            "{player} after {}",
            playing.line.moves_text()
        );
        passes += usize::from(text == "--");
        playing.play(&choice);
    }
    passes
}

/// A player file that names this program as another one.
fn program_file(folder: &Path, protocol: &str, player: &str) -> String {
    let file = folder.join(format!("{player}-through-{protocol}.toml"));
    let command = format!(
        "'{}' engine --protocol {protocol} --player {player}",
        env!("CARGO_BIN_EXE_kaesu")
    );
    let text = format!(
        "about = \"a program\"\n[engine]\nprotocol = \"{protocol}\"\ncommand = {command:?}\n\
         start-timeout = 60\n"
    );
    std::fs::write(&file, text).expect("a folder to write to");
    file.display().to_string()
}

/// What a command says on stdout, and whether it went well; else what it says on stderr.
fn kaesu(arguments: &[&str]) -> Result<String, String> {
    let done = Command::new(env!("CARGO_BIN_EXE_kaesu"))
        .args(arguments)
        .output()
        .expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match done.status.success() {
        true => Ok(text(&done.stdout)),
        false => Err(text(&done.stderr)),
    }
}

#[test]
fn a_program_in_a_player_file_is_a_player_like_any_other() {
    let folder = tempfile::tempdir().expect("a folder");
    for protocol in ["nboard", "gtp"] {
        let file = program_file(folder.path(), protocol, "p4-level-1");
        let own = kaesu(&[
            "think",
            "othello",
            "--moves",
            "f5",
            "--player",
            "p4-level-1",
            "--json",
        ]);
        let other = kaesu(&[
            "think", "othello", "--moves", "f5", "--player", &file, "--json",
        ]);
        let chosen = |said: Result<String, String>| {
            let said: serde_json::Value = serde_json::from_str(&said.expect("a move")).unwrap();
            said["move"].as_str().expect("a text").to_owned()
        };
        assert_eq!(chosen(own), chosen(other));
        let played = kaesu(&["play", "othello", "--seat", &file, "--seat", "random"]);
        assert!(played.expect("a game").contains("59. "), "a whole game");
        let levels = [
            "levels", "othello", "--games", "2", "--level", "1", "--player",
        ];
        let rows = kaesu(&[&levels[..], &[&file]].concat()).expect("two games");
        assert_eq!(rows.lines().count(), 2, "{rows}");
        let games = [
            "match", "othello", "--games", "2", "--player", "random", "--player",
        ];
        let played = kaesu(&[&games[..], &[&file]].concat()).expect("two games");
        assert!(played.starts_with("2 games"), "{played}");
    }
    let missing = folder.path().join("missing.toml");
    let text =
        "about = \"\"\n[engine]\nprotocol = \"gtp\"\ncommand = \"no-such-program-anywhere\"\n";
    std::fs::write(&missing, text).expect("a folder to write to");
    let missing = missing.display().to_string();
    for arguments in [
        &["think", "othello", "--player", &missing][..],
        &["play", "othello", "--seat", "random", "--seat", &missing],
        &[
            "match", "othello", "--player", "random", "--player", &missing,
        ],
        &["levels", "othello", "--level", "1", "--player", &missing],
        &["think", "yonin", "--player", &missing],
    ] {
        let said = kaesu(arguments).expect_err("there is no such program");
        assert_eq!(said.trim().lines().count(), 1, "{said}");
        let why = ["cannot be started", "only reversi-4x4"];
        assert!(why.iter().any(|why| said.contains(why)), "{said}");
    }
}

const OPENINGS: [&str; 4] = ["", "f5d6c3d3c4", "d3c3c4e3", "f5f6e6f4"];

#[test]
fn a_player_asked_through_a_protocol_plays_as_it_does_by_itself() {
    for protocol in BOTH {
        let mut passes = 0;
        for (player, options, limits) in [
            ("p4-othello-ai", "--depth 3", Limits::depth(3)),
            ("p2-winning", "--depth 2", Limits::depth(2)),
            ("random", "", Limits::default()),
            ("reversi-any", "--nodes 1000", Limits::nodes(1000)),
        ] {
            let mut engine = engine(protocol, &format!("--player {player} {options}"));
            assert_eq!(engine.name(), format!("Kaesu {player}"));
            for opening in OPENINGS {
                passes +=
                    same_game::<Othello>(&mut engine, "othello", player, &limits, None, opening);
            }
        }
        assert!(passes > 0, "no game of these has a pass");
    }
}

#[test]
fn a_player_that_remembers_what_it_did_remembers_it_here() {
    // P2's entertaining player gives one gift a game, so it has to know whether it has given it.
    for protocol in BOTH {
        let mut engine = engine(protocol, "--player p2-entertaining --depth 2");
        for opening in &OPENINGS[..2] {
            let limits = Limits::depth(2);
            same_game::<Othello>(
                &mut engine,
                "othello",
                "p2-entertaining",
                &limits,
                None,
                opening,
            );
        }
    }
}

#[test]
fn games_may_start_from_a_position_and_be_on_another_board() {
    let passes = "OXXXXXX-OXXXXXX-OXXXXXX-OXXXXXX-OXXXXXX-OXXXXXX-OXXXXXX-OXXXXXX- X";
    for protocol in BOTH {
        let mut engine = engine(protocol, "--player p4-othello-ai --depth 2");
        let limits = Limits::depth(2);
        let count = same_game::<Othello>(
            &mut engine,
            "othello",
            "p4-othello-ai",
            &limits,
            Some(passes),
            "",
        );
        assert!(count > 0);
    }
    let mut engine = engine(Protocol::Gtp, "--player reversi-any --nodes 500");
    for game in ["reversi-6x6", "othello", "reversi-6x6"] {
        let limits = Limits::nodes(500);
        let player = "reversi-any";
        match game {
            "othello" => same_game::<Othello>(&mut engine, game, player, &limits, None, "f5"),
            _ => same_game::<Reversi<Board6x6>>(&mut engine, game, player, &limits, None, ""),
        };
    }
}

/// An engine that is spoken to line by line.
struct Spoken {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Spoken {
    fn start(options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kaesu"))
            .arg("engine")
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take().expect("asked for");
        let stdout = BufReader::new(child.stdout.take().expect("asked for"));
        Self {
            child,
            stdin,
            stdout,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").expect("it reads");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        let read = self.stdout.read_line(&mut line).expect("UTF-8");
        assert!(read > 0, "it has ended");
        line.trim_end().to_owned()
    }

    /// The lines up to one that starts so.
    fn hear_until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.hear());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// What GTP answers, without the empty line.
    fn ask(&mut self, command: &str) -> String {
        self.say(command);
        let mut lines = self.hear_until("");
        while lines.last().is_some_and(|line| !line.is_empty()) {
            lines.push(self.hear());
        }
        lines.pop();
        lines.join("\n")
    }

    fn end(mut self) {
        drop(self.stdin);
        assert!(self.child.wait().expect("it ends").success());
    }
}

const START: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

#[test]
fn a_ping_is_answered_while_it_thinks_and_only_after_it_has_stopped() {
    // Without a limit it would think for ever.
    let mut engine = Spoken::start(&[
        "--protocol",
        "nboard",
        "--player",
        "p4-othello-ai",
        "--depth",
        "60",
    ]);
    engine.say("nboard 2");
    assert_eq!(engine.hear(), "set myname Kaesu p4-othello-ai");
    engine.say(&format!("set game (;GM[Othello]{START};)"));
    for (number, command) in ["go", "hint 4", "analyze"].into_iter().enumerate() {
        engine.say(command);
        assert!(
            engine
                .hear()
                .starts_with("status Kaesu p4-othello-ai is thinking")
        );
        let asked = Instant::now();
        engine.say(&format!("ping {number}"));
        let heard = engine.hear_until("pong");
        assert!(
            asked.elapsed() < Duration::from_secs(60),
            "it went on thinking"
        );
        let answers = heard.iter().filter(|line| line.starts_with("===")).count();
        assert_eq!(answers, usize::from(command == "go"), "{heard:?}");
        assert_eq!(heard.last(), Some(&format!("pong {number}")));
    }
    engine.end();
}

#[test]
fn an_nboard_engine_tells_what_it_finds() {
    let mut engine = Spoken::start(&[
        "--protocol",
        "nboard",
        "--player",
        "p4-othello-ai",
        "--depth",
        "3",
    ]);
    engine.say("nboard 2");
    engine.hear();
    engine.say("set depth 2");
    engine.say("some new command");
    engine.say(&format!(
        "set game (;GM[Othello]PB[a]PW[b]{START}B[F5//1.5]W[D6/0.3/2];)"
    ));
    engine.say("hint 2");
    let heard = engine.hear_until("status ");
    assert_eq!(heard.len(), 1);
    engine.say("go");
    let heard = engine.hear_until("===");
    let searches: Vec<&String> = heard
        .iter()
        .filter(|line| line.starts_with("search "))
        .collect();
    assert!(
        searches.iter().any(|line| line.ends_with(" 0 2")),
        "{heard:?}"
    );
    assert!(
        searches.iter().all(|line| !line.ends_with(" 0 3")),
        "deeper than set: {heard:?}"
    );
    assert!(
        heard.iter().any(|line| line.starts_with("nodestats ")),
        "{heard:?}"
    );
    let first = heard.last().and_then(|line| line.strip_prefix("=== "));
    let (square, rest) = first
        .and_then(|text| text.split_once('/'))
        .expect("a move and its value");
    assert!(
        square.len() == 2 && rest.split('/').count() == 2,
        "{heard:?}"
    );
    // The move is not played before it is told.
    engine.say(&format!("move {square}"));
    engine.say("learn");
    engine.hear_until("learned");
    engine.say("analyze");
    let heard = engine.hear_until("analysis 0");
    let analysed: Vec<&String> = heard
        .iter()
        .filter(|line| line.starts_with("analysis"))
        .collect();
    assert_eq!(
        analysed.len(),
        4,
        "every position of three moves: {heard:?}"
    );
    // What cannot be is refused, and nothing is answered until there is a game again.
    engine.say("move A1");
    assert!(
        engine
            .hear_until("status the move")
            .pop()
            .is_some_and(|line| line.contains("A1 is not legal"))
    );
    engine.say("go");
    engine.say("ping 5");
    assert!(
        !engine
            .hear_until("pong")
            .iter()
            .any(|line| line.starts_with("==="))
    );
    engine.say("set game (;GM[Chess];)");
    assert!(engine.hear().contains("only Othello"));
    engine.say(&format!("set game (;GM[Othello]{START};)"));
    engine.say("go");
    engine.hear_until("===");
    engine.say("quit");
    engine.end();
}

#[test]
fn values_near_the_end_are_exact_and_black_is_the_side_of_an_analysis() {
    let board = format!("{}O*-", "*".repeat(61));
    let mut engine = Spoken::start(&["--protocol", "nboard", "--player", "p4-othello-ai"]);
    engine.say(&format!("set game (;GM[Othello]BO[8 {board} O];)"));
    engine.say("go");
    let heard = engine.hear_until("===");
    // White takes g8 to h8 and nothing else: 62 black discs less one.
    assert!(
        heard.iter().any(|line| line == "search H8 -58.00 0 100%"),
        "{heard:?}"
    );
    assert!(
        heard
            .last()
            .is_some_and(|line| line.starts_with("=== H8/-58.00/")),
        "{heard:?}"
    );
    engine.say("move H8");
    engine.say("analyze");
    assert_eq!(
        engine.hear_until("analysis 1").pop().as_deref(),
        Some("analysis 1 58.00")
    );
    assert_eq!(
        engine.hear_until("analysis 0").pop().as_deref(),
        Some("analysis 0 58.00")
    );
    engine.end();
}

#[test]
fn a_gtp_engine_answers_every_command() {
    let mut engine = Spoken::start(&[
        "--protocol",
        "gtp",
        "--player",
        "reversi-any",
        "--nodes",
        "500",
    ]);
    for (command, answer) in [
        ("protocol_version", "= 2"),
        ("7 name", "=7 Kaesu reversi-any"),
        ("known_command genmove", "= true"),
        ("known_command fly", "= false"),
        ("fly", "? unknown command"),
        ("8 fly", "?8 unknown command"),
        ("play black", "? syntax error in play"),
        ("boardsize 7", "? unacceptable size"),
        ("boardsize 8 # the usual", "="),
        ("clear_board", "="),
        ("komi 6.5", "="),
        ("set_game Othello", "="),
        ("set_game Go", "? unsupported game: only Othello"),
        ("list_games", "= Othello"),
        ("time_settings 0 5 1", "="),
        ("time_left B 5 1", "="),
        (
            "time_left green 5 1",
            "? syntax error: a colour is black or white",
        ),
        ("undo", "? cannot undo"),
        ("play B F5", "="),
        ("play black d3", "? wrong colour: it is the turn of white"),
        ("play w a1", "? illegal move"),
        ("play w pass", "? illegal move"),
        ("play w zz", "? syntax error: no such move"),
        ("play WHITE d6", "="),
        ("undo", "="),
        ("play w f6", "="),
        ("final_score", "? the game is not over"),
        ("loadsgf no-such-file", "? cannot load file: "),
        (
            "kaesu-set_position xyz",
            "? at character 2 of the position: ",
        ),
    ] {
        let said = engine.ask(command);
        let fits = if answer.ends_with(": ") {
            said.starts_with(answer)
        } else {
            said == answer
        };
        assert!(fits, "{command}: {said}");
    }
    let listed = engine.ask("list_commands");
    for command in ["loadsgf", "reg_genmove", "showboard", "time_left", "quit"] {
        assert!(listed.lines().any(|line| line == command), "{listed}");
    }
    assert!(engine.ask("showboard").contains(" a b c d e f g h"));
    // reg_genmove leaves the board as it is, genmove does not.
    let chosen = engine.ask("reg_genmove black");
    assert_eq!(engine.ask("genmove black"), chosen);
    assert!(engine.ask("genmove black").starts_with("? wrong colour"));
    assert_eq!(engine.ask("quit"), "=");
    engine.end();
}

#[test]
fn a_gtp_engine_passes_and_takes_passes_left_out() {
    let black_passes = format!("OXX{} X", "-".repeat(61));
    let mut engine = Spoken::start(&["--protocol", "gtp", "--player", "random"]);
    assert_eq!(
        engine.ask(&format!("kaesu-set_position {black_passes}")),
        "="
    );
    assert_eq!(engine.ask("genmove black"), "= pass");
    assert_eq!(engine.ask("undo"), "=");
    assert_eq!(
        engine.ask("play white d1"),
        "=",
        "black's pass was left out"
    );
    assert_eq!(engine.ask("final_score"), "= W+4");
    assert_eq!(engine.ask("genmove black"), "= pass");
    assert_eq!(engine.ask("play white pass"), "=");
    assert_eq!(engine.ask("undo"), "=");
    assert_eq!(engine.ask("play black pass"), "=");
    assert_eq!(engine.ask("play white d1"), "=");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.sgf");
    std::fs::write(&file, "(;GM[2]SZ[8];B[f5];W[d6];B[c3])").expect("written");
    let file = file.to_str().expect("UTF-8");
    assert_eq!(engine.ask(&format!("loadsgf {file}")), "=");
    assert_eq!(engine.ask("play white d3"), "=");
    assert_eq!(engine.ask(&format!("loadsgf {file} 2")), "=");
    assert_eq!(engine.ask("play white f6"), "=", "before the second move");
    engine.end();
}

/// Says a text to the engine and closes its input; what it answered.
fn said_to(protocol: &str, text: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kaesu"))
        .args(["engine", "--protocol", protocol, "--player", "random"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("asked for");
    // Whoever has heard `quit` reads no further.
    let _ = stdin.write_all(text);
    drop(stdin);
    let done = child.wait_with_output().expect("it ends");
    let complaints = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(
        done.status.success() && complaints.is_empty(),
        "{complaints}"
    );
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// The corpus of the fuzz targets, said to us: nothing in it brings the program down or leaves a
/// question open.
#[test]
fn malformed_lines_are_answered_and_never_crash() {
    for protocol in ["nboard", "gtp"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
        for entry in std::fs::read_dir(folder.join(protocol)).expect("a corpus") {
            let path = entry.expect("an entry").path();
            let mut text = std::fs::read(&path).expect("a file");
            let last: &[u8] = match protocol {
                "nboard" => b"\nping 4711\n",
                _ => b"\n4711 name\n",
            };
            text.extend(last);
            let quits = text.windows(5).any(|word| word == b"quit\n");
            let answered = said_to(protocol, &text);
            let expected = match protocol {
                "nboard" => "pong 4711",
                _ => "=4711 Kaesu random",
            };
            let is_last = answered.trim_end().ends_with(expected);
            assert!(is_last || quits, "{}: {answered}", path.display());
        }
    }
}

/// The engine's own players through both protocols: discs in every value, the best moves first.
#[test]
fn a_player_of_the_engine_hints_the_best_moves_in_discs() {
    let mut nboard = Spoken::start(&["--protocol", "nboard", "--player", "kaesu-2"]);
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- *";
    let board = board.replace('X', "*");
    nboard.say(&format!("set game (;GM[Othello]BO[8 {board}];)"));
    // Too many empty squares for the level: so many plies, and no exact value.
    nboard.say("hint 3");
    nboard.say("ping 1");
    let heard = nboard.hear_until("pong 1");
    assert!(
        heard.iter().any(|line| line.starts_with("search ")),
        "{heard:?}"
    );
    nboard.end();
    let mut nboard = Spoken::start(&["--protocol", "nboard", "--player", "kaesu-7"]);
    nboard.say(&format!("set game (;GM[Othello]BO[8 {board}];)"));
    nboard.say("hint 3");
    let heard = nboard.hear_until("status");
    let heard = [heard, nboard.hear_until("status")].concat();
    let exact: Vec<f64> = heard
        .iter()
        .filter(|line| line.starts_with("search ") && line.ends_with(" 100%"))
        .filter_map(|line| line.split(' ').nth(2)?.parse().ok())
        .collect();
    assert_eq!(exact[0], 18.0, "{heard:?}");
    assert!(
        exact.len() >= 3 && exact[exact.len() - 3..].is_sorted_by(|a, b| a >= b),
        "{heard:?}"
    );
    nboard.say("go");
    let heard = nboard.hear_until("===");
    let last = heard.last().expect("an answer");
    assert!(last.contains("/18.00/"), "{last}");
    nboard.end();
}
