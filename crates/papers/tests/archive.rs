//! The archived reports are those that their list and the list of everything printed speak of.

use std::fs;
use std::path::PathBuf;

fn docs(path: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let file = root.join(path);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The cells of a row of a Markdown table.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// How many claims a report has, and how many of them hold, do not, and cannot be told.
fn counts(report: &str) -> [u32; 4] {
    let mut all = [0; 4];
    let sections = report
        .lines()
        .filter(|line| line.starts_with("Verdicts on "));
    for line in sections {
        let numbers = line
            .split([' ', ',', '.'])
            .filter_map(|word| word.parse::<u32>().ok());
        for (sum, number) in all.iter_mut().zip(numbers) {
            *sum += number;
        }
    }
    all
}

#[test]
fn every_experiment_has_a_report_and_a_line_that_agree() {
    let list = docs("results/papers-again.md");
    let rows: Vec<Vec<&str>> = list
        .lines()
        .filter(|line| line.starts_with('|'))
        .map(cells)
        .collect();
    let numbers = |row: &[&str]| -> [u32; 4] {
        [1, 2, 3, 4].map(|column: usize| row[column].parse().expect("a number"))
    };
    let mut sums = [0; 4];
    for paper in kaesu_papers::all() {
        let name = paper.name;
        let report = docs(&format!("results/papers/{name}/report.md"));
        let link = format!("](papers/{name}/report.md)");
        let row = rows.iter().find(|row| row[0].ends_with(&link));
        let row = row.unwrap_or_else(|| panic!("papers-again.md has no line for {name}"));
        assert_eq!(numbers(row), counts(&report), "{name}");
        let command = report.lines().find(|line| line.starts_with("kaesu paper "));
        assert_eq!(Some(row[5].trim_matches('`')), command, "{name}");
        for (sum, number) in sums.iter_mut().zip(numbers(row)) {
            *sum += number;
        }
    }
    let all = rows.iter().find(|row| row[0] == "all");
    assert_eq!(numbers(all.expect("a row of all")), sums);
    assert_eq!(sums[0], sums[1] + sums[2] + sums[3]);
}

#[test]
fn every_experiment_is_described_and_stands_beside_what_is_printed() {
    let text = docs("papers.md");
    let (described, printed) = text
        .split_once("## Everything that is printed")
        .expect("the list of everything printed");
    for paper in kaesu_papers::all() {
        let name = format!("`{}`", paper.name);
        assert!(described.contains(&name), "{name} is not described");
        let command = format!("`kaesu paper {}`", paper.name);
        assert!(
            printed.contains(&command) || printed.contains(&name),
            "{name} has no line"
        );
    }
    // Figures and tables of the papers: P0 2 and 7, P1 2 and 8, P2 7, P3 4 and 3, P4 15.
    for (paper, kind, most) in [
        ("P0", "figure", 2),
        ("P0", "table", 7),
        ("P1", "figure", 2),
        ("P1", "table", 8),
        ("P2", "figure", 7),
        ("P3", "figure", 4),
        ("P3", "table", 3),
        ("P4", "figure", 15),
    ] {
        let rows = printed.lines().map(cells).filter(|row| row.len() == 4);
        let rows: Vec<Vec<&str>> = rows.filter(|row| row[0] == paper).collect();
        for number in 1..=most {
            let has = |row: &&Vec<&str>| numbers_of(row[1], kind).contains(&number);
            let row = rows.iter().find(has);
            let row = row.unwrap_or_else(|| panic!("{paper}: {kind} {number} has no line"));
            assert!(
                row[2].contains('`') && !row[3].is_empty(),
                "{paper}: {kind} {number}"
            );
        }
    }
}

/// The numbers after a word: "figures 1 to 3 and 6 to 8, the …" has 1, 2, 3, 6, 7 and 8.
fn numbers_of(text: &str, kind: &str) -> Vec<u32> {
    let mut all: Vec<u32> = Vec::new();
    for (at, _) in text.match_indices(kind) {
        let mut range = false;
        let after = text[at + kind.len()..].trim_start_matches('s');
        for word in after.split_whitespace() {
            let number = word.trim_end_matches([',', ')']).parse::<u32>();
            match (word, number) {
                ("and", _) => {}
                ("to", _) => range = true,
                (_, Ok(number)) => {
                    let from = if range {
                        all[all.len() - 1] + 1
                    } else {
                        number
                    };
                    all.extend(from..=number);
                    range = false;
                    if word.ends_with([',', ')']) {
                        break;
                    }
                }
                _ => break,
            }
        }
    }
    all
}
