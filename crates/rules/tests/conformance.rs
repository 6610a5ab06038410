//! Every game under every rule set passes the kit.
//!
//! `KAESU_CAMPAIGN=100 cargo test --release -p rules --test conformance` plays a hundred times as
//! many games.

mod common;

use common::{campaign, chooser, games};
use rules::name::Visitor;
use rules::{Game, conformance};

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

fn check(which: impl Fn(&str) -> bool, seeds: u64) {
    for name in games(which) {
        let text = name.to_string();
        name.visit(Check { name: &text, seeds });
    }
}

#[test]
fn reversi_passes_on_every_board() {
    check(|name| name.starts_with("reversi"), 12);
}

#[test]
fn yonin_passes_under_every_rule_set() {
    check(|name| name == "yonin", 12);
}
