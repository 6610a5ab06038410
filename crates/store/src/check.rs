//! Whether a data file is whole: SQLite's own check, and every game played again.

use std::path::Path;

use rusqlite::Connection;

use crate::error::{FileProblem, StoreError};
use crate::id::GameId;
use crate::identity::{Tables, look_at, resolve};
use crate::read;

/// What was found in a data file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many rooms it has.
    pub rooms: u64,
    /// How many games were played again.
    pub games: u64,
    /// How many moves they have together.
    pub moves: u64,
    /// What is wrong, a sentence each.
    pub problems: Vec<String>,
}

/// Checks a data file as it is at this moment, also while a server uses it.
///
/// # Errors
/// Returns an error if it cannot be read at all, or is of an earlier version; what is wrong inside is in what is
/// returned.
pub fn check(data: &Path) -> Result<Checked, StoreError> {
    let path = resolve(data)?;
    let (connection, tables) = look_at(&path).map_err(|problem| problem.of(data))?;
    match tables {
        Tables::Current => {}
        Tables::None => return Err(FileProblem::Foreign.of(data)),
        Tables::Earlier(_) => return Err(FileProblem::Earlier.of(data)),
    }
    let transaction = connection.unchecked_transaction();
    transaction
        .map_err(FileProblem::from)
        .and_then(|transaction| whole(&transaction))
        .map_err(|problem| problem.of(data))
}

fn whole(connection: &Connection) -> Result<Checked, FileProblem> {
    let mut checked = Checked::default();
    let mut query = connection.prepare("PRAGMA quick_check(20)")?;
    let found = query.query_map([], |row| row.get(0))?;
    let found: Vec<String> = found.collect::<Result<_, _>>()?;
    checked
        .problems
        .extend(found.into_iter().filter(|said| said != "ok"));
    let mut query = connection.prepare("SELECT serial, id FROM game ORDER BY serial")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (serial, id): (i64, GameId) = (row.get(0)?, row.get(1)?);
        match again(connection, serial, &id) {
            Ok(moves) => checked.moves += moves,
            Err(FileProblem::Game(id, problem)) => {
                checked.problems.push(format!("the game {id}: {problem}"));
            }
            Err(other) => return Err(other),
        }
        checked.games += 1;
    }
    let mut query = connection.prepare(
        "SELECT id, json_valid(state) AND EXISTS (
             SELECT 1 FROM game WHERE game.id = json_extract(state, '$.record')) FROM room",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (id, has_game): (String, Option<bool>) = (row.get(0)?, row.get(1)?);
        checked.rooms += 1;
        if has_game != Some(true) {
            checked
                .problems
                .push(format!("the room {id}: its game is missing"));
        }
    }
    Ok(checked)
}

/// Plays a game again; returns how many moves it has.
fn again(connection: &Connection, serial: i64, id: &GameId) -> Result<u64, FileProblem> {
    let game = read::stored(connection, serial, id)?;
    let (moves, counted) = (game.0.moves.len() as u64, u64::from(game.1));
    let damaged = |problem: String| FileProblem::Game(id.clone(), problem);
    // What a game began with counts once somebody plays on.
    let begun = counted > 0 || game.0.room.is_none();
    if moves != counted && begun {
        return Err(damaged(format!(
            "it has {moves} moves, and {counted} were counted"
        )));
    }
    let record = game.0.record();
    record.check().map_err(|error| damaged(error.to_string()))?;
    Ok(moves)
}
