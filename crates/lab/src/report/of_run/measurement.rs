//! What searches take and find: positions visited against depth, and how much a method saves and
//! how often it finds the same.

use super::{LEVEL, percent};
use crate::experiment::Measurement;
use crate::plan::Plan;
use crate::run::{Measured, Searched};
use report::plot::{Drawing, Intervals, Lines, Plot, Point, Series, Stroke};
use report::{Cell, Column, Section, Table};
use statistics::bootstrap::Bootstrap;
use statistics::proportion::Proportion;
use statistics::{Estimate, Level};

/// Draws for the interval of a base; more would not change what is printed.
const RESAMPLES: Bootstrap = Bootstrap {
    resamples: 1000,
    seed: 1,
};

/// One contender over all positions.
struct Row {
    name: String,
    /// The player, and at which depth it was measured, if at several.
    player: usize,
    depth: Option<u32>,
    is_reference: bool,
    done: u64,
    failed: u64,
    nodes: Option<Estimate>,
    evaluations: Option<Estimate>,
    micros: Option<Estimate>,
    /// Nodes as a share of the reference's, over positions with the same values.
    share: Option<Estimate>,
    /// All nodes as a share of all of the reference's.
    total_share: Option<f64>,
    same_values: Estimate,
    same_move: Estimate,
}

pub(super) fn sections(
    plan: &Plan,
    measurement: &Measurement,
    positions: &[Measured],
) -> Vec<Section> {
    let rows: Vec<Row> = (0..plan.contenders.len())
        .map(|contender| row(plan, measurement, positions, contender))
        .collect();
    let mut sections = vec![effort(&rows, measurement, positions)];
    if rows.iter().any(|row| !row.is_reference) {
        sections.push(success(&rows, measurement));
    }
    sections.extend(failures(plan, positions));
    sections
}

/// Returns how many players there are at each depth.
fn players(plan: &Plan, measurement: &Measurement) -> usize {
    plan.contenders.len() / measurement.depths.len().max(1)
}

fn row(plan: &Plan, measurement: &Measurement, positions: &[Measured], contender: usize) -> Row {
    let reference = plan.reference(contender);
    let found = || {
        positions
            .iter()
            .filter_map(|p| p.searches[contender].as_ref().ok())
    };
    let mean = |of: fn(&Searched) -> u64| {
        let values: Vec<f64> = found().map(|searched| of(searched) as f64).collect();
        Estimate::mean(&values, LEVEL)
    };
    let both = || {
        positions.iter().filter_map(|position| {
            let own = position.searches[contender].as_ref().ok()?;
            let other = position.searches[reference].as_ref().ok()?;
            Some((position, own.nodes as f64, other.nodes as f64))
        })
    };
    let shares: Vec<f64> = both()
        .filter(|(position, _, other)| position.same_values(contender, reference) && *other > 0.0)
        .map(|(_, own, other)| own / other)
        .collect();
    let sum = |of: fn((&Measured, f64, f64)) -> f64| both().map(of).sum::<f64>();
    let (own, other) = (sum(|(_, own, _)| own), sum(|(_, _, other)| other));
    let compared = both().count() as f64;
    let equal = |same: fn(&Measured, usize, usize) -> bool| {
        let count = both()
            .filter(|(position, ..)| same(position, contender, reference))
            .count();
        Proportion::new(count as f64, compared).wilson(LEVEL)
    };
    let players = players(plan, measurement);
    Row {
        name: plan.contenders[contender].name.clone(),
        player: contender % players,
        depth: measurement.depths.get(contender / players).copied(),
        is_reference: contender == reference,
        done: found().count() as u64,
        failed: positions.len() as u64 - found().count() as u64,
        nodes: mean(|searched| searched.nodes),
        evaluations: mean(|searched| searched.evaluations),
        micros: mean(|searched| searched.micros),
        share: Estimate::mean(&shares, LEVEL),
        total_share: (other > 0.0).then_some(own / other),
        same_values: equal(Measured::same_values),
        same_move: equal(Measured::same_move),
    }
}

/// Returns the name of a player without the depth that the plan adds.
fn player_name(rows: &[Row], player: usize) -> String {
    let row = rows.iter().find(|row| row.player == player);
    let row = row.expect("every player has a row");
    match row.depth {
        Some(depth) => row
            .name
            .trim_end_matches(&format!(" depth {depth}"))
            .to_owned(),
        None => row.name.clone(),
    }
}

fn point(x: u32, estimate: Estimate) -> Point {
    Point {
        x: f64::from(x),
        y: estimate.value,
        interval: Some(estimate.interval),
    }
}

/// Returns what searching took.
fn effort(rows: &[Row], measurement: &Measurement, positions: &[Measured]) -> Section {
    let mut section = Section::new("What it took");
    section.prose(format!(
        "Every player thought about {} positions.",
        positions.len()
    ));
    let mut table = Table::new(
        "effort",
        "Means over all positions, with intervals at 95 %.",
        [
            Column::text("player"),
            Column::count("positions"),
            Column::count("failed"),
            Column::number("nodes", 1).with_interval(),
            Column::number("evaluations", 1).with_interval(),
            Column::number("microseconds", 1).with_interval(),
        ],
    );
    for row in rows {
        table.push([
            row.name.as_str().into(),
            row.done.into(),
            row.failed.into(),
            row.nodes.into(),
            row.evaluations.into(),
            row.micros.into(),
        ]);
    }
    table.note("Nodes: positions visited. Times are of this machine and this run only.");
    if measurement.depths.len() < 2 {
        let named = |row: &Row| Some((row.name.clone(), row.nodes?));
        let intervals = Intervals {
            axis: "nodes per position".to_owned(),
            percent: false,
            reference: None,
            rows: rows.iter().filter_map(named).collect(),
        };
        let title = "Nodes per position with intervals at 95 %.";
        section.figure(
            Plot::new("nodes", title, Drawing::Intervals(intervals)),
            table,
        );
        return section;
    }
    let mut series = Vec::new();
    let mut bases = Table::new(
        "bases",
        "Nodes as b to the power of the depth.",
        [
            Column::text("player"),
            Column::number("b", 3).with_interval(),
        ],
    );
    for player in 0..=rows.iter().map(|row| row.player).max().unwrap_or(0) {
        let name = player_name(rows, player);
        let own = || rows.iter().filter(|row| row.player == player);
        series.push(Series {
            name: name.clone(),
            points: own()
                .filter_map(|row| Some(point(row.depth?, row.nodes?)))
                .collect(),
            stroke: Stroke::None,
            markers: true,
            right: false,
        });
        let contenders: Vec<(usize, u32)> = rows
            .iter()
            .enumerate()
            .filter(|(_, row)| row.player == player)
            .filter_map(|(contender, row)| Some((contender, row.depth?)))
            .collect();
        let Some(base) = base(positions, &contenders) else {
            continue;
        };
        bases.push([name.as_str().into(), base.into()]);
        series.push(Series {
            name: format!("{:.3} to the power of depth", base.value),
            points: contenders
                .iter()
                .map(|&(_, depth)| Point {
                    x: f64::from(depth),
                    y: base.value.powf(f64::from(depth)),
                    interval: None,
                })
                .collect(),
            stroke: Stroke::Dashed,
            markers: false,
            right: false,
        });
    }
    bases.note(
        "The line through one node at depth 0 that fits the logarithms of the mean nodes best; \
         intervals at 95 % by drawing positions again (bootstrap).",
    );
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
    let title = "Mean nodes against depth on a logarithmic axis, with intervals at 95 % and fitted \
                 lines.";
    section.figure(Plot::new("nodes", title, Drawing::Lines(lines)), table);
    section.table(bases);
    section
}

/// Returns the base b with which b^depth fits mean nodes best, on logarithms.
fn base(positions: &[Measured], contenders: &[(usize, u32)]) -> Option<Estimate> {
    let whole = |position: &&Measured| {
        let found = |(contender, _): &(usize, u32)| position.searches[*contender].is_ok();
        contenders.iter().all(found)
    };
    let nodes = |position: &Measured| -> Vec<f64> {
        let of = |(contender, _): &(usize, u32)| {
            let searched = position.searches[*contender].as_ref();
            searched.map_or(0.0, |searched| searched.nodes as f64)
        };
        contenders.iter().map(of).collect()
    };
    let rows: Vec<Vec<f64>> = positions.iter().filter(whole).map(nodes).collect();
    let fit = |drawn: &[&Vec<f64>]| {
        let (mut above, mut below) = (0.0, 0.0);
        for (number, &(_, depth)) in contenders.iter().enumerate() {
            let mean = drawn.iter().map(|row| row[number]).sum::<f64>() / drawn.len() as f64;
            above += f64::from(depth) * mean.max(1.0).ln();
            below += f64::from(depth).powi(2);
        }
        (above / below).exp()
    };
    RESAMPLES.estimate(&rows, Level::P95, fit)
}

/// Returns how often a method finds the same, and how many nodes it needs for that.
fn success(rows: &[Row], measurement: &Measurement) -> Section {
    let mut section = Section::new("Compared with the reference");
    let reference = player_name(rows, 0);
    let mut table = Table::new(
        "success",
        format!("Compared with {reference} in the same positions."),
        [
            Column::text("player"),
            Column::count("positions"),
            Column::percent("same values", 1).with_interval(),
            Column::percent("same move", 1).with_interval(),
            Column::percent("nodes", 2).with_interval(),
            Column::percent("nodes of all", 2),
        ],
    );
    let others = || rows.iter().filter(|row| !row.is_reference);
    for row in others() {
        let always = match row.same_values.value < 1.0 {
            true => "not always",
            false => "always",
        };
        section.answer(
            format!("Does {} find the same values as {reference}?", row.name),
            always,
            format!("same values {}", percent(row.same_values)),
        );
        if let Some(share) = row.share {
            let fewer = match share.interval {
                interval if interval.high < 1.0 => "fewer",
                interval if interval.low > 1.0 => "more",
                _ => "no difference can be told",
            };
            section.answer(
                format!("Does {} take fewer nodes than {reference}?", row.name),
                fewer,
                format!("{} of its nodes", percent(share)),
            );
        }
        table.push([
            row.name.as_str().into(),
            row.done.into(),
            row.same_values.into(),
            row.same_move.into(),
            row.share.into(),
            Cell::from(row.total_share),
        ]);
    }
    table.note(
        "Nodes: as a share of the reference's, the mean over positions with the same values. Nodes \
         of all: the sum over all positions as a share of the reference's sum. Intervals at 95 %.",
    );
    let plot = match measurement.depths.len() {
        0 | 1 => {
            let values =
                others().map(|row| (format!("{}: same values", row.name), row.same_values));
            let nodes = others().filter_map(|r| Some((format!("{}: nodes", r.name), r.share?)));
            let intervals = Intervals {
                axis: format!("compared with {reference}"),
                percent: true,
                reference: Some(1.0),
                rows: values.chain(nodes).collect(),
            };
            let title = "How often the values are the same, and nodes as a share of the \
                         reference's, with intervals at 95 %.";
            Plot::new("success", title, Drawing::Intervals(intervals))
        }
        _ => by_depth(rows),
    };
    section.figure(plot, table);
    section
}

fn by_depth(rows: &[Row]) -> Plot {
    let mut series = Vec::new();
    let most = rows.iter().map(|row| row.player).max().unwrap_or(0);
    for player in 1..=most {
        let name = player_name(rows, player);
        let own = || rows.iter().filter(|row| row.player == player);
        let same = own().filter_map(|row| Some(point(row.depth?, row.same_values)));
        let nodes = own().filter_map(|row| Some(point(row.depth?, row.share?)));
        let both = [
            ("same values", same.collect(), Stroke::Solid),
            ("nodes", Vec::from_iter(nodes), Stroke::Dashed),
        ];
        series.extend(both.map(|(what, points, stroke)| Series {
            name: format!("{name}: {what}"),
            points,
            stroke,
            markers: true,
            right: false,
        }));
    }
    let lines = Lines {
        x: "depth".to_owned(),
        y: "compared with the reference".to_owned(),
        right: None,
        logarithmic: false,
        percent: true,
        series,
        levels: Vec::new(),
        marks: Vec::new(),
    };
    let title = "How often the values are the same, and nodes as a share of the reference's, by \
                 depth, with intervals at 95 %.";
    Plot::new("success", title, Drawing::Lines(lines))
}

/// Returns who failed, in which position.
fn failures(plan: &Plan, positions: &[Measured]) -> Option<Section> {
    let mut table = Table::new(
        "failures",
        "Searches that failed; the first fifty.",
        [
            Column::text("player"),
            Column::count("position"),
            Column::text("what happened"),
        ],
    );
    let failed = positions.iter().flat_map(|position| {
        let searches = position.searches.iter().enumerate();
        searches.filter_map(|(n, search)| Some((n, position.number, search.as_ref().err()?)))
    });
    for (contender, number, why) in failed.take(50) {
        let name = plan.contenders[contender].name.as_str();
        table.push([name.into(), number.into(), why.to_string().into()]);
    }
    if table.rows().is_empty() {
        return None;
    }
    let mut section = Section::new("Failures");
    section.table(table);
    Some(section)
}
