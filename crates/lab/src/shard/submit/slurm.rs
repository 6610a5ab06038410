//! Slurm: an array with a task for each shard, and a job that merges after it. Both are scripts that people
//! may read and edit; what is there is never written again. A submission is there as a whole or not at all.

mod scripts;

use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use self::scripts::{MERGE, SHARD};
pub use self::scripts::{scripts_of, wave_of};
use super::{Submission, Submitted};
use crate::shard::error::{ShardError, file_error};
use crate::shard::{Numbers, Status, status};

/// What was submitted, a line each time; a folder that has it was submitted before.
const JOBS: &str = "jobs.txt";

/// Slurm takes tasks with numbers below 1001 unless its administrator says otherwise.
const ARRAY: u64 = 1000;

/// What sbatch says before it tries again for two minutes, when there are too many jobs.
const TOO_MANY: &str = "unable to accept job";

/// Writes the scripts, unless they are there, and hands them over to Slurm.
///
/// # Errors
/// Returns an error if the folder was submitted before, unless what is missing is submitted, if the scripts cannot be
/// written, or Slurm refuses: then nothing is submitted, and nothing that was written is left.
pub fn slurm(submission: &Submission, stop: &AtomicBool) -> Result<Submitted, ShardError> {
    let folder = &submission.folder;
    let noted = folder.join(JOBS);
    if noted.exists() && !submission.as_they_are {
        return Err(ShardError::Other {
            folder: folder.clone(),
            problem: "was submitted before; --missing submits what is missing".to_owned(),
        });
    }
    let now = status(folder, 1, stop)?;
    let written = submission.write_scripts(now.shards)?;
    let log = folder.join("log");
    fs::create_dir_all(&log).map_err(file_error(&log, "made"))?;
    let mut jobs = Vec::new();
    match hand_over(submission, &now, &mut jobs, stop) {
        Ok(submitted) => {
            // Slurm has them: a note that cannot be written must not say otherwise.
            let _ = note(&noted, &submitted);
            Ok(submitted)
        }
        Err(Refusal::NotStarted(why)) if jobs.is_empty() => Err(ShardError::Temporary(format!(
            "sbatch cannot be started: {why}; the scripts are written, and a machine of the \
             cluster can submit them with --missing"
        ))),
        Err(refusal) => {
            let left = cancel(&jobs);
            for script in &written {
                let _ = fs::remove_file(script);
            }
            let _ = fs::remove_dir(&log);
            Err(match (refusal, left) {
                (Refusal::Stopped, None) => ShardError::Interrupted,
                (refusal, left) => {
                    let left = left.unwrap_or_else(|| "nothing is submitted".to_owned());
                    ShardError::Temporary(format!("{}; {left}", refusal.sentence()))
                }
            })
        }
    }
}

/// Why Slurm has not taken something.
enum Refusal {
    NotStarted(std::io::Error),
    Refused(String),
    Stopped,
}

impl Refusal {
    fn sentence(self) -> String {
        match self {
            Self::NotStarted(why) => format!("sbatch cannot be started: {why}"),
            Self::Refused(why) => format!("Slurm refused: {why}"),
            Self::Stopped => "stopped".to_owned(),
        }
    }
}

/// Submits the shards that are missing, as arrays, and the merge after them.
fn hand_over(
    submission: &Submission,
    now: &Status,
    jobs: &mut Vec<String>,
    stop: &AtomicBool,
) -> Result<Submitted, Refusal> {
    let (shard, merge) = (submission.folder.join(SHARD), submission.folder.join(MERGE));
    let wave = submission.wave.map_or(usize::MAX, |wave| wave as usize);
    let shards = now.missing.first(wave);
    let all: Vec<u64> = shards.iter().collect();
    let size = array_size();
    for array in all.chunk_by(|one, other| one / size == other / size) {
        let first = array[0] / size * size;
        let tasks: Numbers = array.iter().map(|shard| shard - first).collect();
        let options = [
            format!("--array={tasks}"),
            format!("--export=ALL,KAESU_FIRST={first}"),
        ];
        jobs.push(sbatch(&options, &shard, None, stop)?);
    }
    // Also after a shard has failed: then the merge says what is missing.
    let after = format!("--dependency=afterany:{}", jobs.join(":"));
    let options = if jobs.is_empty() {
        &[][..]
    } else {
        &[after][..]
    };
    // Without these the rule is not asked for more: a wave that fails is not submitted again and again.
    let first = all.last().map(|last| (last + 1).to_string());
    let merge = sbatch(options, &merge, first, stop)?;
    Ok(Submitted {
        shards,
        jobs: jobs.clone(),
        merge,
        decided: now.decided,
    })
}

/// Returns how many tasks an array may have, as far as this cluster allows fewer than usual.
fn array_size() -> u64 {
    let told = Command::new("scontrol").args(["show", "config"]).output();
    let told = told.map(|told| String::from_utf8_lossy(&told.stdout).into_owned());
    let told = told.unwrap_or_default();
    let size = told.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == "MaxArraySize").then(|| value.trim().parse().ok())?
    });
    // An array of one is a job of its own where arrays are not allowed at all.
    size.unwrap_or(ARRAY).clamp(1, ARRAY)
}

/// Hands a script over; returns the number that Slurm gives it.
fn sbatch(
    options: &[String],
    script: &Path,
    argument: Option<String>,
    stop: &AtomicBool,
) -> Result<String, Refusal> {
    let mut command = Command::new("sbatch");
    command.arg("--parsable").args(options).arg(script);
    command.args(argument).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(Refusal::NotStarted)?;
    let (mut out, mut why) = (child.stdout.take(), child.stderr.take());
    let said = std::thread::spawn(move || {
        let mut said = String::new();
        let _ = out.as_mut().map(|out| out.read_to_string(&mut said));
        said
    });
    // A character at a time, because it may go on after what is waited for.
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut byte = [0];
        while let Some(Ok(1)) = why.as_mut().map(|why| why.read(&mut byte)) {
            let _ = sender.send(byte[0]);
        }
    });
    let mut complaint = Vec::new();
    let ended = loop {
        let ended = child.try_wait().map_err(Refusal::NotStarted)?;
        complaint.extend(receiver.try_iter());
        if ended.is_some() {
            break ended;
        }
        let too_many = String::from_utf8_lossy(&complaint).contains(TOO_MANY);
        let stopped = stop.load(Ordering::Relaxed);
        if too_many || stopped {
            let _ = child.kill();
            let _ = child.wait();
            if stopped {
                return Err(Refusal::Stopped);
            }
            break None;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let said = said.join().unwrap_or_default();
    let number = said.trim().split(';').next().unwrap_or_default();
    if ended.is_some_and(|ended| ended.success()) && !number.is_empty() {
        return Ok(number.to_owned());
    }
    complaint.extend(receiver.iter());
    let why = String::from_utf8_lossy(&complaint);
    let last = why.lines().rfind(|line| !line.trim().is_empty());
    let last = last.unwrap_or("it does not say why");
    Err(Refusal::Refused(last.replace("sbatch: error: ", "")))
}

/// Takes jobs back; says which ones Slurm keeps.
fn cancel(jobs: &[String]) -> Option<String> {
    if jobs.is_empty() {
        return None;
    }
    let cancelled = Command::new("scancel").args(jobs).output();
    let cancelled = cancelled.is_ok_and(|output| output.status.success());
    (!cancelled).then(|| format!("jobs {} could not be cancelled", jobs.join(", ")))
}

/// Keeps for people what was submitted.
fn note(path: &PathBuf, submitted: &Submitted) -> std::io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    let (shards, jobs) = (&submitted.shards, submitted.jobs.join(", "));
    let merge = &submitted.merge;
    if shards.is_empty() {
        writeln!(file, "merge: job {merge}")
    } else {
        writeln!(file, "shards {shards}: job {jobs}; merge: job {merge}")
    }
}
