//! Exact endgame tables by retrograde analysis.
//!
//! [`Tables`] solves any ending of up to five men in memory: win, draw or loss and distance to mate of every position, both sides to
//! move, both sides able to win. The five 3-man tables take milliseconds ([`Tables::startup`]), so an engine
//! can build them when it starts.
//!
//! [`ZeroingTables`] solve the same endings under the fifty-move rule, with distances to the next capture or pawn move;
//! [`build_files`] writes them as standard Syzygy files, and [`syzygy`] reads such files, ours or others', without trusting them.
//!
//! ```
//! use board::fen;
//! use tbgen::Tables;
//!
//! let tables = Tables::startup();
//! let board = fen::parse("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1").unwrap();
//! assert_eq!(tables.probe_board(&board).unwrap().to_string(), "draw");
//! ```

#![forbid(unsafe_code)]

mod analysis;
mod check;
mod critical;
pub mod doctor;
pub mod dtm;
mod error;
mod estimate;
mod files;
mod layout;
mod mates;
mod memory;
mod metric;
mod open;
mod promoted;
mod random;
mod results;
mod shelf;
mod solve;
mod source;
mod stats;
mod table;
mod tables;
mod verify;
pub mod walk;
mod walk_syzygy;
mod zeroing;

pub use analysis::{Goal, LinePly, Probe, Ranked, best_line, ranked_moves};
pub use check::{CheckReport, Inconsistency};
pub use critical::{Critical, critical_positions};
pub use error::TbgenError;
pub use estimate::{Estimate, estimate};
pub use files::{BuildError, Step, build_files, build_levels, build_order, check_file, missing_kinds};
pub use memory::SolvedEndings;
pub use open::{TableFiles, Values};
pub use random::random_positions;
pub use results::ResultTables;
pub use stats::{Distance, Longest, SideStats, Stats, Zugzwang, Zugzwangs};
pub use syzygy;
pub use table::Table;
pub use tables::Tables;
pub use verify::{Verdict, verify_values};
pub use walk_syzygy::SyzygyResults;
pub use zeroing::ZeroingTables;

/// Most men of a table that can be solved in memory.
pub const MAX_SOLVED_MEN: usize = 5;
