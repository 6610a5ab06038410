//! Why a request of a client in a room is not carried out.

use thiserror::Error;

use crate::protocol::socket::Message;

/// Why a request is refused; a refused request has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Refusal {
    #[error("this message cannot be read: {0}")]
    Unreadable(String),
    #[error("that was too fast; wait a moment")]
    TooFast,
    #[error("this game has no seat {0}")]
    NoSeat(u8),
    #[error("this seat is not yours")]
    NotYours,
    #[error("this seat is taken")]
    NotOpen,
    #[error("it is another seat's turn")]
    NotYourTurn,
    #[error("the position has changed in the meantime")]
    Late,
    #[error("{0} is not legal here")]
    Illegal(String),
    #[error("the game waits until every seat is taken")]
    Waiting,
    #[error("the game is over")]
    Finished,
    #[error("the game is not over yet")]
    NotFinished,
    #[error("hints and evaluations are switched off in this room")]
    NoAssist,
    #[error("there is no move of yours to take back")]
    NothingToUndo,
    #[error("nobody has asked")]
    NoOffer,
    #[error("nobody could give advice: {0}")]
    NoAdvice(String),
    #[error("no player on this seat has failed")]
    NotFailed,
    #[error("there is no such player for this game; choose one from the list of players")]
    UnknownPlayer,
    #[error("the person on this seat is here, or has not been gone for long enough")]
    Present,
    #[error(
        "people play against each other here: nobody plays for both sides, and only a player that failed is replaced"
    )]
    Rival,
    #[error(
        "this seat stays with the person who plays there; claim the game, or let an AI play on"
    )]
    Held,
    #[error("somebody who played here stood up and cannot be asked; their moves stay")]
    StoodUp,
    #[error("the game had ended, and its opponents stay; ask for another game instead")]
    Opponents,
    #[error("too many games were begun from your address; wait a few minutes")]
    Quota,
    #[error("the clock of this seat runs; who is away loses on time")]
    ClockRuns,
    #[error("only those who sit at the board, or made the room, may do this")]
    NotAllowed,
    #[error("the teacher has stopped all games for a moment")]
    StandsStill,
    #[error("the class is over")]
    ClassOver,
    #[error("the class has begun something else; this game goes on no more")]
    RoundOver,
    #[error("this game counts in the class: everybody plays for themselves, to the end")]
    Counts,
    #[error("at tables of the class everybody is called as in the class")]
    ClassName,
    #[error("you do not belong to this class; come in with its code")]
    NoPupil,
    #[error("in this class AIs play up to level {0}")]
    AboveCap(u8),
    #[error("this could not be saved; it did not happen")]
    Storage,
}

impl Refusal {
    /// Returns the word for programs.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "unreadable",
            Self::TooFast => "too-fast",
            Self::NoSeat(_) => "no-seat",
            Self::NotYours => "not-yours",
            Self::NotOpen => "not-open",
            Self::NotYourTurn => "not-your-turn",
            Self::Late => "late",
            Self::Illegal(_) => "illegal",
            Self::Waiting => "waiting",
            Self::Finished => "finished",
            Self::NotFinished => "not-finished",
            Self::NoAssist => "no-assist",
            Self::NothingToUndo => "nothing-to-undo",
            Self::NoOffer => "no-offer",
            Self::NoAdvice(_) => "no-advice",
            Self::NotFailed => "not-failed",
            Self::UnknownPlayer => "unknown-player",
            Self::Present => "present",
            Self::Rival => "rival",
            // What the page says of a seat that stays somebody's is true of these as well.
            Self::Held | Self::StoodUp | Self::Opponents => "held",
            Self::Quota => "quota",
            Self::ClockRuns => "clock-runs",
            Self::NotAllowed => "not-allowed",
            Self::StandsStill => "stands-still",
            Self::ClassOver => "class-over",
            Self::RoundOver => "round-over",
            Self::Counts => "counts",
            Self::ClassName => "class-name",
            Self::NoPupil => "no-pupil",
            Self::AboveCap(_) => "above-cap",
            Self::Storage => "storage",
        }
    }

    /// Returns the answer to the request with this id.
    pub(crate) fn answer(&self, id: Option<u32>) -> Message {
        Message::Refused {
            id,
            code: self.code().to_owned(),
            message: self.to_string(),
        }
    }
}
