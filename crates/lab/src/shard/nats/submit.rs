//! Putting the shards of a folder into the queue.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::files::Files;
use super::hub::{Hub, name_queue, queue_of, unname_queue};
use super::on_this_thread;
use crate::run::EXPERIMENT;
use crate::shard::division::{DIVISION, Division};
use crate::shard::error::{ShardError, file_error};
use crate::shard::{Numbers, status};

/// How long a worker may be silent unless something else is said.
pub const LEASE: Duration = Duration::from_secs(120);

/// What was put into the queue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queued {
    /// The shards.
    pub shards: Numbers,
    /// How many of them were there before and were refused.
    pub refused: u64,
}

/// Puts what is missing of a divided folder into the queue of a server, unless it waits there. Shards that failed
/// too often are tried again as if they were new. Without a lease it stays as it is, or is [`LEASE`].
///
/// # Errors
/// Returns an error if the folder has no shards, the server cannot be reached or refuses, or it was stopped. What was
/// submitted for the first time and refused leaves nothing behind.
pub fn submit(
    url: &str,
    folder: &Path,
    lease: Option<Duration>,
    stop: &AtomicBool,
) -> Result<Queued, ShardError> {
    let of = Division::read(folder)?.shards;
    let missing = status(folder, 1, stop)?.missing;
    on_this_thread(async {
        let hub = Hub::connect(url).await?;
        if missing.is_empty() {
            return Ok(Queued::default());
        }
        let named = name_queue(folder)?;
        let key = queue_of(folder)?;
        let new = match put(&hub, folder, &key, (&missing, of), lease, stop).await {
            Ok(new) => new,
            Err(error) => {
                if named {
                    let _ = hub.close(&key).await;
                    let _ = Files::forget(&hub, &key).await;
                    unname_queue(folder);
                }
                return Err(error);
            }
        };
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

/// Brings what workers need to the server, and the shards into its queue; returns those that were not there before.
async fn put(
    hub: &Hub,
    folder: &Path,
    key: &str,
    (missing, of): (&Numbers, u64),
    lease: Option<Duration>,
    stop: &AtomicBool,
) -> Result<Numbers, ShardError> {
    let files = Files::make(hub, key).await?;
    for name in [EXPERIMENT, DIVISION] {
        let path = folder.join(name);
        let bytes = fs::read(&path).map_err(file_error(&path, "read"))?;
        files.write(name, &bytes).await?;
    }
    let lease = match (lease, hub.submission(key).await?) {
        (Some(lease), _) => lease,
        (None, Some(there)) => there.lease,
        (None, None) => LEASE,
    };
    hub.open(key, lease).await?;
    let go_on = |_: &u64| !stop.load(Ordering::Relaxed);
    let new = hub.put(key, of, missing.iter().take_while(go_on)).await?;
    let stored = files.list(of).await?;
    for shard in new.iter() {
        for name in stored.against(shard) {
            files.remove(name).await?;
        }
    }
    Ok(new)
}
