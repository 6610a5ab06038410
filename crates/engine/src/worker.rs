//! What one thread holds while it searches.

use std::sync::Arc;

use crate::control::Control;
use crate::evaluation::Weights;
use crate::local_table::LocalTable;
use crate::selectivity::Margins;
use crate::stability::Edges;
use crate::table::Table;
use crate::threads::{Split, Team};

/// Nodes between two looks at the clock, about half a millisecond.
const LOOK_EVERY: u64 = 1 << 14;

/// An engine with its weights, table and threads.
#[derive(Debug)]
pub(crate) struct Worker<'a> {
    /// Positions visited, passes and last discs included.
    pub(crate) nodes: u64,
    /// Set when the search has to unwind: its result is then meaningless.
    pub(crate) stopped: bool,
    /// How many checks of selective search stand above the current node.
    pub(crate) checks: u32,
    look_at: u64,
    pub(crate) edges: &'static Edges,
    pub(crate) local: LocalTable,
    pub(crate) table: &'a Table,
    pub(crate) weights: &'a Weights,
    pub(crate) margins: &'a Margins,
    control: &'a Control,
    /// The other threads, if there are any, and the node of theirs or ours that is divided.
    pub(crate) team: Option<&'a Team>,
    pub(crate) split: Option<Arc<Split>>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        table: &'a Table,
        weights: &'a Weights,
        margins: &'a Margins,
        control: &'a Control,
        local: LocalTable,
    ) -> Self {
        Self {
            nodes: 0,
            stopped: false,
            checks: 0,
            look_at: control.next_look(0, LOOK_EVERY),
            edges: Edges::shared(),
            local,
            table,
            weights,
            margins,
            control,
            team: None,
            split: None,
        }
    }

    /// Returns the same worker as one of a team.
    pub(crate) fn in_team(mut self, team: &'a Team) -> Self {
        self.team = Some(team);
        self
    }

    /// Reports whether the search has to unwind; asked at every node that is not small.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.look_at {
            self.look();
        }
        self.stopped
    }

    /// Like [`Self::must_stop`], for nodes that are large enough to ask the other threads as well.
    #[inline(always)]
    pub(crate) fn must_stop_large(&mut self) -> bool {
        if let Some(split) = &self.split {
            self.stopped |= split.is_cut();
        }
        self.must_stop()
    }

    /// Resumes after a divided node, unless there is another reason to stop.
    pub(crate) fn resume(&mut self) {
        let cut = self.split.as_ref().is_some_and(|split| split.is_cut());
        self.stopped = cut || self.control.is_met();
    }

    #[cold]
    fn look(&mut self) {
        self.stopped |= self.control.look(self.nodes);
        self.look_at = self.control.next_look(self.nodes, LOOK_EVERY);
    }
}

/// What a worker of a test refers to.
#[cfg(test)]
pub(crate) struct Parts {
    pub(crate) table: Table,
    pub(crate) weights: Weights,
    margins: Margins,
    control: Control,
}

#[cfg(test)]
impl Parts {
    pub(crate) fn for_tests() -> Self {
        let weights = Weights::zero();
        Self {
            table: Table::new(1),
            margins: Margins::new(&weights.selective),
            weights,
            control: Control::new(&search::Limits::default(), 1),
        }
    }

    pub(crate) fn worker(&self) -> Worker<'_> {
        Worker::new(
            &self.table,
            &self.weights,
            &self.margins,
            &self.control,
            LocalTable::new(),
        )
    }
}
