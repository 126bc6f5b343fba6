//! Endgame tables: our own of 3 and 4 men in memory, and files of the user: Syzygy files, and ours
//! with distances to mate; for root moves that are in none, what is proved without tables.

mod checksums;
mod counted;
mod internal;
mod pocket;
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
