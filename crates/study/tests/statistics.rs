//! Many studies of people whose effects are known: intervals contain them, and nothing is found where
//! there is nothing. `KAESU_CAMPAIGN` times as many as are quick.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod common;

use std::sync::Arc;

use ::report::{Cell, Part};
use kaesu_study::event::Link;
use kaesu_study::{Code, Register, Request, Study, library, report};
use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use statistics::Estimate;

use common::Walk;

fn studies() -> u64 {
    let asked = std::env::var("KAESU_CAMPAIGN").ok();
    40 * asked.map_or(1, |times| times.parse::<u64>().unwrap())
}

/// A study that comes along for so many people, on a board where games are short.
fn small(name: &str, people: u32, seed: u64) -> Study {
    let mut text = library::text(name)
        .unwrap()
        .replace("\"othello\"", "\"reversi-4x4\"");
    for player in ["winning", "entertaining", "expectation", "surprise"] {
        text = text.replace(&format!("\"p2-{player}\""), "\"random\"");
    }
    let lines = text.lines().map(|line| match line.split_once(" = ") {
        Some(("people", _)) => format!("people = {people}"),
        Some(("seed", _)) => format!("seed = {seed}"),
        _ => line.to_owned(),
    });
    Study::parse("small.toml", &lines.collect::<Vec<_>>().join("\n")).unwrap()
}

/// What a claim came to.
struct Came {
    p: f64,
    effect: Option<Estimate>,
}

/// Lets everybody take part, who may do something else than what was drawn, and tests the claims.
fn claims(
    study: Study,
    seed: u64,
    instead: &mut dyn FnMut(&Register, &Code, &mut Request),
) -> Vec<Came> {
    let people = u64::from(study.people);
    let mut walk = Walk::new(Register::new(Arc::new(study)));
    for person in 0..people {
        let code = walk.join((seed << 16) + person, Link::Simulated);
        walk.finish_as(&code, (seed << 16) + person, instead);
    }
    let planned = report::planned(&walk.register).unwrap();
    let table = planned.parts.into_iter().find_map(|part| match part {
        Part::Table(table) => Some(table),
        _ => None,
    });
    let came = |row: &Vec<Cell>| Came {
        p: match row[3] {
            Cell::Number(p) => p,
            _ => 1.0,
        },
        effect: match row[5] {
            Cell::Estimate(effect) => Some(effect),
            _ => None,
        },
    };
    table.unwrap().rows().iter().map(came).collect()
}

/// Returns the arm of somebody's game.
fn arm<'a>(register: &'a Register, code: &Code, game: u8) -> &'a str {
    let table = register
        .table_of(register.person(code).unwrap(), game)
        .unwrap();
    &register.study().arms[table.arm].name
}

fn at_least(share: f64, of: u64) -> f64 {
    share - 3.0 * (share * (1.0 - share) / of as f64).sqrt()
}

/// P2's claims: more wins, more fun, surprise goes with jumps.
#[test]
fn a_taste_is_measured_as_it_is_and_nothing_is_found_where_nothing_is() {
    let studies = studies();
    for taste in [0.5, 0.7] {
        // What goes with jumps does not depend on the taste.
        let judged = taste == 0.5;
        // Everybody plays alike in both arms, and answers at moves whatever happened.
        let truths = [0.5, taste, 0.0];
        let (mut alarms, mut contained, mut measured) = ([0; 3], [0; 3], 0);
        for seed in 0..studies {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut study = small("p2", 16, seed);
            study.claims[2].judge = judged.then(|| "reversi-any".to_owned());
            let came = claims(study, seed, &mut |register, code, request| {
                let Request::Answer {
                    question, value, ..
                } = request
                else {
                    return;
                };
                match &**question {
                    // Everybody is tested.
                    "strength" => *value = Some("2".to_owned()),
                    "fun" => {
                        let game = u8::from(arm(register, code, 1) != "entertaining") + 1;
                        let likes = random.random_range(0.0..1.0) < taste;
                        *value = Some(if likes { game } else { 3 - game }.to_string());
                    }
                    _ => {}
                }
            });
            for (alarms, came) in alarms.iter_mut().zip(&came) {
                *alarms += u64::from(came.p <= 0.05);
            }
            for ((contained, came), truth) in contained.iter_mut().zip(&came).zip(truths) {
                // Where nothing was measured nothing wrong was said.
                let effect = came.effect;
                *contained += u64::from(effect.is_none_or(|e| e.interval.contains(truth)));
            }
            // The interval of the exchange is made by its own test.
            if let Some(excess) = came[2].effect {
                measured += 1;
                assert_eq!(!excess.interval.contains(0.0), came[2].p <= 0.05, "{seed}");
            }
        }
        println!(
            "taste {taste}: alarms {alarms:?}, intervals {contained:?} of {studies}, {measured} exchanges"
        );
        assert_eq!(measured, if judged { studies } else { 0 });
        let share = |count: u64| count as f64 / studies as f64;
        for (claim, contained) in ["wins", "fun", "moves"].iter().zip(contained) {
            assert!(
                share(contained) >= at_least(0.95, studies),
                "{claim}: {contained} of {studies}"
            );
        }
        for (claim, count) in ["wins", "fun", "moves"].iter().zip(alarms) {
            if taste == 0.5 || *claim != "fun" {
                assert!(
                    1.0 - share(count) >= at_least(0.95, studies),
                    "{claim}: {count} of {studies}"
                );
            }
        }
    }
}

/// The two by two: ratings from 1 to 11.
#[test]
fn a_difference_of_ratings_is_measured_as_it_is() {
    let studies = studies() / 2;
    let (mut alarms, mut contained) = (0, 0);
    for seed in 0..studies {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let came = claims(
            small("p2-2x2", 16, seed),
            seed,
            &mut |register, code, request| {
                if let Request::Answer {
                    question,
                    game: Some(game),
                    value,
                    ..
                } = request
                    && question == "fun"
                {
                    // People differ by what is drawn; both acts are worth two steps, one alone nothing.
                    let more = if arm(register, code, *game) == "both" {
                        2
                    } else {
                        0
                    };
                    *value = Some((random.random_range(3..=7) + more).to_string());
                }
            },
        );
        contained += u64::from(came[0].effect.unwrap().interval.contains(2.0));
        alarms += u64::from(came[1].p <= 0.05) + u64::from(came[2].p <= 0.05);
    }
    println!(
        "ratings: alarms {alarms} of {}, intervals {contained} of {studies}",
        2 * studies
    );
    let share = contained as f64 / studies as f64;
    assert!(share >= at_least(0.95, studies), "{contained} of {studies}");
    let quiet = 1.0 - alarms as f64 / (2 * studies) as f64;
    assert!(
        quiet >= at_least(0.95, 2 * studies),
        "{alarms} of {}",
        2 * studies
    );
}
