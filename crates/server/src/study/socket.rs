//! The socket of a participant: it only tells sooner what a request would tell as well.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::response::Response;
use study::Code;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{sleep, timeout};

use super::StudyHub;
use super::actor::{Command, Line};
use crate::error::ApiError;
use crate::protocol::study::StudyView;

/// How long a client may take for its first message, and to accept one.
const PATIENCE: Duration = Duration::from_secs(10);
/// A socket that sends nothing for this long is closed: the page says something every 20 seconds.
const SILENCE: Duration = Duration::from_secs(60);

pub(super) async fn connect(
    State(hub): State<Arc<StudyHub>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let upgrade = upgrade
        .max_message_size(1024)
        .max_frame_size(1024)
        .write_buffer_size(0);
    let from = hub.gate.origin(&headers, from);
    Ok(upgrade.on_upgrade(move |socket| async move { serve(hub, from, &headers, socket).await }))
}

async fn serve(hub: Arc<StudyHub>, from: IpAddr, headers: &HeaderMap, mut socket: WebSocket) {
    let Ok(Some(Ok(Frame::Text(first)))) = timeout(PATIENCE, socket.recv()).await else {
        return;
    };
    let Ok(code) = hub.code(&first, from, headers).await else {
        return;
    };
    let line = hub.line_of(&code);
    let known = line.ask(|answer| Command::View(code.clone(), answer)).await;
    if known.is_err() {
        return;
    }
    // A study that has ended hears nobody.
    let _ = line.commands.send(Command::Present(code.clone(), true));
    talk(&hub, &line, &code, &mut socket).await;
    let _ = line.commands.send(Command::Present(code, false));
}

/// Sends the view whenever it changes, until one side ends. What changes nothing that is shown, as a reply
/// that is held back, sends nothing: when it came would tell how long a program thought.
async fn talk(hub: &StudyHub, line: &Line, code: &Code, socket: &mut WebSocket) {
    let (mut changes, mut closed) = (line.changes.subscribe(), hub.closed.subscribe());
    let mut shown = None;
    loop {
        let Ok(view) = line.ask(|answer| Command::View(code.clone(), answer)).await else {
            return;
        };
        let next = view.next;
        // How long it is until something changes is counted by the page itself.
        let timeless = StudyView {
            next: next.map(|_| 0),
            ..view.clone()
        };
        if shown.as_ref() != Some(&timeless) {
            let text = serde_json::to_string(&view).unwrap_or_default();
            let sent = timeout(PATIENCE, socket.send(Frame::Text(text.into()))).await;
            if !matches!(sent, Ok(Ok(()))) {
                return;
            }
            shown = Some(timeless);
        }
        // What is told in a simulated study is told by requests alone.
        let soon = next.filter(|_| !hub.simulated).map(u64::from);
        let until = async {
            match soon {
                Some(ms) => sleep(Duration::from_millis(ms + 1)).await,
                None => std::future::pending().await,
            }
        };
        tokio::pin!(until);
        loop {
            tokio::select! {
                () = &mut until => break,
                change = changes.recv() => match change {
                    Ok(changed) if changed == *code => break,
                    Ok(_) => {}
                    // So much has changed that this may have, too.
                    Err(RecvError::Lagged(_)) => break,
                    Err(RecvError::Closed) => return,
                },
                said = timeout(SILENCE, socket.recv()) => match said {
                    Ok(Some(Ok(Frame::Close(_)) | Err(_)) | None) | Err(_) => return,
                    Ok(Some(Ok(_))) => {}
                },
                _ = closed.wait_for(|closed| *closed) => return,
            }
        }
    }
}
