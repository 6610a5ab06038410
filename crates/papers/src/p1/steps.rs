//! What each reading of P1 does to its figures: from the program as decided to the best fit, one
//! decision after the other.

use super::duel::{self, Duel};
use super::function::{ALWAYS, Function, Reading};
use super::printed;
use crate::{Claim, Error, Holds, PaperOptions, claims};
use report::{Column, Report, Section, Table, p_words};

/// The programs on the way, each with one decision more than the one before.
const STEPS: [(&str, Reading); 5] = [
    ("as-decided", Reading::AS_DECIDED),
    (
        "+ first of equals",
        Reading {
            first_of_equals: true,
            ..Reading::AS_DECIDED
        },
    ),
    (
        "+ noise at the root",
        Reading {
            first_of_equals: true,
            root_noise: true,
            ..Reading::AS_DECIDED
        },
    ),
    (
        "+ t of the board",
        Reading {
            far: false,
            ..Reading::BEST_FIT
        },
    ),
    ("best-fit", Reading::BEST_FIT),
];

/// Rows of the paper that distinguish readings.
fn rows() -> [(&'static str, [Function; 2], printed::Printed); 4] {
    let phi = Function::separated;
    let six = printed::TABLE_6.iter().find(|(moves, _)| *moves == [6, 6]);
    let (_, six) = six.expect("the paper has this row");
    [
        ("φ:φ", [phi(), phi()], printed::EQUAL_2),
        (
            "CN:φ",
            [phi().with("cn", ALWAYS), phi()],
            printed::TABLE_2[3].1,
        ),
        ("KN[+](6-6):φ", [phi().with("kn", "[+](6-6)"), phi()], *six),
        (
            "BP:CT",
            [Function::bp(1.0), Function::only("ct")],
            printed::TABLE_1[0].1,
        ),
    ]
}

/// Returns the matches in all readings, beside the printed figures.
pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let mut table = Table::new(
        "steps",
        "Printed rows that tell readings of the paper apart, played in each.",
        [
            Column::text("A : B"),
            Column::text("program"),
            Column::results("paper, A first"),
            Column::results("paper, B first"),
            Column::percent("A first: won", 1).with_interval(),
            Column::percent("drawn", 1).with_interval(),
            Column::percent("B first: won", 1).with_interval(),
            Column::percent("drawn", 1).with_interval(),
            Column::p_value("as printed (p)"),
        ],
    );
    let mut judged = Vec::new();
    for (name, functions, row) in rows() {
        let mut agreement = Vec::new();
        for (step, reading) in STEPS {
            options.tell(&format!("{name}, {step}"));
            let [a, b] = functions.each_ref().map(|f| f.clone().read(reading));
            let players = [&a.player("A")?, &b.player("B")?];
            let duel = duel::play(options, name, players, [1000, 100])?.beside(row);
            table.push([name.into(), step.into()].into_iter().chain(cells(&duel)));
            agreement.push((step, duel.agreement().unwrap_or(1.0)));
        }
        judged.push(better_explained(options, name, &agreement));
    }
    table.note(
        "The chances of whoever moves first, in per cent with 95 % intervals (Wilson). As printed: how \
         often games of these chances would differ as much from the printed hundred, by the exact test \
         of both orders.",
    );
    let mut section = Section::new("Figures");
    section.table(table);
    Ok(Report {
        title: "P1: what the paper leaves open".to_owned(),
        sections: vec![claims(&judged), section],
    })
}

fn cells(duel: &Duel) -> Vec<report::Cell> {
    use statistics::Level;
    use statistics::proportion::Proportion;
    let printed = duel.printed.map(|row| row.sides());
    let mut cells = vec![
        printed.map(|sides| sides.a_first).into(),
        printed.map(|sides| sides.b_first).into(),
    ];
    for games in [duel.sides.a_first, duel.sides.b_first] {
        for count in [games.wins, games.draws] {
            let share = Proportion::new(count as f64, games.games() as f64);
            cells.push(share.wilson(Level::P95).into());
        }
    }
    cells.push(duel.agreement().into());
    cells
}

/// Judges the claim that the printed row is not the program as decided but the best fit.
fn better_explained(options: &PaperOptions<'_>, name: &str, agreement: &[(&str, f64)]) -> Claim {
    // Who looks often finds a small p-value sooner or later.
    let alpha = 1.0 - options.level(options.look.number(), 1).fraction();
    let explains = |step: usize| agreement[step].1 > alpha;
    let (decided, fitted) = (explains(0), explains(agreement.len() - 1));
    let holds = match (decided, fitted) {
        (false, true) => Holds::Yes,
        (_, false) => Holds::No,
        (true, true) => Holds::CannotBeTold,
    };
    let why: Vec<String> = agreement
        .iter()
        .map(|(step, p)| format!("{step} {}", p_words(*p)))
        .collect();
    Claim::new(
        format!("{name} is explained by the best fit and not as decided (our question)"),
        holds,
        why.join("; "),
    )
}
