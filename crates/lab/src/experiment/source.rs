//! Experiment files as TOML sees them.

use players::file::LimitsSpec;
use serde::{Deserialize, Serialize};
use toml::Spanned;

/// An experiment file.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Source {
    #[serde(default)]
    pub(super) about: String,
    pub(super) game: Spanned<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<Spanned<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<Spanned<String>>,
    pub(super) kind: Spanned<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seating: Option<Spanned<String>>,
    pub(super) games: Option<Spanned<i64>>,
    pub(super) seed: Option<Spanned<i64>>,
    pub(super) keep: Option<Spanned<Vec<String>>>,
    pub(super) patience: Option<Spanned<f64>>,
    #[serde(default)]
    pub(super) limits: LimitsSpec,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) openings: Option<Spanned<OpeningsSource>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stop: Option<Spanned<StopSource>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sweep: Option<Spanned<SweepSource>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) measure: Option<Spanned<MeasureSource>>,
    #[serde(default, rename = "player")]
    pub(super) players: Vec<Spanned<PlayerSource>>,
}

/// A player: one of `player`, `file`, `text` and `command`.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PlayerSource {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) player: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) command: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) protocol: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) folder: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stderr: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start_timeout: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) move_timeout: Option<f64>,
    #[serde(default, skip_serializing_if = "is_empty")]
    pub(super) limits: LimitsSpec,
}

fn is_empty(limits: &LimitsSpec) -> bool {
    *limits == LimitsSpec::default()
}

/// How games begin.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum OpeningsSource {
    Start {},
    Lines(Plies),
    Random(Plies),
    Balanced(Balanced),
    Transcripts(Written),
    Positions(Written),
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plies {
    pub(super) plies: u32,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Balanced {
    pub(super) plies: u32,
    #[serde(default = "eight")]
    pub(super) of: u32,
    #[serde(default = "four")]
    pub(super) depth: u32,
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
pub(super) struct Written {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) list: Option<Vec<String>>,
}

/// When a match is decided: exactly one of the three kinds of hypotheses.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StopSource {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) elo: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) normalised_elo: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) score: Option<[f64; 2]>,
    #[serde(default = "five_percent")]
    pub(super) alpha: f64,
    #[serde(default = "five_percent")]
    pub(super) beta: f64,
}

const fn five_percent() -> f64 {
    0.05
}

/// What is varied: one of `values`, `range` and `intervals`.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SweepSource {
    pub(super) player: String,
    pub(super) key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) values: Option<Vec<toml::Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) range: Option<Range>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) intervals: Option<Intervals>,
    pub(super) opponent: String,
}

/// Numbers from, to and including.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Range {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) step: f64,
}

/// Intervals of move numbers as P1 writes them: `[+](1-5)`, `[+](6-10)` and so on.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Intervals {
    pub(super) sign: String,
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) length: u32,
}

/// What is measured.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MeasureSource {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) depths: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reference: Option<String>,
}
