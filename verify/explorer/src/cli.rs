//! The command line.

use std::io::Write as _;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::Context as _;
use clap::{CommandFactory as _, Parser, Subcommand};
use explorer::{Knowledge, Settings, start};

/// Explore endings in a browser, and answer chess programs that speak the lichess tablebase API
///
/// Three men are solved at once, four in the background; five come from table files. Nothing is downloaded.
#[derive(Debug, Parser)]
#[command(name = "vancura-explorer", version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Task>,
    /// Folders with table files (.rtbw, .rtbz, .vdtm); of several files of one name the first counts
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Port to listen on; 0 takes any that is free
    #[arg(long, default_value_t = 9000)]
    port: u16,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Solve endings of up to so many men in memory: 3 or 4
    #[arg(long, value_name = "MEN", default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=4))]
    memory_men: u8,
    /// Solve endings of five men in memory when somebody asks for a position of theirs: minutes and gigabytes
    #[arg(long)]
    solve: bool,
    /// Let pages of other sites read /standard and /standard/mainline
    #[arg(long)]
    cors: bool,
    /// Let /standard and /standard/mainline answer with what rules prove where no table knows; wins then
    /// come with `dtz` null, which some clients cannot read
    #[arg(long)]
    rules: bool,
    /// Address to listen on; others than loopback need --allow-host
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// A name under which others may ask, as browsers and proxies send it
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Serve the handbook that `verify book DIR` wrote
    #[arg(long, value_name = "DIR")]
    handbook: Option<PathBuf>,
    /// Tell of each request on standard error, a line of JSON each
    #[arg(long)]
    json_log: bool,
}

/// What is done instead of serving.
#[derive(Debug, Subcommand)]
enum Task {
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

const EXAMPLES: &str = "\
Examples:
  vancura-explorer --open
  vancura-explorer ~/syzygy --port 0
  vancura-explorer completions bash > vancura-explorer.bash
  curl 'http://127.0.0.1:9000/standard?fen=4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1'";

/// Serves until Ctrl-C, or prints completions.
pub(crate) fn run(cli: &Cli) -> anyhow::Result<()> {
    if let Some(Task::Completions { shell }) = cli.command {
        // Into memory first: what writes the script cannot cope with a reader that goes away.
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "vancura-explorer", &mut script);
        return Ok(std::io::stdout().write_all(&script)?);
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
    ctrlc::set_handler(server.stopper()).context("Ctrl-C cannot be caught")?;
    let address = format!("http://{}/", server.address());
    let mut out = std::io::stdout();
    // Nobody may be reading; the server goes on.
    let _ = writeln!(out, "Vancura explorer at {address} (Ctrl-C ends it)");
    let _ = out.flush();
    let (men, ends) = (usize::from(cli.memory_men), server.ends());
    std::thread::spawn(move || knowledge.solve_up_to(men, &ends));
    if cli.open && !open(&address) {
        eprintln!("vancura-explorer: no browser could be started; open {address}");
    }
    server.wait();
    Ok(())
}

/// Opens an address in the browser of the system.
fn open(address: &str) -> bool {
    let commands: [&[&str]; 3] = [&["xdg-open"], &["open"], &["cmd", "/c", "start"]];
    commands.iter().any(|command| {
        let quiet = Stdio::null;
        let mut browser = Command::new(command[0]);
        browser.args(&command[1..]).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet());
        browser.spawn().is_ok()
    })
}
