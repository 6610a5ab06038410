//! One row per person, for programs that want it so.

use super::csv::{Column, Sheet, column};
use super::tables::{result_of, state_word};
use super::{Data, link_word};
use crate::file::{At, Kind};
use crate::person::{Person, Slot};

/// What a column says of a person.
type Cell<'d> = Box<dyn Fn(&Person) -> String + 'd>;

fn with<'d>(name: &str, about: &str, cell: impl Fn(&Person) -> String + 'd) -> (Column, Cell<'d>) {
    (column(name, about), Box::new(cell))
}

/// Returns the wide table: answers of pages, and results and counted answers by arm.
pub(crate) fn wide(data: &Data<'_>) -> Sheet {
    let register = data.register;
    let study = register.study();
    let mut all: Vec<(Column, Cell<'_>)> = vec![
        with("person", "code of the participant", |p| data.name(&p.code)),
        with("language", "the language chosen", |p| {
            p.language.name().to_owned()
        }),
        with("link", "real, test or simulated", |p| {
            link_word(p.link).to_owned()
        }),
        with("state", "how far they came", |p| {
            state_word(p.state).to_owned()
        }),
    ];
    for question in study
        .questions
        .iter()
        .filter(|q| matches!(q.at, At::Before | At::After))
    {
        if data.options.share && matches!(question.kind, Kind::Text(_)) {
            continue;
        }
        let cell = |p: &Person| {
            let answer = p.answers.get(&Slot::plain(&question.id));
            let value = answer
                .and_then(|answer| answer.value.clone())
                .unwrap_or_default();
            if question.kind != Kind::Arms {
                return value;
            }
            let arm = value
                .parse()
                .ok()
                .and_then(|game| register.table_of(p, game));
            arm.map_or(value, |table| study.arms[table.arm].name.clone())
        };
        all.push(with(
            &question.id,
            question.ask.get(study.languages[0]),
            cell,
        ));
    }
    for (arm, about) in study.arms.iter().enumerate() {
        let table_of = move |p: &Person| {
            (1..=study.games_each)
                .filter_map(|game| Some((game, register.table_of(p, game)?)))
                .find(|(_, table)| table.arm == arm)
        };
        let name = &about.name;
        all.push(with(
            &format!("{name}-game"),
            "which game this arm was",
            move |p: &Person| {
                table_of(p)
                    .map(|(game, _)| game.to_string())
                    .unwrap_or_default()
            },
        ));
        all.push(with(
            &format!("{name}-result"),
            "how it ended for this person: win, draw or loss",
            move |p: &Person| {
                let seated = table_of(p).and_then(|(_, t)| Some((t, t.seat_of(&p.code)?)));
                let result = seated.and_then(|(table, seat)| result_of(table, seat));
                result.unwrap_or_default().to_owned()
            },
        ));
        for question in study.asked_at(At::Game) {
            if data.options.share && matches!(question.kind, Kind::Text(_)) {
                continue;
            }
            all.push(with(
                &format!("{name}-{}", question.id),
                question.ask.get(study.languages[0]),
                move |p: &Person| {
                    let game = table_of(p).map(|(game, _)| game);
                    let slot = game.map(|game| Slot::of_game(&question.id, game));
                    let answer = slot.and_then(|slot| p.answers.get(&slot));
                    answer
                        .and_then(|answer| answer.value.clone())
                        .unwrap_or_default()
                },
            ));
        }
        for question in study.asked_at(At::Move) {
            for option in question.options(0) {
                all.push(with(
                    &format!("{name}-{}-{option}", question.id),
                    "how often this was answered at moves of this arm",
                    move |p: &Person| {
                        let Some((game, _)) = table_of(p) else {
                            return String::new();
                        };
                        let counted = p.answers.iter().filter(|(slot, answer)| {
                            slot.game == Some(game)
                                && slot.question == question.id
                                && answer.value.as_deref() == Some(&*option)
                        });
                        counted.count().to_string()
                    },
                ));
            }
        }
    }
    let row = |person: &Person| all.iter().map(|(_, cell)| cell(person)).collect();
    Sheet {
        name: "wide",
        rows: data.people().into_iter().map(row).collect(),
        columns: all.iter().map(|(column, _)| column.clone()).collect(),
    }
}
