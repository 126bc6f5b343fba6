//! Solved tables in memory.

pub(crate) mod dtm;
pub(crate) mod dtm50;
pub(crate) mod dtm_table;
pub(crate) mod dtz;
pub(crate) mod packed;
pub(crate) mod planes;
pub mod rows;
pub(crate) mod unpacked;
pub(crate) mod wdl;
