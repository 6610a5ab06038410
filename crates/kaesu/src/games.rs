//! `kaesu games`: the games and their options.

use std::io::Write;

use anyhow::Result;
use rules::name::CATALOGUE;

pub(crate) fn run() -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "GAME is a name, with options as NAME:key=value,key=value."
    )?;
    for entry in CATALOGUE {
        writeln!(out)?;
        writeln!(out, "{:<16} {}", entry.name, entry.about)?;
        if let Some(alias) = entry.alias {
            writeln!(out, "{:<16} also: {alias}", "")?;
        }
        for (key, values, about) in entry.options {
            let (default, others) = values.split_once('|').unwrap_or((values, ""));
            let bar = if others.is_empty() { "" } else { "|" };
            let option = format!("{key}={default}{bar}{others}");
            writeln!(out, "  {option:<36} {about}")?;
        }
    }
    writeln!(out)?;
    writeln!(out, "The first value of an option is its default.")?;
    Ok(())
}
