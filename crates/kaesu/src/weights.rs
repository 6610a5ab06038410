//! What the engine learned, inside the program.

use std::sync::Arc;

use ::engine::Weights;
use anyhow::{Context, Result};

/// Returns the weights of Othello that come with the program.
pub(crate) fn othello() -> Result<Arc<Weights>> {
    let packed = include_bytes!("../../../weights/othello.zst");
    let bytes = zstd::decode_all(&packed[..]).context("the weights cannot be unpacked")?;
    Ok(Arc::new(Weights::read(&bytes)?))
}
