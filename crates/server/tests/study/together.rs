//! Four people at a table.

use serde_json::{Value, json};
use study::Study;
use study::export::{self, Options};
use study::folder::Folder;

use crate::common::get;
use crate::people::{four, four_come, go_on, lines_with, start_with};

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_together_and_programs_sit_in_for_who_leaves() {
    let place = tempfile::tempdir().unwrap();
    let study = start_with(place.path(), four("yonin")).await;
    let (mut codes, mut pages) = four_come(&study).await;
    let kind = |view: &Value| view["step"]["kind"].as_str().unwrap().to_owned();
    // Three wait, and see how many are there; after a while they may begin without a fourth, and do not.
    let waits = |view: &Value| view["step"]["kind"] == "waiting" && view["step"]["alone"] == true;
    let views = go_on(&study, &codes[..3], waits).await;
    assert_eq!(
        (&views[0]["step"]["present"], &views[0]["step"]["needed"]),
        (&json!(3), &json!(4))
    );
    // With the fourth everybody sits down at once, at different seats.
    let in_game = |view: &Value| view["step"]["kind"] == "play" && view["step"]["game"] == 1;
    go_on(&study, &codes[3..], in_game).await;
    let views = go_on(&study, &codes, in_game).await;
    let mut seats: Vec<u64> = views
        .iter()
        .map(|view| view["step"]["seat"].as_u64().unwrap())
        .collect();
    seats.sort_unstable();
    assert_eq!(seats, [0, 1, 2, 3]);
    let far = |view: &Value| {
        view["step"]["plies"]
            .as_array()
            .is_none_or(|plies| plies.len() >= 9)
    };
    go_on(&study, &codes, far).await;
    // One closes the page: a program takes the seat, and the others play to the end.
    let gone = codes.pop().unwrap();
    let page = pages.pop().unwrap();
    page.abort();
    let _ = page.await;
    let waiting = |view: &Value| view["step"]["kind"] == "waiting";
    let views = go_on(&study, &codes, waiting).await;
    assert!(views.iter().all(|view| view["step"]["needed"] == 4));
    // For the second game they are too few: whoever does not want to wait begins, and takes the others along.
    let views = go_on(&study, &codes, |view| kind(view) == "play").await;
    assert!(
        views.iter().all(|view| view["step"]["game"] == 2),
        "{views:?}"
    );
    go_on(&study, &codes, |view| kind(view) == "done").await;
    // Who left comes back, finds the seat taken, and may play as well.
    let (status, view) = study.act(&gone, "", &json!({"kind": "hello"})).await;
    assert_eq!(
        (status, &view["step"]["replaced"]),
        (200, &json!(true)),
        "{view}"
    );
    let (_, desk) = get(
        study.address,
        "/api/study/desk",
        &[("X-Study-Desk", &study.desk)],
    )
    .await;
    let flagged = desk["people"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|p| p["flagged"] == true);
    assert_eq!(flagged.count(), 3, "{desk}");
    study.stop().await;

    let mut folder = Folder::open(place.path()).unwrap();
    let tables = |folder: &Folder| -> Vec<(bool, usize, usize, bool)> {
        let register = folder.register().unwrap();
        let shared = register.tables().filter(|table| table.is_shared());
        let of = |table: &study::table::StudyTable| {
            let people = table.people.iter().flatten().count();
            (
                table.is_flagged(),
                people,
                table.plies.len(),
                table.ended.is_some(),
            )
        };
        shared.map(of).collect()
    };
    let before = tables(&folder);
    assert_eq!(before.len(), 2);
    assert!(
        before
            .iter()
            .all(|&(flagged, people, _, ended)| flagged && people == 3 && ended)
    );
    let files = export::files(&folder, Options::default()).unwrap();
    let games = &files["data/study-four_table-games_data.csv"];
    assert_eq!(lines_with(games, "short", "1"), 3, "{games}");
    // Whoever withdraws takes everything along but the moves that the others played on from.
    let code: study::Code = codes[0].parse().unwrap();
    folder.withdraw(&code, 1).unwrap();
    let after = tables(&folder);
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(
            (before.2, before.3),
            (after.2, after.3),
            "the others' game is whole"
        );
        assert_eq!(after.1, 2);
    }
    let found = std::fs::read(folder.log().path()).unwrap();
    let times = found
        .windows(7)
        .filter(|part| *part == code.as_str().as_bytes())
        .count();
    assert_eq!(
        times, 2,
        "only in the list of those who withdrew, and its index"
    );
}

/// Where something blocks sockets, people are there as long as their pages ask.
#[tokio::test(flavor = "multi_thread")]
async fn four_people_without_sockets_sit_down_together() {
    let place = tempfile::tempdir().unwrap();
    // However slow the machine is, nobody begins without the others.
    let text = four("yonin").text;
    let text = text.replace("wait = 1 ", "wait = 60 ");
    let study = Study::parse("four.toml", &text).unwrap();
    assert_eq!(study.times.wait, 60_000);
    let study = start_with(place.path(), study).await;
    let mut codes = Vec::new();
    for _ in 0..4 {
        let view = study.consent(json!({})).await;
        codes.push(view["code"].as_str().unwrap().to_owned());
    }
    let in_game = |view: &Value| view["step"]["kind"] == "play" && view["step"]["game"] == 1;
    go_on(&study, &codes, in_game).await;
    let secret = [("X-Study-Desk", &*study.desk)];
    let (_, desk) = get(study.address, "/api/study/desk", &secret).await;
    let people = desk["people"].as_array().unwrap();
    assert!(
        people
            .iter()
            .all(|person| person["present"] == true && person["flagged"] == false)
    );
    study.stop().await;
}

/// Any game for several people, by the same study.
#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_shogi_as_well() {
    let place = tempfile::tempdir().unwrap();
    let study = start_with(place.path(), four("yonin-shogi")).await;
    let (codes, _pages) = four_come(&study).await;
    let far = |view: &Value| {
        view["step"]["plies"]
            .as_array()
            .is_some_and(|plies| plies.len() >= 12)
            && view["step"]["game"] == 1
    };
    let views = go_on(&study, &codes, far).await;
    assert!(
        views
            .iter()
            .all(|view| view["step"]["name"] == "yonin-shogi")
    );
    study.stop().await;
}
