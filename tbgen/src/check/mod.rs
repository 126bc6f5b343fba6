//! Checks, statistics and random positions of tables.

pub(crate) mod critical;
pub mod doctor;
pub(crate) mod orders;
pub(crate) mod published;
pub(crate) mod random;
pub(crate) mod solution;
pub(crate) mod solved;
pub(crate) mod stats;
pub(crate) mod values;
