//! Reading a run: line by line in the order of the numbers, or one line alone.

use std::path::{Path, PathBuf};

use statistics::sprt::Decision;

use crate::experiment::{Experiment, Kind};
use crate::plan::Plan;
use crate::run::error::{RunError, file_error};
use crate::run::files::{EXPERIMENT, lines_file, read_text};
use crate::run::header::RunHeader;
use crate::run::index::{Index, PackedFile};
use crate::run::line::{LineError, RunLine, SealedLine};
use crate::run::lines::Lines;
use crate::run::{Judge, Measured, Played, Summary};

/// Lines that are not understood yet.
type Sealed = dyn Iterator<Item = Result<SealedLine, RunError>>;

/// A run in a folder, complete or not.
#[derive(Clone, Debug)]
pub struct Run {
    folder: PathBuf,
    header: RunHeader,
    experiment: Experiment,
    plan: Plan,
    pub(super) index: Option<Index>,
}

impl Run {
    /// Opens a run.
    ///
    /// # Errors
    /// Returns an error if the folder is none, or its experiment was changed.
    pub fn open(folder: &Path) -> Result<Self, RunError> {
        let header = RunHeader::read(folder)?;
        let path = folder.join(EXPERIMENT);
        let text = read_text(&path).map_err(file_error(&path, "read"))?;
        if !header.is_of(&text) {
            return Err(RunError::NoRun {
                folder: folder.to_owned(),
                problem: format!("{EXPERIMENT} was changed after the run was begun"),
            });
        }
        let experiment = Experiment::parse(&path.display().to_string(), &text, folder)?;
        let name = match experiment.kind {
            Kind::Measurement(_) => Measured::NAME,
            _ => Played::NAME,
        };
        let plan = Plan::new(&experiment)?;
        let index = Index::read(folder, name)?;
        if let Some(index) = &index {
            index.check_games(folder, plan.games(), experiment.stop.is_some())?;
            index.check_files(folder)?;
        }
        Ok(Self {
            folder: folder.to_owned(),
            plan,
            header,
            experiment,
            index,
        })
    }

    /// Returns the experiment as it was run.
    #[must_use]
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// Returns the plan of the experiment.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns which program made it, where and when.
    #[must_use]
    pub fn header(&self) -> &RunHeader {
        &self.header
    }

    /// Returns the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reports whether the run is complete.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.index.is_some()
    }

    /// Returns when the run ended, in milliseconds since 1970.
    #[must_use]
    pub fn ended(&self) -> Option<u64> {
        self.index.as_ref().map(|index| index.ended)
    }

    /// Reports whether both are complete and have the same lines.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let sums = |run: &Self| run.index.as_ref().and_then(|index| index.sums.clone());
        sums(self).is_some() && sums(self) == sums(other)
    }

    /// Reports whether it holds measured positions in the place of games.
    #[must_use]
    pub fn is_measurement(&self) -> bool {
        matches!(self.experiment.kind, Kind::Measurement(_))
    }

    /// Returns all games in the order of their numbers; of a run that is not complete some may be
    /// missing.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened. A wrong line is yielded as an error.
    pub fn games(&self) -> Result<impl Iterator<Item = Result<Played, RunError>>, RunError> {
        self.lines::<Played>()
    }

    /// Returns all measured positions in the order of their numbers.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened. A wrong line is yielded as an error.
    pub fn positions(&self) -> Result<impl Iterator<Item = Result<Measured, RunError>>, RunError> {
        self.lines::<Measured>()
    }

    /// Returns what its games come to, up to the first that is missing.
    ///
    /// # Errors
    /// Returns an error if a line is wrong.
    pub fn summary(&self) -> Result<Summary, RunError> {
        let mut summary = Summary::new(&self.experiment)?;
        for game in self.games()? {
            let game = game?;
            let wanted = game.number == summary.games() && summary.decision() == Decision::Continue;
            if !wanted {
                break;
            }
            let _ = summary.add(&game);
        }
        self.check_decided(&summary)?;
        Ok(summary)
    }

    /// Refuses a complete run that was cut off before its stopping rule decided.
    pub(crate) fn check_decided(&self, summary: &Summary) -> Result<(), RunError> {
        let (games, of) = (summary.games(), self.plan.games());
        match &self.index {
            Some(index) if index.done != games => Err(index.wrong(
                &self.folder,
                format!(
                    "it has {} games, and the stopping rule has decided after {games}",
                    index.done
                ),
            )),
            Some(index) if games < of && summary.decision() == Decision::Continue => Err(index
                .wrong(
                    &self.folder,
                    format!("it has {games} of {of} games, and the stopping rule has not decided"),
                )),
            _ => Ok(()),
        }
    }

    /// Returns all lines in the order of their numbers, and the file they are in. None of them is understood yet.
    pub(crate) fn sealed<T: RunLine>(&self) -> Result<(PathBuf, Box<Sealed>), RunError> {
        Ok(match &self.index {
            None => {
                let path = lines_file(&self.folder, T::NAME);
                let lines = Lines::of_file(T::NAME, &path)?;
                (path, Box::new(lines))
            }
            Some(index) => {
                let packed = PackedFile::open(&self.folder, T::NAME, index)?;
                (packed.path().to_owned(), Box::new(packed.lines()))
            }
        })
    }

    /// Returns all lines in the order of their numbers. A wrong line is yielded as an error.
    pub(crate) fn lines<T: RunLine>(
        &self,
    ) -> Result<impl Iterator<Item = Result<T, RunError>> + use<T>, RunError> {
        let ((path, lines), plan) = (self.sealed::<T>()?, self.plan.clone());
        Ok(lines.map(move |line| {
            let line = line?;
            line.of_plan(&plan).map_err(wrong_line(&path, line.line))
        }))
    }

    /// Returns the same, each judged by the rules.
    pub(crate) fn judged<T: RunLine>(
        &self,
    ) -> Result<impl Iterator<Item = Result<T, RunError>> + use<T>, RunError> {
        let ((path, lines), judge) = (self.sealed::<T>()?, Judge::new(&self.experiment)?);
        Ok(lines.map(move |line| {
            let line = line?;
            line.judged(&judge).map_err(wrong_line(&path, line.line))
        }))
    }

    /// Returns the game or position with this number.
    pub(crate) fn line<T: RunLine>(&self, number: u64) -> Result<T, RunError> {
        let missing = |done: u64| RunError::NoGame {
            folder: self.folder.clone(),
            number,
            done,
            name: T::NAME,
        };
        let Some(index) = &self.index else {
            let mut done = 0;
            for line in self.lines::<T>()? {
                let line = line?;
                if line.number() == number {
                    return Ok(line);
                }
                done += 1;
            }
            return Err(missing(done));
        };
        if number >= index.done {
            return Err(missing(index.done));
        }
        let mut packed = PackedFile::open(&self.folder, T::NAME, index)?;
        let mut part = packed.part((number / index.lines) as usize)?;
        let line = part.swap_remove((number % index.lines) as usize);
        line.of_plan(&self.plan)
            .map_err(wrong_line(packed.path(), line.line))
    }

    /// Returns the game with this number.
    ///
    /// # Errors
    /// Returns an error if there is none, or its line was changed.
    pub fn game(&self, number: u64) -> Result<Played, RunError> {
        self.line(number)
    }
}

/// Turns what is wrong with a line into an error of its run.
fn wrong_line(file: &Path, line: u64) -> impl FnOnce(LineError) -> RunError {
    let file = file.to_owned();
    move |error| RunError::Line {
        file,
        line,
        problem: error.to_string(),
    }
}
