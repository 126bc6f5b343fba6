//! Endgame tables: our own of 3 and 4 men in memory, and files of the user: Syzygy files, and ours
//! with distances to mate.

mod checksums;
mod counted;
mod internal;
mod root;
pub mod syzygy;
mod tablebases;

pub use checksums::Check;
pub use internal::InternalTables;
pub use root::RootKnowledge;
pub use syzygy::Syzygy;
pub(crate) use syzygy::readable_folders;
pub(crate) use tablebases::DEFAULT_INTERNAL_MEN;
pub use tablebases::Tablebases;
