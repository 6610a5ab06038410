//! Searches before and after, position by position where both runs have the same ones.

use std::collections::BTreeMap;

use crate::report::of_run::{LEVEL, percent};
use crate::run::{Measured, Run, RunError, Searched};
use report::plot::{Drawing, Intervals, Plot};
use report::{Column, Section, Table};
use statistics::Estimate;
use statistics::proportion::Proportion;

/// Returns a position by where it is, whatever its number.
fn key(position: &Measured) -> (Option<String>, String) {
    (position.start.clone(), position.moves.clone())
}

pub(super) fn section(before: &Run, after: &Run) -> Result<Section, RunError> {
    let mut section = Section::new("Results");
    let mut old = BTreeMap::new();
    for position in before.positions()? {
        let position = position?;
        old.insert(key(&position), position);
    }
    let mut both = Vec::new();
    for position in after.positions()? {
        let position = position?;
        if let Some(earlier) = old.remove(&key(&position)) {
            both.push((earlier, position));
        }
    }
    section.prose(format!("{} positions are in both runs.", both.len()));
    let mut table = Table::new(
        "comparison",
        "Searches of the same positions before and after.",
        [
            Column::text("player"),
            Column::count("positions"),
            Column::percent("same move", 1).with_interval(),
            Column::percent("same values", 1).with_interval(),
            Column::number("nodes before", 1),
            Column::number("nodes after", 1),
            Column::percent("nodes after / before", 2).with_interval(),
            Column::percent("time after / before", 1).with_interval(),
        ],
    );
    let mut rows = Vec::new();
    for (number, contender) in before.plan().contenders.iter().enumerate() {
        let others = &after.plan().contenders;
        let Some(other) = others.iter().position(|c| c.name == contender.name) else {
            continue;
        };
        let pairs: Vec<(&Searched, &Searched)> = both
            .iter()
            .filter_map(|(old, new)| {
                let old = old.searches.get(number)?.as_ref().ok()?;
                Some((old, new.searches.get(other)?.as_ref().ok()?))
            })
            .collect();
        let of = pairs.len() as f64;
        let same = |equal: fn(&Searched, &Searched) -> bool| {
            let count = pairs.iter().filter(|(old, new)| equal(old, new)).count();
            Proportion::new(count as f64, of).wilson(LEVEL)
        };
        let mean = |side: fn(&(&Searched, &Searched)) -> u64| {
            pairs.iter().map(|pair| side(pair) as f64).sum::<f64>() / of
        };
        let ratio = |what: fn(&Searched) -> u64| {
            let ratios: Vec<f64> = pairs
                .iter()
                .filter(|(old, _)| what(old) > 0)
                .map(|(old, new)| what(new) as f64 / what(old) as f64)
                .collect();
            Estimate::mean(&ratios, LEVEL)
        };
        let nodes = ratio(|searched| searched.nodes);
        table.push([
            contender.name.as_str().into(),
            pairs.len().into(),
            same(|old, new| old.chosen == new.chosen).into(),
            same(|old, new| old.same_values(new)).into(),
            mean(|(old, _)| old.nodes).into(),
            mean(|(_, new)| new.nodes).into(),
            nodes.into(),
            ratio(|searched| searched.micros).into(),
        ]);
        if let Some(nodes) = nodes {
            let answer = match nodes.interval {
                interval if interval.high < 1.0 => "fewer nodes",
                interval if interval.low > 1.0 => "more nodes",
                _ => "no difference can be told",
            };
            let question = format!("What changed for {}?", contender.name);
            section.answer(question, answer, format!("nodes {}", percent(nodes)));
            rows.push((contender.name.clone(), nodes));
        }
    }
    table.note(
        "Ratios are means over positions. Intervals at 95 %. Times are noisy: compare them only on \
         one machine that did nothing else.",
    );
    let intervals = Intervals {
        axis: "nodes after / before".to_owned(),
        percent: true,
        reference: Some(1.0),
        rows,
    };
    let title = "Nodes after as a share of nodes before, position by position, with intervals at \
                 95 %; the dashed line is no difference.";
    let plot = Plot::new("comparison", title, Drawing::Intervals(intervals));
    section.figure(plot, table);
    Ok(section)
}
