//! `verify distances`: measures the distances of announced wins.

use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use anyhow::Context as _;
use recognizers::RECOGNIZERS;
use verify::distances::{Measured, measure, merge};

use super::arguments::{DistancesArgs, recognizers_named};
use super::output::{require_folder, save};
use super::progress::Progress;

/// The file with the distances of the rules of all endings.
const LINES: &str = "distances.txt";
/// Its maximum size, in bytes.
const LINES_MAX: u64 = 16 << 20;

/// Measures and prints, and writes with `--write`.
pub(super) fn run(args: &DistancesArgs) -> anyhow::Result<()> {
    args.tables.load()?;
    let before = if args.write { read_lines(&args.out)? } else { String::new() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let mut measured: Vec<Measured> = Vec::new();
    let recognizers = match args.endings.as_slice() {
        [] => RECOGNIZERS.to_vec(),
        names => recognizers_named(names)?,
    };
    for (index, &recognizer) in recognizers.iter().enumerate() {
        let ending = recognizer.material().canonical().0.to_string();
        let progress = Progress::of_ending(&ending, index, recognizers.len(), true);
        progress.prepare("solving");
        let found = pool.install(|| measure(recognizer, &|done, all| progress.done(done, all)))?;
        let separator = if measured.is_empty() { "" } else { "\n" };
        io::stdout().write_all(format!("{separator}{}", found.to_text(args.leaves)).as_bytes())?;
        measured.push(found);
    }
    if args.write { write_files(&args.out, &before, &measured) } else { Ok(()) }
}

/// Reads the existing lines of all endings, before minutes are spent on measuring.
fn read_lines(folder: &Path) -> anyhow::Result<String> {
    let path = folder.join(LINES);
    require_folder(folder)?;
    let text = match disk::read_text(&path, LINES_MAX) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.with_context(|| format!("cannot read `{}`", path.display()))?,
    };
    merge(&text, &[])
        .with_context(|| format!("`{}` is damaged: delete it and measure all endings", path.display()))
}

fn write_files(folder: &Path, before: &str, measured: &[Measured]) -> anyhow::Result<()> {
    for measured in measured {
        if let (Some(bytes), Ok(mine)) = (measured.leaf_file(), verify::mine::find(measured.ending())) {
            save(&folder.join(mine.ending().name()).with_extension("distances"), &bytes)?;
        }
    }
    save(&folder.join(LINES), merge(before, measured)?.as_bytes())
}
