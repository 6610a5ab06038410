//! Every search keeps its limits, also those that no count expresses.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kaesu_search::trees::TreeValues;
use kaesu_search::{
    BestReply, Evaluation, Limits, MaxN, Mcts, Paranoid, Search, maxn, mcts, one_side,
};
use rules::tree::{Rules, Tree};
use rules::{Game, PerSeat};

/// On a busy machine a thread may have to wait this long for its turn.
/// A search that forgets to look would take seconds.
const PATIENCE: Duration = Duration::from_millis(300);

/// Tree values that take their time.
struct Slow(TreeValues);

impl Evaluation<Tree> for Slow {
    fn values(&self, tree: &Tree) -> PerSeat<i32> {
        std::thread::sleep(Duration::from_millis(1));
        self.0.values(tree)
    }

    fn result(&self, tree: &Tree) -> PerSeat<i32> {
        self.values(tree)
    }

    fn sum(&self) -> Option<i32> {
        Evaluation::<Tree>::sum(&self.0)
    }

    fn floor(&self) -> i32 {
        Evaluation::<Tree>::floor(&self.0)
    }
}

fn searches<E: Evaluation<Tree> + 'static>(
    evaluation: impl Fn() -> E,
) -> Vec<Box<dyn Search<Tree>>> {
    let (fast, default) = (maxn::Options::fast(), one_side::Options::default());
    vec![
        Box::new(MaxN::new(evaluation(), fast)),
        Box::new(MaxN::new(evaluation(), maxn::Options::full())),
        Box::new(Paranoid::new(evaluation(), default)),
        Box::new(BestReply::plus(evaluation(), default)),
        Box::new(Mcts::new(evaluation(), mcts::Options::default())),
        Box::new(Mcts::new(evaluation(), mcts::Options::flat_ucb(1))),
    ]
}

fn root() -> (Tree, TreeValues) {
    let rules: Rules = "players=4,width=16,depth=40"
        .parse()
        .expect("the parameters are in range");
    (Tree::start(&rules), TreeValues::new(&rules))
}

fn check(mut all: Vec<Box<dyn Search<Tree>>>, limits: &Limits, due: Duration) {
    let (root, _) = root();
    for (number, search) in all.iter_mut().enumerate() {
        let start = Instant::now();
        let report = search.search(&root, limits, &mut |_| ());
        let took = start.elapsed();
        assert!(report.stopped, "search {number}");
        assert!(report.best().is_some_and(|m| root.is_legal(m)));
        assert!(took < due + PATIENCE, "search {number} took {took:?}");
        assert!(report.time <= took);
    }
}

#[test]
fn time_is_kept_by_fast_and_slow_evaluations() {
    let due = Duration::from_millis(20);
    let (_, values) = root();
    check(searches(|| values), &Limits::time(due), due);
    check(searches(|| Slow(values)), &Limits::time(due), due);
}

#[test]
fn a_flag_stops_at_once_and_may_be_set_before_the_start() {
    let (_, values) = root();
    let stop = Arc::new(AtomicBool::new(true));
    let limits = Limits {
        stop: Some(Arc::clone(&stop)),
        ..Limits::default()
    };
    check(searches(|| values), &limits, Duration::ZERO);
    let due = Duration::from_millis(10);
    for search in searches(|| Slow(values)) {
        stop.store(false, Ordering::Relaxed);
        let flag = Arc::clone(&stop);
        let setter = std::thread::spawn(move || {
            std::thread::sleep(due);
            flag.store(true, Ordering::Relaxed);
        });
        check(vec![search], &limits, due);
        setter.join().unwrap();
    }
}

#[test]
fn evaluations_are_counted_exactly() {
    let (root, values) = root();
    for mut search in searches(|| values) {
        for most in [0, 1, 100] {
            let limits = Limits {
                evaluations: Some(most),
                ..Limits::default()
            };
            let report = search.search(&root, &limits, &mut |_| ());
            assert_eq!(report.evaluations, most);
            assert!(report.stopped && root.is_legal(report.best().unwrap()));
        }
    }
}
