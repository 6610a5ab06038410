//! What was found: the flow of people, the planned claims with what became of each, and what is only
//! exploratory.
//!
//! A report is a pure function of the events and the judge, so that it can be written again.

mod claims;
pub mod exchange;
mod figures;
mod flow;
mod observed;

use players::PlayerFile;
use report::{Column, Report, Section, Table};

use crate::folder::{Folder, FolderError};
use crate::register::Register;
pub(crate) use claims::paired_p_values;
use observed::Observed;

/// The judge unless another is named: the winning program's own map.
pub const JUDGE: &str = "p2-winning";

/// The heading of what the study's file planned.
pub const PLANNED: &str = "Planned claims";

/// Returns the report of a study.
///
/// # Errors
/// Returns an error if the folder cannot be read, or the judge cannot judge its games.
pub fn report(folder: &Folder, judge: Option<(&str, &PlayerFile)>) -> Result<Report, FolderError> {
    let register = folder.register()?;
    let study = folder.study();
    let file = judge.map(|(_, file)| file);
    let observed = Observed::new(&register, file).map_err(FolderError::Event)?;
    let mut sections = Vec::new();
    if folder.is_simulated() {
        let mut section = Section::new("Simulated");
        section.prose("Everybody in this study is simulated. It says how the method works, and nothing of people.");
        sections.push(section);
    }
    let planned = claims::section(&observed);
    sections.extend(Section::of_answers(std::slice::from_ref(&planned)));
    sections.push(planned);
    sections.push(flow::section(&register));
    sections.push(figures::results(&observed));
    sections.extend(figures::curves(&observed, judge.map(|(name, _)| name)));
    sections.push(reproduce(folder, judge.map(|(name, _)| name)));
    Ok(Report {
        title: format!("{} ({})", study.title.get(study.languages[0]), study.name),
        sections,
    })
}

/// Returns what became of the planned claims of a study, each a row of the one table.
///
/// # Errors
/// Returns an error if the judge cannot judge the study's games.
pub fn planned(register: &Register, judge: Option<&PlayerFile>) -> Result<Section, String> {
    Ok(claims::section(&Observed::new(register, judge)?))
}

/// Everything that is needed to do it again.
fn reproduce(folder: &Folder, judge: Option<&str>) -> Section {
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
        "Everything drawn follows from the seed {}. Evaluations are by {}.",
        folder.study().seed,
        judge.unwrap_or("nobody")
    ));
    section.listing(folder.study().text.clone());
    section
}
