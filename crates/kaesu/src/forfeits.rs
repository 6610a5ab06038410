//! Who forfeited games, so that nobody takes a program that broke down for a weak one.

use std::fmt;

use lab::Summary;
use serde::Serialize;

/// What a player forfeited.
#[derive(Serialize)]
pub(crate) struct Forfeited {
    player: String,
    games: u64,
    /// What happened the first time.
    why: String,
}

impl Forfeited {
    /// Returns those who forfeited any game, in the order of the players.
    pub(crate) fn all(summary: &Summary) -> Vec<Self> {
        let contenders = summary.plan().contenders.iter().enumerate();
        let all = contenders.filter_map(|(index, contender)| {
            Some(Self {
                player: contender.name.clone(),
                games: summary.forfeits()[index],
                why: summary.first_failure(index)?.to_string(),
            })
        });
        all.collect()
    }
}

impl fmt::Display for Forfeited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { player, games, why } = self;
        let s = if *games == 1 { "" } else { "s" };
        write!(
            f,
            "{player} forfeited {games} game{s}; the first time it {why}"
        )
    }
}
