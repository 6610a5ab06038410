//! What was found: the flow of people, the planned claims with what became of each, and what is only
//! exploratory.
//!
//! A report is a pure function of the events and the judge, so that it can be written again.

mod claims;
pub mod exchange;
mod figures;
mod flow;
mod judge;
mod links;
mod observed;
mod shared;
pub(crate) mod strengths;
mod tastes;

use std::collections::BTreeMap;

use report::{Catalogue, Column, Language, Report, Section, Table};

use crate::file::{Arm, Claim, Kind, Study, Test};
use crate::folder::{Folder, FolderError};
use crate::register::Register;
use crate::text;
pub(crate) use claims::paired_p_values;
pub use judge::{Judge, JudgeError};
pub(crate) use judge::{Judged, SURPRISAL};
use observed::Observed;

/// The judge unless another is named: the winning program's own map.
pub const JUDGE: &str = "p2-winning";

/// Returns the judge of a study unless another is named; nobody judges games that it does not play.
#[must_use]
pub fn usual_judge(study: &Study) -> Option<&'static str> {
    let plays = |arm: &Arm| arm.game.plain_name() == "reversi-8x8";
    study.arms.iter().all(plays).then_some(JUDGE)
}

/// Returns who judges a planned claim: whom the study's file names, or else the usual judge.
#[must_use]
pub fn planned_judge<'a>(study: &'a Study, claim: &'a Claim) -> Option<&'a str> {
    let judged = claim.test == Test::Exchange;
    let named = claim.judge.as_deref();
    named.or_else(|| usual_judge(study)).filter(|_| judged)
}

/// The heading of what the study's file planned.
pub const PLANNED: &str = "Planned claims";

/// Returns the report of a study; before it is closed without anything that tells arms apart.
///
/// # Errors
/// Returns an error if the folder cannot be read, or the judge cannot judge its games.
pub fn report(folder: &Folder, judge: Option<&Judge>) -> Result<Report, FolderError> {
    let register = folder.register()?;
    let study = folder.study();
    let mut sections = Vec::new();
    if folder.is_simulated() {
        let mut section = Section::new("Simulated");
        section.prose("Everybody in this study is simulated. It says how the method works, and nothing of people.");
        sections.push(section);
    }
    if register.is_closed() {
        let observed = Observed::new(&register, judge).map_err(FolderError::Judge)?;
        let own = by_own_judges(&register, judge).map_err(FolderError::Judge)?;
        let planned = claims::section(&observed, &own);
        sections.extend(Section::of_answers(std::slice::from_ref(&planned)));
        sections.push(planned);
        sections.push(flow::section(&register, folder.withdrew()?));
        sections.extend(shared::section(&register));
        sections.push(figures::results(&observed));
        sections.extend(tastes::section(&observed));
        sections.extend(figures::curves(&observed, judge));
    } else {
        let mut section = Section::new("Not closed yet");
        section.prose(
            "The study is not closed, and nothing that tells arms apart is reported before: who looks early stops \
             when the figures please. Close it on the experimenter's page, or by `kaesu study report DIR --close`.",
        );
        sections.push(section);
        sections.push(flow::section(&register, folder.withdrew()?));
        sections.extend(shared::section(&register));
    }
    sections.push(reproduce(folder, judge));
    Ok(Report {
        title: title(study, text::Language::En),
        sections,
    })
}

fn title(study: &Study, language: text::Language) -> String {
    format!("{} ({})", study.title_in(language), study.name)
}

/// Returns a report of a study in a language. What its file says stays as it is there: the names of
/// questions, answers and arms are those of the data, whatever they mean elsewhere.
#[must_use]
pub fn in_language(report: &Report, study: &Study, language: Language) -> Report {
    match language {
        Language::English => report.clone(),
        Language::Japanese => {
            let [english, japanese] =
                [text::Language::En, text::Language::Ja].map(|language| title(study, language));
            let questions = study.questions.iter().flat_map(|question| {
                let answers = match &question.kind {
                    Kind::Choice(words) => words.clone(),
                    _ => Vec::new(),
                };
                answers.into_iter().chain([question.id.clone()])
            });
            let names = questions.chain(study.arms.iter().map(|arm| arm.name.clone()));
            let own = names.map(|name| (name.clone(), name));
            let own = own.chain([(english, japanese)]);
            Catalogue::new(&[JAPANESE]).with(own).report(report)
        }
    }
}

/// What reports say, in English and in Japanese.
pub const JAPANESE: &str = include_str!("report/japanese.txt");

/// Returns what became of the planned claims of a study, each a row of the one table.
///
/// # Errors
/// Returns an error if the judge of a claim cannot judge the study's games.
pub fn planned(register: &Register) -> Result<Section, String> {
    let observed = Observed::new(register, None)?;
    Ok(claims::section(&observed, &by_own_judges(register, None)?))
}

/// Returns what was observed as the judges of the planned claims see it, by their names, but for the one
/// by whom everything is judged already.
fn by_own_judges<'a>(
    register: &'a Register,
    but: Option<&Judge>,
) -> Result<BTreeMap<String, Observed<'a>>, String> {
    let study = register.study();
    let mut observed = BTreeMap::new();
    for claim in &study.claims {
        let judge = Judge::planned(study, claim).map_err(|error| error.to_string())?;
        if let Some(judge) = judge
            && Some(&judge) != but
            && !observed.contains_key(&judge.name)
        {
            observed.insert(judge.name.clone(), Observed::new(register, Some(&judge))?);
        }
    }
    Ok(observed)
}

/// Everything that is needed to do it again.
fn reproduce(folder: &Folder, judge: Option<&Judge>) -> Section {
    let mut section = Section::new("How to reproduce this");
    let mut table = Table::new(
        "versions",
        "The versions of the study that people took part in.",
        [
            Column::count("version"),
            Column::text("sum of file and players (SHA-256)"),
            Column::text("program"),
        ],
    );
    for version in folder.versions() {
        table.push([
            u64::from(version.version).into(),
            version.hash.as_str().into(),
            version.program.as_str().into(),
        ]);
    }
    section.table(table);
    section.prose(format!(
        "Everything drawn follows from the seed {}. Evaluations are by {}; planned claims name their own judge.",
        folder.study().seed,
        judge.map_or("nobody", |judge| &judge.name)
    ));
    section.listing(folder.study().text.clone());
    section
}
