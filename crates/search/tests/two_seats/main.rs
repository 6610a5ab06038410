//! Every search for two seats finds what plain minimax finds, and plain minimax what its
//! definition says.

#[path = "../explicit_tree/mod.rs"]
#[allow(dead_code, reason = "the tests of other searches use the rest")]
mod explicit_tree;

mod agreement;
mod all_moves;
mod definition;
mod endgame;
mod limits;
mod positions;
mod scores;
mod searches;
mod ties;
