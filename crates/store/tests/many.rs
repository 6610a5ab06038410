//! Lists cost the same however many games there are. `KAESU_CAMPAIGN=1000` fills a file with a million
//! games and says how long each list takes (`--nocapture`).

use std::time::{Duration, Instant};

use kaesu_store::{GameHeader, GameId, PersonId, Save, Store};
use records::{Entry, GameResult, Reason, Sitter};

/// A list may take this long.
const MOST: Duration = Duration::from_millis(50);

/// A finished game of the first person, or, now and then, of the second.
fn game(number: u64) -> Vec<Save> {
    let id = GameId::new(format!("{number:032x}"));
    let secret = if number % 1000 == 1 {
        "second"
    } else {
        "first"
    };
    let header = GameHeader {
        game: "reversi-8x8".to_owned(),
        seats: vec![Sitter::person("Aya"), Sitter::ai("random", Some(3))],
        clock: None,
        start: None,
        seed: number,
    };
    let result = GameResult {
        ranks: vec![1, 2],
        scores: vec![40, 24],
        reason: Reason::Played,
        by: None,
    };
    vec![
        Save::Game {
            id: id.clone(),
            room: None,
            header: Box::new(header),
            started: number,
            persons: vec![PersonId::new(secret), None],
        },
        Save::Ply {
            game: id.clone(),
            number: 1,
            entry: Entry {
                text: Some("f5".to_owned()),
                ..Entry::default()
            },
        },
        Save::End {
            game: id,
            ended: number,
            result,
        },
    ]
}

/// The least of five times, and what came out.
fn timed<T>(what: &str, list: impl Fn() -> Vec<T>) -> Vec<T> {
    let once = || {
        let start = Instant::now();
        (list(), start.elapsed())
    };
    let (found, mut least) = once();
    for _ in 0..4 {
        least = least.min(once().1);
    }
    println!("{what}: {} in {least:?}", found.len());
    assert!(least < MOST, "{what} took {least:?}");
    found
}

#[test]
fn any_list_of_a_full_file_comes_at_once() {
    let wanted: u64 = std::env::var("KAESU_CAMPAIGN").map_or(0, |text| text.parse().unwrap());
    // As many results as are told at most have to be there.
    let thousands = wanted.max(2);
    let folder = tempfile::tempdir().unwrap();
    let (store, writer) = Store::open(&folder.path().join("data.sqlite")).unwrap();
    for thousand in 0..thousands {
        let games = (1000 * thousand..1000 * (thousand + 1)).flat_map(game);
        writer.save_and_wait(games.collect()).unwrap();
    }
    let person = |secret: &str| PersonId::new(secret).unwrap();
    let (first, second, nobody) = (person("first"), person("second"), person("nobody"));
    let middle = 500 * thousands as i64;
    let page = timed("the newest of a person", || {
        store.games_of(&first, None, 100).unwrap()
    });
    assert_eq!(page.len(), 100);
    assert!(page.is_sorted_by(|a, b| a.serial > b.serial));
    let page = timed("a page in the middle", || {
        store.games_of(&first, Some(middle), 100).unwrap()
    });
    assert_eq!(page[0].serial, middle - 1);
    let few = timed("a person with few", || {
        store.games_of(&second, None, 100).unwrap()
    });
    assert_eq!(few.len() as u64, thousands.min(100));
    assert!(timed("nobody", || store.games_of(&nobody, None, 100).unwrap()).is_empty());
    assert_eq!(
        timed("everybody", || store.all_games(None, None, 100).unwrap()).len(),
        100
    );
    let results = timed("results", || store.results_of(&first).unwrap());
    assert_eq!(results.len(), 1000);
    assert!(results.is_sorted_by_key(|own| own.ended));
    assert_eq!(results[999].ended, 1000 * thousands - 1);
}
