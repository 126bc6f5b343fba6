//! A mined table in the program: bytes that become a tree when first asked.

use std::marker::PhantomData;
use std::sync::OnceLock;

use board::{BitBoard, Piece, Square};
use data::MinedFiles;

use super::answer::{Mineable, Mined};
use super::features::{Ending, Features, Values, fingerprint};
use super::format::FormatError;
use super::position::Position;
use super::row::numbers;
use super::tree::{Answer, Tree};
use crate::rule::{Row, Side, View};

/// The mined table of an ending.
pub struct MinedTable<E> {
    name: &'static str,
    bytes: &'static [u8],
    /// See [`Tree::add_distances`].
    distances: &'static [u8],
    tree: OnceLock<Result<Tree, FormatError>>,
    ending: PhantomData<fn() -> E>,
}

impl<E: Ending> MinedTable<E> {
    /// The table in these files, which are looked at when it is first asked. Distances of another table are left alone: then no leaf has
    /// one.
    pub const fn embedded(files: &MinedFiles) -> Self {
        Self {
            name: files.name,
            bytes: files.table,
            distances: files.distances,
            tree: OnceLock::new(),
            ending: PhantomData,
        }
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

    fn mineable(&'static self) -> Option<&'static dyn Mineable> {
        Some(self)
    }

    fn path(&self, leaf: usize, view: &View) -> Vec<String> {
        let Ok(tree) = self.tree() else { return Vec::new() };
        let frame = Position::of_view(view, E::MEN).frame(view, E::MEN);
        tree.ranges(leaf)
            .into_iter()
            .map(|(feature, values)| E::phrase(feature).tell(values, frame))
            .collect()
    }
}

impl<E: Ending> Mineable for MinedTable<E> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn men(&self) -> &'static [(Side, Piece)] {
        E::MEN
    }

    fn features(&self) -> Vec<String> {
        E::names()
    }

    fn fingerprint(&self) -> u64 {
        fingerprint::<E>()
    }

    fn values(&self, position: &Position) -> Values {
        Features::<E>::new(position).all()
    }

    fn leaves(&self, tree: &Tree, positions: &[Position], come: &mut dyn FnMut(usize, u64)) {
        tree.leaves::<E>(positions, come);
    }
}
