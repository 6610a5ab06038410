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
use crate::experiment::{Experiment, Kind};
use crate::plan::Plan;
use crate::run::{Played, Run, RunError, Summary};
use report::{Part, Report, Section};
use statistics::Level;
use statistics::sprt::Decision;

/// The level of all intervals.
pub(super) const LEVEL: Level = Level::P95;

/// How often a verdict may be false.
pub(super) const ALPHA: f64 = 0.05;

/// Returns the report of a run, complete or not.
///
/// # Errors
/// Returns an error if the run cannot be read, or a line of it is wrong.
pub fn of_run(run: &Run) -> Result<Report, RunError> {
    let mut sections = match &run.experiment().kind {
        Kind::Measurement(measurement) => {
            let positions = run.positions()?.collect::<Result<Vec<_>, _>>()?;
            measurement::sections(run.plan(), measurement, &positions)
        }
        _ => Results::of(run)?.sections(),
    };
    // What makes the answer doubtful stands before it.
    if let (Some(warning), Some(answer)) = (asked::warning(run), sections.first_mut()) {
        answer.parts.insert(0, Part::Prose(warning));
    }
    sections.extend([asked::section(run), reproduce::section(run)?]);
    Ok(Report {
        title: title(run.experiment()),
        sections,
    })
}

fn title(experiment: &Experiment) -> String {
    let about = experiment.about.trim().trim_end_matches('.');
    match about {
        "" => format!("A {} of {}", experiment.kind.name(), experiment.game),
        about => about.to_owned(),
    }
}

/// The totals of a run's games.
pub(super) struct Results<'a> {
    experiment: &'a Experiment,
    pub(super) summary: Summary,
    pub(super) tally: Tally<'a>,
    shown: Option<Shown>,
}

impl<'a> Results<'a> {
    /// Adds up all games of a run, up to the first that is missing or the decision of its test.
    pub(super) fn of(run: &'a Run) -> Result<Self, RunError> {
        let experiment = run.experiment();
        let mut results = Self {
            experiment,
            summary: Summary::new(experiment)?,
            tally: Tally::new(run.plan()),
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
        if let (Some(warning), Some(answer)) = (game::forfeited(self), sections.first_mut()) {
            answer.parts.insert(0, Part::Prose(warning));
        }
        sections
    }

    /// Returns the name of a contender.
    pub(super) fn name(&self, contender: usize) -> &str {
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

/// Reports whether a match is between exactly two sides.
fn two_sides(plan: &Plan) -> bool {
    plan.sides.iter().max() == Some(&1)
}
