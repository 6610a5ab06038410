use super::plot::{Fonts, sample_plots};
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
    let page = &report().files(Language::English)["index.html"];
    for tag in ["<b>", "<i>", "<script>", "<of all>"] {
        assert!(!page.contains(tag), "{tag}");
    }
    assert!(page.contains("Player &lt;b&gt; &amp; others"));
    let markdown = &report().files(Language::English)["report.md"];
    assert!(markdown.contains("# A &lt;b&gt; report"));
    assert!(markdown.contains("```\ngame = \"othello\" # <script>\n```"));
}

#[test]
fn the_page_needs_nothing_else() {
    let page = &report().files(Language::English)["index.html"];
    for reference in [
        "http:", "https:", "src=", "@import", "url(", "<link", "<script",
    ] {
        assert!(!page.contains(reference), "{reference}");
    }
    let targets = page.split("href=\"").skip(1);
    for target in targets.map(|rest| &rest[..rest.find('"').unwrap()]) {
        let target = target.replace("&#x2f;", "/");
        let inside = target.starts_with('#')
            || report().files(Language::English).contains_key(&target)
            || report().figures(&Fonts::default()).contains_key(&target);
        assert!(inside, "{target}");
    }
}

#[test]
fn tables_and_figures_are_numbered_in_order() {
    let files = report().files(Language::English);
    for (number, plot) in (1..).zip(sample_plots()) {
        let title = &plot.title.replace('<', "&lt;").replace('>', "&gt;");
        let caption = format!("**Figure {number}.** {title}");
        assert!(files["report.md"].contains(&caption), "{caption}");
        let caption = format!("<strong>Figure {number}.</strong> {title}");
        assert!(files["index.html"].contains(&caption), "{caption}");
        // Every figure has its table, and one table stands before them all.
        let caption = format!("<strong>Table {}.</strong> All of", number + 1);
        assert!(files["index.html"].contains(&caption), "{caption}");
    }
    let files = report().files(Language::Japanese);
    assert!(files["index.html"].contains("<html lang=\"ja\">"));
    assert!(
        files["index.html"].contains("<strong>図1</strong>")
            && files["report.md"].contains("**表2**")
    );
}

#[test]
fn every_table_and_plot_has_its_own_file() {
    let files = report().files(Language::English);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert!(names.contains(&"plots/sprt.svg") && names.contains(&"tables/players.csv"));
    // Seven tables of one name.
    assert!(names.contains(&"tables/players-7.md"), "{names:?}");
}

#[test]
fn the_same_report_is_the_same_bytes() {
    assert_eq!(
        report().files(Language::English),
        report().files(Language::English)
    );
}
