//! Scales weights of Yonin so that ranks come as expected when all look ahead: one factor for each phase, by which
//! all differences of strengths are multiplied, found by maximum likelihood on games of strong play.
//!
//! ```text
//! cargo run --release -p kaesu-learning --example yonin_scale -- weights=weights/yonin.zst out=scaled.zst \
//!     [games=500] [evaluations=400] [seed=100]
//! ```

use std::collections::HashMap;

use kaesu_learning::head::PAIRS;
use kaesu_learning::practice::returns::{at_places, result};
use rules::Game;
use rules::yonin::{Rules, Start};
use strengths::chances::UNIT;
use strengths::yonin::features::{CELLS, PHASES, phase};
use strengths::yonin::{View, seat_at};
use strengths::{Weights, yonin};

#[path = "yonin_analysis/table.rs"]
mod table;

use table::Table;

fn main() {
    let given: HashMap<String, String> = std::env::args()
        .skip(1)
        .filter_map(|word| {
            word.split_once('=')
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
        })
        .collect();
    let number = |key: &str, default: u64| {
        given
            .get(key)
            .map_or(default, |value| value.parse().expect("a whole number"))
    };
    let bytes = std::fs::read(given.get("weights").expect("weights=")).expect("readable weights");
    let bytes = zstd::decode_all(&bytes[..]).expect("the weights are packed");
    let weights = Weights::read(&yonin::KIND, &bytes).expect("weights of Yonin");
    let table = Table::new(weights.clone(), number("evaluations", 400));
    // Differences of strengths and what came, phase by phase.
    let mut seen: Vec<Vec<(f64, f64)>> = vec![Vec::new(); PHASES];
    for game in 0..number("games", 500) {
        let rules = Rules {
            start: [Start::Othello, Start::Own][usize::from(game % 4 == 3)],
            pairs: game % 8 == 5,
            ..Rules::default()
        };
        let seed = number("seed", 100) << 32 ^ game;
        let played = table.game(&rules, seed, None, false);
        let came = result(&played.end.standing());
        for (position, _, _) in &played.plies {
            let view = View::of(position);
            let strengths = table.strengths(&view);
            let seats = std::array::from_fn(|place| seat_at(position, place));
            for ((one, other), came) in PAIRS.into_iter().zip(at_places(&came, &seats)) {
                if rules.pairs && one % 2 == other % 2 {
                    continue;
                }
                let lead = f64::from(strengths[one] - strengths[other]) / f64::from(UNIT);
                seen[phase(&view)].push((lead, f64::from(came)));
            }
        }
    }
    let factors: Vec<f64> = seen.iter().map(|pairs| factor(pairs)).collect();
    for (phase, (factor, pairs)) in factors.iter().zip(&seen).enumerate() {
        println!("phase {phase}: {} pairs, factor {factor:.3}", pairs.len());
    }
    let rows = weights.rows().iter().enumerate().map(|(row, weights)| {
        let factor = factors[row / CELLS];
        weights.map(|weight| (f64::from(weight) * factor).round() as i16)
    });
    let scaled = Weights::from_rows(&yonin::KIND, rows.collect()).write(&yonin::KIND);
    let packed = zstd::encode_all(&scaled[..], 19).expect("it can be packed");
    std::fs::write(given.get("out").expect("out="), packed).expect("it can be written");
}

/// The factor under which what came is most likely; 1 where nothing was seen.
fn factor(pairs: &[(f64, f64)]) -> f64 {
    let mut factor = 1.0;
    for _ in 0..30 {
        let (mut slope, mut bend) = (0.0, 1e-9);
        for &(lead, came) in pairs {
            let chance = 1.0 / (1.0 + (-factor * lead).exp());
            slope += (came - chance) * lead;
            bend += chance * (1.0 - chance) * lead * lead;
        }
        factor = (factor + slope / bend).clamp(0.25, 4.0);
    }
    factor
}
