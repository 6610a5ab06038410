//! What is asked of a run, and whether a folder holds it.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{LearnError, system};
use super::folder::{read_json, write_json};
use crate::card::sum_of;
use crate::course::Course;
use crate::examination::Effort;
use crate::fit::Fitting;
use crate::samples::{Blocks, bytes_of};

const PLAN: &str = "plan.json";

/// What is asked. More generations may be asked of a run later; all else is fixed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// What everything random follows from.
    pub seed: u64,
    /// Generations, each played with the weights of the one before.
    pub generations: u32,
    /// Blocks of games in each generation.
    pub blocks: u32,
    /// Games in each block.
    pub games: u32,
    /// The weights that the first generation is played with, by the SHA-256 of their bytes; none
    /// know nothing.
    #[serde(default)]
    pub from: Option<String>,
    /// Folders of samples from earlier, which are learned from as well.
    pub with: Vec<PathBuf>,
    /// How weights are fitted.
    pub fitting: Fitting,
    /// How they are examined.
    pub effort: Effort,
}

impl Plan {
    /// What kind of games a generation plays.
    pub(crate) fn kind<C: Course>(&self, generation: u32) -> u32 {
        match self.from {
            None => generation,
            Some(_) => generation + C::EXPERIENCED,
        }
    }
}

/// A plan as its folder keeps it.
#[derive(Serialize, Deserialize)]
struct Kept {
    #[serde(flatten)]
    plan: Plan,
    /// Absent in runs that were begun before it was kept.
    #[serde(default)]
    program: Option<Program>,
}

/// By which program a run was begun: blocks of many machines are of one run only if all of them play alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Program {
    version: String,
    /// What fixed games come to, as the SHA-256 of their samples.
    probe: String,
}

impl Program {
    /// This program on this machine.
    fn this<C: Course>(course: &C) -> Self {
        // Both ways in which generations are played, a game each.
        let played = [0, 1].map(|kind| course.play(&course.nothing(), kind, 1, 1));
        let bytes: Vec<u8> = played
            .iter()
            .flat_map(|samples| bytes_of(course, samples))
            .collect();
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            probe: sum_of(&bytes),
        }
    }
}

pub(super) fn read_plan(folder: &Path) -> Result<Option<Plan>, LearnError> {
    Ok(read_kept(folder)?.map(|kept| kept.plan))
}

fn read_kept(folder: &Path) -> Result<Option<Kept>, LearnError> {
    let path = folder.join(PLAN);
    path.exists().then(|| read_json(&path)).transpose()
}

/// Makes the folder, or finds out whether it holds the same run by the same program.
pub(super) fn set_up<C: Course>(course: &C, plan: &Plan, folder: &Path) -> Result<(), LearnError> {
    for with in &plan.with {
        let blocks = with.is_dir().then(|| Blocks::open(with)).transpose();
        let numbers = blocks.and_then(|blocks| blocks.map_or(Ok(Vec::new()), |b| b.numbers()));
        if numbers.map_err(system(with))?.is_empty() {
            return Err(LearnError::Empty(with.clone()));
        }
    }
    let write = |program: Option<Program>| {
        let plan = plan.clone();
        write_json(&folder.join(PLAN), &Kept { plan, program })
    };
    let Some(Kept { plan: was, program }) = read_kept(folder)? else {
        fs::create_dir_all(folder).map_err(system(folder))?;
        let mut entries = fs::read_dir(folder).map_err(system(folder))?;
        let is_plan = |name: &str| name.starts_with("plan.");
        if entries
            .any(|entry| entry.is_ok_and(|entry| !entry.file_name().to_str().is_some_and(is_plan)))
        {
            // Another machine may have begun the same run in between.
            if read_plan(folder)?.is_some() {
                return set_up(course, plan, folder);
            }
            return Err(LearnError::Foreign(folder.to_owned()));
        }
        return write(Some(Program::this(course)));
    };
    let other = |was: String, now: String| LearnError::Other {
        folder: folder.to_owned(),
        was,
        now,
    };
    if let Some(was) = &program {
        let now = Program::this(course);
        if was.version != now.version {
            let said = |program: &Program| format!("version {} of the program", program.version);
            return Err(other(said(was), said(&now)));
        }
        if *was != now {
            let said = |program: &Program| {
                format!("a program whose fixed games come to {:.12}", program.probe)
            };
            return Err(other(said(was), said(&now)));
        }
    }
    let parts = |plan: &Plan| {
        let with: Vec<String> = plan.with.iter().map(|p| p.display().to_string()).collect();
        [
            format!("the game {}", plan.game),
            format!("seed {}", plan.seed),
            format!("{} blocks", plan.blocks),
            format!("{} games a block", plan.games),
            plan.from
                .as_ref()
                .map_or("nothing".to_owned(), |sum| format!("the weights {sum:.12}")),
            format!("the samples of [{}]", with.join(", ")),
            format!("the fitting {:?}", plan.fitting),
            format!("{} positions to solve", plan.effort.positions),
            format!("{} endgames of the suite", plan.effort.suite),
            format!("{} pairs of games", plan.effort.pairs),
        ]
    };
    let differing = parts(&was)
        .into_iter()
        .zip(parts(plan))
        .find(|(a, b)| a != b);
    match differing {
        Some((was, now)) => Err(other(was, now)),
        None if plan.generations > was.generations => write(program),
        None => Ok(()),
    }
}
