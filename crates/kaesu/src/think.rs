//! `kaesu think`: what a player would do in a position, and why.

use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use players::{Choice, Measure, Playable, Playing};
use rules::line::GameLine;
use rules::{Seat, with_game};
use serde::Serialize;

use crate::game::PositionArguments;
use crate::limits::LimitArguments;

/// Let a player think about a position
///
/// Prints its move, what it expects for each seat, the line it expects, and what that took.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Who thinks: a name from `kaesu players`, or a player file
    #[arg(long, value_name = "NAME|FILE")]
    player: String,

    #[command(flatten)]
    limits: LimitArguments,

    /// What random decisions follow from
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = crate::game::seed)]
    seed: u64,

    /// Print one line of JSON: move, values (the player's own), expected and unit (as people read them), line, nodes,
    /// evaluations, depth, ms
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    with_game!(&arguments.position.game, G, rules => think::<G>(arguments, rules))
}

fn think<G: Playable>(arguments: &Arguments, rules: &G::Rules) -> Result<()> {
    let line = arguments.position.line::<G>(rules)?;
    if line.is_finished() {
        bail!("the game is over: there is nothing to think about");
    }
    let mut player = crate::players::make::<G>(&arguments.player, &arguments.position.game)?;
    let playing = Playing::on(line, arguments.seed);
    let choice = playing.ask(&mut *player, &arguments.limits.limits(), &mut |_| ())?;
    let measure = player.measure(playing.position());
    let text = describe(playing.position(), &choice, &measure, arguments.json);
    writeln!(std::io::stdout().lock(), "{text}")?;
    Ok(())
}

/// What `--json` prints.
#[derive(Serialize)]
struct Thought<'a> {
    r#move: String,
    values: Option<&'a [i32]>,
    expected: Option<Vec<f64>>,
    unit: &'static str,
    line: Vec<String>,
    nodes: u64,
    evaluations: u64,
    depth: u32,
    ms: u64,
}

/// Returns what values are counted in, in a word and as people are told.
fn units(measure: &Measure) -> (&'static str, &'static str) {
    match measure {
        Measure::Discs { .. } => ("discs", "discs ahead at the end"),
        Measure::Rank { .. } => ("rank", "expected rank, 1 is best"),
        Measure::Points => ("points", "points of the player's own evaluation"),
    }
}

fn describe<G: Playable>(
    position: &G,
    choice: &Choice<G::Move>,
    measure: &Measure,
    json: bool,
) -> String {
    let (unit, told) = units(measure);
    let report = &choice.report;
    let thought = Thought {
        r#move: position.move_text(choice.m),
        values: choice.values().map(|values| &**values),
        expected: choice
            .values()
            .map(|values| values.iter().map(|&value| measure.read(value)).collect()),
        unit,
        line: line_text(position, &report.line),
        nodes: report.nodes,
        evaluations: report.evaluations,
        depth: report.depth,
        ms: report.time.as_millis() as u64,
    };
    if json {
        return serde_json::to_string(&thought).expect("numbers and texts can be written as JSON");
    }
    let digits = match measure {
        Measure::Points => 0,
        Measure::Discs { .. } => 1,
        Measure::Rank { .. } => 2,
    };
    let values = thought.expected.as_ref().map_or_else(
        || "–".to_owned(),
        |expected| {
            let each = Seat::all(expected.len()).zip(expected);
            let each =
                each.map(|(seat, value)| format!("{} {value:.digits$}", position.seat_name(seat)));
            format!("{} ({told})", each.collect::<Vec<String>>().join(", "))
        },
    );
    format!(
        "move:   {}\nvalues: {}\nline:   {}\ndepth {}, {} positions, {} evaluations, {} ms",
        thought.r#move,
        values,
        thought.line.join(" "),
        thought.depth,
        thought.nodes,
        thought.evaluations,
        thought.ms
    )
}

/// Returns the moves of a line as people write them, each in its own position.
pub(crate) fn line_text<G: Playable>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut expected = GameLine::new(position.clone());
    for &m in line {
        if expected.play(m).is_err() {
            break;
        }
    }
    expected.plies().filter_map(|ply| ply.text()).collect()
}
