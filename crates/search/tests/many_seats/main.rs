//! Every search for many seats against its definition, against the others, and against its limits.

#[path = "../given/mod.rs"]
mod given;
#[path = "../real/mod.rs"]
mod real;

mod claims;
mod coalition;
mod limits;
mod maxn;
mod mcts;
mod real_games;
