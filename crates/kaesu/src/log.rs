//! What goes wrong, on stderr. A server goes on when nobody reads it: a line for which there is no room is left out.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tracing_subscriber::fmt::MakeWriter;

/// The most lines that wait to be written.
const MOST: usize = 1000;

/// How long the last lines may take when the program ends.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The thread that writes. Dropping it waits a moment for the last lines.
pub(crate) struct Log {
    lines: SyncSender<Vec<u8>>,
    thread: Option<JoinHandle<()>>,
}

/// Writes what goes wrong to stderr, as long as what is returned lives.
pub(crate) fn start() -> Log {
    let (lines, waiting) = sync_channel(MOST);
    let writer = Lines(lines.clone());
    tracing_subscriber::fmt()
        .with_writer(writer)
        .with_max_level(tracing::Level::WARN)
        .init();
    let thread = std::thread::Builder::new().name("log".to_owned());
    let thread = thread.spawn(move || write_all(&waiting, io::stderr())).ok();
    Log { lines, thread }
}

impl Drop for Log {
    fn drop(&mut self) {
        // An empty line is the last.
        let _ = self.lines.try_send(Vec::new());
        let until = Instant::now() + LAST_WORDS;
        while let Some(thread) = &self.thread
            && !thread.is_finished()
            && Instant::now() < until
        {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

fn write_all(lines: &Receiver<Vec<u8>>, mut out: impl Write) {
    for line in lines {
        if line.is_empty() {
            return;
        }
        // Whoever closed it does not want to know.
        let _ = out.write_all(&line);
    }
}

/// A queue of lines.
#[derive(Clone)]
struct Lines(SyncSender<Vec<u8>>);

impl MakeWriter<'_> for Lines {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl Write for Lines {
    /// Lines come whole.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let _ = self.0.try_send(line.to_vec());
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_for_who_does_not_read() {
        let (lines, waiting) = sync_channel(MOST);
        let mut queue = Lines(lines);
        for _ in 0..3 * MOST {
            queue.write_all(b"line\n").expect("it is never refused");
        }
        queue.0.try_send(Vec::new()).expect_err("it is full");
        drop(queue);
        let mut out = Vec::new();
        write_all(&waiting, &mut out);
        assert_eq!(out.len(), MOST * b"line\n".len());
    }
}
