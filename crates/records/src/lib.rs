//! What was played: game records and their store.

#![forbid(unsafe_code)]
