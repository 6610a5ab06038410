//! What every column means, as Psych-DS wants it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Options;
use super::csv::Sheet;
use crate::event::Missing;
use crate::file::At;
use crate::folder::Folder;
use crate::register::Register;
use crate::text::Language;

/// Returns `dataset_description.json`.
pub(crate) fn description(
    folder: &Folder,
    register: &Register,
    sheets: &[Sheet],
    options: Options,
) -> String {
    let study = folder.study();
    // A name that several tables have means the same in all of them.
    let mut measured: BTreeMap<&str, Value> = BTreeMap::new();
    for column in sheets.iter().flat_map(|sheet| &sheet.columns) {
        let entry = measured.entry(&column.name).or_insert_with(|| {
            json!({
                "@type": "PropertyValue",
                "name": column.name,
                "description": column.about,
            })
        });
        if !column.levels.is_empty() {
            entry["levels"] = json!(column.levels);
        }
    }
    for question in &study.questions {
        let asked: BTreeMap<&str, &str> = study
            .languages
            .iter()
            .map(|language| (language.name(), question.ask.get(*language)))
            .collect();
        let about = json!({
            "@type": "PropertyValue",
            "name": question.id,
            "description": asked,
            "levels": question.levels(study),
            "labels": question.labels,
        });
        match measured.get_mut(&*question.id) {
            // What is asked at moves and after games is no column of its own, and may share its name with one.
            Some(column) if !matches!(question.at, At::Before | At::After) => {
                column["question"] = about;
            }
            _ => {
                measured.insert(&question.id, about);
            }
        }
    }
    let reasons: BTreeMap<&str, &str> = Missing::ALL
        .iter()
        .map(|(missing, about)| (missing.name(), *about))
        .collect();
    let versions = folder.versions().iter().map(|version| {
        json!({
            "version": version.version,
            "sha256": version.hash,
            "frozen": version.frozen.filter(|_| !options.share).map(|at| at.to_string()),
            "program": version.program,
        })
    });
    let about = if study.about.is_empty() {
        study.name.clone()
    } else {
        study.about.clone()
    };
    let text = json!({
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": study.title_in(Language::En),
        "description": about,
        "schemaVersion": "Psych-DS 0.4.0",
        "keywords": ["board games", study.name],
        "simulated": folder.is_simulated(),
        "closed": register.is_closed(),
        "seed": study.seed.to_string(),
        "versions": versions.collect::<Vec<_>>(),
        "whyMissing": reasons,
        "variableMeasured": measured.into_values().collect::<Vec<_>>(),
    });
    serde_json::to_string_pretty(&text).expect("it has only texts and numbers") + "\n"
}

/// Returns what whoever opens the folder reads first.
pub(crate) fn readme(folder: &Folder, register: &Register, options: Options) -> String {
    let study = folder.study();
    let mut text = format!("# {}\n\n", study.title_in(Language::En));
    if folder.is_simulated() {
        text += "**Everybody in this data is simulated.** No person took part.\n\n";
    }
    if !register.is_closed() {
        text += "**The study was not closed when this was written.** Whoever looks at outcomes by arm now looks early: \
                 planned tests then err more often than they promise, and the report will say that somebody looked.\n\n";
    }
    text += &format!("{}\n\n", study.about);
    let tables = if options.share {
        "people, games, moves and answers"
    } else {
        "people, games, moves, answers and events"
    };
    text += &format!(
        "- `dataset_description.json`: what every column means (Psych-DS)\n\
         - `data/*_data.csv`: {tables}, one row each; `wide` has one row per person\n"
    );
    text += "- `data/raw/game-*.json`: the games as records; `kaesu show` reads them\n\
             - `analysis/mixed-models.R`: mixed models of the same data, for R with lme4\n\
             - `materials/`: the study's file and those of its players, as people met them\n\n\
             An empty cell is missing, and `why-missing` says why. It never means 0.\n";
    if options.share {
        text += "\nFor sharing: codes are numbers, and free texts, dates and ids of other services are left out.\n";
    }
    text
}
