//! P2's experiment with tiny numbers.

use super::*;
use crate::tests::{options, table};
use players::Repeatable;
use players::file::LimitsSpec;

#[test]
fn every_person_plays_every_program() {
    let report = run(&options(2, 1)).unwrap();
    let people = people::people(true).unwrap();
    for (name, rows) in [
        ("claims", 5),
        ("results", people.len()),
        ("scores", people.len()),
        ("results-as-printed", 2),
        ("on-purpose", 4),
        ("on-purpose-by-person", people.len()),
    ] {
        assert_eq!(table(&report, name).rows().len(), rows, "{name}");
    }
    for row in table(&report, "results").rows() {
        for cell in &row[2..] {
            let report::Cell::Results(results) = cell else {
                panic!("{cell:?} is no result")
            };
            assert_eq!(results.games(), 2);
        }
    }
    for row in table(&report, "scores").rows() {
        for cell in &row[2..2 + PROGRAMS.len()] {
            let report::Cell::Estimate(points) = cell else {
                panic!("{cell:?} is no estimate")
            };
            let statistics::Interval { low, high } = points.interval;
            assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
            assert!(low < high, "one opening proves nothing: {points:?}");
        }
    }
    assert!(!table(&report, "mean-evaluation").rows().is_empty());
    let answers = table(&report, "figure-7-simulated").rows();
    assert!((20..=30).contains(&answers.len()), "one for every own move");
    let asked = |row: &Vec<report::Cell>| match row[1] {
        report::Cell::Count(count) => count,
        ref other => panic!("{other:?} is no count"),
    };
    let asked: Vec<u64> = table(&report, "simulated-answers")
        .rows()
        .iter()
        .map(asked)
        .collect();
    assert_eq!(asked.len(), 3);
    assert!(asked.iter().all(|&count| count > 0), "{asked:?}");
    assert_eq!(report, run(&options(2, 2)).unwrap());
}

#[test]
fn nobody_plays_by_the_clock() {
    for person in people::people(false).unwrap() {
        let contender = person.contender;
        let repeatable = contender.repeatable(&LimitsSpec::default());
        assert_eq!(repeatable, Repeatable::Always, "{}", contender.name);
    }
}

#[test]
fn six_people_were_too_few() {
    let claim = significant();
    assert_eq!(claim.holds, Holds::No);
    assert!(claim.why.contains("p = 0.061"), "{}", claim.why);
    assert!(claim.why.contains("p = 0.125"), "{}", claim.why);
    assert!(claim.why.contains("Barnard's p = 0.0"), "{}", claim.why);
}
