//! A run in a folder: everything is written as soon as it is known, and a run that was broken off
//! anywhere can go on.
//!
//! | file | what it holds |
//! |---|---|
//! | `experiment.toml` | the experiment as run, with all player files in it |
//! | `run.json` | which program made it, on what machine, when |
//! | `games.jsonl` | while it runs: a line per game, in the order they ended |
//! | `games.jsonl.zst` | when it is complete: the same in the order of the numbers |
//! | `index.json` | when it is complete: how many games, and where to find them |
//! | `results.csv` | when it is complete: a row per game |
//!
//! Measurements have `positions` in the place of `games`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::experiment::{Experiment, ExperimentError};
use crate::plan::{Plan, Problem};
use crate::run::played::{LineError, is_sealed};
use crate::run::{
    End, Jobs, Kept, Measured, Numbered, Played, Sink, Summary, do_jobs, goes_on, greet, prepare,
    reader,
};
use statistics::sprt::Decision;

pub(crate) const FORMAT: &str = "kaesu-run";
pub(crate) const VERSION: u32 = 1;
pub(crate) const EXPERIMENT: &str = "experiment.toml";
pub(crate) const HEAD: &str = "run.json";
pub(crate) const INDEX: &str = "index.json";
const RESULTS: &str = "results.csv";

/// Which program makes a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Its version.
    pub version: String,
    /// The commit it was built from, if known.
    pub commit: Option<String>,
}

/// How a run is carried out.
pub struct Options<'a> {
    /// How many threads.
    pub threads: usize,
    /// Which program makes it.
    pub program: Program,
    /// Stops the run as soon as it is set; it can go on later.
    pub stop: &'a AtomicBool,
    /// Hears how far it is, now and then.
    pub progress: &'a mut dyn FnMut(&Progress<'_>),
}

/// How far a run is.
pub struct Progress<'a> {
    /// How many games, or positions, are done and written.
    pub done: u64,
    /// How many there are at most.
    pub total: u64,
    /// How many of them were done before this call.
    pub before: u64,
    /// What the games come to so far; nothing for a measurement.
    pub summary: Option<&'a Summary>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// It is complete.
    Complete {
        /// How many games or positions it has.
        done: u64,
    },
    /// It was stopped and can go on.
    Stopped {
        /// How many are done and kept.
        done: u64,
    },
}

/// What `run.json` says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHeader {
    pub(crate) format: String,
    pub(crate) version: u32,
    /// Which program made the run.
    pub program: Program,
    /// On what machine it was begun.
    pub machine: Machine,
    /// When it was begun, in milliseconds since 1970.
    pub started: u64,
    /// The other programs that play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineNote>,
    /// A sum of the experiment's text.
    pub(crate) experiment: String,
}

/// What another program calls itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineNote {
    /// Its name in the experiment.
    pub player: String,
    /// What it calls itself.
    pub name: String,
    /// The version it says it has.
    pub version: Option<String>,
}

impl EngineNote {
    /// Its name with its version, if it says one.
    #[must_use]
    pub fn full_name(&self) -> String {
        match &self.version {
            Some(version) => format!("{} {version}", self.name),
            None => self.name.clone(),
        }
    }
}

/// A machine, for those who compare times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor, if the system tells.
    pub processor: Option<String>,
    /// How many threads it runs at a time.
    pub cores: usize,
    /// The operating system and the kind of processor.
    pub system: String,
}

impl Machine {
    /// The machine this runs on.
    #[must_use]
    pub fn this() -> Self {
        let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let line = told.lines().find(|line| line.starts_with("model name"));
        let processor = line
            .and_then(|line| line.split_once(": "))
            .map(|(_, name)| name.to_owned());
        Self {
            processor,
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}

/// What `index.json` says.
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

/// A run that cannot be made, read or gone on with.
#[derive(Debug, Error)]
pub enum RunError {
    /// A file cannot be read or written.
    #[error("{} cannot be {what}: {problem}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Read, written, and so on.
        what: &'static str,
        /// What the system says.
        problem: std::io::Error,
    },
    /// The experiment cannot be carried out.
    #[error(transparent)]
    Problem(#[from] Problem),
    /// The experiment in the folder cannot be read.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The folder is no run.
    #[error("{} is no run: {problem}", folder.display())]
    NoRun {
        /// The folder.
        folder: PathBuf,
        /// Why.
        problem: String,
    },
    /// The folder holds something else.
    #[error("{} holds a run {of}; choose another folder with --run", folder.display())]
    Other {
        /// The folder.
        folder: PathBuf,
        /// Of what.
        of: String,
    },
    /// Somebody else is at it.
    #[error("{} is being run by another program at this moment", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// A line is wrong.
    #[error("{}, line {line}: {problem}", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// Which line, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
    /// A record could not be written.
    #[error(
        "{} cannot be written: {problem}; {done} {name}s are kept, and the same command goes on \
         from there", file.display()
    )]
    Full {
        /// The file.
        file: PathBuf,
        /// What the system says.
        problem: std::io::Error,
        /// How many lines are in it.
        done: u64,
        /// Of what.
        name: &'static str,
    },
    /// There is no such game.
    #[error("there is no {name} {number} in {}; it has {done}, counted from 0", folder.display())]
    NoGame {
        /// The folder.
        folder: PathBuf,
        /// The number asked for.
        number: u64,
        /// How many there are.
        done: u64,
        /// What is counted.
        name: &'static str,
    },
    /// A game did not come out again.
    #[error("game {number} does not come out again: {problem}")]
    Differs {
        /// Its number.
        number: u64,
        /// What is different.
        problem: String,
    },
}

pub(crate) fn file_error(
    file: &Path,
    what: &'static str,
) -> impl FnOnce(std::io::Error) -> RunError {
    let file = file.to_owned();
    move |problem| RunError::File {
        file,
        what,
        problem,
    }
}

pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// A sum of a text, as `run.json` keeps it.
pub(crate) fn text_sum(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The file a run keeps its lines in.
pub(crate) fn lines_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}s.jsonl"))
}

/// Plays the games of an experiment into a folder, which is made if there is none and gone on with
/// if it holds a run of the same experiment by the same program.
///
/// # Errors
/// If the experiment cannot be carried out, the folder holds something else, or a file cannot be
/// written. Whatever was written stays.
pub fn play_into(
    experiment: &Experiment,
    folder: &Path,
    options: &mut Options<'_>,
) -> Result<(Finished, Summary), RunError> {
    let summary = Summary::new(experiment)?;
    let (finished, keeper) = into_folder::<Played>(experiment, folder, Some(summary), options)?;
    Ok((finished, keeper.expect("games have a summary")))
}

/// Measures into a folder; see [`play_into`].
///
/// # Errors
/// The same as there.
pub fn measure_into(
    experiment: &Experiment,
    folder: &Path,
    options: &mut Options<'_>,
) -> Result<Finished, RunError> {
    Ok(into_folder::<Measured>(experiment, folder, None, options)?.0)
}

fn into_folder<T: Kept + Counted>(
    experiment: &Experiment,
    folder: &Path,
    summary: Option<Summary>,
    options: &mut Options<'_>,
) -> Result<(Finished, Option<Summary>), RunError> {
    let plan = Plan::new(experiment)?;
    prepare(experiment)?;
    set_up(experiment, folder, &options.program)?;
    let mut state = State {
        summary,
        next: 0,
        total: plan.games(),
    };
    if folder.join(INDEX).exists() {
        let run = reader::Run::open(folder)?;
        for line in run.lines::<T>()? {
            let _ = state.add(&line?);
        }
        return Ok((Finished::Complete { done: state.next }, state.summary));
    }
    let path = lines_file(folder, T::NAME);
    let file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(&path);
    let file = file.map_err(file_error(&path, "opened"))?;
    if file.try_lock().is_err() {
        let folder = folder.to_owned();
        return Err(RunError::Busy { folder });
    }
    let mut keeper = Keeper::<T> {
        plan: &plan,
        file,
        path,
        length: 0,
        lines: 0,
        text: String::new(),
        state,
        before: 0,
        progress: options.progress,
        kept: PhantomData,
    };
    let waiting = keeper.read_on()?;
    if !keeper.state.is_complete() {
        let jobs = Jobs {
            from: keeper.state.next,
            to: plan.games(),
            done: &waiting.keys().copied().collect::<BTreeSet<u64>>(),
            threads: options.threads,
            stop: options.stop,
            patience: experiment.patience,
        };
        let end = do_jobs(experiment, &plan, &jobs, waiting, &mut keeper)??;
        if end == End::Stopped {
            let done = keeper.lines;
            return Ok((Finished::Stopped { done }, keeper.state.summary));
        }
    }
    let (state, file) = (keeper.state, keeper.file);
    complete::<T>(folder, &plan, state.next, options.threads)?;
    drop(file);
    Ok((Finished::Complete { done: state.next }, state.summary))
}

/// Makes the folder, or finds out whether it holds the same run.
fn set_up(experiment: &Experiment, folder: &Path, program: &Program) -> Result<(), RunError> {
    let text = experiment.to_toml()?;
    let (head_path, text_path) = (folder.join(HEAD), folder.join(EXPERIMENT));
    if head_path.exists() {
        let header = read_header(folder)?;
        let other = |of: String| RunError::Other {
            folder: folder.to_owned(),
            of,
        };
        let theirs = fs::read_to_string(&text_path).map_err(file_error(&text_path, "read"))?;
        if theirs != text || header.experiment != text_sum(&text) {
            return Err(other("of another experiment".to_owned()));
        }
        let (old, new) = (&header.program, program);
        if old.version != new.version {
            return Err(other(format!(
                "by version {} of the program, and this is {}",
                old.version, new.version
            )));
        }
        if let (Some(old), Some(new)) = (&old.commit, &new.commit)
            && old != new
        {
            return Err(other(format!(
                "by a program built from commit {old}, and this one is from {new}"
            )));
        }
        if !folder.join(INDEX).exists() {
            greet(experiment)?;
        }
        return Ok(());
    }
    if let Ok(entries) = fs::read_dir(folder) {
        let begun = fs::read_to_string(&text_path).is_ok_and(|theirs| theirs == text);
        if !begun && entries.count() > 0 {
            return Err(RunError::NoRun {
                folder: folder.to_owned(),
                problem: format!(
                    "it has no {HEAD} but other files; choose an empty folder or a new one"
                ),
            });
        }
    }
    let engines = greet(experiment)?;
    fs::create_dir_all(folder).map_err(file_error(folder, "made"))?;
    write_file(&text_path, text.as_bytes())?;
    let header = RunHeader {
        format: FORMAT.to_owned(),
        version: VERSION,
        program: program.clone(),
        machine: Machine::this(),
        started: now(),
        engines,
        experiment: text_sum(&text),
    };
    let json = serde_json::to_string_pretty(&header).expect("texts and numbers can be JSON");
    write_file(&head_path, json.as_bytes())
}

/// Writes a file so that it is there as a whole or not at all.
fn write_file(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    let part = with_ending(path, "part");
    fs::write(&part, bytes).map_err(file_error(path, "written"))?;
    fs::rename(&part, path).map_err(file_error(path, "written"))
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// Reads what `run.json` says.
pub(crate) fn read_header(folder: &Path) -> Result<RunHeader, RunError> {
    let path = folder.join(HEAD);
    let no_run = |problem: String| RunError::NoRun {
        folder: folder.to_owned(),
        problem,
    };
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(no_run(format!("it has no {HEAD}")));
        }
        Err(error) => return Err(file_error(&path, "read")(error)),
    };
    let header: RunHeader =
        serde_json::from_str(&text).map_err(|error| no_run(format!("{HEAD}: {error}")))?;
    if header.format != FORMAT || header.version != VERSION {
        return Err(no_run(format!(
            "it is \"{}\" version {}; a run is \"{FORMAT}\" version {VERSION}",
            header.format, header.version
        )));
    }
    Ok(header)
}

/// What the lines so far come to.
struct State {
    summary: Option<Summary>,
    /// The first number that is missing.
    next: u64,
    total: u64,
}

/// What can be added to a summary, if there is one.
pub(crate) trait Counted {
    fn count(&self, summary: &mut Summary) -> Decision;
    /// Whether it fits the plan.
    fn fits(&self, plan: &Plan) -> bool;
    /// The first line of the table.
    fn heading(plan: &Plan) -> String;
    /// Its rows.
    fn rows(&self, plan: &Plan, rows: &mut String);
}

impl State {
    fn add<T: Counted>(&mut self, line: &T) -> ControlFlow<()> {
        self.next += 1;
        let summary = self.summary.as_mut();
        goes_on(summary.map_or(Decision::Continue, |summary| line.count(summary)))
    }

    fn is_complete(&self) -> bool {
        let decision = self
            .summary
            .as_ref()
            .map_or(Decision::Continue, Summary::decision);
        self.next >= self.total || decision != Decision::Continue
    }
}

/// Writes lines as they come, and adds them up in order.
struct Keeper<'a, 'b, T> {
    plan: &'a Plan,
    file: File,
    path: PathBuf,
    /// How long the file is up to its last whole line.
    length: u64,
    lines: u64,
    text: String,
    state: State,
    before: u64,
    progress: &'a mut (dyn FnMut(&Progress<'_>) + 'b),
    kept: PhantomData<T>,
}

impl<T: Kept + Counted> Keeper<'_, '_, T> {
    /// Reads the lines of an earlier call, drops a torn end, and gives back those that are ahead
    /// of a missing one.
    fn read_on(&mut self) -> Result<BTreeMap<u64, T>, RunError> {
        let mut waiting = BTreeMap::new();
        let mut reader = BufReader::new(&self.file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line);
            let read = read.map_err(file_error(&self.path, "read"))?;
            if line.last() != Some(&b'\n') {
                break;
            }
            self.lines += 1;
            self.length += read as u64;
            let wrong = |problem: String| RunError::Line {
                file: self.path.clone(),
                line: self.lines,
                problem,
            };
            let kept: T = parse_line(&line).map_err(|error| wrong(error.to_string()))?;
            let number = kept.number();
            if number >= self.state.total || !kept.fits(self.plan) {
                return Err(wrong(format!(
                    "{} {number} is none of this experiment",
                    T::NAME
                )));
            }
            if number < self.state.next || waiting.insert(number, kept).is_some() {
                return Err(wrong(format!("{} {number} is there twice", T::NAME)));
            }
            while !self.state.is_complete()
                && let Some(kept) = waiting.remove(&self.state.next)
            {
                let _ = self.state.add(&kept);
            }
        }
        self.before = self.lines;
        self.file
            .set_len(self.length)
            .map_err(file_error(&self.path, "written"))?;
        Ok(waiting)
    }
}

pub(crate) fn parse_line<T: Numbered>(line: &[u8]) -> Result<T, LineError> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = std::str::from_utf8(line).map_err(|_| LineError::Changed)?;
    T::read(line)
}

impl<T: Kept + Counted> Sink<T> for Keeper<'_, '_, T> {
    type Error = RunError;

    fn take(&mut self, results: &[(u64, T)]) -> Result<(), RunError> {
        self.text.clear();
        for (_, result) in results {
            result.write(&mut self.text);
        }
        if let Err(problem) = self.file.write_all(self.text.as_bytes()) {
            // Whole lines stay, what is torn goes.
            let length = self.file.metadata().map_or(self.length, |file| file.len());
            let written = length.saturating_sub(self.length) as usize;
            let written = &self.text.as_bytes()[..written.min(self.text.len())];
            let lines = written.iter().filter(|&&byte| byte == b'\n').count();
            let whole = written.iter().rposition(|&byte| byte == b'\n');
            self.length += whole.map_or(0, |at| at as u64 + 1);
            self.lines += lines as u64;
            let _ = self.file.set_len(self.length);
            return Err(RunError::Full {
                file: self.path.clone(),
                problem,
                done: self.lines,
                name: T::NAME,
            });
        }
        self.length += self.text.len() as u64;
        self.lines += results.len() as u64;
        Ok(())
    }

    fn next(&mut self, result: T) -> ControlFlow<()> {
        self.state.add(&result)
    }

    fn tick(&mut self) {
        (self.progress)(&Progress {
            done: self.lines,
            total: self.state.total,
            before: self.before,
            summary: self.state.summary.as_ref(),
        });
    }
}

/// How many lines a part of the compressed file holds.
const PART: usize = 4096;

/// How hard lines are compressed: more takes longer and saves little on moves.
const LEVEL: i32 = 6;

/// A line of which no more is known than that nobody changed it, and its number.
struct Unread<T> {
    number: u64,
    line: String,
    kept: PhantomData<fn() -> T>,
}

impl<T: Kept> Numbered for Unread<T> {
    fn number(&self) -> u64 {
        self.number
    }

    fn read(line: &str) -> Result<Self, LineError> {
        let number = line
            .strip_prefix("{\"")
            .and_then(|rest| rest.strip_prefix(T::NAME)?.strip_prefix("\":"))
            .and_then(|rest| rest.split(',').next()?.parse().ok())
            .filter(|_| is_sealed(line));
        Ok(Self {
            number: number.ok_or(LineError::Changed)?,
            line: line.to_owned(),
            kept: PhantomData,
        })
    }
}

/// A part of the compressed file and its rows of the table.
struct Packed {
    bytes: Vec<u8>,
    rows: String,
}

/// Reads the next lines and packs them; nothing at the end. Only one thread reads at a time.
fn next_part<T: Kept + Counted>(
    unread: &Mutex<(usize, impl Iterator<Item = Result<Unread<T>, RunError>>)>,
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
        lines => Some((number, lines.and_then(|lines| pack(&lines, plan, file)))),
    }
}

fn pack<T: Kept + Counted>(
    lines: &[Unread<T>],
    plan: &Plan,
    file: &Path,
) -> Result<Packed, RunError> {
    let (mut text, mut rows) = (String::new(), String::new());
    for Unread { number, line, .. } in lines {
        let kept = T::read(line).map_err(|error| RunError::Line {
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
fn complete<T: Kept + Counted>(
    folder: &Path,
    plan: &Plan,
    done: u64,
    threads: usize,
) -> Result<(), RunError> {
    let plain = lines_file(folder, T::NAME);
    let packed = with_ending(&plain, "zst");
    let results = folder.join(RESULTS);
    let [packed_part, results_part] = [&packed, &results].map(|path| with_ending(path, "part"));
    let create = |path: &Path| File::create(path).map_err(file_error(path, "written"));
    let mut packed_file = create(&packed_part)?;
    let mut table = create(&results_part)?;
    let packed_written =
        |result: std::io::Result<()>| result.map_err(file_error(&packed, "written"));
    let table_written =
        |result: std::io::Result<()>| result.map_err(file_error(&results, "written"));
    table_written(table.write_all(T::heading(plan).as_bytes()))?;
    let mut lines = reader::plain_lines::<Unread<T>>(&plain)?;
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
                while let Some(part) = next_part(unread, plan, packed)
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
    write_file(&folder.join(INDEX), json.as_bytes())?;
    // From here on the run is complete; the plain file is only in the way.
    fs::remove_file(&plain).map_err(file_error(&plain, "removed"))
}
