//! The stages of building an ending, for progress reports.

use board::Material;
use syzygy::Kind;
use syzygy::format::leading_files;

/// The work of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Solving or reading the endings that it leads to, unless they are in memory.
    Smaller,
    /// Solving the ending, or one of its leading files.
    Solving,
    /// Compressing the solved values.
    Compressing,
}

/// A stage of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The work of the stage.
    pub work: Work,
    /// Its number, from 0.
    pub number: usize,
    /// Number of stages of the ending.
    pub of: usize,
}

/// Counts the stages of one ending and reports each when it begins.
pub(crate) struct Stages<'a> {
    next: usize,
    of: usize,
    report: &'a mut dyn FnMut(Stage),
}

impl<'a> Stages<'a> {
    /// The stages of an ending for which files of these kinds are built.
    pub(crate) fn new(material: Material, kinds: &[Kind], report: &'a mut dyn FnMut(Stage)) -> Self {
        let syzygy = usize::from(kinds.iter().any(|kind| Kind::SYZYGY.contains(kind)));
        let mates = usize::from(kinds.contains(&Kind::Dtm));
        // Each leading file is solved and compressed after all endings that it leads to.
        let of = (syzygy + mates) * (1 + 2 * leading_files(material));
        Self { next: 0, of, report }
    }

    /// Reports the next stage.
    pub(crate) fn begin(&mut self, work: Work) {
        (self.report)(Stage { work, number: self.next, of: self.of });
        self.next += 1;
    }
}
