//! A server from its start to its clean end.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use store::{Store, StoreError};
use thiserror::Error;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::config::Config;
use crate::error::ApiError;
use crate::guard::{self, Gate};
use crate::hub::Hub;
use crate::{addresses, api, connections, descriptors, expiry, page, private};

/// How long open requests may take when the server ends, and how often to look whether all are done.
pub(crate) const LAST_WORDS: Duration = Duration::from_secs(5);
const LOOK_AGAIN: Duration = Duration::from_millis(5);

type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    hub: Arc<Hub>,
}

/// Why a server cannot be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// Another process listens there.
    #[error(
        "port {0} is taken by another program, perhaps another kaesu; open that one, end it, or choose another port with --listen"
    )]
    PortTaken(u16),
    /// The address cannot be listened on.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The system lets this process open too few files.
    #[error(
        "the system lets kaesu open {0} files and connections at once, which is too few; allow at least 64 with `ulimit -n 64`"
    )]
    Descriptors(u64),
    /// The folder of the database cannot be made.
    #[error("cannot make the folder of {0}: {1}")]
    Folder(String, std::io::Error),
    /// The database cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database cannot be used.
    #[error("{0}")]
    Data(String),
}

impl Server {
    /// Opens the database and the port.
    ///
    /// # Errors
    /// Returns an error if either is in use or cannot be opened.
    pub async fn bind(mut config: Config) -> Result<Self, StartError> {
        let listener = listen(config.listen).await?;
        private::folder_of(&config.data)
            .map_err(|e| StartError::Folder(config.data.display().to_string(), e))?;
        let (store, writer) = Store::open(&config.data)?;
        if let Some(error) = store.exposed() {
            let file = store.path().display();
            tracing::warn!(%error, %file, "others on this machine may be able to read the data file");
        }
        if let Ok(address) = listener.local_addr() {
            config.listen = address;
        }
        let hub = Hub::new(config, store, writer).map_err(|error| match error {
            ApiError::Store(error) => StartError::Store(error),
            other => StartError::Data(other.to_string()),
        })?;
        Ok(Self {
            listener,
            hub: Arc::new(hub),
        })
    }

    /// Returns what pupils type to come in, if the server holds a class.
    #[must_use]
    pub fn class_code(&self) -> Option<String> {
        self.hub.class().map(crate::class::Class::code)
    }

    /// Returns where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.hub.config().listen
    }

    /// Returns the address a browser on this machine opens.
    #[must_use]
    pub fn page(&self) -> String {
        let mut address = self.address();
        if address.ip().is_unspecified() {
            address.set_ip([127, 0, 0, 1].into());
        }
        format!("http://{address}/")
    }

    /// Returns the addresses at which others can reach the page; none if only this machine can.
    #[must_use]
    pub fn for_others(&self) -> Vec<String> {
        addresses::reachable(self.address())
    }

    /// Returns the part of the address that identifies the one who started the server.
    #[must_use]
    pub fn admin(&self) -> &str {
        self.hub.admin().reveal()
    }

    /// Serves until `end` is ready or whoever started the server ends it from the page. When this
    /// returns, everything is saved.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) {
        self.run_until(Box::pin(end)).await;
    }

    /// Boxed, so that it is compiled here and not again wherever a server runs.
    fn run_until(self, end: Boxed<()>) -> Boxed<()> {
        Box::pin(async move {
            let hub = Arc::clone(&self.hub);
            let closing = async move {
                tokio::select! {
                    () = end => {}
                    () = hub.until_quit() => {}
                }
                hub.close();
            };
            let hub = self.hub;
            let expiry = expiry::watch(Arc::downgrade(&hub), hub.config().expiry);
            let expiry = tokio::spawn(expiry);
            let ended = async {
                connections::serve(self.listener, router(&hub), hub.config(), closing).await;
                // Rooms and sockets let go of it when they are done, and with it of the data file.
                while Arc::strong_count(&hub) > 1 {
                    tokio::time::sleep(LOOK_AGAIN).await;
                }
            };
            tokio::select! {
                () = ended => {}
                // A client that does not read its last message delays nobody.
                () = async { hub.closing().await; tokio::time::sleep(LAST_WORDS).await } => {}
            }
            expiry.abort();
        })
    }
}

/// Opens a port.
pub(crate) async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    descriptors::raise().map_err(StartError::Descriptors)?;
    TcpListener::bind(address).await.map_err(|error| {
        if error.kind() == std::io::ErrorKind::AddrInUse {
            StartError::PortTaken(address.port())
        } else {
            StartError::Listen(address, error)
        }
    })
}

/// Returns the router of all addresses.
fn router(hub: &Arc<Hub>) -> Router {
    with_page(api::routes(hub), hub.gate())
}

/// Adds the page to the router of an API, with the headers that isolate the page on every answer.
pub(crate) fn with_page(api: Router, gate: &Arc<Gate>) -> Router {
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                  font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
                  media-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let page = Router::new()
        .fallback(page::serve)
        .layer(CompressionLayer::new())
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(gate),
            guard::check,
        ));
    let mut router = api.merge(page);
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        let value = HeaderValue::from_static(value);
        router = router.layer(SetResponseHeaderLayer::if_not_present(name, value));
    }
    router
}
