//! Every search for many seats against its definition, against the others, and against its limits.

#[path = "../given/mod.rs"]
mod given;

mod claims;
mod coalition;
mod limits;
mod maxn;
mod mcts;
