//! What others are in the habit of: models that they may be like, and how far their moves in this game make that
//! believed.
//!
//! Every model says how likely it plays each move; so does the belief that somebody plays for his rank as we do. What
//! a seat has played makes some of them more likely than others (Bayes).

use rules::line::{Event, GameLine};
use rules::{Game, PerSeat};
use search::{Evaluation, Limits, puct};

use crate::player::{Player, Turn};

/// How far it is believed of anybody before his first move that he plays for his rank; all models share the rest.
const FOR_RANK: f32 = 0.5;

/// What is believed less of a seat is not worth the time it takes to ask for its moves.
const LEAST: f32 = 0.1;

/// If habits explain less than this of everybody, it is best to take them all for good players.
const WORTH: f32 = 0.25;

/// How often anybody plays any move at all, in the eyes of all models.
const SLIPS: f32 = 0.1;

/// Somebody that others may be like.
pub(crate) trait Model<G: Game>: Send {
    /// Returns how likely it plays each of the moves of a position: 1 all together, or 0 where it would not be.
    fn likely(&mut self, position: &G, moves: &[G::Move]) -> Vec<f32>;
}

/// Moves like a player.
pub(crate) struct Like<G: Game>(pub(crate) Box<dyn Player<G>>);

impl<G: Game> Model<G> for Like<G> {
    fn likely(&mut self, position: &G, moves: &[G::Move]) -> Vec<f32> {
        let chosen = choose(&mut *self.0, position);
        let likely = moves
            .iter()
            .map(|&m| f32::from(u8::from(Some(m) == chosen)));
        likely.collect()
    }
}

/// Prefers moves after which a position looks good at one glance.
pub(crate) struct Glance<E> {
    pub(crate) evaluation: E,
    /// By how much less a move has to be worth to be e times less likely.
    pub(crate) temperature: f32,
}

impl<G: Game, E: Evaluation<G>> Model<G> for Glance<E> {
    fn likely(&mut self, position: &G, moves: &[G::Move]) -> Vec<f32> {
        let mut values = Vec::new();
        self.evaluation.after_each(position, moves, &mut values);
        let mover = position.turn();
        let most = values.iter().map(|values| values[mover]).max().unwrap_or(0);
        let worse = values.iter().map(|values| (values[mover] - most) as f32);
        let mut likely: Vec<f32> = worse.map(|by| (by / self.temperature).exp()).collect();
        let sum: f32 = likely.iter().sum();
        likely.iter_mut().for_each(|likely| *likely /= sum);
        likely
    }
}

/// Watches the moves of others, and compares them with what the models would have played.
pub(crate) struct Habits<G: Game> {
    /// The first plays for its rank, the others have habits.
    models: Vec<Box<dyn Model<G>>>,
    /// What was watched so far.
    line: Option<GameLine<G>>,
    /// The logarithm of how likely the moves of each seat are for each model.
    likely: Vec<PerSeat<f32>>,
}

impl<G: Game> Habits<G> {
    pub(crate) fn new(for_rank: Box<dyn Model<G>>, habits: Vec<Box<dyn Model<G>>>) -> Self {
        let mut models = vec![for_rank];
        models.extend(habits);
        Self {
            likely: vec![PerSeat::all(0, 0.0); models.len()],
            models,
            line: None,
        }
    }

    /// Compares the moves of a game that were not compared yet.
    pub(crate) fn watch(&mut self, line: &GameLine<G>) {
        let known = self.line.take();
        let known = known.filter(|known| line.since(known).is_some());
        if known.is_none() {
            let none = PerSeat::all(line.start().facts().seats, 0.0);
            self.likely.fill(none);
        }
        let watched = known.map_or(0, |known| known.events().len());
        for ply in line.plies().skip(watched) {
            let Event::Move(played) = ply.event else {
                continue;
            };
            let moves = ply.before.legal();
            if moves.len() < 2 {
                continue;
            }
            let place = moves.iter().position(|&m| m == played);
            let place = place.expect("a move of a game is legal");
            let slip = SLIPS / moves.len() as f32;
            for (model, sum) in self.models.iter_mut().zip(&mut self.likely) {
                let likely = model.likely(ply.before, &moves)[place];
                sum[ply.seat] += (slip + (1.0 - SLIPS) * likely).ln();
            }
        }
        self.line = Some(line.clone());
    }

    /// Returns how far each model is believed of each seat.
    pub(crate) fn expected(&mut self) -> Expected<'_, G> {
        let (likely, models) = (&self.likely, self.models.len());
        let before = |model: usize| match model {
            0 => FOR_RANK,
            _ => (1.0 - FOR_RANK) / (models - 1) as f32,
        };
        let likelihood = |model: usize, seat, most: f32| {
            let sum: f32 = likely[model][seat];
            before(model) * (sum - most).exp()
        };
        let believed = (1..models).map(|model| {
            PerSeat::from_fn(likely[0].len(), |seat| {
                let all = likely.iter().map(|sums| sums[seat]);
                let most = all.fold(f32::NEG_INFINITY, f32::max);
                let all = (0..models).map(|model| likelihood(model, seat, most));
                let belief = likelihood(model, seat, most) / all.sum::<f32>();
                if belief < LEAST { 0.0 } else { belief }
            })
        });
        Expected {
            believed: believed.collect(),
            models: &mut self.models[1..],
        }
    }
}

/// Asks a player for its move. Its file says how far it looks.
fn choose<G: Game>(model: &mut dyn Player<G>, position: &G) -> Option<G::Move> {
    let line = GameLine::new(position.clone());
    let mut turn = Turn {
        position,
        line: &line,
        seed: 0,
        limits: &Limits::default(),
        notes: &[],
        progress: &mut |_| (),
    };
    model.choose(&mut turn).ok().map(|choice| choice.m)
}

/// What each seat is expected to do.
pub(crate) struct Expected<'a, G: Game> {
    models: &'a mut [Box<dyn Model<G>>],
    /// How far each of them is believed of each seat, 0 where it is not worth asking.
    believed: Vec<PerSeat<f32>>,
}

impl<G: Game> Expected<'_, G> {
    /// Reports whether nobody but this seat has a habit.
    pub(crate) fn is_empty(&self, root: &G) -> bool {
        let seats = rules::Seat::all(root.facts().seats);
        let believed = |seat| self.believed.iter().map(move |of| of[seat]).sum::<f32>();
        let others = seats.into_iter().filter(|&seat| seat != root.turn());
        others.map(believed).all(|believed| believed < WORTH)
    }
}

impl<G: Game> puct::Habits<G> for Expected<'_, G> {
    fn habit(&mut self, position: &G, moves: &[G::Move], often: &mut [f32]) {
        for (model, believed) in self.models.iter_mut().zip(&self.believed) {
            let belief = believed[position.turn()];
            if belief == 0.0 {
                continue;
            }
            for (often, likely) in often.iter_mut().zip(model.likely(position, moves)) {
                *often += (1.0 - SLIPS) * belief * likely;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Seat;
    use rules::yonin::{Rules, Yonin};

    use super::*;
    use crate::{Playable, library};

    fn player(name: &str) -> Box<dyn Player<Yonin>> {
        Yonin::player(&library::load(name).expect("it comes along")).expect("it plays Yonin")
    }

    /// Likes all moves equally, as long as nothing is known of ranks.
    fn for_rank() -> Box<dyn Model<Yonin>> {
        Box::new(Glance {
            evaluation: search::RankUtility::seats_beaten(4),
            temperature: 1e9,
        })
    }

    fn like(name: &str) -> Box<dyn Model<Yonin>> {
        Box::new(Like(player(name)))
    }

    /// A game of these players.
    fn game(names: [&str; 4], seed: u64, plies: usize) -> GameLine<Yonin> {
        let mut players = names.map(player);
        let mut line = GameLine::new(Yonin::start(&Rules::default()));
        for _ in 0..plies {
            let position = *line.position();
            let mut turn = Turn {
                position: &position,
                line: &line,
                seed,
                limits: &Limits::default(),
                notes: &[],
                progress: &mut |_| (),
            };
            let chosen = players[position.turn().index()].choose(&mut turn);
            line.play(chosen.expect("a move").m).expect("legal");
        }
        line
    }

    #[test]
    fn whoever_moves_like_somebody_is_expected_to() {
        let names = ["p0-self", "random", "p0-normal", "random"];
        let line = game(names, 1, 48);
        let mut habits = Habits::new(for_rank(), vec![like("p0-self"), like("p0-normal")]);
        habits.watch(&line);
        let believed = habits.expected().believed;
        let of = |model: usize, seat: usize| believed[model][Seat::new(seat)];
        assert!(of(0, 0) > 0.9 && of(1, 0) == 0.0);
        assert!(of(1, 2) > 0.9 && of(0, 2) == 0.0);
        for seat in [1, 3] {
            assert!(of(0, seat) + of(1, seat) < 0.5);
        }
    }

    #[test]
    fn what_is_likely_adds_up_and_prefers_what_looks_good() {
        let position = *game(["random"; 4], 4, 20).position();
        let moves = position.legal();
        let weights = crate::learned::yonin_playouts().expect("they come along");
        let mut glance = Glance {
            evaluation: strengths::YoninStrengths::new(weights),
            temperature: 1000.0,
        };
        let likely = glance.likely(&position, &moves);
        assert!((likely.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        let worth = |m| glance.evaluation.of(&position.after(m))[position.turn()];
        let best = moves.iter().map(|&m| worth(m)).max();
        let (place, _) = likely
            .iter()
            .enumerate()
            .max_by(|one, other| one.1.total_cmp(other.1))
            .expect("there is a move");
        assert_eq!(Some(worth(moves[place])), best);
    }

    #[test]
    fn who_plays_games_out_is_found_out() {
        let names = ["flat-ucb", "flat-ucb", "p0-self", "flat-ucb"];
        let playouts = || -> Box<dyn Model<Yonin>> {
            let weights = crate::learned::yonin_playouts().expect("they come along");
            Box::new(Glance {
                evaluation: strengths::YoninStrengths::new(weights),
                temperature: 1200.0,
            })
        };
        let mut believed = [0.0; 4];
        for seed in 0..3 {
            let mut habits = Habits::new(for_rank(), vec![playouts(), like("p0-self")]);
            habits.watch(&game(names, seed, 48));
            let of = habits.expected().believed;
            for seat in Seat::all(4) {
                believed[seat.index()] += of[0][seat] / 3.0;
            }
        }
        assert!(believed[2] < 0.1, "{believed:?}");
        for seat in [0, 1, 3] {
            assert!(believed[seat] > 0.6, "{believed:?}");
        }
    }

    #[test]
    fn moves_are_counted_once_however_the_game_comes() {
        let line = game(["p0-self", "random", "random", "random"], 2, 24);
        let watched = |lines: &[&GameLine<Yonin>]| {
            let mut habits = Habits::new(for_rank(), vec![like("p0-self")]);
            for line in lines {
                habits.watch(line);
            }
            habits.likely
        };
        let whole = watched(&[&line]);
        let mut part = line.clone();
        part.undo(9);
        let other = game(["random"; 4], 3, 8);
        assert_eq!(watched(&[&part, &line]), whole);
        assert_eq!(watched(&[&line, &line]), whole);
        // Moves that were taken back, and another game, are forgotten.
        assert_eq!(watched(&[&line, &part]), watched(&[&part]));
        assert_eq!(watched(&[&other, &line]), whole);
    }
}
