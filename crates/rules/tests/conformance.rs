//! Every game under every rule set passes the kit.
//!
//! `KAESU_CAMPAIGN=100 cargo test --release -p rules --test conformance` plays a hundred times as
//! many games.

mod common;

use common::{campaign, chooser, games};
use rules::name::Visitor;
use rules::{Game, GameName, conformance};

struct Check<'a> {
    name: &'a str,
    seeds: u64,
}

impl Visitor for Check<'_> {
    type Output = ();
    fn visit<G: Game>(self, rules: &G::Rules) {
        let seeds = 0..self.seeds * campaign();
        conformance::check::<G, _>(self.name, rules, seeds, chooser);
    }
}

fn check(names: Vec<GameName>, seeds: u64) {
    for name in names {
        let text = name.to_string();
        name.visit(Check { name: &text, seeds });
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
