//! Builds the page with npm, only when its sources have changed, and hands it to the crate.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What is shown until there is a page.
const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Kaesu</title>\
    <p>The server runs; this build has no page.</p></html>\n";

fn main() {
    let web = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("../../web");
    let page = PathBuf::from(variable("OUT_DIR")).join("page");
    for part in [
        "src",
        "public",
        "index.html",
        "package.json",
        "package-lock.json",
        "vite.config.ts",
        "svelte.config.js",
        "tsconfig.json",
    ] {
        // Cargo would run this again and again for a file that does not exist.
        let part = web.join(part);
        if part.exists() {
            println!("cargo::rerun-if-changed={}", part.display());
        }
    }
    if let Err(problem) = make(&web, &page) {
        println!("cargo::error={problem}");
        std::process::exit(1);
    }
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

fn make(web: &Path, page: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("the page cannot be put into the program: {error}");
    if page.exists() {
        fs::remove_dir_all(page).map_err(failed)?;
    }
    fs::create_dir_all(page).map_err(failed)?;
    if !web.join("package.json").exists() {
        return fs::write(page.join("index.html"), PLACEHOLDER).map_err(failed);
    }
    let lock = web.join("package-lock.json");
    let installed = web.join("node_modules/.package-lock.json");
    let newer = |a: &Path, b: &Path| -> io::Result<bool> {
        Ok(fs::metadata(a)?.modified()? > fs::metadata(b)?.modified()?)
    };
    if !installed.exists() || newer(&lock, &installed).map_err(failed)? {
        // `ci` refuses a lock file that lacks other systems' optional packages, as it does when a
        // registry did not have them; `install` takes the same versions and passes those over.
        let quiet = ["--no-audit", "--no-fund"];
        npm(web, &[&["ci"], &quiet[..]].concat())
            .or_else(|_| npm(web, &[&["install", "--no-save"], &quiet[..]].concat()))?;
    }
    npm(web, &["run", "build"])?;
    copy(&web.join("dist"), page).map_err(failed)
}

fn npm(web: &Path, arguments: &[&str]) -> Result<(), String> {
    let run = Command::new("npm")
        .args(arguments)
        .current_dir(web)
        .output();
    let output = run.map_err(|_| {
        "the page is built with npm, which was not found: install Node.js 20 or newer \
         (https://nodejs.org), or build the command line alone with --no-default-features"
            .to_owned()
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    // What went wrong comes first; then npm explains its options.
    let errors = said.lines().filter(|line| line.contains("rror"));
    let first: Vec<&str> = errors.take(6).map(str::trim).collect();
    Err(format!(
        "npm {} failed: {}",
        arguments.join(" "),
        first.join(" | ")
    ))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
