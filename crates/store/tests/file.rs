//! Which files are opened, how they are copied and checked, and what is said of those that cannot be used.

use std::path::{Path, PathBuf};

use kaesu_store::{GameHeader, GameId, RoomId, Save, Store, StoreError, StudyLog, backup, check};
use records::{Entry, Sitter};
use rusqlite::Connection;

fn moves(id: &str, texts: &[&str]) -> Vec<Save> {
    let header = GameHeader {
        game: "reversi-8x8".to_owned(),
        seats: vec![Sitter::person("Aya"), Sitter::ai("random", Some(3))],
        clock: None,
        start: None,
        seed: 1,
    };
    let mut saves = vec![Save::Game {
        id: GameId::new(id),
        room: Some(RoomId::new(format!("room of {id}"))),
        header: Box::new(header),
        started: 5,
        persons: vec![None, None],
    }];
    saves.extend((1..).zip(texts).map(|(number, text)| Save::Ply {
        game: GameId::new(id),
        number,
        entry: Entry {
            seat: ((number - 1) % 2) as u8,
            text: Some((*text).to_owned()),
            ..Entry::default()
        },
    }));
    saves.push(Save::Room {
        id: RoomId::new(format!("room of {id}")),
        state: format!("{{\"record\": \"{id}\"}}"),
    });
    saves
}

#[allow(clippy::unwrap_used, reason = "part of the tests")]
fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

#[allow(clippy::unwrap_used, reason = "part of the tests")]
fn refused(path: &Path) -> String {
    Store::open(path).map(|_| ()).unwrap_err().to_string()
}

/// Everything in a folder: names, bytes and who may do what.
#[allow(clippy::unwrap_used, reason = "part of the tests")]
fn everything(folder: &Path) -> Vec<(PathBuf, Vec<u8>, u32)> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut all: Vec<_> = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            #[cfg(unix)]
            let mode = {
                use std::os::unix::fs::PermissionsExt;
                std::fs::metadata(&path).unwrap().permissions().mode()
            };
            #[cfg(not(unix))]
            let mode = 0;
            let content = bytes(&path);
            (path, content, mode)
        })
        .collect();
    all.sort();
    all
}

#[test]
fn a_file_of_another_program_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bookmarks.sqlite");
    for setting in [
        "PRAGMA application_id = 7",
        "PRAGMA user_version = 3",
        "PRAGMA user_version = -1",
        "PRAGMA journal_mode = wal",
        // Tables with the names of ours.
        "PRAGMA user_version = 2; CREATE TABLE room (a); CREATE TABLE game (b); CREATE TABLE setting (c)",
    ] {
        let _ = std::fs::remove_file(&path);
        let other = Connection::open(&path).unwrap();
        other.execute_batch("CREATE TABLE bookmark (name)").unwrap();
        other.execute_batch(setting).unwrap();
        drop(other);
        let before = everything(folder.path());
        let said = refused(&path);
        assert!(said.contains("no data file of kaesu"), "{said}");
        assert!(matches!(check(&path), Err(StoreError::File { .. })));
        assert_eq!(everything(folder.path()), before, "{setting}");
        let unchanged = bytes(&path);
        let study = StudyLog::open(&path).map(|_| ()).unwrap_err().to_string();
        assert!(study.contains("no data file of kaesu"), "{study}");
        assert_eq!(bytes(&path), unchanged);
        let _ = std::fs::remove_file(folder.path().join("bookmarks.sqlite.lock"));
    }
    // It keeps its own file of that name, and what it has still to bring into the other.
    std::fs::write(folder.path().join("bookmarks.sqlite.lock"), "its own").unwrap();
    let _ = std::fs::remove_file(&path);
    let other = Connection::open(&path).unwrap();
    let batch = "PRAGMA journal_mode = wal; CREATE TABLE bookmark (name)";
    other.execute_batch(batch).unwrap();
    let log = folder.path().join("bookmarks.sqlite-wal");
    let pending = bytes(&log);
    let kept = bytes(&path);
    drop(other);
    std::fs::write(&path, kept).unwrap();
    std::fs::write(&log, &pending).unwrap();
    assert!(refused(&path).contains("no data file of kaesu"));
    assert_eq!(bytes(&log), pending);
    let lock = folder.path().join("bookmarks.sqlite.lock");
    assert_eq!(bytes(&lock), b"its own");
    // Nor is anything else touched that is no database.
    let text = folder.path().join("letter.txt");
    std::fs::write(&text, "Dear Aya, this is a letter and no database at all.").unwrap();
    let before = everything(folder.path());
    refused(&text);
    assert_eq!(everything(folder.path()), before);
}

#[cfg(unix)]
#[test]
fn nothing_is_waited_for_that_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for path in [&*pipe, folder.path(), Path::new("/dev/null")] {
        for said in [
            refused(path),
            check(path).unwrap_err().to_string(),
            backup(path, &folder.path().join("copy"))
                .unwrap_err()
                .to_string(),
        ] {
            assert!(said.contains("it is no file"), "{said}");
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(!Path::new("/dev/null.lock").exists());
}

#[test]
fn a_file_of_a_newer_version_says_so_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.sqlite");
    drop(Store::open(&path).unwrap());
    let later = Connection::open(&path).unwrap();
    later.execute_batch("PRAGMA user_version = 99").unwrap();
    drop(later);
    let before = bytes(&path);
    let said = refused(&path);
    assert!(said.contains("a newer version of kaesu"), "{said}");
    assert_eq!(bytes(&path), before);
}

#[cfg(unix)]
#[test]
fn a_file_is_locked_by_whatever_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.sqlite");
    let open = Store::open(&path).unwrap();
    let elsewhere = folder.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let link = elsewhere.join("link.sqlite");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let locked = Store::open(&link).map(|_| ());
    assert!(matches!(locked, Err(StoreError::Locked(_))), "{locked:?}");
    drop(open);
    Store::open(&link).unwrap();

    // Through a link to a file that is still to be made, and a link to its folder.
    let early = folder.path().join("early.sqlite");
    std::os::unix::fs::symlink("elsewhere/late.sqlite", &early).unwrap();
    let other = folder.path().join("other");
    std::os::unix::fs::symlink("elsewhere", &other).unwrap();
    let open = Store::open(&early).unwrap();
    assert!(elsewhere.join("late.sqlite").exists());
    for name in [elsewhere.join("late.sqlite"), other.join("late.sqlite")] {
        let locked = Store::open(&name).map(|_| ());
        assert!(matches!(locked, Err(StoreError::Locked(_))), "{locked:?}");
    }
    drop(open);

    let second = folder.path().join("second.sqlite");
    std::fs::hard_link(&path, &second).unwrap();
    for name in [&path, &second] {
        assert!(refused(name).contains("2 names"));
    }
}

#[test]
fn a_copy_is_made_while_games_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.sqlite");
    let (_store, writer) = Store::open(&path).unwrap();
    writer.save_and_wait(moves("one", &["f5", "d6"])).unwrap();
    let copy = folder.path().join("copy.sqlite");
    backup(&path, &copy).unwrap();
    writer.save_and_wait(moves("two", &["f5"])).unwrap();
    let again = backup(&path, &copy).unwrap_err().to_string();
    assert!(again.contains("copy.sqlite"), "{again}");
    let checked = check(&copy).unwrap();
    assert_eq!((checked.games, checked.moves, checked.rooms), (1, 2, 1));
    assert_eq!(checked.problems, [""; 0]);
    assert_eq!(check(&path).unwrap().games, 2);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&copy).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let (store, _writer) = Store::open(&copy).unwrap();
    assert_eq!(
        store
            .game(&GameId::new("one"))
            .unwrap()
            .unwrap()
            .moves
            .len(),
        2
    );
    assert!(backup(&folder.path().join("none"), &folder.path().join("x")).is_err());
    let left: Vec<PathBuf> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.display().to_string().contains("unfinished"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn whatever_is_wrong_with_a_game_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.sqlite");
    let (store, writer) = Store::open(&path).unwrap();
    for id in ["whole", "illegal", "torn", "short", "lost"] {
        writer.save_and_wait(moves(id, &["f5", "d6"])).unwrap();
    }
    drop((store, writer));
    let inside = Connection::open(&path).unwrap();
    let of = |id: &str| format!("game = (SELECT serial FROM game WHERE id = '{id}')");
    inside
        .execute_batch(&format!(
            "UPDATE ply SET entry = replace(entry, 'd6', 'a1') WHERE {};
             UPDATE ply SET entry = '{{' WHERE {};
             DELETE FROM ply WHERE number = 2 AND {};
             DELETE FROM game WHERE id = 'lost';",
            of("illegal"),
            of("torn"),
            of("short"),
        ))
        .unwrap();
    drop(inside);
    let checked = check(&path).unwrap();
    assert_eq!((checked.games, checked.rooms), (4, 5));
    let said = checked.problems.join("\n");
    for wrong in [
        "the game illegal:",
        "the game torn:",
        "the game short:",
        "room of lost",
    ] {
        assert!(said.contains(wrong), "{wrong} in {said}");
    }
    assert_eq!(checked.problems.len(), 4, "{said}");
}

#[test]
fn a_copy_is_kept_before_tables_change() {
    let fixture =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/data-0.1.0-011dc64.sqlite");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.sqlite");
    std::fs::copy(&fixture, &path).unwrap();
    let said = check(&path).unwrap_err().to_string();
    assert!(said.contains("an earlier version"), "{said}");
    let version = |path: &Path| -> u32 {
        let file = Connection::open(path).unwrap();
        let version = file.pragma_query_value(None, "user_version", |row| row.get(0));
        version.unwrap()
    };
    let before = version(&path);
    drop(Store::open(&path).unwrap());
    assert!(version(&path) > before);
    let copy = folder.path().join(format!("data.sqlite.version-{before}"));
    assert_eq!(version(&copy), before);
    // What is kept can be opened as the old file can.
    drop(Store::open(&copy).unwrap());
    assert_eq!(check(&copy).unwrap().problems, [""; 0]);
}

#[test]
fn rooms_in_which_nobody_plays_are_found_by_age() {
    let folder = tempfile::tempdir().unwrap();
    let (store, writer) = Store::open(&folder.path().join("data.sqlite")).unwrap();
    writer.save_and_wait(moves("played", &["f5"])).unwrap();
    // What a game began with was not played here.
    let mut begun = moves("empty", &["f5", "d6"]);
    for save in &mut begun {
        if let Save::Ply {
            game,
            number,
            entry,
        } = save
        {
            *save = Save::Given {
                game: game.clone(),
                number: *number,
                entry: entry.clone(),
            };
        }
    }
    writer.save_and_wait(begun).unwrap();
    assert_eq!(check(store.path()).unwrap().problems, [""; 0]);
    let begun = store.game(&GameId::new("empty")).unwrap().unwrap();
    assert_eq!(begun.moves.len(), 2);
    assert_eq!(store.unplayed_rooms(5, 10).unwrap(), []);
    let empty = RoomId::new("room of empty");
    assert_eq!(
        store.unplayed_rooms(6, 10).unwrap(),
        std::slice::from_ref(&empty)
    );
    let played = RoomId::new("room of played");
    let forget = [empty.clone(), played.clone()].map(|id| Save::Unplayed { id });
    writer.save_and_wait(forget.to_vec()).unwrap();
    assert!(store.room(&empty).unwrap().is_none());
    assert!(store.game(&GameId::new("empty")).unwrap().is_none());
    assert!(store.room(&played).unwrap().is_some());
}

#[test]
fn no_sentence_prints_sql() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.sqlite");
    let (store, writer) = Store::open(&path).unwrap();
    writer.save_and_wait(moves("a", &["f5"])).unwrap();
    let other = Connection::open(&path).unwrap();
    other
        .execute_batch("PRAGMA foreign_keys = off; DROP TABLE seat; DROP TABLE ply")
        .unwrap();
    let person = kaesu_store::PersonId::new("aya").unwrap();
    let list = store.games_of(&person, None, 10).unwrap_err().to_string();
    let game = store.game(&GameId::new("a")).unwrap_err().to_string();
    let save = writer.save_and_wait(moves("b", &["f5"])).unwrap_err();
    for said in [list, game, save.to_string()] {
        assert!(said.contains("data.sqlite"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        for word in ["SELECT", "INSERT", "seat", "ply", "no such"] {
            assert!(!said.contains(word), "{said}");
        }
    }
}
