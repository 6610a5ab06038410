//! Every search against its definition, against the others, and against its limits.

mod claims;
mod coalition;
mod given;
mod limits;
mod maxn;
mod mcts;
