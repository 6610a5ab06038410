//! Paranoid, best-reply and mixed searches find what their definitions say.

use kaesu_search::maxn::{self, MaxN};
use kaesu_search::one_side::Options;
use kaesu_search::trees::{self, TreeValues};
use kaesu_search::{BestReply, Evaluation, Limits, Paranoid, Report, Search};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::tree::{Parameters, Tree};
use rules::{Game, PerSeat, Seat};

use crate::claims::{Claims, Points};

/// All ways to search, none of which may change the result.
fn ways() -> impl Iterator<Item = Options> {
    (0..16).map(|bits| Options {
        memo: (bits & 1 > 0).then_some(10),
        ordering: bits & 2 > 0,
        iterate: bits & 4 > 0,
        // No position has so many moves.
        width: (bits & 8 > 0).then_some(100),
    })
}

fn find<G: Game>(search: &mut impl Search<G>, root: &G, depth: u32) -> Report<G::Move> {
    let report = search.search(root, &Limits::depth(depth), &mut |_| ());
    let mut position = root.clone();
    for &m in &report.line {
        position.play(m).expect("a line can be played");
    }
    report
}

/// Minimax of the sum of some seats' values, straight from the definition; with the first best
/// move.
fn minimax<G: Game, E: Evaluation<G>>(
    position: &G,
    evaluation: &E,
    ours: &PerSeat<bool>,
    depth: u32,
) -> (i64, Option<G::Move>) {
    if depth == 0 || position.is_finished() {
        let values = evaluation.of(position);
        let ours = Seat::all(values.len()).filter(|&seat| ours[seat]);
        return (ours.map(|seat| i64::from(values[seat])).sum(), None);
    }
    let sign = if ours[position.turn()] { 1 } else { -1 };
    let mut best: Option<(i64, Option<G::Move>)> = None;
    for m in position.legal() {
        let (value, _) = minimax(&position.after(m), evaluation, ours, depth - 1);
        if best.is_none_or(|(b, _)| sign * value > sign * b) {
            best = Some((value, Some(m)));
        }
    }
    best.expect("a running game has moves")
}

fn series(players: usize, depth: usize) -> impl Iterator<Item = (Tree, TreeValues)> {
    (0..20).map(move |number| {
        let series = Parameters {
            players,
            width: 3,
            depth,
            sum: 60,
            change: (1, 20),
            ..Parameters::default()
        };
        let rules = trees::nth(&series, number).expect("the parameters are in range");
        (Tree::start(&rules), TreeValues::new(&rules))
    })
}

#[test]
fn paranoid_is_minimax_of_the_own_value() {
    for players in 2..=5 {
        for (root, values) in series(players, 6) {
            let ours = PerSeat::from_fn(players, |seat| seat == root.turn());
            let (value, m) = minimax(&root, &values, &ours, 6);
            for way in ways() {
                let report = find(&mut Paranoid::new(values, way), &root, 6);
                assert_eq!(i64::from(report.value(root.turn())), value, "{root}");
                assert_eq!(report.best(), m, "{root}");
            }
        }
    }
}

#[test]
fn with_teams_it_is_minimax_of_the_team() {
    let teams = PerSeat::from([7, 1, 7, 1]);
    for (root, values) in series(4, 6) {
        let root = root.after(root.legal()[1]);
        let ours = teams.map(|team| team == teams[root.turn()]);
        let (value, m) = minimax(&root, &values, &ours, 5);
        for way in ways() {
            let report = find(&mut Paranoid::with_teams(values, teams, way), &root, 5);
            let team = Seat::all(4).filter(|&seat| ours[seat]);
            let sum: i64 = team.map(|seat| i64::from(report.value(seat))).sum();
            assert_eq!((sum, report.best()), (value, m), "{root}");
        }
    }
}

#[test]
fn two_seats_make_all_of_them_minimax() {
    for (root, values) in series(2, 6) {
        let full = find(&mut MaxN::new(values, maxn::Options::full()), &root, 6);
        for way in ways() {
            let paranoid = find(&mut Paranoid::new(values, way), &root, 6);
            let plus = find(&mut BestReply::plus(values, way), &root, 6);
            for report in [paranoid, plus] {
                assert_eq!((report.values, report.best()), (full.values, full.best()));
                assert!(report.exact);
            }
        }
    }
}

/// Best-reply search from its definition: everybody else may answer out of turn, then it is the
/// root's turn again.
fn best_reply(position: &Claims, root: Seat, answers: &PerSeat<bool>, depth: u32) -> i32 {
    if depth == 0 || position.is_finished() {
        return position.points()[root];
    }
    if position.turn() == root {
        let after = |m| best_reply(&position.after(m), root, answers, depth - 1);
        return position
            .legal()
            .into_iter()
            .map(after)
            .max()
            .expect("a move");
    }
    let mut worst = i32::MAX;
    for seat in Seat::all(answers.len()).filter(|&seat| answers[seat]) {
        let turn = handed_to(position, seat);
        for m in turn.legal() {
            let reply = handed_to(&turn.after(m), root);
            worst = worst.min(best_reply(&reply, root, answers, depth - 1));
        }
    }
    worst
}

fn handed_to(position: &Claims, seat: Seat) -> Claims {
    let mut position = *position;
    while position.turn() != seat {
        position = position.pass().expect("anybody can pass");
    }
    position
}

#[test]
fn best_reply_lets_one_answer_and_the_others_pass() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..30 {
        let seats = random.random_range(2..=4);
        let things = random.random_range(3..=6);
        let root = Claims::random(&mut random, seats, things);
        let depth = random.random_range(1..=4);
        let groups = PerSeat::from_fn(seats, |seat| (seat.index() % 2) as u8);
        let everybody = PerSeat::from_fn(seats, |seat| seat != root.turn());
        let neighbours = groups.map(|group| group != 0);
        for way in ways() {
            let mut search = BestReply::passing(Points, Claims::pass, way);
            let report = find(&mut search, &root, depth);
            assert_eq!(
                report.value(root.turn()),
                best_reply(&root, root.turn(), &everybody, depth)
            );
            let report = find(&mut search.with_groups(groups), &root, depth);
            assert_eq!(
                report.value(root.turn()),
                best_reply(&root, root.turn(), &neighbours, depth)
            );
        }
    }
}

#[test]
fn a_narrow_search_looks_at_less_and_at_every_move_of_the_root() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..20 {
        let root = Claims::random(&mut random, 4, 7);
        let [wide, narrow] = [None, Some(2)].map(|width| {
            let options = Options {
                width,
                memo: None,
                ..Options::default()
            };
            find(
                &mut BestReply::passing(Points, Claims::pass, options),
                &root,
                4,
            )
        });
        assert!(narrow.nodes < wide.nodes);
        assert!(narrow.nodes > root.legal().len() as u64);
    }
}

/// BRS+ from its definition: of those between two turns of the root, one chooses freely.
fn one_chooses(position: &Claims, root: Seat, free: bool, depth: u32) -> i32 {
    if position.is_finished() || depth == 0 {
        return position.points()[root];
    }
    if position.turn() == root {
        let after = |m| {
            let next = position.after(m);
            one_chooses(&next, root, true, depth - 1)
        };
        return position
            .legal()
            .into_iter()
            .map(after)
            .max()
            .expect("a move");
    }
    let on = |m, free| {
        let next = position.after(m);
        let left = depth - u32::from(next.is_finished() || next.turn() == root);
        one_chooses(&next, root, free, left)
    };
    let mover = position.turn();
    let own = |&m: &usize| position.after(m).points()[mover];
    let obvious = position
        .legal()
        .into_iter()
        .rev()
        .max_by_key(own)
        .expect("a move");
    let unforced = on(obvious, free);
    if !free {
        return unforced;
    }
    let chosen = position.legal().into_iter().map(|m| on(m, false)).min();
    unforced.min(chosen.expect("a move"))
}

#[test]
fn brs_plus_lets_one_choose_and_the_others_play_what_looks_best() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    for _ in 0..40 {
        let seats = random.random_range(2..=4);
        let things = random.random_range(3..=7);
        let root = Claims::random(&mut random, seats, things);
        let depth = random.random_range(1..=4);
        let right = one_chooses(&root, root.turn(), true, depth);
        for way in ways() {
            let report = find(&mut BestReply::plus(Points, way), &root, depth);
            assert_eq!(
                report.value(root.turn()),
                right,
                "{way:?} depth {depth} {root:?}"
            );
        }
    }
}

#[test]
fn limits_of_nodes_are_exact_and_searches_repeat_themselves() {
    let rules = "players=4,width=8,depth=24".parse().unwrap();
    let root = Tree::start(&rules);
    let values = TreeValues::new(&rules);
    let searches: [Box<dyn Search<Tree>>; 2] = [
        Box::new(Paranoid::new(values, Options::default())),
        Box::new(BestReply::plus(values, Options::default())),
    ];
    for mut search in searches {
        for nodes in [1, 2, 10, 1000, 5000] {
            let first = search.search(&root, &Limits::nodes(nodes), &mut |_| ());
            let again = search.search(&root, &Limits::nodes(nodes), &mut |_| ());
            assert!(first.stopped && first.nodes == nodes);
            assert!(root.is_legal(first.best().unwrap()));
            assert_eq!(
                (first.values, first.line, first.evaluations),
                (again.values, again.line, again.evaluations)
            );
        }
    }
}

/// Every root move has the value that a search with nothing but this move would find; a margin keeps
/// all that lies within it, and nothing else seems to.
#[test]
fn all_moves_have_their_values() {
    for players in 3..=4 {
        for (root, values) in series(players, 5) {
            let seat = root.turn();
            let ours = PerSeat::from_fn(players, |other| other == seat);
            let expected: Vec<i64> = root
                .legal()
                .iter()
                .map(|&m| minimax(&root.after(m), &values, &ours, 4).0)
                .collect();
            let best = *expected.iter().max().expect("there are moves");
            for way in ways() {
                for margin in [0, 5, i64::MAX / 2] {
                    let mut search = Paranoid::new(values, way);
                    let all = search.all_moves(&root, &Limits::depth(5), margin);
                    assert_eq!(i64::from(all.report.value(seat)), best);
                    let moves: Vec<_> = all.values.iter().map(|&(m, _)| m).collect();
                    assert_eq!(moves, root.legal().to_vec());
                    for ((_, values), &expected) in all.values.iter().zip(&expected) {
                        let value = i64::from(values[seat]);
                        if best - expected <= margin {
                            assert_eq!(value, expected);
                        } else {
                            assert!(value >= expected && best - value > margin);
                        }
                    }
                }
            }
        }
    }
}
