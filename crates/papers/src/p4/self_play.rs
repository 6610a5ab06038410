//! As the paper measured: the program plays itself with a limit a move, and of every move the last
//! iteration that was finished counts, with its depth and its nodes.
//!
//! The limit is the number of nodes that the paper's program visits in its time, so that the same
//! figures come out on every machine.

use players::Playable;
use rules::hash::mix;
use rules::reversi::Othello;
use search::{Limits, Report};

use super::positions::opening;
use super::{Amount, NAMES, PRINTED};
use crate::file_of;
use crate::{Error, PaperOptions};
use lab::contender::Contender;
use report::plot::{Drawing, Lines, Plot, Point, Series, Stroke};
use report::{Column, Section, Table};
use statistics::bootstrap::Bootstrap;
use statistics::{Estimate, Level};

const RESAMPLES: Bootstrap = Bootstrap {
    resamples: 1000,
    seed: 1,
};

/// The last finished iteration.
#[derive(Clone, Copy, Debug)]
struct Finished {
    depth: u32,
    nodes: u64,
}

/// All moves of all games; of each what both searches finished, if the limit ended them.
pub(super) struct SelfPlay {
    moves: Vec<[Option<Finished>; 2]>,
}

impl SelfPlay {
    pub(super) fn new(
        options: &PaperOptions<'_>,
        amount: &Amount,
        programs: &[Contender; 2],
    ) -> Result<Self, Error> {
        let limits = Limits::nodes(amount.budget);
        let seed = options.seed_of("p4-games");
        let games = options.each(u64::from(amount.games), |number| {
            let mut players = programs
                .each_ref()
                .map(|program| Othello::player(file_of(program).1).expect("it plays Othello"));
            let mut game = opening(mix(seed ^ mix(number)));
            let mut moves = Vec::new();
            while !game.line.is_finished() {
                let mut chosen = None;
                let found = players.each_mut().map(|player| {
                    let (mut finished, mut so_far) = (None, 0);
                    let mut hear = |report: &Report<_>| {
                        let nodes = report.nodes - so_far;
                        so_far = report.nodes;
                        finished = Some(Finished {
                            depth: report.depth,
                            nodes,
                        });
                    };
                    let choice = game.ask(&mut **player, &limits, &mut hear);
                    let choice = choice.expect("players of ours have a move");
                    let stopped = choice.report.stopped;
                    // The program with the line first plays.
                    chosen.get_or_insert(choice);
                    finished.filter(|_| stopped)
                });
                moves.push(found);
                game.play(&chosen.expect("both were asked"));
            }
            moves
        });
        Ok(Self {
            moves: games.concat(),
        })
    }

    /// Returns the base b with which b^depth fits the nodes of a search best, on logarithms.
    pub(super) fn base(&self, which: usize) -> Option<Estimate> {
        let found: Vec<Finished> = self.moves.iter().filter_map(|both| both[which]).collect();
        RESAMPLES.estimate(&found, Level::P95, |drawn| {
            let sum = |of: fn(f64, f64) -> f64| {
                let each = drawn.iter().map(|f| of(f64::from(f.depth), f.nodes as f64));
                each.sum::<f64>()
            };
            (sum(|depth, nodes| depth * nodes.ln()) / sum(|depth, _| depth * depth)).exp()
        })
    }

    /// Returns how many plies deeper the search with the line first looks, in positions that both
    /// broke off.
    pub(super) fn deeper(&self) -> Option<Estimate> {
        let both = self
            .moves
            .iter()
            .filter_map(|&[first, other]| Some(f64::from(first?.depth) - f64::from(other?.depth)));
        Estimate::mean(&both.collect::<Vec<f64>>(), Level::P95)
    }

    /// Returns the deepest finished iteration.
    pub(super) fn deepest(&self, which: usize) -> u32 {
        let depths = self.moves.iter().filter_map(|both| both[which]);
        depths.map(|finished| finished.depth).max().unwrap_or(0)
    }

    fn of_depth(&self, which: usize, depth: u32) -> Vec<f64> {
        let found = self.moves.iter().filter_map(|both| both[which]);
        let there = found.filter(|finished| finished.depth == depth);
        there.map(|finished| finished.nodes as f64).collect()
    }

    pub(super) fn section(&self, amount: &Amount) -> Section {
        let mut section = Section::new("In games, as in the paper");
        section.prose(format!(
            "{} games of the program with itself, {} nodes a move: as many as the paper's program \
             visits in {:.0} seconds. In every position both searches think; the last finished \
             iteration counts, unless it saw the whole rest of the game.",
            amount.games,
            amount.budget,
            amount.budget as f64 / super::PRINTED_SPEED
        ));
        section.table(self.fits());
        section.figure(self.plot(), self.by_depth());
        section
    }

    fn fits(&self) -> Table {
        let mut table = Table::new(
            "bases",
            "Nodes as b to the power of the depth.",
            [
                Column::text("search"),
                Column::number("b in the paper", 3),
                Column::number("b", 3).with_interval(),
                Column::number("paper: millions at depth 10", 2),
                Column::number("millions at depth 10", 2).with_interval(),
                Column::count("moves"),
                Column::number("mean depth", 2).with_interval(),
                Column::count("deepest"),
            ],
        );
        for (which, name) in NAMES.into_iter().enumerate() {
            let found = self.moves.iter().filter_map(|both| both[which]);
            let depths: Vec<f64> = found.map(|finished| f64::from(finished.depth)).collect();
            let base = self.base(which);
            table.push([
                name.into(),
                PRINTED[which].0.into(),
                base.into(),
                PRINTED[which].1.into(),
                base.map(|base| base.map(|b| b.powi(10) / 1e6)).into(),
                depths.len().into(),
                Estimate::mean(&depths, Level::P95).into(),
                u64::from(self.deepest(which)).into(),
            ]);
        }
        table.note(
            "The line through one node at depth 0 that fits the logarithms best; intervals at 95 % \
             by drawing moves again (bootstrap).",
        );
        table
    }

    fn depths(&self) -> impl Iterator<Item = u32> {
        1..=self.deepest(0).max(self.deepest(1))
    }

    fn by_depth(&self) -> Table {
        let mut table = Table::new(
            "finished",
            "The last finished iterations: how many of each depth, and their mean nodes.",
            [
                Column::count("depth"),
                Column::count("moves, line first"),
                Column::number("nodes, line first", 0).with_interval(),
                Column::count("moves, not used"),
                Column::number("nodes, not used", 0).with_interval(),
            ],
        );
        for depth in self.depths() {
            let [first, other] = [0, 1].map(|which| self.of_depth(which, depth));
            if first.is_empty() && other.is_empty() {
                continue;
            }
            table.push([
                u64::from(depth).into(),
                first.len().into(),
                Estimate::mean(&first, Level::P95).into(),
                other.len().into(),
                Estimate::mean(&other, Level::P95).into(),
            ]);
        }
        table
    }

    fn plot(&self) -> Plot {
        let mut series = Vec::new();
        for (which, name) in NAMES.into_iter().enumerate() {
            let points = self.depths().filter_map(|depth| {
                let mean = Estimate::mean(&self.of_depth(which, depth), Level::P95)?;
                Some(point(depth, mean.value))
            });
            series.push(line(name.to_owned(), points.collect(), Stroke::None));
            if let Some(base) = self.base(which) {
                let fitted = |depth| point(depth, base.value.powf(f64::from(depth)));
                let name = format!("ours: {:.3}^depth", base.value);
                series.push(line(
                    name,
                    self.depths().map(fitted).collect(),
                    Stroke::Solid,
                ));
            }
            let printed = |depth| point(depth, PRINTED[which].0.powf(f64::from(depth)));
            let name = format!("paper: {}^depth", PRINTED[which].0);
            series.push(line(
                name,
                self.depths().map(printed).collect(),
                Stroke::Dotted,
            ));
        }
        let lines = Lines {
            x: "depth".to_owned(),
            y: "nodes".to_owned(),
            right: None,
            logarithmic: true,
            percent: false,
            series,
            levels: Vec::new(),
            marks: Vec::new(),
        };
        let title = "Mean nodes of the last finished iteration against its depth, with fitted \
                     lines, ours and the paper's.";
        Plot::new("finished", title, Drawing::Lines(lines))
    }
}

fn point(depth: u32, nodes: f64) -> Point {
    Point {
        x: f64::from(depth),
        y: nodes,
        interval: None,
    }
}

fn line(name: String, points: Vec<Point>, stroke: Stroke) -> Series {
    Series {
        name,
        points,
        stroke,
        markers: stroke == Stroke::None,
        right: false,
    }
}
