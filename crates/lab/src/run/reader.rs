//! Reading a run: line by line in the order of the numbers, and single games played again.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rules::with_game;

use crate::experiment::{Experiment, Kind};
use crate::opening::OpeningSet;
use crate::plan::Plan;
use crate::referee::{Referee, Watch};
use crate::run::folder::{
    EXPERIMENT, INDEX, Index, RunError, RunHeader, file_error, lines_file, parse_line, read_header,
    text_sum,
};
use crate::run::{Kept, Measured, Numbered, Played, Summary, is_reproducible};
use statistics::sprt::Decision;

/// A run in a folder, complete or not.
#[derive(Clone, Debug)]
pub struct Run {
    folder: PathBuf,
    header: RunHeader,
    experiment: Experiment,
    plan: Plan,
    index: Option<Index>,
}

/// How far a game came out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayCheck {
    /// Move for move.
    MoveForMove,
    /// Its moves are legal and lead to its result; more cannot be asked, because players had time
    /// limits.
    Legal,
}

impl Run {
    /// Opens a run.
    ///
    /// # Errors
    /// If the folder is none, or its experiment was changed.
    pub fn open(folder: &Path) -> Result<Self, RunError> {
        let header = read_header(folder)?;
        let path = folder.join(EXPERIMENT);
        let text = fs::read_to_string(&path).map_err(file_error(&path, "read"))?;
        if text_sum(&text) != header.experiment {
            return Err(RunError::NoRun {
                folder: folder.to_owned(),
                problem: format!("{EXPERIMENT} was changed after the run was begun"),
            });
        }
        let experiment = Experiment::parse(&path.display().to_string(), &text, folder)?;
        let path = folder.join(INDEX);
        let index = match fs::read_to_string(&path) {
            Err(_) => None,
            Ok(text) => Some(
                serde_json::from_str(&text).map_err(|error| RunError::NoRun {
                    folder: folder.to_owned(),
                    problem: format!("{INDEX}: {error}"),
                })?,
            ),
        };
        Ok(Self {
            folder: folder.to_owned(),
            plan: Plan::new(&experiment)?,
            header,
            experiment,
            index,
        })
    }

    /// The experiment as it was run.
    #[must_use]
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// The plan of the experiment.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Which program made it, where and when.
    #[must_use]
    pub fn header(&self) -> &RunHeader {
        &self.header
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether it has come to its end.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.index.is_some()
    }

    /// When it came to its end, in milliseconds since 1970.
    #[must_use]
    pub fn ended(&self) -> Option<u64> {
        self.index.as_ref().map(|index| index.ended)
    }

    /// Whether it holds measured positions in the place of games.
    #[must_use]
    pub fn is_measurement(&self) -> bool {
        matches!(self.experiment.kind, Kind::Measurement(_))
    }

    /// All games in the order of their numbers; of a run that is not complete some may be
    /// missing.
    ///
    /// # Errors
    /// If the file cannot be opened. A wrong line is an item.
    pub fn games(&self) -> Result<impl Iterator<Item = Result<Played, RunError>>, RunError> {
        self.lines::<Played>()
    }

    /// All measured positions in the order of their numbers.
    ///
    /// # Errors
    /// If the file cannot be opened. A wrong line is an item.
    pub fn positions(&self) -> Result<impl Iterator<Item = Result<Measured, RunError>>, RunError> {
        self.lines::<Measured>()
    }

    /// What its games come to, up to the first that is missing.
    ///
    /// # Errors
    /// If a line is wrong.
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
        Ok(summary)
    }

    pub(crate) fn lines<T: Kept>(&self) -> Result<Lines<T>, RunError> {
        let plain = lines_file(&self.folder, T::NAME);
        if self.index.is_none() {
            return plain_lines(&plain);
        }
        let packed = packed_file(&plain);
        let file = File::open(&packed).map_err(file_error(&packed, "read"))?;
        let decoder = zstd::stream::read::Decoder::new(file);
        let decoder = decoder.map_err(file_error(&packed, "read"))?;
        Ok(Lines::new(packed, Box::new(BufReader::new(decoder))))
    }

    /// The game or position with this number.
    fn line<T: Kept>(&self, number: u64) -> Result<T, RunError> {
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
        let packed = packed_file(&lines_file(&self.folder, T::NAME));
        let read = |file: &mut File, at: u64| {
            file.seek(SeekFrom::Start(at))?;
            let decoder = zstd::stream::read::Decoder::new(file)?.single_frame();
            let mut text = String::new();
            BufReader::new(decoder).read_to_string(&mut text)?;
            Ok(text)
        };
        let part = index.parts.get((number / index.lines) as usize);
        let text = File::open(&packed)
            .and_then(|mut file| read(&mut file, part.copied().unwrap_or(0)))
            .map_err(file_error(&packed, "read"))?;
        let line = text
            .lines()
            .nth((number % index.lines) as usize)
            .unwrap_or_default();
        parse_line(line.as_bytes()).map_err(|error| RunError::Line {
            file: packed,
            line: number + 1,
            problem: error.to_string(),
        })
    }

    /// The game with this number.
    ///
    /// # Errors
    /// If there is none, or its line was changed.
    pub fn game(&self, number: u64) -> Result<Played, RunError> {
        self.line(number)
    }

    /// Proves that a game, or what was found in a position, comes out again.
    ///
    /// # Errors
    /// If it does not, or there is none.
    pub fn replay(&self, number: u64) -> Result<ReplayCheck, RunError> {
        let differs = |problem| RunError::Differs { number, problem };
        if self.is_measurement() {
            let kept: Measured = self.line(number)?;
            if !is_reproducible(&self.experiment, &self.plan) {
                return Ok(ReplayCheck::Legal);
            }
            let again: Measured = self.make(number)?;
            return if kept.without_times() == again.without_times() {
                Ok(ReplayCheck::MoveForMove)
            } else {
                Err(differs(
                    "the searches found something else, or took other paths".to_owned(),
                ))
            };
        }
        let kept: Played = self.line(number)?;
        if kept.seats != self.plan.game(number).seats {
            return Err(differs("other players sat there".to_owned()));
        }
        kept.check(&self.experiment).map_err(differs)?;
        let failed_by_time = kept.forfeits.iter().any(|f| f.why == crate::run::Why::Late);
        if !is_reproducible(&self.experiment, &self.plan) || failed_by_time {
            return Ok(ReplayCheck::Legal);
        }
        let again: Played = self.make(number)?;
        if (&kept.moves, &kept.outcome, &kept.forfeits)
            == (&again.moves, &again.outcome, &again.forfeits)
        {
            return Ok(ReplayCheck::MoveForMove);
        }
        let same = kept
            .moves
            .bytes()
            .zip(again.moves.bytes())
            .take_while(|(a, b)| a == b);
        let at = same.count();
        let rest = |text: &str| {
            text.get(at..)
                .unwrap_or_default()
                .chars()
                .take(8)
                .collect::<String>()
        };
        Err(differs(format!(
            "after {at} characters the moves go on \"{}\", and now \"{}\"",
            rest(&kept.moves),
            rest(&again.moves)
        )))
    }

    /// Does one job again.
    fn make<T: Kept>(&self, number: u64) -> Result<T, RunError> {
        let (experiment, plan) = (&self.experiment, &self.plan);
        with_game!(&experiment.game, G, rules => {
            let openings = OpeningSet::<G>::new(experiment, rules)?;
            let mut referee = Referee::new(experiment, plan, &openings, Watch::default())?;
            Ok(T::make(&mut referee, number).expect("nobody says stop"))
        })
    }
}

fn packed_file(plain: &Path) -> PathBuf {
    plain.with_extension("jsonl.zst")
}

/// The lines of a file that is being written, or was broken off: a torn end is left out.
pub(crate) fn plain_lines<T: Numbered>(path: &Path) -> Result<Lines<T>, RunError> {
    let file = File::open(path).map_err(file_error(path, "read"))?;
    Ok(Lines::new(path.to_owned(), Box::new(BufReader::new(file))))
}

/// Lines in the order of their numbers. Those that are ahead wait; how many can be is bounded by
/// how far threads may run ahead of each other.
pub(crate) struct Lines<T> {
    path: PathBuf,
    reader: Box<dyn BufRead + Send>,
    text: Vec<u8>,
    line: u64,
    next: u64,
    waiting: BTreeMap<u64, T>,
    ended: bool,
}

impl<T: Numbered> Lines<T> {
    fn new(path: PathBuf, reader: Box<dyn BufRead + Send>) -> Self {
        Self {
            path,
            reader,
            text: Vec::new(),
            line: 0,
            next: 0,
            waiting: BTreeMap::new(),
            ended: false,
        }
    }

    /// Reads one more line; nothing at the end.
    fn read(&mut self) -> Result<Option<T>, RunError> {
        self.text.clear();
        let read = self.reader.read_until(b'\n', &mut self.text);
        read.map_err(file_error(&self.path, "read"))?;
        if self.text.last() != Some(&b'\n') {
            return Ok(None);
        }
        self.line += 1;
        let line = parse_line(&self.text);
        line.map(Some).map_err(|error| RunError::Line {
            file: self.path.clone(),
            line: self.line,
            problem: error.to_string(),
        })
    }
}

impl<T: Numbered> Iterator for Lines<T> {
    type Item = Result<T, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(line) = self.waiting.remove(&self.next) {
                self.next += 1;
                return Some(Ok(line));
            }
            if self.ended {
                let (number, line) = self.waiting.pop_first()?;
                self.next = number + 1;
                return Some(Ok(line));
            }
            match self.read() {
                Ok(Some(line)) if line.number() == self.next => {
                    self.next += 1;
                    return Some(Ok(line));
                }
                Ok(Some(line)) => {
                    self.waiting.insert(line.number(), line);
                }
                Ok(None) => self.ended = true,
                Err(error) => {
                    self.ended = true;
                    self.waiting.clear();
                    return Some(Err(error));
                }
            }
        }
    }
}
