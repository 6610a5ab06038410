//! Numbered jobs on all cores, their results in the order of the numbers.
//!
//! A job is a pure function of its number, so a [`JobRange`] can be run by any thread, at any time
//! and on any machine: results of neighbouring ranges, put one after the other, are the results of
//! the whole.

mod pool;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub(crate) use self::pool::{End, Jobs, Sink, Watch, Work, until, work};

/// Jobs with consecutive numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobRange {
    start: u64,
    end: u64,
}

impl JobRange {
    /// Returns the jobs from `start` up to but not including `end`; none if there are none between.
    #[must_use]
    pub const fn new(start: u64, end: u64) -> Self {
        let end = if end < start { start } else { end };
        Self { start, end }
    }

    /// Returns the number of the first job.
    #[must_use]
    pub const fn start(self) -> u64 {
        self.start
    }

    /// Returns the number after the last job.
    #[must_use]
    pub const fn end(self) -> u64 {
        self.end
    }

    /// Returns how many jobs there are.
    #[must_use]
    pub const fn len(self) -> u64 {
        self.end - self.start
    }

    /// Reports whether there is no job.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Reports whether all jobs of another range are in this one.
    #[must_use]
    pub const fn covers(self, other: Self) -> bool {
        other.is_empty() || (self.start <= other.start && other.end <= self.end)
    }

    /// Returns the same jobs without the first; an empty range stays as it is.
    #[must_use]
    pub const fn without_first(self) -> Self {
        Self::new(self.start + (!self.is_empty()) as u64, self.end)
    }
}

/// Runs all jobs on this many threads and returns their results in order.
///
/// ```
/// use kaesu_lab::jobs::{self, JobRange};
///
/// let squares = jobs::in_order(JobRange::new(2, 5), 2, |number| number * number);
/// assert_eq!(squares, [4, 9, 16]);
/// ```
pub fn in_order<T: Send>(jobs: JobRange, threads: usize, job: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let Ok(results) = try_in_order(jobs, threads, |number| Ok::<T, Infallible>(job(number)));
    results
}

/// Runs all jobs like [`in_order`], or as many as are needed to find the first that fails.
///
/// # Errors
/// Returns the error of the job with the lowest number that fails, whatever the number of threads.
pub fn try_in_order<T: Send, E: Send>(
    jobs: JobRange,
    threads: usize,
    job: impl Fn(u64) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    struct Collect<T, E>(Result<Vec<T>, E>);
    impl<T, E> Sink<Result<T, E>> for Collect<T, E> {
        type Error = Infallible;
        fn take(&mut self, _: &[(u64, Result<T, E>)]) -> Result<(), Infallible> {
            Ok(())
        }
        fn next(&mut self, result: Result<T, E>) -> ControlFlow<()> {
            match (&mut self.0, result) {
                (Ok(results), Ok(result)) => {
                    results.push(result);
                    ControlFlow::Continue(())
                }
                (Ok(_), Err(error)) => {
                    self.0 = Err(error);
                    ControlFlow::Break(())
                }
                (Err(_), _) => ControlFlow::Break(()),
            }
        }
        fn tick(&mut self) {}
    }
    let work_to_do = Work {
        jobs,
        threads: threads.max(1),
        stop: &AtomicBool::new(false),
        patience: Duration::MAX,
    };
    let mut collect = Collect(Ok(Vec::new()));
    let worker = |_: Watch, jobs: &mut Jobs<'_, Result<T, E>>| {
        jobs(&mut |number| Some(job(number)));
    };
    let Ok(_) = work(&work_to_do, BTreeMap::new(), &worker, &mut collect);
    collect.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for threads in [0, 1, 2, 5] {
            let jobs = JobRange::new(3, 1003);
            let squares = in_order(jobs, threads, |number| number * number);
            assert_eq!(squares, (3..1003).map(|n| n * n).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn the_first_failure_is_returned() {
        for threads in [1, 2, 5] {
            let job = |number: u64| {
                if number % 10 == 7 {
                    Err(number)
                } else {
                    Ok(())
                }
            };
            assert_eq!(try_in_order(JobRange::new(20, 1000), threads, job), Err(27));
        }
    }

    #[test]
    fn a_range_knows_what_is_in_it() {
        let jobs = JobRange::new(3, 5);
        assert_eq!((jobs.len(), jobs.is_empty()), (2, false));
        assert!(jobs.covers(JobRange::new(4, 5)) && !jobs.covers(JobRange::new(4, 6)));
        assert!(jobs.covers(JobRange::new(9, 2)), "no job is in every range");
        assert_eq!(jobs.without_first(), JobRange::new(4, 5));
        let none = jobs.without_first().without_first();
        assert!(none.is_empty() && none.without_first().is_empty());
        assert!(in_order(none, 2, |number| number).is_empty());
    }
}
