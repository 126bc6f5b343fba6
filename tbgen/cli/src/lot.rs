//! `tbgen random`: random positions of an ending.

use std::convert::Infallible;

use anyhow::Context;
use board::{Material, Placement, Wdl, notation};
use serde::Serialize;
use tbgen::syzygy::Tables as SyzygyTables;
use tbgen::{
    Critical, DtmTable, DtmTables, MAX_SOLVED_MEN, TableFolders, critical_positions, critical_positions_in,
    placements_by_lot, random_positions, random_positions_in,
};

use crate::arguments::parse_material;
use crate::output::print_json;

/// Maximum men of table files.
const MAX_FILE_MEN: usize = 7;

/// Maximum men of endings that are solved almost instantly.
const AT_ONCE_MEN: usize = 4;

/// Prints random positions of an ending.
pub(crate) fn random(
    text: &str,
    count: usize,
    seed: u64,
    result: Option<Wdl>,
    folders: &TableFolders,
    json: bool,
) -> anyhow::Result<bool> {
    let material = parse_material(text)?;
    let mut tables = DtmTables::new();
    let drawn = match result {
        // Complete enumeration: no position is drawn twice and none is missed.
        None if material.men() <= AT_ONCE_MEN => {
            random_positions(solved(&mut tables, material)?, count, seed, None)
        }
        Some(_) if material.men() <= MAX_SOLVED_MEN => {
            random_positions(solved(&mut tables, material)?, count, seed, result)
        }
        Some(result) => random_positions_in(&open(folders, material)?, material, count, seed, result)?,
        None => {
            check_men(material)?;
            if json && material.men() <= MAX_SOLVED_MEN {
                solved(&mut tables, material)?;
            }
            placements_by_lot(material, count, seed, |&placement| Ok::<_, Infallible>(Some(placement)))?
        }
    };
    if drawn.len() < count {
        eprintln!("tbgen: {material} has only {} such positions", drawn.len());
    }
    if json {
        print_json(&drawn.iter().map(|position| Drawn::new(&tables, position)).collect::<Vec<_>>())?;
    } else {
        for position in drawn {
            say!("{}", position.to_fen());
        }
    }
    Ok(true)
}

/// Solves an ending and returns its table.
fn solved(tables: &mut DtmTables, material: Material) -> anyhow::Result<&DtmTable> {
    tables.build(material)?;
    tables.table(material).context("the table was just solved")
}

/// Prints random critical positions of an ending.
pub(crate) fn critical(
    text: &str,
    count: usize,
    seed: u64,
    folders: &TableFolders,
    json: bool,
) -> anyhow::Result<bool> {
    let material = parse_material(text)?;
    let drawn = if material.men() <= MAX_SOLVED_MEN {
        critical_positions(material, count, seed)?
    } else {
        critical_positions_in(&open(folders, material)?, material, count, seed)?
    };
    if drawn.len() < count {
        eprintln!("tbgen: only {} critical positions of {material} were found", drawn.len());
    }
    let lines: Vec<CriticalAnswer> =
        (1..).zip(&drawn).map(|(n, found)| CriticalAnswer::new(material, n, found)).collect();
    if json {
        print_json(&lines)?;
    } else {
        for CriticalAnswer { fen, id, keep, .. } in lines {
            let position = fen.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ");
            say!("{position} bm {}; id \"{id}\";", keep.join(" "));
        }
    }
    Ok(true)
}

/// The files with the results of an ending that is not solved in memory.
fn open(folders: &TableFolders, material: Material) -> anyhow::Result<SyzygyTables> {
    check_men(material)?;
    let men = material.men();
    folders.open_syzygy()?.with_context(|| {
        format!(
            "{material} has {men} men and is not solved in memory: name a folder with its files, --syzygy DIR"
        )
    })
}

/// Refuses endings with more men than table files can have.
fn check_men(material: Material) -> anyhow::Result<()> {
    let men = material.men();
    anyhow::ensure!(men <= MAX_FILE_MEN, "{material} has {men} men; at most {MAX_FILE_MEN} are supported");
    Ok(())
}

/// A position of `tbgen random --critical` in JSON.
#[derive(Serialize)]
struct CriticalAnswer {
    fen: String,
    id: String,
    result: Wdl,
    /// Moves in long algebraic notation.
    keep: Vec<String>,
}

impl CriticalAnswer {
    fn new(material: Material, number: usize, critical: &Critical) -> Self {
        let uci = |&mv| notation::uci(&critical.board, mv, false);
        Self {
            fen: critical.board.to_string(),
            id: format!("{material} {number} {}", critical.result),
            result: critical.result,
            keep: critical.keep.iter().map(uci).collect(),
        }
    }
}

/// A position of `tbgen random` in JSON.
#[derive(Serialize)]
struct Drawn {
    fen: String,
    dtm: Option<board::Dtm>,
}

impl Drawn {
    fn new(tables: &DtmTables, position: &Placement) -> Self {
        Self { fen: position.to_fen(), dtm: tables.probe(position) }
    }
}
