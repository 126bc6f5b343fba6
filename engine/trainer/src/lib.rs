//! Training data for the evaluation network, and the training itself.

mod random;
pub mod sample;
pub mod train;
