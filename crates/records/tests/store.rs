//! The store keeps what it was given, whole batches or nothing.

use records::{
    Entry, Head, Out, Reason, Record, RecordSeat, Result, Save, Store, StoreError, StoredGame,
};

fn head() -> Head {
    let seat = |name: &str| RecordSeat {
        name: name.to_owned(),
        ..RecordSeat::default()
    };
    Head {
        game: "reversi-8x8".to_owned(),
        seats: vec![seat("Aya"), seat("Ken")],
        clock: None,
        start: None,
        seed: u64::MAX,
    }
}

fn game(id: &str, persons: [&str; 2]) -> Save {
    Save::Game {
        id: id.to_owned(),
        room: Some("room".to_owned()),
        head: Box::new(head()),
        started: 5,
        persons: persons.map(str::to_owned).to_vec(),
    }
}

fn ply(game: &str, number: u32, seat: u8, text: &str) -> Save {
    Save::Ply {
        game: game.to_owned(),
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
            game: "g".to_owned(),
            left: 2,
        };
        let out = Save::Ply {
            game: "g".to_owned(),
            number: 3,
            entry: Entry {
                seat: 1,
                out: Some(Out::Time),
                ..Entry::default()
            },
        };
        let end = Save::End {
            game: "g".to_owned(),
            ended: 9,
            result: Result {
                ranks: vec![1, 2],
                scores: vec![3, 3],
                reason: Reason::Time,
                by: Some(1),
            },
        };
        writer.save_and_wait(vec![undo, out, end]).unwrap();
        assert!(store.game("other").unwrap().is_none());
    }
    let (store, _writer) = Store::open(&path).unwrap();
    let record = store.game("g").unwrap().unwrap().record();
    assert_eq!(record.moves.len(), 3);
    assert_eq!(Record::parse(&record.to_json()), Ok(record));
    let listed = store.list("p", false, None, 10).unwrap();
    assert_eq!((listed.len(), listed[0].plies), (1, 3));
    assert_eq!(listed[0].own, [0]);
    assert!(store.list("q", false, None, 10).unwrap().is_empty());
    assert!(store.list("", false, None, 10).unwrap().is_empty());
    assert_eq!(store.list("", true, None, 10).unwrap().len(), 1);
    assert_eq!(store.own("p").unwrap()[0].result.ranks, [1, 2]);
    assert_eq!(store.seats_of("g", "p").unwrap(), [0]);
    assert!(store.seats_of("g", "").unwrap().is_empty());
    assert!(store.belongs_to("g", "p").unwrap());
    assert!(!store.belongs_to("g", "").unwrap());
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
    assert!(store.game("b").unwrap().is_none());
    assert_eq!(store.game("a").unwrap().unwrap().moves.len(), 2);
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
    let record = store.game("g").unwrap().unwrap().record();
    let import = |id: &str, keeper: &str| Save::Import {
        id: id.to_owned(),
        game: Box::new(StoredGame::of(record.clone(), 77)),
        keeper: keeper.to_owned(),
    };
    writer
        .save_and_wait(vec![import("q's", "q"), import("nobody's", "")])
        .unwrap();
    assert_eq!(store.game("q's").unwrap().unwrap().record(), record);
    let listed = store.list("q", false, None, 10).unwrap();
    assert_eq!((listed.len(), listed[0].id.as_str()), (1, "q's"));
    // Nobody sat in it here: it is no result of anybody's.
    assert!(listed[0].own.is_empty() && store.own("q").unwrap().is_empty());
    assert!(store.belongs_to("q's", "q").unwrap());
    assert!(!store.belongs_to("q's", "p").unwrap());
    assert!(!store.belongs_to("nobody's", "").unwrap());
}
