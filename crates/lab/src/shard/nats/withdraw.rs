//! Taking back what was submitted.

use std::path::Path;

use super::files::Files;
use super::hub::{Hub, not_submitted, queue_of};
use super::on_this_thread;
use crate::shard::error::ShardError;

/// Has a server forget a folder: shards that wait are taken off the queue, parts that were not collected are removed,
/// and workers that are at it bring theirs nowhere. Returns how many shards waited or were being made.
///
/// # Errors
/// Returns an error if the server cannot be reached, or does not know the folder.
pub fn withdraw(url: &str, folder: &Path) -> Result<u64, ShardError> {
    let key = queue_of(folder)?;
    on_this_thread(async {
        let hub = Hub::connect(url).await?;
        let waiting = hub.submission(&key).await?.map(|there| there.left);
        let files = Files::find(&hub, &key).await?.is_some();
        if waiting.is_none() && !files {
            return Err(not_submitted(folder));
        }
        hub.close(&key).await?;
        Files::forget(&hub, &key).await?;
        Ok(waiting.unwrap_or(0))
    })
}
