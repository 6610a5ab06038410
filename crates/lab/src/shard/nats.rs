//! NATS JetStream, for machines without a scheduler or a disk they share: shards wait in a queue, workers take
//! them on a lease, and parts come back through an object store.
//!
//! A shard is taken off the queue after its part is stored, so that a worker or server that dies at any time
//! loses nothing; one that is made twice has the same part.

mod collect;
mod hub;
mod submit;
mod work;

use std::future::Future;
use std::time::Duration;

pub use self::collect::{CollectOptions, collect};
pub use self::submit::{Queued, submit};
pub use self::work::{WorkOptions, work};

use crate::shard::error::ShardError;

/// How long a worker may be silent before its shard is given to another, unless the submission says otherwise.
pub const LEASE: Duration = Duration::from_secs(120);

/// How long to wait before a server that does not answer is asked again.
const PAUSE: Duration = Duration::from_millis(500);

/// Runs what talks to the server, on this thread.
fn on_this_thread<T>(work: impl Future<Output = Result<T, ShardError>>) -> Result<T, ShardError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| ShardError::Temporary(format!("no runtime: {error}")))?;
    runtime.block_on(work)
}
