//! Exact endgame tables by retrograde analysis.
//!
//! [`DtmTables`] solves any ending of up to five men in memory: win, draw or loss and distance to
//! mate of every position with either side to move. The five 3-man tables take milliseconds
//! ([`DtmTables::startup`]), so an engine can build them at startup.
//!
//! [`DtzTables`] solves the same endings under the fifty-move rule, with distances to the next
//! capture or pawn move. [`syzygy`] reads files of such tables, including damaged or hostile ones,
//! safely; with feature `build`, `build_files` writes them.
//!
//! ```toml
//! [dependencies]
//! board = { package = "vancura-board", version = "0.1" }
//! vancura-tbgen = "0.1"
//! ```
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
// Parts of the solver are needed for files only.
#![cfg_attr(not(feature = "build"), allow(dead_code))]

mod answer;
pub mod causes;
mod check;
mod endings;
mod error;
#[cfg(feature = "build")]
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
pub use check::others::{Comparison, Difference, compare_dtm};
pub use check::random::{critical_positions_in, placements_by_lot, random_positions, random_positions_in};
pub use check::solved::{CheckReport, Inconsistency, check_solved};
pub use check::stats::{Distance, Longest, SideStats, Stats, Zugzwang, Zugzwangs, zugzwangs};
pub use check::values::{Metrics, ValueCheck, Verdict};
pub use endings::closure;
pub use error::{BuildError, FileError, KnownError, MAX_SOLVED_MEN, NotCompared, TbgenError};
pub use tables::dtm::DtmTables;
pub use tables::dtm_table::DtmTable;
pub use tables::dtm50::table::{Dtm50Table, dtm50_from_dtm};
pub use tables::dtz::DtzTables;
pub use tables::rows;
pub use tables::unpacked::{SyzygyResults, open_tables};
pub use tables::wdl::WdlTables;

#[cfg(all(feature = "build", feature = "clap"))]
pub use answer::kept::CacheArguments;
#[cfg(feature = "build")]
pub use answer::kept::KeptEndings;
#[cfg(feature = "build")]
pub use check::{
    doctor,
    orders::piece_orders,
    published::{Publication, publication},
    solution::{FileVerdict, SolutionCheck},
};
#[cfg(feature = "build")]
pub use files::{
    Step, build_files, build_levels, build_order,
    dtm_file::{encode_dtm, write_dtm},
    estimate::{Estimate, estimate},
    jobs::{Job, build_jobs},
    lock::BuildLocks,
    names::{check_file, missing_kinds},
    orders::remembered_orders,
    outputs::{Orders, Outputs},
    source::dtz_source,
    stage::{Stage, Work},
    wdl_dtz::WdlBuilder,
};
