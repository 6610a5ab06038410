//! `kaesu serve`: the game in the browser.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use players::{PlayerFile, library};
use server::{Config, Server};

use crate::game::whole_number;
use crate::{browser, log};

/// Where the page is unless somebody wants it elsewhere.
const PORT: u16 = 8364;

/// Start the game and open it in the browser. It listens on this machine alone unless --listen
/// says otherwise; Ctrl-C or the Quit button ends it.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Listen here instead: an address with or without port; 0.0.0.0 lets the whole network in
    #[arg(long, value_name = "ADDR", value_parser = address)]
    listen: Option<SocketAddr>,

    /// Hold a class: one code for all, rounds and a standing; listens on the whole network unless --listen
    /// says otherwise
    #[arg(long)]
    class: bool,

    /// People come by this name as well, a proxy's or one of your network; the machine's own name and
    /// addresses are always allowed. May be given several times
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,

    /// A proxy of yours stands before the server and names in X-Forwarded-For where requests come from;
    /// without a proxy anybody could write anything there
    #[arg(long)]
    behind_proxy: bool,

    /// Keep games and rooms in this file instead of the user's data folder
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// Requests a second from one address, ten times as many at once; 0 for no limit
    #[arg(long, value_name = "N", default_value = "100")]
    rate: u32,

    /// Connections in all
    #[arg(long, value_name = "N", default_value = "4000", value_parser = whole_number::<1_000_000>)]
    connections: u32,

    /// Connections from one address; for a large class room more. Behind a proxy it is not counted
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole_number::<1_000_000>)]
    connections_each: u32,

    /// Rooms and further games in them an hour from one address; 0 for no limit
    #[arg(long, value_name = "N", default_value = "1000")]
    rooms_each: u32,

    /// MiB of imported games a day from one address; 0 for no limit
    #[arg(long, value_name = "MIB", default_value = "100")]
    imports_each: u32,

    /// Imported games that one person may keep
    #[arg(long, value_name = "N", default_value = "20000")]
    kept: u32,

    /// Hours after which a room goes in which nobody has played
    #[arg(long, value_name = "HOURS", default_value = "48", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    expiry: u32,

    /// Threads the AIs think on, 256 at most; as many as the machine has cores unless given
    #[arg(long, value_name = "N", value_parser = whole_number::<256>)]
    thinkers: Option<u32>,

    /// Let this player sit in rooms, too; a player file may name another program, which runs with
    /// your rights. May be given several times
    #[arg(long = "player", value_name = "FILE")]
    players: Vec<PathBuf>,

    /// Other programs that play at the same time, in all rooms together
    #[arg(long, value_name = "N", default_value = "8")]
    programs: usize,

    /// Seconds a person may be absent before others may let an AI play on, or claim the game
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    grace: u64,
}

pub(crate) fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .or_else(|_| text.parse::<IpAddr>().map(|ip| SocketAddr::new(ip, PORT)))
        .map_err(|_| "it has to be an address like 0.0.0.0, 192.168.1.5:8364 or [::1]:8364".into())
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let _log = log::start();
    let data = data_file(arguments.data.as_deref())?;
    let everywhere = if arguments.class {
        [0, 0, 0, 0]
    } else {
        [127, 0, 0, 1]
    };
    let listen = arguments
        .listen
        .unwrap_or_else(|| (everywhere, PORT).into());
    let mut config = Config::new(listen, data);
    config.class = arguments.class;
    config.names = arguments.names.clone();
    config.behind_proxy = arguments.behind_proxy;
    config.rate = arguments.rate;
    config.most_connections = arguments.connections as usize;
    config.connections_each = arguments.connections_each as usize;
    config.grace = Duration::from_secs(arguments.grace);
    config.players = brought(&arguments.players)?;
    config.programs = arguments.programs;
    config.rooms_each = arguments.rooms_each;
    config.imports_each = arguments.imports_each;
    config.kept = arguments.kept;
    config.expiry = Duration::from_secs(u64::from(arguments.expiry) * 60 * 60);
    if let Some(thinkers) = arguments.thinkers {
        config.thinkers = thinkers as usize;
    }
    let loopback = config.is_loopback();
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(serve(config, loopback, arguments.no_open))
}

/// Returns the players of these files, each by the file's name without folder and ending.
fn brought(files: &[PathBuf]) -> Result<Vec<(String, PlayerFile)>> {
    let mut players: Vec<(String, PlayerFile)> = Vec::new();
    for path in files {
        let file = PlayerFile::read(path)?;
        let name = path.file_stem().unwrap_or_default().display().to_string();
        let known = players.iter().any(|(other, _)| *other == name);
        if known || library::names().contains(&&*name) {
            bail!("there is a player \"{name}\" already; give the file {path:?} another name");
        }
        players.push((name, file));
    }
    Ok(players)
}

async fn serve(config: Config, loopback: bool, no_open: bool) -> Result<()> {
    let behind_proxy = config.behind_proxy;
    let end = interrupted();
    let server = Server::bind(config).await?;
    let page = server.page();
    let own = format!("{page}#admin={}", server.admin());
    let mut text = format!("Kaesu is at {page}\nTo manage it, open {own}\n");
    if let Some(code) = server.class_code() {
        text += &format!(
            "The class has the code {code}. Teacher: {page}class/teacher#admin={}\nProjector: {page}class/screen, pupils: {page}class?code={code}\n",
            server.admin()
        );
    }
    if loopback {
        text += "Only this machine can reach it; --listen 0.0.0.0 opens it to the network.\n";
    } else {
        text += "Everybody who can reach this machine can open it";
        for address in server.for_others() {
            text += &format!(", at {address}/");
        }
        text += "; what is sent can be read on the way (docs/security.md).\n";
        if behind_proxy {
            text += "Whoever does not come through your proxy is believed about where they are; let it listen for the proxy alone, with --listen 127.0.0.1.\n";
        }
    }
    text += "Ctrl-C ends it.\n";
    // A server continues when nobody reads its output.
    let mut out = std::io::stdout();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if !no_open {
        browser::open(&own);
    }
    server.run(end).await;
    Ok(())
}

/// Listens from now on for Ctrl-C and for the system asking to end, so that neither is too early; what it returns waits
/// for one of them.
#[cfg(unix)]
pub(crate) fn interrupted() -> impl Future<Output = ()> + Send + 'static {
    use tokio::signal::unix::{Signal, SignalKind, signal};

    // Without signals the Quit button is left.
    async fn heard(signal: Option<Signal>) {
        match signal {
            Some(mut signal) => {
                signal.recv().await;
            }
            None => std::future::pending().await,
        }
    }
    let [interrupt, terminate] =
        [SignalKind::interrupt(), SignalKind::terminate()].map(|kind| signal(kind).ok());
    async move {
        tokio::select! {
            () = heard(interrupt) => {}
            () = heard(terminate) => {}
        }
    }
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
pub(crate) async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Returns the data file: the one that was named, or that of the user.
pub(crate) fn data_file(named: Option<&Path>) -> Result<PathBuf> {
    match named {
        Some(file) => Ok(file.to_owned()),
        None => Ok(data_folder()
            .context("there is no data folder for this user; choose a file with --data")?
            .join("kaesu.sqlite")),
    }
}

/// Returns the folder programs keep this user's data in.
fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| {
        let value = std::env::var_os(name)?;
        (!value.is_empty()).then(|| PathBuf::from(value))
    };
    let home = std::env::home_dir();
    let folder = if cfg!(target_os = "windows") {
        set("APPDATA")
    } else if cfg!(target_os = "macos") {
        home.map(|home| home.join("Library/Application Support"))
    } else {
        set("XDG_DATA_HOME").or_else(|| home.map(|home| home.join(".local/share")))
    };
    folder.map(|folder| folder.join("kaesu"))
}
