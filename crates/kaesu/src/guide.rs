//! `kaesu` alone, built without the page: what to try first.

use std::io::Write;

use anyhow::Result;

pub(crate) fn run() -> Result<()> {
    write!(
        std::io::stdout().lock(),
        "\
Kaesu plays and studies Othello, Yonin (Reversi for four) and Yonin-shogi (shogi for four).

Three commands to try:
  kaesu show othello --moves f5d6c3   a position: the board, whose turn, the legal moves
  kaesu perft yonin 9                 count all positions nine plies from the start
  kaesu games                         all games and their options

With cargo, write `cargo run --release -- games`. `kaesu help` lists all commands.
"
    )?;
    Ok(())
}
