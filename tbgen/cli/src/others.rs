//! `tbgen compare-dtm`: solved endings and the tables of another generator.

use std::path::Path;
use std::time::Instant;

use board::{Board, Material};
use gaviota::{Error as GaviotaError, Tables};
use serde::Serialize;
use tbgen::{Comparison, DtmTables, Probe, Values, compare_dtm as compare, counted};

use crate::arguments::parse_materials;
use crate::output::print_json;

/// The Gaviota tables of a folder.
pub(crate) struct Gaviota(Tables);

impl Gaviota {
    /// The tables of a folder.
    pub(crate) fn open(folder: &Path) -> Result<Self, GaviotaError> {
        Tables::open(&[folder]).map(Self)
    }
}

impl Probe for Gaviota {
    type Error = GaviotaError;

    fn values(&self, board: &Board) -> Result<Values, GaviotaError> {
        Ok(Values { dtm: self.0.probe_board(board)?, ..Values::default() })
    }
}

/// The result for one ending in JSON.
#[derive(Serialize)]
struct Compared {
    material: Material,
    positions: u64,
    en_passant: u64,
    skipped: u64,
    different: u64,
    /// The first differences in words.
    differences: Vec<String>,
    seconds: f64,
}

impl Compared {
    fn new(material: Material, found: &Comparison, seconds: f64) -> Self {
        Self {
            material,
            positions: found.positions,
            en_passant: found.en_passant,
            skipped: found.skipped,
            different: found.different,
            differences: found.differences.iter().map(ToString::to_string).collect(),
            seconds,
        }
    }
}

/// Compares every position of endings; `Ok(false)` when one differs.
pub(crate) fn compare_dtm(texts: &[String], folder: &Path, json: bool) -> anyhow::Result<bool> {
    let named = parse_materials(texts)?;
    let gaviota = Gaviota::open(folder)?;
    let endings = if named.is_empty() { gaviota.0.endings() } else { named };
    // Missing and damaged files are reported before anything is solved.
    for &ending in &endings {
        gaviota.0.table(ending)?;
    }
    let mut tables = DtmTables::new();
    let mut all = Vec::new();
    for ending in endings {
        tables.build(ending)?;
        let Some(table) = tables.table(ending) else { continue };
        let start = Instant::now();
        let found = compare(&tables, table, &gaviota)?;
        let compared = Compared::new(ending, &found, start.elapsed().as_secs_f64());
        if !json {
            print_compared(&compared);
        }
        all.push(compared);
        tables.forget_larger_than(4);
    }
    if json {
        print_json(&all)?;
    } else if all.len() > 1 {
        let sum = |count: fn(&Compared) -> u64| all.iter().map(count).sum::<u64>();
        say!(
            "{}: {} and {} with a capture en passant compared, {} different",
            counted(all.len() as u64, "ending"),
            counted(sum(|one| one.positions), "position"),
            sum(|one| one.en_passant),
            sum(|one| one.different)
        );
    }
    Ok(all.iter().all(|one| one.different == 0))
}

fn print_compared(compared: &Compared) {
    let Compared { material, positions, en_passant, skipped, different, differences, seconds } = compared;
    let passing = match en_passant {
        0 => String::new(),
        number => format!(" and {number} with a capture en passant"),
    };
    let verdict = match different {
        0 => "all equal".to_owned(),
        number => format!("{number} DIFFERENT, the first:"),
    };
    let positions = counted(*positions, "position");
    say!("{material}: {positions}{passing} compared in {seconds:.1} s, {verdict}");
    for difference in differences {
        say!("  {difference}");
    }
    if *skipped > 0 {
        let skipped = counted(*skipped, "position");
        say!("  skipped {skipped} with three checking pieces, which the move generator rejects");
    }
}
