//! Several hosts for real: network namespaces on this machine, joined by a private bridge; one of three workers
//! vanishes from the net in the middle of a shard.

use super::nats::{Guard, installed, is_in_a_shard, server, submit, worker};
use super::*;

/// A host that holds the bridge, and others on it.
struct Net {
    names: Vec<String>,
}

fn ip(arguments: &[&str]) -> bool {
    let output = Command::new("ip").args(arguments).output();
    output.is_ok_and(|output| output.status.success())
}

impl Net {
    /// Makes hosts; returns `None` where this is not allowed.
    fn new(count: usize) -> Option<Self> {
        let id = std::process::id();
        let names: Vec<String> = (0..count).map(|host| format!("kaesu{id}-{host}")).collect();
        let net = Self { names };
        for (index, name) in net.names.iter().enumerate() {
            if !ip(&["netns", "add", name]) || !ip(&["-n", name, "link", "set", "lo", "up"]) {
                skipped("network namespaces cannot be made here");
                return None;
            }
            let hub = &*net.names[0];
            let address = format!("10.77.0.{}/24", index + 1);
            let made = if index == 0 {
                ip(&["-n", hub, "link", "add", "br0", "type", "bridge"])
                    && ip(&["-n", hub, "addr", "add", &address, "dev", "br0"])
                    && ip(&["-n", hub, "link", "set", "br0", "up"])
            } else {
                let port = format!("port{index}");
                ip(&[
                    "-n", hub, "link", "add", &port, "type", "veth", "peer", "name", "eth0",
                    "netns", name,
                ]) && ip(&["-n", hub, "link", "set", &port, "master", "br0", "up"])
                    && ip(&["-n", name, "addr", "add", &address, "dev", "eth0"])
                    && ip(&["-n", name, "link", "set", "eth0", "up"])
            };
            if !made {
                skipped("hosts cannot be joined by a bridge here");
                return None;
            }
        }
        Some(net)
    }

    /// Returns a command on one of the hosts.
    fn on(&self, host: usize, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.names[host], program]);
        command
    }
}

impl Drop for Net {
    fn drop(&mut self) {
        for name in &self.names {
            ip(&["netns", "del", name]);
        }
    }
}

#[test]
fn one_of_three_hosts_vanishes() {
    if !installed() {
        return;
    }
    let Some(net) = Net::new(4) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = experiment(folder.path(), 160_000);
    let [one, parts, run, store] =
        ["one", "parts", "run", "store"].map(|name| folder.path().join(name));
    on_one_machine(&path, &one);
    let url = "nats://10.77.0.1:4222";
    let _server = server(net.on(0, "nats-server"), &store, "10.77.0.1", 4222);
    let at_home = |arguments: &[&str]| {
        let mut command = net.on(0, KAESU);
        command.arg("lab").args(arguments);
        command
    };
    let (file, out, to) = (text(&path), text(&parts), text(&run));
    submit(|| {
        at_home(&[
            "submit", file, "--to", url, "--shards", "8", "--out", out, "--lease", "3",
        ])
    });
    let scratch = |host: usize| folder.path().join(format!("host{host}"));
    let workers: Vec<Guard> = (1..4)
        .map(|host| worker(net.on(host, KAESU), url, &scratch(host)))
        .collect();
    // All three are in the middle of a shard when the first vanishes.
    wait_for("three hosts work together", 120, || {
        (1..4)
            .all(|host| is_in_a_shard(&scratch(host)))
            .then_some(())
    });
    assert!(ip(&["-n", &net.names[1], "link", "set", "eth0", "down"]));
    let said = printed(at_home(&["collect", url, out, "--run", to]));
    assert!(said.starts_with("160000 lines, complete"), "{said}");
    assert_eq!(results(&run), results(&one));
    drop(workers);
}
