//! The caller's side of GTP, version 2, as Othello programs speak it: squares are written as we
//! write them (a1 is the top left), colours as `black` and `white`.

use super::process::Process;
use super::story::{Story, Told};
use super::{Answer, Failure, Wait, our_notation};

/// Our own command for games that start from a position; GTP has none, and `loadsgf` is no help,
/// because programs that ignore a set-up there play on from another position.
pub const SET_POSITION: &str = "kaesu-set_position";

/// Lines of an answer that are kept.
const MOST_LINES: usize = 400;

/// What was sent to a GTP program, and what it understands.
#[derive(Debug, Default)]
pub(super) struct Gtp {
    commands: Vec<String>,
    side: Option<u32>,
    seconds: Option<u64>,
    told: Option<Told>,
}

impl Gtp {
    /// Asks for the name and the version.
    pub(super) fn greet(
        &mut self,
        process: &mut Process,
        wait: &Wait<'_>,
    ) -> Result<(Option<String>, Option<String>), Failure> {
        let name = ask(process, "name", wait)?
            .ok()
            .filter(|name| !name.is_empty());
        let version = ask(process, "version", wait)?.ok();
        let commands = ask(process, "list_commands", wait)?.unwrap_or_default();
        self.commands = commands
            .lines()
            .map(|line| line.trim().to_owned())
            .collect();
        Ok((name, version.filter(|version| !version.is_empty())))
    }

    /// Forgets what the program was told, so that its board is cleared before the next question.
    pub(super) fn new_game(&mut self) {
        self.told = None;
    }

    /// Asks for a move, which the program then has played on its own board.
    pub(super) fn choose(
        &mut self,
        process: &mut Process,
        story: &Story,
        wait: &Wait<'_>,
    ) -> Result<Answer, Failure> {
        self.tell(process, story, wait)?;
        self.set_time(process, story, wait)?;
        let asked = format!("genmove {}", colour(story.turn));
        let said = must(process, &asked, wait)?;
        if said.eq_ignore_ascii_case("resign") {
            return Err(Failure::Resigned);
        }
        let text = our_notation(&said).ok_or(Failure::Unreadable(said))?;
        if let Some(told) = &mut self.told {
            told.moves.push((story.turn, text.clone()));
        }
        Ok(Answer {
            text,
            value: None,
            nodes: 0,
            time: std::time::Duration::ZERO,
        })
    }

    /// Brings the program up to date: with the new moves alone, if it knows the others.
    fn tell(
        &mut self,
        process: &mut Process,
        story: &Story,
        wait: &Wait<'_>,
    ) -> Result<(), Failure> {
        let told = self.told.take();
        let new = match told.as_ref().and_then(|told| story.since(told)) {
            Some(new) => new,
            None => {
                self.clear(process, story, wait)?;
                &story.moves
            }
        };
        for (seat, text) in new {
            let pass = text == "--";
            let text = if pass { "pass" } else { text };
            let asked = format!("play {} {text}", colour(*seat));
            match ask(process, &asked, wait)? {
                Ok(_) => {}
                // Some programs pass by themselves and know no such move; if that is not why,
                // they will refuse the next.
                Err(_) if pass => {}
                Err(said) => return Err(Failure::Refused { asked, said }),
            }
        }
        self.told = Some(story.told());
        Ok(())
    }

    /// Sets the board up for the start of the game.
    fn clear(
        &mut self,
        process: &mut Process,
        story: &Story,
        wait: &Wait<'_>,
    ) -> Result<(), Failure> {
        let unplayable = |why: String| Failure::Unplayable {
            game: story.game.clone(),
            why,
        };
        let Some(side) = story.side else {
            let why = "through GTP only Reversi on square boards can be played";
            return Err(unplayable(why.to_owned()));
        };
        let knows = |command: &str| self.commands.iter().any(|known| known == command);
        if story.start.is_some() && !knows(SET_POSITION) {
            let why = "GTP cannot set up a position; start the game with moves instead";
            return Err(unplayable(why.to_owned()));
        }
        if self.side != Some(side) {
            let answer = ask(process, &format!("boardsize {side}"), wait)?;
            match answer {
                Ok(_) => self.side = Some(side),
                // Programs for one board only may not know the command.
                Err(_) if side == 8 && self.side.is_none() => self.side = Some(side),
                Err(said) => {
                    let why = format!("to the board of {side}×{side} it says \"{said}\"");
                    return Err(unplayable(why));
                }
            }
        }
        must(process, "clear_board", wait)?;
        if let Some(start) = &story.start {
            must(process, &format!("{SET_POSITION} {start}"), wait)?;
        }
        Ok(())
    }

    /// Sends the time for a move, in whole seconds, since GTP has no fractions. Programs that keep
    /// no time may refuse.
    fn set_time(
        &mut self,
        process: &mut Process,
        story: &Story,
        wait: &Wait<'_>,
    ) -> Result<(), Failure> {
        let seconds = wait
            .limits
            .time
            .map(|time| time.as_secs_f64().ceil() as u64);
        if seconds != self.seconds {
            // No main time and no time for a move at all means: no limit.
            let settings = match seconds {
                Some(seconds) => format!("time_settings 0 {seconds} 1"),
                None => "time_settings 0 1 0".to_owned(),
            };
            let _ = ask(process, &settings, wait)?;
            self.seconds = seconds;
        }
        if let Some(seconds) = seconds {
            let left = format!("time_left {} {seconds} 1", colour(story.turn));
            let _ = ask(process, &left, wait)?;
        }
        Ok(())
    }
}

const fn colour(seat: usize) -> &'static str {
    if seat == 0 { "black" } else { "white" }
}

/// Returns what the program answers, with success or refusal.
fn ask(
    process: &mut Process,
    command: &str,
    wait: &Wait<'_>,
) -> Result<Result<String, String>, Failure> {
    process.say(command);
    Ok(read_answer(|| process.hear(wait))?)
}

/// Reads lines until an answer is complete.
fn read_answer<E>(
    mut hear: impl FnMut() -> Result<String, E>,
) -> Result<Result<String, String>, E> {
    // Whatever comes before an answer is none: programs greet, or chat on stdout.
    let (good, first) = loop {
        let line = hear()?;
        if let Some(rest) = line.strip_prefix('=') {
            break (true, rest.trim().to_owned());
        }
        if let Some(rest) = line.strip_prefix('?') {
            break (false, rest.trim().to_owned());
        }
    };
    let mut answer = first;
    let mut lines = 1;
    loop {
        let line = hear()?;
        if line.is_empty() {
            break;
        }
        lines += 1;
        if lines <= MOST_LINES {
            answer.push('\n');
            answer.push_str(&line);
        }
    }
    let answer = answer.trim().to_owned();
    Ok(if good { Ok(answer) } else { Err(answer) })
}

/// Checks that whatever a program says is read without a crash, and that a move that is read is one
/// of ours. Returns how many answers were read.
///
/// # Panics
/// Panics if that is not so.
pub fn check_gtp(said: &str) -> usize {
    let mut lines = said.lines();
    let mut hear = || lines.next().map(str::to_owned).ok_or(());
    let mut answers = 0;
    while let Ok(answer) = read_answer(&mut hear) {
        answers += 1;
        let (Ok(text) | Err(text)) = answer;
        assert!(
            text.lines().count() <= MOST_LINES,
            "too many lines are kept"
        );
        if let Some(m) = our_notation(&text) {
            assert_eq!(our_notation(&m), Some(m.clone()), "a move reads as itself");
        }
    }
    answers
}

/// Returns what the program answers to something it may not refuse.
fn must(process: &mut Process, command: &str, wait: &Wait<'_>) -> Result<String, Failure> {
    ask(process, command, wait)?.map_err(|said| Failure::Refused {
        asked: command.to_owned(),
        said,
    })
}
