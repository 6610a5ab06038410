//! The engine's side of GTP, version 2, as Othello programs speak it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use players::external::SET_POSITION;
use players::{Playable, Player};
use records::formats::sgf;
use rules::{GameName, Notation, Seat, with_game};
use search::Limits;

use super::alarm::Alarm;
use super::gtp_clock::GtpClock;
use super::told_game::ToldGame;
use super::{Sitting, next_line, say};

/// The longest file of a game, in bytes.
const LONGEST_GAME: u64 = 1 << 20;

/// Every command, as `list_commands` prints them.
const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "set_game",
    "list_games",
    "loadsgf",
    "showboard",
    "final_score",
    SET_POSITION,
];

/// What a command is answered with, in success and in failure.
type Answer = Result<String, String>;

pub(super) fn run(sitting: Sitting) -> Result<()> {
    let sitting = Arc::new(sitting);
    let mut engine = Gtp {
        game: first_game(&sitting)?,
        clock: GtpClock::default(),
        sitting,
    };
    let mut input = std::io::stdin().lock();
    while let Some(line) = next_line(&mut input)? {
        let line = cleaned(&line);
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|digit| digit.is_ascii_digit()));
        let Some(command) = words.next() else {
            continue;
        };
        let arguments: Vec<&str> = words.collect();
        let (sign, text) = match engine.answer(command, &arguments) {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let answer = format!("{sign}{} {text}", id.unwrap_or_default());
        say(&format!("{}\n", answer.trim_end()))?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

/// Returns a line without comment and control characters.
fn cleaned(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    let blank = |c: char| if c == '\t' { ' ' } else { c };
    line.chars()
        .map(blank)
        .filter(|c| !c.is_control())
        .collect()
}

/// Returns the board that is set before anybody asks for one: Othello's, or the first the player
/// plays.
fn first_game(sitting: &Arc<Sitting>) -> Result<Box<dyn GtpGame>> {
    let usual = begun(sitting, 8).expect("a board of eight by eight");
    let other = || {
        [6, 10, 4]
            .iter()
            .find_map(|&side| begun(sitting, side)?.ok())
    };
    usual.or_else(|error| other().ok_or(error))
}

/// Returns the player at a board with this side, if there is such a board.
fn begun(sitting: &Arc<Sitting>, side: u32) -> Option<Result<Box<dyn GtpGame>>> {
    let game: GameName = format!("reversi-{side}x{side}").parse().ok()?;
    Some(with_game!(&game, G, rules => sit::<G>(sitting, rules)))
}

fn sit<G: Playable>(sitting: &Arc<Sitting>, rules: &G::Rules) -> Result<Box<dyn GtpGame>> {
    Ok(Box::new(Sat {
        player: sitting.player::<G>()?,
        told: ToldGame::new(G::start(rules), sitting.seed),
        marks: Vec::new(),
        sitting: Arc::clone(sitting),
    }))
}

struct Gtp {
    sitting: Arc<Sitting>,
    game: Box<dyn GtpGame>,
    clock: GtpClock,
}

impl Gtp {
    fn answer(&mut self, command: &str, arguments: &[&str]) -> Answer {
        match (command, arguments) {
            ("protocol_version", _) => said("2"),
            ("name", _) => said(&self.sitting.name),
            ("version", _) => said(env!("CARGO_PKG_VERSION")),
            ("known_command", [command]) => said(&COMMANDS.contains(command).to_string()),
            ("list_commands", _) => said(&COMMANDS.join("\n")),
            ("quit", _) => done(),
            // Where every square counts alike, whoever moves first needs no compensation.
            ("komi", [_]) => done(),
            ("boardsize", [side]) => self.set_board(side),
            ("clear_board", _) => {
                self.game.clear();
                done()
            }
            ("play", [colour, text]) => self.game.play(seat(colour)?, text),
            ("genmove", [colour]) => self.game.choose(seat(colour)?, &self.clock, true),
            ("reg_genmove", [colour]) => self.game.choose(seat(colour)?, &self.clock, false),
            ("undo", _) => self.game.undo(),
            ("time_settings", [main, period, moves]) => {
                self.clock = GtpClock::set(number(main)?, number(period)?, number(moves)? as u32);
                done()
            }
            ("time_left", [colour, seconds, moves]) => {
                let (seconds, moves) = (number(seconds)?, number(moves)? as u32);
                self.clock.tell(seat(colour)?.index(), seconds, moves);
                done()
            }
            ("set_game", [name]) if is_othello(name) => done(),
            ("set_game", [_]) => Err("unsupported game: only Othello".to_owned()),
            ("list_games", _) => said("Othello"),
            ("loadsgf", [file]) => self.load(file, None),
            ("loadsgf", [file, number]) => match number.parse() {
                Ok(number) => self.load(file, Some(number)),
                Err(_) => Err("syntax error: a move has a number from 1".to_owned()),
            },
            ("showboard", _) => said(&format!("\n{}", self.game.drawn())),
            ("final_score", _) => self.game.score(),
            (SET_POSITION, [_, ..]) => self.game.set_position(&arguments.join(" ")),
            _ if COMMANDS.contains(&command) => Err(format!("syntax error in {command}")),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn set_board(&mut self, side: &str) -> Answer {
        let side = side.parse().map_err(|_| "syntax error".to_owned())?;
        match begun(&self.sitting, side) {
            Some(Ok(game)) => {
                self.game = game;
                done()
            }
            Some(Err(_)) | None => Err("unacceptable size".to_owned()),
        }
    }

    /// Sets the position before this move of the game in a file, or its last.
    fn load(&mut self, file: &str, before: Option<usize>) -> Answer {
        let cannot = |problem: String| format!("cannot load file: {problem}");
        let text = players::text_file::read(std::path::Path::new(file), LONGEST_GAME);
        let text = text.map_err(|error| cannot(error.to_string()))?;
        let mut line = sgf::read(&text).map_err(cannot)?;
        if let Some(before) = before {
            line.undo(before.saturating_sub(1));
        }
        self.set_board("8")?;
        self.game.set_position(&line.start().position_text())?;
        for text in line.plies().filter_map(|ply| ply.text()) {
            self.game.play_next(&text)?;
        }
        done()
    }
}

/// A player at a board, whatever the board is.
trait GtpGame {
    fn clear(&mut self);
    fn play(&mut self, seat: Seat, text: &str) -> Answer;
    /// Returns a move of whoever's turn it is.
    fn play_next(&mut self, text: &str) -> Answer;
    /// Lets the player choose, and play the move if it is to.
    fn choose(&mut self, seat: Seat, clock: &GtpClock, play: bool) -> Answer;
    fn undo(&mut self) -> Answer;
    fn drawn(&self) -> String;
    fn score(&self) -> Answer;
    fn set_position(&mut self, line: &str) -> Answer;
}

struct Sat<G: Playable> {
    sitting: Arc<Sitting>,
    player: Box<dyn Player<G>>,
    told: ToldGame<G>,
    /// How many moves there were before each command that played.
    marks: Vec<usize>,
}

impl<G: Playable> Sat<G> {
    /// Creates a game that begins here.
    fn begin(&mut self, start: G) {
        self.told = ToldGame::new(start, self.sitting.seed);
        self.marks.clear();
        self.player.new_game();
    }

    /// Makes it this seat's turn, if the other has to pass: some tools do not send passes.
    fn turn_to(&mut self, seat: Seat) -> Result<(), String> {
        let position = self.told.position();
        if position.turn() == seat || position.is_finished() {
            return Ok(());
        }
        match position.omitted_pass() {
            Some(pass) => self.told.play(pass).map_err(|error| error.to_string()),
            None => {
                let turn = position.seat_name(position.turn());
                Err(format!("wrong colour: it is the turn of {turn}"))
            }
        }
    }

    fn place(&mut self, text: &str) -> Result<(), String> {
        let position = self.told.position();
        let read = position.parse_move(text);
        let m = read.map_err(|_| "syntax error: no such move".to_owned())?;
        // Go's tools end a game with passes.
        let is_end = position.is_finished() && G::is_pass(m);
        if !is_end {
            self.told.play(m).map_err(|_| "illegal move".to_owned())?;
        }
        Ok(())
    }

    /// Applies a change, or leaves the game as it was.
    fn or_back(&mut self, act: impl FnOnce(&mut Self) -> Answer) -> Answer {
        let before = self.told.plies();
        let answer = act(self);
        if answer.is_err() {
            self.told.take_back(before);
        } else if self.told.plies() > before {
            self.marks.push(before);
        }
        answer
    }

    fn think(&mut self, budget: Option<Duration>) -> Result<G::Move, String> {
        let playing = self.told.playing();
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            stop: Some(Arc::clone(&stop)),
            ..self.sitting.limits(None)
        };
        // The flag, not a limit of time: that would take the place of the player's own limits.
        let alarm = budget.map(|budget| Alarm::set(budget, stop));
        let choice = playing.ask(&mut *self.player, &limits, &mut |_| ());
        drop(alarm);
        let choice = choice.map_err(|error| error.to_string())?;
        self.told.remember(&playing, &choice);
        Ok(choice.m)
    }
}

impl<G: Playable> GtpGame for Sat<G> {
    fn clear(&mut self) {
        let rules = self.told.position().rules();
        self.begin(G::start(&rules));
    }

    fn play(&mut self, seat: Seat, text: &str) -> Answer {
        self.or_back(|game| {
            game.turn_to(seat)?;
            game.place(text)?;
            done()
        })
    }

    fn play_next(&mut self, text: &str) -> Answer {
        self.play(self.told.position().turn(), text)
    }

    fn choose(&mut self, seat: Seat, clock: &GtpClock, play: bool) -> Answer {
        let before = self.told.plies();
        let answer = self.or_back(|game| {
            game.turn_to(seat)?;
            let position = game.told.position();
            if position.is_finished() {
                return said("pass");
            }
            let left = position.position_text().matches('-').count() as u32;
            let m = game.think(clock.budget(seat.index(), left.div_ceil(2)))?;
            let text = game.told.position().move_text(m);
            game.told.play(m).expect("players choose legal moves");
            said(if G::is_pass(m) { "pass" } else { &text })
        });
        if !play && self.told.plies() > before {
            self.marks.pop();
            self.told.take_back(before);
        }
        answer
    }

    fn undo(&mut self) -> Answer {
        let before = self.marks.pop().ok_or("cannot undo")?;
        self.told.take_back(before);
        done()
    }

    fn drawn(&self) -> String {
        self.told.position().to_string()
    }

    fn score(&self) -> Answer {
        let position = self.told.position();
        if !position.is_finished() {
            return Err("the game is not over".to_owned());
        }
        let scores = position.standing().scores;
        let ahead = scores[Seat::new(0)] - scores[Seat::new(1)];
        said(&match ahead {
            0 => "0".to_owned(),
            1.. => format!("B+{ahead}"),
            _ => format!("W+{}", -ahead),
        })
    }

    fn set_position(&mut self, line: &str) -> Answer {
        let rules = self.told.position().rules();
        let start = G::parse_position(&rules, line).map_err(|error| error.to_string())?;
        self.begin(start);
        done()
    }
}

fn said(text: &str) -> Answer {
    Ok(text.to_owned())
}

fn done() -> Answer {
    Ok(String::new())
}

fn seat(colour: &str) -> Result<Seat, String> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Seat::new(0)),
        "w" | "white" => Ok(Seat::new(1)),
        _ => Err("syntax error: a colour is black or white".to_owned()),
    }
}

/// Returns a number that is not below 0; some tools send fractions of seconds.
fn number(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number: &f64| number.is_finite() && *number >= 0.0)
        .ok_or_else(|| format!("syntax error: \"{text}\" is no number"))
}

fn is_othello(name: &str) -> bool {
    ["othello", "reversi"].contains(&name.to_ascii_lowercase().as_str())
}
