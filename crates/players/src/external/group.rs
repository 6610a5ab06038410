//! The processes of one program: whatever it starts ends with it, and all of them end with us, even
//! if we are killed.
//!
//! A shell of ours leads the group. It waits for its input to end, which the system closes when this
//! process is gone, however that came about, and then kills everybody in the group. (A parent-death
//! signal would not do: it is sent when the thread that started the program ends, and to the program
//! alone.) As the leader it also keeps the number of the group taken until the group is killed, so
//! that nobody else is hit if the program itself ended long before.

use std::io;
use std::process::Command;
#[cfg(unix)]
use std::{
    os::unix::process::CommandExt,
    process::{Child, Stdio},
};

/// A group of processes. Dropping it kills them.
#[derive(Debug)]
pub(super) struct Group {
    /// Who leads it, until it is killed.
    #[cfg(unix)]
    leader: Option<Child>,
}

impl Group {
    /// Creates a group in which nothing runs yet. Ctrl-C does not reach it: that is for us to handle.
    pub(super) fn new() -> io::Result<Self> {
        #[cfg(unix)]
        let leader = Command::new("/bin/sh")
            .args(["-c", "read -r line; kill -KILL 0"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        Ok(Self {
            #[cfg(unix)]
            leader: Some(leader),
        })
    }

    /// Makes a command start in this group.
    pub(super) fn take_in(&self, command: &mut Command) {
        #[cfg(unix)]
        if let Some(leader) = &self.leader {
            command.process_group(leader.id() as i32);
        }
        #[cfg(not(unix))]
        let _ = command;
    }

    /// Kills everything that runs in it.
    pub(super) fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(mut leader) = self.leader.take() {
            if let Some(group) = rustix::process::Pid::from_raw(leader.id() as i32) {
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            }
            // Only now: the number is free for others once the leader is reaped.
            let _ = leader.wait();
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}
