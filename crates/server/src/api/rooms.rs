//! Making and seeing rooms.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use store::RoomId;

use super::person::Origin;
use super::{Body, about};
use crate::class::Class;
use crate::error::ApiError;
use crate::hub::Hub;
use crate::protocol::http::{CreateRoom, Positions, QuickPlay, RoomCreated, SeatToken};
use crate::protocol::room::{Occupant, RoomView};
use crate::room::{NewRoom, Room, Sitting, name};
use crate::token;

pub(super) async fn create(
    State(hub): State<Arc<Hub>>,
    Origin(from): Origin,
    Body(wanted): Body<CreateRoom>,
) -> Result<Json<RoomCreated>, ApiError> {
    let refuse = |problem: &str| Err(ApiError::Unplayable(problem.to_owned()));
    // Nothing can be played there any more.
    if hub.class().is_some_and(Class::is_over) {
        return Err(ApiError::ClassOver);
    }
    let (text, start) = (wanted.game, wanted.start);
    let (game, table) = hub.aside(move |_| about::open(&text, &start)).await?;
    if table.turn().is_none() {
        return refuse("the game is over in this position; choose one that can be played on");
    }
    if wanted.clock.is_some_and(|clock| !clock.is_sound()) {
        return refuse("a clock needs some time, and a day at most");
    }
    let seats = table.seats().len();
    if !wanted.seats.is_empty() && wanted.seats.len() != seats {
        let given = wanted.seats.len();
        return refuse(&format!("{game} has {seats} seats, not {given}"));
    }
    let mut occupants = wanted.seats;
    occupants.resize(seats, Occupant::Open);
    // Pupils are called as in the class, unless several share a device.
    let person = wanted.person.as_ref();
    let pupil = hub.class().and_then(|class| class.name_of(person?));
    let alone = occupants.iter().filter(|o| **o == Occupant::Me).count() == 1;
    let now = hub.now();
    let mut sittings = Vec::new();
    for (seat, occupant) in occupants.iter().enumerate() {
        sittings.push(match occupant {
            Occupant::Open => Sitting::Open,
            Occupant::Me => {
                let given = wanted.names.get(seat).map(|given| name(given));
                let own = given.filter(|given| !given.is_empty());
                let own = own.filter(|_| !alone || pupil.is_none());
                let called = own.or_else(|| pupil.clone());
                let called = called.unwrap_or_else(|| name(&wanted.name));
                Sitting::person(called, wanted.person.clone(), now)
            }
            ai => Room::ai(hub.roster(), &game, ai)?,
        });
    }
    hub.quotas().room(from)?;
    let room = Room::new(
        NewRoom {
            name: game,
            table,
            sittings,
            clock: wanted.clock,
            assist: wanted.assist,
            grace: hub.grace(),
            roster: Arc::clone(hub.roster()),
        },
        now,
    );
    let tokens = room.seat_tokens().into_iter();
    let created = RoomCreated {
        room: room.id().clone(),
        host: room.host().clone(),
        seats: tokens
            .map(|(seat, token)| SeatToken { seat, token })
            .collect(),
    };
    hub.add(room);
    // A room answers when it is saved.
    match hub.view(&created.room).await {
        Ok(view) => {
            if let (Some(class), Some(person)) = (hub.class(), &wanted.person) {
                class.adopt(&hub, person, &created, &view).await?;
            }
            Ok(Json(created))
        }
        Err(ApiError::NoRoom) => Err(ApiError::Unsaved),
        Err(error) => Err(error),
    }
}

pub(super) async fn play(
    state: State<Arc<Hub>>,
    origin: Origin,
    Body(wanted): Body<QuickPlay>,
) -> Result<Json<RoomCreated>, ApiError> {
    let (_, table) = about::open(&wanted.game, "")?;
    let seats = table.seats().len();
    let own = match wanted.seat {
        Some(seat) if usize::from(seat) >= seats => {
            let problem = format!("this game has seats 0 to {}", seats - 1);
            return Err(ApiError::Unplayable(problem));
        }
        Some(seat) => usize::from(seat),
        None => (token::seed() % seats as u64) as usize,
    };
    if matches!(wanted.against, Occupant::Open | Occupant::Me) {
        let problem = "quick play is against a level or a player";
        return Err(ApiError::Unplayable(problem.to_owned()));
    }
    let mut occupants = vec![wanted.against; seats];
    occupants[own] = Occupant::Me;
    let room = CreateRoom {
        game: wanted.game,
        seats: occupants,
        clock: wanted.clock,
        start: String::new(),
        assist: true,
        name: wanted.name,
        names: Vec::new(),
        person: wanted.person,
    };
    create(state, origin, Body(room)).await
}

pub(super) async fn view(
    State(hub): State<Arc<Hub>>,
    Path(room): Path<RoomId>,
) -> Result<Json<RoomView>, ApiError> {
    Ok(Json(hub.view(&room).await?))
}

#[derive(Deserialize)]
pub(super) struct Range {
    #[serde(default)]
    pub(super) from: usize,
    #[serde(default = "all")]
    pub(super) to: usize,
}

fn all() -> usize {
    usize::MAX
}

/// Returns which positions, or why that cannot be said.
pub(super) fn range(query: Result<Query<Range>, QueryRejection>) -> Result<Range, ApiError> {
    let Query(range) = query.map_err(|error| ApiError::Malformed(error.body_text()))?;
    Ok(range)
}

pub(super) async fn positions(
    State(hub): State<Arc<Hub>>,
    Path(room): Path<RoomId>,
    query: Result<Query<Range>, QueryRejection>,
) -> Result<Json<Positions>, ApiError> {
    let Range { from, to } = range(query)?;
    Ok(Json(hub.positions(&room, from, to).await?))
}
