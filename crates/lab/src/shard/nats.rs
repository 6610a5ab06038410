//! NATS JetStream, for machines without a scheduler or a disk they share: shards wait in a queue, workers take
//! them on a lease, and parts come back through an object store.
//!
//! A shard is taken off the queue after its part is stored, so that a worker or server that dies at any time
//! loses nothing; one that is made twice has the same part. What counts against a shard is what it does itself:
//! a failure is kept in the store with its reason, and after so many the shard is given up until it is submitted again.

mod collect;
mod files;
mod hub;
mod submit;
#[cfg(test)]
mod tests;
mod work;

use std::future::Future;
use std::time::Duration;

pub use self::collect::{CollectOptions, collect};
pub use self::submit::{Queued, submit};
pub use self::work::{WorkOptions, work};

use crate::shard::error::ShardError;

/// How long to wait before a server that does not answer is asked again.
const PAUSE: Duration = Duration::from_millis(500);

/// How often a shard may fail by itself before somebody should look why.
const TRIES: usize = 5;

/// Runs what talks to the server, on this thread.
fn on_this_thread<T>(work: impl Future<Output = Result<T, ShardError>>) -> Result<T, ShardError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| ShardError::Temporary(format!("no runtime: {error}")))?;
    runtime.block_on(work)
}
