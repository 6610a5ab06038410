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
}

impl Control {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            end: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            stop: limits.stop.clone(),
        }
    }

    /// At how many nodes to ask again.
    pub(crate) fn next_look(&self, nodes: u64, every: u64) -> u64 {
        (nodes + every).min(self.most_nodes.max(nodes + 1))
    }

    /// Whether a limit is met.
    pub(crate) fn is_over(&self, nodes: u64) -> bool {
        let flag = self.stop.as_ref();
        nodes >= self.most_nodes
            || flag.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.end.is_some_and(|end| Instant::now() >= end)
    }
}
