//! A worker: takes shards from the queue, one after the other, until it is stopped.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::{AckKind, Message};
use async_nats::jetstream::object_store::ObjectStore;
use futures_util::StreamExt;
use tokio::time::{interval, sleep};

use super::hub::{Hub, Queued};
use super::{LEASE, PAUSE, on_this_thread};
use crate::run::{EXPERIMENT, Program};
use crate::shard::Shard;
use crate::shard::division::{DIVISION, Division};
use crate::shard::error::{Advice, ShardError, file_error};
use crate::shard::make::{Made, ShardOptions, make};
use crate::shard::own_file::write_first;
use crate::shard::part::part_file;

/// How a worker works.
pub struct WorkOptions {
    /// The server.
    pub url: String,
    /// A folder of this machine for what is not done yet.
    pub scratch: PathBuf,
    /// How many threads.
    pub threads: usize,
    /// Which program this is.
    pub program: Program,
    /// Stops the worker; its shard goes back into the queue.
    pub stop: Arc<AtomicBool>,
    /// Ends the worker when there was nothing to do for so long; never if `None`.
    pub idle: Option<Duration>,
    /// Hears a sentence for each shard.
    pub tell: Box<dyn Fn(&str)>,
}

/// Makes shards until it is stopped or idle. Returns how many it made.
///
/// # Errors
/// Returns an error if the server cannot be reached at first, a shard is for another version of the program, or
/// the worker was stopped in the middle of one.
pub fn work(options: &WorkOptions) -> Result<u64, ShardError> {
    on_this_thread(async {
        let hub = Hub::connect(&options.url).await?;
        let workers = hub.workers().await?;
        let (mut made, mut last) = (0, Instant::now());
        while !options.stop.load(Ordering::Relaxed) {
            let Some(message) = next(&workers).await else {
                if options.idle.is_some_and(|idle| last.elapsed() > idle) {
                    break;
                }
                continue;
            };
            // Every submission may set it anew.
            let now = workers.get_info().await;
            let lease = now.map_or(LEASE, |now| now.config.ack_wait);
            let worker = Worker {
                hub: &hub,
                options,
                message,
                // A beat may get lost, and so may the next.
                beat: lease / 4,
            };
            match worker.work().await {
                Ok(here) => made += here,
                // A server that is away comes back.
                Err(ShardError::Temporary(why)) => {
                    (options.tell)(&why);
                    sleep(PAUSE).await;
                }
                Err(error) => return Err(error),
            }
            last = Instant::now();
        }
        Ok(made)
    })
}

/// Waits a little for a shard. A server that is away is asked again.
async fn next(workers: &PullConsumer) -> Option<Message> {
    let wait = Duration::from_secs(1);
    let batch = workers.batch().max_messages(1).expires(wait).messages();
    match batch.await {
        Ok(mut batch) => match batch.next().await? {
            Ok(message) => Some(message),
            Err(_) => {
                sleep(PAUSE).await;
                None
            }
        },
        Err(_) => {
            sleep(PAUSE).await;
            None
        }
    }
}

struct Worker<'a> {
    hub: &'a Hub,
    options: &'a WorkOptions,
    message: Message,
    beat: Duration,
}

impl Worker<'_> {
    /// Makes the shard of the message. Returns 1 if it was made here.
    async fn work(&self) -> Result<u64, ShardError> {
        let queued: Option<Queued> = serde_json::from_slice(&self.message.payload).ok();
        let queued = queued.filter(|queued| queued.key.bytes().all(|c| c.is_ascii_hexdigit()));
        let shard = queued.and_then(|q| Some((Shard::new(q.shard, q.of)?, q.key)));
        let Some((shard, key)) = shard else {
            // Somebody else's message: nobody can make anything of it.
            let _ = self.message.ack_with(AckKind::Term).await;
            return Ok(0);
        };
        match self.make(shard, &key).await {
            Ok(made) => Ok(made),
            Err(error) => {
                // Others may do better, but not at once.
                let later = (error.advice() == Advice::GiveUp).then_some(Duration::from_secs(5));
                let _ = self.message.ack_with(AckKind::Nak(later)).await;
                let _ = self.hub.context.client().flush().await;
                Err(error)
            }
        }
    }

    async fn make(&self, shard: Shard, key: &str) -> Result<u64, ShardError> {
        let folder = self.options.scratch.join(key);
        let path = part_file(&folder, shard);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let wanted = match self.hub.store(key).await? {
            Some(store) if store.info(&*name).await.is_err() => Some(store),
            _ => None,
        };
        let Some(store) = wanted else {
            self.done().await;
            return Ok(0);
        };
        self.fetch(&store, &folder).await?;
        let made = self.in_background(shard, folder.clone()).await?;
        let bytes = fs::read(&path).map_err(file_error(&path, "read"))?;
        while let Err(error) = self.bring(key, &name, &bytes).await {
            // The server may be away; the part is not lost meanwhile.
            if self.options.stop.load(Ordering::Relaxed) {
                return Err(error);
            }
            sleep(PAUSE).await;
        }
        self.done().await;
        let _ = fs::remove_file(&path);
        let told = match made {
            Made::Before => "was here".to_owned(),
            Made::Whole { lines, taken_over } => {
                format!("{lines} lines, {taken_over} taken over from earlier tries")
            }
        };
        (self.options.tell)(&format!("shard {shard} of {key}: {told}"));
        Ok(1)
    }

    /// Stores a part, unless another worker was quicker or nobody wants it any more.
    async fn bring(&self, key: &str, name: &str, bytes: &[u8]) -> Result<(), ShardError> {
        let Some(store) = self.hub.store(key).await? else {
            return Ok(());
        };
        if store.info(name).await.is_err() {
            self.hub.write(&store, name, bytes).await?;
        }
        Ok(())
    }

    /// Takes the shard off the queue. If that cannot be heard, it comes again and is seen to be stored.
    async fn done(&self) {
        let _ = self.message.double_ack().await;
    }

    /// Brings the experiment onto this machine.
    async fn fetch(&self, store: &ObjectStore, folder: &Path) -> Result<(), ShardError> {
        fs::create_dir_all(folder).map_err(file_error(folder, "made"))?;
        for name in [EXPERIMENT, DIVISION] {
            let path = folder.join(name);
            if !path.exists() {
                let bytes = self.hub.read(store, name).await?;
                write_first(&path, &bytes).map_err(file_error(&path, "written"))?;
            }
        }
        Ok(())
    }

    /// Makes the shard on threads of its own, and tells the server now and then that it goes on.
    async fn in_background(&self, shard: Shard, folder: PathBuf) -> Result<Made, ShardError> {
        let (threads, program) = (self.options.threads, self.options.program.clone());
        let stop = Arc::clone(&self.options.stop);
        let mut work = tokio::task::spawn_blocking(move || {
            let (experiment, _) = Division::read(&folder)?.experiment(&folder)?;
            let mut options = ShardOptions {
                threads,
                program,
                stop: &stop,
                progress: &mut |_, _| (),
            };
            make(&experiment, shard, &folder, &mut options)
        });
        let mut beats = interval(self.beat);
        loop {
            tokio::select! {
                made = &mut work => {
                    return made.unwrap_or_else(|error| {
                        Err(ShardError::Temporary(format!("shard {shard} broke: {error}")))
                    });
                }
                _ = beats.tick() => {
                    let _ = self.message.ack_with(AckKind::Progress).await;
                }
            }
        }
    }
}
