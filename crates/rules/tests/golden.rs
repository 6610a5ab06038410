//! One game of each kind, told in full: what changes here has changed what people and programs see.
//!
//! After a change that is meant, `KAESU_BLESS=1 cargo test -p kaesu-rules --test golden` writes the files
//! under `golden/` again; read the difference before it is committed.

mod common;
mod move_policies;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use common::chooser;
use kaesu_rules::{GameName, Notation, Seat, with_game};
use move_policies::MovePolicy;

/// A game that seed and policy decide; `every` so many plies it is told in detail.
struct Story {
    name: &'static str,
    seed: u64,
    policy: MovePolicy,
    every: usize,
}

impl Story {
    fn tell<G: Notation>(mut self, rules: &G::Rules) -> String {
        let mut choose = chooser(self.seed);
        let mut position = G::start(rules);
        let mut text = format!("{}, seed {}\n", self.name, self.seed);
        text += &format!("{:?}\n", position.facts());
        let mut ply = 0;
        while !position.is_finished() {
            if ply % self.every == 0 {
                text += &details(&position);
            }
            let m = self.policy.choose(&position, &mut choose);
            ply += 1;
            let (seat, written) = (name(&position, position.turn()), position.move_text(m));
            position.play(m).expect("a legal move");
            writeln!(text, "{ply}. {seat} {written} {}", standing(&position)).expect("a text");
        }
        text += &details(&position);
        text += "\nfrom the start, all seats resign one by one\n";
        let mut position = G::start(rules);
        for seat in Seat::all(position.facts().seats) {
            position.resign(seat);
            let (seat, line) = (name(&position, seat), position.position_text());
            writeln!(text, "{seat} {} {line}", standing(&position)).expect("a text");
        }
        text
    }
}

fn name<G: Notation>(position: &G, seat: Seat) -> &'static str {
    position.seat_name(seat)
}

fn standing<G: Notation>(position: &G) -> String {
    let standing = position.standing();
    let over = if position.is_finished() { " over" } else { "" };
    format!(
        "scores {:?} ranks {:?}{over}",
        standing.scores, standing.ranks
    )
}

fn details<G: Notation>(position: &G) -> String {
    let legal: Vec<String> = position
        .legal()
        .iter()
        .map(|&m| position.move_text(m))
        .collect();
    let line = position.position_text();
    let mut text = format!("\n{position}\nposition {line}\n");
    match position.outcome() {
        Some(_) => writeln!(text, "result {}", standing(position)).expect("a text"),
        None => {
            let turn = name(position, position.turn());
            writeln!(text, "turn {turn}, legal {}", legal.join(" ")).expect("a text");
        }
    }
    text
}

fn check(story: Story) {
    let file = story.name.replace([':', '='], "-") + ".txt";
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(file);
    let name: GameName = story.name.parse().expect("a game");
    let told = with_game!(&name, G, rules => story.tell::<G>(rules));
    if std::env::var_os("KAESU_BLESS").is_some() {
        fs::write(&path, told).expect("the file can be written");
        return;
    }
    let golden = fs::read_to_string(&path).expect("the golden file is there");
    for (number, (told, golden)) in told.lines().zip(golden.lines()).enumerate() {
        let path = path.display();
        assert_eq!(told, golden, "line {} of {path}", number + 1);
    }
    assert_eq!(told.lines().count(), golden.lines().count());
}

#[test]
fn reversi() {
    check(Story {
        name: "reversi-8x8",
        seed: 1,
        policy: MovePolicy::Any,
        every: 4,
    });
}

#[test]
fn reversi_on_an_odd_board() {
    check(Story {
        name: "reversi-octagon",
        seed: 1,
        policy: MovePolicy::Squeeze,
        every: 8,
    });
}

#[test]
fn yonin() {
    check(Story {
        name: "yonin",
        seed: 1,
        policy: MovePolicy::Squeeze,
        every: 4,
    });
}

#[test]
fn yonin_shogi() {
    check(Story {
        name: "yonin-shogi",
        seed: 3,
        policy: MovePolicy::Squeeze,
        every: 10,
    });
}

#[test]
fn tree() {
    check(Story {
        name: "tree:players=3",
        seed: 1,
        policy: MovePolicy::Any,
        every: 1,
    });
}
