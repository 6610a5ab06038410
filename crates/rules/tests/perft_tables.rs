//! The counts under `problems/perft/` are what the rules give.
//!
//! Every row within a budget of leaves is counted; with `KAESU_CAMPAIGN` set, every row:
//! `KAESU_CAMPAIGN=1 cargo test --release -p kaesu-rules --test perft_tables -- --nocapture`.

mod common;

use std::fs;
use std::path::Path;

use common::campaign_asked;
use kaesu_rules::{GameLine, GameName, Notation, with_game};

/// A row with more leaves than this waits for a campaign.
const BUDGET: u64 = 2_000_000;

/// Counts of one position.
#[derive(Debug, Default)]
struct PerftTable {
    game: String,
    source: String,
    moves: String,
    position: Option<String>,
    rows: Vec<(u32, u64)>,
}

fn read(text: &str) -> Vec<PerftTable> {
    let mut tables: Vec<PerftTable> = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let Some((word, rest)) = line.split_once(' ') else {
            assert!(line.is_empty(), "{line:?} is no line of a table");
            continue;
        };
        if word == "game" {
            tables.push(PerftTable {
                game: rest.to_owned(),
                ..PerftTable::default()
            });
            continue;
        }
        let table = tables.last_mut().expect("a table begins with its game");
        match word {
            "source" => table.source = rest.to_owned(),
            "moves" => table.moves = rest.to_owned(),
            "position" => table.position = Some(rest.to_owned()),
            depth => table.rows.push((
                depth.parse().expect("a depth"),
                rest.parse().expect("a count"),
            )),
        }
    }
    tables
}

impl PerftTable {
    fn check<G: Notation>(&self, rules: &G::Rules) {
        let start = self.position.as_deref();
        let mut line = GameLine::<G>::from_line(rules, start).expect("a position");
        line.play_transcript(&self.moves).expect("legal moves");
        let position = line.position();
        for &(depth, count) in &self.rows {
            if count > BUDGET && campaign_asked().is_none() {
                continue;
            }
            let found = position.leaves(depth);
            println!("{} {depth} {found}", self.game);
            let Self { game, source, .. } = self;
            assert_eq!(found, count, "{game} at depth {depth} ({source})");
        }
    }
}

#[test]
fn all_tables_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems/perft");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder of tables") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        for table in read(&fs::read_to_string(&path).expect("a text")) {
            let name: GameName = table.game.parse().expect("a game");
            assert!(!table.source.is_empty(), "a table names its source");
            assert!(!table.rows.is_empty(), "a table has rows");
            with_game!(&name, G, rules => table.check::<G>(rules));
            count += 1;
        }
    }
    assert!(count >= 9, "only {count} tables were found");
}
