//! Experiment files: those that come along can be carried out, and every mistake is told with its
//! line.

#![allow(clippy::unwrap_used, reason = "all of it is a test")]

use std::fs;
use std::path::{Path, PathBuf};

use kaesu_lab::experiment::Experiment;
use kaesu_lab::{Plan, run};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments")
}

#[test]
fn every_experiment_that_comes_along_can_be_carried_out() {
    let mut kinds = std::collections::BTreeSet::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        // Those of searches are tried in their own test.
        let is_search = path.display().to_string().contains("/tune-");
        if path.extension().is_none_or(|end| end != "toml") || is_search {
            continue;
        }
        let experiment = Experiment::read(&path).unwrap_or_else(|error| panic!("{error}"));
        assert!(!experiment.about.is_empty(), "{}", path.display());
        let plan = Plan::new(&experiment).unwrap();
        assert!(plan.games() > 0);
        kinds.insert(experiment.kind.name());
        // What a run keeps needs no other file and means the same.
        let text = experiment.to_toml().unwrap();
        let again = Experiment::parse("run", &text, Path::new("nowhere")).unwrap();
        assert_eq!(again, experiment, "{}", path.display());
        assert_eq!(again.to_toml().unwrap(), text);
        for number in [0, 1, plan.games() / 2, plan.games() - 1] {
            assert_eq!(plan.game(number), Plan::new(&again).unwrap().game(number));
        }
        run::prepare(&again).unwrap();
    }
    assert_eq!(
        kinds.len(),
        6,
        "there is an example of every kind: {kinds:?}"
    );
}

const SOUND: &str = r#"about = "a match"
game = "othello"
kind = "match"
games = 10

[openings.random]
plies = 4

[[player]]
name = "a"
player = "random"

[[player]]
name = "b"
player = "p4-level-1"
"#;

fn said(text: &str) -> String {
    let parsed = Experiment::parse("test.toml", text, Path::new("nowhere"));
    parsed.map(|_| ()).unwrap_err().to_string()
}

#[test]
fn every_mistake_is_told_with_its_line() {
    Experiment::parse("test.toml", SOUND, Path::new("nowhere")).unwrap();
    let changed = |from: &str, to: &str| {
        assert!(SOUND.contains(from), "{from}");
        said(&SOUND.replacen(from, to, 1))
    };
    let cases: &[(&str, &str, &str)] = &[
        (
            "games = 10",
            "games = 10\ngmaes = 3",
            "line 5: unknown field `gmaes`",
        ),
        (
            "games = 10",
            "games = 0",
            "line 4: 0 is out of range; it has to be 1 or more",
        ),
        ("games = 10", "games = ten", "line 4: "),
        ("games = 10", "seed = -1", "line 4: -1 is out of range"),
        (
            "games = 10",
            "patience = 0",
            "line 4: patience has to be seconds",
        ),
        (
            "games = 10",
            "keep = [\"value\"]",
            "line 4: nothing called \"value\" can be kept",
        ),
        (
            "\"othello\"",
            "\"chess\"",
            "line 2: there is no game \"chess\"",
        ),
        (
            "\"othello\"",
            "\"yonin:start=x\"",
            "line 2: yonin cannot have start=x",
        ),
        (
            "\"match\"",
            "\"duel\"",
            "line 3: there is no kind \"duel\"; it can be match, ",
        ),
        (
            "\"match\"",
            "\"match\"\nseating = \"x\"",
            "line 4: there is no \"x\"; it can be balanced, ",
        ),
        (
            "\"match\"",
            "\"match\"\nseating = \"teams\"\nposition = \"-\"",
            "line 5: at character",
        ),
        (
            "\"match\"",
            "\"match\"\nmoves = \"f5 a1\"",
            "line 4: move 2 \"a1\" is not legal",
        ),
        (
            "\"match\"",
            "\"tournament\"",
            "line 2: a tournament is for more than two seats",
        ),
        (
            "\"match\"",
            "\"sweep\"",
            "line 3: a sweep needs a table [sweep]",
        ),
        (
            "\"match\"",
            "\"gauntlet\"\nseating = \"teams\"",
            "line 4: the seating teams is for the kind match",
        ),
        (
            "name = \"b\"",
            "name = \"a\"",
            "line 13: there are two players \"a\"",
        ),
        (
            "name = \"b\"",
            "name = \"\"",
            "line 13: a player needs a name",
        ),
        (
            "\"p4-level-1\"",
            "\"nobody\"",
            "line 13: there is no player \"nobody\"",
        ),
        (
            "player = \"p4-level-1\"",
            "file = \"x.toml\"",
            "line 13: the player file nowhere/x.toml cannot be read",
        ),
        (
            "player = \"p4-level-1\"",
            "text = \"about = 3\"",
            "line 13: b, line 1: ",
        ),
        (
            "player = \"p4-level-1\"",
            "player = \"random\"\nfile = \"x\"",
            "line 13: a player has exactly one of",
        ),
        (
            "player = \"p4-level-1\"",
            "player = \"p0-self\"",
            "line 13: b cannot play reversi-8x8: ",
        ),
        ("plies = 4", "plies = 0", "line 6: 0 plies"),
        (
            "plies = 4",
            "plies = 500",
            "line 6: random lines of 500 plies end the game",
        ),
        ("plies = 4", "ply = 4", "line 7: unknown field `ply`"),
        ("random]", "lucky]", "line 6: unknown variant `lucky`"),
        (
            "[openings.random]\nplies = 4",
            "[openings.lines]\nplies = 12",
            "line 6: there are more than 200000 lines",
        ),
        (
            "[openings.random]\nplies = 4",
            "[openings.transcripts]\nfile = \"x\"",
            "line 6: nowhere/x cannot be read",
        ),
        (
            "[openings.random]\nplies = 4",
            "[openings.transcripts]\nlist = [\"f5\", \"f5a1\"]",
            "line 6: opening 2: move 2 \"a1\" is not legal",
        ),
        (
            "[openings.random]\nplies = 4",
            "[openings.positions]\nlist = []",
            "line 6: there is no opening in the list",
        ),
        (
            "[openings.random]\nplies = 4",
            "[stop]\nelo = [5, 0]",
            "line 6: elo 5 against 0: the first has to be below the second",
        ),
        (
            "plies = 4",
            "plies = \"four\"",
            "line 7: invalid type: string \"four\", expected a whole number",
        ),
        (
            "[openings.random]\nplies = 4",
            "[stop]\nalpha = 0.1",
            "line 6: [stop] has exactly one of elo",
        ),
        (
            "[openings.random]\nplies = 4",
            "[sweep]\nplayer = \"a\"\nkey = \"x\"\nopponent = \"b\"",
            "line 6: [sweep] is for the kind sweep",
        ),
        (
            "[openings.random]\nplies = 4",
            "[limits]\ndepth = 0",
            "line 7: 0 is out of range",
        ),
        (
            "player = \"p4-level-1\"",
            "command = \"x\"",
            "line 13: a command needs a protocol: nboard or gtp",
        ),
        (
            "player = \"p4-level-1\"",
            "command = \"x\"\nprotocol = \"uci\"",
            "line 13: there is no protocol \"uci\"",
        ),
        (
            "player = \"p4-level-1\"",
            "player = \"random\"\nprotocol = \"gtp\"",
            "line 13: protocol, folder, stderr and time-outs are for a player with a command",
        ),
    ];
    for (from, to, wanted) in cases {
        let said = changed(from, to);
        assert!(said.starts_with("test.toml, "), "{said}");
        assert!(
            said.contains(wanted),
            "{to}\nsaid:   {said}\nwanted: {wanted}"
        );
        assert!(!said.contains('\n'), "{said}");
    }
    let three = format!("{SOUND}\n[[player]]\nname = \"c\"\nplayer = \"random\"\n");
    assert!(said(&three).contains("a match with the seating balanced has 2 players, not 3"));
    let four = SOUND
        .replace("othello", "yonin")
        .replace("p4-level-1", "p0-self");
    Experiment::parse("test.toml", &four, Path::new("nowhere")).unwrap();
    let balanced = four.replace("[openings.random]", "[openings.balanced]");
    assert!(said(&balanced).contains("line 6: balanced openings are for two seats"));
    let gauntlet = four.replace("\"match\"", "\"tournament\"");
    assert!(said(&gauntlet).contains("needs 4 players or more, not 2"));
    let stop = four.replace("\"match\"", "\"round-robin\"\nseating = \"mixed\"");
    let stop = stop.replace("[openings.random]\nplies = 4", "[stop]\nelo = [0, 5]");
    assert!(said(&stop).contains("line 7: [stop] decides between two sides"));
}

#[test]
fn a_sweep_varies_one_value() {
    let text = |sweep: &str| {
        format!(
            "game = \"othello\"\nkind = \"sweep\"\n[sweep]\nplayer = \"kn\"\nopponent = \"bp\"\n{sweep}\n\
             [[player]]\nname = \"kn\"\nplayer = \"p1-bp-kn\"\n[[player]]\nname = \"bp\"\nplayer = \"p1-bp\"\n"
        )
    };
    let names = |sweep: &str| -> Vec<String> {
        let experiment = Experiment::parse("test.toml", &text(sweep), Path::new("")).unwrap();
        let plan = Plan::new(&experiment).unwrap();
        assert_eq!(plan.tables.len(), plan.contenders.len() - 1);
        plan.contenders[1..]
            .iter()
            .map(|c| c.name.clone())
            .collect()
    };
    let key = "key = \"evaluation.features.kn.when\"";
    assert_eq!(
        names(&format!(
            "{key}\nintervals = {{ sign = \"-\", from = 1, to = 12, length = 5 }}"
        )),
        [
            "kn when=[-](1-5)",
            "kn when=[-](6-10)",
            "kn when=[-](11-12)"
        ]
    );
    let weight = "key = \"evaluation.features.kn.weight\"";
    assert_eq!(
        names(&format!("{weight}\nvalues = [1, 10]")),
        ["kn weight=1", "kn weight=10"]
    );
    assert_eq!(
        names(&format!(
            "{weight}\nrange = {{ from = 1, to = 3, step = 1 }}"
        )),
        ["kn weight=1", "kn weight=2", "kn weight=3"]
    );
    let wrong = |sweep: &str| said(&text(sweep));
    assert!(wrong(&format!("{key}\nvalues = []")).contains("line 3: a sweep needs values"));
    assert!(wrong(&format!("{key}\nvalues = [\"x\"]")).contains("line 3: "));
    assert!(wrong("key = \"evaluation.features.kx.when\"\nvalues = [1]").contains("has no \"kx\""));
    assert!(
        wrong("key = \"evaluation.features.kn.wehn\"\nvalues = [1]").contains("has no \"wehn\"")
    );
    assert!(wrong(&format!("{weight}\nvalues = [1, 1]")).contains("the value 1 is tried twice"));
    assert!(wrong(key).contains("either values, a range or intervals"));
}
