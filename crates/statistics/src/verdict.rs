//! What the papers concluded, what the figures allow, and how many games the difference is.
//!
//! P1 calls A better than B when A wins more games than it loses with either side; an interval in
//! which a feature is switched on is then *medicine*, in the other case *poison*, else `?`. Between
//! equal players without a first-move advantage that rule speaks almost every second time.

use super::distribution::binomial_pmf;
use super::estimate::{Estimate, Level};
use super::exchange;
use super::holm::holm;
use super::pairs::PairedMatch;
use super::power::{Demand, for_mean};
use super::sides::Sides;

/// Who is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A is.
    Better,
    /// B is.
    Worse,
    /// The data do not decide it.
    Unclear,
}

impl Verdict {
    /// Judges by P1's rule.
    #[must_use]
    pub fn by_paper(sides: &Sides) -> Self {
        let (first, second) = (sides.a_first, sides.b_first.swapped());
        if first.wins > first.losses && second.wins > second.losses {
            Self::Better
        } else if first.wins < first.losses && second.wins < second.losses {
            Self::Worse
        } else {
            Self::Unclear
        }
    }

    /// Judges by our rule: a difference that chance alone makes at most in a share `alpha` of all
    /// matches.
    #[must_use]
    pub fn by_test(score: f64, p_value: f64, alpha: f64) -> Self {
        if p_value > alpha || score == 0.5 {
            Self::Unclear
        } else if score > 0.5 {
            Self::Better
        } else {
            Self::Worse
        }
    }

    /// Returns the verdict as between two players.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Better => ">",
            Self::Worse => "<",
            Self::Unclear => "?",
        }
    }

    /// Returns the verdict on a feature that A has and B has not.
    #[must_use]
    pub fn effect(self) -> &'static str {
        match self {
            Self::Better => "medicine",
            Self::Worse => "poison",
            Self::Unclear => "?",
        }
    }
}

/// A match judged both ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// By P1's rule.
    pub paper: Verdict,
    /// By the test.
    pub ours: Verdict,
    /// A's share of the points.
    pub score: Estimate,
    /// How often equal players differ at least as much, by chance.
    pub p_value: f64,
    /// How many games would detect a difference as large as the one seen nine times of ten; `None`
    /// if none was seen.
    pub games_needed: Option<u64>,
}

impl Judgement {
    /// Judges games that are not in pairs; `None` if one order was not played.
    #[must_use]
    pub fn of_sides(sides: &Sides, alpha: f64, level: Level) -> Option<Self> {
        let score = sides.score(level)?;
        let p_value = sides.p_value();
        // One game of each order; their mean has a quarter of the sum of their variances.
        let variance = sides.a_first.sample().variance() + sides.b_first.sample().variance();
        let both = for_mean(score.value - 0.5, variance / 4.0, demand(alpha));
        Some(Self {
            paper: Verdict::by_paper(sides),
            ours: Verdict::by_test(score.value, p_value, alpha),
            score,
            p_value,
            games_needed: both.map(|n| 2 * n),
        })
    }

    /// Judges games in pairs; `None` before the first.
    #[must_use]
    pub fn of_pairs(played: &PairedMatch, alpha: f64, level: Level) -> Option<Self> {
        let sample = played.pairs.sample();
        let score = sample.estimate(level)?;
        let p_value = exchange::pairs(&played.pairs);
        let sides = Sides {
            a_first: played.first,
            b_first: played.second.swapped(),
        };
        let pairs = for_mean(score.value - 0.5, sample.variance(), demand(alpha));
        Some(Self {
            paper: Verdict::by_paper(&sides),
            ours: Verdict::by_test(score.value, p_value, alpha),
            score,
            p_value,
            games_needed: pairs.map(|n| 2 * n),
        })
    }

    /// Judges a whole table again, so that at most a share `alpha` of such tables contains any
    /// false verdict (Holm).
    pub fn together(table: &mut [Self], alpha: f64) {
        let p_values: Vec<f64> = table.iter().map(|line| line.p_value).collect();
        for (line, p_value) in table.iter_mut().zip(holm(&p_values)) {
            line.p_value = p_value;
            line.ours = Verdict::by_test(line.score.value, p_value, alpha);
        }
    }
}

fn demand(alpha: f64) -> Demand {
    Demand {
        alpha,
        ..Demand::USUAL
    }
}

/// Returns how often P1's rule calls one of two equal players the better one, if the first player
/// wins and loses with these chances, in this many games of each order.
#[must_use]
pub fn false_alarm(win: f64, loss: f64, games: u64) -> f64 {
    let decided = win + loss;
    if decided <= 0.0 {
        return 0.0;
    }
    // The chances that the first player wins more than it loses, and the other way round.
    let more = |share: f64| -> f64 {
        (0..=games)
            .map(|m| {
                let above: f64 = (m / 2 + 1..=m).map(|k| binomial_pmf(k, m, share)).sum();
                binomial_pmf(m, games, decided) * above
            })
            .sum()
    };
    2.0 * more(win / decided) * more(loss / decided)
}

/// A difference that counts as none: this much to either side.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Margin(pub f64);

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// The whole interval agrees.
    Yes,
    /// The whole interval disagrees.
    No,
    /// The interval contains both.
    CannotBeTold,
}

impl Holds {
    /// Judges whether something is more than a value by something that matters: it holds if the
    /// whole interval is above the value, and does not if the whole interval is below the margin
    /// above it.
    #[must_use]
    pub fn more(found: Estimate, than: f64, margin: Margin) -> Self {
        if found.interval.low > than {
            Self::Yes
        } else if found.interval.high < than + margin.0 {
            Self::No
        } else {
            Self::CannotBeTold
        }
    }

    /// Returns the same for less.
    #[must_use]
    pub fn less(found: Estimate, than: f64, margin: Margin) -> Self {
        if found.interval.high < than {
            Self::Yes
        } else if found.interval.low > than - margin.0 {
            Self::No
        } else {
            Self::CannotBeTold
        }
    }

    /// Judges whether something equals a value for all that matters: it holds if the whole
    /// interval lies within the margin, and does not if the whole interval lies beyond it.
    #[must_use]
    pub fn same(found: Estimate, value: f64, margin: Margin) -> Self {
        let (low, high) = (value - margin.0, value + margin.0);
        let interval = found.interval;
        if interval.low > low && interval.high < high {
            Self::Yes
        } else if interval.high < low || interval.low > high {
            Self::No
        } else {
            Self::CannotBeTold
        }
    }

    /// Judges whether something is above a value.
    #[must_use]
    pub fn above(found: Estimate, value: f64) -> Self {
        if found.interval.low > value {
            Self::Yes
        } else if found.interval.high < value {
            Self::No
        } else {
            Self::CannotBeTold
        }
    }

    /// Judges whether something is below a value.
    #[must_use]
    pub fn below(found: Estimate, value: f64) -> Self {
        match Self::above(found, value) {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::CannotBeTold => Self::CannotBeTold,
        }
    }

    /// Judges whether something lies between two values.
    #[must_use]
    pub fn between(found: Estimate, low: f64, high: f64) -> Self {
        Self::above(found, low).and(Self::below(found, high))
    }

    /// Judges whether both of two claims hold: not if either does not.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
            _ => Self::CannotBeTold,
        }
    }

    /// Returns the words of the reports.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Yes => "holds",
            Self::No => "does not hold",
            Self::CannotBeTold => "cannot be told with this many games",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::{Ending, Trinomial};

    fn sides(first: (u64, u64, u64), second: (u64, u64, u64)) -> Sides {
        Sides {
            a_first: Trinomial::new(first.0, first.1, first.2),
            b_first: Trinomial::new(second.0, second.1, second.2),
        }
    }

    fn judge(sides: Sides) -> Judgement {
        Judgement::of_sides(&sides, 0.05, Level::P95).unwrap()
    }

    #[test]
    fn the_papers_verdicts_come_out_of_its_figures() {
        // P1, tables 3, 4 and 6 (rows that sum to 100), feature first and feature second.
        for (first, second, printed) in [
            ((60, 6, 34), (42, 9, 49), "medicine"),
            ((17, 3, 80), (85, 0, 15), "poison"),
            ((70, 4, 26), (71, 2, 27), "?"),
            ((37, 2, 61), (22, 0, 78), "?"),
            ((48, 8, 44), (21, 2, 77), "medicine"),
            ((54, 5, 41), (49, 2, 49), "?"),
            ((48, 6, 46), (25, 0, 75), "medicine"),
            ((48, 2, 50), (51, 7, 42), "poison"),
            ((57, 3, 40), (16, 0, 84), "medicine"),
            ((63, 5, 32), (46, 3, 51), "medicine"),
            ((10, 2, 88), (50, 3, 47), "poison"),
        ] {
            assert_eq!(judge(sides(first, second)).paper.effect(), printed);
        }
    }

    #[test]
    fn a_clear_case_and_a_close_one() {
        // BP against CT: clear with any test.
        let clear = judge(sides((96, 0, 4), (5, 1, 94)));
        assert_eq!((clear.paper.sign(), clear.ours.sign()), (">", ">"));
        assert!(clear.games_needed.unwrap() < 20);
        // "Poison" by a hair in both orders: 94½ of 200 points.
        let close = judge(sides((48, 2, 50), (51, 7, 42)));
        assert_eq!(
            (close.paper, close.ours),
            (Verdict::Worse, Verdict::Unclear)
        );
        assert!(close.p_value > 0.3 && close.games_needed.unwrap() > 1000);
        let mut table = [clear, close];
        Judgement::together(&mut table, 0.05);
        assert_eq!(table[0].ours, Verdict::Better);
        assert!(table[1].p_value >= close.p_value);
    }

    #[test]
    fn pairs_are_judged_as_pairs() {
        // Every opening is won by the first player: nothing can be told, however many.
        let mut played = PairedMatch::default();
        for _ in 0..50 {
            played.add(Ending::Win, Ending::Loss);
        }
        let judgement = Judgement::of_pairs(&played, 0.05, Level::P95).unwrap();
        assert_eq!(judgement.ours, Verdict::Unclear);
        assert_eq!(judgement.p_value, 1.0);
        assert_eq!(judgement.games_needed, None);
        for _ in 0..6 {
            played.add(Ending::Win, Ending::Win);
        }
        let judgement = Judgement::of_pairs(&played, 0.05, Level::P95).unwrap();
        assert_eq!(judgement.ours, Verdict::Better);
        assert!((judgement.p_value - 2.0 / 64.0).abs() < 1e-12);
    }

    #[test]
    fn the_papers_rule_cries_wolf() {
        // Equal players, no advantage, no draws, 100 games of each order.
        let even = false_alarm(0.5, 0.5, 100);
        let tie: f64 = binomial_pmf(50, 100, 0.5);
        assert!((even - (1.0 - tie).powi(2) / 2.0).abs() < 1e-9);
        // With the first-move advantage of the paper's own equal players (52-9-39).
        let paper = false_alarm(0.52, 0.39, 100);
        assert!((0.1..0.2).contains(&paper), "{paper}");
    }

    #[test]
    fn claims() {
        let found = |low, high| Estimate {
            value: (low + high) / 2.0,
            interval: crate::Interval { low, high },
        };
        assert_eq!(Holds::above(found(0.1, 0.3), 0.0), Holds::Yes);
        assert_eq!(Holds::above(found(-0.3, -0.1), 0.0), Holds::No);
        assert_eq!(Holds::above(found(-0.1, 0.3), 0.0), Holds::CannotBeTold);
        assert_eq!(Holds::below(found(0.1, 0.3), 0.0), Holds::No);
        let margin = Margin(0.05);
        let more = |low, high| Holds::more(found(low, high), 0.5, margin);
        // BP against CT over 3,000 games: equal for all that matters, so it is not stronger.
        assert_eq!(more(0.488, 0.522), Holds::No);
        assert_eq!(more(0.40, 0.49), Holds::No);
        assert_eq!(more(0.48, 0.56), Holds::CannotBeTold);
        assert_eq!(more(0.51, 0.53), Holds::Yes);
        assert_eq!(Holds::less(found(0.47, 0.49), 0.5, margin), Holds::Yes);
        assert_eq!(Holds::less(found(0.46, 0.51), 0.5, margin), Holds::No);
        let same = |low, high| Holds::same(found(low, high), 0.5, margin);
        assert_eq!(same(0.46, 0.54), Holds::Yes);
        assert_eq!(same(0.51, 0.54), Holds::Yes);
        assert_eq!(same(0.51, 0.56), Holds::CannotBeTold);
        assert_eq!(same(0.56, 0.59), Holds::No);
        assert_eq!(same(0.41, 0.44), Holds::No);
        assert_eq!(Holds::between(found(0.1, 0.3), 0.0, 0.4), Holds::Yes);
        assert_eq!(Holds::between(found(0.1, 0.3), 0.4, 0.5), Holds::No);
        assert_eq!(
            Holds::between(found(0.1, 0.3), 0.2, 0.4),
            Holds::CannotBeTold
        );
        assert_eq!(Holds::Yes.and(Holds::CannotBeTold), Holds::CannotBeTold);
        assert_eq!(Holds::No.and(Holds::CannotBeTold), Holds::No);
    }
}
