//! P2: the winning and the entertaining programs against simulated people of several strengths.
//!
//! No person takes part here, so what people feel is left open: that is for the study on the page.

mod curves;
mod figure_7;
mod games;
mod partings;
mod people;
mod purpose;
mod study;

use self::games::{Against, PROGRAMS, play};
use self::people::people;
use super::printed::{self, Printed};
use super::{Claim, Error, Holds, Paper, PaperOptions, claims};
use report::{Column, Report, Section, Table};
use statistics::power::{Demand, of_fisher, of_paired, smallest};
use statistics::proportion::Proportion;
use statistics::verdict::Margin;
use statistics::{Estimate, Level, exact};

/// The experiments of P2.
pub(super) const ALL: [Paper; 2] = [
    Paper {
        name: "p2-programs",
        about: "winning and entertaining programs against simulated people of several strengths",
        run,
    },
    Paper {
        name: "p2-study",
        about: "the printed counts of P2's people tested again, and simulated studies beside them",
        run: study::run,
    },
];

/// Games that six people of average strength or below won and lost in the paper: against the
/// winning program, and against the entertaining one.
const PRINTED: [(u64, u64); 2] = [(0, 6), (4, 2)];

/// A difference of the shares of points that counts as none.
const NOTHING: Margin = Margin(0.05);

/// Which of the programs are the paper's two, and which is ours.
const WINNING: usize = 0;
const PHASED: usize = 1;
const ENTERTAINING: usize = 2;
const DRAMA: usize = 3;

fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let games = options.games(200, 20);
    let people = people(options.quick)?;
    let mut all = Vec::new();
    for person in people {
        options.tell(&format!("{} plays", person.contender.name));
        all.push(play(options, person, games)?);
    }
    // From the weakest to the strongest.
    all.sort_by(|one, other| {
        let points = |against: &Against| against.points(PHASED).map_or(0.0, |p| p.value);
        points(one).total_cmp(&points(other))
    });
    let weak: Vec<&Against> = all.iter().filter(|against| is_weak(against)).collect();
    let mut sections = vec![claims(&judged(options, &weak))];
    let mut section = Section::new("Results");
    section.prose(format!(
        "Every person plays every program from the same openings of four random moves, each with \
         both sides. Of {} people {} are called weak: they score less than half against \
         {} and against {}, in games that are not part of the comparison (of the latter those from \
         every second opening).",
        all.len(),
        weak.len(),
        PROGRAMS[PHASED],
        PROGRAMS[WINNING]
    ));
    section.table(results(&all));
    section.table(as_printed(&weak));
    section.table(scores(&all));
    sections.push(section);
    sections.push(purpose::section(&all));
    sections.extend(curves::section(&weak));
    sections.extend(figure_7::section(options, &weak)?);
    sections.push(partings::section(options)?);
    Ok(Report {
        title: "P2: programs that win and programs that entertain".to_owned(),
        sections,
    })
}

/// Reports whether a person is weaker than both winning programs, by games that are not compared:
/// those against the program with stages, and those against the other from every second opening.
fn is_weak(against: &Against) -> bool {
    let weaker = |points: Option<f64>| points.is_none_or(|points| points < 0.5);
    let phased = against.points(PHASED).map(|points| points.value);
    phased.is_some() && weaker(phased) && weaker(against.to_decide(WINNING))
}

fn results(all: &[Against]) -> Table {
    let mut columns = vec![Column::text("person"), Column::text("who")];
    columns.extend(PROGRAMS.map(Column::results));
    let mut table = Table::new("results", "Wins, draws and losses of the people.", columns);
    for against in all {
        let mut row = vec![against.name.as_str().into(), against.about.as_str().into()];
        row.extend((0..PROGRAMS.len()).map(|program| against.results(program).into()));
        table.push(row);
    }
    table
}

/// What the paper printed of its six people beside our weak ones.
fn as_printed(weak: &[&Against]) -> Table {
    let rows = [WINNING, ENTERTAINING].into_iter().zip(PRINTED);
    let row = |(program, (won, lost)): (usize, (u64, u64))| {
        let ours = over_people(weak, |against| against.wins(program))?;
        let what = format!("wins of weak people against {}", PROGRAMS[program]);
        Some(Printed::few(what, (won, won + lost), ours))
    };
    printed::table(
        "results-as-printed",
        "The results of the paper's six people beside ours.",
        rows.filter_map(row).collect(),
    )
}

fn scores(all: &[Against]) -> Table {
    let mut columns = vec![Column::text("person"), Column::text("weak")];
    columns.extend(PROGRAMS.map(|name| Column::percent(name, 1).with_interval()));
    columns.push(Column::percent("entertaining - winning", 1).with_interval());
    let mut table = Table::new(
        "scores",
        "Points of the people (a draw is half a point).",
        columns,
    );
    for against in all {
        let weak = if is_weak(against) { "yes" } else { "no" };
        let mut row = vec![against.name.as_str().into(), weak.into()];
        row.extend((0..PROGRAMS.len()).map(|program| against.points(program).into()));
        let more = against.differences(ENTERTAINING, WINNING);
        row.push(Estimate::mean(&more, Level::P95).into());
        table.push(row);
    }
    table.note(
        "Intervals at 95 %, one observation per opening. The last column compares the games from \
         the same openings.",
    );
    table
}

fn judged(options: &PaperOptions<'_>, weak: &[&Against]) -> Vec<Claim> {
    let share = |(won, lost): (u64, u64)| {
        Proportion::new(won as f64, (won + lost) as f64).clopper_pearson(Level::P95)
    };
    let wins = |program: usize| over_people(weak, |against| against.wins(program));
    let percent = |estimate: Estimate| estimate.map(|share| 100.0 * share);
    let printed = |claim: &'static str, program: usize, printed: (u64, u64)| {
        let theirs = share(printed);
        let Some(ours) = wins(program) else {
            return Claim::new(claim, Holds::CannotBeTold, "nobody is weak");
        };
        let (low, high) = (theirs.interval.low, theirs.interval.high);
        let cautious = options.cautious(ours, 1);
        let holds = if low > 0.0 {
            Holds::between(cautious, low, high)
        } else {
            Holds::below(cautious, high)
        };
        Claim::new(
            claim,
            holds,
            format!(
                "our {} weak people win {:.1} % of such games; six games allow {:.1} to {:.1} %",
                weak.len(),
                percent(ours),
                100.0 * low,
                100.0 * high
            ),
        )
    };
    vec![
        printed(
            "people of average strength or below lose to the winning program: 0-6",
            WINNING,
            PRINTED[0],
        ),
        printed(
            "the same people win against the entertaining program: 4-2",
            ENTERTAINING,
            PRINTED[1],
        ),
        significant(),
        easier(options, weak),
        cheaper(options, weak),
    ]
}

/// Returns a mean over people with Student's interval: people are the observations, since others
/// would be asked next time, and each has one figure, the mean of its openings.
fn over_people(people: &[&Against], of: impl Fn(&Against) -> Vec<f64>) -> Option<Estimate> {
    let mean = |values: Vec<f64>| {
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let each: Vec<f64> = people
        .iter()
        .filter_map(|person| mean(of(person)))
        .collect();
    Estimate::mean(&each, Level::P95)
}

/// Reports whether six people were enough for the paper to call the difference significant.
fn significant() -> Claim {
    let [(a, b), (c, d)] = PRINTED;
    let apart = exact::fisher(a, b, c, d);
    let unconditional = exact::barnard(a, b, c, d);
    // All who won against the one program lost against the other: nobody won against both.
    let together = exact::paired(a, c);
    let (one, other) = (a as f64 / (a + b) as f64, c as f64 / (c + d) as f64);
    let needed = [
        smallest(1..=100, Demand::USUAL, |n| of_fisher(n, one, other, 0.05)),
        smallest(1..=100, Demand::USUAL, |n| of_paired(n, one, other, 0.05)),
    ];
    let people = |n: Option<u64>| n.map_or("more than 100".to_owned(), |n| n.to_string());
    let holds = if together < 0.05 {
        Holds::Yes
    } else {
        Holds::No
    };
    Claim::new(
        "the difference between 0-6 and 4-2 is significant",
        holds,
        format!(
            "it depends on the test: Fisher's p = {apart:.3}, Barnard's p = {unconditional:.3}, both as if \
             twelve people had played; paired, as the same six played both, McNemar's p = {together:.3}; a \
             study would need {} people (paired {}) to see such a difference nine times of ten",
            people(needed[0]),
            people(needed[1])
        ),
    )
}

/// Reports whether the entertaining program loses more against weak people than the winning one.
fn easier(options: &PaperOptions<'_>, weak: &[&Against]) -> Claim {
    const CLAIM: &str = "weak people do better against the entertaining program";
    let more = over_people(weak, |against| against.differences(ENTERTAINING, WINNING));
    let Some(more) = more else {
        return Claim::new(CLAIM, Holds::CannotBeTold, "nobody is weak");
    };
    Claim::new(
        CLAIM,
        Holds::more(options.cautious(more, 1), 0.0, NOTHING),
        format!(
            "they score {:.1} points of a hundred more, from the same openings; an interval over {} \
             people",
            more.map(|share| 100.0 * share),
            weak.len()
        ),
    )
}

/// Returns the paper's open point: a surprise where the evaluation jumps, not the worst move.
fn cheaper(options: &PaperOptions<'_>, weak: &[&Against]) -> Claim {
    const CLAIM: &str = "left open: a surprise by a jump of the evaluation costs less than the \
                         worst move";
    let costs = |program: usize| {
        over_people(weak, |against| {
            let acts = against.acts(program, "surprise");
            acts.filter_map(|act| act.cost).collect()
        })
    };
    let (Some(worst), Some(jump)) = (costs(ENTERTAINING), costs(DRAMA)) else {
        return Claim::new(CLAIM, Holds::CannotBeTold, "there was no surprise");
    };
    Claim::new(
        CLAIM,
        Holds::below(options.cautious(jump.above(worst), 1), 0.0),
        format!(
            "a surprise costs {jump:.1} in units of the map with {}, {worst:.1} with {}",
            PROGRAMS[DRAMA], PROGRAMS[ENTERTAINING]
        ),
    )
}

#[cfg(test)]
mod tests;
