//! A search in a folder: every step is written as soon as it is confirmed, and a search that was
//! broken off anywhere goes on.
//!
//! | file | what it holds |
//! |---|---|
//! | `tune.toml` | the search, with all player files in it |
//! | `run.json` | which program made it, on what machine, when |
//! | `path.jsonl` | a line for every confirmed step |
//! | `winner.toml` | at the end: the player with the numbers found |
//! | `confirm/` | at the end: the run that tests the winner |
//! | `shards/` | meanwhile, if several machines play: what they play |

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;

use super::shards::Leader;
use super::{CONFIRM, Search, Step, Tune, TuneError};
use crate::contender::Who;
use crate::run::{self, Finished, Program, Progress, RunError, Summary, file_error};
use crate::run::{HEADER, RunHeader, write_whole};

/// The search as it was asked for.
const TUNE: &str = "tune.toml";

/// The confirmed steps.
pub const PATH: &str = "path.jsonl";

/// The player file that was found.
pub const WINNER: &str = "winner.toml";

/// How a search is carried out.
pub struct TuneOptions<'a> {
    /// How many threads.
    pub threads: usize,
    /// Which program makes it.
    pub program: Program,
    /// Stops the search as soon as it is set; it can be resumed later.
    pub stop: &'a AtomicBool,
    /// Into how many shards each match is divided, for other machines to [`join`](super::join) in.
    pub shards: Option<u64>,
    /// Called with every step: how many are done, and how many there are.
    pub progress: &'a mut dyn FnMut(u32, u32),
}

/// How a search ended.
#[derive(Debug)]
pub struct Tuned {
    /// All confirmed steps.
    pub path: Vec<Step>,
    /// How many steps there are in all.
    pub steps: u32,
    /// The numbers found, once all steps are done.
    pub best: Option<Vec<f64>>,
    /// What the test of the winner came to; `None` if it is not over, or the winner is the player
    /// that the search began with.
    pub confirmed: Option<Summary>,
    /// Whether nothing is left to do.
    pub complete: bool,
}

/// A line of the path; what else it says follows from these.
#[derive(Deserialize)]
struct Line {
    scores: [u32; 2],
}

/// Carries out a search in a folder, which is made if there is none. A search of the same file by
/// the same program is resumed.
///
/// # Errors
/// If it cannot be carried out, the folder holds something else, or a file cannot be written.
pub fn tune_into(
    tune: &Tune,
    folder: &Path,
    options: &mut TuneOptions<'_>,
) -> Result<Tuned, TuneError> {
    set_up(tune, folder, &options.program)?;
    let path = folder.join(PATH);
    let file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(&path);
    let mut file = file.map_err(file_error(&path, "opened"))?;
    if file.try_lock().is_err() {
        return Err(RunError::Busy {
            folder: folder.to_owned(),
        }
        .into());
    }
    let leader = options.shards.map(|count| Leader {
        folder,
        count,
        threads: options.threads,
        program: &options.program,
        stop: options.stop,
    });
    let mut search = Search::new(tune);
    resume(&mut search, &mut file, &path)?;
    while !search.is_over() {
        (options.progress)(search.done().len() as u32, search.steps());
        // Quick games may all be over before anybody looks whether to stop.
        if options.stop.load(Ordering::Relaxed) {
            return Ok(stopped(&search, None));
        }
        let number = search.done().len() + 1;
        let step = match &leader {
            Some(leader) => {
                search.step_by(|which, experiment| leader.play(number, which, experiment))?
            }
            None => search.step(options.threads, options.stop)?,
        };
        let Some(step) = step else {
            return Ok(stopped(&search, None));
        };
        let mut line = line_of(step);
        line.push('\n');
        file.write_all(line.as_bytes())
            .and_then(|()| file.sync_data())
            .map_err(file_error(&path, "written"))?;
        if let Some(leader) = &leader {
            leader.confirmed(number);
        }
    }
    let winner = search.winner()?;
    if let Who::File { text, .. } = &winner.who {
        write_whole(&folder.join(WINNER), text.as_bytes())?;
    }
    let best = search.best();
    let complete = |confirmed| Tuned {
        confirmed,
        complete: true,
        ..stopped(&search, Some(best.clone()))
    };
    let Some(experiment) = tune.confirmation(&winner) else {
        leader.as_ref().map_or(Ok(()), Leader::end)?;
        return Ok(complete(None));
    };
    // A test that one machine began is that machine's to end.
    if let Some(leader) = &leader
        && !folder.join(CONFIRM).join(HEADER).exists()
    {
        let Some(summary) = leader.confirm(&experiment)? else {
            return Ok(stopped(&search, Some(best)));
        };
        leader.end()?;
        return Ok(complete(Some(summary)));
    }
    let mut shown = |progress: &Progress<'_>| {
        let cut = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        (options.progress)(cut(progress.done), cut(progress.total));
    };
    let mut confirm = run::Options {
        threads: options.threads,
        program: options.program.clone(),
        stop: options.stop,
        progress: &mut shown,
    };
    let (finished, summary) = run::play_into(&experiment, &folder.join(CONFIRM), &mut confirm)?;
    if let Finished::Stopped { .. } = finished {
        return Ok(stopped(&search, Some(best)));
    }
    leader.as_ref().map_or(Ok(()), Leader::end)?;
    Ok(complete(Some(summary)))
}

fn stopped(search: &Search<'_>, best: Option<Vec<f64>>) -> Tuned {
    Tuned {
        path: search.done().to_vec(),
        steps: search.steps(),
        best,
        confirmed: None,
        complete: false,
    }
}

/// Returns a step as its line, letter by letter the same wherever it is written.
fn line_of(step: &Step) -> String {
    let Step {
        number,
        games,
        scores,
        here,
    } = step;
    format!("{{\"step\":{number},\"games\":{games},\"scores\":{scores:?},\"here\":{here:?}}}")
}

/// Tells a search all that was confirmed before; a torn end is cut off.
fn resume(search: &mut Search<'_>, file: &mut File, path: &Path) -> Result<(), RunError> {
    let mut text = String::new();
    file.read_to_string(&mut text)
        .map_err(file_error(path, "read"))?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    for (number, line) in (1..).zip(text[..whole].lines()) {
        let wrong = |problem: &str| RunError::Line {
            file: path.to_owned(),
            line: number,
            problem: problem.to_owned(),
        };
        let read: Line = serde_json::from_str(line)
            .map_err(|error| wrong(&format!("this is no step of a search: {error}")))?;
        if search.is_over() {
            return Err(wrong("this step is not one of this search"));
        }
        if line_of(search.retell(read.scores.to_vec())) != line {
            return Err(wrong("this step was changed, or made by another program"));
        }
    }
    if whole < text.len() {
        file.set_len(whole as u64)
            .map_err(file_error(path, "written"))?;
    }
    file.seek(SeekFrom::End(0))
        .map(|_| ())
        .map_err(file_error(path, "read"))
}

/// Makes the folder, or finds out whether it holds the same search.
fn set_up(tune: &Tune, folder: &Path, program: &Program) -> Result<(), RunError> {
    let text = tune.to_toml()?;
    let text_path = folder.join(TUNE);
    if folder.join(HEADER).exists() {
        let header = RunHeader::read(folder)?;
        let other = |of: String| RunError::Other {
            folder: folder.to_owned(),
            of,
        };
        if !header.is_of(&text) {
            return Err(other("of something else".to_owned()));
        }
        return match header.refuses(program) {
            Some(reason) => Err(other(reason)),
            None => Ok(()),
        };
    }
    run::refuse_other_files(folder, &text_path, &text)?;
    fs::create_dir_all(folder).map_err(file_error(folder, "made"))?;
    write_whole(&text_path, text.as_bytes())?;
    RunHeader::begin(program, Vec::new(), &text).write(folder)
}
