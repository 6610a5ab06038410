//! Rooms that were made and never played in go after some time, so that the data file holds games and not doors.

use std::sync::{Arc, Weak};
use std::time::Duration;

use store::Save;

use crate::error::ApiError;
use crate::hub::Hub;

/// How often it is looked for them, at most.
const LOOK: Duration = Duration::from_secs(60 * 60);
/// How many go at a time; the rest goes with the next.
const AT_ONCE: u32 = 1000;

/// Looks for such rooms as long as the server runs.
pub(crate) async fn watch(hub: Weak<Hub>, after: Duration) {
    loop {
        let Some(hub) = hub.upgrade() else { return };
        let gone = match expire(&hub, after).await {
            Ok(gone) => gone,
            Err(error) => {
                tracing::warn!(%error, "rooms nobody played in are kept");
                0
            }
        };
        drop(hub);
        let more = gone == AT_ONCE as usize;
        tokio::time::sleep(if more {
            Duration::from_secs(1)
        } else {
            LOOK.min(after)
        })
        .await;
    }
}

/// Deletes such rooms unless somebody is there; returns how many.
async fn expire(hub: &Arc<Hub>, after: Duration) -> Result<usize, ApiError> {
    let before = hub.now().date.saturating_sub(after.as_millis() as u64);
    let rooms = hub
        .aside(move |store| Ok(store.unplayed_rooms(before, AT_ONCE)?))
        .await?;
    let found = rooms.len();
    let asleep = rooms.into_iter().filter(|id| !hub.is_awake(id));
    let saves: Vec<Save> = asleep.map(|id| Save::Unplayed { id }).collect();
    if !saves.is_empty() {
        hub.save(saves).await?;
    }
    Ok(found)
}
