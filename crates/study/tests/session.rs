//! Sessions of single people and tables, step by step.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use kaesu_study::event::{Event, Link, Missing};
use kaesu_study::person::State;
use kaesu_study::register::Order;
use kaesu_study::{Code, Refusal, Register, Request, Step, Study, library};
use rules::hash::mix;

use common::{Walk, picture, small, small_with_rule};

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
