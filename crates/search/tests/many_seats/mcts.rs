//! Monte-Carlo tree search: what it proves is true, and what it does not prove is sensible.

use kaesu_search::maxn::{self, MaxN};
use kaesu_search::mcts::{Leaf, Options, Squash};
use kaesu_search::trees::{self, TreeValues};
use kaesu_search::{Evaluation, Limits, Mcts, RankUtility, Report, Search};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::tree::{Parameters, Tree};
use rules::{Game, PerSeat};

use crate::claims::{Claims, Points};
use crate::explicit_tree::{ExplicitTree, ExplicitValues};

fn ways() -> impl Iterator<Item = Options> {
    (0..4).map(|bits| Options {
        leaf: if bits & 1 > 0 {
            Leaf::Evaluation
        } else {
            Leaf::Playout { plies: None }
        },
        history: (bits & 2 > 0).then_some(3.0),
        seed: bits,
        ..Options::default()
    })
}

fn think<G: Game, E: Evaluation<G>>(root: &G, evaluation: E, options: Options) -> Report<G::Move> {
    Mcts::new(evaluation, options).search(root, &Limits::default(), &mut |_| ())
}

fn exactly<G: Game, E: Evaluation<G>>(root: &G, evaluation: E) -> Report<G::Move> {
    let mut search = MaxN::new(evaluation, maxn::Options::full());
    search.search(root, &Limits::default(), &mut |_| ())
}

#[test]
fn what_the_solver_proves_is_the_exact_value() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for number in 0..60 {
        let seats = random.random_range(2..=4);
        let things = random.random_range(2..=5);
        let root = Claims::random(&mut random, seats, things);
        let ranks = RankUtility::seats_beaten(seats);
        let given = ExplicitTree::random(&mut random, seats, 3, true);
        let values = ExplicitValues {
            sum: Some(3),
            constant: true,
        };
        for options in ways() {
            let (proof, truth) = (think(&root, ranks, options), exactly(&root, ranks));
            assert!(proof.exact, "{number} {options:?}");
            assert_eq!(proof.values, truth.values, "{number} {options:?}");
            assert!(seats == 2 || proof.best() == truth.best());

            let (proof, truth) = (think(&root, Points, options), exactly(&root, Points));
            assert!(proof.exact, "{number} {options:?}");
            assert_eq!((proof.values, proof.best()), (truth.values, truth.best()));

            let (proof, truth) = (think(&given, values, options), exactly(&given, values));
            if proof.exact {
                assert_eq!(proof.values, truth.values, "{number} {options:?}");
            }
        }
    }
}

#[test]
fn a_forced_win_is_found() {
    // By its second move the first seat wins, whatever the others do; by its first it may lose.
    let mut leaves = vec![[1, 0, 0]; 16];
    leaves[5] = [0, 1, 0];
    let root = ExplicitTree::from_leaves(2, &leaves);
    let values = ExplicitValues {
        sum: Some(1),
        constant: true,
    };
    for options in ways() {
        let report = think(&root, values, options);
        let truth = exactly(&root, values);
        assert!(report.exact);
        assert_eq!((report.values, report.best()), (truth.values, truth.best()));
    }
}

#[test]
fn a_clearly_better_move_is_found_without_proof() {
    let series = Parameters {
        players: 3,
        depth: 12,
        clear: 25,
        ..Parameters::default()
    };
    for number in 0..10 {
        let rules = trees::nth(&series, number).unwrap();
        let root = Tree::start(&rules);
        let values = TreeValues::new(&rules);
        let clear = root
            .legal()
            .into_iter()
            .max_by_key(|&m| root.after(m).values()[root.turn()]);
        let flat = Options::flat_ucb(number);
        for options in ways().chain([flat]) {
            let options = Options {
                squash: Squash::Logistic(1000.0),
                ..options
            };
            let mut search = Mcts::new(values, options);
            let report = search.search(&root, &Limits::nodes(20_000), &mut |_| ());
            assert_eq!(report.best(), clear, "{rules} {options:?}");
            assert!(report.stopped && report.nodes == 20_000);
        }
        let report = think(&root, values, flat);
        assert_eq!((report.depth, report.line.len()), (1, 1));
    }
}

#[test]
fn the_same_seed_and_limit_give_the_same_result() {
    let root = rules::yonin::Yonin::start(&rules::yonin::Rules::default());
    let utility = RankUtility::new(PerSeat::from([6, 3, 1, 0]));
    let mut counts = Vec::new();
    for options in ways() {
        let mut search = Mcts::new(utility, options);
        for nodes in [1, 50, 3000] {
            let mut told = 0;
            let first = search.search(&root, &Limits::nodes(nodes), &mut |report| {
                told += 1;
                assert!(report.best().is_some());
            });
            let again = search.search(&root, &Limits::nodes(nodes), &mut |_| ());
            assert_eq!((first.nodes, first.stopped), (nodes, true));
            assert_eq!(
                (first.values, &first.line, first.evaluations),
                (again.values, &again.line, again.evaluations)
            );
            assert!(root.is_legal(first.best().unwrap()));
            counts.push(told);
        }
    }
    assert!(counts.iter().any(|&told| told > 0));
}

#[test]
fn a_full_tree_goes_on_without_growing() {
    let root = rules::yonin::Yonin::start(&rules::yonin::Rules::default());
    let options = Options {
        capacity: 100,
        leaf: Leaf::Playout { plies: Some(6) },
        ..Options::default()
    };
    let report = think(&root, RankUtility::seats_beaten(4), options);
    assert!(!report.stopped && report.depth < 20);
}

#[test]
fn all_moves_agree_with_the_search() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for seats in 2..=4 {
        let root = Claims::random(&mut random, seats, 6);
        let ranks = RankUtility::seats_beaten(seats);
        let limits = Limits::nodes(500);
        let mut search = Mcts::new(ranks, Options::default());
        let report = search.search(&root, &limits, &mut |_| ());
        let all = search.all_moves(&root, &limits);
        assert_eq!(all.report.line, report.line);
        assert_eq!(all.report.values, report.values);
        let moves: Vec<_> = all.values.iter().map(|&(m, _)| m).collect();
        assert_eq!(moves, root.legal().to_vec());
    }
}
