//! What is said, whether anybody listens or not.

use std::io::{ErrorKind, Write};

/// Writes a line to stderr. Where `eprintln!` panics because the reader is gone, work goes on and keeps its exit code.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

/// Tells on stdout what was done. That it cannot be written does not undo it, so the exit code stays that of the work.
pub(crate) fn tell_done(text: &[u8]) {
    let mut out = std::io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        // The reader of our output has closed it.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            say!("kaesu: all is done, but what came of it cannot be written: {error}");
        }
        _ => {}
    }
}
