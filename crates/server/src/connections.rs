//! Connections: how many there may be, and how long each may keep others waiting.

mod gate;
mod stream;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

use crate::addresses::household;
use crate::config::Config;
use crate::descriptors;
use gate::{Gate, QUIET};
use stream::Patient;

/// How long to wait when the system has nothing left to accept a connection with.
const RECOVERY: Duration = Duration::from_secs(1);

/// What is told to somebody there is no room for.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-type: application/json\r\ncontent-length: 75\r\nretry-after: 60\r\nconnection: close\r\n\r\n\
    {\"code\":\"full\",\"message\":\"the server is full; try again in a few minutes\"}\n";

/// Serves whoever connects until `closing` is ready, and then what was asked before.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    config: &Config,
    closing: impl Future<Output = ()>,
) {
    let (most, each) = descriptors::places(config, &listener);
    let gate = Arc::new(Gate::new(most, each));
    let patience = config.patience;
    let mut http = http1::Builder::new();
    // Of an idle connection as well: whatever it asks next is a head.
    http.timer(TokioTimer::new()).header_read_timeout(patience);
    // Every connection watches it until it is done.
    let ending = watch::Sender::new(false);
    let mut closing = std::pin::pin!(closing);
    let mut logged = None;
    loop {
        let (stream, from) = tokio::select! {
            accepted = accept(&listener, &mut logged) => accepted,
            () = &mut closing => break,
        };
        let Some(place) = gate.enter(household(from.ip())) else {
            refuse(&stream);
            continue;
        };
        let router = router.clone();
        let answer = service_fn(move |request| answered(router.clone(), from, request));
        let io = TokioIo::new(Patient::new(stream, patience, place));
        let connection = http.serve_connection(io, answer).with_upgrades();
        let mut ended = ending.subscribe();
        tokio::spawn(async move {
            let mut connection = std::pin::pin!(connection);
            tokio::select! {
                // A client that breaks off harms nobody.
                _ = connection.as_mut() => return,
                _ = ended.wait_for(|ended| *ended) => {}
            }
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        });
    }
    drop(listener);
    ending.send_replace(true);
    ending.closed().await;
}

async fn accept(listener: &TcpListener, logged: &mut Option<Instant>) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                // Moves are small and wanted at once.
                let _ = stream.set_nodelay(true);
                return (stream, from);
            }
            Err(error) if is_of_client(&error) => {}
            Err(error) => {
                if logged.is_none_or(|at| at.elapsed() >= QUIET) {
                    *logged = Some(Instant::now());
                    tracing::error!(%error, "no connection can be accepted");
                }
                tokio::time::sleep(RECOVERY).await;
            }
        }
    }
}

fn is_of_client(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}

/// Says that there is no room, if it can be said without waiting.
fn refuse(stream: &TcpStream) {
    let _ = stream.try_write(FULL);
}

async fn answered(
    router: Router,
    from: SocketAddr,
    request: Request<Incoming>,
) -> Result<axum::response::Response, Infallible> {
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(from));
    router.oneshot(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_refused_gets_a_whole_answer() {
        let text = std::str::from_utf8(FULL).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let length = format!("content-length: {}\r\n", body.len());
        assert!(head.contains(&length), "{length}");
        let failure: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(failure["code"], "full");
    }

    #[tokio::test]
    async fn what_is_small_is_sent_at_once() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let at = listener.local_addr().unwrap();
        let mut logged = None;
        let accepted = accept(&listener, &mut logged);
        let (client, (served, _)) = tokio::join!(TcpStream::connect(at), accepted);
        assert!(client.is_ok() && served.nodelay().unwrap());
    }
}
