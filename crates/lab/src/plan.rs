//! From an experiment and the number of a game to who sits where, from which opening, with which
//! seed: a pure function, so that threads and order change nothing.
//!
//! Games are numbered from 0. A *round* is one block at each table, all from the same opening; a
//! block is one opening in all seatings. So a run that is stopped anywhere is as balanced as
//! possible.

use rules::hash::mix;
use rules::{Game, PerSeat, Seat, with_game};
use thiserror::Error;

use crate::contender::Contender;
use crate::experiment::{Experiment, Kind, Seating};
use crate::jobs::JobRange;
use statistics::seating::{self, Order};

/// The most games of an experiment: no machines play them in a life, and no number that is made of them overflows.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// Which part of an experiment something is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The game, or the position.
    Game,
    /// All players.
    Players,
    /// One of the players.
    Player(usize),
    /// How games begin.
    Openings,
    /// Who sits where.
    Seating,
    /// How many games.
    Games,
    /// When a match is decided.
    Stop,
    /// What is varied.
    Sweep,
    /// What is measured.
    Measure,
}

/// Why an experiment cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct Problem {
    /// Which part is wrong.
    pub place: Place,
    /// What is wrong and what would be right.
    pub text: String,
}

impl Problem {
    pub(crate) fn new(place: Place, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { place, text }
    }
}

/// An experiment worked out: its contenders, tables and seatings.
#[derive(Clone, Debug)]
pub struct Plan {
    /// All contenders; in a sweep every value is one, after the opponent.
    pub contenders: Vec<Contender>,
    /// Who plays whom, by contender.
    pub tables: Vec<Vec<usize>>,
    /// The side of each contender in a match.
    pub sides: Vec<usize>,
    /// How many seats the game has.
    pub seats: usize,
    /// The seatings of a block in rounds with even and odd numbers, by place at the table.
    orders: [Vec<Order>; 2],
    rounds: u64,
    seed: u64,
    /// How many players the experiment has before their values and depths are varied.
    declared: usize,
}

/// One game of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Its number.
    pub number: u64,
    /// Which block it is part of.
    pub block: u64,
    /// Which table plays it.
    pub table: usize,
    /// Which opening it has.
    pub opening: u64,
    /// The contender of each seat.
    pub seats: PerSeat<usize>,
    /// The seed of everything random in it.
    pub seed: u64,
}

impl Plan {
    /// Returns the plan of an experiment.
    ///
    /// # Errors
    /// Returns an error if there is no way to carry it out.
    pub fn new(experiment: &Experiment) -> Result<Self, Problem> {
        let seats = with_game!(&experiment.game, G, rules => G::start(rules).facts().seats);
        distinct_names(experiment)?;
        if experiment.games == 0 {
            let text = "no games: games has to be a whole number above 0";
            return Err(Problem::new(Place::Games, text));
        }
        if experiment.games > MOST_GAMES {
            let games = experiment.games;
            let text = format!("{games} games: games has to be at most {MOST_GAMES}");
            return Err(Problem::new(Place::Games, text));
        }
        let contenders = contenders(experiment)?;
        let measures = matches!(experiment.kind, Kind::Measurement(_));
        let orders = if measures {
            [0, 1].map(|_| vec![PerSeat::all(seats, 0)])
        } else {
            [0, 1].map(|parity| orders(experiment, seats, parity))
        };
        let tables = tables(experiment, contenders.len(), seats)?;
        let sides = sides(experiment, contenders.len());
        let block = orders[0].len() as u64;
        let plan = Self {
            rounds: experiment.games.div_ceil(block),
            contenders,
            tables,
            sides,
            seats,
            orders,
            seed: experiment.seed,
            declared: experiment.players.len(),
        };
        if let Some(stop) = &experiment.stop {
            if experiment.kind != Kind::Match || plan.sides.iter().max() != Some(&1) {
                let text = "[stop] decides between two sides, so the kind has to be match, with two \
                            players or two teams";
                return Err(Problem::new(Place::Stop, text));
            }
            stop.test(seats, plan.block_size())
                .map_err(|error| Problem::new(Place::Stop, error.to_string()))?;
        }
        Ok(plan)
    }

    /// Returns how many games a block has.
    #[must_use]
    pub fn block_size(&self) -> usize {
        self.orders[0].len()
    }

    /// Returns how many blocks there are.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.rounds * self.tables.len() as u64
    }

    /// Returns how many games there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.blocks() * self.block_size() as u64
    }

    /// Returns all games, or positions, as jobs.
    #[must_use]
    pub fn jobs(&self) -> JobRange {
        JobRange::new(0, self.games())
    }

    /// Returns the jobs of one shard of `count`, from 0: whole blocks, as many in each as can be.
    /// All shards, one after the other, are all [`jobs`](Self::jobs).
    ///
    /// # Panics
    /// Panics if there is no such shard.
    #[must_use]
    pub fn shard(&self, shard: u64, count: u64) -> JobRange {
        assert!(shard < count, "shard {shard} of {count} is none");
        let first = |shard: u64| {
            let blocks = u128::from(self.blocks()) * u128::from(shard) / u128::from(count);
            blocks as u64 * self.block_size() as u64
        };
        JobRange::new(first(shard), first(shard + 1))
    }

    /// Returns how many openings are needed.
    #[must_use]
    pub fn openings(&self) -> u64 {
        self.rounds
    }

    /// Returns the contender that another is compared with in a measurement: the first of the same
    /// depth.
    #[must_use]
    pub fn reference(&self, contender: usize) -> usize {
        contender - contender % self.declared
    }

    /// Returns the game with this number.
    #[must_use]
    pub fn game(&self, number: u64) -> Assignment {
        let (block, place) = (
            number / self.block_size() as u64,
            number % self.block_size() as u64,
        );
        let tables = self.tables.len() as u64;
        let (round, table) = (block / tables, (block % tables) as usize);
        let order = &self.orders[(round % 2) as usize][place as usize];
        Assignment {
            number,
            block,
            table,
            opening: round,
            seats: order.map(|player| self.tables[table][player]),
            seed: mix(mix(self.seed) ^ mix(number.wrapping_add(1))),
        }
    }
}

/// Returns the seed of random openings, which depends on the round and not on who plays.
pub(crate) fn opening_seed(seed: u64, opening: u64) -> u64 {
    mix(mix(seed ^ 0x6f70_656e) ^ mix(opening.wrapping_add(1)))
}

fn distinct_names(experiment: &Experiment) -> Result<(), Problem> {
    for (index, player) in experiment.players.iter().enumerate() {
        let problem = |text| Problem::new(Place::Player(index), text);
        if player.name.is_empty() {
            return Err(problem("a player needs a name".to_owned()));
        }
        let earlier = &experiment.players[..index];
        let again = earlier.iter().any(|other| other.name == player.name);
        if again && experiment.seating != Seating::Rotations {
            return Err(problem(format!(
                "there are two players \"{}\"; give one of them another name",
                player.name
            )));
        }
    }
    Ok(())
}

/// Returns all contenders.
fn contenders(experiment: &Experiment) -> Result<Vec<Contender>, Problem> {
    let named = |name: &str, place| {
        let found = experiment.players.iter().find(|p| p.name == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = experiment.players.iter().map(|p| &*p.name).collect();
            let text = format!(
                "there is no player \"{name}\" here, only {}",
                known.join(", ")
            );
            Problem::new(place, text)
        })
    };
    match &experiment.kind {
        Kind::Sweep(sweep) => {
            if sweep.values.is_empty() {
                return Err(Problem::new(Place::Sweep, "a sweep needs values to try"));
            }
            let base = named(&sweep.player, Place::Sweep)?;
            let mut all = vec![named(&sweep.opponent, Place::Sweep)?.clone()];
            for value in &sweep.values {
                let variant = base.with(&sweep.key, value);
                let variant = variant.map_err(|e| Problem::new(Place::Sweep, e.to_string()))?;
                if all.iter().any(|other| other.name == variant.name) {
                    let text = format!("the value {value} is tried twice");
                    return Err(Problem::new(Place::Sweep, text));
                }
                all.push(variant);
            }
            Ok(all)
        }
        Kind::Measurement(measure) => {
            let mut players = experiment.players.clone();
            if let Some(name) = &measure.reference {
                named(name, Place::Measure)?;
                players.sort_by_key(|player| player.name != *name);
            }
            if measure.depths.is_empty() {
                return Ok(players);
            }
            let at = |player: &Contender, depth: u32| {
                let mut player = player.clone();
                player.name = format!("{} depth {depth}", player.name);
                player.limits.depth = Some(depth);
                player
            };
            let of_depth = |&depth| players.iter().map(move |player| at(player, depth));
            Ok(measure.depths.iter().flat_map(of_depth).collect())
        }
        _ if experiment.seating == Seating::Rotations => {
            let mut different: Vec<Contender> = Vec::new();
            for player in &experiment.players {
                if different.iter().all(|other| other.name != player.name) {
                    different.push(player.clone());
                }
            }
            Ok(different)
        }
        _ => Ok(experiment.players.clone()),
    }
}

/// Returns how many different players sit at one table.
fn table_size(experiment: &Experiment, seats: usize) -> usize {
    match experiment.seating {
        Seating::Balanced | Seating::All | Seating::Rotations => seats,
        Seating::Mixed | Seating::Alone => 2,
        Seating::Teams if experiment.players.len() == 2 => 2,
        Seating::Teams => seats,
    }
}

fn tables(
    experiment: &Experiment,
    contenders: usize,
    seats: usize,
) -> Result<Vec<Vec<usize>>, Problem> {
    let players = experiment.players.len();
    let wrong = |text: String| Err(Problem::new(Place::Players, text));
    let seating = |text: String| Err(Problem::new(Place::Seating, text));
    let (kind, name) = (experiment.kind.name(), experiment.seating.name());
    let size = table_size(experiment, seats);
    if experiment.seating == Seating::Teams && !seats.is_multiple_of(2) {
        return seating(format!("{seats} seats cannot be two teams"));
    }
    let one_table_only = matches!(experiment.seating, Seating::Teams | Seating::Rotations);
    if one_table_only && experiment.kind != Kind::Match {
        return seating(format!(
            "the seating {name} is for the kind match, not for {kind}"
        ));
    }
    match &experiment.kind {
        Kind::Match if players == size => {
            if experiment.seating == Seating::Rotations {
                let first = |p: &Contender| {
                    let mut names: Vec<&str> = Vec::new();
                    for other in &experiment.players {
                        if !names.contains(&&*other.name) {
                            names.push(&other.name);
                        }
                    }
                    names.iter().position(|n| *n == p.name).expect("it is one")
                };
                return Ok(vec![experiment.players.iter().map(first).collect()]);
            }
            Ok(vec![(0..players).collect()])
        }
        Kind::Match => {
            let teams = if experiment.seating == Seating::Teams {
                format!("2 or {seats}")
            } else {
                size.to_string()
            };
            let hint = if size > 2 && players == 2 {
                "; for two players choose the seating mixed, alone or teams"
            } else {
                ""
            };
            wrong(format!(
                "a match with the seating {name} has {teams} players, not {players}{hint}"
            ))
        }
        Kind::RoundRobin | Kind::Tournament => {
            if matches!(experiment.kind, Kind::Tournament) && seats == 2 {
                let text =
                    "a tournament is for more than two seats; for two the kind is round-robin";
                return Err(Problem::new(Place::Game, text));
            }
            if players < size {
                return wrong(format!(
                    "a {kind} with the seating {name} needs {size} players or more, not {players}"
                ));
            }
            let mut tables = seating::tables(players, size);
            if experiment.seating == Seating::Alone {
                // Alone against the other, and the other alone against the one.
                let turned = tables.iter().map(|t| t.iter().rev().copied().collect());
                tables = tables.iter().cloned().chain(turned).collect();
            }
            Ok(tables)
        }
        Kind::Gauntlet => {
            if players < size {
                return wrong(format!(
                    "a gauntlet with the seating {name} needs {size} players or more, not {players}"
                ));
            }
            let mut tables = seating::tables(players, size);
            tables.retain(|table| table[0] == 0);
            Ok(tables)
        }
        Kind::Sweep(_) => {
            if size != 2 {
                return seating(format!(
                    "a sweep plays a value against an opponent, so the seating is mixed or alone, \
                     not {name}"
                ));
            }
            Ok((1..contenders).map(|variant| vec![variant, 0]).collect())
        }
        Kind::Measurement(_) => {
            if players == 0 {
                return wrong("nobody is measured: there is no [[player]]".to_owned());
            }
            Ok(vec![(0..contenders).collect()])
        }
    }
}

fn orders(experiment: &Experiment, seats: usize, parity: u64) -> Vec<Order> {
    match experiment.seating {
        Seating::Balanced => seating::balanced_block(seats, parity),
        Seating::All => seating::orders(seats),
        Seating::Mixed => seating::mixed(seats),
        Seating::Alone => Seat::all(seats)
            .map(|alone| PerSeat::from_fn(seats, |seat| usize::from(seat != alone)))
            .collect(),
        Seating::Teams => teams(seats, table_size(experiment, seats)),
        Seating::Rotations => (0..seats)
            .map(|rotation| PerSeat::from_fn(seats, |seat| seat.next(rotation, seats).index()))
            .collect(),
    }
}

/// Returns the seatings of two teams on alternating seats. Members of a team change places if they
/// differ.
fn teams(seats: usize, players: usize) -> Vec<Order> {
    if players == 2 {
        return (0..2)
            .map(|side| PerSeat::from_fn(seats, |seat| (seat.index() + side) % 2))
            .collect();
    }
    let half = seats / 2;
    let members = seating::orders(half);
    let mut all = Vec::new();
    for side in 0..2 {
        for one in &members {
            for other in &members {
                all.push(PerSeat::from_fn(seats, |seat| {
                    let place = Seat::new(seat.index() / 2);
                    if (seat.index() + side) % 2 == 0 {
                        one[place]
                    } else {
                        half + other[place]
                    }
                }));
            }
        }
    }
    all
}

/// Returns the side of each contender.
fn sides(experiment: &Experiment, contenders: usize) -> Vec<usize> {
    if experiment.seating == Seating::Teams && contenders > 2 {
        return (0..contenders).map(|c| c / (contenders / 2)).collect();
    }
    (0..contenders).collect()
}
