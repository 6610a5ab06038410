//! The scripts that Slurm runs.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::Submission;
use crate::shard::error::{ShardError, file_error};
use crate::shard::own_file::write_first;

/// The scripts, in the folder of the shards.
pub(super) const SHARD: &str = "shard.sh";
pub(super) const MERGE: &str = "merge.sh";

/// Returns which scripts a folder has.
#[must_use]
pub fn scripts_of(folder: &Path) -> Vec<PathBuf> {
    let mut scripts = [SHARD, MERGE].map(|name| folder.join(name)).to_vec();
    scripts.retain(|script| script.exists());
    scripts
}

/// Returns how many shards at a time the script of a folder submits; `None` if it does not say.
#[must_use]
pub fn wave_of(folder: &Path) -> Option<u64> {
    let text = crate::run::read_text(&folder.join(MERGE)).ok()?;
    let (_, rest) = text.split_once("--wave ")?;
    rest.split_whitespace().next()?.parse().ok()
}

/// Returns a path as a word of a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

/// Returns a path as Slurm reads it in a script, where quotes end a word and % begins a pattern.
fn in_pattern(path: &Path) -> String {
    let path = path.display().to_string();
    path.replace('"', "\\\"").replace('%', "%%")
}

impl Submission {
    /// Writes the scripts that are not there, and returns them. One that is there has to be as it would be written,
    /// unless it is to be taken as it is.
    pub(super) fn write_scripts(&self, count: u64) -> Result<Vec<PathBuf>, ShardError> {
        let texts = [
            (SHARD, self.shard_script(count)),
            (MERGE, self.merge_script()),
        ];
        let there = scripts_of(&self.folder);
        let mut written = Vec::new();
        for (name, text) in texts {
            let path = self.folder.join(name);
            if !there.contains(&path) {
                write_first(&path, text.as_bytes()).map_err(file_error(&path, "written"))?;
                written.push(path);
            } else if !self.as_they_are && fs::read_to_string(&path).ok() != Some(text) {
                return Err(ShardError::Foreign {
                    file: path,
                    problem: "is not what this command would write; --missing submits it as it is"
                        .to_owned(),
                });
            }
        }
        Ok(written)
    }

    fn head(&self, what: &str, log: &str) -> String {
        let folder = &self.folder;
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let mut text = format!(
            "#!/bin/sh\n# {what} Written by `kaesu lab submit`, which leaves it as it is when it was edited.\n\
             #SBATCH --job-name=\"kaesu-{}\"\n#SBATCH --output=\"{}/log/{log}\"\n#SBATCH --open-mode=append\n",
            name.replace('"', ""),
            in_pattern(folder)
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
                    "# So many of the first shards have to be there, or the next wave is not submitted.\n\
                     {merge} --first \"${{1:-0}}\"\ncode=$?\n\
                     # 3: all shards so far are whole, and the stopping rule wants more games.\n\
                     if [ $code -eq 3 ]; then\n    \
                     exec {kaesu} lab submit {folder}/experiment.toml --to slurm --missing --wave {wave} \
                     --out {folder}\nfi\nexit $code\n"
                );
            }
        }
        text
    }
}
