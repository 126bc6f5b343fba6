//! The command line of measuring distances.

use std::io::{self, ErrorKind, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use tbgen::syzygy::write::save_atomically;
use verify::distances::{Measured, measure, merge};

#[derive(Args)]
pub(super) struct DistancesArgs {
    /// Endings such as KRPvKR or kbkp [default: all].
    #[arg(value_name = "ENDING")]
    endings: Vec<String>,
    /// Write what was measured to data files that recognizers embed; lines of other endings stay.
    #[arg(long)]
    write: bool,
    /// Folder of the data files.
    #[arg(long, value_name = "DIR", default_value = "data/recognizers", requires = "write")]
    out: PathBuf,
    /// Also print each leaf of a mined table that announces a win.
    #[arg(long)]
    leaves: bool,
    /// Threads [default: one per core].
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

/// Measures, prints and, when asked to, writes.
pub(super) fn run(args: &DistancesArgs) -> anyhow::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let all = ["all".to_owned()];
    let names = if args.endings.is_empty() { &all[..] } else { &args.endings };
    let mut measured: Vec<Measured> = Vec::new();
    for recognizer in super::recognizers_named(names)? {
        let ending = recognizer.material().canonical().0;
        let say = |text: String| {
            if io::stderr().is_terminal() {
                let _ = write!(io::stderr(), "\r\x1b[K{text}");
            }
        };
        say(format!("{ending}: solving"));
        let progress = |done: usize, all: usize| {
            if done * 100 / all != (done - 1) * 100 / all {
                say(format!("{:>3} % of {ending}", done * 100 / all));
            }
        };
        let found = pool.install(|| measure(recognizer, &progress))?;
        say(String::new());
        let separator = if measured.is_empty() { "" } else { "\n" };
        io::stdout().write_all(format!("{separator}{}", found.to_text(args.leaves)).as_bytes())?;
        measured.push(found);
    }
    if args.write { write_files(&args.out, &measured) } else { Ok(()) }
}

fn write_files(folder: &Path, measured: &[Measured]) -> anyhow::Result<()> {
    let path = folder.join("distances.txt");
    let before = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.with_context(|| format!("cannot read `{}`", path.display()))?,
    };
    let text = merge(&before, measured)
        .with_context(|| format!("`{}` is damaged: delete it and measure all endings", path.display()))?;
    for measured in measured {
        if let (Some(bytes), Some(mine)) = (measured.leaf_file(), verify::mine::find(measured.ending())) {
            save_atomically(&folder.join(mine.name).with_extension("distances"), &bytes)?;
        }
    }
    save_atomically(&path, text.as_bytes())?;
    Ok(())
}
