//! What can be asked without a room: games, players, texts to check; and the end of the server.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use rules::GameName;
use rules::name::{CATALOGUE, Entry, NameError};
use serde::Deserialize;
use store::Store;

use super::Body;
use super::person::Asking;
use crate::addresses;
use crate::class::Class;
use crate::error::ApiError;
use crate::hub::Hub;
use crate::protocol::http::{Check, Checked, GameEntry, GameOption, Info, Players};
use crate::table::{self, Table};

/// The longest text to check.
pub(super) const MOST_TEXT: usize = 16 * 1024;

pub(super) async fn info(State(hub): State<Arc<Hub>>, asking: Asking) -> Json<Info> {
    let config = hub.config();
    Json(Info {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        addresses: addresses::reachable(config.listen),
        loopback: config.is_loopback(),
        admin: asking.admin,
        grace: config.grace.as_secs() as u32,
        cap: hub.class().map(Class::cap),
    })
}

/// Parses a game's name, or returns why it is not one and which can be played here.
pub(super) fn name(text: &str) -> Result<GameName, ApiError> {
    text.parse().map_err(|error: NameError| {
        let error = match error {
            NameError::UnknownGame { name, .. } => {
                let games: Vec<Entry> = playable().map(|(entry, _)| entry).collect();
                NameError::unknown(&name, &games)
            }
            error => error,
        };
        ApiError::Unplayable(error.to_string())
    })
}

/// Returns the games that have a board, each at its start.
fn playable() -> impl Iterator<Item = (Entry, Box<dyn Table>)> {
    CATALOGUE.iter().filter_map(|entry| {
        let table = table::open_at_start(&entry.name.parse().ok()?).ok()?;
        Some((*entry, table))
    })
}

pub(super) async fn games() -> Json<Vec<GameEntry>> {
    let games = playable().map(|(entry, table)| {
        let options = (entry.options)().into_iter().map(|option| GameOption {
            key: option.key.to_owned(),
            label: option.label.into(),
            values: option.choices.iter().map(Into::into).collect(),
            about: option.about.to_owned(),
        });
        GameEntry {
            name: entry.name.to_owned(),
            about: entry.about.to_owned(),
            options: options.collect(),
            seats: table.seats(),
            board: table.view(0, false).board,
        }
    });
    Json(games.collect())
}

#[derive(Deserialize)]
pub(super) struct Game {
    game: String,
}

pub(super) async fn players(
    State(hub): State<Arc<Hub>>,
    query: Result<Query<Game>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Players>, ApiError> {
    let Query(query) = query.map_err(|error| ApiError::Malformed(error.body_text()))?;
    let game = name(&query.game)?;
    let roster = Arc::clone(hub.roster());
    let players = hub.aside(move |_| Ok(roster.list(&game)));
    Ok(Json(players.await?))
}

pub(super) async fn check(
    State(hub): State<Arc<Hub>>,
    Body(check): Body<Check>,
) -> Result<Json<Checked>, ApiError> {
    let check = move |_: &Store| {
        let (game, table) = open(&check.game, &check.text)?;
        Ok(Checked {
            game: game.to_string(),
            seats: table.seats(),
            start: table.start_line(),
            plies: table.plies().to_vec(),
            position: table.view(table.plies().len(), true),
        })
    };
    Ok(Json(hub.aside(check).await?))
}

/// Opens a table with the game that a text describes.
pub(crate) fn open(game: &str, text: &str) -> Result<(GameName, Box<dyn Table>), ApiError> {
    if text.len() > MOST_TEXT {
        let problem = "the text is too long; a game or position has at most 16 KiB";
        return Err(ApiError::Unplayable(problem.to_owned()));
    }
    table::open(&name(game)?, text).map_err(|error| ApiError::Unplayable(error.to_string()))
}

pub(super) async fn quit(
    State(hub): State<Arc<Hub>>,
    asking: Asking,
) -> Result<StatusCode, ApiError> {
    asking.must_be_admin()?;
    hub.quit();
    Ok(StatusCode::NO_CONTENT)
}
