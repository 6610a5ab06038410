use super::*;
use statistics::{Estimate, Interval};

fn estimate(value: f64, low: f64, high: f64) -> Estimate {
    Estimate {
        value,
        interval: Interval { low, high },
    }
}

pub(crate) fn plots() -> Vec<Plot> {
    let point = |x: usize, y: f64| Point {
        x: x as f64,
        y,
        interval: None,
    };
    let name = |n: &str| n.to_owned();
    let series = |n: &str, points, stroke, markers, right| Series {
        name: n.to_owned(),
        points,
        stroke,
        markers,
        right,
    };
    vec![
        Plot::new(
            "ratings",
            "Ratings <of all>",
            Drawing::Intervals(Intervals {
                axis: name("Elo above the mean"),
                percent: false,
                reference: Some(0.0),
                rows: vec![
                    (name("p0-self"), estimate(34.0, 12.0, 55.0)),
                    (
                        name("<b>bold</b> & co, a very long name indeed, longer than any"),
                        estimate(3.0, -12.0, 25.0),
                    ),
                    (
                        name("四人リバーシ"),
                        estimate(-40.0, f64::NEG_INFINITY, 0.0),
                    ),
                ],
            }),
        ),
        Plot::new(
            "places",
            "How often each player came in each place",
            Drawing::Bars(Bars {
                axis: name("share of games"),
                bars: ["1st", "2nd", "3rd", "4th"].map(name).to_vec(),
                groups: ["p0-self", "p0-normal", "random"]
                    .iter()
                    .map(|n| {
                        let shares = [0.4, 0.3, 0.2, 0.1].map(|s| estimate(s, s - 0.05, s + 0.06));
                        (name(n), shares.to_vec())
                    })
                    .collect(),
            }),
        ),
        Plot::new(
            "cross-table",
            "Who scored how much against whom",
            Drawing::HeatMap(HeatMap {
                axes: [name("points of"), name("against")],
                names: ["p1-bp", "p1-bp-cn", "p4-strong", "random"]
                    .map(name)
                    .to_vec(),
                shares: (0..4)
                    .map(|i| {
                        (0..4)
                            .map(|j| (i != j).then_some(0.5 + 0.15 * (j as f64 - i as f64)))
                            .collect()
                    })
                    .collect(),
            }),
        ),
        Plot::new(
            "sprt",
            "The path of the test",
            Drawing::Lines(Lines {
                x: name("pairs"),
                y: name("LLR"),
                right: None,
                logarithmic: false,
                percent: false,
                series: vec![series(
                    "LLR",
                    (0..3000)
                        .map(|i| point(i, (i as f64 / 90.0).sin() + i as f64 / 1000.0))
                        .collect(),
                    Stroke::Solid,
                    false,
                    false,
                )],
                levels: vec![(2.94, name("accept H1")), (-2.94, name("accept H0"))],
                marks: vec![],
            }),
        ),
        Plot::new(
            "nodes",
            "Nodes against depth",
            Drawing::Lines(Lines {
                x: name("depth"),
                y: name("nodes"),
                right: None,
                logarithmic: true,
                percent: false,
                series: vec![
                    series(
                        "ordered",
                        (1..=10)
                            .map(|d| Point {
                                x: d as f64,
                                y: 3.9f64.powi(d),
                                interval: Some(Interval {
                                    low: 3.2f64.powi(d),
                                    high: 4.3f64.powi(d),
                                }),
                            })
                            .collect(),
                        Stroke::None,
                        true,
                        false,
                    ),
                    series(
                        "3.876^d",
                        (1..=10)
                            .map(|d| point(d, 3.876f64.powi(d as i32)))
                            .collect(),
                        Stroke::Dashed,
                        false,
                        false,
                    ),
                    series(
                        "without order",
                        (1..=10).map(|d| point(d, 4.4f64.powi(d as i32))).collect(),
                        Stroke::Solid,
                        true,
                        false,
                    ),
                ],
                levels: vec![],
                marks: vec![],
            }),
        ),
        Plot::new(
            "feelings",
            "Evaluation and feelings during a game",
            Drawing::Lines(Lines {
                x: name("own move"),
                y: name("answer"),
                right: Some(name("evaluation")),
                logarithmic: false,
                percent: false,
                series: vec![
                    series(
                        "can you win?",
                        (1..=30)
                            .map(|m| point(m, f64::from((m * 7 % 3) as i32 - 1)))
                            .collect(),
                        Stroke::Solid,
                        true,
                        false,
                    ),
                    series(
                        "surprise",
                        (1..=30)
                            .map(|m| point(m, f64::from((m * 5 / 4 % 3) as i32 - 1)))
                            .collect(),
                        Stroke::Dashed,
                        true,
                        false,
                    ),
                    series(
                        "evaluation",
                        (1..=30)
                            .map(|m| point(m, 100.0 * (m as f64 / 5.0).sin()))
                            .collect(),
                        Stroke::Dotted,
                        false,
                        true,
                    ),
                ],
                levels: vec![],
                marks: vec![(10.0, name("expectation")), (16.0, name("surprise"))],
            }),
        ),
    ]
}

fn drawing(name: &str) -> (Plot, String) {
    let plot = plots().into_iter().find(|plot| plot.name == name).unwrap();
    let svg = plot.file();
    (plot, svg)
}

/// Returns the words of a drawing.
fn words(svg: &str) -> Vec<&str> {
    let texts = svg.split("<text ").skip(1);
    let inner = texts.map(|text| &text[text.find('>').unwrap() + 1..]);
    inner
        .map(|text| text[..text.find("</text>").unwrap()].trim())
        .collect()
}

/// Returns how many elements have all these marks.
fn elements(svg: &str, tag: &str, marks: &[&str]) -> usize {
    let all = svg.split('<').filter(|element| element.starts_with(tag));
    all.filter(|element| marks.iter().all(|mark| element.contains(mark)))
        .count()
}

#[test]
fn every_row_has_a_name_a_dot_and_an_error_bar() {
    let (_, svg) = drawing("ratings");
    let words = words(&svg);
    for word in ["p0-self", "四人リバーシ", "Elo above the mean", "0", "40"] {
        assert!(words.contains(&word), "{word} in {words:?}");
    }
    assert_eq!(elements(&svg, "circle", &["f-blue"]), 3);
    // Three whiskers with two caps each, of which an infinite end has none.
    assert_eq!(
        elements(&svg, "polyline", &["s-text", "stroke-width=\"2\""]),
        3 + 5
    );
}

#[test]
fn every_bar_has_its_place_written_and_an_error_bar() {
    let (_, svg) = drawing("places");
    let words = words(&svg);
    assert_eq!(words.iter().filter(|&&word| word == "2nd").count(), 3);
    assert!(
        words.contains(&"share of games") && words.contains(&"20 %"),
        "{words:?}"
    );
    assert_eq!(
        elements(&svg, "polyline", &["s-text", "stroke-width=\"2\""]),
        12 * 3
    );
}

#[test]
fn every_cell_of_the_cross_table_has_its_figure() {
    let (_, svg) = drawing("cross-table");
    let words = words(&svg);
    assert_eq!(words.iter().filter(|word| word.contains(".0")).count(), 12);
    // The name of its row and of its column.
    let named = words.iter().filter(|word| **word == "p1-bp-cn").count();
    assert_eq!(named, 2, "{words:?}");
}

#[test]
fn the_path_of_a_test_has_its_bounds() {
    let (_, svg) = drawing("sprt");
    let words = words(&svg);
    for word in ["LLR", "pairs", "accept H0", "accept H1"] {
        assert!(words.contains(&word), "{word} in {words:?}");
    }
    assert_eq!(
        elements(&svg, "polyline", &["s-text", "stroke-dasharray"]),
        2
    );
    // 3000 observations, but no more than four points per column of pixels.
    let path = svg
        .split('<')
        .find(|e| e.contains("s-blue") && e.contains("points"))
        .unwrap();
    assert!(
        path.matches(',').count() < 2800,
        "{}",
        path.matches(',').count()
    );
}

#[test]
fn nodes_stand_on_powers_of_ten_with_error_bars() {
    let (_, svg) = drawing("nodes");
    let words = words(&svg);
    for word in ["1", "100", "10k", "1M", "depth", "nodes", "3.876^d"] {
        assert!(words.contains(&word), "{word} in {words:?}");
    }
    assert_eq!(
        elements(&svg, "polyline", &["s-blue", "stroke-width=\"2\""]),
        10 * 3
    );
}

#[test]
fn feelings_have_an_axis_each_and_their_marks() {
    let (_, svg) = drawing("feelings");
    let words = words(&svg);
    for word in ["answer", "evaluation", "expectation", "−100", "own move"] {
        assert!(words.contains(&word), "{word} in {words:?}");
    }
    // Without colour: solid with discs, dashed with triangles, dotted without.
    assert_eq!(
        elements(&svg, "polyline", &["s-green", "stroke-dasharray=\"2 4\""]),
        2
    );
    assert_eq!(elements(&svg, "polygon", &["f-vermilion"]), 31);
}

#[test]
fn readers_of_screens_are_told_the_title() {
    for plot in plots() {
        for layout in [Layout::Wide, Layout::Narrow] {
            let svg = plot.inline(layout);
            assert!(svg.contains("role=\"img\""), "{svg}");
            assert!(!svg.contains("<of all>") && !svg.contains("<b>"), "{svg}");
            let (start, end) = (svg.find("<title>").unwrap(), svg.find("</title>").unwrap());
            assert!(end - start > 20);
        }
    }
}

#[test]
fn nothing_is_too_little_to_draw() {
    let drawings = [
        Drawing::Intervals(Intervals {
            axis: String::new(),
            percent: true,
            reference: None,
            rows: vec![(String::new(), estimate(f64::NAN, f64::NAN, f64::NAN))],
        }),
        Drawing::Bars(Bars {
            axis: String::new(),
            bars: vec![],
            groups: vec![],
        }),
        Drawing::HeatMap(HeatMap {
            axes: [String::new(), String::new()],
            names: vec![],
            shares: vec![],
        }),
        Drawing::Lines(Lines {
            x: String::new(),
            y: String::new(),
            right: Some(String::new()),
            logarithmic: true,
            percent: false,
            series: vec![],
            levels: vec![],
            marks: vec![],
        }),
    ];
    for drawing in drawings {
        let svg = Plot::new("none", "nothing", drawing).file();
        assert!(!svg.contains("NaN") && svg.ends_with("</svg>\n"), "{svg}");
    }
}

#[test]
fn a_heat_map_shows_short_names_as_a_whole() {
    let names: Vec<String> = ["BP", "CT", "Opposite", "a name of twenty"]
        .map(str::to_owned)
        .to_vec();
    let shares = vec![vec![Some(0.5); names.len()]; names.len()];
    let map = Drawing::HeatMap(HeatMap {
        axes: ["score of".to_owned(), "against".to_owned()],
        names: names.clone(),
        shares,
    });
    let svg = Plot::new("cross", "", map).file();
    // Beside its row and above its column; what is wider than a column goes on in a second line.
    for name in ["BP", "CT", "Opposite"] {
        assert_eq!(svg.matches(&format!("\n{name}\n")).count(), 2, "{name}");
    }
    for part in ["a name of twenty", "a name of", "twenty"] {
        assert!(svg.contains(&format!("\n{part}\n")), "{part}: {svg}");
    }
}

/// A font of this machine that has Latin letters, if there is one in the usual place.
fn a_font() -> Fonts {
    let mut fonts = Fonts::default();
    for file in [
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
        "/System/Library/Fonts/Helvetica.ttc",
        "C:/Windows/Fonts/arial.ttf",
    ] {
        if let Ok(content) = std::fs::read(file) {
            fonts.add(content, 0);
        }
    }
    fonts
}

/// Reads a PDF by its own table: every object begins where the table says.
fn objects(pdf: &[u8]) -> usize {
    let text = String::from_utf8_lossy(pdf);
    let end = text.rsplit_once("startxref\n").unwrap().1;
    let table: usize = end.lines().next().unwrap().parse().unwrap();
    let table = String::from_utf8_lossy(&pdf[table..]);
    let places = table
        .lines()
        .skip(3)
        .take_while(|line| line.ends_with("n "));
    let mut number = 0;
    for place in places {
        number += 1;
        let place: usize = place[..10].parse().unwrap();
        let begins = format!("{number} 0 obj\n");
        assert!(pdf[place..].starts_with(begins.as_bytes()), "{begins}");
    }
    number
}

#[test]
fn every_plot_is_a_pdf_with_or_without_a_font() {
    assert!(!Fonts::default().add(b"no font".to_vec(), 0));
    for plot in plots() {
        let plain = plot.pdf(&Fonts::default());
        assert!(plain.starts_with(b"%PDF-1.7"));
        assert!(objects(&plain) > 5);
        let text = String::from_utf8_lossy(&plain);
        assert!(text.contains("/Helvetica"), "{}", plot.name);
        // Japanese names are asked of the reader's fonts.
        let japanese = plot.file().contains('四');
        assert!(
            !japanese || text.contains("/UniJIS-UTF16-H"),
            "{}",
            plot.name
        );
        assert_eq!(plain, plot.pdf(&Fonts::default()), "the same bytes");

        let fonts = a_font();
        if !fonts.is_empty() {
            let own = plot.pdf(&fonts);
            let text = String::from_utf8_lossy(&own);
            assert!(text.contains("/Subtype /Type3"), "{}", plot.name);
            assert!(objects(&own) > objects(&plain));
        }
    }
}
