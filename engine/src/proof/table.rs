//! The hash table of the proof search, of fixed size; entries of little work are replaced first.

use board::{Move, Piece, Square};

use super::value::{EVER, Value};

/// The results for one position, with either side to move, for every number of plies left.
#[derive(Clone, Copy)]
struct Known {
    /// 48 bits of the key; the others follow from the entry's index.
    key: [u16; 3],
    /// The attacker's move that mates within `proved` plies.
    mv: PackedMove,
    /// Proof and disproof numbers from the last search, an estimate for other numbers of plies
    /// left; 0 when there are none.
    proof: u32,
    disproof: u32,
    /// The attacker mates within this many plies; [`EVER`] when no mate is known.
    proved: u8,
    /// The attacker does not mate within this many plies.
    disproved: u8,
    /// Logarithm of the work behind this entry.
    effort: u8,
    /// The attempt to which the numbers belong. Entries of earlier questions count as empty.
    attempt: u8,
}

/// Entries that share a cache line.
const WAYS: usize = 3;

/// A table counts as full after losing this many times its number of entries: results are then
/// overwritten before they are used.
const TURNOVERS: u64 = 4;

#[derive(Clone)]
#[repr(align(64))]
struct Bucket([Known; WAYS]);

impl Bucket {
    const EMPTY: Self = Self([Known::EMPTY; WAYS]);
}

/// There is no memory for the proof table.
#[derive(Debug, thiserror::Error)]
#[error("no memory for a table of {0} MiB for proofs")]
pub struct OutOfMemory(usize);

/// The hash table of the search.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The number of the attempt, and of the first attempt at this question, from 1. Proof numbers
    /// of other attempts, with more or fewer plies at the root, are misleading; their solved
    /// positions remain valid.
    attempt: u8,
    first: u8,
    /// Entries in use.
    used: usize,
    /// Entries that were replaced by others.
    lost: u64,
}

impl Table {
    /// A table of this size in MiB, at least one.
    pub(super) fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| OutOfMemory(mebibytes))?;
        buckets.resize(count, Bucket::EMPTY);
        Ok(Self { buckets, attempt: 1, first: 1, used: 0, lost: 0 })
    }

    /// Clears the table for another question.
    pub(super) fn clear(&mut self) {
        self.begin();
        self.first = self.attempt;
        self.used = 0;
    }

    /// Starts another attempt at the question.
    pub(super) fn begin(&mut self) {
        if self.attempt == u8::MAX {
            self.buckets.fill(Bucket::EMPTY);
            (self.attempt, self.first, self.used) = (0, 1, 0);
        }
        self.attempt += 1;
        self.lost = 0;
    }

    /// True when too many entries have been lost.
    pub(super) fn is_exhausted(&self) -> bool {
        self.lost > TURNOVERS * self.capacity() as u64
    }

    /// Use in thousandths.
    pub(super) fn permille(&self) -> usize {
        self.used * 1_000 / self.capacity()
    }

    fn capacity(&self) -> usize {
        self.buckets.len() * WAYS
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    fn find(&self, key: u64) -> Option<&Known> {
        self.buckets[self.place(key)].0.iter().find(|entry| entry.is_of(key, self.first))
    }

    /// The value of a position with `plies` plies left; `None` when it was not searched in this
    /// attempt and is not solved.
    pub(super) fn look_up(&self, key: u64, attacks: bool, plies: u8) -> Option<Value> {
        let entry = self.find(key)?;
        if entry.proved <= plies {
            Some(Value::proved(attacks, entry.proved))
        } else if entry.disproved >= plies {
            Some(Value::disproved(attacks, entry.disproved))
        } else {
            let has_numbers = entry.attempt == self.attempt && entry.proof > 0;
            has_numbers.then(|| Value::open(attacks, entry.proof, entry.disproof))
        }
    }

    /// The shortest known mate of a position with the attacker to move: its plies and the first
    /// move.
    pub(super) fn mate(&self, key: u64) -> Option<(u8, Move)> {
        let entry = self.find(key).filter(|entry| entry.proved != EVER)?;
        Some((entry.proved, entry.mv.unpack()?))
    }

    /// Stores the value of a position, found by `work` moves; `mv` is the mating move.
    pub(super) fn store(&mut self, key: u64, attacks: bool, value: Value, mv: Option<Move>, work: u64) {
        let (place, attempt, first) = (self.place(key), self.attempt, self.first);
        let bucket = &mut self.buckets[place].0;
        let way = bucket.iter().position(|entry| entry.is_of(key, first)).unwrap_or_else(|| {
            let worth = |entry: &Known| if entry.attempt >= first { 1 + u16::from(entry.effort) } else { 0 };
            let way = (0..WAYS).min_by_key(|&way| worth(&bucket[way])).expect("there is more than one");
            if bucket[way].attempt >= first {
                self.lost += 1;
            } else {
                self.used += 1;
            }
            bucket[way] = Known { key: Known::part(key), attempt, ..Known::EMPTY };
            way
        });
        let entry = &mut bucket[way];
        entry.effort = entry.effort.max(work.max(1).ilog2() as u8);
        if !value.is_solved() {
            (entry.proof, entry.disproof) = value.numbers(attacks);
            entry.attempt = attempt;
        } else if !value.is_proved(attacks) {
            entry.disproved = entry.disproved.max(value.plies);
        } else if value.plies < entry.proved {
            entry.proved = value.plies;
            entry.mv = mv.map_or(PackedMove::NONE, PackedMove::of);
        }
    }
}

impl Known {
    const EMPTY: Self = Self {
        key: [0; 3],
        mv: PackedMove::NONE,
        proof: 0,
        disproof: 0,
        proved: EVER,
        disproved: 0,
        effort: 0,
        attempt: 0,
    };

    fn part(key: u64) -> [u16; 3] {
        [key as u16, (key >> 16) as u16, (key >> 32) as u16]
    }

    fn is_of(&self, key: u64, first: u8) -> bool {
        self.key == Self::part(key) && self.attempt >= first
    }
}

/// A move in 16 bits.
#[derive(Clone, Copy)]
struct PackedMove(u16);

impl PackedMove {
    /// No move: from a square to itself.
    const NONE: Self = Self(0);

    fn of(mv: Move) -> Self {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16);
        Self(mv.from as u16 | (mv.to as u16) << 6 | promotion << 12)
    }

    fn unpack(self) -> Option<Move> {
        let square = |shift: u16| Square::index(usize::from(self.0 >> shift & 63));
        let promotion = Piece::try_index(usize::from(self.0 >> 12)).filter(|&piece| piece != Piece::Pawn);
        (self.0 != 0).then(|| Move { from: square(0), to: square(6), promotion })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_hold_with_more_plies_and_disproofs_with_fewer() {
        let mut table = Table::new(1).unwrap();
        let mv = Move { from: Square::E7, to: Square::E8, promotion: Some(Piece::Knight) };
        table.store(7, true, Value::proved(true, 9), Some(mv), 1);
        table.store(7, true, Value::disproved(true, 5), None, 1);
        table.store(7, true, Value::open(true, 3, 4), None, 1);
        assert_eq!(table.look_up(7, true, 11), Some(Value::proved(true, 9)));
        assert_eq!(table.look_up(7, true, 7), Some(Value::open(true, 3, 4)));
        assert_eq!(table.look_up(7, true, 3), Some(Value::disproved(true, 5)));
        assert_eq!(table.mate(7), Some((9, mv)));
        // A longer mate changes nothing; a shorter one does.
        table.store(7, true, Value::proved(true, 11), None, 1);
        assert_eq!(table.mate(7), Some((9, mv)));
        assert_eq!((table.look_up(8, true, 11), table.mate(8)), (None, None));
        table.clear();
        assert_eq!(table.look_up(7, true, 11), None);
    }

    #[test]
    fn little_work_makes_room_and_a_table_that_forgets_too_much_says_so() {
        let mut table = Table::new(1).unwrap();
        // Keys of one bucket.
        for key in 0..WAYS as u64 {
            table.store(key, true, Value::open(true, 1, 1), None, 1 << key);
        }
        table.store(99, true, Value::open(true, 1, 1), None, 1);
        assert_eq!((table.look_up(0, true, 3), table.lost), (None, 1));
        assert!(table.look_up(1, true, 3).is_some() && table.look_up(99, true, 3).is_some());
        let (mut key, mut stored) = (0_u64, 0);
        while !table.is_exhausted() {
            key = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
            table.store(key, true, Value::open(true, 1, 1), None, 1);
            stored += 1;
        }
        assert!(stored > table.capacity() as u64 * TURNOVERS);
        assert!(table.permille() > 900);
        table.begin();
        assert!(!table.is_exhausted());
    }

    #[test]
    fn questions_do_not_see_each_other_and_attempts_see_what_is_solved() {
        let mut table = Table::new(1).unwrap();
        for question in 0..600 {
            assert_eq!(table.look_up(5, false, 2), None, "{question}");
            table.store(5, false, Value::open(false, 3, 4), None, 1);
            assert_eq!(table.look_up(5, false, 2), Some(Value::open(false, 3, 4)));
            table.clear();
        }
        table.store(5, false, Value::open(false, 3, 4), None, 1);
        table.store(5, false, Value::proved(false, 4), None, 1);
        table.begin();
        assert_eq!(table.look_up(5, false, 2), None);
        assert_eq!(table.look_up(5, false, 6), Some(Value::proved(false, 4)));
    }
}
