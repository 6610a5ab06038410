//! The arguments that limit thinking.

use std::time::Duration;

use clap::Args;
use players::file::LimitsSpec;
use search::Limits;

/// Limits for each move; if any is given, they take the place of those in the player's file.
#[derive(Args, Debug)]
pub(crate) struct LimitArguments {
    /// Look this many plies ahead
    #[arg(long, value_name = "PLIES", value_parser = crate::game::whole_number::<1000>)]
    depth: Option<u32>,

    /// Visit at most this many positions a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Think at most this long a move, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0)
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "it has to be seconds above 0 and up to 86400".to_owned())
}

impl LimitArguments {
    /// Returns the same limits as files give them.
    pub(crate) fn spec(&self) -> LimitsSpec {
        LimitsSpec {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            ..LimitsSpec::default()
        }
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            ..Limits::default()
        }
    }
}
