use super::*;

fn person(name: &str) -> PersonId {
    PersonId::new(name).expect("a name")
}

#[test]
fn equal_names_are_told_apart_and_a_pupil_comes_back() {
    let mut class = State::new("ABCD".to_owned());
    assert_eq!(class.join(&person("1"), "Aya", 0), 0);
    assert_eq!(class.join(&person("2"), "Aya", 0), 1);
    assert_eq!(class.join(&person("1"), "Aya", 9), 0);
    let names: Vec<&str> = class.pupils.iter().map(|pupil| &*pupil.name).collect();
    assert_eq!(names, ["Aya", "Aya 2"]);
}

#[test]
fn who_comes_back_on_another_device_is_joined_with_who_was_here() {
    let mut class = State::new("ABCD".to_owned());
    class.join(&person("1"), "Ken", 0);
    class.join(&person("2"), "Aya", 0);
    let won = table(vec![Some(0), Some(1)], Some(vec![1, 2]));
    class.rounds.push(vec![won]);
    let late = 2 * AWAY;
    let again = class.join(&person("3"), "Ken", late);
    class.pupils[1].seen = late;
    // Of equals those who are here come first.
    let names = |class: &State| -> Vec<(String, f64)> {
        let rows = class.rows(late).into_iter();
        rows.map(|row| (row.name, row.points)).collect()
    };
    let row = |name: &str, points| (name.to_owned(), points);
    assert_eq!(
        names(&class),
        [row("Ken", 1.0), row("Aya", 0.0), row("Ken 2", 0.0)]
    );
    class
        .rounds
        .push(vec![table(vec![Some(1), Some(again)], Some(vec![2, 1]))]);
    assert!(!class.join_same(again, again, late) && !class.join_same(again, 7, late));
    assert!(class.join_same(again, 0, late));
    assert_eq!(names(&class), [row("Ken", 2.0), row("Aya", 0.0)]);
    assert_eq!(class.pupil(&person("3")), Some(0));
    assert_eq!(class.pupil(&person("1")), None);
    assert!(class.rows(late).iter().all(|row| row.here));
    assert!(!class.join_same(again, 0, late), "nobody is joined twice");
}

#[test]
fn of_equals_those_who_are_here_come_first() {
    let mut class = State::new("ABCD".to_owned());
    class.join(&person("1"), "Away", 0);
    class.join(&person("2"), "Here", 2 * AWAY);
    let rows = class.rows(2 * AWAY);
    assert_eq!(rows[0].name, "Here");
    assert_eq!((rows[0].place, rows[1].place), (1, 1));
}

#[test]
fn a_pupils_secret_is_kept_as_text_and_never_printed() {
    let mut class = State::new("ABCD".to_owned());
    class.join(&person("secret"), "Aya", 0);
    assert!(!format!("{class:?}").contains("secret"));
    let kept = serde_json::to_string(&class).expect("a text");
    assert!(kept.contains(r#""person":"secret""#), "{kept}");
    let class: State = serde_json::from_str(&kept).expect("a class");
    assert_eq!(class.pupil(&person("secret")), Some(0));
}

#[test]
fn a_block_of_four_goes_on_when_somebody_leaves_or_comes() {
    let late = 2 * AWAY;
    let mut class = State::new("ABCD".to_owned());
    class.plan.form = ClassForm::Fours;
    for pupil in 0..4 {
        class.join(&person(&pupil.to_string()), "Pupil", 0);
    }
    assert_eq!(class.next_round(0), [[Some(0), Some(1), Some(2), Some(3)]]);
    class.pupils[2].removed = true;
    for pupil in [0, 3] {
        class.pupils[pupil].seen = late;
    }
    let turned = [Some(3), Some(0), None, None];
    assert_eq!(class.next_round(late), [turned], "one away, one out");
    class.pupils[1].seen = late;
    let [one, two] = ["Late", "Later"].map(|name| class.join(&person(name), name, late));
    let round = class.next_round(late);
    assert_eq!(
        round[0],
        [Some(one), Some(3), Some(0), Some(1)],
        "a seat again, one for a latecomer"
    );
    assert_eq!(round.len(), 2);
    assert!(round[1].contains(&Some(two)));
    class.pupils.iter_mut().for_each(|pupil| pupil.seen = 0);
    assert!(class.next_round(late).is_empty(), "nobody is here");
    class.pupils[two].seen = late;
    assert_eq!(
        class.next_round(late).len(),
        1,
        "nobody plays at an empty table"
    );
}

#[test]
fn a_round_robin_seats_those_who_are_here() {
    let mut class = State::new("ABCD".to_owned());
    class.plan.form = ClassForm::RoundRobin;
    for pupil in 0..4 {
        class.join(&person(&pupil.to_string()), "Pupil", 0);
    }
    let first = class.next_round(0);
    class
        .rounds
        .push(first.into_iter().map(|seats| table(seats, None)).collect());
    class.pupils[0].removed = true;
    class.join(&person("4"), "Late", 0);
    class.join(&person("5"), "Late", 0);
    let mut seated: Vec<_> = class.next_round(0).concat();
    seated.sort_unstable();
    assert_eq!(seated, [None, Some(1), Some(2), Some(3), Some(4), Some(5)]);
}

#[test]
fn only_games_of_the_round_that_is_on_bring_points() {
    let mut class = State::new("ABCD".to_owned());
    class.join(&person("1"), "Aya", 0);
    class.join(&person("2"), "Ben", 0);
    let [old, new, open] = [0; 3].map(|_| table(vec![Some(0), Some(1)], None));
    class.rounds = vec![vec![old.clone()], vec![new.clone()]];
    class.others = vec![open.clone()];
    let is_counted = |class: &State, table: &KeptTable| class.counts(&table.room, &table.record);
    assert!(!is_counted(&class, &old) && is_counted(&class, &new) && !is_counted(&class, &open));
    let ended = |ranks: [u8; 2]| Ended {
        ranks: ranks.to_vec(),
        given_up: false,
    };
    assert!(!class.is_over(&old.room, &old.record, &ended([1, 2])));
    assert!(class.is_over(&new.room, &new.record, &ended([2, 1])));
    assert!(
        !class.is_over(&new.room, &new.record, &ended([1, 2])),
        "once"
    );
    assert!(!is_counted(&class, &new));
    let again = crate::token::game_id();
    assert!(class.is_on(&new.room, &again) && !class.is_on(&new.room, &again));
    assert!(
        !class.is_over(&new.room, &again, &ended([1, 2])),
        "another game"
    );
    assert_eq!(class.rounds[1][0].more, [again]);
    assert_eq!(class.standing()[0].pupil, 1);
    assert_eq!(class.standing()[1].points, 0.0);
    // A table that somebody opened is there again with its next game.
    assert!(class.is_over(&open.room, &open.record, &ended([1, 2])));
    let again = crate::token::game_id();
    assert!(class.is_on(&open.room, &again));
    assert_eq!(
        (&class.others[0].record, &class.others[0].ranks),
        (&again, &None)
    );
    assert_eq!(class.others[0].more, [open.record]);
}

#[test]
fn a_class_cannot_be_filled_for_good() {
    let mut class = State::new("ABCD".to_owned());
    for pupil in 0..5 {
        class.join(&person(&pupil.to_string()), "Bot", 0);
    }
    class.others.push(table(vec![Some(3), None], None));
    class
        .pupils
        .iter_mut()
        .for_each(|pupil| pupil.removed = true);
    assert_eq!(class.size(), 0);
    assert_eq!(class.join(&person("a"), "Aya", 0), 0);
    assert_eq!(class.join(&person("b"), "Ben", 0), 1);
    assert_eq!((class.size(), class.pupils.len()), (2, 5));
    for name in ["c", "d", "e"] {
        class.join(&person(name), name, 0);
    }
    assert_eq!(
        class.pupils[3].name, "Bot 4",
        "who sat somewhere keeps the place"
    );
    assert_eq!(class.pupils.len(), 6);
}

#[test]
fn what_is_kept_can_be_read_again() {
    let mut class = State::new("ABCD".to_owned());
    class.join(&person("1"), "Aya", 5);
    class.rounds.push(vec![KeptTable {
        tokens: vec![Some(Token::known("secret")), None],
        ..table(vec![Some(0), None], Some(vec![1, 2]))
    }]);
    let text = serde_json::to_string(&class).expect("it can be written");
    let again: State = serde_json::from_str(&text).expect("it can be read");
    assert_eq!(serde_json::to_string(&again).expect("again"), text);
    assert_eq!(again.standing()[0].points, 1.0);
}

#[test]
fn another_tournament_keeps_how_the_last_one_stood() {
    let mut class = State::new("ABCD".to_owned());
    class.join(&person("1"), "Aya", 5);
    class.decide(ClassPlan {
        form: ClassForm::Swiss,
        ..class.plan.clone()
    });
    assert_eq!(class.past, [], "nothing was played");
    class
        .rounds
        .push(vec![table(vec![Some(0), None], Some(vec![1, 2]))]);
    let (swiss, fours) = (class.plan.clone(), "yonin".to_owned());
    class.decide(ClassPlan {
        form: ClassForm::Fours,
        game: fours,
        cap: 6,
    });
    assert_eq!(class.standing()[0].points, 0.0);
    let [past] = &*class.past else {
        panic!("one tournament: {:?}", class.past)
    };
    assert_eq!((&past.plan, past.rounds), (&swiss, 1));
    assert_eq!(past.standing[0].name, "Aya");
    assert_eq!(past.standing[0].points, 1.0);
    assert!(!class.others[0].closed, "it is over");
}

#[test]
fn an_earlier_tournament_leaves_no_table_and_forgets_nobody() {
    let mut class = State::new("ABCD".to_owned());
    class.plan.form = ClassForm::Swiss;
    for name in ["Aya", "Ben", "Cho"] {
        class.join(&person(name), name, 5);
    }
    let (over, on) = (
        table(vec![Some(0), Some(1)], Some(vec![1, 2])),
        table(vec![Some(2), None], None),
    );
    class.rounds.push(vec![over, on]);
    class.others.push(KeptTable {
        opened: true,
        ..table(vec![Some(1), None], None)
    });
    class.pupils[1].removed = true;
    class.decide(ClassPlan {
        form: ClassForm::Free,
        ..class.plan.clone()
    });
    let closed: Vec<bool> = class.others.iter().map(|table| table.closed).collect();
    assert_eq!(closed, [false, false, true]);
    let names: Vec<&str> = class.past[0]
        .standing
        .iter()
        .map(|row| &*row.name)
        .collect();
    assert_eq!(names, ["Aya", "Ben", "Cho"]);
}

#[test]
fn a_pupil_has_one_open_table_until_it_is_closed_or_over() {
    let mut class = State::new("ABCD".to_owned());
    class.join(&person("1"), "Aya", 5);
    assert!(class.opened(0).is_none());
    class.others.push(table(vec![Some(0), None], None));
    assert!(class.opened(0).is_none(), "one of an earlier tournament");
    class.others[0].opened = true;
    assert!(class.opened(1).is_none());
    class.opened(0).expect("it is open").closed = true;
    assert!(class.opened(0).is_none());
}

fn table(seats: Seating, ranks: Option<Vec<u8>>) -> KeptTable {
    KeptTable {
        room: crate::token::room_id(),
        record: crate::token::game_id(),
        game: "reversi-8x8".to_owned(),
        tokens: vec![None; seats.len()],
        seats,
        ranks,
        given_up: false,
        opened: false,
        more: Vec::new(),
        closed: false,
        left: false,
    }
}
