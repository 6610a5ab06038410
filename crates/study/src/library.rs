//! The studies that come with the program.

use include_dir::{Dir, include_dir};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../studies");

/// Returns the names of all studies that come along.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = FILES
        .files()
        .filter_map(|file| file.path().to_str()?.strip_suffix(".toml"))
        .collect();
    names.sort_unstable();
    names
}

/// Returns the text of the study with this name.
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    FILES.get_file(format!("{name}.toml"))?.contents_utf8()
}
