//! What holds of every game in which seats give up.

use std::collections::HashMap;

use super::play::Keys;
use super::{Scene, Strangers, line, position};
use crate::game::Game;
use crate::line::{Exit, GameLine};
use crate::notation::Notation;
use crate::seat::{PerSeat, Seat};
use crate::symmetry::Symmetric;

/// Plays a random game in which seats resign at random, whoever's turn it is, more or less often
/// from game to game.
pub(super) fn check<G: Notation + Symmetric>(
    game: &str,
    rules: &G::Rules,
    seed: u64,
    choose: &mut dyn FnMut(usize) -> usize,
    strangers: &mut Strangers<G::Move>,
) {
    let mut scene = Scene::new(game, seed);
    let mut keys = Keys(HashMap::new());
    let mut position = G::start(rules);
    let mut line = GameLine::new(position.clone());
    let facts = position.facts();
    let patience = 1 + choose(facts.longest.min(160));
    let mut out = PerSeat::all(facts.seats, false);
    let mut plies = 0;
    loop {
        scene.at(&position);
        if choose(patience) == 0 && !position.is_finished() {
            let seat = Seat::new(choose(facts.seats));
            scene.done(format!("({} resigns)", position.seat_name(seat)));
            resign(&mut position, seat, out[seat]);
            out[seat] = true;
            let exit = [Exit::Resigned, Exit::Time][seat.index() % 2];
            line.put_out(seat, exit);
            assert_eq!(*line.position(), position, "the line after a resignation");
            scene.at(&position);
            assert!(
                position.is_out(seat),
                "{seat:?} has resigned and is not out"
            );
            position::check(&position, &strangers.0);
        }
        keys.decide(&position);
        assert_eq!(position.facts(), facts, "facts hold of every position");
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        if out[position.turn()] {
            let turn = position.turn();
            assert_eq!(legal.len(), 1, "{turn:?} has resigned and can only pass");
        }
        let m = legal[choose(legal.len())];
        strangers.meet(m, choose);
        scene.done(position.move_text(m));
        position.play_unchecked(m);
        line.play(m).expect("a legal move");
        plies += 1;
        let longest = facts.longest;
        assert!(plies <= longest, "longer than {longest} plies");
    }

    position::check(&position, &strangers.0);
    line::check(&line);
    assert_eq!(*line.position(), position, "the line leads elsewhere");
    for seat in Seat::all(facts.seats) {
        let mut after = position.clone();
        after.resign(seat);
        assert_eq!(after, position, "{seat:?} resigned a finished game");
    }
    let ranks = position.standing().ranks;
    assert!(
        Seat::all(facts.seats).any(|seat| !out[seat] && ranks[seat] == 1),
        "only seats that have resigned {out:?} are first: {ranks:?}"
    );
}

fn resign<G: Game>(position: &mut G, seat: Seat, already: bool) {
    let before = position.clone();
    position.resign(seat);
    if already {
        assert_eq!(*position, before, "{seat:?} resigned twice");
    }
    let once = position.clone();
    position.resign(seat);
    assert_eq!(*position, once, "{seat:?} resigned once more");
    if !already && before.facts().seats == 2 {
        assert!(position.is_finished(), "nobody is left to play with");
    }
}
