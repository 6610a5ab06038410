//! Putting the shards of a folder into the queue.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::files::Files;
use super::hub::{Hub, name_queue, queue_of};
use super::on_this_thread;
use crate::run::EXPERIMENT;
use crate::shard::division::{DIVISION, Division};
use crate::shard::error::{ShardError, file_error};
use crate::shard::{Numbers, status};

/// What was put into the queue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queued {
    /// The shards.
    pub shards: Numbers,
    /// How many of them were there before and were refused.
    pub refused: u64,
}

/// Puts what is missing of a divided folder into the queue of a server, unless it waits there. Shards that failed
/// too often are tried again as if they were new.
///
/// # Errors
/// Returns an error if the folder has no shards, the server cannot be reached or refuses, or it was stopped.
pub fn submit(
    url: &str,
    folder: &Path,
    lease: Duration,
    stop: &AtomicBool,
) -> Result<Queued, ShardError> {
    let of = Division::read(folder)?.shards;
    let missing = status(folder, 1, stop)?.missing;
    on_this_thread(async {
        let hub = Hub::connect(url).await?;
        if missing.is_empty() {
            return Ok(Queued::default());
        }
        name_queue(folder)?;
        let key = queue_of(folder)?;
        let files = Files::make(&hub, &key).await?;
        for name in [EXPERIMENT, DIVISION] {
            let path = folder.join(name);
            let bytes = fs::read(&path).map_err(file_error(&path, "read"))?;
            files.write(name, &bytes).await?;
        }
        hub.open(&key, lease).await?;
        let go_on = |_: &u64| !stop.load(Ordering::Relaxed);
        let new = hub.put(&key, of, missing.iter().take_while(go_on)).await?;
        let failures = files.list(of).await?.failures;
        for shard in new.iter() {
            for failure in failures.get(&shard).into_iter().flatten() {
                files.remove(failure).await?;
            }
        }
        if stop.load(Ordering::Relaxed) {
            let told = "stopped: some shards wait, and the same command brings the others";
            return Err(ShardError::Temporary(told.to_owned()));
        }
        Ok(Queued {
            refused: (missing.len() - new.len()) as u64,
            shards: missing,
        })
    })
}
