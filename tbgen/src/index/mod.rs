//! The numbering of positions in tables.

pub(crate) mod layout;
pub(crate) mod pawns;
pub(crate) mod placed;
pub(crate) mod promoted;
pub(crate) mod row;
pub(crate) mod slots;
pub(crate) mod sorted;
