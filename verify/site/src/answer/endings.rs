//! Whole endings: statistics, and paged lists of positions.

use board::{Color, Dtm, Material, Placement, Wdl};
use serde::Serialize;
use tbgen::{DtmTable, Stats, Zugzwang, random_positions, zugzwangs};

use crate::error::Refusal;
use crate::knowledge::Knowledge;

/// Maximum number of positions on a page.
pub(crate) const PAGE_MAX: usize = 1000;
/// Default number of positions on a page.
pub(crate) const PAGE_DEFAULT: usize = 50;

/// An ending of the list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Ending {
    pub(crate) material: Material,
    pub(crate) men: usize,
    /// `memory`, `files` or `no`.
    pub(crate) here: &'static str,
    /// Number of its named rules.
    pub(crate) rules: usize,
}

/// A page of a list of positions.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Page {
    pub(crate) material: Material,
    /// `zugzwangs`, `longest` or `random`.
    pub(crate) list: String,
    /// Number of positions in the whole list.
    pub(crate) total: usize,
    /// Number of positions before this page.
    pub(crate) offset: usize,
    pub(crate) positions: Vec<Listed>,
}

/// A position of a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Listed {
    pub(crate) fen: String,
    /// In words: the distance to mate, or the results of a zugzwang.
    pub(crate) words: String,
    /// Plies to mate for the side to move; `null` for draws.
    pub(crate) dtm: Option<u16>,
}

/// Parameters of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) offset: usize,
    pub(crate) limit: usize,
    pub(crate) seed: u64,
    pub(crate) result: Option<Wdl>,
}

/// All endings of three to five pieces, and larger ones with files.
pub(crate) fn list(knowledge: &Knowledge) -> Vec<Ending> {
    let mut endings: Vec<Material> = (3..=5).flat_map(Material::with_men).collect();
    endings.extend(knowledge.files().materials().filter(|material| material.men() > 5));
    endings.sort_by_key(|material| (material.men(), std::cmp::Reverse(*material)));
    endings.dedup();
    let here = |material: Material| match () {
        () if knowledge.is_in_memory(material) => "memory",
        () if knowledge.has_results(material) => "files",
        () => "no",
    };
    let rules = |material| recognizers::find(material).map_or(0, |(recognizer, _)| recognizer.rule_count());
    let one = |material: Material| Ending {
        material,
        men: material.men(),
        here: here(material),
        rules: rules(material),
    };
    endings.into_iter().map(one).collect()
}

/// The statistics of an ending that is solved in memory.
///
/// # Errors
/// [`Refusal::NotFound`] for others.
pub(crate) fn statistics(knowledge: &Knowledge, material: Material) -> Result<Stats, Refusal> {
    Stats::of_solved(&knowledge.solved(), material).ok_or_else(|| not_solved(knowledge, material))
}

fn not_solved(knowledge: &Knowledge, material: Material) -> Refusal {
    let progress = knowledge.progress();
    let material = material.canonical().0;
    Refusal::NotFound(if progress.awaits(material) {
        format!("{material} is not solved yet: {} of {} endings are", progress.done, progress.of)
    } else {
        format!(
            "statistics require an ending solved in memory, and {material} is not: `tbgen stats {material}` counts its positions"
        )
    })
}

/// One page of a list.
///
/// # Errors
/// [`Refusal::NotFound`] for endings that are not in memory and for unknown lists.
pub(crate) fn page(
    knowledge: &Knowledge,
    material: Material,
    list: &str,
    wanted: &Wanted,
) -> Result<Page, Refusal> {
    let solved = knowledge.solved();
    let table = solved.mates().table(material).ok_or_else(|| not_solved(knowledge, material))?;
    let (total, positions) = match list {
        "zugzwangs" => zugzwang_page(table, wanted),
        "longest" => longest_page(table, wanted),
        "random" => {
            let drawn = random_positions(table, wanted.limit, wanted.seed, wanted.result);
            let listed = |placement: Placement| {
                let dtm = table.probe(&placement).unwrap_or(Dtm::Draw);
                listed(&placement, dtm.to_string(), dtm)
            };
            (drawn.len(), drawn.into_iter().map(listed).collect())
        }
        other => {
            return Err(Refusal::NotFound(format!(
                "there is no list `{other}`: the lists are zugzwangs, longest and random"
            )));
        }
    };
    Ok(Page { material: table.material(), list: list.to_owned(), total, offset: wanted.offset, positions })
}

fn listed(placement: &Placement, words: String, dtm: Dtm) -> Listed {
    Listed { fen: placement.to_fen(), words, dtm: dtm.plies() }
}

fn zugzwang_page(table: &DtmTable, wanted: &Wanted) -> (usize, Vec<Listed>) {
    let mut total = 0;
    let mut found = Vec::new();
    for (placement, kind) in zugzwangs(table) {
        if (wanted.offset..wanted.offset + wanted.limit).contains(&total) {
            let words = match kind {
                Zugzwang::WhiteDrawsBlackLoses => "White to move draws, Black to move loses",
                Zugzwang::WhiteLosesBlackDraws => "White to move loses, Black to move draws",
                Zugzwang::BothLose => "the side to move loses",
            };
            found.push(listed(&placement, words.to_owned(), table.probe(&placement).unwrap_or(Dtm::Draw)));
        }
        total += 1;
    }
    (total, found)
}

/// The positions of the longest mates, with either side to move.
fn longest_page(table: &DtmTable, wanted: &Wanted) -> (usize, Vec<Listed>) {
    let (mut most, mut total, mut found) = (1, 0, Vec::new());
    for (placement, dtm) in Color::ALL.into_iter().flat_map(|side| table.positions(side)) {
        let Some(plies) = dtm.plies().filter(|&plies| plies >= most) else { continue };
        if plies > most {
            (most, total) = (plies, 0);
            found.clear();
        }
        if (wanted.offset..wanted.offset + wanted.limit).contains(&total) {
            found.push(listed(&placement, dtm.to_string(), dtm));
        }
        total += 1;
    }
    (total, found)
}

/// A page as EPD: the first four fields of each position, and its words as `c0`.
pub(crate) fn epd(page: &Page) -> String {
    let line = |listed: &Listed| {
        let fields: Vec<&str> = listed.fen.split(' ').take(4).collect();
        format!("{} c0 \"{}\";\n", fields.join(" "), listed.words)
    };
    page.positions.iter().map(line).collect()
}

/// A page as CSV with a header.
pub(crate) fn csv(page: &Page) -> String {
    let line = |listed: &Listed| {
        let dtm = listed.dtm.map_or(String::new(), |plies| plies.to_string());
        format!("{},{dtm},\"{}\"\n", listed.fen, listed.words)
    };
    std::iter::once("fen,dtm_plies,words\n".to_owned()).chain(page.positions.iter().map(line)).collect()
}
