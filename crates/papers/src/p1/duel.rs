//! Matches of two functions as P1 played them: equally many games with A first and with B first,
//! from the start if nothing else is said, set beside the printed figures.

use rules::Seat;

use super::printed::Printed;
use crate::{Claim, Error, Holds, Look, PaperOptions, file_of};
use lab::contender::Contender;
use lab::experiment::{Experiment, Kind};
use lab::opening::Openings;
use lab::run;
use report::{Cell, Column, Table};
use statistics::Level;
use statistics::pairs::{Ending, Trinomial};
use statistics::sides::Sides;
use statistics::verdict::{Judgement, Margin, Verdict};

/// How often a verdict may be false, for a whole table.
pub(super) const ALPHA: f64 = 0.05;

/// A difference of the shares of points that counts as none: from 45 to 55 of 100.
pub(super) const NOTHING: Margin = Margin(0.05);

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
    /// At how many looks games were added.
    pub(super) looks: u32,
    /// What distinguishes it from other matches of the experiment.
    pub(super) key: String,
}

/// The games of one look.
struct Batch {
    sides: Sides,
    discs: [u64; 4],
}

/// Plays this many games with A first and as many with B first: the full or the quick number.
pub(super) fn play(
    options: &PaperOptions<'_>,
    name: &str,
    players: [&Contender; 2],
    games: [u32; 2],
) -> Result<Duel, Error> {
    play_from(&Openings::Start, options, name, players, games)
}

/// Plays the same from other openings than the start, each with A first and with B first.
pub(super) fn play_from(
    openings: &Openings,
    options: &PaperOptions<'_>,
    name: &str,
    [a, b]: [&Contender; 2],
    games: [u32; 2],
) -> Result<Duel, Error> {
    let key = format!("{name}\n{}\n{}", text_of(a), text_of(b));
    let batches = options.batches([name, &key], games, |seed, games| {
        options.tell(name);
        batch(openings, options, [a, b], seed, games)
    })?;
    let mut sides = Sides {
        a_first: Trinomial::default(),
        b_first: Trinomial::default(),
    };
    let mut discs = [0; 4];
    for batch in &batches {
        sides.a_first = sides.a_first.plus(&batch.sides.a_first);
        sides.b_first = sides.b_first.plus(&batch.sides.b_first);
        for (sum, more) in discs.iter_mut().zip(batch.discs) {
            *sum += more;
        }
    }
    let judged = Judgement::of_sides(&sides, ALPHA, Level::P95);
    Ok(Duel {
        name: name.to_owned(),
        printed: None,
        sides,
        discs,
        judged: judged.expect("both orders were played"),
        looks: batches.len() as u32,
        key,
    })
}

/// Plays exactly this many games of each order, whatever is asked for.
pub(super) fn exactly(
    options: &PaperOptions<'_>,
    name: &str,
    players: [&Contender; 2],
    games: u32,
) -> Result<Duel, Error> {
    let alone = PaperOptions {
        games: Some(games),
        look: Look::default(),
        ..*options
    };
    play(&alone, name, players, [games; 2])
}

/// Returns the whole of a program: its file and its limits.
fn text_of(player: &Contender) -> String {
    format!("{} {:?}", file_of(player).0, player.limits)
}

fn batch(
    openings: &Openings,
    options: &PaperOptions<'_>,
    [a, b]: [&Contender; 2],
    seed: u64,
    games: u32,
) -> Result<Batch, Error> {
    let players = vec![a.clone().called("A"), b.clone().called("B")];
    let experiment = Experiment {
        games: 2 * u64::from(games.max(1)),
        seed,
        openings: openings.clone(),
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
    Ok(Batch { sides, discs })
}

impl Duel {
    /// Returns the same beside the printed figures.
    pub(super) fn beside(mut self, printed: Printed) -> Self {
        self.printed = Some(printed);
        self
    }

    /// Returns how often games like ours and the printed ones would differ at least as much if they
    /// were of the same programs: the exact test of both orders, doubled because there are two.
    pub(super) fn agreement(&self) -> Option<f64> {
        let printed = self.printed.as_ref()?.sides();
        let orders = [
            (self.sides.a_first, printed.a_first),
            (self.sides.b_first, printed.b_first),
        ];
        let p_values = orders.map(|(ours, paper)| ours.differs_from(&paper));
        Some((2.0 * p_values[0].min(p_values[1])).min(1.0))
    }

    /// Returns A's share of the points in words.
    pub(super) fn share(&self) -> String {
        let [value, low, high] = [
            self.judged.score.value,
            self.judged.score.interval.low,
            self.judged.score.interval.high,
        ]
        .map(|share| 100.0 * share);
        format!("{} {value:.1} % [{low:.1}, {high:.1}]", self.name)
    }

    /// Reports whether this verdict holds, if it is one of this many that have to be right at once:
    /// by the interval of the points and a margin of five to either side.
    pub(super) fn holds(&self, options: &PaperOptions<'_>, expected: Verdict, of: usize) -> Holds {
        let score = self.sides.score(options.level(self.looks, of));
        let score = score.expect("both orders were played");
        match expected {
            Verdict::Better => Holds::more(score, 0.5, NOTHING),
            Verdict::Worse => Holds::less(score, 0.5, NOTHING),
            Verdict::Unclear => Holds::same(score, 0.5, NOTHING),
        }
    }
}

/// Judges the claim that all of these verdicts hold, with the figures.
pub(super) fn claim(
    options: &PaperOptions<'_>,
    words: &str,
    duels: &[&Duel],
    expected: Verdict,
) -> Claim {
    let holds = |duel: &&&Duel| duel.holds(options, expected, duels.len());
    let all = duels.iter().map(|duel| holds(&duel));
    let all = all.reduce(Holds::and).unwrap_or(Holds::CannotBeTold);
    let shares: Vec<String> = duels.iter().map(|duel| duel.share()).collect();
    let open = duels
        .iter()
        .filter(|duel| holds(duel) == Holds::CannotBeTold);
    Claim::new(words, all, shares.join("; ")).by(open.map(|duel| duel.key.clone()))
}

/// Judges all matches of a table again, so that at most one table of twenty has a false verdict,
/// over all looks.
pub(super) fn together(options: &PaperOptions<'_>, duels: &mut [Duel]) {
    let mut judged: Vec<Judgement> = duels.iter().map(|duel| duel.judged).collect();
    let looks = duels.iter().map(|duel| duel.looks).max().unwrap_or(1);
    let alpha = 1.0 - options.level(looks, 1).fraction();
    Judgement::together(&mut judged, alpha);
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
    let with_paper = duels.iter().any(|duel| duel.printed.is_some());
    let columns = [
        (false, Column::text("A : B")),
        (true, Column::results("paper, A first")),
        (true, Column::results("paper, B first")),
        (true, Column::text("paper says")),
        (true, Column::text("its figures by test")),
        (false, Column::results("ours, A first")),
        (false, Column::results("ours, B first")),
        (false, Column::text("by its rule")),
        (false, Column::percent("points of A", 1).with_interval()),
        (false, Column::p_value("p (Holm)")),
        (false, Column::text("by test")),
        (true, Column::p_value("as printed (p)")),
        (false, Column::count("games needed")),
    ];
    // Of matches that the paper does not have nothing can stand there.
    let shown = columns
        .each_ref()
        .map(|(of_paper, _)| with_paper || !of_paper);
    let columns = columns.into_iter().map(|(_, column)| column);
    let columns = columns
        .zip(shown)
        .filter_map(|(column, shown)| shown.then_some(column));
    let mut table = Table::new(name, caption, columns);
    for duel in duels {
        let judged = &duel.judged;
        let printed = duel.printed.as_ref();
        let tested = printed.and_then(|p| Judgement::of_sides(&p.sides(), ALPHA, Level::P95));
        let cells: [Cell; 13] = [
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
            duel.agreement().into(),
            judged.games_needed.into(),
        ];
        let cells = cells.into_iter().zip(shown);
        table.push(cells.filter_map(|(cell, shown)| shown.then_some(cell)));
    }
    table.note(
        "Wins, draws and losses of whoever moves first. Points: a win 1, a draw half, both orders with \
         the same weight, with a 95 % interval. By its rule: A is better if it wins more than it loses \
         in both orders. By test: equal players would differ so much in at most one table of twenty. \
         As printed: how often games of the printed chances would differ as much from the printed ones; \
         below 0.05 ours are not the paper's. Games needed: to find a difference as large as ours nine times of ten.",
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

/// Returns the discs of all games, ours scaled to the paper's hundred games of each order.
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
