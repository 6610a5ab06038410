//! People as players: they err as their files say, and in no other way.

#![allow(clippy::unwrap_used)]

mod common;

use kaesu_players::{Choice, Playable, Player, PlayerFile, Playing, Turn, library};
use rules::line::GameLine;
use rules::reversi::{Bits, Move, Othello};
use rules::yonin::Yonin;
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, GameName, with_game};
use search::Limits;

use common::positions;

/// A level with another personality in place of its own.
fn with(level: &str, personality: &str) -> PlayerFile {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../players/");
    let text = std::fs::read_to_string(format!("{path}{level}.toml")).unwrap();
    let (before, _) = text.split_once("[personality.human]").unwrap();
    let text = format!("{before}[personality.human]\n{personality}");
    PlayerFile::parse("test", &text).unwrap()
}

fn turn<'a, G: Game>(
    line: &'a GameLine<G>,
    seed: u64,
    limits: &'a Limits,
    progress: &'a mut dyn FnMut(&search::Report<G::Move>),
) -> Turn<'a, G> {
    Turn {
        position: line.position(),
        line,
        seed,
        limits,
        notes: &[],
        progress,
    }
}

fn ask<G: Playable>(file: &PlayerFile, position: &G, seed: u64) -> Choice<G::Move> {
    let limits = Limits::default();
    let mut player = G::player(file).unwrap();
    let line = GameLine::new(position.clone());
    let choice = player.choose(&mut turn(&line, seed, &limits, &mut |_| ()));
    choice.unwrap()
}

#[test]
fn the_same_seeds_give_the_same_game() {
    fn game<G: Playable>(file: &PlayerFile, start: G, seed: u64) -> Vec<G::Move> {
        let seats = start.facts().seats;
        let mut players: Vec<Box<dyn Player<G>>> =
            (0..seats).map(|_| G::player(file).unwrap()).collect();
        let mut playing = Playing::new(start, seed);
        playing
            .to_the_end(&mut players, &Limits::default())
            .unwrap();
        playing.moves()
    }
    let file = library::load("level-reversi-2").unwrap();
    let start = || Othello::start(&());
    assert_eq!(game(&file, start(), 5), game(&file, start(), 5));
    assert_ne!(game(&file, start(), 5), game(&file, start(), 6));
    let file = library::load("level-yonin-shogi-3").unwrap();
    let start = || YoninShogi::start(&RuleSet::Iemoto);
    assert_eq!(game(&file, start(), 5), game(&file, start(), 5));
}

/// Without temperature, liking and oversight a person plays a best move of all.
#[test]
fn a_person_without_faults_plays_the_best_move() {
    fn check<G: Playable>(file: &PlayerFile, positions: Vec<G>) {
        let limits = Limits::default();
        for position in positions {
            let m = ask(file, &position, 3).m;
            let mut player = G::player(file).unwrap();
            let line = GameLine::new(position.clone());
            let all = player.consider(&mut turn(&line, 3, &limits, &mut |_| ()), None);
            let all = all.unwrap();
            let worth = |(_, values): &(G::Move, rules::PerSeat<i32>)| values[position.turn()];
            let best = all.values.iter().map(worth).max().unwrap();
            let chosen = all.values.iter().find(|(other, _)| *other == m).unwrap();
            assert_eq!(worth(chosen), best);
        }
    }
    let faultless = |level| with(level, "temperature = 0.0");
    check::<Othello>(&faultless("level-reversi-4"), positions(&(), 60, 1));
    let start: Vec<YoninShogi> = positions(&RuleSet::Iemoto, 60, 1);
    check(&faultless("level-yonin-shogi-5"), start);
    check::<Yonin>(
        &faultless("level-yonin-1"),
        positions(&Default::default(), 30, 1),
    );
}

/// Whether a move lets the other side take a corner that it could not take before.
fn gives_a_corner(position: &Othello, m: Move) -> bool {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    let after = position.after(m);
    let before = position.placements_of_other() & CORNERS;
    after.turn() != position.turn() && !(after.placements() & CORNERS & !before).is_empty()
}

#[test]
fn corners_are_overlooked_as_often_as_the_file_says() {
    let always = with(
        "level-reversi-4",
        "temperature = 0.0\ngreed = 1.0\n[personality.human.overlooks]\ncorners = 1.0",
    );
    let never = with("level-reversi-4", "temperature = 0.0\ngreed = 1.0");
    let often = with(
        "level-reversi-4",
        "temperature = 0.0\ngreed = 1.0\n[personality.human.overlooks]\ncorners = 0.3",
    );
    let mut blunders = 0;
    for position in positions::<Othello>(&(), 4000, 2) {
        let [seen, unseen] = [&never, &always].map(|file| ask(file, &position, 0).m);
        if gives_a_corner(&position, seen) || !gives_a_corner(&position, unseen) {
            continue;
        }
        blunders += 1;
        let seeds = 200;
        let moves: Vec<Move> = (0..seeds)
            .map(|seed| ask(&often, &position, seed).m)
            .collect();
        assert!(moves.iter().all(|m| *m == seen || *m == unseen));
        let share = moves.iter().filter(|m| **m == unseen).count() as f64 / seeds as f64;
        // Four standard deviations.
        assert!((share - 0.3).abs() < 0.13, "{share}");
    }
    assert!(blunders > 10, "{blunders}");
}

#[test]
fn who_overlooks_threats_leaves_pieces_hanging_more_often() {
    let person = |overlooks| {
        with(
            "level-yonin-shogi-1",
            &format!("temperature = 0.0\n[personality.human.overlooks]\nthreats = {overlooks}"),
        )
    };
    let [sees, overlooks] = [person("0.0"), person("1.0")];
    let hanging = |file: &PlayerFile, position: &YoninShogi| {
        let seat = position.turn();
        let after = position.after(ask(file, position, 1).m);
        let board = after.board();
        let own = board.owned(seat);
        let attacked = board.attacks(board.hostile(seat));
        let unguarded = own & attacked & !(board.attacks(own) | board.kings() | board.pawns());
        !unguarded.is_empty()
    };
    let positions: Vec<YoninShogi> = positions(&RuleSet::Iemoto, 300, 4);
    let count = |file| positions.iter().filter(|p| hanging(file, p)).count();
    let (seen, unseen) = (count(&sees), count(&overlooks));
    assert!(unseen > seen + 10, "{seen} and {unseen}");
}

#[test]
fn greed_turns_more_discs_and_love_gives_more_checks() {
    let turned = |greed: &str| -> u32 {
        let file = with(
            "level-reversi-4",
            &format!("temperature = 0.5\ngreed = {greed}"),
        );
        let each = positions::<Othello>(&(), 200, 5)
            .into_iter()
            .map(|position| {
                let m = ask(&file, &position, 1).m;
                m.square().map_or(0, |square| position.flips(square).len())
            });
        each.sum()
    };
    assert!(turned("3.0") > turned("0.0") * 5 / 4);
    let positions: Vec<YoninShogi> = positions(&RuleSet::Iemoto, 200, 6);
    let checks = |love: &str| {
        let file = with(
            "level-yonin-shogi-1",
            &format!("temperature = 0.05\nchecks = {love}"),
        );
        let checks = positions.iter().filter(|position| {
            let after = position.after(ask(&file, *position, 1).m);
            !after.is_finished() && after.is_in_check(after.turn())
        });
        checks.count()
    };
    let (cold, loving) = (checks("0.0"), checks("1.0"));
    assert!(loving > cold + 10, "{cold} and {loving}");
}

/// The weakest takes corners that it is offered, more often than chance would.
#[test]
fn even_the_weakest_knows_what_a_corner_is() {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    let file = library::load("level-reversi-1").unwrap();
    let (mut taken, mut by_chance, mut offers) = (0, 0.0, 0);
    for position in positions::<Othello>(&(), 6000, 7) {
        let corners = (position.placements() & CORNERS).len();
        let moves = position.legal().len();
        if corners == 0 || moves == corners as usize {
            continue;
        }
        offers += 1;
        by_chance += f64::from(corners) / moves as f64;
        let m = ask(&file, &position, 1).m;
        taken += usize::from(m.square().is_some_and(|square| CORNERS.has(square)));
    }
    assert!(offers > 100 && taken < offers, "{taken} of {offers}");
    // Two standard deviations.
    let clearly = by_chance + 2.0 * by_chance.sqrt();
    assert!(taken as f64 > clearly, "{taken} and {by_chance}");
}

#[test]
fn every_game_on_a_board_has_ten_levels_and_the_last_has_no_faults() {
    for entry in rules::name::CATALOGUE
        .iter()
        .filter(|entry| entry.name != "tree")
    {
        for level in 1..=10 {
            let name = library::level(entry.name, level).unwrap();
            let file = library::load(name).unwrap();
            assert_eq!(file.personality.is_none(), level == 10, "{name}");
            let game: GameName = entry.name.parse().unwrap();
            with_game!(&game, G, _rules => {
                <G as Playable>::player(&file).unwrap();
            });
        }
        assert_eq!(library::level(entry.name, 0), None);
        assert_eq!(library::level(entry.name, 11), None);
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |level: &str, personality: &str| {
        let file = with(level, personality);
        let error = match file.games[0].as_str() {
            "yonin" => Yonin::player(&file).err(),
            "yonin-shogi" => YoninShogi::player(&file).err(),
            _ => Othello::player(&file).err(),
        };
        error.map(|error| error.to_string()).unwrap_or_default()
    };
    let overlooks =
        |thing: &str| format!("temperature = 1.0\n[personality.human.overlooks]\n{thing} = 0.5");
    assert!(refused("level-reversi-1", &overlooks("mates")).contains("mates cannot be overlooked"));
    assert!(refused("level-yonin-1", &overlooks("threats")).contains("threats cannot be"));
    assert!(refused("level-yonin-shogi-1", &overlooks("corners")).contains("corners cannot be"));
    assert!(
        refused("level-yonin-1", "temperature = 1.0\nchecks = 1.0")
            .contains("checks are for yonin-shogi")
    );
    let both = "temperature = 1.0\n[personality.human.overlooks]\nthreats = 0.6\nmates = 0.6";
    assert!(refused("level-yonin-shogi-5", both).contains("1.20 of the turns"));
}
