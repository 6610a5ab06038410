//! `kaesu games`: the games and their options.

use std::io::Write;

use anyhow::Result;
use rules::name::{CATALOGUE, with_options};

pub(crate) fn run() -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "GAME is a name, with options as NAME:key=value,key=value."
    )?;
    for entry in CATALOGUE {
        writeln!(out)?;
        writeln!(out, "{:<16} {}", entry.name, entry.about)?;
        for &(alias, options) in entry.aliases {
            write!(out, "{:<16} also: {alias}", "")?;
            match options {
                "" => writeln!(out)?,
                options => writeln!(out, " = {}", with_options(entry.name, options))?,
            }
        }
        for option in (entry.options)() {
            let range = match option.range {
                Some((low, high)) if high < u64::MAX => format!(", {low} to {high}"),
                _ => String::new(),
            };
            writeln!(out, "  {:<36} {}{range}", option.usage(), option.about)?;
        }
    }
    writeln!(out)?;
    writeln!(out, "The first value of an option is its default.")?;
    Ok(())
}
