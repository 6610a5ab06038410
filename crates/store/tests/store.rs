//! The store keeps what it was given, whole batches or nothing.

use kaesu_store::{GameHeader, GameId, PersonId, RoomId, Save, Store, StoreError, StoredGame};
use records::{Entry, GameResult, Out, Reason, Record, Sitter};

fn id(id: &str) -> GameId {
    GameId::new(id)
}

#[allow(clippy::unwrap_used, reason = "part of the tests")]
fn person(secret: &str) -> PersonId {
    PersonId::new(secret).unwrap()
}

fn header() -> GameHeader {
    GameHeader {
        game: "reversi-8x8".to_owned(),
        seats: vec![Sitter::person("Aya"), Sitter::ai("random", Some(3))],
        clock: None,
        start: None,
        seed: u64::MAX,
    }
}

fn game(id: &str, persons: [&str; 2]) -> Save {
    Save::Game {
        id: GameId::new(id),
        room: Some(RoomId::new("room")),
        header: Box::new(header()),
        started: 5,
        persons: persons.map(PersonId::new).to_vec(),
    }
}

fn ply(game: &str, number: u32, seat: u8, text: &str) -> Save {
    Save::Ply {
        game: id(game),
        number,
        entry: Entry {
            seat,
            text: Some(text.to_owned()),
            ms: 3,
            ..Entry::default()
        },
    }
}

#[test]
fn a_game_comes_back_after_reopening() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.sqlite");
    {
        let (store, writer) = Store::open(&path).unwrap();
        writer
            .save_and_wait(vec![game("g", ["p", ""]), ply("g", 1, 0, "f5")])
            .unwrap();
        writer
            .save_and_wait(vec![ply("g", 2, 1, "d6"), ply("g", 3, 0, "c3")])
            .unwrap();
        let undo = Save::Undo {
            game: id("g"),
            left: 2,
        };
        let out = Save::Ply {
            game: id("g"),
            number: 3,
            entry: Entry {
                seat: 1,
                out: Some(Out::Time),
                ..Entry::default()
            },
        };
        let end = Save::End {
            game: id("g"),
            ended: 9,
            result: GameResult {
                ranks: vec![1, 2],
                scores: vec![3, 3],
                reason: Reason::Time,
                by: Some(1),
            },
        };
        writer.save_and_wait(vec![undo, out, end]).unwrap();
        assert!(store.game(&id("other")).unwrap().is_none());
    }
    let (store, _writer) = Store::open(&path).unwrap();
    let record = store.game(&id("g")).unwrap().unwrap().record();
    assert_eq!(record.moves.len(), 3);
    assert_eq!(Record::parse(&record.to_json()), Ok(record));
    let (p, q) = (person("p"), person("q"));
    let listed = store.games_of(&p, None, 10).unwrap();
    assert_eq!((listed.len(), listed[0].plies), (1, 3));
    assert_eq!(listed[0].own, [0]);
    assert!(store.games_of(&q, None, 10).unwrap().is_empty());
    assert_eq!(store.all_games(None, None, 10).unwrap().len(), 1);
    assert_eq!(store.results_of(&p).unwrap()[0].result.ranks, [1, 2]);
    assert_eq!(store.seats_of(&id("g"), &p).unwrap(), [0]);
    assert!(store.seats_of(&id("g"), &q).unwrap().is_empty());
    assert!(store.belongs_to(&id("g"), &p).unwrap());
    assert!(!store.belongs_to(&id("g"), &q).unwrap());
}

#[test]
fn a_batch_that_fails_leaves_nothing_and_harms_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let (store, writer) = Store::open(&folder.path().join("data.sqlite")).unwrap();
    let (send, wait) = std::sync::mpsc::channel();
    for saves in [
        vec![game("a", ["", ""]), ply("a", 1, 0, "f5")],
        vec![game("b", ["", ""]), ply("none", 1, 0, "f5")],
        vec![ply("a", 1, 0, "d3")],
        vec![ply("a", 2, 1, "d6")],
    ] {
        let send = send.clone();
        writer.save(saves, move |done| send.send(done.is_ok()).unwrap());
    }
    let done: Vec<bool> = wait.iter().take(4).collect();
    assert_eq!(done, [true, false, false, true]);
    assert!(store.game(&id("b")).unwrap().is_none());
    assert_eq!(store.game(&id("a")).unwrap().unwrap().moves.len(), 2);
}

#[test]
fn a_second_process_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.sqlite");
    let _open = Store::open(&path).unwrap();
    let error = Store::open(&path).err().unwrap();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
}

#[test]
fn a_game_from_elsewhere_belongs_to_whoever_brought_it() {
    let folder = tempfile::tempdir().unwrap();
    let (store, writer) = Store::open(&folder.path().join("data.sqlite")).unwrap();
    writer
        .save_and_wait(vec![game("g", ["p", ""]), ply("g", 1, 0, "f5")])
        .unwrap();
    let record = store.game(&id("g")).unwrap().unwrap().record();
    let import = |name: &str, keeper: &str| Save::Import {
        id: id(name),
        game: Box::new(StoredGame::of(record.clone(), 77)),
        keeper: PersonId::new(keeper),
    };
    writer
        .save_and_wait(vec![import("q's", "q"), import("nobody's", "")])
        .unwrap();
    assert_eq!(store.game(&id("q's")).unwrap().unwrap().record(), record);
    let (p, q) = (person("p"), person("q"));
    let listed = store.games_of(&q, None, 10).unwrap();
    assert_eq!((listed.len(), listed[0].id.as_str()), (1, "q's"));
    // Nobody sat in it here: it is no result of anybody's.
    assert!(listed[0].own.is_empty() && store.results_of(&q).unwrap().is_empty());
    assert!(store.belongs_to(&id("q's"), &q).unwrap());
    assert!(!store.belongs_to(&id("q's"), &p).unwrap());
    assert!(!store.belongs_to(&id("nobody's"), &q).unwrap());
}

#[test]
fn a_finished_game_keeps_its_header() {
    let folder = tempfile::tempdir().unwrap();
    let (store, writer) = Store::open(&folder.path().join("data.sqlite")).unwrap();
    let end = Save::End {
        game: id("g"),
        ended: 9,
        result: GameResult {
            ranks: vec![1, 2],
            scores: vec![40, 24],
            reason: Reason::Played,
            by: None,
        },
    };
    let others = || {
        let mut header = header();
        header.seats = vec![Sitter::person("Ken"), Sitter::ai("mcts", None)];
        Save::Game {
            id: id("g"),
            room: None,
            header: Box::new(header),
            started: 6,
            persons: vec![PersonId::new("q"), None],
        }
    };
    writer
        .save_and_wait(vec![game("g", ["p", ""]), ply("g", 1, 0, "f5"), end])
        .unwrap();
    let before = store.game(&id("g")).unwrap();
    writer.save_and_wait(vec![others()]).unwrap();
    assert_eq!(store.game(&id("g")).unwrap(), before);
    assert!(!store.belongs_to(&id("g"), &person("q")).unwrap());

    // Whoever goes on with it after an undo plays it.
    let undo = Save::Undo {
        game: id("g"),
        left: 0,
    };
    writer.save_and_wait(vec![undo, others()]).unwrap();
    let after = store.game(&id("g")).unwrap().unwrap();
    assert_eq!(after.header.seats[0], Sitter::person("Ken"));
    assert_eq!((after.result, after.ended), (None, None));
    assert!(store.results_of(&person("p")).unwrap().is_empty());
    assert!(store.belongs_to(&id("g"), &person("q")).unwrap());
}

#[test]
fn a_damaged_game_is_named_and_hides_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.sqlite");
    let opened = Store::open(&path).unwrap();
    for name in ["a", "b", "c"] {
        let saves = vec![game(name, ["p", ""]), ply(name, 1, 0, "f5")];
        opened.1.save_and_wait(saves).unwrap();
    }
    drop(opened);
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch(
        "UPDATE ply SET entry = '{\"seat\":' WHERE game = 1;
         UPDATE game SET seed = 'many' WHERE serial = 2;",
    )
    .unwrap();
    drop(file);

    let (store, _writer) = Store::open(&path).unwrap();
    let file = path.display();
    for (name, problem) in [
        ("a", "move 1 cannot be read, EOF while parsing"),
        ("b", "its seed is \"many\", no number"),
    ] {
        let error = store.game(&id(name)).unwrap_err().to_string();
        let whole = format!("the game {name} in {file} is damaged: {problem}");
        assert!(error.starts_with(&whole), "{error}");
    }
    assert_eq!(store.game(&id("c")).unwrap().unwrap().moves.len(), 1);
    let listed = store.games_of(&person("p"), None, 10).unwrap();
    let listed: Vec<&str> = listed.iter().map(|game| game.id.as_str()).collect();
    assert_eq!(listed, ["c", "a"]);
}

#[test]
fn a_file_that_is_none_of_ours_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.sqlite");
    std::fs::write(&path, "no database".repeat(1000)).unwrap();
    let error = Store::open(&path).err().unwrap().to_string();
    assert!(error.contains(&*path.to_string_lossy()), "{error}");
    assert!(error.contains("is damaged, or no data file"), "{error}");
    assert_eq!(
        std::fs::read(&path).unwrap().len(),
        11_000,
        "it is left alone"
    );

    let nowhere = folder.path().join("no/data.sqlite");
    let error = Store::open(&nowhere).err().unwrap();
    assert!(
        error.to_string().contains(&*nowhere.to_string_lossy()),
        "{error}"
    );
    assert!(
        std::error::Error::source(&error).is_none(),
        "it would be said twice"
    );
}

#[test]
fn a_move_tells_who_made_it() {
    let folder = tempfile::tempdir().unwrap();
    let (store, writer) = Store::open(&folder.path().join("data.sqlite")).unwrap();
    let by = Sitter::ai("level-reversi-10", Some(10));
    let named = Save::By {
        game: id("g"),
        number: 2,
        by: by.clone(),
    };
    let saves = vec![
        game("g", ["p", ""]),
        ply("g", 1, 0, "f5"),
        ply("g", 2, 1, "d6"),
        named,
    ];
    writer.save_and_wait(saves).unwrap();
    let moves = store.game(&id("g")).unwrap().unwrap().moves;
    assert_eq!((&moves[0].by, &moves[1].by), (&None, &Some(by)));
    assert_eq!(moves[1].text.as_deref(), Some("d6"));
}

#[test]
fn a_game_goes_when_the_last_of_those_who_played_it_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let (store, writer) = Store::open(&folder.path().join("data.sqlite")).unwrap();
    let saves = vec![game("g", ["aya", "ken"]), ply("g", 1, 0, "f5")];
    writer.save_and_wait(saves).unwrap();
    let (aya, ken) = (person("aya"), person("ken"));
    let leave = |person: &PersonId| {
        let (game, person) = (id("g"), person.clone());
        writer
            .save_and_wait(vec![Save::Leave { game, person }])
            .unwrap();
    };
    assert!(store.is_shared(&id("g"), &ken).unwrap());
    leave(&ken);
    assert!(store.games_of(&ken, None, 10).unwrap().is_empty());
    assert_eq!(store.games_of(&aya, None, 10).unwrap().len(), 1);
    assert!(!store.is_shared(&id("g"), &aya).unwrap());
    leave(&aya);
    assert!(store.game(&id("g")).unwrap().is_none());
}

#[test]
fn an_analysis_belongs_to_one_end_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let (store, writer) = Store::open(&folder.path().join("data.sqlite")).unwrap();
    let end = |ended| Save::End {
        game: id("g"),
        ended,
        result: GameResult {
            ranks: vec![1, 2],
            scores: vec![4, 1],
            reason: Reason::Resigned,
            by: Some(1),
        },
    };
    let analysis = |ended| Save::Analysis {
        game: id("g"),
        ended: Some(ended),
        text: format!("of the game that ended at {ended}"),
    };
    let undo = Save::Undo {
        game: id("g"),
        left: 0,
    };
    let save = |saves| writer.save_and_wait(saves).unwrap();
    let kept = || store.analysis(&id("g")).unwrap();
    save(vec![game("g", ["p", ""]), ply("g", 1, 0, "f5"), end(7)]);
    save(vec![analysis(7)]);
    assert_eq!(kept().as_deref(), Some("of the game that ended at 7"));
    save(vec![undo]);
    assert_eq!(kept(), None);
    save(vec![analysis(7)]);
    assert_eq!(kept(), None, "the game is on again");
    save(vec![ply("g", 1, 0, "d3"), end(9), analysis(7)]);
    assert_eq!(kept(), None, "another end");
    save(vec![analysis(9)]);
    assert_eq!(kept().as_deref(), Some("of the game that ended at 9"));
}
