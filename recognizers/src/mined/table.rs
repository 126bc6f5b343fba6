//! A mined table in the program: bytes that become a tree when first asked.

use std::marker::PhantomData;
use std::sync::OnceLock;

use super::row::LANES;
use super::{Ending, FormatError, Position, Tree, fingerprint};
use crate::{Mined, Outcome, View};

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

    fn outcomes(&self, views: &[View], said: &mut [Option<Outcome>]) {
        let Ok(tree) = self.tree() else { return said.fill(None) };
        for (views, said) in views.chunks(LANES).zip(said.chunks_mut(LANES)) {
            let positions: Vec<Position> = views.iter().map(|view| Position::of_view(view, E::MEN)).collect();
            tree.outcomes::<E>(&positions, said);
        }
    }
}
