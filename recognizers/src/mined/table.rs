//! A mined table: embedded bytes, decoded on first use, which a tree from a file can replace.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use board::{BitBoard, Piece, Square};
use data::MinedFiles;

use super::answer::{Mineable, Mined};
use super::features::{Ending, Features, Values, fingerprint};
use super::format::FormatError;
use super::position::Position;
use super::replacement::ReplacementError;
use super::row::numbers;
use super::tree::{Answer, Tree};
use crate::rule::{Row, Side, View};

/// Most other trees of a table during a process. All of them stay in memory, since other threads
/// may be reading them.
const OTHERS: usize = 16;

/// The mined table of an ending.
pub struct MinedTable<E: Ending> {
    which: E::Which,
    name: &'static str,
    bytes: &'static [u8],
    /// See [`Tree::add_distances`].
    distances: &'static [u8],
    tree: OnceLock<Result<Tree, FormatError>>,
    others: [OnceLock<Tree>; OTHERS],
    /// The tree in use: 0 for the embedded one, otherwise one more than an index of `others`.
    asked: AtomicUsize,
}

impl<E: Ending<Which = ()>> MinedTable<E> {
    /// Like [`MinedTable::of`], for types that serve one ending.
    pub const fn embedded(files: &MinedFiles) -> Self {
        Self::of((), files)
    }
}

impl<E: Ending> MinedTable<E> {
    /// The table in these files, which are decoded on first use. Distances of another table are
    /// ignored.
    pub const fn of(which: E::Which, files: &MinedFiles) -> Self {
        Self {
            which,
            name: files.name,
            bytes: files.table,
            distances: files.distances,
            tree: OnceLock::new(),
            others: [const { OnceLock::new() }; OTHERS],
            asked: AtomicUsize::new(0),
        }
    }

    #[inline]
    fn men(&self) -> &'static [(Side, Piece)] {
        E::plan(self.which).men
    }

    /// The tree in use: the embedded one or its replacement.
    ///
    /// # Errors
    /// [`FormatError`] if the embedded table is not valid; it gives no answers then.
    #[inline]
    pub fn tree(&self) -> Result<&Tree, FormatError> {
        let number = self.asked.load(Ordering::Acquire).checked_sub(1);
        match number.and_then(|number| self.others[number].get()) {
            Some(tree) => Ok(tree),
            None => self.embedded_tree(),
        }
    }

    fn embedded_tree(&self) -> Result<&Tree, FormatError> {
        self.tree
            .get_or_init(|| {
                // Computing the fingerprint is slow; without bytes it is not needed.
                let features = if self.bytes.is_empty() { 0 } else { fingerprint::<E>(self.which) };
                let mut tree = Tree::decode(self.bytes, features)?;
                // The table is valid without distances, too.
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
        self.tree().ok()?.answer::<E>(self.which, &Position::of_view(view, self.men()))
    }

    fn row(&self, row: &Row, say: &mut dyn FnMut(Answer, BitBoard)) {
        let Ok(tree) = self.tree() else { return };
        let positions = Position::of_row(row, self.men());
        let squares: Vec<Square> = row.squares().into_iter().collect();
        tree.answers::<E>(self.which, &positions, |answer, lanes| {
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
        let men = self.men();
        let frame = Position::of_view(view, men).frame(view, men);
        tree.ranges(leaf)
            .into_iter()
            .map(|(feature, values)| E::phrase(self.which, feature).tell(values, frame))
            .collect()
    }
}

impl<E: Ending> Mineable for MinedTable<E> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn men(&self) -> &'static [(Side, Piece)] {
        E::plan(self.which).men
    }

    fn features(&self) -> Vec<String> {
        E::names(self.which)
    }

    fn fingerprint(&self) -> u64 {
        fingerprint::<E>(self.which)
    }

    fn values(&self, position: &Position) -> Values {
        Features::<E>::new(self.which, position).all()
    }

    fn leaves(&self, tree: &Tree, positions: &[Position], come: &mut dyn FnMut(usize, u64)) {
        tree.leaves::<E>(self.which, positions, come);
    }

    fn replace(&self, mut tree: Tree) -> Result<(), ReplacementError> {
        for (other, number) in self.others.iter().zip(1..) {
            match other.set(tree) {
                Err(rejected) if other.get() != Some(&rejected) => tree = rejected,
                _ => {
                    self.asked.store(number, Ordering::Release);
                    return Ok(());
                }
            }
        }
        Err(ReplacementError::TooOften(OTHERS))
    }

    fn restore(&self) {
        self.asked.store(0, Ordering::Release);
    }
}
