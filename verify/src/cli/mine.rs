//! The command line of mining.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use tbgen::syzygy::write::save_atomically;
use verify::VerifyError;
use verify::mine::{Mine, Truth};

#[derive(Args)]
pub(super) struct MineArgs {
    /// KBvKP, KBNvKN or KRPvKR.
    ending: String,
    /// Folder for the table and its figures.
    #[arg(long, value_name = "DIR", default_value = "data/recognizers")]
    out: PathBuf,
    /// Keep the solved ending in this file, or take it from there if it exists.
    #[arg(long, value_name = "FILE")]
    truth: Option<PathBuf>,
    /// Threads [default: one per core].
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

/// Learns and writes a mined table.
pub(super) fn run(args: &MineArgs) -> anyhow::Result<()> {
    let material: board::Material =
        args.ending.parse().map_err(|error| VerifyError::Material(args.ending.clone(), error))?;
    let mine = verify::mine::find(material).ok_or(VerifyError::NoMine(material))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let say = |text: &str| {
        let _ = writeln!(io::stderr(), "{text}");
    };
    let mut truth = truth_for(mine, args.truth.as_deref(), &pool)?;
    let mined = pool.install(|| mine.learn(&mut truth, &say))?;
    let write = |extension: &str, bytes: &[u8]| {
        let path = args.out.join(mine.name).with_extension(extension);
        save_atomically(&path, bytes)
    };
    write("mined", &mined.bytes)?;
    let mut figures = serde_json::to_string_pretty(&mined.figures)?;
    figures.push('\n');
    write("json", figures.as_bytes())?;
    io::stdout().write_all(mined.figures.to_text().as_bytes())?;
    Ok(())
}

/// The solved ending, from the file if it is there, else solved and kept in the file if one is named.
fn truth_for(mine: &Mine, file: Option<&Path>, pool: &rayon::ThreadPool) -> anyhow::Result<Truth> {
    if let Some(path) = file.filter(|path| path.exists()) {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        return Ok(Truth::of_bytes(bytes, mine.men())?);
    }
    let truth = pool.install(|| mine.solve())?;
    if let Some(path) = file {
        save_atomically(path, truth.as_bytes())?;
    }
    Ok(truth)
}
