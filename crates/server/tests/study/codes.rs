//! Codes are secrets: nobody sees what is another's, and guessing ends soon.

use futures_util::StreamExt;
use serde_json::{Value, json};

use crate::common::{get, post, request};
use crate::people::start;

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_what_is_anothers_and_guessing_ends_soon() {
    let place = tempfile::tempdir().unwrap();
    let study = start(place.path()).await;
    let one = study.consent(json!({})).await["code"]
        .as_str()
        .unwrap()
        .to_owned();
    for secret in ["", "wrong", &study.test, &one] {
        let (status, answer) = get(
            study.address,
            "/api/study/desk",
            &[("X-Study-Desk", secret)],
        )
        .await;
        assert_eq!(
            (status, &answer["code"]),
            (403, &json!("not-admin")),
            "{secret}"
        );
        let (status, _) = study.order(secret, &json!({"kind": "close"})).await;
        assert_eq!(status, 403);
    }
    // Pausing stops everybody, and going on lets them go on.
    assert_eq!(
        study.order(&study.desk, &json!({"kind": "pause"})).await.0,
        204
    );
    let action = json!({"kind": "answer", "question": "strength", "value": "3", "ms": 1});
    let (status, answer) = study.act(&one, "a", &action).await;
    assert_eq!((status, &answer["code"]), (409, &json!("paused")));
    assert_eq!(
        study
            .order(&study.desk, &json!({"kind": "continue"}))
            .await
            .0,
        204
    );
    assert_eq!(study.act(&one, "b", &action).await.0, 200);
    // Codes from the sheet, and no others, can be brought.
    let (status, sheet) = study
        .order(&study.desk, &json!({"kind": "sheet", "count": 2}))
        .await;
    assert_eq!(status, 200);
    let sheet: Vec<String> = serde_json::from_str(&sheet).unwrap();
    let (status, fresh) = study.act(&sheet[0], "", &json!({"kind": "hello"})).await;
    assert_eq!((status, &fresh["step"]["kind"]), (200, &json!("fresh")));
    let view = study.consent(json!({"code": sheet[0]})).await;
    assert_eq!(view["code"], sheet[0].as_str());
    let brought = json!({"language": "en", "code": study::Code::of(77).as_str()});
    assert_eq!(
        post(study.address, "/api/study/consent", &brought).await.0,
        404
    );
    // A socket tells what changed, to whoever has the code.
    let mut socket = study.socket(&one).await;
    let heard = socket.next().await.unwrap().unwrap().into_text().unwrap();
    let heard: Value = serde_json::from_str(&heard).unwrap();
    assert_eq!(heard["code"], one.as_str());
    assert_eq!(study.act(&one, "c", &json!({"kind": "next"})).await.0, 200);
    let heard = socket.next().await.unwrap().unwrap().into_text().unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(&heard).unwrap()["step"]["kind"],
        "play"
    );
    // Deleted is deleted.
    assert_eq!(
        study.act(&one, "", &json!({"kind": "withdraw"})).await.0,
        204
    );
    let hello = json!({"kind": "hello"});
    assert_eq!(study.act(&one, "", &hello).await.0, 404);
    // A slip is told from a code that nobody has; both are limited.
    let (status, answer) = study.act("ABCDEFG", "", &hello).await;
    assert_eq!((status, &answer["code"]), (404, &json!("no-code")));
    let mut refused = 0;
    for number in 0..20 {
        let guess = study::Code::of(1000 + number);
        refused += u32::from(study.act(guess.as_str(), "", &hello).await.0 == 429);
    }
    assert!(refused >= 10, "{refused}");
    // Who came in from here before goes on; who comes with another right code has to wait.
    assert_eq!(study.act(&sheet[0], "", &hello).await.0, 200);
    assert_eq!(study.act(&sheet[1], "", &hello).await.0, 429);
    study.stop().await;
}

/// Whoever came with a printed code goes on after a restart, and a code that withdrew is nobody's.
#[tokio::test(flavor = "multi_thread")]
async fn a_printed_code_goes_on_after_an_end_of_the_server() {
    let place = tempfile::tempdir().unwrap();
    let study = start(place.path()).await;
    let order = json!({"kind": "sheet", "count": 3});
    let (_, sheet) = study.order(&study.desk, &order).await;
    let sheet: Vec<String> = serde_json::from_str(&sheet).unwrap();
    let view = study.consent(json!({"code": sheet[0]})).await;
    let answer = json!({"kind": "answer", "question": "strength", "value": "3", "ms": 1});
    assert_eq!(study.act(&sheet[0], "a", &answer).await.0, 200);
    study.consent(json!({"code": sheet[1]})).await;
    let withdraw = json!({"kind": "withdraw"});
    assert_eq!(study.act(&sheet[1], "", &withdraw).await.0, 204);
    let hello = json!({"kind": "hello"});
    assert_eq!(study.act(&sheet[1], "", &hello).await.0, 404);
    study.stop().await;
    let study = start(place.path()).await;
    let (status, again) = study.act(&sheet[0], "", &hello).await;
    assert_eq!(
        (status, &again["step"]["kind"]),
        (200, &json!("rules")),
        "{view}"
    );
    assert_eq!(
        study.act(&sheet[0], "b", &json!({"kind": "next"})).await.0,
        200
    );
    assert_eq!(study.act(&sheet[1], "", &hello).await.0, 404);
    let (_, fresh) = study.act(&sheet[2], "", &hello).await;
    assert_eq!(fresh["step"]["kind"], "fresh");
    let taken = json!({"language": "en", "code": sheet[0]});
    let (status, refused) = post(study.address, "/api/study/consent", &taken).await;
    assert_eq!((status, &refused["code"]), (409, &json!("taken")));
    study.stop().await;
}

/// Whoever guesses many codes at once guesses no more than one after the other, and whoever came in
/// with a browser before goes on meanwhile, after a restart, too.
#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_guesses_is_limited_and_locks_nobody_out_who_was_in() {
    let place = tempfile::tempdir().unwrap();
    let study = start(place.path()).await;
    let json = [("Content-Type", "application/json")];
    let consent = json!({"language": "en"}).to_string();
    let path = "/api/study/consent";
    let answer = request(study.address, "POST", path, &json, consent.as_bytes());
    let (status, head, body) = answer.await;
    assert_eq!(status, 200);
    let code = serde_json::from_str::<Value>(&body).unwrap()["code"].clone();
    let head = head.to_lowercase();
    let pass = head.split("set-cookie: ").nth(1).unwrap();
    assert!(
        pass.contains("httponly") && pass.contains("samesite=strict"),
        "{pass}"
    );
    let pass = pass.split(';').next().unwrap().to_owned();
    assert!(!pass.contains(&code.as_str().unwrap().to_lowercase()));
    study.stop().await;

    let study = start(place.path()).await;
    let guesses = (0..60).map(|number| {
        let hello = json!({"code": study::Code::of(500 + number), "action": {"kind": "hello"}});
        let address = study.address;
        tokio::spawn(async move { post(address, "/api/study/act", &hello).await.0 })
    });
    let guesses: Vec<_> = guesses.collect();
    let mut looked_at = 0;
    for guess in guesses {
        looked_at += u32::from(guess.await.unwrap() == 404);
    }
    assert_eq!(looked_at, 10);
    let hello = json!({"code": code, "action": {"kind": "hello"}});
    assert_eq!(post(study.address, "/api/study/act", &hello).await.0, 429);
    let with = |code: &Value| {
        let hello = json!({"code": code, "action": {"kind": "hello"}}).to_string();
        let (address, pass) = (study.address, pass.clone());
        async move {
            let headers = [("Content-Type", "application/json"), ("Cookie", &*pass)];
            let path = "/api/study/act";
            request(address, "POST", path, &headers, hello.as_bytes())
                .await
                .0
        }
    };
    assert_eq!(with(&code).await, 200);
    // The pass is for the one code alone.
    assert_eq!(with(&json!(study::Code::of(7))).await, 429);
    study.stop().await;
}
