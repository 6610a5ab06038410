//! P1, an Othello evaluation function improved by matches: tables 1 to 8, the final function, and
//! the questions the paper leaves open, three of them by tuning.

mod duel;
mod figure_2;
mod function;
mod last;
mod open;
mod printed;
mod readings;
mod steps;
mod tables;
mod tuned;

use super::Paper;

/// The experiments of P1.
pub(super) const ALL: [Paper; 13] = [
    Paper {
        name: "p1-table1",
        about: "BP against each other feature alone",
        run: tables::table_1,
    },
    Paper {
        name: "p1-table2",
        about: "BP with another feature against BP",
        run: tables::table_2,
    },
    Paper {
        name: "p1-table3",
        about: "KN with negative weight in intervals of ten moves",
        run: tables::table_3,
    },
    Paper {
        name: "p1-table4",
        about: "KN with negative weight in intervals of five moves",
        run: tables::table_4,
    },
    Paper {
        name: "p1-table5",
        about: "KN with either sign in intervals of five moves",
        run: tables::table_5,
    },
    Paper {
        name: "p1-table6",
        about: "KN with positive weight in the first nine moves",
        run: tables::table_6,
    },
    Paper {
        name: "p1-table7",
        about: "features in their effective intervals against BP",
        run: tables::table_7,
    },
    Paper {
        name: "p1-table8",
        about: "features in their effective intervals against each other",
        run: tables::table_8,
    },
    Paper {
        name: "p1-figure2",
        about: "where KN works, one move at a time",
        run: figure_2::run,
    },
    Paper {
        name: "p1-readings",
        about: "what the paper leaves open, one decision after the other",
        run: steps::run,
    },
    Paper {
        name: "p1-final",
        about: "the final function against BP, BP+CN and P4's program",
        run: last::run,
    },
    Paper {
        name: "p1-open",
        about: "enough games? independent features? other opponents? is separation fair?",
        run: open::run,
    },
    Paper {
        name: "p1-tuned",
        about: "other features, table, weights and terms tuned by matches",
        run: tuned::run,
    },
];
