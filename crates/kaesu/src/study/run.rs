//! `kaesu study run`: a study in the browsers of its participants.

use std::io::{IsTerminal as _, Write};
use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use server::{Config, StudyServer};
use study::Study;
use study::folder::Folder;

use crate::{browser, log, qr_code, serve};

/// Serve a study to participants; prints their link, on a terminal as a QR code too, and the experimenter's
/// secret address. It goes on where it was, whatever ended it; Ctrl-C ends it
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The study file, or the name of one that comes along
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder of the study's data [default: study- and the file's name]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Listen here: an address with or without port; 0.0.0.0 lets the whole network in
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1", value_parser = serve::address)]
    listen: SocketAddr,

    /// Another name by which people come, as a proxy's or of a network. May be given several times
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,

    /// A proxy stands before the server and says where requests come from
    #[arg(long)]
    behind_proxy: bool,

    /// Requests a second from one address, ten times as many at once; 0 for no limit
    #[arg(long, value_name = "N", default_value = "200")]
    rate: u32,

    /// Do not open the experimenter's page
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let _log = log::start();
    let study = Study::read(&arguments.file)?;
    super::warn_of_dates(&study);
    let beside = || PathBuf::from(format!("study-{}", study.name));
    let path = arguments.folder.clone().unwrap_or_else(beside);
    let folder = Folder::run(&path, study, false)?;
    let closed = folder.register()?.is_closed();
    let mut config = Config::new(arguments.listen, path.clone());
    config.names = arguments.names.clone();
    config.behind_proxy = arguments.behind_proxy;
    config.rate = arguments.rate;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let end = serve::interrupted();
        let server = StudyServer::bind(config, folder).await?;
        let desk = server.desk();
        let closed = if closed {
            "The study is closed: nobody can begin any more.\n"
        } else {
            ""
        };
        let text = format!(
            "Participants open {}\nTo try it out, open {}\nThe experimenter's page is {desk}\n\
             Data is in {}. Ctrl-C ends it, and the same command goes on.\n{closed}",
            server.link(),
            server.test_link(),
            path.display()
        );
        let mut out = std::io::stdout();
        // Who sits before a terminal may hold a telephone to it.
        let code = qr_code::lines(&server.link()).filter(|_| out.is_terminal());
        let text = code.unwrap_or_default() + &text;
        // A study continues when nobody reads its output.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        if !arguments.no_open {
            browser::open(&desk);
        }
        server.run(end).await;
        Ok(())
    })
}
