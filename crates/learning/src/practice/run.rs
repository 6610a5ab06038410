//! Practice in a folder: a run that was ended anywhere resumes to the same weights.
//!
//! | file | what it holds |
//! |---|---|
//! | `plan.json` | what was asked |
//! | `state.zst` | all that the next generation begins with; `generation-N` tells which it is |
//! | `generation-N/weights.bin` | what was learned up to then, as programs use it |
//! | `generation-N/examination.json` | what these weights are worth |
//! | `seconds.csv` | how long each generation took |
//! | `GAME.zst`, `card.md` | the last weights, compressed, and where they come from |

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use strengths::Weights;

use super::card::Card;
use super::examination::Examination;
use super::learner::{Learner, Row};
use super::{Asked, Practice};
use crate::files::write_whole;
use crate::run::error::system;
use crate::run::folder::{read_json, write_json};
use crate::run::{Finished, LearnError};
use crate::samples::SampleOf;

const PLAN: &str = "plan.json";
const SECONDS: &str = "seconds.csv";
const WEIGHTS: &str = "weights.bin";
const EXAMINATION: &str = "examination.json";

/// What is asked. The step shrinks with the games, so that all of it is fixed from the beginning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// What everything random follows from.
    pub seed: u64,
    /// Parts of the run, after each of which weights are kept and examined.
    pub generations: u32,
    /// Blocks of games in each generation.
    pub blocks: u32,
    /// Games in each block, all played with the same weights.
    pub games: u32,
    /// How much the end of a game counts beside what was expected on the way, from 0 to 1.
    pub lambda: f32,
    /// The step at the end, as a share of the first.
    pub last_step: f32,
    /// Openings of each match in an examination.
    pub openings: u32,
}

/// How a run is carried out.
pub struct Options<'a> {
    /// How many games are played at the same time.
    pub threads: usize,
    /// The machine, in words for the card.
    pub machine: &'a str,
    /// Stops the run after the block that has begun; it can be resumed.
    pub stop: &'a AtomicBool,
    /// Hears of every block: generation, blocks done and blocks to do.
    pub progress: &'a mut dyn FnMut(u32, u32, u32),
}

/// Practises a game in a folder, which is made if there is none; a run of the same plan is resumed.
///
/// # Errors
/// If the folder holds something else, or a file cannot be read or written. What was written stays.
pub fn practise<P: Practice>(
    game: &P,
    plan: &Plan,
    folder: &Path,
    options: &mut Options<'_>,
) -> Result<Finished, LearnError> {
    set_up(plan, folder)?;
    let lock = File::create(folder.join("lock")).map_err(system(folder))?;
    if lock.try_lock().is_err() {
        return Err(LearnError::Busy(folder.to_owned()));
    }
    let (mut learner, done) = resume::<P>(plan, folder)?;
    for generation in done..plan.generations {
        let started = Instant::now();
        for block in 0..plan.blocks {
            if options.stop.load(Ordering::Relaxed) {
                return Ok(Finished::Stopped);
            }
            let number = u64::from(generation) * u64::from(plan.blocks) + u64::from(block);
            let mut samples = play(game, plan, learner.rows(), number, options.threads);
            // Phase by phase: what one phase learns stays close at hand meanwhile.
            samples.sort_by_key(|sample| game.phase(sample.position));
            learner.learn(game, &samples, rate(plan, number));
            (options.progress)(generation, block + 1, plan.blocks);
        }
        keep(game, folder, &learner, generation)?;
        spent(folder, generation, started.elapsed().as_secs_f64())?;
    }
    for generation in 0..plan.generations {
        examine(game, plan, folder, generation)?;
    }
    finish(game, plan, folder, options.machine)?;
    Ok(Finished::Complete)
}

/// Returns the plan of the run in a folder and what its generations are worth so far, in order.
///
/// # Errors
/// If it is no folder of a run, or cannot be read.
pub fn examinations(folder: &Path) -> Result<(Plan, Vec<Examination>), LearnError> {
    let path = folder.join(PLAN);
    if !path.exists() {
        return Err(LearnError::Foreign(folder.to_owned()));
    }
    let plan: Plan = read_json(&path)?;
    let mut found = Vec::new();
    for generation in 0..plan.generations {
        let path = part(folder, generation).join(EXAMINATION);
        if path.exists() {
            found.push(read_json(&path)?);
        }
    }
    Ok((plan, found))
}

/// Makes the folder, or finds out whether it holds the same run.
fn set_up(plan: &Plan, folder: &Path) -> Result<(), LearnError> {
    let path = folder.join(PLAN);
    if path.exists() {
        let was: Plan = read_json(&path)?;
        let text =
            |plan: &Plan| serde_json::to_string(plan).expect("numbers and texts can be JSON");
        return if was == *plan {
            Ok(())
        } else {
            Err(LearnError::Other {
                folder: folder.to_owned(),
                was: text(&was),
                now: text(plan),
            })
        };
    }
    fs::create_dir_all(folder).map_err(system(folder))?;
    if fs::read_dir(folder)
        .map_err(system(folder))?
        .next()
        .is_some()
    {
        return Err(LearnError::Foreign(folder.to_owned()));
    }
    write_json(&path, plan)
}

/// Returns the weights to go on with, and the generation to go on with.
fn resume<P: Practice>(plan: &Plan, folder: &Path) -> Result<(Learner, u32), LearnError> {
    let path = folder.join("state.zst");
    if !path.exists() {
        return Ok((Learner::new::<P>(), 0));
    }
    let bytes = fs::read(&path).map_err(system(&path))?;
    let damaged = |problem: std::io::Error| LearnError::Damaged {
        path: path.clone(),
        problem: format!("{problem}; delete it and all generations to begin anew"),
    };
    let mut unpacked = zstd::Decoder::new(&bytes[..]).map_err(damaged)?;
    let mut done = [0; 4];
    std::io::Read::read_exact(&mut unpacked, &mut done).map_err(damaged)?;
    let learner = Learner::read::<P>(unpacked).map_err(damaged)?;
    Ok((learner, u32::from_le_bytes(done).min(plan.generations)))
}

/// The step of a block: it falls evenly, by factors, from 1 to the last.
fn rate(plan: &Plan, block: u64) -> f32 {
    let all = u64::from(plan.generations) * u64::from(plan.blocks);
    plan.last_step.powf(block as f32 / all as f32)
}

/// Plays the games of a block with frozen weights; what they teach comes in the order of the games.
fn play<P: Practice>(
    game: &P,
    plan: &Plan,
    weights: &[Row],
    block: u64,
    threads: usize,
) -> Vec<SampleOf<P>> {
    let seed = |number: u32| {
        let game = block * u64::from(plan.games) + u64::from(number);
        rules::hash::mix(rules::hash::mix(plan.seed) ^ game)
    };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut played = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed) as u32;
            if number >= plan.games {
                return played;
            }
            played.push((number, game.play(weights, plan.lambda, seed(number))));
        }
    };
    let mut played = if threads <= 1 {
        work()
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let finished = workers.into_iter().flat_map(|worker| {
                worker
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            finished.collect()
        })
    };
    played.sort_by_key(|(number, _)| *number);
    played
        .into_iter()
        .flat_map(|(_, samples)| samples)
        .collect()
}

/// Writes what a generation learned, and last of all the state that makes it done.
fn keep<P: Practice>(
    game: &P,
    folder: &Path,
    learner: &Learner,
    generation: u32,
) -> Result<(), LearnError> {
    let part = part(folder, generation);
    fs::create_dir_all(&part).map_err(system(&part))?;
    let path = part.join(WEIGHTS);
    let weights = learner.quantised(game.kind());
    write_whole(&path, &packed(&weights.write(game.kind()), 3, &path)?).map_err(system(&path))?;
    let path = folder.join("state.zst");
    let mut bytes = zstd::Encoder::new(Vec::new(), 1).map_err(system(&path))?;
    bytes
        .write_all(&(generation + 1).to_le_bytes())
        .and_then(|()| learner.write(&mut bytes))
        .and_then(|()| bytes.finish())
        .and_then(|bytes| write_whole(&path, &bytes))
        .map_err(system(&path))
}

fn packed(bytes: &[u8], level: i32, path: &Path) -> Result<Vec<u8>, LearnError> {
    zstd::encode_all(bytes, level).map_err(system(path))
}

/// Returns the weights of a generation.
fn weights_of<P: Practice>(
    game: &P,
    folder: &Path,
    generation: u32,
) -> Result<Arc<Weights>, LearnError> {
    let path = part(folder, generation).join(WEIGHTS);
    let bytes = fs::read(&path).and_then(|bytes| zstd::decode_all(&bytes[..]));
    let bytes = bytes.map_err(system(&path))?;
    let weights = Weights::read(game.kind(), &bytes).map_err(|refusal| LearnError::Refused {
        path,
        problem: refusal.to_string(),
    })?;
    Ok(Arc::new(weights))
}

/// Examines a generation, unless that is done; beside it sit the weights of half as many games.
fn examine<P: Practice>(
    game: &P,
    plan: &Plan,
    folder: &Path,
    generation: u32,
) -> Result<(), LearnError> {
    let path = part(folder, generation).join(EXAMINATION);
    // The curve is drawn at about ten places.
    let every = plan.generations.div_ceil(10);
    let last = generation + 1 == plan.generations;
    if path.exists() || !(last || (generation + 1).is_multiple_of(every)) {
        return Ok(());
    }
    let weights = weights_of(game, folder, generation)?;
    let earlier = weights_of(game, folder, generation / 2)?;
    let asked = Asked {
        openings: plan.openings,
        games: 4 * plan.openings,
        seed: rules::hash::mix(plan.seed ^ 0xe8a),
    };
    let examination = Examination {
        games: u64::from(generation + 1) * u64::from(plan.blocks) * u64::from(plan.games),
        ..game.examine(&weights, &earlier, &asked)
    };
    write_json(&path, &examination)
}

/// Writes the last weights, compressed, and their card.
fn finish<P: Practice>(
    game: &P,
    plan: &Plan,
    folder: &Path,
    machine: &str,
) -> Result<(), LearnError> {
    let weights = weights_of(game, folder, plan.generations - 1)?;
    let bytes = weights.write(game.kind());
    let path = folder.join(format!("{}.zst", plan.game));
    let packed = packed(&bytes, 19, &path)?;
    write_whole(&path, &packed).map_err(system(&path))?;
    let seconds = fs::read_to_string(folder.join(SECONDS)).unwrap_or_default();
    let seconds = seconds.lines().filter_map(|line| line.split(',').nth(1));
    let (_, examined) = examinations(folder)?;
    let card = Card {
        plan,
        last: examined.last().expect("the last generation is examined"),
        hours: seconds.filter_map(|s| s.parse::<f64>().ok()).sum::<f64>() / 3600.0,
        machine,
        bytes: &bytes,
        packed: packed.len(),
    };
    let path = folder.join("card.md");
    write_whole(&path, card.to_string().as_bytes()).map_err(system(&path))
}

fn part(folder: &Path, generation: u32) -> PathBuf {
    folder.join(format!("generation-{generation}"))
}

fn spent(folder: &Path, generation: u32, seconds: f64) -> Result<(), LearnError> {
    let path = folder.join(SECONDS);
    let file = OpenOptions::new().append(true).create(true).open(&path);
    file.and_then(|mut file| writeln!(file, "generation {generation},{seconds:.1}"))
        .map_err(system(&path))
}
