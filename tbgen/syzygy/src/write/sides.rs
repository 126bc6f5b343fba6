//! The endings that can be written, and the sides to move that their tables store.

use ending::{Color, Material};

use crate::error::Error;
use crate::format::leading_files;
use crate::index::Layout;

/// Minimum and maximum number of men of a table that is written.
const MEN: std::ops::RangeInclusive<usize> = 3..=7;

/// Maximum number of placements of a sub-table. All endings of six men have fewer, and those of
/// seven men with five men alike.
const MOST_PLACEMENTS: u64 = 1 << 33;

/// # Errors
/// [`Error::Unwritable`] when the material is not in canonical spelling, does not have 3 to 7
/// men, or has too many placements.
pub(super) fn writable(material: Material) -> Result<(), Error> {
    let is_small = |file| Layout::for_counting(material, file).size() <= MOST_PLACEMENTS;
    let is_writable = MEN.contains(&material.men())
        && !material.canonical().1
        && (0..leading_files(material)).all(is_small);
    if is_writable { Ok(()) } else { Err(Error::Unwritable(material)) }
}

/// The sides to move that a table stores: White alone where the material is symmetric.
pub fn sides_to_move(material: Material) -> &'static [Color] {
    if material.is_symmetric() { &[Color::White] } else { &Color::ALL }
}
