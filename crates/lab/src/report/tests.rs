use std::path::Path;

use super::plot::sample_plots;
use super::*;

fn report() -> Report {
    let mut found = Section::new("What was found <i>");
    found.prose("Player <b> & others: \"a\" < 'b'.\u{3000}四人。");
    let mut table = Table::new("players", "All of <b>", [Column::text("player")]);
    table.push(["<b>".into()]);
    found.table(table.clone());
    for plot in sample_plots() {
        found.figure(plot, table.clone());
    }
    let mut reproduce = Section::new("How to reproduce this");
    reproduce.listing("game = \"othello\" # <script>\n");
    Report {
        title: "A <b> report".to_owned(),
        sections: vec![found, reproduce],
    }
}

#[test]
fn words_never_become_markup() {
    let page = &report().files()["index.html"];
    for tag in ["<b>", "<i>", "<script>", "<of all>"] {
        assert!(!page.contains(tag), "{tag}");
    }
    assert!(page.contains("Player &lt;b&gt; &amp; others"));
    let markdown = &report().files()["report.md"];
    assert!(markdown.contains("# A &lt;b&gt; report"));
    assert!(markdown.contains("```\ngame = \"othello\" # <script>\n```"));
}

#[test]
fn the_page_needs_nothing_else() {
    let page = &report().files()["index.html"];
    for reference in [
        "http:", "https:", "src=", "@import", "url(", "<link", "<script",
    ] {
        assert!(!page.contains(reference), "{reference}");
    }
    let targets = page.split("href=\"").skip(1);
    for target in targets.map(|rest| &rest[..rest.find('"').unwrap()]) {
        let target = target.replace("&#x2f;", "/");
        let inside = target.starts_with('#') || report().files().contains_key(&target);
        assert!(inside, "{target}");
    }
}

#[test]
fn every_table_and_plot_has_its_own_file() {
    let files = report().files();
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert!(names.contains(&"plots/sprt.svg") && names.contains(&"tables/players.csv"));
    // Seven tables of one name.
    assert!(names.contains(&"tables/players-7.md"), "{names:?}");
}

#[test]
fn the_same_report_is_the_same_bytes() {
    assert_eq!(report().files(), report().files());
}

fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        names.push(entry.unwrap().file_name().into_string().unwrap());
    }
    names.sort();
    names
}

#[test]
fn only_our_own_reports_are_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("new").join("report");
    let page = report().write(&place).unwrap();
    assert_eq!(
        std::fs::read_to_string(page).unwrap(),
        report().files()["index.html"]
    );
    std::fs::write(place.join("plots/own.svg"), "mine").unwrap();

    let mut smaller = report();
    smaller.sections.remove(0);
    smaller.write(&place).unwrap();
    assert_eq!(names(&place.join("plots")), ["own.svg"]);
    assert_eq!(names(&place.join("tables")), [""; 0]);

    let thesis = folder.path().join("thesis");
    std::fs::create_dir(&thesis).unwrap();
    std::fs::write(thesis.join("index.html"), "years of work").unwrap();
    let error = report().write(&thesis).unwrap_err().to_string();
    assert!(error.contains("no report of kaesu"), "{error}");
    assert_eq!(names(&thesis), ["index.html"]);
    let error = report().write(&thesis.join("index.html")).unwrap_err();
    assert!(matches!(error, folder::FolderError::Foreign(_)), "{error}");
}

#[test]
fn a_list_changed_by_hand_removes_nothing_outside() {
    let folder = tempfile::tempdir().unwrap();
    let (place, outside) = (folder.path().join("report"), folder.path().join("thesis"));
    std::fs::write(&outside, "years of work").unwrap();
    report().write(&place).unwrap();
    let absolute = outside.to_str().unwrap();
    std::fs::write(
        place.join(".kaesu-report"),
        format!("../thesis\n{absolute}\n"),
    )
    .unwrap();
    report().write(&place).unwrap();
    assert!(outside.exists());
}
