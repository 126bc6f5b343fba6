//! Generates training data: the engine plays against itself and stores the score of every position.

mod arbiter;
mod endgames;
mod folder;
mod order;
mod player;
mod run;
mod starts;

pub use folder::{FolderError, Survey, files, survey};
pub use order::Order;
pub use run::{Program, Run};
