//! P3's check that a clearly better move is never missed: one move of every node of the first
//! player gains so much that the others cannot catch up.

use rules::tree::{Branch, Parameters, Tree};
use rules::{Game, Seat};
use search::maxn::Options;
use search::trees;

use super::{CUT_ARRAY, OURS, TREES, USUAL};
use crate::{Claim, Error, Holds, PaperOptions, claims};
use report::{Column, Report, Section, Table};
use statistics::proportion::Proportion;
use statistics::{Estimate, Level};

/// The advantage that cannot be caught up in six plies, in largest changes.
const CLEAR: u32 = 13;

/// Smaller ones, and none, to see how clear a move has to be.
const LESS: [u32; 5] = [0, 1, 2, 4, 8];

/// The paper's trees.
const SERIES: Parameters = Parameters {
    players: 3,
    depth: 6,
    clear: CLEAR,
    ..USUAL
};

/// What was found on one tree.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// Whether the move is that of the full search: of the cut array, and of ours.
    same_move: [bool; 2],
    /// Whether the full search chooses the move that is best at once for the mover: with a clear
    /// advantage, the clear move.
    takes_clear: bool,
    /// Whether the cut array and ours choose it too.
    chooses_clear: [bool; 2],
    /// Whether the values are those of the full search.
    same_values: [bool; 2],
    /// Nodes as a share of the full search's.
    nodes: [f64; 2],
}

/// What was found on all trees with one advantage.
struct Row {
    clear: u32,
    trees: f64,
    found: Vec<Found>,
}

pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let count = options.games(TREES, TREES);
    let rows: Vec<Row> = [LESS.as_slice(), &[CLEAR]]
        .concat()
        .into_iter()
        .map(|clear| {
            options.tell(&format!("trees with an advantage of {clear}"));
            let series = Parameters {
                clear,
                seed: options
                    .seed
                    .wrapping_mul(1000)
                    .wrapping_add(u64::from(clear)),
                ..SERIES
            };
            Row {
                clear,
                trees: f64::from(count),
                found: options.each(u64::from(count), |number| one(&series, number)),
            }
        })
        .collect();
    let clear = rows.last().expect("there are rows");
    let mut sections = vec![claims(&[judged(clear)])];
    let mut section = Section::new("The paper's trees");
    section.table(misses(clear));
    sections.push(section);
    let mut section = Section::new("How clear has a move to be?");
    section.prose(
        "The paper leaves open how much better a move has to be. The same trees with smaller \
         advantages: how often the cut array chooses another move than the full search.",
    );
    section.table(by_advantage(&rows));
    sections.push(section);
    Ok(Report {
        title: "P3: is a clearly better move ever missed?".to_owned(),
        sections,
    })
}

fn one(series: &Parameters, number: u64) -> Found {
    let rules = trees::nth(series, number).expect("the paper's trees can be made");
    let root = Tree::start(&rules);
    let full = trees::search_all(&rules, Options::full());
    let found = [CUT_ARRAY, OURS].map(|method| trees::search_all(&rules, method));
    let clear = best_at_once(&root);
    Found {
        same_move: [0, 1].map(|method: usize| found[method].best() == full.best()),
        takes_clear: full.best() == Some(clear),
        chooses_clear: [0, 1].map(|method: usize| found[method].best() == Some(clear)),
        same_values: [0, 1].map(|method: usize| found[method].values == full.values),
        nodes: [0, 1].map(|method: usize| found[method].nodes as f64 / full.nodes as f64),
    }
}

/// Returns the move after which the mover has most: the clear one, if there is one.
fn best_at_once(root: &Tree) -> Branch {
    let mover: Seat = root.turn();
    let moves = root.legal().into_iter();
    let best = moves.max_by_key(|&m| (root.after(m).values()[mover], std::cmp::Reverse(m)));
    best.expect("the root has moves")
}

/// Trees on which the clear move was missed by a method.
fn missed(row: &Row, method: usize) -> Proportion {
    let missed = row.found.iter().filter(|f| !f.chooses_clear[method]);
    Proportion::new(missed.count() as f64, row.trees)
}

fn judged(row: &Row) -> Claim {
    let missed = missed(row, 0);
    let holds = if missed.count > 0.0 {
        Holds::No
    } else {
        Holds::Yes
    };
    let why = if missed.count > 0.0 {
        let share = missed.clopper_pearson(Level::P95);
        let share = share.map(|share| 100.0 * share);
        format!(
            "missed on {} of {} trees: {share:.2} %",
            missed.count, row.trees
        )
    } else {
        format!(
            "0 misses on {} trees, as in the paper; so at most {:.2} % of such trees (rule of \
             three, 95 %): a bound, no proof",
            row.trees,
            300.0 / row.trees
        )
    };
    Claim::new(
        "in 1000 trees a clearly better move is never missed",
        holds,
        why,
    )
}

fn misses(row: &Row) -> Table {
    let mut table = Table::new(
        "misses",
        "Trees with one clearly better move at each node of the first player: 3 players, width 4, \
         depth 6.",
        [
            Column::text("method"),
            Column::count("trees"),
            Column::count("missed"),
            Column::percent("missed, share", 2).with_interval(),
            Column::percent("values right", 1).with_interval(),
            Column::percent("nodes", 2).with_interval(),
        ],
    );
    table.push([
        "paper: cut array".into(),
        u64::from(TREES).into(),
        0_u64.into(),
        Proportion::new(0.0, f64::from(TREES))
            .clopper_pearson(Level::P95)
            .into(),
        report::Cell::Missing,
        report::Cell::Missing,
    ]);
    for (method, name) in ["cut array", "ours"].into_iter().enumerate() {
        let missed = missed(row, method);
        let right = row.found.iter().filter(|f| f.same_values[method]);
        let right = Proportion::new(right.count() as f64, row.trees);
        let nodes: Vec<f64> = row.found.iter().map(|f| f.nodes[method]).collect();
        table.push([
            name.into(),
            (row.trees as u64).into(),
            (missed.count as u64).into(),
            missed.clopper_pearson(Level::P95).into(),
            right.wilson(Level::P95).into(),
            Estimate::mean(&nodes, Level::P95).into(),
        ]);
    }
    table.note(
        "The clear move brings 13 largest changes, so that nothing in six plies makes up for it. \
         Missed: exact intervals at 95 %. Values right: those of the full search at the root. \
         Nodes: as a share of the full search's.",
    );
    table
}

fn by_advantage(rows: &[Row]) -> Table {
    let mut table = Table::new(
        "by-advantage",
        "Other moves than the full search's, by what the better move brings.",
        [
            Column::count("advantage"),
            Column::percent("full search takes it", 1).with_interval(),
            Column::percent("cut array: other move", 2).with_interval(),
            Column::percent("ours: other move", 2).with_interval(),
        ],
    );
    for row in rows {
        let other = |method: usize| {
            let other = row.found.iter().filter(|f| !f.same_move[method]);
            Proportion::new(other.count() as f64, row.trees).clopper_pearson(Level::P95)
        };
        let takes = row.found.iter().filter(|f| f.takes_clear).count();
        table.push([
            u64::from(row.clear).into(),
            Proportion::new(takes as f64, row.trees)
                .wilson(Level::P95)
                .into(),
            other(0).into(),
            other(1).into(),
        ]);
    }
    table.note(
        "Advantage: in largest changes of a value by one move. Taken: the full search plays the \
         move after which the mover has most at once. Intervals at 95 %.",
    );
    table
}
