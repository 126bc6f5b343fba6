//! `verify mine`: learns a mined table.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use verify::VerifyError;
use verify::mine::{Classes, Mine, SizeCurve, Wanted};
use verify::report::size_curve;

use super::arguments::MineArgs;
use super::output::{require_folder, save};
use super::progress::Progress;

/// Maximum size of the file of a solved ending, in bytes: one byte for each position of five pieces
/// with either side to move.
const TRUTH_MAX: u64 = 2 << 30;

/// Learns and writes a mined table.
pub(super) fn run(args: &MineArgs) -> anyhow::Result<()> {
    let material: board::Material =
        args.ending.parse().map_err(|error| VerifyError::Material(args.ending.clone(), error))?;
    let mine = verify::mine::find(material)?;
    require_folder(&args.out)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let say = |text: &str| {
        let _ = writeln!(io::stderr(), "{text}");
    };
    let progress = Progress::of(mine.material().to_string(), true);
    progress.prepare("reading or solving the ending");
    let mut truth = truth_for(&mine, args.truth.as_deref(), &pool)?;
    drop(progress);
    let progress = Progress::of(format!("processing {}", mine.material()), true);
    truth.report_to(Box::new(move |done, all| progress.done(done, all)));
    let budget = args.kib.map(|kib| usize::from(kib) << 10);
    let write = |extension: &str, bytes: &[u8]| {
        let path = args.out.join(mine.ending().name()).with_extension(extension);
        save(&path, bytes)
    };
    let wanted = Wanted { budget, draw_worth: args.draw_worth, has_curve: !args.curve.is_empty() };
    let mined = pool.install(|| mine.learn(&mut truth, &wanted, &say))?;
    let figures = mined.figures;
    write("mined", &mined.bytes)?;
    // For endings without rules, what tables announce is counted together with the search, by
    // `verify pocket`.
    if !mine.is_listed() {
        write("json", json(&figures)?.as_bytes())?;
    }
    io::stdout().write_all(figures.to_text().as_bytes())?;
    let wins = figures.weak_wins.positions + figures.strong_wins.positions;
    let curve = SizeCurve {
        ending: mine.material().to_string(),
        draws: figures.draws.positions,
        wins,
        points: mined.sizes,
    };
    for path in &args.curve {
        let is_picture = path.extension().is_some_and(|extension| extension == "svg");
        let text = if is_picture { size_curve(&curve) } else { curve.to_csv() };
        save(path, text.as_bytes())?;
    }
    if !args.curve.is_empty() {
        io::stdout().write_all(curve.to_csv().as_bytes())?;
    }
    Ok(())
}

/// The figures as JSON.
fn json(figures: &impl serde::Serialize) -> anyhow::Result<String> {
    let mut text = serde_json::to_string_pretty(figures)?;
    text.push('\n');
    Ok(text)
}

/// The solved ending: read from the file if it exists, otherwise solved, and written to the file if
/// one is given.
fn truth_for(mine: &Mine, file: Option<&Path>, pool: &rayon::ThreadPool) -> anyhow::Result<Classes> {
    if let Some(path) = file.filter(|path| path.exists()) {
        let bytes =
            disk::read(path, TRUTH_MAX).with_context(|| format!("cannot read `{}`", path.display()))?;
        return Ok(Classes::of_bytes(bytes, mine.ending().men())?);
    }
    let truth = pool.install(|| mine.solve())?;
    if let Some(path) = file {
        save(path, truth.as_bytes())?;
    }
    Ok(truth)
}
