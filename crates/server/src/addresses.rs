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

/// Returns what limits count as one address. A home or a host is given a whole network of IPv6 addresses, of which
/// any could be used for each connection; IPv4 written as IPv6 is IPv4.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        ip => ip,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_one_home_counts_once() {
        let of = |text: &str| household(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2:ffff::"));
        assert_ne!(of("2001:db8:1:2::"), of("2001:db8:1:3::"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }
}
