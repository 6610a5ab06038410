//! P3's argument of the effective sum: its program divides 10,000, but pieces are worth multiples of
//! five and kings rarely change hands, so that the values behave like those of a much smaller sum,
//! 612 or 214, where cut arrays err less. Here on trees as wide and deep as the program looks.

use rules::tree::Parameters;

use super::USUAL;
use super::trees::{Known, key};
use crate::{Claim, Error, Holds, PaperOptions, claims};
use report::{Column, Report, Section, Table};
use statistics::Level;

/// The sum of the program, and what the paper takes for its effective ones. 1060 divided by 5 is 212;
/// 214 is printed.
const SUMS: [i32; 3] = [10_000, 612, 214];

/// From which look on trees that no open claim asks for need no more.
const ENOUGH: u32 = 4;

/// The largest changes by a move, as in the paper's trees.
const CHANGES: [u32; 3] = [10, 50, 100];

pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let mut known = Known::new(options);
    let mut table = Table::new(
        "effective-sum",
        "Trees of width 4 and depth 5 by players, sum and largest change.",
        [
            Column::count("players"),
            Column::count("sum"),
            Column::text("change"),
            Column::percent("right results", 2).with_interval(),
            Column::percent("nodes", 2).with_interval(),
        ],
    );
    let (mut judged, mut parts) = (Vec::new(), Vec::new());
    for players in [4, 3] {
        for part in CHANGES {
            let series = SUMS.map(|sum| Parameters {
                players,
                depth: 5,
                sum,
                change: (1, part),
                ..USUAL
            });
            let found = series.each_ref().map(|series| known.found(series));
            let keys = series.each_ref().map(key);
            for (sum, found) in SUMS.into_iter().zip(&found) {
                table.push([
                    players.into(),
                    u64::from(sum.unsigned_abs()).into(),
                    format!("1/{part}").into(),
                    found.right[0].wilson(Level::P95).into(),
                    found.nodes[0].into(),
                ]);
            }
            let more = found[2].right[0].above(found[0].right[0], Level::P95);
            judged.push(Claim::new(
                format!(
                    "the small effective sum keeps errors away ({players} players, change 1/{part})"
                ),
                Holds::above(
                    options.as_of([keys[0].as_str(), &keys[2]]).cautious(more, 1),
                    0.0,
                ),
                format!(
                    "right results with 214 less with 10,000: {:.2} points",
                    more.map(|share| 100.0 * share)
                ),
            )
            .by([keys[0].clone(), keys[2].clone()]));
            parts.extend(keys);
        }
    }
    options.settle(&judged, parts.iter().map(String::as_str), ENOUGH);
    table.note(
        "Right: the same values as without pruning. Nodes: of right results, in per cent of the search \
         without pruning. A change below one whole number counts as one.",
    );
    let mut section = Section::new("Figures");
    section.prose(
        "The paper adds up the pieces of all four players, 3060, and divides by 5, since all values are \
         multiples of it: 612; without the kings it has 214 (1060 divided by 5 is 212).",
    );
    section.table(table);
    Ok(Report {
        title: "P3: the effective sum".to_owned(),
        sections: vec![claims(&judged), section],
    })
}
