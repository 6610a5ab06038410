//! Numbers in player files, each with its range; toml adds the line to what is said here.

use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

/// Returns a whole number from `LOW` to `HIGH`.
pub(crate) fn ranged<'de, const LOW: u32, const HIGH: u32, D>(d: D) -> Result<Option<u32>, D::Error>
where
    D: Deserializer<'de>,
{
    whole::<LOW, HIGH, D>(d).map(Some)
}

/// Returns a whole number from `LOW` to `HIGH` that has to be given.
pub(crate) fn whole<'de, const LOW: u32, const HIGH: u32, D>(d: D) -> Result<u32, D::Error>
where
    D: Deserializer<'de>,
{
    let number = i64::deserialize(d)?;
    u32::try_from(number)
        .ok()
        .filter(|number| (LOW..=HIGH).contains(number))
        .ok_or_else(|| {
            D::Error::custom(format!(
                "{number} is out of range; it has to be a whole number from {LOW} to {HIGH}"
            ))
        })
}

/// Returns a whole number that is at least 1.
pub(crate) fn count<'de, D: Deserializer<'de>>(d: D) -> Result<Option<u64>, D::Error> {
    let number = i64::deserialize(d)?;
    u64::try_from(number)
        .ok()
        .filter(|&number| number > 0)
        .map(Some)
        .ok_or_else(|| {
            D::Error::custom(format!(
                "{number} is out of range; it has to be a whole number above 0"
            ))
        })
}

/// Seconds, above 0 and at most a day.
pub(crate) fn seconds<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Duration>, D::Error> {
    let number = f64::deserialize(d)?;
    if number > 0.0 && number <= 86_400.0 {
        return Ok(Some(Duration::from_secs_f64(number)));
    }
    Err(D::Error::custom(format!(
        "{number} is out of range; it has to be seconds above 0 and up to 86400"
    )))
}

/// Writes what [`seconds`] reads.
#[expect(clippy::ref_option, reason = "serde wants it so")]
pub(crate) fn as_seconds<S: Serializer>(time: &Option<Duration>, s: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.as_secs_f64()).serialize(s)
}

/// Returns a whole number from `LOW` to `HIGH`, where numbers below 0 have a meaning.
pub(crate) fn signed<'de, const LOW: i32, const HIGH: i32, D>(d: D) -> Result<i32, D::Error>
where
    D: Deserializer<'de>,
{
    let number = i64::deserialize(d)?;
    i32::try_from(number)
        .ok()
        .filter(|number| (LOW..=HIGH).contains(number))
        .ok_or_else(|| {
            D::Error::custom(format!(
                "{number} is out of range; it has to be a whole number from {LOW} to {HIGH}"
            ))
        })
}

/// Returns a number from `LOW` to `HIGH`, not necessarily whole.
pub(crate) fn real<'de, const LOW: i32, const HIGH: i32, D>(d: D) -> Result<f64, D::Error>
where
    D: Deserializer<'de>,
{
    let number = f64::deserialize(d)?;
    if number >= f64::from(LOW) && number <= f64::from(HIGH) {
        return Ok(number);
    }
    Err(D::Error::custom(format!(
        "{number} is out of range; it has to be a number from {LOW} to {HIGH}"
    )))
}
