//! What the pages of a study and the server say to each other.
//!
//! Nothing here names a player, an arm or a value before the debrief.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::board::{BoardView, Ply, PositionView, SeatView};
use super::http::Label;

/// What everybody sees who opens the link; opening it counts nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyEntry {
    /// What the study is called.
    pub title: Label,
    /// The languages to choose from.
    pub languages: Vec<String>,
    /// What people agree to.
    pub consent: Label,
    /// Until when data can be withdrawn.
    pub withdraw_until: Option<String>,
    /// Whether a guardian has to have agreed on paper.
    pub guardian: bool,
    /// Whether nobody may begin any more.
    pub closed: bool,
    /// Whether everybody in it is simulated.
    pub simulated: bool,
}

/// Somebody agrees to take part.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct StudyConsent {
    /// The language chosen.
    pub language: String,
    /// The id that another service has for them.
    #[serde(default)]
    pub external: Option<String>,
    /// The secret of the link for trying the study out.
    #[serde(default)]
    pub test: Option<String>,
    /// A code from the printed sheet.
    #[serde(default)]
    pub code: Option<String>,
}

/// Somebody plays without taking part: nothing of it is kept.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct StudyVisit {
    /// The language chosen.
    pub language: String,
}

/// Somebody with a code does something.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct StudyRequest {
    /// The code.
    pub code: String,
    /// Names the request, so that it can be repeated until it is confirmed.
    #[serde(default)]
    pub id: Option<String>,
    /// What they do.
    pub action: StudyAction,
}

/// What somebody with a code does. Empty braces, since only with them nothing else may stand beside the kind.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(
    tag = "kind",
    deny_unknown_fields,
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum StudyAction {
    /// Comes, or comes back.
    Hello {},
    /// Answers a question, or skips it.
    Answer {
        /// The question.
        question: String,
        /// The game, where it is about one.
        #[serde(default)]
        game: Option<u8>,
        /// The ply of it.
        #[serde(default)]
        ply: Option<u32>,
        /// The answer; none if it is skipped.
        #[serde(default)]
        value: Option<String>,
        /// Whether the time was over.
        #[serde(default)]
        late: bool,
        /// From showing the question to the answer, in milliseconds.
        ms: u32,
    },
    /// Plays a move.
    Move {
        /// In which game.
        game: u8,
        /// How many plies were played before.
        ply: u32,
        /// The move.
        text: String,
        /// How long it took, in milliseconds.
        ms: u32,
    },
    /// Reads on.
    Next {},
    /// Does not want to wait for others any longer.
    Alone {},
    /// The page was hidden, shown, reloaded or opened on another device.
    Diary {
        /// What.
        what: String,
    },
    /// Has typed so far.
    Draft {
        /// In answer to which question.
        question: String,
        /// What.
        text: String,
    },
    /// Wants everything to be deleted.
    Withdraw {},
}

/// Where somebody is, and all they may see.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyView {
    /// The code.
    pub code: String,
    /// The language chosen.
    pub language: String,
    /// What the study is called, in that language.
    pub title: String,
    /// Whether everything stands still.
    pub paused: bool,
    /// In how many milliseconds something will change by itself.
    pub next: Option<u32>,
    /// Whether everybody is simulated.
    pub simulated: bool,
    /// Whether they only play, and nothing of it is kept.
    pub visits: bool,
    /// Where they are.
    pub step: StudyStep,
}

/// Where somebody is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum StudyStep {
    /// The code is from the sheet, and nobody has agreed with it yet.
    Fresh,
    /// Everything was deleted.
    Withdrawn,
    /// Questions on a page.
    Questions {
        /// `before`, `practice`, `game` or `after`.
        at: String,
        /// The game they are about.
        game: Option<u8>,
        /// The questions.
        questions: Vec<StudyQuestion>,
        /// What was typed and not sent, by question.
        drafts: BTreeMap<String, String>,
    },
    /// How it goes, before the practice.
    Rules {
        /// The game, by name without options.
        game: String,
        /// How many moves are played for practice.
        moves: u8,
        /// Whether questions are asked at moves.
        asks: bool,
    },
    /// Waits for others.
    Waiting {
        /// How many are there.
        present: u32,
        /// How many sit at a table.
        needed: u32,
        /// Whether they may go on with programs.
        alone: bool,
        /// Whether a program has taken their seat in this game.
        replaced: bool,
    },
    /// Plays.
    Play(Box<StudyPlay>),
    /// Looks at the game again, and is asked board by board.
    Replay(Box<StudyPlay>),
    /// Between two games.
    Pause {
        /// The game that is over.
        game: u8,
        /// Of how many.
        of: u8,
    },
    /// Everything is told.
    Debrief(Box<StudyDebrief>),
    /// There was no place left.
    TurnedAway,
    /// The experimenter ended it.
    Ended,
    /// The end.
    Done {
        /// Where the end leads.
        url: Option<String>,
    },
}

/// A game as a participant sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyPlay {
    /// Which game; 0 is the practice.
    pub game: u8,
    /// Of how many.
    pub of: u8,
    /// The game, by name with its options.
    pub name: String,
    /// The own seat.
    pub seat: u8,
    /// Whether the opposite seat plays together with the own.
    pub together: bool,
    /// How the seats are shown.
    pub seats: Vec<SeatView>,
    /// The position that is shown.
    pub position: PositionView,
    /// What led to it, without times.
    pub plies: Vec<Ply>,
    /// Whether it is the own turn.
    pub to_move: bool,
    /// Whether the game is over.
    pub over: bool,
    /// The open questions.
    pub asked: Vec<StudyQuestion>,
    /// The ply they are about.
    pub asked_ply: Option<u32>,
    /// How long they wait for an answer, in milliseconds.
    pub answer_time: u32,
}

/// A question as it is shown to this person.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyQuestion {
    /// Its name.
    pub id: String,
    /// What is asked.
    pub ask: String,
    /// The answers to choose from, in the order shown; none for words.
    pub options: Vec<StudyOption>,
    /// Whether the answers are steps of a scale.
    pub scale: bool,
    /// How many letters words may have.
    pub letters: Option<u32>,
    /// Whether it can be skipped.
    pub skip: bool,
    /// Whether it was answered, but not rightly.
    pub again: bool,
}

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyOption {
    /// What is sent.
    pub value: String,
    /// What is shown; empty for the steps of a scale without a name, and for games, which the page
    /// names by their number.
    pub label: String,
}

/// What is told at the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyDebrief {
    /// What the study was about.
    pub text: String,
    /// Which game was which.
    pub games: Vec<StudyGame>,
    /// Where the end leads.
    pub url: Option<String>,
}

/// A game as it is told at the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyGame {
    /// Which game.
    pub game: u8,
    /// What it was.
    pub title: String,
    /// `win`, `draw` or `loss`.
    pub result: String,
    /// The own answers at moves, from 1 (the first answer) to -1 (the last), by own move.
    pub answers: Vec<StudyCurve>,
    /// What the program thought the game was worth to it, by own move.
    pub values: Vec<StudyPoint>,
    /// The own moves after which the program did something on purpose.
    pub acts: Vec<u32>,
}

/// The answers to one question during a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyCurve {
    /// What was asked.
    pub ask: String,
    /// What could be answered, from 1 down to -1.
    pub options: Vec<String>,
    /// The answers.
    pub points: Vec<StudyPoint>,
}

/// A figure at an own move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyPoint {
    /// The own move, from 1.
    pub own_move: u32,
    /// The figure.
    pub value: f64,
}

/// What the experimenter sees. No outcome is here before the study is closed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyDesk {
    /// What the study is called.
    pub title: Label,
    /// The sum of its file and players.
    pub hash: String,
    /// Its version.
    pub version: u32,
    /// Whether it is frozen.
    pub frozen: bool,
    /// Whether everything stands still.
    pub paused: bool,
    /// Whether nobody may begin any more.
    pub closed: bool,
    /// Whether everybody is simulated.
    pub simulated: bool,
    /// How many are to finish.
    pub wanted: u32,
    /// How many have.
    pub finished: u32,
    /// How many did not agree.
    pub declined: u32,
    /// Where participants enter.
    pub link: String,
    /// Where whoever tries it out enters.
    pub test_link: String,
    /// The cells.
    pub cells: Vec<StudyCell>,
    /// Everybody, in the order of consent.
    pub people: Vec<StudyPerson>,
}

/// How far the people of a cell are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyCell {
    /// The arms in order, and the sides.
    pub label: String,
    /// How many take part now.
    pub active: u32,
    /// How many have finished.
    pub finished: u32,
    /// How many left.
    pub left: u32,
}

/// A person as the experimenter sees them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyPerson {
    /// The code.
    pub code: String,
    /// `real`, `test` or `simulated`.
    pub link: String,
    /// `active`, `lost`, `finished`, `freed`, `turned-away`.
    pub state: String,
    /// Where they are.
    pub step: String,
    /// How long nothing has happened, in milliseconds.
    pub idle: u32,
    /// Whether their page is connected.
    pub present: bool,
    /// `stuck` or `gone`, if somebody should look.
    pub alarm: Option<String>,
    /// Whether a program sits at their table where a person was meant to.
    pub flagged: bool,
    /// Whether somebody had come before with the same id of another service.
    pub again: bool,
    /// The board they look at.
    pub board: Option<BoardView>,
}

/// An order of the experimenter; with braces for the same reason as [`StudyAction`].
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "kind", deny_unknown_fields, rename_all = "camelCase")]
pub enum StudyOrder {
    /// Everything stands still.
    Pause {},
    /// Everything goes on.
    Continue {},
    /// Nobody else may begin.
    Close {},
    /// Gives somebody more time.
    Extend {
        /// Their code.
        code: String,
    },
    /// Ends somebody's part, so that the cell is free.
    Free {
        /// Their code.
        code: String,
    },
    /// Marks somebody as a test.
    Mark {
        /// Their code.
        code: String,
    },
    /// Makes codes to print.
    Sheet {
        /// How many.
        count: u32,
    },
}
