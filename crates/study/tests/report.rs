//! Reports of small studies: complete, the same each time, and marked where nobody real took part.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod common;

use kaesu_study::event::Link;
use kaesu_study::folder::Folder;
use kaesu_study::register::Order;
use kaesu_study::report::exchange::{self, Series};
use kaesu_study::report::{Judge, in_language};
use kaesu_study::{Request, Study, library, package, power};
use report::{Language, Part};

use common::{Walk, rated, several, small, unrated};

/// An open study through which so many people have walked straight.
fn walked(place: &std::path::Path, study: Study, people: u64) -> (Folder, Walk) {
    let mut folder = Folder::run(place, study, true).unwrap();
    let mut walk = Walk::new(folder.register().unwrap());
    for number in 0..people {
        let code = walk.join(number, Link::Simulated);
        walk.finish(&code);
    }
    folder.append(&walk.take()).unwrap();
    (folder, walk)
}

fn close(folder: &mut Folder, walk: &mut Walk) {
    let closed = walk.register.order(&Order::Close, walk.now).unwrap();
    folder.append(&walk.take()).unwrap();
    folder.append(&closed).unwrap();
}

/// The same, closed.
fn closed(place: &std::path::Path, study: Study, people: u64) -> Folder {
    let (mut folder, mut walk) = walked(place, study, people);
    close(&mut folder, &mut walk);
    folder
}

#[test]
fn a_report_says_what_became_of_every_claim_and_who_came() {
    let place = tempfile::tempdir().unwrap();
    let (mut folder, mut walk) = walked(place.path(), small(), 8);
    let judge = Judge::named("reversi-any").unwrap();
    // Before the study is closed nothing tells arms apart.
    let early = kaesu_study::report::report(&folder, Some(&judge)).unwrap();
    let early = early.files(Language::English);
    assert!(early["report.md"].contains("nothing that tells arms apart"));
    for part in [
        "tables/claims.csv",
        "tables/results.csv",
        "plots/mean-winning.svg",
    ] {
        assert!(!early.contains_key(part), "{part}");
    }
    close(&mut folder, &mut walk);
    let write = || kaesu_study::report::report(&folder, Some(&judge)).unwrap();
    let report = write();
    let files = report.files(Language::English);
    assert_eq!(files, write().files(Language::English));
    let page = &files["index.html"];
    for words in [
        "Everybody in this study is simulated",
        "Planned claims",
        "more wins in entertaining than in winning (strength",
        "Flow of people",
        "Mainland and Gart",
        &small().hash(),
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(files["tables/claims.csv"].lines().count() > 3);
    assert!(files["tables/flow.csv"].contains("finished,8"));
    assert!(files.contains_key("plots/person-1-winning.svg"));
    assert!(files.contains_key("plots/mean-entertaining.svg"));
    // Every table has a file of its own.
    let mut names: Vec<&str> = tables(&report).map(|table| &*table.name).collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all, "{names:?}");
    // Others get the same from what is shared, in which nobody can be found.
    let place = tempfile::tempdir().unwrap();
    let copy = package::write(&folder, &place.path().join("package")).unwrap();
    let again = kaesu_study::report::report(&copy, Some(&judge)).unwrap();
    assert_eq!(report, again);
    let shared = std::fs::read(copy.log().path()).unwrap();
    let finds = |text: &str| {
        shared
            .windows(text.len())
            .any(|part| part == text.as_bytes())
    };
    for person in walk.register.people() {
        assert!(!finds(person.code.as_str()), "{}", person.code);
    }
    assert!(!finds("HYPERLINK") && finds("not-shared"));
}

/// A clock that is set back, words that a page wrote into its diary, and who withdrew.
#[test]
fn a_package_needs_no_even_clock_and_keeps_no_words_of_anybody() {
    let place = tempfile::tempdir().unwrap();
    let mut folder = Folder::run(place.path(), small(), false).unwrap();
    let mut walk = Walk::new(folder.register().unwrap());
    let codes: Vec<_> = (0..2)
        .map(|number| {
            walk.now -= 5_000_000;
            let code = walk.join(number, Link::Real);
            walk.finish(&code);
            code
        })
        .collect();
    walk.ask(&codes[0], &Request::Diary("my name is Ann".to_owned()))
        .unwrap();
    let closed = walk.register.order(&Order::Close, walk.now).unwrap();
    let mut entries = walk.take();
    let diary = entries
        .iter_mut()
        .find_map(|entry| match &mut entry.event {
            kaesu_study::Event::Diary { what } => Some(what),
            _ => None,
        })
        .unwrap();
    assert_eq!(diary, "other");
    // As it was kept before.
    *diary = "my name is Ann".to_owned();
    folder.append(&entries).unwrap();
    folder.append(&closed).unwrap();
    folder.withdraw(&codes[1], 1).unwrap();
    let other = tempfile::tempdir().unwrap();
    let copy = package::write(&folder, &other.path().join("package")).unwrap();
    let written = |folder: &Folder| {
        let report = kaesu_study::report::report(folder, None).unwrap();
        report.files(Language::English)
    };
    assert_eq!(written(&folder), written(&copy));
    let flow = &written(&copy)["tables/flow.csv"];
    assert!(
        flow.contains("\"withdrew, and is in no other row\",1"),
        "{flow}"
    );
    let bytes = std::fs::read(copy.log().path()).unwrap();
    assert!(!bytes.windows(3).any(|part| part == b"Ann"));
}

/// Whoever looks early is told of.
#[test]
fn a_report_says_that_somebody_looked_and_how_many_were_planned() {
    let place = tempfile::tempdir().unwrap();
    let (mut folder, mut walk) = walked(place.path(), small(), 1);
    let looked = kaesu_study::Entry {
        at: walk.now,
        person: None,
        table: None,
        request: None,
        event: kaesu_study::Event::Looked,
    };
    folder.append(&[looked]).unwrap();
    close(&mut folder, &mut walk);
    let report = kaesu_study::report::report(&folder, None).unwrap();
    let said = report.to_string();
    for words in [
        "8 people were planned, and 1 finished.",
        "exported with its outcomes before the study was closed, 1 times",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

fn claims(report: &::report::Report) -> Vec<Vec<::report::Cell>> {
    let table = tables(report).find(|table| table.name == "claims");
    table.unwrap().rows().to_vec()
}

/// A plan names its judge, and another one that is chosen later only explores.
#[test]
fn a_planned_claim_is_by_its_own_judge_whoever_is_chosen_later() {
    let place = tempfile::tempdir().unwrap();
    let folder = closed(place.path(), small(), 8);
    let by = |name: Option<&str>| {
        let judge = name.map(|name| Judge::named(name).unwrap());
        kaesu_study::report::report(&folder, judge.as_ref()).unwrap()
    };
    let own = by(Some("reversi-any"));
    let planned = claims(&own);
    let words = "move = surprising goes with jumps of the evaluation by reversi-any";
    assert_eq!(planned[2][0], words.into());
    assert!(matches!(planned[2][3], ::report::Cell::Number(_)));
    let said = "A planned claim is judged by reversi-any, and is above.";
    assert!(!own.to_string().contains(said));
    for name in [None, Some("random"), Some("surprisal:random")] {
        let other = by(name);
        assert_eq!(claims(&other), planned, "{name:?}");
        assert_eq!(other.to_string().contains(said), name.is_some(), "{name:?}");
    }
    let links = |report: &::report::Report| {
        let table = tables(report).find(|table| table.name == "answers-and-jumps");
        table.map(|table| table.rows().to_vec())
    };
    assert_ne!(links(&own), links(&by(Some("surprisal:random"))));
    assert_eq!(links(&by(None)), None);
}

/// What cannot be tested was planned all the same, and lets nothing else seem more certain.
#[test]
fn a_claim_that_nobody_judged_still_counts_as_one() {
    let together = |text: &str| {
        let place = tempfile::tempdir().unwrap();
        let study = Study::parse("small.toml", text).unwrap();
        let folder = closed(place.path(), study, 8);
        claims(&kaesu_study::report::report(&folder, None).unwrap())
    };
    let with = together(&small().text);
    let without = together(&small().text.replace("judge = \"reversi-any\"\n", ""));
    let number = |cell: &::report::Cell| match cell {
        ::report::Cell::Number(value) => *value,
        other => panic!("{other:?}"),
    };
    assert_eq!(without[2][3], ::report::Cell::Missing);
    assert_eq!(without[2][4], ::report::Cell::Missing);
    assert_eq!(
        without[2][6],
        "nobody judged, since the claim names no judge".into()
    );
    for claim in 0..2 {
        assert_eq!(with[claim][3], without[claim][3]);
        assert!(number(&without[claim][4]) >= number(&with[claim][4]));
    }
    let least = number(&without[0][3]).min(number(&without[1][3]));
    let together = number(&without[0][4]).min(number(&without[1][4]));
    assert!((together - (3.0 * least).min(1.0)).abs() < 1e-9);
}

/// Nothing is said of nobody, and whoever did not answer is not counted.
#[test]
fn who_answered_nothing_is_not_tested() {
    for answering in [0, 3] {
        let place = tempfile::tempdir().unwrap();
        let mut folder = Folder::run(place.path(), small(), true).unwrap();
        let mut walk = Walk::new(folder.register().unwrap());
        for number in 0..8 {
            let code = walk.join(number, Link::Simulated);
            walk.finish_as(&code, number, &mut |_, _, request| {
                if let Request::Answer {
                    question, value, ..
                } = request
                {
                    match &**question {
                        "strength" => *value = Some("2".to_owned()),
                        "fun" => *value = (number < answering).then(|| "1".to_owned()),
                        _ => {}
                    }
                }
            });
        }
        close(&mut folder, &mut walk);
        let report = kaesu_study::report::report(&folder, None).unwrap();
        let fun = &claims(&report)[1];
        assert_eq!(fun[1], answering.into());
        assert_eq!(fun[3] == ::report::Cell::Missing, answering == 0);
        assert_eq!(fun[5] == ::report::Cell::Missing, answering == 0);
        let japanese = in_language(&report, folder.study(), Language::Japanese);
        for (report, language) in [
            (&report, Language::English),
            (&japanese, Language::Japanese),
        ] {
            for (name, text) in report.files(language) {
                assert!(!text.contains("NaN"), "{name}");
            }
        }
        let said =
            japanese.files(Language::Japanese)["report.md"].contains("どちらも選ばれなかった");
        assert_eq!(said, answering == 0);
    }
}

/// The exchange can be computed again from the tables of the report alone.
#[test]
fn every_jump_that_is_tested_is_in_a_table() {
    let place = tempfile::tempdir().unwrap();
    let folder = closed(place.path(), small(), 4);
    let judge = Judge::named("reversi-any").unwrap();
    let report = kaesu_study::report::report(&folder, Some(&judge)).unwrap();
    let files = report.files(Language::English);
    let mut games = Vec::new();
    for (arm, name) in ["winning", "entertaining"].into_iter().enumerate() {
        for person in 1..=4 {
            let table = &files[&format!("tables/person-{person}-{name}.csv")];
            let mut lines = table
                .lines()
                .map(|line| line.split(',').collect::<Vec<_>>());
            let head = lines.next().unwrap();
            let place = |name: &str| head.iter().position(|column| *column == name).unwrap();
            let (answer, jump, seat) = (place("move"), place("jump"), place("seat"));
            let rows: Vec<Vec<&str>> = lines.collect();
            games.push(Series {
                person,
                arm,
                seat: rows[0][seat].parse().unwrap(),
                answers: rows
                    .iter()
                    .map(|row| (!row[answer].is_empty()).then(|| row[answer] == "surprising"))
                    .collect(),
                jumps: rows.iter().map(|row| row[jump].parse().ok()).collect(),
            });
        }
    }
    let again = exchange::test(&games, small().seed).unwrap();
    let claims = tables(&report)
        .find(|table| table.name == "claims")
        .unwrap();
    let row = &claims.rows()[2];
    assert_eq!(row[3], again.p.into());
    assert_eq!(row[5], again.excess.into());
}

fn tables(report: &::report::Report) -> impl Iterator<Item = &::report::Table> {
    let parts = report.sections.iter().flat_map(|section| &section.parts);
    parts.filter_map(Part::as_table)
}

/// The report of a closed study of three arms.
fn of_several(place: &std::path::Path, people: u64) -> ::report::Report {
    let mut folder = Folder::run(place, several(), true).unwrap();
    let mut walk = Walk::new(folder.register().unwrap());
    for number in 0..people {
        let code = walk.join(number, Link::Simulated);
        // The game without questions is always the most fun, and the one with most the least.
        walk.finish_as(&code, number, &mut |register, code, request| {
            if let Request::Answer {
                question,
                game: Some(game),
                value,
                ..
            } = request
                && question == "fun"
            {
                let person = register.person(code).unwrap();
                let arm = register.table_of(person, *game).unwrap().arm;
                *value = Some(["2", "9", "5"][arm].to_owned());
            }
        });
    }
    close(&mut folder, &mut walk);
    let judge = Judge::named("reversi-any").unwrap();
    kaesu_study::report::report(&folder, Some(&judge)).unwrap()
}

#[test]
fn several_arms_are_put_on_one_scale() {
    let number = |cell: &::report::Cell| match cell {
        ::report::Cell::Number(value) => *value,
        ::report::Cell::Estimate(found) => found.value,
        other => panic!("{other:?}"),
    };
    for (people, known) in [(5, false), (24, true)] {
        let place = tempfile::tempdir().unwrap();
        let report = of_several(place.path(), people);
        let named = |name: &str| tables(&report).find(|table| table.name == name).unwrap();
        let rows = named("tastes").rows();
        assert_eq!(rows.len(), 3, "one scale, three arms");
        let strengths: Vec<f64> = rows.iter().map(|row| number(&row[3])).collect();
        assert!(
            strengths[1] > strengths[2] && strengths[2] > strengths[0],
            "{strengths:?}"
        );
        assert!(strengths.iter().sum::<f64>().abs() < 1e-9, "{strengths:?}");
        let first: f64 = rows.iter().map(|row| number(&row[4])).sum();
        assert!((first - 1.0).abs() < 1e-9);
        // Few people say too little of how far they may be wrong.
        let interval = |row: &Vec<::report::Cell>| match &row[3] {
            ::report::Cell::Estimate(found) => found.interval.is_known(),
            _ => false,
        };
        assert!(
            named("strengths")
                .rows()
                .iter()
                .all(|row| interval(row) == known)
        );
        let links = named("answers-and-jumps");
        assert_eq!(
            links.rows().len(),
            6,
            "three answers to each of two questions"
        );
        for row in links.rows() {
            assert!(number(&row[5]) >= 0.0 && number(&row[7]) > 0.0, "{row:?}");
        }
    }
}

/// The report of a closed study whose people walk straight through.
fn of_people(study: Study, place: &std::path::Path, people: u64) -> ::report::Report {
    kaesu_study::report::report(&closed(place, study, people), None).unwrap()
}

#[test]
fn strength_against_people_stands_beside_that_among_programs() {
    for (study, says) in [
        (rated(), "1 is as among programs (p = "),
        (unrated(), "Elo from each program to the next"),
    ] {
        let place = tempfile::tempdir().unwrap();
        let ratings = study.ratings();
        let report = of_people(study, place.path(), 12);
        let named = |name: &str| tables(&report).find(|table| table.name == name).unwrap();
        let claim = &named("claims").rows()[0];
        let ::report::Cell::Estimate(effect) = &claim[5] else {
            panic!("{claim:?}");
        };
        assert!(effect.interval.is_known() && effect.interval.contains(effect.value));
        assert!(matches!(&claim[6], ::report::Cell::Text(words) if words.contains(says)));
        let strengths = named("strengths");
        let headings: Vec<&str> = strengths.columns().iter().map(|c| &*c.heading).collect();
        assert!(!headings.contains(&"ranked first of all"), "{headings:?}");
        let games = strengths.rows().iter().map(|row| match row[1] {
            ::report::Cell::Count(games) => games,
            _ => panic!("{row:?}"),
        });
        assert_eq!(games.sum::<u64>(), 4 * 12);
        let drawn = report
            .files(Language::English)
            .contains_key("plots/strengths.svg");
        match ratings {
            None => assert!(!drawn && headings.len() == 4),
            Some(ratings) => {
                assert!(drawn);
                // Both are above their means.
                let ::report::Cell::Number(last) = strengths.rows()[5][4] else {
                    panic!("{strengths:?}");
                };
                assert_eq!(last, f64::from(ratings[5]));
                assert_eq!(ratings.iter().sum::<i32>(), 0);
            }
        }
    }
}

/// What nobody would expect of a player at this level is surprising, whatever it is worth.
#[test]
fn a_judge_may_be_surprised_instead() {
    let place = tempfile::tempdir().unwrap();
    let folder = closed(place.path(), small(), 4);
    // To somebody who plays anything, nothing is more surprising than the number of moves says.
    let judge = Judge::named("surprisal:random").unwrap();
    let report = kaesu_study::report::report(&folder, Some(&judge)).unwrap();
    assert!(
        report
            .to_string()
            .contains("Evaluations are by surprisal:random")
    );
    let links = tables(&report).find(|table| table.name == "answers-and-jumps");
    assert!(links.unwrap().caption.contains("surprisal"));
    let place = tempfile::tempdir().unwrap();
    let text = small().text.replace("reversi-any", "surprisal:random");
    let folder = closed(place.path(), Study::parse("small.toml", &text).unwrap(), 4);
    let report = kaesu_study::report::report(&folder, None).unwrap();
    let claim = &claims(&report)[2];
    let words = ::report::Cell::from("move = surprising goes with surprisal under random");
    assert_eq!(claim[0], words);
    assert!(matches!(claim[3], ::report::Cell::Number(p) if p > 0.0));
    let error = Judge::named("surprisal:nobody").unwrap_err().to_string();
    assert!(error.contains("nobody") && !error.contains('\n'), "{error}");
}

/// Words that stay: names of tests, people, questions, arms and formats, and the study's own file.
#[test]
fn all_that_reports_say_is_said_in_japanese() {
    let place = tempfile::tempdir().unwrap();
    let (mut folder, mut walk) = walked(place.path(), small(), 8);
    let judge = Judge::named("reversi-any").unwrap();
    let early = kaesu_study::report::report(&folder, Some(&judge)).unwrap();
    close(&mut folder, &mut walk);
    let place = tempfile::tempdir().unwrap();
    let mut reports = vec![
        (of_several(place.path(), 5), several()),
        (early, small()),
        (
            kaesu_study::report::report(&folder, Some(&judge)).unwrap(),
            small(),
        ),
        (kaesu_study::report::report(&folder, None).unwrap(), small()),
        (
            kaesu_study::report::report(&folder, Some(&Judge::named("surprisal:random").unwrap()))
                .unwrap(),
            small(),
        ),
    ];
    for study in [rated(), unrated()] {
        let place = tempfile::tempdir().unwrap();
        reports.push((power::report(&study), study.clone()));
        reports.push((of_people(study.clone(), place.path(), 12), study));
    }
    // Together these have every test.
    for name in ["p2", "p1-strength", "yonin"] {
        let study = Study::parse(&format!("{name}.toml"), library::text(name).unwrap()).unwrap();
        reports.push((power::report(&study), study));
    }
    let own: Vec<&str> = "winning entertaining strength turns win move fun why interest strategies result first \
        second st ct kn bp cn final opponent rated unrated kaesu study report close DIR surprising expected unknown between all reversi any paired binomial \
        wilcoxon exchange slope random surprisal asked not afterwards several yes no won drew lost small yonin asking strength Elo same p SHA Holm Mainland Gart"
        .split_whitespace()
        .collect();
    let mut left = std::collections::BTreeSet::new();
    for (report, study) in &reports {
        let said = in_language(report, study, Language::Japanese).files(Language::Japanese);
        let said = &said["report.md"];
        // The study's own file is a listing.
        for text in said.split("\n```").step_by(2).flat_map(str::lines) {
            let words = ::report::english_words(text);
            if words.iter().any(|word| !own.contains(word)) {
                left.insert(text.to_owned());
            }
        }
    }
    assert!(left.is_empty(), "{left:#?}");
}

/// Names of the data are the same in every language; the title is the study's own in each.
#[test]
fn names_of_the_data_are_not_translated() {
    let place = tempfile::tempdir().unwrap();
    let folder = closed(place.path(), small(), 8);
    let english = kaesu_study::report::report(&folder, None).unwrap();
    assert!(english.title.contains("Othello"), "{}", english.title);
    let japanese = in_language(&english, folder.study(), Language::Japanese);
    assert!(japanese.title.contains("オセロ"), "{}", japanese.title);
    let headings = |report: &::report::Report, name: &str| -> Vec<String> {
        let table = tables(report).find(|table| table.name == name).unwrap();
        let columns = table.columns().iter();
        columns.map(|column| column.heading.clone()).collect()
    };
    assert_eq!(
        headings(&japanese, "results")[..4],
        ["条件", "勝ち", "引き分け", "負け"]
    );
    assert_eq!(headings(&japanese, "orders")[1], "割り当て");
    assert_eq!(
        headings(&japanese, "person-1-winning")[1..3],
        ["win", "move"]
    );
    let names = |report: &::report::Report, name: &str| -> Vec<Vec<::report::Cell>> {
        let table = tables(report).find(|table| table.name == name).unwrap();
        table.rows().iter().map(|row| row[..3].to_vec()).collect()
    };
    assert_eq!(
        names(&english, "answers-on-pages"),
        names(&japanese, "answers-on-pages")
    );
}

/// Which game was more fun is told by arm, and everybody is counted once.
#[test]
fn a_chosen_game_is_told_by_its_arm() {
    let place = tempfile::tempdir().unwrap();
    let folder = closed(place.path(), small(), 8);
    let report = kaesu_study::report::report(&folder, None).unwrap();
    let csv = &report.files(Language::English)["tables/answers-on-pages.csv"];
    let register = folder.register().unwrap();
    let mut all = 0;
    for (arm, name) in (0..).zip(["winning", "entertaining"]) {
        let chose = register.people().filter(|person| {
            let slot = kaesu_study::person::Slot::plain("fun");
            let game = person.answers[&slot].value.as_ref();
            let game = game.and_then(|game| game.parse().ok());
            game.is_some_and(|game| register.table_of(person, game).unwrap().arm == arm)
        });
        let count = chose.count();
        all += count;
        let row = format!("fun,,{name},{count}");
        assert!(csv.lines().any(|line| line == row), "{row}: {csv}");
    }
    assert!(all > 4, "{all}");
}

/// How a game ended is in points of the game, and what a judge thinks in units of its own: no curve has both.
#[test]
fn the_end_of_a_game_is_no_judgement() {
    let place = tempfile::tempdir().unwrap();
    let folder = closed(place.path(), small(), 8);
    let judge = Judge::named("reversi-any").unwrap();
    let report = kaesu_study::report::report(&folder, Some(&judge)).unwrap();
    let register = folder.register().unwrap();
    let mut ends = 0;
    for person in register.people() {
        for (game, arm) in (1..).zip(&register.cells()[person.cell.unwrap()].games) {
            let table = register.table_of(person, game).unwrap();
            let seat = table.seat_of(&person.code).unwrap();
            let last = table.own_plies(seat).last().unwrap();
            let name = &folder.study().arms[arm.0].name;
            let name = format!("person-{}-{name}", person.number);
            let told = tables(&report).find(|table| table.name == name).unwrap();
            let judged = !matches!(told.rows().last().unwrap()[3], ::report::Cell::Missing);
            assert_eq!(judged, (last as usize) < table.plies.len(), "{name}");
            ends += u32::from(!judged);
        }
    }
    assert!(ends > 0, "somebody moved last");
}

#[test]
fn power_is_told_of_every_claim_of_p2() {
    let study = Study::parse("p2.toml", library::text("p2").unwrap()).unwrap();
    let text = power::report(&study).to_string();
    for words in [
        "paired of win",
        "binomial of fun",
        "a taste of 2:1",
        "exchange of move",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

/// A judge that does not play the games is refused with a remedy, and is not taken by itself.
#[test]
fn nobody_judges_games_that_they_do_not_play() {
    let yonin = Study::parse("yonin.toml", library::text("yonin").unwrap()).unwrap();
    assert_eq!(kaesu_study::report::usual_judge(&yonin), None);
    let p2 = Study::parse("p2.toml", library::text("p2").unwrap()).unwrap();
    let usual = kaesu_study::report::usual_judge(&p2).unwrap();
    let place = tempfile::tempdir().unwrap();
    let folder = closed(place.path(), small(), 1);
    let judge = Judge::named(usual).unwrap();
    let error = kaesu_study::report::report(&folder, Some(&judge)).unwrap_err();
    let said = error.to_string();
    assert!(
        said.contains("reversi-4x4") && said.contains("--judge"),
        "{said}"
    );
}
