//! The experiments of P0 and P1 with very few games: every one answers the paper's claims and has
//! the tables it promises, and neither threads nor repetition change a byte.

use kaesu_papers::{self, PaperOptions};
use report::{Language, Report};

fn report(name: &str, games: u32, threads: usize) -> Report {
    let paper = kaesu_papers::named(name).expect("an experiment of a paper");
    let options = PaperOptions {
        games: Some(games),
        given: None,
        quick: true,
        threads,
        seed: 1,
        looks: kaesu_papers::Looks::Once,
        look: kaesu_papers::Look::default(),
        progress: &|_| (),
    };
    paper.report(&options).expect("it can be carried out")
}

/// The tables with their numbers of rows, in order; those of claims have to say something.
fn shape(report: &Report) -> Vec<(&str, usize)> {
    let parts = report.sections.iter().flat_map(|section| &section.parts);
    let tables: Vec<_> = parts.filter_map(|part| part.as_table()).collect();
    let mut shape = Vec::new();
    for table in tables {
        assert!(!table.rows().is_empty(), "{} has no rows", table.name);
        shape.push((table.name.as_str(), table.rows().len()));
    }
    let words = [
        "holds",
        "does not hold",
        "cannot be told with this many games",
    ];
    let text = report.to_string();
    assert!(words.iter().any(|words| text.contains(words)));
    shape
}

/// With one and with two threads the same report, of this shape.
fn check(name: &str, games: u32, expected: &[(&str, usize)]) -> Report {
    let two = report(name, games, 2);
    assert_eq!(shape(&two), expected, "{name}");
    assert_eq!(
        two.files(Language::English),
        report(name, games, 1).files(Language::English),
        "{name}"
    );
    two
}

#[test]
fn the_list_has_all_experiments_of_p0_and_p1() {
    let names: Vec<&str> = kaesu_papers::all().iter().map(|paper| paper.name).collect();
    let expected = [
        "p0-strategies",
        "p0-order",
        "p0-depth",
        "p0-cooperation",
        "p0-fields",
        "p1-table1",
        "p1-table2",
        "p1-table3",
        "p1-table4",
        "p1-table5",
        "p1-table6",
        "p1-table7",
        "p1-table8",
        "p1-figure2",
        "p1-readings",
        "p1-final",
        "p1-open",
        "p1-tuned",
    ];
    assert_eq!(names[..expected.len()], expected);
}

#[test]
fn tuning_of_p1() {
    let report = check(
        "p1-tuned",
        2,
        &[("claims", 9), ("tuned-numbers", 40), ("tuned", 24)],
    );
    assert!(report.to_string().contains("evaluation.features.bp"));
}

#[test]
fn tables_of_p1() {
    // Claims, rows with printed figures, and the tables, in both readings.
    let both = |name, games, claims: usize, printed: usize, tables: &[(&str, usize)]| {
        let best_fit: Vec<(String, usize)> = tables
            .iter()
            .map(|(table, rows)| (format!("{table}-best-fit"), *rows))
            .collect();
        let mut expected = vec![("claims", 2 * claims), ("readings", printed)];
        expected.extend(tables);
        expected.extend(best_fit.iter().map(|(table, rows)| (table.as_str(), *rows)));
        expected.retain(|(_, rows)| *rows > 0);
        check(name, games, &expected);
    };
    both(
        "p1-table1",
        2,
        4,
        4,
        &[("table-1", 4), ("table-1-discs", 4)],
    );
    both(
        "p1-table2",
        2,
        4,
        5,
        &[("table-2", 5), ("table-2-discs", 4)],
    );
    both("p1-table3", 1, 1, 7, &[("table-3", 7)]);
    both("p1-table4", 1, 2, 13, &[("table-4", 13)]);
    both("p1-table5", 1, 3, 1, &[("table-5", 12)]);
    both("p1-table6", 1, 3, 26, &[("table-6", 26)]);
    both("p1-table7", 1, 5, 9, &[("table-7", 9)]);
    both("p1-table8", 1, 4, 6, &[("table-8", 6)]);
    check(
        "p1-figure2",
        1,
        &[
            ("claims", 4),
            ("figure-2-as-decided-data", 15),
            ("figure-2-best-fit-data", 15),
        ],
    );
    check("p1-readings", 1, &[("claims", 4), ("steps", 20)]);
    both("p1-final", 1, 2, 0, &[("final", 4)]);
}

#[test]
fn misprints_are_named_below_the_tables() {
    let text = report("p1-table4", 1, 2).to_string();
    assert!(text.contains("43-6-54, 73-3-25, 46-9-52"), "{text}");
}

#[test]
fn a_few_games_tell_bp_from_the_weakest_features() {
    // 92-3-5 and 92-4-4 in the paper: a few games are enough. (CT and CN are not that weak here.)
    let report = report("p1-table1", 20, 2);
    let tables = report.sections.iter().flat_map(|section| &section.parts);
    let mut tables = tables.filter_map(|part| part.as_table());
    let table = tables.find(|table| table.name == "table-1");
    let rows = table.expect("the matches of the table").rows();
    for (row, name) in [(&rows[1], "BP:ST"), (&rows[2], "BP:KN")] {
        assert_eq!(row[0], name.into());
        assert_eq!(row[10], ">".into(), "{report}");
    }
}

#[test]
fn open_questions_of_p1() {
    check(
        "p1-open",
        2,
        &[
            ("claims", 7),
            ("open-1-verdicts", 7),
            ("open-1-equals", 2),
            ("open-2-independence", 6),
            ("open-2-independence-best-fit", 6),
            ("open-6-opponents", 6),
            ("open-6-gains", 7),
            ("open-6-opponents-best-fit", 6),
            ("open-6-gains-best-fit", 7),
            ("open-7-separation", 4),
            ("open-7-separation-best-fit", 4),
        ],
    );
}

#[test]
fn strategies_of_p0() {
    let report = report("p0-strategies", 4, 2);
    let tables = [
        ("claims", 4),
        ("claims", 4),
        ("claims", 4),
        ("claims", 4),
        ("ranks-as-printed", 4 * 5),
        ("alone", 5),
        ("together", 6),
        ("alone-as-printed", 5),
        ("together-as-printed", 6),
    ];
    assert_eq!(shape(&report), tables);
}

#[test]
fn order_of_p0() {
    let report = report("p0-order", 2, 2);
    let shape = shape(&report);
    let first = [
        ("claims", 4),
        ("order-tests", 14),
        ("order-as-printed", 2 * 4 * 3),
    ];
    assert_eq!(shape[..3], first);
    assert_eq!(shape.len(), 17);
    assert!(shape[3..].iter().all(|(_, rows)| *rows == 4));
    assert!(
        report
            .to_string()
            .contains("first 32 35 36 31, last 18 19 20 19")
    );
}

#[test]
fn depth_of_p0() {
    let tables = [
        ("claims", 3),
        ("depth-against-paper", 12),
        ("depth-against-random", 12),
    ];
    assert_eq!(shape(&report("p0-depth", 4, 2)), tables);
}

#[test]
fn cooperation_of_p0() {
    let tables = [
        ("claims", 3),
        ("cooperation-discs", 6),
        ("cooperation-expected", 6),
        ("cooperation-results", 6),
    ];
    check("p0-cooperation", 2, &tables);
}

#[test]
fn new_questions_have_their_tables() {
    check(
        "p0-fields",
        1,
        &[("claims", 2), ("fields", 4), ("fields-as-printed", 4)],
    );
    check("p3-sum", 4, &[("claims", 6), ("effective-sum", 18)]);
}
