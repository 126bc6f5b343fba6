//! Exhaustive proofs: recognizers and tables against exact results, position by position.
//!
//! [`audit()`] compares a recognizer's claims on every position of its ending with the [`Truth`]:
//! tables solved in memory, Syzygy files, or both. The result is a [`Report`].
//!
//! ```
//! use vancura_verify::{Audit, Examples, OracleKind, Report, Shard, Truth, Universe};
//!
//! let (recognizer, _) = recognizers::find("KNNvK".parse().unwrap()).unwrap();
//! let no_files = tbgen::TableFolders::default();
//! let truth = Truth::open(OracleKind::Tbgen, recognizer.material(), &no_files)?;
//! let found = vancura_verify::audit(&Audit {
//!     recognizer,
//!     truth: &truth,
//!     universe: Universe::All,
//!     shard: Shard::WHOLE,
//!     named_only: false,
//!     each_rule: false,
//!     examples: Examples { wrong: 3, missed: 0, spotted: 0 },
//!     build: "example",
//!     progress: &|_done, _all| {},
//! });
//! let report = Report::new(found, 0.0);
//! assert!(report.is_proved());
//! assert_eq!((report.draws.named, report.wrong), (1_573_276, 0));
//! # Ok::<(), vancura_verify::VerifyError>(())
//! ```

#![forbid(unsafe_code)]

pub mod audit;
pub mod book;
pub mod distances;
mod error;
pub mod files;
pub mod mine;
pub mod pocket;
pub mod position;
pub mod proof;
pub mod report;
pub mod truth;

pub use audit::{Audit, Coverage, Domain, Examples, Shard, SquareMap, Universe, audit};
pub use error::VerifyError;
pub use report::{Report, merge::MergeError};
pub use truth::{OracleKind, Truth};
