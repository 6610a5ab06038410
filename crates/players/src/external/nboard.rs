//! The caller's side of the NBoard protocol, version 2.
//!
//! A program knows the position from `set game` and `move`; nothing is sent to it while it thinks,
//! because many programs take that as "stop". A `ping` before every `go` ensures that the next
//! answer belongs to this question.

use records::formats::ggf;

use super::process::Process;
use super::story::{Story, Told};
use super::{Answer, EngineSpec, Failure, Wait, our_notation};

/// What was sent to an NBoard program.
#[derive(Debug, Default)]
pub(super) struct Nboard {
    pings: u32,
    depth: Option<u32>,
    told: Option<Told>,
}

impl Nboard {
    /// Starts the conversation, and returns the name of the program if it reports one.
    pub(super) fn greet(
        &mut self,
        process: &mut Process,
        spec: &EngineSpec,
        wait: &Wait<'_>,
    ) -> Result<(Option<String>, Option<String>), Failure> {
        process.say("nboard 2");
        self.set_depth(process, spec, None);
        let mut name = None;
        self.ping(process, wait, |line| {
            if let Some(said) = line.strip_prefix("set myname ") {
                name = Some(said.trim().to_owned());
            }
        })?;
        Ok((name, None))
    }

    /// Forgets what the program was told, so that the next question begins with the whole game.
    pub(super) fn new_game(&mut self) {
        self.told = None;
    }

    /// Asks for a move.
    pub(super) fn choose(
        &mut self,
        process: &mut Process,
        spec: &EngineSpec,
        story: &Story,
        wait: &Wait<'_>,
    ) -> Result<Answer, Failure> {
        if story.game != "reversi-8x8" {
            return Err(Failure::Unplayable {
                game: story.game.clone(),
                why: "the NBoard protocol is for Othello (reversi-8x8) only".to_owned(),
            });
        }
        self.set_depth(process, spec, wait.limits.depth);
        self.tell(process, story);
        self.ping(process, wait, |_| ())?;
        process.say("go");
        let mut heard = Heard::default();
        loop {
            let line = process.hear(wait)?;
            if let Some(said) = line.strip_prefix("===") {
                return heard.answer(said);
            }
            heard.note(&line);
        }
    }

    /// Sets the depth if it has changed, because some programs then start over.
    fn set_depth(&mut self, process: &Process, spec: &EngineSpec, asked: Option<u32>) {
        let depth = asked.or(spec.depth).unwrap_or(EngineSpec::USUAL_DEPTH);
        if self.depth != Some(depth) {
            process.say(format!("set depth {depth}"));
            self.depth = Some(depth);
        }
    }

    /// Brings the program up to date: with the new moves alone, if it knows the others.
    fn tell(&mut self, process: &Process, story: &Story) {
        match self.told.as_ref().and_then(|told| story.since(told)) {
            Some(new) => {
                for (_, text) in new {
                    process.say(format!("move {}", ggf::move_text(text)));
                }
            }
            None => {
                let game = ggf::write(story.start.as_deref(), &story.moves);
                process.say(format!("set game {game}"));
            }
        }
        self.told = Some(story.told());
    }

    /// Waits until the program has read everything sent so far.
    fn ping(
        &mut self,
        process: &mut Process,
        wait: &Wait<'_>,
        mut note: impl FnMut(&str),
    ) -> Result<(), Failure> {
        self.pings += 1;
        process.say(format!("ping {}", self.pings));
        loop {
            let line = process.hear(wait)?;
            let pong = line.strip_prefix("pong").map(str::trim);
            if pong.and_then(|number| number.parse().ok()) == Some(self.pings) {
                return Ok(());
            }
            note(&line);
        }
    }
}

/// What a program said on the way to its answer.
#[derive(Default)]
struct Heard {
    nodes: u64,
    /// The last line it found, with what it is worth.
    line: Option<(String, f64)>,
}

impl Heard {
    fn note(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("nodestats") => {
                self.nodes = words
                    .next()
                    .and_then(|nodes| nodes.parse().ok())
                    .unwrap_or(self.nodes);
            }
            Some("search" | "book") => {
                if let (Some(line), Some(value)) = (words.next(), words.next().and_then(discs)) {
                    self.line = Some((line.to_ascii_lowercase(), value));
                }
            }
            _ => {}
        }
    }

    /// Reads `F5/eval/time`; some programs write blanks instead.
    fn answer(self, said: &str) -> Result<Answer, Failure> {
        let mut parts = said.trim().split([' ', '\t', '/']);
        let text = parts
            .next()
            .and_then(our_notation)
            .ok_or_else(|| Failure::Unreadable(format!("==={said}")))?;
        let of_line = self
            .line
            .filter(|(line, _)| line.starts_with(&text))
            .map(|(_, value)| value);
        let value = parts.next().and_then(discs).or(of_line);
        Ok(Answer {
            text,
            value: value.map(|discs| (discs * 100.0).round() as i32),
            nodes: self.nodes,
            time: std::time::Duration::ZERO,
        })
    }
}

/// Checks that whatever a program says is read without a crash, and that a move that is read is one
/// of ours. Returns how many moves were read.
///
/// # Panics
/// Panics if that is not so.
pub fn check_nboard(said: &str) -> usize {
    let mut heard = Heard::default();
    let mut moves = 0;
    for line in said.lines() {
        let Some(answer) = line.strip_prefix("===") else {
            heard.note(line);
            continue;
        };
        if let Ok(answer) = std::mem::take(&mut heard).answer(answer) {
            assert_eq!(our_notation(&answer.text).as_ref(), Some(&answer.text));
            moves += 1;
        }
    }
    moves
}

/// Returns a value in discs; of a pair (draw to black, draw to white), the mean. Some programs value
/// a win by more than all discs of the board.
fn discs(text: &str) -> Option<f64> {
    let values: Option<Vec<f64>> = text.split(',').map(|value| value.parse().ok()).collect();
    let values = values.filter(|values| values.iter().all(|value| value.is_finite()))?;
    let values: Vec<f64> = values
        .iter()
        .map(|value| value.clamp(-64.0, 64.0))
        .collect();
    Some(values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(lines: &[&str], said: &str) -> Option<(String, Option<i32>, u64)> {
        let mut heard = Heard::default();
        for line in lines {
            heard.note(line);
        }
        let answer = heard.answer(said).ok()?;
        Some((answer.text, answer.value, answer.nodes))
    }

    #[test]
    fn answers_are_read_with_strokes_and_with_blanks() {
        let stats = ["nodestats 35805 0.10", "status thinking"];
        let f5 = |value, nodes| Some(("f5".to_owned(), value, nodes));
        assert_eq!(answer(&stats, " F5/1.25/0.3"), f5(Some(125), 35805));
        assert_eq!(answer(&[], " f5 -1.00 0.0"), f5(Some(-100), 0));
        assert_eq!(answer(&[], "F5"), f5(None, 0));
        assert_eq!(answer(&[], " F5//2.5"), f5(None, 0));
        let pass = Some(("--".to_owned(), None, 0));
        assert_eq!(answer(&[], " PA"), pass);
        for wrong in ["", " ", " Z", " f5d6", " null"] {
            assert_eq!(answer(&[], wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_line_of_the_search_gives_the_value_that_the_answer_leaves_out() {
        let line = ["search F5-D6-C3 2.5,3.5 0 12 text"];
        assert_eq!(answer(&line, " F5"), Some(("f5".to_owned(), Some(300), 0)));
        assert_eq!(answer(&line, " D3"), Some(("d3".to_owned(), None, 0)));
        assert_eq!(discs("1,nan"), None);
    }

    #[test]
    fn nobody_wins_by_more_than_the_board_has() {
        for (said, value) in [("-1e30", -6400), ("1e308,1e308", 6400), ("64.5", 6400)] {
            let f5 = Some(("f5".to_owned(), Some(value), 0));
            assert_eq!(answer(&[], &format!(" F5/{said}/0.1")), f5, "{said}");
        }
    }
}
