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
        match entry.alias {
            Some((alias, "")) => writeln!(out, "{:<16} also: {alias}", "")?,
            Some((alias, options)) => {
                let full = with_options(entry.name, options);
                writeln!(out, "{:<16} also: {alias} = {full}", "")?;
            }
            None => {}
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
