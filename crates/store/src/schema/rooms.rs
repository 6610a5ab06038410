//! The fourth migration: rooms store who sits where and how time is counted in the format of
//! records.

use rusqlite::{Transaction, params};
use rusqlite_migration::{HookError, HookResult};
use serde_json::{Map, Value, json};

/// Rewrites the state of every room.
pub(super) fn rewrite(transaction: &Transaction<'_>) -> HookResult {
    let mut rooms = transaction.prepare("SELECT id, state FROM room")?;
    let rooms = rooms.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rooms: Vec<(String, String)> = rooms.collect::<Result<_, _>>()?;
    for (id, state) in rooms {
        let unreadable = |error: serde_json::Error| {
            HookError::Hook(format!("room {id} cannot be read: {error}"))
        };
        let mut state: Map<String, Value> = serde_json::from_str(&state).map_err(unreadable)?;
        let clock = state.remove("clock").unwrap_or_default();
        state.insert("clock".to_owned(), time_control(clock));
        let chairs = state.remove("chairs").unwrap_or_default();
        let chairs = chairs.as_array().into_iter().flatten();
        state.insert("seats".to_owned(), chairs.map(seat).collect());
        let text = Value::Object(state).to_string();
        transaction.execute(
            "UPDATE room SET state = ?2 WHERE id = ?1",
            params![id, text],
        )?;
    }
    Ok(())
}

/// Translates a time control: `{"kind": "none"}` becomes null, all others lose their `kind`.
fn time_control(mut clock: Value) -> Value {
    if clock["kind"] == "none" {
        return Value::Null;
    }
    if let Some(fields) = clock.as_object_mut() {
        fields.remove("kind");
    }
    clock
}

fn seat(chair: &Value) -> Value {
    match chair["kind"].as_str() {
        Some("person") => json!({
            "sitter": {"name": chair["name"]},
            "held": {"person": chair["person"], "token": chair["token"]},
        }),
        Some("ai") => {
            let player = chair["player"].as_str().unwrap_or_default();
            let level = chair["level"]
                .as_u64()
                .and_then(|level| level.try_into().ok());
            json!({"sitter": records::Sitter::ai(player, level)})
        }
        _ => Value::Null,
    }
}
