//! Solves an ending with little memory: values go to logs on disk instead of arrays.

use std::path::Path;

use board::{Color, Piece};
use rayon::prelude::*;

use super::dont_care;
use super::finished::Finished;
use super::found::{Found, Target};
use super::keeping::Keeping;
use super::known::{self, Known};
use super::log::{Entry, Log};
use super::pass::Pass;
use super::slice::{Plane, Slice};
use super::solved::{Find, Subtable};
use crate::error::BuildError;
use crate::index::layout::{Layout, Part};
use crate::value::dtz::DtzCode;
use crate::value::metric::Metric as _;
use crate::value::wdl::WdlCode;

/// The best promotions of an ending's pawns, where the promoted endings are not in memory.
pub(crate) trait Promotions {
    /// By lead man and slot of the pawn structure with this lead, the ranks of the best promotions
    /// without a capture; empty for a pawn that is not about to promote.
    ///
    /// # Errors
    /// Where they cannot be read.
    fn of_lead(&self, lead: usize) -> Result<Vec<Vec<u8>>, BuildError>;
}

/// What an ending that is solved leads to.
pub(crate) struct LeadsTo<'f, 'a, S> {
    /// Looks up the tables of captures and, unless they are given below, promotions.
    pub(crate) find: Find<'f, 'a, S>,
    /// The best promotions.
    pub(crate) promotions: Option<&'f dyn Promotions>,
}

/// Solves a part of an ending: without pawns all of it, with pawns a leading file. Returns the
/// logs by side to move: first all legal positions as draws, then the decided ones, then the marks.
/// They have the leads of the part in its order, in unnamed files in `folder`.
///
/// # Errors
/// [`BuildError::Solve`] and [`BuildError::Log`], and errors of reading promotions.
pub(crate) fn solve<'a, S: Subtable + 'a>(
    layout: &Layout,
    part: &Part,
    leads_to: &LeadsTo<'_, 'a, S>,
    folder: &Path,
) -> Result<[Log; 2], BuildError> {
    let (leads, blocks) = (part.leads.len(), layout.slots_per_lead() >> 12);
    let mut logs = [Log::new(folder, leads, blocks)?, Log::new(folder, leads, blocks)?];
    if layout.pawns.is_none() {
        let slice = Slice::new(layout, 0);
        let known = Known::ranked(&slice, Finished::NOTHING, leads_to.find, None);
        solve_slice(&slice, &known, 0, &mut logs, [&mut [], &mut []])?;
    } else {
        solve_structures(layout, part, leads_to, &mut logs)?;
    }
    logs.iter_mut().try_for_each(Log::finish)?;
    Ok(logs)
}

/// Solves the structures of a leading file, one after another.
fn solve_structures<'a, S: Subtable + 'a>(
    layout: &Layout,
    part: &Part,
    leads_to: &LeadsTo<'_, 'a, S>,
    logs: &mut [Log; 2],
) -> Result<(), BuildError> {
    let slots = layout.slots_per_lead();
    let keeping = Keeping::new(layout, part);
    // After a pawn move only the opponent moves.
    let mut kept = Color::ALL.map(|side| {
        let is_asked = layout.material.count(!side, Piece::Pawn) > 0;
        vec![WdlCode::ILLEGAL; if is_asked { keeping.most * slots } else { 0 }]
    });
    let mut places = vec![u32::MAX; layout.leads()];
    for (number, &lead) in part.leads.iter().enumerate() {
        let slice = Slice::new(layout, lead);
        let promoted = leads_to.promotions.map(|promotions| promotions.of_lead(lead)).transpose()?;
        let finished = Finished { places: &places, values: kept.each_ref().map(Vec::as_slice) };
        let known = Known::ranked(&slice, finished, leads_to.find, promoted.as_deref());
        drop(promoted);
        let results = match keeping.places[number] {
            None => [&mut [][..], &mut []],
            Some(place) => {
                places[lead] = place;
                let start = place as usize * slots;
                kept.each_mut().map(|kept| kept.get_mut(start..start + slots).unwrap_or_default())
            }
        };
        solve_slice(&slice, &known, number, logs, results)?;
    }
    Ok(())
}

/// Solves a slice that begins with this lead of the logs. Its results go to `results`, by side to
/// move, if these are not empty.
fn solve_slice(
    slice: &Slice<'_>,
    known: &Known,
    first: usize,
    logs: &mut [Log; 2],
    mut results: [&mut [u8]; 2],
) -> Result<(), BuildError> {
    for ((log, results), legal) in logs.iter_mut().zip(&mut results).zip(known::legal(slice)) {
        if !results.is_empty() {
            known::write_draws::<WdlCode>(&legal, results);
        }
        log.record(first, Entry::Value(DtzCode::DRAW), &Plane::full_of(legal))?;
    }
    let mut recorders = {
        let [white, black] = &mut *logs;
        let [of_white, of_black] = results;
        let recorder = |(log, results, opponent): (_, _, Color)| {
            let keeps_mated = slice.layout.material.count(opponent, Piece::Pawn) > 0;
            Recorder { log, first, results, keeps_mated, mated: None }
        };
        [(white, of_white, Color::Black), (black, of_black, Color::White)].map(recorder)
    };
    // The legal positions are quickly recomputed; keeping them would take two planes of memory.
    let pass = |winner| Pass::<DtzCode>::new(slice, known::legal(slice), known, winner);
    let material = slice.layout.material;
    let [white, black] = &mut recorders;
    if !material.is_bare(Color::White) {
        pass(Color::White).solve(&mut *white, &mut *black)?;
    }
    if !material.is_bare(Color::Black) {
        pass(Color::Black).solve(&mut *black, &mut *white)?;
    }
    let [white, black] = recorders.map(|recorder| recorder.mated);
    let mated = [black.as_ref(), white.as_ref()];
    dont_care::record_marks(slice, &known::legal(slice), known, mated, (first, logs))
}

/// Receives the values of one side to move.
struct Recorder<'a> {
    log: &'a mut Log,
    /// The slice's first lead in the log.
    first: usize,
    /// Where results go; empty if they are not needed.
    results: &'a mut [u8],
    /// Whether to keep the positions in which the side to move is checkmated.
    keeps_mated: bool,
    mated: Option<Plane>,
}

/// The values of a ply become one record once all its blocks are known.
impl Found<u16> for &mut Recorder<'_> {
    type Target<'b>
        = Later
    where
        Self: 'b;
    type Error = BuildError;

    fn blocks(&mut self, blocks: usize) -> impl Iterator<Item = Later> {
        std::iter::repeat_n(Later, blocks)
    }

    fn parallel_blocks(&mut self, blocks: usize) -> impl IndexedParallelIterator<Item = Later> {
        rayon::iter::repeat_n(Later, blocks)
    }

    fn ply_found(&mut self, value: u16, found: &Plane) -> Result<(), BuildError> {
        if !self.results.is_empty() {
            let result = WdlCode::of_dtz(value);
            let blocks = self.results.par_chunks_exact_mut(4096).zip(&found.blocks).zip(&found.marks);
            blocks.filter(|(_, mark)| **mark).for_each(|((mut results, block), _)| {
                Target::write(&mut results, block, result);
            });
        }
        if self.keeps_mated && value == DtzCode::lost(0) {
            self.mated = Some(found.clone());
        }
        self.log.record(self.first, Entry::Value(value), found)
    }
}

/// A block that is logged with its ply.
#[derive(Clone)]
struct Later;

impl Target<u16> for Later {
    fn write(&mut self, _: &super::block::Block, _: u16) {}
}
