//! Solved tables in memory.

mod captures;
pub(crate) mod dtm;
pub(crate) mod dtm50;
pub(crate) mod dtm_table;
pub(crate) mod dtz;
pub(crate) mod packed;
pub(crate) mod planes;
#[cfg(feature = "build")]
pub(crate) mod promotions;
pub mod rows;
pub(crate) mod unpacked;
pub(crate) mod wdl;
