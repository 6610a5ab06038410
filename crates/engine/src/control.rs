//! When a search has to stop: nodes, time or a flag from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use search::Limits;

/// The limits of a running search. A limit of nodes is met at the same node on every machine, if one
/// thread searches; it may be passed by the nodes of one small endgame.
#[derive(Debug)]
pub(crate) struct Control {
    most_nodes: u64,
    end: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    /// Whether a thread has met a limit: then all have.
    met: AtomicBool,
}

impl Control {
    /// Returns the limits of a search on this many threads; each may visit its share of the nodes.
    pub(crate) fn new(limits: &Limits, threads: usize) -> Self {
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        Self {
            most_nodes: nodes / threads as u64,
            end: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            stop: limits.stop.clone(),
            met: AtomicBool::new(false),
        }
    }

    /// Returns the number of nodes at which to ask again.
    pub(crate) fn next_look(&self, nodes: u64, every: u64) -> u64 {
        (nodes + every).min(self.most_nodes.max(nodes + 1))
    }

    /// Reports whether a limit was met when somebody looked.
    pub(crate) fn is_met(&self) -> bool {
        self.met.load(Ordering::Relaxed)
    }

    /// Looks whether a limit is met.
    pub(crate) fn look(&self, nodes: u64) -> bool {
        let flag = self.stop.as_ref();
        let met = nodes >= self.most_nodes
            || flag.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.end.is_some_and(|end| Instant::now() >= end);
        if met {
            self.met.store(true, Ordering::Relaxed);
        }
        self.is_met()
    }
}
