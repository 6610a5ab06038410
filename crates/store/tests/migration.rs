//! A data file of version 0.1.0 (commit 011dc64) is read without loss. Beside it is what that version
//! itself exported: every record, the lists and results of its persons, its analyses.

use std::path::{Path, PathBuf};

use kaesu_store::{GameId, PersonId, RoomId, Store, StoredGame, Writer};
use serde_json::Value;

const BEFORE: &str = "data-0.1.0-011dc64";

fn fixture(end: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    folder.join(format!("{BEFORE}.{end}"))
}

struct Opened {
    store: Store,
    _writer: Writer,
    exported: Value,
    _folder: tempfile::TempDir,
}

/// The old file, brought up to date in a folder of its own.
fn open() -> Opened {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("data.sqlite");
    std::fs::copy(fixture("sqlite"), &path).expect("the old file");
    let (store, writer) = Store::open(&path).expect("the old file is migrated");
    let exported = std::fs::read_to_string(fixture("json")).expect("what it held");
    Opened {
        store,
        _writer: writer,
        exported: serde_json::from_str(&exported).expect("JSON"),
        _folder: folder,
    }
}

/// The record as it is exported: how players judge is told after the game.
fn export(mut game: StoredGame) -> String {
    if game.result.is_none() {
        for entry in &mut game.moves {
            (entry.note, entry.values) = (None, None);
        }
    }
    game.record().to_json()
}

#[test]
fn every_record_is_exported_as_before_byte_for_byte() {
    let Opened {
        store, exported, ..
    } = &open();
    let records = exported["records"].as_object().unwrap();
    assert_eq!(records.len(), 24);
    for (id, before) in records {
        let id = GameId::new(id);
        let game = store.game(&id).unwrap().expect("every game is still there");
        game.record().check().unwrap();
        assert_eq!(export(game), before["json"].as_str().unwrap(), "{id}");
        let analysis = store.analysis(&id).unwrap();
        let analysis = analysis.map_or(Value::Null, |text| serde_json::from_str(&text).unwrap());
        assert_eq!(analysis, before["analysis"], "{id}");
    }
}

#[test]
fn every_person_finds_the_same_games_and_results() {
    let Opened {
        store, exported, ..
    } = &open();
    for (secret, before) in exported["lists"].as_object().unwrap() {
        let person = PersonId::new(secret);
        let listed = match &person {
            _ if secret == "admin" => store.all_games(None, None, 100).unwrap(),
            Some(person) => store.games_of(person, None, 100).unwrap(),
            None => Vec::new(),
        };
        let before = before["records"].as_array().unwrap();
        assert_eq!(listed.len(), before.len(), "{secret}");
        for (listed, before) in listed.iter().zip(before) {
            assert_eq!(listed.id.as_str(), before["record"]);
            assert_eq!(Value::from(listed.plies), before["plies"]);
            assert_eq!(listed.header.game, before["game"].as_str().unwrap());
            for (seat, before) in before["seats"].as_array().unwrap().iter().enumerate() {
                let own = listed.own.contains(&(seat as u8));
                assert_eq!(Value::from(own), before["you"]);
                let sitter = &listed.header.seats[seat];
                assert_eq!(sitter.name, before["name"].as_str().unwrap());
                assert_eq!(sitter.player.as_deref(), before["player"].as_str());
                assert_eq!(sitter.level.map(u64::from), before["level"].as_u64());
            }
            // A page of the list goes on where the last one ended.
            if let Some(person) = &person
                && secret != "admin"
            {
                let next = store.games_of(person, Some(listed.serial + 1), 1).unwrap();
                assert_eq!(next[0].id, listed.id);
            }
        }
        let results = match &person {
            Some(person) => store.results_of(person).unwrap(),
            None => Vec::new(),
        };
        let against_ais = results.iter().filter(|own| {
            let others = own.header.seats.iter().enumerate();
            others
                .filter(|(seat, _)| *seat != usize::from(own.seat))
                .any(|(_, sitter)| sitter.player.is_some())
        });
        let before = &exported["results"][secret]["results"];
        let before = before.as_array().map_or(&[][..], Vec::as_slice);
        let own: Vec<_> = against_ais.collect();
        assert_eq!(own.len(), before.len(), "{secret}");
        for (own, before) in own.iter().zip(before) {
            assert_eq!(own.id.as_str(), before["record"]);
            assert_eq!(Value::from(own.seat), before["seat"]);
            assert_eq!(own.ended.to_string(), before["ended"].as_str().unwrap());
            let rank = own.result.ranks[usize::from(own.seat)];
            assert_eq!(Value::from(rank), before["rank"]);
        }
    }
}

#[test]
fn every_room_is_still_there_and_knows_its_game() {
    let Opened {
        store, exported, ..
    } = &open();
    let rooms = exported["rooms"].as_object().unwrap();
    assert_eq!(rooms.len(), 20);
    for (id, before) in rooms {
        let room = store.room(&RoomId::new(id)).unwrap();
        let room = room.expect("every room is still there");
        assert!(room.state.contains(before["record"].as_str().unwrap()));
        let game = GameId::new(before["record"].as_str().unwrap());
        let game = store.game(&game).unwrap().expect("its game is there");
        assert_eq!(game.room, Some(RoomId::new(id)));
        assert_eq!(Value::from(game.moves.len()), before["plies"]);
    }
}
