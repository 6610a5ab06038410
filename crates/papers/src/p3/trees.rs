//! P3's four tables of random trees: the paper's cut arrays again, and sound pruning beside them.
//!
//! The paper's figures come out only under certain conventions, which `search::trees` keeps.

use rules::tree::Parameters;
use search::trees::{self, Comparison};

use super::{CUT_ARRAY, OURS, OURS_IN_ORDER, TREES, USUAL};
use crate::{Claim, Error, Holds, PaperOptions, claims};
use report::plot::{Drawing, Lines, Plot, Point, Series, Stroke};
use report::{Column, Report, Section, Table};
use statistics::distribution::student_two_sided;
use statistics::exact::fisher;
use statistics::holm::holm;
use statistics::proportion::Proportion;
use statistics::{Estimate, Level};

/// What the paper prints in a cell: right results of 1000, and nodes in percent.
type Printed = (u64, f64);

/// By depth; width 4, 4 players.
const DEPTHS: [(usize, Printed); 5] = [
    (4, (996, 97.60)),
    (5, (992, 96.52)),
    (6, (986, 91.71)),
    (7, (953, 88.08)),
    (8, (841, 80.96)),
];

/// By the number of players; width 4, depth 8.
const PLAYERS: [(usize, Printed); 4] = [
    (3, (486, 47.53)),
    (4, (841, 80.92)),
    (5, (981, 95.92)),
    (6, (999, 99.19)),
];

/// By width; depth 4, 4 players.
const WIDTHS: [(usize, Printed); 6] = [
    (2, (1000, 99.83)),
    (3, (1000, 98.97)),
    (4, (996, 97.60)),
    (5, (992, 96.22)),
    (6, (990, 94.56)),
    (7, (984, 92.71)),
];

const SUMS: [i32; 5] = [1000, 5000, 10_000, 20_000, 50_000];

/// Changes by one move: one of this many parts of the sum.
const CHANGES: [u32; 5] = [10, 50, 100, 200, 500];

/// By change and sum; 4 players, width 4, depth 8. All cells are legible: rows and columns add up
/// to the totals that the paper prints.
const GRID: [[Printed; 5]; 5] = [
    [
        (823, 81.20),
        (844, 81.17),
        (807, 81.07),
        (826, 81.07),
        (833, 81.30),
    ],
    [
        (877, 81.53),
        (856, 80.76),
        (865, 80.51),
        (854, 80.66),
        (829, 80.70),
    ],
    [
        (912, 82.16),
        (878, 81.01),
        (841, 80.96),
        (860, 80.98),
        (841, 81.01),
    ],
    [
        (931, 83.68),
        (873, 80.83),
        (857, 81.21),
        (853, 80.68),
        (831, 80.70),
    ],
    [
        (981, 86.56),
        (912, 81.75),
        (862, 81.68),
        (853, 80.94),
        (853, 80.71),
    ],
];

/// Sum × change above which the paper sees no more effect.
const ENOUGH: f64 = 10.0;

/// How far the share of nodes may move and still be "hardly changed".
const HARDLY: f64 = 0.01;

/// The methods, in the order of the figures of a cell.
const METHODS: [search::maxn::Options; 3] = [CUT_ARRAY, OURS_IN_ORDER, OURS];

/// What the methods found on the trees of a cell.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Right results of each method.
    pub(super) right: [Proportion; 3],
    /// Nodes of each method as a share of the full search's, over right results.
    pub(super) nodes: [Option<Estimate>; 3],
    /// The standard deviation of the first method's share.
    spread: f64,
}

/// A cell of the paper beside ours.
#[derive(Clone, Debug)]
struct Cell {
    label: String,
    x: f64,
    series: Parameters,
    printed: Printed,
    found: Found,
    key: String,
}

/// Where a claim was open, its cells have more trees than the paper's, those of the others do not.
fn as_of<'a>(options: &PaperOptions<'a>, cells: &[&Cell]) -> PaperOptions<'a> {
    options.as_of(cells.iter().map(|cell| cell.key.as_str()))
}

fn keys(cells: &[&Cell]) -> Vec<String> {
    cells.iter().map(|cell| cell.key.clone()).collect()
}

pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let mut known = Known::new(options);
    let mut row = |label: String, x: f64, series: Parameters, printed: Printed| Cell {
        found: known.found(&series),
        key: key(&series),
        label,
        x,
        series,
        printed,
    };
    let mut line = |cells: &[(usize, Printed)], of: fn(usize) -> Parameters| -> Vec<Cell> {
        let cell = |&(x, printed): &(usize, Printed)| row(x.to_string(), x as f64, of(x), printed);
        cells.iter().map(cell).collect()
    };
    let depths = line(&DEPTHS, |depth| Parameters { depth, ..USUAL });
    let players = line(&PLAYERS, |players| Parameters { players, ..USUAL });
    let widths = line(&WIDTHS, |width| Parameters {
        width,
        depth: 4,
        ..USUAL
    });
    let mut grid = Vec::new();
    for (&sum, column) in SUMS.iter().zip(0..) {
        for (&part, line) in CHANGES.iter().zip(&GRID) {
            let series = Parameters {
                sum,
                change: (1, part),
                ..USUAL
            };
            let label = format!("{sum}, 1/{part}");
            grid.push(row(
                label,
                f64::from(sum) / f64::from(part),
                series,
                line[column],
            ));
        }
    }
    let judged = judged(options, &depths, &players, &widths, &grid);
    let all = [&depths[..], &players, &widths, &grid].concat();
    options.settle(&judged, all.iter().map(|cell| cell.key.as_str()), 1);
    let mut sections = vec![claims(&judged)];
    for (cells, what, about) in [
        (&depths, "depth", "width 4, 4 players"),
        (&players, "players", "width 4, depth 8"),
        (&widths, "width", "depth 4, 4 players"),
    ] {
        let mut section = Section::new(format!("By {what}"));
        let caption = format!("Trees by {what}: {about}, sum 10000, change 1/100.");
        section.figure(plot(cells, what), table(cells, what, &caption));
        sections.push(section);
    }
    let mut section = Section::new("By sum and change");
    let caption = "Trees by sum and largest change: 4 players, width 4, depth 8.";
    section.table(table(&grid, "sum, change", caption));
    section.table(totals(&grid));
    sections.push(section);
    sections.push(conventions(&all));
    Ok(Report {
        title: "P3: pruning on random trees".to_owned(),
        sections,
    })
}

/// Cells that were measured already: the paper prints some twice.
pub(super) struct Known<'a> {
    options: &'a PaperOptions<'a>,
    cells: Vec<(Parameters, Found)>,
}

/// What distinguishes a cell from the others.
pub(super) fn key(series: &Parameters) -> String {
    format!("trees {series:?}")
}

impl<'a> Known<'a> {
    pub(super) fn new(options: &'a PaperOptions<'a>) -> Self {
        Self {
            options,
            cells: Vec::new(),
        }
    }

    pub(super) fn found(&mut self, series: &Parameters) -> Found {
        if let Some((_, found)) = self.cells.iter().find(|(known, _)| known == series) {
            return found.clone();
        }
        let number = self.cells.len() as u64 + 1;
        // Trees of their own for every cell, so that cells can be compared as independent.
        let seeded = Parameters {
            seed: self.options.seed.wrapping_mul(1000).wrapping_add(number),
            ..*series
        };
        let (key, games) = (key(series), [TREES, 100]);
        let first = self.options.first_games(games);
        let batches = self.options.batches([&key, &key], games, |_, trees| {
            self.options.tell(&format!("trees of cell {number}"));
            // All looks before had as many trees less the first.
            let from = u64::from(trees - first);
            Ok(self.options.each(u64::from(trees), |tree| {
                let rules =
                    trees::nth(&seeded, from + tree).expect("the paper's trees can be made");
                trees::compare(&rules, METHODS)
            }))
        });
        let batches = batches.expect("trees do not fail");
        let compared: Vec<[Comparison; 3]> =
            batches.iter().flat_map(|b| b.iter().copied()).collect();
        let found = Found::of(&compared);
        self.cells.push((*series, found.clone()));
        found
    }
}

impl Found {
    fn of(compared: &[[Comparison; 3]]) -> Self {
        let all = compared.len() as f64;
        let right = |method: usize| {
            let right = compared.iter().filter(|c| c[method].same_values).count();
            Proportion::new(right as f64, all)
        };
        let shares = |method: usize| -> Vec<f64> {
            let right = compared.iter().map(|c| c[method]).filter(|c| c.same_values);
            right
                .map(|c| c.nodes as f64 / c.full_nodes as f64)
                .collect()
        };
        let of_first = shares(0);
        let mean = of_first.iter().sum::<f64>() / of_first.len() as f64;
        let squares: f64 = of_first.iter().map(|share| (share - mean).powi(2)).sum();
        Self {
            right: [0, 1, 2].map(right),
            nodes: [0, 1, 2].map(|method| Estimate::mean(&shares(method), Level::P95)),
            spread: (squares / (of_first.len() as f64 - 1.0).max(1.0)).sqrt(),
        }
    }

    /// Returns how often our methods were wrong.
    fn wrong(&self) -> f64 {
        let wrong = |right: &Proportion| right.of - right.count;
        self.right[1..].iter().map(wrong).fold(0.0, f64::max)
    }
}

impl Cell {
    /// Returns how likely figures as different as the paper's and ours are by chance: right
    /// results, and nodes.
    fn agrees(&self) -> (f64, f64) {
        let (printed, percent) = self.printed;
        let right = self.found.right[0];
        let of = right.of as u64;
        let ours = right.count as u64;
        let rights = fisher(printed, u64::from(TREES) - printed, ours, of - ours);
        let nodes = self.found.nodes[0].map_or(1.0, |nodes| {
            let error = self.found.spread * (1.0 / right.count + 1.0 / printed as f64).sqrt();
            if error > 0.0 {
                // The spread is that of our trees.
                student_two_sided((nodes.value - percent / 100.0) / error, right.count - 1.0)
            } else {
                1.0
            }
        });
        (rights, nodes)
    }
}

fn table(cells: &[Cell], what: &str, caption: &str) -> Table {
    let name = format!("by-{}", what.replace(", ", "-and-"));
    let mut table = Table::new(
        name,
        caption,
        [
            Column::text(what),
            Column::percent("right: paper", 1),
            Column::percent("cut array", 1).with_interval(),
            Column::percent("ours", 1).with_interval(),
            Column::percent("nodes: paper", 2),
            Column::percent("cut array nodes", 2).with_interval(),
            Column::percent("ours, same order", 2).with_interval(),
            Column::percent("ours, best first", 2).with_interval(),
        ],
    );
    for cell in cells {
        let (printed, percent) = cell.printed;
        let found = &cell.found;
        let ours = Proportion::new(found.right[1].of - found.wrong(), found.right[1].of);
        table.push([
            cell.label.as_str().into(),
            (printed as f64 / f64::from(TREES)).into(),
            found.right[0].wilson(Level::P95).into(),
            ours.wilson(Level::P95).into(),
            (percent / 100.0).into(),
            found.nodes[0].into(),
            found.nodes[1].into(),
            found.nodes[2].into(),
        ]);
    }
    table.note(
        "Right: the values at the root are those of the full search. Nodes: as a share of the full \
         search's, the mean over right results. Intervals at 95 %.",
    );
    table
}

fn plot(cells: &[Cell], what: &str) -> Plot {
    let series = |name: &str, stroke, of: &dyn Fn(&Cell) -> Option<Estimate>| Series {
        name: name.to_owned(),
        points: cells
            .iter()
            .filter_map(|cell| {
                let estimate = of(cell)?;
                let known = estimate.interval.low < estimate.interval.high;
                Some(Point {
                    x: cell.x,
                    y: estimate.value,
                    interval: known.then_some(estimate.interval),
                })
            })
            .collect(),
        stroke,
        markers: true,
        right: false,
    };
    let printed = |value: f64| {
        Some(Estimate {
            value,
            interval: statistics::Interval::around(value, 0.0),
        })
    };
    let lines = Lines {
        x: what.to_owned(),
        y: "share of trees, share of nodes".to_owned(),
        right: None,
        logarithmic: false,
        percent: true,
        series: vec![
            series("cut array: right", Stroke::Solid, &|cell| {
                Some(cell.found.right[0].wilson(Level::P95))
            }),
            series("paper: right", Stroke::None, &|cell| {
                printed(cell.printed.0 as f64 / f64::from(TREES))
            }),
            series("cut array: nodes", Stroke::Dashed, &|c| c.found.nodes[0]),
            series("paper: nodes", Stroke::None, &|cell| {
                printed(cell.printed.1 / 100.0)
            }),
            series("ours: nodes", Stroke::Dotted, &|c| c.found.nodes[2]),
        ],
        levels: Vec::new(),
        marks: Vec::new(),
    };
    let title = format!(
        "Right results of the cut array, and nodes as a share of the full search's, by {what}; \
         ours is always right."
    );
    Plot::new(format!("by-{what}"), title, Drawing::Lines(lines))
}

/// Returns all cells with the same sum, and with the same change.
fn totals(grid: &[Cell]) -> Table {
    let mut table = Table::new(
        "totals",
        "Right results of the cut array over all cells with the same sum or change.",
        [
            Column::text("cells"),
            Column::percent("paper", 1),
            Column::percent("cut array", 1).with_interval(),
        ],
    );
    let sums = SUMS.map(|sum| (format!("sum {sum}"), of_sum(grid, sum)));
    let changes = CHANGES.map(|part| (format!("change 1/{part}"), of_change(grid, part)));
    for (label, cells) in sums.into_iter().chain(changes) {
        let printed: u64 = cells.iter().map(|cell| cell.printed.0).sum();
        table.push([
            label.into(),
            (printed as f64 / f64::from(TREES) / cells.len() as f64).into(),
            together(&cells).wilson(Level::P95).into(),
        ]);
    }
    table
}

fn of_sum(grid: &[Cell], sum: i32) -> Vec<&Cell> {
    grid.iter().filter(|cell| cell.series.sum == sum).collect()
}

fn of_change(grid: &[Cell], part: u32) -> Vec<&Cell> {
    let same = |cell: &&Cell| cell.series.change == (1, part);
    grid.iter().filter(same).collect()
}

/// Right results of the cut array over several cells.
fn together(cells: &[&Cell]) -> Proportion {
    let sum = |of: fn(&Cell) -> f64| cells.iter().map(|cell| of(cell)).sum();
    Proportion::new(
        sum(|cell| cell.found.right[0].count),
        sum(|cell| cell.found.right[0].of),
    )
}

fn conventions(cells: &[Cell]) -> Section {
    let trees = |cell: &Cell| cell.found.right[0].of as u64;
    let (least, most) = (cells.iter().map(trees).min(), cells.iter().map(trees).max());
    let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
    let mut section = Section::new("How it was measured");
    if most > least {
        section.prose(format!(
            "Cells that a claim was still open for have more trees, up to {most}."
        ));
    }
    section.prose(format!(
        "{least} trees a cell. Values start from an even split and every move changes each by at \
         most sum × change, drawn again until all changes fit. All nodes are counted, inner nodes \
         and the root too. A cut value is the largest along the path. The trees of the k-th \
         different cell are those of `kaesu trees` with the seed 1000 × seed + k."
    ));
    section.prose(
        "Ours is sound deep pruning with a memory and with bounds on what the moves left can \
         change; once with the moves in the order in which the paper's program has them, once with \
         the most promising first. The paper prints one cell (4 players, width 4, depth 8, sum \
         10000, change 1/100) with two figures for nodes, 80.96 and 80.92, both as good. The shares of \
         nodes at depths 5 and 6, printed 96.52 and 91.71, look like one misprinted digit each, for \
         95.52 and 92.71: a thousand trees of ours give 95.5 and 92.6.",
    );
    section
}

fn judged(
    options: &PaperOptions<'_>,
    depths: &[Cell],
    players: &[Cell],
    widths: &[Cell],
    grid: &[Cell],
) -> Vec<Claim> {
    let first_and_last = |cells: &[Cell]| (cells[0].clone(), cells[cells.len() - 1].clone());
    let (shallow, deep) = first_and_last(depths);
    let (narrow, wide) = first_and_last(widths);
    let (few, many) = first_and_last(players);
    vec![
        trend(
            options,
            "the deeper the tree, the more is pruned, and the more often the result is wrong",
            &shallow,
            &deep,
            "depth",
        ),
        trend(
            options,
            "the wider the tree, the more is pruned, and the more often the result is wrong",
            &narrow,
            &wide,
            "width",
        ),
        trend(
            options,
            "the more players, the less is pruned, and the less often the result is wrong",
            &many,
            &few,
            "players",
        ),
        fewer(
            options,
            "the larger the sum, the more often the result is wrong",
            &of_sum(grid, SUMS[0]),
            &of_sum(grid, SUMS[4]),
            ["sum 1000", "sum 50000"],
        ),
        fewer(
            options,
            "the larger the change by a move, the more often the result is wrong",
            &of_change(grid, CHANGES[4]),
            &of_change(grid, CHANGES[0]),
            ["change 1/500", "change 1/10"],
        ),
        fewer(
            options,
            "with three players errors are especially frequent",
            &[&players[1]],
            &[&players[0]],
            ["4 players", "3 players"],
        ),
        levels_off(options, grid),
        printed_agree(options, &[depths, players, widths, grid].concat()),
        printed_nodes_agree(options, &[depths, players, widths, grid].concat()),
        left_open(options, &[depths, players, widths, grid].concat()),
    ]
}

/// Judges the claim that from one cell to another both right results and nodes fall.
fn trend(
    options: &PaperOptions<'_>,
    claim: &'static str,
    from: &Cell,
    to: &Cell,
    what: &str,
) -> Claim {
    let options = &as_of(options, &[from, to]);
    let right = from.found.right[0].above(to.found.right[0], Level::P95);
    let (Some(before), Some(after)) = (from.found.nodes[0], to.found.nodes[0]) else {
        return Claim::new(claim, Holds::CannotBeTold, "no result was right");
    };
    let nodes = before.above(after);
    let points = |estimate: Estimate| estimate.map(|share| 100.0 * share);
    Claim::new(
        claim,
        Holds::above(options.cautious(right, 2), 0.0)
            .and(Holds::above(options.cautious(nodes, 2), 0.0)),
        format!(
            "from {what} {} to {} right results fall by {:.1} points, nodes by {:.1}",
            from.label,
            to.label,
            points(right),
            points(nodes)
        ),
    )
    .by(keys(&[from, to]))
}

/// Judges the claim that right results are fewer in some cells than in others.
fn fewer(
    options: &PaperOptions<'_>,
    claim: &'static str,
    than: &[&Cell],
    here: &[&Cell],
    names: [&str; 2],
) -> Claim {
    let cells = [than, here].concat();
    let options = &as_of(options, &cells);
    let (than, here) = (together(than), together(here));
    let difference = than.above(here, Level::P95);
    Claim::new(
        claim,
        Holds::above(options.cautious(difference, 1), 0.0),
        format!(
            "right results: {} {:.1} %, {} {:.1} %; difference {:.1} points",
            names[0],
            100.0 * than.share(),
            names[1],
            100.0 * here.share(),
            difference.map(|share| 100.0 * share)
        ),
    )
    .by(keys(&cells))
}

/// Judges the claim that the share of nodes hardly changes once sum × change is above ten.
fn levels_off(options: &PaperOptions<'_>, grid: &[Cell]) -> Claim {
    const CLAIM: &str = "above sum × change = 10 the share of nodes hardly changes any more";
    let just_above = |product: f64| product > ENOUGH && product <= 3.0 * ENOUGH;
    let far_above = |product: f64| product >= 50.0 * ENOUGH;
    let compared = grid
        .iter()
        .filter(|cell| just_above(cell.x) || far_above(cell.x));
    let compared: Vec<&Cell> = compared.collect();
    let options = &as_of(options, &compared);
    let mean = |wanted: &dyn Fn(f64) -> bool| {
        let cells = grid.iter().filter(|cell| wanted(cell.x));
        let nodes: Option<Vec<Estimate>> = cells.map(|cell| cell.found.nodes[0]).collect();
        let nodes = nodes.filter(|nodes| !nodes.is_empty())?;
        let n = nodes.len() as f64;
        let error = nodes
            .iter()
            .map(|e| e.interval.half_width().powi(2))
            .sum::<f64>();
        let value = nodes.iter().map(|e| e.value).sum::<f64>() / n;
        Some(Estimate {
            value,
            interval: statistics::Interval::around(value, error.sqrt() / n),
        })
    };
    // The smallest products above ten against the largest.
    let (Some(just_above), Some(far_above)) = (mean(&just_above), mean(&far_above)) else {
        return Claim::new(CLAIM, Holds::CannotBeTold, "no result was right").by(keys(&compared));
    };
    let difference = just_above.above(far_above);
    Claim::new(
        CLAIM,
        Holds::between(options.cautious(difference, 1), -HARDLY, HARDLY),
        format!(
            "from 20 and 25 to 500 and more the share moves by {:.2} points; \"hardly\" is read as \
             less than {:.0} point",
            far_above.above(just_above).map(|share| 100.0 * share),
            100.0 * HARDLY
        ),
    )
    .by(keys(&compared))
}

/// Returns the cells whose figures differ from the paper's by more than chance, over all cells at
/// once.
fn differing(options: &PaperOptions<'_>, cells: &[Cell], p_values: &[f64]) -> Vec<String> {
    let options = as_of(options, &cells.iter().collect::<Vec<_>>());
    let judged = cells.iter().zip(holm(p_values));
    let alpha = 1.0 - options.level(options.look.number(), 1).fraction();
    let differ = judged.filter(|(_, p)| *p < alpha);
    let name = |cell: &Cell| {
        let p = &cell.series;
        format!(
            "{} players, width {}, depth {}, sum {}, change 1/{}",
            p.players, p.width, p.depth, p.sum, p.change.1
        )
    };
    differ.map(|(cell, _)| name(cell)).collect()
}

fn agreement(
    options: &PaperOptions<'_>,
    claim: &'static str,
    cells: &[Cell],
    p_values: &[f64],
) -> Claim {
    let differ = differing(options, cells, p_values);
    let n = cells.len();
    let fewer = |cell: &Cell| cell.found.right[0].of < f64::from(TREES);
    if differ.is_empty() && cells.iter().any(fewer) {
        let why = format!("no cell of {n} differs, but fewer trees than the paper's tell little");
        return Claim::new(claim, Holds::CannotBeTold, why);
    }
    if differ.is_empty() {
        let why = format!("no cell of {n} differs (tests at 5 % over all cells together, Holm)");
        return Claim::new(claim, Holds::Yes, why);
    }
    let why = format!(
        "{} of {n} cells differ (5 % over all cells together, Holm): {}",
        differ.len(),
        differ.join("; ")
    );
    Claim::new(claim, Holds::No, why)
}

fn printed_agree(options: &PaperOptions<'_>, cells: &[Cell]) -> Claim {
    let p_values: Vec<f64> = cells.iter().map(|cell| cell.agrees().0).collect();
    agreement(
        options,
        "the printed numbers of right results",
        cells,
        &p_values,
    )
}

fn printed_nodes_agree(options: &PaperOptions<'_>, cells: &[Cell]) -> Claim {
    let p_values: Vec<f64> = cells.iter().map(|cell| cell.agrees().1).collect();
    agreement(options, "the printed shares of nodes", cells, &p_values)
}

/// Returns what the paper leaves open: never wrong, and more pruned.
fn left_open(options: &PaperOptions<'_>, cells: &[Cell]) -> Claim {
    const CLAIM: &str = "left open: a pruning that is never wrong and prunes more";
    let all: Vec<&Cell> = cells.iter().collect();
    let options = &as_of(options, &all);
    let wrong: f64 = cells.iter().map(|cell| cell.found.wrong()).sum();
    let of: f64 = cells.iter().map(|cell| cell.found.right[1].of).sum();
    let fewer = |cell: &&Cell| {
        let nodes = &cell.found.nodes;
        matches!((nodes[0], nodes[2]), (Some(theirs), Some(ours))
            if Holds::below(options.cautious(ours.above(theirs), cells.len()), 0.0) == Holds::Yes)
    };
    let better = cells.iter().filter(fewer).count();
    let holds = if wrong > 0.0 {
        Holds::No
    } else if better == cells.len() {
        Holds::Yes
    } else {
        Holds::CannotBeTold
    };
    Claim::new(
        CLAIM,
        holds,
        format!(
            "ours was wrong on {wrong} of {of} trees (so at most {:.3} %, rule of three) and \
             visits fewer nodes in {better} of {} cells",
            if wrong > 0.0 {
                100.0 * wrong / of
            } else {
                300.0 / of
            },
            cells.len()
        ),
    )
    .by(keys(&all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_adds_up_to_the_printed_totals() {
        let rows = GRID.map(|row| row.iter().map(|cell| cell.0).sum::<u64>());
        assert_eq!(rows, [4133, 4281, 4332, 4345, 4461]);
        let columns = [0, 1, 2, 3, 4].map(|n: usize| GRID.iter().map(|row| row[n].0).sum::<u64>());
        assert_eq!(columns, [4524, 4363, 4232, 4246, 4187]);
        assert_eq!(rows.iter().sum::<u64>(), 21_552);
    }

    #[test]
    fn a_cell_that_is_printed_twice_is_the_same_but_for_one_figure() {
        assert_eq!(DEPTHS[4].1, GRID[2][2]);
        assert_eq!(DEPTHS[4].1.0, PLAYERS[1].1.0);
        assert_eq!(DEPTHS[0].1, WIDTHS[2].1);
    }
}
