//! `kaesu play`: one whole game in the terminal.

use std::io::{BufRead, IsTerminal, Write};

use anyhow::{Result, bail};
use clap::Args;
use players::{Choice, Playable, Player, Playing, library};
use rules::line::Exit;
use rules::{Notation, PerSeat, Seat, with_game};
use search::{Limits, Report};

use crate::game::PositionArguments;
use crate::limits::LimitArguments;
use crate::players::make;
use crate::show;

/// Play one game in the terminal between people and players
///
/// Give one --seat for each seat, in the order of the seats; a person types moves, or undo, hint,
/// resign, quit.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Who sits here: `person`, a name from `kaesu players`, or a player file
    #[arg(long = "seat", value_name = "PLAYER", required = true)]
    seats: Vec<String>,

    #[command(flatten)]
    limits: LimitArguments,

    /// What random decisions follow from
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = crate::game::seed)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    with_game!(&arguments.position.game, G, rules => play::<G>(arguments, rules))
}

/// A person, or a player that is asked.
type Sitting<G> = Option<Box<dyn Player<G>>>;

fn play<G: Playable>(arguments: &Arguments, rules: &G::Rules) -> Result<()> {
    let position: G = arguments.position.position(rules)?;
    let game = &arguments.position.game;
    let seats = position.facts().seats;
    if arguments.seats.len() != seats {
        let given = arguments.seats.len();
        bail!("{game} has {seats} seats, so give --seat {seats} times, not {given}");
    }
    let mut sitting: Vec<Sitting<G>> = Vec::new();
    for name in &arguments.seats {
        sitting.push(match name.as_str() {
            "person" => None,
            name => Some(make(name, game)?),
        });
    }
    let adviser = make::<G>(library::adviser(game.plain_name()), game)?;
    let mut table = TerminalGame {
        playing: Playing::new(position, arguments.seed),
        earlier: Vec::new(),
        limits: arguments.limits.limits(),
        adviser,
    };
    writeln!(std::io::stdout(), "{}\n", table.playing.position())?;
    while !table.playing.line.is_finished() {
        let seat = table.playing.position().turn();
        let go_on = match &mut sitting[seat.index()] {
            Some(player) => table.ask(&mut **player)?,
            None => table.person(seat)?,
        };
        if !go_on {
            writeln!(std::io::stdout(), "the game was not finished")?;
            return Ok(());
        }
    }
    writeln!(
        std::io::stdout(),
        "{}",
        show::for_people(table.playing.position())
    )?;
    Ok(())
}

struct TerminalGame<G: Playable> {
    playing: Playing<G>,
    /// After how many plies a person decided, and for which seat.
    earlier: Vec<(usize, Seat)>,
    limits: Limits,
    adviser: Box<dyn Player<G>>,
}

impl<G: Playable> TerminalGame<G> {
    fn ask(&mut self, player: &mut dyn Player<G>) -> Result<bool> {
        let choice = self.playing.ask(player, &self.limits, &mut |_| ())?;
        self.play(&choice)?;
        Ok(true)
    }

    fn play(&mut self, choice: &Choice<G::Move>) -> Result<()> {
        let position = self.playing.position();
        let name = position.seat_name(position.turn());
        let text = position.move_text(choice.m);
        self.playing.play(choice);
        let number = self.playing.ply();
        let mut out = std::io::stdout().lock();
        writeln!(out, "{number}. {name} plays {text}\n")?;
        writeln!(out, "{}\n", self.playing.position())?;
        Ok(())
    }

    /// Handles a person's turn; returns `false` at the end of the input.
    fn person(&mut self, seat: Seat) -> Result<bool> {
        loop {
            let Some(line) = ask_person(self.playing.position(), seat)? else {
                return Ok(false);
            };
            let position = self.playing.position();
            match line.trim() {
                "" => {}
                "quit" => return Ok(false),
                "resign" => {
                    self.playing.line.put_out(seat, Exit::Resigned);
                    return Ok(true);
                }
                "undo" => {
                    if self.undo(seat)? {
                        return Ok(true);
                    }
                    say!("there is no move of yours to take back");
                }
                "hint" => self.hint()?,
                text => match position.parse_move(text) {
                    Ok(m) if position.is_legal(m) => {
                        let typed = typed(m, position.facts().seats);
                        self.earlier.push((self.playing.line.events().len(), seat));
                        self.play(&typed)?;
                        return Ok(true);
                    }
                    Ok(_) => {
                        let legal = show::legal_texts(position).join(" ");
                        say!("\"{text}\" is not legal; legal here: {legal}");
                    }
                    Err(error) => {
                        say!("\"{text}\" cannot be read: {error}; or type undo, hint, resign, quit")
                    }
                },
            }
        }
    }

    fn hint(&mut self) -> Result<()> {
        let choice = self
            .playing
            .ask(&mut *self.adviser, &self.limits, &mut |_| ())?;
        let text = self.playing.position().move_text(choice.m);
        writeln!(std::io::stdout(), "hint: {text}")?;
        Ok(())
    }

    /// Takes moves back to where this seat last decided.
    fn undo(&mut self, seat: Seat) -> Result<bool> {
        let Some(index) = self.earlier.iter().rposition(|(_, by)| *by == seat) else {
            return Ok(false);
        };
        let (plies, _) = self.earlier[index];
        self.earlier.truncate(index);
        self.playing.undo(plies);
        writeln!(std::io::stdout(), "{}\n", self.playing.position())?;
        Ok(true)
    }
}

fn typed<M: Copy>(m: M, seats: usize) -> Choice<M> {
    Choice {
        m,
        report: Report::before(PerSeat::all(seats, 0), vec![m]),
        valued: true,
        note: None,
    }
}

fn ask_person<G: Notation>(position: &G, seat: Seat) -> Result<Option<String>> {
    if std::io::stdin().is_terminal() {
        let legal = show::legal_texts(position).join(" ");
        print!("{} to move ({legal}): ", position.seat_name(seat));
        std::io::stdout().flush()?;
    }
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line)?;
    Ok((read > 0).then_some(line))
}
