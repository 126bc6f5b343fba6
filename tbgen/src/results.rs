//! Results of solved endings in two or three bits a position: what stays in memory for larger endings.

use std::collections::HashMap;
use std::path::Path;

use board::{Color, Material, Placement, Wdl};
use rayon::prelude::*;

use crate::error::TbgenError;
use crate::files::BuildError;
use crate::layout::{Layout, Part};
use crate::metric::{Merit, Outcome, Zeroing};
use crate::promoted::{Cut, Slice, slices_of};
use crate::shelf::Shelf;
use crate::solve;
use crate::source::{Census, Source};
use crate::table::{Placed, Smaller};
use crate::tables::{checked_closure, depth_first, levels, successors};
use crate::walk::Rows;
use syzygy::write::{Encoder, Files, ValueSource};

/// Win, draw or loss under the fifty-move rule of every position of some endings, in little memory.
///
/// A table of five men without pawns takes 84 MB, or 126 MB when the rule spoils some of its wins; with one pawn 201 MB or 302 MB.
///
/// ```
/// use board::{Placement, Wdl, fen};
/// let mut tables = tbgen::ResultTables::new();
/// tables.build_all(&["KRvK".parse().unwrap()]).unwrap();
/// let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap();
/// assert_eq!(tables.wdl(&Placement::from_board(&board).unwrap()), Some(Wdl::Win));
/// ```
#[derive(Default)]
pub struct ResultTables {
    by_material: HashMap<Material, Results>,
    /// Where tables of five men rest while no ending at work asks for them.
    shelf: Option<Shelf>,
    /// What the ending at work asks for of them.
    opened: HashMap<Material, Results>,
}

impl ResultTables {
    /// No tables yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// No tables yet. [`ResultTables::encode`] and [`ResultTables::solve_by_file`] set tables of five men that only later endings ask
    /// for aside in this folder, in files without a name: memory then holds the ending at work and what it leads to directly.
    pub fn with_shelf(folder: &Path) -> Self {
        Self { shelf: Some(Shelf::new(folder, SMALL)), ..Self::default() }
    }

    /// Builds these tables and every smaller one they lead to, unless they are there.
    ///
    /// # Errors
    /// [`TbgenError::TooManyMen`] and [`TbgenError::BareKings`], before any work is done; [`TbgenError::TooLong`].
    pub fn build_all(&mut self, materials: &[Material]) -> Result<(), TbgenError> {
        for level in levels(checked_closure(materials)?) {
            let missing: Vec<Material> = level.into_iter().filter(|m| !self.holds(*m)).collect();
            let (large, small): (Vec<_>, Vec<_>) = missing.into_iter().partition(|m| m.men() > SMALL);
            let solved: Vec<Results> = small.par_iter().map(|&m| self.solved(m)).collect::<Result<_, _>>()?;
            self.by_material.extend(solved.into_iter().map(|r| (r.layout.material, r)));
            // One after the other, so that only one is in memory unpacked; each keeps all threads busy.
            for material in large {
                let results = self.solved(material)?;
                self.by_material.insert(material, results);
            }
        }
        Ok(())
    }

    fn solved(&self, material: Material) -> Result<Results, TbgenError> {
        let mut results = Results::new(material);
        for file in 0..results.layout.parts() {
            let part = results.layout.part_of_file(file);
            let find = |m| self.smaller(m);
            let [white, black] = solve::solve_part::<Outcome, Results>(&results.layout, &part, &find)?;
            results.add(&part, Color::White, &white, |value| value);
            results.add(&part, Color::Black, &black, |value| value);
        }
        Ok(results)
    }

    fn smaller(&self, material: Material) -> &Results {
        self.opened.get(&material).unwrap_or_else(|| &self.by_material[&material])
    }

    /// Makes ready what this ending leads to directly. Without a shelf everything below it stays in memory.
    ///
    /// # Errors
    /// [`BuildError::Solve`] and [`BuildError::Shelf`].
    pub(crate) fn prepare(&mut self, material: Material) -> Result<(), BuildError> {
        let available = |m: Material| self.holds(m) || self.shelf.as_ref().is_some_and(|s| s.holds(m));
        let missing = depth_first(material, available);
        let Some(mut shelf) = self.shelf.take() else {
            return Ok(self.build_all(&successors(material))?);
        };
        let done = self.prepare_from(&mut shelf, material, &missing);
        self.shelf = Some(shelf);
        done
    }

    fn prepare_from(
        &mut self,
        shelf: &mut Shelf,
        material: Material,
        missing: &[Material],
    ) -> Result<(), BuildError> {
        let (large, small): (Vec<_>, Vec<_>) = missing.iter().partition(|m| m.men() > shelf.small);
        self.build_all(&small)?;
        for (i, &m) in large.iter().enumerate() {
            self.open(shelf, m)?;
            let results = self.solved(m)?;
            self.opened.clear();
            shelf.put(&results).map_err(|source| shelf.fault(source))?;
            drop(results);
            let needed = |m: &Material| {
                large[i + 1..].iter().chain([&material]).any(|&later| successors(later).contains(m))
            };
            shelf.retain(|m| !large.contains(&m) || needed(&m));
        }
        self.open(shelf, material)
    }

    /// Takes what an ending asks for from the shelf.
    fn open(&mut self, shelf: &Shelf, material: Material) -> Result<(), BuildError> {
        for slice in slices_of(material, shelf.small) {
            if self.holds(slice.material) || self.opened.contains_key(&slice.material) {
                continue;
            }
            let read = shelf.read(slice).map_err(|source| shelf.fault(source))?;
            let results = read.ok_or(TbgenError::Missing(slice.material))?;
            self.opened.insert(slice.material, results);
        }
        Ok(())
    }

    /// Solves an ending, and every smaller one that is not there, and compresses it for its two Syzygy files. Of an ending with pawns
    /// one leading file at a time is in memory. The results stay in this set.
    ///
    /// # Errors
    /// [`BuildError::Solve`] for endings that cannot be solved, [`BuildError::Write`] for those that cannot be written.
    pub fn encode(&mut self, material: Material) -> Result<Files, BuildError> {
        let mut encoder = Encoder::new(material.canonical().0)?;
        self.solve_by_file(material, |source, _| Ok(encoder.add(source)?))?;
        Ok(encoder.finish())
    }

    /// Solves an ending, and every smaller one that is not there, one leading file at a time (without pawns all at once), and calls
    /// `visit` with the values of each and its number. The results stay in this set.
    ///
    /// # Errors
    /// [`BuildError::Solve`] for endings that cannot be solved, and those of `visit`.
    pub fn solve_by_file(
        &mut self,
        material: Material,
        mut visit: impl FnMut(&dyn ValueSource, usize) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        let material = material.canonical().0;
        checked_closure(&[material])?;
        self.prepare(material)?;
        let mut results = Results::new(material);
        let mut census = Census::new();
        for file in 0..results.layout.parts() {
            let part = results.layout.part_of_file(file);
            let find = |m| self.smaller(m);
            let values = solve::solve_part::<Zeroing, Results>(&results.layout, &part, &find)?;
            results.add(&part, Color::White, &values[0], Outcome::of_zeroing);
            results.add(&part, Color::Black, &values[1], Outcome::of_zeroing);
            let values = values.each_ref().map(Vec::as_slice);
            census.add(&results.layout, &part, values);
            let source = Source::new(&results.layout, part, values, census);
            visit(&source, file)?;
            census = source.into_census();
        }
        self.opened.clear();
        self.by_material.insert(material, results);
        Ok(())
    }

    /// Sets tables of five men that some of the `upcoming` endings lead to directly aside on the shelf, up to `bytes` there, those
    /// needed first, and forgets the others. Smaller tables stay.
    ///
    /// # Errors
    /// [`BuildError::Shelf`].
    pub(crate) fn set_aside(&mut self, upcoming: &[Material], bytes: usize) -> Result<(), BuildError> {
        let Some(shelf) = &mut self.shelf else {
            self.keep_for(upcoming, bytes);
            return Ok(());
        };
        let next_use = |m: Material| upcoming.iter().position(|&u| successors(u).contains(&m));
        let small = shelf.small;
        let large = self.by_material.iter().filter(|(m, _)| m.men() > small);
        let sizes = shelf.sizes().chain(large.map(|(&m, results)| (m, results.bytes())));
        let kept = needed_first(sizes, next_use, bytes);
        shelf.retain(|m| kept.contains(&m));
        for (_, results) in self.by_material.extract_if(|m, _| m.men() > small) {
            if kept.contains(&results.layout.material) {
                shelf.put(&results).map_err(|source| shelf.fault(source))?;
            }
        }
        Ok(())
    }

    /// Gives back the memory of tables of five men that none of the `upcoming` endings leads to directly, and, when the others take
    /// more than `bytes`, of those needed last. Smaller tables stay.
    pub fn keep_for(&mut self, upcoming: &[Material], bytes: usize) {
        let next_use = |m: Material| upcoming.iter().position(|&u| successors(u).contains(&m));
        let large = self.by_material.iter().filter(|(m, _)| m.men() > SMALL);
        let wanted = needed_first(large.map(|(&m, results)| (m, results.bytes())), next_use, bytes);
        self.by_material.retain(|m, _| m.men() <= SMALL || wanted.contains(m));
    }

    /// All positions of one ending; `None` when its table is not there.
    pub fn rows(&self, material: Material) -> Option<Rows<'_>> {
        self.get(material.canonical().0).map(Rows::of_results)
    }

    /// True when the table is there.
    pub(crate) fn holds(&self, material: Material) -> bool {
        self.by_material.contains_key(&material)
    }

    /// The table of a canonical material that has been built.
    pub(crate) fn get(&self, material: Material) -> Option<&Results> {
        self.by_material.get(&material)
    }

    /// The result of a position without en passant right; `None` when it is illegal or its table is not there.
    pub fn wdl(&self, placement: &Placement) -> Option<Wdl> {
        let material = placement.material();
        if material.men() == 2 {
            return placement.is_legal().then_some(Wdl::Draw);
        }
        self.get(material.canonical().0)?.wdl(placement, material)
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> usize {
        self.by_material.values().map(Results::bytes).sum()
    }
}

/// Tables of up to this many men are solved side by side.
pub(crate) const SMALL: usize = 4;

/// Of these with their sizes those that have a next use, the soonest first, as many as take no more than `bytes`.
pub(crate) fn needed_first<T: Copy>(
    sizes: impl Iterator<Item = (T, usize)>,
    next_use: impl Fn(T) -> Option<usize>,
    bytes: usize,
) -> Vec<T> {
    let mut wanted: Vec<(usize, T, usize)> =
        sizes.filter_map(|(item, size)| next_use(item).map(|at| (at, item, size))).collect();
    wanted.sort_by_key(|&(at, ..)| at);
    let mut left = Some(bytes);
    wanted.retain(|&(.., size)| {
        left = left.and_then(|left| left.checked_sub(size));
        left.is_some()
    });
    wanted.into_iter().map(|(_, item, _)| item).collect()
}

/// One ending's results as bit planes: words of 64 slots, the bits of an [`Outcome`] one plane each.
pub(crate) struct Results {
    pub(crate) layout: Layout,
    placed: Placed,
    /// By side to move.
    planes: [Planes; 2],
    /// Which slots the planes hold; without it all of them.
    cut: Option<Cut>,
    all_draws: bool,
}

/// The results of one side to move by word of slots.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Planes {
    /// The two lower bits.
    pub(crate) low: Vec<[u64; 2]>,
    /// The upper bit: set in cursed wins and blessed losses. Empty as long as there are none.
    pub(crate) cursed: Vec<u64>,
}

impl Results {
    /// Results still to be added.
    pub(crate) fn new(material: Material) -> Self {
        let layout = Layout::new(material);
        let words = layout.slots() / 64;
        let planes = [(); 2].map(|()| Planes { low: vec![[0; 2]; words], cursed: Vec::new() });
        Self { placed: Placed::new(&layout), layout, planes, cut: None, all_draws: true }
    }

    /// A slice of an ending's results; `read` makes its planes.
    pub(crate) fn of_slice<E>(
        slice: Slice,
        all_draws: bool,
        read: impl FnOnce(&Layout, &Cut) -> Result<Planes, E>,
    ) -> Result<Self, E> {
        let layout = Layout::new(slice.material);
        let cut = Cut::new(&layout, slice.man);
        let mut planes = [Planes::default(), Planes::default()];
        planes[slice.side as usize] = read(&layout, &cut)?;
        Ok(Self { placed: Placed::new(&layout), layout, planes, cut: Some(cut), all_draws })
    }

    /// The planes of one side to move.
    pub(crate) fn planes(&self, side: Color) -> &Planes {
        &self.planes[side as usize]
    }

    /// Nobody ever wins.
    pub(crate) fn all_draws(&self) -> bool {
        self.all_draws
    }

    /// Takes over a part's solved values for one side to move; `outcome` tells what each means.
    pub(crate) fn add<V: Copy + Sync>(
        &mut self,
        part: &Part,
        side: Color,
        values: &[V],
        outcome: impl Fn(V) -> u8 + Sync,
    ) {
        let words = self.layout.slots_per_lead() / 64;
        let planes = &mut self.planes[side as usize];
        for (&lead, values) in part.leads.iter().zip(values.chunks_exact(64 * words)) {
            let mut high = vec![0u64; words];
            let range = lead * words..(lead + 1) * words;
            let targets = planes.low[range.clone()].par_iter_mut().zip(&mut high);
            targets.zip(values.par_chunks_exact(64)).with_min_len(4096).for_each(|((low, high), values)| {
                let mut outcomes = [0; 64];
                // A loop that vectorizes.
                for (outcomes, &value) in outcomes.iter_mut().zip(values) {
                    *outcomes = outcome(value);
                }
                [low[0], low[1], *high] = [0, 1, 2].map(|bit| plane(&outcomes, bit));
            });
            let low = &planes.low[range.clone()];
            self.all_draws &= low.iter().all(|low| low[1] == 0) && high.iter().all(|&word| word == 0);
            if high.iter().any(|&word| word != 0) || !planes.cursed.is_empty() {
                planes.cursed.resize(planes.low.len(), 0);
                planes.cursed[range].copy_from_slice(&high);
            }
        }
    }

    #[inline]
    pub(crate) fn outcome(&self, side: Color, slot: usize) -> u8 {
        let slot = self.cut.as_ref().map_or(slot, |cut| cut.place(slot));
        let (word, bit) = (slot >> 6, slot & 63);
        let planes = self.planes(side);
        let [zero, one] = planes.low[word];
        let high = planes.cursed.get(word).copied().unwrap_or(0);
        (zero >> bit & 1 | (one >> bit & 1) << 1 | (high >> bit & 1) << 2) as u8
    }

    /// The outcomes of 64 consecutive slots.
    #[inline]
    pub(crate) fn outcomes(&self, side: Color, word: usize, outcomes: &mut [u8; 64]) {
        let planes = self.planes(side);
        let [zero, one] = planes.low[word];
        let high = planes.cursed.get(word).copied().unwrap_or(0);
        let bytes = zero.to_le_bytes().into_iter().zip(one.to_le_bytes()).zip(high.to_le_bytes());
        for (outcomes, ((zero, one), high)) in outcomes.as_chunks_mut::<8>().0.iter_mut().zip(bytes) {
            *outcomes = (spread(zero) | spread(one) << 1 | spread(high) << 2).to_le_bytes();
        }
    }

    fn wdl(&self, placement: &Placement, material: Material) -> Option<Wdl> {
        let (side, squares) = self.placed.find(&self.layout, placement, material)?;
        Outcome::wdl(self.outcome(side, self.layout.slot(&squares)))
    }

    /// Bytes that the planes take.
    pub(crate) fn bytes(&self) -> usize {
        self.planes.iter().map(|planes| 16 * planes.low.len() + 8 * planes.cursed.len()).sum()
    }
}

impl Smaller for Results {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline]
    fn merit(&self, side_to_move: Color, slot: usize) -> Merit {
        Outcome::MERIT[usize::from(self.outcome(side_to_move, slot))]
    }

    fn is_always_drawn(&self) -> bool {
        self.all_draws
    }
}

/// One bit of each of 64 bytes.
#[inline(always)]
pub(crate) fn plane(outcomes: &[u8; 64], bit: u32) -> u64 {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    // Brings the lowest bits of eight bytes together in the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let eights = outcomes.as_chunks::<8>().0.iter().enumerate();
    eights.fold(0, |word, (i, &eight)| {
        let bits = u64::from_le_bytes(eight) >> bit & LOWEST;
        word | (bits.wrapping_mul(GATHER) >> 56) << (8 * i)
    })
}

/// The eight bits of a byte as bytes of 0 and 1, the lowest bit first.
#[inline(always)]
fn spread(bits: u8) -> u64 {
    // Byte `i` keeps bit `i`; adding what lacks to 128 carries it to the byte's highest place.
    let one_each = u64::from(bits).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (one_each + 0x0040_6070_787c_7e7f) >> 7 & 0x0101_0101_0101_0101
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zeroing::ZeroingTables;

    #[test]
    fn planes_are_the_bits_of_bytes() {
        let outcomes: [u8; 64] = std::array::from_fn(|i| (i * 5 % 6) as u8);
        for bit in 0..3 {
            let slow = (0..64).fold(0, |word, i| word | u64::from(outcomes[i] >> bit & 1) << i);
            assert_eq!(plane(&outcomes, bit), slow);
        }
        for bits in 0..=255u8 {
            assert_eq!(spread(bits).to_le_bytes(), std::array::from_fn(|i| bits >> i & 1));
        }
    }

    /// The same with four men as with five: all but three-man tables go to the shelf.
    #[test]
    fn tables_solved_from_the_shelf_are_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let mut shelved =
            ResultTables { shelf: Some(Shelf::new(folder.path(), 3)), ..ResultTables::default() };
        let mut plain = ResultTables::new();
        let materials = ["KRPvK", "KPvKP"].map(|name| name.parse::<Material>().unwrap());
        plain.build_all(&materials).unwrap();
        for (i, material) in materials.into_iter().enumerate() {
            shelved.solve_by_file(material, |_, _| Ok(())).unwrap();
            for side in Color::ALL {
                let [mine, right] =
                    [&shelved, &plain].map(|tables| tables.get(material).unwrap().planes(side));
                assert_eq!(mine, right, "{material}");
            }
            assert!(shelved.opened.is_empty());
            shelved.set_aside(&materials[i + 1..], usize::MAX).unwrap();
            assert!(shelved.by_material.keys().all(|m| m.men() == 3));
        }
        // What an upcoming ending asks for waits for it, and what it asks for of it is opened.
        let upcoming: Material = "KPPvK".parse().unwrap();
        let needed: Material = "KRPvK".parse().unwrap();
        shelved.solve_by_file(needed, |_, _| Ok(())).unwrap();
        shelved.set_aside(&[upcoming], usize::MAX).unwrap();
        assert!(shelved.shelf.as_ref().unwrap().holds(needed) && !shelved.holds(needed));
        shelved.prepare(upcoming).unwrap();
        let (opened, right) = (&shelved.opened[&needed], plain.get(needed).unwrap());
        assert!(opened.planes(Color::White).low.is_empty());
        assert!(8 * opened.bytes() == right.bytes() / 2, "one of eight ranks");
    }

    #[test]
    fn results_are_those_of_the_tables_with_distances() {
        let materials = ["KPvKP", "KQvKR", "KBvK"].map(|name| name.parse::<Material>().unwrap());
        let (mut results, mut zeroing) = (ResultTables::new(), ZeroingTables::new());
        results.build_all(&materials).unwrap();
        zeroing.build_all(&materials).unwrap();
        for material in materials {
            let table = results.get(material).unwrap();
            for slot in (0..table.layout.slots()).step_by(7) {
                for side in Color::ALL {
                    let outcome = table.outcome(side, slot);
                    assert_eq!(Outcome::of_zeroing(zeroing.value_of_slot(material, side, slot)), outcome);
                }
            }
            assert_eq!(table.is_always_drawn(), material == materials[2]);
        }
    }
}
