//! Past games: lists, boards, downloads, analyses, one's own results.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use records::{Head, Listed, Record, Save, StoredGame};
use rules::GameName;
use serde::Deserialize;

use super::person::Asking;
use super::rooms::{Range, range};
use super::{Body, about};
use crate::analysis;
use crate::error::ApiError;
use crate::hub::Hub;
use crate::protocol::http::Positions;
use crate::protocol::records::{
    AnalysisState, OwnResult, OwnResults, PlyValues, RecordEntry, RecordKept, RecordList,
    RecordSeat, RecordView,
};
use crate::protocol::room::{GameResult, NoteView};
use crate::protocol::socket::Unit;
use crate::refusal::Refusal;
use crate::room::actor::Deleted;
use crate::table::Table;
use crate::{room, token};

/// The longest game that can be read; no game that people play comes near it.
const MOST_PLIES: usize = 4096;
/// The last day browsers know, in milliseconds since 1970.
const LAST_DATE: u64 = 8_640_000_000_000_000;

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
    let on = listed.result.is_none() && listed.room.is_some();
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
        room: listed.room.filter(|_| on && !listed.own.is_empty()),
        on,
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
    asking: Asking,
) -> Result<Json<RecordView>, ApiError> {
    let (game, table) = open(&hub, &record)?;
    let own = hub.store().seats_of(&record, &asking.person)?;
    Ok(Json(RecordView {
        entry: RecordEntry {
            record,
            game: game.head.game.clone(),
            started: game.started.to_string(),
            ended: game.ended.map(|ended| ended.to_string()),
            seats: seats(&game.head, &own),
            plies: game.moves.len() as u32,
            result: result(&game),
            on: game.result.is_none() && game.room.is_some(),
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

#[derive(Deserialize)]
pub(super) struct At {
    ply: usize,
}

pub(super) async fn values(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<String>,
    query: Result<Query<At>, QueryRejection>,
) -> Result<Json<PlyValues>, ApiError> {
    let Query(At { ply }) = query.map_err(|error| ApiError::Malformed(error.body_text()))?;
    let (game, table) = open(&hub, &record)?;
    // During a game this is help, and the room says whether that is allowed.
    if let (None, Some(room)) = (&game.result, &game.room)
        && !hub.view(room).await?.assist
    {
        return Err(Refusal::NoAssist.into());
    }
    let name = about::name(&game.head.game)?;
    let ply = ply.min(table.plies().len());
    let values = analysis::at_ply(&hub, &record, &name, &*table, ply).await;
    Ok(Json(PlyValues {
        position: table.view(ply, true),
        unit: values.as_ref().map_or(Unit::Points, |found| found.unit),
        moves: values.map(|found| found.moves).unwrap_or_default(),
    }))
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
    if !asking.admin && !hub.store().belongs_to(&record, &asking.person)? {
        return Err(ApiError::NotYours);
    }
    if let Some(id) = game.room {
        // The room's present game goes with the room, and only once nobody plays it.
        match hub.delete(&id, &record).await {
            Ok(Deleted::WithRoom) => return Ok(StatusCode::NO_CONTENT),
            // The room is gone or cannot be opened: nobody plays in it.
            Ok(Deleted::NotHere) | Err(ApiError::NoRoom | ApiError::Unusable(_)) => {}
            Err(error) => return Err(error),
        }
    }
    hub.save(vec![Save::NoGame { game: record }]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Keeps a game that was played elsewhere, if it follows the rules.
pub(super) async fn import(
    State(hub): State<Arc<Hub>>,
    asking: Asking,
    Body(mut record): Body<Record>,
) -> Result<Json<RecordKept>, ApiError> {
    let refuse = ApiError::Unplayable;
    let (moves, most) = (record.moves.len(), MOST_PLIES);
    if !(1..=most).contains(&moves) {
        let problem = format!("a record has 1 to {most} moves, this one {moves}");
        return Err(refuse(problem));
    }
    let dates = [record.started, record.ended];
    if let Some(date) = dates.into_iter().flatten().find(|&date| date > LAST_DATE) {
        let problem = format!("{date} is no date; milliseconds since 1970 are meant");
        return Err(refuse(problem));
    }
    record.check().map_err(|error| refuse(error.to_string()))?;
    for seat in &mut record.seats {
        seat.name = room::name(&seat.name);
        seat.player = seat.player.as_deref().map(room::name);
    }
    let name = about::name(&record.game)?;
    let game = StoredGame::of(record, hub.now().date);
    // A game without a board follows its rules too, and cannot be looked at.
    room::replay(&name, &game).map_err(refuse)?;
    let id = token::token();
    let save_game = Save::Import {
        id: id.clone(),
        game: Box::new(game),
        keeper: asking.person,
    };
    hub.save(vec![save_game]).await?;
    Ok(Json(RecordKept { record: id }))
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
        let rank = *own.result.ranks.get(seat)?;
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
