//! Checks, statistics and random positions of tables.

pub(crate) mod critical;
#[cfg(feature = "build")]
pub mod doctor;
#[cfg(feature = "build")]
pub(crate) mod orders;
pub(crate) mod others;
#[cfg(feature = "build")]
pub(crate) mod published;
pub(crate) mod random;
#[cfg(feature = "build")]
pub(crate) mod solution;
pub(crate) mod solved;
pub(crate) mod stats;
pub(crate) mod values;
