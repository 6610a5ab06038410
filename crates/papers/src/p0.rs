//! P0, five strategies of Yonin: who is best, whether the order of play matters, and what the paper
//! leaves open: looking further ahead, and whether opposite seats help each other.

mod cooperation;
mod depth;
mod field;
mod fields;
mod order;
mod strategies;

use super::Paper;

/// The experiments of P0.
pub(super) const ALL: [Paper; 5] = [
    Paper {
        name: "p0-strategies",
        about: "five strategies of Yonin against random players and each other",
        run: strategies::run,
    },
    Paper {
        name: "p0-order",
        about: "whether the order of play matters in Yonin",
        run: order::run,
    },
    Paper {
        name: "p0-depth",
        about: "the strategies looking ahead less and further, by either map",
        run: depth::run,
    },
    Paper {
        name: "p0-cooperation",
        about: "how often a move helps the opposite seat more than the neighbours",
        run: cooperation::run,
    },
    Paper {
        name: "p0-fields",
        about: "Normal among none to three random players",
        run: fields::run,
    },
];
