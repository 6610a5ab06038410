//! P0's Normal in fields with none to three random players: whether what the paper saw of the
//! strategies comes from its opponents.

use super::field::{self, Field, NOTE, Program, SAME_RANK, STRATEGIES, random};
use crate::{Claim, Error, Holds, PaperOptions, claims};
use lab::experiment::{Kind, Seating};
use report::{Report, Section};

const NORMAL: usize = 4;

/// Returns the other strategies that sit with Normal, this many at a time.
fn companies(strategies: usize) -> Vec<Vec<usize>> {
    (0_u32..1 << NORMAL)
        .filter(|set| set.count_ones() as usize == strategies)
        .map(|set| (0..NORMAL).filter(|&other| set >> other & 1 == 1).collect())
        .collect()
}

/// Normal's mean rank with this many random players among the other three.
pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let mut figures = Section::new("Figures");
    figures.prose(
        "Normal sits with three others: random players, and the other strategies for the rest, in all \
         combinations and in balanced seatings. All together lose as much as they win, so the mean rank \
         of four equals is 2.5.",
    );
    let mut judged = Vec::new();
    for program in [Program::Described, Program::Printed] {
        let words = program.words();
        let mut lines = Vec::new();
        for randoms in 0..=3 {
            let mut fields = Vec::new();
            for company in companies(3 - randoms) {
                let names: Vec<&str> = company.iter().map(|&other| STRATEGIES[other].0).collect();
                let part = format!("Normal, {randoms} random, {}, {words}", names.join(" "));
                let mut players = vec![program.strategy(NORMAL)?];
                for other in company {
                    players.push(program.strategy(other)?);
                }
                for number in 1..=randoms {
                    players.push(random()?.called(&format!("random {number}")));
                }
                let kind = Kind::Match;
                fields.push(field::play(
                    options,
                    &part,
                    kind,
                    Seating::Balanced,
                    players,
                    [96, 12],
                )?);
            }
            lines.push(Field::pooled(&fields).line(0));
        }
        let labels = ["0", "1", "2", "3"];
        let name = match program {
            Program::Described => "fields",
            Program::Printed => "fields-as-printed",
        };
        let caption = format!("Normal by the number of random players among the others, {words}.");
        let mut table = field::table(
            name,
            &caption,
            "random",
            labels.into_iter().zip(lines.iter().cloned()),
        );
        table.note(NOTE);
        figures.table(table);
        let gain = lines[3].mean_rank.above(lines[0].mean_rank);
        judged.push(Claim::new(
            format!("Normal does better the more of the others are random ({words})"),
            Holds::less(options.cautious(gain, 1), 0.0, SAME_RANK),
            format!("mean rank against three random less that against none: {gain:.2}"),
        ));
    }
    Ok(Report {
        title: "P0: Normal and its opponents".to_owned(),
        sections: vec![claims(&judged), figures],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_companies() {
        assert_eq!(companies(0), [[0; 0]]);
        assert_eq!(companies(3).len(), 4);
        assert_eq!(companies(2).len(), 6);
        assert!(companies(1).concat().into_iter().eq(0..4));
    }
}
