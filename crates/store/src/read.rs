//! Queries. Lists start from the person's side of an index, so that they cost the same however many
//! games there are.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use records::{Entry, GameResult, Reason, Record, Sitter, TimeControl};
use rusqlite::types::Type;
use rusqlite::{Connection, Error, OptionalExtension, Row};

use crate::error::{FileProblem, StoreError};
use crate::game::{GameHeader, Listed, Own, StoredGame, StoredRoom};
use crate::id::{GameId, PersonId, RoomId};
use crate::store::Store;

/// The newest games that a person sat in or keeps, with at least one move.
pub(crate) const OF_PERSON: &str = "
    SELECT seat.game FROM seat JOIN game ON serial = seat.game
     WHERE person = ?1 AND seat.game < ?2 AND plies > 0
    UNION
    SELECT serial FROM game WHERE keeper = ?1 AND serial < ?2 AND plies > 0
    ORDER BY 1 DESC LIMIT ?3";

/// The games that a person sat in or keeps, of this name and with so many plies; the newest first.
pub(crate) const SAME_LENGTH: &str = "
    SELECT serial, id FROM game JOIN (
        SELECT game AS mine FROM seat WHERE person = ?1
        UNION
        SELECT serial FROM game WHERE keeper = ?1
    ) ON mine = serial
    WHERE game = ?2 AND plies = ?3 ORDER BY serial DESC";

/// The newest games of all.
pub(crate) const OF_ALL: &str = "
    SELECT serial FROM game WHERE serial < ?1 AND plies > 0 ORDER BY serial DESC LIMIT ?2";

/// The finished games of a person, the last first, with a row for each seat of each game. The joins are in the order in
/// which they are walked, so that the rows of a game come together. What every row is asked for stands first and is found
/// by its place: names are searched for.
pub(crate) const RESULTS: &str = "
    SELECT serial, own.seat, seat.name, seat.player, seat.level, seat.rank, seat.score,
           id, game.game, own.finished, start, seed, reason, ended_by,
           clock_main, clock_increment, clock_period, clock_periods
    FROM seat AS own CROSS JOIN game ON serial = own.game CROSS JOIN seat ON seat.game = own.game
    WHERE own.person = ?1 AND own.finished IS NOT NULL
    ORDER BY own.finished DESC";

/// How many games a person keeps, up to a number.
pub(crate) const KEPT: &str =
    "SELECT count(*) FROM (SELECT 1 FROM game WHERE keeper = ?1 LIMIT ?2)";

/// Rooms without a move in any of their games, the oldest first.
pub(crate) const UNPLAYED: &str = "
    SELECT room FROM game AS young WHERE plies = 0 AND room IS NOT NULL AND started < ?1
       AND NOT EXISTS (SELECT 1 FROM game WHERE game.room = young.room AND plies > 0)
    ORDER BY started LIMIT ?2";

/// A game without its moves. These are counted by their letters: a damaged one must not hide the others.
const GAME: &str = r#"
    SELECT id, room, game, start, seed, clock_main, clock_increment, clock_period, clock_periods,
           started, ended, reason, ended_by, plies,
           (SELECT count(*) FROM ply
            WHERE ply.game = serial AND instr(entry, '"move"') > 0 AND instr(entry, '"--"') = 0) AS moves
    FROM game WHERE serial = ?1"#;

/// The seats of a game.
const SEATS: &str = "
    SELECT name, player, level, person, rank, score FROM seat WHERE game = ?1 ORDER BY seat";

/// The most results of a person that are returned.
const MOST_RESULTS: usize = 1000;

impl Store {
    /// Returns the room with this id.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn room(&self, id: &RoomId) -> Result<Option<StoredRoom>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached("SELECT state, clocks FROM room WHERE id = ?1")?;
            let room = query.query_row([id], |row| {
                Ok(StoredRoom {
                    state: row.get(0)?,
                    clocks: row.get(1)?,
                })
            });
            Ok(room.optional()?)
        })
    }

    /// Returns the game with this id.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn game(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        self.read(|connection| {
            let Some(serial) = serial(connection, id)? else {
                return Ok(None);
            };
            Ok(Some(stored(connection, serial, id)?.0))
        })
    }

    /// Returns the room that this game is or was played in, even if the game itself is damaged;
    /// `None` if there is no such game.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn room_of(&self, id: &GameId) -> Result<Option<Option<RoomId>>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached("SELECT room FROM game WHERE id = ?1")?;
            Ok(query.query_row([id], |row| row.get(0)).optional()?)
        })
    }

    /// Returns how many games played elsewhere a person keeps, counted up to `most`.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn kept_by(&self, person: &PersonId, most: u32) -> Result<u32, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(KEPT)?;
            Ok(query.query_row((person, most), |row| row.get(0))?)
        })
    }

    /// Returns rooms in which nobody has played, and whose game was made before this date, in milliseconds
    /// since 1970.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn unplayed_rooms(&self, before: u64, most: u32) -> Result<Vec<RoomId>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(UNPLAYED)?;
            let rooms = query.query_map((before, most), |row| row.get(0))?;
            Ok(rooms.collect::<Result<_, _>>()?)
        })
    }

    /// Returns the games that this person sat in or keeps, the newest first, from the one before
    /// `before` on. Games without a move are left out, and so are damaged ones.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn games_of(
        &self,
        person: &PersonId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<Listed>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(OF_PERSON)?;
            let before = before.unwrap_or(i64::MAX);
            let serials = query.query_map((person, before, limit), |row| row.get(0))?;
            readable(serials.map(|serial| listed(connection, serial?, Some(person))))
        })
    }

    /// Returns the games of everybody in the same way, with the seats of this person.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn all_games(
        &self,
        person: Option<&PersonId>,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<Listed>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(OF_ALL)?;
            let before = before.unwrap_or(i64::MAX);
            let serials = query.query_map((before, limit), |row| row.get(0))?;
            readable(serials.map(|serial| listed(connection, serial?, person)))
        })
    }

    /// Returns for each record a game that this person sat in or keeps in which the same happened: the same moves from
    /// the same start, and the same names and date unless the record has none. No game is read more than once.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn same_games(
        &self,
        person: &PersonId,
        records: &[Record],
    ) -> Result<Vec<Option<GameId>>, StoreError> {
        let mut same = vec![None; records.len()];
        let what = |moves: &[Entry]| {
            let each = moves.iter();
            let each = each.map(|entry| format!("{} {:?} {:?}", entry.seat, entry.text, entry.out));
            each.collect::<Vec<_>>().join("\n")
        };
        let mut of_length: BTreeMap<_, HashMap<_, Vec<usize>>> = BTreeMap::new();
        // A board without moves is no game.
        let played = records.iter().enumerate();
        for (index, record) in played.filter(|(_, record)| !record.moves.is_empty()) {
            let alike = of_length.entry((&record.game, record.moves.len()));
            let alike = alike.or_default().entry(what(&record.moves));
            alike.or_default().push(index);
        }
        self.read(|connection| {
            for ((game, plies), wanted) in &of_length {
                let mut query = connection.prepare_cached(SAME_LENGTH)?;
                let found =
                    query.query_map((person, game, plies), |row| Ok((row.get(0)?, row.get(1)?)))?;
                let found: Vec<(i64, GameId)> = found.collect::<Result<_, _>>()?;
                for (serial, id) in found {
                    let Ok(moves) = moves(connection, serial, &id) else {
                        continue;
                    };
                    let Some(wanted) = wanted.get(&what(&moves)) else {
                        continue;
                    };
                    let listed = readable(std::iter::once(listed(connection, serial, None)))?;
                    let Some(listed) = listed.first() else {
                        continue;
                    };
                    for &index in wanted {
                        let record = &records[index];
                        let named = record.seats.iter().any(|seat| *seat != Sitter::default());
                        let is_same = listed.header.start == record.start
                            && (!named || listed.header.seats == record.seats)
                            && record.started.is_none_or(|date| date == listed.started);
                        if is_same && same[index].is_none() {
                            same[index] = Some(id.clone());
                        }
                    }
                }
            }
            Ok(())
        })?;
        Ok(same)
    }

    /// Returns the finished games of a person, the oldest first; at most the last thousand.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn results_of(&self, person: &PersonId) -> Result<Vec<Own>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(RESULTS)?;
            let mut rows = query.query([person])?;
            let mut own: Vec<Own> = Vec::new();
            // The game and the seat of the rows that come, and whether they can be read.
            let mut now: Option<(i64, u8)> = None;
            let mut whole = false;
            while let Some(row) = rows.next()? {
                let next = Some((row.get(0)?, row.get(1)?));
                if now != next {
                    if own.len() == MOST_RESULTS {
                        break;
                    }
                    now = next;
                    whole = own_game(row).is_ok_and(|game| {
                        let finished = game.is_some();
                        own.extend(game);
                        finished
                    });
                }
                if whole
                    && let Some(game) = own.last_mut()
                    && add_seat(game, row).is_err()
                {
                    // One that is damaged must not hide the others.
                    own.pop();
                    whole = false;
                }
            }
            own.reverse();
            Ok(own)
        })
    }

    /// Reports whether a game is in the list of anybody besides this person.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn is_shared(&self, game: &GameId, person: &PersonId) -> Result<bool, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT 1 FROM game LEFT JOIN seat ON seat.game = serial
                 WHERE id = ?1 AND (person <> ?2 OR keeper <> ?2)",
            )?;
            Ok(query.exists((game, person))?)
        })
    }

    /// Returns the seats of a game that are or were this person's.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn seats_of(&self, game: &GameId, person: &PersonId) -> Result<Vec<u8>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT seat FROM game JOIN seat ON seat.game = serial
                 WHERE id = ?1 AND person = ?2 ORDER BY seat",
            )?;
            let seats = query.query_map((game, person), |row| row.get(0))?;
            Ok(seats.collect::<Result<_, _>>()?)
        })
    }

    /// Reports whether this person sits or sat in this game, or keeps it.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn belongs_to(&self, game: &GameId, person: &PersonId) -> Result<bool, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT 1 FROM game LEFT JOIN seat ON seat.game = serial
                 WHERE id = ?1 AND ?2 IN (person, keeper)",
            )?;
            Ok(query.exists((game, person))?)
        })
    }

    /// Returns the analysis of a game, if it was made.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn analysis(&self, game: &GameId) -> Result<Option<String>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT text FROM game JOIN analysis ON analysis.game = serial WHERE id = ?1",
            )?;
            Ok(query.query_row([game], |row| row.get(0)).optional()?)
        })
    }

    /// Returns a setting of the server.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached("SELECT value FROM setting WHERE key = ?1")?;
            Ok(query.query_row([key], |row| row.get(0)).optional()?)
        })
    }
}

/// Returns a whole game, and how many plies were counted.
pub(crate) fn stored(
    connection: &Connection,
    serial: i64,
    id: &GameId,
) -> Result<(StoredGame, u32), FileProblem> {
    let listed = listed(connection, serial, None)?;
    let game = StoredGame {
        header: listed.header,
        room: listed.room,
        started: listed.started,
        ended: listed.ended,
        result: listed.result,
        moves: moves(connection, serial, id)?,
    };
    Ok((game, listed.plies))
}

fn serial(connection: &Connection, id: &GameId) -> Result<Option<i64>, FileProblem> {
    let mut query = connection.prepare_cached("SELECT serial FROM game WHERE id = ?1")?;
    Ok(query.query_row([id], |row| row.get(0)).optional()?)
}

/// Returns the games of a list that can be read: one that is damaged must not hide the others.
fn readable<T>(games: impl Iterator<Item = Result<T, FileProblem>>) -> Result<Vec<T>, FileProblem> {
    games
        .filter(|game| !matches!(game, Err(FileProblem::Game(..))))
        .collect()
}

/// Returns the moves of a game, and the seats that went out between them.
fn moves(connection: &Connection, serial: i64, id: &GameId) -> Result<Vec<Entry>, FileProblem> {
    let mut query = connection
        .prepare_cached("SELECT number, entry FROM ply WHERE game = ?1 ORDER BY number")?;
    let mut rows = query.query([serial])?;
    let mut moves = Vec::new();
    while let Some(row) = rows.next()? {
        let number: u32 = row.get(0)?;
        let damaged = |problem: &dyn fmt::Display| {
            FileProblem::Game(
                id.clone(),
                format!("move {number} cannot be read, {problem}"),
            )
        };
        let text: String = row.get(1).map_err(|error| damaged(&error))?;
        moves.push(serde_json::from_str(&text).map_err(|error| damaged(&error))?);
    }
    Ok(moves)
}

/// Returns a game without its moves, with the seats of this person.
fn listed(
    connection: &Connection,
    serial: i64,
    person: Option<&PersonId>,
) -> Result<Listed, FileProblem> {
    read_listed(connection, serial, person).map_err(|error| {
        let problem = match &error {
            // SQLite has read the row, and it does not hold what a game has.
            Error::FromSqlConversionFailure(_, _, problem) => problem.to_string(),
            Error::InvalidColumnType(..) | Error::IntegralValueOutOfRange(..) => error.to_string(),
            _ => return error.into(),
        };
        let id = "SELECT id FROM game WHERE serial = ?1";
        match connection.query_row(id, [serial], |row| row.get(0)) {
            Ok(id) => FileProblem::Game(id, problem),
            Err(error) => error.into(),
        }
    })
}

fn read_listed(
    connection: &Connection,
    serial: i64,
    person: Option<&PersonId>,
) -> rusqlite::Result<Listed> {
    let mut query = connection.prepare_cached(SEATS)?;
    let mut rows = query.query([serial])?;
    let (mut seats, mut own) = (Vec::new(), Vec::new());
    let (mut ranks, mut scores) = (Vec::new(), Vec::new());
    while let Some(row) = rows.next()? {
        let sits: Option<PersonId> = row.get("person")?;
        if person.is_some() && sits.as_ref() == person {
            own.push(seats.len() as u8);
        }
        seats.push(sitter(row, 0)?);
        ranks.extend(row.get::<_, Option<u8>>("rank")?);
        scores.extend(row.get::<_, Option<i32>>("score")?);
    }
    let mut query = connection.prepare_cached(GAME)?;
    query.query_row([serial], |row| {
        Ok(Listed {
            serial,
            id: row.get("id")?,
            room: row.get("room")?,
            header: GameHeader {
                game: row.get("game")?,
                seats,
                clock: clock(row)?,
                start: row.get("start")?,
                seed: seed(row)?,
            },
            started: row.get("started")?,
            ended: row.get("ended")?,
            result: result(row, ranks, scores)?,
            plies: row.get("plies")?,
            moves: row.get("moves")?,
            own,
        })
    })
}

/// Returns a finished game of a person without its seats.
fn own_game(row: &Row<'_>) -> rusqlite::Result<Option<Own>> {
    let Some(result) = result(row, Vec::new(), Vec::new())? else {
        return Ok(None);
    };
    Ok(Some(Own {
        seat: row.get(1)?,
        id: row.get(7)?,
        header: GameHeader {
            game: row.get(8)?,
            seats: Vec::new(),
            clock: clock(row)?,
            start: row.get(10)?,
            seed: seed(row)?,
        },
        ended: row.get(9)?,
        result,
    }))
}

/// Adds the next seat to a game, and how it ended there.
fn add_seat(game: &mut Own, row: &Row<'_>) -> rusqlite::Result<()> {
    game.header.seats.push(sitter(row, 2)?);
    game.result.ranks.extend(row.get::<_, Option<u8>>(5)?);
    game.result.scores.extend(row.get::<_, Option<i32>>(6)?);
    Ok(())
}

/// Returns who sits at a seat, by the three columns from this one on.
fn sitter(row: &Row<'_>, first: usize) -> rusqlite::Result<Sitter> {
    Ok(Sitter {
        name: row.get(first)?,
        player: row.get(first + 1)?,
        level: row.get(first + 2)?,
    })
}

fn clock(row: &Row<'_>) -> rusqlite::Result<Option<TimeControl>> {
    let Some(main) = row.get("clock_main")? else {
        return Ok(None);
    };
    let clock = match row.get("clock_increment")? {
        Some(increment) => TimeControl::Increment { main, increment },
        None => TimeControl::Byoyomi {
            main,
            period: row.get("clock_period")?,
            periods: row.get("clock_periods")?,
        },
    };
    Ok(Some(clock))
}

fn seed(row: &Row<'_>) -> rusqlite::Result<u64> {
    let text: String = row.get("seed")?;
    text.parse()
        .map_err(|_| unreadable(4, format!("its seed is \"{text}\", no number")))
}

fn result(row: &Row<'_>, ranks: Vec<u8>, scores: Vec<i32>) -> rusqlite::Result<Option<GameResult>> {
    let reason = match row.get::<_, Option<String>>("reason")?.as_deref() {
        None => return Ok(None),
        Some("played") => Reason::Played,
        Some("resigned") => Reason::Resigned,
        Some("time") => Reason::Time,
        Some(other) => return Err(unreadable(11, format!("no game ends by \"{other}\""))),
    };
    Ok(Some(GameResult {
        ranks,
        scores,
        reason,
        by: row.get("ended_by")?,
    }))
}

/// Returns the error for a column whose text this version cannot read.
fn unreadable(column: usize, problem: String) -> Error {
    Error::FromSqlConversionFailure(column, Type::Text, problem.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many games there are, a list reads only what it shows.
    #[test]
    fn lists_walk_an_index_and_sort_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let opened = Store::open(&folder.path().join("data.sqlite"));
        let (store, _writer) = opened.expect("a new data file");
        for query in [OF_PERSON, OF_ALL, RESULTS, UNPLAYED] {
            let plan = store.read(|connection| {
                let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {query}"))?;
                let steps = plan.query_map(
                    rusqlite::params_from_iter(vec![1; plan.parameter_count()]),
                    |row| row.get(3),
                )?;
                let steps: Vec<String> = steps.collect::<Result<_, _>>()?;
                Ok(steps)
            });
            let plan = plan.expect("the query can be explained");
            assert!(plan.iter().any(|step| step.contains("SEARCH")), "{plan:#?}");
            for step in &plan {
                let walks = !step.starts_with("SCAN") && !step.contains("TEMP B-TREE");
                assert!(walks, "{plan:#?}");
            }
        }
    }
}
