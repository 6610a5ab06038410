//! The `kaesu` program: one file per sub-command, nothing else.

fn main() {}
