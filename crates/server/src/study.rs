//! A study with people, served: its own addresses, its own folder, and no room of anybody.
//!
//! Participants answer by HTTP, so that nothing is lost where WebSockets are blocked; the socket only
//! tells them sooner what has changed. An answer is confirmed when it is on the disk.

mod actor;
mod boards;
mod clock;
mod guesses;
mod presence;
mod routes;
pub mod simulate;
mod socket;
mod view;
mod visitors;

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::thread::JoinHandle;

use study::folder::{Folder, FolderError};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;

use self::actor::{Command, Line};
use self::clock::Clock;
use self::guesses::Guesses;
use self::visitors::Visitors;
use crate::config::Config;
use crate::connections;
use crate::guard::Gate;
use crate::serve::{self, StartError};
use crate::token::Token;

/// Wrong codes a minute from one address; a class room shares one.
const WRONG_CODES: u32 = 10;

/// Why a study cannot be served.
#[derive(Debug, Error)]
pub enum StudyStartError {
    /// The server cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Somebody was simulated there before.
    #[error("{0} holds a simulated study already; name a new folder with --folder")]
    Used(String),
    /// Simulated people found something that is not as it should be.
    #[error("a simulated person could not go on: {0}")]
    Simulated(String),
}

type Boxed = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What all requests share.
pub(crate) struct StudyHub {
    config: Config,
    /// To the study itself.
    line: Line,
    visitors: Visitors,
    /// Whoever shows it is the experimenter.
    desk: Token,
    /// Whoever shows it tries the study out.
    test: Token,
    /// What the passes of browsers are made with.
    pass: Token,
    gate: Arc<Gate>,
    wrong_codes: Guesses,
    entry: crate::protocol::study::StudyEntry,
    simulated: bool,
    closed: watch::Sender<bool>,
}

/// A study that is served.
pub struct StudyServer {
    listener: TcpListener,
    hub: Arc<StudyHub>,
    thread: JoinHandle<()>,
}

impl StudyServer {
    /// Opens the port and begins where the study stands.
    ///
    /// # Errors
    /// Returns an error if the port is in use, or the folder cannot be read.
    pub async fn bind(mut config: Config, folder: Folder) -> Result<Self, StudyStartError> {
        let listener = serve::listen(config.listen).await?;
        config.listen = listener.local_addr().unwrap_or(config.listen);
        let [desk, test, pass] = ["desk", "test", "pass"].map(|key| secret(&folder, key));
        let (desk, test, pass) = (desk?, test?, pass?);
        let study = Arc::clone(folder.study());
        let simulated = folder.is_simulated();
        let clock = if simulated {
            Clock::Told(0)
        } else {
            Clock::Real
        };
        let entry = crate::protocol::study::StudyEntry {
            title: view::label(&study.title),
            languages: study
                .languages
                .iter()
                .map(|l| l.name().to_owned())
                .collect(),
            consent: view::label(&study.consent.text),
            withdraw_until: study.consent.withdraw_until.clone(),
            guardian: study.consent.guardian,
            closed: false,
            simulated,
        };
        let visitors = Visitors::start(&study, clock)?;
        let (line, thread) = actor::start(folder, clock, config.thinkers)?;
        let hub = StudyHub {
            line,
            visitors,
            desk,
            test,
            pass,
            gate: Arc::new(Gate::new(config.clone())),
            wrong_codes: Guesses::new(WRONG_CODES),
            config,
            entry,
            simulated,
            closed: watch::Sender::new(false),
        };
        Ok(Self {
            listener,
            hub: Arc::new(hub),
            thread,
        })
    }

    /// Returns where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.hub.config.listen
    }

    /// Returns the address for participants.
    #[must_use]
    pub fn link(&self) -> String {
        self.hub.link()
    }

    /// Returns the secret address of the experimenter.
    #[must_use]
    pub fn desk(&self) -> String {
        format!("{}/desk#desk={}", self.hub.link(), self.hub.desk.reveal())
    }

    /// Returns the address for trying the study out.
    #[must_use]
    pub fn test_link(&self) -> String {
        self.hub.test_link()
    }

    /// Serves until `end` is ready. When this returns, everything is saved.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) {
        self.run_until(Box::pin(end)).await;
    }

    /// Boxed, so that it is compiled here and not again wherever a study runs.
    fn run_until(self, end: Boxed) -> Boxed {
        Box::pin(async move {
            let hub = Arc::clone(&self.hub);
            let closing = async move {
                end.await;
                hub.closed.send_replace(true);
            };
            let router = serve::with_page(routes::routes(&self.hub), &self.hub.gate);
            let mut closed = self.hub.closed.subscribe();
            let serving = connections::serve(self.listener, router, &self.hub.config, closing);
            tokio::select! {
                () = serving => {}
                () = async {
                    // The sender lives as long as the hub.
                    let _ = closed.wait_for(|closed| *closed).await;
                    tokio::time::sleep(serve::LAST_WORDS).await;
                } => {}
            }
            // Whoever opens the folder next finds it free. A thread that broke down is no longer there.
            let _ = self.hub.line.commands.send(Command::End);
            self.hub.visitors.end();
            let _ = tokio::task::spawn_blocking(move || self.thread.join()).await;
        })
    }
}

impl StudyHub {
    fn link(&self) -> String {
        let reachable = crate::addresses::reachable(self.config.listen)
            .into_iter()
            .next();
        let own = || {
            let mut address = self.config.listen;
            if address.ip().is_unspecified() {
                address.set_ip([127, 0, 0, 1].into());
            }
            format!("http://{address}")
        };
        format!("{}/study", reachable.unwrap_or_else(own))
    }

    fn test_link(&self) -> String {
        format!("{}?test={}", self.link(), self.test.reveal())
    }
}

/// Returns a secret of the study, which stays the same.
fn secret(folder: &Folder, key: &str) -> Result<Token, FolderError> {
    if let Some(secret) = folder.log().setting(key)? {
        return Ok(Token::known(secret));
    }
    let secret = Token::random();
    folder.log().append(&[], &[(key, secret.reveal())])?;
    Ok(secret)
}
