//! Which answers at moves go with jumps of the evaluation; exploratory.

use report::{Column, Table};

use super::claims;
use super::exchange;
use super::judge::Judge;
use super::observed::Observed;
use crate::file::Question;

/// Returns every answer beside the jumps; `None` if nobody judged, people share tables, or nothing can be exchanged.
pub(super) fn table(
    observed: &Observed<'_>,
    questions: &[&Question],
    judge: Option<&Judge>,
) -> Option<Table> {
    if observed.study.people_at_a_table() > 1 {
        // Those of one table met the same moves, and cannot be exchanged for each other.
        return None;
    }
    let mut table = Table::new(
        "answers-and-jumps",
        if judge.is_some_and(Judge::is_surprisal) {
            "Answers at moves and surprisal of the opponent's moves, whole games exchanged between people."
        } else {
            "Answers at moves and jumps of the evaluation, whole games exchanged between people."
        },
        [
            Column::text("question"),
            Column::text("answer"),
            Column::count("given"),
            Column::number("excess", 2).with_interval(),
            Column::number("p", 4),
            Column::number("mutual information, bits", 4),
            Column::number("by chance, bits", 4),
            Column::number("p of it", 4),
        ],
    );
    let people = observed.finished(None);
    for question in questions {
        for option in question.options(0) {
            let games = claims::series(&people, &question.id, Some(&option));
            let Some(found) = exchange::test(&games, observed.study.seed) else {
                continue;
            };
            table.push([
                question.id.as_str().into(),
                option.as_str().into(),
                found.counts.0.into(),
                found.excess.into(),
                found.p.into(),
                found.information.bits.into(),
                found.information.by_chance.into(),
                found.information.p.into(),
            ]);
        }
    }
    table.note(
        "The excess is how much further answers go with the jumps of the own games than with those of others, \
         as in the planned claims. Mutual information sees links of any shape; the jumps of a game are taken in \
         thirds, and what few moves seem to say by chance is beside it.",
    );
    (!table.rows().is_empty()).then_some(table)
}
