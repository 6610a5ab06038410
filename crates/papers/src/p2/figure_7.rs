//! Figure 7 with simulated answers, until people have given theirs on the page.
//!
//! A simulated person looks two plies ahead on the winning program's map. It can win, or not, where
//! that is clearly above or below even; the program's move was as expected if it was nearly the best
//! it could see for the program, and surprising if it was much worse. Nothing here says what people
//! feel.

use players::{Playable, Player, Playing, library};
use rules::reversi::Othello;
use rules::{Game as _, Notation as _, Seat};
use search::Limits;

use super::ENTERTAINING;
use super::games::{Against, Game, PROGRAMS};
use crate::{Error, PaperOptions};
use report::plot::{Drawing, Lines, Plot, Point, Series, Stroke};
use report::{Column, Section, Table};
use statistics::{Estimate, Level};

/// How far a simulated person looks ahead, in plies.
const PLIES: u32 = 2;

/// From here on it thinks that it can win, in units of the map: a corner is worth 100.
const SURE: i32 = 30;

/// A move that gives away so much is surprising, one that gives away no more than so little is as
/// expected.
const SURPRISING: i32 = 30;
const EXPECTED: i32 = 5;

/// Games of every person that are answered.
const GAMES: usize = 20;

/// What was answered after an own move: 1, 0 or -1, as in the figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// The number of the move, from 1.
    number: usize,
    /// "I can win", "I don't know", "I cannot".
    win: i32,
    /// The program's last move was "surprising", "I don't know", "as expected"; `None` before its first.
    surprise: Option<i32>,
    /// The number of the program's last move.
    before: Option<usize>,
}

/// The figure of one game, and what was answered over all games of weak people.
pub(super) fn section(
    options: &PaperOptions<'_>,
    weak: &[&Against],
) -> Result<Option<Section>, Error> {
    let Some((who, game)) = super::curves::shown(weak) else {
        return Ok(None);
    };
    options.tell("figure 7");
    let mut section = Section::new("Figure 7, with simulated answers");
    section.prose(format!(
        "Answers are simulated: the person looks {PLIES} plies ahead on the map of {}; it can win from \
         {SURE} above even on (a corner is worth 100) and cannot from {SURE} below; a move of the program \
         that gives away {SURPRISING} or more is surprising, one that gives away at most {EXPECTED} is as \
         expected. The study on the page asks people.",
        PROGRAMS[super::WINNING]
    ));
    section.figure(
        plot(who, game, &answers(game)?),
        table(game, &answers(game)?),
    );
    let mut all = Vec::new();
    for against in weak {
        let games = against.games(ENTERTAINING).iter().take(GAMES);
        let each = games.map(|game| Ok((game, answers(game)?)));
        all.push(each.collect::<Result<Vec<_>, Error>>()?);
    }
    section.table(shares(&all));
    Ok(Some(section))
}

/// What the person would have answered in a game.
fn answers(game: &Game) -> Result<Vec<Answer>, Error> {
    let mut eyes = Othello::player(&library::load(PROGRAMS[super::WINNING])?)?;
    let mut playing = Playing::new(Othello::start(&()), 0);
    let mut all = Vec::new();
    let (mut number, mut last) = (0, None);
    for &m in &game.moves {
        let seat = playing.position().turn();
        let own = seat == game.person;
        if Othello::is_pass(m) {
            // A pass is no move, and nobody is asked after it.
            playing.line.play(m).expect("it was played before");
            continue;
        }
        number += 1;
        let seen = value(&playing, &mut *eyes, seat, PLIES)?;
        if own {
            all.push(Answer {
                number,
                win: step(seen, SURE, -SURE),
                surprise: last.map(|(_, given)| step(given, SURPRISING, EXPECTED)),
                before: last.map(|(number, _)| number),
            });
        }
        playing.line.play(m).expect("it was played before");
        // Who has to pass is not asked.
        if !own && playing.position().placements() != 0 {
            let left = value(&playing, &mut *eyes, seat, PLIES - 1)?;
            last = Some((number, seen.saturating_sub(left)));
        }
    }
    Ok(all)
}

/// What the game is worth to a seat, to the eyes of the person.
fn value(
    playing: &Playing<Othello>,
    eyes: &mut dyn Player<Othello>,
    seat: Seat,
    plies: u32,
) -> Result<i32, Error> {
    let choice = playing.ask(eyes, &Limits::depth(plies), &mut |_| ())?;
    Ok(choice.report.values[seat])
}

/// 1 from `high` on, -1 down from `low`, 0 between.
fn step(value: i32, high: i32, low: i32) -> i32 {
    i32::from(value >= high) - i32::from(value <= low)
}

fn plot(who: &str, game: &Game, answers: &[Answer]) -> Plot {
    let point = |number: usize, y: f64| Point {
        x: game.own_move(number) as f64,
        y,
        interval: None,
    };
    let series = |name: &str, points: Vec<Point>, stroke, right: bool| Series {
        name: name.to_owned(),
        points,
        stroke,
        markers: !right,
        right,
    };
    let win = answers.iter().map(|a| point(a.number, f64::from(a.win)));
    let surprise = answers
        .iter()
        .filter_map(|a| Some(point(a.number, f64::from(a.surprise?))));
    let values = game
        .values
        .iter()
        .map(|&(number, value)| point(number, value));
    let lines = Lines {
        x: "own move".to_owned(),
        y: "simulated answer".to_owned(),
        right: Some("evaluation by the program, for itself".to_owned()),
        logarithmic: false,
        percent: false,
        series: vec![
            series(
                "can you win now? (simulated)",
                win.collect(),
                Stroke::Solid,
                false,
            ),
            series(
                "was its move surprising? (simulated)",
                surprise.collect(),
                Stroke::Dashed,
                false,
            ),
            series("evaluation", values.collect(), Stroke::Dotted, true),
        ],
        levels: Vec::new(),
        marks: game
            .acts
            .iter()
            .map(|act| (game.own_move(act.number) as f64, act.kind.clone()))
            .collect(),
    };
    let title = format!(
        "Figure 7 with simulated answers: one game of {} against {who}; 1 is \"I can win\" and \
         \"surprising\", -1 \"I cannot\" and \"as expected\".",
        PROGRAMS[ENTERTAINING]
    );
    Plot::new("figure-7-simulated", title, Drawing::Lines(lines))
}

fn table(game: &Game, answers: &[Answer]) -> Table {
    let mut table = Table::new(
        "figure-7-simulated",
        "The simulated answers of this game.",
        [
            Column::count("own move"),
            Column::text("can you win now?"),
            Column::text("its move was"),
            Column::text("on purpose"),
        ],
    );
    for answer in answers {
        let words = |answer: i32, [yes, open, no]: [&'static str; 3]| match answer {
            1 => yes,
            0 => open,
            _ => no,
        };
        let act = game
            .acts
            .iter()
            .find(|act| Some(act.number) == answer.before);
        let surprise = answer.surprise.map_or("", |given| {
            words(given, ["surprising", "don't know", "as expected"])
        });
        table.push([
            game.own_move(answer.number).into(),
            words(answer.win, ["yes", "don't know", "no"]).into(),
            surprise.into(),
            act.map_or("", |act| &act.kind).into(),
        ]);
    }
    table
}

/// What the answers say after each kind of move of the program, over people.
fn shares(all: &[Vec<(&Game, Vec<Answer>)>]) -> Table {
    let mut table = Table::new(
        "simulated-answers",
        "Simulated answers of weak people by what the program did before.",
        [
            Column::text("the program's move"),
            Column::count("answers"),
            Column::percent("surprising", 1).with_interval(),
            Column::percent("as expected", 1).with_interval(),
            Column::percent("can win", 1).with_interval(),
        ],
    );
    for kind in ["", "expectation", "surprise"] {
        let of_person = |games: &Vec<(&Game, Vec<Answer>)>| -> Vec<Answer> {
            let answers = games.iter().flat_map(|(game, answers)| {
                answers.iter().filter(move |answer| {
                    let act = game
                        .acts
                        .iter()
                        .find(|act| Some(act.number) == answer.before);
                    answer.surprise.is_some() && act.map_or("", |act| &act.kind) == kind
                })
            });
            answers.copied().collect()
        };
        let people: Vec<Vec<Answer>> = all.iter().map(of_person).collect();
        let share = |of: &dyn Fn(&Answer) -> bool| {
            let asked = people.iter().filter(|answers| !answers.is_empty());
            let shares: Vec<f64> = asked
                .map(|answers| {
                    let yes = answers.iter().filter(|answer| of(answer)).count();
                    yes as f64 / answers.len() as f64
                })
                .collect();
            Estimate::mean(&shares, Level::P95)
        };
        table.push([
            if kind.is_empty() { "ordinary" } else { kind }.into(),
            people.iter().map(Vec::len).sum::<usize>().into(),
            share(&|answer| answer.surprise == Some(1)).into(),
            share(&|answer| answer.surprise == Some(-1)).into(),
            share(&|answer| answer.win == 1).into(),
        ]);
    }
    table.note(format!(
        "The first {GAMES} games of every weak person; a mean over people with its interval at 95 %."
    ));
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_have_three_steps() {
        let steps = [-31, -30, 0, 29, 30, i32::MAX].map(|value| step(value, SURE, -SURE));
        assert_eq!(steps, [-1, -1, 0, 0, 1, 1]);
        assert_eq!(
            [0, 5, 6, 30].map(|v| step(v, SURPRISING, EXPECTED)),
            [-1, -1, 0, 1]
        );
    }
}
