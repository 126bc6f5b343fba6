//! Results of a solved ending in two or three bits per position, kept in memory for larger endings.

use board::bits::{gathered, spread};
use board::{Color, Material, Placement, Wdl, narrow};
use pulp::Arch;
use rayon::prelude::*;
use syzygy::write::vectorized;

use crate::index::layout::{Layout, Part};
use crate::index::placed::Placed;
use crate::index::promoted::{Cut, PromotedSlice};
use crate::solve::solved::Subtable;
use crate::value::metric::Merit;
use crate::value::wdl::WdlCode;
use crate::work::shared;

/// One ending's results as bit planes: words of 64 slots, one plane for each bit of a [`WdlCode`].
pub(crate) struct WdlPlanes {
    pub(crate) layout: Layout,
    placed: Placed,
    /// By side to move.
    planes: [Planes; 2],
    /// The slots in the planes; `None` for all.
    cut: Option<Cut>,
    all_draws: bool,
}

/// The results of one side to move, by word of slots.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Planes {
    /// The two lower bits.
    pub(crate) low: Vec<[u64; 2]>,
    /// The upper bit, set for cursed wins and blessed losses. Empty if there are none.
    pub(crate) cursed: Vec<u64>,
}

/// Words of the two low planes, which are interleaved, and of the high one.
type LowAndHigh<'a> = (&'a mut [[u64; 2]], &'a mut [u64]);

impl WdlPlanes {
    /// Empty planes, to which results are added.
    pub(crate) fn new(material: Material) -> Self {
        let layout = Layout::new(material);
        let words = layout.slots() / 64;
        let planes = [(); 2].map(|()| Planes { low: vec![[0; 2]; words], cursed: Vec::new() });
        Self { placed: Placed::new(&layout), layout, planes, cut: None, all_draws: true }
    }

    /// A slice of an ending's results; `read` returns its planes.
    pub(crate) fn of_slice<E>(
        slice: PromotedSlice,
        all_draws: bool,
        read: impl FnOnce(&Layout, &Cut) -> Result<Planes, E>,
    ) -> Result<Self, E> {
        let layout = Layout::new(slice.material);
        let cut = Cut::new(&layout, slice.man);
        let mut planes = [Planes::default(), Planes::default()];
        planes[slice.side as usize] = read(&layout, &cut)?;
        Ok(Self { placed: Placed::new(&layout), layout, planes, cut: Some(cut), all_draws })
    }

    /// An ending's results for some sides to move; `read` returns the planes of each.
    pub(crate) fn of_sides<E>(
        material: Material,
        sides: &[Color],
        all_draws: bool,
        read: impl Fn(&Layout, Color) -> Result<Planes, E>,
    ) -> Result<Self, E> {
        let layout = Layout::new(material);
        let mut planes = [Planes::default(), Planes::default()];
        for &side in sides {
            planes[side as usize] = read(&layout, side)?;
        }
        Ok(Self { placed: Placed::new(&layout), layout, planes, cut: None, all_draws })
    }

    /// The planes of one side to move.
    pub(crate) fn planes(&self, side: Color) -> &Planes {
        &self.planes[side as usize]
    }

    /// True when all positions are draws.
    pub(crate) fn all_draws(&self) -> bool {
        self.all_draws
    }

    /// Adds a part's solved values for one side to move; `outcome` maps values to results.
    pub(crate) fn add<V: Copy + Sync>(
        &mut self,
        part: &Part,
        side: Color,
        values: &[V],
        outcome: impl Fn(V) -> u8 + Sync,
    ) {
        /// Words written per call of vector code.
        const WORDS: usize = 64;
        let unit = Arch::new();
        let words = self.layout.slots_per_lead() / 64;
        let planes = &mut self.planes[side as usize];
        for (&lead, values) in part.leads.iter().zip(values.chunks_exact(64 * words)) {
            let mut high = vec![0u64; words];
            let range = lead * words..(lead + 1) * words;
            let targets = planes.low[range.clone()].par_chunks_mut(WORDS).zip(high.par_chunks_mut(WORDS));
            let pieces = targets.zip(values.par_chunks(64 * WORDS)).with_min_len(64);
            let outcomes_of = |((low, high), values): (LowAndHigh<'_>, &[V])| {
                vectorized(
                    unit,
                    #[inline(always)]
                    || {
                        let words = low.iter_mut().zip(&mut *high).zip(values.as_chunks::<64>().0);
                        for ((low, high), values) in words {
                            let mut outcomes = [0; 64];
                            for (outcomes, &value) in outcomes.iter_mut().zip(values) {
                                *outcomes = outcome(value);
                            }
                            [low[0], low[1], *high] = [0, 1, 2].map(|bit| gathered(&outcomes, bit));
                        }
                    },
                );
            };
            pieces.for_each(shared(&outcomes_of));
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
        narrow(zero >> bit & 1 | (one >> bit & 1) << 1 | (high >> bit & 1) << 2)
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

    pub(crate) fn wdl(&self, placement: &Placement, material: Material) -> Option<Wdl> {
        let (side, squares) = self.placed.find(&self.layout, placement, material)?;
        WdlCode::wdl(self.outcome(side, self.layout.slot(&squares)))
    }

    /// Memory of the planes in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.planes.iter().map(|planes| 16 * planes.low.len() + 8 * planes.cursed.len()).sum()
    }
}

impl Subtable for WdlPlanes {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline]
    fn merit(&self, side_to_move: Color, slot: usize) -> Merit {
        WdlCode::MERIT[usize::from(self.outcome(side_to_move, slot))]
    }

    fn is_always_drawn(&self) -> bool {
        self.all_draws
    }
}
