//! A table of P1 in both readings of what the paper leaves open, and which of its rows each explains.

use std::collections::HashSet;

use super::duel::{ALPHA, Duel};
use super::function::Reading;
use crate::{Claim, Error, PaperOptions, claims};
use report::{Column, Report, Section, Table};
use statistics::holm::holm;

/// A table of the paper: how its matches are played, what the paper says of them, and how they are
/// shown.
pub(super) struct PaperTable<'a> {
    pub(super) options: &'a PaperOptions<'a>,
    pub(super) title: &'a str,
    /// What is said above the figures of each reading.
    pub(super) words: [&'a str; 2],
    pub(super) play: &'a dyn Fn(Reading) -> Result<Vec<Duel>, Error>,
    pub(super) judge: &'a dyn Fn(&[Duel]) -> Vec<Claim>,
    pub(super) show: &'a dyn Fn(&[Duel]) -> Vec<Table>,
}

/// What the readings have in common, and in what they differ.
const READINGS: &str = "as-decided follows the text: equal moves are drawn by lot, noise lies on every leaf, t is the number of the \
     move being chosen, and CT rewards discs near the centre. best-fit is what fits the printed figures \
     best: the first of equal moves in scan order, noise on the values of the moves to choose from, t \
     counted on the board that is valued, and CT by the letter of its formula, which rewards discs far \
     from the centre.";

impl PaperTable<'_> {
    /// Plays and judges the table in both readings: the answers first.
    pub(super) fn report(&self) -> Result<Report, Error> {
        let (mut judged, mut figures, mut played) = (Vec::new(), Vec::new(), Vec::new());
        for ((name, reading), words) in Reading::BOTH.into_iter().zip(self.words) {
            let duels = (self.play)(reading)?;
            judged.extend((self.judge)(&duels).into_iter().map(|claim| Claim {
                claim: format!("{} ({name})", claim.claim),
                ..claim
            }));
            let mut section = Section::new(format!("Figures, {name}"));
            section.prose(words);
            for mut table in (self.show)(&duels) {
                if reading != Reading::AS_DECIDED {
                    table.name = format!("{}-{name}", table.name);
                }
                section.table(table);
            }
            figures.push(section);
            played.push(duels);
        }
        let keys = played.iter().flatten().map(|duel| duel.key.as_str());
        self.options.settle(&judged, keys, ENOUGH);
        let mut sections = vec![claims(&judged)];
        sections.extend(explained(&played[0], &played[1]));
        sections.extend(figures);
        Ok(Report {
            title: self.title.to_owned(),
            sections,
        })
    }
}

/// From which look on a row that no open claim asks for needs no more games: fifteen times those of
/// the paper, so that its printed figures are tested well.
const ENOUGH: u32 = 4;

/// Returns which printed rows each reading explains: those that the exact test does not distinguish
/// from ours.
fn explained(decided: &[Duel], fitted: &[Duel]) -> Option<Section> {
    let mut rows: Vec<(&Duel, &Duel)> = decided
        .iter()
        .zip(fitted)
        .filter(|(duel, _)| duel.printed.is_some())
        .collect();
    // φ:φ stands above both signs of table 5, with the same games.
    let mut seen = HashSet::new();
    rows.retain(|(duel, _)| seen.insert(&duel.key));
    let p_values = |of: fn(&(&Duel, &Duel)) -> Option<f64>| {
        holm(&rows.iter().filter_map(of).collect::<Vec<f64>>())
    };
    let decided = p_values(|row| row.0.agreement());
    let fitted = p_values(|row| row.1.agreement());
    if rows.is_empty() {
        return None;
    }
    let mut table = Table::new(
        "readings",
        "Which reading of the paper explains which printed row.",
        [
            Column::text("A : B"),
            Column::results("paper, A first"),
            Column::results("paper, B first"),
            Column::results("as-decided, A first"),
            Column::results("as-decided, B first"),
            Column::p_value("p (Holm)"),
            Column::results("best-fit, A first"),
            Column::results("best-fit, B first"),
            Column::p_value("p (Holm)"),
            Column::text("explained by"),
        ],
    );
    let mut counts = [0; 2];
    let mut open = Vec::new();
    for (((one, other), p), q) in rows.iter().zip(&decided).zip(&fitted) {
        let printed = one.printed.map(|printed| printed.sides());
        let explains = [*p > ALPHA, *q > ALPHA];
        for (count, explains) in counts.iter_mut().zip(explains) {
            *count += usize::from(explains);
        }
        let by = match explains {
            [true, true] => "both",
            [true, false] => "as-decided",
            [false, true] => "best-fit",
            [false, false] => {
                open.push(one.name.as_str());
                "neither"
            }
        };
        table.push([
            one.name.clone().into(),
            printed.map(|sides| sides.a_first).into(),
            printed.map(|sides| sides.b_first).into(),
            one.sides.a_first.into(),
            one.sides.b_first.into(),
            (*p).into(),
            other.sides.a_first.into(),
            other.sides.b_first.into(),
            (*q).into(),
            by.into(),
        ]);
    }
    table.note(
        "p: how often games of the same chances would differ at least as much from the printed ones, by \
         the exact test of both orders, corrected for the number of rows. A reading explains a row if \
         p is above 0.05; with few games everything is explained.",
    );
    let mut section = Section::new("Which reading explains the printed figures");
    let neither = if open.is_empty() {
        "none is left open".to_owned()
    } else {
        format!("neither explains {}", open.join(", "))
    };
    section.prose(format!(
        "Of {} printed rows as-decided explains {} and best-fit {}; {neither}.",
        rows.len(),
        counts[0],
        counts[1]
    ));
    section.prose(READINGS);
    section.table(table);
    Some(section)
}
