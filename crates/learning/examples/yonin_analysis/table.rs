//! Four players at a table who look ahead with a fixed number of evaluations.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::reversi::Move;
use rules::yonin::{Rules, Yonin};
use rules::{Game, PerSeat, Seat};
use search::puct::{Options, Puct};
use search::{AllMoves, Evaluation, Limits};
use strengths::yonin::View;
use strengths::{POINT, SEATS, Weights, YoninStrengths};

/// Plies in which luck makes games differ.
const LUCKY: usize = 16;

/// How much luck, in seats beaten.
const LUCK: f64 = 0.05;

/// Two seats that share what they get: each plays for the mean of both.
#[derive(Clone)]
pub(crate) struct Pact {
    strengths: YoninStrengths,
    members: Option<(Seat, Seat)>,
}

impl Pact {
    fn shared(&self, mut values: PerSeat<i32>) -> PerSeat<i32> {
        if let Some((one, other)) = self.members {
            // The odd one of an odd sum stays with the first, so that the sum stays.
            let both = values[one] + values[other];
            values[one] = both - both / 2;
            values[other] = both / 2;
        }
        values
    }
}

impl Evaluation<Yonin> for Pact {
    fn values(&self, position: &Yonin) -> PerSeat<i32> {
        self.shared(self.strengths.values(position))
    }

    fn result(&self, position: &Yonin) -> PerSeat<i32> {
        self.shared(self.strengths.result(position))
    }

    fn sum(&self) -> Option<i32> {
        self.strengths.sum()
    }

    fn is_constant_sum(&self) -> bool {
        true
    }

    fn floor(&self) -> i32 {
        0
    }

    fn ceiling(&self) -> i32 {
        self.strengths.ceiling()
    }

    fn after_each(&self, position: &Yonin, moves: &[Move], values: &mut Vec<PerSeat<i32>>) {
        self.strengths.after_each(position, moves, values);
        for values in values {
            *values = self.shared(*values);
        }
    }
}

/// What was seen of a game.
pub(crate) struct Seen {
    /// Each position with the move that was played and what its mover thought of it.
    pub(crate) plies: Vec<(Yonin, Move, PerSeat<i32>)>,
    /// How it ended.
    pub(crate) end: Yonin,
}

/// Who plays, and how.
pub(crate) struct Table {
    strengths: YoninStrengths,
    limits: Limits,
}

impl Table {
    /// Lays a table.
    pub(crate) fn new(weights: Weights, evaluations: u64) -> Self {
        Self {
            strengths: YoninStrengths::new(Arc::new(weights)),
            limits: Limits {
                evaluations: Some(evaluations),
                ..Limits::default()
            },
        }
    }

    /// Returns the strengths of all seats at one glance.
    #[allow(dead_code, reason = "not all programs that share the table ask")]
    pub(crate) fn strengths(&self, view: &View) -> [i32; SEATS] {
        self.strengths.strengths(view)
    }

    /// Returns what each move of a position is worth to all seats; with a pact, two seats share.
    pub(crate) fn moves(
        &self,
        position: &Yonin,
        members: Option<(Seat, Seat)>,
        times: u64,
    ) -> AllMoves<Move, PerSeat<i32>> {
        let pact = Pact {
            strengths: self.strengths.clone(),
            members,
        };
        let limits = Limits {
            evaluations: self.limits.evaluations.map(|most| most * times),
            ..Limits::default()
        };
        Puct::new(pact, Options::default()).all_moves(position, &limits)
    }

    /// Plays a game from the start. Members of a pact play for both; the others know of it or not.
    pub(crate) fn game(
        &self,
        rules: &Rules,
        seed: u64,
        pact: Option<(Seat, Seat)>,
        known: bool,
    ) -> Seen {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(rules::hash::mix(seed));
        let mut position = Yonin::start(rules);
        let mut plies = Vec::new();
        while !position.is_finished() {
            let mover = position.turn();
            let is_member = pact.is_some_and(|(one, other)| mover == one || mover == other);
            let all = self.moves(&position, pact.filter(|_| is_member || known), 1);
            let (m, values) = if plies.len() < LUCKY {
                lucky(&all.values, mover, &mut random)
            } else {
                let best = all.report.best().expect("a game that goes on has a move");
                let found = all.values.iter().find(|(m, _)| *m == best);
                *found.expect("of the list")
            };
            plies.push((position, m, values));
            position.play_unchecked(m);
        }
        Seen {
            plies,
            end: position,
        }
    }
}

/// Chooses a move by its worth and some luck.
fn lucky(
    moves: &[(Move, PerSeat<i32>)],
    mover: Seat,
    random: &mut Xoshiro256PlusPlus,
) -> (Move, PerSeat<i32>) {
    let worths = moves.iter().map(|(m, values)| {
        let uniform: f64 = random.random_range(1e-9..1.0);
        let worth = f64::from(values[mover]) / f64::from(POINT);
        (*m, *values, worth - LUCK * (-uniform.ln()).ln())
    });
    let best = worths.max_by(|one, other| one.2.total_cmp(&other.2));
    let (m, values, _) = best.expect("a game that goes on has a move");
    (m, values)
}

/// The rank that values stand for.
#[allow(dead_code, reason = "not all programs that share the table ask")]
pub(crate) fn expected(value: i32) -> f64 {
    SEATS as f64 - f64::from(value) / f64::from(POINT)
}
