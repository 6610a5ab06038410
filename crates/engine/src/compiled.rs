//! The functions that are compiled for each kernel, so that a search never leaves its instruction
//! set: they call each other through this trait.

use crate::endgame::{fastest, last, ordered, shallow};
use crate::evaluation::{self, Indices, Node, Ply};
use crate::stability::{self, Edges};
use crate::worker::Worker;
use crate::{deep, leaf};

rules::per_kernel! {
    /// A search as one kernel has it.
    pub(crate) trait Compiled {
        /// See [`stability::stable`].
        fn stable(edges: &Edges, own: u64, other: u64) -> u32 => stability::stable;
        /// See [`last::passed_two`].
        fn passed_two(worker: &mut Worker<'_>, own: u64, other: u64, alpha: i32, squares: [u32; 2]) -> i32 => last::passed_two;
        /// See [`last::last_three`].
        fn last_three(worker: &mut Worker<'_>, own: u64, other: u64, alpha: i32, squares: u32) -> i32 => last::last_three;
        /// See [`last::passed_three`].
        fn passed_three(worker: &mut Worker<'_>, own: u64, other: u64, alpha: i32, squares: u32) -> i32 => last::passed_three;
        /// See [`last::last_four`].
        fn last_four(worker: &mut Worker<'_>, own: u64, other: u64, alpha: i32) -> i32 => last::last_four;
        /// See [`last::passed_four`].
        fn passed_four(worker: &mut Worker<'_>, own: u64, other: u64, alpha: i32) -> i32 => last::passed_four;
        /// See [`shallow::shallow`].
        fn shallow(worker: &mut Worker<'_>, own: u64, other: u64, alpha: i32) -> i32 => shallow::shallow;
        /// See [`fastest::few`].
        fn few(worker: &mut Worker<'_>, own: u64, other: u64, alpha: i32) -> i32 => fastest::few;
        /// See [`fastest::fastest`].
        fn fastest(worker: &mut Worker<'_>, own: u64, other: u64, alpha: i32) -> i32 => fastest::fastest;
        /// See [`ordered::ordered`].
        fn ordered(worker: &mut Worker<'_>, node: &Node, alpha: i32) -> i32 => ordered::ordered;
        /// See [`evaluation::evaluate`].
        fn evaluate(ply: Ply<'_>, indices: &Indices) -> i32 => evaluation::evaluate;
        /// See [`leaf::leaf`].
        fn leaf(worker: &mut Worker<'_>, node: &Node, alpha: i32, beta: i32, depth: u32) -> i32 => leaf::leaf;
        /// See [`deep::null_window`].
        fn null_window(worker: &mut Worker<'_>, node: &Node, alpha: i32, depth: u32, level: u8) -> i32 => deep::null_window;
        /// See [`deep::principal`].
        fn principal(worker: &mut Worker<'_>, node: &Node, alpha: i32, beta: i32, depth: u32, level: u8) -> i32 => deep::principal;
    }
}
