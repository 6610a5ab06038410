//! Where others can reach this server.

use std::net::{IpAddr, SocketAddr, UdpSocket};

/// Addresses for invitations; none if only this machine can reach the server.
pub(crate) fn reachable(listen: SocketAddr) -> Vec<String> {
    if listen.ip().is_loopback() {
        return Vec::new();
    }
    if !listen.ip().is_unspecified() {
        return vec![format!("http://{listen}")];
    }
    let address = own_address();
    let reachable = address.map(|ip| format!("http://{}", SocketAddr::new(ip, listen.port())));
    reachable.into_iter().collect()
}

/// Returns the address this machine has on its network. Nothing is sent: connecting a UDP socket
/// only chooses the route, and the address is one reserved for documentation.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified() && !ip.is_loopback()).then_some(ip)
}
