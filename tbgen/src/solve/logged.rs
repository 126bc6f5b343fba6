//! Solves an ending without pawns with little memory: values go to logs on disk instead of arrays.

use std::path::Path;

use board::{Color, Material};

use super::dont_care;
use super::finished::Finished;
use super::known::{self, Known};
use super::log::{Entry, Log};
use super::pass::Pass;
use super::pawn_moves::Spare;
use super::slice::{Plane, Slice};
use super::solved::{Find, Subtable};
use crate::error::BuildError;
use crate::index::layout::Layout;
use crate::value::dtz::DtzCode;
use crate::value::metric::Metric as _;

/// A solved ending.
pub(crate) struct Logged {
    pub(crate) layout: Layout,
    /// By side to move: first all legal positions as draws, then the decided ones.
    pub(crate) logs: [Log; 2],
}

impl Logged {
    /// Solves a canonical material without pawns. `find` looks up the tables that captures lead to;
    /// the logs are unnamed files in `folder`.
    ///
    /// # Errors
    /// [`BuildError::Solve`] and [`BuildError::Log`].
    pub(crate) fn solve<'a, S: Subtable + 'a>(
        material: Material,
        find: Find<'_, 'a, S>,
        folder: &Path,
    ) -> Result<Self, BuildError> {
        assert_eq!(material.pawns(), 0, "{material} is solved structure by structure");
        let layout = Layout::new(material);
        let slice = Slice::new(&layout, 0);
        let (leads, blocks) = (layout.leads(), slice.blocks() / layout.leads());
        let mut logs = [Log::new(folder, leads, blocks)?, Log::new(folder, leads, blocks)?];
        let nothing = Finished { places: &[], values: [&[], &[]] };
        let known = Known::new::<DtzCode, S>(&slice, nothing, find, &Spare::default());
        for (log, legal) in logs.iter_mut().zip(known::legal(&slice)) {
            log.record(Entry::Value(DtzCode::DRAW), &Plane::full_of(legal))?;
        }
        // The legal positions are quickly recomputed; keeping them would take two planes of memory.
        let pass = |winner| Pass::<DtzCode>::new(&slice, known::legal(&slice), &known, winner);
        let [white, black] = &mut logs;
        if !material.is_bare(Color::White) {
            pass(Color::White).solve(&mut *white, &mut *black)?;
        }
        if !material.is_bare(Color::Black) {
            pass(Color::Black).solve(black, white)?;
        }
        dont_care::record_captures(&slice, &known::legal(&slice), &known, &mut logs)?;
        logs.iter_mut().try_for_each(Log::finish)?;
        Ok(Self { layout, logs })
    }
}
