//! What others are in the habit of: players they may be like, and how often they moved like them in this game.

use rules::line::{Event, GameLine};
use rules::{Game, PerSeat};
use search::{Limits, puct};

use crate::player::{Player, Turn};

/// How often somebody moves like a model by chance.
const CHANCE: f32 = 0.35;

/// What is not known yet is chance: as if somebody had moved by chance so often before the game. The best of
/// several models is like anybody in two or three moves.
const BEFORE: f32 = 4.0;

/// Habits that explain less than this are not worth the time it takes to ask for them.
const LEAST: f32 = 0.25;

/// Watches the moves of others, and compares them with what some players would have played.
pub(crate) struct Habits<G: Game> {
    models: Vec<Box<dyn Player<G>>>,
    /// What was watched so far.
    line: Option<GameLine<G>>,
    /// How many moves of each seat there were to compare, and how many of them each model would have played.
    moves: PerSeat<u32>,
    alike: Vec<PerSeat<u32>>,
}

impl<G: Game> Habits<G> {
    pub(crate) fn new(models: Vec<Box<dyn Player<G>>>) -> Self {
        Self {
            alike: vec![PerSeat::all(0, 0); models.len()],
            models,
            line: None,
            moves: PerSeat::all(0, 0),
        }
    }

    /// Compares the moves of a game that were not compared yet.
    pub(crate) fn watch(&mut self, line: &GameLine<G>) {
        let known = self.line.take();
        let known = known.filter(|known| line.since(known).is_some());
        if known.is_none() {
            let none = PerSeat::all(line.start().facts().seats, 0);
            self.moves = none;
            self.alike.fill(none);
        }
        let watched = known.map_or(0, |known| known.events().len());
        for ply in line.plies().skip(watched) {
            let Event::Move(played) = ply.event else {
                continue;
            };
            if ply.before.legal().len() < 2 {
                continue;
            }
            self.moves[ply.seat] += 1;
            for (model, alike) in self.models.iter_mut().zip(&mut self.alike) {
                let expected = choose(&mut **model, ply.before);
                alike[ply.seat] += u32::from(expected == Some(played));
            }
        }
        self.line = Some(line.clone());
    }

    /// Returns for each seat the model that it is most like, and how often beyond chance.
    pub(crate) fn expected(&mut self) -> Expected<'_, G> {
        let moves = &self.moves;
        let often = |alike: u32, moves: u32| {
            let share = (alike as f32 + BEFORE * CHANCE) / (moves as f32 + BEFORE);
            (share - CHANCE) / (1.0 - CHANCE)
        };
        let best = PerSeat::from_fn(moves.len(), |seat| {
            let all = self.alike.iter().enumerate();
            let all = all.map(|(model, alike)| (model, often(alike[seat], moves[seat])));
            all.filter(|&(_, often)| often >= LEAST)
                .reduce(|best, next| if next.1 > best.1 { next } else { best })
        });
        Expected {
            models: &mut self.models,
            best,
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
    models: &'a mut [Box<dyn Player<G>>],
    best: PerSeat<Option<(usize, f32)>>,
}

impl<G: Game> Expected<'_, G> {
    /// Reports whether nobody but this seat has a habit.
    pub(crate) fn is_empty(&self, root: &G) -> bool {
        let others = rules::Seat::all(self.best.len()).filter(|&seat| seat != root.turn());
        others.into_iter().all(|seat| self.best[seat].is_none())
    }
}

impl<G: Game> puct::Habits<G> for Expected<'_, G> {
    fn habit(&mut self, position: &G, moves: &[G::Move]) -> Option<(usize, f32)> {
        let (model, often) = self.best[position.turn()]?;
        let m = choose(&mut *self.models[model], position)?;
        let place = moves.iter().position(|&other| other == m)?;
        Some((place, often))
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
        let mut habits = Habits::new(vec![player("p0-self"), player("p0-normal")]);
        habits.watch(&line);
        let best = habits.expected().best;
        let of = |seat: usize| best[Seat::new(seat)];
        assert!(of(0).is_some_and(|(model, often)| model == 0 && often > 0.5));
        assert!(of(2).is_some_and(|(model, often)| model == 1 && often > 0.5));
        assert!(of(1).is_none_or(|(_, often)| often < 0.5));
        assert!(of(3).is_none_or(|(_, often)| often < 0.5));
    }

    #[test]
    fn moves_are_counted_once_however_the_game_comes() {
        let line = game(["p0-self", "random", "random", "random"], 2, 24);
        let watched = |lines: &[&GameLine<Yonin>]| {
            let mut habits = Habits::new(vec![player("p0-self")]);
            for line in lines {
                habits.watch(line);
            }
            (habits.moves, habits.alike)
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
