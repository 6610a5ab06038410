//! The results of a run, in a few lines.

use std::io::{Result, Write};

use lab::run::Run;
use lab::{Plan, Summary};
use statistics::elo::{Method, Strength};
use statistics::sprt::Decision;
use statistics::{Estimate, Level};

use crate::figure::figure;
use crate::forfeits::Forfeited;

/// The tables of games.
pub(super) fn games(out: &mut impl Write, summary: &Summary) -> Result<()> {
    let plan = summary.plan();
    let width = plan.contenders.iter().map(|c| c.name.chars().count()).max();
    let width = width.unwrap_or(0).max(6);
    writeln!(
        out,
        "{:<width$} {:>8} {:>7} {:>7}  {:<24} {:<24}",
        "player", "seats", "first", "last", "mean rank", "mean score"
    )?;
    for (index, contender) in plan.contenders.iter().enumerate() {
        let Some(line) = summary.standings().player(index, Level::P95) else {
            continue;
        };
        writeln!(
            out,
            "{:<width$} {:>8} {:>6.1}% {:>6.1}%  {:<24} {:<24}",
            contender.name,
            line.seats,
            100.0 * line.firsts.value,
            100.0 * line.lasts.value,
            format!("{:.3}", line.mean_rank),
            format!("{:.2}", line.score),
        )?;
    }
    for table in 0..plan.tables.len() {
        against(out, summary, table)?;
    }
    if let Some(sprt) = summary.sprt() {
        let said = match sprt.decision() {
            Decision::Continue => "undecided",
            Decision::AcceptH0 => "the first hypothesis is accepted",
            Decision::AcceptH1 => "the second hypothesis is accepted",
        };
        let bounds = sprt.bounds();
        writeln!(
            out,
            "SPRT: LLR {:.2} in [{:.2}, {:.2}]: {said}",
            sprt.llr(),
            bounds.low,
            bounds.high
        )?;
    }
    for forfeited in Forfeited::all(summary) {
        writeln!(out, "{forfeited}")?;
    }
    Ok(())
}

/// One table of two sides.
fn against(out: &mut impl Write, summary: &Summary, table: usize) -> Result<()> {
    let plan = summary.plan();
    let [one, other] = [0, 1].map(|side| side_name(plan, table, side));
    let (Some(one), Some(other)) = (one, other) else {
        return Ok(());
    };
    if let Some(pairs) = summary.pairs(table) {
        let games = pairs.games();
        write!(
            out,
            "{one} : {other}  {}-{}-{}",
            games.wins, games.draws, games.losses
        )?;
        if let Some(strength) = Strength::of_pairs(&pairs.pairs, Level::P95, Method::Likelihood) {
            write!(
                out,
                "  Elo {}  superior {:.1}%",
                interval(strength.elo, 1),
                100.0 * strength.superiority
            )?;
        }
        return writeln!(out);
    }
    match summary.score(table, Level::P95) {
        Some(score) => writeln!(out, "{one} : {other}  better in {}", interval(score, 3)),
        None => Ok(()),
    }
}

fn interval(estimate: Estimate, digits: usize) -> String {
    let Estimate { value, interval } = estimate;
    let value = figure(value, digits);
    if !interval.is_known() {
        return format!("{value} [–]");
    }
    let [low, high] = [interval.low, interval.high].map(|end| figure(end, digits));
    format!("{value} [{low}, {high}]")
}

/// Returns the players of one side, if the table has just two sides.
fn side_name(plan: &Plan, table: usize, side: usize) -> Option<String> {
    let players = &plan.tables[table];
    let mut sides: Vec<usize> = players.iter().map(|&p| plan.sides[p]).collect();
    sides.dedup();
    let &[one, other] = &sides[..] else {
        return None;
    };
    let wanted = [one, other][side];
    let names: Vec<&str> = players
        .iter()
        .filter(|&&player| plan.sides[player] == wanted)
        .map(|&player| &*plan.contenders[player].name)
        .collect();
    Some(names.join(" + "))
}

/// The table of measured positions.
pub(super) fn positions(out: &mut impl Write, run: &Run) -> Result<()> {
    #[derive(Clone, Default)]
    struct Sums {
        found: u64,
        nodes: u64,
        evaluations: u64,
        micros: u64,
        same_values: u64,
        same_moves: u64,
        percent: f64,
    }
    let plan = run.plan();
    let mut sums = vec![Sums::default(); plan.contenders.len()];
    for measured in run.positions().map_err(std::io::Error::other)? {
        let measured = measured.map_err(std::io::Error::other)?;
        for (index, sum) in sums.iter_mut().enumerate() {
            let reference = plan.reference(index);
            let Ok(found) = &measured.searches[index] else {
                continue;
            };
            sum.found += 1;
            sum.nodes = sum.nodes.saturating_add(found.nodes);
            sum.evaluations = sum.evaluations.saturating_add(found.evaluations);
            sum.micros = sum.micros.saturating_add(found.micros);
            sum.same_moves += u64::from(measured.same_move(index, reference));
            if measured.same_values(index, reference) {
                sum.same_values += 1;
                let full = measured.searches[reference].as_ref().map_or(0, |r| r.nodes);
                sum.percent += 100.0 * found.nodes as f64 / full.max(1) as f64;
            }
        }
    }
    let width = plan.contenders.iter().map(|c| c.name.chars().count()).max();
    let width = width.unwrap_or(0).max(6);
    writeln!(
        out,
        "{:<width$} {:>9} {:>12} {:>12} {:>10} {:>11} {:>9} {:>9}",
        "player", "positions", "nodes", "evaluations", "ms", "same values", "same move", "nodes %"
    )?;
    for (contender, sum) in plan.contenders.iter().zip(sums) {
        writeln!(
            out,
            "{:<width$} {:>9} {:>12} {:>12} {:>10.1} {:>11} {:>9} {:>9.2}",
            contender.name,
            sum.found,
            sum.nodes,
            sum.evaluations,
            sum.micros as f64 / 1000.0,
            sum.same_values,
            sum.same_moves,
            sum.percent / sum.same_values.max(1) as f64
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use statistics::Interval;

    use super::*;

    /// Whoever wins every game is better by no number that could be told.
    #[test]
    fn what_cannot_be_computed_is_a_dash() {
        let said = |value: f64, low: f64, high: f64| {
            let interval = Interval { low, high };
            super::interval(Estimate { value, interval }, 1)
        };
        assert_eq!(said(12.0, -3.25, 20.5), "12.0 [-3.2, 20.5]");
        assert_eq!(said(f64::INFINITY, -3.5, f64::INFINITY), "– [-3.5, –]");
        assert_eq!(said(0.5, f64::NEG_INFINITY, f64::INFINITY), "0.5 [–]");
    }
}
