//! The engine's side of the NBoard protocol, version 2.
//!
//! The player thinks on a thread of its own: `ping` is answered as soon as it has stopped, which is
//! within about a millisecond. Values are from the mover's side, in `analysis` from black's.

use anyhow::Result;
use players::{Choice, Measure, Player, PlayerError, Playing};
use records::formats::ggf;
use rules::line::GameLine;
use rules::reversi::{Move, Othello};
use rules::{Game, Notation, Seat};
use search::{Limits, Report};

use super::thinker::Thinker;
use super::told_game::ToldGame;
use super::{Sitting, next_line, say};

const BLACK: Seat = Seat::new(0);

pub(super) fn run(sitting: &Sitting) -> Result<()> {
    let mut engine = Nboard {
        sitting,
        told: ToldGame::new(Othello::start(&()), sitting.seed),
        untold: None,
        thinker: Thinker::new(sitting.player()?),
        asked: None,
        depth: None,
    };
    let mut input = std::io::stdin().lock();
    while let Some(line) = next_line(&mut input)? {
        if line == "quit" {
            break;
        }
        engine.hear(&line)?;
    }
    engine.stop();
    Ok(())
}

struct Nboard<'a> {
    sitting: &'a Sitting,
    told: ToldGame<Othello>,
    /// Why the position is not known, after a game that could not be read.
    untold: Option<String>,
    thinker: Thinker<Othello>,
    /// The game that `go` was said in.
    asked: Option<Playing<Othello>>,
    depth: Option<u32>,
}

impl Nboard<'_> {
    /// Carries out a line; unknown commands are ignored, as the protocol requires.
    fn hear(&mut self, line: &str) -> Result<()> {
        let (command, rest) = split(line);
        match command {
            "nboard" => say(&format!("set myname {}", self.sitting.name))?,
            "set" => match split(rest) {
                ("depth", depth) => self.depth = depth.parse().ok().filter(|&depth| depth > 0),
                ("game", game) => self.set_game(game)?,
                _ => {}
            },
            "move" => self.play(rest)?,
            "go" => self.go()?,
            "hint" => self.hint(rest.parse().unwrap_or(1))?,
            "analyze" => self.analyse()?,
            "ping" => {
                self.stop();
                say(&format!("pong {rest}"))?;
            }
            "learn" => {
                self.stop();
                say("learned")?;
                say("status nothing was learned: this player keeps no book")?;
            }
            // In version 1 a move came alone.
            _ if rest.is_empty() && self.is_move(command) => self.play(command)?,
            _ => {}
        }
        Ok(())
    }

    fn is_move(&self, text: &str) -> bool {
        self.told.position().parse_move(text).is_ok()
    }

    /// Stops thinking, and remembers what was noted at the choice that came of it.
    fn stop(&mut self) {
        let choice = self.thinker.stop();
        if let (Some(asked), Some(choice)) = (self.asked.take(), choice) {
            self.told.remember(&asked, &choice);
        }
    }

    fn set_game(&mut self, text: &str) -> Result<()> {
        self.stop();
        self.untold = match ggf::read(text) {
            Ok(line) => {
                // Some tools send the whole game again after every move.
                if !self.told.leads_to(&line) {
                    self.thinker.tell(|player| player.new_game());
                }
                self.told.tell(line);
                None
            }
            Err(error) => Some(format!("the game was not understood: {error}")),
        };
        self.say_if_untold()
    }

    fn play(&mut self, text: &str) -> Result<()> {
        self.stop();
        if self.untold.is_none() {
            let text = text.split('/').next().unwrap_or_default().trim();
            let position = self.told.position();
            let played = position
                .parse_move(text)
                .is_ok_and(|m| self.told.play(m).is_ok());
            let after_the_end = self.told.position().is_finished() && is_pass(text);
            if !played && !after_the_end {
                self.untold = Some(format!("the move {text} is not legal; set the game again"));
            }
        }
        self.say_if_untold()
    }

    fn say_if_untold(&self) -> Result<()> {
        if let Some(problem) = &self.untold {
            say(&format!("status {problem}"))?;
        }
        Ok(())
    }

    /// Reports whether there is a position to think about, and prints a message if there is not.
    fn can_think(&mut self) -> Result<bool> {
        self.stop();
        self.say_if_untold()?;
        Ok(self.untold.is_none())
    }

    fn limits(&self) -> Limits {
        self.sitting.limits(self.depth)
    }

    fn go(&mut self) -> Result<()> {
        if !self.can_think()? {
            return Ok(());
        }
        if self.told.position().is_finished() {
            // Nothing can be played, but whoever asks waits for an answer.
            say("=== PA")?;
            return Ok(());
        }
        say(&format!("status {} is thinking", self.sitting.name))?;
        let playing = self.told.playing();
        self.asked = Some(self.told.playing());
        self.thinker.start(self.limits(), move |player, limits| {
            let choice = think(&playing, player, limits)?;
            let text = nboard_text(playing.position(), choice.m);
            // What goes into people's records is in discs or left out.
            let measure = player.measure(playing.position());
            let discs = discs(playing.position(), &choice.report, &measure);
            let discs = discs.filter(|_| choice.valued);
            let value = discs.map_or_else(String::new, |discs| format!("{discs:.2}"));
            let seconds = choice.report.time.as_secs_f64();
            let _ = say(&format!("=== {text}/{value}/{seconds:.2}"));
            let _ = say("status");
            Some(choice)
        });
        Ok(())
    }

    fn hint(&mut self, wanted: usize) -> Result<()> {
        if !self.can_think()? || self.told.position().is_finished() {
            return Ok(());
        }
        say(&format!("status {} is thinking", self.sitting.name))?;
        let playing = self.told.playing();
        let moves = playing.position().legal().len();
        let shared = self.sitting.after_each(self.depth, moves);
        let knows_all = self.sitting.knows_all_moves();
        self.thinker.start(self.limits(), move |player, limits| {
            let best = think(&playing, player, limits)?.m;
            if wanted > 1 && knows_all {
                hint_considered(&playing, player, limits, best, wanted - 1);
            } else if wanted > 1 {
                let stop = limits.stop.clone();
                let limits = Limits { stop, ..shared };
                hint_others(&playing, player, &limits, best, wanted - 1);
            }
            let _ = say("status");
            None
        });
        Ok(())
    }

    /// Values every position of the game, the last one first.
    fn analyse(&mut self) -> Result<()> {
        if !self.can_think()? {
            return Ok(());
        }
        say(&format!("status {} is thinking", self.sitting.name))?;
        let earlier = (0..=self.told.plies()).map(|moves| self.told.playing_at(moves));
        let games: Vec<_> = earlier.collect();
        self.thinker.start(self.limits(), move |player, limits| {
            for (made, playing) in games.iter().enumerate().rev() {
                let value = if playing.position().is_finished() {
                    result(playing.position(), BLACK)
                } else {
                    let choice = told(valued(playing.ask(player, limits, &mut |_| ())))?;
                    let value = value(
                        playing.position(),
                        &choice.report,
                        &player.measure(playing.position()),
                    );
                    if playing.position().turn() == BLACK {
                        value
                    } else {
                        -value
                    }
                };
                if is_stopped(limits) {
                    return None;
                }
                let _ = say(&format!("analysis {made} {value:.2}"));
            }
            let _ = say("status");
            None
        });
        Ok(())
    }
}

/// Lets the player choose, and prints what it finds on the way and in the end.
fn think(
    playing: &Playing<Othello>,
    player: &mut dyn Player<Othello>,
    limits: &Limits,
) -> Option<Choice<Move>> {
    let measure = player.measure(playing.position());
    let tell = |report: &Report<Move>| {
        // If nobody listens any more, the end of the input will follow.
        let _ = say(&node_line(report));
        let _ = say(&search_line(playing.position(), report, &measure));
    };
    let choice = told(playing.ask(player, limits, &mut |report| tell(report)))?;
    if choice.valued {
        tell(&choice.report);
    }
    Some(choice)
}

/// Returns what a player chose; if it failed, prints why and returns `None`.
fn told<T>(found: Result<T, PlayerError>) -> Option<T> {
    let failed = |error| say(&format!("status the player gave no move: {error}"));
    found.map_err(failed).ok()
}

/// Takes a choice without values for a failure, where the values are what is asked for.
fn valued(choice: Result<Choice<Move>, PlayerError>) -> Result<Choice<Move>, PlayerError> {
    let why = "it does not say what positions are worth";
    choice.and_then(|choice| match choice.valued {
        true => Ok(choice),
        false => Err(PlayerError::Failed(why.to_owned())),
    })
}

/// Lets a player that knows them all at once value the other moves, and tells the best of them.
fn hint_considered(
    playing: &Playing<Othello>,
    player: &mut dyn Player<Othello>,
    limits: &Limits,
    best: Move,
    wanted: usize,
) {
    let position = playing.position();
    let Some(all) = told(playing.consider(player, limits)) else {
        return;
    };
    if is_stopped(limits) {
        return;
    }
    let measure = player.measure(position);
    let mover = position.turn();
    let mut others = all.values;
    others.retain(|(m, _)| *m != best);
    others.sort_by_key(|(_, values)| std::cmp::Reverse(values[mover]));
    for (m, values) in others.into_iter().take(wanted) {
        let report = Report {
            values,
            line: vec![m],
            ..all.report.clone()
        };
        let _ = say(&search_line(position, &report, &measure));
    }
}

/// Values the other moves, each by letting the player answer it, and tells the best of them.
fn hint_others(
    playing: &Playing<Othello>,
    player: &mut dyn Player<Othello>,
    limits: &Limits,
    best: Move,
    wanted: usize,
) {
    let position = playing.position();
    let mut others: Vec<(f64, String)> = Vec::new();
    for m in position.legal().into_iter().filter(|&m| m != best) {
        let mut after = Playing::on(playing.line.clone(), playing.seed);
        after.line.play(m).expect("the move is from the list");
        if after.line.is_finished() {
            let value = result(after.position(), position.turn());
            let text = nboard_text(position, m);
            others.push((value, format!("search {text} {value:+.2} 0 100%")));
            continue;
        }
        let Some(choice) = told(valued(after.ask(player, limits, &mut |_| ()))) else {
            return;
        };
        let mut report = choice.report;
        if is_stopped(limits) {
            return;
        }
        report.line.insert(0, m);
        report.depth += 1;
        let measure = player.measure(position);
        let line = search_line(position, &report, &measure);
        others.push((value(position, &report, &measure), line));
    }
    others.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    for (_, line) in others.iter().take(wanted) {
        let _ = say(line);
    }
}

fn is_stopped(limits: &Limits) -> bool {
    let stop = limits.stop.as_ref();
    stop.is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed))
}

fn node_line(report: &Report<Move>) -> String {
    let seconds = report.time.as_secs_f64();
    format!("nodestats {} {seconds:.2}", report.nodes)
}

/// `search <line> <value> 0 <depth>`; a depth of 100% says that the value is exact, one of 95% that
/// the game was looked at to its end with so much confidence.
fn search_line(position: &Othello, report: &Report<Move>, measure: &Measure) -> String {
    let moves = report.line.iter();
    let line: String = moves.map(|&m| nboard_text(position, m)).collect();
    let exact = match measure {
        Measure::Discs { .. } => report.exact,
        _ => solved(position, report).is_some(),
    };
    let to_the_end = report.depth >= position.empties().count_ones();
    let depth = match report.confidence {
        _ if exact => "100%".to_owned(),
        percent if percent < 100 && to_the_end => format!("{percent}%"),
        _ => report.depth.to_string(),
    };
    let value = value(position, report, measure);
    format!("search {line} {value:+.2} 0 {depth}")
}

/// What the position is worth to the mover: in discs if the player can tell them, else a hundredth of
/// what its own evaluation says, in its unit.
fn value(position: &Othello, report: &Report<Move>, measure: &Measure) -> f64 {
    let own = || f64::from(report.value(position.turn())) / 100.0;
    discs(position, report, measure).unwrap_or_else(own)
}

/// The discs by which the mover can expect to win: those of the end if the game is solved.
fn discs(position: &Othello, report: &Report<Move>, measure: &Measure) -> Option<f64> {
    let read = || match measure {
        Measure::Discs { .. } => Some(measure.read(report.value(position.turn()))),
        _ => None,
    };
    solved(position, report).or_else(read)
}

/// Returns the result that the expected line leads to, if it is the whole game and certain.
fn solved(position: &Othello, report: &Report<Move>) -> Option<f64> {
    let line = GameLine::with_moves(*position, report.line.iter().copied()).ok()?;
    (report.exact && line.is_finished()).then(|| result(line.position(), position.turn()))
}

/// Returns the discs a seat has more than the other at the end, empty squares for the winner.
fn result(position: &Othello, seat: Seat) -> f64 {
    let scores = position.standing().scores;
    let [own, other] = [scores[seat], scores[seat.next(1, 2)]];
    let empty = 64 - own - other;
    f64::from((own - other) + (own - other).signum() * empty)
}

fn nboard_text(position: &Othello, m: Move) -> String {
    ggf::move_text(&position.move_text(m))
}

fn is_pass(text: &str) -> bool {
    matches!(text.to_ascii_lowercase().as_str(), "pa" | "--" | "pass")
}

/// Returns the first word and the rest.
fn split(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}
