//! Results by arm, and P2's figure 7: per person, averaged, and locked to what the program did on
//! purpose.

use std::collections::BTreeSet;

use report::plot::{Drawing, Lines, Plot, Point, Series, Stroke};
use report::{Column, Section, Table};

use super::judge::Judge;
use super::links;
use super::observed::{Observed, ObservedGame, OwnMove};
use crate::file::{At, Kind, Question};

/// People whose own figure is drawn.
const DRAWN: usize = 40;
/// Own moves before and after an act.
const AROUND: i64 = 5;

/// Results and ratings by arm; exploratory.
pub(super) fn results(observed: &Observed<'_>) -> Section {
    let mut section = Section::new("Results by arm (exploratory)");
    let study = observed.study;
    let people = observed.finished(None);
    let mut table = Table::new(
        "results",
        "How games of those who finished ended, and the same of first games alone, which no other game came before.",
        [
            Column::text("arm"),
            Column::count("games won"),
            Column::count("games drawn"),
            Column::count("games lost"),
            Column::count("won, first game"),
            Column::count("first games"),
        ],
    );
    for (arm, about) in study.arms.iter().enumerate() {
        let games: Vec<&ObservedGame<'_>> =
            people.iter().filter_map(|each| each.in_arm(arm)).collect();
        let count = |result: &str| games.iter().filter(|game| game.result == result).count();
        let first = games.iter().filter(|game| game.game == 1);
        table.push([
            about.name.as_str().into(),
            count("win").into(),
            count("draw").into(),
            count("loss").into(),
            first
                .clone()
                .filter(|game| game.result == "win")
                .count()
                .into(),
            first.count().into(),
        ]);
    }
    section.table(table);
    let mut answers = Table::new(
        "answers-on-pages",
        "What was answered on pages, by arm where it is about a game.",
        [
            Column::text("question"),
            Column::text("arm"),
            Column::text("answer"),
            Column::count("people"),
        ],
    );
    for question in study
        .questions
        .iter()
        .filter(|q| !matches!(q.kind, Kind::Text(_)) && q.at != At::Move)
    {
        let arms: Vec<Option<usize>> = if question.at == At::Game {
            (0..study.arms.len()).map(Some).collect()
        } else {
            vec![None]
        };
        for arm in arms {
            for option in question.levels(study) {
                let given = people.iter().filter(|each| {
                    let answer = match (arm, &question.kind) {
                        (Some(arm), _) => each.answer_in(&question.id, arm),
                        (None, Kind::Arms) => each.chosen(study, &question.id),
                        (None, _) => each.answer(&question.id),
                    };
                    answer == Some(&*option)
                });
                answers.push([
                    question.id.as_str().into(),
                    arm.map_or("", |arm| &study.arms[arm].name).into(),
                    option.as_str().into(),
                    given.count().into(),
                ]);
            }
        }
    }
    section.table(answers);
    section
}

/// Returns an answer as P2 plots it: the first 1, the last -1.
fn level(question: &Question, answer: &str) -> Option<f64> {
    let options = question.options(0);
    let place = options.iter().position(|option| option == answer)?;
    Some(1.0 - 2.0 * place as f64 / (options.len() as f64 - 1.0))
}

/// Figure 7 averaged and locked to acts, and then of every person; nothing if nothing is asked at moves.
pub(super) fn curves(observed: &Observed<'_>, judge: Option<&Judge>) -> Vec<Section> {
    let study = observed.study;
    let questions: Vec<&Question> = study
        .asked_at(At::Move)
        .filter(|q| matches!(q.kind, Kind::Choice(_)))
        .collect();
    if questions.is_empty() {
        return Vec::new();
    }
    let mut section = Section::new("Answers at moves (exploratory)");
    section.prose(format!(
        "Answers are plotted as P2 does, the first 1 and the last -1; \"don't know\" lies between, though it \
         is not the middle. Evaluations are by {} for the person. Where the program did something on purpose \
         there is a mark.",
        judge.map_or("nobody", |judge| &judge.name)
    ));
    let planned = study
        .claims
        .iter()
        .filter_map(|claim| super::planned_judge(study, claim));
    let other = planned.filter(|name| judge.is_some_and(|judge| judge.name != *name));
    let other: BTreeSet<&str> = other.collect();
    for name in other {
        section.prose(format!(
            "A planned claim is judged by {name}, and is above. What is judged here was chosen when the report was \
             written, and tests no plan."
        ));
    }
    section.table(at_acts(observed, &questions));
    if let Some(table) = links::table(observed, &questions, judge) {
        section.table(table);
    }
    let people = observed.finished(None);
    for (arm, about) in study.arms.iter().enumerate() {
        let games: Vec<&ObservedGame<'_>> =
            people.iter().filter_map(|each| each.in_arm(arm)).collect();
        let name = format!("mean-{}", about.name);
        let title = format!(
            "Mean answers by own move in {}, {} games.",
            about.name,
            games.len()
        );
        let most = games.iter().map(|game| game.moves.len()).max().unwrap_or(0) as i64;
        let (plot, table) = mean(&name, &title, "own move", &questions, 1..=most, &|x| {
            games
                .iter()
                .filter_map(|game| game.moves.get(x as usize - 1))
                .collect()
        });
        section.figure(plot, table);
    }
    for kind in ["expectation", "surprise"] {
        let acts: Vec<(&ObservedGame<'_>, i64)> = people
            .iter()
            .flat_map(|each| &each.games)
            .filter_map(|game| {
                let act = game
                    .moves
                    .iter()
                    .position(|own| own.act.as_deref() == Some(kind))?;
                Some((game, act as i64))
            })
            .collect();
        if acts.is_empty() {
            continue;
        }
        // The same moves of the other games are what the act is compared with.
        let others: Vec<(&ObservedGame<'_>, i64)> = acts
            .iter()
            .flat_map(|(game, act)| {
                let same = people
                    .iter()
                    .filter(|each| each.games.iter().any(|own| std::ptr::eq(own, *game)));
                same.flat_map(|each| &each.games)
                    .filter(|other| other.arm != game.arm)
                    .map(|other| (other, *act))
                    .collect::<Vec<_>>()
            })
            .collect();
        for (which, around) in [("at", &acts), ("beside", &others)] {
            let title = match which {
                "at" => format!(
                    "Mean answers around the {kind}, {} games; 0 is the first own move after it.",
                    acts.len()
                ),
                _ => format!(
                    "The same own moves in the other arms of the same people, {} games.",
                    others.len()
                ),
            };
            let (plot, table) = mean(
                &format!("{which}-{kind}"),
                &title,
                "own move after the act",
                &questions,
                -AROUND..=AROUND,
                &|x| {
                    let at = |(game, act): &(&ObservedGame<'_>, i64)| {
                        let place = usize::try_from(act + x).ok()?;
                        // The games live as long as the people do.
                        people
                            .iter()
                            .flat_map(|each| &each.games)
                            .find(|own| std::ptr::eq(*own, *game))?
                            .moves
                            .get(place)
                    };
                    around.iter().filter_map(at).collect()
                },
            );
            section.figure(plot, table);
        }
    }
    let mut everybody = Section::new("Every person (exploratory)");
    for (place, each) in people.iter().enumerate() {
        for game in &each.games {
            let (plot, table) = of_game(observed, &questions, each.person.number, game);
            // What is tested can be computed again from the tables of all.
            if place < DRAWN {
                everybody.figure(plot, table);
            } else {
                everybody.table(table);
            }
        }
    }
    vec![section, everybody]
}

/// Returns how often each answer was given after what the program did on purpose, and after all else.
fn at_acts(observed: &Observed<'_>, questions: &[&Question]) -> Table {
    let mut table = Table::new(
        "answers-at-acts",
        "Answers at moves by what the opponent's move before was.",
        [
            Column::text("opponent's move"),
            Column::text("question"),
            Column::text("answer"),
            Column::count("given"),
            Column::count("of"),
            Column::percent("share", 0),
        ],
    );
    let people = observed.finished(None);
    let moves = people
        .iter()
        .flat_map(|each| &each.games)
        .flat_map(|game| &game.moves);
    let moves: Vec<&OwnMove> = moves.collect();
    let kinds = ["expectation", "surprise"]
        .map(Some)
        .into_iter()
        .chain([None]);
    for kind in kinds {
        let same: Vec<&&OwnMove> = moves
            .iter()
            .filter(|own| own.act.as_deref() == kind)
            .collect();
        for question in questions {
            let given = |answer: Option<&str>| {
                let fits = |own: &&&&OwnMove| {
                    let own = own.answers.get(&question.id);
                    own.is_some_and(|own| answer.is_none_or(|answer| own == answer))
                };
                same.iter().filter(fits).count()
            };
            let all = given(None);
            for option in question.options(0).iter().filter(|_| all > 0) {
                let count = given(Some(option));
                table.push([
                    kind.unwrap_or("any other").into(),
                    question.id.as_str().into(),
                    option.as_str().into(),
                    count.into(),
                    all.into(),
                    (count as f64 / all as f64).into(),
                ]);
            }
        }
    }
    table.note(
        "Moves of one game are not independent; the planned test of this exchanges whole games.",
    );
    table
}

fn series(name: &str, points: Vec<(f64, f64)>, stroke: Stroke, right: bool) -> Series {
    let point = |(x, y)| Point {
        x,
        y,
        interval: None,
    };
    Series {
        name: name.to_owned(),
        points: points.into_iter().map(point).collect(),
        stroke,
        markers: !right,
        right,
    }
}

const STROKES: [Stroke; 2] = [Stroke::Solid, Stroke::Dashed];

fn of_game(
    observed: &Observed<'_>,
    questions: &[&Question],
    number: u32,
    game: &ObservedGame<'_>,
) -> (Plot, Table) {
    let arm = &observed.study.arms[game.arm].name;
    let name = format!("person-{number}-{arm}");
    let mut all: Vec<Series> = questions
        .iter()
        .zip(STROKES.iter().cycle())
        .map(|(question, stroke)| {
            let points = game.moves.iter().filter_map(|own| {
                Some((
                    own.number as f64,
                    level(question, own.answers.get(&question.id)?)?,
                ))
            });
            series(&question.id, points.collect(), *stroke, false)
        })
        .collect();
    let values = game
        .moves
        .iter()
        .filter_map(|own| Some((own.number as f64, own.value?)));
    let values: Vec<(f64, f64)> = values.collect();
    let judged = !values.is_empty();
    if judged {
        all.push(series("evaluation", values, Stroke::Dotted, true));
    }
    let marks = game
        .moves
        .iter()
        .filter_map(|own| Some((own.number as f64, own.act.clone()?)));
    let lines = Lines {
        x: "own move".to_owned(),
        y: "answer".to_owned(),
        right: judged.then(|| "evaluation for the person".to_owned()),
        logarithmic: false,
        percent: false,
        series: all,
        levels: Vec::new(),
        marks: marks.collect(),
    };
    let ended = match game.result {
        "win" => "won",
        "draw" => "drawn",
        _ => "lost",
    };
    let title = format!("Person {number}, {arm} (game {}), {ended}.", game.game);
    let mut columns = vec![Column::count("own move")];
    columns.extend(
        questions
            .iter()
            .map(|question| Column::text(question.id.clone())),
    );
    columns.extend([
        Column::number("evaluation", 0),
        Column::number("jump", 2),
        Column::text("on purpose"),
        Column::count("seat"),
    ]);
    let mut table = Table::new(name.clone(), title.clone(), columns);
    for own in &game.moves {
        let mut row = vec![own.number.into()];
        row.extend(questions.iter().map(|question| {
            own.answers
                .get(&question.id)
                .map_or("", |answer| answer)
                .into()
        }));
        row.extend([
            own.value.into(),
            own.jump.into(),
            own.act.as_deref().unwrap_or("").into(),
            u64::from(game.seat).into(),
        ]);
        table.push(row);
    }
    (Plot::new(name, title, Drawing::Lines(lines)), table)
}

fn mean<'m>(
    name: &str,
    title: &str,
    x_name: &str,
    questions: &[&Question],
    range: std::ops::RangeInclusive<i64>,
    at: &dyn Fn(i64) -> Vec<&'m OwnMove>,
) -> (Plot, Table) {
    let mut columns = vec![Column::number(x_name.to_owned(), 0), Column::count("moves")];
    columns.extend(
        questions
            .iter()
            .map(|question| Column::number(question.id.clone(), 2)),
    );
    let mut table = Table::new(name.to_owned(), title.to_owned(), columns);
    let mut points: Vec<Vec<(f64, f64)>> = vec![Vec::new(); questions.len()];
    for x in range {
        let moves = at(x);
        let mut row = vec![(x as f64).into(), moves.len().into()];
        for (question, points) in questions.iter().zip(&mut points) {
            let levels: Vec<f64> = moves
                .iter()
                .filter_map(|own| level(question, own.answers.get(&question.id)?))
                .collect();
            let mean =
                (!levels.is_empty()).then(|| levels.iter().sum::<f64>() / levels.len() as f64);
            points.extend(mean.map(|mean| (x as f64, mean)));
            row.push(mean.into());
        }
        table.push(row);
    }
    let all = questions.iter().zip(points).zip(STROKES.iter().cycle());
    let lines = Lines {
        x: x_name.to_owned(),
        y: "mean answer".to_owned(),
        right: None,
        logarithmic: false,
        percent: false,
        series: all
            .map(|((question, points), stroke)| series(&question.id, points, *stroke, false))
            .collect(),
        levels: Vec::new(),
        marks: Vec::new(),
    };
    (
        Plot::new(name.to_owned(), title.to_owned(), Drawing::Lines(lines)),
        table,
    )
}
