//! At which moves people are asked: as the file says, and never only where something happened.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod common;

use kaesu_study::Study;
use kaesu_study::event::Link;
use kaesu_study::person::Slot;

use common::{Walk, small_with_rule};

/// A game of somebody: of every own move whether they were asked there, and how far the opponent's
/// evaluation had jumped before.
type Game = Vec<(bool, Option<i64>)>;

/// Games of eight people who are asked by a rule.
fn games(rule: &str) -> Vec<Game> {
    let text = small_with_rule(rule);
    let mut walk = Walk::of(Study::parse("small.toml", &text).unwrap());
    let mut games = Vec::new();
    for number in 0..8 {
        let code = walk.join(number, Link::Simulated);
        walk.finish(&code);
        let person = walk.register.person(&code).unwrap();
        for game in 1..=2 {
            let table = walk.register.table_of(person, game).unwrap();
            let seat = table.seat_of(&code).unwrap();
            let moves = table.own_plies(seat).map(|ply| {
                let asked = person.has(&Slot::of_move("win", game, ply));
                let reply = table.reply_before(seat, ply);
                (asked, reply.and_then(|reply| table.jump(reply)))
            });
            games.push(moves.collect());
        }
    }
    games
}

fn asked(games: &[Game]) -> Vec<Vec<bool>> {
    let of = |game: &Game| game.iter().map(|(asked, _)| *asked).collect();
    games.iter().map(of).collect()
}

#[test]
fn every_no_and_every_nth_move() {
    let all = |rule: &str, fits: &dyn Fn(usize) -> bool| {
        for game in asked(&games(rule)) {
            let wanted: Vec<bool> = (1..=game.len()).map(fits).collect();
            assert_eq!(game, wanted, "{rule}");
        }
    };
    all("\"every\"", &|_| true);
    all("\"never\"", &|_| false);
    all("{ nth = 3 }", &|number| number.is_multiple_of(3));
    // Asked about every move, afterwards: the answers belong to the same moves.
    all("\"replay\"", &|_| true);
}

#[test]
fn a_chance_is_about_as_large_as_it_says_and_another_for_everybody() {
    let games = asked(&games("{ chance = 0.3 }"));
    let all: usize = games.iter().map(Vec::len).sum();
    let count = games.iter().flatten().filter(|asked| **asked).count();
    // Three standard deviations of about ninety moves.
    let share = count as f64 / all as f64;
    assert!((share - 0.3).abs() < 0.15, "{count} of {all}");
    assert!(games.iter().any(|game| *game != games[0]));
}

#[test]
fn all_jumps_are_asked_about_and_other_moves_too() {
    for controls in [1, 2] {
        let games = games(&format!("{{ jump = 2, controls = {controls} }}"));
        let jumps = |jump: Option<i64>| jump.is_some_and(|jump| jump >= 2);
        let mut first_is_none = 0;
        let (mut at_jumps, mut others) = (0, 0);
        for game in &games {
            assert!(game.iter().all(|&(asked, jump)| asked || !jumps(jump)));
            let mut owed = controls;
            for &(asked, jump) in game {
                match (asked, jumps(jump)) {
                    (true, true) => (at_jumps, owed) = (at_jumps + 1, owed + controls),
                    (true, false) => (others, owed) = (others + 1, owed - 1),
                    (false, _) => {}
                }
            }
            let first = game.iter().find(|(asked, _)| *asked);
            first_is_none += usize::from(first.is_some_and(|&(_, jump)| !jumps(jump)));
        }
        assert!(at_jumps > 5 && others > 5, "{at_jumps} and {others}");
        // Being asked does not tell that something happened.
        assert!(first_is_none > games.len() / 3, "{first_is_none}");
    }
}
