//! Bringing parts home and merging them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::time::sleep;

use super::files::{Files, Stored, Unread};
use super::hub::{Hub, not_submitted, queue_of};
use super::{PAUSE, TRIES, VANISHED, on_this_thread};
use crate::run::Program;
use crate::shard::Shard;
use crate::shard::error::{ShardError, file_error};
use crate::shard::make::put_aside;
use crate::shard::merge::{MergeOptions, Merged, merge};
use crate::shard::own_file::{own_path, write_last};
use crate::shard::parts::Parts;

/// How parts are collected.
pub struct CollectOptions<'a> {
    /// The server.
    pub url: &'a str,
    /// The folder of the shards, as it was submitted.
    pub folder: &'a Path,
    /// The run that the parts become.
    pub run: &'a Path,
    /// Which program this is.
    pub program: Program,
    /// How many threads merge.
    pub threads: usize,
    /// How long a server that is there may refuse; [`REFUSING`](super::REFUSING) is usual.
    pub patience: Duration,
    /// Ends the waiting.
    pub stop: &'a AtomicBool,
    /// Hears how many shards are here, and of how many.
    pub progress: &'a mut dyn FnMut(u64, u64),
    /// Hears a sentence about each shard that was given up.
    pub tell: &'a dyn Fn(&str),
}

/// Collects parts as they come and merges them as soon as they are enough; shards that are no longer wanted are
/// taken off the queue.
///
/// # Errors
/// Returns an error if the folder has no shards, the server cannot be reached at first, a part does not belong to
/// the others, nobody makes the missing ones any more, or the waiting was ended.
pub fn collect(options: &mut CollectOptions<'_>) -> Result<Merged, ShardError> {
    let mut parts = Parts::open(options.folder, options.stop)?;
    let decided = parts.survey(options.threads)?.decided;
    let missing = parts.missing();
    let wanted = |_: &u64| decided.is_none();
    let missing: BTreeSet<u64> = missing.iter().filter(wanted).collect();
    on_this_thread(async {
        let hub = Hub::connect(options.url).await?;
        let key = match queue_of(options.folder) {
            // What is all here may have been made elsewhere.
            Err(ShardError::Other { .. }) if missing.is_empty() => String::new(),
            key => key?,
        };
        let collector = Collector {
            hub: &hub,
            key,
            parts: &parts,
        };
        collector.collect(options, missing).await
    })
}

/// What a look at the server has brought.
#[derive(Default)]
struct Look {
    /// Whether a part has come.
    news: bool,
    /// How many shards wait or are being made; `None` if the server is away.
    left: Option<u64>,
    /// Shards that are given up, with the reason.
    given_up: BTreeMap<u64, String>,
    /// What the server says in the place of an answer.
    refusal: Option<ShardError>,
}

impl Look {
    /// A look at a server that does not answer as it should.
    fn refused(error: ShardError) -> Self {
        Self {
            refusal: Some(error),
            ..Self::default()
        }
    }
}

struct Collector<'a> {
    hub: &'a Hub,
    key: String,
    parts: &'a Parts<'a>,
}

impl Collector<'_> {
    async fn collect(
        &self,
        options: &mut CollectOptions<'_>,
        mut missing: BTreeSet<u64>,
    ) -> Result<Merged, ShardError> {
        let count = self.parts.division.shards;
        let (mut news, mut told, mut idle, mut again) = (true, BTreeSet::new(), 0, 0);
        let mut refusing: Option<Instant> = None;
        loop {
            let start = Instant::now();
            let mut look = self.look(&mut missing).await?;
            match look.refusal.take() {
                None => refusing = None,
                Some(error) if refusing.is_none() => {
                    (options.tell)(&format!("{error}; it is asked again"));
                    refusing = Some(Instant::now());
                }
                // One that is away comes back.
                Some(error) if self.hub.is_there() => {
                    if refusing.is_some_and(|since| since.elapsed() > options.patience) {
                        return Err(ShardError::Refusing(error.to_string()));
                    }
                }
                Some(_) => refusing = Some(Instant::now()),
            }
            news |= look.news;
            (options.progress)(count - missing.len() as u64, count);
            for (shard, why) in &look.given_up {
                if told.insert(*shard) {
                    (options.tell)(&format!("shard {shard} is given up: it {why}"));
                }
            }
            if news && (missing.is_empty() || self.parts.experiment.stop.is_some()) {
                match merge(options.folder, options.run, &merging(options)) {
                    Ok(merged) => {
                        // A server that is away keeps what nobody needs.
                        let _ = self.hub.close(&self.key).await;
                        let _ = Files::forget(self.hub, &self.key).await;
                        return Ok(merged);
                    }
                    Err(ShardError::Missing { .. } | ShardError::Undecided { .. }) => {}
                    // Those that were damaged here are among the missing.
                    Err(ShardError::NotWhole { .. }) if !missing.is_empty() => {}
                    Err(error) => return Err(error),
                }
            }
            news = false;
            if options.stop.load(Ordering::Relaxed) {
                let missing = missing.into_iter().collect();
                return Err(ShardError::Missing { missing, count });
            }
            // Twice, because a part may come between the question and the list.
            idle = if look.left == Some(0) && !look.news {
                idle + 1
            } else {
                0
            };
            let lost = |shard: &u64| !look.given_up.contains_key(shard);
            if idle > 1 && again < TRIES && missing.iter().any(lost) {
                // One whose bad part was removed while a worker took it for done is in no queue.
                let lost = missing.iter().copied().filter(lost);
                let _ = self.hub.put(&self.key, count, lost).await;
                (again, idle) = (again + 1, 0);
            }
            if idle > 1 {
                let why = look.given_up.into_iter().next();
                return Err(ShardError::GivenUp {
                    missing: missing.into_iter().collect(),
                    why: why.map_or_else(
                        || "nobody has them in a queue".to_owned(),
                        |(shard, why)| format!("shard {shard} {why}"),
                    ),
                });
            }
            // Looking should cost the server little, however many parts it has.
            sleep(PAUSE.max(4 * start.elapsed())).await;
        }
    }

    /// Brings those missing parts that are in the store. What does not come now, because the server is away, comes
    /// later.
    async fn look(&self, missing: &mut BTreeSet<u64>) -> Result<Look, ShardError> {
        if missing.is_empty() {
            return Ok(Look::default());
        }
        let submission = match self.hub.submission(&self.key).await {
            Ok(submission) => submission,
            Err(error) => return Ok(Look::refused(error)),
        };
        let files = match Files::find(self.hub, &self.key).await {
            Ok(Some(files)) => files,
            Ok(None) => return Err(not_submitted(self.parts.folder)),
            Err(error) => return Ok(Look::refused(error)),
        };
        let stored = match files.list(self.parts.division.shards).await {
            Ok(stored) => stored,
            Err(error) => return Ok(Look::refused(error)),
        };
        let mut look = Look {
            left: Some(submission.map_or(0, |submission| submission.left)),
            ..Look::default()
        };
        for shard in missing.clone() {
            let Some(name) = stored.parts.get(&shard) else {
                let failures = stored.failures.get(&shard);
                if let Some(failures) = failures.filter(|failures| failures.len() >= TRIES) {
                    let why = files.why(&failures[0]).await;
                    let why = format!("failed {TRIES} times: {why}");
                    look.given_up.insert(shard, why);
                } else if stored.lost.contains_key(&shard) {
                    let why = format!("lost {VANISHED} workers, which vanished while making it");
                    look.given_up.insert(shard, why);
                }
                continue;
            };
            match self.bring(&files, shard, name).await? {
                None => look.news |= missing.remove(&shard),
                Some(Unread::Away(_)) => {}
                Some(Unread::Bad(why)) => self.spoilt(&files, &stored, shard, name, &why).await?,
            }
        }
        Ok(look)
    }

    /// Brings a part home, if it is whole; what was there is put aside.
    async fn bring(
        &self,
        files: &Files<'_>,
        shard: u64,
        name: &str,
    ) -> Result<Option<Unread>, ShardError> {
        let bytes = match files.read(name).await {
            Ok(bytes) => bytes,
            Err(unread) => return Ok(Some(unread)),
        };
        let path = self.parts.part(shard);
        let own = own_path(&path);
        write_last(&own, &bytes).map_err(file_error(&path, "written"))?;
        let whole = self.parts.read(&own, shard);
        let placed = match &whole {
            Ok(_) if path.exists() => put_aside(&path),
            _ => Ok(()),
        };
        let placed = placed.and_then(|()| match whole {
            Ok(_) => std::fs::rename(&own, &path).map_err(file_error(&path, "written")),
            Err(_) => Ok(()),
        });
        let _ = std::fs::remove_file(&own);
        placed?;
        match whole {
            Ok(_) => Ok(None),
            Err(ShardError::Damaged { problem, .. } | ShardError::Foreign { problem, .. }) => {
                Ok(Some(Unread::Bad(problem)))
            }
            Err(error) => Err(error),
        }
    }

    /// Removes a part from the store that nobody can use, and has it made again, but not without end.
    async fn spoilt(
        &self,
        files: &Files<'_>,
        stored: &Stored,
        shard: u64,
        name: &str,
        why: &str,
    ) -> Result<(), ShardError> {
        let of = Shard::new(shard, self.parts.division.shards).expect("it is one of them");
        let earlier = stored.failures.get(&shard).map_or(0, Vec::len);
        let tried = async {
            files
                .failed(of, &format!("the part in the store {why}"))
                .await?;
            files.remove(name).await?;
            if earlier + 1 < TRIES {
                self.hub
                    .put(&self.key, of.count(), [shard].into_iter())
                    .await?;
            }
            Ok::<(), ShardError>(())
        };
        match tried.await {
            // A server that is away is asked again.
            Err(ShardError::Temporary(_)) | Ok(()) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

fn merging<'a>(options: &CollectOptions<'a>) -> MergeOptions<'a> {
    MergeOptions {
        program: options.program.clone(),
        threads: options.threads,
        audit: 0,
        first: 0,
        stop: options.stop,
    }
}
