//! A child process that communicates in lines. No call waits for ever: threads write and read the
//! lines, the queue of lines is bounded, and the process is killed at the end.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::group::Group;
use super::{EngineError, EngineSpec, Wait};

/// Longer lines are cut.
const LONGEST_LINE: usize = 4096;

/// The most lines that wait to be read; then the program has to wait.
const MOST_LINES: usize = 256;

/// How much of stderr is kept in memory, and how much goes to a file.
const STDERR_KEPT: usize = 2048;
const STDERR_FILED: u64 = 16 << 20;

/// How often the stop flag is looked at, and whether the program still runs.
const LOOK_EVERY: Duration = Duration::from_millis(20);
const LOOK_AT_PROGRAM: Duration = Duration::from_millis(500);

/// How long a program may take to end after it has closed its output, and its stderr after that.
const END_WITHIN: Duration = Duration::from_millis(500);

/// A program that was started.
#[derive(Debug)]
pub(super) struct Process {
    group: Group,
    child: Child,
    input: Sender<String>,
    output: Receiver<String>,
    first_said: Option<String>,
    stderr: Arc<Mutex<VecDeque<u8>>>,
    stderr_ended: Receiver<()>,
}

/// Why no line was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unheard {
    /// The time was up.
    Late,
    /// The program has closed its output.
    Gone,
    /// The caller wants to wait no longer.
    Stopped,
}

impl Process {
    /// Starts the program with its three threads.
    pub(super) fn start(spec: &EngineSpec) -> Result<Self, EngineError> {
        let problem = |problem: String| EngineError::NotStarted {
            command: spec.command.clone(),
            problem,
        };
        let words = spec.words().map_err(|wrong| problem(wrong.to_owned()))?;
        let (program, arguments) = words.split_first().expect("it names a program");
        let file = match &spec.stderr {
            None => None,
            Some(path) => {
                let file = OpenOptions::new().create(true).append(true).open(path);
                let wrong = |error| format!("{} for its stderr: {error}", path.display());
                Some(file.map_err(|error| problem(wrong(error)))?)
            }
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &spec.folder {
            // The system's own report would not say whether the program or the folder is missing.
            if let Err(error) = std::fs::read_dir(folder) {
                return Err(problem(format!("its folder {}: {error}", folder.display())));
            }
            command.current_dir(folder);
        }
        let group = Group::new()
            .map_err(|error| problem(format!("the shell that would end it with us: {error}")))?;
        group.take_in(&mut command);
        let mut child = command
            .spawn()
            .map_err(|error| problem(error.to_string()))?;
        let taken = "all three were asked for";
        let (input, to_write) = channel();
        let stdin = child.stdin.take().expect(taken);
        std::thread::spawn(move || write_lines(stdin, &to_write));
        let (said, output) = sync_channel(MOST_LINES);
        let stdout = child.stdout.take().expect(taken);
        std::thread::spawn(move || read_lines(stdout, &said));
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        let (ended, stderr_ended) = sync_channel(1);
        let (pipe, tail) = (child.stderr.take().expect(taken), Arc::clone(&stderr));
        std::thread::spawn(move || keep_stderr(pipe, &tail, file, &ended));
        Ok(Self {
            group,
            child,
            input,
            output,
            first_said: None,
            stderr,
            stderr_ended,
        })
    }

    /// Queues a line to be written. Whether the program reads it shows in its answers.
    pub(super) fn say(&self, line: impl Into<String>) {
        // Fails only when the program has stopped reading, which the next read reports.
        let _ = self.input.send(line.into());
    }

    /// Returns the next line it says, without blanks at its ends.
    pub(super) fn hear(&mut self, wait: &Wait<'_>) -> Result<String, Unheard> {
        let mut look_at_program = Instant::now() + LOOK_AT_PROGRAM;
        let mut ended = false;
        loop {
            let stop = wait.limits.stop.as_deref();
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(Unheard::Stopped);
            }
            let left = wait.until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Unheard::Late);
            }
            let look = if stop.is_some() {
                LOOK_EVERY
            } else {
                LOOK_AT_PROGRAM
            };
            match self.output.recv_timeout(left.min(look)) {
                Ok(line) => {
                    if self.first_said.is_none() && !line.is_empty() {
                        self.first_said = Some(line.chars().take(120).collect());
                    }
                    return Ok(line);
                }
                // What it has started may hold its output open: nobody answers there any more.
                Err(RecvTimeoutError::Timeout) if Instant::now() >= look_at_program => {
                    if ended {
                        return Err(Unheard::Gone);
                    }
                    // It may have answered before it ended, and that is heard first.
                    ended = matches!(self.child.try_wait(), Ok(Some(_)));
                    look_at_program = Instant::now() + LOOK_AT_PROGRAM;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Unheard::Gone),
            }
        }
    }

    /// Returns the first line it said that was not empty.
    pub(super) fn first_said(&self) -> Option<&str> {
        self.first_said.as_deref()
    }

    /// Waits a moment for a program that closed its output, and returns how it ended and its last
    /// output.
    pub(super) fn end(mut self) -> (String, String) {
        let status = match self.ended_within(END_WITHIN) {
            Some(status) => status.to_string(),
            None => "it closed its output and went on".to_owned(),
        };
        (status, self.kill())
    }

    /// Kills it, and returns its last output.
    pub(super) fn kill(mut self) -> String {
        self.kill_all();
        let _ = self.stderr_ended.recv_timeout(END_WITHIN);
        let tail = self.stderr.lock().expect("no thread panics with the lock");
        let bytes: Vec<u8> = tail.iter().copied().collect();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    }

    fn ended_within(&mut self, time: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Kills the program and all it started, and reaps it.
    fn kill_all(&mut self) {
        self.group.kill();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_all();
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(stdin, "{line}")
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Hands on line after line; of a line that is too long, its start.
fn read_lines(stdout: ChildStdout, said: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        line.clear();
        let room = LONGEST_LINE as u64;
        match stdout.by_ref().take(room).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if line.last() != Some(&b'\n')
            && line.len() == LONGEST_LINE
            && skip_line(&mut stdout).is_err()
        {
            return;
        }
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if said.send(text).is_err() {
            return;
        }
    }
}

fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let (used, found) = match bytes.iter().position(|&byte| byte == b'\n') {
            Some(place) => (place + 1, true),
            None => (bytes.len(), bytes.is_empty()),
        };
        input.consume(used);
        if found {
            return Ok(());
        }
    }
}

/// Keeps the end of what it says in memory, and the start in the file.
fn keep_stderr(
    mut stderr: ChildStderr,
    tail: &Mutex<VecDeque<u8>>,
    file: Option<File>,
    ended: &SyncSender<()>,
) {
    let mut file = file.map(|file| (file, STDERR_FILED));
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut bytes) {
        if let Some((file, left)) = &mut file {
            let filed = count.min(usize::try_from(*left).unwrap_or(count));
            *left -= filed as u64;
            // A full disk must not end a game.
            let _ = file.write_all(&bytes[..filed]);
        }
        let mut tail = tail.lock().expect("no thread panics with the lock");
        tail.extend(&bytes[..count]);
        let surplus = tail.len().saturating_sub(STDERR_KEPT);
        tail.drain(..surplus);
    }
    let _ = ended.send(());
}
