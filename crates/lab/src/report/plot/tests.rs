use super::*;
use crate::statistics::{Estimate, Interval};

fn estimate(value: f64, low: f64, high: f64) -> Estimate {
    Estimate {
        value,
        interval: Interval { low, high },
    }
}

fn plots() -> Vec<Plot> {
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
                            .map(|j| (i != j).then(|| 0.5 + 0.15 * (j as f64 - i as f64)))
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
                                y: 3.9f64.powi(d as i32),
                                interval: Some(Interval {
                                    low: 3.2f64.powi(d as i32),
                                    high: 4.3f64.powi(d as i32),
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

#[test]
fn look() {
    if let Ok(dir) = std::env::var("LOOK") {
        for plot in plots() {
            std::fs::write(format!("{dir}/{}.svg", plot.name), plot.file()).unwrap();
            std::fs::write(
                format!("{dir}/{}-narrow.html", plot.name),
                format!(
                    "<style>{}</style>{}",
                    palette::css(),
                    plot.inline(Layout::Narrow)
                ),
            )
            .unwrap();
        }
    }
}
