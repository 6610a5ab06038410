//! Player files: those that come along play, and wrong ones are refused with the file, the line and
//! what would be right.

#![allow(clippy::unwrap_used)]

mod common;

use kaesu_players::{Playable, PlayerFile, Playing, library};
use rules::reversi::{Board6x6, Othello, Reversi};
use rules::yonin::Yonin;
use rules::{Game, GameName, with_game};
use search::Limits;

/// Plays a game with a player on every seat, each move within a few hundred nodes.
fn play<G: Playable>(
    rules: &G::Rules,
    file: &PlayerFile,
    seed: u64,
) -> Result<Vec<G::Move>, String> {
    let start = G::start(rules);
    let seats = start.facts().seats;
    let players: Result<Vec<_>, _> = (0..seats).map(|_| G::player(file)).collect();
    let mut players = players.map_err(|error| error.to_string())?;
    let mut playing = Playing::new(start, seed);
    playing
        .to_the_end(&mut players, &Limits::nodes(300))
        .unwrap();
    Ok(playing.moves())
}

const GAMES: [&str; 10] = [
    "reversi-8x8",
    "reversi-6x6",
    "reversi-4x4",
    "reversi-10x10",
    "reversi-88",
    "reversi-octagon",
    "reversi-nipp",
    "yonin",
    "yonin-shogi",
    "tree",
];

#[test]
fn every_player_that_comes_along_plays_every_game_it_names() {
    // Two threads, as the longest test there is would otherwise keep one core waiting.
    let names = library::names();
    std::thread::scope(|scope| {
        for half in 0..2 {
            let names = names.iter().skip(half).step_by(2);
            scope.spawn(move || names.for_each(|name| plays_every_game_it_names(name)));
        }
    });
}

fn plays_every_game_it_names(name: &str) {
    let file = library::load(name).unwrap();
    let (_, text) = library::text(name).unwrap();
    let games = text.lines().position(|line| line.starts_with("games = "));
    let games = games.map(|index| index + 1);
    for game in GAMES {
        let parsed: GameName = game.parse().unwrap();
        let played = with_game!(&parsed, G, rules => {
            play::<G>(rules, &file, 1).map(|moves| {
                // The same again, bit for bit.
                assert_eq!(play::<G>(rules, &file, 1).unwrap(), moves);
                moves.len()
            })
        });
        match played {
            Ok(moves) => assert!(file.plays(game) && moves > 0, "{name} in {game}"),
            Err(problem) => {
                assert!(!file.plays(game), "{problem}");
                assert!(
                    problem.starts_with(&format!("players/{name}.toml, line {}: ", games.unwrap()))
                        && problem.contains(&format!("not {game}")),
                    "{problem}"
                );
            }
        }
    }
    for game in &file.games {
        assert!(GAMES.contains(&game.as_str()), "{name} names {game}");
    }
}

/// What is said of a wrong file.
fn refused(text: &str) -> String {
    PlayerFile::parse("wrong.toml", text)
        .expect_err(text)
        .to_string()
}

/// What is said when a game is asked of a file that is right in itself.
fn unplayable<G: Playable>(text: &str) -> String {
    let file = PlayerFile::parse("wrong.toml", text).unwrap();
    let Err(error) = G::player(&file) else {
        panic!("it can be played:\n{text}")
    };
    error.to_string()
}

#[track_caller]
fn says(said: &str, line: usize, parts: &[&str]) {
    assert!(
        said.starts_with(&format!("wrong.toml, line {line}: ")),
        "{said}"
    );
    for part in parts {
        assert!(said.contains(part), "\"{part}\" is not in: {said}");
    }
    assert_eq!(said.lines().count(), 1, "{said}");
}

const P4: &str = "about = \"test\"

[limits]
depth = 3

[search.alphabeta]
iterate = true
last-line-first = true

[evaluation.phases]
table = [[100, -20, 10, 5], [-20, -50, -2, -2], [10, -2, 1, 0], [5, -2, 0, 0]]
divisor = 400
position = [[4, 1.0]]
discs = [[4, 1.0]]
mobility = [[4, 1.0]]
";

/// The file with one text in the place of another.
fn with(old: &str, new: &str) -> String {
    assert!(P4.contains(old), "{old}");
    P4.replacen(old, new, 1)
}

#[test]
fn unknown_keys_are_refused() {
    let said = refused(&with("divisor = 400", "divisor = 400\nbonus = 1"));
    says(
        &said,
        13,
        &["unknown field `bonus`", "`table`", "`mobility`"],
    );
    let said = refused(&with("about = \"test\"", "about = \"test\"\nelo = 1500"));
    says(&said, 2, &["unknown field `elo`", "`search`"]);
    let said = refused(&with("[search.alphabeta]", "[search.alphabet]"));
    says(
        &said,
        6,
        &["unknown variant `alphabet`", "`alphabeta`", "`minimax`"],
    );
    let said = refused(&with("[evaluation.phases]", "[evaluation.stage]"));
    says(&said, 10, &["unknown variant `stage`", "`stages`"]);
    let said = refused("about = \"\"\n[search.random]\nspeed = 1");
    says(&said, 3, &["speed"]);
}

#[test]
fn missing_values_are_refused() {
    says(
        &refused(&with("divisor = 400\n", "")),
        10,
        &["missing field `divisor`"],
    );
    says(
        &refused(&with("iterate = true\n", "")),
        6,
        &["missing field `iterate`"],
    );
    let nothing = ["[search.KIND]", "[engine]"];
    says(&refused("about = \"\"\n"), 1, &nothing);
    says(&refused("[search.random]\n"), 1, &["missing field `about`"]);
}

#[test]
fn values_out_of_range_are_refused() {
    let said = refused(&with("divisor = 400", "divisor = 0"));
    says(&said, 12, &["0 is out of range", "from 1 to 1000000"]);
    let said = refused(&with("depth = 3", "depth = -1"));
    says(&said, 4, &["-1 is out of range", "from 1 to 1000"]);
    let said = refused(&with("depth = 3", "time = 0"));
    says(&said, 4, &["seconds above 0"]);
    let said = refused(&with("depth = 3", "depth = \"deep\""));
    says(&said, 4, &["string \"deep\""]);
    let said = refused(&with("[[100, -20, 10, 5]", "[[100, -20, 10]"));
    says(&said, 11, &["four rows of four"]);
    let said = refused(&with("[[100, -20", "[[1001, -20"));
    says(&said, 11, &["1001 is out of range", "from -1000 to 1000"]);
    let said = refused(&with(
        "position = [[4, 1.0]]",
        "position = [[4, 1.0], [3, 1.0]]",
    ));
    says(&said, 13, &["rising numbers of discs"]);
    let interval = "about = \"\"\nlimits.depth = 3\n\n[search.minimax]\n\n[evaluation.features]\n\
                    noise = 0.1\n[evaluation.features.kn]\nweight = 1\nwhen = \"(4-70)\"\n";
    says(&refused(interval), 10, &["(4-70)", "from 1 to 60"]);
    let noise = interval
        .replace("noise = 0.1", "noise = 2")
        .replace("70", "7");
    says(&refused(&noise), 7, &["2 is out of range", "from 0 to 1"]);
}

#[test]
fn a_depth_that_a_program_cannot_be_told_is_refused() {
    let nboard = "about = \"\"\n\n[engine]\ncommand = \"x\"\nprotocol = \"nboard\"\ndepth = 8\n";
    PlayerFile::parse("right.toml", nboard).unwrap();
    let said = refused(&nboard.replace("nboard", "gtp"));
    says(&said, 3, &["leave `depth` out", "nboard"]);
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn a_command_that_cannot_be_read_is_refused() {
    let right = "about = \"\"\n\n[engine]\ncommand = \"x 'y z'\"\nprotocol = \"gtp\"\n";
    PlayerFile::parse("right.toml", right).unwrap();
    for (command, told) in [
        ("x 'y z", "close it"),
        ("", "no program"),
        ("  ", "no program"),
    ] {
        let said = refused(&right.replace("x 'y z'", command));
        says(&said, 3, &["command", told]);
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn a_player_of_another_game_is_refused() {
    let text = with(
        "about = \"test\"",
        "about = \"test\"\ngames = [\"reversi-8x8\"]",
    );
    let said = unplayable::<Reversi<Board6x6>>(&text);
    says(&said, 2, &["plays reversi-8x8, not reversi-6x6"]);
}

#[test]
fn games_are_known_and_named_in_one_way() {
    let games = |game: &str| {
        let line = format!("about = \"test\"\ngames = [\"{game}\"]");
        with("about = \"test\"", &line)
    };
    let file = PlayerFile::parse("right.toml", &games("othello")).unwrap();
    assert!(file.plays("reversi-8x8"));
    let said = refused(&games("chess"));
    says(&said, 2, &["no game \"chess\"", "the games are"]);
    let said = refused(&games("yonin:start=own"));
    says(&said, 2, &["without options here: yonin"]);
}

#[test]
fn what_a_game_does_not_have_is_refused() {
    let said = unplayable::<Yonin>(P4);
    says(
        &said,
        6,
        &["the search alphabeta cannot play yonin", "[search.thesis]"],
    );
    let thesis = "about = \"\"\n\n[search.thesis]\n";
    let said = unplayable::<Othello>(thesis);
    says(
        &said,
        3,
        &[
            "the search thesis cannot play reversi-8x8",
            "[search.random]",
            "[search.minimax]",
        ],
    );
    let said = unplayable::<Yonin>(thesis);
    says(
        &said,
        3,
        &["needs an evaluation", "[evaluation.territories]"],
    );
    let depth = "about = \"\"\nlimits.depth = 3\n[search.thesis]\n[evaluation.territories]\nown = 0\n\
                 right = 0\nopposite = 0\nleft = 0\nsquares = [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]\n";
    says(
        &unplayable::<Yonin>(depth),
        3,
        &["takes its depth from look-ahead"],
    );
    let said = unplayable::<Reversi<Board6x6>>(P4);
    says(
        &said,
        10,
        &["phases is not for reversi-6x6", "[evaluation.any-board]"],
    );
    let personality = format!(
        "{P4}\n[personality.entertaining]\nexpectation-from = 20\nsurprise-from = 30\n\
         surprise-to = 35\n"
    );
    let backwards = personality.replace("surprise-to = 35", "surprise-to = 25");
    says(
        &unplayable::<Othello>(&backwards),
        17,
        &["from 30 on and not after 25"],
    );
    let any_board = "[evaluation.any-board]\nsafe = 1\nbeside-safe = 1\ndiagonal-to-safe = 1\n\
                     mobility = [[0, 1]]\ndiscs = [[0, 1]]\nlast-word = [[0, 1]]\n\n";
    let start = personality.find("[evaluation").unwrap();
    let end = personality.find("[personality").unwrap();
    let small = format!(
        "{}{any_board}{}",
        &personality[..start],
        &personality[end..]
    );
    let said = unplayable::<Reversi<Board6x6>>(&small);
    says(&said, 18, &["entertaining is for Othello"]);
    let said = unplayable::<Othello>(
        "about = \"\"\n[search.random]\n[evaluation.map]\nsquares = [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]\n",
    );
    says(&said, 3, &["random needs no evaluation"]);
}

#[test]
fn a_search_that_would_not_end_is_refused() {
    let said = unplayable::<Othello>(&with("[limits]\ndepth = 3\n", ""));
    says(
        &said,
        4,
        &["needs a limit", "depth, nodes, evaluations or time"],
    );
    let at_once = with("depth = 3", "time = 1").replace("iterate = true", "iterate = false");
    says(
        &unplayable::<Othello>(&at_once),
        6,
        &["needs [limits] with a depth"],
    );
}

#[test]
fn weights_that_do_not_fit_are_refused() {
    let said = unplayable::<Othello>(&with("divisor = 400", "divisor = 1"));
    says(&said, 10, &["too large", "the most is 49"]);
    let features =
        "about = \"\"\nlimits.depth = 3\n[search.minimax]\n[evaluation.features]\nnoise = 0\n";
    says(
        &unplayable::<Othello>(features),
        4,
        &["at least one of the features"],
    );
    let heavy = format!("{features}st = {{ weight = 10000, when = \"(1-60)\" }}\n");
    says(&unplayable::<Othello>(&heavy), 4, &["too large"]);
}

/// In teams the seat opposite is no danger, so that the same moves are worth something else.
#[test]
fn opposite_seats_can_be_a_team() {
    let (_, text) = library::text("yonin-best-reply").unwrap();
    let (head, evaluation) = text.split_once("[search.best-reply]").unwrap();
    let (_, evaluation) = evaluation.split_once("[evaluation.homes]").unwrap();
    let start = Yonin::start(&rules::yonin::Rules::default());
    for search in [
        "[search.paranoid]",
        "[search.best-reply]\nothers = \"best\"",
    ] {
        let values = [false, true].map(|teams| {
            let text = format!(
                "{head}{search}\nordering = true\nteams = {teams}\n[evaluation.homes]{evaluation}"
            );
            let file = PlayerFile::parse("test.toml", &text).unwrap();
            let mut player = Yonin::player(&file).unwrap();
            let playing = Playing::new(start, 1);
            let choice = playing.ask(&mut *player, &Limits::depth(5), &mut |_| ());
            choice.unwrap().report.values
        });
        assert_ne!(values[0], values[1], "{search}");
    }
}
