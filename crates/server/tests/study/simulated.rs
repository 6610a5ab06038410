//! People who are simulated over the wire.

use std::collections::BTreeMap;

use study::Study;
use study::export::{self, Options};
use study::folder::Folder;
use study::simulated::Effects;

use crate::people::{four, small};

/// Simulating in a folder that was used says so, and changes nothing there.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_simulated_beside_others() {
    let place = tempfile::tempdir().unwrap();
    let run =
        || kaesu_server::study::simulate::simulate(place.path(), small(), Effects::NONE, 3, |_| ());
    run().await.unwrap();
    let error = run().await.unwrap_err().to_string();
    assert!(
        error.contains("holds a simulated study already") && error.contains("--folder"),
        "{error}"
    );
}

/// Everything that a study exports, after simulated people of a seed went through it over the wire.
async fn simulated(study: Study, seed: u64) -> BTreeMap<String, String> {
    let place = tempfile::tempdir().unwrap();
    let effects = Effects {
        leave: 0.004,
        ..Effects::SOME
    };
    kaesu_server::study::simulate::simulate(place.path(), study, effects, seed, |_| ())
        .await
        .unwrap();
    export::files(&Folder::open(place.path()).unwrap(), Options::default()).unwrap()
}

/// Some leave, and some reload: times of events, and all else, follow from the seed.
#[tokio::test(flavor = "multi_thread")]
async fn the_same_seed_gives_the_same_bytes() {
    let together = || {
        let text = four("yonin").text.replace("people = 32", "people = 8");
        Study::parse("four.toml", &text).unwrap()
    };
    // Each has a server of its own: beside each other they take the time of the longest, and whatever
    // one of them hastens or delays in another must not be seen.
    let run = |study: Study, seed: u64| tokio::spawn(simulated(study, seed));
    let pairs = [(small(), small()), (together(), together())];
    let pairs = pairs.map(|(one, other)| [run(one, 7), run(other, 7)]);
    let other = run(small(), 8);
    let events = |files: &BTreeMap<String, String>| files["data/raw/events.jsonl"].clone();
    let mut all = Vec::new();
    for [one, again] in pairs {
        let once = one.await.unwrap();
        assert_eq!(once, again.await.unwrap());
        assert!(events(&once).lines().count() > 300);
        all.push(events(&once));
    }
    assert_ne!(all[0], events(&other.await.unwrap()));
}
