//! `kaesu show`: a position as a person, or a program, wants to see it.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use rules::{Notation, Outcome, Seat, with_game};
use serde::Serialize;

use crate::game::PositionArguments;

/// Show a position: the board, whose turn it is, the legal moves or the result
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Print one line of JSON: turn (seat from 0), legal, finished, ranks, scores, position
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let text = with_game!(&arguments.position.game, G, rules => {
        let position: G = arguments.position.position(rules)?;
        if arguments.json { as_json(&position) } else { for_people(&position) }
    });
    writeln!(std::io::stdout().lock(), "{text}")?;
    Ok(())
}

pub(crate) fn legal_texts<G: Notation>(position: &G) -> Vec<String> {
    let moves = position.legal();
    moves.iter().map(|&m| position.move_text(m)).collect()
}

/// What `--json` prints.
#[derive(Serialize)]
struct Shown<'a> {
    turn: usize,
    legal: Vec<String>,
    finished: bool,
    ranks: &'a [u8],
    scores: &'a [i32],
    position: String,
}

fn as_json<G: Notation>(position: &G) -> String {
    let standing = position.standing();
    let shown = Shown {
        turn: position.turn().index(),
        legal: legal_texts(position),
        finished: position.is_finished(),
        ranks: &standing.ranks,
        scores: &standing.scores,
        position: position.position_text(),
    };
    serde_json::to_string(&shown).expect("numbers and texts can be written as JSON")
}

/// Returns the position with its turn and legal moves, or its result.
pub(crate) fn for_people<G: Notation>(position: &G) -> String {
    let state = if position.is_finished() {
        result(&position.standing(), &|seat| position.seat_name(seat))
    } else {
        let turn = position.seat_name(position.turn());
        format!(
            "to move: {turn}\nlegal:   {}\n",
            legal_texts(position).join(" ")
        )
    };
    format!(
        "{position}\n\n{state}\nposition: {}",
        position.position_text()
    )
}

/// Returns who came where, a line each.
fn result(standing: &Outcome, name: &dyn Fn(Seat) -> &'static str) -> String {
    let mut seats: Vec<Seat> = Seat::all(standing.ranks.len()).collect();
    seats.sort_by_key(|&seat| standing.ranks[seat]);
    let mut text = "the game is over:\n".to_owned();
    for seat in seats {
        let (rank, score) = (standing.ranks[seat], standing.scores[seat]);
        text += &format!("  {rank}. {} with {score}\n", name(seat));
    }
    text
}
