//! The HTTP API: which address does what.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};

use crate::class::routes as class;
use crate::error::ApiError;
use crate::hub::Hub;
use crate::{guard, socket};

mod about;
pub(crate) use about::open;
pub(crate) mod person;
mod records;
mod rooms;

/// The largest body of a request.
const MOST_BYTES: usize = 64 * 1024;
/// The largest record: some thousand moves with all that players thought about them.
pub(crate) const MOST_RECORD_BYTES: usize = 1024 * 1024;

/// Returns the router of all addresses below `/api`.
pub(crate) fn routes(hub: &Arc<Hub>) -> Router {
    Router::new()
        .route("/api/info", get(about::info))
        .route("/api/games", get(about::games))
        .route("/api/players", get(about::players))
        .route("/api/check", post(about::check))
        .route("/api/quit", post(about::quit))
        .route("/api/rooms", post(rooms::create))
        .route("/api/play", post(rooms::play))
        .route("/api/rooms/{room}", get(rooms::view))
        .route("/api/rooms/{room}/positions", get(rooms::positions))
        .route("/api/rooms/{room}/socket", get(socket::connect))
        .route(
            "/api/records",
            get(records::list)
                .merge(post(records::import).layer(DefaultBodyLimit::max(MOST_RECORD_BYTES))),
        )
        .route(
            "/api/records/read",
            post(records::read).layer(DefaultBodyLimit::max(MOST_RECORD_BYTES)),
        )
        .route(
            "/api/records/{record}",
            get(records::view).delete(records::delete),
        )
        .route("/api/records/{record}/positions", get(records::positions))
        .route("/api/records/{record}/values", get(records::values))
        .route("/api/records/{record}/json", get(records::json))
        .route("/api/records/{record}/transcript", get(records::transcript))
        .route(
            "/api/records/{record}/analysis",
            get(records::analysis).post(records::analyse),
        )
        .route("/api/class", get(class::view))
        .route("/api/class/join", post(class::join))
        .route("/api/class/teach", post(class::teach))
        .route("/api/class/table", post(class::open))
        .route("/api/class/close", post(class::close))
        .route("/api/class/export", get(class::export))
        .route("/api/results", get(records::results))
        .route("/api", axum::routing::any(nothing))
        .route("/api/", axum::routing::any(nothing))
        .route("/api/{*rest}", axum::routing::any(nothing))
        .method_not_allowed_fallback(no_method)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(hub.gate()),
            guard::check,
        ))
        .layer(axum::middleware::map_response(always_json))
        .with_state(Arc::clone(hub))
}

async fn no_method() -> ApiError {
    ApiError::Method
}

/// Tells also what the framework refuses by itself in the words of all other errors.
pub(crate) async fn always_json(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let told = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if told || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let problem = status.canonical_reason().unwrap_or("the request failed");
    let failure = ApiError::Malformed(problem.to_lowercase()).into_response();
    let (mut head, _) = response.into_parts();
    let (told, body) = failure.into_parts();
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.extend(told.headers);
    Response::from_parts(head, body)
}

async fn nothing() -> ApiError {
    ApiError::NoAddress
}

/// A body of any text, as people paste it.
pub(crate) struct TextBody(pub(crate) String);

impl<S: Send + Sync> FromRequest<S> for TextBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let read = String::from_request(request, state).await;
        read.map(Self)
            .map_err(|rejection| match rejection.status() {
                StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
                _ => ApiError::Malformed(rejection.body_text()),
            })
    }
}

/// A JSON body whose errors are reported like all others.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T> FromRequest<S> for Body<T>
where
    Json<T>: FromRequest<S, Rejection = JsonRejection>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(ApiError::TooLarge)
            }
            Err(rejection) => Err(ApiError::Malformed(
                rejection.body_text().replace('\n', " "),
            )),
        }
    }
}
