//! Which files are ours: what is no data file of kaesu, or of a later version, is left as it is.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use crate::error::{FileProblem, StoreError};
use crate::schema;

/// The `application_id` of a data file: "KAES" in ASCII.
pub(crate) const APPLICATION: i32 = 0x4b41_4553;

/// How far the tables of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tables {
    /// It has none yet.
    None,
    /// They are those of an earlier version, with this number.
    Earlier(u32),
    /// They are those of this version.
    Current,
}

/// Returns the one name of a file: links are followed, so that everybody keeps the same file beside it.
///
/// # Errors
/// Returns an error if the file has several names by hard links: what SQLite keeps beside it under one name
/// is not found under another, and is lost.
pub(crate) fn resolve(path: &Path) -> Result<PathBuf, StoreError> {
    let Ok(resolved) = path.canonicalize() else {
        // There is no file yet, or whoever opens it says what is wrong.
        return Ok(path.to_owned());
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let names = std::fs::metadata(&resolved).map_or(1, |data| data.nlink());
        if resolved.is_file() && names > 1 {
            return Err(FileProblem::Names(names).of(path));
        }
    }
    Ok(resolved)
}

/// Finds out whose file this is, before anything is written to it.
pub(crate) fn identify(connection: &Connection) -> Result<Tables, FileProblem> {
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get(0));
    let (application, version): (i32, u32) = (
        number("application_id")?,
        connection.pragma_query_value(None, "user_version", |row| row.get(0))?,
    );
    // Another program may have a table of games as well.
    let has = "SELECT (SELECT count(*) FROM pragma_table_info('room') WHERE name IN ('id', 'state'))
                    + (SELECT count(*) FROM pragma_table_info('game') WHERE name IN ('serial', 'id', 'room'))
                    + (SELECT count(*) FROM pragma_table_info('ply') WHERE name IN ('game', 'number', 'entry'))
                    + (SELECT count(*) FROM pragma_table_info('setting') WHERE name IN ('key', 'value'))";
    let ours: u32 = connection.query_row(has, [], |row| row.get(0))?;
    let all: u32 =
        connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    let known = schema::count();
    match (application, version) {
        (APPLICATION, version) if version > known => Err(FileProblem::Newer),
        (APPLICATION, version) if version == known => Ok(Tables::Current),
        (APPLICATION | 0, 0) if all == 0 => Ok(Tables::None),
        // Earlier versions did not sign their files.
        (APPLICATION | 0, version) if ours == 10 && (1..known).contains(&version) => {
            Ok(Tables::Earlier(version))
        }
        _ => Err(FileProblem::Foreign),
    }
}

/// Opens a data file that exists and may be in use, and finds out how far its tables are.
pub(crate) fn look_at(path: &Path) -> Result<(Connection, Tables), FileProblem> {
    // Reading needs what SQLite keeps beside the file, and perhaps has to make it.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    File::open(path)?;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    let tables = identify(&connection)?;
    Ok((connection, tables))
}
