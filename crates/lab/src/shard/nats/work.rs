//! A worker: takes shards from the queue, one after the other, until it is stopped.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::message::{AckKind, Message};
use futures_util::StreamExt;
use tokio::time::{interval, sleep, timeout};

use super::files::Files;
use super::hub::{Hub, Queued, Submission, is_key};
use super::{PAUSE, TRIES, VANISHED, on_this_thread};
use crate::run::{EXPERIMENT, Program, RunError};
use crate::shard::Shard;
use crate::shard::division::{DIVISION, Division};
use crate::shard::error::{ShardError, file_error};
use crate::shard::make::{Made, ShardOptions, make};
use crate::shard::own_file::write_first;
use crate::shard::part::part_file;

/// How long a shard that failed waits for its next try.
const LATER: Duration = Duration::from_secs(1);

/// How long a shard may take to end that was stopped.
const GRACE: Duration = Duration::from_secs(3);

/// How long the server may take to say whether there is a shard.
const ANSWER: Duration = Duration::from_secs(5);

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
    /// How long a server that is there may refuse; [`REFUSING`](super::REFUSING) is usual.
    pub patience: Duration,
    /// Hears a sentence for each shard.
    pub tell: Box<dyn Fn(&str)>,
}

/// Makes shards until it is stopped or idle. Returns how many it made.
///
/// # Errors
/// Returns an error if the server cannot be reached at first, everything that was submitted is for another version of
/// the program, the server or this machine's disk is full, or the worker was stopped in the middle of a shard.
pub fn work(options: &WorkOptions) -> Result<u64, ShardError> {
    on_this_thread(async {
        let hub = Hub::connect(&options.url).await?;
        hub.queue().await?;
        let mut refused = BTreeMap::new();
        let (mut made, mut last, mut turn) = (0, Instant::now(), 0);
        let (mut used, mut refusing) = (BTreeSet::<String>::new(), None);
        while !options.stop.load(Ordering::Relaxed) {
            let all = hub.submissions().await;
            if let Ok(all) = &all {
                used.retain(|key| !is_over(all, key, &options.scratch));
            }
            let mut all = all.unwrap_or_default();
            let submitted = all.len();
            all.retain(|submission| !refused.contains_key(&submission.key));
            if all.is_empty() && submitted > 0 {
                let first: Option<(String, ShardError)> = refused.pop_first();
                return Err(first.expect("all of them were refused").1);
            }
            // Each in its turn, so that none waits for the end of another.
            turn += 1;
            let places = (0..all.len()).map(|place| (place + turn) % all.len());
            let mut found = None;
            for place in places {
                if let Some(message) = next(&hub, &all[place].key).await {
                    found = Some((&all[place], message));
                    break;
                }
            }
            let Some((submission, message)) = found else {
                if options.idle.is_some_and(|idle| last.elapsed() > idle) {
                    break;
                }
                sleep(PAUSE).await;
                continue;
            };
            used.insert(submission.key.clone());
            let worker = Worker {
                hub: &hub,
                options,
                submission,
                message,
            };
            match worker.work().await {
                Ok(here) => {
                    made += here;
                    refusing = None;
                }
                // A server that is away comes back; who is stopped meanwhile has a shard that is not done.
                Err(ShardError::Temporary(why)) if !options.stop.load(Ordering::Relaxed) => {
                    match refusing {
                        None => (options.tell)(&why),
                        Some(since)
                            if hub.is_there() && Instant::elapsed(&since) > options.patience =>
                        {
                            return Err(ShardError::Refusing(why));
                        }
                        Some(_) => {}
                    }
                    if refusing.is_none() || !hub.is_there() {
                        refusing = Some(Instant::now());
                    }
                    sleep(PAUSE).await;
                }
                // Others may have what this worker can make.
                Err(error @ ShardError::Other { .. }) => {
                    (options.tell)(&format!("{}: {error}", submission.key));
                    refused.insert(submission.key.clone(), error);
                }
                Err(error) => return Err(error),
            }
            last = Instant::now();
        }
        Ok(made)
    })
}

/// Reports whether a server has forgotten a folder; then what is left of it on this machine is removed.
fn is_over(all: &[Submission], key: &str, scratch: &Path) -> bool {
    let over = all.iter().all(|submission| submission.key != key);
    if over && is_key(key) {
        let _ = fs::remove_dir_all(scratch.join(key));
    }
    over
}

/// Takes the next shard of a folder, if there is one.
async fn next(hub: &Hub, key: &str) -> Option<Message> {
    let workers = hub.workers(key).await.ok()?;
    let mut batch = workers.fetch().max_messages(1).messages().await.ok()?;
    // A server that goes away meanwhile does not answer any more.
    let answer = timeout(ANSWER, batch.next()).await;
    answer.ok()??.ok()
}

/// Reports whether a shard, and not this machine or the server, is to blame.
const fn is_of_shard(error: &ShardError) -> bool {
    matches!(
        error,
        ShardError::Problem(_)
            | ShardError::Run(RunError::Problem(_) | RunError::Experiment(_))
            | ShardError::Foreign { .. }
            | ShardError::NoShards { .. }
            | ShardError::Broke(_)
    )
}

struct Worker<'a> {
    hub: &'a Hub,
    options: &'a WorkOptions,
    submission: &'a Submission,
    message: Message,
}

impl Worker<'_> {
    /// Makes the shard of the message. Returns 1 if it was made here.
    async fn work(&self) -> Result<u64, ShardError> {
        let queued: Option<Queued> = serde_json::from_slice(&self.message.payload).ok();
        let Some(shard) = queued.and_then(|queued| Shard::new(queued.shard, queued.of)) else {
            // Somebody else's message: nobody can make anything of it.
            self.answer(AckKind::Term).await;
            return Ok(0);
        };
        match self.make(shard).await {
            Ok(made) => Ok(made),
            Err(error) if is_of_shard(&error) => self.failed(shard, &error).await,
            Err(error) => {
                self.answer(AckKind::Nak(None)).await;
                Err(error)
            }
        }
    }

    async fn answer(&self, kind: AckKind) {
        let _ = self.message.ack_with(kind).await;
        let _ = self.hub.context.client().flush().await;
    }

    /// Keeps why a shard failed; after too many failures it is given up.
    async fn failed(&self, shard: Shard, error: &ShardError) -> Result<u64, ShardError> {
        let key = &self.submission.key;
        (self.options.tell)(&format!("shard {shard} of {key} failed: {error}"));
        // What was brought here may be to blame.
        let folder = self.folder();
        for name in [EXPERIMENT, DIVISION] {
            let _ = fs::remove_file(folder.join(name));
        }
        let failures = match Files::find(self.hub, key).await? {
            Some(files) => files.failed(shard, &error.to_string()).await?,
            None => TRIES,
        };
        self.answer(if failures >= TRIES {
            AckKind::Term
        } else {
            AckKind::Nak(Some(LATER))
        })
        .await;
        Ok(0)
    }

    fn folder(&self) -> PathBuf {
        self.options.scratch.join(&self.submission.key)
    }

    async fn make(&self, shard: Shard) -> Result<u64, ShardError> {
        let (key, folder) = (&self.submission.key, self.folder());
        let path = part_file(&folder, shard);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let files = match Files::find(self.hub, key).await? {
            Some(files) if !files.has(&name).await => files,
            _ => {
                self.done().await;
                return Ok(0);
            }
        };
        let Some(begun) = files.begin(shard, VANISHED).await? else {
            (self.options.tell)(&format!(
                "shard {shard} of {key} is given up: {VANISHED} workers vanished while making it"
            ));
            self.answer(AckKind::Term).await;
            return Ok(0);
        };
        let made = match self.fetch(&files, &folder).await {
            Ok(()) => self.in_background(shard, folder).await,
            Err(error) => Err(error),
        };
        // Whatever became of the shard, this worker has not vanished.
        let _ = files.remove(&begun).await;
        let made = made?;
        let bytes = fs::read(&path).map_err(file_error(&path, "read"))?;
        self.bring_home(shard, &name, &bytes).await?;
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

    /// Stores a part as soon as the server takes it. One that is away comes back, and the part is not lost meanwhile;
    /// one that is there and refuses, because it is full say, is not waited for without end.
    async fn bring_home(&self, shard: Shard, name: &str, bytes: &[u8]) -> Result<(), ShardError> {
        let mut refusing: Option<Instant> = None;
        while let Err(error) = self.bring(name, bytes).await {
            if self.options.stop.load(Ordering::Relaxed) {
                return Err(error);
            }
            if !self.hub.is_there() {
                refusing = None;
            } else if let Some(since) = refusing {
                if since.elapsed() > self.options.patience {
                    let kept = self.folder();
                    let kept = kept.display();
                    return Err(ShardError::Refusing(format!(
                        "{error}; the part of shard {shard} is kept in {kept}"
                    )));
                }
            } else {
                (self.options.tell)(&format!("shard {shard} is made, and waits: {error}"));
                refusing = Some(Instant::now());
            }
            let _ = self.message.ack_with(AckKind::Progress).await;
            sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Stores a part, unless another worker was quicker or nobody wants it any more.
    async fn bring(&self, name: &str, bytes: &[u8]) -> Result<(), ShardError> {
        match Files::find(self.hub, &self.submission.key).await? {
            Some(files) if !files.has(name).await => files.write(name, bytes).await,
            _ => Ok(()),
        }
    }

    /// Takes the shard off the queue. If that cannot be heard, it comes again and is seen to be stored.
    async fn done(&self) {
        let _ = self.message.double_ack().await;
    }

    /// Brings the experiment onto this machine.
    async fn fetch(&self, files: &Files<'_>, folder: &Path) -> Result<(), ShardError> {
        fs::create_dir_all(folder).map_err(file_error(folder, "made"))?;
        for name in [EXPERIMENT, DIVISION] {
            let path = folder.join(name);
            if !path.exists() {
                let bytes = files.read(name).await.map_err(|unread| unread.of(name))?;
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
        // A beat may get lost, and so may the next.
        let mut beats = interval(self.submission.lease / 4);
        let mut stopped: Option<Instant> = None;
        loop {
            tokio::select! {
                made = &mut work => {
                    return made.unwrap_or_else(|error| Err(ShardError::Broke(error.to_string())));
                }
                _ = beats.tick() => {
                    let _ = self.message.ack_with(AckKind::Progress).await;
                }
                () = sleep(PAUSE) => {
                    let asked = self.options.stop.load(Ordering::Relaxed);
                    stopped = stopped.or_else(|| asked.then(Instant::now));
                }
            }
            if stopped.is_some_and(|stopped| stopped.elapsed() > GRACE) {
                // In the middle of a long move: its lines are kept, and whoever goes on counts them.
                let told = "stopped: lines that are done are kept, and the same command goes on";
                return Err(ShardError::Temporary(told.to_owned()));
            }
        }
    }
}
