//! The transposition table, shared by all threads without locks.
//!
//! Four entries of 16 bytes fill a cache line. An entry is two words, the data and the key xor the
//! data: an entry torn by two writers does not match any key, so it is a miss and never a wrong
//! answer (R. Hyatt and T. Mann, "A lockless transposition table implementation for parallel
//! search", 2002).
//!
//! | bits    | data                                                                  |
//! |---------|-----------------------------------------------------------------------|
//! | 0..16   | move: from 6, to 6, promotion 3 (0 none, else knight 1 to queen 4)    |
//! | 16..32  | score, distances counted from the node                                |
//! | 32..48  | static evaluation, `i16::MIN` for none                                |
//! | 48..56  | depth                                                                 |
//! | 56..58  | bound: 0 empty entry, 1 upper, 2 lower, 3 exact                       |
//! | 58      | has been in a principal variation                                     |
//! | 59..64  | generation                                                            |

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use board::{Move, Piece, Square};

use crate::large_pages;
use crate::score::Score;

/// How a stored score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At most the score.
    Upper = 1,
    /// At least the score.
    Lower = 2,
    /// The score.
    Exact = 3,
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Best or cutoff move.
    pub mv: Option<Move>,
    /// With distances counted from the node: see `Score::to_node`.
    pub score: Score,
    /// Static evaluation in centipawns, uncorrected; `None` in check.
    pub eval: Option<i16>,
    /// Plies searched, `0..=255`.
    pub depth: i32,
    /// The kind of the score.
    pub bound: Bound,
    /// Has been in a principal variation.
    pub was_pv: bool,
}

impl Entry {
    /// True when the score proves a value of at least (`score >= beta`) or at most the window's.
    #[inline]
    pub fn cuts(&self, score: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score < beta,
        }
    }
}

const GENERATIONS: u8 = 32;
const CLUSTER_ENTRIES: usize = 4;
/// Penalty of an older entry for each search since, in plies.
const AGE_PLIES: i32 = 4;

fn pack_move(mv: Option<Move>) -> u64 {
    mv.map_or(0, |mv| {
        let promotion = mv.promotion.map_or(0, |piece| piece as u64);
        mv.from as u64 | (mv.to as u64) << 6 | promotion << 12
    })
}

fn unpack_move(bits: u64) -> Option<Move> {
    if bits.trailing_zeros() >= 12 {
        return None;
    }
    let promotion = match bits >> 12 & 7 {
        1 => Some(Piece::Knight),
        2 => Some(Piece::Bishop),
        3 => Some(Piece::Rook),
        4 => Some(Piece::Queen),
        _ => None,
    };
    Some(Move {
        from: Square::index((bits & 63) as usize),
        to: Square::index((bits >> 6 & 63) as usize),
        promotion,
    })
}

fn pack(entry: &Entry, generation: u8) -> u64 {
    let score = entry.score.value() as i16 as u16;
    let eval = entry.eval.unwrap_or(i16::MIN) as u16;
    pack_move(entry.mv)
        | u64::from(score) << 16
        | u64::from(eval) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | (entry.bound as u64) << 56
        | u64::from(entry.was_pv) << 58
        | u64::from(generation) << 59
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let eval = (data >> 32) as i16;
    Some(Entry {
        mv: unpack_move(data & 0xffff),
        score: Score::from_value(i32::from((data >> 16) as i16)),
        eval: (eval != i16::MIN).then_some(eval),
        depth: (data >> 48 & 0xff) as i32,
        bound,
        was_pv: data >> 58 & 1 != 0,
    })
}

fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    fn store(&self, key: u64, data: u64) {
        self.data.store(data, Ordering::Relaxed);
        self.check.store(key ^ data, Ordering::Relaxed);
    }
}

#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; CLUSTER_ENTRIES]);

/// The memory for the table cannot be allocated.
#[derive(Debug, thiserror::Error)]
#[error("no memory for a hash table of {0} MiB; the old size stays")]
pub struct OutOfMemory(usize);

/// The table.
pub struct TranspositionTable {
    /// The first `skipped` are not used, so that the table starts at a large page.
    clusters: Vec<Cluster>,
    skipped: usize,
    generation: AtomicU8,
    /// Entries of earlier searches are used.
    persists: bool,
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn prefetch(cluster: &Cluster) {
    use std::arch::x86_64::_MM_HINT_T0;
    // All such processors support it: decided at compile time.
    if let Some(sse) = pulp::core_arch::x86::Sse::try_new() {
        sse._mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(cluster).cast());
    }
}

/// Elsewhere there is no prefetching.
#[cfg(not(target_arch = "x86_64"))]
fn prefetch(_cluster: &Cluster) {}

/// A table aligned to a large page, and the number of clusters before it.
fn allocate(mebibytes: usize) -> Result<(Vec<Cluster>, usize), OutOfMemory> {
    let count = (mebibytes << 20) / size_of::<Cluster>();
    let mut clusters: Vec<Cluster> = Vec::new();
    let spare = large_pages::BYTES / size_of::<Cluster>();
    clusters.try_reserve_exact(count + spare).map_err(|_| OutOfMemory(mebibytes))?;
    large_pages::ask_for(clusters.spare_capacity_mut());
    let address = clusters.as_ptr().addr();
    let skipped = (address.next_multiple_of(large_pages::BYTES) - address) / size_of::<Cluster>();
    clusters.resize_with(count + skipped, Cluster::default);
    Ok((clusters, skipped))
}

impl TranspositionTable {
    /// An empty table.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let (clusters, skipped) = allocate(mebibytes.max(1))?;
        Ok(Self { clusters, skipped, generation: AtomicU8::new(0), persists: true })
    }

    /// Clears everything.
    pub fn clear(&mut self, threads: usize) {
        self.generation = AtomicU8::new(0);
        let chunk = self.clusters.len().div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            for part in self.clusters.chunks_mut(chunk) {
                scope.spawn(move || part.fill_with(Cluster::default));
            }
        });
    }

    /// Starts a new search, which ages existing entries. If entries do not persist, the table is
    /// cleared when the generation wraps around, so that no search takes an old entry for its own.
    pub fn age(&mut self, threads: usize) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        if next == 0 && !self.persists {
            self.clear(threads);
        }
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Sets whether entries of earlier searches are used. If not, every search behaves as with an
    /// empty table.
    pub(crate) fn persist(&mut self, persists: bool) {
        self.persists = persists;
    }

    /// True when entries of earlier searches are used.
    pub(crate) fn persists(&self) -> bool {
        self.persists
    }

    fn cluster(&self, key: u64) -> &Cluster {
        let count = self.clusters.len() - self.skipped;
        let index = (u128::from(key) * count as u128) >> 64;
        &self.clusters[self.skipped + index as usize]
    }

    /// Prefetches a position's cluster into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// The entry of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let matching = self.cluster(key).0.iter().map(Slot::load).find(|&(found, _)| found == key);
        matching.filter(|&(_, data)| self.counts(data)).and_then(|(_, data)| unpack(data))
    }

    /// True when an entry may be used by this search.
    #[inline]
    fn counts(&self, data: u64) -> bool {
        self.persists || generation_of(data) == self.generation.load(Ordering::Relaxed)
    }

    /// Stores a position, replacing the oldest and shallowest entry of its cluster. A known move
    /// survives an entry without one; a much deeper entry of this search survives a shallow one
    /// that is not exact.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let worth = |data: u64| {
            let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
            let old = unpack(data).filter(|_| self.counts(data));
            old.map_or(i32::MIN, |old| old.depth - AGE_PLIES * i32::from(age))
        };
        let cluster = self.cluster(key);
        let mut victim = &cluster.0[0];
        let mut least = i32::MAX;
        for slot in &cluster.0 {
            let (found, data) = slot.load();
            if found == key
                && let Some(old) = unpack(data)
                && self.counts(data)
            {
                entry.mv = entry.mv.or(old.mv);
                let fresh = generation_of(data) == generation;
                if fresh && entry.bound != Bound::Exact && entry.depth + AGE_PLIES < old.depth {
                    return;
                }
                victim = slot;
                break;
            }
            let value = worth(data);
            if value < least {
                (least, victim) = (value, slot);
            }
        }
        victim.store(key, pack(&entry, generation));
    }

    /// Entries of the current search, in thousandths of the table.
    pub(crate) fn permille_full(&self) -> usize {
        let generation = self.generation.load(Ordering::Relaxed);
        let table = &self.clusters[self.skipped..];
        let sample = table.len().min(1_000);
        let used = table[..sample]
            .iter()
            .flat_map(|cluster| &cluster.0)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| unpack(data).is_some() && generation_of(data) == generation)
            .count();
        used * 1_000 / (sample * CLUSTER_ENTRIES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry() -> impl Strategy<Value = Entry> {
        let bound = prop_oneof![Just(Bound::Upper), Just(Bound::Lower), Just(Bound::Exact)];
        let promotion = proptest::option::of(prop_oneof![
            Just(Piece::Knight),
            Just(Piece::Bishop),
            Just(Piece::Rook),
            Just(Piece::Queen)
        ]);
        let mv = proptest::option::of((0..64usize, 0..64usize, promotion));
        (mv, -32_000..=32_000i32, proptest::option::of(-28_000..28_000i16), 0..=255i32, bound, any::<bool>())
            .prop_map(|(mv, score, eval, depth, bound, was_pv)| Entry {
                mv: mv.filter(|(from, to, _)| from != to).map(|(from, to, promotion)| Move {
                    from: Square::index(from),
                    to: Square::index(to),
                    promotion,
                }),
                score: Score::from_value(score),
                eval,
                depth,
                bound,
                was_pv,
            })
    }

    proptest! {
        #[test]
        fn entries_pack_and_unpack(entry in entry(), generation in 0..GENERATIONS) {
            let data = pack(&entry, generation);
            prop_assert_eq!(unpack(data), Some(entry));
            prop_assert_eq!(generation_of(data), generation);
        }

        #[test]
        fn any_word_unpacks_without_a_panic(data: u64) {
            let _ = unpack(data);
        }

        #[test]
        fn what_was_stored_is_found(key: u64, entry in entry()) {
            let table = TranspositionTable::new(1).unwrap();
            table.store(key, entry);
            prop_assert_eq!(table.probe(key), Some(entry));
            prop_assert_eq!(table.probe(key ^ 1), None);
        }
    }

    fn plain(depth: i32, mv: Option<Move>) -> Entry {
        Entry { mv, score: Score::DRAW, eval: None, depth, bound: Bound::Lower, was_pv: false }
    }

    #[test]
    fn a_known_move_is_kept() {
        let table = TranspositionTable::new(1).unwrap();
        let mv = Some("e2e4".parse().unwrap());
        table.store(7, plain(3, mv));
        table.store(7, plain(4, None));
        assert_eq!(table.probe(7), Some(plain(4, mv)));
    }

    #[test]
    fn deep_entries_of_this_search_outlive_shallow_ones_and_old_ones_do_not() {
        let mut table = TranspositionTable::new(1).unwrap();
        for key in 0..4 {
            table.store(key, plain(20 + key as i32, None));
        }
        table.store(9, plain(1, None));
        assert_eq!(table.probe(0), None, "the shallowest was replaced");
        assert!(table.probe(1).is_some());
        for _ in 0..9 {
            table.age(1);
        }
        for key in 10..14 {
            table.store(key, plain(1, None));
        }
        assert_eq!(table.probe(3), None);
    }

    #[test]
    fn without_persistence_every_search_begins_anew() {
        let (mut used, mut fresh) =
            (TranspositionTable::new(1).unwrap(), TranspositionTable::new(1).unwrap());
        for table in [&mut used, &mut fresh] {
            table.persist(false);
        }
        // More searches than there are generations, with the same entries in every slot.
        for search in 0..70 {
            assert_eq!(used.probe(5), None, "search {search}");
            (0..4).for_each(|key| used.store(key + search % 2, plain(90, Some("e2e4".parse().unwrap()))));
            used.store(5, plain(search as i32, None));
            used.age(1);
        }
        for table in [&mut used, &mut fresh] {
            table.store(2, plain(3, None));
            table.store(7, plain(1, None));
        }
        for key in 0..9 {
            assert_eq!(used.probe(key), fresh.probe(key), "{key}");
        }
    }

    #[test]
    fn an_impossible_size_is_refused() {
        assert!(TranspositionTable::new(1 << 40).is_err());
    }

    #[test]
    fn clearing_forgets() {
        let mut table = TranspositionTable::new(1).unwrap();
        table.store(7, plain(3, None));
        table.clear(2);
        assert_eq!(table.probe(7), None);
        assert_eq!(table.permille_full(), 0);
    }
}
