//! Which files are ours: what is no data file of kaesu, or of a later version, is left as it is.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::error::{FileProblem, StoreError};
use crate::private::beside;
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

/// The most links that are followed, as many as the system does.
const MOST_LINKS: usize = 40;

/// Returns the one name of a file, which need not exist yet: links are followed, so that everybody keeps the same file
/// beside it.
///
/// # Errors
/// Returns an error if the file has several names by hard links: what SQLite keeps beside it under one name
/// is not found under another, and is lost.
pub(crate) fn resolve(path: &Path) -> Result<PathBuf, StoreError> {
    let mut name = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(resolved) = name.canonicalize() {
            return one_name(path, resolved);
        }
        // A link may name a file that is still to be made.
        match name.read_link() {
            Ok(target) => name = name.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => break,
        }
    }
    let folder = name.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    match (folder, name.file_name()) {
        (Ok(folder), Some(file)) => Ok(folder.join(file)),
        // Whoever opens it says what is wrong.
        _ => Ok(name),
    }
}

fn one_name(path: &Path, resolved: PathBuf) -> Result<PathBuf, StoreError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let names = std::fs::metadata(&resolved).map_or(1, |data| data.nlink());
        if resolved.is_file() && names > 1 {
            return Err(FileProblem::Names(names).of(path));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(resolved)
}

/// Finds out whose file this is, before anything is written to it.
pub(crate) fn identify(connection: &Connection) -> Result<Tables, FileProblem> {
    let number = |pragma: &str| -> rusqlite::Result<i32> {
        connection.pragma_query_value(None, pragma, |row| row.get(0))
    };
    let (application, version) = (number("application_id")?, number("user_version")?);
    // Another program may have a table of games as well.
    let has = "SELECT (SELECT count(*) FROM pragma_table_info('room') WHERE name IN ('id', 'state'))
                    + (SELECT count(*) FROM pragma_table_info('game') WHERE name IN ('serial', 'id', 'room'))
                    + (SELECT count(*) FROM pragma_table_info('ply') WHERE name IN ('game', 'number', 'entry'))
                    + (SELECT count(*) FROM pragma_table_info('setting') WHERE name IN ('key', 'value'))";
    let ours: u32 = connection.query_row(has, [], |row| row.get(0))?;
    let all: u32 =
        connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    let known = schema::count();
    // Another program may count downwards.
    let version = u32::try_from(version).map_err(|_| FileProblem::Foreign)?;
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

/// Finds out whose file this is, if there is one, without leaving a trace at or beside one that is not ours.
pub(crate) fn peek(path: &Path) -> Result<(), FileProblem> {
    match std::fs::metadata(path) {
        Ok(data) if data.len() > 0 || !data.is_file() => {}
        // Nothing, or nothing in it; what cannot be seen cannot be opened either, which says why.
        _ => return Ok(()),
    }
    // What another program has still to bring into its file is its own affair.
    let pending = beside(path, "-wal").exists();
    let connection = open(path)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, pending)?;
    identify(&connection).map(|_| ())
}

/// Opens a data file that exists and may be in use, and finds out how far its tables are.
pub(crate) fn look_at(path: &Path) -> Result<(Connection, Tables), FileProblem> {
    let connection = open(path)?;
    let tables = identify(&connection)?;
    Ok((connection, tables))
}

fn open(path: &Path) -> Result<Connection, FileProblem> {
    // A pipe would be waited for.
    if !std::fs::metadata(path)?.is_file() {
        return Err(FileProblem::NoFile);
    }
    File::open(path)?;
    // Reading needs what SQLite keeps beside the file, and perhaps has to make it.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    Ok(connection)
}
