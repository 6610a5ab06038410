use super::*;
use crate::Language;
use statistics::pairs::Trinomial;
use statistics::{Estimate, Interval};

fn estimate(value: f64, low: f64, high: f64) -> Estimate {
    Estimate {
        value,
        interval: Interval { low, high },
    }
}

fn table() -> Table {
    let mut table = Table::new(
        "match",
        "Who won | and how often",
        [
            Column::text("player"),
            Column::count("games"),
            Column::results("won"),
            Column::signed("Elo", 1).with_interval(),
            Column::percent("first places", 1).with_interval(),
            Column::p_value("p"),
        ],
    );
    table.push([
        "四人リバーシ".into(),
        100u64.into(),
        Trinomial::new(52, 9, 39).into(),
        estimate(45.35, -22.0, 113.125).into(),
        estimate(0.25, 0.2, 0.325).into(),
        0.01234.into(),
    ]);
    table.push([
        "a \"b\", <c>\n*d*".into(),
        Cell::Missing,
        Trinomial::new(3, 0, 100).into(),
        estimate(-0.01, f64::NEG_INFINITY, 7.5).into(),
        f64::NAN.into(),
        1e-9.into(),
    ]);
    table.note("Intervals at 95 %.");
    table
}

#[test]
fn in_a_terminal_everything_stands_below_its_like() {
    let expected = r#"Who won | and how often

player          games      won                    Elo         first places       p
--------------  -----  -------  ---------------------  -------------------  ------
四人リバーシ      100  52-9-39  +45.4 [-22.0, +113.1]  25.0 % [20.0, 32.5]   0.012
a "b", <c> *d*      –  3-0-100    0.0 [   -∞,   +7.5]                    –  <0.001

Intervals at 95 %.
"#;
    assert_eq!(table().to_string(), expected);
}

#[test]
fn in_markdown_words_stay_words() {
    let expected = r#"Who won \| and how often

| player                 | games |     won |                   Elo |        first places |      p |
| ---------------------- | ----: | ------: | --------------------: | ------------------: | -----: |
| 四人リバーシ           |   100 | 52-9-39 | +45.4 [-22.0, +113.1] | 25.0 % [20.0, 32.5] |  0.012 |
| a "b", &lt;c&gt; \*d\* |     – | 3-0-100 |        0.0 [-∞, +7.5] |                   – | <0.001 |

Intervals at 95 %.
"#;
    assert_eq!(table().markdown(), expected);
}

#[test]
fn in_csv_nothing_is_rounded() {
    let expected = "player,games,won wins,won draws,won losses,Elo,Elo low,Elo high,\
                    first places,first places low,first places high,p\r\n\
                    四人リバーシ,100,52,9,39,45.35,-22,113.125,0.25,0.2,0.325,0.01234\r\n\
                    \"a \"\"b\"\", <c>\n*d*\",,3,0,100,-0.01,-inf,7.5,,,,0.000000001\r\n";
    assert_eq!(table().csv(Language::English), expected);
}

#[test]
fn in_latex_words_stay_words_and_rules_are_those_of_books() {
    let expected = r#"% \usepackage{booktabs,array}
\begin{table}[htbp]
\centering
\caption{Who won \textbar{} and how often}
\label{tab:match}
\small
\begin{tabular}{lrrrrr}
\toprule
player & \multicolumn{1}{r}{games} & \multicolumn{1}{r}{won} & \multicolumn{1}{r}{Elo} & \multicolumn{1}{r}{first places} & \multicolumn{1}{r}{p} \\
\midrule
四人リバーシ & 100 & 52--9--39 & \shortstack[r]{+45.4\\{}[$-$22.0, +113.1]} & \shortstack[r]{25.0\,\%\\{}[20.0, 32.5]} & 0.012 \\
a ``b'', \textless{}c\textgreater{} *d* & -- & 3--0--100 & \shortstack[r]{0.0\\{}[$-$$\infty$, +7.5]} & -- & \textless{}0.001 \\
\bottomrule
\end{tabular}

{\footnotesize Intervals at 95 \%.\par}
\end{table}
"#;
    assert_eq!(table().latex(), expected);
}

#[test]
fn long_tables_go_on_over_pages_and_long_words_over_lines() {
    let mut table = Table::new("t", "", [Column::text("n"), Column::text("why")]);
    for number in 0..50 {
        let why = "because of many things that all have to be said in one cell of one table for all readers";
        table.push([number.to_string().into(), why.into()]);
    }
    let text = table.latex();
    let columns = r"\begin{longtable}{l>{\raggedright\arraybackslash}p{0.9";
    assert!(text.contains(columns), "{text}");
    assert_eq!(text.matches(r"\toprule").count(), 2);
}

#[test]
fn wide_tables_of_latex_break_headings_and_stand_intervals_below_values() {
    let headings = ["paper, A first", "paper, B first", "ours, A first"];
    let columns = headings.map(Column::results);
    let mut narrow = Table::new("t", "", columns);
    narrow.push([Trinomial::new(1, 2, 3); 3].map(Cell::from));
    assert!(!narrow.latex().contains("shortstack"), "{}", narrow.latex());

    let columns = ["one", "two", "three", "four", "five", "six"]
        .map(|heading| Column::percent(format!("points of player {heading}"), 1).with_interval());
    let mut wide = Table::new("t", "", columns);
    wide.push([estimate(0.5, 0.4, 0.6); 6].map(Cell::from));
    let text = wide.latex();
    assert!(
        text.contains(r"\shortstack[r]{points of\\player three}"),
        "{text}"
    );
    assert!(
        text.contains(r"\shortstack[r]{50.0\,\%\\{}[40.0, 60.0]}"),
        "{text}"
    );
}

#[test]
fn tables_of_latex_too_wide_for_the_page_stand_on_their_side() {
    let columns = (0..14).map(|n| Column::percent(format!("of {n}"), 1).with_interval());
    let mut wide = Table::new("t", "", columns);
    let row = || [estimate(0.5, 0.4, 0.6); 14].map(Cell::from);
    wide.push(row());
    let text = wide.latex();
    assert!(
        text.starts_with(r"% \usepackage{booktabs,array,rotating}"),
        "{text}"
    );
    assert_eq!(text.matches("sidewaystable").count(), 2);
    for _ in 0..50 {
        wide.push(row());
    }
    let text = wide.latex();
    assert!(text.contains("longtable,pdflscape}"), "{text}");
    assert!(text.ends_with("\\end{landscape}\n"), "{text}");
}

#[test]
fn in_csv_headings_have_the_words_of_the_language() {
    let headings = table().csv(Language::Japanese);
    assert!(headings.contains("won 勝,won 分,won 敗,Elo,Elo 下限,Elo 上限"));
}

#[test]
fn in_a_page_words_are_escaped_and_intervals_marked() {
    let html = table().html("Table 3.");
    assert!(
        !html.contains("<c>") && html.contains("&lt;c&gt;"),
        "{html}"
    );
    let elo = "+45.4 <span class=\"interval\">[−22.0, +113.1]</span>";
    assert!(html.contains(elo), "{html}");
    assert_eq!(html.matches("scope=\"row\"").count(), 2);
}

#[test]
fn what_was_not_to_be_computed_is_a_dash() {
    let mut table = Table::new("t", "", [Column::number("rank", 2).with_interval()]);
    let unknown = estimate(1.5, f64::NEG_INFINITY, f64::INFINITY);
    table.push([unknown.into()]);
    for text in [table.to_string(), table.markdown(), table.html("Table 1.")] {
        assert!(text.contains("[–]") && !text.contains('∞'), "{text}");
    }
    assert_eq!(
        table.csv(Language::English),
        "rank,rank low,rank high\r\n1.5,,\r\n"
    );
}

#[test]
#[should_panic(expected = "Count(3)")]
fn a_column_takes_only_what_it_holds() {
    let mut table = Table::new("t", "", [Column::percent("share", 1)]);
    table.push([3u64.into()]);
}
