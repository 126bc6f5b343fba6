//! Values of positions, from tables in memory or in files.

pub(crate) mod dtm50;
pub(crate) mod files;
pub(crate) mod folders;
#[cfg(feature = "build")]
pub(crate) mod kept;
pub(crate) mod known;
pub(crate) mod line;
pub(crate) mod outcome;
pub(crate) mod solved;
pub(crate) mod values;
pub(crate) mod words;
