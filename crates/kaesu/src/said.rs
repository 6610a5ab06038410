//! What is said on stderr, whether anybody listens or not.

/// Writes a line to stderr. Where `eprintln!` panics because the reader is gone, work goes on and keeps its exit code.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}
