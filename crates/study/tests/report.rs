//! Reports of small studies: complete, the same each time, and marked where nobody real took part.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod common;

use kaesu_study::event::Link;
use kaesu_study::folder::Folder;
use kaesu_study::{Study, library, power};
use report::Language;

use common::{Walk, small};

#[test]
fn a_report_says_what_became_of_every_claim_and_who_came() {
    let place = tempfile::tempdir().unwrap();
    let mut folder = Folder::run(place.path(), small(), true).unwrap();
    let mut walk = Walk::new(folder.register().unwrap());
    for number in 0..8 {
        let code = walk.join(number, Link::Simulated);
        walk.finish(&code);
    }
    folder.append(&walk.take()).unwrap();
    let judge = players::library::load("reversi-any").unwrap();
    let write = || kaesu_study::report::report(&folder, Some(("reversi-any", &judge))).unwrap();
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
    // Without a judge there is nothing to exchange, and the rest is there.
    let without = kaesu_study::report::report(&folder, None).unwrap();
    assert!(without.to_string().contains("nothing to exchange"));
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
