//! Learning in a folder: whatever is done is kept, and a run that was ended anywhere resumes to the
//! same weights.
//!
//! | file | what it holds |
//! |---|---|
//! | `plan.json` | what was asked, and by which program it was begun |
//! | `first.bin` | the weights it goes on from, if there are any |
//! | `generation-N/NNNNNN.samples` | labelled positions of a block of games, what they follow from, and their sum |
//! | `generation-N/errors.json` | how far the fit errs on games held out |
//! | `generation-N/weights.bin` | what was learned from them and the generations before |
//! | `generation-N/examination.json` | what these weights are worth |
//! | `seconds.csv` | how long each step took on its thread; `seconds-I-of-N.csv` in a shard |
//! | `GAME.zst`, `card.md` | the last weights, compressed, and where they come from |
//!
//! Every block follows from the plan, the frozen weights of the generation before and its number, so
//! that threads, order and interruptions change nothing.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use crate::card::{Card, sum_of};
use crate::course::Course;
use crate::examination::Examination;
use crate::files::{clean, write_whole};
use crate::fit::fit;
use crate::samples::{Blocks, Origin, SampleOf, Unread};

pub(crate) mod error;
pub(crate) mod folder;
mod plan;

pub use error::LearnError;
pub use folder::examinations;
pub use plan::Plan;

use error::system;
use plan::SetUp;

use folder::{
    ERRORS, EXAMINATION, FIRST, SECONDS, WEIGHTS, all_seconds, generation_folder, read_json,
    write_json,
};

/// The first of so many blocks is held out of the fit.
const HELD_OUT: u32 = 20;

/// How a run is carried out.
pub struct Options<'a> {
    /// How many blocks are played at the same time.
    pub threads: usize,
    /// The machine, in words for the card.
    pub machine: &'a str,
    /// Stops the run after the blocks that have begun; it can be resumed.
    pub stop: &'a AtomicBool,
    /// Hears how far the run is.
    pub progress: &'a mut dyn FnMut(Progress),
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The generation.
    pub generation: u32,
    /// What is done now.
    pub step: Step,
    /// How much of it is done.
    pub done: u64,
    /// How much there is.
    pub total: u64,
}

/// The steps of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Blocks are played.
    Play,
    /// Phases are fitted.
    Fit,
    /// Weights are quantised, and what belongs to them is measured.
    Finish,
    /// They are examined.
    Examine,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// All generations are there.
    Complete,
    /// It was stopped and can be resumed.
    Stopped,
}

/// Learns a game into a folder, which is made if there is none; a run of the same plan is resumed.
/// A plan that goes on from weights needs [`go_on_from`] first.
///
/// # Errors
/// If the folder holds something else, or a file cannot be read or written. What was written stays.
pub fn learn<C: Course>(
    course: &C,
    plan: &Plan,
    folder: &Path,
    options: &mut Options<'_>,
) -> Result<Finished, LearnError> {
    let set_up = plan::set_up(course, plan, folder)?;
    let lock = File::create(folder.join("lock")).map_err(system(folder))?;
    if lock.try_lock().is_err() {
        return Err(LearnError::Busy(folder.to_owned()));
    }
    let mut run = Run {
        course,
        plan,
        folder,
        set_up,
        seconds: SECONDS,
        options,
    };
    let mut last = first_weights(course, plan, folder)?;
    for generation in 0..plan.generations {
        match run.generation(generation, &last)? {
            Some(weights) => last = weights,
            None => return Ok(Finished::Stopped),
        }
    }
    run.keep(&last)?;
    clean(folder);
    Ok(Finished::Complete)
}

/// How the blocks of a shard were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardPlayed {
    /// All of its blocks are there.
    Whole {
        /// The generation.
        generation: u32,
        /// How many blocks the shard has.
        blocks: u32,
    },
    /// It was stopped; blocks that are whole stay.
    Stopped,
    /// There is nothing to play: all generations have weights.
    Complete,
}

/// Plays one shard, counted from 0, of so many: its share of the blocks of the first generation without
/// weights. Any number of machines may do so at the same time in a folder they share; [`learn`] finds
/// all blocks there, fits, and with the new weights the next generation can be played.
///
/// # Errors
/// If the folder holds something else, or a file cannot be read or written. What was written stays.
///
/// # Panics
/// If there is no such shard.
pub fn play_shard<C: Course>(
    course: &C,
    plan: &Plan,
    folder: &Path,
    (shard, count): (u64, u64),
    options: &mut Options<'_>,
) -> Result<ShardPlayed, LearnError> {
    assert!(shard < count, "shard {shard} of {count} is none");
    let set_up = plan::set_up(course, plan, folder)?;
    let weights = |generation| generation_folder(folder, generation).join(WEIGHTS);
    let Some(generation) = (0..plan.generations).find(|&g| !weights(g).exists()) else {
        return Ok(ShardPlayed::Complete);
    };
    let last = weights_before(course, plan, folder, generation)?;
    let first =
        |shard: u64| (u128::from(plan.blocks) * u128::from(shard) / u128::from(count)) as u32;
    let blocks = first(shard)..first(shard + 1);
    let seconds = format!("seconds-{shard}-of-{count}.csv");
    let mut run = Run {
        course,
        plan,
        folder,
        set_up,
        seconds: &seconds,
        options,
    };
    Ok(if run.play(generation, &last, blocks.clone())? {
        ShardPlayed::Whole {
            generation,
            blocks: blocks.len() as u32,
        }
    } else {
        ShardPlayed::Stopped
    })
}

/// Keeps the weights that a run goes on from in its folder, and names them in its plan.
///
/// # Errors
/// If they are not weights of this game, or the system refuses.
pub fn go_on_from<C: Course>(
    course: &C,
    plan: &mut Plan,
    folder: &Path,
    (path, bytes): (&Path, &[u8]),
) -> Result<(), LearnError> {
    course
        .read_weights(bytes)
        .map_err(|refusal| LearnError::Unfit {
            path: path.to_owned(),
            problem: refusal.to_string(),
        })?;
    plan.from = Some(sum_of(bytes));
    plan::set_up(course, plan, folder)?;
    let first = folder.join(FIRST);
    if first.exists() {
        return Ok(());
    }
    write_whole(&first, bytes).map_err(system(&first))
}

/// The weights of the first generation's players.
fn first_weights<C: Course>(
    course: &C,
    plan: &Plan,
    folder: &Path,
) -> Result<C::Weights, LearnError> {
    match plan.from {
        None => Ok(course.nothing()),
        Some(_) => read_weights(course, folder.join(FIRST)),
    }
}

/// The weights that a generation is played with.
fn weights_before<C: Course>(
    course: &C,
    plan: &Plan,
    folder: &Path,
    generation: u32,
) -> Result<C::Weights, LearnError> {
    match generation.checked_sub(1) {
        None => first_weights(course, plan, folder),
        Some(before) => read_weights(course, generation_folder(folder, before).join(WEIGHTS)),
    }
}

fn read_weights<C: Course>(course: &C, path: PathBuf) -> Result<C::Weights, LearnError> {
    let bytes = fs::read(&path).map_err(system(&path))?;
    course
        .read_weights(&bytes)
        .map_err(|refusal| LearnError::Refused {
            path,
            problem: refusal.to_string(),
        })
}

struct Run<'a, 'b, C: Course> {
    course: &'a C,
    plan: &'a Plan,
    folder: &'a Path,
    set_up: SetUp,
    /// Where the time that was spent is kept.
    seconds: &'a str,
    options: &'a mut Options<'b>,
}

impl<C: Course> Run<'_, '_, C> {
    fn tell(&mut self, generation: u32, step: Step, done: u64, total: u64) {
        (self.options.progress)(Progress {
            generation,
            step,
            done,
            total,
        });
    }

    /// Takes a generation to its end; `None` if it was stopped before.
    fn generation(
        &mut self,
        generation: u32,
        last: &C::Weights,
    ) -> Result<Option<C::Weights>, LearnError> {
        let folder = generation_folder(self.folder, generation);
        let path = folder.join(WEIGHTS);
        let mut held_out = None;
        if !path.exists() {
            // Earlier ones are learned from as well: what was lost of them follows from their weights.
            for of in 0..generation {
                let before = weights_before(self.course, self.plan, self.folder, of)?;
                if !self.play(of, &before, 0..self.plan.blocks)? {
                    return Ok(None);
                }
            }
            if !self.play(generation, last, 0..self.plan.blocks)? {
                return Ok(None);
            }
            let (learned, apart) = self.samples(generation)?;
            let weights = self.fit(generation, last, learned, &apart)?;
            write_whole(&path, &self.course.write_weights(&weights)).map_err(system(&path))?;
            // Whoever still writes a block finds that nobody needs it.
            clean(&folder);
            held_out = Some(apart);
        }
        let weights = read_weights(self.course, path)?;
        if !folder.join(EXAMINATION).exists() {
            let held_out = match held_out {
                Some(held_out) => held_out,
                None => self.samples(generation)?.1,
            };
            self.examine(generation, &weights, last, &held_out)?;
        }
        Ok(Some(weights))
    }

    /// What a block of a generation that is played with these weights follows from.
    fn origin(&self, generation: u32, weights: &C::Weights, block: u32) -> Origin {
        Origin {
            game: C::NAME.to_owned(),
            seed: self.plan.seed,
            generation,
            block,
            games: self.plan.games,
            weights: sum_of(&self.course.write_weights(weights)),
            program: self.set_up.program.version.clone(),
            probe: self.set_up.program.probe.clone(),
        }
    }

    /// Which of these blocks have to be played. One that is damaged is put aside, one of something else refused.
    fn missing(
        &self,
        blocks: &Blocks,
        origin: &Origin,
        wanted: Range<u32>,
    ) -> Result<Vec<u32>, LearnError> {
        let mut missing = Vec::new();
        for block in wanted {
            let path = blocks.path(block);
            let origin = origin.of_block(block);
            match blocks.read(self.course, &origin, self.set_up.headless) {
                Ok(_) => continue,
                Err(Unread::Absent) => {}
                Err(Unread::Damaged(_)) => blocks.put_aside(block).map_err(system(&path))?,
                Err(unread) => return Err(unread.of(path)),
            }
            missing.push(block);
        }
        Ok(missing)
    }

    /// Plays those of these blocks that are missing or damaged; `false` if it was stopped before the last.
    fn play(
        &mut self,
        generation: u32,
        weights: &C::Weights,
        wanted: Range<u32>,
    ) -> Result<bool, LearnError> {
        let folder = generation_folder(self.folder, generation);
        let blocks = Blocks::open(&folder).map_err(system(&folder))?;
        let total = wanted.len() as u64;
        let origin = self.origin(generation, weights, 0);
        let missing = self.missing(&blocks, &origin, wanted)?;
        if missing.is_empty() {
            return Ok(true);
        }
        let mut done = total - missing.len() as u64;
        self.tell(generation, Step::Play, done, total);
        let next = AtomicUsize::new(0);
        let stop = self.options.stop;
        let (course, plan, headless) = (self.course, self.plan, self.set_up.headless);
        let kind = plan.kind::<C>(generation);
        let (sender, finished) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.options.threads.clamp(1, missing.len().max(1)) {
                let (next, missing, blocks) = (&next, &missing, &blocks);
                let (origin, sender) = (&origin, sender.clone());
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        let Some(&block) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            break;
                        };
                        let started = Instant::now();
                        let seed = stream(plan.seed, generation, block);
                        let samples = course.play(weights, kind, seed, plan.games);
                        let origin = origin.of_block(block);
                        let mut kept = blocks.write(course, &origin, &samples);
                        // Whoever was quicker may have removed what others were writing.
                        if kept.is_err() && blocks.read(course, &origin, headless).is_ok() {
                            kept = Ok(());
                        }
                        let told = sender.send(kept.map(|()| started.elapsed().as_secs_f64()));
                        if told.is_err() {
                            // Nobody listens any more after an error.
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for kept in finished {
                let seconds = kept.map_err(system(&folder))?;
                done += 1;
                self.spent(&format!("play {generation}"), seconds)?;
                self.tell(generation, Step::Play, done, total);
            }
            Ok(done == total)
        })
    }

    /// The samples to learn from, and those held out of this generation.
    #[allow(clippy::type_complexity, reason = "two lists of the same thing")]
    fn samples(&self, generation: u32) -> Result<(Vec<SampleOf<C>>, Vec<SampleOf<C>>), LearnError> {
        let (mut learned, mut held_out) = (Vec::new(), Vec::new());
        for folder in &self.plan.with {
            // From elsewhere: as old as what came before the first generation.
            let age = generation + 1;
            let blocks = Blocks::open(folder).map_err(system(folder))?;
            for number in blocks.numbers().map_err(system(folder))? {
                let read = blocks.read_any(self.course, number);
                let (_, samples) = read.map_err(|unread| unread.of(blocks.path(number)))?;
                learned.extend(samples.into_iter().filter(|s| self.course.teaches(s, age)));
            }
        }
        for of in 0..=generation {
            let folder = generation_folder(self.folder, of);
            let blocks = Blocks::open(&folder).map_err(system(&folder))?;
            let before = weights_before(self.course, self.plan, self.folder, of)?;
            let origin = self.origin(of, &before, 0);
            for number in 0..self.plan.blocks {
                let read = blocks.read(self.course, &origin.of_block(number), self.set_up.headless);
                let samples = read.map_err(|unread| unread.of(blocks.path(number)))?;
                if number % HELD_OUT != 0 {
                    let age = generation - of;
                    learned.extend(samples.into_iter().filter(|s| self.course.teaches(s, age)));
                } else if of == generation {
                    held_out.extend(samples);
                }
            }
        }
        Ok((learned, held_out))
    }

    fn fit(
        &mut self,
        generation: u32,
        last: &C::Weights,
        learned: Vec<SampleOf<C>>,
        held_out: &[SampleOf<C>],
    ) -> Result<C::Weights, LearnError> {
        let started = Instant::now();
        let learned = self.course.by_phase(learned);
        let apart = self.course.by_phase(held_out.iter().copied());
        let total = C::PHASES as u64;
        self.tell(generation, Step::Fit, 0, total);
        let (course, fitting) = (self.course, &self.plan.fitting);
        // What was learned before comes from positions that are not here.
        let knew = self.plan.from.is_some();
        let begin = knew.then(|| course.unquantised(last));
        let begin = begin.as_deref();
        let fitted = fit(course, &learned, &apart, fitting, begin, &mut |phase, _| {
            self.tell(generation, Step::Fit, total - phase as u64, total);
        });
        self.tell(generation, Step::Finish, 0, 1);
        let weights = self.course.finish(&fitted.weights, held_out);
        // Kept before the weights: a generation with weights has its errors.
        let path = generation_folder(self.folder, generation).join(ERRORS);
        write_json(&path, &fitted.errors)?;
        self.spent(
            &format!("fit {generation}"),
            started.elapsed().as_secs_f64(),
        )?;
        Ok(weights)
    }

    fn examine(
        &mut self,
        generation: u32,
        weights: &C::Weights,
        last: &C::Weights,
        held_out: &[SampleOf<C>],
    ) -> Result<(), LearnError> {
        let folder = generation_folder(self.folder, generation);
        let started = Instant::now();
        self.tell(generation, Step::Examine, 0, 1);
        let effort = &self.plan.effort;
        let examination = Examination {
            phases: read_json(&folder.join(ERRORS))?,
            ..self.course.examine(weights, last, held_out, effort)
        };
        write_json(&folder.join(EXAMINATION), &examination)?;
        self.spent(
            &format!("examine {generation}"),
            started.elapsed().as_secs_f64(),
        )
    }

    fn spent(&self, step: &str, seconds: f64) -> Result<(), LearnError> {
        let path = self.folder.join(self.seconds);
        let file = OpenOptions::new().append(true).create(true).open(&path);
        file.and_then(|mut file| writeln!(file, "{step},{seconds:.1}"))
            .map_err(system(&path))
    }

    /// Writes the last weights, compressed, and their card.
    fn keep(&self, weights: &C::Weights) -> Result<(), LearnError> {
        let bytes = self.course.write_weights(weights);
        let path = self.folder.join(format!("{}.zst", C::NAME));
        let packed = zstd::encode_all(&bytes[..], 19).map_err(system(&path))?;
        write_whole(&path, &packed).map_err(system(&path))?;
        let times = all_seconds(self.folder).map_err(system(self.folder))?;
        let seconds = times.lines().filter_map(|line| line.split(',').nth(1));
        let card = Card {
            plan: self.plan,
            generations: (0..self.plan.generations)
                .map(|generation| {
                    let kind = self.plan.kind::<C>(generation);
                    self.course.generation_name(kind)
                })
                .collect(),
            examinations: &examinations(self.folder)?.1,
            hours: seconds.filter_map(|s| s.parse::<f64>().ok()).sum::<f64>() / 3600.0,
            machine: self.options.machine,
            bytes: &bytes,
            packed: packed.len(),
        };
        let path = self.folder.join("card.md");
        write_whole(&path, card.to_string().as_bytes()).map_err(system(&path))
    }
}

impl Unread {
    /// Says why a block is not learned from.
    fn of(self, path: PathBuf) -> LearnError {
        let problem = match self {
            Self::Absent => "is not there".to_owned(),
            Self::Damaged(problem) => format!("{problem}; delete it, and it is played again"),
            Self::Foreign(problem) => format!("{problem}; put it where it belongs, or delete it"),
            Self::System(problem) => return LearnError::System { path, problem },
        };
        LearnError::Block { path, problem }
    }
}

/// The stream of a block.
fn stream(seed: u64, generation: u32, block: u32) -> u64 {
    rules::hash::mix(rules::hash::mix(seed) ^ u64::from(generation) << 32 ^ u64::from(block))
}
