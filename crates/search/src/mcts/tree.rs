//! The tree that grows, and what is proven of it.

use rules::{Game, PerSeat, Seat};

/// A position that was reached.
pub(super) struct Node<M> {
    /// The move that leads here; `None` for the root.
    pub(super) m: Option<M>,
    /// Whose turn it is, once the node has children.
    pub(super) mover: Seat,
    first_child: u32,
    children: u32,
    pub(super) visits: u32,
    /// The utilities of all playouts through this node.
    pub(super) totals: PerSeat<f64>,
    /// The values of this position under best play, once they are known.
    pub(super) proven: Option<PerSeat<i32>>,
}

impl<M> Node<M> {
    fn new(m: Option<M>, seats: usize) -> Self {
        Self {
            m,
            mover: Seat::new(0),
            first_child: 0,
            children: 0,
            visits: 0,
            totals: PerSeat::all(seats, 0.0),
            proven: None,
        }
    }

    /// Returns the mean utility for a seat, after at least one visit.
    #[inline]
    pub(super) fn mean(&self, seat: Seat) -> f64 {
        self.totals[seat] / f64::from(self.visits)
    }

    #[inline]
    pub(super) const fn has_children(&self) -> bool {
        self.children > 0
    }
}

/// All nodes, the root first; the children of a node lie side by side, in the game's order.
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node<M>>,
    capacity: usize,
    seats: usize,
}

impl<M: Copy> Tree<M> {
    pub(super) fn new(seats: usize, capacity: usize) -> Self {
        Self {
            nodes: vec![Node::new(None, seats)],
            capacity,
            seats,
        }
    }

    /// Returns the children of a node.
    #[inline]
    pub(super) fn children(&self, node: usize) -> std::ops::Range<usize> {
        let Node {
            first_child,
            children,
            ..
        } = self.nodes[node];
        first_child as usize..(first_child + children) as usize
    }

    /// Adds the children of a node if there is room; the root always has room.
    pub(super) fn expand<G: Game<Move = M>>(&mut self, node: usize, position: &G) {
        let moves = position.legal();
        if node > 0 && self.nodes.len() + moves.len() > self.capacity {
            return;
        }
        let first_child = self.nodes.len() as u32;
        let parent = &mut self.nodes[node];
        parent.mover = position.turn();
        parent.first_child = first_child;
        parent.children = moves.len() as u32;
        let seats = self.seats;
        self.nodes
            .extend(moves.into_iter().map(|m| Node::new(Some(m), seats)));
    }

    /// Tries to prove a node by its children. The value is that of maxⁿ where the first of equal
    /// moves is played: so a move that gives its mover all there is proves the node only if all
    /// moves before it are proven too. Only between two seats with a constant sum (`zero_sum`) are
    /// all moves of equal value to one of equal value to both.
    pub(super) fn prove(&mut self, node: usize, most: i32, zero_sum: bool) {
        let mover = self.nodes[node].mover;
        let mut best: Option<PerSeat<i32>> = None;
        let mut all_proven = true;
        for child in self.children(node) {
            match self.nodes[child].proven {
                Some(values) => {
                    if best.is_none_or(|best| values[mover] > best[mover]) {
                        best = Some(values);
                    }
                }
                None => all_proven = false,
            }
            let wins = best.is_some_and(|best| best[mover] >= most);
            if wins && (all_proven || zero_sum) {
                self.nodes[node].proven = best;
                return;
            }
        }
        if all_proven {
            self.nodes[node].proven = best;
        }
    }

    /// Returns the child that will be played: what is proven to be best, or was visited most.
    pub(super) fn favourite(
        &self,
        node: usize,
        utility: impl Fn(&PerSeat<i32>, Seat) -> f64,
    ) -> Option<usize> {
        let mover = self.nodes[node].mover;
        let proven = |child: &usize| {
            let values = self.nodes[*child].proven.as_ref()?;
            Some((*child, utility(values, mover)))
        };
        let known = self
            .children(node)
            .filter_map(|child| proven(&child))
            .reduce(|best, next| if next.1 > best.1 { next } else { best });
        let open = self
            .children(node)
            .filter(|&child| self.nodes[child].proven.is_none() && self.nodes[child].visits > 0)
            .reduce(|best, next| {
                let key = |child: usize| (self.nodes[child].visits, self.nodes[child].mean(mover));
                if key(next) > key(best) { next } else { best }
            });
        match (known, open) {
            (Some((known, worth)), Some(open)) => {
                let open_worth = self.nodes[open].mean(mover);
                Some(if worth >= open_worth { known } else { open })
            }
            (Some((known, _)), None) => Some(known),
            (None, open) => open,
        }
    }
}
