//! Exact endgame tables by retrograde analysis.
//!
//! [`DtmTables`] solves any ending of up to five men in memory: win, draw or loss and distance to
//! mate of every position with either side to move. The five 3-man tables take milliseconds
//! ([`DtmTables::startup`]), so an engine can build them at startup.
//!
//! [`DtzTables`] solves the same endings under the fifty-move rule, with distances to the next
//! capture or pawn move; [`build_files`] writes them as standard Syzygy files, and [`syzygy`] reads
//! such files, including damaged or hostile ones, safely.
//!
//! ```
//! use board::fen;
//! use vancura_tbgen::DtmTables;
//!
//! let tables = DtmTables::startup();
//! let board = fen::parse("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1").unwrap();
//! assert_eq!(tables.probe_board(&board).unwrap().to_string(), "draw");
//! ```

#![forbid(unsafe_code)]
// Six men need more than 32 bits: conversions use the checked `board::narrow`. Tests may truncate
// their own data.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]

mod answer;
pub mod causes;
mod check;
mod endings;
mod error;
mod files;
mod index;
pub mod memory;
pub mod pipe;
mod solve;
mod tables;
mod value;
mod work;

pub use syzygy;

pub use answer::dtm50::{CountedPly, Dtm50};
pub use answer::files::TableFiles;
pub use answer::folders::{TableFolders, folders};
pub use answer::known::KnownEndings;
pub use answer::line::{Goal, LinePly, Ranked, best_line, ranked_moves};
pub use answer::outcome::{finished, if_nobody_claims, is_claimable, outcome};
pub use answer::solved::{SolvedEnding, SolvedEndings};
pub use answer::values::{Probe, Values};
pub use answer::words::{Standing, counted, plies, side_name, side_to_move};
pub use check::critical::{Critical, critical_positions};
pub use check::doctor;
pub use check::orders::piece_orders;
pub use check::published::{Publication, publication};
pub use check::random::{critical_positions_in, placements_by_lot, random_positions, random_positions_in};
pub use check::solution::{FileVerdict, SolutionCheck};
pub use check::solved::{CheckReport, Inconsistency, check_solved};
pub use check::stats::{Distance, Longest, SideStats, Stats, Zugzwang, Zugzwangs, zugzwangs};
pub use check::values::{Metrics, ValueCheck, Verdict};
pub use endings::closure;
pub use error::{BuildError, FileError, KnownError, MAX_SOLVED_MEN, NotCompared, TbgenError};
pub use files::dtm_file::{encode_dtm, write_dtm};
pub use files::estimate::{Estimate, estimate};
pub use files::jobs::{Job, build_jobs};
pub use files::lock::BuildLocks;
pub use files::names::{check_file, missing_kinds};
pub use files::orders::remembered_orders;
pub use files::outputs::{Orders, Outputs};
pub use files::source::dtz_source;
pub use files::stage::{Stage, Work};
pub use files::wdl_dtz::WdlBuilder;
pub use files::{Step, build_files, build_levels, build_order};
pub use tables::dtm::DtmTables;
pub use tables::dtm_table::DtmTable;
pub use tables::dtm50::table::{Dtm50Table, dtm50_from_dtm};
pub use tables::dtz::DtzTables;
pub use tables::rows;
pub use tables::unpacked::{SyzygyResults, open_tables};
pub use tables::wdl::WdlTables;
