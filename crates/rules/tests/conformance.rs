//! Every game under every rule set passes the kit.
//!
//! `KAESU_CAMPAIGN=100 cargo test --release -p kaesu-rules --test conformance` plays a hundred times as
//! many games.

mod common;

use common::{campaign, chooser, games};
use kaesu_rules::{GameName, conformance, with_game};

fn check(names: Vec<GameName>, seeds: u64) {
    for name in names {
        let text = name.to_string();
        let seeds = 0..seeds * campaign();
        with_game!(&name, G, rules => conformance::check::<G, _>(&text, rules, seeds, chooser));
    }
}

#[test]
fn reversi_passes_on_every_board() {
    check(games(|name| name.starts_with("reversi")), 12);
}

#[test]
fn yonin_passes_under_every_rule_set() {
    check(games(|name| name == "yonin"), 12);
}

#[test]
fn yonin_shogi_passes_under_every_rule_set() {
    check(games(|name| name == "yonin-shogi"), 2);
}

#[test]
fn trees_pass_with_any_number_of_seats() {
    let names = [
        "tree",
        "tree:players=2,width=3,depth=7",
        "tree:players=3,width=2,depth=12,generator=mean",
        "tree:players=5,width=64,depth=3,sum=7",
        "tree:players=6,clear=13,seed=5",
    ];
    check(names.map(|name| name.parse().unwrap()).to_vec(), 12);
}
