//! `kaesu match`: many games between players in balanced seatings.
//!
//! One *block* is one opening played in every rotation of the seats; the block mean is one
//! observation, because the games of a block are not independent.

use std::io::Write;
use std::sync::Mutex;

use anyhow::{Result, bail};
use clap::Args;
use players::{Playable, Playing, library};
use rules::hash::mix;
use rules::{Outcome, Seat, with_game};
use search::Limits;
use serde::Serialize;

use crate::game::{PositionArguments, whole_number};
use crate::limits::LimitArguments;
use crate::players::make;

/// Let players play many games in balanced seatings and say who is better
///
/// Give one --player for each seat of the game; a player that sits on several seats is given
/// several times. Every opening is played in all rotations of the seats.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// A name from `kaesu players`, or a player file
    #[arg(long = "player", value_name = "PLAYER", required = true)]
    players: Vec<String>,

    /// How many games, rounded up to whole blocks
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole_number::<10_000_000>)]
    games: u32,

    /// Random plies before the players take over, the same in all games of a block
    #[arg(long, value_name = "PLIES", default_value = "4")]
    opening: u32,

    #[command(flatten)]
    limits: LimitArguments,

    /// What all openings and random decisions follow from
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u64,

    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole_number::<1024>)]
    threads: u32,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    with_game!(&arguments.position.game, G, rules => play_match::<G>(arguments, rules))
}

fn play_match<G: Playable>(arguments: &Arguments, rules: &G::Rules) -> Result<()> {
    let start: G = arguments.position.position(rules)?;
    let seats = start.facts().seats;
    if arguments.players.len() != seats {
        let (game, given) = (&arguments.position.game, arguments.players.len());
        bail!("{game} has {seats} seats, so give --player {seats} times, not {given}");
    }
    for name in &arguments.players {
        make::<G>(name, &arguments.position.game)?;
    }
    let blocks = (arguments.games as usize).div_ceil(seats);
    let next = Mutex::new(0..blocks);
    let results = Mutex::new(vec![None; blocks]);
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                loop {
                    let block = next.lock().expect("no thread panics with the lock").next();
                    let Some(block) = block else { return };
                    let outcomes = play_block(arguments, &start, block as u64);
                    results.lock().expect("no thread panics with the lock")[block] = Some(outcomes);
                }
            });
        }
    });
    let results = results
        .into_inner()
        .expect("no thread panics with the lock");
    let blocks: Vec<Vec<Outcome>> = results.into_iter().flatten().collect();
    let lines = summarise(&arguments.players, &blocks);
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let text = serde_json::to_string(&lines).expect("numbers and texts can be written as JSON");
        writeln!(out, "{text}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{} games, seed {}",
        blocks.len() * seats,
        arguments.seed
    )?;
    writeln!(
        out,
        "{:<24} {:>6} {:>7} {:>7}  mean rank ± 95 %",
        "player", "games", "first", "last"
    )?;
    for line in lines {
        writeln!(
            out,
            "{:<24} {:>6} {:>6.1}% {:>6.1}%  {:.3} ± {:.3}",
            line.player,
            line.games,
            100.0 * line.first,
            100.0 * line.last,
            line.mean_rank,
            line.half_width
        )?;
    }
    Ok(())
}

/// All rotations of one opening; the outcomes are by player, not by seat.
fn play_block<G: Playable>(arguments: &Arguments, start: &G, block: u64) -> Vec<Outcome> {
    let seats = start.facts().seats;
    let seed = mix(arguments.seed ^ mix(block + 1));
    let opening = opening(arguments, start, seed);
    let limits: Limits = arguments.limits.limits();
    (0..seats)
        .map(|rotation| {
            let mut players: Vec<_> = Seat::all(seats)
                .map(|seat| {
                    let name = &arguments.players[seat.next(rotation, seats).index()];
                    make::<G>(name, &arguments.position.game).expect("made before the first game")
                })
                .collect();
            let mut playing = Playing::new(opening.clone(), mix(seed ^ rotation as u64));
            playing.to_the_end(&mut players, &limits);
            let outcome = playing.position.standing();
            let seat_of = |player: Seat| player.next(seats - rotation, seats);
            Outcome {
                ranks: rules::PerSeat::from_fn(seats, |player| outcome.ranks[seat_of(player)]),
                scores: rules::PerSeat::from_fn(seats, |player| outcome.scores[seat_of(player)]),
            }
        })
        .collect()
}

/// Random plies from the start that do not end the game.
fn opening<G: Playable>(arguments: &Arguments, start: &G, seed: u64) -> G {
    let file = library::load("random").expect("it comes with the program");
    for attempt in 0.. {
        let mut player = G::player(&file).expect("it plays any game");
        let mut playing = Playing::new(start.clone(), mix(seed ^ mix(attempt)));
        for _ in 0..arguments.opening {
            if playing.position.is_finished() {
                break;
            }
            let choice = playing.ask(&mut *player, &Limits::default(), &mut |_| ());
            playing.play(&choice);
        }
        if !playing.position.is_finished() || attempt > 1000 {
            return playing.position;
        }
    }
    unreachable!("attempts do not run out")
}

/// One player's row.
#[derive(Serialize)]
struct Line<'a> {
    player: &'a str,
    games: usize,
    first: f64,
    last: f64,
    mean_rank: f64,
    half_width: f64,
    mean_score: f64,
}

/// Players that are given several times are taken together; equal ranks are shared as a mean.
fn summarise<'a>(players: &'a [String], blocks: &[Vec<Outcome>]) -> Vec<Line<'a>> {
    let mut names: Vec<&str> = Vec::new();
    for name in players {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let lines = names.into_iter().map(|name| {
        let mine: Vec<Seat> = Seat::all(players.len())
            .filter(|seat| players[seat.index()] == name)
            .collect();
        let of_games = |value: &dyn Fn(&Outcome, Seat) -> f64| -> Vec<f64> {
            blocks
                .iter()
                .map(|block| {
                    let all = block
                        .iter()
                        .flat_map(|outcome| mine.iter().map(move |&seat| (outcome, seat)));
                    mean(
                        &all.map(|(outcome, seat)| value(outcome, seat))
                            .collect::<Vec<_>>(),
                    )
                })
                .collect()
        };
        let ranks = of_games(&shared_rank);
        let worst = |outcome: &Outcome| outcome.ranks.iter().copied().max().unwrap_or(1);
        Line {
            player: name,
            games: blocks.iter().map(Vec::len).sum(),
            first: mean(&of_games(&|outcome, seat| {
                f64::from(outcome.is_first(seat))
            })),
            last: mean(&of_games(&|outcome, seat| {
                f64::from(outcome.ranks[seat] == worst(outcome))
            })),
            mean_rank: mean(&ranks),
            half_width: 1.96 * (variance(&ranks) / ranks.len() as f64).sqrt(),
            mean_score: mean(&of_games(&|outcome, seat| f64::from(outcome.scores[seat]))),
        }
    });
    lines.collect()
}

fn shared_rank(outcome: &Outcome, seat: Seat) -> f64 {
    let rank = outcome.ranks[seat];
    let equal = outcome.ranks.iter().filter(|&&other| other == rank).count();
    f64::from(rank) + (equal as f64 - 1.0) / 2.0
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    squares / (values.len() as f64 - 1.0).max(1.0)
}
