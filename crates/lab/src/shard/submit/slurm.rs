//! Slurm: an array with a task for each shard, and a job that merges after it. Both are scripts that people
//! may read and edit; what is there is never written again.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Submission, Submitted};
use crate::shard::Numbers;
use crate::shard::error::{ShardError, file_error};
use crate::shard::own_file::write_first;
use crate::shard::status;

/// The scripts, in the folder of the shards.
const SHARD: &str = "shard.sh";
const MERGE: &str = "merge.sh";

/// Slurm takes tasks with numbers below 1001 unless its administrator allows more.
const ARRAY: u64 = 1000;

/// Writes the scripts, unless they are there, and hands them over to Slurm.
///
/// # Errors
/// Returns an error if the scripts cannot be written, or Slurm refuses.
pub fn slurm(submission: &Submission) -> Result<Submitted, ShardError> {
    let folder = &submission.folder;
    let now = status(folder, 1)?;
    for (name, text) in [
        (SHARD, submission.shard_script(now.shards)),
        (MERGE, submission.merge_script()),
    ] {
        let path = folder.join(name);
        if !path.exists() {
            write_first(&path, text.as_bytes()).map_err(file_error(&path, "written"))?;
        }
    }
    let log = folder.join("log");
    fs::create_dir_all(&log).map_err(file_error(&log, "made"))?;

    let wave = submission.wave.map_or(usize::MAX, |wave| wave as usize);
    let shards = now.missing.first(wave);
    let all: Vec<u64> = shards.iter().collect();
    let mut jobs = Vec::new();
    for array in all.chunk_by(|one, other| one / ARRAY == other / ARRAY) {
        let first = array[0] / ARRAY * ARRAY;
        let tasks: Numbers = array.iter().map(|shard| shard - first).collect();
        let options = [
            format!("--array={tasks}"),
            format!("--export=ALL,KAESU_FIRST={first}"),
        ];
        jobs.push(sbatch(&folder.join(SHARD), &options)?);
    }
    // Also after a shard has failed: then the merge says what is missing.
    let after = format!("--dependency=afterany:{}", jobs.join(":"));
    let options = if jobs.is_empty() {
        &[][..]
    } else {
        &[after][..]
    };
    let merge = sbatch(&folder.join(MERGE), options)?;
    Ok(Submitted {
        shards,
        jobs,
        merge: Some(merge),
    })
}

/// Hands a script over; returns the number that Slurm gives it.
fn sbatch(script: &Path, options: &[String]) -> Result<String, ShardError> {
    let mut command = Command::new("sbatch");
    command.arg("--parsable").args(options).arg(script);
    let output = command.output().map_err(|error| {
        ShardError::Temporary(format!(
            "sbatch cannot be started: {error}; the scripts are written, and a machine of the \
             cluster can submit them with --missing"
        ))
    })?;
    let said = String::from_utf8_lossy(&output.stdout);
    let number = said.trim().split(';').next().unwrap_or_default();
    if output.status.success() && !number.is_empty() {
        return Ok(number.to_owned());
    }
    let why = String::from_utf8_lossy(&output.stderr);
    let why = why.lines().last().unwrap_or("it does not say why");
    Err(ShardError::Temporary(format!("Slurm refused: {why}")))
}

/// Returns a path as a word of a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

impl Submission {
    fn head(&self, what: &str, log: &str) -> String {
        let folder = &self.folder;
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let mut text = format!(
            "#!/bin/sh\n# {what} Written by `kaesu lab submit`, which leaves it as it is when it was edited.\n\
             #SBATCH --job-name=\"kaesu-{}\"\n#SBATCH --output=\"{}/log/{log}\"\n#SBATCH --open-mode=append\n",
            name.replace(['"', '\n'], ""),
            folder.display()
        );
        for option in &self.options {
            let _ = writeln!(text, "#SBATCH {option}");
        }
        text
    }

    fn shard_script(&self, count: u64) -> String {
        let what =
            "One task of the array makes one shard; exit 2 means that trying again is of no use.";
        let (kaesu, folder) = (quoted(&self.kaesu), quoted(&self.folder));
        let threads = self.threads;
        format!(
            "{head}#SBATCH --requeue\n#SBATCH --cpus-per-task={threads}\n\
             shard=$((${{KAESU_FIRST:-0}} + SLURM_ARRAY_TASK_ID))\n\
             exec {kaesu} lab shard {folder}/experiment.toml --shard \"$shard/{count}\" --out {folder} \
             --threads {threads}\n",
            head = self.head(what, "shard-%A_%a.txt"),
        )
    }

    fn merge_script(&self) -> String {
        let what = "Merges what the shards have made.";
        let [kaesu, folder, run] = [&self.kaesu, &self.folder, &self.run].map(|path| quoted(path));
        let mut text = self.head(what, "merge-%j.txt");
        let merge = format!("{kaesu} lab merge {folder} --run {run}");
        match self.wave {
            None => {
                let _ = writeln!(text, "exec {merge}");
            }
            Some(wave) => {
                let _ = write!(
                    text,
                    "{merge}\ncode=$?\n\
                     # 3: all shards so far are whole, and the stopping rule wants more games.\n\
                     if [ $code -eq 3 ]; then\n    \
                     exec {kaesu} lab submit {folder}/experiment.toml --to slurm --missing --wave {wave} \
                     --out {folder} --run {run}\nfi\nexit $code\n"
                );
            }
        }
        text
    }
}
