//! Every search for many seats against its definition, against the others, and against its limits.

#[path = "../explicit_tree/mod.rs"]
mod explicit_tree;
#[path = "../real_evaluations/mod.rs"]
mod real_evaluations;

mod claims;
mod limits;
mod maxn;
mod mcts;
mod one_side;
mod real_games;
