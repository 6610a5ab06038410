//! At which moves somebody is asked: a pure function of the study, the lot of the person and the game.

use rules::hash::mix;

use crate::file::{At, Question, Rule, Study, When};
use crate::table::StudyTable;

/// Returns whether the questions at this ply are asked while the game is on.
///
/// The ply is the person's own move, or with `after-reply` the opponent's move before the turn.
#[must_use]
pub fn is_asked(study: &Study, table: &StudyTable, seat: u8, lot: u64, ply: u32) -> bool {
    if table.game == 0 {
        // The practice shows what is to come.
        return !matches!(study.rule(table.arm), Rule::Never | Rule::Replay);
    }
    let moments = moments(study, table, seat);
    let Some(number) = moments.iter().position(|&moment| moment == ply) else {
        return false;
    };
    let draw = |ply: u32| mix(mix(lot ^ mix(u64::from(table.game))) ^ u64::from(ply));
    let share = |ply: u32| draw(ply) as f64 / u64::MAX as f64;
    match *study.rule(table.arm) {
        Rule::Every => true,
        Rule::Never | Rule::Replay => false,
        Rule::Nth(nth) => (number as u32 + 1).is_multiple_of(nth),
        Rule::Chance(chance) => share(ply) < chance,
        Rule::Jump { least, controls } => {
            // Every jump is asked about, and owes so many moves without one; the first debt is
            // there from the start, since the first question would else be at a jump.
            let (mut debt, mut asked) = (controls, false);
            for &moment in &moments[..=number] {
                let jumps = judged(study, table, seat, moment)
                    .and_then(|reply| table.jump(reply))
                    .is_some_and(|jump| jump >= least);
                asked = if jumps {
                    debt += controls;
                    true
                } else if debt > 0 && share(moment) < 0.5 {
                    debt -= 1;
                    true
                } else {
                    false
                };
            }
            asked
        }
    }
}

/// Returns the plies after which somebody could be asked.
#[must_use]
pub fn moments(study: &Study, table: &StudyTable, seat: u8) -> Vec<u32> {
    match study.moves.when {
        When::AfterOwnMove => table.own_plies(seat).collect(),
        // The last opponent's move before each own one, and after the last.
        When::AfterReply => {
            let end = table.plies.len() as u32 + 1;
            let turns = table.own_plies(seat).chain([end]);
            let mut replies: Vec<u32> = turns
                .filter_map(|own| table.reply_before(seat, own))
                .collect();
            replies.dedup();
            replies
        }
    }
}

/// Returns the opponent's move that a moment is about, if there was one.
#[must_use]
pub fn judged(study: &Study, table: &StudyTable, seat: u8, ply: u32) -> Option<u32> {
    match study.moves.when {
        When::AfterOwnMove => table.reply_before(seat, ply),
        When::AfterReply => Some(ply),
    }
}

/// Returns the questions of a moment: those about the opponent's move only if there was one.
pub fn questions<'a>(
    study: &'a Study,
    table: &'a StudyTable,
    seat: u8,
    ply: u32,
) -> impl Iterator<Item = &'a Question> {
    let judged = judged(study, table, seat, ply).is_some();
    study
        .asked_at(At::Move)
        .filter(move |question| judged || !question.about_reply)
}
