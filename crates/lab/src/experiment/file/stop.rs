//! The table `[stop]`: when a match is decided.

use serde::{Deserialize, Serialize};

use crate::experiment::{Stopping, Unit};

/// When a match is decided: exactly one of the three kinds of hypotheses.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct StopSource {
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normalised_elo: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<[f64; 2]>,
    #[serde(default = "five_percent")]
    alpha: f64,
    #[serde(default = "five_percent")]
    beta: f64,
}

const fn five_percent() -> f64 {
    0.05
}

impl StopSource {
    /// Returns the stopping rule.
    pub(crate) fn read(&self) -> Result<Stopping, String> {
        let Self {
            elo,
            normalised_elo,
            score,
            alpha,
            beta,
        } = self;
        let (unit, [h0, h1]) = match (elo, normalised_elo, score) {
            (Some(elo), None, None) => (Unit::Elo, *elo),
            (None, Some(elo), None) => (Unit::NormalisedElo, *elo),
            (None, None, Some(score)) => (Unit::Score, *score),
            _ => {
                let text =
                    "[stop] has exactly one of elo, normalised-elo and score, each as two numbers";
                return Err(text.to_owned());
            }
        };
        if !(h0.is_finite() && h1.is_finite()) {
            return Err(format!(
                "{} {h0} against {h1}: both have to be numbers with an end",
                unit.name()
            ));
        }
        if h0 >= h1 {
            let text = format!(
                "{} {h0} against {h1}: the first has to be below the second",
                unit.name()
            );
            return Err(text);
        }
        Ok(Stopping {
            unit,
            h0,
            h1,
            alpha: *alpha,
            beta: *beta,
        })
    }

    /// Returns the table of a stopping rule.
    pub(crate) fn of(stop: &Stopping) -> Self {
        let of = |unit| (stop.unit == unit).then_some([stop.h0, stop.h1]);
        Self {
            elo: of(Unit::Elo),
            normalised_elo: of(Unit::NormalisedElo),
            score: of(Unit::Score),
            alpha: stop.alpha,
            beta: stop.beta,
        }
    }
}
