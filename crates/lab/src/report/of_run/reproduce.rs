//! How to reproduce a run: the experiment letter by letter, seed, program and machine.

use std::fs;

use crate::run::{EXPERIMENT, file_error};
use crate::run::{Run, RunError};
use report::{Column, Section, Table};

pub(super) fn section(run: &Run) -> Result<Section, RunError> {
    let path = run.folder().join(EXPERIMENT);
    let experiment = fs::read_to_string(&path).map_err(file_error(&path, "read"))?;
    let mut section = Section::new("How to reproduce this");
    section.prose(
        "Save the experiment below as experiment.toml. These commands play it again, into a folder \
         of your choice, and write this report:",
    );
    section.listing(
        "kaesu lab run experiment.toml --run again\n\
         kaesu lab report again",
    );
    let header = run.header();
    let mut table = Table::new(
        "origin",
        "Where the figures come from.",
        [Column::text("what"), Column::text("value")],
    );
    let unknown = || "not known".to_owned();
    let machine = &header.machine;
    for (what, value) in [
        ("seed", run.experiment().seed.to_string()),
        ("version of kaesu", header.program.version.clone()),
        (
            "commit",
            header.program.commit.clone().unwrap_or_else(unknown),
        ),
        (
            "processor",
            machine.processor.clone().unwrap_or_else(unknown),
        ),
        ("cores", machine.cores.to_string()),
        ("system", machine.system.clone()),
    ] {
        table.push([what.into(), value.into()]);
    }
    for engine in &header.engines {
        table.push([
            format!("{} is", engine.player).into(),
            engine.full_name().into(),
        ]);
    }
    section.table(table);
    section.listing(experiment);
    Ok(section)
}
