//! P2's study with people: the counts that it printed tested again, and simulated studies of the same
//! plan beside them.
//!
//! Simulated people say nothing of people. They say what eight people could have shown, if they were
//! as the simulation has them.

use std::sync::Arc;

use ::study::event::Mover;
use ::study::export::result_of;
use ::study::person::{Person, Slot, State};
use ::study::rehearsal::rehearse;
use ::study::simulated::Effects;
use ::study::{Register, Study, asking};
use report::{Cell, Column, Part, Report, Section, Table};
use rules::hash::mix;
use statistics::distribution::chi_squared_tail;
use statistics::exact;
use statistics::power::{Demand, smallest};
use statistics::proportion::Proportion;
use statistics::{Estimate, Level, verdict::Holds};

use super::{PRINTED, significant};
use crate::printed::{self, Printed};
use crate::{Claim, Error, PaperOptions, claims};

/// People who found the entertaining program more interesting, and the winning one.
const FUN: (u64, u64) = (4, 2);

/// The arms of the study's file, in the order of the printed counts.
const ARMS: [&str; 2] = ["winning", "entertaining"];

/// What one simulated study came to.
struct Simulation {
    /// Games of people of average strength or below by arm: won, and all.
    won: [(u64, u64); 2],
    /// Such people who chose the entertaining program, and all who chose.
    liked: (u64, u64),
    /// Opponents' moves that were called surprising, and all that were judged: done on purpose, and
    /// the others.
    surprised: [(u64, u64); 2],
    /// The planned claims with their verdicts.
    claims: Vec<(String, String)>,
}

pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let studies = options.games(60, 4);
    let text = ::study::library::text("p2").expect("P2's study comes along");
    let plan = Study::parse("studies/p2.toml", text).map_err(|error| wrong(&error))?;
    let plan = Arc::new(plan);
    options.tell(&format!("{studies} simulated studies"));
    let seed = options.seed_of("people");
    let done = options.each(studies.into(), |number| simulate(&plan, mix(seed ^ number)));
    let done: Result<Vec<Simulation>, String> = done.into_iter().collect();
    let done = done.map_err(|error| wrong(&error))?;
    Ok(Report {
        title: "P2: the study with people".to_owned(),
        sections: vec![claims(&judged()), again(), beside(&plan, &done)],
    })
}

fn wrong(problem: &dyn std::fmt::Display) -> Error {
    Error::Given {
        file: "studies/p2.toml".to_owned(),
        problem: problem.to_string(),
    }
}

/// Pearson's test of two shares, without correction, and with that of Yates.
fn pearson([(a, b), (c, d)]: [(u64, u64); 2]) -> [f64; 2] {
    let [a, b, c, d] = [a, b, c, d].map(|count| count as f64);
    let n = a + b + c + d;
    let margins = (a + b) * (c + d) * (a + c) * (b + d);
    let apart = (a * d - b * c).abs();
    [0.0, n / 2.0].map(|correction| {
        let apart = (apart - correction).max(0.0);
        chi_squared_tail(n * apart * apart / margins, 1.0)
    })
}

/// What the paper says of its people.
fn judged() -> Vec<Claim> {
    let [plain, corrected] = pearson(PRINTED);
    let (yes, no) = FUN;
    let p = exact::binomial(yes, yes + no, 0.5);
    let share = Proportion::new(yes as f64, (yes + no) as f64).clopper_pearson(Level::P95);
    let needed = smallest(
        1..=400,
        Demand {
            alpha: 0.05,
            power: 0.8,
        },
        |n| {
            let found = (0..=n).filter(|&k| exact::binomial(k, n, 0.5) <= 0.05);
            found
                .map(|k| statistics::distribution::binomial_pmf(k, n, 2.0 / 3.0))
                .sum()
        },
    );
    vec![
        significant(),
        Claim::new(
            "some common test calls the difference \"significant\", as printed",
            if plain < 0.05 { Holds::Yes } else { Holds::No },
            format!(
                "Pearson's does, and Barnard's: without correction p = {plain:.3}; with that of Yates p = {corrected:.3}, and twelve \
                 games are too few for either; which one the paper took cannot be told"
            ),
        ),
        Claim::new(
            "people find the entertaining program more interesting: 4 of 6",
            if p <= 0.05 {
                Holds::Yes
            } else {
                Holds::CannotBeTold
            },
            format!(
                "exact p = {p:.2}; a share of {:.1} % allows {:.1} to {:.1} %; a taste of 2:1 is found by four of \
                 five studies only from {} people on",
                100.0 * share.value,
                100.0 * share.interval.low,
                100.0 * share.interval.high,
                needed.map_or("more than 400".to_owned(), |n| n.to_string())
            ),
        ),
    ]
}

/// Every test that could have been meant, with what it takes for granted.
fn again() -> Section {
    let mut section = Section::new("The printed counts, tested again");
    let mut table = Table::new(
        "tests",
        "The counts of the paper's six people of average strength or below.",
        [
            Column::text("counts"),
            Column::text("test"),
            Column::number("p", 3),
            Column::text("takes for granted"),
        ],
    );
    let [(a, b), (c, d)] = PRINTED;
    let [plain, corrected] = pearson(PRINTED);
    let twelve = "twelve people, who played one game each";
    let many = "many games, and twelve people, who played one each";
    let counts = format!("{a}-{b} and {c}-{d}");
    for (test, p, granted) in [
        ("Pearson, without correction", plain, many),
        ("Pearson, with Yates' correction", corrected, many),
        ("Fisher", exact::fisher(a, b, c, d), twelve),
        ("Barnard", exact::barnard(a, b, c, d), twelve),
        (
            "McNemar, exact",
            exact::paired(a, c),
            "six people, who played both; nobody learned from the first game",
        ),
    ] {
        table.push([
            counts.as_str().into(),
            test.into(),
            p.into(),
            granted.into(),
        ]);
    }
    let (yes, no) = FUN;
    table.push([
        format!("fun {yes}:{no}").into(),
        "binomial, exact".into(),
        exact::binomial(yes, yes + no, 0.5).into(),
        "six people".into(),
    ]);
    table.note(
        "By order of the programs (Mainland and Gart) it cannot be tested: the paper does not say who played \
         which program first.",
    );
    section.table(table);
    section
}

fn simulate(plan: &Arc<Study>, seed: u64) -> Result<Simulation, String> {
    // Every study draws its cells anew.
    let mut drawn = Study::clone(plan);
    drawn.seed = seed;
    let register = rehearse(&Arc::new(drawn), Effects::SOME, seed)?;
    let weak = |person: &&Person| {
        let strength = person.answers.get(&Slot::plain("strength"));
        let strength = strength.and_then(|answer| answer.value.as_ref()?.parse::<u8>().ok());
        person.state == State::Finished && strength.is_some_and(|strength| strength <= 3)
    };
    let mut done = Simulation {
        won: [(0, 0); 2],
        liked: (0, 0),
        surprised: [(0, 0); 2],
        claims: planned(&register)?,
    };
    for person in register.people().filter(weak) {
        let chosen = person.answers.get(&Slot::plain("fun"));
        let chosen: Option<u8> = chosen.and_then(|answer| answer.value.as_ref()?.parse().ok());
        for game in 1..=plan.games_each {
            let Some(table) = register.table_of(person, game) else {
                continue;
            };
            let Some(seat) = table.seat_of(&person.code) else {
                continue;
            };
            let arm = &plan.arms[table.arm].name;
            for (own, (won, all)) in ARMS.iter().zip(&mut done.won) {
                if own == arm {
                    *won += u64::from(result_of(table, seat) == Some("win"));
                    *all += 1;
                }
            }
            if chosen == Some(game) {
                done.liked.0 += u64::from(arm == ARMS[1]);
                done.liked.1 += 1;
            }
        }
    }
    for person in register.people() {
        count_surprises(&register, person, &mut done.surprised);
    }
    Ok(done)
}

/// Counts what was called surprising: what was done on purpose, and all else that the program did.
fn count_surprises(register: &Register, person: &Person, counts: &mut [(u64, u64); 2]) {
    let study = register.study();
    for table in (1..=study.games_each).filter_map(|game| register.table_of(person, game)) {
        let Some(seat) = table.seat_of(&person.code) else {
            continue;
        };
        for ply in asking::moments(study, table, seat) {
            let slot = Slot::of_move("move", table.game, ply);
            let answer = person.answers.get(&slot).and_then(|a| a.value.as_deref());
            let reply = table.reply_before(seat, ply);
            let reply = reply.and_then(|reply| table.plies.get(reply as usize - 1));
            if let (Some(answer), Some(reply)) = (answer, reply)
                && reply.by == Mover::Player
            {
                let (surprised, all) = &mut counts[usize::from(reply.act.is_none())];
                *surprised += u64::from(answer == "surprising");
                *all += 1;
            }
        }
    }
}

/// Returns the planned claims of a study with their verdicts.
fn planned(register: &Register) -> Result<Vec<(String, String)>, String> {
    let section = ::study::report::planned(register)?;
    let tables = section.parts.iter().filter_map(Part::as_table);
    let rows = tables.flat_map(|table| table.rows().to_vec());
    let text = |cell: &Cell| match cell {
        Cell::Text(text) => text.clone(),
        _ => String::new(),
    };
    Ok(rows.map(|row| (text(&row[0]), text(&row[2]))).collect())
}

/// The simulated studies beside what was printed.
fn beside(plan: &Study, done: &[Simulation]) -> Section {
    let mut section = Section::new("Simulated studies of the same plan");
    let Effects {
        surprise,
        winning,
        fun,
        ..
    } = Effects::SOME;
    section.prose(format!(
        "{} studies as studies/p2.toml says, {} simulated people each, who play like the levels 1 to 5 and say how \
         strong they are. The odds that a move surprises rise by e^{surprise} with a jump of the evaluation by a hundred; a \
         game is more fun by {winning} if it was won and by {fun} for every surprise. They are simulated: this \
         says what eight people can show, and nothing of people.",
        done.len(),
        plan.people
    ));
    let total = |of: &dyn Fn(&Simulation) -> (u64, u64)| {
        done.iter()
            .map(of)
            .fold((0, 0), |sum, (yes, all)| (sum.0 + yes, sum.1 + all))
    };
    let share = |(yes, all): (u64, u64)| {
        Proportion::new(yes as f64, all as f64).clopper_pearson(Level::P95)
    };
    let mut rows: Vec<Printed> = (0..)
        .zip(ARMS)
        .zip(PRINTED)
        .map(|((arm, name), (won, lost)): ((usize, &str), (u64, u64))| {
            Printed::few(
                format!("wins of weak people against the {name} program"),
                (won, won + lost),
                share(total(&|each| each.won[arm])),
            )
        })
        .collect();
    rows.push(Printed::few(
        "weak people who found the entertaining program more interesting".to_owned(),
        (FUN.0, FUN.0 + FUN.1),
        share(total(&|each| each.liked)),
    ));
    section.table(printed::table(
        "people-as-printed",
        "The paper's six people beside the simulated ones of average strength or below.",
        rows,
    ));
    let mut verdicts = Table::new(
        "verdicts",
        "How often the planned claims came to what in the simulated studies.",
        [
            Column::text("claim"),
            Column::count("holds"),
            Column::count("does not hold"),
            Column::count("cannot be told"),
        ],
    );
    let first = done.first().map_or(&[][..], |each| &each.claims);
    for (number, (claim, _)) in first.iter().enumerate() {
        let count = |holds: Holds| {
            let came = |each: &&Simulation| each.claims[number].1 == holds.words();
            done.iter().filter(came).count()
        };
        let (yes, no) = (count(Holds::Yes), count(Holds::No));
        verdicts.push([
            claim.as_str().into(),
            yes.into(),
            no.into(),
            (done.len() - yes - no).into(),
        ]);
    }
    section.table(verdicts);
    let mut surprises = Table::new(
        "surprises",
        "Moves of the programs that were called surprising.",
        [
            Column::text("move"),
            Column::count("answers"),
            Column::percent("called surprising", 1).with_interval(),
        ],
    );
    for (which, name) in ["done on purpose", "any other"].into_iter().enumerate() {
        let counted = total(&|each| each.surprised[which]);
        let shares: Vec<f64> = done
            .iter()
            .map(|each| each.surprised[which])
            .filter(|(_, all)| *all > 0)
            .map(|(yes, all)| yes as f64 / all as f64)
            .collect();
        let mean = Estimate::mean(&shares, Level::P95);
        surprises.push([name.into(), counted.1.into(), mean.into()]);
    }
    surprises.note(
        "The mean of the studies, with Student's interval over studies: answers of one person go together, and \
         do not count one by one.",
    );
    surprises.note(
        "The paper says both that its surprises surprised and that they did not; with people this table tells.",
    );
    section.table(surprises);
    section
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{options, table};

    #[test]
    fn the_printed_counts_come_to_what_is_known() {
        let [plain, corrected] = pearson(PRINTED);
        // By hand: 12 (24)^2 / (6 6 4 8) = 6, and 3.375 with the correction.
        assert!((plain - 0.0143).abs() < 1e-4, "{plain}");
        assert!((corrected - 0.0662).abs() < 1e-4, "{corrected}");
        let claims = judged();
        assert_eq!(claims[0].holds, Holds::No);
        assert!(claims[0].why.contains("p = 0.125"), "{}", claims[0].why);
        assert_eq!(claims[1].holds, Holds::Yes);
        assert_eq!(claims[2].holds, Holds::CannotBeTold);
        assert!(claims[2].why.contains("p = 0.69"), "{}", claims[2].why);
        // 72 people are enough, and 73 are not; from 77 on all are.
        assert!(
            claims[2].why.contains("only from 77 people on"),
            "{}",
            claims[2].why
        );
    }

    #[test]
    fn simulated_studies_stand_beside_whatever_the_threads() {
        let report = run(&options(2, 1)).unwrap();
        assert_eq!(table(&report, "tests").rows().len(), 6);
        assert_eq!(table(&report, "people-as-printed").rows().len(), 3);
        for row in table(&report, "verdicts").rows() {
            let counts = row[1..].iter().map(|cell| match cell {
                Cell::Count(count) => *count,
                other => panic!("{other:?} is no count"),
            });
            assert_eq!(counts.sum::<u64>(), 2, "each study has one verdict");
        }
        let Cell::Count(on_purpose) = table(&report, "surprises").rows()[0][1] else {
            panic!("there is a count")
        };
        assert!(on_purpose > 4, "{on_purpose}");
        // Two studies say little, however many answers they have.
        for row in table(&report, "surprises").rows() {
            let Cell::Estimate(share) = row[2] else {
                panic!("{row:?}")
            };
            assert!(share.interval.half_width() > 0.02, "{share:?}");
        }
        assert_eq!(report, run(&options(2, 2)).unwrap());
    }
}
