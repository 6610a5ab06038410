//! The addresses of a study.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use study::event::Link;
use study::register::{Newcomer, Order};
use study::{Code, Language, Refusal, Request};

use super::actor::{Answer, Command, Line, Links, Trouble};
use super::{StudyHub, socket};
use crate::api::Body;
use crate::error::ApiError;
use crate::guard;
use crate::protocol::study::{
    StudyAction, StudyConsent, StudyDesk, StudyEntry, StudyOrder, StudyRequest, StudyStep,
    StudyView, StudyVisit,
};
use crate::token::{self, Token};

/// The largest body of a request, as the rest of the server has it and says it.
const MOST_BYTES: usize = 64 * 1024;
/// The cookie of a browser that came in with a code.
const PASS: &str = "kaesu-study";
/// The most codes on a sheet.
const MOST_CODES: u32 = 500;

/// Returns the router of all addresses of a study.
pub(super) fn routes(hub: &Arc<StudyHub>) -> Router {
    Router::new()
        .route("/", get(|| async { Redirect::temporary("/study") }))
        .route("/api/study", get(entry))
        .route("/api/study/consent", post(consent))
        .route("/api/study/decline", post(decline))
        .route("/api/study/visit", post(visit))
        .route("/api/study/act", post(act))
        .route("/api/study/socket", get(socket::connect))
        .route("/api/study/desk", get(desk).post(order))
        .route("/api/{*rest}", any(|| async { ApiError::NoAddress }))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(&hub.gate),
            guard::check,
        ))
        .with_state(Arc::clone(hub))
}

impl StudyHub {
    /// Asks the thread that holds the study, and waits until it has answered.
    pub(super) async fn ask<T>(
        &self,
        command: impl FnOnce(Answer<T>) -> Command,
    ) -> Result<T, ApiError> {
        Ok(self.line.ask(command).await?)
    }

    /// Returns the line to whoever knows a code: the study, or those who only play.
    pub(super) fn line_of(&self, code: &Code) -> Line {
        let visiting = self.visitors.line_of(code);
        visiting.unwrap_or_else(|| self.line.clone())
    }

    /// Reads a code that somebody has, or that is on the sheet. Who guesses is slowed down; who was in
    /// before, from the same address or with the same browser, is not.
    pub(super) async fn code(
        &self,
        text: &str,
        from: IpAddr,
        headers: &HeaderMap,
    ) -> Result<Code, ApiError> {
        let code = text.parse::<Code>();
        if let Ok(code) = &code
            && (self.wrong_codes.knows(from, code) || self.has_pass(headers, code))
        {
            return Ok(code.clone());
        }
        let _turn = self.wrong_codes.turn().await;
        if self.wrong_codes.is_spent(from) {
            return Err(ApiError::TooMany);
        }
        let wrong = |refusal: Refusal| {
            self.wrong_codes.wrong(from);
            ApiError::Study(refusal)
        };
        let code = code.map_err(|error| wrong(Refusal::Code(error)))?;
        let known = self.visitors.has(&code)
            || self
                .ask(|answer| Command::Knows(code.clone(), answer))
                .await?;
        if !known {
            return Err(wrong(Refusal::Unknown));
        }
        self.wrong_codes.right(from, &code);
        Ok(code)
    }

    /// Reports whether a browser has come in with this code before: it still does after a restart, when
    /// no address is remembered.
    fn has_pass(&self, headers: &HeaderMap, code: &Code) -> bool {
        let own = Token::known(code.pass(self.pass.reveal()));
        let cookies = headers.get_all(header::COOKIE).iter();
        cookies
            .filter_map(|cookies| cookies.to_str().ok())
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().strip_prefix(PASS)?.strip_prefix('='))
            .any(|shown| Token::known(shown) == own)
    }

    /// Answers whoever came in with a code, and lets their browser remember it until it is closed.
    fn let_in(&self, headers: &HeaderMap, code: &Code, answer: impl IntoResponse) -> Response {
        if self.visitors.has(code) || self.has_pass(headers, code) {
            return answer.into_response();
        }
        let pass = code.pass(self.pass.reveal());
        let cookie = format!("{PASS}={pass}; Path=/api/study; HttpOnly; SameSite=Strict");
        ([(header::SET_COOKIE, cookie)], answer).into_response()
    }

    /// In a simulated study people say what time it is.
    fn at_told_time(&self, headers: &HeaderMap, command: Command) -> Command {
        let told = headers.get("x-study-now").filter(|_| self.simulated);
        let told = told.and_then(|told| told.to_str().ok()?.parse().ok());
        match told {
            Some(now) => Command::At(now, Box::new(command)),
            None => command,
        }
    }
}

async fn entry(State(hub): State<Arc<StudyHub>>) -> Result<Json<StudyEntry>, ApiError> {
    let closed = hub.ask(Command::IsClosed).await?;
    Ok(Json(StudyEntry {
        closed,
        ..hub.entry.clone()
    }))
}

async fn decline(State(hub): State<Arc<StudyHub>>) -> Result<StatusCode, ApiError> {
    hub.ask(Command::Decline).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Somebody plays without taking part.
async fn visit(
    State(hub): State<Arc<StudyHub>>,
    Body(visit): Body<StudyVisit>,
) -> Result<Json<StudyView>, ApiError> {
    let language = Language::named(&visit.language);
    let language = language.ok_or(ApiError::Study(Refusal::Language))?;
    if hub.ask(Command::IsClosed).await? {
        return Err(ApiError::Study(Refusal::Closed));
    }
    Ok(Json(hub.visitors.come(language).await?))
}

async fn consent(
    State(hub): State<Arc<StudyHub>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(consent): Body<StudyConsent>,
) -> Result<Response, ApiError> {
    let from = hub.gate.origin(&headers, from);
    let tries = consent.test.clone().map(Token::known);
    let link = match tries {
        // Somebody who meant to try it out must not be counted.
        Some(tries) if tries != hub.test => return Err(ApiError::Study(Refusal::TestLink)),
        _ if hub.simulated => Link::Simulated,
        Some(_) => Link::Test,
        None => Link::Real,
    };
    let language = Language::named(&consent.language);
    let language = language.ok_or(ApiError::Study(Refusal::Language))?;
    let external = consent
        .external
        .filter(|id| !id.is_empty() && id.len() <= 200);
    let given = match &consent.code {
        // One from the printed sheet; simulated people bring theirs, so that the same seed gives the
        // same data.
        Some(text) if hub.simulated => Some(code_of(text)?),
        Some(text) => Some(hub.code(text, from, &headers).await?),
        None => None,
    };
    loop {
        let newcomer = Newcomer {
            code: given.clone().unwrap_or_else(|| Code::of(token::seed())),
            language,
            link,
            again: false,
        };
        let (external, sheet) = (external.clone(), given.is_some() && !hub.simulated);
        let code = newcomer.code.clone();
        let done = hub
            .ask(|answer| {
                let consent = Command::Consent(Box::new(newcomer), external, sheet, answer);
                hub.at_told_time(&headers, consent)
            })
            .await;
        match done {
            // Another code is drawn.
            Err(ApiError::Study(Refusal::Taken)) if given.is_none() => {}
            done => {
                let view = done?;
                hub.wrong_codes.right(from, &code);
                return Ok(hub.let_in(&headers, &code, Json(view)));
            }
        }
    }
}

async fn act(
    State(hub): State<Arc<StudyHub>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(asked): Body<StudyRequest>,
) -> Result<Response, ApiError> {
    let from = hub.gate.origin(&headers, from);
    let code = hub.code(&asked.code, from, &headers).await?;
    let line = hub.line_of(&code);
    let request = match asked.action {
        StudyAction::Hello {} => Request::Hello,
        StudyAction::Answer {
            question,
            game,
            ply,
            value,
            late,
            ms,
        } => Request::Answer {
            question,
            game,
            ply,
            value,
            late,
            ms,
        },
        StudyAction::Move {
            game,
            ply,
            text,
            ms,
        } => Request::Move {
            game,
            ply,
            text,
            ms,
        },
        StudyAction::Next {} => Request::Next,
        StudyAction::Alone {} => Request::Alone,
        StudyAction::Diary { what } => Request::Diary(what),
        StudyAction::Draft { question, text } => {
            let text = text.chars().take(5000).collect();
            let own = code.clone();
            let done = line.ask(|answer| Command::Draft(own, question, text, answer));
            done.await?;
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
        StudyAction::Withdraw {} => {
            let own = code.clone();
            let done = line.ask(|answer| Command::Withdraw(own, answer));
            done.await?;
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
    };
    let id = asked.id.filter(|id| id.len() <= 64);
    let done = line.ask(|answer| {
        let request = Command::Request {
            code: code.clone(),
            id,
            request: Box::new(request),
            answer,
        };
        hub.at_told_time(&headers, request)
    });
    let view = match done.await {
        Err(Trouble::Fresh) => Ok(StudyView {
            code: code.to_string(),
            language: String::new(),
            title: String::new(),
            paused: false,
            next: None,
            simulated: hub.simulated,
            visits: false,
            step: StudyStep::Fresh,
        }),
        done => done.map_err(ApiError::from),
    };
    Ok(hub.let_in(&headers, &code, Json(view?)))
}

fn code_of(text: &str) -> Result<Code, ApiError> {
    let code = text.parse::<Code>();
    code.map_err(|error| ApiError::Study(Refusal::Code(error)))
}

/// Refuses whoever does not show the experimenter's secret.
fn check_desk(hub: &StudyHub, headers: &HeaderMap) -> Result<(), ApiError> {
    let shown = headers
        .get("x-study-desk")
        .and_then(|shown| shown.to_str().ok());
    match shown {
        Some(shown) if Token::known(shown) == hub.desk => Ok(()),
        _ => Err(ApiError::NotAdmin),
    }
}

async fn desk(
    State(hub): State<Arc<StudyHub>>,
    headers: HeaderMap,
) -> Result<Json<StudyDesk>, ApiError> {
    check_desk(&hub, &headers)?;
    let links = Links {
        link: hub.link(),
        test: hub.test_link(),
    };
    Ok(Json(hub.ask(|answer| Command::Desk(links, answer)).await?))
}

async fn order(
    State(hub): State<Arc<StudyHub>>,
    headers: HeaderMap,
    Body(order): Body<StudyOrder>,
) -> Result<Response, ApiError> {
    check_desk(&hub, &headers)?;
    let order = match order {
        StudyOrder::Pause {} => Order::Pause,
        StudyOrder::Continue {} => Order::Continue,
        StudyOrder::Close {} => Order::Close,
        StudyOrder::Extend { code: text } => Order::Extend(code_of(&text)?),
        StudyOrder::Free { code: text } => Order::Free(code_of(&text)?),
        StudyOrder::Mark { code: text } => Order::Mark(code_of(&text)?),
        StudyOrder::Sheet { count } => {
            let count = count.min(MOST_CODES);
            let codes: Vec<Code> = (0..count).map(|_| Code::of(token::seed())).collect();
            let kept = codes.clone();
            hub.ask(|answer| Command::Sheet(kept, answer)).await?;
            return Ok(Json(codes).into_response());
        }
    };
    hub.visitors.follow(&order).await?;
    hub.ask(|answer| hub.at_told_time(&headers, Command::Order(order, answer)))
        .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
