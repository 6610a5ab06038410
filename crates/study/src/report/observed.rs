//! What was observed, ready to be tested: everybody who counts, with their games and moves.

use std::collections::BTreeMap;

use super::judge::{Judge, Judged};
use crate::asking;
use crate::file::{At, Study};
use crate::person::{Person, Slot, State};
use crate::register::Register;
use crate::table::StudyTable;

/// Everybody who counts.
pub(crate) struct Observed<'a> {
    pub(crate) study: &'a Study,
    pub(crate) people: Vec<ObservedPerson<'a>>,
    /// How often outcomes were exported before the end.
    pub(crate) looked: u32,
}

/// A person who counts.
pub(crate) struct ObservedPerson<'a> {
    pub(crate) person: &'a Person,
    pub(crate) finished: bool,
    /// Games that were played to their end.
    pub(crate) games: Vec<ObservedGame<'a>>,
}

/// A game that was played to its end.
pub(crate) struct ObservedGame<'a> {
    pub(crate) arm: usize,
    pub(crate) game: u8,
    pub(crate) seat: u8,
    pub(crate) table: &'a StudyTable,
    /// `win`, `draw` or `loss`.
    pub(crate) result: &'static str,
    pub(crate) moves: Vec<OwnMove>,
}

/// An own move with what was answered at it.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnMove {
    /// Which own move, from 1.
    pub(crate) number: usize,
    /// Answers by question.
    pub(crate) answers: BTreeMap<String, String>,
    /// What the judge thinks the position after it is worth to the person.
    pub(crate) value: Option<f64>,
    /// How far the judge's value moved by the opponent's move before it, or how surprising that was.
    pub(crate) jump: Option<f64>,
    /// What the opponent's move before it was on purpose.
    pub(crate) act: Option<String>,
}

impl<'a> Observed<'a> {
    /// Collects everybody who counts; a judge values the positions, if there is one.
    pub(crate) fn new(register: &'a Register, judge: Option<&Judge>) -> Result<Self, String> {
        let study = register.study();
        let mut people = Vec::new();
        for person in register
            .in_order()
            .into_iter()
            .filter(|person| person.counts())
        {
            let mut games = Vec::new();
            for game in 1..=study.games_each {
                let Some(table) = register.table_of(person, game) else {
                    continue;
                };
                let Some(seat) = table.seat_of(&person.code) else {
                    continue;
                };
                let Some(result) = crate::export::result_of(table, seat) else {
                    continue;
                };
                let judged = match judge {
                    Some(judge) => judge.judge(study, table, seat)?,
                    None => Judged::default(),
                };
                games.push(ObservedGame {
                    arm: table.arm,
                    game,
                    seat,
                    table,
                    result,
                    moves: moves(study, person, table, seat, &judged),
                });
            }
            people.push(ObservedPerson {
                person,
                finished: person.state == State::Finished,
                games,
            });
        }
        Ok(Self {
            study,
            people,
            looked: register.looked(),
        })
    }

    /// Returns those who finished and fulfil a condition, if there is one.
    pub(crate) fn finished(
        &self,
        condition: Option<&crate::condition::Condition>,
    ) -> Vec<&ObservedPerson<'a>> {
        let fits = |each: &&ObservedPerson<'_>| {
            let before = each.person.before(self.study);
            each.finished && condition.is_none_or(|condition| condition.holds(&before))
        };
        self.people.iter().filter(fits).collect()
    }
}

impl ObservedPerson<'_> {
    /// Returns the game in an arm.
    pub(crate) fn in_arm(&self, arm: usize) -> Option<&ObservedGame<'_>> {
        self.games.iter().find(|game| game.arm == arm)
    }

    /// Returns an answer that is about no game.
    pub(crate) fn answer(&self, question: &str) -> Option<&str> {
        self.person
            .answers
            .get(&Slot::plain(question))?
            .value
            .as_deref()
    }

    /// Returns which arm was chosen, where the answer is a game; `same` stays.
    pub(crate) fn chosen<'s>(&'s self, study: &'s Study, question: &str) -> Option<&'s str> {
        let answer = self.answer(question)?;
        let Ok(number) = answer.parse::<u8>() else {
            return Some(answer);
        };
        let game = self.games.iter().find(|game| game.game == number)?;
        Some(&study.arms[game.arm].name)
    }

    /// Returns an answer about the game in an arm.
    pub(crate) fn answer_in(&self, question: &str, arm: usize) -> Option<&str> {
        let slot = Slot::of_game(question, self.in_arm(arm)?.game);
        self.person.answers.get(&slot)?.value.as_deref()
    }
}

fn moves(
    study: &Study,
    person: &Person,
    table: &StudyTable,
    seat: u8,
    judged: &Judged,
) -> Vec<OwnMove> {
    let moments = asking::moments(study, table, seat);
    (1..)
        .zip(moments)
        .map(|(number, ply)| {
            let reply = asking::judged(study, table, seat, ply);
            let answers = study.asked_at(At::Move).filter_map(|question| {
                let slot = Slot::of_move(&question.id, table.game, ply);
                let answer = person.answers.get(&slot)?.value.clone()?;
                Some((question.id.clone(), answer))
            });
            let act = reply.and_then(|reply| table.plies[reply as usize - 1].act.as_ref());
            OwnMove {
                number,
                answers: answers.collect(),
                value: judged.value(ply),
                // After the reply less before it, where the person's own move had led.
                jump: reply.and_then(|reply| judged.jump(reply)),
                act: act.map(|act| act.kind.clone()),
            }
        })
        .collect()
}
