//! The lines of a complete run: in the order of their numbers, compressed in parts that can be read
//! alone, and as rows of a table.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::run::error::{RunError, file_error};
use crate::run::files::{INDEX, RESULTS, lines_file, packed_file, unfinished, write_whole};
use crate::run::header::now;
use crate::run::line::{RunLine, SealedLine};
use crate::run::lines::Lines;

/// The content of `index.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Index {
    /// How many games or positions.
    pub(crate) done: u64,
    /// When the run ended, in milliseconds since 1970.
    pub(crate) ended: u64,
    /// How many lines each part holds; the last may hold fewer.
    pub(crate) lines: u64,
    /// Where in the compressed file each part begins.
    pub(crate) parts: Vec<u64>,
}

/// How many lines a part of the compressed file holds.
const PART: usize = 4096;

/// How hard lines are compressed: more takes longer and saves little on moves.
const LEVEL: i32 = 6;

/// A part of the compressed file and its rows of the table.
struct Packed {
    bytes: Vec<u8>,
    rows: String,
}

/// Reads the next lines and packs them; returns `None` at the end. Only one thread reads at a time.
fn next_part<T: RunLine>(
    unread: &Mutex<(usize, impl Iterator<Item = Result<SealedLine, RunError>>)>,
    plan: &Plan,
    file: &Path,
) -> Option<(usize, Result<Packed, RunError>)> {
    let (number, lines) = {
        let mut unread = unread.lock().unwrap_or_else(PoisonError::into_inner);
        let (next, lines) = &mut *unread;
        *next += 1;
        let lines: Result<Vec<_>, _> = lines.by_ref().take(PART).collect();
        (*next - 1, lines)
    };
    match lines {
        Ok(lines) if lines.is_empty() => None,
        lines => Some((
            number,
            lines.and_then(|lines| pack::<T>(&lines, plan, file)),
        )),
    }
}

fn pack<T: RunLine>(lines: &[SealedLine], plan: &Plan, file: &Path) -> Result<Packed, RunError> {
    let (mut text, mut rows) = (String::new(), String::new());
    for SealedLine {
        number, text: line, ..
    } in lines
    {
        let kept = T::parse(line).map_err(|error| RunError::Line {
            file: file.to_owned(),
            line: number + 1,
            problem: error.to_string(),
        })?;
        kept.rows(plan, &mut rows);
        text += line;
        text.push('\n');
    }
    let bytes = zstd::bulk::compress(text.as_bytes(), LEVEL);
    let bytes = bytes.map_err(file_error(file, "written"))?;
    Ok(Packed { bytes, rows })
}

/// Puts the lines in order, compresses them and writes the table.
pub(crate) fn complete<T: RunLine>(
    folder: &Path,
    plan: &Plan,
    done: u64,
    threads: usize,
) -> Result<(), RunError> {
    let plain = lines_file(folder, T::NAME);
    let packed = packed_file(folder, T::NAME);
    let results = folder.join(RESULTS);
    let [packed_part, results_part] = [&packed, &results].map(|path| unfinished(path));
    let create = |path: &Path| File::create(path).map_err(file_error(path, "written"));
    let mut packed_file = create(&packed_part)?;
    let mut table = create(&results_part)?;
    let packed_written =
        |result: std::io::Result<()>| result.map_err(file_error(&packed, "written"));
    let table_written =
        |result: std::io::Result<()>| result.map_err(file_error(&results, "written"));
    table_written(table.write_all(T::heading(plan).as_bytes()))?;
    let mut lines = Lines::of_file(T::NAME, &plain)?;
    let wanted = std::iter::from_fn(move || {
        let line = lines.next()?;
        let ahead = line.as_ref().is_ok_and(|line| line.number >= done);
        (!ahead).then_some(line)
    });
    let unread = &Mutex::new((0, wanted));
    let (mut parts, mut length) = (Vec::new(), 0);
    thread::scope(|scope| {
        // Whoever packs waits for whoever writes, so that memory stays small.
        let (sender, receiver) = mpsc::sync_channel(threads);
        for _ in 0..threads {
            let (sender, packed) = (sender.clone(), &packed);
            scope.spawn(move || {
                while let Some(part) = next_part::<T>(unread, plan, packed)
                    && sender.send(part).is_ok()
                {}
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for (number, part) in receiver {
            waiting.insert(number, part?);
            while let Some(Packed { bytes, rows }) = waiting.remove(&parts.len()) {
                packed_written(packed_file.write_all(&bytes))?;
                table_written(table.write_all(rows.as_bytes()))?;
                parts.push(length);
                length += bytes.len() as u64;
            }
        }
        Ok::<(), RunError>(())
    })?;
    packed_written(packed_file.sync_all())?;
    table_written(table.sync_all())?;
    fs::rename(&results_part, &results).map_err(file_error(&results, "written"))?;
    fs::rename(&packed_part, &packed).map_err(file_error(&packed, "written"))?;
    let index = Index {
        done,
        ended: now(),
        lines: PART as u64,
        parts,
    };
    let json = serde_json::to_string(&index).expect("numbers can be JSON");
    write_whole(&folder.join(INDEX), json.as_bytes())?;
    // From here on the run is complete; the plain file is no longer needed.
    fs::remove_file(&plain).map_err(file_error(&plain, "removed"))
}
