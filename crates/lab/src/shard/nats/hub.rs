//! The server: a queue of shards, and a store of files for each division.

use std::error::Error;
use std::fmt::Display;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{GetStreamError, GetStreamErrorKind, ObjectStoreError};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{Config, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{ConnectOptions, ServerAddr};
use serde::{Deserialize, Serialize};
use tokio::io::AsyncReadExt;

use super::LEASE;
use crate::shard::error::ShardError;

/// The queue, whose subjects are those of divisions.
const QUEUE: &str = "kaesu-shards";
const SUBJECTS: &str = "kaesu.shards.*";
const WORKERS: &str = "workers";

/// How often a shard is handed out before somebody should look why it fails.
const TRIES: i64 = 5;

/// For how long a shard that is submitted twice is refused.
const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60);

/// A shard in the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Queued {
    /// Of which division.
    pub(super) key: String,
    pub(super) shard: u64,
    pub(super) of: u64,
}

/// A server that was reached once; it may be away for a while later.
pub(super) struct Hub {
    url: String,
    pub(super) context: Context,
}

impl Hub {
    pub(super) async fn connect(url: &str) -> Result<Self, ShardError> {
        let wrong = |_| ShardError::Address(url.to_owned());
        let address: ServerAddr = url.parse().map_err(wrong)?;
        // A name and password of the address are for the server, not for what is printed.
        let url = format!("nats://{}:{}", address.host(), address.port());
        let options = match (address.username(), address.password()) {
            (Some(user), Some(password)) => {
                ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned())
            }
            _ => ConnectOptions::new(),
        };
        let options = options.connection_timeout(Duration::from_secs(5));
        let client = options
            .connect(address)
            .await
            .map_err(|error| ShardError::Temporary(format!("{url} cannot be reached: {error}")))?;
        Ok(Self {
            url,
            context: jetstream::new(client),
        })
    }

    /// Turns what the server refuses into a sentence.
    pub(super) fn refused<E: Display>(&self, what: &str) -> impl FnOnce(E) -> ShardError {
        let told = format!("{} {what}", self.url);
        move |error| ShardError::Temporary(format!("{told}: {error}"))
    }

    /// Returns the queue, which is made if there is none.
    pub(super) async fn queue(&self) -> Result<Stream, ShardError> {
        let config = Config {
            name: QUEUE.to_owned(),
            subjects: vec![SUBJECTS.to_owned()],
            retention: RetentionPolicy::WorkQueue,
            duplicate_window: REMEMBERED,
            ..Config::default()
        };
        let queue = self.context.get_or_create_stream(config).await;
        queue.map_err(self.refused("has no queue"))
    }

    /// Returns what workers take shards from, which is made if there is none.
    pub(super) async fn workers(&self) -> Result<PullConsumer, ShardError> {
        let queue = self.queue().await?;
        let workers = queue.get_or_create_consumer(WORKERS, taking(LEASE)).await;
        workers.map_err(self.refused("has no queue for workers"))
    }

    /// Sets how long a worker may be silent.
    pub(super) async fn set_lease(&self, lease: Duration) -> Result<(), ShardError> {
        let queue = self.queue().await?;
        let set = queue.create_consumer(taking(lease)).await;
        set.map_err(self.refused("has no queue for workers"))?;
        Ok(())
    }

    /// Makes a place for the files of a division, if there is none.
    pub(super) async fn make_store(&self, key: &str) -> Result<ObjectStore, ShardError> {
        if let Some(store) = self.store(key).await? {
            return Ok(store);
        }
        let config = object_store::Config {
            bucket: bucket(key),
            ..object_store::Config::default()
        };
        let store = self.context.create_object_store(config).await;
        store.map_err(self.refused("has no place for parts"))
    }

    /// Returns the files of a division; `None` if nobody wants it made, now or any more.
    pub(super) async fn store(&self, key: &str) -> Result<Option<ObjectStore>, ShardError> {
        match self.context.get_object_store(bucket(key)).await {
            Ok(store) => Ok(Some(store)),
            Err(error) if is_not_found(&error) => Ok(None),
            Err(error) => Err(self.refused("does not say where parts are")(error)),
        }
    }

    /// Forgets a division: what is left of it in the queue, and its files.
    pub(super) async fn forget(&self, key: &str) -> Result<(), ShardError> {
        let queue = self.queue().await?;
        let purged = queue.purge().filter(subject(key)).await;
        purged.map_err(self.refused("does not empty its queue"))?;
        if self.store(key).await?.is_some() {
            let removed = self.context.delete_object_store(bucket(key)).await;
            removed.map_err(self.refused("does not remove parts"))?;
        }
        Ok(())
    }

    /// Reads a file of a division; its sum is checked by the store.
    pub(super) async fn read(
        &self,
        store: &ObjectStore,
        name: &str,
    ) -> Result<Vec<u8>, ShardError> {
        let object = store.get(name).await;
        let mut object = object.map_err(self.refused(&format!("does not give {name}")))?;
        let mut bytes = Vec::new();
        let read = object.read_to_end(&mut bytes).await;
        read.map_err(self.refused(&format!("does not give {name}")))?;
        Ok(bytes)
    }

    /// Stores a file of a division.
    pub(super) async fn write(
        &self,
        store: &ObjectStore,
        name: &str,
        bytes: &[u8],
    ) -> Result<(), ShardError> {
        let written = store.put(name, &mut &bytes[..]).await;
        written.map_err(self.refused(&format!("does not take {name}")))?;
        Ok(())
    }
}

/// Returns the subject of a division.
pub(super) fn subject(key: &str) -> String {
    format!("kaesu.shards.{key}")
}

fn bucket(key: &str) -> String {
    format!("kaesu-{key}")
}

fn taking(lease: Duration) -> pull::Config {
    pull::Config {
        durable_name: Some(WORKERS.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: lease,
        max_deliver: TRIES,
        max_ack_pending: -1,
        ..pull::Config::default()
    }
}

/// Reports whether the server answered that there is no such store.
fn is_not_found(error: &ObjectStoreError) -> bool {
    let source = error.source();
    let source = source.and_then(|source| source.downcast_ref::<GetStreamError>());
    source.is_some_and(|error| match error.kind() {
        GetStreamErrorKind::JetStream(error) => error.error_code() == ErrorCode::STREAM_NOT_FOUND,
        _ => false,
    })
}
