//! What is saved comes out again: the same bytes each time, and nothing of whoever withdrew.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use kaesu_study::event::{Event, Link};
use kaesu_study::export::{self, Options};
use kaesu_study::folder::{Folder, FolderError};
use kaesu_study::register::{Newcomer, Order};
use kaesu_study::{Code, Language, Register, Study, library};

use common::{Walk, small};

/// A study in a folder with this many people who went through all of it.
fn folder(path: &Path, people: u64, link: Link) -> Folder {
    let mut folder = Folder::run(path, small(), link == Link::Simulated).unwrap();
    let mut walk = Walk::new(folder.register().unwrap());
    for number in 0..people {
        let code = walk.join(number, link);
        walk.finish(&code);
        let entries = walk.take();
        folder.append(&entries).unwrap();
    }
    folder
}

#[test]
fn the_same_events_give_the_same_bytes_and_the_register_comes_back() {
    let places = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [one, other] = places
        .each_ref()
        .map(|place| folder(place.path(), 8, Link::Simulated));
    let options = Options::default();
    let files = export::files(&one, options).unwrap();
    assert_eq!(files, export::files(&other, options).unwrap());
    // After closing and opening again, too.
    drop(one);
    let again = Folder::open(places[0].path()).unwrap();
    assert!(again.is_simulated());
    assert_eq!(files, export::files(&again, options).unwrap());
    let answers = &files["data/study-small_table-answers_data.csv"];
    assert!(
        answers
            .lines()
            .any(|line| line.contains("nothing-to-judge")),
        "{answers}"
    );
    let people = &files["data/study-small_table-people_data.csv"];
    assert_eq!(
        people
            .lines()
            .filter(|line| line.contains(",finished,"))
            .count(),
        8
    );
    for (name, text) in &files {
        if name.starts_with("data/raw/game-") {
            records::Record::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    let description = &files["dataset_description.json"];
    for column in answers.lines().next().unwrap().split(',') {
        assert!(
            description.contains(&format!("\"name\": \"{column}\"")),
            "{column}"
        );
    }
}

#[test]
fn shared_data_names_nobody() {
    let place = tempfile::tempdir().unwrap();
    let folder = folder(place.path(), 4, Link::Real);
    let codes: Vec<String> = {
        let register = folder.register().unwrap();
        register
            .people()
            .map(|person| person.code.to_string())
            .collect()
    };
    folder.log().set_external(&codes[0], "PROLIFIC-77").unwrap();
    let has = |options: Options, what: &str| {
        let files = export::files(&folder, options).unwrap();
        files.values().any(|text| text.contains(what))
    };
    let share = Options {
        share: true,
        ..Options::default()
    };
    for secret in codes
        .iter()
        .map(|code| &**code)
        .chain(["PROLIFIC-77", "=HYPERLINK", "1700000"])
    {
        assert!(has(Options::default(), secret), "{secret}");
        assert!(!has(share, secret), "{secret}");
    }
    let excel = Options {
        excel: true,
        ..Options::default()
    };
    let guarded = export::files(&folder, excel).unwrap();
    let answers = &guarded["data/study-small_table-answers_data.csv"];
    assert!(answers.starts_with('\u{feff}'));
    assert!(answers.contains("'=HYPERLINK"));
    assert!(!answers.contains(",=HYPERLINK"));
    assert!(!answers.contains(",\"=HYPERLINK"));
}

/// The rows of a table, each with its columns by name.
fn rows(text: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    lines
        .map(|cells| head.iter().copied().zip(cells).collect())
        .collect()
}

#[test]
fn tables_join_and_their_book_says_what_is_in_them() {
    let place = tempfile::tempdir().unwrap();
    let folder = folder(place.path(), 4, Link::Real);
    for share in [false, true] {
        let options = Options {
            share,
            ..Options::default()
        };
        let files = export::files(&folder, options).unwrap();
        let readme = &files["README.md"];
        let events = files.get("data/study-small_table-events_data.csv");
        assert_eq!(readme.contains("events"), events.is_some(), "{readme}");
        assert!(
            readme.starts_with("# ") && readme.contains("Othello"),
            "{readme}"
        );
        let Some(events) = events else { continue };
        let games = rows(&files["data/study-small_table-games_data.csv"]);
        let played: BTreeSet<&str> = games.iter().map(|row| row["table"]).collect();
        let events = rows(events);
        let named: BTreeSet<&str> = events.iter().map(|row| row["table"]).collect();
        assert_eq!(played.len(), 4 * 3);
        assert_eq!(named, played.into_iter().chain([""]).collect());
    }
    let files = export::files(&folder, Options::default()).unwrap();
    let book: serde_json::Value = serde_json::from_str(&files["dataset_description.json"]).unwrap();
    assert!(book["name"].as_str().unwrap().contains("Othello"), "{book}");
    let about = |name: &str| {
        let all = book["variableMeasured"].as_array().unwrap();
        all.iter().find(|each| each["name"] == name).unwrap()
    };
    assert_eq!(
        about("fun")["levels"],
        serde_json::json!(["winning", "entertaining"])
    );
    // A question may share its name with a column of another table.
    assert_eq!(
        about("move")["description"],
        "the move in the game's notation"
    );
    assert_eq!(about("move")["question"]["name"], "move");
    assert!(
        about("value")["description"]
            .as_str()
            .unwrap()
            .contains("1000000")
    );
}

/// Who was replaced has moved all the same.
#[test]
fn moves_of_somebody_who_was_replaced_stay_theirs() {
    let place = tempfile::tempdir().unwrap();
    let study = Study::parse("yonin.toml", library::text("yonin").unwrap()).unwrap();
    let mut folder = Folder::run(place.path(), study, false).unwrap();
    let mut walk = Walk::new(folder.register().unwrap());
    let codes: Vec<Code> = (0..4).map(|number| walk.join(number, Link::Real)).collect();
    let here: BTreeSet<Code> = codes.iter().cloned().collect();
    let gone = codes[0].clone();
    let own = |walk: &Walk| {
        let table = walk.register.table("g1")?;
        Some(table.own_plies(table.seat_of(&gone)?).count())
    };
    let go_on = |walk: &mut Walk, turn: u64| {
        walk.now += 700;
        let entries = walk.register.tick(&here, walk.now);
        walk.entries.extend(entries);
        walk.reply();
        for code in &codes {
            if let Some(request) = walk.next(code, rules::hash::mix(turn)) {
                walk.ask(code, &request).unwrap();
            }
        }
    };
    let mut turn = 0;
    while own(&walk).unwrap_or(0) < 3 {
        turn += 1;
        assert!(turn < 3000);
        go_on(&mut walk, turn);
    }
    let freed = walk.register.order(&Order::Free(gone.clone()), walk.now);
    walk.entries.extend(freed.unwrap());
    while walk.register.table("g1").unwrap().ended.is_none() {
        turn += 1;
        assert!(turn < 6000);
        go_on(&mut walk, turn);
    }
    folder.append(&walk.take()).unwrap();
    let told = |folder: &Folder| {
        let files = export::files(folder, Options::default()).unwrap();
        let moves = rows(&files["data/study-yonin_table-moves_data.csv"])
            .iter()
            .filter(|row| row["table"] == "g1" && row["by"] == "person")
            .map(|row| row["person"].to_owned())
            .collect::<Vec<_>>();
        let games = rows(&files["data/study-yonin_table-games_data.csv"])
            .iter()
            .filter(|row| row["table"] == "g1")
            .map(|row| {
                (
                    row["person"].to_owned(),
                    row["replaced"] == "yes",
                    row["result"].is_empty(),
                )
            })
            .collect::<Vec<_>>();
        (moves, games)
    };
    let (moves, games) = told(&folder);
    assert_eq!(moves.iter().filter(|who| **who == gone.as_str()).count(), 3);
    assert!(moves.iter().all(|who| !who.is_empty()));
    assert_eq!(games.len(), 4);
    for (who, replaced, nothing) in games {
        assert_eq!(who == gone.as_str(), replaced, "{who}");
        assert_eq!(replaced, nothing, "{who}");
    }
    // Unless they withdraw: then the moves are nobody's.
    folder.withdraw(&gone, walk.now).unwrap();
    let (moves, games) = told(&folder);
    assert_eq!(moves.iter().filter(|who| who.is_empty()).count(), 3);
    assert_eq!(games.len(), 3);
}

/// Whoever asks for data while the study is served is told what to do.
#[test]
fn a_study_that_is_served_is_not_read_meanwhile() {
    let place = tempfile::tempdir().unwrap();
    let folder = folder(place.path(), 1, Link::Real);
    let error = Folder::open(place.path()).err().expect("it is in use");
    assert!(matches!(error, FolderError::Running(_)), "{error}");
    let said = error.to_string();
    assert!(
        said.contains("Ctrl-C") && !said.contains("--data"),
        "{said}"
    );
    drop(folder);
    Folder::open(place.path()).unwrap();
}

fn save(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Every byte of every file of a folder.
fn bytes(path: &Path) -> Vec<u8> {
    let files = std::fs::read_dir(path).unwrap();
    files
        .filter_map(|file| std::fs::read(file.unwrap().path()).ok())
        .flatten()
        .collect()
}

fn holds(haystack: &[u8], needle: &str) -> bool {
    haystack
        .windows(needle.len())
        .any(|window| window == needle.as_bytes())
}

#[test]
fn whoever_withdraws_leaves_no_byte_behind() {
    let place = tempfile::tempdir().unwrap();
    let mut folder = folder(place.path(), 8, Link::Real);
    let register = folder.register().unwrap();
    let code = register.in_order()[2].code.clone();
    let other = register.in_order()[3].code.clone();
    let secret = "my secret is xylophone";
    folder
        .log()
        .set_draft(code.as_str(), "why", secret)
        .unwrap();
    folder
        .log()
        .set_external(code.as_str(), "external-quokka")
        .unwrap();
    // What the person wrote is marked with the code in the walk.
    let own = format!("=HYPERLINK of {code}");
    let before = bytes(place.path());
    for text in [&*own, secret, "external-quokka"] {
        assert!(holds(&before, text), "{text}");
    }
    // A report and data that were written here have the person's answers, too.
    let report = kaesu_study::report::report(&folder, None).unwrap();
    for (name, text) in report.files(::report::Language::English) {
        save(&place.path().join("report").join(name), &text);
    }
    save(
        &place.path().join("report/.kaesu-report"),
        "index.html\nreport.md\n../study.sqlite\n",
    );
    save(&place.path().join("report/notes.txt"), "my own");
    for (name, text) in export::files(&folder, Options::default()).unwrap() {
        save(&place.path().join("data").join(name), &text);
    }
    let written = folder.withdraw(&code, 5).unwrap();
    assert_eq!(
        written,
        ["report", "data"].map(|name| place.path().join(name))
    );
    assert!(!place.path().join("report/index.html").exists());
    assert!(!place.path().join("data/data").exists());
    assert!(place.path().join("report/notes.txt").exists());
    assert_eq!(folder.withdrew().unwrap(), 1);
    let after = bytes(place.path());
    for text in [&*own, secret, "external-quokka"] {
        assert!(!holds(&after, text), "{text}");
    }
    assert!(holds(&after, &format!("=HYPERLINK of {other}")));
    // The code alone is left once, in the list of those who withdrew (a table and its index).
    assert_eq!(folder.log().withdrawn().unwrap(), [code.to_string()]);
    let register = folder.register().unwrap();
    assert!(register.person(&code).is_none());
    assert_eq!(register.people().count(), 7);
    let files = export::files(&folder, Options::default()).unwrap();
    let named = files
        .iter()
        .filter(|(_, text)| text.contains(code.as_str()));
    assert_eq!(
        named.map(|(name, _)| &**name).collect::<Vec<_>>(),
        ["withdrawn.txt"]
    );
}

#[test]
fn the_first_real_person_freezes_the_file() {
    let place = tempfile::tempdir().unwrap();
    let changed = |version: &str| {
        let text = small()
            .text
            .replace("answer = 60", "answer = 61")
            .replace("seed = 1", &format!("{version}seed = 1"));
        Study::parse("small.toml", &text).unwrap()
    };
    // Before anybody came, and with testers alone, everything may change.
    drop(Folder::run(place.path(), small(), false).unwrap());
    drop(Folder::run(place.path(), changed(""), false).unwrap());
    let mut folder = Folder::run(place.path(), small(), false).unwrap();
    let mut register = folder.register().unwrap();
    let mut come = |folder: &mut Folder, number: u64, link: Link| {
        let newcomer = Newcomer {
            code: Code::of(number),
            language: Language::Ja,
            link,
            again: false,
        };
        let entries = register.consent(&newcomer, 1000).unwrap();
        folder.append(&entries).unwrap();
    };
    come(&mut folder, 1, Link::Test);
    assert_eq!(folder.versions()[0].frozen, None);
    come(&mut folder, 2, Link::Real);
    assert_eq!(folder.versions()[0].frozen, Some(1000));
    drop(folder);
    let error = |study: Study, simulated: bool| {
        let error = Folder::run(place.path(), study, simulated)
            .err()
            .expect("it is frozen");
        assert!(!error.to_string().contains('\n'));
        error
    };
    assert!(matches!(error(changed(""), false), FolderError::Frozen(1)));
    assert!(matches!(error(small(), true), FolderError::Real(_)));
    drop(Folder::run(place.path(), small(), false).unwrap());
    let folder = Folder::run(place.path(), changed("version = 2\n"), false).unwrap();
    assert_eq!(folder.versions().len(), 2);
    assert_eq!(folder.versions()[0].study().unwrap().hash(), small().hash());
    let register: Register = folder.register().unwrap();
    assert!(register.people().all(|person| person.version == 1));
    // Nobody came to the second, and the first is still what it was.
    drop(folder);
    let first = changed("");
    assert!(matches!(error(first, false), FolderError::Frozen(1)));
}

/// Whatever would make other data of those who took part is another study.
#[test]
fn another_version_changes_nothing_that_people_met() {
    let place = tempfile::tempdir().unwrap();
    let data = folder(place.path(), 2, Link::Real);
    let files = export::files(&data, Options::default()).unwrap();
    drop(data);
    let version = |from: &str, to: &str| {
        let text = small().text;
        assert!(text.contains(from), "{from}");
        let text = format!("version = 2\n{}", text.replace(from, to));
        Study::parse("small.toml", &text).unwrap_or_else(|error| panic!("{error}"))
    };
    let swapped = small()
        .text
        .replace("name = \"winning\"", "name = \"w\"")
        .replace("name = \"entertaining\"", "name = \"winning\"")
        .replace("name = \"w\"", "name = \"entertaining\"");
    let swapped = Study::parse("small.toml", &format!("version = 2\n{swapped}")).unwrap();
    for (study, what) in [
        (version("seed = 1", "seed = 2"), "seed"),
        (
            version("order = \"balanced\"", "order = \"williams\""),
            "order",
        ),
        (swapped, "arm"),
        (version("\"winning\"", "\"winner\""), "arm"),
        (version("\"why\"", "\"reason\""), "question"),
        (version("rule = \"every\"", "rule = { nth = 2 }"), "[moves]"),
        (version("[\"ja\", \"en\"]", "[\"ja\"]"), "language"),
    ] {
        let error = Folder::run(place.path(), study, false).err().expect(what);
        let said = error.to_string();
        assert!(said.contains(what) && !said.contains('\n'), "{said}");
        assert!(said.contains("--folder"), "{said}");
    }
    // What people do not meet may change, and so may how it is said.
    let more = version("people = 8", "people = 16");
    let data = Folder::run(place.path(), more, false).unwrap();
    let again = export::files(&data, Options::default()).unwrap();
    for table in ["people", "games", "moves", "answers"] {
        let name = format!("data/study-small_table-{table}_data.csv");
        assert_eq!(files[&name], again[&name], "{table}");
    }
}

/// An answer that was confirmed has a row, whatever became of the game.
#[test]
fn answers_of_a_game_that_is_begun_again_are_exported_as_well() {
    let place = tempfile::tempdir().unwrap();
    let mut folder = Folder::run(place.path(), small(), false).unwrap();
    let mut walk = Walk::new(folder.register().unwrap());
    let code = walk.join(1, Link::Real);
    let mut turn = 0;
    let answered = |walk: &Walk| {
        let person = walk.register.person(&code).unwrap();
        person
            .answers
            .keys()
            .filter(|slot| slot.game == Some(1))
            .count()
    };
    while answered(&walk) < 5 {
        turn += 1;
        walk.now += 700;
        walk.reply();
        if let Some(request) = walk.next(&code, turn) {
            walk.ask(&code, &request).unwrap();
        }
    }
    walk.now += 601_000;
    let entries = walk.register.tick(&Default::default(), walk.now);
    walk.entries.extend(entries);
    walk.finish(&code);
    let closed = walk.register.order(&Order::Close, walk.now).unwrap();
    walk.entries.extend(closed);
    let entries = walk.take();
    let given = entries
        .iter()
        .filter(|entry| matches!(entry.event, Event::Answered { .. }));
    let given = given.count();
    folder.append(&entries).unwrap();
    let files = export::files(&folder, Options::default()).unwrap();
    let answers = &files["data/study-small_table-answers_data.csv"];
    let place_of = |name: &str| {
        let mut head = answers.lines().next().unwrap().split(',');
        head.position(|column| column == name).unwrap()
    };
    let (tries, attempt, game) = (place_of("tries"), place_of("attempt"), place_of("game"));
    let rows: Vec<Vec<&str>> = answers
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    let told = rows.iter().skip(1).filter(|row| !row[tries].is_empty());
    assert_eq!(told.count(), given, "one row for each");
    let first = rows
        .iter()
        .filter(|row| row[attempt] == "1" && row[game] == "1" && !row[tries].is_empty());
    assert_eq!(first.count(), 5);
    let report = kaesu_study::report::report(&folder, None).unwrap();
    let flow = &report.files(::report::Language::English)["tables/flow.csv"];
    for row in [
        "planned to finish,8",
        "\"of these, began a game again after being away\",1",
    ] {
        assert!(flow.contains(row), "{row}: {flow}");
    }
}

/// The jumps of the data are those that the report tests.
#[test]
fn the_jumps_of_the_data_are_those_of_the_report() {
    let place = tempfile::tempdir().unwrap();
    let mut folder = folder(place.path(), 4, Link::Simulated);
    let closed = folder.register().unwrap().order(&Order::Close, 1 << 42);
    folder.append(&closed.unwrap()).unwrap();
    let files = export::files(&folder, Options::default()).unwrap();
    let judge = kaesu_study::report::Judge::named("reversi-any").unwrap();
    let report = kaesu_study::report::report(&folder, Some(&judge)).unwrap();
    let report = report.files(::report::Language::English);
    let answers = rows(&files["data/study-small_table-answers_data.csv"]);
    let mut compared = 0;
    for person in folder.register().unwrap().people() {
        for arm in ["winning", "entertaining"] {
            let told = rows(&report[&format!("tables/person-{}-{arm}.csv", person.number)]);
            for row in &told {
                let same = answers.iter().find(|answer| {
                    answer["person"] == person.code.as_str()
                        && (answer["arm"], answer["question"]) == (arm, "move")
                        && answer["own-move"] == row["own move"]
                });
                let number = |text: &str| text.parse::<f64>().ok();
                assert_eq!(number(same.unwrap()["jump"]), number(row["jump"]));
                compared += usize::from(!row["jump"].is_empty());
            }
        }
    }
    assert!(compared > 20, "{compared}");
    assert!(files["dataset_description.json"].contains("the evaluation by reversi-any"));
    let script = &files["analysis/mixed-models.R"];
    assert!(
        !script.contains("diff("),
        "the script computes no jumps of its own"
    );
    // Pages have none, nor has the practice.
    let others = answers
        .iter()
        .filter(|row| row["at"] != "move" || row["game"] == "0");
    assert!(others.clone().count() > 0 && others.clone().all(|row| row["jump"].is_empty()));
}

/// The practice is played against somebody else than the first arm is.
#[test]
fn the_practice_is_of_no_arm() {
    let place = tempfile::tempdir().unwrap();
    let folder = folder(place.path(), 2, Link::Simulated);
    let files = export::files(&folder, Options::default()).unwrap();
    for table in ["games", "moves", "answers"] {
        let name = format!("data/study-small_table-{table}_data.csv");
        let all = rows(&files[&name]);
        let practice = all.iter().filter(|row| row["game"] == "0");
        assert!(practice.clone().count() > 0, "{table}");
        assert!(practice.clone().all(|row| row["arm"].is_empty()), "{table}");
        let played = |row: &&BTreeMap<&str, &str>| !["", "0"].contains(&row["game"]);
        assert!(
            all.iter().filter(played).all(|row| !row["arm"].is_empty()),
            "{table}"
        );
    }
}

/// What was drawn for somebody follows from their number, which shared data must not tell.
#[test]
fn shared_data_does_not_tell_who_came_first() {
    let place = tempfile::tempdir().unwrap();
    let folder = folder(place.path(), 4, Link::Real);
    let share = Options {
        share: true,
        ..Options::default()
    };
    let (own, shared) = (
        export::files(&folder, Options::default()).unwrap(),
        export::files(&folder, share).unwrap(),
    );
    let register = folder.register().unwrap();
    for table in register.tables() {
        let finds = |files: &std::collections::BTreeMap<String, String>| {
            files
                .values()
                .any(|text| text.contains(&table.seed.to_string()))
        };
        assert!(finds(&own) && !finds(&shared), "{}", table.id);
    }
}
