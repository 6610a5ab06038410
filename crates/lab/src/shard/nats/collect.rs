//! Bringing parts home and merging them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use futures_util::StreamExt;
use tokio::time::sleep;

use super::hub::Hub;
use super::{PAUSE, on_this_thread};
use crate::run::{Program, write_whole};
use crate::shard::Shard;
use crate::shard::division::Division;
use crate::shard::error::ShardError;
use crate::shard::make::put_aside;
use crate::shard::merge::{Merged, merge};
use crate::shard::part::shard_of;
use crate::shard::status;

/// How parts are collected.
pub struct CollectOptions<'a> {
    /// The server.
    pub url: &'a str,
    /// The folder of the shards, as it was submitted.
    pub folder: &'a Path,
    /// The run that the parts become.
    pub run: &'a Path,
    /// Which program this is.
    pub program: Program,
    /// How many threads merge.
    pub threads: usize,
    /// Ends the waiting.
    pub stop: &'a AtomicBool,
    /// Hears how many shards are here, and of how many.
    pub progress: &'a mut dyn FnMut(u64, u64),
}

/// Collects parts as they come and merges them as soon as they are enough; shards that are no longer wanted are
/// taken off the queue.
///
/// # Errors
/// Returns an error if the folder has no shards, the server cannot be reached at first, a part does not belong to
/// the others, or the waiting was ended.
pub fn collect(options: &mut CollectOptions<'_>) -> Result<Merged, ShardError> {
    let folder = options.folder;
    let division = Division::read(folder)?;
    let (experiment, _) = division.experiment(folder)?;
    let (key, count) = (division.key(), division.shards);
    let mut missing: BTreeSet<u64> = status(folder, options.threads)?.missing.iter().collect();
    on_this_thread(async {
        let hub = Hub::connect(options.url).await?;
        let mut news = true;
        loop {
            let start = Instant::now();
            news |= bring(&hub, &key, folder, &mut missing).await?;
            (options.progress)(count - missing.len() as u64, count);
            if news && (missing.is_empty() || experiment.stop.is_some()) {
                match merge(folder, options.run, &options.program, options.threads) {
                    Ok(merged) => {
                        // A server that is away keeps what nobody needs.
                        let _ = hub.forget(&key).await;
                        return Ok(merged);
                    }
                    Err(ShardError::Missing { .. } | ShardError::Undecided { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
            news = false;
            if options.stop.load(Ordering::Relaxed) {
                let missing = missing.into_iter().collect();
                return Err(ShardError::Missing { missing, count });
            }
            // Looking should cost the server little, however many parts it has.
            sleep(PAUSE.max(4 * start.elapsed())).await;
        }
    })
}

/// Brings those missing parts that are in the store. What does not come now, because the server is away, comes
/// later. Reports whether any came.
async fn bring(
    hub: &Hub,
    key: &str,
    folder: &Path,
    missing: &mut BTreeSet<u64>,
) -> Result<bool, ShardError> {
    if missing.is_empty() {
        return Ok(false);
    }
    let store = match hub.store(key).await {
        Ok(Some(store)) => store,
        Ok(None) => {
            return Err(ShardError::Other {
                folder: folder.to_owned(),
                problem: "is not at the server; kaesu lab submit --missing brings it there"
                    .to_owned(),
            });
        }
        Err(_) => return Ok(false),
    };
    let Ok(mut list) = store.list().await else {
        return Ok(false);
    };
    let mut come = Vec::new();
    while let Some(Ok(object)) = list.next().await {
        let shard = shard_of(&object.name).map(Shard::number);
        come.extend(
            shard
                .filter(|shard| missing.contains(shard))
                .map(|shard| (shard, object.name)),
        );
    }
    let mut any = false;
    for (shard, name) in come {
        let Ok(bytes) = hub.read(&store, &name).await else {
            continue;
        };
        let path = folder.join(&name);
        if path.exists() {
            put_aside(&path)?;
        }
        write_whole(&path, &bytes)?;
        any |= missing.remove(&shard);
    }
    Ok(any)
}
