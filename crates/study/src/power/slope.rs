//! What the test of a slope against the strengths of programs finds: drawn.

use rand::RngExt as _;
use statistics::pairs::Ending;
use statistics::slope::{Rated, Slope};

use super::{Chance, DEMAND, normal, share_of_studies};
use crate::file::Study;
use crate::report::strengths;

/// Studies that are drawn: each takes long.
const DRAWN: u64 = 400;

/// People of all strengths about that of the programs; nobody draws.
pub(super) fn of_slope(study: &Study, n: u64, slope: f64) -> Chance {
    let cells = crate::cells::cells(study);
    let ratings = strengths::ratings(study);
    let middle = ratings.iter().sum::<i32>() as f64 / ratings.len() as f64;
    share_of_studies(DRAWN, study.seed, |random| {
        let games = (0..n as usize).map(|person| {
            let own = 150.0 * normal(random);
            let games = cells[person % cells.len()].games.iter();
            let games = games.map(|(arm, _)| {
                let rating = ratings[*arm];
                let lead = own - slope * (f64::from(rating) - middle);
                let wins = random.random_range(0.0..1.0) < 1.0 / (1.0 + 10f64.powf(-lead / 400.0));
                let ending = if wins { Ending::Win } else { Ending::Loss };
                Rated { rating, ending }
            });
            games.collect()
        });
        let games: Vec<Vec<Rated>> = games.collect();
        Slope::of(&games).is_some_and(|found| found.p_value(0.0) <= DEMAND.alpha)
    })
}
