//! `kaesu lab show`: the report of a run in the browser.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use lab::report::of_run;
use lab::run::Run;

use crate::language::InLanguage;
use crate::{browser, fonts};

/// Show the report of a run in the browser, until Ctrl-C
///
/// Nothing is written: the page, its figures and its tables are served from memory, to this machine alone.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,

    #[command(flatten)]
    language: InLanguage,

    /// Print the address only, without opening the browser
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let language = arguments.language.language;
    let report = of_run(&Run::open(&arguments.run)?, language)?;
    let texts = report.files(language).into_iter();
    let texts = texts.map(|(name, text)| (name, text.into_bytes()));
    let files: BTreeMap<String, Vec<u8>> = texts
        .chain(report.figures(&fonts::found(language)))
        .collect();

    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("cannot serve the page")?;
    let address = format!("http://{}/", listener.local_addr()?);
    writeln!(std::io::stdout().lock(), "{address}")?;
    if !arguments.no_open {
        browser::open(&address);
    }
    for visitor in listener.incoming() {
        // Whoever hangs up does not end it for others.
        let _ = visitor.and_then(|visitor| answer(visitor, &files));
    }
    Ok(())
}

/// Answers one request with the file it names; an empty name is the page.
fn answer(mut visitor: TcpStream, files: &BTreeMap<String, Vec<u8>>) -> std::io::Result<()> {
    visitor.set_read_timeout(Some(Duration::from_secs(5)))?;
    let mut request = BufReader::new(&visitor);
    let mut first = String::new();
    request.read_line(&mut first)?;
    let mut line = String::new();
    while request.read_line(&mut line)? > 2 {
        line.clear();
    }
    let mut words = first.split(' ');
    let (method, path) = (words.next(), words.next().unwrap_or("/"));
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let (status, content): (&str, &[u8]) = match (method, files.get(name)) {
        (Some("GET"), Some(content)) => ("200 OK", content),
        (Some("GET"), None) => ("404 Not Found", b"there is no such file in this report\n"),
        _ => ("405 Method Not Allowed", b"a report can only be read\n"),
    };
    write!(
        visitor,
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        kind(name),
        content.len()
    )?;
    visitor.write_all(content)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("pdf") => "application/pdf",
        _ => "text/plain; charset=utf-8",
    }
}
