//! What the pages of a class ask for.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use store::Store;

use super::{Class, KeptTable, seat_tokens};
use crate::api::Body;
use crate::api::person::{Asking, Origin};
use crate::error::ApiError;
use crate::hub::Hub;
use crate::protocol::class::{ClassJoin, ClassOpen, ClassTeach, ClassView};
use crate::protocol::http::SeatToken;
use crate::protocol::room::Occupant;
use crate::room::name;

/// The most pupils of a class.
const MOST_PUPILS: usize = 200;

fn class(hub: &Hub) -> Result<&Class, ApiError> {
    hub.class().ok_or(ApiError::NoClass)
}

/// Returns the pupil who asks.
fn pupil(class: &Class, asking: &Asking) -> Option<usize> {
    class.state().pupil(asking.person.as_ref()?)
}

#[derive(Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    boards: bool,
}

pub(crate) async fn view(
    state: State<Arc<Hub>>,
    asking: Asking,
    query: Result<Query<Wanted>, QueryRejection>,
) -> Result<Json<ClassView>, ApiError> {
    let State(hub) = state;
    let Query(wanted) = query.map_err(|error| ApiError::Malformed(error.body_text()))?;
    let class = class(&hub)?;
    let own = pupil(class, &asking);
    if let Some(own) = own {
        class.state().pupils[own].seen = hub.now().date;
    }
    let view = class.view(&hub, own, wanted.boards).await?;
    Ok(Json(if asking.admin {
        for_teacher(class, view)
    } else {
        view
    }))
}

fn for_teacher(class: &Class, view: ClassView) -> ClassView {
    let state = class.state();
    ClassView {
        teacher: true,
        before: state.before.as_ref().map(|before| before.code.clone()),
        ..view
    }
}

pub(crate) async fn join(
    State(hub): State<Arc<Hub>>,
    asking: Asking,
    Origin(from): Origin,
    Body(wanted): Body<ClassJoin>,
) -> Result<Json<ClassView>, ApiError> {
    let class = class(&hub)?;
    let called = name(&wanted.name);
    if !wanted.code.trim().eq_ignore_ascii_case(&class.code()) {
        return Err(ApiError::WrongCode);
    }
    if class.is_over() {
        return Err(ApiError::ClassOver);
    }
    let (Some(person), false) = (&asking.person, called.is_empty()) else {
        return Err(ApiError::NoName);
    };
    let own = {
        let mut state = class.state();
        if state.pupil(person).is_none() {
            if state.size() >= MOST_PUPILS {
                return Err(ApiError::ClassFull);
            }
            if !class.joins.take(from, 1) {
                return Err(ApiError::TooMany);
            }
        }
        state.join(person, &called, hub.now().date)
    };
    class.keep(&hub).await?;
    Ok(Json(class.view(&hub, Some(own), false).await?))
}

pub(crate) async fn teach(
    State(hub): State<Arc<Hub>>,
    asking: Asking,
    Body(wanted): Body<ClassTeach>,
) -> Result<Json<ClassView>, ApiError> {
    asking.must_be_admin()?;
    let class = class(&hub)?;
    // What a class came to stays as it is.
    if class.is_over() && !matches!(wanted, ClassTeach::End) {
        return Err(ApiError::ClassOver);
    }
    match wanted {
        ClassTeach::Plan { plan } => {
            class.decide(plan)?;
            hub.roster().set_cap(class.cap());
        }
        ClassTeach::Round { after } => class.begin_round(&hub, after).await?,
        ClassTeach::Close { room } => {
            let mut state = class.state();
            state.table_of(&room).ok_or(ApiError::NoRoom)?.closed = true;
        }
        ClassTeach::Pause { paused } => class.state().paused = paused,
        ClassTeach::Remove { pupil } => class.remove(&hub, pupil as usize).await?,
        ClassTeach::Same { pupil, before } => {
            let now = hub.now().date;
            let joined = class
                .state()
                .join_same(pupil as usize, before as usize, now);
            if !joined {
                return Err(ApiError::NoPupil);
            }
        }
        ClassTeach::End => class.state().ended = true,
    }
    class.keep(&hub).await?;
    // Everybody at a table learns at once what the class wants of them.
    hub.nudge();
    let view = class.view(&hub, None, true).await?;
    Ok(Json(for_teacher(class, view)))
}

/// A pupil opens a table, for others or against AIs.
pub(crate) async fn open(
    State(hub): State<Arc<Hub>>,
    asking: Asking,
    Origin(from): Origin,
    Body(wanted): Body<ClassOpen>,
) -> Result<Json<(store::RoomId, Vec<SeatToken>)>, ApiError> {
    let class = class(&hub)?;
    let _opening = class.opening.lock().await;
    let own = pupil(class, &asking).ok_or(ApiError::NoPupil)?;
    if class.is_over() {
        return Err(ApiError::ClassOver);
    }
    // What became of an earlier one counts.
    let views = class.look(&hub).await?;
    if let Some(table) = class.state().opened(own) {
        if views.contains_key(&table.room) {
            return Err(ApiError::OneTable);
        }
        // Its room was deleted.
        table.closed = true;
    }
    let mut seats = vec![None; super::seats_of(&wanted.game)?];
    seats[0] = Some(own);
    hub.quotas().room(from)?;
    let others = match wanted.level {
        Some(level) => Occupant::Level { level },
        None => Occupant::Open,
    };
    let mut table = class
        .table(&hub, &wanted.game, seats, &others, false)
        .await?;
    let answer = (table.room.clone(), seat_tokens(&table, own));
    hub.view(&table.room).await?;
    table.opened = true;
    class.state().others.push(table);
    class.keep(&hub).await?;
    Ok(Json(answer))
}

/// A pupil closes the table they opened: nobody finds it any more.
pub(crate) async fn close(
    State(hub): State<Arc<Hub>>,
    asking: Asking,
) -> Result<Json<ClassView>, ApiError> {
    let class = class(&hub)?;
    let own = pupil(class, &asking).ok_or(ApiError::NoPupil)?;
    if class.is_over() {
        return Err(ApiError::ClassOver);
    }
    if let Some(table) = class.state().opened(own) {
        table.closed = true;
    }
    class.keep(&hub).await?;
    Ok(Json(class.view(&hub, Some(own), false).await?))
}

#[derive(Deserialize)]
pub(crate) struct Which {
    /// The class that was ended before this one.
    #[serde(default)]
    before: bool,
}

/// All games of the class in which something happened, and how everybody stands, as one file.
pub(crate) async fn export(
    State(hub): State<Arc<Hub>>,
    asking: Asking,
    query: Result<Query<Which>, QueryRejection>,
) -> Result<Response, ApiError> {
    asking.must_be_admin()?;
    let Query(which) = query.map_err(|error| ApiError::Malformed(error.body_text()))?;
    let class = class(&hub)?;
    // What is over by now counts.
    class.look(&hub).await?;
    let wanted = {
        let state = class.state();
        match (&state.before, which.before) {
            (Some(before), true) => (**before).clone(),
            (None, true) => return Err(ApiError::NoClass),
            (_, false) => state.clone(),
        }
    };
    let games = |table: &KeptTable| [std::slice::from_ref(&table.record), &table.more].concat();
    let records: Vec<_> = wanted.tables().flat_map(games).collect();
    let standing = wanted.rows(hub.now().date);
    let read = move |store: &Store| {
        let mut games = Vec::new();
        for record in records {
            let game = store.game(&record)?;
            if let Some(game) = game.filter(|game| !game.moves.is_empty()) {
                let text = game.record().to_json();
                games.push(
                    serde_json::from_str::<serde_json::Value>(&text).map_err(ApiError::unusable)?,
                );
            }
        }
        Ok(games)
    };
    let games = hub.aside(read).await?;
    let file = serde_json::json!({
        "format": "kaesu-class", "version": 1, "code": wanted.code, "plan": wanted.plan,
        "standing": standing, "past": wanted.past, "games": games,
    });
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"kaesu-class.json\"",
        ),
    ];
    Ok((StatusCode::OK, headers, file.to_string()).into_response())
}
