//! The stages of building one ending, reported as they begin.

use board::Material;
use syzygy::Kind;
use syzygy::format::leading_files;

/// What is done in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Solving or reading what the ending leads to, as far as it is not in memory.
    Smaller,
    /// Solving the ending, or one leading file of it.
    Solving,
    /// Compressing what was solved.
    Compressing,
}

/// A stage of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What is done.
    pub work: Work,
    /// Its number, from 0.
    pub number: usize,
    /// How many stages the ending has.
    pub of: usize,
}

/// Counts the stages of one ending and reports each when it begins.
pub(crate) struct Stages<'a> {
    next: usize,
    of: usize,
    report: &'a mut dyn FnMut(Stage),
}

impl<'a> Stages<'a> {
    /// Those of an ending of which files of these kinds are made.
    pub(crate) fn new(material: Material, kinds: &[Kind], report: &'a mut dyn FnMut(Stage)) -> Self {
        let syzygy = usize::from(kinds.iter().any(|kind| Kind::SYZYGY.contains(kind)));
        let mates = usize::from(kinds.contains(&Kind::Dtm));
        // Each leading file is solved and compressed after all that the ending leads to.
        let of = (syzygy + mates) * (1 + 2 * leading_files(material));
        Self { next: 0, of, report }
    }

    /// The next stage begins.
    pub(crate) fn begin(&mut self, work: Work) {
        (self.report)(Stage { work, number: self.next, of: self.of });
        self.next += 1;
    }
}
