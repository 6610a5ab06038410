//! Past games: lists, boards, downloads, analyses, one's own results.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use records::{Head, Listed, Save, StoredGame};
use rules::GameName;
use serde::Deserialize;
use tokio::sync::oneshot;

use super::person::Asking;
use super::rooms::{Range, range};
use crate::analysis;
use crate::error::ApiError;
use crate::hub::Hub;
use crate::protocol::http::Positions;
use crate::protocol::records::{
    AnalysisState, OwnResult, OwnResults, RecordEntry, RecordList, RecordSeat, RecordView,
};
use crate::protocol::room::{GameResult, NoteView};
use crate::room;
use crate::table::Table;

#[derive(Deserialize)]
pub(super) struct Page {
    before: Option<i64>,
    limit: Option<u32>,
}

pub(super) async fn list(
    State(hub): State<Arc<Hub>>,
    asking: Asking,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<RecordList>, ApiError> {
    let Query(page) = page.map_err(|error| ApiError::Malformed(error.body_text()))?;
    let limit = page.limit.unwrap_or(50).clamp(1, 100);
    let listed = hub
        .store()
        .list(&asking.person, asking.admin, page.before, limit)?;
    let full = listed.len() == limit as usize;
    let next = listed.last().filter(|_| full);
    Ok(Json(RecordList {
        next: next.map(|last| last.serial.to_string()),
        records: listed.into_iter().map(entry).collect(),
    }))
}

fn entry(listed: Listed) -> RecordEntry {
    let on = listed.result.is_none() && !listed.own.is_empty();
    RecordEntry {
        record: listed.id,
        seats: seats(&listed.head, &listed.own),
        game: listed.head.game,
        started: listed.started.to_string(),
        ended: listed.ended.map(|ended| ended.to_string()),
        plies: listed.plies,
        result: listed
            .result
            .as_ref()
            .map(|r| room::result_view(r, Vec::new())),
        room: listed.room.filter(|_| on),
    }
}

fn seats(head: &Head, own: &[u8]) -> Vec<RecordSeat> {
    let seats = (0u8..).zip(&head.seats).map(|(index, seat)| RecordSeat {
        name: seat.name.clone(),
        player: seat.player.clone(),
        level: seat.level,
        you: own.contains(&index),
    });
    seats.collect()
}

/// The game of a record, on the table.
fn open(hub: &Hub, record: &str) -> Result<(StoredGame, Box<dyn Table>), ApiError> {
    let game = hub.store().game(record)?.ok_or(ApiError::NoRecord)?;
    let name: GameName = game.head.game.parse().map_err(|_| ApiError::NoRecord)?;
    let table = room::replay(&name, &game).map_err(ApiError::Unusable)?;
    Ok((game, table))
}

/// The result with what players did on purpose; both are known only at the end.
fn result(game: &StoredGame) -> Option<GameResult> {
    let notes = room::notes(game).into_iter().map(|(seat, note)| NoteView {
        ply: note.ply as u32 + 1,
        seat,
        kind: room::note_name(note.kind).to_owned(),
        cost: note.cost,
    });
    let result = game.result.as_ref()?;
    Some(room::result_view(result, notes.collect()))
}

pub(super) async fn view(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<String>,
) -> Result<Json<RecordView>, ApiError> {
    let (game, table) = open(&hub, &record)?;
    Ok(Json(RecordView {
        entry: RecordEntry {
            record,
            game: game.head.game.clone(),
            started: game.started.to_string(),
            ended: game.ended.map(|ended| ended.to_string()),
            seats: seats(&game.head, &[]),
            plies: game.moves.len() as u32,
            result: result(&game),
            room: None,
        },
        shown: table.seats(),
        clock: room::clock_setup(game.head.clock),
        list: table.plies().to_vec(),
        start: table.view(0, false),
        transcript: table.transcript(),
    }))
}

pub(super) async fn positions(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<String>,
    query: Result<Query<Range>, QueryRejection>,
) -> Result<Json<Positions>, ApiError> {
    let Range { from, to } = range(query)?;
    let (_, table) = open(&hub, &record)?;
    Ok(Json(room::positions(&*table, from, to)))
}

/// A file to be saved by the browser.
fn file(kind: &'static str, name: &str, content: String) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    (headers, content).into_response()
}

pub(super) async fn json(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<String>,
) -> Result<Response, ApiError> {
    let (mut game, _) = open(&hub, &record)?;
    if game.result.is_none() {
        // What players did on purpose and how they judge is told after the game.
        for entry in &mut game.moves {
            entry.note = None;
            entry.values = None;
        }
    }
    let name = format!("kaesu-{}.json", game.started);
    Ok(file("application/json", &name, game.record().to_json()))
}

pub(super) async fn transcript(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<String>,
) -> Result<Response, ApiError> {
    let (game, table) = open(&hub, &record)?;
    let name = format!("kaesu-{}.txt", game.started);
    let text = table.transcript() + "\n";
    Ok(file("text/plain; charset=utf-8", &name, text))
}

pub(super) async fn delete(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<String>,
    asking: Asking,
) -> Result<StatusCode, ApiError> {
    let game = hub.store().game(&record)?.ok_or(ApiError::NoRecord)?;
    if !asking.admin && !hub.store().took_part(&record, &asking.person)? {
        return Err(ApiError::NotYours);
    }
    let mut saves = vec![Save::NoGame {
        game: record.clone(),
    }];
    if let Some(id) = game.room {
        // The room's present game goes with the room, and only once nobody plays it.
        let current = hub.view(&id).await.is_ok_and(|room| room.record == record);
        if current && game.result.is_none() {
            return Err(ApiError::StillOn);
        }
        if current {
            saves.push(Save::NoRoom { id });
        }
    }
    let (send, saved) = oneshot::channel();
    hub.writer().save(saves, move |result| {
        // The request waits for it until the end.
        let _ = send.send(result);
    });
    saved.await.unwrap_or(Err(records::StoreError::Closed))?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn analysis(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<String>,
) -> Result<Json<AnalysisState>, ApiError> {
    let game = hub.store().game(&record)?.ok_or(ApiError::NoRecord)?;
    Ok(Json(analysis::state(&hub, &record, &game)?))
}

pub(super) async fn analyse(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<String>,
) -> Result<Json<AnalysisState>, ApiError> {
    let game = hub.store().game(&record)?.ok_or(ApiError::NoRecord)?;
    if hub.store().analysis(&record)?.is_none() {
        analysis::start(&hub, &record, game.clone())?;
    }
    Ok(Json(analysis::state(&hub, &record, &game)?))
}

pub(super) async fn results(
    State(hub): State<Arc<Hub>>,
    asking: Asking,
) -> Result<Json<OwnResults>, ApiError> {
    let own = hub.store().own(&asking.person)?;
    let results = own.into_iter().filter_map(|own| {
        let seat = usize::from(own.seat);
        let others = own.head.seats.iter().enumerate();
        let others: Vec<_> = others.filter(|(index, _)| *index != seat).collect();
        let players: Vec<String> = others
            .iter()
            .filter_map(|(_, seat)| seat.player.clone())
            .collect();
        (!players.is_empty()).then_some(OwnResult {
            record: own.id,
            ended: own.ended.to_string(),
            seat: own.seat,
            rank,
            shared: own.result.ranks.iter().filter(|r| **r == rank).count() > 1,
            seats: own.head.seats.len() as u8,
            score: *own.result.scores.get(seat)?,
            level: others.iter().filter_map(|(_, seat)| seat.level).max(),
            game: own.head.game,
            players,
        })
    });
    Ok(Json(OwnResults {
        results: results.collect(),
    }))
}
        let rank = *own.result.ranks.get(seat)?;
