//! What is in tables: whether they are right, what they count, positions drawn from them.

pub(crate) mod critical;
pub mod doctor;
pub(crate) mod orders;
pub(crate) mod published;
pub(crate) mod random;
pub(crate) mod solution;
pub(crate) mod solved;
pub(crate) mod stats;
pub(crate) mod values;
