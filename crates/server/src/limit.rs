//! How much each address may have in a time, and all of it at once if need be.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use governor::{DefaultKeyedRateLimiter, Quota};

/// Addresses are forgotten when there are more than this, at most so often: looking for them takes time.
const REMEMBERED: usize = 10_000;
const FORGET: Duration = Duration::from_secs(1);

/// A limit for each address; none if nothing is counted.
pub(crate) struct Limit {
    counted: Option<Counted>,
}

struct Counted {
    each: DefaultKeyedRateLimiter<IpAddr>,
    forgotten: Mutex<Instant>,
}

impl Limit {
    /// Allows `burst` at once, and one more after each `period`; without either there is no limit.
    pub(crate) fn new(period: Option<Duration>, burst: u32) -> Self {
        let quota = NonZeroU32::new(burst)
            .and_then(|burst| Some(Quota::with_period(period?)?.allow_burst(burst)));
        Self {
            counted: quota.map(|quota| Counted {
                each: DefaultKeyedRateLimiter::keyed(quota),
                forgotten: Mutex::new(Instant::now()),
            }),
        }
    }

    /// Takes so much of what an address has left, and reports whether that was enough. More than the whole
    /// burst at once is always too much.
    pub(crate) fn take(&self, address: IpAddr, count: u32) -> bool {
        let (Some(counted), Some(count)) = (&self.counted, NonZeroU32::new(count)) else {
            return true;
        };
        counted.forget();
        matches!(counted.each.check_key_n(&address, count), Ok(Ok(())))
    }
}

impl Counted {
    /// Forgets who has not asked lately.
    fn forget(&self) {
        if self.each.len() <= REMEMBERED {
            return;
        }
        // Whoever finds it locked need not do it as well.
        if let Ok(mut last) = self.forgotten.try_lock()
            && last.elapsed() >= FORGET
        {
            self.each.retain_recent();
            *last = Instant::now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_uses_up_its_own_and_no_others() {
        let limit = Limit::new(Some(Duration::from_secs(60)), 5);
        let [a, b]: [IpAddr; 2] = [[192, 0, 2, 1].into(), [192, 0, 2, 2].into()];
        assert_eq!((0..20).filter(|_| limit.take(a, 1)).count(), 5);
        assert!(limit.take(b, 5) && !limit.take(b, 1));
        assert!(!limit.take([192, 0, 2, 3].into(), 6), "never that much");
        for none in [
            Limit::new(None, 5),
            Limit::new(Some(Duration::from_secs(1)), 0),
        ] {
            assert!((0..1000).all(|_| none.take(a, 1000)));
        }
    }
}
