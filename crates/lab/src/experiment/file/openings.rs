//! The table `[openings]`: how games begin.

use std::path::Path;

use players::text_file;
use serde::{Deserialize, Serialize};

use crate::experiment::error::LONGEST;
use crate::opening::Openings;

/// How games begin.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OpeningsSource {
    Start {},
    Lines(Plies),
    Random(Plies),
    Balanced(Balanced),
    Transcripts(Written),
    Positions(Written),
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plies {
    plies: u32,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Balanced {
    plies: u32,
    #[serde(default = "eight")]
    of: u32,
    #[serde(default = "four")]
    depth: u32,
}

const fn eight() -> u32 {
    8
}

const fn four() -> u32 {
    4
}

/// A file with a line each, or the lines themselves.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Vec<String>>,
}

impl OpeningsSource {
    /// Returns the openings; files that they name are looked for in this folder.
    pub(crate) fn read(&self, folder: &Path) -> Result<Openings, String> {
        let plies = |plies: u32| {
            let fits = (1..=1000).contains(&plies);
            fits.then_some(plies)
                .ok_or_else(|| format!("{plies} plies: it has to be 1 to 1000"))
        };
        let lines = |written: &Written| match (&written.file, &written.list) {
            (Some(file), None) => {
                let path = folder.join(file);
                let text = text_file::read(&path, LONGEST);
                let text =
                    text.map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
                let lines = text
                    .lines()
                    .map(|line| line.split('#').next().unwrap_or("").trim());
                Ok(lines
                    .filter(|line| !line.is_empty())
                    .map(str::to_owned)
                    .collect())
            }
            (None, Some(list)) => Ok(list.clone()),
            _ => Err("give either a file or a list".to_owned()),
        };
        Ok(match self {
            Self::Start {} => Openings::Start,
            Self::Lines(lines) => Openings::Lines {
                plies: plies(lines.plies)?,
            },
            Self::Random(random) => Openings::Random {
                plies: plies(random.plies)?,
            },
            Self::Balanced(balanced) => {
                if !(1..=1000).contains(&balanced.of) || !(1..=20).contains(&balanced.depth) {
                    let text = "balanced openings are the best of 1 to 1000 lines by a search of depth 1 to 20";
                    return Err(text.to_owned());
                }
                Openings::Balanced {
                    plies: plies(balanced.plies)?,
                    of: balanced.of,
                    depth: balanced.depth,
                }
            }
            Self::Transcripts(written) => Openings::Transcripts(lines(written)?),
            Self::Positions(written) => Openings::Positions(lines(written)?),
        })
    }

    /// Returns the table of openings, which needs no other file.
    pub(crate) fn of(openings: &Openings) -> Self {
        let list = |lines: &[String]| Written {
            file: None,
            list: Some(lines.to_vec()),
        };
        match openings {
            Openings::Start => Self::Start {},
            Openings::Lines { plies } => Self::Lines(Plies { plies: *plies }),
            Openings::Random { plies } => Self::Random(Plies { plies: *plies }),
            Openings::Balanced { plies, of, depth } => Self::Balanced(Balanced {
                plies: *plies,
                of: *of,
                depth: *depth,
            }),
            Openings::Transcripts(lines) => Self::Transcripts(list(lines)),
            Openings::Positions(lines) => Self::Positions(list(lines)),
        }
    }
}
