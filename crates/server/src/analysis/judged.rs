//! What is known of every position of a finished game, and what follows of its moves.

use crate::protocol::board::Ply;
use crate::protocol::records::{Analysis, Costly};
use crate::protocol::socket::{Trust, Unit};
use crate::table::{Thought, Values};

/// What is known of a position from which the game went on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judged {
    /// What it is worth to each seat.
    worth: Vec<f64>,
    /// In what.
    pub(super) unit: Unit,
    /// How far that can be trusted.
    pub(super) trust: Trust,
    best: String,
    /// What the move that was played is worth to whoever played it, where that was asked for.
    played: Option<f64>,
}

impl Judged {
    /// What is known by the best move alone.
    pub(super) fn of_thought(thought: Thought) -> Self {
        Self {
            worth: thought.worth,
            unit: thought.unit,
            trust: thought.trust,
            best: thought.text,
            played: None,
        }
    }

    /// What is known by the values of all moves, and of the one that was played by a seat.
    pub(super) fn of_values(values: &Values, played: Option<(&str, u8)>) -> Option<Self> {
        let best = values.of(&values.best)?;
        let own =
            |(text, seat): (&str, u8)| values.of(text)?.values.get(usize::from(seat)).copied();
        Some(Self {
            worth: best.values.clone(),
            unit: values.unit,
            trust: best.trust,
            best: values.best.clone(),
            played: played.and_then(own),
        })
    }
}

/// The analysis of a game: `found` has every position after 0, 1, 2… plies, and nothing where the game
/// is over and worth `end`.
pub(super) fn sum_up(
    player: String,
    unit: Unit,
    plies: &[Ply],
    found: &[Option<Judged>],
    end: &[f64],
) -> Analysis {
    let known = |each: &Option<Judged>| match each {
        Some(judged) => (judged.worth.clone(), judged.trust),
        None => (end.to_vec(), Trust::OVER),
    };
    let (mut values, mut trust): (Vec<Vec<f64>>, Vec<Trust>) = found.iter().map(known).unzip();
    for (at, ply) in plies.iter().enumerate() {
        // Whoever gives up, or has no time left, leaves the position as it is; ranks are given by that.
        if unit != Unit::Rank && ply.text.is_empty() && found[at + 1].is_none() {
            values[at + 1] = values[at].clone();
            trust[at + 1] = trust[at];
        }
    }
    let mut costliest = Vec::new();
    for (at, (ply, judged)) in plies.iter().zip(found).enumerate().rev() {
        let seat = usize::from(ply.seat);
        let Some(judged) = judged.as_ref().filter(|_| !ply.text.is_empty()) else {
            continue;
        };
        // With two seats a move is worth what the position after it is.
        let played = judged.played.or_else(|| values[at + 1].get(seat).copied());
        let (Some(&best), Some(played)) = (values[at].get(seat), played) else {
            continue;
        };
        let lost = best - played;
        // Of ranks the smaller ones are better.
        let cost = if unit == Unit::Rank { -lost } else { lost };
        if cost < 0.0 && judged.played.is_none() && !judged.trust.exact {
            // What was played turned out better than anything that was found here.
            values[at] = values[at + 1].clone();
        }
        if cost > 0.0 && judged.best != ply.text {
            let after = if judged.played.is_none() {
                trust[at + 1]
            } else {
                judged.trust
            };
            costliest.push(Costly {
                ply: ply.number,
                seat: ply.seat,
                played: ply.text.clone(),
                better: judged.best.clone(),
                cost,
                exact: Some(judged.trust.exact && after.exact),
            });
        }
    }
    costliest.sort_by(|a, b| b.cost.total_cmp(&a.cost).then(a.ply.cmp(&b.ply)));
    Analysis {
        player,
        unit,
        values,
        trust: Some(trust),
        costliest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::board::PlyKind;

    fn trust(depth: u32, exact: bool) -> Trust {
        Trust {
            depth,
            confidence: 100,
            exact,
        }
    }

    fn ply(number: u32, text: &str) -> Ply {
        Ply {
            number,
            seat: (number as u8 + 1) % 2,
            kind: PlyKind::Move,
            text: text.to_owned(),
            text_ja: None,
            to: None,
            from: None,
            turned: Vec::new(),
            announcements: Vec::new(),
            ms: 0,
            by: None,
        }
    }

    /// What black can expect, and the best move.
    fn judged(black: f64, best: &str, trust: Trust) -> Option<Judged> {
        Some(Judged {
            worth: vec![black, -black],
            unit: Unit::Discs,
            trust,
            best: best.to_owned(),
            played: None,
        })
    }

    #[test]
    fn a_move_costs_what_the_position_lost_and_says_whether_that_is_exact() {
        let plies = [ply(1, "a1"), ply(2, "b1"), ply(3, "c1")];
        let found = [
            judged(6.0, "h8", trust(8, false)),
            judged(2.0, "g8", trust(20, true)),
            judged(10.0, "c1", trust(19, true)),
            None,
        ];
        let all = sum_up("x".to_owned(), Unit::Discs, &plies, &found, &[10.0, -10.0]);
        assert_eq!(all.values[3], [10.0, -10.0]);
        let told = |costly: &Costly| (costly.ply, costly.cost, costly.exact, costly.better.clone());
        let told: Vec<_> = all.costliest.iter().map(told).collect();
        let (g8, h8) = ("g8".to_owned(), "h8".to_owned());
        assert_eq!(told, [(2, 8.0, Some(true), g8), (1, 4.0, Some(false), h8)]);
        let exact: Vec<bool> = all
            .trust
            .expect("told")
            .iter()
            .map(|each| each.exact)
            .collect();
        assert_eq!(exact, [false, true, true, true]);
    }

    #[test]
    fn every_move_that_cost_something_is_told() {
        let plies: Vec<Ply> = (1..=10).map(|number| ply(number, "a1")).collect();
        let mut found: Vec<Option<Judged>> = Vec::new();
        for at in 0..10 {
            // Both sides lose six discs by turns.
            found.push(judged(
                if at % 2 == 0 { 6.0 } else { 0.0 },
                "h8",
                trust(9, true),
            ));
        }
        found.push(None);
        let all = sum_up("x".to_owned(), Unit::Discs, &plies, &found, &[6.0, -6.0]);
        assert_eq!(all.costliest.len(), plies.len());
        assert!(all.costliest.iter().all(|costly| costly.cost == 6.0));
    }

    #[test]
    fn a_move_better_than_what_was_found_lifts_the_position_before_it() {
        let plies = [ply(1, "a1")];
        let found = [judged(2.0, "h8", trust(8, false)), None];
        let all = sum_up("x".to_owned(), Unit::Discs, &plies, &found, &[4.0, -4.0]);
        assert_eq!(all.values[0], [4.0, -4.0]);
        assert!(all.costliest.is_empty());
    }

    #[test]
    fn who_gives_up_leaves_the_position_as_it_is_but_has_a_rank() {
        let mut resigned = ply(2, "");
        resigned.kind = PlyKind::Resign;
        let plies = [ply(1, "a1"), resigned];
        let found = [
            judged(2.0, "a1", trust(8, false)),
            judged(1.5, "h8", trust(8, false)),
            None,
        ];
        let last = |unit: Unit| {
            let all = sum_up("x".to_owned(), unit, &plies, &found, &[1.0, 2.0]);
            (all.values[2].clone(), all.trust.expect("told")[2].exact)
        };
        assert_eq!(last(Unit::Discs), (vec![1.5, -1.5], false));
        assert_eq!(last(Unit::Rank), (vec![1.0, 2.0], true));
    }
}
