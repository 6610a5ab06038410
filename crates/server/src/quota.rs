//! How much one address may leave on the disk: games begun in rooms by the hour, imported games by their size and the day.
//! And how much text it may have read, which takes time.

use std::net::IpAddr;
use std::time::Duration;

use crate::config::Config;
use crate::error::ApiError;
use crate::limit::Limit;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// KiB in a MiB.
const MIB: u32 = 1024;
/// KiB of text that is read at once, and how long it takes to earn the next: a class may bring its games, and nobody
/// keeps a thread busy.
const TEXT: u32 = 2 * MIB;
const TEXT_EACH: Duration = Duration::from_millis(4);

/// What every address has left.
pub(crate) struct Quotas {
    rooms: Limit,
    /// In KiB.
    imports: Limit,
    /// In KiB.
    texts: Limit,
}

impl Quotas {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            rooms: within(config.rooms_each, HOUR),
            imports: within(config.imports_each.saturating_mul(MIB), DAY),
            texts: Limit::new(Some(TEXT_EACH), TEXT),
        }
    }

    /// Counts a text of so many bytes that has to be read, before it is.
    ///
    /// # Errors
    /// Returns an error if the address has sent too much lately.
    pub(crate) fn reading(&self, address: IpAddr, bytes: usize) -> Result<(), ApiError> {
        self.texts
            .take(address, kib(bytes))
            .then_some(())
            .ok_or(ApiError::Quota(
                "texts to be read from your address; wait a few seconds",
            ))
    }

    /// Counts a new room, or another game in one.
    ///
    /// # Errors
    /// Returns an error if the address has made too many.
    pub(crate) fn room(&self, address: IpAddr) -> Result<(), ApiError> {
        self.rooms
            .take(address, 1)
            .then_some(())
            .ok_or(ApiError::Quota(
                "rooms made from your address; wait a few minutes",
            ))
    }

    /// Counts an imported game of so many bytes.
    ///
    /// # Errors
    /// Returns an error if the address has imported too much.
    pub(crate) fn import(&self, address: IpAddr, bytes: usize) -> Result<(), ApiError> {
        self.imports
            .take(address, kib(bytes))
            .then_some(())
            .ok_or(ApiError::Quota(
                "games imported from your address; go on tomorrow",
            ))
    }
}

/// Returns how many KiB something has, begun ones included.
fn kib(bytes: usize) -> u32 {
    (bytes / 1024 + 1).min(u32::MAX as usize) as u32
}

/// Returns a limit of so many in a time, all of them at once if need be; none for 0.
fn within(count: u32, time: Duration) -> Limit {
    Limit::new(time.checked_div(count), count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_uses_up_its_own_quota_alone() {
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), "data.sqlite".into());
        (config.rooms_each, config.imports_each) = (5, 1);
        let quotas = Quotas::new(&config);
        let [a, b]: [IpAddr; 2] = [[192, 0, 2, 1].into(), [192, 0, 2, 2].into()];
        assert_eq!((0..20).filter(|_| quotas.room(a).is_ok()).count(), 5);
        assert!(quotas.room(b).is_ok());
        assert!(quotas.import(a, 900 * 1024).is_ok());
        assert!(quotas.import(a, 200 * 1024).is_err());
        assert!(quotas.import(a, 100 * 1024).is_ok());
        assert!(quotas.import(b, 2 * 1024 * 1024).is_err());
        assert!((0..32).all(|_| quotas.reading(a, 63 * 1024).is_ok()));
        assert!(quotas.reading(a, 1 << 20).is_err());
        assert!(quotas.reading(b, 1 << 20).is_ok());
        (config.rooms_each, config.imports_each) = (0, 0);
        let none = Quotas::new(&config);
        assert!((0..100).all(|_| none.room(a).is_ok() && none.import(a, 1 << 30).is_ok()));
    }
}
