//! Points and places of a class. Pure.
//!
//! With two seats a win is a point and a draw half of one; who plays an AI because nobody is left has
//! a point for it, unless the pupil gives up: then it counts as any game. With four seats the places bring three, two, one and no point, shared by equals.
//! Equal points are told apart by the points of those one has met (Buchholz).

use rules::outcome::shared_rank;

use super::pairing::Seating;

/// A game that was paired.
pub(crate) struct Paired<'a> {
    pub(crate) seats: &'a Seating,
    /// The rank of every seat, once the game is over.
    pub(crate) ranks: Option<&'a [u8]>,
    /// Whether it was not played to its end.
    pub(crate) given_up: bool,
}

/// How a pupil stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) pupil: usize,
    /// From 1; equals share the better one.
    pub(crate) place: usize,
    pub(crate) points: f64,
    /// The points of all people met.
    pub(crate) met: f64,
    /// Games that are over.
    pub(crate) games: usize,
}

/// Returns the points of every seat of a game that is over.
fn points(paired: &Paired<'_>, ranks: &[u8]) -> Vec<f64> {
    let seats = ranks.len();
    // Who is there has the point; who is not, or leaves, does not.
    if seats == 2 && paired.seats.contains(&None) && !paired.given_up {
        return vec![1.0; 2];
    }
    let of = |&rank: &u8| seats as f64 - shared_rank(ranks, rank);
    ranks.iter().map(of).collect()
}

/// Returns the points of every pupil.
pub(crate) fn all_points(pupils: usize, games: &[Paired<'_>]) -> Vec<f64> {
    let mut sum = vec![0.0; pupils];
    for game in games {
        let Some(ranks) = game.ranks else { continue };
        for (pupil, points) in game.seats.iter().zip(points(game, ranks)) {
            if let Some(pupil) = pupil {
                sum[*pupil] += points;
            }
        }
    }
    sum
}

/// Returns how everybody stands, best first.
pub(crate) fn standing(pupils: usize, games: &[Paired<'_>]) -> Vec<Row> {
    let points = all_points(pupils, games);
    let mut rows: Vec<Row> = (0..pupils)
        .map(|pupil| {
            let own = games
                .iter()
                .filter(|game| game.ranks.is_some() && game.seats.contains(&Some(pupil)));
            let met = own.clone().flat_map(|game| game.seats.iter().flatten());
            Row {
                pupil,
                place: 0,
                points: points[pupil],
                met: met
                    .filter(|&&other| other != pupil)
                    // Of nobody it is 0; the sum of nothing would be −0.
                    .fold(0.0, |sum, &other| sum + points[other]),
                games: own.count(),
            }
        })
        .collect();
    let better = |a: &Row, b: &Row| {
        let by_points = b.points.total_cmp(&a.points);
        by_points.then(b.met.total_cmp(&a.met))
    };
    rows.sort_by(|a, b| better(a, b).then(a.pupil.cmp(&b.pupil)));
    for index in 0..rows.len() {
        let equal = index > 0 && better(&rows[index - 1], &rows[index]).is_eq();
        rows[index].place = if equal {
            rows[index - 1].place
        } else {
            index + 1
        };
    }
    rows
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn paired<'a>(seats: &'a Seating, ranks: &'a [u8]) -> Paired<'a> {
        Paired {
            seats,
            ranks: Some(ranks),
            given_up: false,
        }
    }

    #[test]
    fn wins_draws_and_byes_count() {
        let (one, two, bye) = (
            vec![Some(0), Some(1)],
            vec![Some(1), Some(2)],
            vec![Some(2), None],
        );
        let games = [
            paired(&one, &[1, 2]),
            paired(&two, &[1, 1]),
            paired(&bye, &[2, 1]),
        ];
        let rows = standing(3, &games);
        let points: Vec<(usize, f64)> = rows.iter().map(|row| (row.pupil, row.points)).collect();
        assert_eq!(points, [(2, 1.5), (0, 1.0), (1, 0.5)]);
        assert_eq!(rows[1].met, 0.5);
        assert!(standing(1, &[])[0].met.is_sign_positive());
        let left = Paired {
            given_up: true,
            ..paired(&bye, &[2, 1])
        };
        assert_eq!(all_points(3, &[left]), [0.0; 3]);
    }

    #[test]
    fn four_seats_share_equal_places() {
        let seats = vec![Some(0), Some(1), Some(2), None];
        assert_eq!(
            all_points(3, &[paired(&seats, &[1, 2, 2, 4])]),
            [3.0, 1.5, 1.5]
        );
    }

    proptest! {
        /// Whatever was played, a game of four hands out six points and one of two hands out one.
        #[test]
        fn every_game_hands_out_the_same(scores in prop::collection::vec(0i32..20, 2..=4)) {
            prop_assume!(scores.len() != 3);
            let ranks: Vec<u8> = scores
                .iter()
                .map(|own| 1 + scores.iter().filter(|other| *other > own).count() as u8)
                .collect();
            let seats: Seating = (0..scores.len()).map(Some).collect();
            let sum: f64 = all_points(scores.len(), &[paired(&seats, &ranks)]).iter().sum();
            let all = if scores.len() == 4 { 6.0 } else { 1.0 };
            prop_assert!((sum - all).abs() < 1e-9);
        }

        #[test]
        fn more_points_are_a_better_place(results in prop::collection::vec((0usize..8, 0usize..8, 0u8..3), 0..40)) {
            let results: Vec<_> = results.into_iter().filter(|(a, b, _)| a != b).collect();
            let seats: Vec<Seating> = results.iter().map(|&(a, b, _)| vec![Some(a), Some(b)]).collect();
            let ranks: Vec<[u8; 2]> = results.iter().map(|&(_, _, r)| [[1, 2], [2, 1], [1, 1]][r as usize]).collect();
            let games: Vec<Paired<'_>> = seats.iter().zip(&ranks).map(|(s, r)| paired(s, r)).collect();
            let rows = standing(8, &games);
            prop_assert_eq!(rows.len(), 8);
            for pair in rows.windows(2) {
                prop_assert!(pair[0].points >= pair[1].points && pair[0].place <= pair[1].place);
            }
        }
    }
}
