//! `kaesu lab replay`: proof that a game can be reproduced.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use lab::run::{self, ReplayCheck, Run};

/// Play a game of a run again and prove that it comes out move for move
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// The number of the game, from 0
    #[arg(value_name = "GAME")]
    game: u64,

    /// Print the game as a record that stands by itself
    #[arg(long)]
    record: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let run = Run::open(&arguments.run)?;
    let number = arguments.game;
    let again = run.replay(number)?;
    let mut out = std::io::stdout().lock();
    if arguments.record && !run.is_measurement() {
        let record = run.game(number)?.to_record(run.experiment(), run.plan());
        writeln!(out, "{}", record.to_json())?;
        return Ok(());
    }
    let what = match (again, run.is_measurement()) {
        (ReplayCheck::MoveForMove, false) => "came out again, move for move".to_owned(),
        (ReplayCheck::MoveForMove, true) => {
            "came out again, with the same values and nodes".to_owned()
        }
        (ReplayCheck::Legal, measurement) => {
            let who = run::not_repeatable(run.experiment(), run.plan());
            let why = who.unwrap_or_else(|| "somebody thought too long".to_owned());
            if measurement {
                format!("need not come out again: {why}")
            } else {
                format!("is legal and ends as it says; it need not come out again: {why}")
            }
        }
    };
    if run.is_measurement() {
        writeln!(out, "position {number} {what}")?;
        return Ok(());
    }
    writeln!(out, "game {number} {what}")?;
    let game = run.game(number)?;
    for (seat, &contender) in game.seats.iter().enumerate() {
        let seat_of = rules::Seat::new(seat);
        writeln!(
            out,
            "seat {}: {}, rank {}, score {}",
            seat + 1,
            run.plan().contenders[contender].name,
            game.outcome.ranks[seat_of],
            game.outcome.scores[seat_of]
        )?;
    }
    for forfeit in &game.forfeits {
        let contender = game.seats[rules::Seat::new(forfeit.seat)];
        writeln!(
            out,
            "seat {}: {} forfeited after {} plies: it {}",
            forfeit.seat + 1,
            run.plan().contenders[contender].name,
            forfeit.ply,
            forfeit.why
        )?;
    }
    writeln!(out, "{}", game.moves)?;
    Ok(())
}
