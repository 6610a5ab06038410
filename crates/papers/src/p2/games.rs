//! The games of one person against all programs, with what the programs thought and did on purpose.

use rules::line::GameLine;
use rules::reversi::Othello;
use rules::{Game as _, Notation as _, Seat};

use super::people::Person;
use crate::{Error, PaperOptions};
use lab::contender::Contender;
use lab::run::{self, Played};
use lab::{Experiment, Keep, Kind, Openings};
use statistics::likelihood::Sample;
use statistics::pairs::{Ending, Trinomial};
use statistics::{Estimate, Level};

/// The programs.
pub(super) const PROGRAMS: [&str; 4] = [
    "p2-winning",
    "p2-winning-phased",
    "p2-entertaining",
    "p2-drama",
];

/// Random plies at the beginning: simulated people would play the same game again and again.
const RANDOM: u32 = 4;

/// A value beyond this is that of a finished game.
const FINISHED: i32 = 1_000_000;

/// The star squares with their corners.
const STARS: [(&str, &str); 4] = [("b2", "a1"), ("g2", "h1"), ("b7", "a8"), ("g7", "h8")];

/// What a program did on purpose.
#[derive(Clone, Debug)]
pub(super) struct Act {
    pub(super) kind: String,
    /// The number of the move, from 1; passes are no moves.
    pub(super) number: usize,
    /// What it cost; `None` if a game that is seen to its end hung on it.
    pub(super) cost: Option<f64>,
    /// Of a star square: whether the person took the corner at once.
    pub(super) corner: Option<bool>,
}

type Move = <Othello as rules::Game>::Move;

/// A game of a person against a program.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// Which opening it has.
    opening: u64,
    /// Where the person sits.
    pub(super) person: Seat,
    /// All moves, passes included.
    pub(super) moves: Vec<Move>,
    /// How it ended for the person.
    ending: Ending,
    pub(super) acts: Vec<Act>,
    /// What the program thought of its own chances: number of its move and value.
    pub(super) values: Vec<(usize, f64)>,
}

/// All games of a person.
pub(super) struct Against {
    pub(super) name: String,
    pub(super) about: String,
    /// By program.
    games: [Vec<Game>; 4],
}

/// Plays all games of a person.
pub(super) fn play(
    options: &PaperOptions<'_>,
    person: Person,
    games: u32,
) -> Result<Against, Error> {
    let Person {
        contender,
        about,
        slow,
    } = person;
    let name = contender.name.clone();
    let mut players = vec![contender];
    for program in PROGRAMS {
        players.push(Contender::named(program)?);
    }
    let games = if slow { games.div_ceil(10) } else { games };
    let experiment = Experiment {
        games: u64::from(games),
        openings: Openings::Random { plies: RANDOM },
        seed: options.seed_of(&name),
        keep: Keep {
            values: true,
            ..Keep::default()
        },
        ..Experiment::new(
            "othello".parse().expect("it is a game"),
            Kind::Gauntlet,
            players,
        )
    };
    let plan = lab::Plan::new(&experiment)?;
    let mut all = [const { Vec::new() }; 4];
    run::play(&experiment, options.threads, &mut |played| {
        let assignment = plan.game(played.number);
        let (program, game) = read(played, assignment.opening);
        all[program].push(game);
    })?;
    Ok(Against {
        name,
        about,
        games: all,
    })
}

/// Against which program a game was, and what is of interest in it.
fn read(played: &Played, opening: u64) -> (usize, Game) {
    let seat = |wanted: &dyn Fn(usize) -> bool| {
        let seat = Seat::all(2).find(|&seat| wanted(played.seats[seat]));
        seat.expect("a person plays a program")
    };
    let (person, program) = (seat(&|who| who == 0), seat(&|who| who > 0));
    let start = Othello::start(&());
    let mut line = GameLine::new(start);
    line.play_transcript(&played.moves)
        .expect("it was played before");
    let moves: Vec<Move> = line.moves().collect();
    let number = |ply: usize| {
        let placed = moves[..ply].iter().filter(|&&m| !Othello::is_pass(m));
        placed.count() + 1
    };
    let square = |text: &str| start.parse_move(text).expect("a square");
    let acts = played.notes.iter().map(|note| {
        let mut stars = STARS.iter();
        let star = stars.find(|(star, _)| moves[note.ply] == square(star));
        Act {
            kind: note.kind.clone(),
            number: number(note.ply),
            cost: (note.cost < FINISHED).then_some(f64::from(note.cost)),
            corner: star.map(|(_, corner)| moves.get(note.ply + 1) == Some(&square(corner))),
        }
    });
    let thoughts = (played.opening..).zip(&played.thoughts);
    // Passes are plies, so the seats take turns.
    let own =
        thoughts.filter(|(ply, _)| ply % 2 == program.index() && !Othello::is_pass(moves[*ply]));
    let values = own.filter_map(|(ply, thought)| {
        let value = thought.values?[program];
        (value.abs() < FINISHED).then(|| (number(ply), f64::from(value)))
    });
    let game = Game {
        opening,
        person,
        ending: Ending::of(&played.outcome, person),
        acts: acts.collect(),
        values: values.collect(),
        moves,
    };
    (played.seats[program] - 1, game)
}

impl Game {
    /// Returns which opening it has.
    pub(super) fn opening(&self) -> u64 {
        self.opening
    }

    /// Returns which of its own moves a side made with the move that has this number in the game, both from 1:
    /// the paper counts the moves of one side.
    pub(super) fn own_move(&self, number: usize) -> usize {
        let placed: Vec<usize> = self
            .moves
            .iter()
            .enumerate()
            .filter_map(|(ply, &m)| (!Othello::is_pass(m)).then_some(ply))
            .collect();
        // Passes are plies, so the seats take turns.
        let (ply, before) = placed[..number].split_last().expect("numbers are from 1");
        1 + before.iter().filter(|other| *other % 2 == ply % 2).count()
    }
}

impl Against {
    /// Returns the games against a program.
    pub(super) fn games(&self, program: usize) -> &[Game] {
        &self.games[program]
    }

    /// Wins, draws and losses of the person.
    pub(super) fn results(&self, program: usize) -> Trinomial {
        let mut results = Trinomial::default();
        for game in &self.games[program] {
            results.add(game.ending);
        }
        results
    }

    /// Returns a mean of each opening's games.
    fn by_opening(&self, program: usize, of: fn(Ending) -> f64) -> Vec<f64> {
        let same = |one: &Game, other: &Game| one.opening == other.opening;
        let openings = self.games[program].chunk_by(same);
        let mean = |games: &[Game]| {
            games.iter().map(|game| of(game.ending)).sum::<f64>() / games.len() as f64
        };
        openings.map(mean).collect()
    }

    /// Returns the person's points a game.
    pub(super) fn points(&self, program: usize) -> Option<Estimate> {
        // By likelihood, so that no interval goes beyond all points or none.
        let mut openings = Sample::on(&[0.0, 1.0]);
        for points in self.by_opening(program, points) {
            openings.add(points, 1.0);
        }
        openings.estimate(Level::P95)
    }

    /// Returns the person's points a game from every second opening, kept apart to decide who is
    /// weak.
    pub(super) fn to_decide(&self, program: usize) -> Option<f64> {
        let openings = self.by_opening(program, points);
        let apart: Vec<f64> = openings.into_iter().skip(1).step_by(2).collect();
        (!apart.is_empty()).then(|| apart.iter().sum::<f64>() / apart.len() as f64)
    }

    /// Returns the figures of the openings that did not decide who is weak.
    fn compared(openings: Vec<f64>) -> Vec<f64> {
        openings.into_iter().step_by(2).collect()
    }

    /// Returns the share of games that the person wins, one figure per opening that is compared.
    pub(super) fn wins(&self, program: usize) -> Vec<f64> {
        let wins = |ending| f64::from(u8::from(ending == Ending::Win));
        Self::compared(self.by_opening(program, wins))
    }

    /// Returns by how much the person does better against one program than against another, one
    /// figure per opening that is compared.
    pub(super) fn differences(&self, one: usize, other: usize) -> Vec<f64> {
        let [one, other] =
            [one, other].map(|program| Self::compared(self.by_opening(program, points)));
        one.iter()
            .zip(other)
            .map(|(one, other)| one - other)
            .collect()
    }

    /// Returns what a program did on purpose.
    pub(super) fn acts<'a>(
        &'a self,
        program: usize,
        kind: &'a str,
    ) -> impl Iterator<Item = &'a Act> {
        let acts = self.games[program].iter().flat_map(|game| &game.acts);
        acts.filter(move |act| act.kind == kind)
    }
}

fn points(ending: Ending) -> f64 {
    ending.half_points() as f64 / 2.0
}
