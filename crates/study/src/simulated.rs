//! Simulated people of known effects: what they play, answer and skip follows from a seed.
//!
//! A simulated person plays like one of the levels, sees the evaluation as the judge does, and answers
//! by it: a move surprises with the odds e^(bias + effect · jump), moods stick, and the game with more
//! wins and surprises was more fun. They say nothing about people; they say whether the method finds
//! what is there.

use players::{Playable, Player, PlayerFile, Playing, library};
use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::hash::mix;
use rules::{Game, GameName, Seat, with_game};
use search::Limits;

/// The effects that simulated people have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effects {
    /// How the odds of "surprising" rise with a jump of the evaluation by a hundred units of the map.
    pub surprise: f64,
    /// How much more fun a game is that was won.
    pub winning: f64,
    /// How much more fun a game is for every surprise.
    pub fun: f64,
    /// The chance to skip a question.
    pub skip: f64,
    /// The chance to leave at any step.
    pub leave: f64,
}

impl Effects {
    /// Effects that are there.
    pub const SOME: Self = Self {
        surprise: 2.0,
        winning: 1.0,
        fun: 0.2,
        skip: 0.03,
        leave: 0.0005,
    };

    /// Nothing depends on anything.
    pub const NONE: Self = Self {
        surprise: 0.0,
        winning: 0.0,
        fun: 0.0,
        skip: 0.03,
        leave: 0.0005,
    };
}

/// Jumps of more hundreds than this surprise no further: what is decided is valued beyond all else.
const MOST_JUMP: f64 = 3.0;

/// A simulated person.
pub struct Simulated {
    effects: Effects,
    random: Xoshiro256PlusPlus,
    bias: f64,
    mood: f64,
    /// Their strength, from 1 to 5.
    strength: u8,
    /// How much fun each game was.
    fun: Vec<f64>,
    /// Surprises in the game that is on.
    surprises: u32,
    mind: Box<dyn Mind>,
}

/// What a person thinks of positions: moves like a level's, values like the judge's.
trait Mind: Send {
    /// Chooses one of the moves of this game.
    fn choose(&mut self, moves: &[String], seed: u64) -> Option<String>;
    /// Says what the game after these moves is worth to a seat.
    fn value(&mut self, moves: &[String], seat: u8) -> Option<f64>;
}

struct Head<G: Game> {
    /// The game that was last thought of.
    playing: Playing<G>,
    /// Its moves as they were told.
    told: Vec<String>,
    plays: Box<dyn Player<G>>,
    judges: Box<dyn Player<G>>,
    /// How far the judge looks.
    looks: Limits,
}

impl<G: Playable> Head<G> {
    /// Thinks of the game after these moves, from where it is the same as before.
    fn recall(&mut self, moves: &[String], seed: u64) -> Option<()> {
        let same = self
            .told
            .iter()
            .zip(moves)
            .take_while(|(one, other)| one == other);
        let same = same.count();
        self.told.truncate(same);
        self.playing.line.undo(same);
        for text in &moves[same..] {
            self.playing.line.play_text(text).ok()?;
            self.told.push(text.clone());
        }
        self.playing.seed = seed;
        Some(())
    }
}

impl<G: Playable> Mind for Head<G> {
    fn choose(&mut self, moves: &[String], seed: u64) -> Option<String> {
        self.recall(moves, seed)?;
        let choice = self
            .playing
            .ask(&mut *self.plays, &Limits::default(), &mut |_| ())
            .ok()?;
        Some(self.playing.position().move_text(choice.m))
    }

    fn value(&mut self, moves: &[String], seat: u8) -> Option<f64> {
        self.recall(moves, 0)?;
        if self.playing.position().is_finished() {
            return None;
        }
        let choice = self
            .playing
            .ask(&mut *self.judges, &self.looks, &mut |_| ())
            .ok()?;
        Some(f64::from(choice.report.values[Seat::new(seat.into())]))
    }
}

/// Makes the mind of a person for a game.
fn mind(game: &GameName, level: u8) -> Option<Box<dyn Mind>> {
    let plays = library::level(game.plain_name(), level).unwrap_or("random");
    let (judges, looks) = judge(game)?;
    let plays = library::load(plays).ok()?;
    with_game!(game, G, rules => {
        let head = Head::<G> {
            playing: Playing::new(G::start(rules), 0),
            told: Vec::new(),
            plays: G::player(&plays).ok()?,
            judges: G::player(&judges).ok()?,
            looks,
        };
        Some(Box::new(head) as Box<dyn Mind>)
    })
}

/// Returns what people judge by. Where reports have a judge of their own it is the same one, looking as far: so
/// the effect of a jump is known in the very units that the report measures. Elsewhere they look two
/// plies ahead, since advisers think for as long as they are given.
fn judge(game: &GameName) -> Option<(PlayerFile, Limits)> {
    let (name, looks) = if game.plain_name() == "reversi-8x8" {
        (crate::report::JUDGE, Limits::default())
    } else {
        (library::adviser(game.plain_name()), Limits::depth(2))
    };
    Some((library::load(name).ok()?, looks))
}

impl Simulated {
    /// Creates the person of a seed, who will play this game.
    #[must_use]
    pub fn new(game: &GameName, effects: Effects, seed: u64) -> Option<Self> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(mix(seed));
        let strength = random.random_range(1..=5);
        Some(Self {
            mind: mind(game, strength)?,
            bias: random.random_range(-1.5..0.5),
            mood: 0.0,
            strength,
            fun: Vec::new(),
            surprises: 0,
            effects,
            random,
        })
    }

    fn chance(&mut self) -> f64 {
        self.random.random_range(0.0..1.0)
    }

    /// Reports whether they leave now, for good.
    pub fn leaves(&mut self) -> bool {
        self.chance() < self.effects.leave
    }

    /// Returns how long something takes them, in milliseconds.
    pub fn takes(&mut self) -> u32 {
        self.random.random_range(400..6000)
    }

    /// Chooses a move.
    pub fn choose(&mut self, moves: &[String], legal: &[String]) -> String {
        let seed = self.random.random_range(0..u64::MAX);
        let chosen = self.mind.choose(moves, seed);
        chosen
            .filter(|text| legal.contains(text))
            .unwrap_or_else(|| legal[seed as usize % legal.len()].clone())
    }

    /// Answers a question at a move: `None` if it is skipped. The moves are those that are shown, the
    /// last of them the own one.
    pub fn answer_at_move(
        &mut self,
        question: &str,
        moves: &[String],
        seat: u8,
        options: &[String],
    ) -> Option<String> {
        if self.chance() < self.effects.skip {
            return None;
        }
        let value = |mind: &mut Box<dyn Mind>, count: usize| mind.value(&moves[..count], seat);
        let pick = |place: usize| options.get(place.min(options.len() - 1)).cloned();
        if question == "win" {
            let now = value(&mut self.mind, moves.len()).unwrap_or(0.0)
                + self.random.random_range(-60.0..60.0);
            return pick(if now > 30.0 {
                0
            } else if now < -30.0 {
                2
            } else {
                1
            });
        }
        let reply = moves.len().saturating_sub(1);
        let jump = match (
            value(&mut self.mind, reply),
            value(&mut self.mind, reply.saturating_sub(1)),
        ) {
            (Some(after), Some(before)) => ((after - before).abs() / 100.0).min(MOST_JUMP),
            _ => 0.0,
        };
        self.mood = 0.7 * self.mood + self.random.random_range(-0.6..0.6);
        let odds = self.bias + self.mood + self.effects.surprise * (jump - 0.5);
        let surprised = self.chance() < 1.0 / (1.0 + (-odds).exp());
        self.surprises += u32::from(surprised);
        pick(if surprised {
            0
        } else if self.chance() < 0.3 {
            1
        } else {
            2
        })
    }

    /// Ends a game.
    pub fn game_over(&mut self, won: bool) {
        let noise = self.random.random_range(-2.0..2.0);
        let surprises = f64::from(self.surprises);
        let fun =
            self.effects.winning * f64::from(u8::from(won)) + self.effects.fun * surprises + noise;
        self.fun.push(fun);
        self.surprises = 0;
    }

    /// Answers a question on a page; `None` if it is skipped.
    pub fn answer(
        &mut self,
        question: &str,
        options: &[String],
        right: Option<&str>,
    ) -> Option<String> {
        if let Some(right) = right {
            return Some(right.to_owned());
        }
        if question == "strength" {
            return Some(self.strength.to_string());
        }
        if self.chance() < self.effects.skip {
            return None;
        }
        if options.is_empty() {
            return Some("simulated".to_owned());
        }
        let games: Vec<usize> = options
            .iter()
            .filter_map(|option| option.parse().ok())
            .collect();
        if question == "fun" && games.len() == options.len() && !self.fun.is_empty() {
            if options.len() == self.fun.len() {
                // Which game it was.
                let best = self
                    .fun
                    .iter()
                    .enumerate()
                    .max_by(|one, other| one.1.total_cmp(other.1));
                return best.map(|(game, _)| (game + 1).to_string());
            }
            let last = self.fun.last().copied().unwrap_or(0.0);
            let step = (options.len() as f64 / 2.0 + last)
                .round()
                .clamp(1.0, options.len() as f64);
            return Some(format!("{step}"));
        }
        let drawn = self.random.random_range(0..options.len());
        Some(options[drawn].clone())
    }
}
