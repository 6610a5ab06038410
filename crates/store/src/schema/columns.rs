//! The third migration: what was JSON in `head` and `result` gets columns, so that games can be
//! found by who played them.

use records::{GameResult, Sitter, TimeControl};
use rusqlite::{Transaction, params};
use rusqlite_migration::{HookError, HookResult};
use serde::Deserialize;

use crate::write::{clock_columns, reason_text};

/// A `seed` has 64 bits without a sign and is therefore a text. `plies` is their number, so that
/// lists need not count them. `seat` holds who sits or sat where and, when the game is over, how it
/// ended for the seat; `finished` repeats when, because a person's results are found in that order.
pub(super) const TABLES: &str = "
    CREATE TABLE new_game (
        serial          INTEGER PRIMARY KEY AUTOINCREMENT,
        id              TEXT NOT NULL UNIQUE,
        room            TEXT,
        keeper          TEXT,
        game            TEXT NOT NULL,
        start           TEXT,
        seed            TEXT NOT NULL,
        clock_main      INTEGER,
        clock_increment INTEGER,
        clock_period    INTEGER,
        clock_periods   INTEGER,
        started         INTEGER NOT NULL,
        ended           INTEGER,
        reason          TEXT,
        ended_by        INTEGER,
        plies           INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE seat (
        game     INTEGER NOT NULL REFERENCES game(serial) ON DELETE CASCADE,
        seat     INTEGER NOT NULL,
        name     TEXT NOT NULL,
        player   TEXT,
        level    INTEGER,
        person   TEXT,
        rank     INTEGER,
        score    INTEGER,
        finished INTEGER,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID, STRICT;
";

/// Replaces the old tables by the new ones.
const REPLACE: &str = "
    DROP TABLE sitter;
    DROP TABLE game;
    ALTER TABLE new_game RENAME TO game;

    CREATE INDEX game_played ON game(serial) WHERE plies > 0;
    CREATE INDEX game_of_keeper ON game(keeper, serial) WHERE keeper IS NOT NULL;
    CREATE INDEX seat_of_person ON seat(person, game) WHERE person IS NOT NULL;
    CREATE INDEX result_of_person ON seat(person, finished)
        WHERE person IS NOT NULL AND finished IS NOT NULL;
";

/// What `head` held.
#[derive(Deserialize)]
struct Head {
    game: String,
    seats: Vec<Sitter>,
    clock: Option<TimeControl>,
    start: Option<String>,
    seed: u64,
}

/// Copies every game into the new tables and replaces the old ones.
pub(super) fn fill(transaction: &Transaction<'_>) -> HookResult {
    let mut games = transaction.prepare(
        "SELECT serial, head, result, ended,
                (SELECT count(*) FROM ply WHERE ply.game = serial) FROM game",
    )?;
    let mut copy = transaction.prepare(
        "INSERT INTO new_game
         SELECT serial, id, room, nullif(keeper, ''), ?2, ?3, ?4, ?5, ?6, ?7, ?8,
                started, ended, ?9, ?10, ?11
         FROM game WHERE serial = ?1",
    )?;
    let mut sit = transaction.prepare(
        "INSERT INTO seat VALUES (?1, ?2, ?3, ?4, ?5,
            (SELECT nullif(person, '') FROM sitter WHERE sitter.game = ?1 AND sitter.seat = ?2),
            ?6, ?7, ?8)",
    )?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        let serial: i64 = row.get(0)?;
        let unreadable = |error: serde_json::Error| {
            HookError::Hook(format!("game {serial} cannot be read: {error}"))
        };
        let head: String = row.get(1)?;
        let head: Head = serde_json::from_str(&head).map_err(unreadable)?;
        let result: Option<String> = row.get(2)?;
        let result: Option<GameResult> = result
            .map(|text| serde_json::from_str(&text).map_err(unreadable))
            .transpose()?;
        let ended: Option<u64> = row.get(3)?;
        let plies: u32 = row.get(4)?;
        let [main, increment, period, periods] = clock_columns(head.clock);
        let reason = result.as_ref().map(|result| reason_text(result.reason));
        let by = result.as_ref().and_then(|result| result.by);
        let seed = head.seed.to_string();
        copy.execute(params![
            serial, head.game, head.start, seed, main, increment, period, periods, reason, by,
            plies
        ])?;
        for (index, seat) in head.seats.iter().enumerate() {
            let rank = result.as_ref().and_then(|result| result.ranks.get(index));
            let score = result.as_ref().and_then(|result| result.scores.get(index));
            let finished = ended.filter(|_| result.is_some());
            sit.execute(params![
                serial,
                index,
                seat.name,
                seat.player,
                seat.level,
                rank,
                score,
                finished
            ])?;
        }
    }
    transaction.execute_batch(REPLACE)?;
    Ok(())
}
