//! Playing and erring like a person: for the levels people play against.
//!
//! The player's search values every move, in discs or ranks ([`Measure`]). To that
//! a person adds what draws people to a move whatever it is worth: discs to turn, corners, pieces to
//! capture, checks. Of what it sees then it chooses by a *temperature*: a move that seems worse
//! than the best by the temperature is chosen e times less often, one that seems worse by
//! `NEVER` times as much is never chosen; at 0 it plays what seems best.
//!
//! A person may also *aim* at a result: then a move seems the better, the nearer to that result it
//! is expected to end. Aimed a little below a draw it gives back what it is given, keeps the game
//! close and lets the other side win, without one move that stands out as foolish.
//!
//! People also overlook things. Each kind of thing has a rate: on this percentage of turns the
//! person thinks with a mind that lacks this kind altogether, a player of its own made from the
//! same file. At most one kind is overlooked on a turn. Which, and everything else that is random,
//! follows from the seeds of file and game and from the ply.

use rand::RngExt;
use rules::hash::mix;
use search::{AllMoves, Limits, Report};
use serde::Deserialize;

use crate::file::{FileError, PlayerFile};
use crate::make::Playable;
use crate::maker::Maker;
use crate::measure::Measure;
use crate::number::real;
use crate::player::{Choice, Player, PlayerError, Turn};
use crate::random::{Random, stream};

mod reversi;
mod yonin;
mod yonin_shogi;

/// Moves that are this many temperatures below the best are never chosen.
const NEVER: f64 = 6.0;

/// What keeps the draws of a person apart from those of its search.
const DRAWS: u64 = 0x0068_756d_616e;

/// A person as a file gives it. Amounts are in discs for two seats and in ranks for more, if the
/// evaluation has a measure, and else in its own units.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HumanSpec {
    /// How much worse than the best a plausible move may be.
    #[serde(deserialize_with = "real::<0, 1000, _>")]
    pub temperature: f64,
    /// The result it plays for, if not for the best one: discs it is ahead in the end, or its rank.
    #[serde(default, deserialize_with = "aimed")]
    pub aim: Option<f64>,
    /// What it likes a disc that it turns (in Yonin: that it gains at home) at the start of the
    /// game, less and less towards its end; in Yonin-shogi what it likes a capture.
    #[serde(default, deserialize_with = "real::<0, 1000, _>")]
    pub greed: f64,
    /// In Reversi, what it likes a corner: whoever aims at a loss would else leave all of them.
    #[serde(default, deserialize_with = "real::<0, 1000, _>")]
    pub corner: f64,
    /// In Yonin-shogi, what it likes a check.
    #[serde(default, deserialize_with = "real::<0, 1000, _>")]
    pub checks: f64,
    /// How often it overlooks what.
    #[serde(default)]
    pub overlooks: OverlooksSpec,
}

fn aimed<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<f64>, D::Error> {
    real::<-1000, 1000, _>(d).map(Some)
}

/// On which part of its turns a person overlooks what, each from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OverlooksSpec {
    /// That a corner is given away.
    #[serde(default, deserialize_with = "real::<0, 1, _>")]
    pub corners: f64,
    /// That a piece can be captured, and what anybody answers.
    #[serde(default, deserialize_with = "real::<0, 1, _>")]
    pub threats: f64,
    /// Mates, its own and those against it.
    #[serde(default, deserialize_with = "real::<0, 1, _>")]
    pub mates: f64,
}

/// What can be overlooked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thing {
    Corners,
    Threats,
    Mates,
}

impl Thing {
    const fn name(self) -> &'static str {
        match self {
            Self::Corners => "corners",
            Self::Threats => "threats",
            Self::Mates => "mates",
        }
    }
}

impl OverlooksSpec {
    fn rates(&self) -> [(Thing, f64); 3] {
        [
            (Thing::Corners, self.corners),
            (Thing::Threats, self.threats),
            (Thing::Mates, self.mates),
        ]
    }
}

/// A game that people play in their way.
pub(crate) trait Person: Playable {
    /// Returns what draws a person to a legal move, whatever it is worth.
    fn attraction(&self, m: Self::Move, spec: &HumanSpec) -> f64;

    /// Returns the file of a player that lacks any sense of such things, if the game and the file
    /// have them.
    fn without(thing: Thing, file: &PlayerFile) -> Option<PlayerFile>;

    /// Whether the game has checks that attract people.
    const HAS_CHECKS: bool = false;

    /// Whether the game has corners that attract people.
    const HAS_CORNERS: bool = false;
}

/// Returns a maker of the person of a file.
pub(crate) fn person<G: Person>(
    file: &PlayerFile,
    spec: &HumanSpec,
) -> Result<Maker<G>, FileError> {
    let plain = PlayerFile {
        personality: None,
        ..file.clone()
    };
    if spec.checks > 0.0 && !G::HAS_CHECKS {
        let problem = "checks are for yonin-shogi; leave them out";
        return Err(file.wrong_personality(problem.to_owned()));
    }
    if spec.corner > 0.0 && !G::HAS_CORNERS {
        let problem = "corner is for Reversi; leave it out";
        return Err(file.wrong_personality(problem.to_owned()));
    }
    let mut lapses = Vec::new();
    let mut all = 0.0;
    for (thing, rate) in spec.overlooks.rates() {
        if rate == 0.0 {
            continue;
        }
        let without = G::without(thing, &plain).ok_or_else(|| {
            let name = thing.name();
            file.wrong_personality(format!(
                "{name} cannot be overlooked with this game, search and evaluation; leave them out"
            ))
        })?;
        all += rate;
        lapses.push((rate, G::maker(&without)?));
    }
    if all > 1.0 {
        return Err(file.wrong_personality(format!(
            "what is overlooked adds up to {all:.2} of the turns; it can be 1 at most"
        )));
    }
    let (clear, spec, seed) = (G::maker(&plain)?, spec.clone(), file.seed);
    Ok(Maker::new(move || {
        let minds = lapses.iter();
        let minds = minds.map(|(rate, mind)| Ok((*rate, mind.make()?)));
        Ok(Box::new(HumanPlayer {
            clear: clear.make()?,
            lapses: minds.collect::<Result<_, PlayerError>>()?,
            spec: spec.clone(),
            seed,
        }))
    }))
}

/// Plays like a person.
struct HumanPlayer<G: Person> {
    clear: Box<dyn Player<G>>,
    /// The minds that overlook something, and on which part of the turns they think.
    lapses: Vec<(f64, Box<dyn Player<G>>)>,
    spec: HumanSpec,
    seed: u64,
}

impl<G: Person> HumanPlayer<G> {
    /// Returns which mind thinks on this turn: `None` for the clear one.
    fn lapse(&self, random: &mut Random) -> Option<usize> {
        let mut drawn: f64 = random.random();
        self.lapses.iter().position(|(rate, _)| {
            let here = drawn < *rate;
            drawn -= rate;
            here
        })
    }
}

impl<G: Person> Player<G> for HumanPlayer<G> {
    fn new_game(&mut self) {
        self.clear.new_game();
        self.lapses.iter_mut().for_each(|(_, mind)| mind.new_game());
    }

    fn choose(&mut self, turn: &mut Turn<'_, G>) -> Result<Choice<G::Move>, PlayerError> {
        let position = turn.position;
        let seats = position.facts().seats;
        if let [only] = *position.legal() {
            let report = Report::before(rules::PerSeat::all(seats, 0), vec![only]);
            return Ok(Choice::best(report));
        }
        let mut random = stream(mix(turn.move_seed(self.seed) ^ DRAWS));
        let only_stop = Limits {
            stop: turn.limits.stop.clone(),
            ..Limits::default()
        };
        let (mind, limits) = match self.lapse(&mut random) {
            // However long it may think, it does not think of this.
            Some(lapse) => (&mut self.lapses[lapse].1, &only_stop),
            None => (&mut self.clear, turn.limits),
        };
        let attractions: Vec<f64> = position
            .legal()
            .iter()
            .map(|&m| position.attraction(m, &self.spec))
            .collect();
        let most = attractions.iter().copied().fold(0.0, f64::max);
        let temperature = self.spec.temperature;
        let measure = mind.measure(position);
        // Who does not want the best has to know what the others are worth.
        let margin = match self.spec.aim {
            Some(_) => None,
            None => Some(measure.distance(NEVER * temperature + most)),
        };
        let mut turn = Turn {
            limits,
            progress: &mut *turn.progress,
            ..*turn
        };
        let AllMoves { values, mut report } = mind.consider(&mut turn, margin)?;
        let worth = |value: i32| match self.spec.aim {
            Some(aim) => -(measure.read(value) - aim).abs(),
            None => measure.good(value),
        };
        let seems: Vec<f64> = values
            .iter()
            .zip(attractions)
            .map(|((_, values), attraction)| worth(values[position.turn()]) + attraction)
            .collect();
        let (m, worth) = values[draw(&seems, temperature, &mut random)];
        if report.best() != Some(m) {
            report.line = vec![m];
        }
        report.values = worth;
        Ok(Choice::best(report))
    }

    fn consider(
        &mut self,
        turn: &mut Turn<'_, G>,
        margin: Option<i64>,
    ) -> Result<AllMoves<G::Move, rules::PerSeat<i32>>, PlayerError> {
        self.clear.consider(turn, margin)
    }

    fn measure(&self, position: &G) -> Measure {
        self.clear.measure(position)
    }
}

/// Returns the place of one of these, each by how good it seems; at temperature 0 the first of the
/// best.
fn draw(seems: &[f64], temperature: f64, random: &mut Random) -> usize {
    let best = seems.iter().copied().fold(f64::MIN, f64::max);
    let weight = |worth: f64| {
        let worse = best - worth;
        if worse == 0.0 {
            1.0
        } else if worse >= NEVER * temperature {
            0.0
        } else {
            (-worse / temperature).exp()
        }
    };
    let weights: Vec<f64> = seems.iter().map(|&worth| weight(worth)).collect();
    if temperature == 0.0 {
        return seems.iter().position(|&worth| worth == best).unwrap_or(0);
    }
    let mut drawn = random.random::<f64>() * weights.iter().sum::<f64>();
    let within = |weight: &f64| {
        drawn -= weight;
        drawn < 0.0
    };
    let last = weights.iter().rposition(|&weight| weight > 0.0);
    weights.iter().position(within).or(last).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_follow_the_temperature() {
        let mut random = stream(1);
        let seems = [1.0, 3.0, 2.0, -100.0];
        let mut drawn = [0; 4];
        for _ in 0..10_000 {
            drawn[draw(&seems, 1.0, &mut random)] += 1;
        }
        // 1 : e : e², and never the last.
        let all = 1.0 + 1f64.exp() + 2f64.exp();
        for (times, weight) in drawn.into_iter().zip([1.0, 2f64.exp(), 1f64.exp(), 0.0]) {
            let expected = 10_000.0 * weight / all;
            assert!((f64::from(times) - expected).abs() < 150.0, "{drawn:?}");
        }
        assert_eq!(drawn[3], 0);
    }

    #[test]
    fn without_temperature_the_best_is_played() {
        let mut random = stream(1);
        assert!((0..100).all(|_| draw(&[1.0, 5.0, 5.0, 2.0], 0.0, &mut random) == 1));
    }
}
