//! What can go wrong with a request, and the one table from that to a status.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use store::StoreError;
use thiserror::Error;

use crate::protocol::http::Failure;
use crate::refusal::Refusal;

/// Why a request fails.
#[derive(Debug, Error)]
pub(crate) enum ApiError {
    #[error("there is no such address; docs/protocols.md lists them")]
    NoAddress,
    #[error("there is no such room; ask for a new invitation")]
    NoRoom,
    #[error("there is no such game among the records")]
    NoRecord,
    #[error("{0}")]
    Malformed(String),
    #[error("the request is too large; 64 KiB are allowed, and 1 MiB for a record")]
    TooLarge,
    #[error("{0}")]
    Unplayable(String),
    /// What a room would refuse as well has the same code there.
    #[error("{0}")]
    Refused(#[from] Refusal),
    #[error("{0}")]
    Study(study::Refusal),
    #[error("this address is called from another page than its own")]
    ForeignOrigin,
    #[error("the server is not known by this name; whoever started it can allow it with --name")]
    ForeignHost,
    #[error("this needs the address that was shown when the server was started")]
    NotAdmin,
    #[error("only somebody who took part, or the one who started the server, may do this")]
    NotYours,
    #[error("this server holds no class; `kaesu serve --class` does")]
    NoClass,
    #[error("this is not the code of the class; it is on the screen in front")]
    WrongCode,
    #[error("a pupil needs a name")]
    NoName,
    #[error("you do not belong to this class; come in with its code")]
    NoPupil,
    #[error("the class is over")]
    ClassOver,
    #[error("you have a table already; close it before you open another one")]
    OneTable,
    #[error("the class is full; your teacher can take out those who are not here any more")]
    ClassFull,
    #[error("nobody can be paired: choose a form of play, and wait for pupils to come in")]
    NobodyHere,
    #[error("the round has begun already")]
    RoundBegun,
    #[error("this game belongs to the class; only the teacher may delete it")]
    ClassGame,
    #[error("this game is still on")]
    StillOn,
    #[error("this address does not know the method; docs/protocols.md lists which it knows")]
    Method,
    #[error("there are too many {0}")]
    Quota(&'static str),
    #[error("you keep as many imported games as one person may; delete some first")]
    Kept,
    #[error("too many requests from your address; wait a moment")]
    TooMany,
    #[error("the request took too long; send it again, all at once")]
    TooSlow,
    #[error("the server is full; try again in a few minutes")]
    Full,
    #[error("what was saved cannot be opened: {0}")]
    Unusable(String),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error(
        "this could not be saved, and did not happen; whoever runs the server finds out why in its log"
    )]
    Unsaved,
}

impl ApiError {
    /// Returns the error for saved data that this version of the program cannot read.
    pub(crate) fn unusable(problem: impl std::fmt::Display) -> Self {
        Self::Unusable(problem.to_string())
    }

    const fn status(&self) -> (StatusCode, &'static str) {
        match self {
            Self::NoAddress => (StatusCode::NOT_FOUND, "no-address"),
            Self::NoRoom => (StatusCode::NOT_FOUND, "no-room"),
            Self::NoRecord => (StatusCode::NOT_FOUND, "no-record"),
            Self::Malformed(_) => (StatusCode::BAD_REQUEST, "malformed"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
            Self::Unplayable(_) => (StatusCode::UNPROCESSABLE_ENTITY, "unplayable"),
            Self::Refused(refusal) => (StatusCode::UNPROCESSABLE_ENTITY, refusal.code()),
            Self::Study(refusal @ (study::Refusal::Unknown | study::Refusal::Code(_))) => {
                (StatusCode::NOT_FOUND, refusal.code())
            }
            Self::Study(refusal) => (StatusCode::CONFLICT, refusal.code()),
            Self::ForeignOrigin => (StatusCode::FORBIDDEN, "foreign-origin"),
            Self::ForeignHost => (StatusCode::FORBIDDEN, "foreign-host"),
            Self::NotAdmin => (StatusCode::FORBIDDEN, "not-admin"),
            Self::NotYours => (StatusCode::FORBIDDEN, "not-yours"),
            Self::NoClass => (StatusCode::NOT_FOUND, "no-class"),
            Self::WrongCode => (StatusCode::FORBIDDEN, "wrong-code"),
            Self::NoName => (StatusCode::UNPROCESSABLE_ENTITY, "no-name"),
            Self::NoPupil => (StatusCode::FORBIDDEN, "no-pupil"),
            Self::ClassOver => (StatusCode::CONFLICT, "class-over"),
            Self::OneTable => (StatusCode::CONFLICT, "one-table"),
            Self::ClassFull => (StatusCode::CONFLICT, "class-full"),
            Self::NobodyHere => (StatusCode::CONFLICT, "nobody-here"),
            Self::RoundBegun => (StatusCode::CONFLICT, "round-begun"),
            Self::ClassGame => (StatusCode::FORBIDDEN, "class-game"),
            Self::StillOn => (StatusCode::CONFLICT, "still-on"),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "no-method"),
            Self::Quota(_) => (StatusCode::TOO_MANY_REQUESTS, "quota"),
            Self::Kept => (StatusCode::CONFLICT, "kept"),
            Self::TooMany => (StatusCode::TOO_MANY_REQUESTS, "too-many"),
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, "too-slow"),
            Self::Full => (StatusCode::SERVICE_UNAVAILABLE, "full"),
            Self::Unusable(_) => (StatusCode::INTERNAL_SERVER_ERROR, "unusable"),
            Self::Store(StoreError::Damaged { .. }) => {
                (StatusCode::UNPROCESSABLE_ENTITY, "damaged")
            }
            Self::Store(_) | Self::Unsaved => (StatusCode::INTERNAL_SERVER_ERROR, "storage"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status();
        if status.is_server_error() {
            tracing::error!(error = %self, "a request failed");
        }
        let failure = Failure {
            code: code.to_owned(),
            message: self.to_string(),
        };
        (status, Json(failure)).into_response()
    }
}
