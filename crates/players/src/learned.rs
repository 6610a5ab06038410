//! What players of ours learned, inside the program; unpacked when it is first asked for.

use std::sync::{Arc, OnceLock};

use engine::book::Judged;
use engine::{Book, Weights};
use strengths::{yonin, yonin_shogi};

use crate::player::PlayerError;

/// Returns the weights of Othello, unpacked once and shared.
///
/// # Errors
/// Returns an error if those that come along are of another version of the engine.
pub fn othello() -> Result<Arc<Weights>, PlayerError> {
    static WEIGHTS: OnceLock<Result<Arc<Weights>, PlayerError>> = OnceLock::new();
    let read = || {
        let bytes = unpacked("weights", include_bytes!("../../../weights/othello.zst"))?;
        let weights = Weights::read(&bytes).map_err(failed)?;
        Ok(Arc::new(weights))
    };
    WEIGHTS.get_or_init(read).clone()
}

/// Returns the weights of Yonin, unpacked once and shared.
///
/// # Errors
/// Returns an error if those that come along are for other features.
pub fn yonin() -> Result<Arc<strengths::Weights>, PlayerError> {
    static WEIGHTS: OnceLock<Result<Arc<strengths::Weights>, PlayerError>> = OnceLock::new();
    let read = || {
        let bytes = unpacked("weights", include_bytes!("../../../weights/yonin.zst"))?;
        let weights = strengths::Weights::read(&yonin::KIND, &bytes).map_err(failed)?;
        Ok(Arc::new(weights))
    };
    WEIGHTS.get_or_init(read).clone()
}

/// Returns what came of random playouts of Yonin, as weights, unpacked once and shared.
///
/// # Errors
/// Returns an error if those that come along are for other features.
pub(crate) fn yonin_playouts() -> Result<Arc<strengths::Weights>, PlayerError> {
    static WEIGHTS: OnceLock<Result<Arc<strengths::Weights>, PlayerError>> = OnceLock::new();
    let read = || {
        let packed = include_bytes!("../../../weights/yonin-playouts.zst");
        let bytes = unpacked("weights", packed)?;
        let weights = strengths::Weights::read(&yonin::KIND, &bytes).map_err(failed)?;
        Ok(Arc::new(weights))
    };
    WEIGHTS.get_or_init(read).clone()
}

/// Returns the weights of Yonin-shogi, unpacked once and shared.
///
/// # Errors
/// Returns an error if those that come along are for other features.
pub fn yonin_shogi() -> Result<Arc<strengths::Weights>, PlayerError> {
    static WEIGHTS: OnceLock<Result<Arc<strengths::Weights>, PlayerError>> = OnceLock::new();
    let read = || {
        let packed = include_bytes!("../../../weights/yonin-shogi.zst");
        let bytes = unpacked("weights", packed)?;
        let weights = strengths::Weights::read(&yonin_shogi::KIND, &bytes).map_err(failed)?;
        Ok(Arc::new(weights))
    };
    WEIGHTS.get_or_init(read).clone()
}

/// Returns the book of Othello.
///
/// # Errors
/// Returns an error if the one that comes along is of another version of the engine.
pub fn othello_book() -> Result<Book, PlayerError> {
    let bytes = unpacked("book", include_bytes!("../../../books/othello.zst"))?;
    Book::read(&bytes).map_err(failed)
}

/// Returns the values of that book, worked out once and shared.
pub(crate) fn othello_openings() -> Result<Arc<Judged>, PlayerError> {
    static OPENINGS: OnceLock<Result<Arc<Judged>, PlayerError>> = OnceLock::new();
    let read = || Ok(Arc::new(Judged::new(&othello_book()?)));
    OPENINGS.get_or_init(read).clone()
}

fn unpacked(what: &str, packed: &[u8]) -> Result<Vec<u8>, PlayerError> {
    zstd::decode_all(packed)
        .map_err(|error| failed(format!("the {what} cannot be unpacked: {error}")))
}

fn failed(problem: impl ToString) -> PlayerError {
    PlayerError::Failed(problem.to_string())
}
