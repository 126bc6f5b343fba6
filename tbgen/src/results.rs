//! Results of solved endings in two or three bits a position: what stays in memory for larger endings.

use std::collections::HashMap;

use board::{Color, Material, Placement, Wdl};
use rayon::prelude::*;

use crate::error::TbgenError;
use crate::files::BuildError;
use crate::layout::{Layout, Part};
use crate::metric::{Outcome, Zeroing};
use crate::solve;
use crate::source::{Census, Source};
use crate::syzygy::write::{Encoder, Files, ValueSource};
use crate::table::{Placed, Smaller};
use crate::tables::{checked_closure, levels, successors};
use crate::walk::Rows;

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
}

impl ResultTables {
    /// No tables yet.
    pub fn new() -> Self {
        Self::default()
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
            let find = |m| &self.by_material[&m];
            let [white, black] = solve::solve_part::<Outcome, Results>(&results.layout, &part, &find)?;
            results.add(&part, Color::White, &white, |value| value);
            results.add(&part, Color::Black, &black, |value| value);
        }
        Ok(results)
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
        self.build_all(&successors(material))?;
        let mut results = Results::new(material);
        let mut census = Census::new();
        for file in 0..results.layout.parts() {
            let part = results.layout.part_of_file(file);
            let find = |m| &self.by_material[&m];
            let values = solve::solve_part::<Zeroing, Results>(&results.layout, &part, &find)?;
            results.add(&part, Color::White, &values[0], Outcome::of_zeroing);
            results.add(&part, Color::Black, &values[1], Outcome::of_zeroing);
            let values = values.each_ref().map(Vec::as_slice);
            census.add(&results.layout, &part, values);
            let source = Source::new(&results.layout, part, values, census);
            visit(&source, file)?;
            census = source.into_census();
        }
        self.by_material.insert(material, results);
        Ok(())
    }

    /// Gives back the memory of tables of five men that none of the `upcoming` endings leads to directly, and, when the others take
    /// more than `bytes`, of those needed last. Smaller tables stay.
    pub fn keep_for(&mut self, upcoming: &[Material], bytes: usize) {
        let large = self.by_material.keys().copied().filter(|m| m.men() > SMALL);
        let next_use = |m: Material| upcoming.iter().position(|&u| successors(u).contains(&m));
        let mut wanted: Vec<(usize, Material)> =
            large.filter_map(|m| next_use(m).map(|at| (at, m))).collect();
        wanted.sort_unstable();
        let mut left = bytes;
        wanted.retain(|(_, material)| {
            let fits = left.checked_sub(self.by_material[material].bytes());
            left = fits.unwrap_or(0);
            fits.is_some()
        });
        let kept = |m: &Material| m.men() <= SMALL || wanted.iter().any(|(_, wanted)| wanted == m);
        self.by_material.retain(|material, _| kept(material));
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
const SMALL: usize = 4;

/// One ending's results as bit planes: words of 64 slots, the bits of an [`Outcome`] one plane each.
pub(crate) struct Results {
    pub(crate) layout: Layout,
    placed: Placed,
    /// By side to move and word of slots, the two lower bits.
    low: [Vec<[u64; 2]>; 2],
    /// The upper bit: set in cursed wins and blessed losses. Empty as long as there are none.
    cursed: [Vec<u64>; 2],
    all_draws: bool,
}

impl Results {
    /// Results still to be added.
    pub(crate) fn new(material: Material) -> Self {
        let layout = Layout::new(material);
        let words = layout.slots() / 64;
        let placed = Placed::new(&layout);
        let low = [vec![[0; 2]; words], vec![[0; 2]; words]];
        Self { layout, placed, low, cursed: Default::default(), all_draws: true }
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
        let side = side as usize;
        for (&lead, values) in part.leads.iter().zip(values.chunks_exact(64 * words)) {
            let mut high = vec![0u64; words];
            let range = lead * words..(lead + 1) * words;
            let targets = self.low[side][range.clone()].par_iter_mut().zip(&mut high);
            targets.zip(values.par_chunks_exact(64)).with_min_len(4096).for_each(|((low, high), values)| {
                let outcomes: [u8; 64] = std::array::from_fn(|i| outcome(values[i]));
                [low[0], low[1], *high] = [0, 1, 2].map(|bit| plane(&outcomes, bit));
            });
            let low = &self.low[side][range.clone()];
            self.all_draws &= low.iter().all(|low| low[1] == 0) && high.iter().all(|&word| word == 0);
            if high.iter().any(|&word| word != 0) || !self.cursed[side].is_empty() {
                let all = self.low[side].len();
                self.cursed[side].resize(all, 0);
                self.cursed[side][range].copy_from_slice(&high);
            }
        }
    }

    #[inline]
    fn outcome(&self, side: Color, slot: usize) -> u8 {
        let (word, bit) = (slot >> 6, slot & 63);
        let [zero, one] = self.low[side as usize][word];
        let high = self.cursed[side as usize].get(word).copied().unwrap_or(0);
        (zero >> bit & 1 | (one >> bit & 1) << 1 | (high >> bit & 1) << 2) as u8
    }

    /// The outcomes of 64 consecutive slots.
    #[inline]
    pub(crate) fn outcomes(&self, side: Color, word: usize, outcomes: &mut [u8; 64]) {
        let [zero, one] = self.low[side as usize][word];
        let high = self.cursed[side as usize].get(word).copied().unwrap_or(0);
        let bytes = zero.to_le_bytes().into_iter().zip(one.to_le_bytes()).zip(high.to_le_bytes());
        for (outcomes, ((zero, one), high)) in outcomes.as_chunks_mut::<8>().0.iter_mut().zip(bytes) {
            *outcomes = (spread(zero) | spread(one) << 1 | spread(high) << 2).to_le_bytes();
        }
    }

    fn wdl(&self, placement: &Placement, material: Material) -> Option<Wdl> {
        let (side, squares) = self.placed.find(&self.layout, placement, material)?;
        Outcome::wdl(self.outcome(side, self.layout.slot(&squares)))
    }

    fn bytes(&self) -> usize {
        let [low, cursed] =
            [self.low.iter().map(Vec::len).sum::<usize>(), self.cursed.iter().map(Vec::len).sum::<usize>()];
        16 * low + 8 * cursed
    }
}

impl Smaller for Results {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline]
    fn merit(&self, side_to_move: Color, slot: usize) -> u8 {
        Outcome::MERIT[usize::from(self.outcome(side_to_move, slot))]
    }

    fn is_always_drawn(&self) -> bool {
        self.all_draws
    }
}

/// One bit of each of 64 bytes.
#[inline(always)]
fn plane(outcomes: &[u8; 64], bit: u32) -> u64 {
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
