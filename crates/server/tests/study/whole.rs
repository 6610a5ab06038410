//! From the first page to the export, and what is kept of whom.

use serde_json::{Value, json};
use study::export::{self, Options};
use study::folder::Folder;

use crate::common::{get, post, request};
use crate::people::{four, go_on, lines_with, open_page, small, start, start_with, walk};

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_study_goes_on_after_an_end_of_the_server_and_is_exported() {
    let place = tempfile::tempdir().unwrap();
    let study = start(place.path()).await;
    let (status, entry) = get(study.address, "/api/study", &[]).await;
    assert_eq!((status, &entry["languages"]), (200, &json!(["ja", "en"])));
    let (status, _, page) = request(study.address, "GET", "/study", &[], b"").await;
    assert!(status == 200 && page.contains("<html"), "{status}");
    let (status, _) = post(study.address, "/api/study/decline", &json!({})).await;
    assert_eq!(status, 204);
    let view = study.consent(json!({"external": "PROLIFIC-1"})).await;
    let code = view["code"].as_str().unwrap().to_owned();
    let middle = walk(&study, view, 25).await;
    assert_eq!(middle["step"]["kind"], "play", "{middle}");
    study.stop().await;

    // Another server, another device: the code is enough.
    let study = start(place.path()).await;
    let spaced = format!("{} {}", &code[..3], code[3..].to_lowercase());
    let (status, view) = study.act(&spaced, "", &json!({"kind": "hello"})).await;
    assert_eq!(status, 200);
    let plies = |view: &Value| view["step"]["plies"].as_array().map_or(0, Vec::len);
    assert!(plies(&view) >= plies(&middle), "{view}");
    let end = walk(&study, view, 2000).await;
    assert_eq!(end["step"]["kind"], "done", "{end}");
    // Somebody who tries it out counts nowhere.
    let tester = study.consent(json!({"test": study.test})).await;
    walk(&study, tester, 2000).await;
    let (status, desk) = get(
        study.address,
        "/api/study/desk",
        &[("X-Study-Desk", &study.desk)],
    )
    .await;
    assert_eq!(status, 200);
    assert_eq!(
        (&desk["finished"], &desk["declined"], &desk["frozen"]),
        (&json!(1), &json!(1), &json!(true))
    );
    let text = desk.to_string();
    assert!(
        !["\"win\"", "\"loss\"", "scores", "value"]
            .iter()
            .any(|word| text.contains(word)),
        "{text}"
    );
    study.stop().await;

    let folder = Folder::open(place.path()).unwrap();
    let files = export::files(&folder, Options::default()).unwrap();
    let answers = &files["data/study-small_table-answers_data.csv"];
    assert!(answers.contains(&code) && answers.contains("<script>"));
    let confirmed = answers
        .lines()
        .filter(|line| line.contains(&code) && line.contains(",move,"));
    assert!(confirmed.count() > 10);
    assert!(files["data/study-small_table-people_data.csv"].contains("PROLIFIC-1"));
}

/// Who does not agree may play, and nothing of it is anywhere.
#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_take_part_plays_and_leaves_nothing_behind() {
    for (study, name) in [(small(), "small"), (four("yonin"), "four")] {
        let place = tempfile::tempdir().unwrap();
        let study = start_with(place.path(), study).await;
        let visit = json!({"language": "en"});
        let (status, view) = post(study.address, "/api/study/visit", &visit).await;
        assert_eq!((status, &view["visits"]), (200, &json!(true)), "{view}");
        let code = view["code"].as_str().unwrap().to_owned();
        let page = open_page(&study, &code).await;
        let views = go_on(&study, std::slice::from_ref(&code), |view| {
            // No question, nobody to wait for, and nothing told of the programs.
            let kind = view["step"]["kind"].as_str().unwrap();
            assert!(["rules", "play", "pause", "done"].contains(&kind), "{view}");
            assert_eq!(view["step"]["asked"].as_array().map_or(0, Vec::len), 0);
            kind == "done"
        })
        .await;
        assert_eq!(views[0]["step"]["url"], Value::Null, "{name}");
        let secret = [("X-Study-Desk", &*study.desk)];
        let (_, desk) = get(study.address, "/api/study/desk", &secret).await;
        assert_eq!(desk["people"], json!([]));
        let close = json!({"kind": "close"});
        assert_eq!(study.order(&study.desk, &close).await.0, 204);
        assert_eq!(post(study.address, "/api/study/visit", &visit).await.0, 409);
        page.abort();
        study.stop().await;
        for file in std::fs::read_dir(place.path()).unwrap() {
            let Ok(bytes) = std::fs::read(file.unwrap().path()) else {
                continue;
            };
            assert!(!bytes.windows(7).any(|part| part == code.as_bytes()));
        }
        let folder = Folder::open(place.path()).unwrap();
        assert_eq!(folder.entries().unwrap().len(), 1, "that it was closed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_as_it_should_be_is_refused_or_flagged() {
    let place = tempfile::tempdir().unwrap();
    let study = start(place.path()).await;
    // Somebody who meant to try it out is not counted.
    let wrong = json!({"language": "en", "test": "wrong"});
    let (status, answer) = post(study.address, "/api/study/consent", &wrong).await;
    assert_eq!((status, &answer["code"]), (409, &json!("no-test-link")));
    let one = study.consent(json!({"external": "é山 1"})).await;
    let other = study.consent(json!({"external": "é山 1"})).await;
    let desk = async || {
        let secret = [("X-Study-Desk", &*study.desk)];
        get(study.address, "/api/study/desk", &secret).await.1
    };
    let desk = desk().await;
    let people = desk["people"].as_array().unwrap();
    assert_eq!(people.len(), 2);
    for person in people {
        assert_eq!(person["again"], person["code"] == other["code"]);
    }
    // Nothing else stands beside the kind of what is done.
    let code = one["code"].as_str().unwrap();
    let more = json!({"kind": "hello", "more": 1});
    assert_eq!(study.act(code, "", &more).await.0, 400);
    let (status, _) = study
        .order(&study.desk, &json!({"kind": "pause", "more": 1}))
        .await;
    assert_eq!(status, 400);
    // What is too large is refused at what the refusal says.
    let text = "x".repeat(40 * 1024);
    let draft = json!({"kind": "draft", "question": "why", "text": text});
    assert_eq!(study.act(code, "", &draft).await.0, 204);
    study.stop().await;
    let folder = Folder::open(place.path()).unwrap();
    let files = export::files(&folder, Options::default()).unwrap();
    let people = &files["data/study-small_table-people_data.csv"];
    assert_eq!(lines_with(people, "again", "yes"), 1);
}
