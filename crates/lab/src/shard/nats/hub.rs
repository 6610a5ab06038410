//! The server: a queue of shards, with a reader for each folder that was submitted, so that each has its own lease
//! and none stands in the way of another.

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, Info, PullConsumer, pull};
use async_nats::jetstream::context::AccountErrorKind;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{ConnectErrorKind, ConnectOptions, ServerAddr};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

use crate::run::read_text;
use crate::shard::Numbers;
use crate::shard::error::{ShardError, file_error};
use crate::shard::own_file::write_first;

/// The queue, whose subjects are folders and their shards.
const QUEUE: &str = "kaesu-queue";
const SUBJECTS: &str = "kaesu.shards.*.*";
/// What the readers' names begin with.
const WORKERS: &str = "workers-";

/// What the server says to a shard that waits in the queue already.
const THERE_BEFORE: &str = "maximum messages per subject exceeded";

/// How many shards are put into the queue before the answers are waited for.
const AT_ONCE: usize = 200;

/// The file of a folder with the name that servers know it by.
const KEY: &str = "queue.txt";

/// A shard in the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Queued {
    pub(super) shard: u64,
    pub(super) of: u64,
}

/// Gives a folder a name that servers know it by, unless it has one; reports whether it was given now. Two folders of
/// one experiment have two.
pub(super) fn name_queue(folder: &Path) -> Result<bool, ShardError> {
    let file = folder.join(KEY);
    if file.exists() {
        return Ok(false);
    }
    // New states are random; their hashes are random digits without a generator of our own.
    let random = || RandomState::new().hash_one(std::process::id());
    let key = format!("{:016x}{:016x}", random(), random());
    write_first(&file, key.as_bytes()).map_err(file_error(&file, "written"))
}

/// Takes the name back.
pub(super) fn unname_queue(folder: &Path) {
    let _ = std::fs::remove_file(folder.join(KEY));
}

/// Returns the name that servers know a folder by; refuses a folder without one, which was never submitted.
pub(super) fn queue_of(folder: &Path) -> Result<String, ShardError> {
    let file = folder.join(KEY);
    if !file.exists() {
        return Err(not_submitted(folder));
    }
    let key = read_text(&file).map_err(file_error(&file, "read"))?;
    if !is_key(key.trim()) {
        return Err(ShardError::Foreign {
            file,
            problem: "is no name of a queue; remove it and submit again".to_owned(),
        });
    }
    Ok(key.trim().to_owned())
}

/// Says that a server does not know a folder.
pub(super) fn not_submitted(folder: &Path) -> ShardError {
    ShardError::Other {
        folder: folder.to_owned(),
        problem: "is not at the server; kaesu lab submit --missing brings it there".to_owned(),
    }
}

/// Reports whether a text is such a name.
pub(super) fn is_key(key: &str) -> bool {
    key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What a server knows of a folder.
pub(super) struct Submission {
    pub(super) key: String,
    pub(super) lease: Duration,
    /// How many shards wait or are being made.
    pub(super) left: u64,
}

/// A server that was reached once; it may be away for a while later.
pub(super) struct Hub {
    url: String,
    pub(super) context: Context,
}

impl Hub {
    pub(super) async fn connect(url: &str) -> Result<Self, ShardError> {
        let wrong = |_| ShardError::Address(url.rsplit('@').next().unwrap_or(url).to_owned());
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
        let client = options.connect(address).await.map_err(|error| {
            use ConnectErrorKind::{Authentication, AuthorizationViolation};
            match error.kind() {
                Authentication | AuthorizationViolation => ShardError::Server(format!(
                    "{url} does not know this name and password; they belong into the address, as in \
                     nats://NAME:PASSWORD@HOST:PORT"
                )),
                _ => ShardError::Temporary(format!("{url} cannot be reached: {error}")),
            }
        })?;
        let context = jetstream::new(client);
        let without = match context.query_account().await.map_err(|error| error.kind()) {
            Err(AccountErrorKind::JetStreamUnavailable) => true,
            Err(AccountErrorKind::JetStream(error)) => [
                ErrorCode::JETSTREAM_NOT_ENABLED,
                ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT,
            ]
            .contains(&error.error_code()),
            _ => false,
        };
        if without {
            return Err(ShardError::Server(format!(
                "{url} is a NATS server without JetStream; start it as nats-server -js"
            )));
        }
        Ok(Self { url, context })
    }

    /// Turns what the server refuses into a sentence.
    pub(super) fn refused<E: Display>(&self, what: &str) -> impl FnOnce(E) -> ShardError {
        let told = format!("{} {what}", self.url);
        move |error| ShardError::Temporary(format!("{told}: {error}"))
    }

    /// Reports whether the server can be asked at this moment.
    pub(super) fn is_there(&self) -> bool {
        self.context.client().connection_state() == State::Connected
    }

    /// Returns the queue, which is made if there is none.
    pub(super) async fn queue(&self) -> Result<Stream, ShardError> {
        let config = Config {
            name: QUEUE.to_owned(),
            subjects: vec![SUBJECTS.to_owned()],
            retention: RetentionPolicy::WorkQueue,
            // A shard is there once, until it is done or given up.
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            ..Config::default()
        };
        let queue = self.context.get_or_create_stream(config).await;
        queue.map_err(self.refused("has no queue"))
    }

    /// Makes the reader of a folder's shards, and sets how long its workers may be silent.
    pub(super) async fn open(&self, key: &str, lease: Duration) -> Result<(), ShardError> {
        let config = pull::Config {
            durable_name: Some(format!("{WORKERS}{key}")),
            filter_subject: format!("kaesu.shards.{key}.*"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: lease,
            // Workers that stop, die or refuse say nothing about a shard.
            max_deliver: -1,
            max_ack_pending: -1,
            ..pull::Config::default()
        };
        let made = self.queue().await?.create_consumer(config).await;
        made.map_err(self.refused("has no queue for workers"))?;
        Ok(())
    }

    /// Returns all folders that were submitted and are not forgotten.
    pub(super) async fn submissions(&self) -> Result<Vec<Submission>, ShardError> {
        let mut all = Vec::new();
        let mut readers = self.queue().await?.consumers();
        while let Some(reader) = readers.next().await {
            let reader = reader.map_err(self.refused("does not say what was submitted"))?;
            all.extend(submission(&reader));
        }
        Ok(all)
    }

    /// Returns what the server knows of a folder; `None` if nothing.
    pub(super) async fn submission(&self, key: &str) -> Result<Option<Submission>, ShardError> {
        let all = self.submissions().await?;
        Ok(all.into_iter().find(|submission| submission.key == key))
    }

    /// Returns what workers take the shards of a folder from.
    pub(super) async fn workers(&self, key: &str) -> Result<PullConsumer, ShardError> {
        let (queue, name) = (self.queue().await?, format!("{WORKERS}{key}"));
        let workers = queue.get_consumer(&name).await;
        workers.map_err(self.refused("has no queue for workers"))
    }

    /// Puts shards into the queue; returns those that were not there before.
    pub(super) async fn put(
        &self,
        key: &str,
        of: u64,
        shards: impl Iterator<Item = u64>,
    ) -> Result<Numbers, ShardError> {
        let (mut new, mut sent) = (Vec::new(), Vec::new());
        let mut shards = shards.peekable();
        while let Some(shard) = shards.next() {
            let queued = Queued { shard, of };
            let payload = serde_json::to_vec(&queued).expect("numbers can be JSON");
            let subject = format!("kaesu.shards.{key}.{shard}");
            let taken = self.context.publish(subject, payload.into()).await;
            sent.push((shard, taken.map_err(self.refused("does not take shards"))?));
            if sent.len() == AT_ONCE || shards.peek().is_none() {
                for (shard, taken) in sent.drain(..) {
                    match taken.await {
                        Ok(_) => new.push(shard),
                        Err(error) if error.to_string().contains(THERE_BEFORE) => {}
                        Err(error) => return Err(self.refused("does not take shards")(error)),
                    }
                }
            }
        }
        Ok(new.into_iter().collect())
    }

    /// Forgets what is left of a folder in the queue.
    pub(super) async fn close(&self, key: &str) -> Result<(), ShardError> {
        if self.submission(key).await?.is_none() {
            return Ok(());
        }
        let queue = self.queue().await?;
        let purged = queue.purge().filter(format!("kaesu.shards.{key}.*")).await;
        purged.map_err(self.refused("does not empty its queue"))?;
        let removed = queue.delete_consumer(&format!("{WORKERS}{key}")).await;
        removed.map_err(self.refused("does not empty its queue"))?;
        Ok(())
    }
}

fn submission(reader: &Info) -> Option<Submission> {
    let key = reader.name.strip_prefix(WORKERS)?;
    is_key(key).then(|| Submission {
        key: key.to_owned(),
        lease: reader.config.ack_wait,
        left: reader.num_pending + reader.num_ack_pending as u64,
    })
}
