//! `tbgen build` and `tbgen check`: table files.

use std::path::{Path, PathBuf};
use std::time::Duration;

use board::Material;
use serde::Serialize;
use tbgen::{Step, build_files, build_order, check_file};

use super::print_json;

/// One ending of a build, as JSON prints it.
#[derive(Serialize)]
struct Built {
    material: Material,
    kept: bool,
    solving_seconds: f64,
    compressing_seconds: f64,
    wdl_bytes: u64,
    dtz_bytes: u64,
}

/// Writes the files of some endings, telling of each when it is done.
pub(super) fn build(
    materials: &[Material],
    folder: &Path,
    with_subtables: bool,
    json: bool,
) -> anyhow::Result<bool> {
    let order = build_order(materials, with_subtables)?;
    let mut built = Vec::new();
    build_files(&order, folder, |material, step| {
        let seconds = |d: &Duration| d.as_secs_f64();
        let one = match step {
            Step::Kept => Built {
                material,
                kept: true,
                solving_seconds: 0.0,
                compressing_seconds: 0.0,
                wdl_bytes: 0,
                dtz_bytes: 0,
            },
            Step::Written { solving, compressing, bytes: [wdl_bytes, dtz_bytes] } => Built {
                material,
                kept: false,
                solving_seconds: seconds(solving),
                compressing_seconds: seconds(compressing),
                wdl_bytes: *wdl_bytes,
                dtz_bytes: *dtz_bytes,
            },
        };
        built.push(one);
        if !json {
            tell(&built, order.len());
        }
    })?;
    if json {
        print_json(&built)?;
    }
    Ok(true)
}

/// A line for the ending done last.
fn tell(built: &[Built], all: usize) {
    let Some(b) = built.last() else { return };
    let number = built.len();
    if b.kept {
        println!("[{number}/{all}] {}: there and sound, kept", b.material);
    } else {
        println!(
            "[{number}/{all}] {}: solved in {:.1} s, written in {:.1} s, {} + {} bytes",
            b.material, b.solving_seconds, b.compressing_seconds, b.wdl_bytes, b.dtz_bytes
        );
    }
}

/// Checks files; `Ok(false)` when one of them is not sound.
pub(super) fn check(files: &[PathBuf]) -> bool {
    let mut sound = true;
    for path in files {
        match check_file(path) {
            Ok(table) => println!("{}: sound {} table of {}", path.display(), table.kind(), table.material()),
            Err(fault) => {
                sound = false;
                println!("{fault}");
            }
        }
    }
    sound
}
