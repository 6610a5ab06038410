//! The tables and their migrations. Migrations are only ever added.

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

mod columns;
mod rooms;

/// `ply` holds one row for each move, so that confirming a move costs the same however long the
/// game is. `sitter` holds which person sits where, by the secret the page keeps; it is not part of
/// any record.
const FIRST: &str = "
    CREATE TABLE room (
        id      TEXT PRIMARY KEY,
        state   TEXT NOT NULL,
        clocks  TEXT
    ) WITHOUT ROWID;

    CREATE TABLE game (
        serial  INTEGER PRIMARY KEY AUTOINCREMENT,
        id      TEXT NOT NULL UNIQUE,
        room    TEXT,
        head    TEXT NOT NULL,
        started INTEGER NOT NULL,
        ended   INTEGER,
        result  TEXT
    );

    CREATE TABLE ply (
        game    INTEGER NOT NULL REFERENCES game(serial) ON DELETE CASCADE,
        number  INTEGER NOT NULL,
        entry   TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;

    CREATE TABLE sitter (
        game    INTEGER NOT NULL REFERENCES game(serial) ON DELETE CASCADE,
        seat    INTEGER NOT NULL,
        person  TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE INDEX sitter_person ON sitter(person);

    CREATE TABLE analysis (
        game    INTEGER PRIMARY KEY REFERENCES game(serial) ON DELETE CASCADE,
        text    TEXT NOT NULL
    );

    CREATE TABLE setting (
        key     TEXT PRIMARY KEY,
        value   TEXT NOT NULL
    ) WITHOUT ROWID;
";

/// `keeper` is the person who brought a game that was played elsewhere; nobody sat in it here.
const KEEPER: &str = "
    ALTER TABLE game ADD COLUMN keeper TEXT NOT NULL DEFAULT '';
";

/// Rooms in which nobody plays are found by their age; `application_id` says whose file it is ("KAES").
const EXPIRY: &str = "
    CREATE INDEX game_unplayed ON game(started) WHERE plies = 0 AND room IS NOT NULL;
    CREATE INDEX game_of_room ON game(room) WHERE room IS NOT NULL;
    PRAGMA application_id = 0x4b414553;
";

/// The tables stay as they are: since this version an entry may name who made its move, which earlier versions cannot read.
const MOVERS: &str = "";

/// Returns how many migrations there are, which is the number of the newest version of the tables.
pub(crate) fn count() -> u32 {
    all().len() as u32
}

fn all() -> Vec<M<'static>> {
    vec![
        M::up(FIRST),
        M::up(KEEPER),
        M::up_with_hook(columns::TABLES, columns::fill).foreign_key_check(),
        M::up_with_hook("", rooms::rewrite),
        M::up(EXPIRY),
        M::up(MOVERS),
    ]
}

/// Brings the tables up to date.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), rusqlite_migration::Error> {
    // A table that others refer to is replaced, which must not delete the rows that refer to it.
    // The check of the migration finds rows that would be left without their game.
    connection.pragma_update(None, "foreign_keys", false)?;
    Migrations::new(all()).to_latest(connection)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}
