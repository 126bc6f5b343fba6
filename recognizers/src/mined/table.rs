//! A mined table in the program: bytes that become a tree when first asked.

use std::marker::PhantomData;
use std::sync::OnceLock;

use board::{BitBoard, Square};

use super::answer::Mined;
use super::features::{Ending, fingerprint};
use super::format::FormatError;
use super::position::Position;
use super::row::numbers;
use super::tree::{Answer, Tree};
use crate::rule::{Row, View};

/// The mined table of an ending.
pub struct MinedTable<E> {
    bytes: &'static [u8],
    /// See [`Tree::add_distances`].
    distances: &'static [u8],
    tree: OnceLock<Result<Tree, FormatError>>,
    ending: PhantomData<fn() -> E>,
}

impl<E: Ending> MinedTable<E> {
    /// A table by its bytes, which are looked at when it is first asked.
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, distances: &[], tree: OnceLock::new(), ending: PhantomData }
    }

    /// The same table with the distances of its leaves. Those of another table are left alone: then no leaf has one.
    #[must_use]
    pub const fn with_distances(mut self, bytes: &'static [u8]) -> Self {
        self.distances = bytes;
        self
    }

    /// Size in bytes at rest.
    pub const fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The decoded tree.
    ///
    /// # Errors
    /// [`FormatError`]: then the table is silent.
    #[inline]
    pub fn tree(&self) -> Result<&Tree, FormatError> {
        self.tree
            .get_or_init(|| {
                let mut tree = Tree::decode(self.bytes, fingerprint::<E>())?;
                // Without distances the table is as true as with them.
                let _ = tree.add_distances(self.distances);
                Ok(tree)
            })
            .as_ref()
            .map_err(|&error| error)
    }
}

impl<E: Ending> Mined for MinedTable<E> {
    #[inline]
    fn answer(&self, view: &View) -> Option<Answer> {
        self.tree().ok()?.answer::<E>(&Position::of_view(view, E::MEN))
    }

    fn row(&self, row: &Row, say: &mut dyn FnMut(Answer, BitBoard)) {
        let Ok(tree) = self.tree() else { return };
        let positions = Position::of_row(row, E::MEN);
        let squares: Vec<Square> = row.squares().into_iter().collect();
        tree.answers::<E>(&positions, |answer, lanes| {
            say(answer, numbers(lanes).map(|lane| squares[lane]).collect());
        });
    }

    fn tree(&self) -> Option<&Tree> {
        self.tree().ok()
    }

    fn path(&self, leaf: usize, view: &View) -> Vec<String> {
        let Ok(tree) = self.tree() else { return Vec::new() };
        let frame = Position::of_view(view, E::MEN).frame(view, E::MEN);
        tree.ranges(leaf)
            .into_iter()
            .map(|(feature, values)| E::PHRASES[feature].tell(values, frame))
            .collect()
    }
}
