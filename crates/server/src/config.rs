//! The configuration of a server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use players::PlayerFile;

/// All settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The names by which people come besides the machine's own: a proxy's, or of a network.
    pub names: Vec<String>,
    /// Whether a proxy stands before the server and says where requests come from.
    pub behind_proxy: bool,
    /// The database file.
    pub data: PathBuf,
    /// Requests a second from one address, and ten times as many at once; 0 for no limit. A class
    /// room shares one address.
    pub rate: u32,
    /// Connections in all, those of browsers that only ask for the page among them.
    pub most_connections: usize,
    /// Connections from one address, unless a proxy stands before the server. A class room shares one
    /// address.
    pub connections_each: usize,
    /// Rooms, and further games in them, an hour from one address, all at once if need be; 0 for no limit.
    pub rooms_each: u32,
    /// Imported games a day from one address in MiB; 0 for no limit.
    pub imports_each: u32,
    /// Imported games that one person may keep.
    pub kept: u32,
    /// After what time a room goes in which nobody has played.
    pub expiry: Duration,
    /// How long a client may take to send a head, to ask again, to send the rest of a request, or to
    /// take anything of an answer.
    pub patience: Duration,
    /// After how long a socket that sends nothing is closed; pages send something every 20 seconds.
    pub silence: Duration,
    /// How long a socket may take for its first message, and to accept one.
    pub socket_patience: Duration,
    /// Threads for AIs.
    pub thinkers: usize,
    /// Players besides those that come with the program, each by its name: whoever starts the
    /// server decides who may play, other programs included.
    pub players: Vec<(String, PlayerFile)>,
    /// The most other programs that run at the same time, in all rooms together.
    pub programs: usize,
    /// Whether the server holds a class.
    pub class: bool,
    /// How long a person may be absent before others may let an AI play on, or claim the game.
    pub grace: Duration,
}

impl Config {
    /// Returns the defaults for one machine.
    #[must_use]
    pub fn new(listen: SocketAddr, data: PathBuf) -> Self {
        Self {
            listen,
            names: Vec::new(),
            behind_proxy: false,
            data,
            rate: 100,
            most_connections: 4000,
            connections_each: 1000,
            rooms_each: 1000,
            imports_each: 100,
            kept: 20_000,
            expiry: Duration::from_secs(2 * 24 * 60 * 60),
            patience: Duration::from_secs(20),
            silence: Duration::from_secs(60),
            socket_patience: Duration::from_secs(10),
            thinkers: std::thread::available_parallelism().map_or(1, usize::from),
            players: Vec::new(),
            programs: 8,
            class: false,
            grace: Duration::from_secs(30),
        }
    }

    /// Reports whether only this machine can reach the server.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        self.listen.ip().is_loopback()
    }
}
