//! What is asked of a run, and whether a folder holds it.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{LearnError, system};
use super::folder::{json_of, read_json, write_json};
use crate::card::sum_of;
use crate::course::Course;
use crate::examination::Effort;
use crate::files::write_first;
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
    /// Whether all blocks say what they are of; those of runs that were begun before heads were kept may not.
    #[serde(default)]
    heads: bool,
}

/// What a folder has told of its run.
pub(super) struct SetUp {
    /// This program.
    pub(super) program: Program,
    /// Whether blocks may be without heads.
    pub(super) headless: bool,
}

/// By which program a run was begun: blocks of many machines are of one run only if all of them play alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Program {
    pub(super) version: String,
    /// What fixed games come to, as the SHA-256 of their samples.
    pub(super) probe: String,
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

/// Makes the folder, or finds out whether it holds the same run by the same program. Of several machines that begin
/// it at the same time the first one's plan stays, and whoever asks for another is refused.
pub(super) fn set_up<C: Course>(
    course: &C,
    plan: &Plan,
    folder: &Path,
) -> Result<SetUp, LearnError> {
    for with in &plan.with {
        let blocks = with.is_dir().then(|| Blocks::open(with)).transpose();
        let numbers = blocks.and_then(|blocks| blocks.map_or(Ok(Vec::new()), |b| b.numbers()));
        if numbers.map_err(system(with))?.is_empty() {
            return Err(LearnError::Empty(with.clone()));
        }
    }
    let now = Program::this(course);
    let path = folder.join(PLAN);
    let found = match read_kept(folder)? {
        Some(found) => found,
        None => {
            make_folder(folder)?;
            let kept = Kept {
                plan: plan.clone(),
                program: Some(now.clone()),
                heads: true,
            };
            write_first(&path, json_of(&kept).as_bytes()).map_err(system(&path))?;
            read_json(&path)?
        }
    };
    let Kept {
        plan: was,
        program,
        heads,
    } = found;
    let other = |was: String, now: String| LearnError::Other {
        folder: folder.to_owned(),
        was,
        now,
    };
    if let Some(was) = &program {
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
    if let Some((was, now)) = differing {
        return Err(other(was, now));
    }
    if plan.generations > was.generations {
        let plan = plan.clone();
        let kept = Kept {
            plan,
            program,
            heads,
        };
        write_json(&path, &kept)?;
    }
    Ok(SetUp {
        program: now,
        headless: !heads,
    })
}

/// Makes a folder that a plan can be written into; refuses one that holds anything else.
fn make_folder(folder: &Path) -> Result<(), LearnError> {
    let foreign = || LearnError::Foreign(folder.to_owned());
    if fs::symlink_metadata(folder).is_ok() && !folder.is_dir() {
        return Err(foreign());
    }
    fs::create_dir_all(folder).map_err(system(folder))?;
    let mut entries = fs::read_dir(folder).map_err(system(folder))?;
    let is_plan = |name: &str| name.starts_with("plan.");
    let others = entries
        .any(|entry| entry.is_ok_and(|entry| !entry.file_name().to_str().is_some_and(is_plan)));
    // Another machine may have begun the same run in between.
    if others && !folder.join(PLAN).exists() {
        return Err(foreign());
    }
    Ok(())
}
