//! Allocation and session as state machines: whatever people do, in whatever order.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use kaesu_study::event::{Event, Link, Missing, Mover};
use kaesu_study::person::State;
use kaesu_study::register::Order;
use kaesu_study::{Code, Refusal, Register, Request, Step, Study, library};
use proptest::prelude::*;
use rules::hash::mix;

use common::{Walk, small, small_with_rule};

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

/// Everything about a register that anybody can see.
fn picture(register: &Register, now: u64) -> Vec<String> {
    let people = register.people().map(|person| {
        let step = register.step(person);
        let tables = person.tables.values().filter_map(|id| register.table(id));
        let seen: Vec<_> = tables
            .map(|table| register.seen(person, table, now))
            .collect();
        format!("{person:?} {step:?} {seen:?}")
    });
    people
        .chain([format!("{:?} {:?}", register.taken(), register.wanted())])
        .collect()
}

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

#[test]
fn everybody_who_goes_on_comes_to_an_end_and_all_cells_are_filled() {
    for name in library::names() {
        let text = library::text(name).unwrap();
        // The same studies on small boards, against players that do not think.
        let seats = [
            "p2-winning",
            "p2-entertaining",
            "p2-expectation",
            "p2-surprise",
        ]
        .into_iter()
        .chain(["p1-st", "p1-ct", "p1-kn", "p1-bp", "p1-cn", "p1-final"]);
        let mut text = text.replace("\"othello\"", "\"reversi-4x4\"");
        for player in seats {
            text = text.replace(&format!("\"{player}\""), "\"random\"");
        }
        let study = Study::parse(&format!("{name}.toml"), &text).unwrap();
        let mut walk = Walk::of(study);
        let study = Arc::clone(walk.register.study());
        if study.people_at_a_table() > 1 {
            continue;
        }
        for number in 0..study.people {
            let code = walk.join(u64::from(number), Link::Real);
            walk.finish(&code);
            let taken = walk.register.taken();
            let (least, most) = (taken.iter().min().unwrap(), taken.iter().max().unwrap());
            assert!(most - least <= 1, "{name}: {taken:?}");
        }
        assert_eq!(walk.register.finished() as u32, study.people, "{name}");
        let cells = walk.register.cells().len() as u32;
        assert!(
            walk.register
                .taken()
                .iter()
                .all(|&taken| taken == study.people / cells)
        );
        // There is no place for one more, who may go.
        let code = walk.join(9999, Link::Real);
        walk.finish(&code);
        let person = walk.register.person(&code).unwrap();
        assert_eq!(walk.register.step(person), Step::TurnedAway, "{name}");
    }
}

#[test]
fn four_people_sit_down_together_and_a_player_stands_in() {
    let study = Study::parse("yonin.toml", library::text("yonin").unwrap()).unwrap();
    let mut walk = Walk::of(study);
    let mut codes: Vec<Code> = (0..4).map(|number| walk.join(number, Link::Real)).collect();
    let wait = |walk: &mut Walk, code: &Code| {
        for turn in 0..3000 {
            walk.now += 700;
            walk.reply();
            match walk.next(code, mix(turn)) {
                Some(request) => walk.ask(code, &request).map(|_| ()).unwrap(),
                None if matches!(
                    walk.register.step(walk.register.person(code).unwrap()),
                    Step::Waiting { .. }
                ) =>
                {
                    return;
                }
                None => {}
            }
        }
        panic!("{code} does not get to wait");
    };
    for code in &codes {
        wait(&mut walk, code);
    }
    // Nobody has waited long enough yet.
    walk.ask(&codes[0].clone(), &Request::Alone).unwrap_err();
    // Three present people are not enough.
    let three: BTreeSet<Code> = codes[..3].iter().cloned().collect();
    assert!(walk.register.tick(&three, walk.now).is_empty());
    let all: BTreeSet<Code> = codes.iter().cloned().collect();
    let entries = walk.register.tick(&all, walk.now);
    walk.entries.extend(entries);
    for code in &codes {
        let person = walk.register.person(code).unwrap();
        assert_eq!(walk.register.step(person), Step::Play { game: 1 });
        assert_eq!(person.cell, walk.register.person(&codes[0]).unwrap().cell);
    }
    assert_eq!(walk.register.taken().iter().sum::<u32>(), 1);
    // One leaves: a player takes the seat, the others play to the end, and the table says so.
    let gone = codes.pop().unwrap();
    let entries = walk
        .register
        .order(&Order::Free(gone.clone()), walk.now)
        .unwrap();
    walk.entries.extend(entries);
    // Its place is free for four others.
    assert_eq!(walk.register.taken().iter().sum::<u32>(), 0);
    for turn in 0..4000 {
        walk.now += 700;
        walk.reply();
        for code in &codes {
            if let Some(request) = walk.next(code, mix(turn)) {
                walk.ask(code, &request).unwrap();
            }
        }
    }
    let person = walk.register.person(&codes[0]).unwrap();
    let table = walk.register.table_of(person, 1).unwrap();
    assert!(table.ended.is_some());
    assert_eq!(table.stood_in.len(), 1);
    // The second game waits for a fourth; whoever has waited long enough begins, with all who are there.
    assert_eq!(walk.register.step(person), Step::Waiting { game: 2 });
    walk.now += 200_000;
    walk.ask(&codes[0].clone(), &Request::Alone).unwrap();
    let here: BTreeSet<Code> = codes.iter().cloned().collect();
    for turn in 0..4000 {
        walk.now += 700;
        let entries = walk.register.tick(&here, walk.now);
        walk.entries.extend(entries);
        walk.reply();
        for code in &codes {
            if let Some(request) = walk.next(code, mix(turn)) {
                walk.ask(code, &request).unwrap();
            }
        }
    }
    for code in &codes {
        let person = walk.register.person(code).unwrap();
        assert_eq!(person.state, State::Finished);
        let table = walk.register.table_of(person, 2).unwrap();
        assert_eq!((table.people.iter().flatten().count(), table.short), (3, 1));
        assert!(table.is_flagged());
    }
    let again = Register::of(Arc::clone(walk.register.study()), &walk.entries);
    assert_eq!(picture(&again, walk.now), picture(&walk.register, walk.now));
}

#[test]
fn nobody_at_a_table_waits_for_ever() {
    let study = Study::parse("yonin.toml", library::text("yonin").unwrap()).unwrap();
    let times = study.times;
    for (there, patience) in [(false, times.grace), (true, times.turn)] {
        let mut walk = Walk::of(study.clone());
        let codes: Vec<Code> = (0..4).map(|number| walk.join(number, Link::Real)).collect();
        let here: BTreeSet<Code> = codes.iter().cloned().collect();
        let playing = |walk: &Walk| walk.register.tables().any(|table| table.is_shared());
        for turn in 0..3000 {
            if playing(&walk) {
                break;
            }
            walk.now += 700;
            walk.reply();
            for code in &codes {
                if let Some(request) = walk.next(code, mix(turn)) {
                    walk.ask(code, &request).unwrap();
                }
            }
            let entries = walk.register.tick(&here, walk.now);
            walk.entries.extend(entries);
        }
        let table = walk
            .register
            .tables()
            .find(|table| table.is_shared())
            .unwrap();
        let seat = usize::from(table.turn().unwrap());
        let late = table.people[seat].clone().unwrap();
        let id = table.id.clone();
        let mut present = here.clone();
        if !there {
            present.remove(&late);
        }
        let begun = walk.now;
        assert!(
            walk.register
                .tick(&present, begun + patience - 1)
                .is_empty()
        );
        // While everything stands still nobody is late.
        for order in [Order::Pause, Order::Continue] {
            let entries = walk.register.order(&order, begun + patience - 1).unwrap();
            walk.entries.extend(entries);
        }
        assert!(walk.register.tick(&present, begun + patience).is_empty());
        let entries = walk.register.tick(&present, begun + 2 * patience);
        walk.entries.extend(entries);
        let table = walk.register.table(&id).unwrap();
        assert_eq!(table.seat_of(&late), None, "a player has the seat");
        assert!(table.is_flagged());
        let person = walk.register.person(&late).unwrap();
        assert_eq!(walk.register.step(person), Step::Waiting { game: 1 });
    }
}

#[test]
fn who_was_away_too_long_begins_the_game_again() {
    let mut walk = Walk::of(small());
    let code = walk.join(1, Link::Real);
    let playing = |walk: &Walk| {
        let person = walk.register.person(&code).unwrap();
        let table = walk.register.table_of(person, 1);
        table.is_some_and(|table| table.plies.len() > 4 && table.ended.is_none())
    };
    for turn in 0.. {
        if playing(&walk) {
            break;
        }
        walk.now += 700;
        walk.reply();
        if let Some(request) = walk.next(&code, mix(turn)) {
            walk.ask(&code, &request).unwrap();
        }
    }
    let cell = walk.register.person(&code).unwrap().cell;
    walk.now += 601_000;
    let entries = walk.register.tick(&BTreeSet::new(), walk.now);
    walk.entries.extend(entries);
    assert_eq!(
        walk.register.taken().iter().sum::<u32>(),
        0,
        "the cell is free again"
    );
    walk.ask(&code, &Request::Hello).unwrap();
    let person = walk.register.person(&code).unwrap();
    assert_eq!(
        (person.cell, person.attempts[&1], person.was_lost),
        (cell, 2, true)
    );
    assert!(walk.register.table("1-1-1").unwrap().abandoned);
    assert!(
        person
            .answers
            .keys()
            .all(|slot| slot.game != Some(1) || slot.ply.is_none())
    );
    walk.finish(&code);
    assert_eq!(walk.register.finished(), 1);
}

/// Lets somebody answer what is asked before, and on until they have begun the first game.
fn begin(walk: &mut Walk, code: &Code) {
    for turn in 0..2000 {
        let person = walk.register.person(code).unwrap();
        let begun = walk
            .register
            .table_of(person, 1)
            .is_some_and(|table| table.plies.len() > 4);
        if begun {
            return;
        }
        walk.now += 700;
        walk.reply();
        if let Some(mut request) = walk.next(code, mix(turn)) {
            if let Request::Answer {
                question, value, ..
            } = &mut request
                && question == "strength"
            {
                *value = Some("2".to_owned());
            }
            walk.ask(code, &request).unwrap();
        }
    }
    panic!("{code} does not begin");
}

fn leave(walk: &mut Walk) {
    walk.now += 601_000;
    let entries = walk.register.tick(&BTreeSet::new(), walk.now);
    walk.entries.extend(entries);
}

#[test]
fn who_comes_back_exceeds_neither_a_quota_nor_a_cell() {
    let quota = "quota = [{ where = \"strength <= 3\", people = 1 }]\ngames-each = 2";
    let text = small().text.replace("games-each = 2", quota);
    let mut walk = Walk::of(Study::parse("small.toml", &text).unwrap());
    let first = walk.join(1, Link::Real);
    begin(&mut walk, &first);
    leave(&mut walk);
    let second = walk.join(2, Link::Real);
    begin(&mut walk, &second);
    walk.ask(&first, &Request::Hello).unwrap();
    let state = |walk: &Walk, code: &Code| walk.register.person(code).unwrap().state;
    assert_eq!(state(&walk, &first), State::TurnedAway { quota: true });
    assert_eq!(state(&walk, &second), State::Active);
    // Whoever comes back in time goes on.
    leave(&mut walk);
    walk.ask(&second, &Request::Hello).unwrap();
    assert_eq!(state(&walk, &second), State::Active);

    // A cell that was given away: who has begun in it goes, who has not gets another.
    for begins in [true, false] {
        let mut walk = Walk::of(small());
        let away = walk.join(0, Link::Real);
        if begins {
            begin(&mut walk, &away);
        } else {
            let request = walk.next(&away, 1).unwrap();
            walk.ask(&away, &request).unwrap();
        }
        let cell = walk.register.person(&away).unwrap().cell.unwrap();
        leave(&mut walk);
        let mut others = 0;
        while walk.register.taken()[cell] == 0 {
            others += 1;
            let code = walk.join(others, Link::Real);
            let request = walk.next(&code, 1).unwrap();
            walk.ask(&code, &request).unwrap();
        }
        walk.ask(&away, &Request::Hello).unwrap();
        assert!(walk.register.taken().iter().all(|&taken| taken <= 1));
        let person = walk.register.person(&away).unwrap();
        if begins || others == 8 {
            assert_eq!(person.state, State::TurnedAway { quota: false });
        } else {
            assert!(person.state == State::Active && person.cell != Some(cell));
        }
    }
}

/// Whether a reply was decided is nowhere to be seen before it is shown.
#[test]
fn how_long_a_player_thought_is_not_told() {
    for (rule, when) in [
        ("\"never\"", true),
        ("\"every\"", true),
        ("\"every\"", false),
    ] {
        let text = small_with_rule(rule).replace("hold = true", &format!("hold = {when}"));
        let mut walk = Walk::of(Study::parse("small.toml", &text).unwrap());
        let code = walk.join(1, Link::Real);
        let mut compared = 0;
        for turn in 0..400 {
            walk.now += 300;
            let seen = |walk: &Walk| {
                let person = walk.register.person(&code)?;
                let Step::Play { game } = walk.register.step(person) else {
                    return None;
                };
                let table = walk.register.table_of(person, game)?;
                walk.register.seen(person, table, walk.now)
            };
            let before = seen(&walk);
            let waits = !walk.register.wanted().is_empty();
            walk.reply();
            // Within the time that every reply takes, before and after it is decided look the same.
            if waits
                && before
                    .as_ref()
                    .is_some_and(|b| b.next.is_some() || b.asked.is_some())
            {
                assert_eq!(before, seen(&walk), "{rule}");
                compared += 1;
            }
            if let Some(request) = walk.next(&code, mix(turn)) {
                walk.ask(&code, &request).unwrap();
            }
        }
        assert!(compared > 5, "{rule}: {compared}");
    }
}

#[test]
fn a_page_is_not_believed_to_have_waited_longer_than_it_could() {
    let mut walk = Walk::of(small());
    let code = walk.join(1, Link::Real);
    let (mut whys, mut turn) = (Vec::new(), 0);
    while whys.len() < 2 {
        turn += 1;
        walk.now += 700;
        walk.reply();
        let Some(mut request) = walk.next(&code, mix(turn)) else {
            continue;
        };
        let at_move = matches!(request, Request::Answer { ply: Some(_), .. });
        if let Request::Answer { value, late, .. } = &mut request
            && at_move
        {
            (*value, *late) = (None, true);
            if whys.len() == 1 {
                walk.now += 60_000;
            }
        }
        walk.ask(&code, &request).unwrap();
        if at_move {
            whys.extend(
                walk.entries
                    .iter()
                    .rev()
                    .find_map(|entry| match entry.event {
                        Event::Answered { why, .. } => why,
                        _ => None,
                    }),
            );
        }
    }
    assert_eq!(whys, [Missing::Skipped, Missing::TimeOut]);
}

#[test]
fn nobody_is_left_out_once_outcomes_may_be_seen() {
    let mut walk = Walk::of(small());
    let codes: Vec<Code> = (0..2).map(|number| walk.join(number, Link::Real)).collect();
    walk.finish(&codes[0]);
    walk.register
        .order(&Order::Mark(codes[1].clone()), walk.now)
        .unwrap();
    walk.register.order(&Order::Close, walk.now).unwrap();
    let late = walk
        .register
        .order(&Order::Mark(codes[0].clone()), walk.now);
    assert_eq!(late, Err(Refusal::Settled));
    assert_eq!(walk.register.finished(), 1);
}

/// A data file that was changed by hand is read as far as it makes sense.
#[test]
fn numbers_that_nothing_has_change_nothing() {
    let mut walk = Walk::of(small());
    let code = walk.join(1, Link::Real);
    walk.finish(&code);
    let mut entries = walk.take();
    for entry in &mut entries {
        match &mut entry.event {
            Event::Allocated { cell } => *cell = 99,
            Event::Moved { seat, .. } => *seat = 77,
            Event::Ended { ranks, .. } => ranks.clear(),
            Event::Consented { number, .. } => *number = 0,
            _ => {}
        }
    }
    let register = Register::of(Arc::clone(walk.register.study()), &entries);
    assert_eq!(register.person(&code).unwrap().cell, None);
    assert!(register.tables().all(|table| table.plies.is_empty()));
    picture(&register, walk.now);
}
