//! Engines that behave.

use std::time::Duration;

use kaesu_players::external::{Engine, EngineError, Protocol};
use kaesu_players::{Playable, Player, PlayerFile, Playing};
use rules::reversi::{Board6x6, Othello, Reversi};
use rules::{Game, GameLine, GameName, Notation};
use search::Limits;

use super::failures::wait_until;
use super::script::{favourite, spec};
use super::{Answers, BOTH, started, texts};

const OTHELLO: GameName = GameName::Reversi8x8(());

/// Openings after which scripted engines pass now and then, told as moves.
const OPENINGS: &[&str] = &[
    "",
    "f5",
    "f5 d6 c3",
    "d3 c3 c4",
    "e6 f4",
    "c4 e3 f6 e6 f5",
    "f5 f6",
    "d3 e3",
];

/// Lets one engine play both sides to the end; every answer has to be the scripted one. The moves
/// that were made, and how many of them were passes.
fn play<G: Notation>(
    engine: &mut Engine,
    game: &GameName,
    start: G,
    line: Option<&str>,
    opening: &str,
) -> (usize, usize) {
    let mut position = start;
    let mut moves: Vec<String> = Vec::new();
    for text in texts(opening) {
        let m = position.parse_move(&text).expect("a move");
        position.play(m).expect("an opening");
        moves.push(text);
    }
    while !position.is_finished() {
        let answer = engine
            .answer(game, line, &moves, &Limits::default())
            .expect("a move");
        let expected = favourite(&position, moves.len());
        assert_eq!(
            answer.text,
            position.move_text(expected),
            "{opening}: {moves:?}"
        );
        position.play(expected).expect("legal");
        moves.push(answer.text);
    }
    let passes = moves.iter().filter(|text| *text == "--").count();
    (moves.len(), passes)
}

pub(crate) fn whole_games_are_played() {
    for protocol in BOTH {
        let mut engine = started(protocol, "good");
        let mut passes = 0;
        for opening in OPENINGS {
            let (plies, passed) = play(&mut engine, &OTHELLO, Othello::start(&()), None, opening);
            assert!(plies > 20, "{opening}");
            passes += passed;
        }
        assert!(passes > 0, "no game of these has a pass");
    }
    let mut slow = started(Protocol::Nboard, "slow 5");
    let answer = slow
        .answer(&OTHELLO, None, &[], &Limits::default())
        .expect("a move");
    assert!(answer.time >= Duration::from_millis(5), "{answer:?}");
}

/// A position in which black has to pass, and the game goes on after it.
const BLACK_PASSES: &str = "OXXXXXX-OXXXXXX-OXXXXXX-OXXXXXX-OXXXXXX-OXXXXXX-OXXXXXX-OXXXXXX- X";

pub(crate) fn passes_are_told_and_never_asked_for() {
    let start = Othello::parse_position(&(), BLACK_PASSES).expect("a position");
    assert_eq!(start.legal().len(), 1);
    for (protocol, manner) in [(Protocol::Nboard, "good"), (Protocol::Gtp, "setup")] {
        // It would crash if it were asked.
        let mut engine = started(protocol, "crash 1");
        let pass = engine.answer(&OTHELLO, Some(BLACK_PASSES), &[], &Limits::default());
        assert_eq!(pass.expect("a pass").text, "--");
        let mut engine = started(protocol, manner);
        let (_, passes) = play(&mut engine, &OTHELLO, start, Some(BLACK_PASSES), "");
        assert!(passes > 0, "{protocol:?}");
    }
    // Programs that make passes by themselves refuse to be told of them.
    let mut engine = started(Protocol::Gtp, "no-passes");
    let passes: usize = OPENINGS
        .iter()
        .map(|opening| play(&mut engine, &OTHELLO, Othello::start(&()), None, opening).1)
        .sum();
    assert!(passes > 0);
}

pub(crate) fn games_may_jump() {
    for protocol in BOTH {
        let mut engine = started(protocol, "good");
        // A new game, a move taken back, another line, a game in the middle, the first again.
        for moves in [
            "",
            "f5 d6 c3",
            "f5 d6",
            "f5 f6 e6",
            "d3 c3 c4 c5 b4",
            "",
            "f5",
        ] {
            let moves = texts(moves);
            let mut line = GameLine::new(Othello::start(&()));
            line.play_transcript(&moves.concat()).expect("legal");
            let position = line.position();
            let answer = engine
                .answer(&OTHELLO, None, &moves, &Limits::default())
                .expect("a move");
            let expected = position.move_text(favourite(position, moves.len()));
            assert_eq!(answer.text, expected, "{protocol:?} {moves:?}");
        }
    }
}

/// A game that begins with the moves of the last one is another game all the same.
pub(crate) fn a_new_game_is_told_from_its_start() {
    let folder = tempfile::tempdir().expect("a folder");
    for protocol in BOTH {
        let (name, command) = (protocol.name(), spec(protocol, "repeats").command);
        let heard = folder.path().join(name);
        let text = format!(
            "about = \"\"\n[engine]\ncommand = {command:?}\nprotocol = {name:?}\n\
             start-timeout = 60\nstderr = {heard:?}\n"
        );
        let file = PlayerFile::parse("repeats.toml", &text).expect("a player");
        let mut player = Othello::player(&file).expect("it plays Othello");
        let mut playing = Playing::new(Othello::start(&()), 1);
        let mut ask = |player: &mut dyn Player<Othello>| {
            let choice = playing.ask(player, &Limits::default(), &mut |_| ());
            playing.play(&choice.expect("a move"));
        };
        let starts = || {
            let heard = std::fs::read_to_string(&heard).unwrap_or_default();
            let start = |line: &&str| *line == "clear_board" || line.starts_with("set game");
            heard.lines().filter(start).count()
        };
        ask(&mut *player);
        ask(&mut *player);
        wait_until(&|| starts() == 1);
        player.new_game();
        ask(&mut *player);
        wait_until(&|| starts() == 2);
    }
}

pub(crate) fn names_versions_and_values_are_heard() {
    let mut nboard = started(Protocol::Nboard, "good");
    assert_eq!((nboard.name(), nboard.version()), ("Script8", None));
    let answer = nboard
        .answer(&OTHELLO, None, &[], &Limits::default())
        .expect("a move");
    assert_eq!((answer.value, answer.nodes), (Some(825), 1000));
    let gtp = started(Protocol::Gtp, "good");
    assert_eq!(
        (gtp.name(), gtp.version()),
        ("Script", Some("1.0 time none"))
    );
    // A program without a name goes by its command.
    let blank = started(Protocol::Gtp, "nameless");
    assert!(blank.name().contains("speak gtp nameless"));
}

pub(crate) fn other_boards_are_for_gtp() {
    let six = GameName::Reversi6x6(());
    let mut engine = started(Protocol::Gtp, "six");
    let (plies, _) = play(&mut engine, &six, Reversi::<Board6x6>::start(&()), None, "");
    assert!(plies >= 20);
    let refused = |engine: &mut Engine, game: &str, why: &str| {
        let game: GameName = game.parse().expect("a game");
        let error = engine
            .answer(&game, None, &[], &Limits::default())
            .expect_err("refused");
        assert!(matches!(error, EngineError::Unplayable { .. }), "{error}");
        let text = error.to_string();
        assert!(
            text.contains(why) && text.contains(game.plain_name()),
            "{text}"
        );
    };
    let mut gtp = started(Protocol::Gtp, "good");
    refused(&mut gtp, "reversi-10x10", "unacceptable size");
    refused(&mut gtp, "reversi-nipp", "square boards");
    refused(&mut gtp, "yonin", "square boards");
    refused(&mut gtp, "tree:players=2", "square boards");
    let mut nboard = started(Protocol::Nboard, "good");
    refused(&mut nboard, "reversi-6x6", "Othello");
    refused(&mut nboard, "yonin-shogi", "Othello");
    // A refusal does no harm.
    for engine in [&mut gtp, &mut nboard] {
        let answer = engine.answer(&OTHELLO, None, &[], &Limits::default());
        assert!(answer.is_ok(), "{answer:?}");
    }
}

pub(crate) fn a_start_position_needs_a_program_that_takes_it() {
    let line = "---------------------------XO------OX--------------------------- O";
    let start = Othello::parse_position(&(), line).expect("a position");
    for (protocol, manner) in [(Protocol::Nboard, "good"), (Protocol::Gtp, "setup")] {
        let mut engine = started(protocol, manner);
        play(&mut engine, &OTHELLO, start, Some(line), "");
        play(&mut engine, &OTHELLO, Othello::start(&()), None, "");
    }
    let mut engine = started(Protocol::Gtp, "good");
    let error = engine
        .answer(&OTHELLO, Some(line), &[], &Limits::default())
        .expect_err("refused");
    assert!(
        error
            .to_string()
            .contains("start the game with moves instead"),
        "{error}"
    );
    // The usual start in other words is the usual start.
    let usual = Othello::start(&()).position_text();
    assert!(
        engine
            .answer(&OTHELLO, Some(&usual), &[], &Limits::default())
            .is_ok()
    );
}

pub(crate) fn limits_are_passed_on() {
    let mut nboard = started(Protocol::Nboard, "good");
    for (limits, value) in [
        (Limits::depth(3), 325),
        (Limits::default(), 825),
        (Limits::depth(12), 1225),
    ] {
        let answer = nboard.answer(&OTHELLO, None, &[], &limits).expect("a move");
        assert_eq!(answer.value, Some(value));
    }
    let mut gtp = started(Protocol::Gtp, "clock");
    for (limits, time) in [
        (Limits::default(), "none"),
        (Limits::time(Duration::from_millis(1500)), "0 2 1"),
        (Limits::time(Duration::from_secs(7)), "0 7 1"),
        (Limits::default(), "0 1 0"),
    ] {
        let error = gtp
            .answer(&OTHELLO, None, &[], &limits)
            .expect_err("no move, but the time");
        let EngineError::Unreadable { said, .. } = &error else {
            panic!("{error}");
        };
        // It is started afresh after the failure, so nothing is left of earlier limits.
        let expected = if time == "0 1 0" { "none" } else { time };
        assert_eq!(said, &format!("a1\ntime {expected}"));
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
}
