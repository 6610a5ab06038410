//! The report of a run: every kind of experiment with the tables and plots that answer it.

mod asked;
mod cross;
mod duel;
mod field;
mod game;
mod measurement;
mod ratings;
mod reproduce;
mod sweep;
mod tally;

pub(super) use self::asked::{facts, limits};
use self::game::Shown;
use self::tally::Tally;
use crate::contender::Contender;
use crate::experiment::{Experiment, Kind};
use crate::plan::Plan;
use crate::run::{Played, Run, RunError, Summary};
use players::PlayerFile;
use report::{Language, Part, Report, Section};
use statistics::sprt::Decision;
use statistics::{Estimate, Interval, Level};

/// The level of all intervals.
pub(super) const LEVEL: Level = Level::P95;

/// How often a verdict may be false.
pub(super) const ALPHA: f64 = 0.05;

/// Returns the report of a run, complete or not.
///
/// # Errors
/// If the run cannot be read, or a line of it is wrong.
pub fn of_run(run: &Run, language: Language) -> Result<Report, RunError> {
    let (mut sections, forfeited) = match &run.experiment().kind {
        Kind::Measurement(measurement) => {
            let positions = run.positions()?.collect::<Result<Vec<_>, _>>()?;
            let sections = measurement::sections(run.plan(), measurement, &positions);
            (sections, None)
        }
        _ => {
            let results = Results::of(run, language)?;
            (results.sections(), game::forfeited(&results))
        }
    };
    sections.extend([asked::section(run, language), reproduce::section(run)?]);
    sections.splice(0..0, Section::of_answers(&sections));
    // What makes the answers doubtful stands before them.
    for warning in [forfeited, asked::warning(run)].into_iter().flatten() {
        sections[0].parts.insert(0, Part::Prose(warning));
    }
    let report = Report {
        title: format!(
            "A {} of {}",
            run.experiment().kind.name(),
            run.experiment().game
        ),
        sections,
    };
    let mut report = super::in_language(report, language);
    // Whoever wrote the experiment has named it in a language of their own.
    match run.experiment().about.trim().trim_end_matches('.') {
        "" => {}
        about => about.clone_into(&mut report.title),
    }
    Ok(report)
}

/// The totals of a run's games.
pub(super) struct Results<'a> {
    experiment: &'a Experiment,
    pub(super) summary: Summary,
    pub(super) tally: Tally<'a>,
    names: Vec<String>,
    shown: Option<Shown>,
}

impl<'a> Results<'a> {
    /// Adds up all games of a run, up to the first that is missing or the decision of its test.
    pub(super) fn of(run: &'a Run, language: Language) -> Result<Self, RunError> {
        let experiment = run.experiment();
        let contenders = run.plan().contenders.iter();
        let mut results = Self {
            experiment,
            summary: Summary::new(experiment)?,
            tally: Tally::new(run.plan()),
            names: contenders.map(|one| called(one, language)).collect(),
            shown: None,
        };
        for game in run.games()? {
            let game = game?;
            let decided = results.summary.decision() != Decision::Continue;
            if decided || game.number != results.summary.games() {
                break;
            }
            results.add(&game, run.plan());
        }
        Ok(results)
    }

    fn add(&mut self, game: &Played, plan: &Plan) {
        let _ = self.summary.add(game);
        self.tally.add(game);
        if !game.thoughts.is_empty() || !game.notes.is_empty() {
            let record = game.to_record(self.experiment, plan);
            let moves = record.moves.iter().filter(|entry| entry.out.is_none());
            let seats: Vec<usize> = moves.map(|entry| usize::from(entry.seat)).collect();
            let mover = |&seat: &usize| game.seats[rules::Seat::new(seat)];
            let movers: Vec<usize> = seats.iter().map(mover).collect();
            self.tally.add_moves(game, &movers);
            Shown::offer(&mut self.shown, game, &seats);
        }
    }

    fn sections(&self) -> Vec<Section> {
        let plan = self.summary.plan();
        let many = plan.seats > 2;
        let mut sections = match &self.experiment.kind {
            Kind::Sweep(sweep) => vec![sweep::section(self, sweep)],
            Kind::Match if two_sides(plan) => duel::sections(self),
            _ if !many => vec![ratings::section(self), cross::section(self)],
            _ => {
                let mut sections = vec![field::players(self)];
                sections.extend(field::differences(self));
                if plan.contenders.len() > 2 {
                    sections.push(ratings::section(self));
                }
                sections.push(cross::section(self));
                sections
            }
        };
        if many {
            if matches!(self.experiment.kind, Kind::Match) && two_sides(plan) {
                sections.push(field::players(self));
            }
            sections.extend([field::places(self), field::seats(self)]);
            sections.extend(field::opposite(self));
        }
        sections.extend(game::section(self, self.shown.as_ref()));
        sections.extend(game::efforts(self));
        sections.extend(game::forfeits(self));
        sections
    }

    /// Returns what a contender is called.
    pub(super) fn name(&self, contender: usize) -> &str {
        &self.names[contender]
    }

    /// Returns the number of the contender that the experiment names so.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let contenders = &self.summary.plan().contenders;
        contenders.iter().position(|one| one.name == name)
    }

    /// Returns what the experiment names a contender, whatever the language.
    pub(super) fn key(&self, contender: usize) -> &str {
        &self.summary.plan().contenders[contender].name
    }

    /// Returns how many contenders there are.
    pub(super) fn players(&self) -> usize {
        self.summary.plan().contenders.len()
    }

    /// Returns the name of a side: of a player, or of all players of a team.
    pub(super) fn side(&self, side: usize) -> String {
        let plan = self.summary.plan();
        let members = (0..plan.contenders.len()).filter(|&c| plan.sides[c] == side);
        let names: Vec<&str> = members.map(|contender| self.name(contender)).collect();
        names.join(" + ")
    }
}

/// Returns what a contender is called: the title of a player of the library in this language, unless the
/// experiment gave it a name of its own.
fn called(contender: &Contender, language: Language) -> String {
    let own_name = !players::library::names().contains(&contender.name.as_str());
    let title = contender.file().and_then(|file| title_of(file, language));
    title
        .filter(|_| !own_name)
        .unwrap_or(&contender.name)
        .to_owned()
}

/// Returns the title of a player in a language.
fn title_of(file: &PlayerFile, language: Language) -> Option<&str> {
    match language {
        Language::English => file.title.as_deref(),
        Language::Japanese => file.title_ja.as_deref().or(file.title.as_deref()),
    }
}

/// Returns a share with its interval, in per cent.
pub(super) fn percent(share: Estimate) -> String {
    let share = share.map(|share| 100.0 * share);
    match share.interval.is_known() {
        true => format!(
            "{:.1} % [{:.1}, {:.1}]",
            share.value, share.interval.low, share.interval.high
        ),
        false => format!("{:.1} % [–]", share.value),
    }
}

/// Returns an interval in words.
fn between(interval: Interval, word: impl Fn(f64) -> String) -> String {
    match interval.is_known() {
        true => format!("between {} and {}", word(interval.low), word(interval.high)),
        false => "too few games for an interval".to_owned(),
    }
}

/// Reports whether a match is between two sides and no more.
fn two_sides(plan: &Plan) -> bool {
    plan.sides.iter().max() == Some(&1)
}
