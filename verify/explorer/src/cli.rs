//! The command line.

use std::io::Write as _;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::Context as _;
use clap::{CommandFactory as _, Parser};
use explorer::{Knowledge, Settings, start};

/// Explore endings in a browser, and serve the lichess tablebase API to chess programs
///
/// Endings of 3 pieces are solved at startup, those of 4 in the background; larger ones are read
/// from table files. Nothing is downloaded.
#[derive(Debug, Parser)]
#[command(name = "vancura-explorer", version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a command-line switch")]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<shell::Task>,
    /// Folders with table files (.rtbw, .rtbz, .vdtm); the first of several files with the same
    /// name is used
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Port to listen on; 0 for any free port
    #[arg(long, default_value_t = 9000)]
    port: u16,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Solve endings of up to this many pieces in memory: 3 or 4
    #[arg(long, value_name = "MEN", default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=4))]
    memory_men: u8,
    /// Solve endings of 5 pieces in memory on request, which takes minutes and gigabytes
    #[arg(long)]
    solve: bool,
    /// Allow pages of other sites to read /standard and /standard/mainline
    #[arg(long)]
    cors: bool,
    /// Return results of proved rules in /standard and /standard/mainline where there is no table;
    /// wins then have a `dtz` of null, which some clients cannot read
    #[arg(long)]
    rules: bool,
    /// Address to listen on; all except loopback addresses require --allow-host
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Accept requests for this host name, as browsers and proxies send it
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Serve the handbook written by `verify book DIR`
    #[arg(long, value_name = "DIR")]
    handbook: Option<PathBuf>,
    /// Log each request to standard error as a line of JSON
    #[arg(long)]
    json_log: bool,
}

const EXAMPLES: &str = "\
Examples:
  vancura-explorer --open
  vancura-explorer ~/syzygy --port 0
  vancura-explorer completions bash > vancura-explorer.bash
  curl 'http://127.0.0.1:9000/standard?fen=4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1'";

/// Serves until Ctrl-C, or runs another command.
pub(crate) fn run(cli: &Cli) -> anyhow::Result<()> {
    if let Some(task) = &cli.command {
        return Ok(task.run(Cli::command(), &mut std::io::stdout())?);
    }
    let knowledge = Arc::new(Knowledge::open(&cli.folders, cli.solve)?);
    let settings = Settings {
        bind: cli.bind,
        port: cli.port,
        allow_hosts: cli.allow_host.clone(),
        cors: cli.cors,
        rules: cli.rules,
        handbook: cli.handbook.clone(),
        json_log: cli.json_log,
    };
    let server = start(Arc::clone(&knowledge), &settings)?;
    ctrlc::set_handler(server.stopper()).context("cannot set a handler for Ctrl-C")?;
    let address = format!("http://{}/", server.address());
    let mut out = std::io::stdout();
    // Standard output may be closed; the server runs on.
    let _ = writeln!(out, "Vancura explorer at {address} (stop it with Ctrl-C)");
    let _ = out.flush();
    let (men, ends) = (usize::from(cli.memory_men), server.ends());
    std::thread::spawn(move || knowledge.solve_up_to(men, &ends));
    if cli.open && !open(&address) {
        eprintln!("vancura-explorer: cannot start a browser; open {address} yourself");
    }
    server.wait();
    Ok(())
}

/// Opens an address in the default browser.
fn open(address: &str) -> bool {
    let commands: [&[&str]; 3] = [&["xdg-open"], &["open"], &["cmd", "/c", "start"]];
    commands.iter().any(|command| {
        let quiet = Stdio::null;
        let mut browser = Command::new(command[0]);
        browser.args(&command[1..]).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet());
        browser.spawn().is_ok()
    })
}
