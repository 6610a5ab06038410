//! Players of Yonin-shogi with a style play as it says, where anybody can see it: at one table with
//! each other, in all 24 seatings. `KAESU_CAMPAIGN=10` plays ten times as many games; it prints
//! the table of `docs/results/levels.md`.

#![allow(clippy::unwrap_used)]

use std::ops::AddAssign;

use kaesu_players::{Playable, Playing, library};
use rules::yonin_shogi::board::Board;
use rules::yonin_shogi::moves::Move;
use rules::yonin_shogi::set::Set;
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, Seat};
use search::Limits;

const STYLES: [&str; 4] = ["greedy", "cautious", "entertaining", "kaesu"];

/// How often something was done of the times that it could be.
#[derive(Clone, Copy, Debug, Default)]
struct Share(u32, u32);

impl Share {
    fn per(self, unit: f64) -> f64 {
        unit * f64::from(self.0) / f64::from(self.1.max(1))
    }
}

impl AddAssign<(u32, u32)> for Share {
    fn add_assign(&mut self, (times, of): (u32, u32)) {
        self.0 += times;
        self.1 += of;
    }
}

/// What one of them did in all its games.
#[derive(Clone, Copy, Debug, Default)]
struct Deeds {
    captures: Share,
    checks: Share,
    /// Turns after which a piece other than a pawn can be captured that nobody guards, and could not before.
    gifts: Share,
    /// Squares beside its king that others attack, after its turns.
    besieged: Share,
    mates: Share,
    rank: Share,
}

fn captures(position: &YoninShogi, m: Move) -> bool {
    position.board().hostile(position.turn()).has(m.to())
}

fn gives_check(position: &YoninShogi, m: Move) -> bool {
    let after = position.after(m);
    !after.is_finished() && after.is_in_check(after.turn())
}

/// The pieces of a seat, but for pawns and the king, that others attack and nobody guards.
fn hanging(board: &Board, seat: Seat) -> Set {
    let own = board.owned(seat);
    let attacked = board.attacks(board.hostile(seat));
    own & attacked & !(board.attacks(own) | board.pawns() | board.kings())
}

fn watch(deeds: &mut Deeds, position: &YoninShogi, m: Move) {
    let seat = position.turn();
    let legal = position.legal();
    if legal.iter().any(|&m| captures(position, m)) {
        deeds.captures += (captures(position, m).into(), 1);
    }
    if legal.iter().any(|&m| gives_check(position, m)) {
        deeds.checks += (gives_check(position, m).into(), 1);
    }
    let after = position.after(m);
    let board = after.board();
    let gifts = hanging(board, seat) & !hanging(position.board(), seat);
    deeds.gifts += ((!gifts.is_empty()).into(), 1);
    let attacked = board.attacks(board.hostile(seat));
    deeds.besieged += ((board.king(seat).near() & attacked).len() as u32, 1);
}

/// All orders in which four can sit.
fn seatings() -> Vec<[usize; 4]> {
    let mut all = Vec::new();
    for [b, c, d] in [
        [1, 2, 3],
        [1, 3, 2],
        [2, 1, 3],
        [2, 3, 1],
        [3, 1, 2],
        [3, 2, 1],
    ] {
        let mut seating = [0, b, c, d];
        for _ in 0..4 {
            all.push(seating);
            seating.rotate_left(1);
        }
    }
    all
}

#[test]
fn everybody_plays_in_their_style() {
    let campaign: usize = std::env::var("KAESU_CAMPAIGN").map_or(1, |times| times.parse().unwrap());
    let mut deeds = [Deeds::default(); 4];
    for (game, seating) in seatings()
        .into_iter()
        .cycle()
        .take(24 * campaign)
        .enumerate()
    {
        let mut players = seating.map(|style| {
            let file = library::load(&format!("yonin-shogi-{}", STYLES[style])).unwrap();
            YoninShogi::player(&file).unwrap()
        });
        let mut playing = Playing::new(YoninShogi::start(&RuleSet::Iemoto), game as u64);
        while !playing.line.is_finished() {
            let position = playing.position().clone();
            let seat = position.turn().index();
            // Only the strongest is limited by time.
            let limits = match STYLES[seating[seat]] {
                "kaesu" => Limits {
                    evaluations: Some(400),
                    ..Limits::default()
                },
                _ => Limits::default(),
            };
            let choice = playing
                .ask(&mut *players[seat], &limits, &mut |_| ())
                .unwrap();
            watch(&mut deeds[seating[seat]], &position, choice.m);
            playing.play(&choice);
        }
        let end = playing.position();
        for seat in Seat::all(4) {
            let deeds = &mut deeds[seating[seat.index()]];
            deeds.rank += (end.standing().ranks[seat].into(), 1);
            deeds.mates += (end.mates(seat) as u32, 1);
        }
    }
    println!("| style | captures | checks | gives away | beside the king | mates | rank |");
    println!("|---|---|---|---|---|---|---|");
    for (style, deeds) in STYLES.iter().zip(&deeds) {
        println!(
            "| {style} | {:.0} % | {:.0} % | {:.0} % | {:.2} | {:.2} | {:.2} |",
            deeds.captures.per(100.0),
            deeds.checks.per(100.0),
            deeds.gifts.per(100.0),
            deeds.besieged.per(1.0),
            deeds.mates.per(1.0),
            deeds.rank.per(1.0),
        );
    }
    let [greedy, cautious, entertaining, relentless] = deeds;
    for other in [cautious, entertaining, relentless] {
        assert!(greedy.captures.per(100.0) > other.captures.per(100.0) + 20.0);
        assert!(relentless.rank.0 <= greedy.rank.0.min(other.rank.0));
    }
    for other in [greedy, entertaining] {
        assert!(cautious.besieged.per(1.0) < other.besieged.per(0.75));
    }
    for other in [greedy, cautious, relentless] {
        assert!(entertaining.checks.per(100.0) > other.checks.per(100.0) + 20.0);
        assert!(entertaining.gifts.per(100.0) > other.gifts.per(100.0));
    }
}
