//! NATS JetStream, for machines without a scheduler or a disk they share: shards wait in a queue, workers take
//! them on a lease, and parts come back through an object store.
//!
//! A shard is taken off the queue after its part is stored, so that a worker or server that dies at any time
//! loses nothing; one that is made twice has the same part. What counts against a shard is what it does itself:
//! a failure is kept in the store with its reason, and after so many the shard is given up until it is submitted again. A
//! worker also keeps there that it has begun, until it ends in good order: a shard that kills whoever makes it is given
//! up by what they left.

mod collect;
mod files;
mod hub;
mod submit;
#[cfg(test)]
mod tests;
mod withdraw;
mod work;

use std::future::Future;
use std::time::Duration;

pub use self::collect::{CollectOptions, collect};
pub use self::submit::{LEASE, Queued, submit};
pub use self::withdraw::withdraw;
pub use self::work::{WorkOptions, work};

use crate::shard::error::ShardError;

/// How long to wait before a server that does not answer is asked again.
const PAUSE: Duration = Duration::from_millis(500);

/// How often a shard may fail by itself before somebody should look why.
const TRIES: usize = 5;

/// How many workers may vanish while they make a shard: more than happen to be switched off, and fewer than it takes to
/// kill every machine again and again.
const VANISHED: usize = 10;

/// How long a server that is there may refuse before somebody should look why: longer than one takes to start, and a
/// disk that is full stays so.
pub const REFUSING: Duration = Duration::from_secs(60);

/// Runs what talks to the server, on this thread.
fn on_this_thread<T>(work: impl Future<Output = Result<T, ShardError>>) -> Result<T, ShardError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| ShardError::Temporary(format!("no runtime: {error}")))?;
    let done = runtime.block_on(work);
    // A shard that was left in the middle of a long move is not waited for.
    runtime.shutdown_background();
    done
}
