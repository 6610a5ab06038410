//! P0, table 6: which strategy is best. The paper says both that all programs and random played each
//! other and that each played against random, so both are done, by both programs.

use super::field::{self, Field, Figure, NOTE, Program, STRATEGIES, random};
use crate::printed::{self, Printed};
use crate::{Claim, Error, Holds, PaperOptions, claims};
use lab::experiment::{Kind, Seating};
use report::{Report, Section, Table};
use statistics::Estimate;
use statistics::standing::Line;

const SELF: usize = 0;
const RIGHT: usize = 1;
const OPPOSITE: usize = 2;
const LEFT: usize = 3;
const NORMAL: usize = 4;

/// The mean ranks of table 6 by strategy, as its text lets them be put in order, and of how many games
/// they are.
const INFERRED_RANKS: [f64; 5] = [2.2, 2.8, 2.4, 2.6, 2.5];
const PRINTED_GAMES: u64 = 100;

/// From which look on games that no open claim asks for need no more: fifteen times the paper's.
const ENOUGH: u32 = 4;

/// Games whose figures can be compared.
enum Games {
    /// Each strategy against three random players, in games of its own.
    Alone(Vec<Field>),
    /// All strategies and random in all combinations.
    Together(Field),
}

impl Games {
    fn line(&self, strategy: usize) -> Line {
        match self {
            Self::Alone(fields) => fields[strategy].line(0),
            Self::Together(field) => field.line(strategy),
        }
    }

    fn figure(&self, strategy: usize, figure: Figure) -> Estimate {
        figure.in_line(&self.line(strategy))
    }

    fn difference(&self, one: usize, other: usize, figure: Figure) -> Estimate {
        match self {
            Self::Alone(_) => self.figure(one, figure).above(self.figure(other, figure)),
            Self::Together(field) => field.difference(one, other, figure),
        }
    }

    fn table(&self, name: &str, caption: &str) -> Table {
        let label = |index: usize| STRATEGIES.get(index).map_or("random", |s| s.0);
        let mut table = match self {
            Self::Alone(fields) => {
                let lines = fields.iter().enumerate();
                let lines = lines.map(|(index, field)| (label(index), field.line(0)));
                field::table(name, caption, "strategy", lines)
            }
            Self::Together(field) => {
                let lines = (0..=STRATEGIES.len()).map(|index| (label(index), field.line(index)));
                field::table(name, caption, "strategy", lines)
            }
        };
        table.note(NOTE);
        table
    }
}

/// Table 6 in four ways.
pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let games = [100, 24];
    let mut sections = Vec::new();
    let mut tables = Vec::new();
    let mut printed = Vec::new();
    for program in [Program::Described, Program::Printed] {
        let words = program.words();
        let (mut fields, mut parts) = (Vec::new(), Vec::new());
        for (number, (label, _)) in STRATEGIES.iter().enumerate() {
            let part = format!("{label} against three random, {words}");
            let player = program.strategy(number)?;
            fields.push(field::alone(options, &part, player, random()?, games)?);
            parts.push(part);
        }
        let all = (0..STRATEGIES.len()).map(|number| program.strategy(number));
        let mut players = all.collect::<Result<Vec<_>, _>>()?;
        players.push(random()?.called("random"));
        let part = format!("all combinations, {words}");
        let field = field::play(
            options,
            &part,
            Kind::Tournament,
            Seating::Balanced,
            players,
            games,
        )?;
        for (games, parts, name, where_) in [
            (
                Games::Alone(fields),
                parts,
                "alone",
                "each against three random",
            ),
            (
                Games::Together(field),
                vec![part],
                "together",
                "all combinations",
            ),
        ] {
            let keys = || parts.iter().map(String::as_str);
            let judged: Vec<Claim> = judged(&options.as_of(keys()), &games)
                .into_iter()
                .map(|claim| claim.by(parts.clone()))
                .collect();
            options.settle(&judged, keys(), ENOUGH);
            let mut section = claims(&judged);
            section.heading = format!("{}: {where_}, {words}", section.heading);
            sections.push(section);
            let name = match program {
                Program::Described => name.to_owned(),
                Program::Printed => format!("{name}-as-printed"),
            };
            let caption = format!("Table 6 again: {where_}, {words}.");
            for (number, (label, _)) in STRATEGIES.iter().enumerate() {
                let line = games.line(number);
                let what = format!("{label}, {where_}: {words}");
                let mean = (INFERRED_RANKS[number], PRINTED_GAMES);
                printed.push(Printed::mean(what, mean, line.mean_rank, line.seats));
            }
            tables.push(games.table(&name, &caption));
        }
    }
    let mut figures = Section::new("Figures");
    figures.prose(
        "The cells of the paper's table 6 are scrambled: 27 30 32 19 22 25 16 14 15 18 for first and last \
         places and 2.2 2.4 2.8 2.6 2.5 for mean ranks. What its text says of them is judged above. An \
         inference, not a reading: first places are 22 25 27 30 32 and last places 14 15 16 18 19, each in \
         some order (a hundred games have more first than last places when ties count in full), and the \
         mean ranks Self 2.2, Right 2.8, Opposite 2.4, Left 2.6, Normal 2.5, which fits all that the text \
         says.",
    );
    figures.table(printed::table(
        "ranks-as-printed",
        "Mean ranks of table 6, as inferred, beside ours.",
        printed,
    ));
    tables.into_iter().for_each(|table| figures.table(table));
    figures.prose(
        "The printed source never makes the root move before it looks ahead, lowers its map again at every \
         evaluation, for the rest of the game, and decides equal values by the toss of a coin at each \
         comparison. The program as printed does all three.",
    );
    sections.push(figures);
    Ok(Report {
        title: "P0: the strategies".to_owned(),
        sections,
    })
}

/// Returns what the text says of table 6.
fn judged(options: &PaperOptions<'_>, games: &Games) -> Vec<Claim> {
    let found = |one, other, figure, of| options.cautious(games.difference(one, other, figure), of);
    let above = |one, other, figure: Figure, of| {
        Holds::more(found(one, other, figure, of), 0.0, figure.margin())
    };
    let below = |one, other, figure: Figure, of| {
        Holds::less(found(one, other, figure, of), 0.0, figure.margin())
    };
    let beats = above(SELF, NORMAL, Figure::First, 3)
        .and(below(SELF, NORMAL, Figure::Last, 3))
        .and(below(SELF, NORMAL, Figure::Rank, 3));
    let percent = |figure| {
        let d = games
            .difference(SELF, NORMAL, figure)
            .map(|share| 100.0 * share);
        format!("{d:.1}")
    };
    let rank = |one, other| games.difference(one, other, Figure::Rank);
    let best = [SELF, OPPOSITE]
        .iter()
        .flat_map(|&one| [RIGHT, LEFT, NORMAL].map(|other| below(one, other, Figure::Rank, 6)))
        .reduce(Holds::and);
    let mut order: Vec<(f64, &str)> = (0..STRATEGIES.len())
        .map(|number| {
            (
                games.figure(number, Figure::Rank).value,
                STRATEGIES[number].0,
            )
        })
        .collect();
    let between = order_of_magnitude(options, games);
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let order: Vec<String> = order
        .iter()
        .map(|(rank, name)| format!("{name} {rank:.2}"))
        .collect();
    vec![
        Claim::new(
            "Self beats Normal in first places, last places and mean rank",
            beats,
            format!(
                "Self less Normal: first places {} points, last places {} points, mean rank {:.2}",
                percent(Figure::First),
                percent(Figure::Last),
                rank(SELF, NORMAL)
            ),
        ),
        Claim::new(
            "Right is worse than Normal",
            above(RIGHT, NORMAL, Figure::Rank, 1),
            format!("mean rank, Right less Normal: {:.2}", rank(RIGHT, NORMAL)),
        ),
        Claim::new(
            "Self and Opposite have the best mean ranks",
            best.unwrap_or(Holds::CannotBeTold),
            order.join(", "),
        ),
        Claim::new(
            "All mean ranks lie between 2.2 and 2.8",
            between,
            order.join(", "),
        ),
    ]
}

/// Reports whether all mean ranks would be printed as 2.2 to 2.8.
fn order_of_magnitude(options: &PaperOptions<'_>, games: &Games) -> Holds {
    let inside = |rank: Estimate| Holds::above(rank, 2.15).and(Holds::below(rank, 2.85));
    (0..STRATEGIES.len())
        .map(|number| {
            let rank = games.figure(number, Figure::Rank);
            inside(options.cautious(rank, STRATEGIES.len()))
        })
        .reduce(Holds::and)
        .unwrap_or(Holds::CannotBeTold)
}
