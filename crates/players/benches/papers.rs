//! How fast the programs of the papers are: `cargo bench -p kaesu-players --bench papers`.
//!
//! Time is processor time where the system tells it, so that other work on the machine does not
//! count; figures are medians of five rounds, as tables for docs/results.

mod clock;

use kaesu_players::{Playable, PlayerFile, Playing, library};
use rules::reversi::Othello;
use rules::yonin::{Rules, Yonin};
use rules::{Game, GameLine};
use search::Limits;

use self::clock::Clock;

const ROUNDS: usize = 5;

fn main() {
    println!("| P4 searches | depth | positions | seconds | million positions a second |");
    println!("|---|---|---|---|---|");
    for (about, moves, depth) in [("start", "", 12), ("after 20 moves", TWENTY, 10)] {
        for first in [true, false] {
            searched(about, moves, depth, first);
        }
    }
    println!();
    println!("| games | games a second |");
    println!("|---|---|");
    let othello = Othello::start(&());
    games(&othello, &["p1-bp", "p1-bp"], 200);
    games(&othello, &["p1-st", "p1-st"], 200);
    games(&othello, &["p1-final", "p1-bp"], 200);
    games(&othello, &["p2-winning", "p2-winning"], 40);
    games(&othello, &["p2-drama", "p2-winning"], 40);
    games(&Yonin::start(&Rules::default()), &["p0-self"; 4], 40);
}

/// The first twenty moves of a well-known game.
const TWENTY: &str = "f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1b6f3f6";

/// How fast P4's search goes to a depth, with or without the last line first.
fn searched(about: &str, moves: &str, depth: u32, last_line_first: bool) {
    let mut line = GameLine::new(Othello::start(&()));
    line.play_transcript(moves).expect("a legal game");
    let position = *line.position();
    let mut file = library::load("p4-othello-ai").expect("it comes along");
    if let kaesu_players::searching::SearchSpec::AlphaBeta(spec) = &mut file.search {
        spec.last_line_first = last_line_first;
    }
    let mut nodes = 0;
    let seconds = median(|| {
        let mut player = Othello::player(&file).expect("it plays Othello");
        let start = Clock::now();
        let playing = Playing::new(position, 1);
        let choice = playing.ask(&mut *player, &Limits::depth(depth), &mut |_| ());
        let choice = choice.expect("players of ours have a move");
        nodes = choice.report.nodes;
        start.elapsed().as_secs_f64()
    });
    println!(
        "| {about}, last line {} | {depth} | {nodes} | {seconds:.3} | {:.1} |",
        if last_line_first { "first" } else { "not used" },
        nodes as f64 / seconds / 1e6
    );
}

/// How many whole games players play in a second.
fn games<G: Playable>(start: &G, names: &[&str], count: u64) {
    let files: Vec<PlayerFile> = names
        .iter()
        .map(|name| library::load(name).expect("it comes along"))
        .collect();
    let seconds = median(|| {
        let clock = Clock::now();
        for seed in 0..count {
            let players = files.iter().map(|file| G::player(file));
            let mut players = players
                .collect::<Result<Vec<_>, _>>()
                .expect("they play it");
            let played =
                Playing::new(start.clone(), seed).to_the_end(&mut players, &Limits::default());
            played.expect("players of ours have a move");
        }
        clock.elapsed().as_secs_f64()
    });
    println!("| {} | {:.0} |", names.join(" : "), count as f64 / seconds);
}

/// The median of some rounds.
fn median(mut round: impl FnMut() -> f64) -> f64 {
    let mut values: Vec<f64> = (0..ROUNDS).map(|_| round()).collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
