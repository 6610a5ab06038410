//! Weights that change in the course of a game: straight lines between given points.

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use crate::number::real;

/// A weight for every number of discs: what the first point says before it, what the last says
/// after it, and on the straight line between two points in between. A file gives a list of
/// `[discs, weight]` with rising numbers of discs.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve(Vec<(u32, f64)>);

impl Curve {
    /// Returns the weight at this number of discs.
    #[must_use]
    pub fn at(&self, discs: u32) -> f64 {
        let next = self.0.partition_point(|&(place, _)| place < discs);
        match (
            next.checked_sub(1).map(|before| self.0[before]),
            self.0.get(next),
        ) {
            (Some((_, weight)), None) | (None, Some(&(_, weight))) => weight,
            (Some((from, start)), Some(&(to, end))) => {
                start + (end - start) * f64::from(discs - from) / f64::from(to - from)
            }
            (None, None) => 0.0,
        }
    }

    /// Returns what no weight exceeds in size.
    #[must_use]
    pub fn most(&self) -> f64 {
        self.0.iter().map(|point| point.1.abs()).fold(0.0, f64::max)
    }
}

impl<'de> Deserialize<'de> for Curve {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let points: Vec<_> = Vec::<Point>::deserialize(d)?
            .into_iter()
            .map(|Point(discs, weight)| (discs, weight))
            .collect();
        if points.is_empty() || !points.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(D::Error::custom(
                "a curve is a list of [discs, weight] with rising numbers of discs, like [[4, 1.0], [60, 0.0]]",
            ));
        }
        Ok(Self(points))
    }
}

/// `[discs, weight]`, and nothing more.
struct Point(u32, f64);

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Number(#[serde(deserialize_with = "real::<-1000, 1000, _>")] f64);

        let numbers = Vec::<Number>::deserialize(d)?;
        match numbers.as_slice() {
            [Number(discs), Number(weight)]
                if (0.0..=100.0).contains(discs) && discs.fract() == 0.0 =>
            {
                Ok(Self(*discs as u32, *weight))
            }
            _ => Err(D::Error::custom(
                "a point of a curve is [discs, weight], with a whole number of discs from 0 to 100",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct File {
        curve: Curve,
    }

    #[test]
    fn between_points_the_line_is_straight() {
        let text = "curve = [[4, 0.3], [32, 1.0], [50, 0.5], [60, 0]]";
        let curve = toml::from_str::<File>(text).unwrap().curve;
        for (discs, weight) in [
            (0, 0.3),
            (4, 0.3),
            (18, 0.65),
            (32, 1.0),
            (41, 0.75),
            (50, 0.5),
            (55, 0.25),
            (60, 0.0),
            (64, 0.0),
        ] {
            assert!((curve.at(discs) - weight).abs() < 1e-12, "{discs}");
        }
        assert!((curve.most() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_wrong_curve_says_what_would_be_right() {
        let wrong = |text: &str| toml::from_str::<File>(text).err().unwrap().to_string();
        assert!(wrong("curve = []").contains("rising numbers"));
        assert!(wrong("curve = [[4, 1.0], [4, 2.0]]").contains("rising numbers"));
        assert!(wrong("curve = [[4, 1.0], [101, 2.0]]").contains("from 0 to 100"));
        assert!(wrong("curve = [[4, 1.0, 2.0]]").contains("[discs, weight]"));
        assert!(wrong("curve = [[4.5, 1.0]]").contains("a whole number"));
    }
}
