//! Synthetic trees, the "pseudo-game" for research on search with many players (P3): every node
//! carries one value per seat, always with the same sum, and a move changes them a little.
//!
//! The values of a node are a pure function of the seed and the path to it, the same for ever; a
//! shallower tree is the top of a deeper one. Playing a move costs one draw of changes.
//!
//! A tree has nothing to be taken over when somebody leaves, so the first resignation ends the
//! game: the seat that resigned is last, the others are ranked by their values as they stand.

mod generator;
mod rules;
mod stream;

use std::fmt;

use arrayvec::ArrayVec;

pub use self::generator::Generator;
use self::rules::MAX_DEPTH;
pub use self::rules::{Parameters, Rules, RulesError};
use self::stream::Stream;
use crate::game::{Facts, Game};
use crate::notation::{Notation, PositionError, UnreadableMove};
use crate::outcome::Outcome;
use crate::seat::{PerSeat, Seat};
use crate::symmetry::Symmetric;

/// The most moves a node can have.
pub const MAX_WIDTH: usize = 64;

/// The seat that starts, takes what an even split leaves over, and has the clear moves.
const FIRST: Seat = Seat::new(0);

/// A move: to which child, counted from 0; written from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(u8);

impl Branch {
    /// Returns the branch with this index.
    ///
    /// # Panics
    /// Panics if `index` is not below [`MAX_WIDTH`].
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_WIDTH, "a node has at most 64 branches");
        Self(index as u8)
    }

    /// Returns the branch's index, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node of a synthetic tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    rules: Rules,
    values: PerSeat<i32>,
    /// The path as a number: what the random numbers of this node start from.
    node: u64,
    path: ArrayVec<Branch, MAX_DEPTH>,
    resigned: Option<Seat>,
}

impl Tree {
    /// Returns the values of this node, inner or leaf; their sum is the same everywhere.
    #[inline]
    #[must_use]
    pub const fn values(&self) -> PerSeat<i32> {
        self.values
    }

    /// Returns the way here from the root.
    #[must_use]
    pub fn path(&self) -> &[Branch] {
        &self.path
    }

    /// Returns the least and the most that each value can be at any node up to `plies` below this
    /// one.
    #[must_use]
    pub fn reach(&self, plies: u32) -> (PerSeat<i32>, PerSeat<i32>) {
        let p = self.rules.parameters();
        let plies = (plies as usize).min(p.depth - self.path.len());
        let change = self.rules.largest_change() * plies as i32;
        let (mut gain, mut loss) = (0, 0);
        if p.clear > 0 {
            let before_first = (p.players - self.turn().index()) % p.players;
            let turns = (plies + p.players - 1).saturating_sub(before_first) / p.players;
            let bonus = p.clear as i32 * self.rules.unit();
            gain = turns as i32 * bonus;
            loss = turns as i32 * (bonus / (p.players as i32 - 1) + 1);
        }
        let mut low = self.values.map(|value| value - change - loss);
        let mut high = self.values.map(|value| value + change);
        low[FIRST] += loss;
        high[FIRST] += gain;
        (low, high)
    }

    /// Reports whether a move of the first seat is the one that brings its bonus.
    fn is_clear(&self, branch: Branch) -> bool {
        let p = self.rules.parameters();
        if p.clear == 0 || self.turn() != FIRST {
            return false;
        }
        // A branch that no node has names a stream of its own.
        let mut stream = Stream::new(stream::step(self.node, u8::MAX));
        stream.below(p.width as u32) == u32::from(branch.0)
    }

    /// Moves the bonus to the first seat, evenly from all others.
    fn take_from_others(&mut self) {
        let p = self.rules.parameters();
        let bonus = p.clear as i32 * self.rules.unit();
        let others = p.players as i32 - 1;
        self.values[FIRST] += bonus;
        for (index, value) in self.values.iter_mut().skip(1).enumerate() {
            *value -= bonus / others + i32::from((index as i32) < bonus % others);
        }
    }
}

impl Game for Tree {
    type Rules = Rules;
    type Move = Branch;
    type Moves = ArrayVec<Branch, MAX_WIDTH>;

    const MOVE_INDICES: usize = MAX_WIDTH;

    fn start(rules: &Rules) -> Self {
        let p = rules.parameters();
        let mut values = PerSeat::all(p.players, p.sum / p.players as i32);
        values[FIRST] += p.sum % p.players as i32;
        Self {
            rules: *rules,
            values,
            node: p.seed,
            path: ArrayVec::new(),
            resigned: None,
        }
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn facts(&self) -> Facts {
        let p = self.rules.parameters();
        Facts {
            seats: p.players,
            longest: p.depth,
            score_sum: Some(p.sum),
        }
    }

    #[inline]
    fn turn(&self) -> Seat {
        Seat::new(self.path.len() % self.values.len())
    }

    #[inline]
    fn generate(&self, moves: &mut Self::Moves) {
        if !self.is_finished() {
            moves.extend((0..self.rules.parameters().width as u8).map(Branch));
        }
    }

    #[inline]
    fn is_legal(&self, m: Branch) -> bool {
        !self.is_finished() && m.index() < self.rules.parameters().width
    }

    #[inline]
    fn play_unchecked(&mut self, m: Branch) {
        if self.path.is_full() {
            return;
        }
        let clear = self.is_clear(m);
        self.node = stream::step(self.node, m.0);
        let p = self.rules.parameters();
        let mut stream = Stream::new(self.node);
        let changes = p.generator.draw(p.players, self.rules.unit(), &mut stream);
        for (value, change) in self.values.iter_mut().zip(changes.iter()) {
            *value += change;
        }
        if clear {
            self.take_from_others();
        }
        self.path.push(m);
    }

    fn resign(&mut self, seat: Seat) {
        if !self.is_finished() {
            self.resigned = Some(seat);
        }
    }

    #[inline]
    fn is_out(&self, seat: Seat) -> bool {
        self.resigned == Some(seat)
    }

    #[inline]
    fn is_finished(&self) -> bool {
        self.path.len() >= self.rules.parameters().depth || self.resigned.is_some()
    }

    fn standing(&self) -> Outcome {
        Outcome::by_key(self.values, |seat| {
            (Some(seat) != self.resigned, self.values[seat])
        })
    }

    #[inline]
    fn key(&self) -> u64 {
        let out = self.resigned.map_or(0, |seat| seat.index() as u64 + 1);
        self.node ^ out.rotate_right(8)
    }

    #[inline]
    fn move_index(m: Branch) -> usize {
        m.index()
    }
}

impl Notation for Tree {
    fn seat_name(&self, seat: Seat) -> &'static str {
        ["1", "2", "3", "4", "5", "6"][seat.index()]
    }

    fn move_text(&self, m: Branch) -> String {
        (m.0 + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Branch, UnreadableMove> {
        text.parse::<usize>()
            .ok()
            .filter(|number| text.starts_with(|c: char| c.is_ascii_digit()) && *number <= MAX_WIDTH)
            .and_then(|number| number.checked_sub(1))
            .map(Branch::new)
            .ok_or(UnreadableMove {
                example: "1 or 4, the number of a branch",
            })
    }

    /// Returns the path, like `1.3.2`, or `-` at the root; `!` and the seat's name follow a
    /// resignation.
    fn position_text(&self) -> String {
        let path: Vec<_> = self.path.iter().map(|&m| self.move_text(m)).collect();
        let mut text = match &path[..] {
            [] => "-".to_owned(),
            path => path.join("."),
        };
        if let Some(seat) = self.resigned {
            text += "!";
            text += self.seat_name(seat);
        }
        text
    }

    fn parse_position(rules: &Rules, line: &str) -> Result<Self, PositionError> {
        let mut tree = Self::start(rules);
        let (path, resigned) = match line.split_once('!') {
            Some((path, name)) => (path, Some(name)),
            None => (line, None),
        };
        let mut at = 1;
        if path != "-" {
            for text in path.split('.') {
                let m = tree
                    .parse_move(text)
                    .map_err(|error| PositionError::new(at, error.to_string()))?;
                tree.play(m).map_err(|error| {
                    PositionError::new(at, format!("branch {text}: {error} ({rules})"))
                })?;
                at += text.chars().count() + 1;
            }
        }
        if let Some(name) = resigned {
            let seat = Seat::all(tree.values.len())
                .find(|&seat| tree.seat_name(seat) == name)
                .ok_or_else(|| {
                    PositionError::new(at, "after ! stands the number of the seat that resigned")
                })?;
            if tree.is_finished() {
                return Err(PositionError::new(
                    at,
                    "nobody can resign after the last ply",
                ));
            }
            tree.resign(seat);
        }
        Ok(tree)
    }
}

impl Symmetric for Tree {}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {} of {}", self.position_text(), self.rules)?;
        for seat in Seat::all(self.values.len()) {
            write!(
                f,
                "\nseat {}  {:>8}",
                self.seat_name(seat),
                self.values[seat]
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
