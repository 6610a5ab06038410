//! Searches of the same positions to fixed depths: what the last line first saves, and how much
//! deeper alpha-beta looks than plain negamax with the same nodes.

use rules::hash::mix;

use super::positions::{othello, somewhere, transcript};
use super::{Amount, NAMES, PRINTED_TIMES, percent};
use crate::file_of;
use crate::{Claim, Error, Holds, PaperOptions};
use lab::contender::Contender;
use lab::run::{self, Measured};
use lab::{Experiment, Kind, Measurement, Openings};
use report::plot::{Drawing, Lines, Plot, Point, Series, Stroke};
use report::{Column, Section, Table};
use statistics::bootstrap::Bootstrap;
use statistics::{Estimate, Level};

const RESAMPLES: Bootstrap = Bootstrap {
    resamples: 1000,
    seed: 1,
};

/// From this depth of plain negamax on the factor is reported: below, one ply more or less is too
/// large a step.
const FIRST_TOLD: usize = 3;

/// Nodes of one position, by depth from 1.
struct Nodes {
    /// Of both programs, all iterations up to this depth together.
    programs: [Vec<f64>; 2],
    /// Of plain negamax.
    plain: Vec<f64>,
}

pub(super) struct ByDepth {
    positions: Vec<Nodes>,
    depth: usize,
    plain: usize,
}

impl ByDepth {
    pub(super) fn new(
        options: &PaperOptions<'_>,
        amount: &Amount,
        programs: &[Contender; 2],
    ) -> Result<Self, Error> {
        let seed = options.seed_of("p4-positions");
        let lines = options.each(u64::from(amount.positions), |number| {
            transcript(&somewhere(&programs[0], mix(seed ^ mix(number))))
        });
        let both = nodes(options, &lines, programs.to_vec(), amount.depth)?;
        let plain = nodes(options, &lines, vec![negamax(&programs[0])?], amount.plain)?;
        let positions = both.into_iter().zip(plain).map(|(both, plain)| Nodes {
            programs: [0, 1].map(|which: usize| both.iter().map(|d| d[which]).collect()),
            plain: plain.iter().map(|d| d[0]).collect(),
        });
        Ok(Self {
            positions: positions.collect(),
            depth: amount.depth as usize,
            plain: amount.plain as usize,
        })
    }

    /// Returns the deepest search of the programs.
    pub(super) fn deepest(&self) -> usize {
        self.depth
    }

    /// Returns the nodes of the iteration to this depth alone, of all positions.
    fn iteration(&self, which: usize, depth: usize) -> Vec<f64> {
        let alone = |nodes: &Nodes| {
            let all = &nodes.programs[which];
            let before = depth.checked_sub(2).map_or(0.0, |before| all[before]);
            all[depth - 1] - before
        };
        self.positions.iter().map(alone).collect()
    }

    /// Returns the base b with which b^depth fits the mean nodes of the iterations best, on
    /// logarithms.
    pub(super) fn base(&self, which: usize) -> Option<Estimate> {
        let iterations: Vec<Vec<f64>> = (1..=self.depth)
            .map(|depth| self.iteration(which, depth))
            .collect();
        let numbers: Vec<usize> = (0..self.positions.len()).collect();
        RESAMPLES.estimate(&numbers, Level::P95, |drawn| {
            let (mut above, mut below) = (0.0, 0.0);
            for (depth, nodes) in (1..).zip(&iterations) {
                let depth = f64::from(depth);
                let mean = drawn.iter().map(|&&n| nodes[n]).sum::<f64>() / drawn.len() as f64;
                above += depth * mean.max(1.0).ln();
                below += depth * depth;
            }
            (above / below).exp()
        })
    }

    /// Returns the nodes of the iteration to this depth with the last line first, as a share of
    /// those without.
    pub(super) fn saved(&self, depth: usize) -> Option<Estimate> {
        let (first, other) = (self.iteration(0, depth), self.iteration(1, depth));
        let both: Vec<(f64, f64)> = first.into_iter().zip(other).collect();
        RESAMPLES.estimate(&both, Level::P95, |drawn| {
            let sum = |of: fn(&(f64, f64)) -> f64| drawn.iter().map(|b| of(b)).sum::<f64>();
            sum(|b| b.0) / sum(|b| b.1).max(1.0)
        })
    }

    /// Judges the claim that more is saved at larger depths.
    pub(super) fn grows(&self, options: &PaperOptions<'_>) -> Option<Claim> {
        const CLAIM: &str = "the deeper the search, the more the last line first saves";
        let shallow = (self.depth / 2).max(1);
        let (near, far) = (self.saved(shallow)?, self.saved(self.depth)?);
        let ratio = |depth: usize| -> Vec<(f64, f64)> {
            let (first, other) = (self.iteration(0, depth), self.iteration(1, depth));
            first.into_iter().zip(other).collect()
        };
        let both: Vec<_> = ratio(shallow).into_iter().zip(ratio(self.depth)).collect();
        type Both = ((f64, f64), (f64, f64));
        let difference = RESAMPLES.estimate(&both, Level::P95, |drawn: &[&Both]| {
            let sum = |of: fn(&Both) -> f64| drawn.iter().map(|b| of(b)).sum::<f64>().max(1.0);
            sum(|b| b.0.0) / sum(|b| b.0.1) - sum(|b| b.1.0) / sum(|b| b.1.1)
        })?;
        Some(Claim::new(
            CLAIM,
            Holds::above(options.cautious(difference, 1), 0.0),
            format!(
                "nodes with it in percent of those without: {:.1} at depth {shallow}, {:.1} at depth \
                 {}; difference {:.1} points",
                percent(near),
                percent(far),
                self.depth,
                percent(difference)
            ),
        ))
    }

    /// Returns how many times as deep as plain negamax to this depth a program looks with as many
    /// nodes, a part of a ply by the logarithm of its nodes.
    fn times(&self, which: usize, plain: usize) -> Vec<f64> {
        let one = |nodes: &Nodes| {
            let most = nodes.plain[plain - 1];
            let own = &nodes.programs[which];
            let whole = own.iter().take_while(|&&n| n <= most).count();
            let part = match (whole.checked_sub(1).map(|last| own[last]), own.get(whole)) {
                (Some(last), Some(&next)) if next > last => (most / last).ln() / (next / last).ln(),
                _ => 0.0,
            };
            (whole as f64 + part) / plain as f64
        };
        self.positions.iter().map(one).collect()
    }

    pub(super) fn times_as_deep(&self, options: &PaperOptions<'_>) -> Claim {
        const CLAIM: &str = "alpha-beta looks 1.5 to 2 times as deep as plain negamax";
        match Estimate::mean(&self.times(0, self.plain), Level::P95) {
            None => Claim::new(CLAIM, Holds::CannotBeTold, "nothing was searched"),
            Some(times) => Claim::new(
                CLAIM,
                Holds::between(options.cautious(times, 1), PRINTED_TIMES.0, PRINTED_TIMES.1),
                format!(
                    "with the nodes of plain negamax to depth {}: {times:.2} times",
                    self.plain
                ),
            ),
        }
    }

    pub(super) fn sections(&self) -> [Section; 2] {
        let mut depths = Section::new("At fixed depths");
        depths.prose(format!(
            "{} positions, each from a game of its own after four random moves, searched by all to \
             the same depths.",
            self.positions.len()
        ));
        depths.figure(self.plot(), self.nodes());
        let mut deeper = Section::new("Alpha-beta and plain negamax");
        deeper.table(self.deeper());
        [depths, deeper]
    }

    fn nodes(&self) -> Table {
        let mut table = Table::new(
            "nodes",
            "Mean nodes of the iteration to a depth, and what the last line first leaves of them.",
            [
                Column::count("depth"),
                Column::number(NAMES[0], 0).with_interval(),
                Column::number(NAMES[1], 0).with_interval(),
                Column::percent("share", 1).with_interval(),
                Column::number("plain negamax", 0).with_interval(),
            ],
        );
        for depth in 1..=self.depth {
            let [first, other] =
                [0, 1].map(|w| Estimate::mean(&self.iteration(w, depth), Level::P95));
            table.push([
                depth.into(),
                first.into(),
                other.into(),
                self.saved(depth).into(),
                self.of_plain(depth).into(),
            ]);
        }
        for (which, name) in NAMES.into_iter().enumerate() {
            if let Some(base) = self.base(which) {
                table.note(format!("{name}: fitted base {base:.3}."));
            }
        }
        table.note("Intervals at 95 %, those of shares and bases by drawing positions again.");
        table
    }

    fn of_plain(&self, depth: usize) -> Option<Estimate> {
        let nodes = self.positions.iter();
        let nodes: Option<Vec<f64>> = nodes.map(|n| n.plain.get(depth - 1).copied()).collect();
        Estimate::mean(&nodes?, Level::P95)
    }

    fn plot(&self) -> Plot {
        let series = |name: &str, stroke, of: &dyn Fn(usize) -> Option<Estimate>| Series {
            name: name.to_owned(),
            points: (1..=self.depth)
                .filter_map(|depth| {
                    let nodes = of(depth).filter(|nodes| nodes.value > 0.0)?;
                    Some(Point {
                        x: depth as f64,
                        y: nodes.value,
                        interval: None,
                    })
                })
                .collect(),
            stroke,
            markers: true,
            right: false,
        };
        let mean = |which: usize| {
            move |depth: usize| Estimate::mean(&self.iteration(which, depth), Level::P95)
        };
        let lines = Lines {
            x: "depth".to_owned(),
            y: "nodes".to_owned(),
            right: None,
            logarithmic: true,
            percent: false,
            series: vec![
                series(NAMES[0], Stroke::Solid, &mean(0)),
                series(NAMES[1], Stroke::Dashed, &mean(1)),
                series("plain negamax", Stroke::Dotted, &|d| self.of_plain(d)),
            ],
            levels: Vec::new(),
            marks: Vec::new(),
        };
        let title = "Mean nodes against depth, on a logarithmic axis.";
        Plot::new("nodes", title, Drawing::Lines(lines))
    }

    fn deeper(&self) -> Table {
        let mut table = Table::new(
            "times-as-deep",
            "How many times as deep alpha-beta looks with the nodes of plain negamax.",
            [
                Column::count("depth of plain negamax"),
                Column::number("its nodes", 0).with_interval(),
                Column::text("paper"),
                Column::number(NAMES[0], 2).with_interval(),
                Column::number(NAMES[1], 2).with_interval(),
            ],
        );
        for depth in FIRST_TOLD.min(self.plain)..=self.plain {
            let [first, other] = [0, 1].map(|w| Estimate::mean(&self.times(w, depth), Level::P95));
            table.push([
                depth.into(),
                self.of_plain(depth).into(),
                "1.5 to 2".into(),
                first.into(),
                other.into(),
            ]);
        }
        table.note(
            "All iterations of alpha-beta are counted. A part of a ply is told by the logarithm of \
             nodes. Intervals at 95 %.",
        );
        table
    }
}

/// Returns the nodes by position, depth and player.
fn nodes(
    options: &PaperOptions<'_>,
    lines: &[String],
    players: Vec<Contender>,
    depth: u32,
) -> Result<Vec<Vec<Vec<f64>>>, Error> {
    let count = players.len();
    let measurement = Measurement {
        depths: (1..=depth).collect(),
        ..Measurement::default()
    };
    let experiment = Experiment {
        games: lines.len() as u64,
        openings: Openings::Transcripts(lines.to_vec()),
        seed: options.seed,
        ..Experiment::new(othello(), Kind::Measurement(measurement), players)
    };
    let mut all = Vec::new();
    run::measure(&experiment, options.threads, &mut |measured: &Measured| {
        let nodes = measured.searches.iter().map(|search| match search {
            Ok(searched) => searched.nodes as f64,
            Err(_) => f64::NAN,
        });
        let nodes: Vec<f64> = nodes.collect();
        all.push(nodes.chunks(count).map(<[f64]>::to_vec).collect());
    })?;
    Ok(all)
}

/// Returns the same evaluation with plain negamax.
fn negamax(program: &Contender) -> Result<Contender, Error> {
    let mut file: toml::Table = file_of(program).0.parse().expect("it was read before");
    let mut search = toml::Table::new();
    search.insert("minimax".to_owned(), toml::Table::new().into());
    file.insert("search".to_owned(), search.into());
    // It goes to its depth at once, so it needs one; every search here asks for another.
    let mut limits = toml::Table::new();
    limits.insert("depth".to_owned(), 1.into());
    file.insert("limits".to_owned(), limits.into());
    Ok(Contender::from_text("plain negamax", &file.to_string())?)
}
