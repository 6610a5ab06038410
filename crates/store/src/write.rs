//! How each [`Save`] changes the tables.

use records::{Entry, GameResult, Reason, TimeControl};
use rusqlite::{Connection, ToSql, params};
use serde::Serialize;

use crate::error::FileProblem;
use crate::game::{GameHeader, StoredGame};
use crate::id::{GameId, PersonId, RoomId};
use crate::writer::Save;

/// Saves one thing. Changing a game that does not exist is an error.
pub(crate) fn write(connection: &Connection, save: &Save) -> Result<(), FileProblem> {
    let run = |sql: &str, values: &[&dyn ToSql]| run(connection, sql, values);
    match save {
        Save::Room { id, state } => run(
            "INSERT INTO room (id, state) VALUES (?1, ?2)
             ON CONFLICT (id) DO UPDATE SET state = excluded.state",
            params![id, state],
        )?,
        Save::Clocks { room, clocks } => run(
            "UPDATE room SET clocks = ?2 WHERE id = ?1",
            params![room, clocks],
        )?,
        Save::NoRoom { id } => run("DELETE FROM room WHERE id = ?1", params![id])?,
        Save::Unplayed { id } => {
            let played = "SELECT EXISTS (SELECT 1 FROM game WHERE room = ?1 AND plies > 0)";
            if connection.query_row(played, [id], |row| row.get(0))? {
                return Ok(());
            }
            run("DELETE FROM game WHERE room = ?1", params![id])?;
            run("DELETE FROM room WHERE id = ?1", params![id])?
        }
        Save::Game {
            id,
            room,
            header,
            started,
            persons,
        } => return write_header(connection, id, room.as_ref(), header, *started, persons),
        Save::Import { id, game, keeper } => {
            return import(connection, id, game, keeper.as_ref());
        }
        Save::Ply {
            game,
            number,
            entry,
        } => {
            let serial = serial(connection, game)?;
            write_ply(connection, serial, *number, entry)?;
            run(
                "UPDATE game SET plies = ?2 WHERE serial = ?1",
                params![serial, number],
            )?
        }
        Save::Given {
            game,
            number,
            entry,
        } => return write_ply(connection, serial(connection, game)?, *number, entry),
        Save::By { game, number, by } => run(
            "UPDATE ply SET entry = json_set(entry, '$.by', json(?3)) WHERE game = ?1 AND number = ?2",
            params![serial(connection, game)?, number, text(by)],
        )?,
        Save::Undo { game, left } => {
            let serial = serial(connection, game)?;
            run(
                "UPDATE game SET ended = NULL, reason = NULL, ended_by = NULL, plies = min(plies, ?2)
                 WHERE serial = ?1",
                params![serial, left],
            )?;
            run(
                "UPDATE seat SET rank = NULL, score = NULL, finished = NULL WHERE game = ?1",
                params![serial],
            )?;
            run("DELETE FROM analysis WHERE game = ?1", params![serial])?;
            run(
                "DELETE FROM ply WHERE game = ?1 AND number > ?2",
                params![serial, left],
            )?
        }
        Save::End {
            game,
            ended,
            result,
        } => {
            let serial = serial(connection, game)?;
            return write_result(connection, serial, Some(*ended), result);
        }
        Save::NoGame { game } => {
            let serial = serial(connection, game)?;
            run("DELETE FROM game WHERE serial = ?1", params![serial])?
        }
        Save::Leave { game, person } => {
            let serial = serial(connection, game)?;
            run(
                "UPDATE seat SET person = NULL WHERE game = ?1 AND person = ?2",
                params![serial, person],
            )?;
            run(
                "UPDATE game SET keeper = NULL WHERE serial = ?1 AND keeper = ?2",
                params![serial, person],
            )?;
            run(
                "DELETE FROM game WHERE serial = ?1 AND keeper IS NULL
                 AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.game = ?1 AND person IS NOT NULL)",
                params![serial],
            )?
        }
        Save::Analysis { game, ended, text } => run(
            "INSERT OR REPLACE INTO analysis (game, text)
             SELECT serial, ?3 FROM game WHERE id = ?1 AND reason IS NOT NULL AND ended IS ?2",
            params![game, ended, text],
        )?,
        Save::Setting { key, value } => run(
            "INSERT OR REPLACE INTO setting (key, value) VALUES (?1, ?2)",
            params![key, value],
        )?,
    };
    Ok(())
}

fn run(connection: &Connection, sql: &str, values: &[&dyn ToSql]) -> Result<usize, FileProblem> {
    Ok(connection.prepare_cached(sql)?.execute(values)?)
}

/// Returns the serial of a game that has to exist.
fn serial(connection: &Connection, game: &GameId) -> Result<i64, FileProblem> {
    let mut query = connection.prepare_cached("SELECT serial FROM game WHERE id = ?1")?;
    query.query_row([game], |row| row.get(0)).map_err(|error| {
        if error == rusqlite::Error::QueryReturnedNoRows {
            FileProblem::NoGame(game.clone())
        } else {
            error.into()
        }
    })
}

/// Writes who plays which game. A game that is over keeps the header it ended with.
fn write_header(
    connection: &Connection,
    id: &GameId,
    room: Option<&RoomId>,
    header: &GameHeader,
    started: u64,
    persons: &[Option<PersonId>],
) -> Result<(), FileProblem> {
    let known = serial(connection, id);
    let serial = match known {
        Err(FileProblem::NoGame(_)) => insert(connection, id, room, None, header, started)?,
        known => {
            let serial = known?;
            let mut query = connection
                .prepare_cached("SELECT 1 FROM game WHERE serial = ?1 AND reason IS NULL")?;
            if !query.exists([serial])? {
                return Ok(());
            }
            serial
        }
    };
    write_seats(connection, serial, header, persons)
}

/// Inserts a new game and returns its serial.
fn insert(
    connection: &Connection,
    id: &GameId,
    room: Option<&RoomId>,
    keeper: Option<&PersonId>,
    header: &GameHeader,
    started: u64,
) -> Result<i64, FileProblem> {
    let [main, increment, period, periods] = clock_columns(header.clock);
    let (game, start, seed) = (&header.game, &header.start, header.seed.to_string());
    run(
        connection,
        "INSERT INTO game (id, room, keeper, game, start, seed, clock_main, clock_increment,
                           clock_period, clock_periods, started, plies)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 0)",
        params![
            id, room, keeper, game, start, seed, main, increment, period, periods, started
        ],
    )?;
    Ok(connection.last_insert_rowid())
}

fn write_seats(
    connection: &Connection,
    serial: i64,
    header: &GameHeader,
    persons: &[Option<PersonId>],
) -> Result<(), FileProblem> {
    for (index, seat) in header.seats.iter().enumerate() {
        let person = persons.get(index).and_then(Option::as_ref);
        run(
            connection,
            "INSERT OR REPLACE INTO seat (game, seat, name, player, level, person)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![serial, index, seat.name, seat.player, seat.level, person],
        )?;
    }
    Ok(())
}

fn import(
    connection: &Connection,
    id: &GameId,
    game: &StoredGame,
    keeper: Option<&PersonId>,
) -> Result<(), FileProblem> {
    let serial = insert(connection, id, None, keeper, &game.header, game.started)?;
    write_seats(connection, serial, &game.header, &[])?;
    for (number, entry) in (1u32..).zip(&game.moves) {
        write_ply(connection, serial, number, entry)?;
    }
    run(
        connection,
        "UPDATE game SET plies = ?2, ended = ?3 WHERE serial = ?1",
        params![serial, game.moves.len(), game.ended],
    )?;
    match &game.result {
        Some(result) => write_result(connection, serial, game.ended, result),
        None => Ok(()),
    }
}

fn write_ply(
    connection: &Connection,
    serial: i64,
    number: u32,
    entry: &Entry,
) -> Result<(), FileProblem> {
    run(
        connection,
        "INSERT INTO ply (game, number, entry) VALUES (?1, ?2, ?3)",
        params![serial, number, text(entry)],
    )?;
    Ok(())
}

fn write_result(
    connection: &Connection,
    serial: i64,
    ended: Option<u64>,
    result: &GameResult,
) -> Result<(), FileProblem> {
    run(
        connection,
        "UPDATE game SET ended = ?2, reason = ?3, ended_by = ?4 WHERE serial = ?1",
        params![serial, ended, reason_text(result.reason), result.by],
    )?;
    for (seat, (rank, score)) in result.ranks.iter().zip(&result.scores).enumerate() {
        run(
            connection,
            "UPDATE seat SET rank = ?3, score = ?4, finished = ?5 WHERE game = ?1 AND seat = ?2",
            params![serial, seat, rank, score, ended],
        )?;
    }
    Ok(())
}

/// Returns the columns of a time control: main time, increment, period, number of periods.
pub(crate) const fn clock_columns(clock: Option<TimeControl>) -> [Option<u32>; 4] {
    match clock {
        None => [None; 4],
        Some(TimeControl::Increment { main, increment }) => {
            [Some(main), Some(increment), None, None]
        }
        Some(TimeControl::Byoyomi {
            main,
            period,
            periods,
        }) => [Some(main), None, Some(period), Some(periods as u32)],
    }
}

pub(crate) const fn reason_text(reason: Reason) -> &'static str {
    match reason {
        Reason::Played => "played",
        Reason::Resigned => "resigned",
        Reason::Time => "time",
    }
}

fn text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("numbers and texts can be written as JSON")
}
