//! What holds of every synthetic tree.

use super::*;
use crate::line::GameLine;

fn tree(rules: &str) -> Tree {
    Tree::start(&rules.parse().unwrap())
}

fn every_node(tree: &Tree, visit: &mut impl FnMut(&Tree)) {
    nodes_within(tree, u32::MAX, visit);
}

fn nodes_within(tree: &Tree, plies: u32, visit: &mut impl FnMut(&Tree)) {
    visit(tree);
    if plies > 0 {
        for m in tree.legal() {
            nodes_within(&tree.after(m), plies - 1, visit);
        }
    }
}

fn played(from: Tree, moves: &str) -> Tree {
    let mut line = GameLine::new(from);
    line.play_transcript(moves).unwrap();
    line.position().clone()
}

#[test]
fn values_never_change_between_versions() {
    let mut node = tree("");
    assert_eq!(*node.values(), [2500, 2500, 2500, 2500]);
    node = played(node, "1 4 2 3 1 1 2 4");
    assert_eq!(*node.values(), GOLDEN_REJECTION);
    let mut node = tree("players=3,generator=mean,clear=13,depth=6,seed=7,sum=10001");
    assert_eq!(*node.values(), [3335, 3333, 3333]);
    node = played(node, "1 3 2 3 1 2");
    assert_eq!(*node.values(), GOLDEN_MEAN);
}

const GOLDEN_REJECTION: [i32; 4] = [2744, 2474, 2306, 2476];
const GOLDEN_MEAN: [i32; 3] = [4830, 2626, 2545];

#[test]
fn every_node_keeps_the_sum_and_stays_in_reach() {
    for rules in [
        "players=2,width=3,depth=6,sum=10",
        "players=3,width=3,depth=6,clear=13,generator=mean",
        "players=4,width=2,depth=7,clear=3",
        "players=6,width=2,depth=8,sum=5,generator=mean",
    ] {
        let root = tree(rules);
        let sum = root.facts().score_sum.unwrap();
        every_node(&root, &mut |node| {
            assert_eq!(node.values().iter().sum::<i32>(), sum);
            for plies in 0..4 {
                let (low, high) = node.reach(plies);
                nodes_within(node, plies, &mut |below| {
                    for seat in Seat::all(low.len()) {
                        assert!((low[seat]..=high[seat]).contains(&below.values()[seat]));
                    }
                });
            }
        });
    }
}

#[test]
fn a_shallower_tree_is_the_top_of_a_deeper_one() {
    let (mut shallow, mut deep) = (tree("depth=3"), tree("depth=9"));
    for m in [2, 0, 3].map(Branch::new) {
        shallow.play(m).unwrap();
        deep.play(m).unwrap();
        assert_eq!(shallow.values(), deep.values());
    }
    assert!(shallow.is_finished() && !deep.is_finished());
}

#[test]
fn perft_is_the_power_of_the_width() {
    assert_eq!(tree("width=3,depth=5").leaves(5), 243);
    assert_eq!(tree("width=3,depth=5").leaves(9), 243);
}

#[test]
fn one_clear_move_at_every_node_of_the_first_seat() {
    let root = tree("players=3,depth=6,clear=13");
    every_node(&root, &mut |node| {
        if node.is_finished() {
            return;
        }
        let leaps = node
            .legal()
            .iter()
            .filter(|&&m| node.after(m).values()[FIRST] - node.values()[FIRST] > 1000)
            .count();
        assert_eq!(leaps, usize::from(node.turn() == FIRST));
    });
}

#[test]
fn a_position_is_its_path() {
    let mut node = tree("width=12");
    assert_eq!(node.position_text(), "-");
    node = played(node, "12 1 3");
    assert_eq!(node.position_text(), "12.1.3");
    assert_eq!(
        Tree::parse_position(&node.rules(), "12.1.3"),
        Ok(node.clone())
    );
    node.resign(Seat::new(2));
    assert_eq!(node.position_text(), "12.1.3!3");
    assert_eq!(
        Tree::parse_position(&node.rules(), "12.1.3!3"),
        Ok(node.clone())
    );
    for (line, at) in [
        ("1.x", 3),
        ("1.13", 3),
        ("", 1),
        ("0", 1),
        ("+1", 1),
        ("2!7", 3),
        ("1.1.1.1.1.1.1.1!1", 17),
    ] {
        assert_eq!(
            Tree::parse_position(&node.rules(), line).unwrap_err().at,
            at,
            "{line}"
        );
    }
}

#[test]
fn who_resigns_is_last_and_the_game_is_over() {
    let mut node = tree("players=3").after(Branch::new(1));
    let key = node.key();
    node.resign(Seat::new(0));
    assert!(node.is_finished() && node.legal().is_empty());
    assert_eq!(node.standing().ranks[FIRST], 3);
    assert_ne!(node.key(), key);
    node.resign(Seat::new(1));
    assert_eq!(node.standing().ranks[FIRST], 3);
}
