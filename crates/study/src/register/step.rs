//! Where a person is in the study.

use super::Register;
use crate::asking;
use crate::file::{At, Question, Rule};
use crate::person::{Person, Slot, State};

/// Where a person is. Each step follows from the events alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// There was no place left.
    TurnedAway,
    /// The experimenter ended it.
    Ended,
    /// Questions on a page.
    Questions {
        /// When they are asked.
        at: At,
        /// About which game, if about one.
        game: Option<u8>,
        /// Which are open.
        open: Vec<String>,
    },
    /// How the game goes, before the practice.
    Rules,
    /// Waits for others to sit down for this game.
    Waiting {
        /// Which game.
        game: u8,
    },
    /// Plays; game 0 is the practice.
    Play {
        /// Which game.
        game: u8,
    },
    /// Looks at the game again and is asked at this ply.
    Replay {
        /// Which game.
        game: u8,
        /// The ply.
        ply: u32,
        /// The open questions.
        open: Vec<String>,
    },
    /// Between two games.
    Pause {
        /// The game that is over.
        game: u8,
    },
    /// Everything is told.
    Debrief,
    /// The end.
    Done,
}

impl Step {
    /// Returns a word for lists.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::TurnedAway => "turned-away".to_owned(),
            Self::Ended => "ended".to_owned(),
            Self::Questions {
                at,
                game: Some(game),
                ..
            } => format!("questions-{}-{game}", at.name()),
            Self::Questions { at, .. } => format!("questions-{}", at.name()),
            Self::Rules => "rules".to_owned(),
            Self::Waiting { game } => format!("waiting-{game}"),
            Self::Play { game: 0 } => "practice".to_owned(),
            Self::Play { game } => format!("game-{game}"),
            Self::Replay { game, .. } => format!("replay-{game}"),
            Self::Pause { game } => format!("pause-{game}"),
            Self::Debrief => "debrief".to_owned(),
            Self::Done => "done".to_owned(),
        }
    }
}

impl Register {
    /// Returns where a person is.
    #[must_use]
    pub fn step(&self, person: &Person) -> Step {
        match person.state {
            State::TurnedAway { .. } => return Step::TurnedAway,
            State::Freed => return Step::Ended,
            _ => {}
        }
        if let Some(step) = self.questions(person, At::Before, None) {
            return step;
        }
        let practises = self.study.practice.moves > 0;
        if practises && !person.read.contains("rules") {
            return Step::Rules;
        }
        if practises && !person.read.contains("game-0") {
            return Step::Play { game: 0 };
        }
        if let Some(step) = self.questions(person, At::Practice, None) {
            return step;
        }
        for game in 1..=self.study.games_each {
            if let Some(step) = self.game_step(person, game) {
                return step;
            }
            if let Some(step) = self.questions(person, At::Game, Some(game)) {
                return step;
            }
            if game < self.study.games_each && !person.read.contains(&format!("pause-{game}")) {
                return Step::Pause { game };
            }
        }
        if let Some(step) = self.questions(person, At::After, None) {
            return step;
        }
        if person.read.contains("debrief") {
            Step::Done
        } else {
            Step::Debrief
        }
    }

    /// Returns the questions of a page that are open, if any are.
    fn questions(&self, person: &Person, at: At, game: Option<u8>) -> Option<Step> {
        let is_open = |question: &&Question| {
            let slot = Slot {
                game,
                ply: None,
                question: question.id.clone(),
            };
            match (person.answers.get(&slot), &question.right) {
                (None, _) => true,
                (Some(answer), Some(right)) => answer.value.as_ref() != Some(right),
                (Some(_), None) => false,
            }
        };
        let open: Vec<String> = self
            .study
            .asked_at(at)
            .filter(is_open)
            .map(|question| question.id.clone())
            .collect();
        (!open.is_empty()).then_some(Step::Questions { at, game, open })
    }

    /// Returns the step within a game, unless it is over and read.
    fn game_step(&self, person: &Person, game: u8) -> Option<Step> {
        if !person.read.contains(&format!("game-{game}")) {
            let table = self.table_of(person, game);
            let sits = table
                .is_some_and(|table| !table.abandoned && table.seat_of(&person.code).is_some());
            let alone = self.study.people_at_a_table() == 1;
            return Some(if sits || alone {
                Step::Play { game }
            } else {
                Step::Waiting { game }
            });
        }
        let table = self.table_of(person, game)?;
        let seat = table.seat_of(&person.code)?;
        if *self.study.rule(table.arm) != Rule::Replay {
            return None;
        }
        asking::moments(&self.study, table, seat)
            .into_iter()
            .find_map(|ply| {
                let open: Vec<String> = asking::questions(&self.study, table, seat, ply)
                    .filter(|question| !person.has(&Slot::of_move(&question.id, game, ply)))
                    .map(|question| question.id.clone())
                    .collect();
                (!open.is_empty()).then_some(Step::Replay { game, ply, open })
            })
    }
}
