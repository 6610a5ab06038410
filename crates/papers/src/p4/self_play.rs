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

/// The fewest games to draw again from: one or two say nothing about others.
const FEWEST: usize = 3;

/// The last finished iteration.
#[derive(Clone, Copy, Debug)]
struct Finished {
    depth: u32,
    nodes: u64,
}

/// What both searches finished at a move, if the limit ended them.
type Both = [Option<Finished>; 2];

/// All moves of all games. The moves of a game follow from each other, so games are what is drawn
/// again.
pub(super) struct SelfPlay {
    games: Vec<Vec<Both>>,
}

impl SelfPlay {
    pub(super) fn new(
        options: &PaperOptions<'_>,
        amount: &Amount,
        programs: &[Contender; 2],
    ) -> Result<Self, Error> {
        let limits = Limits::nodes(amount.budget);
        let each = |seed: u64, number: u64| {
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
        };
        // How many does not follow from `--games`, which here means positions.
        let usual = PaperOptions {
            games: None,
            ..*options
        };
        let games = [amount.games; 2];
        let batches = usual.batches(["p4-games"; 2], games, |seed, games| {
            Ok(options.each(u64::from(games), |number| each(seed, number)))
        })?;
        Ok(Self {
            games: batches.iter().flat_map(|games| games.to_vec()).collect(),
        })
    }

    /// Games of so many moves, each with the depth and the nodes of both searches at all of them.
    #[cfg(test)]
    pub(super) fn of(games: &[(u32, u64)], moves: usize) -> Self {
        let game = |&(depth, nodes): &(u32, u64)| vec![[Some(Finished { depth, nodes }); 2]; moves];
        Self {
            games: games.iter().map(game).collect(),
        }
    }

    /// How many games were played.
    pub(super) fn games(&self) -> usize {
        self.games.len()
    }

    fn moves(&self) -> impl Iterator<Item = &Both> {
        self.games.iter().flatten()
    }

    /// What a search finished, game by game, of the games in which it finished anything of interest.
    fn by_game<T>(&self, of: impl Fn(&Both) -> Option<T>) -> Vec<Vec<T>> {
        let games = self.games.iter();
        let games = games.map(|moves| moves.iter().filter_map(&of).collect());
        games.filter(|found: &Vec<T>| !found.is_empty()).collect()
    }

    /// A mean over the moves of all games, with an interval by drawing games again.
    fn mean(&self, of: impl Fn(&Both) -> Option<f64>) -> Option<Estimate> {
        over_games(&self.by_game(of), |moves| {
            let (sum, count) =
                moves.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
            sum / count
        })
    }

    /// Returns the base b with which b^depth fits the nodes of a search best, on logarithms.
    pub(super) fn base(&self, which: usize) -> Option<Estimate> {
        over_games(&self.by_game(|both| both[which]), |moves| {
            fitted_base(moves)
        })
    }

    /// Nodes at a depth with the last line first as a share of those without, by both fitted bases.
    pub(super) fn share_by_fits(&self, depth: i32) -> Option<Estimate> {
        let either = self.by_game(|both| both.iter().any(Option::is_some).then_some(*both));
        over_games(&either, |moves| {
            let moves: Vec<&Both> = moves.collect();
            let [first, other] = [0, 1]
                .map(|which| fitted_base(moves.iter().filter_map(|both| both[which].as_ref())));
            (first / other).powi(depth)
        })
    }

    /// Returns how many plies deeper the search with the line first looks, in positions that both
    /// broke off.
    pub(super) fn deeper(&self) -> Option<Estimate> {
        self.mean(|&[first, other]| Some(f64::from(first?.depth) - f64::from(other?.depth)))
    }

    /// Returns the deepest finished iteration.
    pub(super) fn deepest(&self, which: usize) -> u32 {
        let depths = self.moves().filter_map(|both| both[which]);
        depths.map(|finished| finished.depth).max().unwrap_or(0)
    }

    /// How many iterations of a depth were finished, and their mean nodes.
    fn of_depth(&self, which: usize, depth: u32) -> (usize, Option<Estimate>) {
        let nodes = |both: &Both| {
            let there = both[which].filter(|finished| finished.depth == depth);
            there.map(|finished| finished.nodes as f64)
        };
        (self.moves().filter_map(nodes).count(), self.mean(nodes))
    }

    pub(super) fn section(&self, amount: &Amount) -> Section {
        let mut section = Section::new("In games, as in the paper");
        section.prose(format!(
            "{} games of the program with itself, {} nodes a move: as many as the paper's program \
             visits in {:.0} seconds. In every position both searches think; the last finished \
             iteration counts, unless it saw the whole rest of the game.",
            self.games(),
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
            let depth = |both: &Both| both[which].map(|finished| f64::from(finished.depth));
            let base = self.base(which);
            table.push([
                name.into(),
                PRINTED[which].0.into(),
                base.into(),
                PRINTED[which].1.into(),
                base.map(|base| base.map(|b| b.powi(10) / 1e6)).into(),
                self.moves().filter_map(depth).count().into(),
                self.mean(depth).into(),
                u64::from(self.deepest(which)).into(),
            ]);
        }
        table.note(
            "The line through one node at depth 0 that fits the logarithms best; intervals at 95 % \
             by drawing games again, not moves (bootstrap).",
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
            if first.0 + other.0 == 0 {
                continue;
            }
            table.push([
                u64::from(depth).into(),
                first.0.into(),
                first.1.into(),
                other.0.into(),
                other.1.into(),
            ]);
        }
        table
    }

    fn plot(&self) -> Plot {
        let mut series = Vec::new();
        for (which, name) in NAMES.into_iter().enumerate() {
            let points = self
                .depths()
                .filter_map(|depth| Some(point(depth, self.of_depth(which, depth).1?.value)));
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

/// A figure of the moves of games, with an interval by drawing games again; `None` of too few games.
fn over_games<T>(
    games: &[Vec<T>],
    figure: impl Fn(&mut dyn Iterator<Item = &T>) -> f64,
) -> Option<Estimate> {
    if games.len() < FEWEST {
        return None;
    }
    RESAMPLES.estimate(games, Level::P95, |drawn: &[&Vec<T>]| {
        figure(&mut drawn.iter().flat_map(|moves| moves.iter()))
    })
}

/// The base b with which b^depth fits nodes best, on logarithms.
fn fitted_base<'a>(moves: impl Iterator<Item = &'a Finished>) -> f64 {
    let (above, below) = moves.fold((0.0, 0.0), |(above, below), finished| {
        let depth = f64::from(finished.depth);
        (
            above + depth * (finished.nodes as f64).ln(),
            below + depth * depth,
        )
    });
    f64::exp(above / below)
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
