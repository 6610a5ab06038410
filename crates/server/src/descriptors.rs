//! How many files and sockets the system lets this process have, of which every connection is one.

use tokio::net::TcpListener;

use crate::config::Config;

/// With fewer the data file cannot be read while people connect.
#[cfg(unix)]
const LEAST: u64 = 40;

/// Asks the system for as many as it gives: many systems allow 1024 unless a process asks for more.
///
/// # Errors
/// Returns how many there are if they are too few.
pub(crate) fn raise() -> Result<(), u64> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let raised = Rlimit {
            current: limit.maximum,
            maximum: limit.maximum,
        };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::warn!(%error, "the limit of open files cannot be raised");
        }
        if let Some(few) = most().filter(|&most| most < LEAST) {
            return Err(few);
        }
    }
    Ok(())
}

/// Returns how many there may be, if that is limited.
#[cfg(unix)]
fn most() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current
}

/// Returns how many connections there may be in all and from one address: no more than there are descriptors for, with
/// some left for everything else. Who is refused hears so; who is not accepted hears nothing.
pub(crate) fn places(config: &Config, listener: &TcpListener) -> (usize, usize) {
    let most = spare(listener).map_or(config.most_connections, |spare| {
        let kept = (spare / 4).clamp(4, 256);
        spare
            .saturating_sub(kept)
            .clamp(1, config.most_connections.max(1))
    });
    // All who come through a proxy have its address; it has to count them itself.
    if config.behind_proxy {
        return (most, most);
    }
    let each = if most < config.most_connections {
        tracing::warn!(
            connections = most,
            "the system allows few open files, so fewer connections are accepted than wanted (ulimit -n)"
        );
        config.connections_each.min((3 * most / 4).max(1))
    } else {
        config.connections_each
    };
    (most, each)
}

/// Returns how many more there may be, if that is limited and known.
fn spare(listener: &TcpListener) -> Option<usize> {
    #[cfg(unix)]
    {
        use std::os::fd::{AsFd, AsRawFd};
        // A new one has the lowest number that is free, and all below are in use.
        let next = listener.as_fd().try_clone_to_owned().ok()?;
        let used = u64::try_from(next.as_raw_fd()).ok()?;
        usize::try_from(most()?.saturating_sub(used)).ok()
    }
    #[cfg(not(unix))]
    {
        let _ = listener;
        None
    }
}
