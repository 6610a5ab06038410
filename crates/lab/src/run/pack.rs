//! The lines of a complete run: in the order of their numbers, compressed in parts that can be read
//! alone, and as rows of a table.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use crate::plan::Plan;
use crate::run::error::{RunError, file_error};
use crate::run::files::{INDEX, RESULTS, packed_file, put_in_place, unfinished, write_whole};
use crate::run::header::now;
use crate::run::index::{Index, Sums};
use crate::run::line::{RunLine, SealedLine};
use crate::run::sum::FileSum;

/// How many lines a part of the compressed file holds.
const PART: usize = 4096;

/// How hard lines are compressed: more takes longer and saves little on moves.
const LEVEL: i32 = 6;

/// A part of the compressed file and its rows of the table.
struct Packed {
    bytes: Vec<u8>,
    sum: String,
    rows: String,
}

/// Reads the next lines and packs them; returns `None` at the end. Only one thread reads at a time.
fn next_part<T: RunLine>(
    unread: &Mutex<(usize, impl Iterator<Item = Result<SealedLine, RunError>>)>,
    plan: &Plan,
    file_of: &(impl Fn(u64) -> PathBuf + Sync),
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
            lines.and_then(|lines| pack::<T>(&lines, plan, file_of)),
        )),
    }
}

fn pack<T: RunLine>(
    lines: &[SealedLine],
    plan: &Plan,
    file_of: &impl Fn(u64) -> PathBuf,
) -> Result<Packed, RunError> {
    let (mut text, mut rows) = (String::new(), String::new());
    for line in lines {
        let kept: T = line.of_plan(plan).map_err(|error| RunError::Line {
            file: file_of(line.number),
            line: line.line,
            problem: error.to_string(),
        })?;
        kept.rows(plan, &mut rows);
        text += &line.text;
        text.push('\n');
    }
    let bytes = zstd::bulk::compress(text.as_bytes(), LEVEL);
    let bytes = bytes.map_err(file_error(Path::new(RESULTS), "compressed"))?;
    let sum = FileSum::of(&bytes);
    Ok(Packed { bytes, sum, rows })
}

/// Compresses lines, which come in the order of their numbers, and writes the table and the index:
/// with it the run is complete. `file_of` says in which file the line with a number was found.
pub(crate) fn complete<T: RunLine>(
    folder: &Path,
    plan: &Plan,
    lines: impl Iterator<Item = Result<SealedLine, RunError>> + Send,
    file_of: &(impl Fn(u64) -> PathBuf + Sync),
    threads: usize,
) -> Result<u64, RunError> {
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
    let heading = T::heading(plan);
    table_written(table.write_all(heading.as_bytes()))?;
    let mut rows_sum = FileSum::default();
    rows_sum.add(heading.as_bytes());
    let mut done = 0;
    let counted = lines.inspect(|_| done += 1);
    let unread = Mutex::new((0, counted));
    let (mut parts, mut sums, mut length) = (Vec::new(), Vec::new(), 0);
    thread::scope(|scope| {
        // Whoever packs waits for whoever writes, so that memory stays small.
        let (sender, receiver) = mpsc::sync_channel(threads);
        for _ in 0..threads {
            let (sender, unread) = (sender.clone(), &unread);
            scope.spawn(move || {
                while let Some(part) = next_part::<T>(unread, plan, file_of)
                    && sender.send(part).is_ok()
                {}
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for (number, part) in receiver {
            waiting.insert(number, part?);
            while let Some(Packed { bytes, sum, rows }) = waiting.remove(&parts.len()) {
                packed_written(packed_file.write_all(&bytes))?;
                table_written(table.write_all(rows.as_bytes()))?;
                rows_sum.add(rows.as_bytes());
                parts.push(length);
                sums.push(sum);
                length += bytes.len() as u64;
            }
        }
        Ok::<(), RunError>(())
    })?;
    drop(unread);
    packed_written(packed_file.sync_all())?;
    table_written(table.sync_all())?;
    table_written(put_in_place(&results_part, &results))?;
    packed_written(put_in_place(&packed_part, &packed))?;
    let index = Index {
        done,
        ended: now(),
        lines: PART as u64,
        parts,
        sums: Some(Sums {
            bytes: length,
            parts: sums,
            results: rows_sum.end(),
        }),
        files: Index::files_of(folder)?,
    };
    let json = serde_json::to_string(&index).expect("numbers can be JSON");
    write_whole(&folder.join(INDEX), json.as_bytes())?;
    Ok(done)
}
