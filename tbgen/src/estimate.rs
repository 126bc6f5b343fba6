//! What a build will take, before it begins: memory, disk, time.
//!
//! Memory follows from the sizes of the arrays that the solver and the writers hold and is meant as an upper bound. Disk and time are
//! averages over endings of the same number of men; single endings differ from them by a factor of two and more.

use board::{Color, Material};
use serde::Serialize;

use crate::error::TbgenError;
use crate::layout::Layout;
use crate::syzygy::Kind;
use crate::syzygy::format::{MAX_SYMBOLS, leading_files, sides};
use crate::tables::checked_closure;

/// Bytes of memory for a solved position: results and distances to zeroing, distances to mate.
const ZEROING_BYTES: u64 = 2;
const MATE_BYTES: u64 = 1;
/// Bytes of working memory per slot while an ending is solved: planes of both sides, capture slots, best pawn moves.
const WORK_BYTES_PER_SLOT: u64 = 6;
/// Bytes per stored position while a sub-table is compressed: the sequence of symbols, its code string, what order is chosen by.
const PACK_BYTES_PER_POSITION: u64 = 5;
/// Counts of how often symbols follow one another, for each sub-table being compressed: 4 bytes for every pair of symbols.
const PAIR_COUNT_BYTES: u64 = 4 * (MAX_SYMBOLS * MAX_SYMBOLS) as u64;
/// The program, its stacks and small tables.
const BASE_BYTES: u64 = 32 << 20;
/// Bits on disk per position of both sides to move, by kind and number of men from 3 on.
const DISK_BITS: [[f64; 3]; 3] = [[0.13, 0.046, 0.056], [0.27, 0.112, 0.083], [1.7, 1.6, 1.6]];
/// Processor seconds per million slots: solving for results and distances to zeroing, solving for mates, compressing by kind.
const SOLVE_SECONDS: [f64; 2] = [0.10, 0.06];
const PACK_SECONDS: [f64; 3] = [0.35, 0.45, 1.0];

/// What one ending of a build takes, or a whole build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// Peak memory in bytes.
    pub memory_bytes: u64,
    /// Size of the files in bytes.
    pub disk_bytes: u64,
    /// Processor seconds; divide by the number of threads.
    pub cpu_seconds: f64,
}

impl Estimate {
    /// Both one after the other.
    pub fn and_then(self, next: Self) -> Self {
        Self {
            memory_bytes: self.memory_bytes.max(next.memory_bytes),
            disk_bytes: self.disk_bytes + next.disk_bytes,
            cpu_seconds: self.cpu_seconds + next.cpu_seconds,
        }
    }
}

/// What building files of these kinds of one ending takes with so many threads, what it leads to being solved first.
///
/// # Errors
/// As [`build_order`](crate::build_order).
pub fn estimate(material: Material, kinds: &[Kind], threads: usize) -> Result<Estimate, TbgenError> {
    let material = material.canonical().0;
    let closure = checked_closure(&[material])?;
    let own = slots(material);
    let larger: u64 = closure.iter().map(|&m| slots(m)).sum();
    let largest = closure.iter().map(|&m| slots(m)).max().unwrap_or(own);
    let syzygy = kinds.iter().any(|kind| Kind::SYZYGY.contains(kind));
    let mates = kinds.contains(&Kind::Dtm);
    let mut estimate = Estimate::default();
    for (wanted, bytes, solve, packed) in [
        (syzygy, ZEROING_BYTES, SOLVE_SECONDS[0], &Kind::SYZYGY[..]),
        (mates, MATE_BYTES, SOLVE_SECONDS[1], &[Kind::Dtm][..]),
    ] {
        if !wanted {
            continue;
        }
        let values = 2 * bytes * larger;
        let jobs: usize = packed.iter().map(|&kind| leading_files(material) * sides(material, kind)).sum();
        let each = PAIR_COUNT_BYTES + PACK_BYTES_PER_POSITION * positions(own, material);
        let packing = each * jobs.min(threads.max(1)) as u64;
        let work = (WORK_BYTES_PER_SLOT * largest).max(packing);
        estimate.memory_bytes = estimate.memory_bytes.max(BASE_BYTES + values + work);
        estimate.cpu_seconds += solve * millions(larger);
        estimate.cpu_seconds += packed.iter().map(|&k| PACK_SECONDS[k as usize]).sum::<f64>() * millions(own);
    }
    let syzygy = if syzygy { &Kind::SYZYGY[..] } else { &[] };
    for &kind in syzygy.iter().chain(if mates { &[Kind::Dtm][..] } else { &[] }) {
        let bits = DISK_BITS[kind as usize][material.men().clamp(3, 5) - 3];
        estimate.disk_bytes += (bits * 2.0 * own as f64 / 8.0) as u64;
    }
    Ok(estimate)
}

/// Slots of one side to move.
fn slots(material: Material) -> u64 {
    Layout::new(material).slots() as u64
}

/// Positions of the largest sub-table of a file.
fn positions(slots: u64, material: Material) -> u64 {
    let like_men: u64 = Color::ALL
        .into_iter()
        .map(|color| {
            let pieces: Vec<_> = material.pieces(color).collect();
            pieces
                .chunk_by(|a, b| a == b)
                .map(|like| (2..=like.len() as u64).product::<u64>())
                .product::<u64>()
        })
        .product();
    slots / leading_files(material) as u64 * 3 / 2 / like_men.max(1)
}

fn millions(slots: u64) -> f64 {
    slots as f64 / 1e6
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
        let both = three.and_then(four);
        assert_eq!(both.memory_bytes, four.memory_bytes);
        assert_eq!(both.disk_bytes, three.disk_bytes + four.disk_bytes);
    }
}
