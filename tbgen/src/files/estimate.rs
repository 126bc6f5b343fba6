//! Estimates memory, disk space and time of a build in advance.
//!
//! Memory is computed from the sizes of the arrays of the solver and the writers, as an upper
//! bound. Sizes of Syzygy files are those of the published ones. Time and the sizes of DTM files
//! are averages over endings of the same number of men; single endings differ by a factor of two or
//! more.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use board::{Color, Material, Piece};
use data::Checksums;
use serde::Serialize;

use syzygy::Kind;
use syzygy::format::{leading_files, man_of_code, men_codes, sides};

use crate::endings::{SMALL, after_captures, buildable_closure, depth_first, promoted, successors};
use crate::error::{MAX_SOLVED_MEN, TbgenError};
use crate::index::layout::Layout;
use crate::index::promoted::{PromotedSlice, largest_slice, slices_of};
use crate::index::sorted::MAX_SORTED;
use crate::solve::keeping::Keeping;
use crate::tables::promotions::structures_before;

/// Bytes of memory per solved position: distances to zeroing, distances to mate, and results alone
/// while they are solved.
const ZEROING_BYTES: u64 = 2;
const MATE_BYTES: u64 = 1;
const OUTCOME_BYTES: u64 = 1;
/// Maximum bits per stored result.
const RESULT_BITS: u64 = 3;
/// Bytes of working memory per slot while solving: planes of both sides, capture slots, best pawn
/// moves.
const WORK_BYTES_PER_SLOT: u64 = 6;
/// The same for six men, in sixteenths of a byte: five planes of one bit per slot, the rest for
/// capture slots.
const WORK_SIXTEENTHS_OF_SIX: u64 = 12;
/// The same for one pawn structure, in fourths of a byte: without and with the best pawn moves of a
/// second side. Results of other structures are kept in addition, a byte per slot and side.
const WORK_FOURTHS_OF_STRUCTURE: [u64; 2] = [9, 13];
/// Bytes per stored position while a sub-table is compressed: the sequence being built, its code
/// string, and the data for choosing the order.
const PACK_BYTES_PER_POSITION: u64 = 3;
/// The same for six men, whose sequences are built one after another, in eighths. Ranks are bytes:
/// no list of distances has more than 193 entries.
const PACK_EIGHTHS_OF_SIX: u64 = 9;
/// Memory for six men's values beside a sequence and the data compressed so far: a third of the
/// sequence's bytes for both, and at least an eighth for the values. With less, there would be too
/// many parts.
const BESIDE_SEQUENCE: u64 = 3;
const VALUES_BESIDE_SEQUENCE: u64 = 8;
/// Counts of symbol pairs, for each sub-table being compressed.
const PAIR_COUNT_BYTES: u64 = 68 << 20;
/// The same for six men: counts are twice as wide, and each thread keeps its own changes.
const PAIR_COUNT_BYTES_OF_SIX: u64 = 4 * PAIR_COUNT_BYTES;
/// The program, its stacks and tables of three men.
const BASE_BYTES: u64 = 32 << 20;
/// Bits per slot, both sides to move, of a DTM file, by number of men from 3.
const MATE_BITS: [f64; 3] = [1.7, 1.6, 1.6];
/// Maximum bytes of both logs per slot of one side to move, in quarters: the number of decided
/// positions is unknown in advance.
const LOG_FOURTHS: u64 = 8;
/// Measured size of both logs of some endings in MB, rounded up. Logs are deterministic.
const KNOWN_LOGS: [(&str, u64); 9] = [
    ("KNNNNvK", 2_250),
    ("KNNNvKN", 2_826),
    ("KNNNvKB", 2_579),
    ("KBBBvKR", 2_117),
    ("KRRRvKB", 1_539),
    ("KRBvKRB", 7_467),
    ("KRNvKNN", 5_947),
    ("KRNvKBN", 10_625),
    ("KQQvKQQ", 3_962),
];
/// Processor seconds per million slots: solving for WDL and DTZ, solving for DTM, compressing by
/// kind.
const SOLVE_SECONDS: [f64; 2] = [0.04, 0.04];
const PACK_SECONDS: [f64; 3] = [0.1, 0.1, 0.4];

/// Processor seconds per million positions of a file whose promotions are looked for.
const READ_SECONDS: f64 = 0.04;

/// Solving time per slot of six men relative to fewer men, with three identical pieces and with
/// fewer.
const EFFORT_OF_SIX: [f64; 2] = [0.8, 1.8];

/// For six men, whose samples all have the same size: number of orders tried, by kinds of men from
/// 3; millions of values per trial; processor seconds per million values tried, per million values
/// written, and per million bytes of a file (poorly compressible values take extra time). Fitted to
/// measurements of six endings, which the test names.
const ORDERS_TRIED: [f64; 4] = [6.0, 15.0, 31.0, 56.0];
const TRIAL_MILLIONS: f64 = 16.384;
const SECONDS_OF_SIX: [f64; 3] = [0.016, 0.018, 0.44];

/// The resources of one ending of a build, or of a whole build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// Peak memory in bytes.
    pub memory_bytes: u64,
    /// Size of the files in bytes.
    pub disk_bytes: u64,
    /// Peak size in bytes of unnamed temporary files with results for larger endings.
    pub scratch_bytes: u64,
    /// Processor seconds; divide by the number of threads.
    pub cpu_seconds: f64,
}

impl Estimate {
    /// The resources of both, one after the other.
    pub fn and_then(self, next: Self) -> Self {
        Self {
            memory_bytes: self.memory_bytes.max(next.memory_bytes),
            disk_bytes: self.disk_bytes + next.disk_bytes,
            scratch_bytes: self.scratch_bytes.max(next.scratch_bytes),
            cpu_seconds: self.cpu_seconds + next.cpu_seconds,
        }
    }
}

/// The resources for building files of these kinds for one ending with this number of threads,
/// including solving all endings that it leads to.
///
/// # Errors
/// As [`build_order`](crate::build_order).
pub fn estimate(material: Material, kinds: &[Kind], threads: usize) -> Result<Estimate, TbgenError> {
    let material = material.canonical().0;
    let closure = buildable_closure(&[material], kinds)?;
    let threads = threads.max(1) as u64;
    let mut estimate = Estimate::default();
    let mut add = |kinds: &[Kind], needs: &Needs, solve: f64| {
        // Endings of six men that it leads to have been built.
        let solved = || closure.iter().filter(|&&m| m == material || m.men() <= MAX_SOLVED_MEN);
        let below = || solved().filter(|&&m| m != material);
        let own = if material.men() > MAX_SOLVED_MEN {
            needs.six(material, kinds)
        } else {
            needs.solving(material, needs.own_bytes, threads)
                + packing(material, kinds, threads).saturating_sub(work(material, threads))
        };
        let others = below().map(|&m| needs.solving(m, needs.bytes, threads)).max().unwrap_or(0);
        let small: u64 = below().filter(|m| m.men() <= SMALL).map(|&m| needs.whole(m)).sum();
        estimate.memory_bytes = estimate.memory_bytes.max(BASE_BYTES + small + own.max(others));
        estimate.scratch_bytes += needs.scratch(material);
        estimate.cpu_seconds += solve * solved().map(|&m| millions(slots(m)) * effort(m)).sum::<f64>();
        estimate.cpu_seconds += reading_seconds(material);
        for &kind in kinds {
            estimate.cpu_seconds += packing_seconds(material, kind);
            estimate.disk_bytes += file_bytes(material, kind);
        }
    };
    let syzygy: Vec<Kind> = kinds.iter().copied().filter(|kind| Kind::SYZYGY.contains(kind)).collect();
    if !syzygy.is_empty() {
        add(&syzygy, &Needs::ZEROING, SOLVE_SECONDS[0]);
    }
    if kinds.contains(&Kind::Dtm) {
        add(&[Kind::Dtm], &Needs::MATES, SOLVE_SECONDS[1]);
    }
    Ok(estimate)
}

/// Memory needs of a metric.
struct Needs {
    /// Bytes per position while solving, of the ending itself and of one that it leads to.
    own_bytes: u64,
    bytes: u64,
    /// Bytes kept for these slots of one side to move once an ending is solved.
    kept: fn(u64) -> u64,
    /// Bits in memory per position that a promotion leads to.
    promoted_bits: u64,
    /// Bytes on disk of an ending that promotions lead to.
    stored: fn(Material) -> u64,
}

impl Needs {
    const ZEROING: Self = Self {
        own_bytes: ZEROING_BYTES,
        bytes: OUTCOME_BYTES,
        kept: |slots| slots * RESULT_BITS / 8,
        promoted_bits: RESULT_BITS,
        stored: |smaller| 2 * slots(smaller) * RESULT_BITS / 8,
    };
    const MATES: Self = Self {
        own_bytes: MATE_BYTES,
        bytes: MATE_BYTES,
        kept: |slots| slots,
        promoted_bits: 8 * MATE_BYTES,
        stored: largest_slice,
    };

    /// Bytes of both sides to move of a solved ending.
    fn whole(&self, material: Material) -> u64 {
        2 * (self.kept)(slots(material))
    }

    /// Memory while an ending is solved, without small tables.
    fn solving(&self, material: Material, bytes: u64, threads: u64) -> u64 {
        // Results stay in memory as they are found; slices of mates go to disk.
        let own = if self.own_bytes == MATE_BYTES { 0 } else { self.whole(material) };
        let promoted: u64 = slices_of(material, SMALL).iter().map(PromotedSlice::slots).sum();
        2 * bytes * slots_of_largest_file(material)
            + own
            + self.captures(material)
            + promoted * self.promoted_bits / 8
            + work(material, threads)
    }

    /// Memory for the endings that captures lead to, without small tables.
    fn captures(&self, material: Material) -> u64 {
        let large = after_captures(material).into_iter().filter(|(smaller, _)| smaller.men() > SMALL);
        large.map(|(smaller, sides)| sides.len() as u64 * (self.kept)(slots(smaller))).sum()
    }

    /// Memory for six men, without small tables.
    fn six(&self, material: Material, kinds: &[Kind]) -> u64 {
        let captures = self.captures(material);
        let encoding = encoding_six(material, kinds);
        // With a pawn, one leading file is written before the next one is solved.
        let encoding = if material.pawns() > 0 { captures + encoding } else { encoding };
        (captures + work_of_six(material)).max(encoding).max(self.promoting(material))
    }

    /// Memory while the best promotions to endings of six men are found, without small tables.
    fn promoting(&self, material: Material) -> u64 {
        let captures = promoted_to_six(material).map(|ending| self.captures(ending)).max();
        let promotions = promotions(material).into_iter().max().unwrap_or(0);
        captures.map_or(0, |captures| captures + promotions)
    }

    /// Peak disk space while the endings that an ending leads to are solved: each is stored until
    /// the last ending that needs it.
    fn scratch(&self, material: Material) -> u64 {
        // Endings of six men are read one after another, each with what its captures lead to.
        let mut order = Vec::new();
        for larger in promoted_to_six(material).chain([material]) {
            let new = depth_first(larger, |_, m| m.men() <= SMALL || m.men() > MAX_SOLVED_MEN);
            order.extend(new.into_iter().chain([larger]).filter(|m| !order.contains(m)).collect::<Vec<_>>());
        }
        let asked: Vec<Vec<Material>> = order.iter().map(|&m| successors(m)).collect();
        let last_use = |m: &Material| asked.iter().rposition(|asked| asked.contains(m)).unwrap_or(0);
        let last_uses: Vec<usize> = order.iter().map(last_use).collect();
        let waiting = |at: usize| -> u64 {
            let there = order[..=at].iter().zip(&last_uses).filter(|(_, last)| **last > at);
            there.filter(|(m, _)| m.men() <= MAX_SOLVED_MEN).map(|(&m, _)| (self.stored)(m)).sum()
        };
        let smaller = (0..order.len()).map(waiting).max().unwrap_or(0);
        let logs = if material.men() > MAX_SOLVED_MEN { logs(material) } else { 0 };
        smaller.max(logs + promotions(material).iter().sum::<u64>())
    }
}

/// Bytes of both logs of an ending of six men, with a pawn of those of one leading file: measured,
/// or the maximum.
fn logs(material: Material) -> u64 {
    let name = material.to_string();
    let known = KNOWN_LOGS.iter().find(|(known, _)| *known == name);
    known.map_or(LOG_FOURTHS * slots_of_largest_file(material) / 4, |(_, megabytes)| megabytes * 1_000_000)
}

/// The endings of six men that promotions of an ending lead to.
fn promoted_to_six(material: Material) -> impl Iterator<Item = Material> {
    let promoted = Color::ALL.into_iter().flat_map(move |color| promoted(material, color));
    promoted.map(|(_, ending)| ending).filter(|ending| ending.men() > MAX_SOLVED_MEN)
}

/// Bytes of the best promotions to endings of six men, by side: one side's in memory, both sides'
/// on disk.
fn promotions(material: Material) -> [u64; 2] {
    if promoted_to_six(material).next().is_none() {
        return [0; 2];
    }
    let layout = Layout::new(material);
    Color::ALL.map(|color| (structures_before(&layout, color) * layout.slots_per_lead()) as u64)
}

/// Processor seconds for finding the best promotions to endings of six men.
fn reading_seconds(material: Material) -> f64 {
    let files = |ending| leading_files(ending) as f64;
    let read: f64 = promoted_to_six(material).map(|ending| files(ending) * millions(positions(ending))).sum();
    READ_SECONDS * read
}

/// Working memory of solving besides values and smaller tables.
fn work(material: Material, threads: u64) -> u64 {
    let layout = Layout::new(material);
    // With pawns, one structure per thread.
    let leads = if material.pawns() > 0 { threads.min(layout.leads() as u64) } else { layout.leads() as u64 };
    WORK_BYTES_PER_SLOT * leads * layout.slots_per_lead() as u64
}

/// Working memory of solving six men besides smaller tables.
fn work_of_six(material: Material) -> u64 {
    if material.pawns() > 0 {
        let layout = Layout::new(material);
        let sides = Color::ALL.iter().filter(|&&color| material.count(color, Piece::Pawn) > 0).count();
        let kept = (0..layout.parts()).map(|file| Keeping::new(&layout, &layout.part_of_file(file)).most);
        let kept = sides as u64 * kept.max().unwrap_or(0) as u64;
        return (WORK_FOURTHS_OF_STRUCTURE[sides - 1] + 4 * kept) * layout.slots_per_lead() as u64 / 4;
    }
    WORK_SIXTEENTHS_OF_SIX * slots(material) / 16
}

/// Memory for compressing six men: a sequence during pairing, or the values of some leads and one
/// side to move from which it is built. Compressed data stays in memory until it is written.
fn encoding_six(material: Material, kinds: &[Kind]) -> u64 {
    let values = values_beside_sequence(material);
    let files: u64 = kinds.iter().map(|&kind| file_bytes(material, kind)).sum();
    let paired = packing_six(material) + files;
    paired.max(positions(material) + values + beside_both(material))
}

/// Memory besides a sequence of six men and its values: freed memory that the C library retains
/// after solving, pair counts for the next sequence, and 1.5 times the compressed data (KRNvKNN
/// took 2 % more than estimated without the factor).
fn beside_both(material: Material) -> u64 {
    values_beside_sequence(material) / 8 + PAIR_COUNT_BYTES_OF_SIX + compressed_before(material) * 3 / 2
}

/// Compressed data of six men before the last sequence is built: the results come first.
fn compressed_before(material: Material) -> u64 {
    file_bytes(material, Kind::Wdl)
}

/// Memory of a sequence of six men during pairing.
fn packing_six(material: Material) -> u64 {
    positions(material) * PACK_EIGHTHS_OF_SIX / 8 + PAIR_COUNT_BYTES_OF_SIX
}

fn values_beside_sequence(material: Material) -> u64 {
    let sequence = positions(material);
    let beside = (sequence / BESIDE_SEQUENCE).saturating_sub(compressed_before(material));
    beside.max(sequence / VALUES_BESIDE_SEQUENCE)
}

/// What is in memory besides the values of six men.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    /// Nothing: values are being counted or sampled.
    Nothing,
    /// A sequence that is built from them.
    Sequence,
}

/// Bytes that the values of six men may take: as much as other steps need anyway, or more if
/// `memory` allows.
pub(super) fn room_for_values(material: Material, beside: Beside, memory: u64) -> usize {
    let (sequence, values) = (positions(material), values_beside_sequence(material));
    let needed = work_of_six(material).max(packing_six(material)).max(sequence + values);
    let allowed = needed.max(memory.saturating_sub(BASE_BYTES + beside_both(material)));
    let room = if beside == Beside::Sequence { allowed - sequence } else { allowed };
    usize::try_from(room).unwrap_or(usize::MAX)
}

/// Size of a file in bytes.
fn file_bytes(material: Material, kind: Kind) -> u64 {
    static PUBLISHED: LazyLock<HashMap<&str, [u64; 2]>> =
        LazyLock::new(|| Checksums::published().map(|one| (one.ending, one.bytes)).collect());
    let published = PUBLISHED.get(material.to_string().as_str()).copied().unwrap_or_default();
    match kind {
        Kind::Wdl => published[0],
        Kind::Dtz => published[1],
        Kind::Dtm => {
            let bits = MATE_BITS[material.men().clamp(3, MAX_SOLVED_MEN) - 3];
            #[expect(clippy::cast_possible_truncation, reason = "an estimate, far below the greatest number")]
            let bytes = (bits * 2.0 * slots(material) as f64 / 8.0) as u64;
            bytes
        }
    }
}

/// Processor seconds for a file, including the search for piece orders.
fn packing_seconds(material: Material, kind: Kind) -> f64 {
    if material.men() <= MAX_SOLVED_MEN {
        return PACK_SECONDS[kind as usize] * millions(slots(material));
    }
    let kinds: usize =
        Color::ALL.map(|color| material.pieces(color).collect::<BTreeSet<_>>().len()).iter().sum();
    // The kings, which `pieces` leaves out.
    let orders = ORDERS_TRIED[(kinds + 2).clamp(3, 6) - 3];
    let [tried, written, stored] = SECONDS_OF_SIX;
    // Both sides' distances are tried; one side's are written.
    let trials = if material.is_symmetric() { 1.0 } else { 2.0 };
    let files = leading_files(material) as f64;
    files * trials * orders * TRIAL_MILLIONS * tried
        + files * sides(material, kind) as f64 * millions(positions(material)) * written
        + millions(file_bytes(material, kind)) * stored
}

/// Memory of the sub-tables that are compressed in parallel.
fn packing(material: Material, kinds: &[Kind], threads: u64) -> u64 {
    let jobs: usize = kinds.iter().map(|&kind| sides(material, kind)).sum();
    (PAIR_COUNT_BYTES + positions(material) * PACK_BYTES_PER_POSITION) * threads.min(jobs as u64)
}

/// Solving time per slot relative to fewer men.
fn effort(material: Material) -> f64 {
    if material.men() <= MAX_SOLVED_MEN {
        return 1.0;
    }
    let three_are_sorted = Layout::new(material).sorted.is_some_and(|sorted| sorted.count == MAX_SORTED);
    EFFORT_OF_SIX[usize::from(!three_are_sorted)]
}

/// Slots of one side to move.
fn slots(material: Material) -> u64 {
    Layout::new(material).slots() as u64
}

/// Slots of one side to move of the largest leading file.
fn slots_of_largest_file(material: Material) -> u64 {
    let layout = Layout::new(material);
    let leads = (0..layout.parts()).map(|file| layout.part_of_file(file).leads.len()).max().unwrap_or(0);
    (leads * layout.slots_per_lead()) as u64
}

/// Maximum positions of the largest sub-table of a file.
fn positions(material: Material) -> u64 {
    if material.pawns() == 0 {
        return pawnless_positions(material);
    }
    if material.men() > MAX_SOLVED_MEN {
        return positions_beside_pawns(material);
    }
    let orders = |color: Color| {
        let pieces: Vec<_> = material.pieces(color).filter(|&piece| piece != Piece::Pawn).collect();
        pieces.chunk_by(|a, b| a == b).map(|like| (2..=like.len() as u64).product::<u64>()).product::<u64>()
    };
    let like_men: u64 = Color::ALL.into_iter().map(orders).product();
    slots_of_largest_file(material) / like_men
}

/// Positions of a sub-table of a file with pawns of one side, whatever the order of the other men.
fn positions_beside_pawns(material: Material) -> u64 {
    let mut men = men_codes(material);
    men.sort_by_key(|&code| (man_of_code(code).map(|(_, piece)| piece != Piece::Pawn), code));
    syzygy::file::Layout::new(material, &men, 0, 0, 0).expect("an order that files may have").size()
}

/// Positions of a sub-table of a file without pawns, whatever the order of the men.
fn pawnless_positions(material: Material) -> u64 {
    let mut men = men_codes(material);
    men.sort_unstable();
    let mut kinds: Vec<&[u8]> = men.chunk_by(|a, b| a == b).collect();
    // The first men of a file are of different kinds.
    kinds.sort_by_key(|like| like.len());
    syzygy::file::Layout::new(material, &kinds.concat(), 0, 0, 0)
        .expect("an order that files may have")
        .size()
}

fn millions(count: u64) -> f64 {
    count as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_men_and_more_kinds_take_more() {
        let of = |name: &str, kinds: &[Kind]| estimate(name.parse().unwrap(), kinds, 2).unwrap();
        let (three, four, five) =
            (of("KRvK", &Kind::SYZYGY), of("KRvKB", &Kind::SYZYGY), of("KRPvKB", &Kind::SYZYGY));
        assert!(three.memory_bytes < four.memory_bytes && four.memory_bytes < five.memory_bytes);
        assert!(three.disk_bytes < four.disk_bytes && four.disk_bytes < five.disk_bytes);
        let all = of("KRvKB", &Kind::ALL);
        assert!(all.disk_bytes > four.disk_bytes && all.cpu_seconds > four.cpu_seconds);
        // Endings with a pawn on each side, such as KQPvKP, need the most.
        for material in Material::with_men(5) {
            let most = estimate(material, &Kind::ALL, 2).unwrap().memory_bytes;
            assert!(most <= 2 << 30, "{material}: {most}");
        }
        // Measured peak memory of six men, after all that they lead to was solved.
        for (name, kib) in [
            ("KNNNNvK", 1_337_356),
            ("KNNNvKN", 1_657_648),
            ("KNNNvKB", 1_649_648),
            ("KBBBvKR", 1_559_420),
            ("KRRRvKB", 1_533_904),
            ("KRBvKRB", 8_928_728),
            ("KQQvKQQ", 3_908_344),
            ("KRNvKNN", 4_939_264),
            ("KRNvKBN", 8_403_016),
        ] {
            let (peak, most) = (kib << 10, of(name, &Kind::SYZYGY).memory_bytes);
            assert!((peak..5 * peak / 4).contains(&most), "{name}: {most}");
        }
        for (name, megabytes) in KNOWN_LOGS {
            let material: Material = name.parse().unwrap();
            assert_eq!(material.canonical().0.to_string(), name);
            assert_eq!(of(name, &Kind::SYZYGY).scratch_bytes, megabytes * 1_000_000, "{name}");
            assert!(megabytes * 1_000_000 < LOG_FOURTHS * slots(material) / 4, "{name}");
        }
        assert_eq!(of("KBBvKNN", &Kind::SYZYGY).scratch_bytes, 2 * slots("KBBvKNN".parse().unwrap()));
        // Measured processor seconds.
        for (name, seconds) in [
            ("KNNNNvK", 89.0),
            ("KRRRvKB", 153.4),
            ("KNNNvKN", 247.9),
            ("KQQvKQQ", 442.4),
            ("KRNvKNN", 1_120.4),
            ("KRNvKBN", 1_754.6),
        ] {
            let estimated = of(name, &Kind::SYZYGY).cpu_seconds;
            assert!((0.75 * seconds..1.25 * seconds).contains(&estimated), "{name}: {estimated}");
        }
        let both = three.and_then(four);
        assert_eq!(both.memory_bytes, four.memory_bytes);
        assert_eq!(both.disk_bytes, three.disk_bytes + four.disk_bytes);
        assert_eq!((four.scratch_bytes, five.scratch_bytes > four.scratch_bytes), (0, true));
    }
}
