//! What is saved comes out again: the same bytes each time, and nothing of whoever withdrew.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod common;

use std::path::Path;

use kaesu_study::event::Link;
use kaesu_study::export::{self, Options};
use kaesu_study::folder::{Folder, FolderError};
use kaesu_study::register::Newcomer;
use kaesu_study::{Code, Language, Register, Study};

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

/// Every byte of every file of a folder.
fn bytes(path: &Path) -> Vec<u8> {
    let files = std::fs::read_dir(path).unwrap();
    files
        .flat_map(|file| std::fs::read(file.unwrap().path()).unwrap())
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
    folder.withdraw(&code, 5).unwrap();
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
            .replace("seed = 1", &format!("{version}seed = 2"));
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
}
