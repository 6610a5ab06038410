//! Matches of two functions as P1 played them: so many games with A first and as many with B first,
//! all from the start, set beside the printed figures.

use rules::Seat;

use super::printed::Printed;
use crate::{Error, Holds, PaperOptions};
use lab::contender::Contender;
use lab::experiment::{Experiment, Kind};
use lab::run;
use report::{Cell, Column, Table};
use statistics::Level;
use statistics::pairs::{Ending, Trinomial};
use statistics::sides::Sides;
use statistics::verdict::{Judgement, Verdict};

/// How often a verdict may be false, for a whole table.
pub(super) const ALPHA: f64 = 0.05;

/// A difference of the shares of points that is called none: from 45 to 55 of 100.
const NOTHING: f64 = 0.05;

/// Two functions that played each other.
#[derive(Clone, Debug)]
pub(super) struct Duel {
    /// Who played whom.
    pub(super) name: String,
    /// What the paper has, if it has this match.
    pub(super) printed: Option<Printed>,
    /// The games.
    pub(super) sides: Sides,
    /// The discs of the first and the second player, with A first and with B first.
    pub(super) discs: [u64; 4],
    /// By the paper's rule and by the test.
    pub(super) judged: Judgement,
}

/// Plays so many games with A first and as many with B first.
pub(super) fn play(
    options: &PaperOptions<'_>,
    name: &str,
    [a, b]: [&Contender; 2],
    games: u32,
) -> Result<Duel, Error> {
    options.tell(name);
    let players = vec![a.clone().called("A"), b.clone().called("B")];
    let experiment = Experiment {
        games: 2 * u64::from(games.max(1)),
        seed: options.seed_of(name),
        ..Experiment::new(
            "othello".parse().expect("a game of ours"),
            Kind::Match,
            players,
        )
    };
    let mut sides = Sides {
        a_first: Trinomial::default(),
        b_first: Trinomial::default(),
    };
    let mut discs = [0; 4];
    let (first, second) = (Seat::new(0), Seat::new(1));
    run::play(&experiment, options.threads, &mut |game| {
        let ending = Ending::of(&game.outcome, first);
        let from = if game.seats[first] == 0 {
            sides.a_first.add(ending);
            0
        } else {
            sides.b_first.add(ending);
            2
        };
        for (place, seat) in [(from, first), (from + 1, second)] {
            discs[place] += u64::from(game.outcome.scores[seat].unsigned_abs());
        }
    })?;
    let judged = Judgement::of_sides(&sides, ALPHA, Level::P95);
    Ok(Duel {
        name: name.to_owned(),
        printed: None,
        sides,
        discs,
        judged: judged.expect("both orders were played"),
    })
}

impl Duel {
    /// The same beside the printed figures.
    pub(super) fn beside(mut self, printed: Printed) -> Self {
        self.printed = Some(printed);
        self
    }

    /// A's share of the points in words.
    pub(super) fn share(&self) -> String {
        let [value, low, high] = [
            self.judged.score.value,
            self.judged.score.interval.low,
            self.judged.score.interval.high,
        ]
        .map(|share| 100.0 * share);
        format!("{} {value:.1} % [{low:.1}, {high:.1}]", self.name)
    }

    /// Whether this verdict holds; that there is nothing to tell holds if the interval lies within
    /// five points of a half.
    pub(super) fn holds(&self, expected: Verdict) -> Holds {
        let ours = self.judged.ours;
        let interval = self.judged.score.interval;
        match expected {
            _ if ours == expected && expected != Verdict::Unclear => Holds::Yes,
            Verdict::Unclear if ours != Verdict::Unclear => Holds::No,
            Verdict::Unclear if interval.low > 0.5 - NOTHING && interval.high < 0.5 + NOTHING => {
                Holds::Yes
            }
            Verdict::Better if ours == Verdict::Worse => Holds::No,
            Verdict::Worse if ours == Verdict::Better => Holds::No,
            _ => Holds::CannotBeTold,
        }
    }
}

/// Whether all of these verdicts hold, with the figures.
pub(super) fn all_hold(duels: &[&Duel], expected: Verdict) -> (Holds, String) {
    let holds = duels.iter().map(|duel| duel.holds(expected));
    let holds = holds.reduce(Holds::and).unwrap_or(Holds::CannotBeTold);
    let shares: Vec<String> = duels.iter().map(|duel| duel.share()).collect();
    (holds, shares.join("; "))
}

/// Judges all matches of a table again, so that at most one table of twenty has a false verdict.
pub(super) fn together(duels: &mut [Duel]) {
    let mut judged: Vec<Judgement> = duels.iter().map(|duel| duel.judged).collect();
    Judgement::together(&mut judged, ALPHA);
    for (duel, judged) in duels.iter_mut().zip(judged) {
        duel.judged = judged;
    }
}

/// How verdicts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// `>`, `<`, `?`
    Sign,
    /// medicine, poison, ?
    Effect,
}

impl Words {
    pub(super) fn of(self, verdict: Verdict) -> &'static str {
        match self {
            Self::Sign => verdict.sign(),
            Self::Effect => verdict.effect(),
        }
    }
}

/// Our matches beside the printed ones.
pub(super) fn beside(name: &str, caption: &str, words: Words, duels: &[Duel]) -> Table {
    let mut table = Table::new(
        name,
        caption,
        [
            Column::text("A : B"),
            Column::results("paper, A first"),
            Column::results("paper, B first"),
            Column::text("paper says"),
            Column::text("its figures by test"),
            Column::results("ours, A first"),
            Column::results("ours, B first"),
            Column::text("by its rule"),
            Column::percent("points of A", 1).with_interval(),
            Column::p_value("p (Holm)"),
            Column::text("by test"),
            Column::count("games needed"),
        ],
    );
    for duel in duels {
        let judged = &duel.judged;
        let printed = duel.printed.as_ref();
        let tested = printed.and_then(|p| Judgement::of_sides(&p.sides(), ALPHA, Level::P95));
        table.push([
            duel.name.clone().into(),
            printed.map(|p| p.sides().a_first).into(),
            printed.map(|p| p.sides().b_first).into(),
            printed.map(|p| p.verdict).into(),
            tested.map(|judged| words.of(judged.ours)).into(),
            duel.sides.a_first.into(),
            duel.sides.b_first.into(),
            words.of(judged.paper).into(),
            judged.score.into(),
            judged.p_value.into(),
            words.of(judged.ours).into(),
            judged.games_needed.into(),
        ]);
    }
    table.note(
        "Wins, draws and losses of whoever moves first. Points: a win 1, a draw half, both orders with \
         the same weight, with a 95 % interval. By its rule: A is better if it wins more than it loses \
         in both orders. By test: equal players would differ so much in at most one table of twenty. \
         Games needed: to find a difference as large as ours nine times of ten.",
    );
    let misprints: Vec<String> = duels
        .iter()
        .filter_map(|duel| duel.printed.as_ref())
        .flat_map(Printed::misprints)
        .map(|[wins, draws, losses]| format!("{wins}-{draws}-{losses}"))
        .collect();
    if !misprints.is_empty() {
        table.note(format!(
            "Printed rows that do not sum to 100 games, so misprinted: {}.",
            misprints.join(", ")
        ));
    }
    table
}

/// The discs of all games, ours scaled to the paper's hundred games of each order.
pub(super) fn discs(name: &str, duels: &[(&Duel, Option<[u64; 4]>)]) -> Table {
    let mut table = Table::new(
        name,
        "Discs of the first and of the second player, per hundred games.",
        [
            Column::text("A : B"),
            Column::text("paper, A first"),
            Column::text("paper, B first"),
            Column::text("ours, A first"),
            Column::text("ours, B first"),
        ],
    );
    for (duel, printed) in duels {
        let pair = |one: u64, other: u64| Cell::Text(format!("{one} : {other}"));
        let scaled = |discs: u64, games: &Trinomial| {
            (100.0 * discs as f64 / games.games() as f64).round() as u64
        };
        let [a, b, c, d] = duel.discs;
        let (first, second) = (&duel.sides.a_first, &duel.sides.b_first);
        table.push([
            duel.name.clone().into(),
            printed.map(|p| pair(p[0], p[1])).into(),
            printed.map(|p| pair(p[2], p[3])).into(),
            pair(scaled(a, first), scaled(b, first)),
            pair(scaled(c, second), scaled(d, second)),
        ]);
    }
    table
}
