//! One ranking as the choices it is made of: who was chosen next, among whom.

use super::NOT_CHOSEN;

/// A ranking with ties, as weighted choices.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    choices: Vec<Choice>,
}

/// Somebody was chosen among those left.
#[derive(Clone, Debug)]
struct Choice {
    weight: f64,
    /// Players chosen, each with its part of the weight; several after a tie.
    chosen: Vec<(usize, f64)>,
    /// Players left, each with its number of seats.
    left: Vec<(usize, f64)>,
}

impl Ranking {
    /// Returns the choices behind (rank, player) pairs sorted by rank.
    ///
    /// Over all orders of t tied seats each set of m of them is what is left of the tie in one of
    /// (t over m) cases, and then each of the m is the next in equal parts.
    pub(super) fn new(places: &[(u8, usize)]) -> Self {
        let mut choices = Vec::new();
        let mut start = 0;
        while start < places.len() && places[start].0 != NOT_CHOSEN {
            let tied = places[start..]
                .iter()
                .take_while(|(rank, _)| *rank == places[start].0)
                .count();
            let worse = &places[start + tied..];
            for set in 1u32..1 << tied {
                let of_tie = |i: usize| (set >> i & 1 == 1).then_some(places[start + i].1);
                let members: Vec<usize> = (0..tied).filter_map(of_tie).collect();
                let size = members.len();
                if size + worse.len() < 2 {
                    continue;
                }
                let others = worse.iter().map(|&(_, player)| player);
                choices.push(Choice {
                    weight: 1.0 / ways(tied, size),
                    left: counted(members.iter().copied().chain(others), 1.0),
                    chosen: counted(members.iter().copied(), 1.0 / size as f64),
                });
            }
            start += tied;
        }
        Self { choices }
    }

    /// Adds how often each player was chosen.
    pub(super) fn add_won(&self, weight: f64, won: &mut [f64]) {
        for choice in &self.choices {
            for &(player, share) in &choice.chosen {
                won[player] += weight * choice.weight * share;
            }
        }
    }

    /// Adds how often each player would be chosen, divided by its strength.
    pub(super) fn add_chances(&self, strengths: &[f64], weight: f64, chances: &mut [f64]) {
        for choice in &self.choices {
            let total = choice.total(strengths);
            for &(player, seats) in &choice.left {
                chances[player] += weight * choice.weight * seats / total;
            }
        }
    }

    /// Returns how the log-likelihood changes with each log-strength.
    pub(super) fn slope(&self, strengths: &[f64]) -> Vec<f64> {
        let mut slope = vec![0.0; strengths.len()];
        let mut chances = vec![0.0; strengths.len()];
        self.add_won(1.0, &mut slope);
        self.add_chances(strengths, 1.0, &mut chances);
        for ((slope, chance), strength) in slope.iter_mut().zip(chances).zip(strengths) {
            *slope -= chance * strength;
        }
        slope
    }

    /// Adds the curvature of the log-likelihood, with its sign turned.
    pub(super) fn add_information(&self, strengths: &[f64], weight: f64, sum: &mut [Vec<f64>]) {
        for choice in &self.choices {
            let total = choice.total(strengths);
            let chance = |&(player, seats): &(usize, f64)| seats * strengths[player] / total;
            for one in &choice.left {
                sum[one.0][one.0] += weight * choice.weight * chance(one);
                for other in &choice.left {
                    sum[one.0][other.0] -= weight * choice.weight * chance(one) * chance(other);
                }
            }
        }
    }
}

impl Choice {
    fn total(&self, strengths: &[f64]) -> f64 {
        let parts = self
            .left
            .iter()
            .map(|&(player, seats)| seats * strengths[player]);
        parts.sum()
    }
}

/// Returns each player once, with this much for each time it is named.
fn counted(players: impl Iterator<Item = usize>, each: f64) -> Vec<(usize, f64)> {
    let mut counts: Vec<(usize, f64)> = Vec::new();
    for player in players {
        match counts.iter_mut().find(|(other, _)| *other == player) {
            Some((_, count)) => *count += each,
            None => counts.push((player, each)),
        }
    }
    counts
}

/// Returns how many sets of `k` there are in `n`.
fn ways(n: usize, k: usize) -> f64 {
    (1..=k).map(|i| (n - k + i) as f64 / i as f64).product()
}

/// Groups of players that beat each other, directly or through others, stronger groups first. With
/// more than one group strengths are unbounded (Hunter 2004, assumption 1).
pub(super) fn groups<'a>(
    players: usize,
    rankings: impl Iterator<Item = &'a Ranking>,
) -> Vec<Vec<usize>> {
    let mut beats = vec![vec![false; players]; players];
    for choice in rankings.flat_map(|ranking| &ranking.choices) {
        for &(winner, _) in &choice.chosen {
            for &(other, _) in &choice.left {
                beats[winner][other] = true;
            }
        }
    }
    for through in 0..players {
        let further = beats[through].clone();
        for from in beats.iter_mut().filter(|from| from[through]) {
            for (reached, next) in from.iter_mut().zip(&further) {
                *reached |= next;
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (player, reached) in beats.iter().enumerate() {
        let same = |group: &&mut Vec<usize>| reached[group[0]] && beats[group[0]][player];
        match groups.iter_mut().find(same) {
            Some(group) => group.push(player),
            None => groups.push(vec![player]),
        }
    }
    let reach = |group: &[usize]| beats[group[0]].iter().filter(|&&b| b).count();
    groups.sort_by_key(|group| std::cmp::Reverse(reach(group)));
    groups
}
