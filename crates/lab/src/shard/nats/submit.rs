//! Putting the shards of a folder into the queue.

use std::fs;
use std::path::Path;
use std::time::Duration;

use async_nats::jetstream::message::PublishMessage;

use super::hub::{self, Hub};
use super::on_this_thread;
use crate::run::{EXPERIMENT, now};
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

/// Puts what is missing of a divided folder into the queue of a server. With `again`, what is left in the queue
/// is replaced, also shards that failed too often.
///
/// # Errors
/// Returns an error if the folder has no shards, or the server cannot be reached or refuses.
pub fn submit(
    url: &str,
    folder: &Path,
    lease: Duration,
    again: bool,
) -> Result<Queued, ShardError> {
    let division = Division::read(folder)?;
    let missing = status(folder, 1)?.missing;
    let files = [EXPERIMENT, DIVISION].map(|name| (name, folder.join(name)));
    on_this_thread(async {
        let hub = Hub::connect(url).await?;
        let key = division.key();
        hub.set_lease(lease).await?;
        if missing.is_empty() {
            return Ok(Queued::default());
        }
        let store = hub.make_store(&key).await?;
        for (name, path) in &files {
            let bytes = fs::read(path).map_err(file_error(path, "read"))?;
            hub.write(&store, name, &bytes).await?;
        }
        let subject = hub::subject(&key);
        // What is submitted once more must not be taken for what was submitted before.
        let mut round = 0;
        if again {
            let purged = hub.queue().await?.purge().filter(&subject).await;
            purged.map_err(hub.refused("does not empty its queue"))?;
            round = now();
        }
        let mut refused = 0;
        for shard in missing.iter() {
            let of = division.shards;
            let queued = hub::Queued {
                key: key.clone(),
                shard,
                of,
            };
            let payload = serde_json::to_vec(&queued).expect("texts and numbers can be JSON");
            let message = PublishMessage::build()
                .payload(payload.into())
                .message_id(format!("{key}-{shard}-{of}-{round}"));
            let taken = hub.context.send_publish(subject.clone(), message).await;
            let taken = taken.map_err(hub.refused("does not take shards"))?.await;
            let taken = taken.map_err(hub.refused("does not take shards"))?;
            refused += u64::from(taken.duplicate);
        }
        Ok(Queued {
            shards: missing,
            refused,
        })
    })
}
