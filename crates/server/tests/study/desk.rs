//! Whom the desk is told of.

use std::time::Duration;

use serde_json::{Value, json};
use study::Study;

use crate::common::get;
use crate::people::{four, four_come, go_on, open_page, small, start_with};

/// Who does nothing is an alarm, whether they sit there or have gone; more time ends it.
#[tokio::test(flavor = "multi_thread")]
async fn the_desk_is_alarmed_by_whoever_is_stuck_or_gone() {
    let place = tempfile::tempdir().unwrap();
    let text = small().text.replace("idle = 90", "idle = 1");
    let study = start_with(place.path(), Study::parse("small.toml", &text).unwrap()).await;
    let code = study.consent(json!({})).await["code"]
        .as_str()
        .unwrap()
        .to_owned();
    let page = open_page(&study, &code).await;
    // The word of an alarm, once there is another than the last.
    let alarm = async |last: &Value| {
        for _ in 0..500 {
            let secret = [("X-Study-Desk", &*study.desk)];
            let (_, desk) = get(study.address, "/api/study/desk", &secret).await;
            if desk["people"][0]["alarm"] != *last {
                return desk["people"][0]["alarm"].clone();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("it stays at {last}");
    };
    assert_eq!(alarm(&Value::Null).await, "stuck");
    page.abort();
    assert_eq!(alarm(&json!("stuck")).await, "gone");
    let more = json!({"kind": "extend", "code": code});
    assert_eq!(study.order(&study.desk, &more).await.0, 204);
    assert_eq!(alarm(&json!("gone")).await, Value::Null);
    study.stop().await;
}

/// At a table that is shared the study waits for whoever's turn it is, and before it for those who do not
/// come: nobody else is stuck.
#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_others_is_not_stuck() {
    let place = tempfile::tempdir().unwrap();
    let text = four("yonin")
        .text
        .replace("turn = 180", "turn = 180\nidle = 1");
    let study = start_with(place.path(), Study::parse("four.toml", &text).unwrap()).await;
    let (codes, _pages) = four_come(&study).await;
    let stuck = async || {
        tokio::time::sleep(Duration::from_millis(1500)).await;
        let secret = [("X-Study-Desk", &*study.desk)];
        let (_, desk) = get(study.address, "/api/study/desk", &secret).await;
        let people = desk["people"].as_array().unwrap().iter();
        let stuck = people.filter(|person| person["alarm"] == "stuck");
        stuck
            .map(|person| person["code"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let waits = |view: &Value| view["step"]["kind"] == "waiting";
    go_on(&study, &codes[..3], waits).await;
    assert_eq!(stuck().await, codes[3..]);
    let in_game = |view: &Value| view["step"]["kind"] == "play" && view["step"]["game"] == 1;
    go_on(&study, &codes[3..], in_game).await;
    let views = go_on(&study, &codes, in_game).await;
    let turn = (0..4).find(|&place| views[place]["step"]["toMove"] == true);
    assert_eq!(stuck().await, [codes[turn.unwrap()].clone()]);
    study.stop().await;
}
