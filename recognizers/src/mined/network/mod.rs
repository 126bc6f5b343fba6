//! A small network of integers in the place of a decision tree, as true as one: it speaks where its output beats a threshold, and a filter
//! knows the positions about which it would then be wrong.
//!
//! A position has one row of the first layer for each man, by his square, and one for each feature, by its value. Their sum is the hidden layer;
//! a second layer of sixteen leads to four outputs, one for each class of positions. Each side to move has weights of its
//! own. Everything is whole numbers, so that a verdict is the same on every machine.
//! `verify mine --network` makes such tables.

mod format;
mod inputs;
mod layers;
mod table;

pub use inputs::Inputs;
pub use layers::{
    CLASSES, HIDDEN_ONE, HIDDEN_SIZES, Layers, OUTPUT_STEP, Opinion, ROW_STEP, SECOND, SECOND_STEP, Weights,
};
pub use table::{ANNOUNCED, Limits, Network};
