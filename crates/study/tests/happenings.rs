//! Allocation and session as state machines: whatever people do, in whatever order.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use kaesu_study::event::{Link, Mover};
use kaesu_study::person::State;
use kaesu_study::register::Order;
use kaesu_study::{Code, Register, Request, Study};
use proptest::prelude::*;
use rules::hash::mix;

use common::{Walk, picture, small};

/// Something that happens to one of the people who came so far.
#[derive(Clone, Copy, Debug)]
enum Happening {
    Joins,
    Tests,
    GoesOn(u8),
    /// Sends something that is not asked for.
    Disturbs(u8),
    /// Nothing is heard of anybody but this one.
    TimePasses(u8),
    Leaves(u8),
    Marked(u8),
    Reloads(u8),
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        3 => Just(Happening::Joins),
        1 => Just(Happening::Tests),
        60 => any::<u8>().prop_map(Happening::GoesOn),
        6 => any::<u8>().prop_map(Happening::Disturbs),
        1 => any::<u8>().prop_map(Happening::TimePasses),
        1 => any::<u8>().prop_map(Happening::Leaves),
        1 => any::<u8>().prop_map(Happening::Marked),
        3 => any::<u8>().prop_map(Happening::Reloads),
    ]
}

/// When people may be asked at moves; most often at all.
const RULES: &[&str] = &[
    "\"every\"",
    "\"every\"",
    "\"every\"",
    "\"replay\"",
    "{ nth = 2 }",
    "{ chance = 0.5 }",
    "{ jump = 2, controls = 1 }",
];

/// No reply is shown before the questions of the move before it are answered.
fn nothing_is_shown_too_early(register: &Register, now: u64) {
    for person in register.people() {
        for id in person.tables.values() {
            let Some(table) = register.table(id) else {
                continue;
            };
            let Some(seat) = table.seat_of(&person.code) else {
                continue;
            };
            let seen = register.seen(person, table, now).unwrap();
            let reply = register.study().times.reply;
            let mut own_since = 0;
            for (number, ply) in (1..=seen.plies).zip(&table.plies) {
                if ply.seat == seat && ply.by == Mover::Person {
                    own_since = ply.at;
                    let open = seen.asked.as_ref().filter(|(about, _)| *about == number);
                    if open.is_some() {
                        assert_eq!(seen.plies, number, "a held reply is shown");
                    }
                } else if own_since > 0 {
                    assert!(own_since + reply <= now, "a reply came too fast");
                }
            }
        }
    }
}

fn run(study: Study, happenings: &[Happening]) -> Walk {
    let each = study.people / kaesu_study::cells::cells(&study).len() as u32;
    let mut walk = Walk::of(study);
    let mut codes: Vec<Code> = Vec::new();
    let pick = |codes: &[Code], number: u8| {
        (!codes.is_empty()).then(|| codes[usize::from(number) % codes.len()].clone())
    };
    for (turn, happening) in (0..).zip(happenings) {
        walk.now += 400;
        walk.reply();
        match *happening {
            Happening::Joins | Happening::Tests => {
                let link = if matches!(happening, Happening::Tests) {
                    Link::Test
                } else {
                    Link::Real
                };
                codes.push(walk.join(turn, link));
            }
            Happening::GoesOn(number) => {
                if let Some(code) = pick(&codes, number)
                    && let Some(request) = walk.next(&code, mix(turn))
                {
                    walk.ask(&code, &request).unwrap();
                    if request == Request::Hello {
                        continue;
                    }
                    // The same request again, as after a lost connection, changes nothing.
                    let last = walk
                        .entries
                        .iter()
                        .rev()
                        .find_map(|entry| entry.request.clone());
                    let before = picture(&walk.register, walk.now);
                    let again = walk
                        .register
                        .request(&code, last.as_deref(), &request, walk.now);
                    assert_eq!(again, Ok(Vec::new()));
                    assert_eq!(before, picture(&walk.register, walk.now));
                }
            }
            Happening::Disturbs(number) => {
                let Some(code) = pick(&codes, number) else {
                    continue;
                };
                let wrong = [
                    Request::Answer {
                        question: "win".to_owned(),
                        game: Some(1),
                        ply: Some(u32::from(number)),
                        value: Some("perhaps".to_owned()),
                        late: false,
                        ms: 1,
                    },
                    Request::Move {
                        game: number % 3,
                        ply: u32::from(number) % 9,
                        text: "h8".to_owned(),
                        ms: 1,
                    },
                    Request::Alone,
                ];
                let before = picture(&walk.register, walk.now);
                for request in &wrong {
                    walk.ask(&code, request).unwrap_err();
                }
                assert_eq!(
                    before,
                    picture(&walk.register, walk.now),
                    "a refusal changed something"
                );
            }
            Happening::TimePasses(number) => {
                walk.now += 700_000;
                let here: BTreeSet<Code> = pick(&codes, number).into_iter().collect();
                let entries = walk.register.tick(&here, walk.now);
                walk.entries.extend(entries);
                for person in walk.register.people() {
                    let gone = person.state != State::Active || here.contains(&person.code);
                    assert!(gone, "nobody else is here");
                }
            }
            Happening::Leaves(number) => {
                if let Some(code) = pick(&codes, number)
                    && let Ok(entries) = walk.register.order(&Order::Free(code), walk.now)
                {
                    walk.entries.extend(entries);
                }
            }
            Happening::Marked(number) => {
                if let Some(code) = pick(&codes, number) {
                    let entries = walk.register.order(&Order::Mark(code), walk.now).unwrap();
                    walk.entries.extend(entries);
                }
            }
            Happening::Reloads(number) => {
                if let Some(code) = pick(&codes, number) {
                    walk.ask(&code, &Request::Hello).unwrap();
                }
            }
        }
        nothing_is_shown_too_early(&walk.register, walk.now);
        assert!(
            walk.register.taken().iter().all(|&taken| taken <= each),
            "somebody came back to a place that was given away"
        );
    }
    // The events alone lead to the same.
    let again = Register::of(Arc::clone(walk.register.study()), &walk.entries);
    assert_eq!(picture(&again, walk.now), picture(&walk.register, walk.now));
    walk
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(kaesu_cases(40)))]

    #[test]
    fn whatever_happens_events_tell_it_all(
        happenings in prop::collection::vec(happening(), 1..400),
        rule in prop::sample::select(RULES),
        when in prop::sample::select(&["after-own-move", "after-reply"][..]),
    ) {
        let text = small().text;
        let text = text.replace("rule = \"every\"", &format!("rule = {rule}"));
        let text = text.replace("\"after-own-move\"", &format!("\"{when}\""));
        run(Study::parse("small.toml", &text).unwrap(), &happenings);
    }

    #[test]
    fn the_next_place_is_always_in_a_cell_with_the_fewest(
        people in prop::collection::vec((any::<bool>(), any::<u8>()), 1..60),
        seed in 0u64..1000,
    ) {
        let text = small().text.replace("people = 8", "people = 24").replace("seed = 1", &format!("seed = {seed}"));
        let mut walk = Walk::of(Study::parse("small.toml", &text).unwrap());
        let mut codes = Vec::new();
        for (number, (leaves, who)) in (0..).zip(people) {
            if leaves && !codes.is_empty() {
                let code: &Code = &codes[usize::from(who) % codes.len()];
                // Whoever has left already stays away.
                let _ = walk.register.order(&Order::Free(code.clone()), walk.now);
                continue;
            }
            let before = walk.register.taken();
            let code = walk.join(number, Link::Real);
            let request = walk.next(&code, 1).unwrap();
            walk.ask(&code, &request).unwrap();
            let person = walk.register.person(&code).unwrap();
            let least = *before.iter().min().unwrap();
            match person.cell {
                Some(cell) => prop_assert_eq!(before[cell], least),
                None => {
                    prop_assert!(before.iter().all(|&taken| taken == 3), "there was room");
                    prop_assert_eq!(person.state, State::TurnedAway { quota: false });
                }
            }
            codes.push(code);
        }
        // Without anybody leaving, cells never differ by more than one.
        let taken = walk.register.taken();
        prop_assert!(taken.iter().all(|&taken| taken <= 3));
    }
}

/// How many cases, times what a campaign asks for.
fn kaesu_cases(cases: u32) -> u32 {
    let times = std::env::var("KAESU_CAMPAIGN")
        .ok()
        .and_then(|times| times.parse().ok());
    cases * times.unwrap_or(1)
}
