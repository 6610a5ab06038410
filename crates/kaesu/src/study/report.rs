//! `kaesu study report`: what was found.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use study::export::{self, Options};
use study::folder::Folder;
use study::package;
use study::register::Order;
use study::report::Judge;

use crate::language::InLanguage;
use crate::report_folder;

/// Write what a study found: planned claims first, then what is only exploratory. Before a study is
/// closed nothing is told that tells arms apart
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of the study
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The folder to write, new or with an older report [default: DIR/report]
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,

    /// Who values the positions in all that is exploratory, since planned claims have a judge of their own: a
    /// player's name or file, "surprisal:" and one (how unlikely a move was to come from that player, as
    /// "surprisal:level-reversi-3"), or "none" for nobody [default: p2-winning for Othello, else nobody]
    #[arg(long, value_name = "PLAYER")]
    judge: Option<String>,

    /// Close the study first: nobody may begin any more, and there is no way back
    #[arg(long)]
    close: bool,

    /// Write a package for others into this new folder as well: the study without anything that
    /// identifies, its data, its report, and how to get the same again
    #[arg(long, value_name = "OUT")]
    package: Option<PathBuf>,

    #[command(flatten)]
    language: InLanguage,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut folder = Folder::open(&arguments.folder)?;
    if arguments.close {
        let closed = folder.register()?.order(&Order::Close, super::now())?;
        folder.append(&closed)?;
    }
    let usual = study::report::usual_judge(folder.study());
    let judge = match arguments.judge.as_deref().or(usual) {
        None | Some("none") => None,
        Some(name) => Some(Judge::named(name)?),
    };
    let beside = || arguments.folder.join("report");
    let out = arguments.out.clone().unwrap_or_else(beside);
    let page = write(&folder, judge.as_ref(), arguments, &out)?;
    let mut said = std::io::stdout().lock();
    if let Some(place) = &arguments.package {
        pack(&folder, judge.as_ref(), arguments, place)?;
        writeln!(said, "{}", place.display())?;
    }
    writeln!(said, "{}", page.display())?;
    Ok(())
}

fn write(
    folder: &Folder,
    judge: Option<&Judge>,
    arguments: &Arguments,
    out: &Path,
) -> Result<PathBuf> {
    let language = arguments.language.language;
    let report = study::report::report(folder, judge)?;
    let report = study::report::in_language(&report, folder.study(), language);
    Ok(report_folder::write(&report, language, out)?)
}

/// Writes everything that others need to check the study.
fn pack(folder: &Folder, judge: Option<&Judge>, arguments: &Arguments, place: &Path) -> Result<()> {
    if place.exists() {
        bail!(
            "{} is there already; name a new folder with --package",
            place.display()
        );
    }
    if !folder.register()?.is_closed() {
        bail!(
            "the study is not closed, and what others check has to be final; close it with --close"
        );
    }
    let copy = package::write(folder, place)?;
    let options = Options {
        share: true,
        excel: false,
    };
    let files = export::files(&copy, options)?.into_iter();
    let files = files.map(|(name, text)| (format!("data/{name}"), text));
    let files: BTreeMap<String, String> = files.collect();
    for (name, text) in &files {
        save(&place.join(name), text)?;
    }
    write(&copy, judge, arguments, &place.join("report"))?;
    save(&place.join("README.md"), &readme(&copy, judge, arguments))?;
    // Nothing of the data file is beside it any more once it is closed.
    drop(copy);
    let mut all = BTreeMap::new();
    read_all(place, place, &mut all).with_context(|| format!("cannot read {}", place.display()))?;
    save(&place.join("SHA256SUMS"), &package::sums(&all))
}

/// Reads every file of a folder but the lock of its data file, by its place in it.
fn read_all(
    folder: &Path,
    below: &Path,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> std::io::Result<()> {
    for entry in std::fs::read_dir(below)? {
        let path = entry?.path();
        if path.is_dir() {
            read_all(folder, &path, files)?;
        } else if path.extension().is_none_or(|end| end != "lock") {
            let name = path.strip_prefix(folder).unwrap_or(&path);
            let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
            files.insert(parts.join("/"), std::fs::read(&path)?);
        }
    }
    Ok(())
}

fn save(path: &Path, text: &str) -> Result<()> {
    let place = path.parent().unwrap_or(path);
    std::fs::create_dir_all(place)
        .and_then(|()| std::fs::write(path, text))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Says what the package is and how to get the same again.
fn readme(folder: &Folder, judge: Option<&Judge>, arguments: &Arguments) -> String {
    let study = folder.study();
    let mut text = format!(
        "# {}: everything to check it\n\n\
         Codes are drawn anew, free texts, ids of other services and dates are left out. The order in which people came \
         is kept, since everything that was drawn by lot follows from it and from the seed {}.\n\n\
         - `study.sqlite`: everything that happened; `kaesu study report .` and `kaesu study export .` read it\n\
         - `data/`: the same as tables with a codebook, all games, and the study's file with its players (`materials/`)\n\
         - `report/`: what was found\n\
         - `SHA256SUMS`: of all these files; `sha256sum -c SHA256SUMS` compares them\n\n\
         The same report again, in another folder:\n\n\
         ```\nkaesu study report . --judge {} --language {} --out again\n```\n\n",
        study.name,
        study.seed,
        judge.map_or("none", |judge| &judge.name),
        arguments.language.language.code()
    );
    for version in folder.versions() {
        text.push_str(&format!(
            "Version {} of the study and its players, carried out with kaesu {}: SHA-256 {}\n",
            version.version, version.program, version.hash
        ));
    }
    text
}
