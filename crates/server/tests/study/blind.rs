//! What is sent and when tells nothing.

use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::people::{start, walk};

/// What is sent and when says nothing of how long a program thought: no message comes that shows nothing
/// new.
#[tokio::test(flavor = "multi_thread")]
async fn no_message_tells_that_a_program_has_decided() {
    let place = tempfile::tempdir().unwrap();
    let study = start(place.path()).await;
    let view = study.consent(json!({})).await;
    let code = view["code"].as_str().unwrap().to_owned();
    let mut socket = study.socket(&code).await;
    let heard = tokio::spawn(async move {
        let mut heard: Vec<Value> = Vec::new();
        while let Some(Ok(Message::Text(text))) = socket.next().await {
            heard.push(serde_json::from_str(&text).unwrap());
        }
        heard
    });
    let end = walk(&study, view, 2000).await;
    assert_eq!(end["step"]["kind"], "done");
    study.stop().await;
    let heard = heard.await.unwrap();
    let timeless = |view: &Value| {
        let mut view = view.clone();
        view["next"] = json!(view["next"].is_null());
        view
    };
    assert!(heard.len() > 20, "{}", heard.len());
    for pair in heard.windows(2) {
        assert_ne!(
            timeless(&pair[0]),
            timeless(&pair[1]),
            "nothing new is shown"
        );
    }
    // Once a move is answered it is said how long every reply takes, decided or not.
    let waits = heard.iter().filter(|view| {
        let step = &view["step"];
        step["kind"] == "play"
            && step["toMove"] == false
            && step["over"] == false
            && step["asked"][0].is_null()
    });
    assert!(waits.clone().count() > 3);
}
