//! Which endings are written, and which sides to move a table of theirs has values for.

use ending::{Color, Material};

use crate::error::Error;

/// Fewest and most men of a table that is written.
const MEN: std::ops::RangeInclusive<usize> = 3..=6;

/// # Errors
/// [`Error::Unwritable`] when the material is not spelled canonically or has not 3 to 6 men.
pub(super) fn writable(material: Material) -> Result<(), Error> {
    if !MEN.contains(&material.men()) || material.canonical().1 {
        return Err(Error::Unwritable(material));
    }
    Ok(())
}

/// The sides to move of which a table has values: White alone where the material is symmetric.
pub fn sides_to_move(material: Material) -> &'static [Color] {
    if material.is_symmetric() { &[Color::White] } else { &Color::ALL }
}
