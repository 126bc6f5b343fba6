//! Training data for the evaluation network, and the training itself.

pub mod sample;
