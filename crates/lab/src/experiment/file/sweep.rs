//! The table `[sweep]`: which value of a player is varied.

use serde::{Deserialize, Serialize};

use crate::experiment::Sweep;

/// What is varied: one of `values`, `range` and `intervals`.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SweepSource {
    player: String,
    key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<toml::Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Range>,
    #[serde(skip_serializing_if = "Option::is_none")]
    intervals: Option<Intervals>,
    opponent: String,
}

/// Numbers from, to and including.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Range {
    from: f64,
    to: f64,
    step: f64,
}

/// Intervals of move numbers as P1 writes them: `[+](1-5)`, `[+](6-10)` and so on.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Intervals {
    sign: String,
    from: u32,
    to: u32,
    length: u32,
}

impl SweepSource {
    /// Returns the sweep, with all values.
    pub(super) fn read(&self) -> Result<Sweep, String> {
        let values = match (&self.values, &self.range, &self.intervals) {
            (Some(values), None, None) => values.clone(),
            (None, Some(range), None) => {
                let steps = ((range.to - range.from) / range.step).round();
                if !(steps.is_finite() && (0.0..=1000.0).contains(&steps)) {
                    return Err(
                        "a range goes from, to and by a step, with at most 1000 steps".to_owned(),
                    );
                }
                let number = |step: u32| range.from + f64::from(step) * range.step;
                let whole = [range.from, range.to, range.step]
                    .iter()
                    .all(|x| x.fract() == 0.0);
                (0..=steps as u32)
                    .map(|step| {
                        if whole {
                            toml::Value::Integer(number(step) as i64)
                        } else {
                            // Without the noise of adding binary fractions.
                            toml::Value::Float((number(step) * 1e9).round() / 1e9)
                        }
                    })
                    .collect()
            }
            (None, None, Some(of)) => {
                if !["+", "-"].contains(&&*of.sign) {
                    return Err(format!(
                        "the sign of intervals is + or -, not \"{}\"",
                        of.sign
                    ));
                }
                if of.length == 0 || of.from == 0 || of.from > of.to || of.to > 1000 {
                    let text =
                        "intervals have a length above 0 and go from a move above 0 to a later one";
                    return Err(text.to_owned());
                }
                (of.from..=of.to)
                    .step_by(of.length as usize)
                    .map(|from| {
                        let to = (from + of.length - 1).min(of.to);
                        toml::Value::String(format!("[{}]({from}-{to})", of.sign))
                    })
                    .collect()
            }
            _ => return Err("a sweep has either values, a range or intervals".to_owned()),
        };
        Ok(Sweep {
            player: self.player.clone(),
            key: self.key.clone(),
            values,
            opponent: self.opponent.clone(),
        })
    }

    /// Returns the table of a sweep.
    pub(super) fn of(sweep: &Sweep) -> Self {
        Self {
            player: sweep.player.clone(),
            key: sweep.key.clone(),
            values: Some(sweep.values.clone()),
            range: None,
            intervals: None,
            opponent: sweep.opponent.clone(),
        }
    }
}
