//! Sound pruning on the games it is for, where turns jump, seats pass and positions meet again.

use kaesu_search::maxn::{MaxN, Options, Pruning};
use kaesu_search::{Evaluation, Limits, RankUtility, Search, Shares};
use rules::yonin::Yonin;
use rules::yonin_shogi::YoninShogi;
use rules::{Game, PerSeat, Seat};

use crate::real_evaluations::{Pieces, Territories, midgame};

fn agree<G: Game, E: Evaluation<G>>(root: &G, evaluation: &E, depth: u32) {
    let limits = Limits::depth(depth);
    let full = MaxN::new(evaluation, Options::full()).search(root, &limits, &mut |_| ());
    for pruning in [Pruning::Shallow, Pruning::Sdp] {
        for bits in 0..8 {
            let options = Options {
                pruning,
                memo: (bits & 1 > 0).then_some(10),
                bounds: bits & 2 > 0,
                ordering: bits & 4 > 0,
                iterate: bits & 1 > 0,
                ..Options::full()
            };
            let report = MaxN::new(evaluation, options).search(root, &limits, &mut |_| ());
            let (found, right) = ((report.values, report.best()), (full.values, full.best()));
            assert_eq!(found, right, "{options:?} in {root:?}");
        }
    }
}

#[test]
fn yonin_is_searched_soundly() {
    let ranks = RankUtility::new(PerSeat::from([6, 3, 1, 0]));
    for game in 0..12 {
        let plies = 4 + 5 * game as usize;
        let mut root: Yonin = midgame(&Default::default(), plies, game);
        if game % 4 == 3 {
            root.resign(Seat::new(game as usize % 3));
        }
        agree(&root, &Territories, 4);
        agree(&root, &ranks, 4);
        agree(&root, &Shares { whole: 100 }, 4);
    }
}

#[test]
fn yonin_shogi_is_searched_soundly() {
    for (game, depth) in [(1, 2), (2, 2), (3, 2), (4, 3)] {
        let root: YoninShogi = midgame(&Default::default(), 60 * game as usize, game);
        agree(&root, &Pieces, depth);
    }
}

#[test]
fn the_bounds_of_the_territories_hold() {
    fn check(bounds: &kaesu_search::Bounds, position: &Yonin, plies: u32) {
        let values = Territories.of(position);
        for seat in Seat::all(4) {
            let range = bounds.low[seat]..=bounds.high[seat];
            assert!(range.contains(&values[seat]), "{seat:?} of {position}");
        }
        if plies > 0 {
            for m in position.legal() {
                check(bounds, &position.after(m), plies - 1);
            }
        }
    }
    for game in 0..30 {
        let root: Yonin = midgame(&Default::default(), 2 * game as usize, game);
        for plies in 0..3 {
            let bounds = Territories.reach(&root, plies).expect("Yonin has bounds");
            check(&bounds, &root, plies);
        }
    }
}
