//! One WebSocket: messages in, messages out, and nothing a client sends can harm another.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::PathRejection;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use store::RoomId;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use crate::api::person::Origin;
use crate::error::ApiError;
use crate::hub::Hub;
use crate::protocol::socket::{Hello, Message, Request};
use crate::refusal::Refusal;
use crate::room::actor::{Command, Outgoing};
use crate::room::{ClientId, message_text};

/// The largest message of a client.
const MOST_BYTES: usize = 8 * 1024;
/// Room for what is read at once.
const READ_BYTES: usize = 4 * 1024;
/// The most messages that may wait for a client before it is cut off.
const OUTGOING: usize = 256;
/// Messages a client may send at once, and how long it takes to earn the next.
const BURST: u32 = 60;
const EACH: Duration = Duration::from_millis(50);
/// After this many unreadable messages the socket is closed.
const MOST_UNREADABLE: u32 = 20;

pub(crate) async fn connect(
    State(hub): State<Arc<Hub>>,
    room: Result<Path<RoomId>, PathRejection>,
    Origin(from): Origin,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let Path(room) = room.map_err(|error| ApiError::Malformed(error.body_text()))?;
    let client = hub.next_client();
    // A room that does not exist is reported by a status, before there is a socket.
    hub.view(&room).await?;
    let upgrade = upgrade
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES)
        // What clients send is small; the usual 128 KiB for each would be most of the memory.
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| serve(hub, room, socket, (client, from))))
}

async fn serve(
    hub: Arc<Hub>,
    room: RoomId,
    mut socket: WebSocket,
    (client, from): (ClientId, IpAddr),
) {
    let patience = hub.config().socket_patience;
    let hello = match timeout(patience, hello(&mut socket, patience)).await {
        Ok(Some(hello)) => hello,
        Ok(None) | Err(_) => return,
    };
    let (outgoing, incoming) = mpsc::channel(OUTGOING);
    let command = Command::Connect {
        client,
        hello: Box::new(hello),
        from,
        outgoing,
    };
    if hub.tell(&room, command).await.is_err() {
        bye(&mut socket, patience, "the room is gone", false).await;
        return;
    }
    talk(&hub, &room, &mut socket, incoming, client).await;
    hub.tell_if_awake(&room, Command::Disconnect { client })
        .await;
}

/// Returns the first message; `None` if the client does not know the protocol.
async fn hello(socket: &mut WebSocket, patience: Duration) -> Option<Hello> {
    loop {
        let text = match socket.recv().await?.ok()? {
            Frame::Text(text) => text,
            Frame::Ping(_) | Frame::Pong(_) => continue,
            Frame::Binary(_) | Frame::Close(_) => return None,
        };
        match serde_json::from_str(&text) {
            Ok(hello) => return Some(hello),
            Err(error) => {
                let refusal = Refusal::Unreadable(error.to_string());
                let answer = message_text(&refusal.answer(None));
                socket.send(Frame::Text(answer)).await.ok()?;
                bye(socket, patience, "the first message says who comes", false).await;
                return None;
            }
        }
    }
}

async fn bye(socket: &mut WebSocket, patience: Duration, message: &str, again: bool) {
    let message = message_text(&Message::Bye {
        message: message.to_owned(),
        again,
    });
    // The client may have disconnected already.
    let _ = timeout(patience, socket.send(Frame::Text(message))).await;
    let frame = CloseFrame {
        code: 1000,
        reason: Utf8Bytes::from_static(""),
    };
    let _ = timeout(patience, socket.send(Frame::Close(Some(frame)))).await;
}

async fn talk(
    hub: &Arc<Hub>,
    room: &RoomId,
    socket: &mut WebSocket,
    mut incoming: mpsc::Receiver<Outgoing>,
    client: ClientId,
) {
    let (patience, silence) = (hub.config().socket_patience, hub.config().silence);
    let mut pace = Pace::new();
    let mut unreadable = 0;
    let mut heard = Instant::now();
    loop {
        let frame = tokio::select! {
            message = incoming.recv() => {
                let message = match message {
                    Some(Outgoing::Say(message)) => message,
                    Some(Outgoing::Bye { message, again }) => {
                        return bye(socket, patience, &message, again).await;
                    }
                    None => return bye(socket, patience, "come back, the room goes on", true).await,
                };
                match timeout(patience, socket.send(Frame::Text(message))).await {
                    Ok(Ok(())) => continue,
                    Ok(Err(_)) | Err(_) => return,
                }
            }
            frame = socket.recv() => frame,
            () = tokio::time::sleep_until(heard + silence) => {
                return bye(socket, patience, "nothing was heard for too long", true).await;
            }
            () = hub.closing() => {
                return bye(socket, patience, "the server ends", true).await;
            }
        };
        heard = Instant::now();
        let refusal = match frame {
            None | Some(Err(_) | Ok(Frame::Close(_))) => return,
            Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => continue,
            Some(Ok(Frame::Binary(_))) => {
                Refusal::Unreadable("messages are JSON texts".to_owned()).answer(None)
            }
            Some(Ok(Frame::Text(text))) => match serde_json::from_str::<Request>(&text) {
                Ok(request) if !pace.allow() => Refusal::TooFast.answer(Some(request.id)),
                Ok(request) => {
                    let command = Command::Request { client, request };
                    if !hub.tell_if_awake(room, command).await {
                        return bye(socket, patience, "come back, the room goes on", true).await;
                    }
                    continue;
                }
                Err(error) => Refusal::Unreadable(error.to_string()).answer(None),
            },
        };
        if matches!(refusal, Message::Refused { id: None, .. }) {
            unreadable += 1;
        }
        let answer = Frame::Text(message_text(&refusal));
        match timeout(patience, socket.send(answer)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return,
        }
        if unreadable >= MOST_UNREADABLE {
            return bye(
                socket,
                patience,
                "too many messages that cannot be read",
                false,
            )
            .await;
        }
    }
}

/// How fast one client may send.
struct Pace {
    left: u32,
    since: Instant,
}

impl Pace {
    fn new() -> Self {
        Self {
            left: BURST,
            since: Instant::now(),
        }
    }

    fn allow(&mut self) -> bool {
        let earned = (self.since.elapsed().as_millis() / EACH.as_millis()) as u32;
        if earned > 0 {
            self.left = self.left.saturating_add(earned).min(BURST);
            self.since = Instant::now();
        }
        let allowed = self.left > 0;
        self.left = self.left.saturating_sub(1);
        allowed
    }
}
