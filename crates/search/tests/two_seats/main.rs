//! Every search for two seats finds what plain minimax finds, and plain minimax what its
//! definition says.

#[path = "../given/mod.rs"]
#[allow(dead_code, reason = "the tests of other searches use the rest")]
mod given;

mod agreement;
mod all_moves;
mod definition;
mod endgame;
mod limits;
mod positions;
mod scores;
mod searches;
mod ties;
