//! The evaluation of P1: five features of the board of eight by eight, each with a weight that is
//! switched on in some moves of the game.
//!
//! F = Σ weight × feature, from the side of the seat to move, in thousandths. The features:
//!
//! | | |
//! |---|---|
//! | BP position | a number for each corner and one for each of the three squares next to it |
//! | CT centre | less the squared distances of discs from the centre, so that more is better |
//! | ST straight | the squared lengths of straight runs of three or more |
//! | KN discs | the discs |
//! | CN candidates | the squares where a disc could be placed, if it were one's turn |
//!
//! each for one's own less for the other side. On F lies the paper's [noise](Noise); the value of a
//! finished game has none.
//!
//! For the paper's questions ③ to ⑤ a file may also have features that are not the paper's
//! ([`others`]), a table of BP with a number for every square, and terms in which one feature counts
//! more the larger another one is ([`TermSpec`]). What is not in a file costs nothing.
//!
//! What the paper leaves open can be read either way: whether weights follow the number of the move
//! that is chosen or the moves on the board that is valued, whether noise lies on every leaf or on
//! the values of the moves to choose from, and whether CT favours discs near the centre, as the
//! text says, or far from it, as the printed formula does.

use rules::Seat;
use rules::reversi::{Bits, Othello};
use search::{Score, Worth};
use serde::Deserialize;

pub mod interval;
pub mod noise;
pub mod others;
pub mod straight;

use super::finished;
use super::map::{MapSum, SquareMap};
use crate::number::{real, signed};

pub use interval::{Intervals, MOVES};
pub use noise::Noise;
pub use straight::straight;

/// What a weight of 1 is inside.
pub const UNIT: i32 = 1000;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Each corner with the three squares next to it.
const NEAR: [(u64, u64); 4] = [
    (1, 0x0302),
    (1 << 7, 0xc040),
    (1 << 56, 0x0203 << 48),
    (1 << 63, 0x40c0 << 48),
];

/// The features as a file gives them; one that is not there does not count.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FeaturesSpec {
    /// The amplitude of the noise: 0.1 is 5 % either way.
    #[serde(deserialize_with = "real::<0, 1, _>")]
    pub noise: f64,
    /// Where the noise lies.
    #[serde(default)]
    pub noise_on: NoiseOn,
    /// Which number of moves the intervals speak of.
    #[serde(default)]
    pub moves_of: MovesOf,
    /// Position.
    pub bp: Option<PositionSpec>,
    /// Centre.
    pub ct: Option<CentreSpec>,
    /// Straight runs.
    pub st: Option<FeatureSpec>,
    /// Discs.
    pub kn: Option<FeatureSpec>,
    /// Candidates.
    pub cn: Option<FeatureSpec>,
    /// Discs that are seen to be stable.
    pub stable: Option<FeatureSpec>,
    /// Discs beside an empty square: the fewer the better.
    pub frontier: Option<FeatureSpec>,
    /// Regions of an odd number of empty squares less those of an even number.
    pub parity: Option<FeatureSpec>,
    /// Discs diagonal to an empty corner: the fewer the better.
    pub x_squares: Option<FeatureSpec>,
    /// Discs beside an empty corner: the fewer the better.
    pub c_squares: Option<FeatureSpec>,
    /// Terms that are not linear.
    #[serde(default)]
    pub term: Vec<TermSpec>,
}

/// A term that is not linear: x |y|, so that x counts more the larger y is in size. With the same
/// feature twice that is its square with its sign.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TermSpec {
    /// x and y.
    pub of: [Factor; 2],
    /// What it is multiplied by.
    #[serde(deserialize_with = "real::<-10000, 10000, _>")]
    pub weight: f64,
    /// In the choice of which moves.
    pub when: Intervals,
}

/// What can be a factor of a term: a feature before its weight, or t.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Factor {
    /// Position.
    Bp,
    /// Centre, discs near it favoured, in whole numbers.
    Ct,
    /// Straight runs.
    St,
    /// Discs.
    Kn,
    /// Candidates.
    Cn,
    /// Stable discs.
    Stable,
    /// Discs beside an empty square.
    Frontier,
    /// Regions of odd and even numbers of empty squares.
    Parity,
    /// Discs diagonal to an empty corner.
    XSquares,
    /// Discs beside an empty corner.
    CSquares,
    /// The number of the move.
    T,
}

impl Factor {
    /// What it can be at most, in size; `position` is that of BP.
    const fn most(self, position: i32) -> i32 {
        match self {
            Self::Bp => position,
            Self::Ct => 672,
            Self::St => 1692,
            Self::Kn | Self::Stable | Self::Frontier => 64,
            // Candidates and regions are fewer than empty squares.
            Self::Cn | Self::Parity | Self::T => MOVES as i32,
            Self::XSquares => 4,
            Self::CSquares => 8,
        }
    }
}

/// Where the noise lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoiseOn {
    /// On the value of every position that is not looked beyond.
    #[default]
    Leaves,
    /// On the values of the moves to choose from.
    Root,
}

/// Which number of moves the intervals of a feature speak of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MovesOf {
    /// The number of the move that is being chosen.
    #[default]
    Root,
    /// The number of discs placed on the board that is valued.
    Board,
}

/// How much the centre counts, when, and which discs are favoured.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CentreSpec {
    /// What it is multiplied by.
    #[serde(deserialize_with = "real::<-10000, 10000, _>")]
    pub weight: f64,
    /// In the choice of which moves.
    pub when: Intervals,
    /// The discs that are worth more.
    #[serde(default)]
    pub favours: Favours,
}

/// Which discs the feature CT favours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Favours {
    /// Those near the centre, as P1's text says.
    #[default]
    Near,
    /// Those far from it, by the letter of P1's formula.
    Far,
}

/// How much a feature counts, and when.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FeatureSpec {
    /// What it is multiplied by.
    #[serde(deserialize_with = "real::<-10000, 10000, _>")]
    pub weight: f64,
    /// In the choice of which moves.
    pub when: Intervals,
}

/// How much the position counts, when, and what its squares are worth.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PositionSpec {
    /// What it is multiplied by.
    #[serde(deserialize_with = "real::<-10000, 10000, _>")]
    pub weight: f64,
    /// In the choice of which moves.
    pub when: Intervals,
    /// A disc in a corner.
    #[serde(deserialize_with = "signed::<-1000, 1000, _>")]
    pub corner: i32,
    /// A disc on one of the three squares next to a corner.
    #[serde(deserialize_with = "signed::<-1000, 1000, _>")]
    pub near_corner: i32,
    /// Whether squares next to a corner count nothing once the corner is taken. P1 corrects them
    /// too, but does not say how.
    #[serde(default)]
    pub near_empty_corners_only: bool,
    /// A number for every square, on top of those of corners and the squares next to them.
    pub squares: Option<SquareMap>,
}

/// The features of a position from one side, before any weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    /// Position.
    pub bp: i32,
    /// Centre, doubled, because it comes in halves.
    pub ct_doubled: i32,
    /// Straight runs.
    pub st: i32,
    /// Discs.
    pub kn: i32,
    /// Candidates.
    pub cn: i32,
    /// Stable discs.
    pub stable: i32,
    /// Discs beside an empty square, the other side's less one's own.
    pub frontier: i32,
    /// Regions of an odd number of empty squares less those of an even number.
    pub parity: i32,
    /// Discs diagonal to an empty corner, the other side's less one's own.
    pub x_squares: i32,
    /// Discs beside an empty corner, the other side's less one's own.
    pub c_squares: i32,
}

/// The evaluation, ready for every move of a game.
#[derive(Clone, Debug)]
pub struct Features {
    spec: FeaturesSpec,
    centre_doubled: MapSum,
    /// The table of BP beyond corners and their neighbours.
    squares: Option<MapSum>,
    /// By the number of the move.
    weights: Vec<Weights>,
    /// What is beyond P1's five features, by the number of the move.
    more: Vec<Vec<More>>,
}

/// A feature beyond P1's five, or a term, with its weight in thousandths.
#[derive(Clone, Copy, Debug)]
struct More {
    x: Factor,
    y: Option<Factor>,
    weight: i32,
}

impl More {
    /// All that count in the move with this number.
    fn at(spec: &FeaturesSpec, number: usize) -> Vec<Self> {
        let features = spec.others().into_iter().filter_map(|(x, feature)| {
            let FeatureSpec { weight, when } = feature.as_ref()?;
            Some((x, None, *weight, when))
        });
        let terms = spec.term.iter();
        let terms = terms.map(|term| (term.of[0], Some(term.of[1]), term.weight, &term.when));
        let all = features.chain(terms).map(|(x, y, weight, when)| Self {
            x,
            y,
            weight: thousandths(weight, when, number),
        });
        all.filter(|more| more.weight != 0).collect()
    }
}

impl FeaturesSpec {
    /// The features that are not the paper's.
    fn others(&self) -> [(Factor, &Option<FeatureSpec>); 5] {
        [
            (Factor::Stable, &self.stable),
            (Factor::Frontier, &self.frontier),
            (Factor::Parity, &self.parity),
            (Factor::XSquares, &self.x_squares),
            (Factor::CSquares, &self.c_squares),
        ]
    }
}

/// A weight in the move with this number.
fn thousandths(weight: f64, when: &Intervals, number: usize) -> i32 {
    when.sign(number) * (weight * f64::from(UNIT)).round() as i32
}

/// What each feature counts in one move, in thousandths; 0 for what is not switched on.
#[derive(Clone, Copy, Debug)]
struct Weights {
    bp: i32,
    /// Of the doubled value.
    ct: i32,
    st: i32,
    kn: i32,
    cn: i32,
}

impl Weights {
    /// In the move with this number.
    fn at(spec: &FeaturesSpec, number: usize) -> Self {
        let fixed = |weight: f64, when: &Intervals| thousandths(weight, when, number);
        let of = |feature: &Option<FeatureSpec>| {
            feature
                .as_ref()
                .map_or(0, |feature| fixed(feature.weight, &feature.when))
        };
        let position = spec.bp.as_ref();
        let centre = |ct: &CentreSpec| {
            let half = match ct.favours {
                Favours::Near => 0.5,
                Favours::Far => -0.5,
            };
            fixed(ct.weight * half, &ct.when)
        };
        Self {
            bp: position.map_or(0, |bp| fixed(bp.weight, &bp.when)),
            ct: spec.ct.as_ref().map_or(0, centre),
            st: of(&spec.st),
            kn: of(&spec.kn),
            cn: of(&spec.cn),
        }
    }
}

impl Features {
    /// Returns the evaluation of a file.
    ///
    /// # Errors
    /// Returns an error if there is no feature, or the weights are too large for values to fit.
    pub fn new(spec: &FeaturesSpec) -> Result<Self, String> {
        let distance = |row: usize, column: usize| {
            let doubled = |place: usize| 2 * place as i32 - 7;
            (doubled(row).pow(2) + doubled(column).pow(2)) / 2
        };
        let features = Self {
            spec: spec.clone(),
            centre_doubled: MapSum::new(&SquareMap::from_fn(|row, column| -distance(row, column))),
            squares: spec
                .bp
                .as_ref()
                .and_then(|bp| bp.squares.as_ref())
                .map(MapSum::new),
            weights: (0..=MOVES)
                .map(|number| Weights::at(spec, number))
                .collect(),
            more: (0..=MOVES).map(|number| More::at(spec, number)).collect(),
        };
        let FeaturesSpec {
            bp, ct, st, kn, cn, ..
        } = spec;
        let plain = [(Factor::St, st), (Factor::Kn, kn), (Factor::Cn, cn)];
        let plain = plain.into_iter().chain(spec.others());
        let weights: Vec<(Factor, f64)> = plain
            .filter_map(|(factor, feature)| Some((factor, feature.as_ref()?.weight)))
            .chain(bp.iter().map(|bp| (Factor::Bp, bp.weight)))
            .chain(ct.iter().map(|ct| (Factor::Ct, ct.weight)))
            .collect();
        if weights.is_empty() && spec.term.is_empty() {
            return Err(
                "at least one of the features bp, ct, st, kn, cn, stable, frontier, parity, x-squares, \
                 c-squares has to be there"
                    .into(),
            );
        }
        let most = |factor: Factor| f64::from(factor.most(features.most_position()));
        let linear = weights.iter().map(|(x, weight)| weight.abs() * most(*x));
        let terms = spec.term.iter().map(
            |TermSpec {
                 of: [x, y], weight, ..
             }| weight.abs() * most(*x) * most(*y),
        );
        let most: f64 = linear.chain(terms).sum();
        // The noise adds at most half of itself.
        let room = f64::from(finished::MOST_RUNNING / UNIT) / 1.5;
        if most > room {
            return Err(format!(
                "the weights are too large: a position could be worth {most:.0}, and the most is {room:.0}"
            ));
        }
        Ok(features)
    }

    fn most_position(&self) -> i32 {
        self.spec.bp.as_ref().map_or(0, |bp| {
            let squares = bp.squares.as_ref().map_or(0, SquareMap::most);
            4 * bp.corner.abs() + 12 * bp.near_corner.abs() + squares
        })
    }

    /// Returns the evaluation for the choice of this move, counted from 1, with noise from this
    /// seed.
    #[must_use]
    pub fn at_move(&self, number: usize, seed: u64) -> AtMove<'_> {
        let noise = match self.spec.noise_on {
            NoiseOn::Leaves => Noise::new(self.spec.noise, seed),
            NoiseOn::Root => Noise::NONE,
        };
        let number = match self.spec.moves_of {
            MovesOf::Root => Some(number.min(MOVES)),
            MovesOf::Board => None,
        };
        AtMove {
            features: self,
            number,
            noise,
        }
    }

    /// Returns the noise on the values of the moves to choose from, with this seed, if it lies
    /// there.
    #[must_use]
    pub fn root_noise(&self, seed: u64) -> Option<Noise> {
        (self.spec.noise_on == NoiseOn::Root).then(|| Noise::new(self.spec.noise, seed))
    }

    /// Returns all features of a position from the side of the seat to move.
    #[must_use]
    pub fn values(&self, position: &Othello) -> Values {
        let placements = position.placements();
        let of = |factor| self.factor(factor, position, placements, 0);
        Values {
            bp: of(Factor::Bp),
            ct_doubled: of(Factor::Ct),
            st: of(Factor::St),
            kn: of(Factor::Kn),
            cn: of(Factor::Cn),
            stable: of(Factor::Stable),
            frontier: of(Factor::Frontier),
            parity: of(Factor::Parity),
            x_squares: of(Factor::XSquares),
            c_squares: of(Factor::CSquares),
        }
    }

    /// One factor of a position from the side of the seat to move, which can place on these squares;
    /// t is the number of the move.
    fn factor(&self, factor: Factor, position: &Othello, placements: u64, t: usize) -> i32 {
        let (own, other) = (position.own(), position.other());
        match factor {
            Factor::Bp => self.position(own, other),
            Factor::Ct => self.centre_doubled.difference(own, other),
            Factor::St => straight(own) - straight(other),
            Factor::Kn => difference(own, other),
            Factor::Cn => difference(placements, position.placements_of_other()),
            Factor::Stable => difference(others::stable(own, other), others::stable(other, own)),
            Factor::Frontier => {
                difference(others::frontier(other, own), others::frontier(own, other))
            }
            Factor::Parity => others::parity(own, other),
            Factor::XSquares | Factor::CSquares => {
                let (diagonal, beside) = others::near_empty_corners(own, other);
                let near = if factor == Factor::XSquares {
                    diagonal
                } else {
                    beside
                };
                difference(other & near, own & near)
            }
            Factor::T => t as i32,
        }
    }

    #[inline]
    fn position(&self, own: u64, other: u64) -> i32 {
        let Some(bp) = &self.spec.bp else { return 0 };
        let near: u64 = if bp.near_empty_corners_only {
            let empty = |corner: &&(u64, u64)| (own | other) & corner.0 == 0;
            NEAR.iter().filter(empty).fold(0, |all, near| all | near.1)
        } else {
            const { NEAR[0].1 | NEAR[1].1 | NEAR[2].1 | NEAR[3].1 }
        };
        let squares = self.squares.as_ref();
        bp.corner * difference(own & CORNERS, other & CORNERS)
            + bp.near_corner * difference(own & near, other & near)
            + squares.map_or(0, |squares| squares.difference(own, other))
    }
}

#[inline]
fn difference(own: u64, other: u64) -> i32 {
    own.len() as i32 - other.len() as i32
}

/// The evaluation for the choice of one move: what is not switched on is not looked at.
#[derive(Clone, Copy, Debug)]
pub struct AtMove<'a> {
    features: &'a Features,
    /// The number of the move that is chosen; without it, that of the board counts.
    number: Option<usize>,
    noise: Noise,
}

impl AtMove<'_> {
    /// Returns what a running position is worth if the seat to move can place on these squares.
    #[inline]
    fn with_placements(&self, position: &Othello, placements: u64) -> i32 {
        let (own, other) = (position.own(), position.other());
        let placed = || MOVES.saturating_sub(position.empties().len() as usize);
        let number = self.number.unwrap_or_else(placed);
        let weights = &self.features.weights[number];
        let mut sum = 0;
        if weights.bp != 0 {
            sum += weights.bp * self.features.position(own, other);
        }
        if weights.ct != 0 {
            sum += weights.ct * self.features.centre_doubled.difference(own, other);
        }
        if weights.st != 0 {
            sum += weights.st * (straight(own) - straight(other));
        }
        if weights.kn != 0 {
            sum += weights.kn * difference(own, other);
        }
        if weights.cn != 0 {
            sum += weights.cn * difference(placements, position.placements_of_other());
        }
        for More { x, y, weight } in &self.features.more[number] {
            let of = |factor| {
                let value = self.features.factor(factor, position, placements, number);
                // Only the centre comes in halves.
                if factor == Factor::Ct {
                    value / 2
                } else {
                    value
                }
            };
            sum += weight * of(*x) * y.map_or(1, |y| of(y).abs());
        }
        self.noise.on(sum, rules::Game::key(position))
    }
}

impl Score<Othello> for AtMove<'_> {
    #[inline]
    fn score(&self, position: &Othello) -> i32 {
        self.with_placements(position, position.placements())
    }

    #[inline]
    fn result(&self, position: &Othello, seat: Seat) -> i32 {
        finished::result(position, seat)
    }

    fn most(&self) -> i32 {
        finished::MOST
    }

    #[inline]
    fn of(&self, position: &Othello) -> Worth {
        let placements = position.placements();
        if placements == 0 && rules::Game::is_finished(position) {
            return Worth::Finished(self.result(position, rules::Game::turn(position)));
        }
        Worth::Running(self.with_placements(position, placements))
    }

    #[inline]
    fn plies_left(&self, position: &Othello) -> u32 {
        position.empties().len()
    }
}
