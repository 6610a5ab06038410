//! The store of a folder's files at the server: experiment and division, parts, and why shards failed. Nothing in it is
//! believed, and nothing is waited for without end.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::{GetStreamError, GetStreamErrorKind, ObjectStoreError};
use async_nats::jetstream::object_store::{self, ObjectStore};
use futures_util::StreamExt;
use tokio::io::AsyncReadExt;
use tokio::time::timeout;

use super::hub::Hub;
use crate::shard::Shard;
use crate::shard::error::ShardError;
use crate::shard::own_file::own_mark;
use crate::shard::part::shard_of;

/// How long the next piece of a file may take while the server is there.
const PATIENCE: Duration = Duration::from_secs(5);

/// The longest file that is believed.
const LONGEST: usize = 1 << 30;

/// What the names of failures begin with.
const FAILED: &str = "failed-";
/// What the names of marks begin with that workers remove when they end.
const BEGUN: &str = "begun-";
/// What the names of notes begin with that too many workers have vanished.
const LOST: &str = "lost-";

/// The files of a folder.
pub(super) struct Files<'a> {
    hub: &'a Hub,
    store: ObjectStore,
}

/// Why a file was not read.
pub(super) enum Unread {
    /// The server is away.
    Away(ShardError),
    /// It cannot be had, whenever it is asked for.
    Bad(String),
}

impl Unread {
    /// Says so, of a file that a shard needs.
    pub(super) fn of(self, name: &str) -> ShardError {
        match self {
            Self::Away(error) => error,
            Self::Bad(why) => {
                ShardError::Broke(format!("{name} cannot be had from the server: {why}"))
            }
        }
    }
}

/// What is in a store.
#[derive(Default)]
pub(super) struct Stored {
    /// Parts of so many shards, by shard.
    pub(super) parts: BTreeMap<u64, String>,
    /// The names of failures, by shard.
    pub(super) failures: BTreeMap<u64, Vec<String>>,
    /// The names of what workers have left, by shard.
    pub(super) begun: BTreeMap<u64, Vec<String>>,
    /// The names of notes that too many workers have vanished, by shard.
    pub(super) lost: BTreeMap<u64, Vec<String>>,
}

impl Stored {
    /// Returns all that counts against a shard.
    pub(super) fn against(&self, shard: u64) -> impl Iterator<Item = &String> {
        let all = [&self.failures, &self.begun, &self.lost];
        all.into_iter()
            .filter_map(move |names| names.get(&shard))
            .flatten()
    }
}

impl<'a> Files<'a> {
    /// Makes a place for the files of a folder, if there is none.
    pub(super) async fn make(hub: &'a Hub, key: &str) -> Result<Self, ShardError> {
        if let Some(files) = Self::find(hub, key).await? {
            return Ok(files);
        }
        let config = object_store::Config {
            bucket: bucket(key),
            ..object_store::Config::default()
        };
        let store = hub.context.create_object_store(config).await;
        let store = store.map_err(hub.refused("has no place for parts"))?;
        Ok(Self { hub, store })
    }

    /// Returns the files of a folder; `None` if nobody wants it made, now or any more.
    pub(super) async fn find(hub: &'a Hub, key: &str) -> Result<Option<Self>, ShardError> {
        match hub.context.get_object_store(bucket(key)).await {
            Ok(store) => Ok(Some(Self { hub, store })),
            Err(error) if is_not_found(&error) => Ok(None),
            Err(error) => Err(hub.refused("does not say where parts are")(error)),
        }
    }

    /// Removes all of them.
    pub(super) async fn forget(hub: &'a Hub, key: &str) -> Result<(), ShardError> {
        if Self::find(hub, key).await?.is_some() {
            let removed = hub.context.delete_object_store(bucket(key)).await;
            removed.map_err(hub.refused("does not remove parts"))?;
        }
        Ok(())
    }

    /// Reports whether there is a file of this name.
    pub(super) async fn has(&self, name: &str) -> bool {
        // Of a removed file the store still knows that it was there.
        let info = self.store.info(name).await;
        info.is_ok_and(|info| !info.deleted)
    }

    /// Lists parts of so many shards, and failures. What cannot be read of the list is left out.
    pub(super) async fn list(&self, of: u64) -> Result<Stored, ShardError> {
        const AWAY: &str = "does not say which parts it has";
        let list = self.store.list().await;
        let mut list = list.map_err(self.hub.refused(AWAY))?;
        let mut stored = Stored::default();
        loop {
            let object = timeout(PATIENCE, list.next()).await;
            let Some(object) = object.map_err(self.hub.refused(AWAY))? else {
                return Ok(stored);
            };
            let Ok(object) = object else { continue };
            let mut against = [
                (FAILED, &mut stored.failures),
                (BEGUN, &mut stored.begun),
                (LOST, &mut stored.lost),
            ];
            let found = against.iter_mut().find_map(|(begin, names)| {
                let rest = object.name.strip_prefix(*begin)?;
                Some((rest.split('-').next()?.parse().ok()?, names))
            });
            if let Some((shard, names)) = found {
                let names: &mut Vec<String> = names.entry(shard).or_default();
                names.push(object.name);
            } else if let Some(shard) = shard_of(&object.name).filter(|shard| shard.count() == of) {
                stored.parts.insert(shard.number(), object.name);
            }
        }
    }

    /// Reads a file; its sum is checked by the store.
    pub(super) async fn read(&self, name: &str) -> Result<Vec<u8>, Unread> {
        let refused = |why: String| match self.hub.is_there() {
            true => Unread::Bad(why),
            false => Unread::Away(self.hub.refused("is away")(why)),
        };
        let object = self.store.get(name).await;
        let mut object = object.map_err(|error| refused(error.to_string()))?;
        let (mut bytes, mut piece) = (Vec::new(), vec![0; 1 << 17]);
        loop {
            let read = timeout(PATIENCE, object.read(&mut piece)).await;
            let read = read.map_err(|_| refused("it does not come".to_owned()))?;
            match read.map_err(|error| refused(error.to_string()))? {
                0 => return Ok(bytes),
                read => bytes.extend_from_slice(&piece[..read]),
            }
            if bytes.len() > LONGEST {
                return Err(Unread::Bad(format!("it has more than {LONGEST} bytes")));
            }
        }
    }

    /// Stores a file.
    pub(super) async fn write(&self, name: &str, bytes: &[u8]) -> Result<(), ShardError> {
        let written = self.store.put(name, &mut &bytes[..]).await;
        written.map_err(self.hub.refused(&format!("does not take {name}")))?;
        Ok(())
    }

    /// Removes a file.
    pub(super) async fn remove(&self, name: &str) -> Result<(), ShardError> {
        let removed = self.store.delete(name).await;
        removed.map_err(self.hub.refused(&format!("does not remove {name}")))
    }

    /// Keeps why a shard failed; returns how often it has by now.
    pub(super) async fn failed(&self, shard: Shard, why: &str) -> Result<usize, ShardError> {
        let name = format!("{FAILED}{}-{}", shard.number(), own_mark());
        self.write(&name, why.as_bytes()).await?;
        let stored = self.list(shard.count()).await?;
        Ok(stored.failures.get(&shard.number()).map_or(0, Vec::len))
    }

    /// Notes that a worker begins with a shard; returns the name of the note, or `None` if so many others have left
    /// theirs that the shard is given up. Who begins at the same moment may write the same note: that counts less, never
    /// more.
    pub(super) async fn begin(
        &self,
        shard: Shard,
        most: usize,
    ) -> Result<Option<String>, ShardError> {
        for place in 0..most {
            let name = format!("{BEGUN}{}-{place}", shard.number());
            if !self.has(&name).await {
                self.write(&name, own_mark().as_bytes()).await?;
                return Ok(Some(name));
            }
        }
        let name = format!("{LOST}{}-{}", shard.number(), shard.count());
        self.write(&name, b"").await?;
        Ok(None)
    }

    /// Returns why a shard failed, by the name of the failure.
    pub(super) async fn why(&self, failure: &str) -> String {
        let why = self.read(failure).await;
        why.map_or_else(
            |_| "nobody knows why".to_owned(),
            |why| {
                let why = String::from_utf8_lossy(&why);
                let plain = |c: char| if c.is_control() { ' ' } else { c };
                why.chars().map(plain).take(1000).collect()
            },
        )
    }
}

fn bucket(key: &str) -> String {
    format!("kaesu-{key}")
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
