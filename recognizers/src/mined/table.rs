//! A mined table in the program: bytes that become a tree when first asked.

use std::marker::PhantomData;
use std::sync::OnceLock;

use super::row::LANES;
use super::{Ending, FormatError, Position, Tree, fingerprint};
use board::BitBoard;

use crate::{MINED_RULES, Mined, Outcome, Row, View};

/// The mined table of an ending.
pub struct MinedTable<E> {
    bytes: &'static [u8],
    tree: OnceLock<Result<Tree, FormatError>>,
    ending: PhantomData<fn() -> E>,
}

impl<E: Ending> MinedTable<E> {
    /// A table by its bytes, which are looked at when it is first asked.
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, tree: OnceLock::new(), ending: PhantomData }
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
            .get_or_init(|| Tree::decode(self.bytes, fingerprint::<E>()))
            .as_ref()
            .map_err(|&error| error)
    }
}

impl<E: Ending> Mined for MinedTable<E> {
    #[inline]
    fn outcome(&self, view: &View) -> Option<Outcome> {
        self.tree().ok()?.outcome::<E>(&Position::of_view(view, E::MEN))
    }

    fn row(&self, row: &Row, say: &mut dyn FnMut(Outcome, BitBoard)) {
        let Ok(tree) = self.tree() else { return };
        let positions = Position::of_row(row, E::MEN);
        let mut said = [None; LANES];
        tree.outcomes::<E>(&positions, &mut said);
        let mut sets = [BitBoard::EMPTY; MINED_RULES.len()];
        for (square, said) in row.squares().into_iter().zip(said) {
            if let Some(which) = said.and_then(|said| MINED_RULES.iter().position(|&outcome| outcome == said))
            {
                sets[which] |= square.bitboard();
            }
        }
        for (outcome, squares) in MINED_RULES.into_iter().zip(sets) {
            if !squares.is_empty() {
                say(outcome, squares);
            }
        }
    }
}
