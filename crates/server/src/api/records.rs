//! Past games: lists, boards, downloads, analyses, one's own results.

use std::collections::HashSet;
use std::fmt::Display;
use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use records::formats::pasted::{self, Format, MOST_PLIES, Pasted, PastedError};
use records::{Record, RecordError};
use rules::line::LineError;
use rules::transcript::HeaderError;
use serde::Deserialize;
use store::{GameId, Listed, Own, RoomId, Save, Store, StoreError, StoredGame};

use super::person::{Asking, Origin};
use super::rooms::{Range, range};
use super::{TextBody, about};
use crate::analysis;
use crate::error::ApiError;
use crate::hub::Hub;
use crate::protocol::board::{Ply, PlyKind};
use crate::protocol::http::Positions;
use crate::protocol::records::{
    AnalysisState, OwnResult, OwnResults, PlyValues, RecordEntry, RecordKept, RecordList,
    RecordView, Understood,
};
use crate::protocol::socket::Unit;
use crate::refusal::Refusal;
use crate::room::actor::Deleted;
use crate::table::{self, Table};
use crate::{room, token};

/// The most games that are read at once: a text of the longest kind has few more.
const MOST_GAMES: usize = 500;
/// The longest word for what a player did on purpose.
const MOST_KIND: usize = 40;
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
    let admin = asking.admin;
    let read = move |store: &Store| {
        Ok(match &asking.person {
            person if asking.admin => store.all_games(person.as_ref(), page.before, limit)?,
            Some(person) => store.games_of(person, page.before, limit)?,
            None => Vec::new(),
        })
    };
    let listed = hub.aside(read).await?;
    let full = listed.len() == limit as usize;
    let next = listed.last().filter(|_| full);
    Ok(Json(RecordList {
        next: next.map(|last| last.serial.to_string()),
        records: listed
            .into_iter()
            .map(|listed| entry(&hub, admin, listed))
            .collect(),
    }))
}

/// Returns a game as it is listed for somebody whom it belongs to, or for whoever started the server.
fn entry(hub: &Hub, admin: bool, listed: Listed) -> RecordEntry {
    let on = listed.result.is_none() && listed.room.is_some();
    RecordEntry {
        may_delete: admin || !is_of_class(hub, listed.room.as_ref()),
        record: listed.id,
        seats: listed.header.seats,
        game: listed.header.game,
        started: listed.started.to_string(),
        ended: listed.ended.map(|ended| ended.to_string()),
        plies: listed.plies,
        played: listed.moves,
        result: listed.result,
        room: listed.room.filter(|_| on && !listed.own.is_empty()),
        own: listed.own,
        on,
    }
}

/// Reads a record and puts its game on the table, then makes something of both.
async fn of_record<T: Send + 'static>(
    hub: &Arc<Hub>,
    record: GameId,
    make: impl FnOnce(&Store, StoredGame, Box<dyn Table>) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let read = move |store: &Store| {
        let game = store.game(&record)?.ok_or(ApiError::NoRecord)?;
        let (_, table) =
            table::open_saved(&game).map_err(|error| store.damaged(&record, &error))?;
        make(store, game, table)
    };
    hub.aside(read).await
}

pub(super) async fn view(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<GameId>,
    asking: Asking,
) -> Result<Json<RecordView>, ApiError> {
    let (id, here) = (record.clone(), Arc::clone(&hub));
    let make = move |store: &Store, game: StoredGame, table: Box<dyn Table>| {
        let (own, is_theirs) = match &asking.person {
            Some(person) => (store.seats_of(&id, person)?, store.belongs_to(&id, person)?),
            None => (Vec::new(), false),
        };
        let may_delete = asking.admin || is_theirs && !is_of_class(&here, game.room.as_ref());
        // What players did on purpose is shown with the result.
        let notes = match game.result {
            Some(_) => room::note_views(&room::notes(&game)),
            None => Vec::new(),
        };
        let mut list = table.plies().to_vec();
        for (ply, entry) in list.iter_mut().zip(&game.moves) {
            ply.by.clone_from(&entry.by);
        }
        Ok(RecordView {
            notes,
            entry: RecordEntry {
                record: id,
                started: game.started.to_string(),
                ended: game.ended.map(|ended| ended.to_string()),
                seats: game.header.seats,
                own,
                plies: game.moves.len() as u32,
                played: moves_in(table.plies()),
                on: game.result.is_none() && game.room.is_some(),
                may_delete,
                result: game.result,
                room: None,
                game: game.header.game,
            },
            shown: table.seats(),
            clock: game.header.clock,
            list,
            start: table.view(0, false),
            transcript: table.transcript(),
        })
    };
    Ok(Json(of_record(&hub, record, make).await?))
}

pub(super) async fn positions(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<GameId>,
    query: Result<Query<Range>, QueryRejection>,
) -> Result<Json<Positions>, ApiError> {
    let Range { from, to } = range(query)?;
    let boards = move |_: &Store, _, table: Box<dyn Table>| Ok(room::positions(&*table, from, to));
    Ok(Json(of_record(&hub, record, boards).await?))
}

#[derive(Deserialize)]
pub(super) struct At {
    ply: usize,
}

pub(super) async fn values(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<GameId>,
    Origin(from): Origin,
    query: Result<Query<At>, QueryRejection>,
) -> Result<Json<PlyValues>, ApiError> {
    let Query(At { ply }) = query.map_err(|error| ApiError::Malformed(error.body_text()))?;
    let both = |_: &Store, game: StoredGame, table| Ok((game, table));
    let (game, table): (_, Box<dyn Table>) = of_record(&hub, record.clone(), both).await?;
    // During a game this is help, and the room says whether that is allowed.
    if let (None, Some(room)) = (&game.result, &game.room)
        && !hub.view(room).await?.assist
    {
        return Err(Refusal::NoAssist.into());
    }
    let name = about::name(&game.header.game)?;
    let ply = ply.min(table.plies().len());
    let values = analysis::at_ply(&hub, &record, &name, &*table, ply, from).await;
    Ok(Json(PlyValues {
        position: table.view(ply, true),
        unit: values.as_ref().map_or(Unit::Points, |found| found.unit),
        moves: values.map(|found| found.moves).unwrap_or_default(),
    }))
}

/// Returns a file to be saved by the browser.
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
    Path(record): Path<GameId>,
) -> Result<Response, ApiError> {
    let write = |_: &Store, mut game: StoredGame, _| {
        if game.result.is_none() {
            // What players did on purpose and how they judge is shown after the game.
            for entry in &mut game.moves {
                entry.note = None;
                entry.values = None;
            }
        }
        Ok((game.started, game.record().to_json()))
    };
    let (started, text) = of_record(&hub, record, write).await?;
    let name = format!("kaesu-{started}.json");
    Ok(file("application/json", &name, text))
}

pub(super) async fn transcript(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<GameId>,
) -> Result<Response, ApiError> {
    let write = move |store: &Store| {
        let game = store.game(&record)?.ok_or(ApiError::NoRecord)?;
        let text = game.record().to_transcript();
        let text = text.map_err(|error| store.damaged(&record, &error))?;
        Ok((game.started, text + "\n"))
    };
    let (started, text) = hub.aside(write).await?;
    let name = format!("kaesu-{started}.txt");
    Ok(file("text/plain; charset=utf-8", &name, text))
}

/// Reports whether a game was played at a table of the class: then only the teacher may delete it.
fn is_of_class(hub: &Hub, room: Option<&RoomId>) -> bool {
    room.is_some_and(|room| hub.class().is_some_and(|class| class.has(room)))
}

pub(super) async fn delete(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<GameId>,
    asking: Asking,
) -> Result<StatusCode, ApiError> {
    let (wanted, admin) = (record.clone(), asking.admin);
    let read = move |store: &Store| {
        // A damaged game can be deleted, too.
        let room = store.room_of(&wanted)?.ok_or(ApiError::NoRecord)?;
        if asking.admin {
            return Ok((room, None));
        }
        let person = asking.person.ok_or(ApiError::NotYours)?;
        if !store.belongs_to(&wanted, &person)? {
            return Err(ApiError::NotYours);
        }
        // Nobody deletes what is others' as well.
        let shared = store.is_shared(&wanted, &person)?;
        Ok((room, shared.then_some(person)))
    };
    let (room, leaving) = hub.aside(read).await?;
    if !admin && is_of_class(&hub, room.as_ref()) {
        return Err(ApiError::ClassGame);
    }
    if let Some(room) = room {
        // The room's present game goes with the room, and only once nobody plays it.
        match hub.delete(&room, &record, leaving.clone()).await {
            Ok(Deleted::WithRoom | Deleted::FromList) => return Ok(StatusCode::NO_CONTENT),
            // The room does not exist or cannot be opened: nobody plays in it.
            Ok(Deleted::NotHere)
            | Err(
                ApiError::NoRoom
                | ApiError::Unusable(_)
                | ApiError::Store(StoreError::Damaged { .. }),
            ) => {}
            Err(error) => return Err(error),
        }
    }
    let game = record;
    let save = match leaving {
        Some(person) => Save::Leave { game, person },
        None => Save::NoGame { game },
    };
    hub.save(vec![save]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Keeps a game that was played elsewhere, or all of a class, if they follow the rules. The same game is kept once; of
/// several, all are kept or none.
pub(super) async fn import(
    State(hub): State<Arc<Hub>>,
    asking: Asking,
    Origin(from): Origin,
    TextBody(text): TextBody,
) -> Result<Json<RecordKept>, ApiError> {
    let now = hub.now().date;
    let keeper = asking.person.clone();
    let (bytes, most) = (text.len(), hub.config().kept);
    pasted::check_length(&text).map_err(|_| ApiError::TooLarge)?;
    let read = move |store: &Store| {
        let (_, records) = all_pasted(&text)?;
        // A board alone can be played from, and is no game to keep.
        let records = records.into_iter().map(with_moves);
        let records = records.collect::<Result<Vec<_>, _>>()?;
        let known = known(store, &asking, &records)?;
        let games = records.into_iter().zip(known);
        let found: Vec<_> = games
            .map(|(record, known)| match known {
                Some(known) => Err(known),
                None => Ok(Box::new(StoredGame::of(record, now))),
            })
            .collect();
        let fresh = found.iter().filter(|game| game.is_ok()).count();
        if let Some(person) = &asking.person
            && store.kept_by(person, most)? as usize + fresh > most as usize
            && fresh > 0
        {
            return Err(ApiError::Kept);
        }
        Ok((found, fresh as u32))
    };
    let (found, fresh) = reading(&hub, from, bytes, read).await?;
    if fresh > 0 {
        // A game takes its place on the disk, however short its text.
        hub.quotas()
            .import(from, bytes.max(fresh as usize * 1024))?;
    }
    let games = found.len() as u32;
    let mut first = None;
    let mut saves = Vec::new();
    for game in found {
        let record = game.map_or_else(
            |known| known,
            |game| {
                let (id, keeper) = (token::game_id(), keeper.clone());
                saves.push(Save::Import {
                    id: id.clone(),
                    game,
                    keeper,
                });
                id
            },
        );
        first.get_or_insert(record);
    }
    if !saves.is_empty() {
        hub.save(saves).await?;
    }
    Ok(Json(RecordKept {
        record: first.ok_or(ApiError::NoRecord)?,
        known: fresh == 0,
        games,
        fresh,
    }))
}

/// How many plies are moves: a pass is none, nor is a resignation.
fn moves_in(plies: &[Ply]) -> u32 {
    plies.iter().filter(|ply| ply.kind == PlyKind::Move).count() as u32
}

/// Says what a text is understood as.
pub(super) async fn read(
    State(hub): State<Arc<Hub>>,
    asking: Asking,
    Origin(from): Origin,
    TextBody(text): TextBody,
) -> Result<Json<Understood>, ApiError> {
    let bytes = text.len();
    pasted::check_length(&text).map_err(|_| ApiError::TooLarge)?;
    let read = move |store: &Store| {
        let (format, records) = all_pasted(&text)?;
        let games = records.len() as u32;
        let known = known(store, &asking, &records)?;
        let fresh = known.iter().filter(|known| known.is_none()).count() as u32;
        let same = known.into_iter().flatten().next();
        let record = records.into_iter().next().ok_or(ApiError::NoRecord)?;
        let plies = record.moves.len();
        let game = StoredGame::of(record, 0);
        let (_, table) = table::open_saved(&game).map_err(unplayable)?;
        Ok(Understood {
            format,
            position: table.view(plies, false),
            plies: plies as u32,
            played: moves_in(table.plies()),
            game: game.header.game,
            seats: game.header.seats,
            result: game.result,
            known: same.filter(|_| fresh == 0),
            games,
            fresh,
        })
    };
    Ok(Json(reading(&hub, from, bytes, read).await?))
}

/// Reads the game that somebody pasted, or all of a class; if one of these cannot be kept, it is named by its number.
fn all_pasted(text: &str) -> Result<(Format, Vec<Record>), ApiError> {
    let Some(games) = pasted::several(text) else {
        return pasted(text).map(|(format, record)| (format, vec![record]));
    };
    let all = games.len();
    if all > MOST_GAMES {
        let problem = format!("this holds {all} games; at most {MOST_GAMES} are read at once");
        return Err(unplayable(problem));
    }
    let mut records: Vec<Record> = Vec::with_capacity(all);
    let mut seen = HashSet::new();
    for (number, game) in (1..).zip(&games) {
        let read = pasted(game).and_then(|(_, record)| with_moves(record));
        let record =
            read.map_err(|error| unplayable(format!("game {number} of {all}: {error}")))?;
        // The same game twice is one.
        if seen.insert(game) {
            records.push(record);
        }
    }
    Ok((Format::Class, records))
}

/// Returns a record that has as many moves as can be kept.
fn with_moves(record: Record) -> Result<Record, ApiError> {
    let moves = record.moves.len();
    if !(1..=MOST_PLIES).contains(&moves) {
        let problem = format!("a record has 1 to {MOST_PLIES} moves, this one {moves}");
        return Err(ApiError::Unplayable(problem));
    }
    Ok(record)
}

/// Reads a text of so many bytes aside, if its address has not sent too much lately, and when few others are read.
async fn reading<T: Send + 'static>(
    hub: &Arc<Hub>,
    from: IpAddr,
    bytes: usize,
    read: impl FnOnce(&Store) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    hub.quotas().reading(from, bytes)?;
    let place = hub.reading().await;
    // The place is taken until the work is done, also if whoever asked has gone.
    let read = move |store: &Store| {
        let _place = place;
        read(store)
    };
    hub.aside(read).await
}

fn unplayable(error: impl Display) -> ApiError {
    ApiError::Unplayable(error.to_string())
}

/// Returns for each record the one of whoever asks in which the same happened, if there is one.
fn known(
    store: &Store,
    asking: &Asking,
    records: &[Record],
) -> Result<Vec<Option<GameId>>, ApiError> {
    let Some(person) = &asking.person else {
        return Ok(vec![None; records.len()]);
    };
    Ok(store.same_games(person, records)?)
}

/// Reads what somebody pasted: what it is, and its record as it can be kept.
fn pasted(text: &str) -> Result<(Format, Record), ApiError> {
    let Pasted { format, mut record } = pasted::read(text, None).map_err(|error| match error {
        PastedError::Unknown
        | PastedError::Record(RecordError::Json(_))
        | PastedError::Line(LineError::Header(HeaderError::Shape)) => {
            ApiError::Malformed(error.to_string())
        }
        error => unplayable(error),
    })?;
    let dates = [record.started, record.ended];
    if let Some(date) = dates.into_iter().flatten().find(|&date| date > LAST_DATE) {
        let problem = format!("{date} is no date; milliseconds since 1970 are meant");
        return Err(unplayable(problem));
    }
    record.check_times().map_err(unplayable)?;
    record.check_levels().map_err(unplayable)?;
    let seats = record.seats.len();
    for (number, entry) in (1..).zip(&record.moves) {
        if entry.values.as_ref().is_some_and(|all| all.len() > seats) {
            let problem = format!("move {number} has more values than the game has seats");
            return Err(unplayable(problem));
        }
        let kind = entry.note.as_ref().map_or("", |note| &note.kind);
        if kind.chars().count() > MOST_KIND {
            let problem =
                format!("the note of move {number} is longer than {MOST_KIND} characters");
            return Err(unplayable(problem));
        }
    }
    let movers = record.moves.iter_mut();
    let movers = movers.filter_map(|entry| entry.by.as_mut());
    for sitter in record.seats.iter_mut().chain(movers) {
        sitter.name = room::name(&sitter.name);
        sitter.player = sitter.player.as_deref().map(room::name);
    }
    // A game without a board follows its rules too, and cannot be looked at.
    table::open_saved(&StoredGame::of(record.clone(), 0)).map_err(unplayable)?;
    Ok((format, record))
}

pub(super) async fn analysis(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<GameId>,
) -> Result<Json<AnalysisState>, ApiError> {
    // Whoever asks again and again has it open.
    hub.analyses.look_at(&record);
    Ok(Json(analysis::state(&hub, &record).await?))
}

pub(super) async fn analyse(
    State(hub): State<Arc<Hub>>,
    Path(record): Path<GameId>,
    Origin(from): Origin,
) -> Result<Json<AnalysisState>, ApiError> {
    analysis::start(&hub, &record, from).await?;
    Ok(Json(analysis::state(&hub, &record).await?))
}

pub(super) async fn results(
    State(hub): State<Arc<Hub>>,
    asking: Asking,
) -> Result<Json<OwnResults>, ApiError> {
    let read = move |store: &Store| {
        let person = asking.person.as_ref();
        Ok(person.map_or(Ok(Vec::new()), |person| store.results_of(person))?)
    };
    let own = hub.aside(read).await?;
    Ok(Json(OwnResults {
        results: own.into_iter().filter_map(against_ais).collect(),
    }))
}

/// Returns how a game ended for a person, if there was an AI in it.
fn against_ais(own: Own) -> Option<OwnResult> {
    let seat = usize::from(own.seat);
    let others = own.header.seats.iter().enumerate();
    let others = others.filter(|(index, _)| *index != seat);
    let players = others.filter(|(_, sitter)| sitter.player.is_some());
    let players: Vec<_> = players.map(|(_, sitter)| sitter.clone()).collect();
    // Beside a player file a level says nothing about the table.
    let levels: Option<Vec<u8>> = players.iter().map(|sitter| sitter.level).collect();
    let rank = *own.result.ranks.get(seat)?;
    (!players.is_empty()).then_some(OwnResult {
        record: own.id,
        ended: own.ended.to_string(),
        seat: own.seat,
        rank,
        shared: own.result.ranks.iter().filter(|r| **r == rank).count() > 1,
        seats: own.header.seats.len() as u8,
        score: *own.result.scores.get(seat)?,
        level: levels.and_then(|levels| levels.into_iter().max()),
        game: own.header.game,
        players,
    })
}
