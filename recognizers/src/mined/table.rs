//! A mined table in the program: bytes that become a tree when first asked.

use std::marker::PhantomData;
use std::sync::OnceLock;

use super::{Ending, FormatError, Position, Tree, fingerprint};
use crate::{Mined, Outcome, View};

/// The mined table of an ending.
pub struct MinedTable<E> {
    bytes: &'static [u8],
    tree: OnceLock<Result<Tree, FormatError>>,
    ending: PhantomData<E>,
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
}
